/* diff_boxes.c -- the pieces of one output as changes: boxes whose cells all went from one saying to another.
 *
 * In: pieces.  Out: changes, the worst first, then the largest; what is beyond the number of boxes asked for is
 * counted. Pieces of the same two sayings are grown together (diff_grow.c).
 */
#include "diff.h"

#include <stdlib.h>
#include <string.h>

enum { FREE = 2048 }; /* boxes */

/* [note free] Cells that neither side has, or that are set aside: shown or not, nothing is said about them. */
static struct region free_cells(struct diff *d, struct list *const list[2], struct arena *a) {
    struct region none[2] = {{0}}, r = {0};
    for (int s = OLD; s <= NEW; s++) {
        for (size_t i = 0; i < list[s]->nitem; i++) {
            const struct item *item = &list[s]->item[i];
            if (d->saying[item->saying].say == SAY_ASIDE && s == OLD) {
                *PUSH(a, r.box, r.nbox) = item->box;
            } else if (!say_is_cell(d, item->saying) && d->saying[item->saying].say != SAY_OPEN) {
                *PUSH(a, none[s].box, none[s].nbox) = item->box;
            }
        }
    }
    if (none[OLD].nbox * none[NEW].nbox <= (size_t)FREE * FREE) {
        struct region both = region_and(d->space, a, &none[OLD], &none[NEW]);
        region_merge(d->space, &both);
        region_add(a, &r, &both);
    }
    r.nbox = r.nbox > FREE ? FREE : r.nbox;
    return r;
}

/* ---- all pairs of sayings ---- */

/* How bad a change is: what went to an error, then gaps ..., then values, then cells that one side only has. */
uint32_t change_rank(const struct diff *d, const uint32_t saying[2]) {
    enum say old = d->saying[saying[OLD]].say, new = d->saying[saying[NEW]].say;
    if (!say_is_cell(d, saying[OLD]) && old == SAY_ABSENT) {
        return 20 + new;
    }
    if (new == SAY_ABSENT) {
        return 40;
    }
    if (new == SAY_NONE || new == SAY_VALUE || new == SAY_RUNS || new == SAY_FAILS || old == new) {
        return SAY_VALUE;
    }
    return new;
}

struct order {
    const struct piece *piece;
    uint32_t rank;
};

/* The worst kind first, and pieces of one pair of sayings together. */
static int by_saying(const void *x, const void *y) {
    const struct order *p = x, *q = y;
    if (p->rank != q->rank) {
        return p->rank < q->rank ? -1 : 1;
    }
    for (int s = OLD; s <= NEW; s++) {
        if (p->piece->saying[s] != q->piece->saying[s]) {
            return p->piece->saying[s] < q->piece->saying[s] ? -1 : 1;
        }
    }
    return p->piece < q->piece ? -1 : p->piece > q->piece;
}

static bool same_sayings(const struct piece *x, const struct piece *y) {
    return x->saying[OLD] == y->saying[OLD] && x->saying[NEW] == y->saying[NEW];
}

/* All pieces of one pair of sayings: together, since a box may be pieced from the changes of several rules.  Boxes may
 * overlap and reach into cells of which nothing is said [note free]: fewer and larger ones read better, and the counts
 * come from the pieces. */
static void add_changes(struct diff *d, struct compared *c, const struct region *free, const struct order *o,
                        size_t n) {
    struct region left = {0};
    for (size_t i = 0; i < n; i++) {
        *PUSH(d->arena, left.box, left.nbox) = box_copy(d->space, d->arena, &o[i].piece->box);
    }
    region_merge(d->space, &left); /* in place: hence the copies */
    struct region shown = grow_boxes(d, &left, free, d->options->boxes);
    for (size_t i = 0; i < shown.nbox; i++) {
        struct change *ch = PUSH(d->arena, c->change, c->nchange);
        *ch = (struct change){.box = shown.box[i]};
        memcpy(ch->saying, o->piece->saying, sizeof ch->saying);
    }
}

/* Where two are equally bad and equally large, by their words: the order must not depend on how they were found. */
static int by_rank(struct diff *d, const struct change *x, const struct change *y) {
    uint32_t p = change_rank(d, x->saying), q = change_rank(d, y->saying);
    if (p != q) {
        return p < q ? -1 : 1;
    }
    if (x->cells != y->cells) {
        return x->cells > y->cells ? -1 : 1;
    }
    return strcmp(x->where, y->where);
}

/* Worst first, then the largest; an insertion sort, since the order asks the texts. */
static void sort_changes(struct diff *d, struct compared *c) {
    for (size_t i = 1; i < c->nchange; i++) {
        struct change now = c->change[i];
        size_t k = i;
        for (; k > 0 && by_rank(d, &now, &c->change[k - 1]) < 0; k--) {
            c->change[k] = c->change[k - 1];
        }
        c->change[k] = now;
    }
}

/* Pieces are disjoint, so that sums are exact however the boxes overlap. */
static void count_pieces(struct diff *d, struct compared *c, const struct pieces *p) {
    c->at_least = c->hidden_at_least = p->at_least;
    c->cells = c->hidden = p->uncut;
    for (size_t i = 0; i < p->n; i++) {
        const struct piece *piece = &p->at[i];
        enum say old = d->saying[piece->saying[OLD]].say, new = d->saying[piece->saying[NEW]].say;
        double *into = old == SAY_ABSENT ? &c->added : new == SAY_ABSENT ? &c->removed : &c->cells;
        *into += piece->cells;
        if (into == &c->cells && change_rank(d, piece->saying) != SAY_VALUE && new < SAY_VALUE) {
            c->went[new] += piece->cells;
        }
    }
}

/* Cells of pieces that are in no box that is shown. */
static void count_hidden(struct diff *d, struct compared *c, const struct pieces *p) {
    struct arena *a = arena_new();
    struct region shown = {0};
    for (size_t i = 0; i < c->nchange; i++) {
        *PUSH(a, shown.box, shown.nbox) = c->change[i].box;
    }
    for (size_t i = 0; i < p->n; i++) {
        struct box box = p->at[i].box;
        struct region one = {&box, 1}, rest = region_sharp(d->space, a, &one, &shown, 1 << 14, &c->hidden_at_least);
        for (size_t k = 0; k < rest.nbox; k++) {
            c->hidden += box_count(d->space, &rest.box[k]);
        }
    }
    arena_free(a);
}

/* Boxes are as large as they can be, so that they overlap: cells of a box that those before it have, too. */
static double cells_again(struct diff *d, struct arena *a, const struct change *ch, const struct region *before,
                          const struct pieces *p) {
    double first = 0;
    bool cut = false;
    for (size_t k = 0; k < p->n && !cut; k++) {
        if (memcmp(p->at[k].saying, ch->saying, sizeof ch->saying) != 0 ||
            !box_meets(d->space, &p->at[k].box, &ch->box)) {
            continue;
        }
        struct box both = box_copy(d->space, a, &p->at[k].box);
        box_and(d->space, &both, &ch->box);
        struct region one = {&both, 1}, rest = region_sharp(d->space, a, &one, before, 1 << 14, &cut);
        for (size_t i = 0; i < rest.nbox; i++) {
            first += box_count(d->space, &rest.box[i]);
        }
    }
    return cut ? -1 : ch->cells - first;
}

/* Boxes of other sayings have none of its cells. */
static void count_again(struct diff *d, struct compared *c, const struct pieces *p) {
    for (size_t i = 1; i < c->nchange; i++) {
        struct change *ch = &c->change[i];
        struct region before = {0};
        struct arena *a = arena_new();
        for (size_t k = 0; k < i; k++) {
            if (memcmp(c->change[k].saying, ch->saying, sizeof ch->saying) == 0 &&
                box_meets(d->space, &c->change[k].box, &ch->box)) {
                *PUSH(a, before.box, before.nbox) = c->change[k].box;
            }
        }
        ch->again = before.nbox ? cells_again(d, a, ch, &before, p) : 0;
        arena_free(a);
    }
}

/* Inputs that are left out are in no box, so that every cell was counted once for each of their atoms. */
static void count_once(struct diff *d, struct compared *c) {
    double times = 1;
    for (uint64_t apart = c->apart; apart; apart &= apart - 1) {
        times *= d->space->domain[__builtin_ctzll(apart)].natom;
    }
    c->cells /= times;
    c->added /= times;
    c->removed /= times;
    c->hidden /= times;
    for (int i = 0; i <= SAY_NONE; i++) {
        c->went[i] /= times;
    }
    for (size_t i = 0; i < c->nchange; i++) {
        struct change *ch = &c->change[i];
        ch->cells /= times;
        ch->again /= times;
        for (size_t k = 0; k < ch->nby[OLD] + ch->nby[NEW]; k++) {
            (k < ch->nby[OLD] ? &ch->by[OLD][k] : &ch->by[NEW][k - ch->nby[OLD]])->cells /= times;
        }
    }
}

void changes_build(struct diff *d, struct compared *c, struct list *const list[2], struct pieces *p) {
    struct region free = free_cells(d, list, d->arena);
    d->growing = d->options->steps;
    struct order *o = arena_alloc(d->arena, (p->n + 1) * sizeof *o);
    count_pieces(d, c, p);
    for (size_t i = 0; i < p->n; i++) {
        o[i] = (struct order){&p->at[i], change_rank(d, p->at[i].saying)};
    }
    if (p->n) {
        qsort(o, p->n, sizeof *o, by_saying);
    }
    for (size_t i = 0, k; i < p->n; i = k) {
        for (k = i + 1; k < p->n && same_sayings(o[i].piece, o[k].piece);) {
            k++;
        }
        add_changes(d, c, &free, &o[i], k - i);
    }
    for (size_t i = 0; i < c->nchange; i++) {
        struct change *ch = &c->change[i];
        change_credit(d, c, ch, list, p);
        ch->where = where_text(d, &ch->box, false);
    }
    sort_changes(d, c);
    if (c->nchange > d->options->boxes) {
        c->nchange = d->options->boxes; /* after sorting: what is cut is the least bad; count_hidden says how much */
    }
    count_hidden(d, c, p);
    count_again(d, c, p);
    count_once(d, c);
}
