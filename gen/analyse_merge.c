/* analyse_merge.c -- mergeable: rules that differ in one condition only and can be one rule.
 *
 * In: the table, once every output was looked at.  Out: a note per group of rules, with the section that can take
 * their place.  Claimed only where it is proven that no cell changes (analyse_order.c), and where nothing is lost:
 * outcomes, tier, all other conditions, and `why`, `source` and the like are the same words.  The condition in which they differ is a list without `!`, not of versions.
 * Rules that were called masked or subsumed have their advice already, and one that an [allow] names keeps its name.
 */
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

enum { SHARE = 4 }; /* of the steps of one question, for all groups: these are notes */

struct variant { /* a rule without one of its conditions */
    uint64_t hash;
    uint32_t rule, cond;
};
struct group {
    uint32_t *rule, *cond; /* ascending rules */
    size_t count;
    struct region as;
};

/* ---- what is left without one condition ---- */

static uint64_t hash_text(uint64_t h, const char *text) {
    for (const char *c = text ? text : "\1"; *c; c++) {
        h = (h ^ (unsigned char)*c) * 1099511628211u;
    }
    return (h ^ '\n') * 1099511628211u;
}

/* The words of a condition; since and until have both ends in one entry. */
static const char *cond_words(struct arena *a, const struct cond *c) {
    struct text t = {.arena = a};
    text_printf(&t, "%d", (int)c->form);
    for (size_t i = 0; i < c->ninput; i++) {
        text_printf(&t, " %u", c->input[i]);
    }
    for (size_t i = 0; i < c->entries.count; i++) {
        const struct entry *e = &c->entries.entry[i];
        text_printf(&t, "%c%s", e->group ? '|' : ',', entry_text(a, e));
        for (size_t k = 0; k < e->ninterval; k++) {
            text_printf(&t, " %s", interval_text(a, &e->interval[k]));
        }
    }
    return t.at;
}

static uint64_t hash_cond(struct arena *a, const struct cond *c) {
    return hash_text(14695981039346656037u, cond_words(a, c));
}

static uint64_t hash_rest(const struct rule *r) {
    uint64_t h = 14695981039346656037u;
    h = (h ^ r->tier ^ (uint64_t)r->is_else << 32 ^ (uint64_t)r->exhausted_next << 33) * 1099511628211u;
    for (size_t i = 0; i < r->nassign; i++) {
        const struct outcome *o = &r->assign[i].outcome;
        uint64_t one = (h ^ r->assign[i].output ^ (uint64_t)o->kind << 32 ^ (uint64_t)o->number << 8) * 1099511628211u;
        for (size_t k = 0; k < o->nvalue; k++) {
            one = (one ^ o->value[k]) * 1099511628211u;
        }
        h = one;
    }
    return h;
}

static bool lists_only(const struct analysis *an, const struct cond *c) {
    bool plain = c->form == COND_PLAIN && an->table->input[c->input[0]].type != TYPE_VERSION && c->entries.count > 0;
    for (size_t i = 0; plain && i < c->entries.count; i++) {
        plain = !c->entries.entry[i].not ;
    }
    return plain;
}

/* Outputs in the same order, and the same words. */
static bool same_outcomes(const struct rule *x, const struct rule *y) {
    bool same = x->tier == y->tier && x->is_else == y->is_else && x->nassign == y->nassign && x->ncond == y->ncond;
    for (size_t i = 0; same && i < x->nassign; i++) {
        uint32_t output = x->assign[i].output;
        same = rule_outcome(y, output) && outcomes_equal(x, y, output);
    }
    return same;
}

static bool same_text(const char *x, const char *y) {
    return x && y ? strcmp(x, y) == 0 : x == y;
}

static bool nothing_lost(const struct rule *x, const struct rule *y) {
    return same_text(x->why, y->why) && same_text(x->source, y->source) && same_text(x->evidence, y->evidence) &&
           same_text(x->owner, y->owner) && same_text(x->review, y->review) && same_text(x->about, y->about) &&
           same_text(x->use, y->use);
}

/* Equal but for these conditions, which are of one input. */
static bool same_but(struct arena *a, const struct rule *x, uint32_t cx, const struct rule *y, uint32_t cy) {
    if (!same_outcomes(x, y) || !nothing_lost(x, y) || x->cond[cx].input[0] != y->cond[cy].input[0]) {
        return false;
    }
    for (uint32_t i = 0; i < x->ncond; i++) {
        bool found = i == cx;
        for (uint32_t k = 0; k < y->ncond && !found; k++) {
            found = k != cy && strcmp(cond_words(a, &x->cond[i]), cond_words(a, &y->cond[k])) == 0;
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

static int by_hash(const void *x, const void *y) {
    const struct variant *p = x, *q = y;
    if (p->hash != q->hash) {
        return p->hash < q->hash ? -1 : 1;
    }
    if (p->rule != q->rule) {
        return p->rule < q->rule ? -1 : 1;
    }
    return p->cond < q->cond ? -1 : p->cond > q->cond;
}

/* Conditions are added up, so that their order does not matter. */
static struct variant *variants(struct analysis *an, size_t *n) {
    struct variant *all = NULL;
    for (uint32_t i = 0; i < an->table->nrule; i++) {
        const struct rule *r = &an->table->rule[i];
        if (!may_change(an, i)) {
            continue;
        }
        uint64_t sum = hash_rest(r), *hash = arena_alloc(an->scratch, (r->ncond + 1) * sizeof *hash);
        for (size_t k = 0; k < r->ncond; k++) {
            sum += hash[k] = hash_cond(an->scratch, &r->cond[k]);
        }
        for (uint32_t k = 0; k < r->ncond; k++) {
            if (lists_only(an, &r->cond[k])) {
                uint64_t rest = sum - hash[k] + r->cond[k].input[0] * 0x9e3779b97f4a7c15u;
                *PUSH(an->scratch, all, *n) = (struct variant){rest, i, k};
            }
        }
    }
    if (*n) {
        qsort(all, *n, sizeof *all, by_hash);
    }
    return all;
}

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
    const char *value = value_of(an, g, c->input[0]);
    const char *section = section_with(an, g->rule[0], c, value);
    if (!section) {
        return;
    }
    struct text others = {.arena = an->arena};
    for (size_t i = 1; i < g->count; i++) {
        text_printf(&others, "%s'%s'",
                    i == 1              ? ""
                    : i + 1 == g->count ? " and "
                                        : ", ",
                    an->table->rule[g->rule[i]].name);
        report_second(an, an->table->rule[g->rule[i]].name);
    }
    struct msg *m = report(an, FINDING_MERGEABLE, g->rule[0], NULL,
                           arena_printf(an->arena,
                                        value ? "rule '%s' differs from %s in '%s' only: no cell changes if it takes "
                                                "their cells too and they go"
                                              : "rule '%s' differs from %s in '%s' only, which does not matter: no "
                                                "cell changes if it goes without and they go",
                                        first->name, others.at, an->table->input[c->input[0]].name));
    msg_note(an->msgs, m, no_place(m->pos), "in place of '%s':\n%s", first->name, section);
}

/* One run of equal hashes: groups as large as they get, each rule in one. */
static void look_at_run(struct analysis *an, const struct variant *v, size_t n, bool *used, struct cover_limit *limit) {
    struct group g = {.rule = arena_alloc(an->scratch, n * sizeof *g.rule)};
    g.cond = arena_alloc(an->scratch, n * sizeof *g.cond);
    for (size_t i = 0; i < n && limit->used < limit->step; i++) {
        const struct rule *first = &an->table->rule[v[i].rule];
        if (used[v[i].rule]) {
            continue;
        }
        g.rule[0] = v[i].rule;
        g.cond[0] = v[i].cond;
        g.count = 1;
        g.as = an->boxes->rule[v[i].rule];
        for (size_t k = i + 1; k < n; k++) {
            bool fits = !used[v[k].rule] && v[k].rule != g.rule[g.count - 1] &&
                        same_but(an->scratch, first, v[i].cond, &an->table->rule[v[k].rule], v[k].cond);
            if (fits) {
                join(an, &g, &v[k], limit);
            }
        }
        for (size_t k = 0; g.count > 1 && k < g.count; k++) {
            used[g.rule[k]] = true;
        }
        if (g.count > 1) {
            report_group(an, &g);
        }
    }
}

void analyse_mergeable(struct analysis *an) {
    struct cover_limit limit = {an->limits->steps / SHARE, 0};
    size_t n = 0;
    const struct variant *v = variants(an, &n);
    bool *used = arena_alloc(an->scratch, an->table->nrule + 1);
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i; k < n && v[k].hash == v[i].hash;) {
            k++;
        }
        if (k - i > 1) {
            look_at_run(an, &v[i], k - i, used, &limit);
        }
    }
    if (limit.used >= limit.step) {
        report(an, FINDING_MERGEABLE, NO, NULL,
               arena_printf(an->arena, "more rules could be one than were looked at in %llu steps (see --max-steps)",
                            (unsigned long long)limit.step));
    }
}
