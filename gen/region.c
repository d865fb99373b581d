/* region.c -- unions of boxes: meet, inclusion, exact count, difference.
 *
 * In: regions whose boxes may overlap.  Out: answers over their union.
 * All exact questions are one walk [note walk]: a box is cut along the first box of the other side that it meets, the
 * pieces are disjoint and go on with the boxes after that one; a piece that meets none is uncovered.  The pieces wait
 * on a stack of their own, so depth costs no C stack, and memory is released after each question.
 * Guaranteed: a question ends after a stated number of steps and says so, instead of giving a wrong answer.
 */
#include "turnout.h"

#include <string.h>

enum { MERGE = 1024 };

struct piece {
    uint64_t named;
    size_t from; /* boxes before this one are done with */
    uint32_t set[64];
};
struct walk {
    const struct space *space;
    struct arena *arena;
    const struct box *by;
    size_t nby;
    struct piece *piece; /* a stack */
    size_t npiece, cap;
    uint64_t step; /* steps left; 0: ran out */
};

/* The new piece is not initialised. */
static struct piece *walk_push(struct walk *w) {
    if (w->npiece == w->cap) { /* not PUSH: this array also shrinks */
        size_t cap = w->cap ? 2 * w->cap : 64;
        struct piece *bigger = arena_alloc(w->arena, cap * sizeof *bigger);
        if (w->npiece)
            memcpy(bigger, w->piece, w->npiece * sizeof *bigger);
        w->piece = bigger;
        w->cap = cap;
    }
    return &w->piece[w->npiece++];
}

/* One box against the first nby boxes. */
static void walk_start(struct walk *w, const struct box *b, const struct box *by, size_t nby) {
    w->by = by;
    w->nby = nby;
    w->npiece = 0;
    struct piece *p = walk_push(w);
    p->named = b->named;
    p->from = 0;
    memcpy(p->set, b->set, w->space->ninput * sizeof *b->set);
}

/* Replaces the piece by what of it lies outside `by`. */
static void walk_cut(struct walk *w, struct piece rest, const struct box *by) {
    for (uint64_t m = by->named; m; m &= m - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(m);
        struct asets *sets = w->space->domain[i].sets;
        uint32_t outside = aset_minus(sets, rest.set[i], by->set[i]);
        if (outside == ASET_EMPTY)
            continue;
        struct piece *p = walk_push(w);
        *p = rest;
        p->set[i] = outside;
        rest.set[i] = aset_and(sets, rest.set[i], by->set[i]);
        p->named |= (uint64_t)1 << i; /* by->set[i] is not FULL, so neither side is */
        rest.named |= (uint64_t)1 << i;
    }
}

/* The next uncovered piece, as a box that is valid until the next call; false when there is none, or when the steps
 * ran out. */
static bool walk_next(struct walk *w, struct piece *out, struct box *box) {
    while (w->npiece) {
        *out = w->piece[--w->npiece];
        *box = (struct box){out->named, out->set};
        size_t k = out->from;
        while (k < w->nby && !box_meets(w->space, box, &w->by[k]))
            k++;
        uint64_t cost = k - out->from + 1;
        if (w->step <= cost) {
            w->step = 0;
            return false;
        }
        w->step -= cost;
        if (k == w->nby)
            return true;
        out->from = k + 1;
        walk_cut(w, *out, &w->by[k]);
    }
    return false;
}

/* Boxes overlap or not; unions need no more. */
bool region_meets(const struct space *s, const struct region *x, const struct region *y) {
    for (size_t i = 0; i < x->nbox; i++)
        for (size_t k = 0; k < y->nbox; k++)
            if (box_meets(s, &x->box[i], &y->box[k]))
                return true;
    return false;
}

/* Usually one box contains the other, and no walk is needed. */
static bool within_one(const struct space *s, const struct box *b, const struct region *y) {
    for (size_t k = 0; k < y->nbox; k++)
        if (box_within(s, b, &y->box[k]))
            return true;
    return false;
}

bool region_within_limit(const struct space *s, const struct region *x, const struct region *y, uint64_t steps,
                         bool *undecided) {
    struct walk w = {.space = s, .step = steps};
    bool within = true;
    struct piece piece;
    struct box box;
    for (size_t i = 0; i < x->nbox && within; i++) {
        if (within_one(s, &x->box[i], y))
            continue;
        if (y->nbox < 2) /* the usual case: one box against one box */
            within = false;
        if (!within)
            break;
        if (!w.arena)
            w.arena = arena_new();
        walk_start(&w, &x->box[i], y->box, y->nbox);
        within = !walk_next(&w, &piece, &box) && w.step;
    }
    if (undecided && !within && !w.step)
        *undecided = true;
    arena_free(w.arena);
    return within;
}

bool region_within(const struct space *s, const struct region *x, const struct region *y) {
    return region_within_limit(s, x, y, REGION_STEPS, NULL);
}

double region_count(const struct space *s, const struct region *r, bool *at_least) {
    if (r->nbox < 2)
        return r->nbox ? box_count(s, &r->box[0]) : 0;
    struct walk w = {.space = s, .step = REGION_STEPS, .arena = arena_new()};
    struct piece piece;
    struct box box;
    double cells = 0;
    for (size_t i = 0; i < r->nbox && w.step; i++) { /* what each box adds to those before it */
        walk_start(&w, &r->box[i], r->box, i);
        while (walk_next(&w, &piece, &box))
            cells += box_count(s, &box);
    }
    if (at_least && !w.step)
        *at_least = true;
    arena_free(w.arena);
    return cells;
}

void region_add(struct arena *a, struct region *into, const struct region *with) {
    for (size_t i = 0; i < with->nbox; i++)
        *PUSH(a, into->box, into->nbox) = with->box[i];
}

/* Every pair that meets. */
struct region region_and(const struct space *s, struct arena *a, const struct region *x, const struct region *y) {
    struct region r = {0};
    for (size_t i = 0; i < x->nbox; i++)
        for (size_t k = 0; k < y->nbox; k++) {
            if (!box_meets(s, &x->box[i], &y->box[k]))
                continue;
            struct box both = box_copy(s, a, &x->box[i]);
            if (box_and(s, &both, &y->box[k]))
                *PUSH(a, r.box, r.nbox) = both;
        }
    return r;
}

struct region region_sharp_limit(const struct space *s, struct arena *a, const struct region *x, const struct region *y,
                                 size_t limit, uint64_t *steps, bool *cut) {
    struct walk w = {.space = s, .step = *steps, .arena = arena_new()};
    struct region r = {0};
    struct piece piece;
    struct box box;
    for (size_t i = 0; i < x->nbox && w.step && r.nbox <= limit; i++) {
        walk_start(&w, &x->box[i], y->box, y->nbox);
        while (r.nbox <= limit && walk_next(&w, &piece, &box))
            *PUSH(a, r.box, r.nbox) = box_copy(s, a, &box);
    }
    if (cut && (!w.step || r.nbox > limit))
        *cut = true;
    *steps = w.step;
    arena_free(w.arena);
    return r;
}

struct region region_sharp(const struct space *s, struct arena *a, const struct region *x, const struct region *y,
                           size_t limit, bool *cut) {
    uint64_t steps = REGION_STEPS;
    return region_sharp_limit(s, a, x, y, limit, &steps, cut);
}

/* The only input where the boxes differ, NO when there are several. */
static uint32_t one_difference(const struct space *s, const struct box *x, const struct box *y) {
    uint32_t input = NO;
    for (uint32_t i = 0; i < s->ninput; i++) {
        if (x->set[i] == y->set[i])
            continue;
        if (input != NO)
            return NO;
        input = i;
    }
    return input == NO ? 0 : input; /* equal boxes: joining them anywhere will do */
}

void region_merge(const struct space *s, struct region *r) {
    if (r->nbox > MERGE)
        return; /* every pair is looked at */
    for (size_t i = 0; i < r->nbox; i++)
        for (size_t k = 0; k < i;) {
            uint32_t input = one_difference(s, &r->box[k], &r->box[i]);
            if (input == NO) {
                k++;
                continue;
            }
            uint32_t *set = &r->box[k].set[input];
            *set = aset_or(s->domain[input].sets, *set, r->box[i].set[input]);
            if (*set == ASET_FULL)
                r->box[k].named &= ~((uint64_t)1 << input);
            r->box[i] = r->box[--r->nbox]; /* the last box takes its place and is looked at next */
            if (i == r->nbox)
                return;
            k = 0;
        }
}
