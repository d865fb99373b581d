/* diagram_memo.c -- the two hash tables of a diagram under construction.
 *
 * memo_*: state (list of classes) -> node, compared word by word, never by hash alone.  node_intern: a node from the
 * partition of its level; edges to the same child become one, a node with one child is that child, and equal nodes
 * are one node (reduced and hash-consed).  Guaranteed: children have smaller indices than their parents; the edges
 * of a node are ordered by their first atom.
 */
#include "diagram.h"

#include <string.h>

enum { WORD_LIMIT = 1 << 26 }; /* words of all states: 256 MiB */

uint32_t memo_find(const struct build *b, const uint32_t *state, size_t count, uint64_t hash) {
    const struct memo *m = &b->memo;
    for (size_t at = m->cap == 0 ? 0 : hash & (m->cap - 1); m->cap > 0 && m->slot[at] != 0;
         at = (at + 1) & (m->cap - 1)) {
        const struct run *r = &m->state[m->slot[at] - 1];
        if (r->count == count && memcmp(m->word + r->start, state, count * sizeof *state) == 0) {
            return r->node;
        }
    }
    return NO;
}

static void memo_place(struct memo *m, uint64_t hash, size_t state) {
    size_t at = hash & (m->cap - 1);
    while (m->slot[at] != 0) {
        at = (at + 1) & (m->cap - 1);
    }
    m->slot[at] = (uint32_t)state + 1;
}

void memo_add(struct build *b, const uint32_t *state, size_t count, uint64_t hash, uint32_t node) {
    struct memo *m = &b->memo;
    if (2 * m->nstate >= m->cap) {
        m->cap = m->cap == 0 ? 1024 : 2 * m->cap;
        m->slot = arena_alloc(b->scratch, m->cap * sizeof *m->slot);
        for (size_t i = 0; i < m->nstate; i++) {
            memo_place(m, words_hash(m->word + m->state[i].start, m->state[i].count), i);
        }
    }
    *PUSH(b->scratch, m->state, m->nstate) = (struct run){m->nword, count, node};
    for (size_t i = 0; i < count; i++) {
        *PUSH(b->scratch, m->word, m->nword) = state[i];
    }
    memo_place(m, hash, m->nstate - 1);
    b->over = b->over || m->nstate >= b->max_state || m->nword >= WORD_LIMIT;
}

uint64_t node_hash(const struct node *n) {
    uint64_t h = words_hash(&n->input, 1);
    for (uint32_t i = 0; i < n->nedge; i++) {
        const uint32_t word[] = {(uint32_t)h, (uint32_t)(h >> 32), n->edge[i].set, n->edge[i].child};
        h = words_hash(word, sizeof word / sizeof *word);
    }
    return h;
}

bool node_same(const struct node *x, const struct node *y) {
    return x->input == y->input && x->nedge == y->nedge && memcmp(x->edge, y->edge, x->nedge * sizeof *x->edge) == 0;
}

static void node_grow(struct build *b) {
    b->node_cap = b->node_cap == 0 ? 1024 : 2 * b->node_cap;
    b->node_slot = arena_alloc(b->scratch, b->node_cap * sizeof *b->node_slot);
    for (uint32_t i = 0; i < b->nnode; i++) {
        size_t at = node_hash(&b->node[i]) & (b->node_cap - 1);
        while (b->node_slot[at] != 0) {
            at = (at + 1) & (b->node_cap - 1);
        }
        b->node_slot[at] = i + 1;
    }
}

static uint32_t node_place(struct build *b, const struct node *n) {
    if (2 * b->nnode >= b->node_cap) {
        node_grow(b);
    }
    size_t at = node_hash(n) & (b->node_cap - 1);
    for (; b->node_slot[at] != 0; at = (at + 1) & (b->node_cap - 1)) {
        if (node_same(&b->node[b->node_slot[at] - 1], n)) {
            return (uint32_t)b->nterminal + b->node_slot[at] - 1;
        }
    }
    struct node *own = PUSH(b->scratch, b->node, b->nnode);
    *own = *n;
    own->edge = arena_alloc(b->arena, n->nedge * sizeof *n->edge);
    memcpy(own->edge, n->edge, n->nedge * sizeof *n->edge);
    b->node_slot[at] = (uint32_t)b->nnode;
    return (uint32_t)(b->nterminal + b->nnode) - 1;
}

/* Numbers the distinct children of a level in the order of their first atom: first[e] becomes the child of edge e,
 * hit[e] its first atom + 1, split[] the next atom + 1 of the same edge.  The partition's own use of them is over. */
static uint32_t number_edges(struct build *b, struct layer *l) {
    while (b->nedge_at < b->nterminal + b->nnode) { /* both arrays grow alike */
        size_t n = b->nedge_at;
        *PUSH(b->scratch, b->edge_seen, n) = 0;
        *PUSH(b->scratch, b->edge_at, b->nedge_at) = 0;
    }
    b->stamp++;
    uint32_t nedge = 0;
    for (uint32_t a = 0; a < l->natom; a++) {
        uint32_t child = l->child[l->block[a]];
        if (b->edge_seen[child] != b->stamp) {
            b->edge_seen[child] = b->stamp;
            b->edge_at[child] = nedge;
            l->hit[nedge] = 0;
            l->first[nedge++] = child;
        }
    }
    for (uint32_t a = l->natom; a-- > 0;) {
        uint32_t edge = b->edge_at[l->child[l->block[a]]];
        l->split[a] = l->hit[edge];
        l->hit[edge] = a + 1;
    }
    return nedge;
}

uint32_t node_intern(struct build *b, struct layer *l) {
    struct node n = {.input = l->input, .edge = l->edge, .nedge = number_edges(b, l)};
    if (n.nedge == 1) {
        return l->first[0];
    }
    struct asets *sets = b->space->domain[l->input].sets;
    for (uint32_t e = 0; e < n.nedge; e++) {
        size_t count = 0;
        for (uint32_t a = l->hit[e]; a != 0; a = l->split[a - 1]) {
            l->size[count++] = a - 1;
        }
        n.edge[e] = (struct edge){.set = aset_of(sets, l->size, count), .child = l->first[e]};
    }
    return node_place(b, &n);
}
