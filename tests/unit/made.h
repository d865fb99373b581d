/* made.h -- tables for unit tests: made by hand or at random, without the front end.
 *
 * made_new gives a table whose inputs are enums of some atoms and one output with the values v0, v1, v2; made_rule adds
 * a rule without conditions, made_box narrows it; made_random fills a small table with everything that plans know.
 */
#ifndef MADE_H
#define MADE_H

#include "turnout.h"

#include <string.h>

enum { INPUT = 4, RULE = 10, VALUE = 3 };

static uint64_t seed;
static inline uint32_t dice(uint32_t sides) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % sides;
}

/* A table with rules to be filled in; every input is an enum of natom values. */
struct made {
    struct arena *arena;
    struct msgs msgs;
    struct sources sources;
    struct table *table;
    struct space *space;
    struct boxes *boxes;
};

static inline void made_new(struct made *m, const uint32_t *natom, uint32_t ninput) {
    memset(m, 0, sizeof *m);
    m->arena = arena_new();
    msgs_init(&m->msgs, m->arena, &m->sources);
    m->table = arena_alloc(m->arena, sizeof *m->table);
    m->table->name = "made";
    m->table->versions = NO;
    *PUSH(m->arena, m->table->tier, m->table->ntier) = "one";
    *PUSH(m->arena, m->table->tier, m->table->ntier) = "two";
    m->space = arena_alloc(m->arena, sizeof *m->space);
    m->space->arena = m->arena;
    m->space->table = m->table;
    m->space->ninput = ninput;
    m->space->domain = arena_alloc(m->arena, (ninput + 1) * sizeof *m->space->domain);
    for (uint32_t i = 0; i < ninput; i++) {
        struct input *in = PUSH(m->arena, m->table->input, m->table->ninput);
        in->name = arena_printf(m->arena, "x%u", i);
        in->type = TYPE_ENUM;
        in->chain = in->from[0] = in->from[1] = NO; /* neither chained nor derived */
        struct domain *d = &m->space->domain[i];
        d->natom = natom[i];
        d->atom = arena_alloc(m->arena, (natom[i] + 1) * sizeof *d->atom);
        d->sets = asets_new(m->arena, natom[i]);
        for (size_t k = 0; k < 8; k++) {
            d->special[k] = NO;
        }
        for (uint32_t k = 0; k < natom[i]; k++) {
            d->atom[k].text = d->atom[k].label = arena_printf(m->arena, "%u", k);
        }
    }
    struct output *o = PUSH(m->arena, m->table->output, m->table->noutput);
    o->name = "out";
    for (uint32_t v = 0; v < VALUE; v++) {
        *PUSH(m->arena, o->value, o->nvalue) = arena_printf(m->arena, "v%u", v);
    }
    m->boxes = arena_alloc(m->arena, sizeof *m->boxes);
    m->boxes->space = m->space;
}

static inline void made_box(struct made *m, struct region *r, uint32_t input, uint32_t set) {
    if (r->nbox == 0) {
        *PUSH(m->arena, r->box, r->nbox) = box_full(m->space, m->arena);
    }
    struct box *b = &r->box[r->nbox - 1];
    b->set[input] = set;
    b->named = set == ASET_FULL ? b->named & ~((uint64_t)1 << input) : b->named | (uint64_t)1 << input;
}

static inline struct rule *made_rule(struct made *m, enum rule_kind kind, const uint32_t *value, uint32_t nvalue) {
    struct rule *r = PUSH(m->arena, m->table->rule, m->table->nrule);
    r->kind = kind;
    r->name = arena_printf(m->arena, "r%zu", m->table->nrule - 1);
    size_t n = m->table->nrule - 1;
    struct region *old = m->boxes->rule;
    m->boxes->rule = arena_alloc(m->arena, (n + 1) * sizeof *old);
    if (n > 0) {
        memcpy(m->boxes->rule, old, n * sizeof *old);
    }
    *PUSH(m->arena, m->boxes->rule[n].box, m->boxes->rule[n].nbox) = box_full(m->space, m->arena);
    if (nvalue > 0) {
        struct assign *as = PUSH(m->arena, r->assign, r->nassign);
        as->outcome.kind = OUTCOME_LIST;
        for (uint32_t i = 0; i < nvalue; i++) {
            *PUSH(m->arena, as->outcome.value, as->outcome.nvalue) = value[i];
        }
    }
    return r;
}

static inline uint32_t random_set(struct asets *p) {
    uint32_t n = asets_natom(p), set = ASET_EMPTY;
    uint32_t kind = dice(4);
    if (kind == 0) {
        return aset_one(p, dice(n));
    }
    if (kind == 1) {
        uint32_t lo = dice(n);
        return aset_range(p, lo, lo + dice(n - lo));
    }
    for (uint32_t i = 0; i < n; i++) {
        set = dice(2) ? aset_or(p, set, aset_one(p, i)) : set;
    }
    return set == ASET_EMPTY ? aset_one(p, 0) : set;
}

static inline void random_box(struct made *m, struct region *r, uint32_t chance) {
    for (uint32_t i = 0; i < m->space->ninput; i++) {
        if (dice(100) < chance) {
            made_box(m, r, i, random_set(m->space->domain[i].sets));
        }
    }
}

/* As boxes_build makes them: the two boxes hold at different versions. */
static inline void split_versions(struct made *m, struct region *r) {
    struct asets *p = m->space->domain[0].sets;
    uint32_t n = asets_natom(p);
    if (n == 1) {
        r->nbox = 1;
        return;
    }
    uint32_t at = 1 + dice(n - 1);
    for (uint32_t i = 0; i < 2; i++) {
        r->box[i].set[0] = i == 0 ? aset_range(p, 0, at - 1) : aset_range(p, at, n - 1);
        r->box[i].named |= 1;
    }
}

static inline void random_rule(struct made *m) {
    uint32_t value[VALUE], nvalue = 1 + (dice(3) == 0 ? dice(VALUE) : 0);
    for (uint32_t i = 0; i < nvalue; i++) {
        value[i] = i == 0 ? dice(VALUE) : (value[0] + i) % VALUE;
    }
    uint32_t kind = dice(20);
    if (kind == 0) {
        struct rule *r = made_rule(m, RULE_REFUSE, NULL, 0);
        r->why = "refused";
        random_box(m, &m->boxes->rule[m->table->nrule - 1], 90);
    } else if (kind < 4) {
        struct rule *r = made_rule(m, RULE_CLAUSE, NULL, 0);
        *PUSH(m->arena, r->target, r->ntarget) = (struct target){0, dice(VALUE)};
        random_box(m, &m->boxes->rule[m->table->nrule - 1], 70);
    } else {
        struct rule *r = made_rule(m, RULE_RULE, value, nvalue);
        r->tier = dice(4) == 0;
        r->is_else = dice(8) == 0;
        r->exhausted_next = dice(4) == 0;
        if (dice(12) == 0) {
            r->assign[0].outcome.kind = OUTCOME_NONE;
        }
        random_box(m, &m->boxes->rule[m->table->nrule - 1], r->is_else ? 10 : 50);
        if (dice(6) == 0) { /* a union of two boxes */
            struct region *g = &m->boxes->rule[m->table->nrule - 1];
            *PUSH(m->arena, g->box, g->nbox) = box_full(m->space, m->arena);
            random_box(m, g, 60);
            if (m->table->versions == 0) {
                split_versions(m, g);
            }
        }
    }
}

static inline void made_random(struct made *m) {
    uint32_t natom[INPUT], ninput = 1 + dice(INPUT);
    for (uint32_t i = 0; i < ninput; i++) {
        natom[i] = 1 + dice(5);
    }
    made_new(m, natom, ninput);
    m->table->output[0].hit = (enum hit)(dice(2) ? HIT_SPECIFIC : dice(4));
    m->table->versions = dice(4) == 0 ? 0 : NO;
    m->table->output[0].gaps_none = dice(3) == 0;
    if (dice(3) == 0) {
        random_box(m, &m->boxes->never, 80);
    }
    for (uint32_t i = 1 + dice(RULE); i > 0; i--) {
        random_rule(m);
    }
}

static inline bool next_cell(const struct space *s, uint32_t *cell) {
    for (uint32_t i = 0; i < s->ninput; i++) {
        if (++cell[i] < s->domain[i].natom) {
            return true;
        }
        cell[i] = 0;
    }
    return false;
}

#endif
