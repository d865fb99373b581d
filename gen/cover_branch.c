/* cover_branch.c -- where the cover search splits the box of a part that no rule of cover.c settles.
 *
 * In: the part on top of the stack.  Out: an input, and the atoms of it that go into one half; neither half is empty.
 */
#include "cover.h"

struct arena *search_arena(struct search *q) {
    q->arena = q->arena ? q->arena : arena_new();
    return q->arena;
}

/* Of the blocker with the fewest inputs left, the input that most blockers have left: it settles the most. */
uint32_t branch_input(const struct search *q, const struct part *n, uint32_t *by) {
    size_t best = n->lo;
    size_t often[64] = {0};
    for (size_t i = n->lo; i < n->hi; i++) {
        if (__builtin_popcountll(q->live[i].left) < __builtin_popcountll(q->live[best].left)) {
            best = i;
        }
        for (uint64_t rest = q->live[i].left; rest; rest &= rest - 1) {
            often[__builtin_ctzll(rest)]++;
        }
    }
    uint32_t input = (uint32_t)__builtin_ctzll(q->live[best].left);
    for (uint64_t rest = q->live[best].left; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        input = often[i] > often[input] ? i : input;
    }
    *by = q->live[best].by;
    return input;
}

/* Many blockers [note many]: one cut for all of them instead of one for each.  First what none of them names is cut
 * off; of what they name, each in small pieces, one half after the other.  Else the blocker's own set. */
uint32_t branch_set(struct search *q, const struct part *n, uint32_t input, uint32_t by) {
    enum { MANY = 256 };
    struct asets *p = q->space->domain[input].sets;
    uint32_t have = top_set(q)[input], own = q->by[by]->set[input], nset = 0;
    size_t atoms = 0;
    if (n->hi - n->lo < MANY) {
        return own;
    }
    uint32_t *set = arena_alloc(search_arena(q), (n->hi - n->lo) * sizeof *set);
    for (size_t i = n->lo; i < n->hi; i++) {
        if (q->live[i].left >> input & 1) {
            set[nset] = q->by[q->live[i].by]->set[input];
            atoms += aset_count(p, set[nset++]);
        }
    }
    uint32_t all = aset_union(p, set, nset), count = aset_count(p, have);
    if (!aset_within(p, have, all)) {
        return all;
    }
    if (nset < MANY || atoms / nset > count / 4) {
        return own;
    }
    uint32_t atom = 0;
    for (uint32_t i = 0; i < count / 2; i++) {
        atom = aset_next(p, have, atom) + 1;
    }
    return aset_range(p, 0, atom - 1);
}
