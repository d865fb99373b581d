/* boxes_failed.c -- what becomes of an output where an output that it depends on has no value.
 *
 * In: the boxes so far.  Out: on which chained inputs an output depends; the cells where one of them is NONE or ERROR;
 * and the cells that a rule covers for one output.
 * [note failed] NONE or ERROR of a chained input gives ERROR downstream, unless a rule names it: so a rule covers such a
 * cell only where its own condition speaks of NONE or ERROR, or of `unset` of a number that is derived from the input.
 * A rule that speaks of several outputs may cover other cells for each of them: they depend on different inputs.
 */
#include "boxes.h"

uint64_t boxes_chained_below(const struct table *t, uint32_t input) {
    const struct input *in = &t->input[input];
    if (!in->from_op)
        return in->chain == NO ? 0 : UINT64_C(1) << input;
    return boxes_chained_below(t, in->from[0]) | (in->from[1] == NO ? 0 : boxes_chained_below(t, in->from[1]));
}

/* Pins and forbids ask about an output; they do not decide it. */
static bool decides(const struct rule *r, uint32_t output) {
    if (r->kind == RULE_RULE)
        return rule_outcome(r, output) != NULL;
    if (r->kind == RULE_REFUSE)
        return rule_refuses(r, output);
    for (size_t i = 0; i < r->ntarget; i++)
        if (r->target[i].output == output)
            return true;
    return false;
}

uint64_t boxes_depends(const struct table *t, uint32_t output) {
    uint64_t all = 0;
    for (size_t r = 0; r < t->nrule; r++) {
        if (!decides(&t->rule[r], output))
            continue;
        for (size_t c = 0; c < t->rule[r].ncond; c++)
            for (size_t i = 0; i < t->rule[r].cond[c].ninput; i++)
                all |= boxes_chained_below(t, t->rule[r].cond[c].input[i]);
        const struct outcome *o = t->rule[r].kind == RULE_RULE ? rule_outcome(&t->rule[r], output) : NULL;
        if (o && (o->kind == OUTCOME_COPY || o->kind == OUTCOME_PRODUCT))
            all |= boxes_chained_below(t, o->input);
    }
    return all;
}

uint32_t boxes_failing_atoms(const struct space *s, uint32_t input) {
    const struct domain *d = &s->domain[input];
    uint32_t none = d->special[VALUE_NONE - VALUE_OTHER], error = d->special[VALUE_ERROR - VALUE_OTHER];
    uint32_t set = none == NO ? ASET_EMPTY : aset_one(d->sets, none);
    return error == NO ? set : aset_or(d->sets, set, aset_one(d->sets, error));
}

/* A condition on something derived from the input that accepts unset. */
static bool names_unset(const struct space *s, const struct box *b, uint32_t input) {
    for (uint32_t i = 0; i < s->ninput; i++) {
        uint32_t unset = s->domain[i].special[VALUE_UNSET - VALUE_OTHER];
        if (s->table->input[i].from_op && (boxes_chained_below(s->table, i) >> input & 1) && b->set[i] != ASET_FULL &&
            unset != NO && aset_has(s->domain[i].sets, b->set[i], unset))
            return true;
    }
    return false;
}

bool boxes_names(const struct space *s, const struct rule *r, const struct box *b, uint32_t input) {
    for (size_t c = 0; c < r->ncond; c++)
        if (r->cond[c].form == COND_PLAIN && r->cond[c].input[0] == input)
            return true; /* even when it accepts everything */
    return b->set[input] != ASET_FULL || names_unset(s, b, input);
}

struct region boxes_covered(struct arena *a, const struct boxes *b, uint32_t output, uint32_t rule) {
    const struct space *s = b->space;
    uint64_t depends = b->depends ? b->depends[output] : 0;
    struct region all = {NULL, 0};
    if (!depends || s->table->rule[rule].kind != RULE_RULE)
        return b->rule[rule];
    for (size_t i = 0; i < b->rule[rule].nbox; i++) {
        struct box box = box_copy(s, a, &b->rule[rule].box[i]);
        bool any = true;
        for (uint32_t c = 0; c < s->ninput && any; c++)
            if ((depends >> c & 1) && !boxes_names(s, &s->table->rule[rule], &b->rule[rule].box[i], c))
                any = box_narrow(s, &box, c, aset_minus(s->domain[c].sets, ASET_FULL, boxes_failing_atoms(s, c)));
        if (any)
            *PUSH(a, all.box, all.nbox) = box;
    }
    return all;
}

struct region boxes_failed(struct arena *a, const struct boxes *b, uint32_t output) {
    const struct space *s = b->space;
    uint64_t depends = b->depends ? b->depends[output] : 0;
    struct region all = {NULL, 0};
    for (uint32_t c = 0; c < s->ninput; c++) {
        struct box box = box_full(s, a);
        if ((depends >> c & 1) && box_narrow(s, &box, c, boxes_failing_atoms(s, c)))
            *PUSH(a, all.box, all.nbox) = box;
    }
    return all;
}
