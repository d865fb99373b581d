/* version_cut.c -- specifiers as intervals between cuts.
 *
 * In: an operator and the text behind it.  Out: the interval of versions that it accepts, two for !=, exactly those
 * that packaging 26.4 accepts with prereleases=True; or why the text is no specifier.
 * Each place between two versions has one cut only: where a least version above the place exists, the cut is BEFORE
 * that version, else it is AFTER or AFTER_POSTS (no least version exists there), and below the least version of all
 * the end is unbounded.  So two different cuts always have a version between them, an interval is empty only where
 * lo and hi are equal, and no atom of a domain is empty.
 */
#include "version.h"

#include <string.h>

int cut_compare(const struct cut *x, const struct cut *y) {
    return place_compare(x->base, x->side, y->base, y->side);
}

bool cut_below(const struct cut *c, const struct version *v) {
    return place_compare(c->base, c->side, v, SIDE_SELF) < 0;
}

bool interval_has(const struct interval *i, const struct version *v) {
    return (i->lo.base == NULL || cut_below(&i->lo, v)) && (i->hi.base == NULL || !cut_below(&i->hi, v));
}

const char *cut_text(struct arena *a, const struct cut *c) {
    const char *text = version_text(a, c->base);
    return c->side == SIDE_AFTER_POSTS ? arena_printf(a, "%s.post*", text) : text;
}

static struct cut before(const struct version *v) {
    return (struct cut){v, SIDE_BEFORE};
}

/* Below V.dev0, the least of V's own pre-releases.  Schemes without dev parts begin with V itself. */
static struct cut before_dev0(struct arena *a, enum scheme scheme, const struct version *of) {
    struct version *v = arena_alloc(a, sizeof *v);
    *v = *of;
    if (scheme == SCHEME_PEP440) {
        v->has_dev = true;
        v->dev.len = 0;
        v->phase = v->phase == PHASE_FINAL && !v->has_post ? PHASE_DEV : v->phase;
    }
    return before(v);
}

/* Above V and its local forms: the next version is the next dev, or the first dev of the next post. */
static struct cut after_locals(struct arena *a, enum scheme scheme, const struct version *of) {
    struct version *v = arena_alloc(a, sizeof *v);
    if (scheme != SCHEME_PEP440) {
        return (struct cut){of, SIDE_AFTER_POSTS};
    }
    *v = *of;
    v->nlocal = 0;
    if (v->has_dev) {
        v->dev = digits_next(a, v->dev);
        return before(v);
    }
    v->post = v->has_post ? digits_next(a, v->post) : (struct digits){NULL, 0};
    v->has_post = true;
    return before_dev0(a, scheme, v);
}

/* ">V": a final or pre-release V takes its posts along.  Above a1.postN comes a2.dev0. */
static struct cut above(struct arena *a, enum scheme scheme, const struct version *v) {
    if (v->has_post || v->has_dev) {
        return after_locals(a, scheme, v);
    }
    if (v->phase == PHASE_FINAL) {
        return (struct cut){v, SIDE_AFTER_POSTS};
    }
    struct version *next = version_release(a, v);
    next->phase = v->phase;
    next->pre = digits_next(a, v->pre);
    return before_dev0(a, scheme, next);
}

/* "<V": a final V leaves its own pre-releases out. */
static struct cut below(struct arena *a, enum scheme scheme, const struct version *v) {
    bool prerelease = v->has_dev || v->phase != PHASE_FINAL;
    return prerelease ? before(v) : before_dev0(a, scheme, v);
}

/* The first version of the next prefix: 1.2 -> 1.3.dev0. */
static struct cut next_prefix(struct arena *a, enum scheme scheme, const struct version *v, size_t nrelease) {
    struct version *next = version_release(a, v);
    next->nrelease = nrelease;
    next->release[nrelease - 1] = digits_next(a, next->release[nrelease - 1]);
    if (nrelease == 1 && (scheme == SCHEME_CUDNN || scheme == SCHEME_CUDA)) {
        next->release[next->nrelease++] = (struct digits){NULL, 0}; /* 1000 alone would read as a vendor integer */
    }
    return before_dev0(a, scheme, next);
}

/* Nothing is below 0.dev0 (0 in the schemes without dev parts). */
static bool is_floor(enum scheme scheme, const struct cut *c) {
    struct version zero = {.nrelease = 0, .phase = PHASE_FINAL};
    if (scheme == SCHEME_PEP440) {
        zero.phase = PHASE_DEV;
        zero.has_dev = true;
    }
    return c->base != NULL && place_compare(c->base, c->side, &zero, SIDE_SELF) < 0;
}

/* Ends at the floor are unbounded; an interval below it is empty and says so by two equal cuts. */
static size_t keep(struct arena *a, enum scheme scheme, size_t n, struct interval out[2]) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (is_floor(scheme, &out[i].hi) && n == 2) {
            continue;
        }
        if (is_floor(scheme, &out[i].hi)) {
            struct version *zero = arena_alloc(a, sizeof *zero);
            zero->phase = PHASE_FINAL;
            *PUSH(a, zero->release, zero->nrelease) = (struct digits){NULL, 0};
            out[i].lo = out[i].hi = (struct cut){zero, SIDE_AFTER_POSTS};
        } else if (is_floor(scheme, &out[i].lo)) {
            out[i].lo.base = NULL;
        }
        out[kept++] = out[i];
    }
    return kept;
}

static const char *fault(struct arena *a, enum scheme scheme, enum compare op, const char *text, const char *rest,
                         const struct version *v) {
    bool equality = op == COMPARE_EQ || op == COMPARE_NE;
    if (*text == '=') {
        return "'===' compares texts and has no place in an order; write '==', which takes local parts along";
    }
    if (v == NULL && strncmp(rest, ".*", 2) == 0) {
        return equality ? "'.*' may follow a plain release only, such as '==1.2.*'"
                        : "'.*' may follow '==' and '!=' only; leave it out";
    }
    if (v == NULL) {
        const char *where = rest == text || *rest == '\0' ? "" : arena_printf(a, " from '%s' on", rest);
        return arena_printf(a, "'%s' is no version%s; write one such as '0.6.10.post1' or '1.2rc1'", text, where);
    }
    if (v->nlocal > 0 && !equality) {
        return "a local part may follow '==' and '!=' only; leave out the '+' and what follows it";
    }
    if (op == COMPARE_COMPATIBLE && v->nrelease < 2) {
        return "'~=' needs two numbers or more, such as '~=1.2'";
    }
    if (scheme != SCHEME_PEP440 && (v->has_post || v->has_dev || v->phase != PHASE_FINAL || v->nlocal > 0)) {
        return "the scheme of this input ignores pre, post, dev and local parts; leave them out, or use "
               "'scheme = pep440'";
    }
    return NULL;
}

static size_t equality(struct arena *a, enum scheme s, enum compare op, const struct version *v,
                       struct interval out[2]) {
    struct cut lo = before(v), hi;
    if (v->wildcard) {
        lo = before_dev0(a, s, v);
        hi = next_prefix(a, s, v, v->nrelease);
    } else {
        hi = v->nlocal > 0 ? (struct cut){v, SIDE_AFTER} : after_locals(a, s, v);
    }
    if (op == COMPARE_EQ) {
        out[0] = (struct interval){lo, hi};
        return 1;
    }
    out[0].hi = lo;
    out[1].lo = hi;
    return 2;
}

size_t version_specifier(struct arena *a, enum scheme s, enum compare op, const char *text, struct interval out[2],
                         const char **error) {
    const char *rest = text;
    const struct version *v = version_scan(a, s, text, op == COMPARE_EQ || op == COMPARE_NE, &rest);
    size_t n = 1;
    memset(out, 0, 2 * sizeof *out);
    *error = fault(a, s, op, text, rest, v);
    if (*error != NULL) {
        return 0;
    }
    switch (op) {
    case COMPARE_GE:
        out[0].lo = before(v);
        break;
    case COMPARE_LE:
        out[0].hi = after_locals(a, s, v);
        break;
    case COMPARE_GT:
        out[0].lo = above(a, s, v);
        break;
    case COMPARE_LT:
        out[0].hi = below(a, s, v);
        break;
    case COMPARE_EQ:
    case COMPARE_NE:
        n = equality(a, s, op, v, out);
        break;
    case COMPARE_COMPATIBLE:
        out[0].lo = before(v);
        out[0].hi = next_prefix(a, s, v, v->nrelease - 1);
        break;
    }
    return keep(a, s, n, out);
}
