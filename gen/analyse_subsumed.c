/* analyse_subsumed.c -- subsumed: a rule strictly inside another of the same outcome, that could go.
 *
 * In: which rules are masked.  Out: a note, and only where it is proven that no cell changes without the rule: every
 * third rule that meets it and says something else either loses to the wider one too (specific), or lies outside the
 * stretch between the two (first), or is strictly inside the rule itself and wins anyway.
 */
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

/* As written, not as resolved: then they are equal in every cell. */
bool outcomes_equal(const struct rule *x, const struct rule *y, uint32_t output) {
    const struct outcome *p = rule_outcome(x, output), *q = rule_outcome(y, output);
    if (p->kind != q->kind || p->nvalue != q->nvalue || p->number != q->number || p->input != q->input ||
        x->exhausted_next != y->exhausted_next) {
        return false;
    }
    for (size_t i = 0; i < p->nvalue; i++) {
        if (p->value[i] != q->value[i]) {
            return false;
        }
    }
    return strcmp(p->error ? p->error : "", q->error ? q->error : "") == 0;
}

/* The rules of the group that meet the rule, in file order, each once. */
struct met {
    uint32_t *rule;
    size_t count;
};

static int ascending(const void *x, const void *y) {
    const uint32_t *p = x, *q = y;
    return *p < *q ? -1 : *p > *q;
}

static struct met rules_meeting(struct analysis *an, uint32_t rule) {
    const struct span *s = &an->of_rule[rule];
    struct met m = {NULL, 0};
    for (size_t i = 0; i < s->count; i++) {
        uint32_t line = s->line[i];
        const struct meeting *meet = line_meeting(an, line);
        for (uint32_t k = meeting_next(meet, an->first[line], an->last[line]); k != NO;
             k = meeting_next(meet, k + 1, an->last[line])) {
            if (an->plan->line[k].rule != rule) {
                *PUSH(an->scratch, m.rule, m.count) = an->plan->line[k].rule;
            }
        }
    }
    if (m.count) {
        qsort(m.rule, m.count, sizeof *m.rule, ascending);
    }
    size_t kept = 0;
    for (size_t i = 0; i < m.count; i++) {
        if (!i || m.rule[i] != m.rule[i - 1]) {
            m.rule[kept++] = m.rule[i];
        }
    }
    m.count = kept;
    return m;
}

/* Does `third` take no cell of `rule` once that is gone, with `wide` still there? */
static bool harmless(struct analysis *an, uint32_t rule, uint32_t wide, uint32_t third) {
    if (third == wide || an->outcome[third] == an->outcome[rule]) {
        return true;
    }
    switch (an->table->output[an->output].hit) {
    case HIT_SPECIFIC:
        return plan_stricter(an->boxes, third, rule, NO) || plan_stricter(an->boxes, wide, third, NO);
    case HIT_FIRST:
        return third < rule || third > wide;
    case HIT_ANY:
    case HIT_UNIQUE:
        break;
    }
    return true; /* rules that meet must agree anyway */
}

/* Strictly inside: of two equal rules one is masked. */
static bool subsumes(struct analysis *an, uint32_t wide, uint32_t rule, const struct met *m) {
    bool first = an->table->output[an->output].hit == HIT_FIRST;
    if (an->masked[wide] || (first && wide < rule) || an->outcome[rule] != an->outcome[wide]) {
        return false;
    }
    struct region in = region_of(an, rule), out = region_of(an, wide);
    if (!region_within(an->space, &in, &out) || region_within(an->space, &out, &in)) {
        return false;
    }
    for (size_t i = 0; i < m->count; i++) {
        if (an->versioned[m->rule[i]] || !harmless(an, rule, wide, m->rule[i])) {
            return false;
        }
    }
    return true;
}

/* Is there a rule at all that may subsume it?  Most meet none of their outcome. */
static bool meets_equal(struct analysis *an, uint32_t rule) {
    const struct span *s = &an->of_rule[rule];
    uint32_t first = an->table->output[an->output].hit == HIT_FIRST ? rule + 1 : 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct meeting *meet = line_meeting(an, s->line[i]);
        for (size_t k = 0; k < meet->count; k++) {
            uint32_t other = an->plan->line[meet->line[k]].rule;
            if (other != NO && other != rule && other >= first && an->outcome[other] == an->outcome[rule]) {
                return true;
            }
        }
    }
    return false;
}

static void look_at_rule(struct analysis *an, uint32_t rule) {
    const struct rule *r = an->table->rule;
    if (!meets_equal(an, rule)) {
        return;
    }
    struct met m = rules_meeting(an, rule);
    for (size_t i = 0; i < m.count; i++) {
        if (subsumes(an, m.rule[i], rule, &m)) {
            an->spoken[rule] = true;
            struct region own = region_of(an, rule);
            struct answer x = rule_cells(an, &own);
            const struct rule *wide = &r[m.rule[i]];
            report_second(an, wide->name);
            allow_whole(an, FINDING_SUBSUMED, rule, wide->name);
            struct msg *msg =
                report(an, FINDING_SUBSUMED, rule, &x,
                       arena_printf(an->arena,
                                    "rule '%s' is inside '%s', which gives %s too; its %s stay as they "
                                    "are without it",
                                    r[rule].name, wide->name,
                                    outcome_text(an, an->output, rule_outcome(wide, an->output)), cells_text(an, &x)));
            msg_note(an->msgs, msg, wide->pos, "'%s' is here", wide->name);
            return;
        }
    }
}

/* Where rules conflict, nobody can say what a cell is without one of them. */
void analyse_subsumed(struct analysis *an) {
    const struct table *t = an->table;
    for (uint32_t i = 0; i < t->nrule && !an->conflict && t->output[an->output].hit != HIT_UNIQUE; i++) {
        const struct rule *r = &t->rule[i];
        if (an->of_rule[i].count && an->says[i] && !an->masked[i] && !an->versioned[i] && r->kind == RULE_RULE &&
            !r->is_else) {
            look_at_rule(an, i);
        }
    }
}
