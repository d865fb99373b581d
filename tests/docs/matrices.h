/* matrices.h -- the matrices of a table's page against every cell: for test_docs.c and tests/docs/random.c.
 *
 * A matrix must show, for each row and column, an answer that some choice of the other inputs gives there, name every
 * other answer, and every input that changes it; and it may say that nothing occurs there only when nothing does.
 */
#ifndef TEST_MATRICES_H
#define TEST_MATRICES_H

#include "model_docs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct bench {
    struct arena *arena;
    struct msgs msgs;
    struct sources sources;
    struct docs_input in;
};

static const struct limits limits = {.steps = 1000000, .nodes = 1000000, .vectors = 10};

/* false: faults of text. */
static bool bench_doc(struct bench *b, struct doc *doc, uint32_t nodes) {
    struct limits few = limits;
    few.nodes = nodes;
    struct table *t = doc ? table_build(b->arena, &b->msgs, doc, "t.ini") : NULL;
    if (!t || msgs_count(&b->msgs, LEVEL_ERROR) > 0) {
        return false;
    }
    struct space *s = domain_build(b->arena, &b->msgs, t);
    const struct boxes *boxes = boxes_build(b->arena, &b->msgs, s);
    struct plan **plan = arena_alloc(b->arena, (t->noutput + 1) * sizeof *plan);
    struct diagram **value = arena_alloc(b->arena, (t->noutput + 1) * sizeof *value);
    struct diagram **rule = arena_alloc(b->arena, (t->noutput + 1) * sizeof *rule);
    const uint32_t *order = boxes_order(b->arena, t);
    for (uint32_t i = 0; i < t->noutput; i++) {
        plan[order[i]] = plan_build(b->arena, &b->msgs, boxes, order[i]);
        boxes = boxes_chain(b->arena, &b->msgs, boxes, plan[order[i]]);
    }
    analyse(b->arena, &b->msgs, boxes, plan, &limits);
    for (uint32_t i = 0; i < t->noutput; i++) {
        value[i] = diagram_build(b->arena, &b->msgs, plan[i], false, &few);
        rule[i] = diagram_build(b->arena, &b->msgs, plan[i], true, &few);
    }
    b->in = (struct docs_input){.sources = &b->sources, .msgs = &b->msgs, .doc = doc, .boxes = boxes, .plan = plan};
    b->in.value = value;
    b->in.rule = rule;
    return true;
}

/* As docs_build begins. */
static struct docs *bench_docs(struct bench *b) {
    struct docs *d = arena_alloc(b->arena, sizeof *d);
    *d = (struct docs){.arena = b->arena, .in = &b->in, .space = b->in.boxes->space};
    d->table = d->space->table;
    d->order = boxes_order(b->arena, d->table);
    return d;
}

/* ---- a matrix says what every cell says ---- */

struct brute { /* over all inputs but the two axes */
    struct names outcome;
    uint64_t depends;
    bool fails;
};

static bool occurs(const struct docs *d, const uint32_t *cell) {
    struct box b = box_full(d->space, d->arena);
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        box_narrow(d->space, &b, i, aset_one(d->space->domain[i].sets, cell[i]));
    }
    return box_possible(d->space, &b, NULL) != POSSIBLE_NO;
}

static const char *answer(const struct docs *d, uint32_t output, const uint32_t *cell, struct decided *got) {
    *got = decide(d->in->boxes, output, cell);
    return got->verdict == VERDICT_NEVER || !occurs(d, cell) ? NULL : docs_outcome(d, d->arena, output, got).text;
}

static bool next_cell(const struct docs *d, const struct at *at, uint32_t *cell) {
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        if (at->input[0] == i || at->input[1] == i) {
            continue;
        }
        if (++cell[i] < d->space->domain[i].natom) {
            return true;
        }
        cell[i] = 0;
    }
    return false;
}

/* The inputs of which a single change of the cell changes the answer. */
static uint64_t depends_here(const struct docs *d, uint32_t output, const struct at *at, const uint32_t *cell,
                             const char *text) {
    uint64_t depends = 0;
    uint32_t other[64];
    struct decided got;
    memcpy(other, cell, d->space->ninput * sizeof *cell);
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        for (uint32_t x = 0; at->input[0] != i && at->input[1] != i && x < d->space->domain[i].natom; x++) {
            other[i] = x;
            const char *there = answer(d, output, other, &got);
            depends |= there && strcmp(there, text) != 0 ? (uint64_t)1 << i : 0;
        }
        other[i] = cell[i];
    }
    return depends;
}

static void try_all(const struct docs *d, uint32_t output, const struct at *at, struct brute *b) {
    uint32_t cell[64] = {0};
    for (int i = 0; i < 2; i++) {
        if (at->input[i] != NO) {
            cell[at->input[i]] = at->atom[i];
        }
    }
    b->outcome.arena = d->arena;
    do {
        struct decided got;
        const char *text = answer(d, output, cell, &got);
        if (text) {
            names_add(&b->outcome, text, 0);
            b->depends |= depends_here(d, output, at, cell, text);
            bool value = got.verdict == VERDICT_VALUE && !d->table->output[output].is_int;
            b->fails = b->fails || (value && docs_failing(d, output, got.value, cell) != NO);
        }
    } while (next_cell(d, at, cell));
}

static size_t words_in(const char *list) {
    size_t n = list[0] != '\0';
    for (; (list = strstr(list, ", ")) != NULL; list += 2) {
        n++;
    }
    return n;
}

/* exact: no chained input, so that `others` has neither too many nor too few. */
static void check_pair(const struct matrix *m, const struct at *at, uint32_t row, uint32_t column, bool exact) {
    const struct shown_cell *c = &m->cell[m->row.class[row] * m -> column.nclass + m->column.class[column]];
    const struct footnote *n = c->note ? &m->note[c->note - 1] : NULL;
    struct brute b = {.depends = 0};
    try_all(m->docs, m->output, at, &b);
    if (strcmp(c->words.kind, "never") == 0) {
        assert_int_equal(b.outcome.count, 0);
        return;
    }
    if (strcmp(c->words.kind, "unknown") == 0) { /* chained numbers may be copies of pieces */
        assert_false(exact);
        return;
    }
    assert_int_not_equal(names_find(&b.outcome, c->words.text), NO);
    size_t others = n ? words_in(n->others) : 0;
    if (exact) {
        assert_int_equal(others, b.outcome.count - 1);
    }
    assert_true(others >= b.outcome.count - 1);
    if (n && n->others[0]) {
        assert_int_equal(b.depends & ~n->looked, 0);
    }
    if (n && n->nfail > 0) {
        assert_true(b.fails);
    }
}

static void check_matrices(struct bench *b, bool exact) {
    struct docs *d = bench_docs(b);
    for (uint32_t o = 0; o < d->table->noutput; o++) {
        struct matrix m;
        docs_matrix(d, o, &m);
        assert_false(m.large);
        assert_false(m.unread);
        uint32_t rows = m.row.input == NO ? 1 : d->space->domain[m.row.input].natom;
        uint32_t columns = m.column.input == NO ? 1 : d->space->domain[m.column.input].natom;
        for (uint32_t r = 0; r < rows; r++) {
            for (uint32_t c = 0; c < columns; c++) {
                struct at at = {{m.row.input, m.column.input}, {r, c}};
                check_pair(&m, &at, r, c, exact);
            }
        }
    }
    arena_free(b->arena);
}

#endif
