/* vector.h -- between vector.c and vector_rows.c only. */
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
    uint64_t *path; /* paths below each node of the diagram at hand, saturating */
    bool between;   /* rows between the corners, too */
};

/* Adds a row unless it is there already.  high: of numbers, the largest of their piece. */
void row_add(struct job *j, const uint32_t *cell, uint32_t output, bool high);

#endif
