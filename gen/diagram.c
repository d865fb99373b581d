/* diagram.c -- an output as a decision diagram: multi-valued, multi-terminal, reduced and hash-consed.
 *
 * In: struct plan.  Out: struct diagram: the value diagram (terminals are outcomes) or the rule diagram (terminals
 * also carry the credited rule and candidate).  Guaranteed: equals decide() in every cell without a conflict; a child
 * has a smaller index than its parents; terminals are ordered by verdict, value, number, copy, rule, candidate and each is
 * reached; `order` lists exactly the inputs that some node tests; deterministic.  When the limit of nodes (counted as
 * states, which is the work) is reached, `complete` is false and there are no nodes.
 */
#include "diagram.h"

#include <stdlib.h>

int diagram_terminals(const void *x, const void *y) {
    const struct terminal *p = x, *q = y;
    const int64_t of_p[] = {p->verdict, p->value, p->number, p->copy, p->rule, p->cand};
    const int64_t of_q[] = {q->verdict, q->value, q->number, q->copy, q->rule, q->cand};
    for (size_t i = 0; i < sizeof of_p / sizeof *of_p; i++) {
        if (of_p[i] != of_q[i]) {
            return of_p[i] < of_q[i] ? -1 : 1;
        }
    }
    return 0;
}

/* The terminals that are reached, in their order; to: from the old indices. */
static void take_terminals(struct build *b, struct diagram *d, uint32_t root, uint32_t *to) {
    bool *used = arena_alloc(b->scratch, (b->nterminal + 1) * sizeof *used);
    if (root < b->nterminal) {
        used[root] = true;
    }
    for (size_t i = 0; i < b->nnode; i++) {
        for (uint32_t e = 0; e < b->node[i].nedge; e++) {
            if (b->node[i].edge[e].child < b->nterminal) {
                used[b->node[i].edge[e].child] = true;
            }
        }
    }
    d->terminal = arena_alloc(b->arena, (b->nterminal + 1) * sizeof *d->terminal);
    for (size_t i = 0; i < b->nterminal; i++) {
        if (used[i]) {
            d->terminal[d->nterminal++] = b->terminal[i];
        }
    }
    qsort(d->terminal, d->nterminal, sizeof *d->terminal, diagram_terminals);
    for (size_t i = 0; i < b->nterminal; i++) {
        const struct terminal *at =
            bsearch(&b->terminal[i], d->terminal, d->nterminal, sizeof *d->terminal, diagram_terminals);
        to[i] = at == NULL ? NO : (uint32_t)(at - d->terminal);
    }
}

static void take_order(struct build *b, struct diagram *d) {
    uint64_t tested = 0;
    for (size_t i = 0; i < b->nnode; i++) {
        tested |= (uint64_t)1 << b->node[i].input;
    }
    d->order = arena_alloc(b->arena, (b->nlevel + 1) * sizeof *d->order);
    for (uint32_t k = 0; k < b->nlevel; k++) {
        if (tested >> b->level[k].input & 1) {
            d->order[d->nlevel++] = b->level[k].input;
        }
    }
}

static void take_nodes(struct build *b, struct diagram *d, uint32_t root) {
    uint32_t *to = arena_alloc(b->scratch, (b->nterminal + 1) * sizeof *to);
    take_terminals(b, d, root, to);
    take_order(b, d);
    uint32_t shift = (uint32_t)b->nterminal - d->nterminal;
    d->nnode = d->nterminal + (uint32_t)b->nnode;
    d->node = arena_alloc(b->arena, (d->nnode + 1) * sizeof *d->node);
    d->root = root < b->nterminal ? to[root] : root - shift;
    for (size_t i = 0; i < b->nnode; i++) {
        struct node *n = &d->node[d->nterminal + i];
        *n = b->node[i]; /* its edges lie in the arena of the result and are renumbered there */
        for (uint32_t e = 0; e < n->nedge; e++) {
            uint32_t child = n->edge[e].child;
            n->edge[e].child = child < b->nterminal ? to[child] : child - shift;
        }
        diagram_index(b->arena, d->space, n);
    }
}

/* No fault of the table: what is emitted is right without the diagram, only larger or slower. */
static void tell_limit(struct msgs *m, const struct diagram *d, bool by_rule, uint64_t most) {
    const struct output *o = &d->space->table->output[d->output];
    struct msg *msg = msg_add(m, FINDING_LIMIT, o->pos, 1, "the %s diagram of output '%s' passes %llu nodes; %s",
                              by_rule ? "rule" : "value", o->name, (unsigned long long)most,
                              by_rule ? "explain uses bit rows, and the test vectors take the corners of the rules"
                                      : "the look-up uses bit rows");
    msg->level = msg->level > LEVEL_NOTE ? LEVEL_NOTE : msg->level;
}

/* What `exhausted = next` leaves over is credited to nobody, whichever line it stands in. */
static bool first_credited(const struct build *b) {
    for (size_t i = 0; i < b->plan->nline; i++) {
        if (b->plan->line[i].kind == LINE_EXHAUSTED) {
            return false;
        }
    }
    return true;
}

struct diagram *diagram_build(struct arena *a, struct msgs *m, const struct plan *p, bool by_rule,
                              const struct limits *l) {
    struct diagram *d = arena_alloc(a, sizeof *d);
    *d = (struct diagram){.space = p->boxes->space, .output = p->output};
    struct build b = {.scratch = arena_new(), .arena = a, .plan = p, .space = d->space, .by_rule = by_rule};
    b.max_state = (uint64_t)l->spread * p->nline;
    b.max_state = b.max_state > l->nodes ? b.max_state : l->nodes;
    lines_build(&b);
    d->ordered = b.credit == NULL && first_credited(&b);
    uint32_t root = b.over ? 0 : state_build(&b, 0);
    if (!b.over && p->complete) {
        take_nodes(&b, d, root);
        d->complete = true;
    } else if (p->complete) { /* the plan tells its own limit */
        tell_limit(m, d, by_rule, b.max_state);
    }
    arena_free(b.scratch);
    return d;
}

void diagram_index(struct arena *a, const struct space *s, struct node *n) {
    const struct asets *sets = s->domain[n->input].sets;
    n->at = n->nedge > MANY_EDGES ? arena_alloc(a, asets_natom(sets) * sizeof *n->at) : NULL;
    for (uint32_t e = 0; n->at && e < n->nedge; e++) {
        for (uint32_t i = aset_next(sets, n->edge[e].set, 0); i != NO; i = aset_next(sets, n->edge[e].set, i + 1)) {
            n->at[i] = e;
        }
    }
}

static uint32_t edge_of(const struct diagram *d, const struct node *n, uint32_t atom) {
    const struct asets *sets = d->space->domain[n->input].sets;
    uint32_t e = 0;
    while (!n->at && !aset_has(sets, n->edge[e].set, atom)) {
        e++;
    }
    return n->at ? n->at[atom] : e;
}

uint32_t diagram_at(const struct diagram *d, const uint32_t *cell) {
    uint32_t at = d->complete ? d->root : NO;
    while (d->complete && at >= d->nterminal) {
        const struct node *n = &d->node[at];
        at = n->edge[edge_of(d, n, cell[n->input])].child;
    }
    return at;
}

/* Cells of the inputs of the levels from k up to, not including, `to`. */
static double cells_between(const struct diagram *d, uint32_t k, uint32_t to) {
    double cells = 1;
    for (; k < to; k++) {
        cells *= d->space->domain[d->order[k]].natom;
    }
    return cells;
}

double *diagram_counts(const struct diagram *d, struct arena *a) {
    double *cells = arena_alloc(a, ((size_t)d->nnode + 1) * sizeof *cells);
    uint32_t *level = arena_alloc(a, ((size_t)d->nnode + 1) * sizeof *level);
    uint32_t of_input[64];
    double outside = 1; /* cells of the inputs that no node tests */
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        of_input[i] = 0;
        while (of_input[i] < d->nlevel && d->order[of_input[i]] != i) {
            of_input[i]++;
        }
        outside *= of_input[i] < d->nlevel ? 1 : d->space->domain[i].natom;
    }
    for (uint32_t i = 0; i < d->nnode; i++) {
        level[i] = i < d->nterminal ? d->nlevel : of_input[d->node[i].input];
    }
    cells[d->root] = d->complete ? outside * cells_between(d, 0, level[d->root]) : 0;
    for (uint32_t i = d->nnode; i-- > d->nterminal;) { /* parents first */
        const struct node *n = &d->node[i];
        for (uint32_t e = 0; e < n->nedge; e++) {
            uint32_t child = n->edge[e].child;
            cells[child] += cells[i] * aset_count(d->space->domain[n->input].sets, n->edge[e].set) *
                            cells_between(d, level[i] + 1, level[child]);
        }
    }
    return cells;
}

double diagram_count(const struct diagram *d, uint32_t terminal) {
    struct arena *a = arena_new();
    double cells = diagram_counts(d, a)[terminal];
    arena_free(a);
    return cells;
}
