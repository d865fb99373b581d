/* boxes.c -- the conditions of every section as a region: a union of boxes.
 *
 * In: the table and its atoms.  Out: per rule the cells where its conditions hold; per needs clause the cells where it
 * FAILS (boxes_needs.c); all cells that cannot occur: [never] sections, and what facts rule out (boxes_never.c).
 * A plain condition narrows one input; any() and tuples give one box per alternative (boxes_cond.c).  Where a set has
 * other values in other versions, the rule is read once per atom of the versions input, and atoms with the same
 * reading share their boxes.
 * Guaranteed: a cell is in a region exactly when the conditions hold there; an empty region has no box; nothing is
 * dropped: a rule that needs more than BOXES boxes is an error.
 */
#include "boxes.h"

/* All conditions of a rule: a product of unions, kept as a union of products. */
static struct region hold(struct making *k, const struct rule *rule, uint32_t version_atom) {
    struct region r = {0};
    *PUSH(k->arena, r.box, r.nbox) = box_full(k->space, k->arena);
    for (size_t i = 0; i < rule->ncond; i++)
        boxes_apply(k, &r, &rule->cond[i], version_atom);
    return r;
}

static struct region read_at(struct making *k, const void *what, uint32_t version_atom) {
    const struct rule *rule = what;
    return rule->kind == RULE_CLAUSE ? boxes_failing(k, rule, version_atom) : hold(k, rule, version_atom);
}

/* The same boxes in the same order; equal unions in another form only cost a box. */
static bool same_region(const struct space *s, const struct region *x, const struct region *y) {
    if (x->nbox != y->nbox)
        return false;
    for (size_t i = 0; i < x->nbox; i++)
        if (!box_equal(s, &x->box[i], &y->box[i]))
            return false;
    return true;
}

struct reading { /* the version atoms at which a rule reads the same */
    struct region region;
    uint32_t atoms;
};

struct region boxes_by_version(struct making *k, boxes_read *read, const void *what) {
    const struct space *s = k->space;
    uint32_t versions = s->table->versions, natom = s->domain[versions].natom;
    struct asets *sets = s->domain[versions].sets;
    struct reading *reading = NULL;
    size_t nreading = 0;
    for (uint32_t atom = 0; atom < natom; atom++) {
        struct region r = read(k, what, atom);
        size_t i = 0;
        while (i < nreading && !same_region(s, &reading[i].region, &r))
            i++;
        if (i == nreading)
            *PUSH(k->arena, reading, nreading) = (struct reading){r, ASET_EMPTY};
        reading[i].atoms = aset_or(sets, reading[i].atoms, aset_one(sets, atom));
    }
    struct region all = {0};
    for (size_t i = 0; i < nreading; i++)
        for (size_t b = 0; b < reading[i].region.nbox; b++)
            if (box_narrow(s, &reading[i].region.box[b], versions, reading[i].atoms))
                *PUSH(k->arena, all.box, all.nbox) = reading[i].region.box[b];
    region_merge(s, &all);
    return all;
}

/* Must the rule be read per version? */
static bool versioned(const struct space *s, const struct rule *rule) {
    for (size_t i = 0; i < rule->ncond && s->table->versions < s->ninput; i++)
        if (domain_versioned(s, &rule->cond[i].entries))
            return true;
    return false;
}

static struct region read_rule(struct making *k, const struct rule *rule) {
    k->cut = false;
    struct region r = versioned(k->space, rule) ? boxes_by_version(k, read_at, rule) : read_at(k, rule, NO);
    if (k->cut)
        msg_add(k->msgs, FINDING_LIMIT, rule->pos, 1,
                "'%s' has too many combinations of tuples and any(), at most %d boxes are taken; split it", rule->name,
                BOXES);
    return r;
}

struct boxes *boxes_build(struct arena *a, struct msgs *m, const struct space *s) {
    const struct table *t = s->table;
    struct boxes *b = arena_alloc(a, sizeof *b);
    struct making k = {.arena = a, .msgs = m, .space = s};
    k.tuple = arena_alloc(a, (t->nset + 1) * sizeof *k.tuple);
    k.of_list = arena_alloc(a, (t->nlist + 1) * sizeof *k.of_list);
    b->space = s;
    b->rule = arena_alloc(a, (t->nrule + 1) * sizeof *b->rule);
    for (size_t i = 0; i < t->nrule; i++) {
        b->rule[i] = read_rule(&k, &t->rule[i]);
        if (t->rule[i].kind == RULE_NEVER)
            region_add(a, &b->never, &b->rule[i]);
    }
    boxes_facts(&k, &b->never);
    b->depends = arena_alloc(a, (t->noutput + 1) * sizeof *b->depends);
    for (uint32_t i = 0; i < t->noutput; i++)
        b->depends[i] = boxes_depends(t, i);
    for (uint32_t i = 0; i < t->ninput; i++) /* what is computed from a decision waits for it (boxes_chain.c) */
        if (t->input[i].from_op && !boxes_chained_below(t, i))
            b->ties |= UINT64_C(1) << i;
    boxes_derived(&k, b->ties, &b->tied);
    region_add(a, &b->never, &b->tied);
    b->allow = arena_alloc(a, (t->nallow + 1) * sizeof *b->allow);
    for (size_t i = 0; i < t->nallow; i++) {
        const struct allow *al = &t->allow[i];
        struct rule as = {.name = al->rule, .pos = al->pos, .cond = al->cond, .ncond = al->ncond};
        b->allow[i] = read_rule(&k, &as);
    }
    return b;
}
