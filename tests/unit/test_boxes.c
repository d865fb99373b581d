/* Boxes and regions against enumeration of every cell of small spaces: the operations, and the regions that conditions
 * (plain, any, tuples, negation, versioned sets), needs clauses and facts are turned into. */
#include "turnout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { A, B, C, V, INPUTS }; /* two enums, a bool with unknown, a version */

static struct arena *arena;
static uint64_t seed = 1;
static uint32_t dice(uint32_t sides) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % sides;
}

static const char *const enum_value[] = {"p", "q", "r"};
static const char *const bool_value[] = {"no", "yes"};
static const char *const bound[] = {"0.5", "0.6", "0.7"};

static struct table table_new(void) {
    struct table t = {.ninput = INPUTS, .versions = V};
    static const char *const name[] = {"a", "b", "c", "v"};
    static const enum type type[] = {TYPE_ENUM, TYPE_ENUM, TYPE_BOOL, TYPE_VERSION};
    t.input = arena_alloc(arena, INPUTS * sizeof *t.input);
    for (uint32_t i = 0; i < INPUTS; i++) {
        t.input[i] = (struct input){.name = name[i], .type = type[i], .chain = NO, .from = {NO, NO}};
        t.input[i].value = (const char **)(uintptr_t)(i == C ? bool_value : enum_value);
        t.input[i].nvalue = i < C ? 3 : i == C ? 2 : 0;
    }
    t.input[C].unknown = t.input[V].absent = true;
    return t;
}

/* ---- cells ---- */

static bool next_cell(const struct space *s, uint32_t *cell) {
    for (uint32_t i = 0; i < s->ninput; i++) {
        if (++cell[i] < s->domain[i].natom)
            return true;
        cell[i] = 0;
    }
    return false;
}

static bool has(const struct space *s, const struct region *r, const uint32_t *cell) {
    for (size_t i = 0; i < r->nbox; i++)
        if (box_has(s, &r->box[i], cell))
            return true;
    return false;
}

static size_t times(const struct space *s, const struct region *r, const uint32_t *cell) {
    size_t n = 0;
    for (size_t i = 0; i < r->nbox; i++)
        n += box_has(s, &r->box[i], cell);
    return n;
}

static void sound(const struct space *s, const struct region *r) { /* named bits, no empty box */
    for (size_t i = 0; i < r->nbox; i++)
        for (uint32_t k = 0; k < s->ninput; k++) {
            assert_int_equal(r->box[i].named >> k & 1, r->box[i].set[k] != ASET_FULL);
            assert_int_not_equal(r->box[i].set[k], ASET_EMPTY);
        }
}

/* ---- operations on random boxes ---- */

static struct space *plain_space(void) {
    struct table *t = arena_alloc(arena, sizeof *t);
    *t = table_new();
    struct space *s = arena_alloc(arena, sizeof *s);
    s->arena = arena;
    s->table = t;
    s->ninput = INPUTS;
    s->domain = arena_alloc(arena, INPUTS * sizeof *s->domain);
    for (uint32_t i = 0; i < INPUTS; i++) {
        s->domain[i].natom = 1 + dice(4);
        s->domain[i].sets = asets_new(arena, s->domain[i].natom);
    }
    return s;
}

static struct region random_region(const struct space *s, uint32_t most) {
    struct region r = {0};
    for (uint32_t n = dice(most + 1); n > 0; n--) {
        struct box b = box_full(s, arena);
        bool good = true;
        for (uint32_t i = 0; i < s->ninput; i++) {
            uint32_t natom = s->domain[i].natom, atom[8], count = 0;
            for (uint32_t k = 0; k < natom; k++)
                if (dice(2))
                    atom[count++] = k;
            if (dice(2))
                good = box_narrow(s, &b, i, aset_of(s->domain[i].sets, atom, count)) && good;
        }
        if (good)
            *PUSH(arena, r.box, r.nbox) = b;
    }
    sound(s, &r);
    return r;
}

static void check_regions(const struct space *s) {
    struct region x = random_region(s, 4), y = random_region(s, 5);
    bool meets = false, within = true, cut = false, undecided = false, at_least = false;
    double cells = 0, sharp_cells = 0;
    struct region both = region_and(s, arena, &x, &y), sharp = region_sharp(s, arena, &x, &y, 1000, &cut), all = {0};
    region_add(arena, &all, &x);
    region_add(arena, &all, &y);
    struct region merged = {0};
    for (size_t i = 0; i < all.nbox; i++)
        *PUSH(arena, merged.box, merged.nbox) = box_copy(s, arena, &all.box[i]);
    region_merge(s, &merged);
    uint32_t cell[INPUTS] = {0};
    do {
        bool in_x = has(s, &x, cell), in_y = has(s, &y, cell);
        meets |= in_x && in_y;
        within &= !in_x || in_y;
        cells += in_x;
        sharp_cells += in_x && !in_y;
        assert_int_equal(has(s, &both, cell), in_x && in_y);
        assert_int_equal(has(s, &sharp, cell), in_x && !in_y);
        assert_int_equal(has(s, &all, cell), in_x || in_y);
        assert_int_equal(has(s, &merged, cell), in_x || in_y);
        if (x.nbox == 1)
            assert_true(times(s, &sharp, cell) <= 1);
    } while (next_cell(s, cell));
    assert_int_equal(region_meets(s, &x, &y), meets);
    assert_int_equal(region_within(s, &x, &y), within);
    assert_int_equal(region_within_limit(s, &x, &y, REGION_STEPS, &undecided), within);
    assert_true(region_count(s, &x, &at_least) == cells);
    assert_true(region_count(s, &sharp, NULL) == sharp_cells);
    assert_false(cut || undecided || at_least);
    sound(s, &both);
    sound(s, &sharp);
    sound(s, &merged);
}

static void check_boxes(const struct space *s) {
    struct region x = random_region(s, 1), y = random_region(s, 1);
    if (!x.nbox || !y.nbox)
        return;
    bool meets = false, within = true, equal = true;
    double cells = 0;
    struct region minus = region_minus(s, arena, x.box, y.box);
    uint32_t cell[INPUTS] = {0};
    do {
        bool in_x = has(s, &x, cell), in_y = has(s, &y, cell);
        meets |= in_x && in_y;
        within &= !in_x || in_y;
        equal &= in_x == in_y;
        cells += in_x;
        assert_int_equal(times(s, &minus, cell), in_x && !in_y);
    } while (next_cell(s, cell));
    assert_int_equal(box_meets(s, x.box, y.box), meets);
    assert_int_equal(box_within(s, x.box, y.box), within);
    assert_int_equal(box_equal(s, x.box, y.box), equal);
    assert_true(box_count(s, x.box) == cells);
    struct box both = box_copy(s, arena, x.box);
    assert_int_equal(box_and(s, &both, y.box), meets);
}

static void operations(void **state) {
    (void)state;
    for (int round = 0; round < 300; round++) {
        arena = arena_new();
        struct space *s = plain_space();
        for (int i = 0; i < 10; i++) {
            check_regions(s);
            check_boxes(s);
        }
        arena_free(arena);
    }
}

/* All pairs of 24 inputs with 4 atoms, x_i = x_k: nothing simpler covers the whole, and no limit is hidden. */
static void limits(void **state) {
    (void)state;
    arena = arena_new();
    enum { N = 24 };
    struct table t = {.ninput = N};
    struct space s = {.arena = arena, .table = &t, .ninput = N};
    s.domain = arena_alloc(arena, N * sizeof *s.domain);
    for (uint32_t i = 0; i < N; i++)
        s.domain[i] = (struct domain){.natom = 4, .sets = asets_new(arena, 4)};
    struct region x = {0}, y = {0};
    *PUSH(arena, x.box, x.nbox) = box_full(&s, arena);
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t k = i + 1; k < N; k++) {
            struct box b = box_full(&s, arena);
            box_narrow(&s, &b, i, aset_one(s.domain[i].sets, (i + k) % 4));
            box_narrow(&s, &b, k, aset_one(s.domain[k].sets, (i * k) % 4));
            *PUSH(arena, y.box, y.nbox) = b;
        }
    bool undecided = false, at_least = false, cut = false;
    assert_false(region_within_limit(&s, &x, &y, 1000000, &undecided)); /* a witness turns up at once */
    assert_false(undecided);
    assert_true(region_count(&s, &y, &at_least) > 0);
    assert_true(at_least);
    region_sharp(&s, arena, &x, &y, 100, &cut);
    assert_true(cut);
    assert_false(region_within_limit(&s, &x, &y, 3, &undecided));
    assert_true(undecided);
    arena_free(arena);
}

/* ---- conditions, by their definition ---- */

static struct entry word(uint32_t input) {
    uint32_t i = dice(3);
    if (input == C)
        return (struct entry){
            .kind = ENTRY_WORD, .text = i < 2 ? bool_value[i] : "unknown", .value = i < 2 ? i : VALUE_UNKNOWN};
    return (struct entry){.kind = ENTRY_WORD, .text = enum_value[i], .value = i};
}

static struct interval span(void) {
    struct interval out[2];
    const char *error, *text = bound[dice(3)];
    version_specifier(arena, SCHEME_PEP440, dice(2) ? COMPARE_GE : COMPARE_LT, text, out, &error);
    return out[0];
}

/* input: A or B with sets 0, 1 (of A), NO: tuples (a, b) with sets 2, 3.  depth: sets below it may be named. */
static struct entries list(uint32_t input, uint32_t first_set, uint32_t sets) {
    struct entries e = {0};
    uint32_t negations = dice(3);
    for (uint32_t n = 1 + dice(3); n > 0; n--) {
        struct entry *entry = PUSH(arena, e.entry, e.count);
        if (sets && dice(3) == 0) {
            *entry = (struct entry){.kind = ENTRY_SET, .text = "set", .set = first_set + dice(sets)};
        } else if (input == NO) {
            struct entry *part = arena_alloc(arena, 2 * sizeof *part);
            part[0] = word(A);
            part[1] = word(C);
            part[1].not = dice(4) == 0;
            *entry = (struct entry){.kind = ENTRY_TUPLE, .part = part, .npart = 2};
        } else {
            *entry = word(input);
        }
        entry->not = negations == 0 || (negations == 1 && dice(2));
    }
    return e;
}

static void add_sets(struct table *t) {
    for (uint32_t i = 0; i < 4; i++) {
        struct set *set = PUSH(arena, t->set, t->nset);
        *set = (struct set){.name = "set", .output = NO};
        *PUSH(arena, set->input, set->ninput) = A;
        if (i >= 2)
            *PUSH(arena, set->input, set->ninput) = C;
        for (uint32_t n = 1 + dice(3); n > 0; n--) {
            PUSH(arena, set->part, set->npart);
            set->part[set->npart - 1].entries = list(i < 2 ? A : NO, i & 2, i & 1);
            if (dice(2)) {
                set->part[set->npart - 1].ninterval = 1;
                set->part[set->npart - 1].interval[0] = span();
            }
        }
    }
}

static struct cond random_cond(void) {
    static const enum cond_form form[] = {COND_PLAIN, COND_PLAIN, COND_ANY, COND_TUPLE};
    struct cond c = {.form = form[dice(4)], .guard = dice(3) == 0};
    c.input = arena_alloc(arena, 2 * sizeof *c.input);
    c.ninput = c.form == COND_PLAIN ? 1 : 2;
    if (c.form == COND_TUPLE) {
        c.input[0] = A;
        c.input[1] = C;
        c.entries = list(NO, 2, 2);
        return c;
    }
    c.input[0] = dice(3);
    c.input[1] = c.input[0] == A ? B : A;
    if (c.form == COND_ANY && c.input[0] == C)
        c.input[0] = B;
    if (c.form == COND_PLAIN && dice(5) == 0) {
        c.input[0] = V;
        struct entry *e = PUSH(arena, c.entries.entry, c.entries.count);
        *e = (struct entry){.kind = ENTRY_COMPARE, .value = NO, .ninterval = 1};
        struct interval *at = arena_alloc(arena, sizeof *at);
        *at = span();
        e->interval = at;
        return c;
    }
    c.entries = list(c.input[0], 0, c.input[0] == C || c.form == COND_ANY ? 0 : c.input[0] == A ? 2 : 0);
    return c;
}

struct at { /* one cell, in words */
    const struct space *space;
    const uint32_t *cell;
};

static const char *text_of(const struct at *at, uint32_t input) {
    return at->space->domain[input].atom[at->cell[input]].text;
}

static bool span_holds(const struct at *at, const struct interval *i) {
    const char *text = text_of(at, V);
    return strcmp(text, "absent") != 0 && interval_has(i, version_parse(arena, SCHEME_PEP440, text));
}

struct told {
    bool any_yes, any_no, yes, special, no;
};

static bool list_accepts(const struct at *at, uint32_t input, const struct entries *e);
static bool told_accepts(const struct told *t, bool is_special) {
    return !t->no && (t->special || (t->any_yes ? t->yes : t->any_no && !is_special));
}

static void tell(const struct at *at, uint32_t input, const struct entries *e, struct told *t);

static bool set_accepts(const struct at *at, uint32_t input, uint32_t set) {
    const struct set *s = &at->space->table->set[set];
    struct told t = {0};
    for (size_t i = 0; i < s->npart; i++)
        if (!s->part[i].ninterval || span_holds(at, &s->part[i].interval[0]))
            tell(at, input, &s->part[i].entries, &t);
    return told_accepts(&t, false);
}

static bool entry_accepts(const struct at *at, uint32_t input, const struct entry *e) {
    if (e->kind == ENTRY_SET)
        return set_accepts(at, input, e->set);
    if (e->kind == ENTRY_COMPARE)
        return span_holds(at, &e->interval[0]);
    if (e->kind == ENTRY_TUPLE) {
        struct entries a = {&e->part[0], 1}, c = {&e->part[1], 1};
        return list_accepts(at, A, &a) && list_accepts(at, C, &c);
    }
    return strcmp(e->text, text_of(at, input)) == 0;
}

static void tell(const struct at *at, uint32_t input, const struct entries *e, struct told *t) {
    for (size_t i = 0; i < e->count; i++) {
        const struct entry *entry = &e->entry[i];
        bool special = entry->kind == ENTRY_WORD && entry->value == VALUE_UNKNOWN;
        bool here = entry_accepts(at, input, entry);
        t->any_no |= entry->not ;
        t->any_yes |= !entry->not &&!special;
        t->no |= entry->not &&here;
        t->special |= !entry->not &&special && here;
        t->yes |= !entry->not &&!special && here;
    }
}

static bool list_accepts(const struct at *at, uint32_t input, const struct entries *e) {
    struct told t = {0};
    tell(at, input, e, &t);
    bool special = input == C && strcmp(text_of(at, C), "unknown") == 0;
    return told_accepts(&t, special);
}

static bool cond_holds(const struct at *at, const struct cond *c) {
    bool holds = list_accepts(at, c->form == COND_TUPLE ? NO : c->input[0], &c->entries);
    return c->form == COND_ANY ? holds || list_accepts(at, c->input[1], &c->entries) : holds;
}

static bool names_unknown(const struct cond *c) {
    for (size_t i = 0; i < c->entries.count; i++)
        if (c->entries.entry[i].value == VALUE_UNKNOWN && c->entries.entry[i].kind == ENTRY_WORD)
            return true;
    return false;
}

/* The cell is not known to the condition: its bool input is unknown, and it does not speak of that. */
static bool cond_unknown(const struct at *at, const struct cond *c) {
    for (size_t i = 0; i < c->ninput; i++)
        if (c->input[i] == C && strcmp(text_of(at, C), "unknown") == 0)
            return !names_unknown(c);
    return false;
}

static bool clause_fails(const struct at *at, const struct rule *r) {
    bool fails = false;
    for (size_t i = 0; i < r->ncond; i++) {
        const struct cond *c = &r->cond[i];
        if (c->guard && !cond_holds(at, c))
            return false;
        if (!c->guard && cond_unknown(at, c) && r->unknown == 2)
            return false;
        fails |= !c->guard && !cond_holds(at, c) && !(cond_unknown(at, c) && r->unknown == 1);
    }
    return fails;
}

static bool rule_has(const struct at *at, const struct rule *r) {
    if (r->kind == RULE_CLAUSE)
        return clause_fails(at, r);
    for (size_t i = 0; i < r->ncond; i++)
        if (!cond_holds(at, &r->cond[i]))
            return false;
    return true;
}

static struct table random_table(void) {
    struct table t = table_new();
    add_sets(&t);
    for (int i = 0; i < 8; i++) {
        struct rule *r = PUSH(arena, t.rule, t.nrule);
        *r = (struct rule){.name = "rule", .kind = dice(2) ? RULE_RULE : dice(2) ? RULE_NEVER : RULE_CLAUSE};
        r->unknown = dice(3);
        for (uint32_t n = dice(4); n > 0; n--) {
            struct cond c = random_cond();
            if (r->kind != RULE_CLAUSE)
                c.guard = false;
            if (r->unknown == 1 && c.form == COND_TUPLE) /* unknown inside tuples has a test of its own */
                c.guard = true;
            *PUSH(arena, r->cond, r->ncond) = c;
        }
    }
    struct fact *f = PUSH(arena, t.fact, t.nfact);
    *f = (struct fact){.input = C, .of = A, .yes = list(A, 0, 2), .either = list(A, 0, 2)};
    return t;
}

static bool never_has(const struct at *at, const struct table *t) {
    const char *c = text_of(at, C);
    bool either = list_accepts(at, A, &t->fact[0].either), yes = list_accepts(at, A, &t->fact[0].yes);
    if (!either && (yes ? !strcmp(c, "no") : !strcmp(c, "yes")))
        return true;
    for (size_t i = 0; i < t->nrule; i++)
        if (t->rule[i].kind == RULE_NEVER && rule_has(at, &t->rule[i]))
            return true;
    return false;
}

static void conditions(void **state) {
    (void)state;
    for (int round = 0; round < 150; round++) {
        arena = arena_new();
        struct sources sources = {0};
        struct msgs m;
        msgs_init(&m, arena, &sources);
        struct table t = random_table();
        struct space *s = domain_build(arena, &m, &t);
        struct boxes *b = boxes_build(arena, &m, s);
        assert_int_equal(m.nmsg, 0);
        for (size_t i = 0; i < t.nrule; i++)
            sound(s, &b->rule[i]);
        uint32_t cell[INPUTS] = {0};
        do {
            struct at at = {s, cell};
            for (size_t i = 0; i < t.nrule; i++)
                assert_int_equal(has(s, &b->rule[i], cell), rule_has(&at, &t.rule[i]));
            assert_int_equal(has(s, &b->never, cell), never_has(&at, &t));
        } while (next_cell(s, cell));
        arena_free(arena);
    }
}

/* unknown = accept inside tuples, through a set as well: (p, yes) also holds where c is unknown, (p, unknown) as written. */
static void unknown_in_tuples(void **state) {
    (void)state;
    arena = arena_new();
    struct sources sources = {0};
    struct msgs m;
    msgs_init(&m, arena, &sources);
    static const char text[] = "[table t]\nabout = x\n[input a]\ntype = enum\nvalues = p, q\n[input c]\ntype = bool\n"
                               "unknown = yes\n[output o]\nvalues = x\n[set s]\nof = (a, c)\nvalues = (p, yes)\n"
                               "[needs x one]\nunknown = accept\n(a, c) = (p, yes), (q, no)\n"
                               "[needs x two]\nunknown = accept\n(a, c) = @s\n"
                               "[needs x three]\n(a, c) = @s\n[rule r]\no = x\n";
    struct table *t = table_build(arena, &m, read_bytes(arena, &m, "t.ini", text, sizeof text - 1), "t.ini");
    assert_int_equal(msgs_count(&m, LEVEL_ERROR), 0);
    const struct space *s = domain_build(arena, &m, t);
    struct boxes *b = boxes_build(arena, &m, s);
    static const char holds[3][7] = {"011101", "011000", "010000"}; /* (p, no yes unknown), (q, no yes unknown) */
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t i = 0; i < 6; i++) {
            uint32_t cell[2] = {i / 3, i % 3};
            assert_int_equal(has(s, &b->rule[r], cell), holds[r][i] == '0');
        }
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(operations),
        cmocka_unit_test(limits),
        cmocka_unit_test(conditions),
        cmocka_unit_test(unknown_in_tuples),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
