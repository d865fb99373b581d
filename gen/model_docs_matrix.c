/* model_docs_matrix.c -- the support matrix of an output: what is chosen for each row and column.
 *
 * In:  a table, its boxes and diagrams.  Out: one answer per class of the two axes, by the definition (decide.c), with
 * all other inputs at a stated base; and a note wherever they change it: which inputs, and what else comes out.
 * Guaranteed: a cell without a note has this answer whatever the other inputs are, unless the matrix says that it was
 * not looked for; `others` has every other outcome (with chained or derived inputs perhaps one too many, never too few).
 */
#include "model_docs.h"

#include <inttypes.h>

enum { CELLS = 20000 };
static const double budget = 4e8;

/* ---- one cell ---- */

/* The inputs (a bit each) that differ from the base there, in words. */
static const char *moved_text(const struct matrix *m, uint64_t inputs, const uint32_t *cell) {
    const struct docs *d = m->docs;
    struct text t = {.arena = d->arena};
    text_put(&t, "");
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        if (inputs >> i & 1 && cell[i] != m->base[i]) {
            const char *atom = docs_atom(d, d->arena, i, cell[i]);
            text_printf(&t, "%s%s = %s", t.len ? ", " : "", d->table->input[i].name, atom);
        }
    }
    return t.at;
}

/* All that the reader must set, besides the row and the column, to be in this cell. */
static const char *differs_text(const struct matrix *m, const struct at *at, const uint32_t *cell) {
    uint64_t inputs = 0;
    for (uint32_t i = 0; i < m->docs->space->ninput; i++) {
        const struct input *in = &m->docs->table->input[i];
        bool set = in->chain == NO && i != at->input[0] && i != at->input[1];
        inputs |= set ? (uint64_t)1 << i : 0;
    }
    return moved_text(m, inputs, cell);
}

/* Every outcome but the one that is shown, in the order of the terminals. */
static const char *others_text(const struct matrix *m, const struct reach *r, const char *shown) {
    const struct docs *d = m->docs;
    const struct diagram *of = d->in->value[m->output];
    struct names seen = {.arena = d->arena};
    struct text t = {.arena = d->arena};
    text_put(&t, "");
    names_add(&seen, shown, 0);
    for (uint32_t i = 0; r->terminal && i < of->nterminal; i++) {
        const struct terminal *at = &of->terminal[i];
        struct decided is = {.verdict = at->verdict, .value = at->value, .number = at->number, .rule = NO, .other = NO};
        if (r->terminal[i] && at->verdict != VERDICT_NEVER) {
            const char *word = docs_outcome(d, d->arena, m->output, &is).text;
            if (names_add(&seen, word, 0)) {
                text_printf(&t, "%s%s", t.len ? ", " : "", word);
            }
        }
    }
    return t.at;
}

/* Clauses of the value that fail in the cell that is shown, then those that fail elsewhere in this row and column. */
static void add_fails(struct matrix *m, double *left, struct footnote *n, const struct at *at, struct shown_cell *c,
                      const uint32_t *cell) {
    const struct docs *d = m->docs;
    struct failing f = {.at = at, .base = m->base, .output = m->output, .value = c->decided.value};
    struct arena *a = d->arena;
    if (c->decided.verdict != VERDICT_VALUE || d->table->output[m->output].is_int) {
        return;
    }
    f.cell = arena_alloc(a, (d->space->ninput + 1) * sizeof *f.cell);
    uint32_t first = docs_failing(d, m->output, f.value, cell);
    c->fails = first != NO;
    for (uint32_t i = 0; i < d->table->nrule; i++) {
        bool speaks = clause_speaks_of(&d->table->rule[i], m->output, f.value);
        *left -= speaks ? (double)d->table->nrule : 0;
        m->unread = m->unread || *left < 0;
        if (i == first || (speaks && *left >= 0 && docs_fails(&f, d, i))) {
            const char *where = i == first ? "" : differs_text(m, at, f.cell);
            *PUSH(a, n->fail, n->nfail) = (struct fail){i, where};
        }
    }
}

/* All that a note says, as one text. */
static const char *note_key(struct arena *a, const struct footnote *n) {
    struct text t = {.arena = a};
    text_printf(&t, "%s\n%" PRIx64 "\n%s", n->moved, n->looked, n->others);
    for (size_t i = 0; i < n->nfail; i++) {
        text_printf(&t, "\n%u %s", n->fail[i].clause, n->fail[i].where);
    }
    return t.at;
}

/* Equal notes are one. */
static uint32_t note_number(struct matrix *m, struct names *known, const struct footnote *n) {
    if (!n->moved[0] && !n->others[0] && n->nfail == 0) {
        return 0;
    }
    const char *key = note_key(m->docs->arena, n);
    if (names_add(known, key, (uint32_t)m->nnote)) {
        *PUSH(m->docs->arena, m->note, m->nnote) = *n;
    }
    return names_find(known, key) + 1;
}

/* One matrix while it is filled. */
struct filling {
    struct matrix *matrix;
    struct names note, key;
    double budget, left; /* steps: of reducing diagrams, of looking for clauses that fail */
};

/* A cell that can occur: the answer, and what other inputs make of it. */
static void fill_answer(struct filling *f, struct shown_cell *c, const struct at *at, const uint32_t *cell,
                        uint64_t moved) {
    struct matrix *m = f->matrix;
    const struct docs *d = m->docs;
    struct arena *a = arena_new();
    c->decided = decide(d->in->boxes, m->output, cell);
    c->words = docs_outcome(d, d->arena, m->output, &c->decided);
    struct reach r = docs_reach(d, a, m->output, at, &f->budget);
    struct footnote n = {.moved = moved_text(m, moved & m->support, cell), .others = others_text(m, &r, c->words.text)};
    n.looked = n.others[0] ? r.looked : 0;
    add_fails(m, &f->left, &n, at, c, cell);
    c->note = note_number(m, &f->note, &n);
    m->unread = m->unread || !r.terminal;
    arena_free(a);
}

/* Cells that look the same get the same key, and rows of the same keys become one. */
static void fill_cell(struct filling *f, struct shown_cell *c, const struct at *at) {
    struct matrix *m = f->matrix;
    const struct docs *d = m->docs;
    uint32_t *cell = arena_alloc(d->arena, (d->space->ninput + 1) * sizeof *cell);
    uint64_t moved;
    enum shown shown = docs_cell(d, at, m->base, cell, &moved);
    c->decided = (struct decided){.verdict = VERDICT_NEVER, .rule = NO, .other = NO};
    c->words = docs_outcome(d, d->arena, m->output, &c->decided);
    if (shown == SHOWN_UNKNOWN) {
        c->words = (struct outcome_words){"not found", "unknown", 0, 0};
    } else if (shown == SHOWN_CELL) {
        fill_answer(f, c, at, cell, moved);
    }
    const char *key = arena_printf(d->arena, "%s\n%d\n%u", c->words.text, c->fails, c->note);
    names_add(&f->key, key, (uint32_t)f->key.count);
    c->key = names_find(&f->key, key);
}

/* By classes: a table with a thousand names has a few dozen of them. */
void docs_matrix(struct docs *d, uint32_t output, struct matrix *m) {
    struct filling f = {
        .matrix = m, .note.arena = d->arena, .key.arena = d->arena, .budget = budget, .left = budget / 10};
    *m = (struct matrix){.docs = d, .output = output};
    matrix_axes(m);
    matrix_base(m);
    size_t n = (size_t)m->row.nclass * m->column.nclass;
    m->large = n > CELLS;
    if (m->large) {
        return;
    }
    m->cell = arena_alloc(d->arena, (n + 1) * sizeof *m->cell);
    for (uint32_t r = 0; r < m->row.nclass; r++) {
        for (uint32_t c = 0; c < m->column.nclass; c++) {
            struct at at = {{m->row.input, m->column.input}, {m->row.first[r], m->column.first[c]}};
            fill_cell(&f, &m->cell[r * m->column.nclass + c], &at);
        }
    }
    matrix_groups(m);
}
