/* Explanations against brute force, on random tables: a condition is unmet exactly where its rule's boxes say so; the
 * outcomes, cells and boxes that stay reachable with some inputs open; which values of one input change the answer. */
#include "explain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { TABLES = 200, CELLS = 6000 };

static uint64_t seed;
static uint32_t dice(uint32_t sides) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % sides;
}

static struct loaded loaded;
static struct inquiry *inquiry;

/* ---- random tables: every type, sets with versions, tuples, any(), unknown, facts, chained and derived inputs ---- */

static const char *pick(const char *const *of, size_t n) {
    return of[dice((uint32_t)n)];
}
#define PICK(...) pick((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void put_conditions(struct text *t, bool chained, bool must) {
    size_t before = t->len;
    if (dice(3) == 0)
        text_printf(t, "arch = %s\n", PICK("A", "B", "!A", "@s", "!@s", "A, C*", "other"));
    if (dice(3) == 0)
        text_printf(t, "n = %s\n", PICK("1", "<=3", "%2", "4..6", "!2", ">=3 & %2", "unset"));
    if (dice(4) == 0)
        text_printf(t, "v = %s\n", PICK("<1.0", ">=1.0", "absent", ">=1.0, <2.0", "!=1.5", "present"));
    if (dice(4) == 0)
        text_printf(t, "f = %s\n", PICK("yes", "no", "unknown", "!yes"));
    if (dice(6) == 0)
        text_printf(t, "(n, m) = %s\n", PICK("(1, 2)", "(2, 2), (4, 1)", "!(1, 2)", "@pair", "!@pair, (2, 2)"));
    if (dice(6) == 0)
        text_printf(t, "any(n, m) = %s\n", PICK("2", ">=3", "!1"));
    if (dice(6) == 0)
        text_printf(t, "twice = %s\n", PICK("<=4", "%4", "8"));
    if (chained && dice(2) == 0)
        text_printf(t, "x = %s\n", PICK("p", "q, r", "!p", "NONE", "ERROR, p"));
    if (must && t->len == before)
        text_put(t, "m = 1, 3\n");
}

static const char *random_table(struct arena *a) {
    struct text t = {.arena = a};
    text_printf(
        &t,
        "[table t]\nabout = x\nversions = v\ntiers = one, two\n[input arch]\ntype = name\n[input n]\ntype = int\n"
        "range = 1..6\nunset = yes\n[input m]\ntype = int\nrange = 1..4\n[input v]\ntype = version\nabsent = yes\n"
        "[input f]\ntype = bool\nunknown = yes\ndefault = unknown\n[input twice]\nfrom = m * 2\n"
        "[set s]\nof = arch\nvalues = B\nvalues since 1.0 = C1\n[set pair]\nof = n, m\nvalues = (1, 1), (4, 2)\n"
        "[output first]\nvalues = p, q, r\nas = x\nhit = %s\n%s[output second]\nvalues = s, t\nhit = %s\n%s",
        PICK("first", "specific", "any"), PICK("", "gaps = NONE\n", "override = check\n"), PICK("first", "specific"),
        PICK("", "gaps = NONE\n"));
    if (dice(3) == 0)
        text_put(&t, "[fact f]\nof = arch\nyes = A\neither = B\n");
    for (uint32_t i = 0, n = dice(4); i < n; i++) {
        text_printf(&t, "[needs %s c%u]\n%s%s", PICK("p", "q", "r", "s"), i, dice(3) ? "" : "if f = yes\n",
                    PICK("", "", "unknown = accept\n", "unknown = abstain\n", "filter = no\n"));
        put_conditions(&t, false, true);
    }
    for (uint32_t i = 0, n = 1 + dice(6); i < n; i++) {
        text_printf(&t, "[rule r%u]\ntier = %s\n", i, PICK("one", "one", "two"));
        put_conditions(&t, false, false);
        text_printf(&t, "first = %s\n%s", PICK("p", "q", "r", "p > q", "q > r > p", "NONE", "ERROR \"no\""),
                    dice(4) ? "" : "exhausted = next\n");
    }
    for (uint32_t i = 0, n = 1 + dice(4); i < n; i++) {
        text_printf(&t, "[rule t%u]\n", i);
        put_conditions(&t, true, false);
        text_printf(&t, "second = %s\n", PICK("s", "t", "t > s", "NONE"));
    }
    if (dice(2))
        text_put(&t, "[rule e]\nelse = yes\nfirst = r\n");
    if (dice(3) == 0) {
        text_put(&t, "[refuse f]\noutputs = first\nwhy = x\n");
        put_conditions(&t, false, true);
    }
    if (dice(3) == 0) {
        text_put(&t, "[never n]\n");
        put_conditions(&t, false, true);
    }
    return t.at;
}

/* false: the dice gave a table with a fault, such as the same conditions in a key twice. */
static bool load_text(struct arena *a, const char *text) {
    loaded = (struct loaded){.limits = {.steps = 1000000}};
    msgs_init(&loaded.msgs, a, &loaded.sources);
    struct doc *d = read_bytes(a, &loaded.msgs, "t.ini", text, strlen(text));
    loaded.table = d ? table_build(a, &loaded.msgs, d, "t.ini") : NULL;
    if (!loaded.table || msgs_count(&loaded.msgs, LEVEL_ERROR)) {
        return false;
    }
    loaded.space = domain_build(a, &loaded.msgs, loaded.table);
    loaded.boxes = boxes_build(a, &loaded.msgs, loaded.space);
    loaded.plan = arena_alloc(a, 2 * sizeof(struct plan *));
    const struct boxes *b = loaded.boxes;
    const uint32_t *order = boxes_order(a, loaded.table);
    for (uint32_t i = 0; i < loaded.table->noutput; i++) {
        loaded.plan[order[i]] = plan_build(a, &loaded.msgs, b, order[i]);
        b = boxes_chain(a, &loaded.msgs, b, loaded.plan[order[i]]);
    }
    loaded.boxes = (struct boxes *)(uintptr_t)b;
    inquiry = inquiry_new(a, &loaded);
    return msgs_count(&loaded.msgs, LEVEL_ERROR) == 0;
}

/* ---- cells ---- */

/* Texts of a random cell: what a user would give. */
static void random_question(struct question *q, struct arena *a) {
    *q = (struct question){.inquiry = inquiry, .arena = a};
    for (uint32_t i = 0; i < loaded.table->ninput; i++) {
        const struct domain *d = &loaded.space->domain[i];
        bool follows = loaded.table->input[i].chain != NO || loaded.table->input[i].from_op;
        bool fact = loaded.table->nfact && loaded.table->fact[0].input == i && dice(2);
        q->text[i] = follows || fact ? NULL : d->atom[dice(d->natom)].text;
    }
}

/* The next cell, like a counter; false: that was the last. */
static bool next_cell(uint32_t *cell) {
    for (uint32_t i = 0; i < loaded.space->ninput; i++) {
        if (++cell[i] < loaded.space->domain[i].natom) {
            return true;
        }
        cell[i] = 0;
    }
    return false;
}

static bool in_region(const struct region *r, const uint32_t *cell) {
    for (size_t i = 0; i < r->nbox; i++) {
        if (box_has(loaded.space, &r->box[i], cell)) {
            return true;
        }
    }
    return false;
}

/* ---- the tests ---- */

static void check_unmet(struct arena *a) {
    struct question q;
    random_question(&q, a);
    assert_true(question_settle(&q));
    for (uint32_t r = 0; r < loaded.table->nrule; r++) {
        struct unmet u = unmet_of(&q, r);
        bool holds = in_region(&loaded.boxes->rule[r], q.cell);
        assert_int_equal(rule_holds(&q, r), holds);
        if (loaded.table->rule[r].kind != RULE_CLAUSE) {
            assert_int_equal(u.ncond == 0, holds);
        } else if (holds) { /* fails, and some condition says why */
            assert_true(u.ncond > 0);
        }
        assert_int_equal(u.ncond + u.met, loaded.table->rule[r].ncond);
    }
    for (uint32_t o = 0; o < loaded.table->noutput; o++) {
        struct reason why = reason_of(&q, o, DEPTH_ALL);
        struct text out = {.arena = a};
        explain_text(&q, o, &why, NULL, &out);
        if (why.d->verdict == VERDICT_NEVER) {
            assert_true(why.nnever + why.nfact > 0);
        }
    }
}

static bool same(const struct decided *x, const struct reachable *r) {
    if (r->gap) {
        return x->verdict == VERDICT_GAP;
    }
    switch (r->kind) {
    case LINE_VALUE:
        return x->verdict == VERDICT_VALUE && x->value == r->value && !x->incapable;
    case LINE_INCAPABLE:
        return x->verdict == VERDICT_VALUE && x->value == r->value && x->incapable;
    case LINE_NONE:
        return x->verdict == VERDICT_NONE;
    case LINE_ERROR:
        return x->verdict == VERDICT_ERROR && strcmp(x->error, r->error) == 0;
    case LINE_EXHAUSTED:
        return x->verdict == VERDICT_EXHAUSTED;
    case LINE_NEVER:
    case LINE_REFUSE:
    case LINE_FAILED:
        break;
    }
    return false;
}

/* Some inputs given, by their atoms; every cell of the rest is decided one by one. */
static void check_reach(struct arena *a) {
    struct question q;
    random_question(&q, a);
    for (uint32_t i = 0; i < loaded.table->ninput; i++) {
        q.text[i] = dice(2) ? NULL : q.text[i];
    }
    assert_true(question_open(&q));
    for (uint32_t o = 0; o < loaded.table->noutput; o++) {
        const struct boxes *b = loaded.plan[o]->boxes;
        struct reach r = reach_of(&q, o, 4);
        double cells[16] = {0}, shown[16] = {0};
        uint32_t cell[MOST] = {0};
        bool conflict = false;
        assert_false(r.cut);
        assert_true(r.count <= 16);
        do {
            bool asked = !in_region(&b->never, cell);
            for (uint32_t i = 0; i < loaded.space->ninput; i++) {
                asked = asked && (!(r.hidden >> i & 1) || cell[i] == q.cell[i]);
            }
            if (!asked) {
                continue;
            }
            struct decided d = decide(b, o, cell);
            if (d.verdict == VERDICT_CONFLICT) {
                conflict = true; /* told apart */
                break;
            }
            size_t k = 0;
            while (k < r.count && !same(&d, &r.at[k])) {
                k++;
            }
            assert_true(k < r.count);
            cells[k]++;
            bool any = false;
            for (size_t i = 0; i < r.count; i++) {
                for (size_t s = 0; s < r.at[i].nshown; s++) {
                    bool has = box_has(loaded.space, &r.at[i].shown[s].box, cell);
                    assert_true(!has || i == k);
                    any = any || has;
                }
            }
            shown[k] += any;
        } while (next_cell(cell));
        for (size_t k = 0; k < r.count && !conflict; k++) {
            assert_true(cells[k] == r.at[k].cells);
            assert_true(cells[k] - shown[k] == r.at[k].left);
        }
    }
}

static bool changed(const struct decided *x, const struct decided *y) {
    struct decided p = *x, q = *y;
    p.number = q.number = 0;
    return !decided_same(&p, &q);
}

static void check_changes(struct arena *a) {
    struct question q;
    random_question(&q, a);
    assert_true(question_settle(&q));
    for (uint32_t o = 0; o < loaded.table->noutput; o++) {
        struct changes c = changes_of(&q, o);
        for (uint32_t i = 0; i < loaded.table->ninput; i++) {
            if (loaded.table->input[i].chain != NO || loaded.table->input[i].from_op) {
                continue;
            }
            for (uint32_t atom = 0; atom < loaded.space->domain[i].natom; atom++) {
                struct question other = {.inquiry = inquiry, .arena = a};
                for (uint32_t k = 0; k < loaded.table->ninput; k++) {
                    other.text[k] = q.origin[k] == ORIGIN_GIVEN ? q.text[k] : NULL;
                }
                other.text[i] = loaded.space->domain[i].atom[atom].text;
                assert_true(question_settle(&other));
                const struct change *by = NULL;
                for (size_t k = 0; k < c.count; k++) {
                    bool has = c.at[k].input == i && aset_has(loaded.space->domain[i].sets, c.at[k].set, atom);
                    by = has ? &c.at[k] : by;
                }
                bool other_never = other.answer[o].verdict == VERDICT_NEVER;
                if (atom != q.cell[i] && !other_never && changed(&other.answer[o], &q.answer[o])) {
                    assert_non_null(by);
                    assert_false(changed(&by->answer, &other.answer[o]));
                } else {
                    assert_null(by);
                }
            }
        }
    }
}

static void on_random_tables(void (*check)(struct arena *a)) {
    size_t done = 0;
    for (seed = 1; done < TABLES && seed < 20 * TABLES;) {
        uint64_t own = seed;
        struct arena *a = arena_new();
        seed = own * 7919;
        const char *text = random_table(a);
        double cells = 1;
        if (load_text(a, text)) {
            for (uint32_t i = 0; i < loaded.space->ninput; i++) {
                cells *= loaded.space->domain[i].natom;
            }
            if (cells <= CELLS * 20) {
                for (int i = 0; i < 3; i++) {
                    check(a);
                }
                done++;
            }
        }
        arena_free(a);
        seed = own + 1;
    }
    assert_true(done > TABLES / 2);
}

static void unmet_is_what_boxes_say(void **state) {
    (void)state;
    on_random_tables(check_unmet);
}

static void changes_are_all_and_only_those(void **state) {
    (void)state;
    on_random_tables(check_changes);
}

static void reach_is_every_cell(void **state) {
    (void)state;
    on_random_tables(check_reach);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(unmet_is_what_boxes_say),
        cmocka_unit_test(changes_are_all_and_only_those),
        cmocka_unit_test(reach_is_every_cell),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
