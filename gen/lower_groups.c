/* lower_groups.c -- levels that are read at once: a few tables between one load per level and one dense table.
 *
 * In:  the levels of a diagram.  Out: groups of neighbours.  A row of a group holds every combination of the classes of
 * its levels, and equal rows are one, since rows are nodes of the diagram.  What is read is the place of a row of the
 * next group, so that a look-up is one addition per input and one load per group.
 * Of all ways to cut, the fewest loads whose tables are no larger than they need be: at most a quarter of the one dense
 * table, unless that is small, and no more than a few times the least.
 */
#include "lower.h"

enum { SMALL = 256, LARGE = 65536, SHARE = 4, WORTH = 4 };

uint32_t lower_width(uint32_t most) {
    return most < 1u << 8 ? 1 : most < 1u << 16 ? 2 : most < 1u << 24 ? 3 : 4;
}

struct grouping {        /* the levels from some level on, in so many loads */
    double bytes, cells; /* of all; of a row of the first group */
    size_t to;           /* where the first group ends */
};

/* Bytes of one group over levels from..to - 1; rest: how the levels behind it are cut. */
static double group_bytes(const struct lowered *l, size_t from, size_t to, const struct grouping *rest, double cells) {
    const struct level_rows *last = &l->level[to - 1];
    double most = rest ? (l->level[to].nrow - 1.0) * rest->cells : last->most;
    double width = most < 256 ? 1 : most < 65536 ? 2 : most < 16777216 ? 3 : most <= UINT32_MAX ? 4 : 1e30;
    return l->level[from].nrow * cells * width;
}

/* The least bytes for levels from.. in exactly `loads` loads; cut holds those of all later levels. */
static struct grouping best_way(const struct lowered *l, struct grouping *const *way, size_t from, size_t loads) {
    struct grouping best = {.bytes = 1e30};
    double cells = 1;
    for (size_t to = from + 1; to <= l->nlevel; to++) {
        bool read = from > 0 || to > 1; /* the first level alone is not */
        const struct grouping *rest = to < l->nlevel ? loads >= read ? &way[loads - read][to] : NULL : NULL;
        cells *= l->level[to - 1].nclass;
        if (to < l->nlevel ? !rest || rest->bytes >= 1e30 : loads != read) {
            continue;
        }
        double bytes = (read ? group_bytes(l, from, to, rest, cells) : 0) + (rest ? rest->bytes : 0);
        if (bytes < best.bytes) {
            best = (struct grouping){bytes, cells, to};
        }
    }
    return best;
}

/* The fewest loads within the limits; l->dense: of one table. */
static size_t choose(struct lowered *l, struct grouping *const *way) {
    double least = 1e30, most;
    size_t loads = 0;
    for (size_t k = 0; k <= l->nlevel; k++) {
        least = way[k][0].bytes < least ? way[k][0].bytes : least;
    }
    l->dense = lower_width(l->most);
    for (size_t k = 0; k < l->nlevel; k++) {
        l->dense *= l->level[k].nclass;
    }
    most = least * WORTH < LARGE ? least * WORTH : LARGE;
    most = most > l->dense / SHARE ? l->dense / SHARE : most;
    most = most < SMALL ? SMALL : most;
    most = most < least ? least : most;
    while (way[loads][0].bytes > most) {
        loads++;
    }
    return loads;
}

/* Every combination of the classes of a row: the place of the row it leads to. */
static void fill_group(struct arena *a, const struct lowered *l, struct level_group *g, uint32_t next_width) {
    uint32_t nrow = l->level[g->from].nrow;
    g->ncell = (size_t)nrow * g->width;
    g->cell = arena_alloc(a, g->ncell * sizeof *g->cell);
    for (size_t i = 0; i < g->ncell; i++) {
        uint32_t row = (uint32_t)(i / g->width);
        for (size_t k = g->from; k < g->to; k++) {
            const struct level_rows *v = &l->level[k];
            row = v->next[(size_t)row * v->nclass + i % g->width / g->stride[k - g->from] % v->nclass];
        }
        g->cell[i] = row * next_width;
        g->most = g->cell[i] > g->most ? g->cell[i] : g->most;
    }
}

void lower_groups(struct arena *a, struct lowered *l) {
    struct grouping **way = arena_alloc(a, (l->nlevel + 1) * sizeof *way);
    for (size_t loads = 0; loads <= l->nlevel; loads++) {
        way[loads] = arena_alloc(a, l->nlevel * sizeof **way);
        for (size_t from = l->nlevel; from-- > 0;) {
            way[loads][from] = best_way(l, way, from, loads);
        }
    }
    size_t loads = choose(l, way);
    for (size_t from = 0; from < l->nlevel;) {
        struct level_group *g = PUSH(a, l->group, l->ngroup);
        g->from = from;
        g->to = way[loads][from].to;
        g->width = 1;
        g->stride = arena_alloc(a, (g->to - from) * sizeof *g->stride);
        for (size_t k = g->to; k-- > from;) {
            g->stride[k - from] = g->width;
            g->width *= l->level[k].nclass;
        }
        loads -= from > 0 || g->to > 1;
        from = g->to;
    }
    for (size_t i = 0; i < l->ngroup; i++) {
        fill_group(a, l, &l->group[i], i + 1 < l->ngroup ? l->group[i + 1].width : 1);
    }
}
