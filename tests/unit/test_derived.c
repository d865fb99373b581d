/* Derived integers: over small ranges every concrete cell is enumerated; a cell of atoms is possible when one of them
 * falls into it.  `never` must hold no possible cell, and with one relation all impossible ones; box_possible must give
 * a concrete cell of the box, or none where there is none.  Wide ranges: what is known to be possible stays so. */
#include "turnout.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { X, Y, D, E }; /* two factors, two derived inputs */

static struct arena *arena;
static uint64_t seed = 1;
static uint32_t dice(uint32_t sides) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % sides;
}

static const struct boxes *boxes_of(const char *text) {
    static struct sources sources;
    static struct msgs m;
    sources = (struct sources){0};
    msgs_init(&m, arena, &sources);
    struct doc *d = read_bytes(arena, &m, "t.ini", text, strlen(text));
    struct table *t = d ? table_build(arena, &m, d, "t.ini") : NULL;
    if (!t || msgs_count(&m, LEVEL_ERROR) > 0)
        return NULL; /* by chance: an entry outside of the derived range */
    return boxes_build(arena, &m, domain_build(arena, &m, t));
}

static void put_from(struct text *t, bool second) {
    static const char op[] = "/*%+";
    const char *left = second && dice(2) ? "d" : "x";
    char sign = op[dice(4)];
    if (dice(2))
        text_printf(t, "from = %s %c y\n", left, sign);
    else
        text_printf(t, "from = %s %c %u\n", left, sign, 1 + dice(6));
}

static const char *random_table(bool two) {
    static const char *const name[] = {"x", "y", "d", "e"};
    struct text t = {.arena = arena};
    text_printf(&t,
                "[table t]\nabout = x\n[input x]\ntype = int\nrange = %u..%u\n%s[input y]\ntype = int\n"
                "range = 1..%u\n[output o]\nvalues = p, q\n[input d]\n",
                dice(3), 3 + dice(25), dice(3) ? "" : "unset = yes\n", 1 + dice(12));
    put_from(&t, false);
    if (two) {
        text_put(&t, "[input e]\n");
        put_from(&t, true);
    }
    for (uint32_t i = 0, n = 1 + dice(5); i < n; i++) {
        text_printf(&t, "[rule r%u]\n%s = ", i, name[dice(two ? 4 : 3)]);
        uint32_t lo = dice(4);
        switch (dice(3)) {
        case 0:
            text_printf(&t, ">=%u\n", lo);
            break;
        case 1:
            text_printf(&t, "%%%u\n", 2 + dice(3));
            break;
        default:
            text_printf(&t, "%u..%u\n", lo, lo + dice(3));
        }
        text_put(&t, "o = p\n");
    }
    return t.at;
}

/* ---- every concrete cell ---- */

struct concrete {
    bool unset[4];
    int64_t number[4];
};

static bool derive(const struct table *t, struct concrete *c, uint32_t input) {
    const struct input *in = &t->input[input];
    uint32_t x = in->from[0], y = in->from[1];
    int64_t by = y == NO ? in->from_by : c->number[y];
    c->unset[input] = c->unset[x] || (y != NO && c->unset[y]);
    if (c->unset[input])
        return true;
    switch (in->from_op) {
    case '+':
        c->number[input] = c->number[x] + by;
        break;
    case '*':
        c->number[input] = c->number[x] * by;
        break;
    case '/':
        if (by == 0)
            return false;
        c->number[input] = c->number[x] / by;
        break;
    default:
        if (by == 0)
            return false;
        c->number[input] = c->number[x] % by;
    }
    return in->lo <= c->number[input] && c->number[input] <= in->hi;
}

static bool next_factors(const struct table *t, struct concrete *c) {
    if (++c->number[Y] <= t->input[Y].hi)
        return true;
    c->number[Y] = t->input[Y].lo;
    if (c->unset[X])
        return false;
    if (++c->number[X] <= t->input[X].hi)
        return true;
    c->number[X] = 0;
    c->unset[X] = true;
    return t->input[X].unset;
}

static void atoms_of(const struct space *s, const struct concrete *c, uint32_t *cell) {
    const char *error;
    for (uint32_t i = 0; i < s->ninput; i++) {
        const char *text = c->unset[i] ? "unset" : arena_printf(arena, "%" PRId64, c->number[i]);
        cell[i] = domain_atom(s, i, text, &error);
        assert_true(cell[i] != NO);
    }
}

static size_t place(const struct space *s, const uint32_t *cell) {
    size_t at = 0;
    for (uint32_t i = 0; i < s->ninput; i++)
        at = at * s->domain[i].natom + cell[i];
    return at;
}

static bool *all_possible(const struct space *s) {
    size_t n = 1;
    for (uint32_t i = 0; i < s->ninput; i++)
        n *= s->domain[i].natom;
    bool *possible = arena_alloc(arena, n);
    struct concrete c = {.number = {s->table->input[X].lo, s->table->input[Y].lo, 0, 0}};
    do {
        uint32_t cell[4];
        if (!derive(s->table, &c, D) || (s->ninput > E && !derive(s->table, &c, E)))
            continue;
        atoms_of(s, &c, cell);
        possible[place(s, cell)] = true;
    } while (next_factors(s->table, &c));
    return possible;
}

static bool next_cell(const struct space *s, uint32_t *cell) {
    for (uint32_t i = 0; i < s->ninput; i++) {
        if (++cell[i] < s->domain[i].natom)
            return true;
        cell[i] = 0;
    }
    return false;
}

static bool never_has(const struct boxes *b, const uint32_t *cell) {
    for (size_t i = 0; i < b->never.nbox; i++)
        if (box_has(b->space, &b->never.box[i], cell))
            return true;
    return false;
}

static bool any_possible(const struct space *s, const struct box *b, const bool *possible) {
    uint32_t cell[4] = {0};
    do {
        if (box_has(s, b, cell) && possible[place(s, cell)])
            return true;
    } while (next_cell(s, cell));
    return false;
}

static void check_solved(const struct space *s, const struct box *b, const struct solved *value) {
    struct concrete c = {{0}, {0}}, again;
    for (uint32_t i = 0; i < s->ninput; i++) {
        if (!value[i].known)
            return; /* the box is about less */
        c.unset[i] = value[i].unset;
        c.number[i] = value[i].number;
    }
    again = c;
    for (uint32_t i = D; i < s->ninput; i++) {
        assert_true(derive(s->table, &again, i));
        assert_int_equal(again.unset[i], c.unset[i]);
        assert_true(c.unset[i] || again.number[i] == c.number[i]);
    }
    uint32_t cell[4];
    atoms_of(s, &c, cell);
    assert_true(box_has(s, b, cell));
}

static void check_box(const struct space *s, const bool *possible) {
    struct box b = box_full(s, arena);
    for (uint32_t i = 0; i < s->ninput; i++) {
        uint32_t atom[64], n = 0;
        for (uint32_t k = 0; k < s->domain[i].natom && n < 64; k++)
            if (dice(3) == 0)
                atom[n++] = k;
        if (n && dice(3) && !box_narrow(s, &b, i, aset_of(s->domain[i].sets, atom, n)))
            return;
    }
    struct solved value[4];
    enum possible p = box_possible(s, &b, value);
    assert_int_equal(p, any_possible(s, &b, possible) ? POSSIBLE_YES : POSSIBLE_NO);
    if (p == POSSIBLE_YES)
        check_solved(s, &b, value);
}

static void small_ranges(void **state) {
    (void)state;
    for (int round = 0; round < 500;) {
        arena = arena_new();
        bool two = dice(2);
        const struct boxes *b = boxes_of(random_table(two));
        if (!b) {
            arena_free(arena);
            continue;
        }
        round++;
        const struct space *s = b->space;
        bool *possible = all_possible(s);
        uint32_t cell[4] = {0};
        do {
            bool never = never_has(b, cell);
            if (possible[place(s, cell)])
                assert_false(never);
            else if (!two)
                assert_true(never);
        } while (next_cell(s, cell));
        for (int i = 0; i < 20; i++)
            check_box(s, possible);
        arena_free(arena);
    }
}

static void witness_is(const struct boxes *b, size_t rule, const char *expected) {
    assert_string_equal(box_witness(b->space, arena, &b->rule[rule].box[0]), expected);
}

static void wide_ranges(void **state) {
    (void)state;
    arena = arena_new();
    const struct boxes *b =
        boxes_of("[table t]\nabout = x\n[input heads]\ntype = int\n[input kv]\ntype = int\nrange = 1..1000000\n"
                 "[input gqa]\nfrom = heads / kv\n[input rest]\nfrom = heads % kv\n[input total]\nfrom = heads * 128\n"
                 "[output o]\nvalues = p\n"
                 "[rule a]\nheads = >=64\ngqa = 8\nrest = 0\no = p\n"
                 "[rule b]\nheads = 4096..5000\ngqa = >4\nkv = %16\nrest = !0\no = p\n"
                 "[rule c]\ntotal = >=1024\nheads = <=8\no = p\n"
                 "[rule d]\ntotal = >=1024\nheads = <8\no = p\n");
    assert_non_null(b);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(box_possible(b->space, &b->rule[i].box[0], NULL), POSSIBLE_YES);
    witness_is(b, 0, "heads=64 gqa=8 rest=0");
    witness_is(b, 2, "heads=8 total=1024");
    assert_true(region_within(b->space, &b->rule[3], &b->never)); /* refuted by bounds */
    assert_int_not_equal(box_possible(b->space, &b->rule[3].box[0], NULL), POSSIBLE_YES);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(small_ranges),
        cmocka_unit_test(wide_ranges),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
