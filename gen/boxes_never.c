/* boxes_never.c -- cells that cannot occur, besides the [never] sections.
 *
 * In: facts: for which cells of one input a bool input is yes, for which it may be either; for the rest it is no.
 * Out: boxes for [never].  Where the bool input declares `unknown`, that stays possible everywhere: not knowing a fact
 * does not contradict it.
 */
#include "boxes.h"

static void add_pair(struct making *k, struct region *to, uint32_t of, uint32_t set, uint32_t input, uint32_t value) {
    const struct domain *d = &k->space->domain[input];
    struct box b = box_full(k->space, k->arena);
    if (box_narrow(k->space, &b, of, set) && box_narrow(k->space, &b, input, aset_one(d->sets, value)))
        *PUSH(k->arena, to->box, to->nbox) = b;
}

static struct region fact_at(struct making *k, const void *what, uint32_t version_atom) {
    const struct fact *fact = what;
    struct asets *sets = k->space->domain[fact->of].sets;
    uint32_t either = domain_entries(k->space, fact->of, &fact->either, version_atom);
    uint32_t yes = aset_minus(sets, domain_entries(k->space, fact->of, &fact->yes, version_atom), either);
    uint32_t rest = aset_minus(sets, aset_minus(sets, ASET_FULL, yes), either);
    struct region r = {0};
    add_pair(k, &r, fact->of, yes, fact->input, 0); /* atom 0 of a bool is no */
    add_pair(k, &r, fact->of, rest, fact->input, 1);
    return r;
}

void boxes_facts(struct making *k, struct region *never) {
    const struct table *t = k->space->table;
    for (size_t i = 0; i < t->nfact; i++) {
        const struct fact *fact = &t->fact[i];
        if (fact->of >= t->ninput || fact->input >= t->ninput || t->input[fact->input].type != TYPE_BOOL)
            continue; /* a fault of the table */
        bool versioned = domain_versioned(k->space, &fact->yes) || domain_versioned(k->space, &fact->either);
        struct region r =
            versioned && t->versions < t->ninput ? boxes_by_version(k, fact_at, fact) : fact_at(k, fact, NO);
        region_add(k->arena, never, &r);
    }
}
