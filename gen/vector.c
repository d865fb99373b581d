/* vector.c -- test vectors: the corners of the paths of the rule diagrams.
 *
 * In: one rule diagram per output.  Out: cells.  Every path from the root to a terminal is a box in which one rule
 * gives one answer; its low corner takes the first atom of each of its sets, its high corner the last one, and inputs
 * that the path does not test take the first and the last atom of their domain.  Equal rows are kept once.
 * Guaranteed: no row lies in a [never] cell; when there are more corners than the limit, every k-th path of each
 * diagram is taken, with the smallest k that fits, and `rule` says so.  Paths are counted, not walked, to find k.
 * An output whose diagram passed its limit gives the corners of the boxes of its rules instead.
 */
#include "turnout.h"

#include <inttypes.h>
#include <string.h>

struct job {
    struct arena *arena;
    const struct boxes *boxes;
    const struct space *space;
    struct vectors *out;
    uint32_t *slot; /* open addressing over the rows: row + 1, or 0 */
    size_t cap;
    uint64_t *path; /* paths below each node of the diagram at hand, saturating */
};

const char *vector_text(struct arena *a, const struct space *s, const struct vector *v, uint32_t input) {
    const struct atom *atom = &s->domain[input].atom[v->cell[input]];
    bool number = s->table->input[input].type == TYPE_INT && v->high && atom->lo < atom->hi;
    return number ? arena_printf(a, "%" PRId64, atom->hi) : atom->text;
}

/* ---- rows, each once ---- */

/* Do low and high differ in a number, although they are the same cell? */
static bool wide(const struct space *s, const uint32_t *cell) {
    for (uint32_t i = 0; i < s->ninput; i++) {
        const struct atom *atom = &s->domain[i].atom[cell[i]];
        if (s->table->input[i].type == TYPE_INT && atom->lo < atom->hi) {
            return true;
        }
    }
    return false;
}

static size_t row_slot(const struct job *j, const struct vector *v) {
    uint64_t h = v->high ? 0x9e3779b97f4a7c15u : 0x2545f4914f6cdd1du;
    for (uint32_t i = 0; i < j->space->ninput; i++) {
        h = (h ^ v->cell[i]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    size_t at = h & (j->cap - 1);
    for (; j->slot[at] != 0; at = (at + 1) & (j->cap - 1)) {
        const struct vector *have = &j->out->vector[j->slot[at] - 1];
        if (have->high == v->high && memcmp(have->cell, v->cell, j->space->ninput * sizeof *v->cell) == 0) {
            break;
        }
    }
    return at;
}

static void rows_grow(struct job *j) {
    j->cap = j->cap == 0 ? 1024 : 2 * j->cap;
    j->slot = arena_alloc(j->arena, j->cap * sizeof *j->slot);
    for (size_t i = 0; i < j->out->nvector; i++) {
        j->slot[row_slot(j, &j->out->vector[i])] = (uint32_t)i + 1;
    }
}

static void row_add(struct job *j, const uint32_t *cell, uint32_t output, bool high) {
    if (2 * j->out->nvector >= j->cap) {
        rows_grow(j);
    }
    size_t size = j->space->ninput * sizeof *cell;
    struct vector v = {.cell = arena_alloc(j->arena, size + 1), .output = output};
    memcpy(v.cell, cell, size);
    v.high = high && wide(j->space, cell);
    size_t at = row_slot(j, &v);
    if (j->slot[at] == 0) {
        *PUSH(j->arena, j->out->vector, j->out->nvector) = v;
        j->slot[at] = (uint32_t)j->out->nvector;
    }
}

/* ---- corners ---- */

static uint32_t set_corner(const struct space *s, uint32_t input, uint32_t set, bool high) {
    const struct asets *p = s->domain[input].sets;
    uint32_t atom = s->domain[input].natom;
    if (!high) {
        return aset_next(p, set, 0);
    }
    while (atom > 0 && !aset_has(p, set, --atom)) {
    }
    return atom;
}

static void box_corners(struct job *j, const struct box *b, uint32_t output) {
    uint32_t cell[64] = {0};
    for (int high = 0; high < 2; high++) {
        for (uint32_t i = 0; i < j->space->ninput; i++) {
            cell[i] = set_corner(j->space, i, b->set[i], high);
        }
        row_add(j, cell, output, high);
    }
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
static void path_corners(struct job *j, const struct diagram *d, uint64_t n) {
    struct box b = box_full(j->space, j->arena);
    for (uint32_t at = d->root; at >= d->nterminal;) {
        const struct node *node = &d->node[at];
        const struct edge *e = node->edge;
        while (n >= j->path[e->child]) {
            n -= j->path[e->child];
            e++;
        }
        b.set[node->input] = e->set;
        at = e->child;
    }
    box_corners(j, &b, d->output);
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
                box_corners(j, &j->boxes->rule[r].box[i], output);
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

static const char *state_rule(struct arena *a, const struct job *j, struct diagram *const *d, uint64_t every,
                              double corners) {
    struct text t = {.arena = a};
    if (every == 1) {
        text_put(&t, "the low and the high corner of every path of every decision diagram");
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
    return t.at;
}

struct vectors *vector_build(struct arena *a, struct msgs *m, const struct boxes *b, struct diagram *const *d,
                             const struct limits *l) {
    (void)m;
    struct vectors *out = arena_alloc(a, sizeof *out);
    struct job j = {.arena = a, .boxes = b, .space = b->space, .out = out};
    size_t noutput = b->space->table->noutput;
    uint64_t *path = arena_alloc(a, (noutput + 1) * sizeof *path);
    double corners = 0;
    for (uint32_t o = 0; o < noutput; o++) {
        path[o] = d[o]->complete ? count_paths(&j, d[o]) : rule_corners(&j, o, 0);
        corners += 2 * (double)path[o];
    }
    uint64_t every = stride(path, noutput, l->vectors);
    for (uint32_t o = 0; o < noutput; o++) {
        if (!d[o]->complete) {
            rule_corners(&j, o, every);
            continue;
        }
        count_paths(&j, d[o]);
        for (uint64_t n = 0; n < path[o]; n += every) {
            path_corners(&j, d[o], n);
        }
    }
    drop_never(&j);
    out->total = every == 1 ? (double)out->nvector : corners;
    out->rule = state_rule(a, &j, d, every, corners);
    return out;
}
