/* aset.h -- what a set of atoms is, for aset.c, which makes them, and aset_ask.c, which answers questions. */
#ifndef TURNOUT_ASET_H
#define TURNOUT_ASET_H

#include "turnout.h"

struct aset {
    union {
        uint64_t one;         /* the word of a set that has no more, as most have: no look elsewhere */
        const uint64_t *more; /* nword words; atom 64 * first is bit 0 of the first */
    };
    uint32_t first, nword;
    uint32_t count, hash; /* count: members */
};
struct memo {
    uint32_t x, y;
    uint32_t result;
    uint32_t operation; /* + 1, so that a zeroed slot answers nothing */
};
struct asets {
    struct arena *arena;
    uint32_t natom, width; /* width: words of the whole domain */
    struct aset *set;
    size_t nset;
    uint32_t *slot; /* open addressing: id + 1, 0 free */
    struct memo *memo;
    uint32_t nslot;    /* a power of two; the cache has as many places */
    uint32_t *one;     /* per atom: the set of it alone, + 1; 0: not asked for yet */
    uint64_t *scratch; /* width words, for the set being made */
    uint64_t *pool;    /* words are handed out from here */
    size_t npool;
};

static inline const uint64_t *words(const struct aset *s) {
    return s->nword == 1 ? &s->one : s->more;
}

/* Word w of the whole domain; outside of the window it is zero (w - first wraps around below it). */
static inline uint64_t word_at(const struct aset *s, uint32_t w) {
    return w - s->first < s->nword ? words(s)[w - s->first] : 0;
}

#endif
