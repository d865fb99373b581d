/* model_docs_axis.c -- which inputs a matrix shows, and which of their atoms are one row or column.
 *
 * In:  a table and an output.  Out: two axes: a `name` input (the architecture) down and an `sm` input across; where
 * the output depends on none of them, the input that most conditions name takes the place.
 * Atoms that every box of the table holds or leaves out together are one class, and the matrix asks for each class
 * once; afterwards classes with equal cells become one group.  Numbers, versions and SMs keep their order, so only
 * neighbours are joined.
 */
#include "model_docs.h"

/* ---- the inputs ---- */

/* Every input that a condition of the rule asks for. */
static void name_input(uint64_t *inputs, const struct rule *r) {
    for (size_t i = 0; i < r->ncond; i++) {
        for (size_t k = 0; k < r->cond[i].ninput; k++) {
            *inputs |= (uint64_t)1 << r->cond[i].input[k];
        }
    }
}

/* Does the rule take part in how the output is decided? */
static bool speaks_of(const struct rule *r, uint32_t output) {
    bool clause = false;
    for (size_t i = 0; i < r->ntarget; i++) {
        clause = clause || r->target[i].output == output;
    }
    return clause || (r->kind == RULE_RULE && rule_outcome(r, output)) ||
           (r->kind == RULE_REFUSE && rule_refuses(r, output));
}

/* What the diagram tests, or without one what the conditions name. */
static uint64_t support_of(const struct docs *d, uint32_t output) {
    const struct diagram *of = d->in->value[output];
    uint64_t inputs = 0;
    for (uint32_t i = 0; of->complete && i < of->nlevel; i++) {
        inputs |= (uint64_t)1 << of->order[i];
    }
    for (size_t i = 0; !of->complete && i < d->table->nrule; i++) {
        if (speaks_of(&d->table->rule[i], output)) {
            name_input(&inputs, &d->table->rule[i]);
        }
    }
    return inputs;
}

/* With what its chained inputs are decided from. */
uint64_t docs_support(const struct docs *d, uint32_t output) {
    uint64_t inputs = support_of(d, output), before = 0;
    while (inputs != before) {
        before = inputs;
        for (uint32_t i = 0; i < d->table->ninput; i++) {
            bool chained = before >> i & 1 && d->table->input[i].chain != NO;
            inputs |= chained ? support_of(d, d->table->input[i].chain) : 0;
        }
    }
    return inputs;
}

/* The candidate of that type (-1: any) that most sections name; `not`: one that is taken already. */
static uint32_t most_named(const struct matrix *m, const size_t *count, int type, uint32_t not ) {
    const struct table *t = m->docs->table;
    uint32_t most = NO;
    for (uint32_t i = 0; i < t->ninput; i++) {
        const struct input *in = &t->input[i];
        bool fits = (m->support >> i & 1) && in->chain == NO && i != not ;
        if (fits && (type < 0 || (int)in->type == type) && (most == NO || count[i] > count[most])) {
            most = i;
        }
    }
    return most;
}

/* The head of this file says which; what an input is called never matters, only its type. */
static void choose(struct matrix *m) {
    const struct table *t = m->docs->table;
    size_t *count = arena_alloc(m->docs->arena, (t->ninput + 1) * sizeof *count);
    for (size_t i = 0; i < t->nrule; i++) {
        uint64_t inputs = 0;
        name_input(&inputs, &t->rule[i]);
        for (uint32_t k = 0; k < t->ninput; k++) {
            count[k] += inputs >> k & 1;
        }
    }
    m->row.input = most_named(m, count, TYPE_NAME, NO);
    m->column.input = most_named(m, count, TYPE_SM, NO);
    if (m->row.input == NO && m->column.input == NO) {
        m->column.input = most_named(m, count, -1, NO);
    }
    if (m->row.input == NO) {
        m->row.input = most_named(m, count, -1, m->column.input);
    } else if (m->column.input == NO) {
        m->column.input = most_named(m, count, -1, m->row.input);
    }
    if (m->row.input == NO) { /* a single axis reads better down than across */
        m->row.input = m->column.input;
        m->column.input = NO;
    }
}

/* ---- classes ---- */

/* Where more than the boxes tells atoms apart: copies, derived numbers and their factors, rules by version. */
static bool told_apart(const struct docs *d, uint32_t input) {
    const struct table *t = d->table;
    bool apart = t->versions == input || t->input[input].from_op;
    for (uint32_t i = 0; i < t->ninput; i++) {
        apart = apart || (t->input[i].from_op && (t->input[i].from[0] == input || t->input[i].from[1] == input));
    }
    for (size_t i = 0; i < t->nrule; i++) {
        for (size_t k = 0; k < t->rule[i].nassign; k++) {
            const struct outcome *o = &t->rule[i].assign[k].outcome;
            apart = apart || ((o->kind == OUTCOME_COPY || o->kind == OUTCOME_PRODUCT) && o->input == input);
        }
    }
    return apart;
}

/* Splits every class by one set; split[c]: the class of those of c that the set has. */
static void class_split(struct axis *x, const struct asets *sets, uint32_t set, uint32_t natom, uint32_t *split) {
    uint32_t had = x->nclass;
    for (uint32_t c = 0; c < 2 * had; c++) {
        split[c] = NO;
    }
    for (uint32_t i = 0; i < natom; i++) { /* the first atom of a class keeps its number */
        uint32_t *to = &split[2 * x->class[i] + aset_has(sets, set, i)];
        if (*to == NO) {
            uint32_t twin = split[2 * x->class[i] + !aset_has(sets, set, i)];
            *to = twin == NO ? x->class[i] : x->nclass++;
        }
    }
    for (uint32_t i = 0; i < natom; i++) {
        x->class[i] = split[2 * x->class[i] + aset_has(sets, set, i)];
    }
}

/* Sets are hash-consed, so a set that has split the classes once need not be looked at again. */
struct sets_seen {
    bool *at;
    uint32_t size;
};

static bool seen_before(struct arena *a, struct sets_seen *seen, uint32_t set) {
    if (set >= seen->size) {
        uint32_t size = 2 * (set + 8);
        bool *more = arena_alloc(a, size);
        for (uint32_t i = 0; i < seen->size; i++) {
            more[i] = seen->at[i];
        }
        *seen = (struct sets_seen){more, size};
    }
    bool before = seen->at[set];
    seen->at[set] = true;
    return before;
}

/* Atoms that a box tells apart go into different classes. */
static void class_region(struct axis *x, const struct docs *d, const struct region *r, struct sets_seen *seen,
                         uint32_t *split, struct arena *a) {
    const struct domain *of = &d->space->domain[x->input];
    for (size_t i = 0; i < r->nbox; i++) {
        uint32_t set = r->box[i].set[x->input];
        if (set != ASET_FULL && !seen_before(a, seen, set)) {
            class_split(x, of->sets, set, of->natom, split);
        }
    }
}

/* An axis without input has one class, so that a matrix is never empty. */
static void axis_classes(const struct docs *d, struct axis *x) {
    uint32_t natom = x->input == NO ? 1 : d->space->domain[x->input].natom;
    struct arena *a = arena_new();
    uint32_t *split = arena_alloc(a, (2 * (size_t)natom + 2) * sizeof *split);
    struct sets_seen seen = {0};
    x->class = arena_alloc(d->arena, (natom + 1) * sizeof *x->class);
    x->first = arena_alloc(d->arena, (natom + 1) * sizeof *x->first);
    x->nclass = 1;
    if (x->input != NO && told_apart(d, x->input)) {
        x->nclass = natom;
        for (uint32_t i = 0; i < natom; i++) {
            x->class[i] = i;
        }
    } else if (x->input != NO) {
        for (size_t i = 0; i < d->table->nrule; i++) {
            class_region(x, d, &d->in->boxes->rule[i], &seen, split, a);
        }
        class_region(x, d, &d->in->boxes->never, &seen, split, a);
    }
    for (uint32_t i = natom; i-- > 0;) {
        x->first[x->class[i]] = i;
    }
    arena_free(a);
}

void matrix_axes(struct matrix *m) {
    m->support = docs_support(m->docs, m->output);
    choose(m);
    axis_classes(m->docs, &m->row);
    axis_classes(m->docs, &m->column);
}

/* ---- groups ---- */

/* Row and column in either role, so that one function groups both. */
static const struct shown_cell *cell_at(const struct matrix *m, bool row, uint32_t class, uint32_t other) {
    return &m->cell[row ? class * m->column.nclass + other : other * m->column.nclass + class];
}

/* Would two rows (or columns) look the same? */
static bool same_cells(const struct matrix *m, bool row, uint32_t x, uint32_t y) {
    uint32_t n = row ? m->column.nclass : m->row.nclass;
    for (uint32_t i = 0; i < n && x != y; i++) {
        if (cell_at(m, row, x, i)->key != cell_at(m, row, y, i)->key) {
            return false;
        }
    }
    return true;
}

/* Where the order of atoms means something, groups are runs. */
static bool is_ordered(enum type type) {
    return type == TYPE_SM || type == TYPE_VERSION || type == TYPE_INT;
}

/* An axis without input is one group of one class. */
static void axis_groups(const struct matrix *m, struct axis *x, bool row) {
    uint32_t natom = x->input == NO ? 1 : m->docs->space->domain[x->input].natom;
    struct arena *a = m->docs->arena;
    x->set = arena_alloc(a, (natom + 1) * sizeof *x->set);
    x->stands = arena_alloc(a, (natom + 1) * sizeof *x->stands);
    for (uint32_t i = 0; i < natom; i++) {
        uint32_t g =
            x->input != NO && is_ordered(m->docs->table->input[x->input].type) && x->ngroup ? x->ngroup - 1 : 0;
        while (g < x->ngroup && !same_cells(m, row, x->class[i], x -> stands[g])) {
            g++;
        }
        if (g == x->ngroup) {
            x->stands[g] = x->class[i];
            x->set[x->ngroup++] = ASET_EMPTY;
        }
        if (x->input != NO) {
            struct asets *sets = m->docs->space->domain[x->input].sets;
            x->set[g] = aset_or(sets, x->set[g], aset_one(sets, i));
        }
    }
}

void matrix_groups(struct matrix *m) {
    axis_groups(m, &m->row, true);
    axis_groups(m, &m->column, false);
}
