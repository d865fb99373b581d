/* model_docs_rule.c -- every section that has conditions, as a card of the page.
 *
 * In:  struct rule of any kind.  Out: its conditions and outcomes as parts (sets and inputs lead to their definition),
 * its metadata, its place in the source, and the findings about it; one list per kind: `rule`, `refuse`, `never`,
 * `forbid`, `pin`, `clause` (those of grids apart).
 */
#include "model_docs.h"

#include <inttypes.h>

/* ---- conditions ---- */

struct conds {
    const struct docs *docs;
    const struct cond **cond;
    size_t ncond;
};

/* "arch = @gemma4", "any(attention, asked) = flashmla", "(dk, dv) = (192, 128)". */
static void fill_cond(struct scope *item, const void *of, size_t index) {
    const struct conds *all = of;
    const struct docs *d = all->docs;
    const struct cond *c = all->cond[index];
    struct arena *a = scope_arena(item);
    struct runs r = {0};
    if (c->form != COND_PLAIN) {
        runs_add(a, &r, c->form == COND_ANY ? "any(" : "(", NULL);
    }
    for (size_t i = 0; i < c->ninput; i++) {
        if (i > 0) {
            runs_add(a, &r, ", ", NULL);
        }
        runs_add(a, &r, d->table->input[c->input[i]].name, arena_printf(a, "#%s", d->input_id[c->input[i]]));
    }
    runs_add(a, &r, c->form == COND_PLAIN ? " = " : ") = ", NULL);
    runs_entries(d, a, &r, &c->entries);
    docs_runs(item, "part", &r);
}

/* The guards of a clause apart: it speaks only where they hold. */
void docs_conds(struct scope *item, const struct docs *d, const struct cond *cond, size_t ncond) {
    struct conds *all[2];
    for (int guard = 0; guard < 2; guard++) {
        all[guard] = arena_alloc(scope_arena(item), sizeof **all);
        all[guard]->docs = d;
        for (size_t i = 0; i < ncond; i++) {
            if (cond[i].guard == (guard == 1)) {
                *PUSH(scope_arena(item), all[guard]->cond, all[guard]->ncond) = &cond[i];
            }
        }
    }
    scope_list(item, "cond", all[0]->ncond, fill_cond, all[0]);
    scope_list(item, "guard", all[1]->ncond, fill_cond, all[1]);
}

/* ---- outcomes ---- */

struct rule_of {
    const struct docs *docs;
    const struct rule *rule;
};

/* In a pin or forbid the entries are alternatives, in a rule an order of preference. */
static struct runs list_runs(const struct docs *d, struct arena *a, const struct rule *r, const struct assign *s) {
    struct runs runs = {0};
    for (size_t i = 0; i < s->outcome.ncand; i++) {
        struct entries one = {&s->outcome.cand[i], 1};
        if (i > 0) {
            runs_add(a, &runs, r->kind == RULE_RULE ? " > " : ", ", NULL);
        }
        if (s->negated) {
            runs_add(a, &runs, "!", NULL);
        }
        runs_entries(d, a, &runs, &one);
    }
    return runs;
}

/* An outcome as the table writes it. */
static struct runs outcome_runs(const struct docs *d, struct arena *a, const struct rule *r, const struct assign *s) {
    const struct outcome *o = &s->outcome;
    struct runs runs = {0};
    if (o->kind == OUTCOME_LIST || (r->kind != RULE_RULE && o->ncand > 0)) {
        return list_runs(d, a, r, s);
    }
    if (o->kind == OUTCOME_COPY || o->kind == OUTCOME_PRODUCT) {
        const char *factor = o->kind == OUTCOME_PRODUCT ? arena_printf(a, "%" PRId64 " * ", o->number) : "<";
        runs_add(a, &runs, factor, NULL);
        runs_add(a, &runs, d->table->input[o->input].name, arena_printf(a, "#%s", d->input_id[o->input]));
        runs_add(a, &runs, o->kind == OUTCOME_COPY ? ">" : "", NULL);
    } else if (o->kind == OUTCOME_ERROR) {
        runs_add(a, &runs, arena_printf(a, "ERROR \"%s\"", o->error ? o->error : ""), NULL);
    } else {
        runs_add(a, &runs, o->kind == OUTCOME_NONE ? "NONE" : arena_printf(a, "%" PRId64, o->number), NULL);
    }
    return runs;
}

static void fill_assign(struct scope *item, const void *of, size_t index) {
    const struct rule_of *r = of;
    const struct assign *s = &r->rule->assign[index];
    struct runs runs = outcome_runs(r->docs, scope_arena(item), r->rule, s);
    scope_text(item, "output", r->docs->table->output[s->output].name);
    scope_text(item, "id", r->docs->output_id[s->output]);
    docs_runs(item, "part", &runs);
}

/* Without `outputs` a refusal is about all of them. */
static void fill_refused(struct scope *item, const void *of, size_t index) {
    const struct rule_of *r = of;
    uint32_t output = r->rule->noutput ? r->rule->output[index] : (uint32_t)index;
    scope_text(item, "output", r->docs->table->output[output].name);
    scope_text(item, "id", r->docs->output_id[output]);
}

static void fill_target(struct scope *item, const void *of, size_t index) {
    const struct rule_of *r = of;
    const struct target *t = &r->rule->target[index];
    struct outcome_words w = docs_value(r->docs, scope_arena(item), t->output, t->value);
    docs_bind_outcome(item, &w);
    scope_text(item, "output", r->docs->table->output[t->output].name);
}

/* ---- one card ---- */

/* Everything that a section of any kind can say; the template leaves out what is empty. */
void docs_rule(struct scope *item, const struct docs *d, uint32_t rule) {
    static const char *const unknown[] = {"", "accept", "abstain"};
    static const char *const kind[] = {"rule", "refuse", "never", "forbid", "pin", "needs"};
    const struct rule *r = &d->table->rule[rule];
    struct rule_of *of = arena_alloc(scope_arena(item), sizeof *of);
    *of = (struct rule_of){d, r};
    scope_text(item, "name", r->name);
    scope_text(item, "id", d->rule_id[rule]);
    scope_text(item, "kind", kind[r->kind]);
    scope_text(item, "tier", d->table->ntier > 1 && r->kind == RULE_RULE ? d->table->tier[r->tier] : "");
    scope_flag(item, "is_else", r->is_else);
    scope_flag(item, "next", r->exhausted_next);
    scope_flag(item, "no_filter", r->no_filter);
    scope_text(item, "unknown", r->unknown < 3 ? unknown[r->unknown] : "");
    docs_conds(item, d, r->cond, r->ncond);
    scope_list(item, "assign", r->nassign, fill_assign, of);
    scope_list(item, "target", r->ntarget, fill_target, of);
    size_t refused = r->kind != RULE_REFUSE ? 0 : r->noutput ? r->noutput : d->table->noutput;
    scope_list(item, "refused", refused, fill_refused, of);
    docs_text(item, "about", r->about);
    docs_text(item, "why", r->why);
    docs_text(item, "source", r->source);
    docs_text(item, "evidence", r->evidence);
    docs_text(item, "owner", r->owner);
    docs_text(item, "review", r->review);
    docs_where(item, d, r->pos);
    docs_found(item, d, r->name);
}

struct list {
    const struct docs *docs;
    uint32_t *rule;
    size_t nrule;
};

static void fill_rule(struct scope *item, const void *of, size_t index) {
    const struct list *l = of;
    docs_rule(item, l->docs, l->rule[index]);
}

/* One list per kind, each in file order, which is the order of an if/elif chain. */
void docs_rules(struct scope *root, struct docs *d) {
    static const char *const name[] = {"rule", "refuse", "never", "forbid", "pin", "clause"};
    for (int kind = RULE_RULE; kind <= RULE_CLAUSE; kind++) {
        struct list *l = arena_alloc(d->arena, sizeof *l);
        l->docs = d;
        for (uint32_t i = 0; i < d->table->nrule; i++) {
            if ((int)d->table->rule[i].kind == kind && d->group[i] == NO) {
                *PUSH(d->arena, l->rule, l->nrule) = i;
            }
        }
        scope_list(root, name[kind], l->nrule, fill_rule, l);
    }
}
