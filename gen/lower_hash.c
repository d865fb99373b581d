/* lower_hash.c -- a perfect hash over names: hash and displace, built in one pass over the buckets, largest first.
 *
 * In:  distinct names.  Out: a seed, a shift per bucket and the name in each slot; the header compares the one name that
 * a text can be.  Names of at most 8 bytes are words, and their hash is a product; a few of them need no buckets.  Of
 * longer ones the hash takes the length, the first 8 bytes, 8 of the middle and the last 8, or everything where that
 * does not tell them apart.  The slot costs three operations.  10,000 names take milliseconds and about 5 bytes each.
 * Deterministic: seeds are tried from 1 on.
 */
#include "lower.h"

#include <stdlib.h>
#include <string.h>

enum { PER_BUCKET = 4, FEW = 64, TRIES = 4000 };

static const uint64_t mix = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t bytes_at(const char *text, size_t n) {
    uint64_t word = 0;
    for (size_t i = 0; i < n; i++) {
        word |= (uint64_t)(unsigned char)text[i] << 8 * i;
    }
    return word;
}

uint64_t lower_hash_word(const char *text) {
    size_t len = strlen(text);
    return len > 8 ? 0 : bytes_at(text, len);
}

static uint64_t mixed(uint64_t h) {
    return (h ^ h >> 32) * mix;
}

uint64_t lower_hash_text(const struct lowered_hash *h, const char *text) {
    size_t len = strlen(text);
    uint64_t hash = (h->seed + len) * mix, word = 0;
    if (h->words) {
        return lower_hash_word(text) * h->seed;
    }
    if (len >= 8 && h->whole) {
        for (size_t i = 0; i + 8 < len; i += 8) {
            hash = mixed(hash ^ bytes_at(text + i, 8));
        }
        word = bytes_at(text + len - 8, 8);
    } else if (len >= 8) {
        hash = mixed(hash ^ bytes_at(text, 8));
        hash = mixed(hash ^ bytes_at(text + len / 2 - 4, 8));
        word = bytes_at(text + len - 8, 8);
    } else if (len >= 4) {
        word = bytes_at(text, 4) | bytes_at(text + len - 4, 4) << 32;
    } else if (len > 0) {
        word = bytes_at(text, 1) | bytes_at(text + len / 2, 1) << 8 | bytes_at(text + len - 1, 1) << 16;
    }
    return mixed(hash ^ word);
}

uint32_t lower_hash_bucket(const struct lowered_hash *h, uint64_t hash) {
    return h->bucket_bits == 0 ? 0 : (uint32_t)(hash >> (64 - h->bucket_bits));
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

/* All keys, with the seed in hand. */
static bool try_seed(struct arena *a, struct lowered_hash *h, const char *const *key, size_t nkey) {
    uint64_t *hash = arena_alloc(a, nkey * sizeof *hash);
    uint32_t *order = arena_alloc(a, nkey * sizeof *order), nslot = (uint32_t)1 << h->slot_bits;
    for (size_t i = 0; i < nkey; i++) {
        hash[i] = lower_hash_text(h, key[i]);
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

/* A few words: a multiplier that gives each a slot of its own, in as few slots as are found soon. */
static bool few_words(struct lowered_hash *h, const char *const *key, size_t nkey) {
    for (h->slot_bits = bits_for(nkey); h->slot_bits <= 10; h->slot_bits++) {
        size_t nslot = (size_t)1 << h->slot_bits;
        for (uint64_t try = 1; try <= TRIES; try++) {
            size_t i = 0;
            h->seed = mixed(try * mix) | 1;
            memset(h->key, 0, nslot * sizeof *h->key);
            for (; i < nkey; i++) {
                uint32_t *slot = &h->key[lower_hash_slot(h, lower_hash_text(h, key[i]), 0)];
                if (*slot != 0) {
                    break;
                }
                *slot = (uint32_t)i + 1;
            }
            if (i == nkey) {
                return true;
            }
        }
    }
    return false;
}

static uint64_t part_of(const char *text, unsigned part) {
    size_t len = strlen(text);
    return len < 8 ? bytes_at(text, len) : bytes_at(text + (part == 0 ? 0 : part == 1 ? len / 2 - 4 : len - 8), 8);
}

static int compare_parts(const void *x, const void *y) {
    const char *p = *(const char *const *)x, *q = *(const char *const *)y;
    for (unsigned part = 0; part < 3; part++) {
        uint64_t a = part_of(p, part), b = part_of(q, part);
        if (a != b) {
            return a < b ? -1 : 1;
        }
    }
    return strlen(p) < strlen(q) ? -1 : strlen(p) > strlen(q);
}

/* Are there two names whose parts are the same? */
static bool same_parts(struct arena *a, const char *const *key, size_t nkey) {
    const char **sorted = arena_alloc(a, (nkey + 1) * sizeof *sorted);
    memcpy(sorted, key, nkey * sizeof *sorted);
    qsort(sorted, nkey, sizeof *sorted, compare_parts);
    for (size_t i = 1; i < nkey; i++) {
        if (compare_parts(&sorted[i - 1], &sorted[i]) == 0) {
            return true;
        }
    }
    return false;
}

struct lowered_hash lower_hash(struct arena *a, const char *const *key, size_t nkey) {
    struct lowered_hash h = {.seed = 1, .words = true};
    for (size_t i = 0; i < nkey; i++) {
        h.words = h.words && *key[i] != '\0' && strlen(key[i]) <= 8;
    }
    h.shift = arena_alloc(a, sizeof *h.shift);
    h.key = arena_alloc(a, ((size_t)1 << 10) * sizeof *h.key);
    if (h.words && nkey <= FEW && few_words(&h, key, nkey)) {
        return h;
    }
    h.whole = !h.words && same_parts(a, key, nkey);
    h.slot_bits = bits_for(nkey + nkey / 8 + 1);
    h.bucket_bits = bits_for(nkey / PER_BUCKET + 1);
    h.key = arena_alloc(a, ((size_t)1 << h.slot_bits) * sizeof *h.key);
    h.shift = arena_alloc(a, ((size_t)1 << h.bucket_bits) * sizeof *h.shift);
    uint64_t seed = 1;
    for (h.seed = seed; !try_seed(a, &h, key, nkey); h.seed = h.words ? mixed(seed * mix) | 1 : seed) {
        seed++;
    }
    return h;
}
