/* model_explain.c -- what logs say of rules, clauses and forbids, as a few strings instead of a line of code each.
 *
 * In:  the numbering of model_rule.c.  Out: `column`, one per field of each kind: its distinct texts one behind the other,
 * text 0 the empty one, where every STEP-th of them starts, and the text of each number, unless number k has text k.
 * And the lists of one output's rules: equal ones are one.
 */
#include "model.h"

#include <string.h>

enum { STEP = 16 }; /* explain.h.in counts the texts between */

/* ---- columns ---- */

struct column {
    const struct model *model;
    const char *of, *field;
    const uint32_t *rule; /* number - 1 -> table.rule */
    size_t nrule;
    const char *(*text)(const struct model *m, struct arena *a, uint32_t rule);
};

static const char *name_of(const struct model *m, struct arena *a, uint32_t rule) {
    (void)a;
    return m->table->rule[rule].name;
}

static const char *place_of(const struct model *m, struct arena *a, uint32_t rule) {
    return product_place(a, m->in->sources, m->table->rule[rule].pos);
}

static const char *why_of(const struct model *m, struct arena *a, uint32_t rule) {
    (void)a;
    return m->table->rule[rule].why;
}

static const char *source_of(const struct model *m, struct arena *a, uint32_t rule) {
    (void)a;
    return m->table->rule[rule].source;
}

static const char *evidence_of(const struct model *m, struct arena *a, uint32_t rule) {
    (void)a;
    return m->table->rule[rule].evidence;
}

static const char *needs_of(const struct model *m, struct arena *a, uint32_t rule) {
    return model_needs(m, a, &m->table->rule[rule]);
}

static void fill_column(struct scope *item, const void *of, size_t index) {
    const struct column *c = (const struct column *)of + index;
    struct arena *a = scope_arena(item);
    struct names seen = {.arena = a};
    struct text texts = {.arena = a};
    uint32_t *number = arena_alloc(a, (c->nrule + 1) * sizeof *number), *start = NULL, ntext = 0;
    size_t nstart = 0;
    bool own = true; /* number k has text k */
    names_add(&seen, "", ntext++);
    *PUSH(a, start, nstart) = 0;
    text_add(&texts, "", 1);
    for (size_t i = 0; i < c->nrule; i++) {
        const char *text = c->text(c->model, a, c->rule[i]);
        if (names_add(&seen, text ? text : "", ntext)) {
            if (ntext++ % STEP == 0) {
                *PUSH(a, start, nstart) = (uint32_t)texts.len;
            }
            text_add(&texts, text, strlen(text) + 1);
        }
        number[i + 1] = names_find(&seen, text ? text : "");
        own = own && number[i + 1] == i + 1;
    }
    scope_text(item, "of", c->of);
    scope_text(item, "field", c->field);
    scope_flag(item, "any", ntext > 1);
    scope_flag(item, "own", own);
    scope_number(item, "count", (int64_t)c->nrule + 1);
    scope_bytes(item, "texts", texts.at, texts.len - 1); /* the last NUL is the literal's */
    model_numbers(item, "starts", start, nstart, 4);
    model_bytes(item, "numbers", "number_bits", number, c->nrule + 1, ntext);
}

/* ---- the lists of one output's rules ---- */

/* Numbers the distinct lists from 1: of each its length and its codes are a key. */
static void fill_lists(struct scope *item, const void *of, size_t index) {
    const struct model_output *o = of;
    const struct model *m = o->model;
    struct arena *a = scope_arena(item);
    struct names seen = {.arena = a};
    uint32_t *number = arena_alloc(a, (m->nrule + 1) * sizeof *number), *start = NULL, *value = NULL;
    size_t nstart = 0, nvalue = 0;
    (void)index;
    *PUSH(a, start, nstart) = 0;
    *PUSH(a, start, nstart) = 0;
    for (size_t i = 0; i < o->nlisted; i++) {
        const struct outcome *out = rule_outcome(&m->table->rule[o->listed[i]], o->output);
        uint32_t *own = &number[m->rule_number[o->listed[i]]];
        struct text key = {.arena = a};
        for (size_t k = 0; k < out->nvalue; k++) {
            text_printf(&key, "%u ", (unsigned)out->value[k]);
        }
        *own = names_find(&seen, key.at);
        if (*own == NO) {
            *own = (uint32_t)nstart - 1;
            names_add(&seen, key.at, *own);
            for (size_t k = 0; k < out->nvalue; k++) {
                *PUSH(a, value, nvalue) = out->value[k] + 1;
            }
            *PUSH(a, start, nstart) = (uint32_t)nvalue;
        }
    }
    scope_number(item, "count", (int64_t)m->nrule + 1);
    scope_flag(item, "any", nvalue > 0);
    model_bytes(item, "numbers", "number_bits", number, m->nrule + 1, (uint32_t)nstart);
    model_bytes(item, "starts", "start_bits", start, nstart, (uint32_t)nvalue);
    model_bytes(item, "values", "value_bits", value, nvalue, (uint32_t)m->table->output[o->output].nvalue);
}

void model_candidates(struct scope *item, const struct model_output *o) {
    scope_list(item, "lists", 1, fill_lists, o);
}

/* ---- refusals ---- */

static void fill_refusal(struct scope *item, const void *of, size_t index) {
    scope_number(item, "id", ((const uint32_t *)of)[index]);
}

void model_explain(struct scope *root, const struct model *m) {
    const struct column of_all[] = {{m, "rule", "name", m->rule, m->nrule, name_of},
                                    {m, "rule", "place", m->rule, m->nrule, place_of},
                                    {m, "rule", "why", m->rule, m->nrule, why_of},
                                    {m, "rule", "source", m->rule, m->nrule, source_of},
                                    {m, "rule", "evidence", m->rule, m->nrule, evidence_of},
                                    {m, "clause", "name", m->clause, m->nclause, name_of},
                                    {m, "clause", "needs", m->clause, m->nclause, needs_of},
                                    {m, "clause", "place", m->clause, m->nclause, place_of},
                                    {m, "clause", "why", m->clause, m->nclause, why_of},
                                    {m, "clause", "source", m->clause, m->nclause, source_of},
                                    {m, "forbid", "name", m->forbid, m->nforbid, name_of},
                                    {m, "forbid", "place", m->forbid, m->nforbid, place_of},
                                    {m, "forbid", "why", m->forbid, m->nforbid, why_of},
                                    {m, "forbid", "source", m->forbid, m->nforbid, source_of}};
    struct column *column = NULL;
    uint32_t *refusal = NULL;
    size_t ncolumn = 0, nrefusal = 0;
    for (size_t i = 0; i < sizeof of_all / sizeof *of_all; i++) {
        if (of_all[i].nrule > 0) {
            *PUSH(m->arena, column, ncolumn) = of_all[i];
        }
    }
    for (size_t i = 0; i < m->nrule; i++) {
        if (m->table->rule[m->rule[i]].kind == RULE_REFUSE) {
            *PUSH(m->arena, refusal, nrefusal) = (uint32_t)i + 1;
        }
    }
    scope_list(root, "column", ncolumn, fill_column, column);
    scope_list(root, "refusal", nrefusal, fill_refusal, refusal);
}
