/* model_docs_reach.c -- what else can come out in a row and column of a matrix.
 *
 * In:  the value diagrams, and the atoms of the row and column.  Out: every outcome that any choice of the other inputs
 * gives there, and the inputs that decide between them.
 * Guaranteed: no outcome is missing; with chained inputs there may be one too many.
 */
#include "model_docs.h"

/* Nodes and terminals that the allowed atoms of each input lead to. */
static bool *walk(const struct diagram *d, struct arena *a, const uint32_t *allowed) {
    bool *seen = arena_alloc(a, (size_t)d->nnode + 1);
    seen[d->root] = true;
    for (uint32_t i = d->nnode; i-- > d->nterminal;) { /* parents first */
        const struct node *n = &d->node[i];
        const struct asets *sets = d->space->domain[n->input].sets;
        for (uint32_t e = 0; seen[i] && e < n->nedge; e++) {
            bool open = aset_meets(sets, n->edge[e].set, allowed[n->input]);
            seen[n->edge[e].child] = seen[n->edge[e].child] || open;
        }
    }
    return seen;
}

/* The diagram without what is not allowed, reduced; the inputs that it still tests. */
static uint64_t tested(const struct diagram *d, struct arena *a, const uint32_t *allowed, const bool *seen) {
    struct diagram part = *d;
    part.node = arena_alloc(a, ((size_t)d->nnode + 1) * sizeof *part.node);
    for (uint32_t i = d->nterminal; i < d->nnode; i++) {
        const struct node *n = &d->node[i];
        struct asets *sets = d->space->domain[n->input].sets;
        part.node[i] = (struct node){.input = n->input, .edge = arena_alloc(a, (n->nedge + 1) * sizeof *n->edge)};
        for (uint32_t e = 0; seen[i] && e < n->nedge; e++) {
            uint32_t set = aset_and(sets, n->edge[e].set, allowed[n->input]);
            if (set != ASET_EMPTY) {
                part.node[i].edge[part.node[i].nedge++] = (struct edge){set, n->edge[e].child};
            }
        }
    }
    uint64_t inputs = 0;
    const struct diagram *left = diagram_possible(a, &part, false);
    bool *at = arena_alloc(a, (size_t)left->nnode + 1);
    at[left->root] = true;
    for (uint32_t i = left->nnode; i-- > left->nterminal;) {
        inputs |= at[i] ? (uint64_t)1 << left->node[i].input : 0;
        for (uint32_t e = 0; at[i] && e < left->node[i].nedge; e++) {
            at[left->node[i].edge[e].child] = true;
        }
    }
    return inputs;
}

/* What a terminal of an output makes of the input that is chained to it; NO: nothing that can occur. */
static uint32_t terminal_atom(const struct docs *d, uint32_t output, uint32_t input, const struct terminal *t) {
    const struct domain *of = &d->space->domain[input];
    if (t->verdict == VERDICT_NEVER) {
        return NO;
    }
    if (t->verdict == VERDICT_VALUE) {
        return d->table->output[output].is_int ? docs_number_atom(d, input, t->number) : t->value;
    }
    return of->special[(t->verdict == VERDICT_NONE ? VALUE_NONE : VALUE_ERROR) - VALUE_OTHER];
}

/* The atoms of a chained input that its output's terminals allow; all of them where no rule decides. */
static uint32_t chain_atoms(const struct docs *d, uint32_t input, const struct diagram *of, const bool *seen) {
    struct asets *sets = d->space->domain[input].sets;
    uint32_t set = ASET_EMPTY;
    for (uint32_t i = 0; i < of->nterminal; i++) {
        uint32_t atom = seen[i] ? terminal_atom(d, of->output, input, &of->terminal[i]) : NO;
        if (atom != NO) {
            bool any = of->terminal[i].verdict == VERDICT_GAP;
            set = any ? ASET_FULL : aset_or(sets, set, aset_one(sets, atom));
        }
    }
    return set == ASET_EMPTY ? ASET_FULL : set;
}

/* Reducing compares nodes pair by pair. */
static bool spend(const struct diagram *d, const bool *seen, double *budget) {
    double nodes = 0;
    for (uint32_t i = d->nterminal; i < d->nnode; i++) {
        nodes += seen[i];
    }
    *budget -= (double)d->nnode + nodes * nodes;
    return *budget >= 0;
}

/* Upstream outputs first: what can come out of them bounds the chained inputs that are made of them. */
struct reach docs_reach(const struct docs *d, struct arena *a, uint32_t output, const struct at *at, double *budget) {
    struct reach r = {0};
    uint32_t *allowed = arena_alloc(a, (d->space->ninput + 1) * sizeof *allowed); /* ASET_FULL is 0 */
    const uint32_t *order = d->order;
    for (int i = 0; i < 2; i++) {
        if (at->input[i] != NO) {
            allowed[at->input[i]] = aset_one(d->space->domain[at->input[i]].sets, at->atom[i]);
        }
    }
    for (size_t k = 0; k < d->table->noutput; k++) {
        const struct diagram *of = d->in->value[order[k]];
        const struct output *o = &d->table->output[order[k]];
        if (!of->complete) {
            if (order[k] == output) {
                return r;
            }
            continue;
        }
        bool *seen = walk(of, a, allowed);
        if (order[k] == output && spend(of, seen, budget)) {
            r.terminal = seen;
            r.looked = tested(of, a, allowed, seen);
        }
        if (order[k] == output) {
            return r;
        }
        bool bound = o->input != NO && o->override == OVERRIDE_NO && !docs_loose(d->table, order[k]);
        if (bound && !docs_fixed(at, o->input)) {
            allowed[o->input] = chain_atoms(d, o->input, of, seen);
        }
    }
    return r;
}
