/* analyse_chosen.c -- masked candidates and values that are never chosen.
 *
 * In: which lines win.  Out: a warning per candidate that never wins in its rule (only candidates that the rule names
 * itself: a shared @tail may well hold values that one rule never gets to), and per declared value that no cell
 * yields (only outputs without override: with one, a user may choose what no rule does).
 */
#include "analyse.h"

#include <string.h>

/* The candidate is written in the rule, not taken along with a set. */
static bool named_itself(const struct outcome *o, const char *value) {
    for (size_t i = 0; i < o->ncand; i++) {
        if (o->cand[i].kind == ENTRY_WORD && strcmp(o->cand[i].text, value) == 0) {
            return true;
        }
    }
    return false;
}

struct standing { /* of one candidate */
    bool lines, wins, undecided;
};

/* A candidate without lines has needs that hold nowhere in the rule. */
static struct standing standing_of(const struct analysis *an, uint32_t rule, uint32_t cand) {
    const struct span *s = &an->of_rule[rule];
    struct standing st = {0};
    for (size_t i = 0; i < s->count; i++) {
        uint32_t line = s->line[i];
        if (an->plan->line[line].kind == LINE_VALUE && an->plan->line[line].cand == cand) {
            st.lines = true;
            st.wins = st.wins || an->win[line] == COVER_WITNESS;
            st.undecided = st.undecided || an->win[line] == COVER_UNDECIDED;
        }
    }
    return st;
}

/* Some cell that the rule does win, to show what fails there. */
static const struct box *cell_of(struct analysis *an, uint32_t rule) {
    const struct span *s = &an->of_rule[rule];
    for (size_t i = 0; i < s->count; i++) {
        if (an->win[s->line[i]] == COVER_WITNESS) {
            return line_won(an, s->line[i]);
        }
    }
    return NULL;
}

static void look_at_candidate(struct analysis *an, uint32_t rule, uint32_t cand, const struct box *cell) {
    const struct rule *r = &an->table->rule[rule];
    const struct outcome *o = rule_outcome(r, an->output);
    const char *name = an->table->output[an->output].value[o->value[cand]];
    struct standing st = standing_of(an, rule, cand);
    bool ranked = an->table->output[an->output].ranked; /* then it also counts behind the first */
    if (st.wins || st.undecided || (ranked && st.lines) || !named_itself(o, name)) {
        return;
    }
    const char *why = st.lines ? "where its needs hold, an earlier candidate or another rule comes first"
                               : "its needs hold in none of the rule's cells";
    struct msg *m =
        report(an, FINDING_MASKED_CANDIDATE, rule, NULL,
               arena_printf(an->arena, "candidate '%s' of rule '%s' never wins: %s; delete it", name, r->name, why));
    m->pos = o->value_pos[cand];
    m->len = (uint32_t)strlen(name);
    if (!st.lines) {
        note_failing(an, m, o->value[cand], cell);
    }
}

static void look_at_list(struct analysis *an, uint32_t rule) {
    const struct outcome *o = an->says[an->outcome[rule]];
    const struct box *cell = o->kind == OUTCOME_LIST && o->nvalue > 1 ? cell_of(an, rule) : NULL;
    for (uint32_t i = 0; cell && i < o->nvalue; i++) {
        look_at_candidate(an, rule, i, cell);
    }
}

/* The first rule that names the value, or NO. */
static uint32_t named_by(const struct analysis *an, uint32_t value) {
    for (uint32_t i = 0; i < an->table->nrule; i++) {
        const struct outcome *o = an->table->rule[i].kind == RULE_RULE ? an->says[i] : NULL;
        for (size_t k = 0; o && o->kind == OUTCOME_LIST && k < o->nvalue; k++) {
            if (o->value[k] == value) {
                return i;
            }
        }
    }
    return NO;
}

/* An undecided line counts as one that wins: nothing is claimed on a doubt. */
static bool chosen_somewhere(const struct analysis *an, uint32_t value) {
    for (uint32_t i = 0; i < an->plan->nline; i++) {
        const struct line *l = &an->plan->line[i];
        bool ranked = an->table->output[an->output].ranked;
        if ((l->kind == LINE_VALUE || l->kind == LINE_INCAPABLE) && l->value == value &&
            (ranked || an->win[i] != COVER_ALL)) {
            return true;
        }
    }
    return false;
}

/* Two reasons, two pieces of advice: nobody asks for it, or those who do never get it. */
static void look_at_value(struct analysis *an, uint32_t value) {
    const struct output *o = &an->table->output[an->output];
    uint32_t rule = named_by(an, value);
    if (chosen_somewhere(an, value)) {
        return;
    }
    struct msg *m = report(an, FINDING_NEVER_CHOSEN, NO, NULL,
                           arena_printf(an->arena, "no cell yields '%s' of output '%s': %s", o->value[value], o->name,
                                        rule == NO ? "no rule names it; delete it, or write the rule that is missing"
                                                   : "the rules that name it never win with it"));
    m->pos = o->value_pos[value];
    m->len = (uint32_t)strlen(o->value[value]);
    if (rule != NO) {
        msg_note(an->msgs, m, an->table->rule[rule].pos, "rule '%s' names it", an->table->rule[rule].name);
    }
}

void analyse_chosen(struct analysis *an) {
    const struct output *o = &an->table->output[an->output];
    for (uint32_t i = 0; i < an->table->nrule; i++) {
        const struct rule *r = &an->table->rule[i];
        if (an->says[i] && !an->masked[i] && r->kind == RULE_RULE) {
            look_at_list(an, i);
        }
    }
    for (uint32_t i = 0; i < o->nvalue && !o->is_int && o->override == OVERRIDE_NO; i++) {
        look_at_value(an, i);
    }
}
