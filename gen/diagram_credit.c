/* diagram_credit.c -- who is credited under `specific`, where several winners say the same.
 *
 * Note [credit].  The winners of a cell are the covering rules that no stricter rule covers too; the first of them in
 * file order is credited.  The order of the plan is only a linear extension of "stricter first", so the first
 * finished line f gives the right outcome, and yet a rule behind it may be the credited one: g, earlier in the file
 * than f, meeting f, not wider than f.  No linear order serves every cell (a wide and early, d inside a, b crossing
 * both: d wants to stand before a, b before d, a before b).  So in a rule diagram of a `specific` output the list is
 * not cut at f: kept are the g that are rivals of f or of an unfinished line before it and that no finished line
 * kills, and the unfinished lines that could still kill one of those.  Plans without rivals pay nothing.
 *
 * A rank is a rule at one span of versions (an entrant of plan.c).
 */
#include "diagram.h"

#include <string.h>

enum { RANK_LIMIT = 1 << 14 }; /* pairs of more rules than that are not compared: the diagram is given up */

static bool bit_has(const uint64_t *word, uint32_t bit) {
    return word[bit / 64] >> (bit % 64) & 1;
}

static void bit_set(uint64_t *word, uint32_t bit) {
    word[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static bool competes(const struct build *b, const struct line *l) {
    if (l->kind == LINE_NEVER || l->kind == LINE_REFUSE || l->rule == NO) {
        return false;
    }
    const struct rule *r = &b->space->table->rule[l->rule];
    return !r->is_else && !(l->kind == LINE_EXHAUSTED && r->exhausted_next);
}

/* The versions at which the rule's other conditions are those of this line. */
static uint32_t line_span(const struct build *b, const struct line *l) {
    uint32_t versions = b->space->table->versions;
    if (versions == NO) {
        return ASET_FULL;
    }
    const struct region *r = &b->plan->boxes->rule[l->rule];
    const struct asets *sets = b->space->domain[versions].sets;
    for (size_t i = 0; i < r->nbox; i++) {
        if (aset_meets(sets, r->box[i].set[versions], l->box.set[versions])) {
            return r->box[i].set[versions];
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

static uint32_t tier_of(const struct build *b, const struct credit *c, uint32_t rank) {
    return b->space->table->rule[c->rule[rank]].tier;
}

/* Fills rival[g], and killer[g] when there is a rival. */
static bool find_rivals(struct build *b, struct credit *c, uint32_t g) {
    for (uint32_t x = 0; x < g; x++) {
        if (c->rule[x] > c->rule[g] && tier_of(b, c, x) == tier_of(b, c, g) && ranks_meet(b, c, x, g) &&
            !stricter(b, c, x, g)) {
            if (c->rival[g] == NULL) {
                c->rival[g] = arena_alloc(b->scratch, c->nword * sizeof **c->rival);
            }
            bit_set(c->rival[g], x);
        }
    }
    if (c->rival[g] == NULL) {
        return false;
    }
    c->killer[g] = arena_alloc(b->scratch, c->nword * sizeof **c->killer);
    for (uint32_t x = 0; x < g; x++) {
        if (tier_of(b, c, x) == tier_of(b, c, g) && ranks_meet(b, c, x, g) && stricter(b, c, x, g)) {
            bit_set(c->killer[g], x);
        }
    }
    return true;
}

struct credit *credit_build(struct build *b, uint32_t *rank) {
    struct credit *c = arena_alloc(b->scratch, sizeof *c);
    rank_lines(b, c, rank);
    if (!b->by_rule || b->space->table->output[b->plan->output].hit != HIT_SPECIFIC) {
        return NULL;
    }
    if (c->nrank > RANK_LIMIT) {
        b->over = true;
        return NULL;
    }
    c->nword = c->nrank / 64 + 1;
    c->rival = arena_alloc(b->scratch, (c->nrank + 1) * sizeof *c->rival);
    c->killer = arena_alloc(b->scratch, (c->nrank + 1) * sizeof *c->killer);
    bool any = false;
    for (uint32_t g = 0; g < c->nrank; g++) {
        any = find_rivals(b, c, g) || any;
    }
    c->ahead = arena_alloc(b->scratch, c->nword * sizeof *c->ahead);
    c->own = arena_alloc(b->scratch, c->nword * sizeof *c->own);
    c->done = arena_alloc(b->scratch, c->nword * sizeof *c->done);
    c->need = arena_alloc(b->scratch, c->nword * sizeof *c->need);
    return any ? c : NULL;
}

static bool meets(const uint64_t *x, const uint64_t *y, size_t nword) {
    for (size_t i = 0; i < nword; i++) {
        if (x[i] & y[i]) {
            return true;
        }
    }
    return false;
}

/* Can this line, behind the first finished one, still be the credited one? */
static bool in_play(const struct credit *c, uint32_t rank) {
    return c->rival[rank] != NULL && !bit_has(c->own, rank) && meets(c->rival[rank], c->ahead, c->nword) &&
           !meets(c->killer[rank], c->done, c->nword);
}

static void gather(struct build *b, const uint32_t *list, size_t first, size_t count) {
    struct credit *c = b->credit;
    memset(c->ahead, 0, c->nword * sizeof *c->ahead);
    memset(c->done, 0, c->nword * sizeof *c->done);
    memset(c->own, 0, c->nword * sizeof *c->own);
    memset(c->need, 0, c->nword * sizeof *c->need);
    for (size_t i = 0; i < count; i++) {
        const struct class *k = &b->class[list[i]];
        if (k->rank != NO && i <= first) {
            bit_set(c->ahead, k->rank);
        }
        if (k->rank != NO && k->level == b->nlevel) {
            bit_set(c->done, k->rank);
        }
    }
}

/* list[first] is the first finished line.  Keeps of the lines behind it those that matter (note [credit]); returns
 * the new count. */
size_t credit_keep(struct build *b, uint32_t *list, size_t first, size_t count) {
    enum { KEEP = 1u << 30 }; /* marks a line in play between the two passes; there are fewer classes */
    struct credit *c = b->credit;
    gather(b, list, first, count);
    bit_set(c->own, b->class[list[first]].rank);
    for (size_t i = first + 1; i < count; i++) {
        const struct class *k = &b->class[list[i]];
        if (k->rank == NO || !in_play(c, k->rank)) {
            continue;
        }
        for (size_t w = 0; w < c->nword; w++) {
            c->need[w] |= c->killer[k->rank][w];
        }
        if (k->level == b->nlevel) {
            bit_set(c->own, k->rank);
        }
        list[i] |= KEEP;
    }
    size_t kept = first + 1;
    for (size_t i = first + 1; i < count; i++) {
        const struct class *k = &b->class[list[i] & ~(uint32_t)KEEP];
        bool kills = k->rank != NO && k->level < b->nlevel && bit_has(c->need, k->rank);
        if ((list[i] & KEEP) || kills) {
            list[kept++] = list[i] & ~(uint32_t)KEEP;
        }
    }
    return kept;
}

/* Every line of the list is finished and a winner. */
uint32_t credit_terminal(const struct build *b, const uint32_t *list, size_t count) {
    uint32_t best = 0;
    for (size_t i = 1; i < count; i++) {
        uint32_t rank = b->class[list[i]].rank;
        if (b->credit->rule[rank] < b->credit->rule[b->class[list[best]].rank]) {
            best = (uint32_t)i;
        }
    }
    return b->class[list[best]].terminal;
}
