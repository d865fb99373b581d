/* diff_ranked.c -- what a ranked output says: not only the first candidate, but the whole order that survives.
 *
 * In: a line that selects candidate n of a list.  Out: items for its parts in which the same of the later candidates
 * can run, each saying "a > c > d".
 */
#include "diff.h"

enum { PARTS = 1 << 12 };

bool list_is_ranked(const struct diff *d, enum side side, uint32_t output, const struct line *line) {
    const struct table *t = d->joint->side[side].table, *other = d->joint->side[!side].table;
    uint32_t twin = output_named(other, t->output[output].name);
    const struct outcome *o = line->kind == LINE_VALUE ? rule_outcome(&t->rule[line->rule], output) : NULL;
    return o && o->kind == OUTCOME_LIST && line->cand + 1 < o->nvalue && t->output[output].ranked &&
           (twin == NO || other->output[twin].ranked);
}

struct part {
    struct region region;
    const char *order;
};

/* Every part in two: where the value can run, and where it cannot. */
static struct part *split(struct diff *d, enum side side, uint32_t output, uint32_t value, struct part *part, size_t *n,
                          bool *cut) {
    const struct boxes *b = d->base[side];
    const struct table *t = b->space->table;
    struct part *out = NULL;
    struct region fails = {0};
    size_t nout = 0;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (!t->rule[i].no_filter && clause_speaks_of(&t->rule[i], output, value)) {
            region_add(d->arena, &fails, &b->rule[i]);
        }
    }
    for (size_t i = 0; i < *n; i++) {
        struct region yes = region_sharp(b->space, d->arena, &part[i].region, &fails, PARTS, cut);
        struct region no = region_and(b->space, d->arena, &part[i].region, &fails);
        if (yes.nbox) {
            const char *order = arena_printf(d->arena, "%s > %s", part[i].order, t->output[output].value[value]);
            *PUSH(d->arena, out, nout) = (struct part){yes, order};
        }
        if (no.nbox) {
            *PUSH(d->arena, out, nout) = (struct part){no, part[i].order};
        }
    }
    *cut = *cut || nout > PARTS;
    *n = nout;
    return out;
}

void list_ranked(struct diff *d, struct list *l, enum side side, uint32_t output, const struct line *line,
                 struct item item) {
    const struct table *t = d->joint->side[side].table;
    const struct outcome *o = rule_outcome(&t->rule[line->rule], output);
    struct box own = line->box;
    struct part *part = NULL;
    size_t n = 0;
    bool cut = false;
    *PUSH(d->arena, part, n) = (struct part){{&own, 1}, t->output[output].value[line->value]};
    for (size_t i = line->cand + 1; i < o->nvalue && !cut; i++) {
        part = split(d, side, output, o->value[i], part, &n, &cut);
    }
    l->complete = l->complete && !cut;
    for (size_t i = 0; i < n; i++) {
        item.saying = say(d, SAY_VALUE, part[i].order);
        d->saying[item.saying].value = t->output[output].value[line->value];
        for (size_t k = 0; k < part[i].region.nbox; k++) {
            struct box box;
            if (join_box(d->joint, side, &part[i].region.box[k], &box)) {
                item_add(d, l, box, item);
            }
        }
    }
}
