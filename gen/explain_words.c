/* explain_words.c -- the parts that explanations are made of, in the table's own words.
 *
 * In: reasons.  Out: short texts: a condition as its author wrote it, what was found instead, the place of a rule, what
 * it says.  An SM family is written as in the table (100f), not as the set that stands for it.
 */
#include "explain.h"

#include <inttypes.h>
#include <string.h>

/* 100f is stored as the set that it names. */
static const char *bare(struct arena *a, const struct table *t, const struct cond *c, const struct entry *e) {
    const char *text = entry_text(a, e);
    bool family = e->kind == ENTRY_SET && c->form == COND_PLAIN && t->input[c->input[0]].type == TYPE_SM &&
                  e->len == strlen(e->text) + e->not ;
    return family ? arena_printf(a, "%s%s", e->not ? "!" : "", e->text) : text;
}

/* cond_text of rule.c, but for the above. */
const char *why_condition(struct arena *a, const struct table *t, const struct cond *c) {
    struct text text = {.arena = a};
    text_put(&text, c->form == COND_ANY ? "any(" : c->form == COND_TUPLE ? "(" : "");
    for (size_t i = 0; i < c->ninput; i++) {
        text_printf(&text, "%s%s", i ? ", " : "", t->input[c->input[i]].name);
    }
    text_put(&text, c->form == COND_PLAIN ? " = " : ") = ");
    for (size_t i = 0; i < c->entries.count; i++) {
        const struct entry *e = &c->entries.entry[i];
        bool bar = i && e->group != c->entries.entry[i - 1].group;
        text_printf(&text, "%s%s", !i ? "" : bar ? " | " : ", ", bare(a, t, c, e));
    }
    return text.at;
}

/* Each condition with what was found for its inputs; those that were not given say where it comes from. */
const char *why_unmet(const struct question *q, const struct unmet *u) {
    static const char *const whence[] = {
        [ORIGIN_DEFAULT] = " (default)", [ORIGIN_FACT] = " (fact)", [ORIGIN_DERIVED] = " (derived)",
        [ORIGIN_DECIDED] = " (decided)", [ORIGIN_GIVEN] = "",       [ORIGIN_MISSING] = ""};
    struct text t = {.arena = q->arena};
    text_put(&t, "");
    for (size_t i = 0; i < u->ncond; i++) {
        const struct cond *c = u->cond[i];
        text_printf(&t, "%s%s, found", i ? "; " : "", why_condition(q->arena, q->inquiry->table, c));
        for (size_t k = 0; k < c->ninput; k++) {
            uint32_t input = c->input[k];
            text_printf(&t, " %s=%s%s", q->inquiry->table->input[input].name, q->text[input] ? q->text[input] : "?",
                        whence[q->origin[input]]);
        }
    }
    if (u->failed != NO) {
        const char *name = q->inquiry->table->input[u->failed].name;
        text_printf(&t, "%sto name %s = %s", t.len ? "; " : "", name, q->text[u->failed]);
    }
    return t.len ? t.at : "its conditions do not hold";
}

const char *why_kind(const struct rule *r) {
    switch (r->kind) {
    case RULE_RULE:
        return "rule";
    case RULE_REFUSE:
        return "refuse";
    case RULE_NEVER:
        return "never";
    case RULE_FORBID:
        return "forbid";
    case RULE_PIN:
        return "pin";
    case RULE_CLAUSE:
        return "needs";
    }
    return "rule";
}

/* Editors and CI jump to file:line. */
const char *why_place(const struct question *q, uint32_t rule) {
    const struct rule *r = &q->inquiry->table->rule[rule];
    return arena_printf(q->arena, "%s %s, %s:%u", why_kind(r), r->name, q->inquiry->l->sources.file[r->pos.file].path,
                        (unsigned)r->pos.line);
}

/* As written; why_here tells what it comes to. */
const char *why_says(const struct question *q, uint32_t output, uint32_t rule) {
    const struct table *t = q->inquiry->table;
    const struct outcome *o = rule_outcome(&t->rule[rule], output);
    struct text text = {.arena = q->arena};
    if (!o || o->kind == OUTCOME_ERROR) {
        return "ERROR";
    }
    if (o->kind == OUTCOME_NONE) {
        return "NONE";
    }
    if (o->kind == OUTCOME_INT) {
        return arena_printf(q->arena, "%" PRId64, o->number);
    }
    if (o->kind != OUTCOME_LIST) {
        const char *name = t->input[o->input].name;
        return o->kind == OUTCOME_COPY ? arena_printf(q->arena, "<%s>", name)
                                       : arena_printf(q->arena, "%" PRId64 " * %s", o->number, name);
    }
    text_put(&text, "");
    for (size_t i = 0; i < o->nvalue; i++) {
        text_printf(&text, "%s%s", i ? " > " : "", t->output[output].value[o->value[i]]);
    }
    return text.at;
}

/* The first candidate of a list that runs in this cell; NULL: the rule has no list. */
const char *why_here(const struct question *q, uint32_t output, uint32_t rule) {
    const struct table *t = q->inquiry->table;
    const struct outcome *o = rule_outcome(&t->rule[rule], output);
    if (!o || o->kind != OUTCOME_LIST || o->nvalue < 2) {
        return NULL;
    }
    for (size_t i = 0; i < o->nvalue; i++) {
        if (rejected_of(q, output, o->value[i], true).nclause == 0) {
            return t->output[output].value[o->value[i]];
        }
    }
    return "nothing that can run";
}

/* As it stands in the table. */
const char *why_formula(const struct question *q, const struct input *in) {
    const struct input *all = q->inquiry->table->input;
    return in->from[1] == NO
               ? arena_printf(q->arena, "%s %c %" PRId64, all[in->from[0]].name, in->from_op, in->from_by)
               : arena_printf(q->arena, "%s %c %s", all[in->from[0]].name, in->from_op, all[in->from[1]].name);
}

/* What was not given, and where it comes from; NULL: everything was given. */
const char *why_origins(const struct question *q) {
    struct text t = {.arena = q->arena};
    const struct table *table = q->inquiry->table;
    for (uint32_t i = 0; i < table->ninput; i++) {
        const struct input *in = &table->input[i];
        enum origin origin = q->origin[i];
        if (origin == ORIGIN_MISSING || origin == ORIGIN_GIVEN) {
            continue;
        }
        text_printf(&t, "%s%s=%s", t.len ? ", " : "", in->name, q->text[i]);
        if (origin == ORIGIN_FACT) {
            text_put(&t, " (fact)");
        } else if (origin == ORIGIN_DECIDED) {
            text_printf(&t, " (output %s)", table->output[in->chain].name);
        } else if (origin == ORIGIN_DERIVED) {
            text_printf(&t, " (%s)", why_formula(q, in));
        }
    }
    return t.at;
}

/* ---- --why of eval ---- */

/* One field of a row: parts are set apart by bars. */
static void put_rejected(const struct question *q, uint32_t output, const struct rejected *r, const char *word,
                         struct text *t) {
    const struct table *table = q->inquiry->table;
    for (size_t i = 0; i < r->nclause; i++) {
        text_printf(t, "%s%s %s: needs '%s': %s", t->len ? " | " : "", word, table->output[output].value[r->value],
                    table->rule[r->clause[i].rule].name, why_unmet(q, &r->clause[i]));
    }
}

/* Where there is no answer, what would have been needed for one. */
static void put_trouble(const struct question *q, uint32_t output, const struct reason *r, struct text *t) {
    const struct table *table = q->inquiry->table;
    const struct decided *d = r->d;
    if (d->verdict == VERDICT_CONFLICT) {
        text_printf(t, "rule '%s' says %s, rule '%s' says %s", table->rule[d->rule].name, why_says(q, output, d->rule),
                    table->rule[d->other].name, why_says(q, output, d->other));
    } else if (d->verdict == VERDICT_GAP) {
        text_put(t, "no rule covers this");
        for (size_t i = 0; i < r->nnear && i < 1; i++) {
            text_printf(t, " | rule %s would need %s", table->rule[r->near[i].rule].name, why_unmet(q, &r->near[i]));
        }
    }
    for (size_t i = 0; i < r->nbeaten && d->verdict == VERDICT_EXHAUSTED; i++) {
        for (size_t k = 0; k < r->beaten[i].nrejected; k++) {
            put_rejected(q, output, &r->beaten[i].rejected[k], "rejected", t);
        }
    }
    for (size_t i = 0; i < r->nnever; i++) {
        text_printf(t, "%scannot occur: never '%s'", t->len ? " | " : "", table->rule[r->never[i]].name);
    }
    for (size_t i = 0; i < r->nfact; i++) {
        text_printf(t, "%scannot occur: fact '%s'", t->len ? " | " : "",
                    table->input[table->fact[r->fact[i]].input].name);
    }
    for (size_t i = 0; i < r->nforbid; i++) {
        text_printf(t, "%sforbidden by '%s'", t->len ? " | " : "", table->rule[r->forbid[i]].name);
    }
}

/* The reason first, then what kept others out. */
const char *why_line(const struct question *q, uint32_t output, const struct reason *r) {
    struct text t = {.arena = q->arena};
    const struct decided *d = r->d;
    const char *why = d->rule == NO || d->verdict == VERDICT_CONFLICT ? NULL : q->inquiry->table->rule[d->rule].why;
    const char *says = d->error ? d->error : q->own[output].taken ? "the user's choice" : why;
    text_put(&t, says ? says : "");
    for (size_t i = 0; i < r->nrejected; i++) {
        put_rejected(q, output, &r->rejected[i], "rejected", &t);
    }
    put_rejected(q, output, &r->chosen, "cannot run", &t);
    if (q->own[output].word && !q->own[output].taken) {
        put_rejected(q, output, &r->choice, "not taken", &t);
    }
    put_trouble(q, output, r, &t);
    return t.at;
}

/* Counts beyond 2^53 are not whole numbers anyway. */
const char *why_cells(struct arena *a, double cells, bool at_least) {
    return arena_printf(a, cells < 1e15 ? "%s%.0f %s" : "%s%.3g %s", at_least ? "at least " : "", cells,
                        cells == 1 ? "cell" : "cells");
}
