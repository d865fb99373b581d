/* analyse_pin.c -- broken pins: a pinned cell has another answer than the one expected.
 *
 * In: the lines of one output in order, and the pins that speak of it.  Out: one error per pin and output: how many
 * cells answer otherwise, one of them, the line that answers there, and the clauses that reject what is expected.
 * Never cells are left out; a cell without any line breaks a pin, unless `gaps = NONE` and NONE is what it expects.
 */
#include "analyse.h"

#include <string.h>

/* A pin may name the text of the error, or any error. */
static bool error_is(const struct analysis *an, const struct outcome *o, const struct line *l, uint32_t output) {
    const struct outcome *says = l->kind == LINE_ERROR ? rule_outcome(&an->table->rule[l->rule], output) : NULL;
    const char *text = l->kind == LINE_REFUSE ? an->table->rule[l->rule].why : says ? says->error : NULL;
    return !o->error || (text && strcmp(o->error, text) == 0);
}

/* Pins and forbids cut a copied input, so all numbers of a piece match, or none. */
static bool line_value_matches(const struct analysis *an, const struct line *l, const struct assign *expected) {
    int64_t number = l->number;
    if (l->copy != NO) {
        const struct domain *d = &an->space->domain[l->copy];
        number *= d->atom[aset_next(d->sets, l->box.set[l->copy], 0)].lo;
    }
    return l->value == NO ? assign_has_number(expected, number) : assign_has_value(expected, l->value);
}

/* Nothing matches a list that ran out: not even `!NONE`. */
bool line_matches(const struct analysis *an, const struct plan *p, uint32_t line, const struct assign *expected) {
    const struct line *l = &p->line[line];
    bool error = assign_has_value(expected, VALUE_ERROR) != expected->negated; /* ERROR is named */
    switch (l->kind) {
    case LINE_VALUE:
    case LINE_INCAPABLE:
        return line_value_matches(an, l, expected);
    case LINE_NONE:
        return assign_has_value(expected, VALUE_NONE);
    case LINE_ERROR:
    case LINE_REFUSE:
    case LINE_FAILED:
        return (error && error_is(an, &expected->outcome, l, p->output)) != expected->negated;
    case LINE_NEVER:
    case LINE_EXHAUSTED:
        break;
    }
    return false;
}

bool none_matches(const struct assign *expected) {
    return assign_has_value(expected, VALUE_NONE);
}

struct broken {
    struct answer answer; /* tag: the line that answers at the witness; NO: none does */
    bool decided;
};

/* A pin that does not speak of a chained input speaks of what the rules decide there, not of a user's choice. */
static void block_choices(struct analysis *an, const struct box *b, uint64_t named) {
    for (size_t k = 0; k < an->boxes->nchain; k++) {
        const struct chain *c = &an->boxes->chain[k];
        bool chosen = an->table->output[c->output].override != OVERRIDE_NO && !(named >> c->input & 1);
        for (size_t i = 0; chosen && i < c->other.nbox; i++) {
            if (box_meets(an->space, &c->other.box[i], b)) {
                blockers_add(an, &c->other.box[i], NO);
            }
        }
    }
}

/* Adds the cells of the pin's box i, without its boxes before it, that a line answers first (NO: that none covers). */
static void count_wrong(struct analysis *an, const struct region *pin, size_t i, uint32_t line, struct broken *out,
                        struct cover_limit *limit) {
    struct box b = box_copy(an->space, an->scratch, &pin->box[i]);
    if (line != NO && !box_and(an->space, &b, &an->plan->line[line].box)) {
        return;
    }
    blockers_clear(an);
    blockers_before(an, &an->meet[0], line == NO ? (uint32_t)an->plan->nline : line);
    for (size_t k = 0; k < i; k++) {
        blockers_add(an, &pin->box[k], NO);
    }
    block_choices(an, &b, pin->box[i].named);
    out->answer.now = line;
    out->decided = ask_count(an, &b, &out->answer, limit) && out->decided;
}

static struct broken look_at_pin(struct analysis *an, uint32_t rule, const struct assign *expected) {
    const struct region *pin = &an->boxes->rule[rule];
    struct cover_limit limit = ask_limit(an);
    struct broken out = {.decided = true};
    allow_expect(an, &out.answer, FINDING_BROKEN_PIN, rule, NULL);
    bool none = an->table->output[an->output].gaps_none;
    bool gap_is_fine = none && none_matches(expected);
    for (size_t i = 0; i < pin->nbox; i++) {
        lines_meeting(an, &pin->box[i], &an->meet[0]);
        uint32_t n = (uint32_t)an->plan->nline;
        for (uint32_t k = meeting_next(&an->meet[0], 0, n); k != NO; k = meeting_next(&an->meet[0], k + 1, n)) {
            if (an->plan->line[k].kind != LINE_NEVER && !line_matches(an, an->plan, k, expected)) {
                count_wrong(an, pin, i, k, &out, &limit);
            }
        }
        if (!gap_is_fine) {
            count_wrong(an, pin, i, NO, &out, &limit);
        }
    }
    return out;
}

const char *expected_text(const struct analysis *an, const struct assign *e) {
    struct text t = {.arena = an->arena};
    const struct outcome *o = &e->outcome;
    text_put(&t, "");
    for (size_t i = 0; i < o->ncand; i++) {
        text_printf(&t, "%s%s%s", i ? ", " : "", e->negated ? "!" : "", entry_text(an->arena, &o->cand[i]));
    }
    return o->ncand ? t.at : outcome_text(an, e->output, o);
}

/* Values that are expected and that the rule which decides prefers to what it gives: their needs reject them there. */
static void note_rejected(struct analysis *an, struct msg *m, const struct assign *expected, const struct line *l,
                          const struct box *at) {
    const struct rule *r = l->rule == NO ? NULL : &an->table->rule[l->rule];
    const struct outcome *o = r && r->kind == RULE_RULE ? rule_outcome(r, an->output) : NULL;
    if (!o || o->kind != OUTCOME_LIST || expected->negated || (l->kind != LINE_VALUE && l->kind != LINE_EXHAUSTED)) {
        return;
    }
    for (size_t i = 0; i < o->nvalue && i < l->cand; i++) { /* of a list that ran out, all */
        if (assign_has_value(expected, o->value[i])) {
            note_all_failing(an, m, o->value[i], at);
        }
    }
}

/* The tag of the answer is the line that answers at the witness. */
static void report_broken(struct analysis *an, uint32_t rule, const struct assign *expected, const struct answer *x) {
    const struct rule *r = &an->table->rule[rule];
    const struct output *o = &an->table->output[an->output];
    uint32_t line = x->tag, decider = line == NO ? NO : an->plan->line[line].rule;
    const struct rule *by = decider == NO ? NULL : &an->table->rule[decider];
    const char *gives =
        by           ? arena_printf(an->arena, "'%s' gives %s in", by->name, line_outcome_text(an, an->plan, line))
        : line != NO ? "it is ERROR, since what it depends on has no value, in"
                     : "no rule covers";
    struct msg *m = report(an, FINDING_BROKEN_PIN, rule, x,
                           arena_printf(an->arena, "pin '%s' expects %s = %s, but %s %s%s", r->name, o->name,
                                        expected_text(an, expected), gives, example_text(an, x),
                                        line == NO && o->gaps_none ? "; that gives NONE" : ""));
    if (by) {
        msg_note(an->msgs, m, by->pos, "%s '%s' decides there", rule_word(by), by->name);
        note_rejected(an, m, expected, &an->plan->line[line], &x->witness);
    }
}

void analyse_pins(struct analysis *an) {
    for (uint32_t i = 0; i < an->table->nrule; i++) {
        const struct rule *r = &an->table->rule[i];
        for (size_t k = 0; r->kind == RULE_PIN && k < r->nassign; k++) {
            if (r->assign[k].output != an->output) {
                continue;
            }
            struct broken b = look_at_pin(an, i, &r->assign[k]);
            b.answer.at_least = b.answer.at_least || !b.decided;
            if (b.answer.found) {
                allow_settle(an, &b.answer, FINDING_BROKEN_PIN, i, NULL);
                report_broken(an, i, &r->assign[k], &b.answer);
            } else if (!b.decided) {
                undecided(an, FINDING_BROKEN_PIN, i, &an->boxes->rule[i].box[0]);
            }
        }
    }
}
