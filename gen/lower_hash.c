/* lower_hash.c -- a perfect hash over names: hash and displace, built in one pass over the buckets, largest first.
 *
 * In:  distinct names.  Out: a seed, a shift per bucket and the name in each slot; the header compares the one name that
 * a text can be.  10,000 names take milliseconds and about 5 bytes each.  Deterministic: seeds are tried from 1 on.
 */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

enum { SHIFTS = 65536, PER_BUCKET = 4 };

uint32_t lower_hash_text(const char *text, size_t len, uint32_t seed) {
    uint32_t h = seed ^ 2166136261u;
    for (size_t i = 0; i < len; i++) {
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    }
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    return h ^ h >> 13;
}

uint32_t lower_hash_slot(uint32_t hash, uint32_t shift, uint32_t nslot) {
    uint32_t h = (hash ^ shift * 0x9e3779b9u) * 0x85ebca6bu;
    h ^= h >> 16;
    return (uint32_t)((uint64_t)h * nslot >> 32);
}

struct bucket {
    uint32_t index, first, count; /* count keys of `order` */
};

static int compare_buckets(const void *x, const void *y) {
    const struct bucket *p = x, *q = y;
    if (p->count != q->count) {
        return p->count < q->count ? 1 : -1;
    }
    return p->index < q->index ? -1 : 1;
}

struct placing {
    struct lowered_hash *h;
    const uint32_t *hash;  /* per key */
    const uint32_t *order; /* keys by bucket */
};

static bool place(struct placing *p, const struct bucket *b, uint32_t shift) {
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t key = p->order[b->first + i];
        uint32_t *slot = &p->h->key[lower_hash_slot(p->hash[key], shift, (uint32_t)p->h->nslot)];
        if (*slot != 0) {
            for (uint32_t k = 0; k < i; k++) {
                p->h->key[lower_hash_slot(p->hash[p->order[b->first + k]], shift, (uint32_t)p->h->nslot)] = 0;
            }
            return false;
        }
        *slot = key + 1;
    }
    return true;
}

static struct bucket *fill_buckets(struct arena *a, const struct lowered_hash *h, const uint32_t *hash, size_t nkey,
                                   uint32_t *order) {
    struct bucket *b = arena_alloc(a, h->nbucket * sizeof *b);
    for (size_t i = 0; i < nkey; i++) {
        b[(uint64_t)hash[i] * h->nbucket >> 32].count++;
    }
    for (uint32_t i = 0, first = 0; i < h->nbucket; i++) {
        b[i].index = i;
        b[i].first = first;
        first += b[i].count;
        b[i].count = 0;
    }
    for (uint32_t i = 0; i < nkey; i++) {
        struct bucket *of = &b[(uint64_t)hash[i] * h->nbucket >> 32];
        order[of->first + of->count++] = i;
    }
    qsort(b, h->nbucket, sizeof *b, compare_buckets);
    return b;
}

static bool try_seed(struct arena *a, struct lowered_hash *h, const char *const *key, size_t nkey) {
    uint32_t *hash = arena_alloc(a, nkey * sizeof *hash), *order = arena_alloc(a, nkey * sizeof *order);
    for (size_t i = 0; i < nkey; i++) {
        hash[i] = lower_hash_text(key[i], strlen(key[i]), h->seed);
    }
    struct bucket *b = fill_buckets(a, h, hash, nkey, order);
    struct placing p = {h, hash, order};
    memset(h->key, 0, h->nslot * sizeof *h->key);
    for (size_t i = 0; i < h->nbucket; i++) {
        uint32_t shift = 0;
        while (shift < SHIFTS && !place(&p, &b[i], shift)) {
            shift++;
        }
        if (shift == SHIFTS) {
            return false;
        }
        h->shift[b[i].index] = shift;
    }
    return true;
}

struct lowered_hash lower_hash(struct arena *a, const char *const *key, size_t nkey) {
    struct lowered_hash h = {.seed = 1};
    h.nslot = nkey + nkey / 8 + 1;
    h.nbucket = nkey / PER_BUCKET + 1;
    h.key = arena_alloc(a, h.nslot * sizeof *h.key);
    h.shift = arena_alloc(a, h.nbucket * sizeof *h.shift);
    while (!try_seed(a, &h, key, nkey)) {
        h.seed++;
    }
    return h;
}
