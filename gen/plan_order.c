/* plan_order.c -- which of two rules is more specific, and an order in which the stricter comes first.
 *
 * In: the regions of boxes.c.  Out: plan_stricter (a strict partial order among the rules that cover one cell) and
 * plan_order (a linear extension of it, so that "first match wins" picks a winner).  Subset compares exact cell sets,
 * before never: at the cell's own version first, and where the rules are equal there, by all their cells.  Inputs that
 * follow from others stand for the cells that define them (note [tied]).
 */
#include "turnout.h"

#include <stdlib.h>

enum { OUTSIDE = 4096 }; /* boxes of a rule that may lie outside another before they are called crossing */

/* The boxes of a rule at one version, without the versions input; version NO: at all of them. */
static struct region slice(const struct boxes *b, struct arena *a, uint32_t rule, uint32_t version) {
    const struct space *s = b->space;
    uint32_t input = s->table->versions;
    struct region out = {NULL, 0};
    for (size_t i = 0; i < b->rule[rule].nbox; i++) {
        const struct box *box = &b->rule[rule].box[i];
        if (input != NO && version != NO && !aset_has(s->domain[input].sets, box->set[input], version)) {
            continue;
        }
        struct box copy = box_copy(s, a, box);
        if (input != NO) {
            copy.set[input] = ASET_FULL;
            copy.named &= ~((uint64_t)1 << input);
        }
        *PUSH(a, out.box, out.nbox) = copy;
    }
    return out;
}

/* Note [tied]: a derived integer, and a chained input without override, stand for the cells that define them.  So x is
 * inside y when no possible cell of x is outside y: the cells in `tied` do not count, nor do boxes for which the
 * numbers do not work out. */
static bool inside_tied(const struct boxes *b, struct arena *a, const struct region *x, const struct region *y,
                        uint32_t version) {
    const struct space *s = b->space;
    uint32_t input = s->table->versions;
    struct region here = {NULL, 0}, all = {NULL, 0};
    for (size_t i = 0; i < x->nbox; i++) {
        struct box box = box_copy(s, a, &x->box[i]);
        if (input == NO || version == NO || box_narrow(s, &box, input, aset_one(s->domain[input].sets, version))) {
            *PUSH(a, here.box, here.nbox) = box;
        }
    }
    region_add(a, &all, y);
    for (size_t i = 0; i < b->tied.nbox; i++) {
        if (region_meets(s, &here, &(struct region){&b->tied.box[i], 1})) {
            *PUSH(a, all.box, all.nbox) = b->tied.box[i];
        }
    }
    bool cut = false;
    struct region rest = region_sharp(s, a, &here, &all, OUTSIDE, &cut);
    for (size_t i = 0; i < rest.nbox; i++) {
        if (box_possible(s, &rest.box[i], NULL) != POSSIBLE_NO) {
            return false;
        }
    }
    return !cut;
}

/* -1 x is a strict subset, 1 y is, 0 equal, 2 neither; undecided: they cross, and are asked about. */
static int region_relation(const struct boxes *b, struct arena *a, const struct region *x, const struct region *y,
                           bool tied, uint32_t version) {
    const struct space *s = b->space;
    bool xy = tied ? inside_tied(b, a, x, y, version) : region_within(s, x, y);
    bool yx = tied ? inside_tied(b, a, y, x, version) : region_within(s, y, x);
    return xy && yx ? 0 : xy ? -1 : yx ? 1 : 2;
}

/* The same for two single boxes, leaving out the inputs in `skip`; the fast path of nearly every table. */
static int box_relation(const struct space *s, const struct box *x, const struct box *y, uint64_t skip) {
    bool xy = true, yx = true;
    uint64_t named = (x->named | y->named) & ~skip;
    for (uint32_t i = 0; named >> i && (xy || yx); i++) {
        if (named >> i & 1) {
            const struct asets *p = s->domain[i].sets;
            xy = xy && aset_within(p, x->set[i], y->set[i]);
            yx = yx && aset_within(p, y->set[i], x->set[i]);
        }
        if (i == 63) {
            break;
        }
    }
    return xy && yx ? 0 : xy ? -1 : yx ? 1 : 2;
}

/* Do its conditions speak of inputs that stand for others? */
static bool ties(const struct boxes *b, uint32_t rule) {
    uint64_t named = 0;
    for (size_t i = 0; i < b->rule[rule].nbox && b->ties; i++) {
        named |= b->rule[rule].box[i].named;
    }
    return (named & b->ties) != 0;
}

bool plan_stricter(const struct boxes *b, uint32_t rule, uint32_t than, uint32_t version) {
    const struct space *s = b->space;
    const struct region *x = &b->rule[rule], *y = &b->rule[than];
    uint32_t versions = s->table->versions;
    uint64_t skip = versions == NO ? 0 : (uint64_t)1 << versions;
    bool tied = ties(b, rule) || ties(b, than);
    if (x->nbox == 1 && y->nbox == 1 && !tied) {
        int relation = box_relation(s, &x->box[0], &y->box[0], skip);
        return (relation == 0 ? box_relation(s, &x->box[0], &y->box[0], 0) : relation) == -1;
    }
    struct arena *a = arena_new();
    struct region xs = slice(b, a, rule, version), ys = slice(b, a, than, version);
    int relation = region_relation(b, a, &xs, &ys, tied, version);
    relation = relation == 0 ? region_relation(b, a, x, y, tied, NO) : relation;
    arena_free(a);
    return relation == -1;
}

bool plan_versioned(const struct boxes *b, uint32_t rule) {
    const struct region *r = &b->rule[rule];
    uint32_t versions = b->space->table->versions;
    for (size_t i = 1; versions != NO && i < r->nbox; i++) {
        if (r->box[i].set[versions] != r->box[0].set[versions]) {
            return true;
        }
    }
    for (size_t i = 0; versions != NO && i < b->tied.nbox && ties(b, rule); i++) {
        if (b->tied.box[i].named >> versions & 1) {
            return true;
        }
    }
    return false;
}

/* The versions among `left` at which these boxes hold as they do at the atom. */
static uint32_t alike(const struct boxes *b, const struct region *r, uint32_t left, uint32_t atom) {
    uint32_t versions = b->space->table->versions;
    struct asets *p = b->space->domain[versions].sets;
    for (size_t i = 0; i < r->nbox; i++) {
        uint32_t set = r->box[i].set[versions];
        left = aset_has(p, set, atom) ? aset_and(p, left, set) : aset_minus(p, left, set);
    }
    return left;
}

uint32_t plan_span(const struct boxes *b, uint32_t rule, uint32_t versions) {
    uint32_t input = b->space->table->versions;
    if (input == NO || versions == ASET_EMPTY) {
        return versions;
    }
    uint32_t atom = aset_next(b->space->domain[input].sets, versions, 0);
    versions = alike(b, &b->rule[rule], versions, atom);
    return ties(b, rule) ? alike(b, &b->tied, versions, atom) : versions;
}

/* Sum of the set sizes without the versions input: strictly smaller for a strict subset of one box in another. */
static uint64_t width(const struct space *s, const struct box *b) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->ninput; i++) {
        sum += i == s->table->versions ? 0 : aset_count(s->domain[i].sets, b->set[i]);
    }
    return sum;
}

struct place { /* what one entrant is sorted by */
    uint64_t width, version_width;
    uint32_t at;
};

static int place_compare(const void *x, const void *y) {
    const struct place *p = x, *q = y;
    if (p->width != q->width) {
        return p->width < q->width ? -1 : 1;
    }
    if (p->version_width != q->version_width) {
        return p->version_width < q->version_width ? -1 : 1;
    }
    return p->at < q->at ? -1 : p->at > q->at;
}

/* One box each: the widths are a linear extension, ties by file order. */
static void order_by_width(const struct boxes *boxes, struct arena *a, struct entrant *e, size_t n) {
    const struct space *s = boxes->space;
    struct place *place = arena_alloc(a, (n + 1) * sizeof *place);
    struct entrant *sorted = arena_alloc(a, (n + 1) * sizeof *sorted);
    for (uint32_t i = 0; i < n; i++) {
        const struct box *b = &boxes->rule[e[i].rule].box[0]; /* as plan_stricter compares */
        uint32_t versions = s->table->versions;
        place[i].width = width(s, b);
        place[i].version_width = versions == NO ? 0 : aset_count(s->domain[versions].sets, b->set[versions]);
        place[i].at = i;
    }
    qsort(place, n, sizeof *place, place_compare);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = e[place[i].at];
    }
    for (size_t i = 0; i < n; i++) {
        e[i] = sorted[i];
    }
}

/* A version at which both entrants have cells, or NO when there is no versions input. */
static uint32_t common_version(const struct space *s, const struct entrant *x, const struct entrant *y) {
    uint32_t versions = s->table->versions;
    if (versions == NO) {
        return NO;
    }
    struct asets *p = s->domain[versions].sets;
    return aset_next(p, aset_and(p, x->region.box[0].set[versions], y->region.box[0].set[versions]), 0);
}

/* Unions of boxes: a topological order by pairs that meet, the earliest in the file first (Kahn). */
static void order_by_pairs(const struct boxes *b, struct arena *a, struct entrant *e, size_t n) {
    const struct space *s = b->space;
    struct entrant *sorted = arena_alloc(a, n * sizeof *sorted);
    uint32_t *before = arena_alloc(a, n * sizeof *before); /* how many stricter ones are not placed yet */
    bool *stricter = arena_alloc(a, n * n), *placed = arena_alloc(a, n);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            if (i != j && e[i].rule != e[j].rule && region_meets(s, &e[i].region, &e[j].region)) {
                stricter[i * n + j] = plan_stricter(b, e[i].rule, e[j].rule, common_version(s, &e[i], &e[j]));
                before[j] += stricter[i * n + j];
            }
        }
    }
    for (size_t k = 0; k < n; k++) {
        size_t pick = 0, first = 0;
        while (pick < n && (placed[pick] || before[pick] > 0)) {
            pick++;
        }
        while (placed[first]) {
            first++;
        }
        pick = pick < n ? pick : first; /* two relations that were not decided may close a circle */
        placed[pick] = true;
        sorted[k] = e[pick];
        for (size_t j = 0; j < n; j++) {
            before[j] -= stricter[pick * n + j];
        }
    }
    for (size_t i = 0; i < n; i++) {
        e[i] = sorted[i];
    }
}

void plan_order(const struct boxes *b, struct entrant *e, size_t n) {
    bool single = true;
    for (size_t i = 0; i < n; i++) {
        /* one span of versions, and its own conditions tell */
        single = single && e[i].region.nbox == 1 && b->rule[e[i].rule].nbox == 1 && !ties(b, e[i].rule);
    }
    struct arena *a = arena_new();
    if (single) {
        order_by_width(b, a, e, n);
    } else {
        order_by_pairs(b, a, e, n);
    }
    arena_free(a);
}
