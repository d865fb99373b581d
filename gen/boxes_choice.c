/* boxes_choice.c -- chained inputs of outputs with an override: what a user's choice can bring about.
 *
 * In: where the output is decided how.  Out: cells that cannot occur: a value that nobody decides there is impossible
 *   - where a refusal comes first; and NONE and ERROR, which nobody can choose (`check`: a choice may end in ERROR);
 *   - under `check` and `fallback` also where one of its needs fails, or where a [forbid] speaks against it.
 * A forbid of several outputs is asked of the last of them (boxes_forbid_asked), so here only forbids count of which all
 * outputs are chained inputs that are known by now.
 */
#include "boxes_chain.h"

/* Cells of the region at which the value would be chosen, but is not decided, cannot occur. */
static void refuse_choice(struct telling *t, const struct chain *chain, const struct region *r, uint32_t atom,
                          struct region *never) {
    struct region rest = region_sharp(t->space, t->arena, r, &chain->at[atom], PIECES, &t->cut);
    chain_add(t, never, &rest, aset_one(t->domain->sets, atom));
}

static void refuse_failing(struct telling *t, const struct boxes *b, const struct chain *chain, struct region *never) {
    const struct table *table = t->space->table;
    for (uint32_t r = 0; r < table->nrule; r++)
        for (uint32_t v = 0; v < t->output->nvalue && table->rule[r].kind == RULE_CLAUSE; v++)
            if (clause_speaks_of(&table->rule[r], chain->output, v))
                refuse_choice(t, chain, &b->rule[r], v, never);
}

/* Is what the atom of a chained input stands for among the answers?  They cut its domain, so one number will do. */
static bool answers_atom(const struct space *s, const struct assign *e, uint32_t input, uint32_t atom) {
    const struct domain *d = &s->domain[input];
    if (atom == d->special[VALUE_NONE - VALUE_OTHER])
        return assign_has_value(e, VALUE_NONE);
    if (atom == d->special[VALUE_ERROR - VALUE_OTHER])
        return false; /* nothing comes out there */
    bool number = s->table->input[input].type == TYPE_INT;
    return number ? assign_has_number(e, d->atom[atom].lo) : assign_has_value(e, atom);
}

uint32_t chain_answering(const struct space *s, const struct assign *e, uint32_t input) {
    struct asets *sets = s->domain[input].sets;
    uint32_t set = ASET_EMPTY;
    for (uint32_t atom = 0; atom < s->domain[input].natom; atom++)
        if (answers_atom(s, e, input, atom))
            set = aset_or(sets, set, aset_one(sets, atom));
    return set;
}

/* The forbid's cells where its outputs answer as it says; false: one of them is no chained input, or not known yet. */
static bool answered(struct telling *t, const struct boxes *b, const struct rule *forbid, const struct chain *chain,
                     struct region *into) {
    for (size_t i = 0; i < forbid->nassign; i++) {
        const struct assign *e = &forbid->assign[i];
        uint32_t input = e->output == chain->output ? chain->input : NO;
        for (size_t k = 0; k < b->nchain; k++)
            input = b->chain[k].output == e->output ? b->chain[k].input : input;
        if (input == NO)
            return false;
        uint32_t set = chain_answering(t->space, e, input);
        size_t kept = 0;
        for (size_t k = 0; k < into->nbox; k++)
            if (box_narrow(t->space, &into->box[k], input, set))
                into->box[kept++] = into->box[k];
        into->nbox = kept;
    }
    return true;
}

static void refuse_forbidden(struct telling *t, const struct boxes *b, const struct chain *chain, uint32_t rule,
                             struct region *never) {
    const struct rule *forbid = &t->space->table->rule[rule];
    struct region where = {NULL, 0};
    if (forbid->kind != RULE_FORBID || boxes_forbid_asked(t->arena, t->space->table, rule) != chain->output)
        return;
    for (size_t i = 0; i < b->rule[rule].nbox; i++)
        *PUSH(t->arena, where.box, where.nbox) = box_copy(t->space, t->arena, &b->rule[rule].box[i]);
    for (uint32_t atom = 0; answered(t, b, forbid, chain, &where) && atom < t->domain->natom; atom++)
        if (atom != t->error)
            refuse_choice(t, chain, &where, atom, never);
}

/* What nobody can choose, and where. */
static void refuse_all(struct telling *t, const struct chain *chain, struct region *never) {
    struct asets *sets = t->domain->sets;
    uint32_t outcome = t->none == NO ? ASET_EMPTY : aset_one(sets, t->none);
    if (t->error != NO && t->output->override != OVERRIDE_CHECK)
        outcome = aset_or(sets, outcome, aset_one(sets, t->error));
    chain_add(t, never, &chain->other, outcome);
    struct region refused = {NULL, 0};
    for (size_t i = 0; i < t->ntold; i++)
        if (t->told[i].line->kind == LINE_REFUSE)
            *PUSH(t->arena, refused.box, refused.nbox) = t->told[i].line->box;
    uint32_t chosen = t->error == NO ? ASET_FULL : aset_minus(sets, ASET_FULL, aset_one(sets, t->error));
    chain_add(t, never, &refused, chosen);
}

void chain_choice(struct telling *t, const struct boxes *b, const struct chain *chain, struct region *never) {
    refuse_all(t, chain, never);
    if (t->output->override == OVERRIDE_KEEP)
        return;
    refuse_failing(t, b, chain, never);
    for (uint32_t r = 0; r < t->space->table->nrule; r++)
        refuse_forbidden(t, b, chain, r, never);
}
