/* cover_grow.c -- a box of cells that no blocker has, widened until every input of it touches one.
 *
 * In: the box asked about, its blockers, a part of it that meets none of them.  Out: a maximal such part.
 * A witness is shown to a person: rarely named inputs are widened first, so that they fall out of it and the telling
 * ones stay.  One pass is enough: widening one input never frees another.
 */
#include "turnout.h"

struct apart { /* a blocker, and the inputs on which it is apart from the witness: never none */
    const struct box *by;
    uint64_t inputs;
};
struct aparts {
    struct apart *at;
    size_t count;
};

/* Where the two have no atom in common. */
static uint64_t apart_inputs(const struct space *s, const struct box *witness, const struct box *by) {
    uint64_t inputs = 0;
    for (uint64_t rest = by->named & witness->named; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        if (!aset_meets(s->domain[i].sets, witness->set[i], by->set[i])) {
            inputs |= (uint64_t)1 << i;
        }
    }
    return inputs;
}

/* Blockers that do not meet b never limit a part of it. */
static void apart_from(const struct space *s, const struct box *b, const struct box *const *by, size_t nby,
                       const struct box *witness, struct aparts *list) {
    for (size_t i = 0; i < nby; i++) {
        if (box_meets(s, b, by[i])) {
            list->at[list->count++] = (struct apart){by[i], apart_inputs(s, witness, by[i])};
        }
    }
}

/* Widens one input as far as b and the blockers that nothing else keeps apart allow. */
static void grow_input(const struct space *s, const struct box *b, struct aparts *list, uint32_t input,
                       struct box *witness) {
    struct asets *p = s->domain[input].sets;
    uint64_t bit = (uint64_t)1 << input;
    uint32_t wide = b->set[input];
    for (size_t i = 0; i < list->count; i++) {
        if (list->at[i].inputs == bit) {
            wide = aset_minus(p, wide, list->at[i].by->set[input]);
        }
    }
    for (size_t i = 0; i < list->count; i++) {
        if (list->at[i].inputs & bit && aset_meets(p, wide, list->at[i].by->set[input])) {
            list->at[i].inputs &= ~bit;
        }
    }
    witness->set[input] = wide;
    witness->named = wide == ASET_FULL ? witness->named & ~bit : witness->named | bit;
}

void cover_grow(const struct space *s, const struct box *b, const struct box *const *by, size_t nby,
                struct box *witness) {
    enum { FEW = 64 };
    struct apart few[FEW];
    struct arena *a = nby > FEW ? arena_new() : NULL;
    struct aparts list = {a ? arena_alloc(a, nby * sizeof *list.at) : few, 0};
    apart_from(s, b, by, nby, witness, &list);
    size_t often[64] = {0};
    for (size_t i = 0; i < list.count; i++) {
        for (uint64_t rest = list.at[i].by->named; rest; rest &= rest - 1) {
            often[__builtin_ctzll(rest)]++;
        }
    }
    uint64_t done = 0;
    for (uint32_t k = 0; k < s->ninput; k++) {
        uint32_t next = NO;
        for (uint32_t i = 0; i < s->ninput; i++) {
            if (!(done >> i & 1) && (next == NO || often[i] < often[next])) {
                next = i;
            }
        }
        grow_input(s, b, &list, next, witness);
        done |= (uint64_t)1 << next;
    }
    arena_free(a);
}
