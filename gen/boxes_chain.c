/* boxes_chain.c -- chained inputs: which of their values can occur where.
 *
 * In: the boxes so far, and the plan of an output that is `as` an input.  Out: boxes whose `never` has grown.
 * [note chain] Where the first line that covers a cell gives u, the input has no other value v there.  So for a line
 * that gives u, and each v besides: the line's box without the earlier lines that give v.  Most lines of v do not meet
 * it, and then one box tells it for all those v at once.
 * With an override the user's choice comes in between: a value is then impossible only where its needs fail and it is
 * not decided anyway (check, fallback), or where a refusal comes first; NONE and ERROR cannot be chosen.
 * Guaranteed: a cell in `never` cannot occur.  A limit leaves cells out, and is a message.
 */
#include "turnout.h"

#include <inttypes.h>
#include <string.h>

enum { PIECES = 1 << 14 }; /* boxes of one question */

struct told { /* a line as an atom of the chained input; NO: not known, or a [never] */
    const struct line *line;
    uint32_t atom;
};
struct telling {
    struct arena *arena;
    const struct space *space;
    const struct output *output;
    const struct domain *domain; /* of the chained input */
    struct told *told;
    size_t ntold;
    uint32_t none, error; /* atoms; NO where the input has none */
    struct region *never;
    bool cut;
};

/* Outcomes of int outputs are numbers. */
static uint32_t number_atom(const struct telling *t, int64_t number) {
    const char *error;
    return domain_atom(t->space, t->output->input, arena_printf(t->arena, "%" PRId64, number), &error);
}

/* Refusals and exhausted lists come out as ERROR; an incapable value comes out as written, and is a finding. */
static uint32_t line_atom(const struct telling *t, const struct line *l) {
    switch (l->kind) {
    case LINE_NEVER:
        return NO;
    case LINE_NONE:
        return t->none;
    case LINE_REFUSE:
    case LINE_ERROR:
    case LINE_EXHAUSTED:
        return t->error;
    case LINE_VALUE:
    case LINE_INCAPABLE:
        return t->output->is_int ? number_atom(t, l->number) : l->value < t->output->nvalue ? l->value : NO;
    }
    return NO;
}

/* `gaps = NONE` is one more line behind all others. */
static void tell_lines(struct telling *t, const struct plan *p) {
    for (size_t i = 0; i < p->nline; i++)
        *PUSH(t->arena, t->told, t->ntold) = (struct told){&p->line[i], line_atom(t, &p->line[i])};
    if (!t->output->gaps_none)
        return;
    struct line *rest = arena_alloc(t->arena, sizeof *rest);
    *rest = (struct line){.kind = LINE_NONE, .rule = NO, .box = box_full(t->space, t->arena)};
    *PUSH(t->arena, t->told, t->ntold) = (struct told){rest, t->none};
}

/* The first n lines that meet the box and give the atom (or, with `not`, something else), as a region. */
static struct region lines_of(struct telling *t, const struct box *box, size_t n, uint32_t atom, bool not ) {
    struct region r = {0};
    for (size_t i = 0; i < n; i++)
        if (t->told[i].line->kind != LINE_NEVER &&
            (t->told[i].atom == atom) != not &&box_meets(t->space, box, &t->told[i].line->box))
            *PUSH(t->arena, r.box, r.nbox) = t->told[i].line->box;
    return r;
}

/* Cells of the region at which the input is in `set` become impossible. */
static void forbid(struct telling *t, const struct region *r, uint32_t set) {
    for (size_t i = 0; i < r->nbox; i++) {
        struct box b = box_copy(t->space, t->arena, &r->box[i]);
        if (box_narrow(t->space, &b, t->output->input, set))
            *PUSH(t->arena, t->never->box, t->never->nbox) = b;
    }
}

/* [note chain].  among: the atoms in question. */
static void forbid_others(struct telling *t, size_t line, uint32_t among) {
    const struct box *box = &t->told[line].line->box;
    struct asets *sets = t->domain->sets;
    struct region own = {(struct box *)(uintptr_t)box, 1};
    among = aset_minus(sets, among, aset_one(sets, t->told[line].atom));
    uint32_t meets = ASET_EMPTY;
    for (size_t i = 0; i < line; i++)
        if (t->told[i].atom != NO && box_meets(t->space, box, &t->told[i].line->box))
            meets = aset_or(sets, meets, aset_one(sets, t->told[i].atom));
    forbid(t, &own, aset_minus(sets, among, meets));
    meets = aset_and(sets, among, meets);
    for (uint32_t v = aset_next(sets, meets, 0); v != NO; v = aset_next(sets, meets, v + 1)) {
        struct region earlier = lines_of(t, box, line, v, false);
        struct region rest = region_sharp(t->space, t->arena, &own, &earlier, PIECES, &t->cut);
        forbid(t, &rest, aset_one(sets, v));
    }
}

/* Where the first line that covers a cell gives the atom. */
static struct region decided_at(struct telling *t, uint32_t atom) {
    struct region all = {0};
    for (size_t i = 0; i < t->ntold; i++) {
        if (t->told[i].atom != atom)
            continue;
        struct region own = {(struct box *)(uintptr_t)&t->told[i].line->box, 1};
        struct region earlier = lines_of(t, own.box, i, atom, true);
        struct region rest = region_sharp(t->space, t->arena, &own, &earlier, PIECES, &t->cut);
        region_add(t->arena, &all, &rest);
        t->cut |= all.nbox > PIECES;
    }
    return all;
}

/* What the user may choose is limited by needs, where the override checks them. */
static void forbid_failing(struct telling *t, const struct boxes *b, const struct chain *chain) {
    const struct table *table = t->space->table;
    for (uint32_t r = 0; r < table->nrule; r++)
        for (uint32_t v = 0; v < t->output->nvalue && table->rule[r].kind == RULE_CLAUSE; v++) {
            if (!clause_speaks_of(&table->rule[r], chain->output, v))
                continue;
            struct region rest = region_sharp(t->space, t->arena, &b->rule[r], &chain->at[v], PIECES, &t->cut);
            forbid(t, &rest, aset_one(t->domain->sets, v));
        }
}

/* The atoms that the lines alone decide about. */
static uint32_t among(const struct telling *t) {
    struct asets *sets = t->domain->sets;
    uint32_t none = t->none == NO ? ASET_EMPTY : aset_one(sets, t->none);
    uint32_t error = t->error == NO ? ASET_EMPTY : aset_one(sets, t->error);
    switch (t->output->override) {
    case OVERRIDE_NO:
        return ASET_FULL;
    case OVERRIDE_KEEP:
    case OVERRIDE_FALLBACK:
        return aset_or(sets, none, error);
    case OVERRIDE_CHECK: /* a choice that fails its needs is an ERROR */
        return none;
    }
    return ASET_EMPTY;
}

/* A refusal comes before every choice, so it decides about all values. */
static void forbid_all(struct telling *t, const struct boxes *b, const struct chain *chain) {
    for (size_t i = 0; i < t->ntold; i++) {
        bool refused = t->told[i].line->kind == LINE_REFUSE; /* comes before every choice */
        if (t->told[i].atom != NO)
            forbid_others(t, i, refused ? ASET_FULL : among(t));
    }
    if (t->output->override == OVERRIDE_CHECK || t->output->override == OVERRIDE_FALLBACK)
        forbid_failing(t, b, chain);
}

/* A copy that shares the boxes: earlier plans keep theirs. */
const struct boxes *boxes_chain(struct arena *a, struct msgs *m, const struct boxes *b, const struct plan *p) {
    const struct output *o = &b->space->table->output[p->output];
    if (o->input >= b->space->ninput)
        return b;
    struct boxes *more = arena_alloc(a, sizeof *more);
    *more = *b;
    more->never = (struct region){0};
    more->chain = NULL;
    more->nchain = 0;
    region_add(a, &more->never, &b->never);
    for (size_t i = 0; i < b->nchain; i++)
        *PUSH(a, more->chain, more->nchain) = b->chain[i];
    const struct domain *d = &b->space->domain[o->input];
    struct telling t = {.arena = a, .space = b->space, .output = o, .domain = d, .never = &more->never};
    t.none = d->special[VALUE_NONE - VALUE_OTHER];
    t.error = d->special[VALUE_ERROR - VALUE_OTHER];
    tell_lines(&t, p);
    struct chain *chain = PUSH(a, more->chain, more->nchain);
    *chain = (struct chain){.output = p->output, .input = o->input};
    chain->at = arena_alloc(a, (d->natom + 1) * sizeof *chain->at);
    for (uint32_t v = 0; v < d->natom; v++)
        chain->at[v] = decided_at(&t, v);
    if (p->complete)
        forbid_all(&t, b, chain);
    chain->complete = p->complete && !t.cut;
    if (!chain->complete)
        msg_add(m, FINDING_UNDECIDED, o->pos, 1,
                "where '%s' has which value took more than %d boxes; rules that use it as '%s' are not decided exactly",
                o->name, PIECES, o->as);
    return more;
}
