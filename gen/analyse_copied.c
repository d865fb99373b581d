/* analyse_copied.c -- copied: `attention = <user_attention>` where the input has no value of the output.
 *
 * In: the lines of one output.  Out: one error per rule that copies an input or multiplies one: how many of its cells
 * yield nothing, one of them, and what the input is there: unset, another name, or a number outside of the range.
 */
#include "analyse.h"

static const char *reason_text(const struct analysis *an, const struct outcome *o, const struct box *at) {
    const struct domain *d = &an->space->domain[o->input];
    const struct input *in = &an->table->input[o->input];
    const struct output *out = &an->table->output[an->output];
    uint32_t atom = aset_next(d->sets, at->set[o->input], 0);
    bool unset = atom == d->special[VALUE_UNSET - VALUE_OTHER];
    if (out->is_int && !unset) {
        return arena_printf(an->arena, "%s is outside of the range %lld..%lld of '%s' where '%s' is %s",
                            outcome_text(an, an->output, o), (long long)out->lo, (long long)out->hi, out->name,
                            in->name, d->atom[atom].label);
    }
    return arena_printf(an->arena, "'%s' is %s, which is no value of '%s'", in->name, d->atom[atom].label, out->name);
}

static void look_at_copy(struct analysis *an, uint32_t rule, const struct outcome *o) {
    const struct span *s = &an->of_rule[rule];
    struct answer x = {0};
    struct cover_limit limit = ask_limit(an);
    bool decided = true;
    allow_expect(an, &x, FINDING_COPIED, rule, NULL);
    for (size_t i = 0; i < s->count; i++) {
        const struct line *l = &an->plan->line[s->line[i]];
        if (l->kind == LINE_ERROR && an->win[s->line[i]] != COVER_ALL) {
            takers(an, s->line[i]);
            decided = ask_count(an, &l->box, &x, &limit) && decided;
        }
    }
    x.at_least = x.at_least || !decided;
    if (x.found) {
        allow_settle(an, &x, FINDING_COPIED, rule, NULL);
        report(an, FINDING_COPIED, rule, &x,
               arena_printf(an->arena, "rule '%s' copies nothing in %s: %s; give the rule a condition on '%s'",
                            an->table->rule[rule].name, example_text(an, &x), reason_text(an, o, &x.witness),
                            an->table->input[o->input].name));
    } else if (!decided) {
        undecided(an, FINDING_COPIED, rule, &an->boxes->rule[rule].box[0]);
    }
}

void analyse_copied(struct analysis *an) {
    for (uint32_t i = 0; i < an->table->nrule; i++) {
        const struct outcome *o = an->says[i] ? an->says[an->outcome[i]] : NULL;
        if (o && an->table->rule[i].kind == RULE_RULE && (o->kind == OUTCOME_COPY || o->kind == OUTCOME_PRODUCT)) {
            look_at_copy(an, i, an->says[i]);
        }
    }
}
