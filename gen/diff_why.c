/* diff_why.c -- where the same rule decides on both sides: which needs clause made the difference.
 *
 * In: a change and its cells.  Out: per side the clause that keeps the value of the other side from being selected, or
 * the selected one from running: it fails in every cell of the change.
 */
#include "diff.h"

#include <string.h>

/* The two sides number their values differently. */
static uint32_t value_named(const struct output *o, const char *name) {
    for (uint32_t v = 0; v < o->nvalue && name; v++) {
        if (strcmp(o->value[v], name) == 0) {
            return v;
        }
    }
    return NO;
}

static bool lists(const struct table *t, uint32_t rule, uint32_t output, uint32_t value) {
    const struct outcome *o = rule == NO ? NULL : rule_outcome(&t->rule[rule], output);
    for (size_t i = 0; o && o->kind == OUTCOME_LIST && i < o->nvalue; i++) {
        if (o->value[i] == value) {
            return true;
        }
    }
    return false;
}

/* In a part of them only, the clause would be no reason for the rest. */
static bool fails_in_all(struct diff *d, enum side side, uint32_t clause, const struct region *part) {
    const struct region *own = &d->base[side]->rule[clause];
    struct region fails = {0};
    for (size_t i = 0; i < own->nbox; i++) {
        struct box box;
        if (join_box(d->joint, side, &own->box[i], &box)) {
            *PUSH(d->arena, fails.box, fails.nbox) = box;
        }
    }
    return region_within(d->space, part, &fails);
}

/* Of a value that was selected and cannot run, its own clause; else that of the other side's value, where the rule has
 * it in its list. */
static uint32_t asked_value(const struct diff *d, const struct compared *c, const struct change *ch, enum side side) {
    const struct output *o = &d->joint->side[side].table->output[c->output[side]];
    const struct saying *own = &d->saying[ch->saying[side]], *other = &d->saying[ch->saying[!side]];
    if (own->say == SAY_INCAPABLE) {
        return value_named(o, own->value);
    }
    uint32_t value = other->say == SAY_VALUE ? value_named(o, other->value) : NO;
    bool listed = value != NO && ch->nby[side] == 1 &&
                  lists(d->joint->side[side].table, ch->by[side][0].rule, c->output[side], value);
    return listed ? value : NO;
}

void change_why(struct diff *d, const struct compared *c, struct change *ch, const struct region *part) {
    for (int s = OLD; s <= NEW; s++) {
        const struct table *t = d->joint->side[s].table;
        uint32_t value = asked_value(d, c, ch, (enum side)s);
        bool selected =
            d->saying[ch->saying[s]].say == SAY_INCAPABLE; /* then a clause that filters nothing counts too */
        ch->clause[s] = NO;
        for (uint32_t i = 0; i < t->nrule && value != NO && ch->clause[s] == NO; i++) {
            const struct rule *r = &t->rule[i];
            if ((!r->no_filter || selected) && clause_speaks_of(r, c->output[s], value) &&
                fails_in_all(d, (enum side)s, i, part)) {
                ch->clause[s] = i;
            }
        }
    }
}
