/* names.c -- a map from strings to indices: open addressing, hashes kept beside the keys.
 *
 * In:  keys, which are not copied.  Out: the value of each; nothing depends on the order of the slots.
 */
#include "turnout.h"

#include <string.h>

/* FNV-1a spreads short names well enough and is the same everywhere; no iteration order depends on it. */
static uint32_t names_hash(const char *key) {
    uint64_t hash = 14695981039346656037u;
    for (const char *c = key; *c; c++) {
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    }
    return (uint32_t)(hash ^ hash >> 32);
}

/* The hash lies beside the key, so that another one is told apart without a look at it. */
static struct name_slot *names_slot(const struct names *n, const char *key, uint32_t hash) {
    size_t slot = hash & (n->cap - 1);
    while (n->at[slot].key && (n->at[slot].hash != hash || strcmp(n->at[slot].key, key) != 0)) {
        slot = (slot + 1) & (n->cap - 1);
    }
    return &n->at[slot];
}

/* cap is a power of two, at most three quarters full: a probe ends soon. */
static void names_rehash(struct names *n) {
    struct names old = *n;
    n->cap = old.cap ? old.cap * 2 : 16;
    n->at = arena_alloc(n->arena, n->cap * sizeof *n->at);
    for (size_t i = 0; i < old.cap; i++) {
        if (old.at[i].key) { /* the pointers move, the strings stay and differ */
            size_t slot = old.at[i].hash & (n->cap - 1);
            while (n->at[slot].key) {
                slot = (slot + 1) & (n->cap - 1);
            }
            n->at[slot] = old.at[i];
        }
    }
}

/* An empty map has no slots yet. */
uint32_t names_find(const struct names *n, const char *key) {
    if (n->count == 0) {
        return NO;
    }
    const struct name_slot *at = names_slot(n, key, names_hash(key));
    return at->key ? at->value : NO;
}

/* The key must live as long as the map; the caller interned it or points into a source. */
bool names_add(struct names *n, const char *key, uint32_t value) {
    if (n->count * 4 >= n->cap * 3) {
        names_rehash(n);
    }
    uint32_t hash = names_hash(key);
    struct name_slot *at = names_slot(n, key, hash);
    if (at->key) {
        return false;
    }
    *at = (struct name_slot){key, hash, value};
    n->count++;
    return true;
}
