/* model_docs_show.c -- the matrices as templates see them.
 *
 * In:  struct matrix.  Out: the list `matrix`: what each shows and holds fixed, its columns, its rows with their cells,
 * its notes, and the values of the output with the needs that speak of them.
 * Guaranteed: a cell leads to the rule that decides it only when one rule does in everything that the cell stands for.
 */
#include "model_docs.h"

static void fill_column(struct scope *item, const void *of, size_t index) {
    const struct matrix *m = of;
    matrix_head(item, m, &m->column, (uint32_t)index);
}

/* ---- cells ---- */

struct row {
    const struct matrix *matrix;
    uint32_t group;
};

/* Does this pair of groups hold this pair of classes? */
static bool holds(const struct docs *d, const struct axis *x, uint32_t group, uint32_t class) {
    return x->input == NO || aset_has(d->space->domain[x->input].sets, x->set[group], x->first[class]);
}

/* The rule of every class in the two groups, or NO. */
static uint32_t one_rule(const struct matrix *m, uint32_t row, uint32_t column) {
    uint32_t rule = m->cell[m->row.stands[row] * m->column.nclass + m->column.stands[column]].decided.rule;
    for (uint32_t r = 0; r < m->row.nclass; r++) {
        for (uint32_t c = 0; c < m->column.nclass && holds(m->docs, &m->row, row, r); c++) {
            if (holds(m->docs, &m->column, column, c) && m->cell[r * m->column.nclass + c].decided.rule != rule) {
                return NO;
            }
        }
    }
    return rule;
}

/* What a reader sees in one field: the answer, whether it can run, the rule, the note. */
static void fill_cell(struct scope *item, const void *of, size_t index) {
    const struct row *row = of;
    const struct matrix *m = row->matrix;
    uint32_t class = m->row.stands[row->group], other = m->column.stands[index];
    const struct shown_cell *c = &m->cell[class * m->column.nclass + other];
    uint32_t rule = one_rule(m, row->group, (uint32_t)index);
    docs_bind_outcome(item, &c->words);
    scope_text(item, "kind", c->words.kind);
    scope_flag(item, "fails", c->fails);
    scope_flag(item, "noted", c->note > 0);
    scope_number(item, "note", c->note);
    scope_text(item, "rule", rule == NO ? "" : m->docs->table->rule[rule].name);
    scope_text(item, "rule_id", rule == NO ? "" : m->docs->rule_id[rule]);
}

static void fill_row(struct scope *item, const void *of, size_t index) {
    const struct matrix *m = of;
    struct row *row = arena_alloc(scope_arena(item), sizeof *row);
    *row = (struct row){m, (uint32_t)index};
    matrix_head(item, m, &m->row, row->group);
    scope_list(item, "cell", m->column.ngroup, fill_cell, row);
}

/* ---- what goes with a matrix ---- */

struct some { /* inputs */
    const struct matrix *matrix;
    uint32_t *input;
    size_t ninput;
};

static void bind_some(struct scope *item, const struct some *l, size_t index) {
    scope_text(item, "name", l->matrix->docs->table->input[l->input[index]].name);
    scope_text(item, "id", l->matrix->docs->input_id[l->input[index]]);
}

static void fill_shown(struct scope *item, const void *of, size_t index) {
    const struct some *l = of;
    const struct docs *d = l->matrix->docs;
    uint32_t input = l->input[index];
    bind_some(item, l, index);
    const struct input *in = &d->table->input[input];
    const char *atom = docs_atom(d, scope_arena(item), input, l->matrix->base[input]);
    scope_text(item, "value", in->preset ? in->preset : atom);
    scope_text(item, "because", in->preset ? "its default" : in->type == TYPE_VERSION ? "the newest" : "");
}

static void fill_looked(struct scope *item, const void *of, size_t index) {
    bind_some(item, of, index);
}

/* Inputs of a bit set, in the order of the table. */
static struct some *some_of(struct arena *a, const struct matrix *m, uint64_t inputs) {
    struct some *l = arena_alloc(a, sizeof *l);
    l->matrix = m;
    for (uint32_t i = 0; i < m->docs->table->ninput; i++) {
        if (inputs >> i & 1) {
            *PUSH(a, l->input, l->ninput) = i;
        }
    }
    return l;
}

/* What the matrix holds at its base: all that the output depends on, but the axes and what is chained. */
static void bind_shown(struct scope *item, const struct matrix *m) {
    const struct table *t = m->docs->table;
    uint64_t inputs = m->large ? 0 : m->support;
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (i == m->row.input || i == m->column.input || t->input[i].chain != NO) {
            inputs &= ~((uint64_t)1 << i);
        }
    }
    struct some *l = some_of(scope_arena(item), m, inputs);
    scope_list(item, "shown", l->ninput, fill_shown, l);
}

struct failed {
    const struct docs *docs;
    const struct footnote *note;
};

static void fill_fail(struct scope *item, const void *of, size_t index) {
    const struct failed *f = of;
    const struct fail *fail = &f->note->fail[index];
    scope_text(item, "where", fail->where);
    scope_text(item, "name", f->docs->table->rule[fail->clause].name);
    scope_text(item, "id", f->docs->rule_id[fail->clause]);
}

/* What was moved, what else comes out, what cannot run. */
static void fill_note(struct scope *item, const void *of, size_t index) {
    const struct matrix *m = of;
    const struct footnote *n = &m->note[index];
    struct some *l = some_of(scope_arena(item), m, n->looked);
    struct failed *f = arena_alloc(scope_arena(item), sizeof *f);
    *f = (struct failed){m->docs, n};
    scope_list(item, "fail", n->nfail, fill_fail, f);
    scope_text(item, "moved", n->moved);
    scope_text(item, "others", n->others);
    scope_list(item, "looked", l->ninput, fill_looked, l);
}

struct values {
    const struct docs *docs;
    uint32_t output;
};

static void fill_value(struct scope *item, const void *of, size_t index) {
    const struct values *v = of;
    struct outcome_words w = docs_value(v->docs, scope_arena(item), v->output, (uint32_t)index);
    docs_bind_outcome(item, &w);
}

static void bind_axis(struct scope *item, const struct matrix *m, const char *name, const char *id,
                      const struct axis *x) {
    scope_text(item, name, x->input == NO ? "" : m->docs->table->input[x->input].name);
    scope_text(item, id, x->input == NO ? "" : m->docs->input_id[x->input]);
}

/* All that the page says about one output. */
static void fill_matrix(struct scope *item, const void *of, size_t index) {
    static const char *const hit[] = {"specific", "first", "unique", "any"};
    static const char *const override[] = {"", "keep", "check", "fallback"};
    const struct docs *d = of;
    const struct matrix *m = &d->matrix[index];
    const struct output *o = &d->table->output[index];
    struct values *v = arena_alloc(scope_arena(item), sizeof *v);
    *v = (struct values){d, (uint32_t)index};
    scope_text(item, "output", o->name);
    scope_text(item, "id", d->output_id[index]);
    docs_text(item, "about", o->about);
    docs_where(item, d, o->pos);
    scope_text(item, "hit", hit[o->hit]);
    scope_text(item, "override", override[o->override]);
    scope_text(item, "as", o->as);
    scope_flag(item, "ranked", o->ranked);
    scope_flag(item, "gaps_none", o->gaps_none);
    scope_flag(item, "large", m->large);
    scope_flag(item, "unread", m->unread && !m->large);
    bind_axis(item, m, "down", "down_id", &m->row);
    bind_axis(item, m, "across", "across_id", &m->column);
    bind_shown(item, m);
    scope_list(item, "column", m->column.ngroup, fill_column, m);
    scope_list(item, "row", m->row.ngroup, fill_row, m);
    scope_list(item, "note", m->nnote, fill_note, m);
    scope_flag(item, "grouped", matrix_crowded(m, &m->row) || matrix_crowded(m, &m->column));
    scope_list(item, "value", o->is_int ? 0 : o->nvalue, fill_value, v);
    docs_needs(item, d, (uint32_t)index);
}

void docs_matrices(struct scope *root, struct docs *d) {
    d->matrix = arena_alloc(d->arena, (d->table->noutput + 1) * sizeof *d->matrix);
    for (uint32_t i = 0; i < d->table->noutput; i++) {
        docs_matrix(d, i, &d->matrix[i]);
    }
    scope_list(root, "matrix", d->table->noutput, fill_matrix, d);
}
