/* model_docs_needs.c -- needs clauses by value, and grids as the matrices they were written as.
 *
 * In:  the clauses of a table, and the [grid] sections of its source, which tell which clauses belong together.
 * Out: per value of an output the clauses that speak of it; per grid its lines (a value or @set each) against the
 * pieces of its input, "yes" where the value may run.
 */
#include "model_docs.h"

#include <string.h>

/* ---- by value ---- */

struct clauses {
    const struct docs *docs;
    uint32_t output;
    uint32_t *value; /* those that a clause speaks of */
    size_t nvalue;
    uint32_t *rule; /* of one value */
    size_t nrule;
};

static void fill_clause(struct scope *item, const void *of, size_t index) {
    const struct clauses *c = of;
    const struct rule *r = &c->docs->table->rule[c->rule[index]];
    scope_text(item, "id", c->docs->rule_id[c->rule[index]]);
    scope_text(item, "name", r->name);
    docs_conds(item, c->docs, r->cond, r->ncond);
}

/* A value and all clauses that speak of it. */
static void fill_needy(struct scope *item, const void *of, size_t index) {
    const struct clauses *all = of;
    struct clauses *c = arena_alloc(scope_arena(item), sizeof *c);
    *c = (struct clauses){.docs = all->docs, .output = all->output};
    struct outcome_words w = docs_value(c->docs, scope_arena(item), c->output, all->value[index]);
    for (uint32_t i = 0; i < c->docs->table->nrule; i++) {
        if (clause_speaks_of(&c->docs->table->rule[i], c->output, all->value[index])) {
            *PUSH(scope_arena(item), c->rule, c->nrule) = i;
        }
    }
    docs_bind_outcome(item, &w);
    scope_list(item, "clause", c->nrule, fill_clause, c);
}

/* Values that no clause speaks of are left out: they run anywhere. */
void docs_needs(struct scope *item, const struct docs *d, uint32_t output) {
    struct clauses *c = arena_alloc(scope_arena(item), sizeof *c);
    *c = (struct clauses){.docs = d, .output = output};
    for (uint32_t v = 0; v < d->table->output[output].nvalue; v++) {
        bool spoken = false;
        for (uint32_t i = 0; i < d->table->nrule && !spoken; i++) {
            spoken = clause_speaks_of(&d->table->rule[i], output, v);
        }
        if (spoken) {
            *PUSH(scope_arena(item), c->value, c->nvalue) = v;
        }
    }
    scope_list(item, "needy", c->nvalue, fill_needy, c);
}

/* ---- grids ---- */

struct grid {
    const struct docs *docs;
    const struct section *section;
    uint32_t *rule;    /* its lines */
    uint32_t *allowed; /* atoms, per line */
    size_t nrule;
    uint32_t input;
    uint32_t *column; /* atoms that every line treats alike */
    size_t ncolumn;
};
struct line_of {
    const struct grid *grid;
    size_t line;
};

static const struct cond *line_cond(const struct docs *d, uint32_t rule) { /* the last one; those before are shared */
    const struct rule *r = &d->table->rule[rule];
    return &r->cond[r->ncond - 1];
}

static void fill_column(struct scope *item, const void *of, size_t index) {
    const struct grid *g = of;
    scope_text(item, "text", docs_atoms(g->docs, scope_arena(item), g->input, g->column[index]));
}

/* Atoms of one column are allowed together or not at all, so one that meets stands for all. */
static void fill_cell(struct scope *item, const void *of, size_t index) {
    const struct line_of *l = of;
    const struct asets *sets = l->grid->docs->space->domain[l->grid->input].sets;
    scope_flag(item, "yes", aset_meets(sets, l->grid->allowed[l->line], l->grid->column[index]));
}

/* The line's own key: a value or @set. */
static void fill_line(struct scope *item, const void *of, size_t index) {
    const struct grid *g = of;
    const struct rule *r = &g->docs->table->rule[g->rule[index]];
    struct line_of *l = arena_alloc(scope_arena(item), sizeof *l);
    *l = (struct line_of){g, index};
    scope_text(item, "name", r->name + strlen(g->section->name) + 1);
    scope_text(item, "id", g->docs->rule_id[g->rule[index]]);
    scope_list(item, "cell", g->ncolumn, fill_cell, l);
    docs_found(item, g->docs, r->name);
}

/* Atoms with the same answer in every line are one column; the order of the domain stays. */
static void grid_columns(struct arena *a, struct grid *g) {
    const struct domain *of = &g->docs->space->domain[g->input];
    for (uint32_t i = 0; i < of->natom; i++) {
        size_t k = 0;
        for (bool same = false; k < g->ncolumn && !same; k += !same) {
            uint32_t first = aset_next(of->sets, g->column[k], 0);
            same = true;
            for (size_t line = 0; line < g->nrule; line++) {
                same = same && aset_has(of->sets, g->allowed[line], i) == aset_has(of->sets, g->allowed[line], first);
            }
        }
        if (k == g->ncolumn) {
            *PUSH(a, g->column, g->ncolumn) = ASET_EMPTY;
        }
        g->column[k] = aset_or(of->sets, g->column[k], aset_one(of->sets, i));
    }
}

/* The clauses of one [grid] section, put together again. */
static struct grid *grid_of(struct arena *a, const struct docs *d, uint32_t section) {
    struct grid *g = arena_alloc(a, sizeof *g);
    *g = (struct grid){.docs = d, .section = &d->in->doc->section[section], .input = NO};
    for (uint32_t i = 0; i < d->table->nrule; i++) {
        if (d->group[i] == section) {
            const struct cond *c = line_cond(d, i);
            g->input = c->input[0];
            *PUSH(a, g->rule, g->nrule) = i;
            g->nrule--;
            *PUSH(a, g->allowed, g->nrule) = domain_entries(d->space, g->input, &c->entries, NO);
        }
    }
    grid_columns(a, g);
    return g;
}

struct grids {
    const struct docs *docs;
    uint32_t *section;
    size_t nsection;
};

static void fill_grid(struct scope *item, const void *of, size_t index) {
    const struct grids *all = of;
    const struct docs *d = all->docs;
    struct arena *a = scope_arena(item);
    const struct grid *g = grid_of(a, d, all->section[index]);
    const struct rule *r = &d->table->rule[g->rule[0]]; /* what the section says is in each of its lines */
    scope_text(item, "name", g->section->name);
    scope_text(item, "input", d->table->input[g->input].name);
    scope_text(item, "input_id", d->input_id[g->input]);
    docs_conds(item, d, r->cond, r->ncond - 1);
    scope_flag(item, "no_filter", r->no_filter);
    docs_text(item, "about", r->about);
    docs_text(item, "why", r->why);
    docs_text(item, "source", r->source);
    docs_text(item, "evidence", r->evidence);
    docs_where(item, d, g->section->pos);
    scope_list(item, "column", g->ncolumn, fill_column, g);
    scope_list(item, "line", g->nrule, fill_line, g);
}

/* Clauses of one grid lie behind each other. */
void docs_grids(struct scope *root, struct docs *d) {
    struct grids *all = arena_alloc(d->arena, sizeof *all);
    all->docs = d;
    for (uint32_t i = 0; i < d->table->nrule; i++) {
        bool first = d->group[i] != NO && (all->nsection == 0 || all->section[all->nsection - 1] != d->group[i]);
        if (first) {
            *PUSH(d->arena, all->section, all->nsection) = d->group[i];
        }
    }
    scope_list(root, "grid", all->nsection, fill_grid, all);
}
