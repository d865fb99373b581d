/* test_diagram.c -- diagrams against decide(), on tables built by hand and on random ones. */
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { TABLE = 3000 };

static const struct limits limits = {.steps = 1000000, .nodes = 1000000, .vectors = 1000};

static void check_terminal(const struct terminal *t, const struct decided *e, bool by_rule) {
    assert_int_equal(t->verdict, e->verdict);
    if (e->verdict == VERDICT_VALUE) {
        assert_int_equal(t->value, e->value);
        assert_true(t->number == e->number);
    }
    assert_int_equal(t->rule, by_rule ? e->rule : NO);
    if (by_rule && e->verdict == VERDICT_VALUE) {
        assert_int_equal(t->cand, e->cand);
    }
}

/* Every node is needed: more than one child, smaller children, disjoint sets that cover the domain, none equal. */
static void check_reduced(const struct diagram *d) {
    for (uint32_t i = d->nterminal; i < d->nnode; i++) {
        const struct node *n = &d->node[i];
        struct asets *p = d->space->domain[n->input].sets;
        uint32_t all = ASET_EMPTY;
        assert_true(n->nedge > 1);
        for (uint32_t e = 0; e < n->nedge; e++) {
            assert_true(n->edge[e].child < i);
            assert_false(aset_meets(p, all, n->edge[e].set));
            all = aset_or(p, all, n->edge[e].set);
            for (uint32_t k = 0; k < e; k++) {
                assert_int_not_equal(n->edge[e].child, n->edge[k].child);
                assert_true(aset_next(p, n->edge[k].set, 0) < aset_next(p, n->edge[e].set, 0));
            }
        }
        assert_int_equal(all, ASET_FULL);
        for (uint32_t k = d->nterminal; k < i; k++) {
            assert_false(d->node[k].input == n->input && d->node[k].nedge == n->nedge &&
                         memcmp(d->node[k].edge, n->edge, n->nedge * sizeof *n->edge) == 0);
        }
    }
}

/* Compares both diagrams with decide() in every cell without a conflict; returns the cells compared. */
static size_t check_table(struct made *m) {
    struct plan *p = plan_build(m->arena, &m->msgs, m->boxes, 0);
    size_t compared = 0;
    for (int by_rule = 0; by_rule < 2; by_rule++) {
        struct diagram *d = diagram_build(m->arena, &m->msgs, p, by_rule, &limits);
        assert_true(d->complete);
        check_reduced(d);
        double *count = arena_alloc(m->arena, (d->nterminal + 1) * sizeof *count);
        uint32_t cell[INPUT] = {0};
        do {
            uint32_t at = diagram_at(d, cell);
            struct decided e = decide(m->boxes, 0, cell);
            assert_true(at < d->nterminal);
            count[at]++;
            if (e.verdict != VERDICT_CONFLICT) {
                check_terminal(&d->terminal[at], &e, by_rule);
                compared++;
            }
        } while (next_cell(m->space, cell));
        for (uint32_t t = 0; t < d->nterminal; t++) {
            assert_true(count[t] == diagram_count(d, t));
            assert_true(count[t] > 0);
        }
    }
    return compared;
}

static void test_random(void **state) {
    (void)state;
    size_t compared = 0;
    for (uint32_t i = 0; i < TABLE; i++) {
        struct made m;
        seed = i;
        made_random(&m);
        compared += check_table(&m);
        arena_free(m.arena);
    }
    assert_true(compared > 100000);
}

/* a wide and early, d inside a, b crossing both, all of one value: no linear order credits every cell right. */
static void test_credit(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){2, 2, 2}, 3);
    const uint32_t v = 1;
    made_rule(&m, RULE_RULE, &v, 1);
    made_box(&m, &m.boxes->rule[0], 0, aset_one(m.space->domain[0].sets, 0)); /* a: x0 */
    made_rule(&m, RULE_RULE, &v, 1);
    made_box(&m, &m.boxes->rule[1], 1, aset_one(m.space->domain[1].sets, 0)); /* b: x1 */
    made_rule(&m, RULE_RULE, &v, 1);
    made_box(&m, &m.boxes->rule[2], 0, aset_one(m.space->domain[0].sets, 0)); /* d: x0 and x2 */
    made_box(&m, &m.boxes->rule[2], 2, aset_one(m.space->domain[2].sets, 0));
    made_rule(&m, RULE_RULE, &v, 1)->is_else = true;
    check_table(&m);
    struct plan *p = plan_build(m.arena, &m.msgs, m.boxes, 0);
    struct diagram *d = diagram_build(m.arena, &m.msgs, p, true, &limits);
    const uint32_t abd[] = {0, 0, 0}, ab[] = {0, 0, 1}, ad[] = {0, 1, 0};
    assert_int_equal(d->terminal[diagram_at(d, abd)].rule, 1);
    assert_int_equal(d->terminal[diagram_at(d, ab)].rule, 0);
    assert_int_equal(d->terminal[diagram_at(d, ad)].rule, 2);
    d = diagram_build(m.arena, &m.msgs, p, false, &limits);
    assert_int_equal(d->nnode, 1); /* one value everywhere: a terminal and no node */
    assert_int_equal(d->root, 0);
    assert_true(diagram_count(d, 0) == 8);
    arena_free(m.arena);
}

/* The most-named input comes first; inputs that decide nothing are not in the order. */
static void test_order(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){3, 3, 3}, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t v = i == 2 ? 0 : i; /* the last rule says what else says: x1 decides nothing */
        made_rule(&m, RULE_RULE, &v, 1);
        made_box(&m, &m.boxes->rule[i], i < 2 ? 2 : 1, aset_one(m.space->domain[i < 2 ? 2 : 1].sets, i % 2));
    }
    m.table->output[0].hit = HIT_FIRST;
    const uint32_t v = 0;
    made_rule(&m, RULE_RULE, &v, 1)->is_else = true;
    struct plan *p = plan_build(m.arena, &m.msgs, m.boxes, 0);
    struct diagram *d = diagram_build(m.arena, &m.msgs, p, false, &limits);
    assert_int_equal(d->nlevel, 1);
    assert_int_equal(d->order[0], 2);
    d = diagram_build(m.arena, &m.msgs, p, true, &limits);
    assert_int_equal(d->nlevel, 2);
    assert_int_equal(d->order[0], 2);
    assert_int_equal(d->order[1], 1);
    arena_free(m.arena);
}

/* Many crossing rules of pairs: the number of states explodes, and the limit ends it. */
static void test_limit(void **state) {
    (void)state;
    struct made m;
    uint32_t natom[24];
    for (uint32_t i = 0; i < 24; i++) {
        natom[i] = 4;
    }
    made_new(&m, natom, 24);
    for (uint32_t i = 0; i < 24; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const uint32_t v = (i + k) % VALUE;
            made_rule(&m, RULE_RULE, &v, 1);
            struct region *r = &m.boxes->rule[m.table->nrule - 1];
            made_box(&m, r, i, aset_one(m.space->domain[i].sets, k % 4));
            made_box(&m, r, k, aset_one(m.space->domain[k].sets, i % 4));
        }
    }
    m.table->output[0].hit = HIT_FIRST;
    struct plan *p = plan_build(m.arena, &m.msgs, m.boxes, 0);
    const struct limits few = {.nodes = 2000};
    struct diagram *d = diagram_build(m.arena, &m.msgs, p, false, &few);
    assert_false(d->complete);
    const uint32_t cell[24] = {0};
    assert_int_equal(diagram_at(d, cell), NO);
    assert_int_equal(m.msgs.nmsg, 1);
    assert_int_equal(m.msgs.msg[0].level, LEVEL_NOTE);
    assert_string_equal(m.msgs.msg[0].text,
                        "the value diagram of output 'out' passes 2000 nodes; the look-up uses bit rows");
    arena_free(m.arena);
}

/* An input of 3,000 atoms and a rule for each: one node, edges merged by child. */
static void test_wide(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){3000, 2}, 2);
    for (uint32_t i = 0; i < 3000; i += 3) {
        const uint32_t v = i % VALUE;
        made_rule(&m, RULE_RULE, &v, 1);
        made_box(&m, &m.boxes->rule[m.table->nrule - 1], 0, aset_one(m.space->domain[0].sets, i));
    }
    const uint32_t v = 2;
    made_rule(&m, RULE_RULE, &v, 1)->is_else = true;
    struct plan *p = plan_build(m.arena, &m.msgs, m.boxes, 0);
    struct diagram *d = diagram_build(m.arena, &m.msgs, p, false, &limits);
    assert_int_equal(d->nnode - d->nterminal, 1);
    assert_int_equal(d->nterminal, 2);
    assert_true(diagram_count(d, 0) == 2000);
    assert_true(diagram_count(d, 1) == 4000);
    d = diagram_build(m.arena, &m.msgs, p, true, &limits);
    assert_int_equal(d->nnode - d->nterminal, 1);
    assert_int_equal(d->nterminal, 1001);
    arena_free(m.arena);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(test_credit), cmocka_unit_test(test_order),  cmocka_unit_test(test_limit),
        cmocka_unit_test(test_wide),   cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
