/* model_docs_base.c -- what a matrix holds the inputs at that it does not show.
 *
 * In:  a table, an output and the axes.  Out: an atom per input: its default; without one the newest version, the newest
 * SM, no number, any other name, the first value.  Where no value at all can come out so (a head size that no kernel
 * has), those without a default are moved to the first atoms with which one does.
 */
#include "model_docs.h"

/* Its default; else the newest version, the newest SM, no number, any other name, the first value. */
static uint32_t plain_base(const struct docs *d, uint32_t input) {
    const struct input *in = &d->table->input[input];
    const struct domain *of = &d->space->domain[input];
    const char *error = NULL;
    uint32_t atom = in->preset ? domain_atom(d->space, input, in->preset, &error) : NO;
    if (atom != NO) {
        return atom;
    }
    if (in->type == TYPE_NAME) {
        atom = of->special[0];
    } else if (in->type == TYPE_INT) {
        atom = of->special[VALUE_UNSET - VALUE_OTHER];
    } else if (in->type == TYPE_VERSION) {
        atom = of->natom - 1;
    } else if (in->type == TYPE_SM && in->nvalue > 0) {
        atom = (uint32_t)in->nvalue - 1;
    }
    return atom == NO ? 0 : atom;
}

struct path { /* from the root of a value diagram to a value */
    const struct docs *docs;
    const struct diagram *diagram;
    const struct matrix *matrix;
    bool *good; /* nodes and terminals from which a value can be reached with the defaults as they are */
};

static bool is_axis(const struct matrix *m, uint32_t input) {
    return m->row.input == input || m->column.input == input;
}

/* A default is what the author of the table calls ordinary, so it is never moved. */
static bool is_held(const struct path *p, uint32_t input) {
    return p->docs->table->input[input].preset && !is_axis(p->matrix, input);
}

/* May the walk take this edge, and does it lead to a value? */
static bool edge_open(const struct path *p, const struct node *n, uint32_t e) {
    const struct asets *sets = p->docs->space->domain[n->input].sets;
    bool fits = !is_held(p, n->input) || aset_has(sets, n->edge[e].set, p->matrix->base[n->input]);
    return fits && p->good[n->edge[e].child];
}

/* From the leaves up: can a value be reached from here? */
static void find_good(struct path *p, struct arena *a) {
    const struct diagram *d = p->diagram;
    p->good = arena_alloc(a, (size_t)d->nnode + 1);
    for (uint32_t i = 0; i < d->nnode; i++) { /* children first */
        if (i < d->nterminal) {
            p->good[i] = d->terminal[i].verdict == VERDICT_VALUE;
            continue;
        }
        for (uint32_t e = 0; e < d->node[i].nedge && !p->good[i]; e++) {
            p->good[i] = edge_open(p, &d->node[i], e);
        }
    }
}

/* The edge of the base where that is good, else the first good one, which moves the base. */
static uint32_t step(const struct path *p, const struct node *n, uint32_t *base) {
    const struct asets *sets = p->docs->space->domain[n->input].sets;
    uint32_t first = NO;
    for (uint32_t e = 0; e < n->nedge; e++) {
        if (edge_open(p, n, e) && aset_has(sets, n->edge[e].set, base[n->input])) {
            return n->edge[e].child;
        }
        first = first == NO && edge_open(p, n, e) ? e : first;
    }
    if (!is_axis(p->matrix, n->input)) {
        base[n->input] = aset_next(sets, n->edge[first].set, 0);
    }
    return n->edge[first].child;
}

void matrix_base(struct matrix *m) {
    const struct docs *d = m->docs;
    m->base = arena_alloc(d->arena, (d->space->ninput + 1) * sizeof *m->base);
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        m->base[i] = plain_base(d, i);
    }
    struct arena *a = arena_new();
    struct path p = {.docs = d, .diagram = d->in->value[m->output], .matrix = m};
    if (p.diagram->complete) {
        find_good(&p, a);
        for (uint32_t at = p.diagram->root; at >= p.diagram->nterminal && p.good[at];) {
            at = step(&p, &p.diagram->node[at], m->base);
        }
    }
    arena_free(a);
}
