/* boxes_order.c -- in which order the outputs of a table are decided.
 *
 * In: a table.  Out: its outputs, each after the chained outputs that it depends on; file order where that is free.
 * An output depends on the input `as` which another is chained when a section that speaks of it has a condition on
 * that input: rules that set it, refusals of it, needs of its values.  A cycle was a fault of the table stage.
 */
#include "turnout.h"

/* Pins and forbids ask about an output; they do not decide it. */
static bool speaks_of(const struct rule *r, uint32_t output) {
    if (r->kind == RULE_RULE)
        return rule_outcome(r, output) != NULL;
    if (r->kind == RULE_REFUSE)
        return rule_refuses(r, output);
    for (size_t i = 0; i < r->ntarget; i++)
        if (r->target[i].output == output)
            return true;
    return false;
}

/* Has a section that decides the output a condition on the input? */
static bool depends(const struct table *t, uint32_t output, uint32_t input) {
    for (size_t r = 0; r < t->nrule; r++)
        for (size_t c = 0; c < t->rule[r].ncond && speaks_of(&t->rule[r], output); c++)
            for (size_t i = 0; i < t->rule[r].cond[c].ninput; i++)
                if (t->rule[r].cond[c].input[i] == input)
                    return true;
    return false;
}

/* Depth first: what an output depends on comes before it. */
static void visit(const struct table *t, uint32_t output, bool *seen, uint32_t *order, size_t *n) {
    if (seen[output])
        return;
    seen[output] = true;
    for (uint32_t i = 0; i < t->ninput; i++)
        if (t->input[i].chain < t->noutput && !seen[t->input[i].chain] && depends(t, output, i))
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
