/* analyse_needs.c -- incapable: a rule selects a value whose needs fail there; exhausted: nothing of a list survives.
 *
 * In: which lines win.  Out: an error per rule and clause, with the number of cells that the rule wins and the clause
 * fails in; an error per rule whose list runs out.  A clause with `filter = no` does not filter lists, so a list's
 * candidate is held against it too; against a filtering clause a list's candidate holds by construction.
 */
#include "analyse.h"

/* Adds the cells that the line wins and the clause fails in.  The clause's boxes may overlap: each is asked about
 * without those before it. */
static bool count_failing(struct analysis *an, uint32_t line, const struct region *fails, struct answer *into,
                          struct cover_limit *limit) {
    bool decided = true;
    takers(an, line);
    for (size_t i = 0; i < fails->nbox; i++) {
        struct box b = box_copy(an->space, an->scratch, &an->plan->line[line].box);
        if (box_and(an->space, &b, &fails->box[i])) {
            decided = ask_count(an, &b, into, limit) && decided;
            blockers_add(an, &fails->box[i], NO);
        }
    }
    return decided;
}

/* The tag of the answer is the value that the rule selects at the witness. */
static void report_incapable(struct analysis *an, uint32_t rule, uint32_t clause, const struct answer *x) {
    const struct rule *r = &an->table->rule[rule], *c = &an->table->rule[clause];
    const struct output *o = &an->table->output[an->output];
    const char *value = o->value[x->tag];
    bool lone = rule_outcome(r, an->output)->nvalue == 1;
    report_second(an, c->name);
    struct msg *m = report(an, FINDING_INCAPABLE, rule, x,
                           arena_printf(an->arena, "rule '%s' selects '%s' where its needs '%s' fail: %s; %s", r->name,
                                        value, c->name, example_text(an, x),
                                        lone ? "narrow the rule, or name what comes next ('A > B')"
                                             : "narrow the rule: this clause does not filter lists"));
    msg_note(an->msgs, m, c->pos, "'%s' %s", value, failing_text(an, clause, &x->witness));
}

/* One rule against one clause, over all values that the clause speaks of. */
static void look_at_clause(struct analysis *an, uint32_t rule, uint32_t clause) {
    const struct span *s = &an->of_rule[rule];
    struct answer x = {0};
    struct cover_limit limit = ask_limit(an);
    bool decided = true;
    allow_expect(an, &x, FINDING_INCAPABLE, rule, an->table->rule[clause].name);
    for (size_t i = 0; i < s->count; i++) {
        const struct line *l = &an->plan->line[s->line[i]];
        bool selects = (l->kind == LINE_VALUE || l->kind == LINE_INCAPABLE) && l->value != NO;
        if (selects && an->win[s->line[i]] != COVER_ALL &&
            clause_speaks_of(&an->table->rule[clause], an->output, l->value)) {
            x.now = l->value;
            decided = count_failing(an, s->line[i], &an->boxes->rule[clause], &x, &limit) && decided;
        }
    }
    x.at_least = x.at_least || !decided;
    if (x.found) {
        allow_settle(an, &x, FINDING_INCAPABLE, rule, an->table->rule[clause].name);
        report_incapable(an, rule, clause, &x);
    } else if (!decided) {
        undecided(an, FINDING_INCAPABLE, rule, &an->boxes->rule[rule].box[0]);
    }
}

/* A note per candidate says which clause stops it at the witness. */
static void report_exhausted(struct analysis *an, uint32_t rule, const struct answer *x) {
    const struct rule *r = &an->table->rule[rule];
    const struct outcome *o = rule_outcome(r, an->output);
    struct msg *m =
        report(an, FINDING_EXHAUSTED, rule, x,
               arena_printf(an->arena, "nothing of the list of rule '%s' is left in %s; name a last candidate%s",
                            r->name, example_text(an, x),
                            r->exhausted_next ? ", or a rule for these cells" : ", or write `exhausted = next`"));
    for (size_t i = 0; i < o->nvalue; i++) {
        note_failing(an, m, o->value[i], &x->witness);
    }
}

/* An else with `exhausted = next` is not asked where a rule of its tier covers, if only with an empty list. */
static void add_rules_of_tier(struct analysis *an, uint32_t rule) {
    const struct rule *r = an->table->rule;
    for (uint32_t i = 0; r[rule].is_else && i < an->table->nrule; i++) {
        if (r[i].kind == RULE_RULE && !r[i].is_else && r[i].exhausted_next && r[i].tier == r[rule].tier &&
            an->says[i]) {
            for (size_t k = 0; k < an->boxes->rule[i].nbox; k++) {
                blockers_add(an, &an->boxes->rule[i].box[k], NO);
            }
        }
    }
}

/* A list runs out where its EXHAUSTED line wins; with `exhausted = next` that line is in the last group. */
static void look_at_list(struct analysis *an, uint32_t rule) {
    bool next = an->table->rule[rule].exhausted_next, decided = true;
    const struct span *s = next ? &an->left_over[rule] : &an->of_rule[rule];
    struct answer x = {0};
    struct cover_limit limit = ask_limit(an);
    allow_expect(an, &x, FINDING_EXHAUSTED, rule, NULL);
    for (size_t i = 0; i < s->count; i++) {
        const struct line *l = &an->plan->line[s->line[i]];
        if (l->kind == LINE_EXHAUSTED && an->win[s->line[i]] != COVER_ALL) {
            takers(an, s->line[i]);
            if (next) {
                add_rules_of_tier(an, rule);
            }
            decided = ask_count(an, &l->box, &x, &limit) && decided;
        }
    }
    x.at_least = x.at_least || !decided;
    if (x.found) {
        allow_settle(an, &x, FINDING_EXHAUSTED, rule, NULL);
        report_exhausted(an, rule, &x);
    } else if (!decided) {
        undecided(an, FINDING_EXHAUSTED, rule, &an->boxes->rule[rule].box[0]);
    }
}

void analyse_needs(struct analysis *an) {
    const struct table *t = an->table;
    uint32_t *clause = NULL;
    size_t nclause = 0;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind == RULE_CLAUSE) {
            *PUSH(an->scratch, clause, nclause) = i;
        }
    }
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (!an->says[i] || t->rule[i].kind != RULE_RULE) {
            continue;
        }
        for (size_t c = 0; c < nclause; c++) {
            look_at_clause(an, i, clause[c]);
        }
        look_at_list(an, i);
    }
}
