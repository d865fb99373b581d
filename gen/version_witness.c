/* version_witness.c -- an interval in words: its text, and one plain version inside it.
 *
 * In: an interval between cuts.  Out: text for labels; a witness such as "0.6.9" for what lies below 0.6.10, or NULL
 * when the interval is empty.
 * Guarantee: each candidate is tried in order of plainness and accepted only when interval_has says so; the last ones
 * reach every interval that is not empty (each step says why).
 */
#include "version.h"

struct search {
    struct arena *arena;
    enum scheme scheme;
    const struct interval *interval;
    const struct version *found; /* the first candidate inside */
};

/* Its text is what counts: 1000 alone reads as 1.0.0 where versions are vendor integers. */
static void offer(struct search *s, const struct version *v) {
    if (s->found == NULL && interval_has(s->interval, v)) {
        const struct version *again = version_parse(s->arena, s->scheme, version_text(s->arena, v));
        s->found = version_compare(again, v) == 0 ? v : NULL;
    }
}

static struct version *copy(struct search *s, const struct version *of) {
    struct version *v = arena_alloc(s->arena, sizeof *v);
    *v = *of;
    v->wildcard = false;
    return v;
}

/* 0.6.9 below 0.6.10, 0.6 below 0.7.0; nothing below 0. */
static void offer_previous_release(struct search *s, const struct version *of) {
    struct version *v = version_release(s->arena, of);
    while (v->nrelease > 0 && v->release[v->nrelease - 1].len == 0) {
        v->nrelease--;
    }
    if (v->nrelease > 0) {
        v->release[v->nrelease - 1] = digits_previous(s->arena, v->release[v->nrelease - 1]);
        offer(s, v);
    }
}

/* 0.6.11 after 0.6.10; then 0.6.10.1, 0.6.10.0.1 ... until it is nearer than the upper end can be. */
static void offer_next_release(struct search *s, const struct version *of) {
    size_t most = s->interval->hi.base != NULL ? s->interval->hi.base->nrelease + 1 : 1;
    struct version *next = version_release(s->arena, of);
    next->release[of->nrelease - 1] = digits_next(s->arena, of->release[of->nrelease - 1]);
    offer(s, next);
    for (size_t zero = 0; s->found == NULL && zero <= most; zero++) {
        struct version *v = arena_alloc(s->arena, sizeof *v);
        v->epoch = of->epoch;
        v->phase = PHASE_FINAL;
        for (size_t i = 0; i < of->nrelease + zero; i++) {
            *PUSH(s->arena, v->release, v->nrelease) = i < of->nrelease ? of->release[i] : (struct digits){NULL, 0};
        }
        *PUSH(s->arena, v->release, v->nrelease) = (struct digits){"1", 1};
        offer(s, v);
    }
}

static void offer_local(struct search *s, const struct version *of, bool number, const char *at, size_t len) {
    struct version *v = copy(s, of);
    v->local = NULL;
    v->nlocal = 0;
    for (size_t i = 0; i < of->nlocal; i++) {
        *PUSH(s->arena, v->local, v->nlocal) = of->local[i];
    }
    *PUSH(s->arena, v->local, v->nlocal) = (struct local){number, {at, len}};
    offer(s, v);
}

/* Above V+cu there is no least version: V+cu.1, else V+cu.a, else (where hi is V+cu.a) a text just below that. */
static void offer_after_local(struct search *s, const struct version *of) {
    const struct version *hi = s->interval->hi.base;
    offer_local(s, of, true, "1", 1);
    offer_local(s, of, false, "a", 1);
    if (hi != NULL && hi->nlocal > of->nlocal) {
        struct digits part = hi->local[of->nlocal].part;
        offer_local(s, of, hi->local[of->nlocal].number, part.at, part.len);
        offer_local(s, of, false, arena_printf(s->arena, "0%.*s", (int)part.len, part.at), part.len + 1);
    }
}

/* The lower end is BEFORE(V), so V itself is inside unless the interval is empty.  V.dev0 stands for what begins with
 * V, and V.postN.dev0 for "above V.post(N-1)": there the next release says more. */
static void offer_from(struct search *s, const struct version *v) {
    if (v->has_dev && v->dev.len == 0) {
        struct version *plain = copy(s, v);
        plain->has_dev = false;
        plain->phase = v->phase == PHASE_DEV ? PHASE_FINAL : v->phase;
        if (v->has_post) {
            struct version *next = copy(s, v);
            next->has_post = next->has_dev = false;
            offer_next_release(s, next);
        }
        offer(s, plain);
    }
    offer(s, v);
}

/* Unbounded below: the release that the upper end is about, the one before it, 0, and the least version of all. */
static void offer_below(struct search *s, const struct version *hi) {
    struct version *least = arena_alloc(s->arena, sizeof *least);
    *PUSH(s->arena, least->release, least->nrelease) = (struct digits){NULL, 0};
    least->phase = PHASE_FINAL;
    if (hi != NULL) {
        offer(s, version_release(s->arena, hi));
        offer_previous_release(s, hi);
    }
    offer(s, least);
    struct version *dev = copy(s, least);
    dev->has_dev = true;
    dev->phase = PHASE_DEV;
    offer(s, dev);
}

const char *interval_witness(struct arena *a, enum scheme s, const struct interval *i) {
    struct search search = {a, s, i, NULL};
    if (i->lo.base == NULL) {
        offer_below(&search, i->hi.base);
    } else if (i->lo.side == SIDE_BEFORE) {
        offer_from(&search, i->lo.base);
    } else {
        offer_next_release(&search, i->lo.base);
        if (i->lo.side == SIDE_AFTER) {
            offer_after_local(&search, i->lo.base);
        }
    }
    return search.found != NULL ? version_text(a, search.found) : NULL;
}

/* BEFORE(V.postN.dev0) is the end of V.post(N-1) and its local forms: said so, as the user wrote <= or ==. */
static const struct version *ends(struct arena *a, const struct cut *c) {
    const struct version *v = c->base;
    if (c->side != SIDE_BEFORE || !v->has_post || !v->has_dev || v->dev.len > 0 || v->nlocal > 0) {
        return c->side == SIDE_AFTER ? v : NULL;
    }
    struct version *last = arena_alloc(a, sizeof *last);
    *last = *v;
    last->has_dev = false;
    last->has_post = v->post.len > 0;
    last->post = v->post.len > 0 ? digits_previous(a, v->post) : v->post;
    return last;
}

const char *interval_text(struct arena *a, const struct interval *i) {
    const struct version *lo = i->lo.base != NULL ? ends(a, &i->lo) : NULL;
    const struct version *hi = i->hi.base != NULL ? ends(a, &i->hi) : NULL;
    const char *from = lo != NULL ? version_text(a, lo) : i->lo.base != NULL ? cut_text(a, &i->lo) : "..";
    const char *to = hi != NULL ? version_text(a, hi) : i->hi.base != NULL ? cut_text(a, &i->hi) : "..";
    bool open = lo != NULL || i->lo.base == NULL || i->lo.side == SIDE_AFTER_POSTS;
    bool closed = hi != NULL || (i->hi.base != NULL && i->hi.side == SIDE_AFTER_POSTS);
    return arena_printf(a, "%c%s, %s%c", open ? '(' : '[', from, to, closed ? ']' : ')');
}
