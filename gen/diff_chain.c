/* diff_chain.c -- outputs that other outputs decide on (`as`).
 *
 * A rule on a chained input speaks of what another output has decided.  Two questions are asked of such an output:
 *   at the same value of the chained input, does it say something else (its own rules changed); and
 *   where the other output decides otherwise, does it follow (nothing in its own rules need have changed).
 * For the second one the chained inputs are put into words of the others [note whole]: for every item of the deciding
 * output, in order, the items of the deciding one's reader that accept what it says, in order; the first match of that
 * list is the answer, and nothing is cut into pieces.
 */
#include "diff.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS = 1 << 21 };

/* The joint atom of a chained input where its output says this. */
static uint32_t said_atom(const struct diff *d, uint32_t input, uint32_t saying) {
    const struct saying *s = &d->saying[saying];
    const struct domain *of = &d->space->domain[input];
    const char *error;
    switch (s->say) {
    case SAY_VALUE:
    case SAY_INCAPABLE:
        return domain_atom(d->space, input, s->value, &error);
    case SAY_NONE:
        return of->special[VALUE_NONE - VALUE_OTHER];
    case SAY_ERROR:
    case SAY_EXHAUSTED:
        return of->special[VALUE_ERROR - VALUE_OTHER];
    case SAY_GAP:
    case SAY_CONFLICT: /* nothing comes out that could be read */
    case SAY_RUNS:
    case SAY_FAILS:
    case SAY_NEVER:
    case SAY_ABSENT:
    case SAY_ASIDE:
    case SAY_OPEN:
        break;
    }
    return NO;
}

/* A number that is copied from the chained input is what was decided. */
static uint32_t put_copy(struct diff *d, uint32_t saying, uint32_t input, uint32_t decided) {
    const struct saying s = d->saying[saying], by = d->saying[decided];
    const char *error;
    int64_t number;
    if (s.copy != input || by.say != SAY_VALUE) {
        return saying;
    }
    if (by.copy != NO) {
        return __builtin_mul_overflow(s.number, by.number, &number) ? saying : say_number(d, number, by.copy);
    }
    uint32_t atom = domain_atom(d->space, input, by.text, &error);
    number = atom == NO ? 0 : strtoll(by.text, NULL, 10);
    return atom == NO || __builtin_mul_overflow(s.number, number, &number) ? saying : say_number(d, number, NO);
}

/* What `to` says where the deciding item holds. */
static void add_under(struct diff *d, struct list *into, const struct item *decides, const struct list *to,
                      uint32_t input) {
    uint32_t atom = said_atom(d, input, decides->saying);
    if (atom == NO) {
        item_add(d, into, decides->box, (struct item){.saying = decides->saying, .rule = decides->rule});
        return;
    }
    uint32_t last = NO; /* an item of this group has taken all: only its rivals matter now (diff_credit.c) */
    for (size_t i = 0; i < to->nitem && (last == NO || last == to->item[i].group); i++) {
        struct item item = to->item[i];
        if (!aset_has(d->space->domain[input].sets, item.box.set[input], atom)) {
            continue;
        }
        struct box box = box_copy(d->space, d->arena, &item.box);
        box.set[input] = ASET_FULL;
        box.named &= ~((uint64_t)1 << input);
        item.saying = put_copy(d, item.saying, input, decides->saying);
        last = box_within(d->space, &decides->box, &box) ? item.group : last;
        if (box_and(d->space, &box, &decides->box)) {
            item_add(d, into, box, item);
        }
    }
}

/* [note whole] */
static struct list *put_through(struct diff *d, const struct list *decides, const struct list *to, uint32_t input) {
    struct list *l = arena_alloc(d->arena, sizeof *l);
    l->complete = decides->complete && to->complete;
    for (size_t i = 0; i < decides->nitem; i++) {
        if (l->nitem > ITEMS) {
            l->complete = false;
            break;
        }
        add_under(d, l, &decides->item[i], to, input);
    }
    return l;
}

/* What is computed from what is decided, in terms of that: else a cell of the old value would be none of the new one. */
static struct list *forget_functions(struct diff *d, const struct list *from) {
    struct list *l = arena_alloc(d->arena, sizeof *l);
    l->complete = from->complete;
    for (size_t i = 0; i < from->nitem; i++) {
        struct box box = from->item[i].box;
        struct region one = {&box, 1};
        bool cut = false;
        if (!(box.named & d->functions)) {
            item_add(d, l, box, from->item[i]);
            continue;
        }
        struct region r = region_sharp(d->space, d->arena, &one, &d->computed, 1 << 14, &cut);
        l->complete = l->complete && !cut;
        for (size_t k = 0; k < r.nbox; k++) {
            struct box part = box_copy(d->space, d->arena, &r.box[k]);
            box_forget(&part, d->functions);
            item_add(d, l, part, from->item[i]);
        }
    }
    return l;
}

struct list *list_whole(struct diff *d, enum side side, uint32_t output) {
    const struct joint_side *of = &d->joint->side[side];
    if (d->whole[side][output]) {
        return d->whole[side][output];
    }
    struct region nothing = {0};
    uint64_t above = chained_above(d, chained_for(d, side, output)); /* others may depend on this one */
    struct list *l = list_build(d, side, output, &nothing, chained_below(d, chained_inputs(d, side) & ~above));
    l = list_named(l) & d->functions ? forget_functions(d, l) : l;
    uint64_t named = list_named(l) & chained_inputs(d, side);
    for (; named; named &= named - 1) {
        uint32_t input = (uint32_t)__builtin_ctzll(named), by = of->table->input[of->input[input]].chain;
        l = by == output ? l : put_through(d, list_whole(d, side, by), l, input);
    }
    d->whole[side][output] = l;
    return l;
}

/* Boxes of one side, carried over; those that no joint cell has are none, and those that name an input that is left out
 * say nothing of the cells without it. */
static void add_joint(struct diff *d, enum side side, const struct region *own, size_t from, uint64_t apart,
                      struct region *to) {
    for (size_t i = from; i < own->nbox; i++) {
        struct box box;
        if (join_box(d->joint, side, &own->box[i], &box) && !(box.named & apart)) {
            *PUSH(d->arena, to->box, to->nbox) = box;
        }
    }
}

/* Where an output has a gap or a conflict nothing comes out that could be compared. */
static void add_undecided(struct diff *d, enum side side, uint32_t output, uint64_t apart, struct region *to) {
    enum { GAPS = 1 << 12 };
    const struct plan *p = d->side[side].plan[output];
    const struct space *own = p->boxes->space;
    struct box full = box_full(own, d->arena);
    struct region all = {&full, 1}, lines = {0};
    struct list conflicts = {.complete = true};
    bool cut = false;
    for (size_t i = 0; i < p->nline; i++) {
        *PUSH(d->arena, lines.box, lines.nbox) = p->line[i].box;
    }
    if (!own->table->output[output].gaps_none) {
        struct region gap = region_sharp(own, d->arena, &all, &lines, GAPS, &cut);
        size_t at = to->nbox;
        add_joint(d, side, &gap, 0, 0, to);
        for (; at < to->nbox; at++) { /* cells that cannot occur have cut it, too */
            box_forget(&to->box[at], apart);
        }
    }
    list_conflicts(d, &conflicts, side, output, apart);
    d->aside_cut = d->aside_cut || cut || !conflicts.complete;
    for (size_t i = 0; i < conflicts.nitem; i++) {
        *PUSH(d->arena, to->box, to->nbox) = conflicts.item[i].box;
    }
}

/* What boxes_chain has added to the cells that cannot occur, and what is undecided, of both sides.
 * [note apart] It has told of every chained input.  Only those that are named count: what comes out of others may differ
 * where the named ones agree, and what both sides together rule out would then be all of a cell, which the view of the
 * cells leaves out and that of what was decided otherwise (pieces_through) does not take in. */
struct region chain_aside(struct diff *d, uint64_t named, uint64_t apart) {
    struct region all = {0};
    d->aside_cut = false;
    for (int s = OLD; s <= NEW; s++) {
        const struct joint_side *of = &d->joint->side[s];
        struct region undeclared = join_undeclared(d->joint, (enum side)s, apart), r = {0};
        for (uint32_t i = 0; i < of->table->noutput; i++) {
            const struct output *o = &of->table->output[i];
            if (o->input != NO && named >> of->joint[o->input] & 1 &&
                o->override == OVERRIDE_NO) { /* else the user's */
                add_undecided(d, (enum side)s, i, apart, &r);
            }
        }
        add_joint(d, (enum side)s, &d->side[s].boxes->never, d->base[s]->never.nbox, apart, &r);
        bool cut = false; /* where this side has no cells it does not rule any out */
        add_joint(d, (enum side)s, &d->base[s]->never, 0, apart, &undeclared);
        r = region_sharp(d->space, d->arena, &r, &undeclared, 1 << 16, &cut);
        region_add(d->arena, &all, &r);
    }
    return all;
}

/* Nothing comes out that another output could read. */
static bool is_undecided(const struct diff *d, uint32_t saying) {
    return d->saying[saying].say == SAY_GAP || d->saying[saying].say == SAY_CONFLICT;
}

/* Where the output that `input` is chained to gives the two sides different values, as disjoint boxes; also where it is
 * undecided on either side, since chain_aside has left that out. */
static struct region decided_otherwise(struct diff *d, uint32_t input) {
    struct list *list[2];
    struct region r = {0};
    for (int s = OLD; s <= NEW; s++) {
        const struct joint_side *of = &d->joint->side[s];
        const struct list *whole = list_whole(d, (enum side)s, of->table->input[of->input[input]].chain);
        list[s] = arena_alloc(d->arena, sizeof *list[s]);
        *list[s] = (struct list){.complete = whole->complete};
        for (size_t i = 0; i < whole->nitem; i++) {
            struct item item = whole->item[i];
            if (d->saying[item.saying].say == SAY_OPEN) {
                item.saying = say(d, SAY_CONFLICT, NULL);
            }
            if (s == OLD && is_undecided(d, item.saying)) {
                item.saying = say(d, d->saying[item.saying].say, "before"); /* differs from that of the new table */
            }
            item_add(d, list[s], item.box, item);
        }
    }
    list_match(d, list);
    index_build(d, list[OLD]);
    index_build(d, list[NEW]);
    struct pieces p = pieces_of(d, list);
    for (size_t i = 0; i < p.n; i++) {
        const uint32_t *saying = p.at[i].saying;
        uint32_t old = said_atom(d, input, saying[OLD]), new = said_atom(d, input, saying[NEW]);
        bool open = is_undecided(d, saying[OLD]) || is_undecided(d, saying[NEW]);
        bool numbers = d->saying[saying[OLD]].say == SAY_VALUE && d->saying[saying[NEW]].say == SAY_VALUE &&
                       d->space->table->input[input].type == TYPE_INT; /* two of one piece: what is computed differs */
        if (open || ((old != new || numbers) && old != NO && new != NO)) {
            *PUSH(d->arena, r.box, r.nbox) = p.at[i].box;
        }
    }
    return r;
}

/* The part of a piece that lies in one of these disjoint boxes, as pieces of its own. */
static void keep_inside(struct diff *d, struct pieces *into, const struct piece *p, const struct region *r) {
    struct box box = p->box;
    struct region one = {&box, 1}, inside = region_and(d->space, d->arena, &one, r);
    for (size_t i = 0; i < inside.nbox; i++) {
        struct piece part = *p;
        part.box = inside.box[i];
        part.cells = box_count(d->space, &part.box);
        *PUSH(d->arena, into->at, into->n) = part;
    }
}

struct pieces pieces_through(struct diff *d, const struct pieces *p, uint64_t named, uint64_t computed) {
    struct pieces out = {.at_least = p->at_least, .uncut = p->uncut};
    struct region where = {0};
    for (; named; named &= named - 1) {
        struct region more = decided_otherwise(d, (uint32_t)__builtin_ctzll(named));
        bool cut = false;
        more = region_sharp(d->space, d->arena, &more, &where, 1 << 16, &cut); /* disjoint from those before */
        out.at_least = out.at_least || cut;
        region_add(d->arena, &where, &more);
    }
    out.at_least = out.at_least || (computed && where.nbox);
    for (size_t i = 0; i < p->n; i++) {
        keep_inside(d, &out, &p->at[i], &where);
    }
    return out;
}

/* Each after those that it depends on, as a caller would ask for them. */
void chain_settle(const struct diff *d, enum side side, uint64_t inputs, uint32_t *own) {
    const struct table *t = d->joint->side[side].table;
    struct arena *a = arena_new();
    const uint32_t *order = boxes_order(a, t);
    for (size_t i = 0; i < t->noutput; i++) {
        const struct output *o = &t->output[order[i]];
        const char *error, *text = "ERROR";
        if (o->input == NO || !(inputs >> d->joint->side[side].joint[o->input] & 1)) {
            continue;
        }
        struct decided now = decide(d->side[side].plan[order[i]]->boxes, order[i], own);
        if (now.verdict == VERDICT_NONE) {
            text = "NONE";
        } else if (now.verdict == VERDICT_VALUE) {
            text = o->is_int ? arena_printf(a, "%lld", (long long)now.number) : o->value[now.value];
        }
        own[o->input] = domain_atom(d->base[side]->space, o->input, text, &error);
    }
    arena_free(a);
}
