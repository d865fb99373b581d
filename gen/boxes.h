/* boxes.h -- what the boxes*.c files share among themselves. */
#ifndef TURNOUT_BOXES_H
#define TURNOUT_BOXES_H

#include "turnout.h"

enum { BOXES = 1 << 14 }; /* of one rule */

struct tuple_set { /* a tuple set, resolved */
    bool open;     /* being resolved now */
    struct {
        uint32_t version_atom;
        bool accept;
        struct region region;
    } * at;
    size_t nat;
};
struct making {
    struct arena *arena;
    struct msgs *msgs;
    const struct space *space;
    struct tuple_set *tuple; /* one per table.set */
    uint32_t *of_list;       /* per cond.list: its atoms when no version is in question, + 1; 0: not asked yet */
    bool cut;                /* the rule at hand needs more than BOXES boxes */
};

/* boxes.c: one box list out of a reading per version atom; atoms that read the same share their boxes. */
typedef struct region boxes_read(struct making *k, const void *what, uint32_t version_atom);
struct region boxes_by_version(struct making *k, boxes_read *read, const void *what);

/* boxes_cond.c */
void boxes_apply(struct making *k, struct region *r, const struct cond *c, uint32_t version_atom); /* r AND c */
/* The cells in which c does not hold.  accept: where an input is unknown and c does not speak of that, c holds. */
struct region boxes_not(struct making *k, const struct cond *c, uint32_t version_atom, bool accept);

/* boxes_needs.c */
struct region boxes_failing(struct making *k, const struct rule *clause, uint32_t version_atom);

/* boxes_never.c */
void boxes_facts(struct making *k, struct region *never);

/* boxes_derived.c */
void boxes_derived(struct making *k, uint64_t inputs, struct region *tied); /* inputs: those in question, as bits */

/* boxes_failed.c: the chained inputs that an input comes from, itself included, as bits. */
uint64_t boxes_chained_below(const struct table *t, uint32_t input);

#endif
