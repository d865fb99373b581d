/* aset.c -- sets of atoms of one input, hash-consed: equal sets have equal ids.
 *
 * In: the number of atoms.  Out: ids (0 FULL, 1 EMPTY) and their algebra.
 * A set is a window of 64-bit words: the words before `first` and after the last one are zero, and the two at the
 * ends are not.  So one name out of 10,000 is one word, and a domain of up to 64 atoms never has more than one.
 * Guaranteed: equal sets have equal ids; an id stays valid and unchanged for the life of the arena.
 * This is the inner loop of the cover search and of the diagram: results of and/or/minus are remembered in a small
 * direct-mapped cache, and questions (meets, within, has: aset_ask.c) never make a set.
 */
#include "aset.h"

#include <string.h>

enum operation { AND, OR, MINUS };

/* Words and place together: the same bits elsewhere are another set. */
static uint32_t hash_words(uint32_t first, const uint64_t *word, uint32_t nword) {
    uint64_t h = first + 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < nword; i++) {
        h = (h ^ word[i]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return (uint32_t)(h ^ (h >> 15));
}

/* Larger tables; the cache starts empty, which only costs time. */
static void table_resize(struct asets *p, uint32_t nslot) {
    p->nslot = nslot;
    p->slot = arena_alloc(p->arena, nslot * sizeof *p->slot);
    p->memo = arena_alloc(p->arena, nslot * sizeof *p->memo);
    for (uint32_t id = 0; id < p->nset; id++) {
        uint32_t at = p->set[id].hash & (nslot - 1);
        while (p->slot[at])
            at = (at + 1) & (nslot - 1);
        p->slot[at] = id + 1;
    }
}

/* Words never move, so that a struct aset can be copied while the array of sets grows. */
static uint64_t *pool_take(struct asets *p, uint32_t nword) {
    if (p->npool < nword) {
        p->npool = nword > 512 ? nword : 512;
        p->pool = arena_alloc(p->arena, p->npool * sizeof *p->pool);
    }
    uint64_t *word = p->pool;
    p->pool += nword;
    p->npool -= nword;
    return word;
}

/* The hash first: two sets with one hash are rare, and memcmp is the dear part. */
static bool same(const struct aset *s, uint32_t hash, uint32_t first, const uint64_t *word, uint32_t nword) {
    return s->hash == hash && s->first == first && s->nword == nword &&
           memcmp(words(s), word, nword * sizeof *word) == 0;
}

/* The id of the set with these words from word `first` on; trims the window, so the caller need not. */
static uint32_t intern(struct asets *p, uint32_t first, const uint64_t *word, uint32_t nword) {
    while (nword && !word[nword - 1])
        nword--;
    while (nword && !word[0])
        word++, first++, nword--;
    if (!nword)
        return ASET_EMPTY;
    uint32_t hash = hash_words(first, word, nword);
    uint32_t at = hash & (p->nslot - 1);
    for (; p->slot[at]; at = (at + 1) & (p->nslot - 1))
        if (same(&p->set[p->slot[at] - 1], hash, first, word, nword))
            return p->slot[at] - 1;

    struct aset *s = PUSH(p->arena, p->set, p->nset);
    *s = (struct aset){.one = word[0], .first = first, .nword = nword, .hash = hash};
    for (uint32_t i = 0; i < nword; i++)
        s->count += (uint32_t)__builtin_popcountll(word[i]);
    if (nword > 1)
        s->more = memcpy(pool_take(p, nword), word, nword * sizeof *word);
    p->slot[at] = (uint32_t)p->nset;
    if (p->nset * 2 > p->nslot)
        table_resize(p, p->nslot * 2);
    return (uint32_t)p->nset - 1;
}

/* FULL and EMPTY take the ids 0 and 1.  EMPTY needs no slot: intern knows it by its having no word. */
struct asets *asets_new(struct arena *a, uint32_t natom) {
    struct asets *p = arena_alloc(a, sizeof *p);
    p->arena = a;
    p->natom = natom;
    p->width = natom / 64 + (natom % 64 != 0);
    p->scratch = arena_alloc(a, (p->width + 1) * sizeof *p->scratch);
    p->one = arena_alloc(a, ((size_t)natom + 1) * sizeof *p->one);
    table_resize(p, 16);
    for (uint32_t i = 0; i < p->width; i++)
        p->scratch[i] = UINT64_MAX;
    if (natom % 64)
        p->scratch[p->width - 1] = ((uint64_t)1 << natom % 64) - 1;
    if (!natom)
        *PUSH(a, p->set, p->nset) = (struct aset){.more = p->scratch};
    intern(p, 0, p->scratch, p->width);
    *PUSH(a, p->set, p->nset) = (struct aset){.more = p->scratch}; /* EMPTY: found by intern without a slot */
    return p;
}

uint32_t asets_natom(const struct asets *p) {
    return p->natom;
}

/* One word, wherever the atom lies. */
uint32_t aset_one(struct asets *p, uint32_t atom) {
    if (atom >= p->natom)
        return ASET_EMPTY;
    if (!p->one[atom])
        p->one[atom] = intern(p, atom / 64, &(uint64_t){(uint64_t)1 << atom % 64}, 1) + 1;
    return p->one[atom] - 1;
}

uint32_t aset_range(struct asets *p, uint32_t lo, uint32_t hi) {
    if (hi >= p->natom)
        hi = p->natom - 1; /* no atoms at all: lo is beyond natom below */
    if (lo >= p->natom || lo > hi)
        return ASET_EMPTY;
    uint32_t first = lo / 64, nword = hi / 64 - first + 1;
    for (uint32_t i = 0; i < nword; i++)
        p->scratch[i] = UINT64_MAX;
    p->scratch[0] &= UINT64_MAX << lo % 64;
    p->scratch[nword - 1] &= UINT64_MAX >> (63 - hi % 64);
    return intern(p, first, p->scratch, nword);
}

/* Two passes: the window first, so that a few atoms of a large domain touch few words. */
uint32_t aset_of(struct asets *p, const uint32_t *atom, size_t n) {
    if (n == 1)
        return aset_one(p, *atom);
    uint32_t lo = NO, hi = 0;
    for (size_t i = 0; i < n; i++)
        if (atom[i] < p->natom) {
            lo = atom[i] / 64 < lo ? atom[i] / 64 : lo;
            hi = atom[i] / 64 > hi ? atom[i] / 64 : hi;
        }
    if (lo == NO)
        return ASET_EMPTY;
    memset(p->scratch, 0, (hi - lo + 1) * sizeof *p->scratch);
    for (size_t i = 0; i < n; i++)
        if (atom[i] < p->natom)
            p->scratch[atom[i] / 64 - lo] |= (uint64_t)1 << atom[i] % 64;
    return intern(p, lo, p->scratch, hi - lo + 1);
}

/* One set out of many, without those on the way; the window first, as above. */
uint32_t aset_union(struct asets *p, const uint32_t *set, size_t n) {
    uint32_t lo = p->width, hi = 0;
    for (size_t i = 0; i < n; i++) {
        const struct aset *s = &p->set[set[i]];
        if (s->nword) {
            lo = s->first < lo ? s->first : lo;
            hi = s->first + s->nword > hi ? s->first + s->nword : hi;
        }
    }
    if (lo >= hi)
        return ASET_EMPTY;
    memset(p->scratch, 0, (hi - lo) * sizeof *p->scratch);
    for (size_t i = 0; i < n; i++) {
        const struct aset *s = &p->set[set[i]];
        for (uint32_t w = 0; w < s->nword; w++)
            p->scratch[s->first + w - lo] |= words(s)[w];
    }
    return intern(p, lo, p->scratch, hi - lo);
}

/* Only the words that can be non-zero in the result. */
static uint32_t compute(struct asets *p, enum operation op, const struct aset *x, const struct aset *y) {
    uint32_t lo = x->first, hi = x->first + x->nword; /* MINUS: the window of x */
    if (op == AND) {
        lo = lo > y->first ? lo : y->first;
        hi = hi < y->first + y->nword ? hi : y->first + y->nword;
    } else if (op == OR) {
        lo = lo < y->first ? lo : y->first;
        hi = hi > y->first + y->nword ? hi : y->first + y->nword;
    }
    if (lo >= hi)
        return ASET_EMPTY;
    for (uint32_t w = lo; w < hi; w++) {
        uint64_t u = word_at(x, w), v = word_at(y, w);
        p->scratch[w - lo] = op == AND ? u & v : op == OR ? u | v : u & ~v;
    }
    return intern(p, lo, p->scratch, hi - lo);
}

static uint32_t apply(struct asets *p, enum operation op, uint32_t x, uint32_t y) {
    uint32_t key = (x * 0x9e3779b1u) ^ (y * 0x85ebca77u) ^ ((uint32_t)op << 5);
    struct memo *m = &p->memo[(key ^ key >> 15) & (p->nslot - 1)];
    if (m->x == x && m->y == y && m->operation == (uint32_t)op + 1)
        return m->result;
    uint32_t nslot = p->nslot, result = compute(p, op, &p->set[x], &p->set[y]);
    if (nslot == p->nslot) /* else the cache was replaced while the result was stored */
        *m = (struct memo){x, y, result, (uint32_t)op + 1};
    return result;
}

/* Equal, FULL and EMPTY are answered here; operands of a commutative operation are ordered for the cache. */
uint32_t aset_and(struct asets *p, uint32_t x, uint32_t y) {
    if (x == y || y == ASET_FULL || x == ASET_EMPTY)
        return x;
    if (x == ASET_FULL || y == ASET_EMPTY)
        return y;
    return x < y ? apply(p, AND, x, y) : apply(p, AND, y, x);
}

uint32_t aset_or(struct asets *p, uint32_t x, uint32_t y) {
    if (x == y || y == ASET_EMPTY || x == ASET_FULL)
        return x;
    if (x == ASET_EMPTY || y == ASET_FULL)
        return y;
    return x < y ? apply(p, OR, x, y) : apply(p, OR, y, x);
}

uint32_t aset_minus(struct asets *p, uint32_t x, uint32_t y) {
    if (x == y || x == ASET_EMPTY || y == ASET_FULL)
        return ASET_EMPTY;
    if (y == ASET_EMPTY)
        return x;
    return apply(p, MINUS, x, y);
}
