/* analyse_ranked.c -- ranked outputs: do two rules that prefer the same value go on alike?
 *
 * In: two lines that give one value, and a box of both.  Out: the cells in which the rules' orders, with the values left
 * out whose needs fail, differ behind it: a value that only one of them has can run there, or two can that they have the
 * other way round.
 */
#include "analyse.h"

enum { PIECES = 1 << 12 };

struct order { /* the values that a rule prefers, best first */
    const uint32_t *value;
    size_t n;
};

static struct order order_of(const struct analysis *an, uint32_t line) {
    const struct line *l = &an->plan->line[line];
    const struct outcome *o = rule_outcome(&an->table->rule[l->rule], an->output);
    bool list = o->kind == OUTCOME_LIST;
    return (struct order){list ? o->value : &l->value, list ? o->nvalue : 1};
}

static size_t place_of(const struct order *o, uint32_t value) {
    size_t i = 0;
    while (i < o->n && o->value[i] != value) {
        i++;
    }
    return i;
}

static bool same_order(const struct order *x, const struct order *y) {
    bool same = x->n == y->n;
    for (size_t i = 0; same && i < x->n; i++) {
        same = x->value[i] == y->value[i];
    }
    return same;
}

/* The cells of the region in which the value can run. */
static struct region running(struct analysis *an, const struct region *in, uint32_t value, bool *cut) {
    struct region fails = {NULL, 0};
    for (size_t i = 0; i < an->plan->nclause; i++) {
        uint32_t c = an->plan->clause[i];
        if (clause_speaks_of(&an->table->rule[c], an->output, value)) {
            region_add(an->scratch, &fails, &an->boxes->rule[c]);
        }
    }
    return region_sharp(an->space, an->scratch, in, &fails, PIECES, cut);
}

/* Adds the cells of `value`, which `x` has, where `y` has it not, or has it on the other side of a value of both. */
static void add_differing(struct analysis *an, const struct order *x, const struct order *y, size_t at,
                          const struct region *in, struct region *out, bool *cut) {
    struct region here = running(an, in, x->value[at], cut);
    size_t there = place_of(y, x->value[at]);
    if (there == y->n) {
        region_add(an->scratch, out, &here);
        return;
    }
    for (size_t i = 0; i < at; i++) {
        size_t other = place_of(y, x->value[i]);
        if (other < y->n && other > there) {
            struct region both = running(an, &here, x->value[i], cut);
            region_add(an->scratch, out, &both);
        }
    }
}

struct region order_differs(struct analysis *an, uint32_t x, uint32_t y, const struct box *both, bool *cut) {
    struct order of_x = order_of(an, x), of_y = order_of(an, y);
    struct region in = {arena_alloc(an->scratch, sizeof *both), 1}, out = {NULL, 0};
    if (same_order(&of_x, &of_y)) {
        return out;
    }
    in.box[0] = box_copy(an->space, an->scratch, both);
    for (size_t i = 0; i < of_x.n; i++) {
        add_differing(an, &of_x, &of_y, i, &in, &out, cut);
    }
    for (size_t i = 0; i < of_y.n; i++) {
        if (place_of(&of_x, of_y.value[i]) == of_x.n) {
            add_differing(an, &of_y, &of_x, i, &in, &out, cut);
        }
    }
    return out;
}
