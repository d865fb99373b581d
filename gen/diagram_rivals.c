/* diagram_rivals.c -- pairs of rules of which the later one in the plan may be the credited one.
 *
 * In: the lines of a plan, their levels.  Out: a rank per line (a rule at one span of versions, an entrant of plan.c),
 * and for each rank its rivals and its killers (note [credit] in diagram_credit.c); NULL when no rank has a rival, so
 * that the first finished line always is the credited one.
 * Ranks are compared only where they share an atom of the most-named input.  Guaranteed: a rival is never missed; too
 * many pairs end the build with `over`.
 */
#include "diagram.h"

#include <stdlib.h>

enum { PAIR_LIMIT = 1 << 26, NARROW = 64 }; /* pairs looked at; atoms up to which a rank is listed by atom */

struct lists { /* ranks so far, by the atom of the most-named input that they hold at; `wide`: at many */
    struct list {
        uint32_t *rank;
        uint32_t n;
    } * of, wide;
    uint32_t *found, nfound; /* candidates for one rank */
    uint64_t pairs;
};

static bool competes(const struct build *b, const struct line *l) {
    if (l->kind == LINE_NEVER || l->kind == LINE_REFUSE || l->rule == NO) {
        return false;
    }
    const struct rule *r = &b->space->table->rule[l->rule];
    return !r->is_else && !(l->kind == LINE_EXHAUSTED && r->exhausted_next);
}

/* The versions at which the rule compares as it does for this line. */
static uint32_t line_span(const struct build *b, const struct line *l) {
    uint32_t versions = b->space->table->versions;
    if (versions == NO) {
        return ASET_FULL;
    }
    const struct region *r = &b->plan->boxes->rule[l->rule];
    struct asets *sets = b->space->domain[versions].sets;
    for (size_t i = 0; i < r->nbox; i++) {
        uint32_t both = aset_and(sets, r->box[i].set[versions], l->box.set[versions]);
        if (both != ASET_EMPTY && !plan_versioned(b->plan->boxes, l->rule)) {
            return r->box[i].set[versions];
        }
        if (both != ASET_EMPTY) { /* as plan.c: spans are cut off the box, the first atom's first */
            uint32_t left = r->box[i].set[versions], first = aset_next(sets, both, 0);
            uint32_t span = plan_span(b->plan->boxes, l->rule, left);
            while (!aset_has(sets, span, first)) {
                left = aset_minus(sets, left, span);
                span = plan_span(b->plan->boxes, l->rule, left);
            }
            return span;
        }
    }
    return ASET_FULL;
}

static void rank_lines(struct build *b, struct credit *c, uint32_t *rank) {
    uint32_t nspan = 0;
    for (size_t i = 0; i < b->plan->nline; i++) {
        const struct line *l = &b->plan->line[i];
        rank[i] = NO;
        if (competes(b, l)) {
            uint32_t span = line_span(b, l);
            if (c->nrank == 0 || c->rule[c->nrank - 1] != l->rule || c->span[nspan - 1] != span) {
                *PUSH(b->scratch, c->rule, c->nrank) = l->rule;
                *PUSH(b->scratch, c->span, nspan) = span;
            }
            rank[i] = c->nrank - 1;
        }
    }
}

/* A version at which both ranks have cells. */
static uint32_t common_version(const struct build *b, const struct credit *c, uint32_t x, uint32_t y) {
    uint32_t versions = b->space->table->versions;
    if (versions == NO) {
        return NO;
    }
    struct asets *sets = b->space->domain[versions].sets;
    return aset_next(sets, aset_and(sets, c->span[x], c->span[y]), 0);
}

static bool ranks_meet(const struct build *b, const struct credit *c, uint32_t x, uint32_t y) {
    const struct region *p = &b->plan->boxes->rule[c->rule[x]], *q = &b->plan->boxes->rule[c->rule[y]];
    for (size_t i = 0; i < p->nbox; i++) {
        for (size_t k = 0; k < q->nbox; k++) {
            if (box_meets(b->space, &p->box[i], &q->box[k])) {
                return true;
            }
        }
    }
    return false;
}

static bool stricter(const struct build *b, const struct credit *c, uint32_t x, uint32_t y) {
    return plan_stricter(b->plan->boxes, c->rule[x], c->rule[y], common_version(b, c, x, y));
}

static void bits_add(struct arena *a, struct bits *b, uint32_t bit) {
    if (b->n == 0 || b->at[b->n - 1] != bit / 64) {
        uint32_t n = b->n;
        *PUSH(a, b->at, n) = bit / 64;
        *PUSH(a, b->word, b->n) = 0;
    }
    b->word[b->n - 1] |= (uint64_t)1 << (bit % 64);
}

static int rank_compare(const void *x, const void *y) {
    uint32_t u = *(const uint32_t *)x, v = *(const uint32_t *)y;
    return (u > v) - (u < v);
}

static void take(struct build *b, struct lists *l, const struct list *from) {
    for (uint32_t i = 0; i < from->n; i++) {
        *PUSH(b->scratch, l->found, l->nfound) = from->rank[i];
    }
}

/* The atoms of the most-named input that a rank holds at. */
static uint32_t first_set(const struct build *b, const struct credit *c, uint32_t rank) {
    const struct region *r = &b->plan->boxes->rule[c->rule[rank]];
    uint32_t input = b->level[0].input, set = ASET_EMPTY;
    for (size_t i = 0; i < r->nbox; i++) {
        set = aset_or(b->space->domain[input].sets, set, r->box[i].set[input]);
    }
    return set;
}

/* The ranks before g that may meet it, ascending; then lists g itself. */
static void find_candidates(struct build *b, struct lists *l, uint32_t g, uint32_t set) {
    struct asets *sets = b->space->domain[b->level[0].input].sets;
    bool wide = aset_count(sets, set) > NARROW;
    l->nfound = 0;
    for (uint32_t x = 0; wide && x < g; x++) {
        *PUSH(b->scratch, l->found, l->nfound) = x;
    }
    if (!wide) {
        take(b, l, &l->wide);
    }
    for (uint32_t a = wide ? NO : aset_next(sets, set, 0); a != NO; a = aset_next(sets, set, a + 1)) {
        take(b, l, &l->of[a]);
        *PUSH(b->scratch, l->of[a].rank, l->of[a].n) = g;
    }
    if (wide) {
        *PUSH(b->scratch, l->wide.rank, l->wide.n) = g;
    }
    if (l->nfound == 0) {
        return;
    }
    qsort(l->found, l->nfound, sizeof *l->found, rank_compare);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->nfound; i++) {
        if (kept == 0 || l->found[kept - 1] != l->found[i]) {
            l->found[kept++] = l->found[i];
        }
    }
    l->nfound = kept;
    l->pairs += kept;
}

static bool compete(const struct build *b, const struct credit *c, uint32_t x, uint32_t y) {
    const struct rule *rule = b->space->table->rule;
    return rule[c->rule[x]].tier == rule[c->rule[y]].tier && ranks_meet(b, c, x, y);
}

/* Fills rival[g], and killer[g] when there is a rival. */
static bool find_rivals(struct build *b, struct credit *c, const struct lists *l, uint32_t g) {
    for (uint32_t i = 0; i < l->nfound; i++) {
        uint32_t x = l->found[i];
        if (c->rule[x] > c->rule[g] && compete(b, c, x, g) && !stricter(b, c, x, g)) {
            bits_add(b->scratch, &c->rival[g], x);
        }
    }
    for (uint32_t i = 0; c->rival[g].n > 0 && i < l->nfound; i++) {
        if (compete(b, c, l->found[i], g) && stricter(b, c, l->found[i], g)) {
            bits_add(b->scratch, &c->killer[g], l->found[i]);
        }
    }
    return c->rival[g].n > 0;
}

struct credit *rivals_build(struct build *b, uint32_t *rank) {
    struct credit *c = arena_alloc(b->scratch, sizeof *c);
    rank_lines(b, c, rank);
    if (!b->by_rule || b->nlevel == 0 || b->space->table->output[b->plan->output].hit != HIT_SPECIFIC) {
        return NULL;
    }
    struct lists l = {.pairs = 0};
    l.of = arena_alloc(b->scratch, (b->level[0].natom + 1) * sizeof *l.of);
    c->rival = arena_alloc(b->scratch, (c->nrank + 1) * sizeof *c->rival);
    c->killer = arena_alloc(b->scratch, (c->nrank + 1) * sizeof *c->killer);
    bool any = false;
    for (uint32_t g = 0; g < c->nrank && !b->over; g++) {
        find_candidates(b, &l, g, first_set(b, c, g));
        any = find_rivals(b, c, &l, g) || any;
        b->over = l.pairs > PAIR_LIMIT;
    }
    uint64_t **scratch[] = {&c->ahead, &c->done, &c->own, &c->need};
    for (size_t i = 0; i < sizeof scratch / sizeof *scratch; i++) {
        *scratch[i] = arena_alloc(b->scratch, (c->nrank / 64 + 1) * sizeof **scratch[i]);
    }
    return any ? c : NULL;
}
