/* boxes_needs.c -- a needs clause: the cells in which it fails.
 *
 * In: a clause.  Out: guards AND NOT (all conditions): one box per condition, each with the guards; they may overlap,
 * which keeps them large and few.
 * Unknown inputs: a clause rejects them (default), accepts them, or abstains, that is, it does not speak in a cell
 * where an input of its conditions is unknown.  A condition that itself names `unknown` is taken as written, and so is
 * a guard: it holds only where it names the value.
 */
#include "boxes.h"

enum { UNKNOWN_REJECT, UNKNOWN_ACCEPT, UNKNOWN_ABSTAIN };

static bool names_unknown(const struct cond *c) {
    for (size_t i = 0; i < c->entries.count; i++)
        if (c->entries.entry[i].kind == ENTRY_WORD && c->entries.entry[i].value == VALUE_UNKNOWN)
            return true;
    return false;
}

/* Takes the cells where an input of the condition is unknown out of the region. */
static void abstain(struct making *k, struct region *r, const struct cond *c) {
    if (c->guard || names_unknown(c))
        return;
    for (size_t i = 0; i < c->ninput; i++) {
        const struct domain *d = &k->space->domain[c->input[i]];
        uint32_t unknown = d->special[VALUE_UNKNOWN - VALUE_OTHER];
        if (unknown == NO)
            continue;
        uint32_t known = aset_minus(d->sets, ASET_FULL, aset_one(d->sets, unknown));
        size_t kept = 0;
        for (size_t b = 0; b < r->nbox; b++)
            if (box_narrow(k->space, &r->box[b], c->input[i], known))
                r->box[kept++] = r->box[b];
        r->nbox = kept;
    }
}

struct region boxes_failing(struct making *k, const struct rule *clause, uint32_t version_atom) {
    struct region guards = {0}, failing = {0};
    *PUSH(k->arena, guards.box, guards.nbox) = box_full(k->space, k->arena);
    for (size_t i = 0; i < clause->ncond; i++) {
        const struct cond *c = &clause->cond[i];
        if (c->guard) {
            boxes_apply(k, &guards, c, version_atom);
        } else {
            struct region not = boxes_not(k, c, version_atom, clause->unknown == UNKNOWN_ACCEPT);
            region_add(k->arena, &failing, &not );
        }
    }
    if (clause->unknown == UNKNOWN_ABSTAIN)
        for (size_t i = 0; i < clause->ncond; i++)
            abstain(k, &failing, &clause->cond[i]);
    return region_and(k->space, k->arena, &failing, &guards);
}
