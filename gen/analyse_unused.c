/* analyse_unused.c -- empty: a section without any cell; unused: an input, value, set or clause that decides nothing.
 *
 * In: the table and its regions.  Out: warnings.  Claimed only where it is certain:
 *   a clause is unused when no rule names one of its values and no user may choose one;
 *   values of an enum are when two or more of them are named nowhere.
 */
#include "analyse.h"

#include <string.h>

/* What a vocabulary shares is not asked to be of use in every table. */
static bool own(const struct analysis *an, struct pos pos) {
    return pos.file == an->table->pos.file;
}

/* ---- sections without cells ---- */

static void report_empty(struct analysis *an, uint32_t rule) {
    const struct rule *r = &an->table->rule[rule];
    const char *text =
        arena_printf(an->arena, "%s '%s' has no cell: its conditions exclude each other", rule_word(r), r->name);
    if (r->kind == RULE_CLAUSE) {
        text = arena_printf(an->arena, "needs '%s' never fails: its conditions hold wherever its guards do", r->name);
    }
    report(an, FINDING_EMPTY, rule, NULL, text);
}

/* All of its cells are never (rules and refusals: analyse_masked.c). */
static void look_at_never(struct analysis *an, uint32_t rule) {
    const struct rule *r = &an->table->rule[rule];
    if ((r->kind == RULE_PIN || r->kind == RULE_FORBID || r->kind == RULE_CLAUSE) &&
        region_within(an->space, &an->boxes->rule[rule], &an->boxes->never)) {
        const char *what = r->kind == RULE_CLAUSE ? "fails in never cells only" : "has no cell: all of them are never";
        report(an, FINDING_EMPTY, rule, NULL, arena_printf(an->arena, "%s '%s' %s", rule_word(r), r->name, what));
    }
}

/* ---- clauses ---- */

static bool names_target(const struct rule *r, const struct target *t) {
    const struct outcome *o = r->kind == RULE_RULE ? rule_outcome(r, t->output) : NULL;
    for (size_t i = 0; o && o->kind == OUTCOME_LIST && i < o->nvalue; i++) {
        if (o->value[i] == t->value) {
            return true;
        }
    }
    return o && o->kind == OUTCOME_COPY;
}

/* A clause that never fails where a rule selects its value is at work: it is the proof. */
static bool clause_decides(const struct analysis *an, uint32_t clause) {
    const struct table *t = an->table;
    const struct rule *c = &t->rule[clause];
    for (size_t k = 0; k < c->ntarget; k++) {
        if (t->output[c->target[k].output].override != OVERRIDE_NO) {
            return true; /* it checks what a user chooses */
        }
        for (uint32_t i = 0; i < t->nrule; i++) {
            if (names_target(&t->rule[i], &c->target[k])) {
                return true;
            }
        }
    }
    return false;
}

static void look_at_clause(struct analysis *an, uint32_t clause) {
    const struct rule *c = &an->table->rule[clause];
    if (c->kind == RULE_CLAUSE && own(an, c->pos) && !clause_decides(an, clause)) {
        report(an, FINDING_UNUSED, clause, NULL,
               arena_printf(an->arena, "needs '%s' decides nothing: no rule names what it speaks of", c->name));
    }
}

/* ---- inputs, values, sets ---- */

static void report_declared(struct analysis *an, const char *name, struct pos pos, const char *text) {
    struct msg *m = report(an, FINDING_UNUSED, NO, NULL, text);
    m->pos = pos;
    m->rule = name;
}

static bool entries_name(const struct entries *es, const char *value) {
    for (size_t i = 0; i < es->count; i++) {
        const struct entries part = {es->entry[i].part, es->entry[i].npart};
        if ((es->entry[i].text && strcmp(es->entry[i].text, value) == 0) || entries_name(&part, value)) {
            return true;
        }
    }
    return false;
}

/* Named by a condition, a set, or a fact; or copied, which names them all. */
static bool value_named(const struct table *t, uint32_t input, const char *value) {
    for (size_t i = 0; i < t->nrule; i++) {
        for (size_t k = 0; k < t->rule[i].ncond; k++) {
            if (entries_name(&t->rule[i].cond[k].entries, value)) {
                return true;
            }
        }
        for (size_t k = 0; k < t->rule[i].nassign; k++) {
            const struct outcome *o = &t->rule[i].assign[k].outcome;
            if (o->kind == OUTCOME_COPY && o->input == input) {
                return true;
            }
        }
    }
    for (size_t i = 0; i < t->nset; i++) {
        for (size_t k = 0; k < t->set[i].npart; k++) {
            if (entries_name(&t->set[i].part[k].entries, value)) {
                return true;
            }
        }
    }
    for (size_t i = 0; i < t->nfact; i++) {
        if (entries_name(&t->fact[i].yes, value) || entries_name(&t->fact[i].either, value)) {
            return true;
        }
    }
    return false;
}

/* Also by an alias. */
static bool named(const struct table *t, uint32_t input, uint32_t value) {
    const struct input *in = &t->input[input];
    bool is = value_named(t, input, in->value[value]);
    for (size_t i = 0; i < in->nalias && !is; i++) {
        is = in->alias[i].value == value && value_named(t, input, in->alias[i].name);
    }
    return is;
}

/* One value without a name is the rest that the named ones are told from; two are the same thing twice. */
static void look_at_values(struct analysis *an, uint32_t input) {
    const struct input *in = &an->table->input[input];
    struct text t = {.arena = an->arena};
    size_t unnamed = 0;
    for (uint32_t i = 0; i < in->nvalue; i++) {
        if (!named(an->table, input, i)) {
            text_printf(&t, "%s'%s'", unnamed++ ? ", " : "", in->value[i]);
        }
    }
    if (unnamed > 1) {
        report_declared(an, in->name, in->pos,
                        arena_printf(an->arena,
                                     "nothing tells the values %s of input '%s' apart: no section names them", t.at,
                                     in->name));
    }
}

void analyse_unused(struct analysis *an) {
    const struct table *t = an->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (!an->boxes->rule[i].nbox) {
            report_empty(an, i);
        } else {
            look_at_never(an, i);
        }
        look_at_clause(an, i);
    }
    for (uint32_t i = 0; i < t->ninput; i++) {
        const struct input *in = &t->input[i];
        if (!in->used && own(an, in->pos)) {
            report_declared(an, in->name, in->pos,
                            arena_printf(an->arena, "input '%s' decides nothing: no section names it", in->name));
        }
        if (in->used && in->type == TYPE_ENUM && in->chain == NO && own(an, in->pos)) {
            look_at_values(an, i);
        }
    }
    for (uint32_t i = 0; i < t->nset; i++) {
        if (!t->set[i].used && own(an, t->set[i].pos)) {
            report_declared(an, t->set[i].name, t->set[i].pos,
                            arena_printf(an->arena, "set '%s' is used nowhere", t->set[i].name));
        }
    }
}
