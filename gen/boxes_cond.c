/* boxes_cond.c -- one condition: plain, any(), or tuples, as a region and as the region where it does not hold.
 *
 * In: a condition and the version atom that versioned sets are read at.  Out: regions on the condition's inputs.
 * Tuples follow [note negation] of domain_set.c: `!` tuples take away from the others, or from everything when there
 * is no other.  Tuple sets are resolved once per version atom, for the inputs that the set is `of`.
 */
#include "boxes.h"

/* Everything. */
static struct region one_box(struct making *k) {
    struct region r = {0};
    *PUSH(k->arena, r.box, r.nbox) = box_full(k->space, k->arena);
    return r;
}

/* The condition itself speaks of unknown. */
static bool says_unknown(const struct entries *e) {
    for (size_t i = 0; i < e->count; i++)
        if (e->entry[i].kind == ENTRY_WORD && e->entry[i].value == VALUE_UNKNOWN)
            return true;
    return false;
}

/* A condition's atoms of one input, with unknown where the clause accepts it. */
static uint32_t accepted(struct making *k, uint32_t input, const struct entries *e, uint32_t version_atom,
                         bool accept) {
    const struct domain *d = &k->space->domain[input];
    uint32_t set = domain_entries(k->space, input, e, version_atom);
    uint32_t unknown = d->special[VALUE_UNKNOWN - VALUE_OTHER];
    if (accept && unknown != NO && !says_unknown(e))
        set = aset_or(d->sets, set, aset_one(d->sets, unknown));
    return set;
}

/* Of a plain condition.  What a list takes is found once, but for sets that change with the version. */
static uint32_t taken(struct making *k, const struct cond *c, uint32_t version_atom) {
    if (!c->list || version_atom != NO)
        return accepted(k, c->input[0], &c->entries, version_atom, false);
    uint32_t *known = &k->of_list[c->list];
    if (!*known)
        *known = accepted(k, c->input[0], &c->entries, NO, false) + 1;
    return *known - 1;
}

/* r AND (input in set). */
static void narrow_all(struct making *k, struct region *r, uint32_t input, uint32_t set) {
    size_t kept = 0;
    for (size_t i = 0; i < r->nbox; i++)
        if (box_narrow(k->space, &r->box[i], input, set))
            r->box[kept++] = r->box[i];
    r->nbox = kept;
}

struct tuples { /* a list of tuples, while it is read */
    struct region yes, no;
    bool any_yes, any_no;
};

static struct region tuple_set(struct making *k, uint32_t set, uint32_t version_atom, bool accept);

/* (192, 128): one box; a part is a list of one entry. */
static struct region tuple_box(struct making *k, const uint32_t *input, size_t ninput, const struct entry *e,
                               uint32_t version_atom, bool accept) {
    struct region r = one_box(k);
    for (size_t i = 0; i < e->npart && i < ninput; i++) {
        struct entries part = {&e->part[i], 1};
        narrow_all(k, &r, input[i], accepted(k, input[i], &part, version_atom, accept));
    }
    return r;
}

/* Adds a list to what was read before, as domain_set.c does. */
static void tuples_read(struct making *k, struct tuples *t, const uint32_t *input, size_t ninput,
                        const struct entries *e, uint32_t version_atom, bool accept) {
    for (size_t i = 0; i < e->count; i++) {
        const struct entry *entry = &e->entry[i];
        bool widen = accept && !entry->not ;
        struct region r = entry->kind == ENTRY_SET ? tuple_set(k, entry->set, version_atom, widen)
                                                   : tuple_box(k, input, ninput, entry, version_atom, widen);
        t->any_yes |= !entry->not ;
        t->any_no |= entry->not ;
        region_add(k->arena, entry->not ? &t->no : &t->yes, &r);
    }
}

/* Few large boxes first, then what the `!` tuples leave of them. */
static struct region tuples_done(struct making *k, struct tuples *t) {
    struct region all = t->any_yes || !t->any_no ? t->yes : one_box(k), result = {0};
    for (size_t i = 0; i < all.nbox; i++) /* own boxes: those of sets are shared */
        *PUSH(k->arena, result.box, result.nbox) = box_copy(k->space, k->arena, &all.box[i]);
    if (result.nbox <= BOXES)
        region_merge(k->space, &result);
    if (t->no.nbox)
        result = region_sharp(k->space, k->arena, &result, &t->no, BOXES, &k->cut);
    k->cut |= result.nbox > BOXES;
    return result;
}

/* By its own inputs, so the order in which a condition names them does not matter. */
static struct region tuple_set(struct making *k, uint32_t set, uint32_t version_atom, bool accept) {
    struct region nothing = {0};
    const struct space *s = k->space;
    if (set >= s->table->nset || k->tuple[set].open)
        return nothing;
    const struct set *of = &s->table->set[set];
    struct tuple_set *memo = &k->tuple[set];
    for (size_t i = 0; i < memo->nat; i++)
        if (memo->at[i].version_atom == version_atom && memo->at[i].accept == accept)
            return memo->at[i].region;
    memo->open = true;
    struct tuples t = {0};
    for (size_t i = 0; i < of->npart; i++)
        if (domain_part_holds(s, of, i, version_atom))
            tuples_read(k, &t, of->input, of->ninput, &of->part[i].entries, version_atom, accept);
    memo->open = false;
    struct region r = tuples_done(k, &t);
    PUSH(k->arena, memo->at, memo->nat);
    memo->at[memo->nat - 1].version_atom = version_atom;
    memo->at[memo->nat - 1].accept = accept;
    memo->at[memo->nat - 1].region = r;
    return r;
}

/* The tuples of a condition. */
static struct region tuple_region(struct making *k, const struct cond *c, uint32_t version_atom, bool accept) {
    struct tuples t = {0};
    tuples_read(k, &t, c->input, c->ninput, &c->entries, version_atom, accept);
    return tuples_done(k, &t);
}

/* One box per input. */
static struct region any_region(struct making *k, const struct cond *c, uint32_t version_atom) {
    struct region all = {0};
    for (size_t i = 0; i < c->ninput; i++) {
        struct region r = one_box(k);
        narrow_all(k, &r, c->input[i], accepted(k, c->input[i], cond_entries(c, i), version_atom, false));
        region_add(k->arena, &all, &r);
    }
    return all;
}

/* Plain conditions narrow what is there, the others multiply it. */
void boxes_apply(struct making *k, struct region *r, const struct cond *c, uint32_t version_atom) {
    if (c->form == COND_PLAIN) {
        narrow_all(k, r, c->input[0], taken(k, c, version_atom));
        return;
    }
    struct region alternatives =
        c->form == COND_ANY ? any_region(k, c, version_atom) : tuple_region(k, c, version_atom, false);
    if (alternatives.nbox && r->nbox > 4 * (size_t)BOXES / alternatives.nbox) {
        k->cut = true;
        return;
    }
    *r = region_and(k->space, k->arena, r, &alternatives);
    k->cut |= r->nbox > BOXES;
}

/* One box, but for tuples: none of several inputs is a conjunction again. */
struct region boxes_not(struct making *k, const struct cond *c, uint32_t version_atom, bool accept) {
    struct region r = one_box(k);
    if (c->form == COND_TUPLE) {
        struct region tuples = tuple_region(k, c, version_atom, accept);
        return region_sharp(k->space, k->arena, &r, &tuples, BOXES, &k->cut);
    }
    for (size_t i = 0; i < c->ninput; i++) { /* any(): none of them */
        uint32_t set = accepted(k, c->input[i], cond_entries(c, i), version_atom, accept);
        narrow_all(k, &r, c->input[i], aset_minus(k->space->domain[c->input[i]].sets, ASET_FULL, set));
    }
    return r;
}
