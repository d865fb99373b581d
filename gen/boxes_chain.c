/* boxes_chain.c -- chained inputs: which of their values can occur where.
 *
 * In: the boxes so far, and the plan of an output that is `as` an input.  Out: boxes whose `never` has grown.
 * [note chain] Where the first line that covers a cell gives u, the input has no other value v there.  So for a line
 * that gives u, and each v besides: the line's box without the earlier lines that give v.  Most lines of v do not meet
 * it, and then one box tells it for all those v at once.
 * With an override the user's choice comes in between (boxes_choice.c).
 * Guaranteed: a cell in `never` cannot occur.  A limit leaves cells out, and is a message.
 */
#include "boxes_chain.h"
#include "boxes.h"

#include <inttypes.h>

/* Outcomes of int outputs are numbers; a copied piece of several lies within one atom (domain_derived.c). */
static uint32_t number_atom(const struct telling *t, const struct line *l) {
    const char *error;
    int64_t number = l->number;
    if (l->copy != NO) {
        const struct domain *d = &t->space->domain[l->copy];
        number *= d->atom[aset_next(d->sets, l->box.set[l->copy], 0)].lo;
    }
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
    case LINE_FAILED:
        return t->error;
    case LINE_VALUE:
    case LINE_INCAPABLE:
        return t->output->is_int ? number_atom(t, l) : l->value < t->output->nvalue ? l->value : NO;
    }
    return NO;
}

/* `gaps = NONE` is one more line behind all others.  What an INCAPABLE line was left out of counts again. */
static void tell_lines(struct telling *t, const struct plan *p) {
    for (size_t i = 0; i < p->nline; i++) {
        *PUSH(t->arena, t->told, t->ntold) = (struct told){&p->line[i], line_atom(t, &p->line[i])};
        for (uint32_t k = 0; k < p->line[i].again; k++) {
            struct told same = t->told[t->ntold - p->line[i].again];
            *PUSH(t->arena, t->told, t->ntold) = same;
        }
    }
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

void chain_add(struct telling *t, struct region *into, const struct region *r, uint32_t set) {
    for (size_t i = 0; i < r->nbox; i++) {
        struct box b = box_copy(t->space, t->arena, &r->box[i]);
        if (box_narrow(t->space, &b, t->output->input, set))
            *PUSH(t->arena, into->box, into->nbox) = b;
    }
}

/* [note chain] */
static void add_others(struct telling *t, size_t line, struct region *into) {
    const struct box *box = &t->told[line].line->box;
    struct asets *sets = t->domain->sets;
    struct region own = {(struct box *)(uintptr_t)box, 1};
    uint32_t among = aset_minus(sets, ASET_FULL, aset_one(sets, t->told[line].atom)), meets = ASET_EMPTY;
    for (size_t i = 0; i < line; i++)
        if (t->told[i].atom != NO && box_meets(t->space, box, &t->told[i].line->box))
            meets = aset_or(sets, meets, aset_one(sets, t->told[i].atom));
    chain_add(t, into, &own, aset_minus(sets, among, meets));
    meets = aset_and(sets, among, meets);
    for (uint32_t v = aset_next(sets, meets, 0); v != NO; v = aset_next(sets, meets, v + 1)) {
        struct region earlier = lines_of(t, box, line, v, false);
        struct region rest = region_sharp(t->space, t->arena, &own, &earlier, PIECES, &t->cut);
        chain_add(t, into, &rest, aset_one(sets, v));
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

/* The same boxes, with room for more: earlier plans keep theirs. */
static struct boxes *boxes_grown(struct arena *a, const struct boxes *b) {
    struct boxes *more = arena_alloc(a, sizeof *more);
    *more = *b;
    more->never = more->tied = (struct region){NULL, 0};
    more->chain = NULL;
    more->nchain = 0;
    region_add(a, &more->never, &b->never);
    region_add(a, &more->tied, &b->tied);
    for (size_t i = 0; i < b->nchain; i++)
        *PUSH(a, more->chain, more->nchain) = b->chain[i];
    return more;
}

static void tell(struct telling *t, const struct plan *p, struct chain *chain) {
    tell_lines(t, p);
    chain->at = arena_alloc(t->arena, (t->domain->natom + 1) * sizeof *chain->at);
    for (uint32_t v = 0; v < t->domain->natom; v++)
        chain->at[v] = decided_at(t, v);
    for (size_t i = 0; i < t->ntold && p->complete; i++)
        if (t->told[i].atom != NO)
            add_others(t, i, &chain->other);
}

/* What is computed from the input, and from nothing else that waits. */
static void tie_derived(struct telling *t, struct boxes *more, struct msgs *m) {
    const struct table *table = t->space->table;
    struct making k = {.arena = t->arena, .msgs = m, .space = t->space};
    struct region tied = {NULL, 0};
    uint64_t told = 0, inputs = 0;
    for (size_t i = 0; i < more->nchain; i++)
        told |= UINT64_C(1) << more->chain[i].input;
    for (uint32_t i = 0; i < table->ninput; i++) {
        uint64_t below = table->input[i].from_op ? boxes_chained_below(table, i) : 0;
        if ((below >> t->output->input & 1) && !(below & ~told))
            inputs |= UINT64_C(1) << i;
    }
    boxes_derived(&k, inputs, &tied);
    region_add(t->arena, &more->never, &tied);
    region_add(t->arena, &more->tied, &tied);
    more->ties |= inputs;
}

const struct boxes *boxes_chain(struct arena *a, struct msgs *m, const struct boxes *b, const struct plan *p) {
    const struct output *o = &b->space->table->output[p->output];
    if (o->input >= b->space->ninput)
        return b;
    struct boxes *more = boxes_grown(a, b);
    const struct domain *d = &b->space->domain[o->input];
    struct telling t = {.arena = a, .space = b->space, .output = o, .domain = d};
    t.none = d->special[VALUE_NONE - VALUE_OTHER];
    t.error = d->special[VALUE_ERROR - VALUE_OTHER];
    struct chain *chain = PUSH(a, more->chain, more->nchain);
    *chain = (struct chain){.output = p->output, .input = o->input};
    tell(&t, p, chain);
    if (o->override == OVERRIDE_NO) {
        region_add(a, &more->never, &chain->other);
        region_add(a, &more->tied, &chain->other);
        more->ties |= UINT64_C(1) << o->input;
    } else if (p->complete) {
        chain_choice(&t, b, chain, &more->never);
    }
    tie_derived(&t, more, m);
    chain->complete = p->complete && !t.cut;
    if (!chain->complete)
        msg_add(m, FINDING_UNDECIDED, o->pos, 1,
                "where '%s' has which value took more than %d boxes; rules that use it as '%s' are not decided exactly",
                o->name, PIECES, o->as);
    return more;
}
