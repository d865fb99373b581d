/* diagram_value.c -- the value diagram out of the rule diagram: terminals that say the same are one, whoever says it.
 *
 * In:  a complete rule diagram.  Out: the diagram that diagram_build makes of the same plan for its values, but for the
 * numbers of its nodes.  It costs one pass over the nodes and no look at a line, so that of a large table the lines are
 * walked only once.
 */
#include "diagram.h"

#include <stdlib.h>
#include <string.h>

struct values {
    struct arena *arena, *scratch; /* arena: of the result */
    const struct diagram *rule;
    struct diagram *to;
    uint32_t *map;         /* per index of the rule diagram: index of `to` */
    uint32_t *slot, nslot; /* open addressing over the nodes, 0 free; a power of two */
    struct merge merge;
};

static struct terminal outcome_of(const struct terminal *t) {
    struct terminal out = *t;
    out.rule = out.cand = NO;
    return out;
}

static void take_terminals(struct values *v) {
    const struct diagram *d = v->rule;
    struct diagram *to = v->to;
    to->terminal = arena_alloc(v->arena, ((size_t)d->nterminal + 1) * sizeof *to->terminal);
    for (uint32_t i = 0; i < d->nterminal; i++) { /* ordered by outcome, then by rule */
        struct terminal t = outcome_of(&d->terminal[i]);
        if (to->nterminal == 0 || diagram_terminals(&to->terminal[to->nterminal - 1], &t) != 0) {
            to->terminal[to->nterminal++] = t;
        }
        v->map[i] = to->nterminal - 1;
    }
}

struct merge merge_new(struct arena *a, const struct diagram *d, uint32_t nchild) {
    struct merge m = {.edge = arena_alloc(a, ((size_t)nchild + 1) * sizeof *m.edge)};
    uint32_t **array[] = {&m.next, &m.all, &m.first, &m.last};
    m.most = 1;
    for (uint32_t i = d->nterminal; i < d->nnode; i++) {
        m.most = d->node[i].nedge > m.most ? d->node[i].nedge : m.most;
    }
    for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
        *array[i] = arena_alloc(a, m.most * sizeof **array[i]);
    }
    return m;
}

void merge_edges(struct merge *m, struct asets *sets, const struct node *n, const uint32_t *to, struct node *into) {
    for (uint32_t e = 0; e < n->nedge; e++) {
        uint32_t child = to[n->edge[e].child];
        if (child == NO) {
            continue;
        }
        uint32_t *at = &m->edge[child];
        m->next[e] = NO;
        if (*at == 0) {
            into->edge[into->nedge++].child = child;
            *at = into->nedge;
            m->first[*at - 1] = e;
        } else {
            m->next[m->last[*at - 1]] = e;
        }
        m->last[*at - 1] = e;
    }
    for (uint32_t k = 0; k < into->nedge; k++) {
        size_t count = 0;
        for (uint32_t e = m->first[k]; e != NO; e = m->next[e]) {
            m->all[count++] = n->edge[e].set;
        }
        into->edge[k].set = count == 1 ? m->all[0] : aset_union(sets, m->all, count);
        m->edge[into->edge[k].child] = 0;
    }
}

/* The node, or the one that is there already. */
static uint32_t place(struct values *v, const struct node *n) {
    struct diagram *to = v->to;
    uint32_t at = (uint32_t)node_hash(n) & (v->nslot - 1);
    for (; v->slot[at]; at = (at + 1) & (v->nslot - 1)) {
        if (node_same(&to->node[v->slot[at]], n)) {
            return v->slot[at];
        }
    }
    struct node *own = &to->node[to->nnode];
    *own = *n;
    own->edge = arena_alloc(v->arena, n->nedge * sizeof *n->edge);
    memcpy(own->edge, n->edge, n->nedge * sizeof *n->edge);
    diagram_index(v->arena, to->space, own);
    v->slot[at] = to->nnode;
    return to->nnode++;
}

static void take_nodes(struct values *v) {
    const struct diagram *d = v->rule;
    struct diagram *to = v->to;
    v->merge = merge_new(v->scratch, d, d->nnode);
    struct edge *edge = arena_alloc(v->scratch, v->merge.most * sizeof *edge);
    to->nnode = to->nterminal;
    for (uint32_t i = d->nterminal; i < d->nnode; i++) { /* children first */
        struct node n = {.input = d->node[i].input, .edge = edge};
        merge_edges(&v->merge, d->space->domain[n.input].sets, &d->node[i], v->map, &n);
        v->map[i] = n.nedge == 1 ? n.edge[0].child : place(v, &n);
    }
}

/* Inputs that only told rules apart are gone. */
static void take_order(struct diagram *to, const struct diagram *from, struct arena *a) {
    uint64_t tested = 0;
    for (uint32_t i = to->nterminal; i < to->nnode; i++) {
        tested |= (uint64_t)1 << to->node[i].input;
    }
    to->order = arena_alloc(a, (from->nlevel + 1) * sizeof *to->order);
    for (uint32_t k = 0; k < from->nlevel; k++) {
        if (tested >> from->order[k] & 1) {
            to->order[to->nlevel++] = from->order[k];
        }
    }
}

struct diagram *diagram_value(struct arena *a, const struct diagram *rule) {
    struct diagram *to = arena_alloc(a, sizeof *to);
    *to = (struct diagram){.space = rule->space, .output = rule->output, .complete = rule->complete};
    struct values v = {.arena = a, .scratch = arena_new(), .rule = rule, .to = to};
    v.map = arena_alloc(v.scratch, ((size_t)rule->nnode + 1) * sizeof *v.map);
    for (v.nslot = 16; v.nslot < 2 * (uint64_t)rule->nnode; v.nslot *= 2) {
    }
    v.slot = arena_alloc(v.scratch, v.nslot * sizeof *v.slot);
    to->node = arena_alloc(a, ((size_t)rule->nnode + 1) * sizeof *to->node);
    take_terminals(&v);
    take_nodes(&v);
    take_order(to, rule, a);
    to->root = v.map[rule->root];
    arena_free(v.scratch);
    return to;
}
