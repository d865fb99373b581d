/* cover.c -- is a box covered by these boxes?  The one question behind gap, masked, incapable, conflict and the rest.
 *
 * In: a box and its blockers.  Out: a sufficient set of blockers, or a maximal box of cells that none of them has,
 * or the number of such cells.  Nothing is enumerated: per blocker the inputs are kept on which what is left of the
 * box still leaves it (`left`), as a SAT solver watches clauses:
 *     disjoint: drop it;  none left: covered;  one left: cut the box there;  no blockers: what is left is a witness;
 *     else split the box on an input of the blocker with the fewest left.
 * The parts of the split tree lie on an explicit stack, the outer part first, so depth costs heap and not C stack.
 * Guaranteed: exact, or COVER_UNDECIDED; one step is one blocker looked at, so the limit bounds the time.
 */
#include "cover.h"

#include <string.h>

static void search_start(struct search *q, const struct space *s, const struct box *const *by, size_t nby,
                         struct cover_limit *limit, bool *used) {
    q->space = s;
    q->arena = NULL;
    q->by = by;
    q->nby = nby;
    q->limit = limit;
    q->used = used;
    q->live = q->few_live;
    q->part = q->few_part;
    q->set = q->few_set;
    q->nlive = q->npart = 0;
    q->live_cap = FEW_LIVE;
    q->part_cap = FEW_PARTS;
}

/* The stacks grow by copying: what they outgrow is released with the arena. */
static void *resize(struct search *q, const void *old, size_t count, size_t cap, size_t item) {
    void *at = arena_alloc(search_arena(q), cap * item);
    if (count) {
        memcpy(at, old, count * item);
    }
    return at;
}

static void live_reserve(struct search *q, size_t more) {
    if (q->nlive + more > q->live_cap) {
        q->live_cap = (q->nlive + more) * 2;
        q->live = resize(q, q->live, q->nlive, q->live_cap, sizeof *q->live);
    }
}

/* A new part on top of the stack; its box is a copy of `set`, or of the top's when that is NULL. */
static struct part *part_push(struct search *q, const uint32_t *set) {
    size_t n = q->space->ninput;
    if (q->npart == q->part_cap) {
        q->part_cap = q->part_cap * 2 + 16;
        q->part = resize(q, q->part, q->npart, q->part_cap, sizeof *q->part);
        q->set = resize(q, q->set, q->npart * n, q->part_cap * n, sizeof *q->set);
    }
    uint32_t *own = q->set + q->npart * n;
    if (n) {
        memcpy(own, set ? set : own - n, n * sizeof *own);
    }
    q->part[q->npart] = (struct part){q->nlive, q->nlive, NO, 0};
    return &q->part[q->npart++];
}

/* Every blocker that cuts or closes a part belongs to the proof, if all parts get closed. */
static void mark_used(struct search *q, uint32_t by) {
    if (q->used) {
        q->used[by] = true;
    }
}

/* The inputs on which b leaves `by`; false when they are disjoint. */
static bool left_of(const struct space *s, const struct box *b, const struct box *by, uint64_t *left) {
    *left = 0;
    for (uint64_t rest = by->named; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        if (aset_within(s->domain[i].sets, b->set[i], by->set[i])) {
            continue; /* then they meet, too: no set of a box is empty */
        }
        if (!aset_meets(s->domain[i].sets, b->set[i], by->set[i])) {
            return false;
        }
        *left |= (uint64_t)1 << i;
    }
    return true;
}

/* The root part; false when a single blocker covers the whole box, which is the best answer there is. */
static bool root_push(struct search *q, const struct box *b) {
    live_reserve(q, q->nby);
    struct part *root = part_push(q, b->set);
    q->limit->used += q->nby;
    for (size_t i = 0; i < q->nby; i++) {
        uint64_t left;
        if (!left_of(q->space, b, q->by[i], &left)) {
            continue;
        }
        if (!left) {
            mark_used(q, (uint32_t)i);
            return false;
        }
        q->live[q->nlive++] = (struct live){left, (uint32_t)i};
    }
    root->hi = q->nlive;
    return true;
}

/* Narrows the top part's box on one input; true when one blocker covers all that is left. */
static bool top_narrow(struct search *q, uint32_t input, uint32_t set) {
    struct part *n = &q->part[q->npart - 1];
    const struct asets *p = q->space->domain[input].sets;
    uint64_t bit = (uint64_t)1 << input;
    size_t kept = n->lo;
    top_set(q)[input] = set;
    q->limit->used += n->hi - n->lo;
    for (size_t i = n->lo; i < n->hi; i++) {
        struct live l = q->live[i];
        if (l.left & bit) {
            uint32_t of = q->by[l.by]->set[input];
            if (!aset_meets(p, set, of)) {
                continue;
            }
            if (aset_within(p, set, of) && !(l.left &= ~bit)) {
                mark_used(q, l.by);
                return true;
            }
        }
        q->live[kept++] = l;
    }
    n->hi = q->nlive = kept;
    return false;
}

/* Cuts the top part's box at every blocker that it leaves on one input only; true when it is covered. */
static bool top_propagate(struct search *q) {
    const struct part *n = &q->part[q->npart - 1];
    for (size_t i = n->lo; i < n->hi;) {
        struct live l = q->live[i];
        if (l.left & (l.left - 1)) {
            i++;
            continue;
        }
        uint32_t input = (uint32_t)__builtin_ctzll(l.left);
        mark_used(q, l.by); /* like a unit clause: what it has of this input is covered, without a split */
        uint32_t rest = aset_minus(q->space->domain[input].sets, top_set(q)[input], q->by[l.by]->set[input]);
        if (top_narrow(q, input, rest)) {
            return true;
        }
        i = n->lo; /* narrower now: blockers before it may be left on one input, too */
    }
    return false;
}

/* The top part becomes its part inside a set; the part outside goes on top, to be looked at first: it has lost a
 * blocker, so a witness turns up soonest there. */
static void top_branch(struct search *q) {
    struct part *n = &q->part[q->npart - 1];
    uint32_t by, input = branch_input(q, n, &by);
    struct asets *p = q->space->domain[input].sets;
    uint32_t have = top_set(q)[input], of = branch_set(q, n, input, by);
    size_t lo = n->lo, count = n->hi - n->lo;
    n->input = input;
    n->set = aset_and(p, have, of);
    live_reserve(q, count);
    n = part_push(q, NULL);
    n->input = input;
    n->set = aset_minus(p, have, of);
    memcpy(q->live + q->nlive, q->live + lo, count * sizeof *q->live);
    n->hi = q->nlive += count;
}

/* Its blockers lay behind those of the part below. */
static void top_pop(struct search *q) {
    q->npart--;
    q->nlive = q->npart ? q->part[q->npart - 1].hi : 0;
}

/* The next part of the box that no blocker has, on top of the stack; COVER_ALL when there is none (left). */
static enum cover next_part(struct search *q) {
    while (q->npart) {
        struct part *n = &q->part[q->npart - 1];
        uint32_t input = n->input;
        n->input = NO;
        if ((input != NO && top_narrow(q, input, n->set)) || top_propagate(q)) {
            top_pop(q);
            continue;
        }
        if (n->lo == n->hi) {
            return COVER_WITNESS;
        }
        if (q->limit->used > q->limit->step) {
            return COVER_UNDECIDED;
        }
        top_branch(q);
    }
    return COVER_ALL;
}

/* The top as a box that outlives the search. */
static struct box box_of(const struct space *s, struct arena *a, const uint32_t *set) {
    struct box box = box_full(s, a);
    for (uint32_t i = 0; i < s->ninput; i++) {
        box.set[i] = set[i];
        box.named |= set[i] == ASET_FULL ? 0 : (uint64_t)1 << i;
    }
    return box;
}

enum cover cover_search(const struct space *s, struct arena *a, const struct box *b, const struct box *const *by,
                        size_t nby, struct cover_limit *limit, struct box *witness, bool *used) {
    struct search q;
    search_start(&q, s, by, nby, limit, used);
    if (used) {
        memset(used, 0, nby * sizeof *used);
    }
    enum cover answer = root_push(&q, b) ? next_part(&q) : COVER_ALL;
    if (answer == COVER_WITNESS && witness) {
        *witness = box_of(s, a, top_set(&q));
        cover_grow(s, b, by, nby, witness);
    }
    arena_free(q.arena);
    return answer;
}

double cover_count(const struct space *s, struct arena *a, const struct box *b, const struct box *const *by, size_t nby,
                   struct cover_limit *limit, bool *at_least) {
    (void)a;
    struct search q;
    search_start(&q, s, by, nby, limit, NULL);
    double cells = 0; /* parts do not overlap: the sum is exact up to 2^53, and an estimate beyond */
    enum cover answer = root_push(&q, b) ? next_part(&q) : COVER_ALL;
    for (; answer == COVER_WITNESS; answer = next_part(&q)) {
        double part = 1;
        for (uint32_t i = 0; i < s->ninput; i++) {
            part *= aset_count(s->domain[i].sets, top_set(&q)[i]);
        }
        cells += part;
        top_pop(&q);
    }
    *at_least = answer == COVER_UNDECIDED;
    arena_free(q.arena);
    return cells;
}
