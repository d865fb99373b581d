/* Chained inputs: in random tables, the values that boxes_chain calls impossible are those that the definition
 * (decide, one cell at a time, and what an override lets a user choose) cannot bring about; and the order of outputs. */
#include "turnout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct arena *arena;
static struct sources sources;
static struct msgs msgs;
static uint64_t seed = 1;
static uint32_t dice(uint32_t sides) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % sides;
}

static const struct boxes *boxes_of(const char *text) {
    sources = (struct sources){0};
    msgs_init(&msgs, arena, &sources);
    struct doc *d = read_bytes(arena, &msgs, "t.ini", text, strlen(text));
    struct table *t = d ? table_build(arena, &msgs, d, "t.ini") : NULL;
    if (!t || msgs_count(&msgs, LEVEL_ERROR) > 0) {
        msgs_print(&msgs, FORMAT_TEXT, false, stderr);
        fail();
    }
    return boxes_build(arena, &msgs, domain_build(arena, &msgs, t));
}

/* ---- a random table: a and b decide `first`, which is x, which decides `second` ---- */

static void conditions(struct text *t, bool must) {
    static const char *const value[] = {"i", "j", "k"};
    bool a = dice(2), b = dice(2) || (must && !a);
    if (a)
        text_printf(t, "a = %s%s\n", dice(4) ? "" : "!", value[dice(3)]);
    if (b)
        text_printf(t, "b = %s, %s\n", value[dice(3)], value[dice(2)]);
}

static const char *random_table(void) {
    static const char *const outcome[] = {"p", "q", "r", "p > q", "q > r > p", "NONE", "ERROR \"no\""};
    static const char *const override[] = {"", "override = keep\n", "override = check\n", "override = fallback\n"};
    static const char *const hit[] = {"first", "specific", "any"}, *const answer[] = {"p", "q, r", "!p", "NONE",
                                                                                      "!q, !r"};
    struct text t = {.arena = arena};
    text_printf(&t,
                "[table t]\nabout = x\n[input a]\ntype = enum\nvalues = i, j, k\n[input b]\ntype = enum\n"
                "values = i, j, k\n[output first]\nvalues = p, q, r\nas = x\nhit = %s\n%s%s"
                "[output second]\nvalues = s, t\n",
                hit[dice(3)], override[dice(4)], dice(3) ? "" : "gaps = NONE\n");
    for (uint32_t i = 0, n = dice(3); i < n; i++) {
        text_printf(&t, "[needs %s c%u]\n", outcome[dice(3)], i);
        conditions(&t, true);
    }
    for (uint32_t i = 0, n = 1 + dice(5); i < n; i++) {
        text_printf(&t, "[rule r%u]\n", i);
        conditions(&t, false);
        text_printf(&t, "first = %s\n", outcome[dice(7)]);
    }
    if (dice(2)) {
        text_printf(&t, "[refuse f]\noutputs = first\nwhy = x\n");
        conditions(&t, true);
    }
    if (dice(3) == 0) {
        text_printf(&t, "[never n]\n");
        conditions(&t, true);
    }
    for (uint32_t i = 0, n = dice(3); i < n; i++) {
        text_printf(&t, "[forbid g%u]\n", i);
        conditions(&t, true);
        text_printf(&t, "first = %s\n", answer[dice(5)]);
    }
    text_printf(&t, "[rule s]\nx = p\nsecond = s\n[rule t]\nelse = yes\nsecond = t\n");
    return t.at;
}

/* ---- the definition ---- */

static bool needs_hold(const struct boxes *b, uint32_t value, const uint32_t *cell) {
    for (size_t r = 0; r < b->space->table->nrule; r++)
        if (clause_speaks_of(&b->space->table->rule[r], 0, value))
            for (size_t i = 0; i < b->rule[r].nbox; i++)
                if (box_has(b->space, &b->rule[r].box[i], cell))
                    return false;
    return true;
}

/* The forbids of the table above, by their text. */
static bool allowed(const struct boxes *b, uint32_t value, const uint32_t *cell) {
    const struct table *t = b->space->table;
    for (size_t r = 0; r < t->nrule; r++) {
        for (size_t i = 0; t->rule[r].kind == RULE_FORBID && i < b->rule[r].nbox; i++) {
            const struct assign *e = &t->rule[r].assign[0];
            bool named = false;
            for (size_t k = 0; k < e->outcome.ncand; k++)
                named = named || strcmp(e->outcome.cand[k].text, t->output[0].value[value]) == 0;
            if (box_has(b->space, &b->rule[r].box[i], cell) && named != e->negated)
                return false;
        }
    }
    return true;
}

static bool refused(const struct boxes *b, const uint32_t *cell) {
    for (size_t r = 0; r < b->space->table->nrule; r++)
        for (size_t i = 0; i < b->rule[r].nbox && b->space->table->rule[r].kind == RULE_REFUSE; i++)
            if (box_has(b->space, &b->rule[r].box[i], cell))
                return true;
    return false;
}

/* Can x be this atom at this cell of a and b?  NONE and ERROR are the atoms 3 and 4. */
static bool possible(const struct boxes *b, const uint32_t *cell, uint32_t atom, const struct decided *d) {
    enum override o = b->space->table->output[0].override;
    uint32_t decided = d->verdict == VERDICT_VALUE ? d->value : d->verdict == VERDICT_NONE ? 3 : 4;
    if (refused(b, cell) || o == OVERRIDE_NO || atom == decided)
        return atom == decided;
    if (atom == 3)
        return false;
    if (atom == 4)
        return o == OVERRIDE_CHECK;
    return o == OVERRIDE_KEEP || (needs_hold(b, atom, cell) && allowed(b, atom, cell));
}

static bool never_has(const struct boxes *b, const uint32_t *cell) {
    for (size_t i = 0; i < b->never.nbox; i++)
        if (box_has(b->space, &b->never.box[i], cell))
            return true;
    return false;
}

static bool chain_has(const struct boxes *b, uint32_t atom, const uint32_t *cell) {
    for (size_t i = 0; i < b->chain[0].at[atom].nbox; i++)
        if (box_has(b->space, &b->chain[0].at[atom].box[i], cell))
            return true;
    return false;
}

static void check_cell(const struct boxes *before, const struct boxes *b, uint32_t *cell, const struct decided *d) {
    if (never_has(before, cell)) {
        assert_true(never_has(b, cell));
        return;
    }
    bool open = d->verdict == VERDICT_GAP || d->verdict == VERDICT_CONFLICT;
    for (uint32_t atom = 0; atom < 5 && !open; atom++) {
        cell[2] = atom;
        assert_int_equal(!never_has(b, cell), possible(before, cell, atom, d));
        uint32_t decided = d->verdict == VERDICT_VALUE ? d->value : d->verdict == VERDICT_NONE ? 3 : 4;
        assert_int_equal(chain_has(b, atom, cell), atom == decided);
    }
}

static void against_definition(void **state) {
    (void)state;
    for (int round = 0; round < 400; round++) {
        arena = arena_new();
        const struct boxes *before = boxes_of(random_table());
        struct plan *p = plan_build(arena, &msgs, before, 0);
        const struct boxes *b = boxes_chain(arena, &msgs, before, p);
        assert_int_equal(b->nchain, 1);
        assert_true(b->chain[0].complete);
        assert_int_equal(before->space->domain[2].natom, 5);
        for (uint32_t i = 0; i < 9; i++) {
            uint32_t cell[3] = {i % 3, i / 3, 0};
            if (before->space->domain[0].natom == 3 && before->space->domain[1].natom == 3) {
                struct decided d = decide(before, 0, cell);
                check_cell(before, b, cell, &d);
            }
        }
        struct plan *second = plan_build(arena, &msgs, b, 1);
        assert_ptr_equal(boxes_chain(arena, &msgs, b, second), b); /* not chained */
        arena_free(arena);
    }
}

static void ints(void **state) {
    (void)state;
    arena = arena_new();
    const struct boxes *before =
        boxes_of("[table t]\nabout = x\n[input a]\ntype = bool\n[output page]\ntype = int\nas = size\n"
                 "[output o]\nvalues = s, t\n[rule a]\na = yes\npage = 64\n[rule b]\na = no\npage = NONE\n"
                 "[rule c]\nsize = 64\no = s\n[rule d]\nelse = yes\no = t\n");
    const struct boxes *b = boxes_chain(arena, &msgs, before, plan_build(arena, &msgs, before, 0));
    uint32_t size = 1, natom = b->space->domain[size].natom;
    assert_string_equal(b->space->table->input[size].name, "size");
    uint32_t left = 0;
    for (uint32_t a = 0; a < 2; a++)
        for (uint32_t i = 0; i < natom; i++) {
            uint32_t cell[2] = {a, i};
            const char *text = b->space->domain[size].atom[i].text;
            left += !never_has(b, cell);
            assert_int_equal(!never_has(b, cell), strcmp(text, a ? "64" : "NONE") == 0);
        }
    assert_int_equal(left, 2);
    arena_free(arena);
}

static void order(void **state) {
    (void)state;
    arena = arena_new();
    const struct boxes *b = boxes_of(
        "[table t]\nabout = x\n[input a]\ntype = bool\n[output o]\nvalues = p, q\n[output m]\nvalues = p, q\nas = n\n"
        "[output k]\nvalues = p, q\nas = l\n[output z]\nvalues = p, q\n"
        "[rule o]\nn = p\no = p\n[rule o2]\nelse = yes\no = q\n[rule m]\nm = p > q\n[needs m: p c]\nl = p\n"
        "[rule k]\na = yes\nk = p\n[rule k2]\na = no\nk = q\n[rule z]\nz = p\n");
    const uint32_t *order = boxes_order(arena, b->space->table);
    static const char *const expected[] = {"k", "m", "o", "z"};
    for (int i = 0; i < 4; i++)
        assert_string_equal(b->space->table->output[order[i]].name, expected[i]);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(against_definition),
        cmocka_unit_test(ints),
        cmocka_unit_test(order),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
