/* lower_hash.c -- a perfect hash over names: hash and displace, built in one pass over the buckets, largest first.
 *
 * In:  distinct names.  Out: a seed, a shift per bucket and the name in each slot; the header compares the one name that
 * a text can be.  The hash reads 8 bytes at a time, the last ones again where they overlap, and takes its length; the
 * slot costs three operations.  10,000 names take milliseconds and about 5 bytes each.  Deterministic: seeds are tried
 * from 1 on.
 */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

enum { PER_BUCKET = 4 };

static const uint64_t mix = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t bytes_at(const char *text, unsigned n) {
    uint64_t word = 0;
    for (unsigned i = 0; i < n; i++) {
        word |= (uint64_t)(unsigned char)text[i] << 8 * i;
    }
    return word;
}

uint64_t lower_hash_text(const char *text, size_t len, uint64_t seed) {
    uint64_t h = (seed + len) * mix, word = 0;
    if (len >= 8) {
        for (size_t i = 0; i + 8 < len; i += 8) {
            h = (h ^ bytes_at(text + i, 8)) * mix;
            h ^= h >> 32;
        }
        word = bytes_at(text + len - 8, 8);
    } else if (len >= 4) {
        word = bytes_at(text, 4) | bytes_at(text + len - 4, 4) << 32;
    } else if (len > 0) {
        word = bytes_at(text, 1) | bytes_at(text + len / 2, 1) << 8 | bytes_at(text + len - 1, 1) << 16;
    }
    h ^= word;
    return (h ^ h >> 32) * mix;
}

uint32_t lower_hash_bucket(const struct lowered_hash *h, uint64_t hash) {
    return (uint32_t)(hash >> (64 - h->bucket_bits));
}

uint32_t lower_hash_slot(const struct lowered_hash *h, uint64_t hash, uint32_t shift) {
    uint64_t mask = ((uint64_t)1 << h->slot_bits) - 1;
    return (uint32_t)(hash >> (64 - h->bucket_bits - h->slot_bits) & mask) ^ shift;
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
    const uint64_t *hash;  /* per key */
    const uint32_t *order; /* keys by bucket */
};

static bool place(struct placing *p, const struct bucket *b, uint32_t shift) {
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t key = p->order[b->first + i];
        uint32_t *slot = &p->h->key[lower_hash_slot(p->h, p->hash[key], shift)];
        if (*slot != 0) {
            for (uint32_t k = 0; k < i; k++) {
                p->h->key[lower_hash_slot(p->h, p->hash[p->order[b->first + k]], shift)] = 0;
            }
            return false;
        }
        *slot = key + 1;
    }
    return true;
}

static struct bucket *fill_buckets(struct arena *a, const struct lowered_hash *h, const uint64_t *hash, size_t nkey,
                                   uint32_t *order) {
    uint32_t nbucket = (uint32_t)1 << h->bucket_bits;
    struct bucket *b = arena_alloc(a, nbucket * sizeof *b);
    for (size_t i = 0; i < nkey; i++) {
        b[lower_hash_bucket(h, hash[i])].count++;
    }
    for (uint32_t i = 0, first = 0; i < nbucket; i++) {
        b[i].index = i;
        b[i].first = first;
        first += b[i].count;
        b[i].count = 0;
    }
    for (uint32_t i = 0; i < nkey; i++) {
        struct bucket *of = &b[lower_hash_bucket(h, hash[i])];
        order[of->first + of->count++] = i;
    }
    qsort(b, nbucket, sizeof *b, compare_buckets);
    return b;
}

static bool try_seed(struct arena *a, struct lowered_hash *h, const char *const *key, size_t nkey) {
    uint64_t *hash = arena_alloc(a, nkey * sizeof *hash);
    uint32_t *order = arena_alloc(a, nkey * sizeof *order), nslot = (uint32_t)1 << h->slot_bits;
    for (size_t i = 0; i < nkey; i++) {
        hash[i] = lower_hash_text(key[i], strlen(key[i]), h->seed);
    }
    struct bucket *b = fill_buckets(a, h, hash, nkey, order);
    struct placing p = {h, hash, order};
    memset(h->key, 0, nslot * sizeof *h->key);
    for (size_t i = 0; i < (size_t)1 << h->bucket_bits; i++) {
        uint32_t shift = 0;
        while (shift < nslot && !place(&p, &b[i], shift)) {
            shift++;
        }
        if (shift == nslot) {
            return false;
        }
        h->shift[b[i].index] = shift;
    }
    return true;
}

static unsigned bits_for(size_t n) {
    unsigned bits = 1;
    while ((size_t)1 << bits < n) {
        bits++;
    }
    return bits;
}

struct lowered_hash lower_hash(struct arena *a, const char *const *key, size_t nkey) {
    struct lowered_hash h = {.seed = 1};
    h.slot_bits = bits_for(nkey + nkey / 8 + 1);
    h.bucket_bits = bits_for(nkey / PER_BUCKET + 1);
    h.key = arena_alloc(a, ((size_t)1 << h.slot_bits) * sizeof *h.key);
    h.shift = arena_alloc(a, ((size_t)1 << h.bucket_bits) * sizeof *h.shift);
    while (!try_seed(a, &h, key, nkey)) {
        h.seed++;
    }
    return h;
}
