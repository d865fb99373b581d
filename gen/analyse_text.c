/* analyse_text.c -- cells, outcomes, conditions and failing requirements in the table's own words.
 *
 * In: what a finding speaks of.  Out: the words for it, kept as long as the messages.
 */
#include "analyse.h"

#include <string.h>

enum { FOUND = 60 }; /* bytes of a list of what was found */

const char *cells_text(const struct analysis *an, const struct answer *x) {
    double cells = x->cells / an->unasked, share = 100 * cells / an->domain;
    const char *number = arena_printf(an->arena, "%.0f", cells);
    const char *percent = arena_printf(an->arena, "%.2g", share);
    if (cells >= 1e15) {
        number = arena_printf(an->arena, "%.3g", cells);
    }
    if (share >= 99.5 || share == 0) { /* %.2g would write 1e+02 */
        percent = arena_printf(an->arena, "%.0f", share);
    }
    return arena_printf(an->arena, "%s%s %s (%s %% of the domain)", x->at_least ? "at least " : "", number,
                        cells == 1 ? "cell" : "cells", percent);
}

/* The sentence that every finding with cells ends in. */
const char *example_text(const struct analysis *an, const struct answer *x) {
    const char *witness = box_witness(an->space, an->arena, &x->witness);
    return arena_printf(an->arena, x->witness.named ? "%s, for example %s" : "%s, in fact %s", cells_text(an, x),
                        witness);
}

const char *line_outcome_text(const struct analysis *an, const struct plan *p, uint32_t line) {
    const struct line *l = &p->line[line];
    const struct output *o = &an->table->output[p->output];
    switch (l->kind) {
    case LINE_VALUE:
    case LINE_INCAPABLE:
        if (l->copy != NO) {
            const char *input = an->table->input[l->copy].name;
            return l->number == 1 ? arena_printf(an->arena, "<%s>", input)
                                  : arena_printf(an->arena, "%lld * %s", (long long)l->number, input);
        }
        return l->value == NO ? arena_printf(an->arena, "%lld", (long long)l->number) : o->value[l->value];
    case LINE_NONE:
        return "NONE";
    case LINE_ERROR:
    case LINE_REFUSE:
    case LINE_FAILED:
        return "ERROR";
    case LINE_EXHAUSTED:
        return "nothing, its list is exhausted";
    case LINE_NEVER:
        break;
    }
    return "nothing";
}

static const char *values_text(const struct analysis *an, uint32_t output, const struct outcome *o) {
    struct text t = {.arena = an->arena};
    text_put(&t, "");
    for (size_t i = 0; i < o->nvalue; i++) {
        text_printf(&t, "%s%s", i ? " > " : "", an->table->output[output].value[o->value[i]]);
    }
    return t.at;
}

/* As it is written in the rule. */
const char *outcome_text(const struct analysis *an, uint32_t output, const struct outcome *o) {
    switch (o->kind) {
    case OUTCOME_LIST:
        return values_text(an, output, o);
    case OUTCOME_NONE:
        return "NONE";
    case OUTCOME_ERROR:
        return "ERROR";
    case OUTCOME_INT:
        return arena_printf(an->arena, "%lld", (long long)o->number);
    case OUTCOME_COPY:
        return arena_printf(an->arena, "<%s>", an->table->input[o->input].name);
    case OUTCOME_PRODUCT:
        return arena_printf(an->arena, "%lld * %s", (long long)o->number, an->table->input[o->input].name);
    }
    return "";
}

/* Nothing to say where there is one tier only. */
const char *tier_text(const struct analysis *an, uint32_t rule) {
    const struct rule *r = &an->table->rule[rule];
    if (r->kind != RULE_RULE || an->table->ntier < 2) {
        return "";
    }
    return arena_printf(an->arena, " of tier '%s'", an->table->tier[r->tier]);
}

static uint32_t atom_at(const struct analysis *an, const struct box *at, uint32_t input) {
    return aset_next(an->space->domain[input].sets, at->set[input], 0);
}

/* What a plain condition takes, at the version of the cell. */
static uint32_t accepted_at(const struct analysis *an, const struct cond *c, const struct box *at) {
    uint32_t versions = an->table->versions;
    return domain_entries(an->space, c->input[0], &c->entries, versions == NO ? NO : atom_at(an, at, versions));
}

/* A plain condition that does not hold at the cell; the other forms are shown whole. */
static bool fails_at(const struct analysis *an, const struct cond *c, const struct box *at) {
    if (c->guard) {
        return false;
    }
    return c->form != COND_PLAIN ||
           !aset_has(an->space->domain[c->input[0]].sets, accepted_at(an, c, at), atom_at(an, at, c->input[0]));
}

/* Everything that was found in the box, where all of it fails and it takes few words: who reads it has another GPU than
 * the first.  NULL: the first cell's alone. */
static const char *found_text(const struct analysis *an, const struct cond *c, const struct box *at) {
    const struct domain *d = &an->space->domain[c->input[0]];
    uint32_t found = at->set[c->input[0]], first = atom_at(an, at, c->input[0]);
    bool one = aset_next(d->sets, found, first + 1) == NO && an->table->input[c->input[0]].type != TYPE_INT, whole;
    if (c->form != COND_PLAIN || one || aset_meets(d->sets, found, accepted_at(an, c, at))) {
        return NULL;
    }
    const char *text = set_text(an, c->input[0], found, &whole);
    bool plain = strlen(text) <= FOUND && !strchr(text, '&') && strcmp(text, d->atom[first].text) != 0;
    return plain ? text : NULL;
}

/* Only the conditions that fail at the first cell of the box, each with what was found there. */
const char *failing_text(const struct analysis *an, uint32_t clause, const struct box *at) {
    const struct rule *r = &an->table->rule[clause];
    struct text t = {.arena = an->arena};
    text_put(&t, "");
    for (size_t i = 0; i < r->ncond; i++) {
        const struct cond *c = &r->cond[i];
        if (!fails_at(an, c, at)) {
            continue;
        }
        const char *found = found_text(an, c, at);
        text_printf(&t, "%sneeds %s, found", t.len ? "; " : "", cond_text(an->arena, an->table, c));
        if (found) {
            text_printf(&t, " %s = %s", an->table->input[c->input[0]].name, found);
        }
        for (size_t k = 0; k < c->ninput && !found; k++) {
            const struct domain *d = &an->space->domain[c->input[k]];
            text_printf(&t, " %s=%s", an->table->input[c->input[k]].name, d->atom[atom_at(an, at, c->input[k])].text);
        }
    }
    return t.len ? t.at : "its conditions do not hold";
}
