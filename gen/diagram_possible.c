/* diagram_possible.c -- a diagram for the eye: cells that cannot occur are left out.
 *
 * In: struct diagram.  Out: the same without edges to NEVER: an edge that only such cells take is gone, a node with one
 * edge left is gone, and nodes that agree wherever both can be asked are one.  In every cell that can occur it gives
 * the same terminal.  Guaranteed: the terminals are those of the diagram; a child has a smaller index than its
 * parents; the sets of a node are disjoint, but cover only what can occur there.  by_outcome: terminals that say the
 * same are one, whichever rule says it.
 * For pictures: what is emitted keeps NEVER, because there it answers ERROR.
 */
#include "diagram.h"

#include <string.h>

enum { COMPARED = 4000 }; /* nodes up to which agreeing ones are looked for */

/* [note whole] Two nodes that cover their whole domain agree only when they are equal, and those are found by hash: only
 * nodes that lost an edge have to be held against others one by one. */
struct reduction {
    struct arena *arena;
    const struct diagram *from;
    struct diagram *to;
    uint32_t *map;  /* per index of `from`: index of `to`, or NO when nothing below can occur */
    uint32_t *part; /* those that do not cover their domain, ascending */
    size_t npart;
    uint32_t *slot, nslot; /* of those that do: open addressing, 0 free; a power of two */
    struct merge merge;
};

/* Adds a set to the edge with that child, or a new edge. */
static void edge_add(struct asets *p, struct node *n, uint32_t set, uint32_t child) {
    for (uint32_t e = 0; e < n->nedge; e++) {
        if (n->edge[e].child == child) {
            n->edge[e].set = aset_or(p, n->edge[e].set, set);
            return;
        }
    }
    n->edge[n->nedge++] = (struct edge){set, child};
}

/* Do both lead to the same child wherever both have an edge? */
static bool agrees(const struct asets *p, const struct node *x, const struct node *y) {
    if (x->input != y->input) {
        return false;
    }
    for (uint32_t i = 0; i < x->nedge; i++) {
        for (uint32_t k = 0; k < y->nedge; k++) {
            if (x->edge[i].child != y->edge[k].child && aset_meets(p, x->edge[i].set, y->edge[k].set)) {
                return false;
            }
        }
    }
    return true;
}

static void sort_edges(const struct asets *p, struct node *n) {
    for (uint32_t i = 1; i < n->nedge; i++) {
        for (uint32_t k = i; k > 0 && aset_next(p, n->edge[k].set, 0) < aset_next(p, n->edge[k - 1].set, 0); k--) {
            struct edge swap = n->edge[k];
            n->edge[k] = n->edge[k - 1];
            n->edge[k - 1] = swap;
        }
    }
}

static uint32_t last_child(const struct node *n) {
    uint32_t last = 0;
    for (uint32_t e = 0; e < n->nedge; e++) {
        last = n->edge[e].child > last ? n->edge[e].child : last;
    }
    return last;
}

/* Where the node is, or is to be noted. */
static uint32_t *slot_of(const struct reduction *r, const struct node *n) {
    uint32_t at = (uint32_t)node_hash(n) & (r->nslot - 1);
    while (r->slot[at] && !node_same(&r->to->node[r->slot[at]], n)) {
        at = (at + 1) & (r->nslot - 1);
    }
    return &r->slot[at];
}

/* An earlier node has what both have. */
static void join_nodes(struct reduction *r, struct asets *p, struct node *have, const struct node *n) {
    struct edge *own = have->edge;
    have->edge = arena_alloc(r->arena, ((size_t)have->nedge + n->nedge) * sizeof *own);
    memcpy(have->edge, own, have->nedge * sizeof *own);
    for (uint32_t e = 0; e < n->nedge; e++) {
        edge_add(p, have, n->edge[e].set, n->edge[e].child);
    }
    sort_edges(p, have);
}

/* Joins the node with an earlier one that agrees, or makes it a node of its own.  A child stays before its parents. */
static uint32_t place(struct reduction *r, struct asets *p, const struct node *n, bool whole) {
    struct diagram *d = r->to;
    uint32_t nown = d->nnode - d->nterminal, last = last_child(n), *slot = slot_of(r, n);
    if (whole && *slot) {
        return *slot;
    }
    size_t from = nown > COMPARED ? nown - COMPARED : 0, end = nown;
    if (whole) {
        from = r->npart > COMPARED ? r->npart - COMPARED : 0;
        end = r->npart;
    }
    for (size_t i = from; i < end; i++) {
        uint32_t at = whole ? r->part[i] : d->nterminal + (uint32_t)i;
        if (last < at && agrees(p, &d->node[at], n)) {
            join_nodes(r, p, &d->node[at], n);
            return at;
        }
    }
    if (whole) {
        *slot = d->nnode;
    } else {
        *PUSH(r->arena, r->part, r->npart) = d->nnode;
    }
    d->node[d->nnode] = *n;
    return d->nnode++;
}

static uint32_t reduce_node(struct reduction *r, const struct node *n) {
    struct asets *p = r->from->space->domain[n->input].sets;
    struct node left = {.input = n->input, .edge = arena_alloc(r->arena, n->nedge * sizeof *n->edge)};
    bool whole = true;
    for (uint32_t e = 0; e < n->nedge; e++) {
        whole = whole && r->map[n->edge[e].child] != NO;
    }
    merge_edges(&r->merge, p, n, r->map, &left);
    return left.nedge == 0 ? NO : left.nedge == 1 ? left.edge[0].child : place(r, p, &left, whole);
}

static bool same_outcome(const struct terminal *x, const struct terminal *y) {
    return x->verdict == y->verdict && x->value == y->value && x->number == y->number;
}

/* Terminals of one outcome lie side by side; the first of them stands for all.  Asked in their order. */
static uint32_t terminal_of(const struct reduction *r, uint32_t at, bool by_outcome) {
    struct terminal *t = r->to->terminal;
    if (by_outcome && at > 0 && same_outcome(&t[at - 1], &t[at])) {
        return r->map[at - 1];
    }
    if (by_outcome) {
        t[at].rule = t[at].cand = NO;
    }
    return t[at].verdict == VERDICT_NEVER ? NO : at;
}

struct diagram *diagram_possible(struct arena *a, const struct diagram *d, bool by_outcome) {
    struct diagram *to = arena_alloc(a, sizeof *to);
    *to = *d;
    to->terminal = arena_alloc(a, ((size_t)d->nterminal + 1) * sizeof *to->terminal);
    if (d->nterminal > 0) {
        memcpy(to->terminal, d->terminal, d->nterminal * sizeof *to->terminal);
    }
    struct reduction r = {.arena = a, .from = d, .to = to};
    r.map = arena_alloc(a, ((size_t)d->nnode + 1) * sizeof *r.map);
    r.merge = merge_new(a, d, d->nnode);
    to->node = arena_alloc(a, ((size_t)d->nnode + 1) * sizeof *to->node);
    to->nnode = d->nterminal;
    for (r.nslot = 16; r.nslot < 2 * (uint64_t)d->nnode; r.nslot *= 2) {
    }
    r.slot = arena_alloc(a, r.nslot * sizeof *r.slot);
    for (uint32_t i = 0; i < d->nnode; i++) {
        if (i < d->nterminal) {
            r.map[i] = terminal_of(&r, i, by_outcome);
        } else {
            r.map[i] = reduce_node(&r, &d->node[i]);
        }
    }
    if (d->nnode > 0 && r.map[d->root] == NO) {
        *to = *d; /* nothing can occur: shown as it is */
    } else if (d->nnode > 0) {
        to->root = r.map[d->root];
    }
    return to;
}
