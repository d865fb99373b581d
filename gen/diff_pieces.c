/* diff_pieces.c -- the cells in which two lists say different things, as disjoint boxes.
 *
 * In: two lists and their twins [note twins].  Out: pieces.  For every item x of the old list and y of the new one of
 * which one has no twin: where x and y meet and no earlier item of either list is, the cells that x and y win.
 * Guaranteed: exact and disjoint.  Where a pair takes too many steps its cells are only counted, and where that takes
 * too many the pieces say "at least".
 */
#include "diff.h"

#include <string.h>

enum { PIECES = 1 << 13, ALL_PIECES = 1 << 17, SHOWN = 100 }; /* of one pair; of one output; of a pair with more */
enum { LOOKS = 4 };                                           /* items looked at cost a step */

struct walk {
    struct diff *d;
    struct list *const *list;
    struct pieces *out;
    struct arena *scratch;
    struct hits other, before[2];
};

/* Sayings are kept with the piece, since lists are rebuilt for other questions. */
static void add_piece(struct walk *w, const struct box *b, uint32_t x, uint32_t y) {
    struct piece p = {.box = *b, .cells = box_count(w->d->space, b), .item = {x, y}};
    p.saying[OLD] = w->list[OLD]->item[x].saying;
    p.saying[NEW] = w->list[NEW]->item[y].saying;
    *PUSH(w->d->arena, w->out->at, w->out->n) = p;
}

/* Where neither side has a cell nothing has changed, whatever the reasons are called. */
static bool differ(const struct walk *w, uint32_t x, uint32_t y) {
    uint32_t old = w->list[OLD]->item[x].saying, new = w->list[NEW]->item[y].saying;
    return old != new && (say_is_cell(w->d, old) || say_is_cell(w->d, new)) && w->d->saying[old].say < SAY_ASIDE &&
           w->d->saying[new].say < SAY_ASIDE;
}

/* Looking for items costs steps, too: in long lists that have little in common it is all that there is to pay. */
static void pay_looks(struct walk *w) {
    uint64_t cost = (w->list[OLD]->looked + w->list[NEW]->looked) / LOOKS;
    w->list[OLD]->looked = w->list[NEW]->looked = 0;
    w->d->steps -= cost < w->d->steps ? cost : w->d->steps;
}

/* Everything before x or y that meets the box; false: one of them has all of it. */
static bool blockers(struct walk *w, const struct box *b, const uint32_t end[2], struct region *by) {
    for (int s = OLD; s <= NEW; s++) {
        struct hits *h = &w->before[s];
        index_find(w->d, w->list[s], b, end[s], h);
        for (size_t i = 0; i < h->n; i++) {
            const struct box *box = &w->list[s]->item[h->at[i]].box;
            uint32_t twin = w->list[s]->twin[h->at[i]];
            if (box_within(w->d->space, b, box)) {
                return false;
            }
            if (s == OLD || twin == NO || twin >= end[OLD]) { /* else it is there already */
                *PUSH(w->scratch, by->box, by->nbox) = *box;
            }
        }
    }
    return true;
}

/* Too many pieces: the number of cells may still be found, and a few large boxes of them. */
static void count_only(struct walk *w, const struct box *b, const struct region *by, uint32_t x, uint32_t y) {
    size_t most = w->d->options->boxes < SHOWN ? w->d->options->boxes : SHOWN, n = by->nbox;
    const struct box **box = arena_alloc(w->scratch, (n + most + 1) * sizeof(const struct box *));
    struct cover_limit limit = {.step = w->d->steps};
    bool at_least = false;
    for (size_t i = 0; i < n; i++) {
        box[i] = &by->box[i];
    }
    double cells = cover_count(w->d->space, w->scratch, b, box, n, &limit, &at_least);
    for (size_t i = 0; i < most; i++) {
        struct box *found = arena_alloc(w->scratch, sizeof *found);
        if (cover_search(w->d->space, w->d->arena, b, box, n, &limit, found, NULL) != COVER_WITNESS) {
            break;
        }
        add_piece(w, found, x, y);
        cells -= box_count(w->d->space, found);
        box[n++] = found;
    }
    w->out->uncut += cells > 0 ? cells : 0;
    w->out->at_least = w->out->at_least || at_least;
    w->d->steps -= limit.used < w->d->steps ? limit.used : w->d->steps;
}

/* Cells that x wins on its side and y on the other. */
static void walk_pair(struct walk *w, uint32_t x, uint32_t y) {
    struct box b = box_copy(w->d->space, w->scratch, &w->list[OLD]->item[x].box);
    struct region by = {0};
    const uint32_t end[2] = {x, y};
    if (!differ(w, x, y) || !box_and(w->d->space, &b, &w->list[NEW]->item[y].box) || !blockers(w, &b, end, &by)) {
        return;
    }
    if (w->d->steps == 0) {
        w->out->at_least = true;
        return;
    }
    struct region all = {&b, 1};
    bool cut = w->out->n > ALL_PIECES;
    struct region r = {0};
    if (!cut) {
        r = region_sharp(w->d->space, w->d->arena, &all, &by, PIECES, &cut);
    }
    uint64_t cost = (uint64_t)by.nbox * (r.nbox + 1);
    w->d->steps -= cost < w->d->steps ? cost : w->d->steps;
    if (cut) {
        count_only(w, &b, &by, x, y);
        return;
    }
    for (size_t i = 0; i < r.nbox; i++) {
        add_piece(w, &r.box[i], x, y);
    }
}

/* All pairs of item `at`, which has no twin.  Of the other list those are left out whose twin comes before it: the twin
 * has all that they have.  Pairs of two items without twins belong to the old one. */
static void walk_item(struct walk *w, enum side side, uint32_t at) {
    const struct list *own = w->list[side], *to = w->list[!side];
    index_find(w->d, w->list[!side], &own->item[at].box, (uint32_t)to->nitem, &w->other);
    for (size_t i = 0; i < w->other.n; i++) {
        pay_looks(w);
        if (w->d->steps == 0) {
            w->out->at_least = true;
            return;
        }
        uint32_t other = w->other.at[i], twin = to->twin[other];
        if (twin == NO ? side == NEW : twin < at) {
            continue;
        }
        walk_pair(w, side == OLD ? at : other, side == OLD ? other : at);
        if (box_within(w->d->space, &own->item[at].box, &to->item[other].box)) {
            break; /* no later one wins anything here */
        }
    }
}

/* A scratch arena for each item: boxes of one walk are of no use to the next. */
struct pieces pieces_of(struct diff *d, struct list *const list[2]) {
    struct pieces out = {0};
    struct walk w = {.d = d, .list = list, .out = &out};
    size_t done = 0, all = list[OLD]->nitem + list[NEW]->nitem;
    for (int s = OLD; s <= NEW; s++) {
        for (uint32_t i = 0; i < list[s]->nitem; i++, done++) {
            if (list[s]->twin[i] != NO) {
                continue;
            }
            if (d->steps == 0) {
                out.at_least = true;
                break;
            }
            w.scratch = arena_new();
            walk_item(&w, (enum side)s, i);
            arena_free(w.scratch);
            if (d->options->progress) {
                d->options->progress("comparing", done, all);
            }
        }
    }
    out.at_least = out.at_least || !list[OLD]->complete || !list[NEW]->complete;
    return out;
}
