/* version.c -- the total order of versions, and their normal text.
 *
 * In: versions parsed by version_parse.c.  Out: <0, 0, >0, exactly as packaging 26.4 orders them: epoch, release
 * without trailing zeros, then dev-only < a < b < rc < final, then post, dev, local; numbers of any length.
 * A cut is ordered by the same comparison, as a place beside its base.  Guarantees: no overflow, no allocation in a
 * comparison, and 1.0 == 1.0.0 although both keep their own text.
 */
#include "version.h"

#include <string.h>

int digits_compare(struct digits x, struct digits y) {
    if (x.len != y.len) {
        return x.len < y.len ? -1 : 1;
    }
    return x.len == 0 ? 0 : memcmp(x.at, y.at, x.len);
}

struct digits digits_next(struct arena *a, struct digits d) {
    char *at = arena_alloc(a, d.len + 2);
    size_t i = d.len;
    at[0] = '0';
    if (d.len > 0) {
        memcpy(at + 1, d.at, d.len);
    }
    while (at[i] == '9') {
        at[i--] = '0';
    }
    at[i]++;
    return at[0] == '0' ? (struct digits){at + 1, d.len} : (struct digits){at, d.len + 1};
}

struct digits digits_previous(struct arena *a, struct digits d) {
    char *at = arena_strdup(a, d.at, d.len);
    size_t i = d.len - 1;
    while (at[i] == '0') {
        at[i--] = '9';
    }
    at[i]--;
    return at[0] == '0' ? (struct digits){at + 1, d.len - 1} : (struct digits){at, d.len};
}

struct version *version_release(struct arena *a, const struct version *of) {
    struct version *v = arena_alloc(a, sizeof *v);
    v->epoch = of->epoch;
    v->nrelease = of->nrelease;
    v->release = arena_alloc(a, (of->nrelease + 1) * sizeof *v->release); /* one more: room for a longer witness */
    memcpy(v->release, of->release, of->nrelease * sizeof *v->release);
    v->phase = PHASE_FINAL;
    return v;
}

/* A missing component is a zero, so 1 == 1.0.0. */
static int release_compare(const struct version *x, const struct version *y) {
    size_t n = x->nrelease > y->nrelease ? x->nrelease : y->nrelease;
    for (size_t i = 0; i < n; i++) {
        struct digits zero = {NULL, 0};
        int c = digits_compare(i < x->nrelease ? x->release[i] : zero, i < y->nrelease ? y->release[i] : zero);
        if (c != 0) {
            return c;
        }
    }
    return 0;
}

static int part_compare(const struct local *x, const struct local *y) {
    size_t n = x->part.len < y->part.len ? x->part.len : y->part.len;
    if (x->number != y->number) {
        return x->number ? 1 : -1;
    }
    if (x->number) {
        return digits_compare(x->part, y->part);
    }
    int c = memcmp(x->part.at, y->part.at, n);
    return c != 0 ? c : (x->part.len > y->part.len) - (x->part.len < y->part.len);
}

static int local_compare(const struct version *x, const struct version *y) {
    for (size_t i = 0; i < x->nlocal && i < y->nlocal; i++) {
        int c = part_compare(&x->local[i], &y->local[i]);
        if (c != 0) {
            return c;
        }
    }
    return (x->nlocal > y->nlocal) - (x->nlocal < y->nlocal);
}

/* No post sorts before post0, no dev after every dev. */
static int suffix_compare(const struct version *x, const struct version *y) {
    int c = x->has_post != y->has_post ? (x->has_post ? 1 : -1) : digits_compare(x->post, y->post);
    if (c == 0) {
        c = x->has_dev != y->has_dev ? (x->has_dev ? -1 : 1) : digits_compare(x->dev, y->dev);
    }
    return c != 0 ? c : local_compare(x, y);
}

int place_compare(const struct version *x, int x_side, const struct version *y, int y_side) {
    int c = digits_compare(x->epoch, y->epoch);
    if (c == 0) {
        c = release_compare(x, y);
    }
    if (c == 0 && x->phase != y->phase) {
        c = x->phase < y->phase ? -1 : 1;
    }
    if (c == 0) {
        c = digits_compare(x->pre, y->pre);
    }
    if (c == 0 && (x_side == SIDE_AFTER_POSTS || y_side == SIDE_AFTER_POSTS)) {
        return (x_side == SIDE_AFTER_POSTS) - (y_side == SIDE_AFTER_POSTS);
    }
    if (c == 0) {
        c = suffix_compare(x, y);
    }
    return c != 0 ? c : (x_side > y_side) - (x_side < y_side);
}

int version_compare(const struct version *x, const struct version *y) {
    return place_compare(x, SIDE_SELF, y, SIDE_SELF);
}

bool version_has_local(const struct version *v) {
    return v->nlocal > 0;
}

static void digits_put(struct text *t, struct digits d) {
    if (d.len == 0) {
        text_put(t, "0");
    } else {
        text_add(t, d.at, d.len);
    }
}

static void named_put(struct text *t, const char *name, struct digits d) {
    text_put(t, name);
    digits_put(t, d);
}

const char *version_text(struct arena *a, const struct version *v) {
    static const char *const letter[] = {"", "a", "b", "rc", ""};
    struct text t = {.arena = a};
    if (v->epoch.len > 0) {
        digits_put(&t, v->epoch);
        text_put(&t, "!");
    }
    for (size_t i = 0; i < v->nrelease; i++) {
        named_put(&t, i > 0 ? "." : "", v->release[i]);
    }
    if (letter[v->phase][0] != '\0') {
        named_put(&t, letter[v->phase], v->pre);
    }
    if (v->has_post) {
        named_put(&t, ".post", v->post);
    }
    if (v->has_dev) {
        named_put(&t, ".dev", v->dev);
    }
    for (size_t i = 0; i < v->nlocal; i++) {
        named_put(&t, i > 0 ? "." : "+", v->local[i].part);
    }
    return t.at;
}
