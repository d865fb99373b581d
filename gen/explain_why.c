/* explain_why.c -- why an output is answered so: what was rejected, what gave way, what came close.
 *
 * In: a settled question.  Out: a struct reason, for text and JSON alike.
 * decide() says what comes out; everything here only explains it and never decides again.
 */
#include "explain.h"

#include <stdlib.h>

/* ---- clauses ---- */

/* filters_only: what kept it out of a list; else also what is only proven. */
struct rejected rejected_of(const struct question *q, uint32_t output, uint32_t value, bool filters_only) {
    const struct table *t = q->inquiry->table;
    struct rejected r = {.value = value};
    for (uint32_t c = 0; c < t->nrule; c++) {
        const struct rule *clause = &t->rule[c];
        if (clause->kind == RULE_CLAUSE && !(filters_only && clause->no_filter) &&
            clause_speaks_of(clause, output, value) && rule_holds(q, c)) {
            *PUSH(q->arena, r.clause, r.nclause) = unmet_of(q, c);
        }
    }
    return r;
}

/* The candidates of a list before `until`; all of an exhausted one. */
static struct rejected *list_of(const struct question *q, uint32_t output, uint32_t rule, size_t until, size_t *n) {
    const struct outcome *o = rule_outcome(&q->inquiry->table->rule[rule], output);
    struct rejected *list = NULL;
    *n = 0;
    for (size_t i = 0; o && o->kind == OUTCOME_LIST && i < o->nvalue && i < until; i++) {
        *PUSH(q->arena, list, *n) = rejected_of(q, output, o->value[i], true);
    }
    return list;
}

/* ---- rules that cover the cell too ---- */

struct weighing { /* one output's rules against the one credited */
    const struct question *q;
    uint32_t output;
    const struct decided *d;
    const struct rule *by; /* NULL: none was credited */
};

/* At the cell's own version, as the definition compares. */
static bool stricter(const struct weighing *w, uint32_t rule, uint32_t than) {
    return plan_stricter(w->q->inquiry->l->plan[w->output]->boxes, rule, than, question_version(w->q));
}

/* The list of a rule with `exhausted = next` that is empty here. */
static bool passed(const struct weighing *w, uint32_t rule) {
    const struct rule *r = &w->q->inquiry->table->rule[rule];
    const struct outcome *o = rule_outcome(r, w->output);
    if (!r->exhausted_next || o->kind != OUTCOME_LIST) {
        return false;
    }
    for (size_t i = 0; i < o->nvalue; i++) {
        if (rejected_of(w->q, w->output, o->value[i], true).nclause == 0) {
            return false;
        }
    }
    return true;
}

/* Within one tier, else apart: a covering rule that is strictly inside this one, the credited one first. */
static uint32_t stricter_one(const struct weighing *w, uint32_t rule) {
    const struct table *t = w->q->inquiry->table;
    const struct rule *r = &t->rule[rule];
    if (w->d->rule != NO && stricter(w, w->d->rule, rule)) {
        return w->d->rule;
    }
    for (uint32_t i = 0; i < t->nrule; i++) {
        const struct rule *z = &t->rule[i];
        if (i != rule && z->kind == RULE_RULE && z->tier == r->tier && z->is_else == r->is_else &&
            rule_outcome(z, w->output) && rule_covers(w->q, w->output, i) && !passed(w, i) && stricter(w, i, rule)) {
            return i;
        }
    }
    return NO;
}

/* Both cover, in one tier, and neither is an else alone. */
static void weigh_equals(const struct weighing *w, struct beaten *b) {
    const struct table *t = w->q->inquiry->table;
    enum hit hit = t->output[w->output].hit;
    uint32_t by = hit == HIT_SPECIFIC && !w->by->is_else ? stricter_one(w, b->rule) : NO;
    if (hit == HIT_FIRST) {
        b->code = "order";
        b->why = "it comes later, and the output's `hit` is first";
    } else if (by != NO) {
        b->code = "specific";
        b->why = arena_printf(w->q->arena, "less specific than rule '%s'", t->rule[by].name);
    } else {
        b->code = "same";
        b->why = "it says the same; the first in the file is credited";
    }
}

/* In the order of the definition: refusals, empty lists, tiers, else, hit policy. */
static void weigh(const struct weighing *w, struct beaten *b) {
    const struct table *t = w->q->inquiry->table;
    const struct rule *r = &t->rule[b->rule];
    if (w->by && w->by->kind == RULE_REFUSE) {
        b->code = "refused";
        b->why = "a refusal comes before every rule";
    } else if (passed(w, b->rule)) {
        b->code = "exhausted";
        b->why = "nothing of its list can run here, and it says `exhausted = next`";
        b->rejected = list_of(w->q, w->output, b->rule, SIZE_MAX, &b->nrejected);
    } else if (w->by && r->tier > w->by->tier) {
        b->code = "tier";
        b->why = arena_printf(w->q->arena, "its tier '%s' comes after '%s'", t->tier[r->tier], t->tier[w->by->tier]);
    } else if (r->is_else && !(w->by && w->by->is_else)) {
        b->code = "else";
        b->why = "an else, asked only where no other rule of its tier covers";
    } else if (w->by) {
        weigh_equals(w, b);
    } else {
        b->code = "none";
        b->why = "";
    }
}

/* In file order, which is the order of reading. */
static void find_beaten(const struct weighing *w, struct reason *r) {
    const struct table *t = w->q->inquiry->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        bool rule = t->rule[i].kind == RULE_RULE && rule_outcome(&t->rule[i], w->output);
        bool refuse = t->rule[i].kind == RULE_REFUSE && rule_refuses(&t->rule[i], w->output);
        if ((!rule && !refuse) || i == w->d->rule || i == w->d->other || !rule_covers(w->q, w->output, i)) {
            continue;
        }
        struct beaten b = {.rule = i, .code = "order", .why = "an earlier refusal gives the text"};
        if (rule) {
            weigh(w, &b);
        }
        *PUSH(w->q->arena, r->beaten, r->nbeaten) = b;
    }
}

/* ---- rules that came close ---- */

/* Would it have come before the credited rule, had it covered the cell? */
static bool could_win(const struct weighing *w, uint32_t rule) {
    const struct rule *r = &w->q->inquiry->table->rule[rule];
    if (!w->by) {
        return true;
    }
    if (w->by->kind == RULE_REFUSE || r->tier != w->by->tier) {
        return w->by->kind != RULE_REFUSE && r->tier < w->by->tier;
    }
    if (r->is_else != w->by->is_else) {
        return !r->is_else;
    }
    return w->q->inquiry->table->output[w->output].hit != HIT_FIRST || rule < w->d->rule;
}

/* Fewest conditions that fail, then most that hold, then file order. */
static int nearer(const void *x, const void *y) {
    const struct unmet *a = x, *b = y;
    size_t na = a->ncond + (a->failed != NO), nb = b->ncond + (b->failed != NO);
    if (na != nb) {
        return na < nb ? -1 : 1;
    }
    if (a->met != b->met) {
        return a->met > b->met ? -1 : 1;
    }
    return a->rule < b->rule ? -1 : a->rule > b->rule;
}

/* Where some rule holds in part, those of which nothing holds did not come close. */
static void find_near(const struct weighing *w, struct reason *r, size_t most) {
    const struct table *t = w->q->inquiry->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind == RULE_RULE && rule_outcome(&t->rule[i], w->output) && !rule_covers(w->q, w->output, i) &&
            could_win(w, i)) {
            struct unmet u = unmet_of(w->q, i);
            u.failed = u.ncond ? NO : rule_failed_by(w->q, w->output, i);
            *PUSH(w->q->arena, r->near, r->nnear) = u;
        }
    }
    if (r->nnear > 1) {
        qsort(r->near, r->nnear, sizeof *r->near, nearer);
    }
    size_t part = 0;
    while (part < r->nnear && (r->near[part].met > 0 || r->near[0].met == 0)) {
        part++;
    }
    size_t shown = part < most ? part : most;
    r->nfurther = r->nnear - shown;
    r->nnear = shown;
}

/* ---- cells that cannot occur ---- */

/* [never] sections by name; facts by the input that they contradict. */
static void find_never(const struct question *q, struct reason *r) {
    const struct table *t = q->inquiry->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind == RULE_NEVER && rule_holds(q, i)) {
            *PUSH(q->arena, r->never, r->nnever) = i;
        }
    }
    for (uint32_t i = 0; i < t->nfact; i++) {
        const struct fact *f = &t->fact[i];
        const struct domain *of = &q->inquiry->space->domain[f->of];
        uint32_t version = question_version(q), at = q->cell[f->of];
        bool either = aset_has(of->sets, domain_entries(q->inquiry->space, f->of, &f->either, version), at);
        bool yes = aset_has(of->sets, domain_entries(q->inquiry->space, f->of, &f->yes, version), at);
        if (!either && q->cell[f->input] < 2 && (q->cell[f->input] == 1) != yes) {
            *PUSH(q->arena, r->fact, r->nfact) = i;
        }
    }
}

/* ---- all of it ---- */

/* Not of a conflict: there both lists are shown. */
static void find_rejected(const struct question *q, uint32_t output, struct reason *r) {
    const struct decided *d = r->d;
    bool user = q->own[output].taken;
    if (d->rule != NO && d->verdict != VERDICT_CONFLICT && !user) {
        size_t until = d->verdict == VERDICT_EXHAUSTED || d->cand == NO ? SIZE_MAX : d->cand;
        r->rejected = list_of(q, output, d->rule, until, &r->nrejected);
    }
    if (q->own[output].word && q->own[output].value != NO) {
        r->choice = rejected_of(q, output, q->own[output].value, false);
    }
}

/* What comes out and cannot run, or must not. */
static void find_trouble(const struct question *q, uint32_t output, struct reason *r) {
    if (r->d->verdict == VERDICT_VALUE && r->d->value != NO) {
        r->chosen = rejected_of(q, output, r->d->value, false);
    }
    for (uint32_t i = 0; i < q->inquiry->table->nrule; i++) {
        for (size_t k = 0; k < q->inquiry->table->rule[i].nassign; k++) {
            if (q->inquiry->table->rule[i].assign[k].output == output && forbid_hit(q, i)) {
                *PUSH(q->arena, r->forbid, r->nforbid) = i;
                break;
            }
        }
    }
}

/* By the rules alone, even where a choice won: `gave way` speaks of rules. */
struct reason reason_of(const struct question *q, uint32_t output, enum depth depth) {
    static const size_t most_near[] = {
        [DEPTH_TROUBLE] = 0, [DEPTH_LINE] = 1, [DEPTH_FULL] = NEAR, [DEPTH_ALL] = SIZE_MAX};
    struct reason r = {.d = &q->answer[output]};
    const struct decided *rules = &q->rules[output];
    struct weighing w = {q, output, rules, rules->rule == NO ? NULL : &q->inquiry->table->rule[rules->rule]};
    if (r.d->verdict == VERDICT_NEVER) {
        find_never(q, &r);
        return r;
    }
    find_trouble(q, output, &r);
    if (depth > DEPTH_TROUBLE) {
        find_rejected(q, output, &r);
    }
    if (depth > DEPTH_LINE || (depth == DEPTH_LINE && rules->verdict == VERDICT_EXHAUSTED)) {
        find_beaten(&w, &r);
    }
    if (depth > DEPTH_LINE || (depth == DEPTH_LINE && rules->verdict == VERDICT_GAP)) {
        find_near(&w, &r, most_near[depth]);
    }
    return r;
}
