/* diff_grow.c -- pieces as few large boxes.
 *
 * In: disjoint pieces that all went from one saying to another, and cells that no side has [note free].  Out: boxes.
 * Each is grown from a piece: input by input its set takes every atom at which the whole box still lies within the
 * pieces or the free cells.  Several orders of the inputs and several pieces to start from are tried; the box with the
 * most cells not yet in another one is taken, until none is left; a box that the others cover is dropped again.
 * Where the steps are used up boxes stay as they are.
 * Guaranteed: every cell of a piece is in a box or in what is left, every other cell of a box is free.
 */
#include "diff.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 12, STARTS = 24, ROUGH = 1024, RESIDUE = 4096 };

struct growing { /* the pieces of one pair of sayings */
    struct diff *d;
    struct arena *scratch;
    struct region all;  /* the pieces, and behind them what is free */
    struct region left; /* of the pieces, disjoint: in no box yet */
    uint64_t *steps;    /* left; a box is as it is when they are used up */
    uint32_t order[3][64];
    size_t norder, npiece;
};
struct grown {
    struct box box;
    double gain; /* cells of `left` */
};

/* ---- one box ---- */

static struct region meeting(const struct growing *g, const struct region *from, const struct box *b) {
    struct region r = {0};
    *g->steps -= from->nbox < *g->steps ? from->nbox : *g->steps;
    for (size_t i = 0; i < from->nbox; i++) {
        if (box_meets(g->d->space, &from->box[i], b)) {
            *PUSH(g->scratch, r.box, r.nbox) = from->box[i];
        }
    }
    return r;
}

/* The atoms at which the box has cells of a piece. */
static uint32_t atoms_of(const struct growing *g, const struct box *b, uint32_t input) {
    uint32_t set = ASET_EMPTY;
    for (size_t i = 0; i < g->npiece; i++) {
        if (box_meets(g->d->space, &g->all.box[i], b)) {
            set = aset_or(g->d->space->domain[input].sets, set, g->all.box[i].set[input]);
        }
    }
    return set;
}

/* What lies outside when the input is left open shows which atoms may not be taken: those that any of it has. */
static void widen(const struct growing *g, struct box *b, uint32_t input) {
    const struct space *s = g->d->space;
    struct asets *sets = s->domain[input].sets;
    struct box wide = box_copy(s, g->scratch, b);
    bool cut = false;
    if (!(b->named >> input & 1) || *g->steps == 0) {
        return;
    }
    wide.set[input] = ASET_FULL;
    wide.named &= ~((uint64_t)1 << input);
    struct region around = {&wide, 1}, inside = meeting(g, &g->all, &wide);
    uint64_t most = *g->steps < REGION_STEPS ? *g->steps : REGION_STEPS, left = most;
    struct region outside = region_sharp_limit(s, g->scratch, &around, &inside, RESIDUE, &left, &cut);
    *g->steps -= most - left;
    uint32_t set = ASET_FULL;
    for (size_t i = 0; i < outside.nbox && !cut; i++) {
        set = aset_minus(sets, set, outside.box[i].set[input]);
    }
    if (!cut && set != ASET_FULL) { /* atoms with free cells only would be true, but say nothing */
        set = aset_and(sets, set, atoms_of(g, &wide, input));
    }
    if (!cut) {
        b->set[input] = aset_or(sets, set, b->set[input]);
        b->named = b->set[input] == ASET_FULL ? wide.named : b->named;
    }
}

/* Cells that no box has yet; those that others have count for nothing. */
static double gain_of(const struct growing *g, const struct box *b) {
    double cells = 0;
    for (size_t i = 0; i < g->left.nbox; i++) {
        if (!box_meets(g->d->space, b, &g->left.box[i])) {
            continue;
        }
        struct box both = box_copy(g->d->space, g->scratch, b);
        box_and(g->d->space, &both, &g->left.box[i]);
        cells += box_count(g->d->space, &both);
    }
    return cells;
}

/* The order of the inputs decides which of the maximal boxes around the seed comes out. */
static struct grown grow(const struct growing *g, const struct box *seed) {
    struct grown best = {.gain = -1};
    for (size_t k = 0; k < g->norder; k++) {
        struct box b = box_copy(g->d->space, g->d->arena, seed);
        for (uint32_t i = 0; i < g->d->space->ninput; i++) {
            widen(g, &b, g->order[k][i]);
        }
        double gain = gain_of(g, &b);
        if (gain > best.gain ||
            (gain == best.gain && __builtin_popcountll(b.named) < __builtin_popcountll(best.box.named))) {
            best = (struct grown){b, gain};
        }
    }
    return best;
}

/* ---- all boxes of two sayings ---- */

struct often {
    uint32_t input;
    double cells;
};

/* Ties by input, so that the order is the same everywhere. */
static int rarely(const void *x, const void *y) {
    const struct often *p = x, *q = y;
    if (p->cells != q->cells) {
        return p->cells < q->cells ? -1 : 1;
    }
    return p->input < q->input ? -1 : 1;
}

/* Rarely named inputs first: they fall out; then the other way round; then as declared. */
static void make_orders(struct growing *g) {
    uint32_t n = g->d->space->ninput;
    struct often often[64];
    for (uint32_t i = 0; i < n; i++) {
        often[i] = (struct often){i, 0};
        for (size_t k = 0; k < g->npiece; k++) {
            const struct asets *sets = g->d->space->domain[i].sets;
            uint32_t natom = asets_natom(sets);
            often[i].cells += 1 - (double)aset_count(sets, g->all.box[k].set[i]) / natom;
        }
    }
    qsort(often, n, sizeof *often, rarely);
    for (uint32_t i = 0; i < n; i++) {
        g->order[0][i] = often[i].input;
        g->order[1][i] = often[n - 1 - i].input;
        g->order[2][i] = i;
    }
    g->norder = g->npiece < 2 ? 1 : g->npiece <= ROUGH ? 3 : 1;
}

struct sized {
    size_t at;
    double cells;
};

/* Ties by place, for the same reason. */
static int larger(const void *x, const void *y) {
    const struct sized *p = x, *q = y;
    if (p->cells != q->cells) {
        return p->cells > q->cells ? -1 : 1;
    }
    return p->at < q->at ? -1 : p->at > q->at;
}

/* Of the largest pieces left, the one that grows into the most. */
static struct grown best_box(struct growing *g) {
    struct grown best = {.gain = -1};
    struct sized *order = arena_alloc(g->scratch, g->left.nbox * sizeof *order);
    for (size_t i = 0; i < g->left.nbox; i++) {
        order[i] = (struct sized){i, box_count(g->d->space, &g->left.box[i])};
    }
    qsort(order, g->left.nbox, sizeof *order, larger);
    size_t seeds = g->npiece <= STARTS ? g->left.nbox : g->npiece <= ROUGH ? SEEDS : 1;
    for (size_t i = 0; i < seeds && i < g->left.nbox; i++) {
        struct grown now = grow(g, &g->left.box[order[i].at]);
        if (now.gain > best.gain) {
            best = now;
        }
    }
    return best;
}

/* Takes the box out of what is left; false: that needs too many boxes. */
static bool take(struct growing *g, const struct box *b) {
    struct box copy = *b;
    struct region one = {&copy, 1}, inside = meeting(g, &g->left, b);
    bool cut = false;
    size_t kept = 0;
    for (size_t i = 0; i < g->left.nbox; i++) {
        if (!box_meets(g->d->space, &g->left.box[i], b)) {
            g->left.box[kept++] = g->left.box[i];
        }
    }
    struct region rest = region_sharp(g->d->space, g->d->arena, &inside, &one, 1 << 18, &cut), left = {0};
    g->left.nbox = kept;
    region_add(g->d->arena, &left, &g->left);
    region_add(g->d->arena, &left, &rest);
    g->left = left;
    return !cut;
}

/* A box that the others cover, as far as the pieces go, tells nothing. */
static void drop_covered(struct growing *g, struct region *shown) {
    for (size_t i = shown->nbox; i-- > 0;) {
        struct region rest = {0}, own, pieces = {g->all.box, g->npiece}, one = {&shown->box[i], 1};
        for (size_t k = 0; k < shown->nbox; k++) {
            if (k != i) {
                *PUSH(g->scratch, rest.box, rest.nbox) = shown->box[k];
            }
        }
        pieces = meeting(g, &pieces, &shown->box[i]);
        own = region_and(g->d->space, g->scratch, &pieces, &one);
        if (region_within(g->d->space, &own, &rest)) {
            memmove(&shown->box[i], &shown->box[i + 1], (shown->nbox - i - 1) * sizeof *shown->box);
            shown->nbox--;
        }
    }
}

/* At most `most` boxes; what they leave is in g->left. */
static struct region cover_pieces(struct growing *g, size_t most) {
    struct region shown = {0};
    while (g->left.nbox && shown.nbox < most) {
        g->scratch = arena_new();
        struct grown next = best_box(g);
        *PUSH(g->d->arena, shown.box, shown.nbox) = next.box;
        bool taken = take(g, &next.box);
        arena_free(g->scratch);
        if (!taken) {
            break;
        }
    }
    g->scratch = arena_new();
    if (shown.nbox <= ROUGH) {
        drop_covered(g, &shown);
    }
    arena_free(g->scratch);
    return shown;
}

struct region grow_boxes(struct diff *d, struct region *left, const struct region *free, size_t most) {
    struct growing g = {.d = d, .npiece = left->nbox, .left = *left, .steps = &d->growing};
    region_add(d->arena, &g.all, left);
    region_add(d->arena, &g.all, free);
    make_orders(&g);
    struct region shown = cover_pieces(&g, most);
    *left = g.left;
    return shown;
}
