/* model_rule.c -- rules and needs clauses as templates see them, for logs and for refusals.
 *
 * Rules and refusals are numbered from 1 in the order of the file, clauses and forbids likewise; 0 is none.
 */
#include "model.h"

#include <string.h>

static void number_rules(struct model *m) {
    const struct table *t = m->table;
    m->rule_number = arena_alloc(m->arena, (t->nrule + 1) * sizeof *m->rule_number);
    m->clause_number = arena_alloc(m->arena, (t->nrule + 1) * sizeof *m->clause_number);
    m->forbid_number = arena_alloc(m->arena, (t->nrule + 1) * sizeof *m->forbid_number);
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind == RULE_RULE || t->rule[i].kind == RULE_REFUSE) {
            *PUSH(m->arena, m->rule, m->nrule) = i;
            m->rule_number[i] = (uint32_t)m->nrule;
        } else if (t->rule[i].kind == RULE_CLAUSE) {
            *PUSH(m->arena, m->clause, m->nclause) = i;
            m->clause_number[i] = (uint32_t)m->nclause;
        } else if (t->rule[i].kind == RULE_FORBID) {
            *PUSH(m->arena, m->forbid, m->nforbid) = i;
            m->forbid_number[i] = (uint32_t)m->nforbid;
        }
    }
}

static void bind_place(struct scope *item, const void *of, size_t index) {
    const struct model *m = of;
    scope_text(item, "place", product_place(scope_arena(item), m->in->sources, m->table->rule[index].pos));
}

static void bind_meta(struct scope *item, const struct model *m, uint32_t rule) {
    const struct rule *r = &m->table->rule[rule];
    scope_text(item, "name", r->name);
    scope_text(item, "why", r->why);
    scope_text(item, "source", r->source);
    scope_later(item, bind_place, m, rule);
}

/* "arch = @gemma4; sm = 100f": the conditions as the table has them. */
static const char *model_when(const struct model *m, struct arena *a, const struct rule *r) {
    struct text t = {.arena = a};
    text_put(&t, "");
    for (size_t i = 0; i < r->ncond; i++) {
        text_printf(&t, "%s%s", i > 0 ? "; " : "", cond_text(a, m->table, &r->cond[i]));
    }
    return t.at;
}

static void bind_when(struct scope *item, const void *of, size_t index) {
    const struct model *m = of;
    scope_text(item, "when", model_when(m, scope_arena(item), &m->table->rule[index]));
}

static void fill_rule(struct scope *item, const void *of, size_t index) {
    const struct model *m = of;
    const struct rule *r = &m->table->rule[m->rule[index]];
    scope_later(item, bind_when, m, m->rule[index]); /* asked for less often than the place: it comes after that */
    bind_meta(item, m, m->rule[index]);
    scope_text(item, "evidence", r->evidence);
    scope_flag(item, "refuse", r->kind == RULE_REFUSE);
}

/* ---- what a clause asks for, as the table has it ---- */

const char *model_needs(const struct model *m, struct arena *a, const struct rule *r) {
    struct text t = {.arena = a};
    text_put(&t, "");
    for (int guard = 0; guard < 2; guard++) {
        size_t n = 0;
        for (size_t i = 0; i < r->ncond; i++) {
            if (r->cond[i].guard == (guard == 1)) {
                text_put(&t, n++ > 0 ? "; " : guard == 1 ? " if " : "");
                text_put(&t, cond_text(a, m->table, &r->cond[i]));
            }
        }
    }
    return t.at;
}

static void fill_clause(struct scope *item, const void *of, size_t index) {
    const struct model *m = of;
    const struct rule *r = &m->table->rule[m->clause[index]];
    uint64_t inputs = 0;
    bind_meta(item, m, m->clause[index]);
    for (size_t i = 0; i < r->ncond; i++) {
        for (size_t k = 0; k < r->cond[i].ninput; k++) {
            inputs |= (uint64_t)1 << r->cond[i].input[k];
        }
    }
    scope_number(item, "id", (int64_t)index + 1);
    scope_text(item, "needs", model_needs(m, scope_arena(item), r));
    scope_text(item, "inputs", arena_printf(scope_arena(item), "0x%llx", (unsigned long long)inputs));
    scope_flag(item, "filters", !r->no_filter);
    model_list_bits(item, "speaks", m, inputs);
    model_boxes(item, m, &m->in->boxes->rule[m->clause[index]]);
}

static void fill_forbid(struct scope *item, const void *of, size_t index) {
    const struct model *m = of;
    bind_meta(item, m, m->forbid[index]);
    scope_number(item, "id", (int64_t)index + 1);
}

/* Everything that the table calls its source, each once. */
static void fill_source(struct scope *item, const void *of, size_t index) {
    scope_text(item, "text", ((const char *const *)of)[index]);
}

static void bind_sources(struct scope *root, const struct model *m) {
    struct names seen = {.arena = m->arena};
    const char **source = NULL;
    size_t n = 0;
    for (size_t i = 0; i < m->table->nrule; i++) {
        const char *text = m->table->rule[i].source;
        if (text && names_add(&seen, text, 1)) {
            *PUSH(m->arena, source, n) = text;
        }
    }
    scope_list(root, "source", n, fill_source, source);
}

void model_rules(struct scope *root, struct model *m) {
    bind_sources(root, m);
    number_rules(m);
    scope_list(root, "rule", m->nrule, fill_rule, m);
    scope_list(root, "clause", m->nclause, fill_clause, m);
    scope_list(root, "forbid", m->nforbid, fill_forbid, m);
    model_explain(root, m);
}

/* ---- the lists of one output's rules ---- */

struct listed {
    const struct outcome *outcome;
    const struct output *output;
};

static void fill_candidate(struct scope *item, const void *of, size_t index) {
    const struct listed *l = of;
    scope_text(item, "value", l->output->value[l->outcome->value[index]]);
}

static void fill_list(struct scope *item, const void *of, size_t index) {
    const struct model_output *o = of;
    const struct table *t = o->model->table;
    const struct outcome *out = rule_outcome(&t->rule[o->listed[index]], o->output);
    struct listed *listed = arena_alloc(scope_arena(item), sizeof *listed);
    *listed = (struct listed){out, &t->output[o->output]};
    scope_number(item, "rule", o->model->rule_number[o->listed[index]]);
    scope_list(item, "candidate", out->nvalue, fill_candidate, listed);
}

void model_listed(struct model_output *o) {
    const struct model *m = o->model;
    for (size_t i = 0; i < m->nrule; i++) {
        const struct outcome *out = rule_outcome(&m->table->rule[m->rule[i]], o->output);
        if (out && out->kind == OUTCOME_LIST && out->nvalue > 0) {
            *PUSH(m->arena, o->listed, o->nlisted) = m->rule[i];
        }
    }
}

void model_output_rules(struct scope *item, const struct model_output *o) {
    scope_list(item, "list", o->nlisted, fill_list, o);
    model_candidates(item, o);
}
