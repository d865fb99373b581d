/* diff_ranked.c -- what a ranked output says: not only the first candidate, but the whole order that survives.
 *
 * In: a line that selects candidate n of a list.  Out: items for its parts in which the same of the later candidates
 * can run, each saying "a > c > d".
 */
#include "diff.h"

#include <string.h>

enum { PARTS = 1 << 12 };

bool list_is_ranked(const struct diff *d, enum side side, uint32_t output, const struct line *line) {
    const struct table *t = d->joint->side[side].table, *other = d->joint->side[!side].table;
    uint32_t twin = output_named(other, t->output[output].name);
    const struct outcome *o = line->kind == LINE_VALUE ? rule_outcome(&t->rule[line->rule], output) : NULL;
    return o && o->kind == OUTCOME_LIST && line->cand + 1 < o->nvalue && t->output[output].ranked &&
           !d->options->first && (twin == NO || other->output[twin].ranked);
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

/* The cells of the box by what survives there behind the line's own candidate. */
static struct part *parts_of(struct diff *d, enum side side, uint32_t output, const struct line *line, struct box *in,
                             size_t *n, bool *cut) {
    const struct table *t = d->joint->side[side].table;
    const struct outcome *o = rule_outcome(&t->rule[line->rule], output);
    size_t nvalue = o && o->kind == OUTCOME_LIST ? o->nvalue : 0;
    struct part *part = NULL;
    *n = 0;
    *PUSH(d->arena, part, *n) = (struct part){{in, 1}, t->output[output].value[line->value]};
    for (size_t i = line->cand + 1; i < nvalue && !*cut; i++) {
        part = split(d, side, output, o->value[i], part, n, cut);
    }
    return part;
}

struct region ranked_differs(struct diff *d, enum side side, uint32_t output, const struct line *x,
                             const struct line *y, const struct box *both, bool *cut) {
    const struct space *s = d->base[side]->space;
    struct box one = box_copy(s, d->arena, both), other = box_copy(s, d->arena, both);
    size_t nx, ny;
    struct part *of_x = parts_of(d, side, output, x, &one, &nx, cut);
    struct part *of_y = parts_of(d, side, output, y, &other, &ny, cut);
    struct region out = {0};
    for (size_t i = 0; i < nx; i++) {
        for (size_t k = 0; k < ny; k++) {
            if (strcmp(of_x[i].order, of_y[k].order) != 0) {
                struct region cells = region_and(s, d->arena, &of_x[i].region, &of_y[k].region);
                region_add(d->arena, &out, &cells);
            }
        }
    }
    return out;
}

void list_ranked(struct diff *d, struct list *l, enum side side, uint32_t output, const struct line *line,
                 struct item item) {
    const struct table *t = d->joint->side[side].table;
    struct box own = line->box;
    bool cut = false;
    size_t n;
    struct part *part = parts_of(d, side, output, line, &own, &n, &cut);
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
