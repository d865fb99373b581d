/* analyse_order.c -- may one rule stand for others without changing a cell?
 *
 * In: rules of equal outcomes, and the region of a rule that would take their place.  Out: yes, where it is proven.
 * A cell's outcome depends on which rules of its group cover it and on how they are ordered.  Covering stays as it is
 * when the region is the union of theirs, or lacks only cells that they do not win; so it is enough that the order
 * stays: under `specific` that every other rule which meets one of them is inside or around the new rule just as it
 * is inside or around that one; under `first` that no other rule of another outcome stands between the first of them
 * and one that it meets.  Under `unique` and `any`, and among elses, rules that meet agree anyway.
 */
#include "analyse.h"

#include <string.h>

static bool names_rule(const struct analysis *an, const char *name) {
    for (size_t i = 0; i < an->table->nallow; i++) {
        if (strcmp(an->table->allow[i].rule, name) == 0) {
            return true;
        }
    }
    return false;
}

bool may_change(const struct analysis *an, uint32_t rule) {
    const struct rule *r = &an->table->rule[rule];
    if (r->kind != RULE_RULE || an->boxes->rule[rule].nbox != 1 || an->spoken[rule] || names_rule(an, r->name)) {
        return false;
    }
    for (size_t i = 0; i < r->nassign; i++) {
        if (an->conflicted[r->assign[i].output]) {
            return false;
        }
    }
    return r->nassign > 0;
}

struct standing { /* the question in hand */
    const uint32_t *rule;
    size_t nrule;
    uint32_t output;
    const struct region *as;
    struct boxes changed; /* with `as` in place of the first rule's region */
};

/* They ascend. */
static bool is_one(const struct standing *s, uint32_t rule) {
    size_t lo = 0, hi = s->nrule;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (s->rule[middle] < rule) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo < s->nrule && s->rule[lo] == rule;
}

/* Is `other` ordered with the new rule as with each of those that it meets? */
static bool same_order(struct analysis *an, const struct standing *s, uint32_t other) {
    const struct boxes *b = an->plans[s->output]->boxes;
    uint32_t first = s->rule[0];
    for (size_t i = 0; i < s->nrule; i++) {
        if (region_meets(an->space, &b->rule[s->rule[i]], &b->rule[other]) &&
            (plan_stricter(b, s->rule[i], other, NO) != plan_stricter(&s->changed, first, other, NO) ||
             plan_stricter(b, other, s->rule[i], NO) != plan_stricter(&s->changed, other, first, NO))) {
            return false;
        }
    }
    return true;
}

/* The rules of another outcome that stand between the first and a later one keep their cells. */
static bool not_between(struct analysis *an, const struct standing *s, uint32_t other) {
    const struct rule *r = an->table->rule;
    for (size_t i = 0; i < s->nrule && s->rule[0] < other; i++) {
        if (other < s->rule[i] && !outcomes_equal(&r[other], &r[s->rule[0]], s->output) &&
            region_meets(an->space, &an->boxes->rule[s->rule[i]], &an->boxes->rule[other])) {
            return false;
        }
    }
    return true;
}

/* Does another rule keep its cells, and its order with them? */
static bool rule_stays(struct analysis *an, const struct standing *s, uint32_t other, struct cover_limit *limit) {
    const struct rule *r = &an->table->rule[other], *first = &an->table->rule[s->rule[0]];
    bool meets = r->kind == RULE_RULE && r->tier == first->tier && !r->is_else && rule_outcome(r, s->output) &&
                 !is_one(s, other) && region_meets(an->space, s->as, &an->boxes->rule[other]);
    limit->used += meets ? s->nrule : 1;
    if (limit->used >= limit->step) {
        return false;
    }
    bool in_order = an->table->output[s->output].hit == HIT_FIRST;
    return !meets ||
           (!plan_versioned(an->boxes, other) && (in_order ? not_between(an, s, other) : same_order(an, s, other)));
}

/* ---- which rules are asked ---- */

struct order { /* the boxes of all rules that decide, in one index */
    struct meets *meets;
    uint32_t *rule; /* per box of it, ascending */
    struct meeting meet;
};

/* Made when the first question is asked, which is after the last output. */
static struct order *order_make(struct analysis *an) {
    const struct table *t = an->table;
    struct order *o = arena_alloc(an->lines, sizeof *o);
    size_t n = 0;
    for (uint32_t i = 0; i < t->nrule; i++) {
        n += t->rule[i].kind == RULE_RULE ? an->boxes->rule[i].nbox : 0;
    }
    const struct box **box = arena_alloc(an->lines, (n + 1) * sizeof(const struct box *));
    o->rule = arena_alloc(an->lines, (n + 1) * sizeof *o->rule);
    n = 0;
    for (uint32_t i = 0; i < t->nrule; i++) {
        for (size_t k = 0; k < an->boxes->rule[i].nbox && t->rule[i].kind == RULE_RULE; k++) {
            box[n] = &an->boxes->rule[i].box[k];
            o->rule[n++] = i;
        }
    }
    o->meets = meets_make(an->lines, an->space, box, n);
    return o;
}

/* Of the rules in [from, end) that meet the box, those that do not stay: the first, or NO. */
static uint32_t box_disturbs(struct analysis *an, const struct standing *s, const struct box *b, uint32_t from,
                             uint32_t end, struct cover_limit *limit) {
    struct order *o = an->order;
    uint32_t last = NO;
    meets_ask(o->meets, b, &o->meet);
    for (size_t i = 0; i < o->meet.count; i++) {
        uint32_t other = o->rule[o->meet.line[i]];
        if (other >= from && other < end && other != last && !rule_stays(an, s, other, limit)) {
            return other;
        }
        last = other;
    }
    return NO;
}

/* Of the output whose lines are at hand, what meets each line is known: under `first` only what meets a later one of
 * the rules can be in the way, and it is in the way wherever it meets the others. */
static bool by_lines(const struct analysis *an, uint32_t output) {
    return an->meets && an->plan->output == output && an->plan->boxes == an->boxes && an->table->versions == NO &&
           an->table->output[output].hit == HIT_FIRST;
}

static bool line_stays(struct analysis *an, const struct standing *s, uint32_t line, struct cover_limit *limit) {
    const struct meeting *meet = line_meeting(an, line);
    uint32_t first = s->rule[0], later = an->plan->line[line].rule;
    for (uint32_t k = meeting_next(meet, an->first[line], line); k != NO; k = meeting_next(meet, k + 1, line)) {
        uint32_t other = an->plan->line[k].rule;
        limit->used++;
        if (other > first && other < later && !is_one(s, other) && an->outcome[other] != an->outcome[first]) {
            return false;
        }
    }
    return limit->used < limit->step;
}

static bool lines_stay(struct analysis *an, const struct standing *s, struct cover_limit *limit) {
    bool stays = true;
    for (size_t i = 1; i < s->nrule && stays; i++) {
        const struct span *of = &an->of_rule[s->rule[i]];
        for (size_t k = 0; k < of->count && stays; k++) {
            stays = line_stays(an, s, of->line[k], limit);
        }
    }
    return stays;
}

bool stands_by_lines(const struct analysis *an, uint32_t rule) {
    const struct rule *r = &an->table->rule[rule];
    bool lines = !r->is_else;
    for (size_t i = 0; i < r->nassign && lines; i++) {
        lines = by_lines(an, r->assign[i].output);
    }
    return lines;
}

/* What was in the way of one pair is often in the way of the next, so it is asked first.  A rule that does not meet
 * the new one stays as it is. */
static bool output_stays(struct analysis *an, const struct standing *s, struct cover_limit *limit) {
    enum hit hit = an->table->output[s->output].hit;
    if (an->table->rule[s->rule[0]].is_else || hit == HIT_ANY || hit == HIT_UNIQUE) {
        return true;
    }
    if (by_lines(an, s->output)) {
        return lines_stay(an, s, limit);
    }
    uint32_t from = hit == HIT_FIRST ? s->rule[0] : 0;
    uint32_t end = hit == HIT_FIRST ? s->rule[s->nrule - 1] : (uint32_t)an->table->nrule;
    if (an->in_the_way >= from && an->in_the_way < end && !rule_stays(an, s, an->in_the_way, limit)) {
        return false;
    }
    an->order = an->order ? an->order : order_make(an);
    for (size_t i = 0; i < s->as->nbox; i++) {
        uint32_t other = box_disturbs(an, s, &s->as->box[i], from, end, limit);
        if (other != NO) {
            an->in_the_way = other;
            return false;
        }
    }
    return true;
}

/* A copy of all regions, made once. */
static struct region *regions(struct analysis *an) {
    if (!an->changed) {
        size_t size = an->table->nrule * sizeof *an->changed;
        an->changed = memcpy(arena_alloc(an->arena, size), an->boxes->rule, size);
    }
    return an->changed;
}

bool would_be_stricter(struct analysis *an, uint32_t rule, const struct region *as, uint32_t than) {
    struct region *region = regions(an), was = region[rule];
    struct boxes changed = *an->boxes;
    changed.rule = region;
    region[rule] = *as;
    bool is = plan_stricter(&changed, rule, than, NO);
    region[rule] = was;
    return is;
}

bool may_stand_for(struct analysis *an, const uint32_t *rule, size_t nrule, const struct region *as,
                   struct cover_limit *limit) {
    const struct rule *first = &an->table->rule[rule[0]];
    struct region *region = regions(an), was = region[rule[0]];
    bool stays = true;
    region[rule[0]] = as ? *as : was;
    for (size_t i = 0; i < first->nassign && stays; i++) {
        struct standing s = {rule, nrule, first->assign[i].output, as, *an->plans[first->assign[i].output]->boxes};
        s.changed.rule = region;
        stays = output_stays(an, &s, limit);
    }
    region[rule[0]] = was;
    return stays;
}
