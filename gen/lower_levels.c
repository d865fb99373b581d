/* lower_levels.c -- a diagram as levels that are read one after the other.
 *
 * In:  a diagram and a code per terminal.  Out: per level the classes of its input and a row per node, so that a lookup
 * is one load per level (or per group of levels, lower_groups.c) and no branch.  A node that skips a level gets a row there too; a number that is no cell of an
 * input leads to code 0 at every node, so all forms of the header agree on bad numbers.
 * Classes are the coarsest that all nodes of a level respect, found by exact refinement (no hashing of signatures).
 */
#include "lower.h"

#include <string.h>

struct lowering {
    struct arena *arena, *scratch; /* scratch: what groups are made of, and nothing after them reads */
    const struct diagram *d;
    uint32_t *same;  /* per terminal: the first with its code */
    uint32_t error;  /* a node of its own unless a terminal has code 0 */
    uint32_t nindex; /* terminals, nodes, error */
    uint32_t *at;    /* the nodes that are rows of the level */
    uint32_t nat;
    uint32_t *row;   /* per node: its row in the next level + 1 */
    uint32_t *child; /* per atom, then of no atom: of the node in hand */
    uint32_t natom;
};

static void canonical(struct lowering *w, const uint32_t *code, uint32_t most) {
    uint32_t *first = arena_alloc(w->scratch, ((size_t)most + 1) * sizeof *first); /* + 1, of each code */
    w->same = arena_alloc(w->scratch, (w->d->nterminal + 1) * sizeof *w->same);
    w->error = w->nindex - 1;
    for (uint32_t i = 0; i < w->d->nterminal; i++) {
        if (first[code[i]] == 0) {
            first[code[i]] = i + 1;
        }
        w->same[i] = first[code[i]] - 1;
    }
    if (first[0] > 0) {
        w->error = first[0] - 1;
    }
}

static uint32_t node_of(const struct lowering *w, uint32_t node) {
    return node < w->d->nterminal ? w->same[node] : node;
}

/* Where each atom leads from a node; false: the node skips this level, all atoms lead to itself. */
static bool children(struct lowering *w, uint32_t node, uint32_t input) {
    const struct asets *sets = w->d->space->domain[input].sets;
    bool here = node >= w->d->nterminal && node != w->error && w->d->node[node].input == input;
    for (uint32_t i = 0; i < w->natom; i++) {
        w->child[i] = node;
    }
    w->child[w->natom] = w->error;
    for (uint32_t e = 0; here && e < w->d->node[node].nedge; e++) {
        const struct edge *edge = &w->d->node[node].edge[e];
        for (uint32_t i = aset_next(sets, edge->set, 0); i != NO; i = aset_next(sets, edge->set, i + 1)) {
            w->child[i] = node_of(w, edge->child);
        }
    }
    return here;
}

struct split { /* (class, child) -> new class, for one row */
    uint64_t *key;
    uint32_t *value;
    uint32_t *stamp;
    uint32_t mask;
};

static struct split split_new(struct arena *a, uint32_t n) {
    struct split s = {.mask = 7};
    while (s.mask < 2 * n) {
        s.mask = 2 * s.mask + 1;
    }
    s.key = arena_alloc(a, (s.mask + 1) * sizeof *s.key);
    s.value = arena_alloc(a, (s.mask + 1) * sizeof *s.value);
    s.stamp = arena_alloc(a, (s.mask + 1) * sizeof *s.stamp);
    return s;
}

static uint32_t split_find(struct split *s, uint32_t class, uint32_t child, uint32_t stamp, uint32_t *nclass) {
    uint64_t key = (uint64_t) class << 32 | child;
    uint32_t slot = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32) & s->mask;
    while (s->stamp[slot] == stamp && s->key[slot] != key) {
        slot = (slot + 1) & s->mask;
    }
    if (s->stamp[slot] != stamp) {
        s->stamp[slot] = stamp;
        s->key[slot] = key;
        s->value[slot] = (*nclass)++;
    }
    return s->value[slot];
}

static void refine(struct lowering *w, struct level_rows *l) {
    struct split split = split_new(w->scratch, w->natom + 1);
    bool alone = false; /* no atom shares the class of a bad number any more */
    l->class = arena_alloc(w->arena, (w->natom + 1) * sizeof *l->class);
    l->nclass = 1;
    for (uint32_t r = 0; r < w->nat; r++) {
        if (!children(w, w->at[r], l->input) && (alone || w->at[r] == w->error)) {
            continue;
        }
        uint32_t n = 0;
        for (uint32_t i = 0; i <= w->natom; i++) {
            l->class[i] = split_find(&split, l->class[i], w -> child[i], r + 1, &n);
        }
        l->nclass = n;
        alone = true;
        for (uint32_t i = 0; i < w->natom; i++) {
            alone = alone && l->class[i] != l->class[w->natom];
        }
    }
}

/* One atom (or natom: a bad number) of each class. */
static uint32_t *sample_classes(struct lowering *w, const struct level_rows *l) {
    uint32_t *sample = arena_alloc(w->scratch, (l->nclass + 1) * sizeof *sample);
    for (uint32_t i = w->natom + 1; i-- > 0;) {
        sample[l->class[i]] = i;
    }
    return sample;
}

/* Fills `next`; the rows of the next level are numbered as they are met. */
static void fill_rows(struct lowering *w, struct level_rows *l, const uint32_t *code) {
    const uint32_t *sample = sample_classes(w, l);
    uint32_t *at = NULL;
    size_t nat = 0;
    l->nrow = w->nat;
    l->next = arena_alloc(w->scratch, (size_t)l->nrow * l->nclass * sizeof *l->next);
    memset(w->row, 0, w->nindex * sizeof *w->row);
    for (uint32_t r = 0; r < w->nat; r++) {
        children(w, w->at[r], l->input);
        for (uint32_t c = 0; c < l->nclass; c++) {
            uint32_t child = w->child[sample[c]], next;
            if (code) {
                next = child < w->d->nterminal ? code[child] : 0;
            } else {
                if (w->row[child] == 0) {
                    *PUSH(w->scratch, at, nat) = child;
                    w->row[child] = (uint32_t)nat;
                }
                next = w->row[child] - 1;
            }
            l->next[(size_t)r * l->nclass + c] = next;
            l->most = next > l->most ? next : l->most;
        }
    }
    w->at = at;
    w->nat = (uint32_t)nat;
}

struct lowered lower_diagram(struct arena *a, struct arena *scratch, const struct diagram *d, const uint32_t *code) {
    struct lowered l = {.form = FORM_LEVELS};
    uint32_t most = d->nnode > d->nterminal ? d->nnode : d->nterminal;
    struct lowering w = {.arena = a, .scratch = scratch, .d = d, .nindex = most + 1};
    for (uint32_t i = 0; i < d->nterminal; i++) {
        l.most = code[i] > l.most ? code[i] : l.most;
    }
    canonical(&w, code, l.most);
    if (d->nlevel == 0) {
        l.form = FORM_CONSTANT;
        l.constant = code[d->root];
        return l;
    }
    w.row = arena_alloc(scratch, w.nindex * sizeof *w.row);
    *PUSH(a, w.at, w.nat) = node_of(&w, d->root);
    for (uint32_t k = 0; k < d->nlevel; k++) {
        struct level_rows *v = PUSH(a, l.level, l.nlevel);
        v->input = d->order[k];
        w.natom = d->space->domain[v->input].natom;
        w.child = arena_alloc(scratch, (w.natom + 1) * sizeof *w.child);
        refine(&w, v);
        fill_rows(&w, v, k + 1 == d->nlevel ? code : NULL);
    }
    lower_groups(a, &l);
    return l;
}
