/* version_key.c -- versions and cuts as one 64-bit number, for constants in #if and the header's fast path.
 *
 * Layout from the high bits down: major 11 | minor 8 | patch 8 | phase 3 | pre 5 | post 4 | dev 25.
 * phase: 0 dev only, 1 a, 2 b, 3 rc, 4 final.  post: 0 none, else N + 1.  dev: all ones none, else N.
 * Guarantees: keys are ordered as the versions are; what does not fit (an epoch, a fourth component, larger numbers)
 * is refused, never saturated; so are the keys below 2^32 (0.0.0.devN), small numbers that mean other things.  A cut
 * always has a key: it parts the versions that fit, whatever its own base.
 */
#include "version.h"

static const int field_bit[] = {11, 8, 8, 3, 5, 4, 25}; /* templates/c/version.h.in has the same layout */
enum { PHASE = 3, POST = 5, DEV = 6, NFIELD = 7 };
#define LEAST  (UINT64_C(1) << 32)
#define NO_DEV ((UINT64_C(1) << 25) - 1)

/* At most `most`, or most + 1 where it is larger. */
static uint64_t small(struct digits d, uint64_t most) {
    uint64_t n = 0;
    if (d.len > 9) {
        return most + 1;
    }
    for (size_t i = 0; i < d.len; i++) {
        n = n * 10 + (uint64_t)(d.at[i] - '0');
    }
    return n > most ? most + 1 : n;
}

/* The fields of a version; a number too large for its field is one more than the field's largest. */
static void fields(const struct version *v, uint64_t field[NFIELD]) {
    for (size_t i = 0; i < PHASE; i++) {
        field[i] = i < v->nrelease ? small(v->release[i], (UINT64_C(1) << field_bit[i]) - 1) : 0;
    }
    field[PHASE] = (uint64_t)v->phase;
    field[PHASE + 1] = small(v->pre, 31);
    field[POST] = v->has_post ? 1 + small(v->post, 14) : 0;
    field[DEV] = v->has_dev ? small(v->dev, NO_DEV - 1) : NO_DEV;
}

static bool has_fourth(const struct version *v) {
    for (size_t i = PHASE; i < v->nrelease; i++) {
        if (v->release[i].len > 0) {
            return true;
        }
    }
    return false;
}

bool version_key(const struct version *v, uint64_t *key) {
    uint64_t field[NFIELD];
    fields(v, field);
    *key = 0;
    for (size_t i = 0; i < NFIELD; i++) {
        if (field[i] >> field_bit[i] != 0) {
            return false;
        }
        *key = *key << field_bit[i] | field[i];
    }
    return *key >= LEAST && v->epoch.len == 0 && !has_fourth(v) && !(v->has_dev && field[DEV] == NO_DEV);
}

/* The first key behind all those that begin with the first n fields as *key has them: one more there, zeros below. */
static uint64_t behind(uint64_t key, size_t n) {
    int rest = 0;
    for (size_t i = n; i < NFIELD; i++) {
        rest += field_bit[i];
    }
    return n == 0 || key == UINT64_MAX >> rest ? UINT64_MAX : (key + 1) << rest;
}

static uint64_t above_cut(const struct cut *c) {
    const struct version *v = c->base;
    uint64_t field[NFIELD], key = 0;
    if (v->epoch.len > 0) {
        return UINT64_MAX;
    }
    fields(v, field);
    for (size_t i = 0; i < NFIELD; i++) {
        if (field[i] >> field_bit[i] != 0) {
            return behind(key, i); /* the versions that fit and share the fields before it are all smaller */
        }
        key = key << field_bit[i] | field[i];
        if (i + 1 == PHASE && (has_fourth(v) || c->side == SIDE_AFTER_POSTS)) {
            return behind(key, PHASE);
        }
    }
    bool exact = !v->has_dev || field[DEV] != NO_DEV; /* a dev number too large: the next that fits has no dev */
    return exact && v->nlocal > 0 ? key + 1 : key;
}

bool cut_key(const struct cut *c, uint64_t *key) {
    *key = above_cut(c);
    *key = *key < LEAST ? LEAST : *key;
    return c->base->nlocal == 0;
}

/* The table of templates/c/version.h.in: the cuts' keys, 8 bytes each from the lowest, then each cut's side as one
 * letter, its base as text, and a NUL. */
bool version_pack(struct text *t, const struct cut *cut, size_t ncut) {
    bool local = false;
    for (size_t i = 0; i < ncut; i++) {
        uint64_t key;
        local = !cut_key(&cut[i], &key) || local;
        text_bytes(t, key, 8);
    }
    for (size_t i = 0; i < ncut; i++) {
        text_put(t, cut[i].side == SIDE_BEFORE ? "<" : cut[i].side == SIDE_AFTER ? "+" : "*");
        text_put(t, version_text(t->arena, cut[i].base));
        text_add(t, "", 1);
    }
    return local;
}
