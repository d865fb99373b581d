/* test_vector.c -- test vectors: corners of paths, each once, none in a never cell, sampled above the limit. */
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const struct limits limits = {.nodes = 1000000, .vectors = 100000};

static struct vectors *vectors_of(struct made *m, const struct limits *l) {
    struct plan *p = plan_build(m->arena, &m->msgs, m->boxes, 0);
    struct diagram *d = diagram_build(m->arena, &m->msgs, p, true, l);
    return vector_build(m->arena, &m->msgs, m->boxes, &d, l);
}

static bool has_cell(const struct vectors *v, const uint32_t *cell, uint32_t ninput) {
    for (size_t i = 0; i < v->nvector; i++) {
        if (memcmp(v->vector[i].cell, cell, ninput * sizeof *cell) == 0) {
            return true;
        }
    }
    return false;
}

/* One rule on the middle of one input: both ends of every piece are there. */
static void test_corners(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){9, 3}, 2);
    const uint32_t v0 = 0, v1 = 1;
    made_rule(&m, RULE_RULE, &v0, 1);
    made_box(&m, &m.boxes->rule[0], 0, aset_range(m.space->domain[0].sets, 2, 5));
    made_rule(&m, RULE_RULE, &v1, 1)->is_else = true;
    struct vectors *v = vectors_of(&m, &limits);
    assert_int_equal(v->nvector, 9); /* every value of x0 once, beside the corners */
    assert_true(v->total == 9);
    assert_string_equal(v->rule, "the low and the high corner of every path of every decision diagram, and between "
                                 "them each of its names, values and SMs once");
    assert_true(has_cell(v, (const uint32_t[]){2, 0}, 2));
    assert_true(has_cell(v, (const uint32_t[]){5, 2}, 2));
    assert_true(has_cell(v, (const uint32_t[]){0, 0}, 2));
    assert_true(has_cell(v, (const uint32_t[]){8, 2}, 2));
    for (uint32_t i = 0; i < 9; i++) {
        assert_true(has_cell(v, (const uint32_t[]){i, 0}, 2) || has_cell(v, (const uint32_t[]){i, 2}, 2));
    }
    const struct limits few = {.nodes = 1000, .vectors = 8};
    v = vectors_of(&m, &few);
    assert_int_equal(v->nvector, 4); /* no room for the rows between */
    assert_string_equal(v->rule, "the low and the high corner of every path of every decision diagram");
    m.table->input[0].type = TYPE_VERSION;
    assert_int_equal(vectors_of(&m, &limits)->nvector, 4); /* versions have an order */
    arena_free(m.arena);
}

/* An int piece is tested at both ends, although it is one atom. */
static void test_numbers(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){2}, 1);
    m.table->input[0].type = TYPE_INT;
    m.space->domain[0].atom[0] = (struct atom){.text = "1", .label = "<=64", .lo = 1, .hi = 64};
    m.space->domain[0].atom[1] = (struct atom){.text = "65", .label = "65", .lo = 65, .hi = 65};
    const uint32_t v0 = 0, v1 = 1;
    made_rule(&m, RULE_RULE, &v0, 1);
    made_box(&m, &m.boxes->rule[0], 0, aset_one(m.space->domain[0].sets, 0));
    made_rule(&m, RULE_RULE, &v1, 1)->is_else = true;
    struct vectors *v = vectors_of(&m, &limits);
    assert_int_equal(v->nvector, 3);
    assert_string_equal(vector_text(m.arena, m.space, &v->vector[0], 0), "1");
    assert_string_equal(vector_text(m.arena, m.space, &v->vector[1], 0), "64");
    assert_string_equal(vector_text(m.arena, m.space, &v->vector[2], 0), "65");
    arena_free(m.arena);
}

/* Another value in any rule that is credited somewhere is seen by a row. */
static void check_mutants(struct made *m, const struct vectors *v) {
    size_t n = v->nvector;
    struct decided *before = arena_alloc(m->arena, (n + 1) * sizeof *before);
    for (size_t i = 0; i < n; i++) {
        before[i] = decide(m->boxes, 0, v->vector[i].cell);
        assert_int_not_equal(before[i].verdict, VERDICT_NEVER);
    }
    for (uint32_t r = 0; r < m->table->nrule; r++) {
        bool credited = false, seen = false;
        uint32_t cell[INPUT] = {0};
        do {
            struct decided e = decide(m->boxes, 0, cell);
            credited = credited || (e.rule == r && e.verdict == VERDICT_VALUE && e.cand == 0);
        } while (next_cell(m->space, cell));
        if (!credited) {
            continue;
        }
        m->table->rule[r].assign[0].outcome.kind = OUTCOME_ERROR;
        for (size_t i = 0; i < n; i++) {
            struct decided after = decide(m->boxes, 0, v->vector[i].cell);
            seen = seen || !decided_same(&before[i], &after);
        }
        m->table->rule[r].assign[0].outcome.kind = OUTCOME_LIST;
        assert_true(seen);
    }
}

static bool has_conflict(struct made *m) {
    uint32_t cell[INPUT] = {0};
    do {
        if (decide(m->boxes, 0, cell).verdict == VERDICT_CONFLICT) {
            return true;
        }
    } while (next_cell(m->space, cell));
    return false;
}

static void test_random(void **state) {
    (void)state;
    uint32_t checked = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        struct made m;
        seed = i;
        made_random(&m);
        if (!has_conflict(&m)) {
            struct vectors *v = vectors_of(&m, &limits);
            for (size_t x = 0; x < v->nvector; x++) {
                for (size_t y = 0; y < x; y++) {
                    assert_int_not_equal(
                        memcmp(v->vector[x].cell, v->vector[y].cell, m.space->ninput * sizeof(uint32_t)), 0);
                }
            }
            check_mutants(&m, v);
            checked++;
        }
        arena_free(m.arena);
    }
    assert_true(checked > 400);
}

/* 12 independent inputs of parity: thousands of paths, counted and not walked. */
static void made_many(struct made *m, uint32_t ninput) {
    uint32_t natom[24] = {0};
    for (uint32_t i = 0; i < ninput; i++) {
        natom[i] = 3;
    }
    made_new(m, natom, ninput);
    m->table->output[0].hit = HIT_FIRST;
    for (uint32_t i = 0; i < ninput; i += 2) { /* pairs that are equal: 2 of 3 rows leave the pair unanswered */
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t v = k;
            made_rule(m, RULE_RULE, &v, 1);
            struct region *r = &m->boxes->rule[m->table->nrule - 1];
            made_box(m, r, i, aset_one(m->space->domain[i].sets, k));
            made_box(m, r, i + 1, aset_one(m->space->domain[i + 1].sets, k));
        }
    }
    const uint32_t v = 0;
    made_rule(m, RULE_RULE, &v, 1)->is_else = true;
}

static void test_sampled(void **state) {
    (void)state;
    struct made m;
    made_many(&m, 24);
    const struct limits few = {.nodes = 1000000, .vectors = 500};
    struct vectors *v = vectors_of(&m, &few);
    assert_true(v->total > 100000);
    assert_true(v->nvector > 250 && v->nvector <= 500);
    assert_non_null(strstr(v->rule, "sampled: "));
    struct vectors *again = vectors_of(&m, &few);
    assert_string_equal(v->rule, again->rule);
    for (size_t i = 0; i < v->nvector; i++) {
        assert_memory_equal(v->vector[i].cell, again->vector[i].cell, 24 * sizeof(uint32_t));
    }
    arena_free(m.arena);
}

/* No diagram: the corners of the rules, and none in a never cell. */
static void test_incomplete(void **state) {
    (void)state;
    struct made m;
    made_many(&m, 24);
    made_box(&m, &m.boxes->never, 0, aset_one(m.space->domain[0].sets, 0));
    const struct limits none = {.nodes = 5, .vectors = 500};
    struct vectors *v = vectors_of(&m, &none);
    assert_true(v->nvector > 20);
    assert_non_null(strstr(v->rule, "for 'out', whose diagram passed its limit, of every rule instead"));
    for (size_t i = 0; i < v->nvector; i++) {
        assert_int_not_equal(v->vector[i].cell[0], 0);
    }
    arena_free(m.arena);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(test_corners), cmocka_unit_test(test_numbers),    cmocka_unit_test(test_random),
        cmocka_unit_test(test_sampled), cmocka_unit_test(test_incomplete),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
