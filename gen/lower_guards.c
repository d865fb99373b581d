/* lower_guards.c -- numbers of several inputs that are tested at once: (a | b | c) < 2^k.
 *
 * In:  the levels of a look-up and the scales of their inputs.  Out: groups of levels.  Whatever passes the test of its
 * group has a place in the table of its input, which is as long as that test is wide: a place that is no number of the
 * input's holds the class of a bad one.  What does not pass is none of the input's, or rare; it is asked about again,
 * one by one.
 * A test of a group costs one instruction for each number and two more, one of an input alone two; what a wider table
 * takes is weighed against them.
 */
#include "lower.h"

enum { PLACES = 1026, WEIGHT = 512, SHARE = 16, LITERAL = 65535 };

/* The numbers that have a place, if they are not too many. */
static struct place place_of(const struct space *s, uint32_t input, const struct scale *c) {
    struct place p = {.from = 0};
    if (s->table->input[input].from_op != 0) {
        return p;
    }
    if (c->slots != SLOTS_ATOM) {
        p.count = lower_slot_numbers(c);
        return p;
    }
    int64_t near = c->quick_from > 0 && c->quick_from <= LOWER_NEAR ? c->quick_from : 0;
    if (c->nquick > 0 && c->covers + (uint64_t)near <= PLACES) {
        p.from = c->quick_from - near;
        p.count = (uint32_t)(c->covers + (uint64_t)near);
    }
    return p;
}

static unsigned place_bits(const struct place *p) {
    unsigned bits = 1;
    while (1u << bits < p->count) {
        bits++;
    }
    return bits;
}

struct grouping { /* the levels that can be tested together, by their bits */
    const struct guards *guards;
    const struct lowered *l;
    const struct scale *scale;
    size_t *level, n;
    unsigned *bits; /* per level of the look-up */
    double weight;  /* bytes that an instruction is worth */
};

static bool is_apart(const struct grouping *g, size_t level, uint32_t count) {
    return count <= (g->scale[g->l->level[level].input].slots == SLOTS_ATOM ? LOWER_DIRECT : LOWER_APART);
}

static uint32_t wide(const struct grouping *g, size_t from, size_t to) {
    return to - from == 1 ? g->guards->place[g->level[from]].count : 1u << g->bits[g->level[to - 1]];
}

/* What it costs to test these together. */
static double cost(const struct grouping *g, size_t from, size_t to) {
    double bytes = 0;
    uint32_t count = wide(g, from, to);
    for (size_t i = from; i < to; i++) {
        bytes += count * (is_apart(g, g->level[i], count) ? 4.0 : 1.0);
    }
    return bytes + g->weight * (to - from == 1 ? 2.0 : (double)(to - from) + 2);
}

/* Neighbours in the order of their bits, at the least cost. */
static void cut(struct arena *a, const struct grouping *g, struct guards *out) {
    double *least = arena_alloc(a, (g->n + 1) * sizeof *least);
    size_t *end = arena_alloc(a, (g->n + 1) * sizeof *end);
    for (size_t from = g->n; from-- > 0;) {
        for (size_t to = from + 1; to <= g->n; to++) {
            double all = cost(g, from, to) + least[to];
            if (to == from + 1 || all < least[from]) {
                least[from] = all;
                end[from] = to;
            }
        }
    }
    for (size_t from = 0; from < g->n; from = end[from]) {
        struct guard *guard = PUSH(a, out->guard, out->nguard);
        *guard = (struct guard){&g->level[from], end[from] - from, wide(g, from, end[from])};
        for (size_t i = from; i < end[from]; i++) {
            struct place *p = &out->place[g->level[i]];
            p->count = guard->below;
            p->apart = is_apart(g, g->level[i], p->count);
        }
    }
}

/* Bytes that an instruction is worth: some of those of the rows, unless all would be more than one literal may have (MSVC). */
static double weigh(const struct lowered *l) {
    double rows = 0;
    for (size_t i = 0; i < l->ngroup; i++) {
        rows += (double)l->group[i].ncell * lower_width(l->group[i].most);
    }
    double weight = WEIGHT + rows / SHARE, left = 2 * (LITERAL - rows) / SHARE;
    return rows < LITERAL && left < weight ? left : weight;
}

struct guards lower_guards(struct arena *a, const struct space *s, const struct scale *scale, const struct lowered *l) {
    struct guards out = {.place = arena_alloc(a, (l->nlevel + 1) * sizeof *out.place)};
    struct grouping g = {.guards = &out, .l = l, .scale = scale, .weight = weigh(l)};
    g.bits = arena_alloc(a, (l->nlevel + 1) * sizeof *g.bits);
    g.level = arena_alloc(a, (l->nlevel + 1) * sizeof *g.level);
    for (size_t k = 0; k < l->nlevel; k++) {
        const struct scale *c = &scale[l->level[k].input];
        out.place[k] = place_of(s, l->level[k].input, c);
        if (c->slots == SLOTS_SM && l->nlevel > LOWER_MANY) { /* none is no rare one then, of so many inputs */
            out.place[k].count = 0;
        }
        if (out.place[k].count == 0) {
            continue;
        }
        g.bits[k] = place_bits(&out.place[k]);
        size_t at = g.n++;
        for (; at > 0 && g.bits[g.level[at - 1]] > g.bits[k]; at--) {
            g.level[at] = g.level[at - 1];
        }
        g.level[at] = k;
    }
    cut(a, &g, &out);
    return out;
}
