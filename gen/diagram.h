/* diagram.h -- what the diagram_*.c files share while one diagram is built; nothing else includes it.
 *
 * A "class" is what is left to hold of a line of the plan, together with what the line then says: lines that agree
 * in both are the same class.  A state is an ordered list of classes; it is what the rest of a path depends on.  The
 * memo maps states to nodes, the node table makes equal nodes one.  All of it lives in a scratch arena that ends
 * with the build.
 */
#ifndef TURNOUT_DIAGRAM_H
#define TURNOUT_DIAGRAM_H

#include "turnout.h"

struct class {
    uint32_t level;    /* of its first condition; nlevel: finished, nothing is left to hold */
    uint32_t set;      /* at that level: index into level[].set */
    uint32_t next;     /* the class that is left once the condition holds */
    uint32_t terminal; /* what the line says */
    uint32_t rank;     /* credit: the line's place among the rules that compete, or NO */
    uint32_t suffix;   /* equal for classes with the same conditions left */
};

struct layer { /* one input that some line names, and a partition of its atoms for the node under construction */
    uint32_t input, natom;
    uint32_t *set; /* the distinct sets of the lines here, as ids into the input's asets */
    uint32_t nset;
    uint64_t *seen;                       /* stamp per set */
    uint32_t *block;                      /* per atom */
    uint32_t *size, *hit, *split, *first; /* per block */
    uint32_t *touched;                    /* blocks that the set in hand meets */
    uint32_t *child;                      /* per block */
    uint32_t nblock;
    struct edge *edge; /* of the node under construction */
};

struct bits { /* a set of ranks: its words that are not zero, ascending */
    uint32_t *at;
    uint64_t *word;
    uint32_t n;
};
struct credit { /* which rules can take the credit from one that stands before them in the plan: diagram_credit.c */
    uint32_t nrank;
    uint32_t *rule, *span; /* of each rank, in the order of the plan; span: the versions that it speaks of */
    struct bits *rival;    /* of rank g: the ranks before g that g outranks in the file, in cells of both */
    struct bits *killer;   /* of rank g with rivals: the stricter ranks, beside which g wins nothing */
    uint64_t *ahead, *done, *own, *need; /* of credit_keep: all zero between two calls */
};

struct memo {       /* open addressing; a state is a run of words */
    uint32_t *slot; /* state + 1, or 0 */
    size_t cap;
    struct run {
        size_t start, count;
        uint32_t node;
    } * state;
    size_t nstate;
    uint32_t *word;
    size_t nword;
};

struct build {
    struct arena *scratch, *arena; /* arena: of the result */
    const struct plan *plan;
    const struct space *space;
    bool by_rule;
    struct layer *level;
    uint32_t nlevel;
    struct class *class;
    size_t nclass;
    uint32_t *class_slot; /* class + 1, or 0 */
    size_t class_cap;
    struct terminal *terminal;
    size_t nterminal;
    uint32_t *terminal_slot; /* terminal + 1, or 0 */
    size_t terminal_cap;
    struct credit *credit; /* NULL: the first finished line is the credited one */
    uint64_t *seen, stamp; /* stamp per class */
    uint32_t *stack;       /* the states under construction */
    size_t nstack;
    struct memo memo;
    struct node *node; /* node[i]: index nterminal + i */
    size_t nnode;
    uint32_t *node_slot; /* i + 1, or 0 */
    size_t node_cap;
    uint64_t *edge_seen; /* stamp per node or terminal, and its edge in the node under construction */
    uint32_t *edge_at;
    size_t nedge_at;
    uint64_t max_state;
    uint64_t work;
    bool over; /* a limit was reached */
};

struct spread { /* diagram_split.c: which lines of a state meet which block; places are indices into the stack */
    size_t base;
    uint32_t level, count, nwide;
    size_t start, wide, line; /* start: per block; wide: lines that do not name the input; line: the others */
};

enum { MANY_EDGES = 64 };
void diagram_index(struct arena *a, const struct space *s, struct node *n); /* of a node with many edges */
int diagram_terminals(const void *x, const void *y);                        /* their order */
struct merge {              /* edges that lead to one child now, as one */
    uint32_t *edge;         /* per child: its edge in the node under construction + 1; all 0 between two calls */
    uint32_t *next, *all;   /* of the edges of the node in hand: the next one to the same child; sets to be joined */
    uint32_t *first, *last; /* per edge under construction: of those edges */
    uint32_t most;          /* edges of one node */
};
/* For nodes of d; nchild: indices of children that `to` may give. */
struct merge merge_new(struct arena *a, const struct diagram *d, uint32_t nchild);
/* Fills into->edge (room for n->nedge), ordered by the first of the edges; to: per child of n, NO: the edge is gone. */
void merge_edges(struct merge *m, struct asets *sets, const struct node *n, const uint32_t *to, struct node *into);
void lines_build(struct build *b); /* diagram_lines.c: levels, terminals and classes; the root state on the stack */
struct credit *rivals_build(struct build *b, uint32_t *rank); /* diagram_rivals.c; rank: one per line, filled */
/* diagram_credit.c */
size_t credit_keep(struct build *b, uint32_t *list, size_t first, size_t count);
uint32_t credit_terminal(const struct build *b, const uint32_t *list, size_t count);
/* diagram_memo.c */
uint32_t memo_find(const struct build *b, const uint32_t *state, size_t count, uint64_t hash); /* node, or NO */
void memo_add(struct build *b, const uint32_t *state, size_t count, uint64_t hash, uint32_t node);
uint64_t node_hash(const struct node *n); /* of the input and the edges in their order */
bool node_same(const struct node *x, const struct node *y);
uint32_t node_intern(struct build *b, struct layer *l); /* from block[] and child[] */
struct spread split_state(struct build *b, uint32_t level, size_t base);
void split_push(struct build *b, const struct spread *s, uint32_t block);
uint32_t state_build(struct build *b, size_t base); /* diagram_build.c: of stack[base..]; pops it */

#endif
