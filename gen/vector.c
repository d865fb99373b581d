/* vector.c -- test vectors: the corners of the paths of the rule diagrams.
 *
 * In: one rule diagram per output.  Out: cells.  Every path from the root to a terminal is a box in which one rule
 * gives one answer; its low corner takes the first atom of each of its sets, its high corner the last one, and inputs
 * that the path does not test take the first and the last atom of their domain.  Names, values and SMs have no order
 * that a mistake would follow, so where the limit allows there are rows between the corners in which each of them
 * comes once (note [between]).
 * Guaranteed: no row lies in a [never] cell; when there are more corners than the limit, every k-th path of each
 * diagram is taken, with the smallest k that fits, and `rule` says so.  Paths are counted, not walked, to find k.
 * An output whose diagram passed its limit gives the corners of the boxes of its rules instead.
 */
#include "vector.h"

#include <inttypes.h>

enum { SHARED = 16 };

/* ---- corners ---- */

static uint32_t set_corner(const struct space *s, uint32_t input, uint32_t set, bool high) {
    const struct asets *p = s->domain[input].sets;
    uint32_t atom = s->domain[input].natom, last = aset_next(p, set, 0);
    if (!high) {
        return last;
    }
    if (aset_count(p, set) < atom / 16) { /* a few of many names: from one to the next */
        for (uint32_t i = last; i != NO; i = aset_next(p, set, i + 1)) {
            last = i;
        }
        return last;
    }
    while (atom > 0 && !aset_has(p, set, --atom)) {
    }
    return atom;
}

static bool unordered(const struct job *j, const struct box *b, uint32_t input) {
    enum type type = j->space->table->input[input].type;
    return (b->named >> input & 1) && type != TYPE_VERSION && type != TYPE_INT;
}

static uint32_t box_width(const struct job *j, const struct box *b) {
    uint32_t width = 2;
    for (uint32_t i = 0; i < j->space->ninput; i++) {
        uint32_t count = aset_count(j->space->domain[i].sets, b->set[i]);
        width = unordered(j, b, i) && count > width ? count : width;
    }
    return width;
}

/* Note [between]: all unordered sets are gone through at the same time, the shorter ones again and again; the other
 * inputs change between their ends. */
static bool box_between(struct job *j, const struct box *b, uint32_t output) {
    uint32_t width = box_width(j, b), cell[64] = {0};
    bool any = false;
    for (uint32_t k = 0; k + 1 < width; k++) { /* row 0 is the low corner, and the last atom is in the high corner */
        for (uint32_t i = 0; i < j->space->ninput; i++) {
            const struct asets *p = j->space->domain[i].sets;
            if (!unordered(j, b, i)) {
                cell[i] = set_corner(j->space, i, b->set[i], k % 2);
                continue;
            }
            uint32_t next = k == 0 ? NO : aset_next(p, b->set[i], cell[i] + 1);
            cell[i] = next != NO ? next : aset_next(p, b->set[i], 0);
        }
        any = row_add(j, cell, b, output, k % 2) || any;
    }
    return any;
}

static void box_rows(struct job *j, const struct box *b, uint32_t output) {
    uint32_t cell[64] = {0};
    bool any = false;
    for (int high = 0; high < 2; high++) {
        for (uint32_t i = 0; i < j->space->ninput; i++) {
            cell[i] = set_corner(j->space, i, b->set[i], high);
        }
        any = row_add(j, cell, b, output, high) || any;
    }
    any = (j->between && box_between(j, b, output)) || any;
    j->left_out += !any && !row_within(j, b, output);
}

static uint64_t add_saturating(uint64_t x, uint64_t y) {
    return x > UINT64_MAX / 4 - y ? UINT64_MAX / 4 : x + y; /* both at most UINT64_MAX / 4 */
}

/* Paths to terminals other than NEVER, below each node; returns those below the root. */
static uint64_t count_paths(struct job *j, const struct diagram *d) {
    j->path = arena_alloc(j->arena, ((size_t)d->nnode + 1) * sizeof *j->path);
    for (uint32_t i = 0; i < d->nnode; i++) {
        if (i < d->nterminal) {
            j->path[i] = d->terminal[i].verdict != VERDICT_NEVER;
            continue;
        }
        for (uint32_t e = 0; e < d->node[i].nedge; e++) {
            j->path[i] = add_saturating(j->path[i], j->path[d->node[i].edge[e].child]);
        }
    }
    return d->nnode > 0 ? j->path[d->root] : 0;
}

/* The box of path number n, counted in the order of the edges. */
static void path_box(const struct job *j, const struct diagram *d, uint64_t n, struct box *b) {
    b->named = 0;
    for (uint32_t i = 0; i < j->space->ninput; i++) {
        b->set[i] = ASET_FULL;
    }
    for (uint32_t at = d->root; at >= d->nterminal;) {
        const struct node *node = &d->node[at];
        const struct edge *e = node->edge;
        while (n >= j->path[e->child]) {
            n -= j->path[e->child];
            e++;
        }
        b->set[node->input] = e->set;
        b->named |= (uint64_t)1 << node->input;
        at = e->child;
    }
}

/* The boxes of an output's rules, for want of a diagram. */
static uint64_t rule_corners(struct job *j, uint32_t output, uint64_t every) {
    const struct table *t = j->space->table;
    uint64_t count = 0;
    for (uint32_t r = 0; r < t->nrule; r++) {
        bool speaks = t->rule[r].kind == RULE_RULE
                          ? rule_outcome(&t->rule[r], output) != NULL
                          : t->rule[r].kind == RULE_REFUSE && rule_refuses(&t->rule[r], output);
        for (size_t i = 0; speaks && i < j->boxes->rule[r].nbox; i++) {
            if (every > 0 && count % every == 0) {
                box_rows(j, &j->boxes->rule[r].box[i], output);
            }
            count++;
        }
    }
    return count;
}

/* [never] is a part of every diagram, but not of the rules. */
static void drop_never(struct job *j) {
    size_t kept = 0;
    for (size_t i = 0; i < j->out->nvector; i++) {
        bool never = false;
        for (size_t k = 0; k < j->boxes->never.nbox && !never; k++) {
            never = box_has(j->space, &j->boxes->never.box[k], j->out->vector[i].cell);
        }
        if (!never) {
            j->out->vector[kept++] = j->out->vector[i];
        }
    }
    j->out->nvector = kept;
}

/* ---- how many ---- */

static uint64_t sampled(const uint64_t *path, size_t n, uint64_t every) {
    uint64_t sum = 0;
    for (size_t o = 0; o < n; o++) {
        sum = add_saturating(sum, path[o] / every + (path[o] % every != 0));
    }
    return 2 * sum;
}

/* The smallest k for which every k-th path of each diagram stays within the limit. */
static uint64_t stride(const uint64_t *path, size_t n, uint64_t limit) {
    uint64_t lo = 1, hi = UINT64_MAX / 4; /* hi: one path of each */
    limit = limit < 2 * n ? 2 * n : limit;
    while (lo < hi) {
        uint64_t middle = lo + (hi - lo) / 2;
        if (sampled(path, n, middle) <= limit) {
            hi = middle;
        } else {
            lo = middle + 1;
        }
    }
    return lo;
}

/* Do the corners and all rows between them stay within the limit? */
static bool between_fits(struct job *j, struct diagram *const *d, const uint64_t *path, size_t n, uint64_t limit) {
    uint64_t sum = 0;
    struct box b = box_full(j->space, j->arena);
    for (uint32_t o = 0; o < n && sum <= limit; o++) {
        if (!d[o]->complete) {
            return false;
        }
        count_paths(j, d[o]);
        for (uint64_t i = 0; i < path[o] && sum <= limit; i++) {
            path_box(j, d[o], i, &b);
            sum += box_width(j, &b);
        }
    }
    return sum <= limit;
}

static const char *state_rule(struct arena *a, const struct job *j, struct diagram *const *d, uint64_t every,
                              double corners) {
    struct text t = {.arena = a};
    if (every == 1) {
        text_printf(&t, "the low and the high corner of every path of every decision diagram%s",
                    j->between ? ", and between them each of its names, values and SMs once" : "");
    } else {
        text_printf(&t,
                    "sampled: the low and the high corner of every path whose number is divisible by %" PRIu64
                    ", in every decision diagram; %zu rows for %.0f corners",
                    every, j->out->nvector, corners);
    }
    for (size_t o = 0; o < j->space->table->noutput; o++) {
        if (!d[o]->complete) {
            text_printf(&t, "; for '%s', whose diagram passed its limit, of every rule instead",
                        j->space->table->output[o].name);
        }
    }
    if (j->left_out > 0) {
        text_printf(&t, "; %zu paths left out, for which no inputs that go together were found", j->left_out);
    }
    return t.at;
}

/* The rows of every `every`-th path. */
static void take_rows(struct job *j, struct diagram *const *d, const uint64_t *path, uint64_t every) {
    struct box box = box_full(j->space, j->arena);
    j->out->nvector = j->cap = j->left_out = 0;
    for (uint32_t o = 0; o < j->space->table->noutput; o++) {
        if (!d[o]->complete) {
            rule_corners(j, o, every);
            continue;
        }
        count_paths(j, d[o]);
        for (uint64_t n = 0; n < path[o]; n += every) {
            path_box(j, d[o], n, &box);
            box_rows(j, &box, o);
        }
    }
    drop_never(j);
}

static void find_tied(struct job *j) {
    const struct table *t = j->space->table;
    for (uint32_t i = 0; i < t->ninput; i++) {
        j->derived |= (uint64_t)(t->input[i].from_op != 0) << i;
        j->chained |= (uint64_t)(t->input[i].chain != NO) << i;
    }
    j->order = j->chained ? boxes_order(j->arena, t) : NULL;
}

struct vectors *vector_build(struct arena *a, struct msgs *m, const struct boxes *b, struct diagram *const *d,
                             const struct limits *l) {
    (void)m;
    struct vectors *out = arena_alloc(a, sizeof *out);
    struct job j = {.arena = a, .boxes = b, .space = b->space, .out = out};
    size_t noutput = b->space->table->noutput;
    find_tied(&j);
    uint64_t *path = arena_alloc(a, (noutput + 1) * sizeof *path);
    double corners = 0;
    for (uint32_t o = 0; o < noutput; o++) {
        path[o] = d[o]->complete ? count_paths(&j, d[o]) : rule_corners(&j, o, 0);
        corners += 2 * (double)path[o];
    }
    uint64_t every = stride(path, noutput, l->vectors);
    j.between = every == 1 && between_fits(&j, d, path, noutput, l->vectors);
    if (every > 1 && corners <= SHARED * (double)l->vectors) { /* outputs share corners: perhaps all of them fit */
        take_rows(&j, d, path, 1);
        every = out->nvector <= l->vectors ? 1 : every;
    }
    if (every > 1 || out->nvector == 0) {
        take_rows(&j, d, path, every);
    }
    out->total = every == 1 ? (double)out->nvector : corners;
    out->rule = state_rule(a, &j, d, every, corners);
    return out;
}
