/* cover.h -- the cover search in the middle of its work: between cover.c, which keeps the stacks, and cover_branch.c,
 * which chooses where to split.
 */
#ifndef TURNOUT_COVER_H
#define TURNOUT_COVER_H

#include "turnout.h"

struct live { /* a blocker that still meets the part's box */
    uint64_t left;
    uint32_t by;
};
struct part { /* live[lo .. hi); first narrow `input` to `set` (NO: nothing to do) */
    size_t lo, hi;
    uint32_t input, set;
};
enum { FEW_LIVE = 64, FEW_PARTS = 8 };
struct search {
    const struct space *space;
    struct arena *arena; /* for stacks that outgrow the few below, released when the question is answered; or NULL */
    const struct box *const *by;
    size_t nby;
    struct cover_limit *limit;
    bool *used;
    struct live *live;
    struct part *part;
    uint32_t *set; /* ninput per part: its box */
    size_t nlive, live_cap, npart, part_cap;
    struct live few_live[FEW_LIVE]; /* most questions are small and need no memory */
    struct part few_part[FEW_PARTS];
    uint32_t few_set[FEW_PARTS * 64];
};

/* The box of the part in hand. */
static inline uint32_t *top_set(const struct search *q) {
    return q->set + (q->npart - 1) * q->space->ninput;
}

struct arena *search_arena(struct search *q);
uint32_t branch_input(const struct search *q, const struct part *n, uint32_t *by);
uint32_t branch_set(struct search *q, const struct part *n, uint32_t input, uint32_t by);

#endif
