/* join.h -- between join*.c and diff*.c: two tables over one space.
 *
 * Words: a side is one of the two tables; its own atoms, sets and inputs are those of its own space.  Joint ones refine
 * both: every joint atom lies within one atom of each side, or within none where the side does not declare it.
 */
#ifndef JOIN_H
#define JOIN_H

#include "turnout.h"

enum side { OLD, NEW };

struct joint_side {
    const struct boxes *boxes; /* own */
    const struct table *table;
    uint32_t input[64]; /* per joint input: the side's own, or NO: its rules do not look at it */
    uint32_t joint[64]; /* per own input */
    uint32_t **atom;    /* per joint input and atom: the own atom, or NO: not declared here */
    uint32_t **start;   /* per joint input: joint atoms of own atom i are within[start[i] .. start[i + 1]) */
    uint32_t **within;
    struct {
        uint32_t *joint; /* per own set: the joint set + 1, 0: not asked yet */
        size_t count;
    } * set; /* per joint input */
};
struct joint {
    struct arena *arena;
    const struct space *space; /* its table has inputs only */
    const struct boxes *boxes; /* never: what derived integers rule out between joint atoms */
    struct joint_side side[2];
    uint32_t *room; /* for the atoms of one set */
};
struct joint *join(struct arena *a, struct msgs *m, const struct boxes *const boxes[2]); /* NULL: a message */

/* The own set as a joint one. */
uint32_t join_set(struct joint *j, enum side side, uint32_t input, uint32_t own);
/* false: no joint cell. */
bool join_box(struct joint *j, enum side side, const struct box *own, struct box *into);
struct region join_undeclared(struct joint *j, enum side side,
                              uint64_t apart); /* cells that it has not; apart: not asked */
/* The side's own cell of a joint one that it declares. */
void join_cell(const struct joint *j, enum side side, const uint32_t *cell, uint32_t *own);

/* join_inputs.c: the joint table: inputs of one name and kind are one, all others stand apart. */
struct table *join_inputs(struct arena *a, const struct table *const table[2], const struct space *const space[2],
                          uint32_t input[2][64], uint32_t joint[2][64]); /* NULL: more than 64 */

#endif
