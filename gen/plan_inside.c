/* plan_inside.c -- which lines of a plan belong to rules that are strictly inside each other, asked once and remembered.
 *
 * In: a plan.  Out: for two lines the versions at which the rule of one is strictly inside that of the other.  What
 * plan_stricter says of two rules is kept in a small table: unions of boxes are dear to compare, and are asked about
 * again for each of their lines.
 */
#include "turnout.h"

enum { MEMO = 1 << 14 };

struct stricter {                         /* one remembered answer of plan_stricter */
    uint32_t rule, than, version, answer; /* answer: 0 none, 1 no, 2 yes */
};
struct relations {
    const struct plan *plan;
    bool *versioned;       /* per table.rule: plan_versioned */
    struct stricter *memo; /* direct-mapped */
};

struct relations *plan_relations(struct arena *a, const struct plan *p) {
    const struct table *t = p->boxes->space->table;
    struct relations *r = arena_alloc(a, sizeof *r);
    *r = (struct relations){p, arena_alloc(a, (t->nrule + 1) * sizeof *r->versioned),
                            arena_alloc(a, MEMO * sizeof *r->memo)};
    for (uint32_t i = 0; i < t->nrule; i++) {
        r->versioned[i] = plan_versioned(p->boxes, i);
    }
    return r;
}

static bool stricter(struct relations *r, uint32_t rule, uint32_t than, uint32_t version) {
    uint32_t key = rule * 0x9e3779b1u ^ than * 0x85ebca77u ^ version * 0xc2b2ae3du;
    struct stricter *m = &r->memo[(key ^ key >> 15) % MEMO];
    if (!m->answer || m->rule != rule || m->than != than || m->version != version) {
        bool is = plan_stricter(r->plan->boxes, rule, than, version);
        *m = (struct stricter){rule, than, version, is ? 2 : 1};
    }
    return m->answer == 2;
}

/* Rules whose conditions change with the version are compared at each version that the two lines share. */
uint32_t plan_inside(struct relations *r, uint32_t x, uint32_t y) {
    const struct line *lx = &r->plan->line[x], *ly = &r->plan->line[y];
    const struct space *s = r->plan->boxes->space;
    uint32_t input = s->table->versions;
    if (lx->rule == ly->rule) {
        return ASET_EMPTY;
    }
    if (input == NO || (!r->versioned[lx->rule] && !r->versioned[ly->rule])) {
        return stricter(r, lx->rule, ly->rule, NO) ? ASET_FULL : ASET_EMPTY;
    }
    struct asets *p = s->domain[input].sets;
    uint32_t common = aset_and(p, lx->box.set[input], ly->box.set[input]), inside = ASET_EMPTY;
    for (uint32_t v = aset_next(p, common, 0); v != NO; v = aset_next(p, common, v + 1)) {
        if (stricter(r, lx->rule, ly->rule, v)) {
            inside = aset_or(p, inside, aset_one(p, v));
        }
    }
    return inside;
}
