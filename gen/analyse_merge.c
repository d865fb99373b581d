/* analyse_merge.c -- mergeable: rules that differ in one condition only and can be one rule.
 *
 * In: the table, once every output was looked at.  Out: a note per group of rules, with the section that can take
 * their place.  Claimed only where it is proven that no cell changes (analyse_order.c), and where nothing is lost:
 * outcomes, tier, all other conditions, and `why`, `source` and the like are the same words.  The condition in which
 * they differ is a list without `!`, not of versions.
 * Rules that were called masked or subsumed have their advice already, and one that an [allow] names keeps its name.
 */
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHARE = 4,  /* of the steps of one question, for all groups: these are notes */
    NAMED = 4,  /* rules that a message names beside the first */
    PASTED = 40 /* rules of a group whose section is written out */
};

struct group {
    uint32_t *rule, *cond; /* ascending rules */
    size_t count;
    struct region as;
};

/* ---- groups ---- */

/* Their boxes differ in one input only, so the union is a box. */
static struct region with(struct analysis *an, const struct region *as, uint32_t rule, uint32_t input) {
    struct region r = {arena_alloc(an->scratch, sizeof *r.box), 1};
    const struct box *more = &an->boxes->rule[rule].box[0];
    r.box[0] = box_copy(an->space, an->scratch, &as->box[0]);
    uint32_t set = aset_or(an->space->domain[input].sets, r.box[0].set[input], more->set[input]);
    uint64_t bit = (uint64_t)1 << input;
    r.box[0].set[input] = set;
    r.box[0].named = set == ASET_FULL ? r.box[0].named & ~bit : r.box[0].named | bit;
    return r;
}

static struct region with_all(struct analysis *an, const struct group *g, const struct variant *v, size_t n) {
    struct region as = g->as;
    for (size_t i = 0; i < n; i++) {
        as = with(an, &as, v[i].rule, an->table->rule[v[i].rule].cond[v[i].cond].input[0]);
    }
    return as;
}

static void join(struct analysis *an, struct group *g, const struct variant *v, struct cover_limit *limit) {
    uint32_t input = an->table->rule[v->rule].cond[v->cond].input[0];
    struct region as = with(an, &g->as, v->rule, input);
    g->rule[g->count] = v->rule;
    g->cond[g->count] = v->cond;
    if (may_stand_for(an, g->rule, g->count + 1, &as, limit)) {
        g->as = as;
        g->count++;
    }
}

/* All at once, which is the usual case and one question; else one by one. */
static void join_all(struct analysis *an, struct group *g, const struct variant *v, size_t n,
                     struct cover_limit *limit) {
    bool lines = stands_by_lines(an, g->rule[0]);
    struct region as = lines ? g->as : with_all(an, g, v, n);
    for (size_t i = 0; i < n; i++) {
        g->rule[1 + i] = v[i].rule;
        g->cond[1 + i] = v[i].cond;
    }
    if (n && may_stand_for(an, g->rule, 1 + n, lines ? NULL : &as, limit)) {
        g->as = lines ? with_all(an, g, v, n) : as;
        g->count = 1 + n;
        return;
    }
    for (size_t i = 0; n > 1 && i < n; i++) {
        join(an, g, &v[i], limit);
    }
}

/* ---- messages ---- */

static const char *joined(const struct analysis *an, const struct group *g) {
    struct names seen = {.arena = an->scratch};
    struct text t = {.arena = an->arena};
    for (size_t i = 0; i < g->count; i++) {
        const struct entries *es = &an->table->rule[g->rule[i]].cond[g->cond[i]].entries;
        for (size_t k = 0; k < es->count; k++) {
            const char *text = entry_written(an, &es->entry[k]);
            if (names_add(&seen, text, 0)) {
                text_printf(&t, "%s%s", t.len ? ", " : "", text);
            }
        }
    }
    return t.at;
}

/* A condition that takes everything can go; but names that nobody mentions any more would be `other`, and a chained
 * input's NONE and ERROR have to be named. */
static const char *value_of(const struct analysis *an, const struct group *g, uint32_t input) {
    const struct input *in = &an->table->input[input];
    bool needless = g->as.box[0].set[input] == ASET_FULL && in->type != TYPE_NAME && in->chain == NO;
    return needless ? NULL : joined(an, g);
}

static void report_group(struct analysis *an, const struct group *g) {
    const struct rule *first = &an->table->rule[g->rule[0]];
    const struct cond *c = &first->cond[g->cond[0]];
    if (!told(an, FINDING_MERGEABLE, first->pos)) {
        if (section_can(an, g->rule[0], c)) {
            report(an, FINDING_MERGEABLE, g->rule[0], NULL, NULL);
        }
        return;
    }
    const char *value = value_of(an, g, c->input[0]);
    const char *section = section_with(an, g->rule[0], c, value);
    if (!section) {
        return;
    }
    struct text others = {.arena = an->arena};
    for (size_t i = 1; i < g->count; i++) {
        const char *name = an->table->rule[g->rule[i]].name;
        report_second(an, name);
        if (i <= NAMED) {
            text_printf(&others, "%s'%s'", i == 1 ? "" : i + 1 == g->count ? " and " : ", ", name);
        }
    }
    if (g->count > NAMED + 1) {
        text_printf(&others, " and %zu more", g->count - NAMED - 1);
    }
    struct msg *m = report(an, FINDING_MERGEABLE, g->rule[0], NULL,
                           arena_printf(an->arena,
                                        value ? "rule '%s' differs from %s in '%s' only: no cell changes if it takes "
                                                "their cells too and they go"
                                              : "rule '%s' differs from %s in '%s' only, which does not matter: no "
                                                "cell changes if it goes without and they go",
                                        first->name, others.at, an->table->input[c->input[0]].name));
    if (g->count <= PASTED) {
        msg_note(an->msgs, m, no_place(m->pos), "in place of '%s':\n%s", first->name, section);
    }
}

/* Those of a run of equal hashes that are indeed equal to the first; a collision is a suggestion less. */
static size_t equals(struct analysis *an, const struct variant *v, size_t n, struct variant *out) {
    const struct rule *r = an->table->rule;
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        struct arena *a = arena_new();
        if (i == 0 ||
            (v[i].rule != out[count - 1].rule && same_but(a, &r[v[0].rule], v[0].cond, &r[v[i].rule], v[i].cond))) {
            out[count++] = v[i];
        }
        arena_free(a);
    }
    return count;
}

/* Groups as large as they get, each rule in one. */
static void look_at_run(struct analysis *an, const struct variant *v, size_t n, bool *used, struct cover_limit *limit) {
    struct group g = {.rule = arena_alloc(an->scratch, n * sizeof *g.rule)};
    g.cond = arena_alloc(an->scratch, n * sizeof *g.cond);
    struct variant *fit = arena_alloc(an->scratch, n * sizeof *fit);
    n = equals(an, v, n, fit);
    for (size_t i = 0; i < n && limit->used < limit->step; i++) {
        size_t left = 0;
        for (size_t k = i; k < n; k++) { /* those before i, and those in a group, are gone */
            if (!used[fit[k].rule]) {
                fit[i + left++] = fit[k];
            }
        }
        n = i + left;
        if (left < 2) {
            return;
        }
        g.rule[0] = fit[i].rule;
        g.cond[0] = fit[i].cond;
        g.count = 1;
        g.as = an->boxes->rule[fit[i].rule];
        join_all(an, &g, &fit[i + 1], left - 1, limit);
        for (size_t k = 0; g.count > 1 && k < g.count; k++) {
            used[g.rule[k]] = true;
        }
        if (g.count > 1) {
            report_group(an, &g);
        }
    }
}

struct run { /* of equal hashes */
    const struct variant *at;
    size_t n;
};

/* In the order of the table, whatever the hashes are. */
static int by_first(const void *x, const void *y) {
    const struct variant *p = ((const struct run *)x)->at, *q = ((const struct run *)y)->at;
    if (p->rule != q->rule) {
        return p->rule < q->rule ? -1 : 1;
    }
    return p->cond < q->cond ? -1 : p->cond > q->cond;
}

void analyse_mergeable(struct analysis *an) {
    struct cover_limit limit = {an->limits->steps / SHARE, 0};
    size_t n = 0, nrun = 0;
    const struct variant *v = rule_variants(an, &n);
    struct run *run = NULL;
    bool *used = arena_alloc(an->scratch, an->table->nrule + 1);
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i; k < n && v[k].hash == v[i].hash;) {
            k++;
        }
        if (k - i > 1) {
            *PUSH(an->scratch, run, nrun) = (struct run){&v[i], k - i};
        }
    }
    if (nrun) {
        qsort(run, nrun, sizeof *run, by_first);
    }
    struct arena *scratch = an->scratch;
    an->scratch = arena_new();
    for (size_t i = 0; i < nrun; i++) {
        look_at_run(an, run[i].at, run[i].n, used, &limit);
        arena_clear(an->scratch);
    }
    arena_free(an->scratch);
    an->scratch = scratch;
    if (limit.used >= limit.step) {
        report(an, FINDING_MERGEABLE, NO, NULL,
               arena_printf(an->arena, "more rules could be one than were looked at in %llu steps (see --max-steps)",
                            (unsigned long long)limit.step));
    }
}
