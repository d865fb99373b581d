/* explain_boxes.c -- the cells of one outcome as few boxes that a person can read.
 *
 * In: disjoint pieces of every outcome, and what cannot occur.  Out: for one outcome the boxes to show.
 * A cell that is in no piece of another outcome and in no box found yet is widened as far as the other outcomes allow.
 * Cells that cannot occur do not limit a box, so that they need no words; they are not counted either.  Of the boxes
 * found the largest are shown, and of the rest those that add a cell.
 */
#include "explain.h"

#include <stdlib.h>

enum { STEPS = 4000000 };           /* of one question to the cover search */
enum { FOUND = 48, TRIMMED = 256 }; /* boxes to choose from; values of one input that are looked at */

struct apart { /* blockers: the other outcomes, then what cannot occur, then boxes found */
    const struct box **box;
    size_t count, others;
};

/* Pointers, because the same boxes block every other outcome too. */
static void apart_add(struct reaching *r, struct apart *by, const struct region *region) {
    for (size_t i = 0; i < region->nbox; i++) {
        *PUSH(r->arena, by->box, by->count) = &region->box[i];
    }
}

/* A box may span the pieces of several rules. */
static void credit(struct reaching *r, const struct reachable *of, struct shown *s) {
    for (size_t i = 0; i < of->piece.nbox; i++) {
        bool known = of->rule[i] == NO;
        for (size_t k = 0; k < s->nrule && !known; k++) {
            known = s->rule[k] == of->rule[i];
        }
        if (!known && box_meets(r->space, &s->box, &of->piece.box[i])) {
            *PUSH(r->arena, s->rule, s->nrule) = of->rule[i];
        }
    }
}

/* Blockers from `from` on: with or without the other outcomes. */
static enum cover outside(struct reaching *r, const struct box *b, const struct apart *by, size_t from,
                          struct box *witness) {
    struct cover_limit limit = {STEPS, 0};
    return cover_search(r->space, r->arena, b, by->box + from, by->count - from, &limit, witness, NULL);
}

/* Values at which no cell of the box can occur need no words.  Few inputs have so many values that it takes long. */
static void trim(struct reaching *r, const struct apart *never, struct box *box) {
    for (uint64_t rest = box->named & ~r->whole.named; rest; rest &= rest - 1) {
        uint32_t input = (uint32_t)__builtin_ctzll(rest);
        struct asets *sets = r->space->domain[input].sets;
        uint32_t kept = box->set[input];
        struct box one = box_copy(r->space, r->arena, box);
        for (uint32_t at = aset_next(sets, kept, 0), n = 0; at != NO && n < TRIMMED; n++) {
            struct box witness;
            one.set[input] = aset_one(sets, at);
            if (outside(r, &one, never, 0, &witness) == COVER_ALL) {
                kept = aset_minus(sets, kept, one.set[input]);
            }
            at = aset_next(sets, box->set[input], at + 1);
        }
        box->set[input] = kept == ASET_EMPTY ? box->set[input] : kept;
    }
}

/* An input that no longer keeps the box out of the other outcomes needs no words at all; derived ones come last. */
static void unname(struct reaching *r, const struct apart *others, struct box *box) {
    for (uint32_t i = r->space->ninput; i-- > 0;) {
        uint64_t bit = (uint64_t)1 << i;
        struct box wide = box_copy(r->space, r->arena, box);
        bool meets = false;
        if (!(box->named & ~r->whole.named & bit)) {
            continue;
        }
        wide.set[i] = ASET_FULL;
        wide.named &= ~bit;
        for (size_t k = 0; k < others->others && !meets; k++) {
            meets = box_meets(r->space, &wide, others->box[k]);
        }
        *box = meets ? *box : wide;
    }
}

/* One more box; false: all cells are in one, or the limit ends it. */
static bool find(struct reaching *r, struct apart *by, struct shown *s) {
    *s = (struct shown){.rule = NULL};
    if (outside(r, &r->whole, by, 0, &s->box) != COVER_WITNESS) {
        return false;
    }
    cover_grow(r->space, &r->whole, by->box, by->others, &s->box);
    struct apart never = {by->box + by->others, r->never.nbox, 0};
    struct cover_limit limit = {STEPS, 0};
    trim(r, &never, &s->box);
    unname(r, by, &s->box);
    s->cells = cover_count(r->space, r->arena, &s->box, never.box, never.count, &limit, &s->at_least);
    struct box *box = arena_alloc(r->arena, sizeof *box); /* stays where it is */
    *box = s->box;
    *PUSH(r->arena, by->box, by->count) = box;
    return true;
}

/* Equal ones in the order found: the same on every machine. */
static int larger(const void *a, const void *b) {
    const struct shown *x = a, *y = b;
    if (x->cells != y->cells) {
        return x->cells > y->cells ? -1 : 1;
    }
    return x->found < y->found ? -1 : x->found > y->found;
}

/* Of the boxes found, the largest, and of the rest those that add a cell. */
static void choose(struct reaching *r, struct reachable *of, struct apart *by, struct shown *found, size_t n,
                   size_t most) {
    by->count = by->others + r->never.nbox;
    if (n > 1) {
        qsort(found, n, sizeof *found, larger);
    }
    for (size_t i = 0; i < n && of->nshown < most; i++) {
        struct box witness;
        if (outside(r, &found[i].box, by, by->others, &witness) != COVER_ALL) {
            credit(r, of, &found[i]);
            *PUSH(r->arena, of->shown, of->nshown) = found[i];
            *PUSH(r->arena, by->box, by->count) = &found[i].box;
        }
    }
}

/* Many boxes are found and few are shown: the first ones found are not the telling ones. */
void reach_show(struct reaching *r, struct reachable *of, size_t most) {
    struct apart by = {NULL, 0, 0};
    for (size_t i = 0; i < r->out->count; i++) {
        if (&r->out->at[i] != of) {
            apart_add(r, &by, &r->out->at[i].piece);
        }
    }
    by.others = by.count;
    apart_add(r, &by, &r->never);
    struct shown *found = arena_alloc(r->arena, FOUND * sizeof *found);
    size_t n = 0;
    while (n < FOUND && find(r, &by, &found[n])) {
        found[n].found = n;
        n++;
    }
    choose(r, of, &by, found, n, most);
    struct cover_limit limit = {STEPS, 0};
    bool at_least = false;
    of->left = cover_count(r->space, r->arena, &r->whole, by.box, by.count, &limit, &at_least);
}
