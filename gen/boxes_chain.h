/* boxes_chain.h -- between boxes_chain.c and boxes_choice.c only. */
#ifndef TURNOUT_BOXES_CHAIN_H
#define TURNOUT_BOXES_CHAIN_H

#include "turnout.h"

enum { PIECES = 1 << 14 }; /* boxes of one question */

struct told { /* a line as an atom of the chained input; NO: not known, or a [never] */
    const struct line *line;
    uint32_t atom;
};
struct telling {
    struct arena *arena;
    const struct space *space;
    const struct output *output;
    const struct domain *domain; /* of the chained input */
    struct told *told;
    size_t ntold;
    uint32_t none, error; /* atoms; NO where the input has none */
    bool cut;
};

/* Cells of the region at which the input is in `set`. */
void chain_add(struct telling *t, struct region *into, const struct region *r, uint32_t set);
/* boxes_choice.c: with an override, adds to never what a user's choice cannot bring about either. */
void chain_choice(struct telling *t, const struct boxes *b, const struct chain *chain, struct region *never);

#endif
