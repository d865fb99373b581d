/* vector.h -- between the vector*.c files only. */
#ifndef TURNOUT_VECTOR_H
#define TURNOUT_VECTOR_H

#include "turnout.h"

struct job {
    struct arena *arena;
    const struct boxes *boxes;
    const struct space *space;
    struct vectors *out;
    uint32_t *slot; /* open addressing over the rows: row + 1, or 0 */
    size_t cap;
    uint64_t *path;            /* paths below each node of the diagram at hand, saturating */
    bool between;              /* rows between the corners, too */
    uint64_t derived, chained; /* bit per input */
    const uint32_t *order;     /* of the outputs: a chained one before those that it decides */
    size_t left_out;           /* paths for which no cell was found that a caller can ask for */
};

/* vector_rows.c.  Adds the row of a cell of a box, unless it is there already; false: it cannot be asked for.
 * high: of numbers, the largest of their piece. */
bool row_add(struct job *j, const uint32_t *cell, const struct box *of, uint32_t output, bool high);
bool row_within(struct job *j, const struct box *of, uint32_t output); /* any cell of the box */
/* vector_cell.c.  value: one per input. */
bool cell_complete(const struct job *j, uint32_t *cell, uint64_t named, struct solved *value);
bool cell_within(const struct job *j, const struct box *b, uint32_t *cell, struct solved *value);

#endif
