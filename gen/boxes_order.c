/* boxes_order.c -- in which order the outputs of a table are decided.
 *
 * In: a table.  Out: its outputs, each after the chained outputs that it depends on (boxes_failed.c); file order where
 * that is free.  A cycle was a fault of the table stage.
 */
#include "turnout.h"

/* Depth first: what an output depends on comes before it. */
static void visit(const struct table *t, uint32_t output, bool *seen, uint32_t *order, size_t *n) {
    if (seen[output])
        return;
    seen[output] = true;
    uint64_t depends = boxes_depends(t, output);
    for (uint32_t i = 0; i < t->ninput; i++)
        if ((depends >> i & 1) && t->input[i].chain < t->noutput)
            visit(t, t->input[i].chain, seen, order, n);
    order[(*n)++] = output;
}

const uint32_t *boxes_order(struct arena *a, const struct table *t) {
    uint32_t *order = arena_alloc(a, (t->noutput + 1) * sizeof *order);
    bool *seen = arena_alloc(a, t->noutput + 1);
    size_t n = 0;
    for (uint32_t i = 0; i < t->noutput; i++)
        visit(t, i, seen, order, &n);
    return order;
}
