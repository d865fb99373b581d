/* boxes_order.c -- in which order the outputs of a table are decided.
 *
 * In: a table.  Out: its outputs, each after the chained outputs that it depends on (boxes_failed.c); file order where
 * that is free.  A cycle was a fault of the table stage.  And of which output a forbid is asked: the last of those that
 * it speaks of.
 */
#include "boxes.h"

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

/* Every output that a forbid speaks of, by its answers or by conditions on what is decided. */
static uint64_t spoken_of(const struct table *t, const struct rule *r) {
    uint64_t outputs = 0;
    for (size_t i = 0; i < r->nassign; i++)
        outputs |= UINT64_C(1) << r->assign[i].output;
    for (size_t c = 0; c < r->ncond; c++)
        for (size_t i = 0; i < r->cond[c].ninput; i++) {
            uint64_t below = boxes_chained_below(t, r->cond[c].input[i]);
            for (uint32_t k = 0; k < t->ninput; k++)
                outputs |= (below >> k & 1) ? UINT64_C(1) << t->input[k].chain : 0;
        }
    return outputs;
}

uint32_t boxes_forbid_asked(struct arena *a, const struct table *t, uint32_t rule) {
    const uint32_t *order = boxes_order(a, t);
    uint64_t outputs = spoken_of(t, &t->rule[rule]);
    uint32_t last = NO;
    for (size_t i = 0; i < t->noutput; i++)
        last = outputs >> order[i] & 1 ? order[i] : last;
    return last;
}
