/* aset_ask.c -- questions about sets of atoms: none of them makes a set.
 *
 * In: ids of aset.c.  Out: members, counts, how two sets lie.  Most sets are one word, beside their place and count.
 */
#include "aset.h"

bool aset_has(const struct asets *p, uint32_t x, uint32_t atom) {
    return word_at(&p->set[x], atom / 64) >> atom % 64 & 1;
}

/* Walks the common part of the two windows. */
bool aset_meets(const struct asets *p, uint32_t x, uint32_t y) {
    if (x == ASET_EMPTY || y == ASET_EMPTY)
        return false;
    if (x == y || x == ASET_FULL || y == ASET_FULL)
        return true;
    if (p->set[x].first < p->set[y].first)
        return aset_meets(p, y, x);
    const struct aset *u = &p->set[x], *v = &p->set[y];
    uint32_t shift = u->first - v->first; /* word[i] of u lies at word[i + shift] of v */
    for (uint32_t i = 0; i < u->nword && i + shift < v->nword; i++)
        if (words(u)[i] & words(v)[i + shift])
            return true;
    return false;
}

/* Counts and windows refute most questions without a look at the words. */
bool aset_within(const struct asets *p, uint32_t x, uint32_t y) {
    if (x == y || x == ASET_EMPTY || y == ASET_FULL)
        return true;
    const struct aset *u = &p->set[x], *v = &p->set[y];
    if (u->count > v->count || u->first < v->first || u->first + u->nword > v->first + v->nword)
        return false;
    const uint64_t *of = words(v) + (u->first - v->first);
    for (uint32_t i = 0; i < u->nword; i++)
        if (words(u)[i] & ~of[i])
            return false;
    return true;
}

uint64_t aset_bits(const struct asets *p, uint32_t x) {
    return word_at(&p->set[x], 0);
}

uint32_t aset_count(const struct asets *p, uint32_t x) {
    return p->set[x].count;
}

/* For loops: for (i = next(0); i != NO; i = next(i + 1)). */
uint32_t aset_next(const struct asets *p, uint32_t x, uint32_t atom) {
    const struct aset *s = &p->set[x];
    uint32_t w = atom / 64;
    uint64_t mask = UINT64_MAX << atom % 64; /* for the word of `atom` only */
    if (w < s->first) {
        w = s->first;
        mask = UINT64_MAX;
    }
    for (; w < s->first + s->nword; w++, mask = UINT64_MAX) {
        uint64_t word = words(s)[w - s->first] & mask;
        if (word)
            return 64 * w + (uint32_t)__builtin_ctzll(word);
    }
    return NO;
}
