/* analyse_pairs.c -- what meets each of many boxes, for all of them at once.
 *
 * In: the index of analyse_meet.c.  Out: its answers for the boxes themselves, or none of them when they are too many.
 * Asked one by one every box walks lists that lie all over the memory.  Here the list of one atom is walked once, each
 * box of it against those behind it, while all of them are at hand; and a pair is found for both of its boxes.
 * Guaranteed: the same answers.
 */
#include "analyse_meet.h"

#include <string.h>

enum {
    TESTED = 64 /* pairs looked at, per box: more are asked one by one */
};

struct pair {
    uint32_t x, y;
};
struct pairs {
    struct meets *m;
    struct arena *arena; /* for the list below: it is gone when the answers are there */
    struct pair *pair;
    size_t npair;
};

static void pairs_add(struct pairs *p, uint32_t x, uint32_t y) {
    *PUSH(p->arena, p->pair, p->npair) = (struct pair){x, y};
}

/* Those of one atom, which ascend.  Two boxes that share several atoms are found at each. */
static void pairs_at(struct pairs *p, const struct buckets *of, uint32_t atom, uint64_t by) {
    const struct meets *m = p->m;
    uint64_t fill = m->fill[0], guard = m->guard[0];
    for (uint32_t i = of->start[atom]; i < of->start[atom + 1]; i++) {
        const uint64_t *bits = m->bits + (size_t)of->line[i] * m->nword;
        for (uint32_t k = i + 1; k < of->start[atom + 1]; k++) {
            if ((((of->bits[i] & of->bits[k]) + fill) & guard) != guard) {
                continue;
            }
            uint32_t other = of->line[k];
            if ((m->nword == 1 || fields_meet(m, bits, m->bits + (size_t)other * m->nword)) &&
                loose_meet(m, m->box[of->line[i]], m->box[other], by)) {
                pairs_add(p, of->line[i], other);
            }
        }
    }
}

/* A box that is in no atom's list against all others; two of them are one pair. */
static void pairs_apart(struct pairs *p, const struct buckets *of, uint32_t apart) {
    const struct meets *m = p->m;
    uint32_t x = of->apart[apart], next = 0;
    for (uint32_t y = 0; y < m->n; y++) {
        bool both = next < of->napart && of->apart[next] == y;
        next += both;
        if ((!both || y > x) && fields_meet(m, m->bits + (size_t)x * m->nword, m->bits + (size_t)y * m->nword) &&
            loose_meet(m, m->box[x], m->box[y], 0)) {
            pairs_add(p, x, y);
        }
    }
}

/* Few numbers, in a few ascending runs. */
static void sort_once(struct meeting *m) {
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++) {
        uint32_t line = m->line[i];
        size_t k = kept;
        while (k > 0 && m->line[k - 1] > line) {
            k--;
        }
        if (k > 0 && m->line[k - 1] == line) {
            continue;
        }
        memmove(m->line + k + 1, m->line + k, (kept - k) * sizeof *m->line);
        m->line[k] = line;
        kept++;
    }
    m->count = kept;
}

/* Each box in its own list, and both of a pair in the other's. */
static void pairs_spread(struct pairs *p) {
    struct meets *m = p->m;
    uint32_t *room = arena_alloc(m->arena, (m->n + 2 * p->npair) * sizeof *room);
    for (uint32_t i = 0; i < m->n; i++) {
        m->known[i].cap = 1;
    }
    for (size_t i = 0; i < p->npair; i++) {
        m->known[p->pair[i].x].cap++;
        m->known[p->pair[i].y].cap++;
    }
    for (uint32_t i = 0; i < m->n; i++) {
        struct meeting *of = &m->known[i];
        of->line = room;
        room += of->cap;
    }
    for (size_t i = 0; i < p->npair; i++) {
        struct meeting *x = &m->known[p->pair[i].x], *y = &m->known[p->pair[i].y];
        x->line[x->count++] = p->pair[i].y;
        y->line[y->count++] = p->pair[i].x;
    }
    for (uint32_t i = 0; i < m->n; i++) {
        struct meeting *of = &m->known[i];
        of->line[of->count++] = i;
        sort_once(of);
    }
}

/* Pairs that have to be looked at by this input. */
static double pairs_cost(const struct meets *m, const struct buckets *of, uint32_t natom) {
    double cost = (double)of->napart * m->n;
    for (uint32_t x = 0; x < natom; x++) {
        double n = of->start[x + 1] - of->start[x];
        cost += n * n / 2;
    }
    return cost;
}

void pairs_make(struct meets *m) {
    uint32_t by = NO;
    for (uint64_t rest = m->useful; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        by = by == NO || m->of[i].walk < m->of[by].walk ? i : by;
    }
    if (by == NO) {
        return;
    }
    const struct buckets *of = &m->of[by];
    uint32_t natom = m->space->domain[by].natom;
    if (!of->start) {
        buckets_make(m, by);
    }
    if (pairs_cost(m, of, natom) > TESTED * (double)m->n) {
        return;
    }
    struct pairs p = {.m = m, .arena = arena_new()};
    for (uint32_t x = 0; x < natom; x++) {
        pairs_at(&p, of, x, (uint64_t)1 << by);
    }
    for (uint32_t i = 0; i < of->napart; i++) {
        pairs_apart(&p, of, i);
    }
    if (2 * p.npair <= (KEPT - 1) * (size_t)m->n) {
        pairs_spread(&p);
        m->nknown = KEPT * (size_t)m->n;
    }
    arena_free(p.arena);
}
