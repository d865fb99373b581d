/* diff_index.c -- which items of a list meet a box, without looking at all of them.
 *
 * In: a list.  Out: per atom of one input, the items that name it; the others stand apart.  The input is the one that
 * leaves the fewest items on average.  Short lists are looked through.
 */
#include "diff.h"

#include <stdlib.h>
#include <string.h>

enum { SHORT = 64, NARROW = 32 }; /* items of a list; atoms of an item that is filed under each of them */

static bool is_narrow(const struct diff *d, uint32_t input, const struct item *item) {
    return item->box.named >> input & 1 && aset_count(d->space->domain[input].sets, item->box.set[input]) <= NARROW;
}

/* Items to look at for one atom, on average. */
static double cost(const struct diff *d, const struct list *l, uint32_t input) {
    double filed = 0, wide = 0;
    for (size_t i = 0; i < l->nitem; i++) {
        if (is_narrow(d, input, &l->item[i])) {
            filed += aset_count(d->space->domain[input].sets, l->item[i].box.set[input]);
        } else {
            wide++;
        }
    }
    return wide + filed / d->space->domain[input].natom;
}

void index_build(struct diff *d, struct list *l) {
    double best = (double)l->nitem / 2;
    l->of = NULL;
    l->by = NO;
    l->seen = arena_alloc(d->arena, (l->nitem + 1) * sizeof *l->seen);
    for (uint32_t i = 0; i < d->space->ninput && l->nitem > SHORT; i++) {
        double now = cost(d, l, i);
        if (now < best) {
            best = now;
            l->by = i;
        }
    }
    if (l->by == NO) {
        return;
    }
    const struct asets *sets = d->space->domain[l->by].sets;
    l->of = arena_alloc(d->arena, d->space->domain[l->by].natom * sizeof *l->of);
    l->nof = arena_alloc(d->arena, d->space->domain[l->by].natom * sizeof *l->nof);
    for (uint32_t i = 0; i < l->nitem; i++) {
        uint32_t set = l->item[i].box.set[l->by];
        if (!is_narrow(d, l->by, &l->item[i])) {
            *PUSH(d->arena, l->wide, l->nwide) = i;
            continue;
        }
        for (uint32_t a = aset_next(sets, set, 0); a != NO; a = aset_next(sets, set, a + 1)) {
            *PUSH(d->arena, l->of[a], l->nof[a]) = i;
        }
    }
}

/* Filed under several atoms of the box it would be found several times. */
static void hit(const struct diff *d, struct list *l, const struct box *b, uint32_t item, struct hits *into) {
    if (l->seen[item] == l->asked || l->twin[item] == DEAD || !box_meets(d->space, b, &l->item[item].box)) {
        return;
    }
    l->seen[item] = l->asked;
    into->at[into->n++] = item;
}

static int ascending(const void *x, const void *y) {
    const uint32_t *p = x, *q = y;
    return (*p > *q) - (*p < *q);
}

/* A box that names too much of the input is asked of all items. */
void index_find(const struct diff *d, struct list *l, const struct box *b, uint32_t end, struct hits *into) {
    into->n = 0;
    l->asked++;
    if (into->cap < l->nitem) {
        into->cap = l->nitem;
        into->at = arena_alloc(d->arena, into->cap * sizeof *into->at);
    }
    uint32_t set = l->by == NO ? ASET_FULL : b->set[l->by];
    bool all = !l->of || aset_count(d->space->domain[l->by].sets, set) > NARROW;
    for (uint32_t i = 0; all && i < end; i++) {
        hit(d, l, b, i, into);
    }
    l->looked += all ? end : l->nwide;
    if (all) {
        return;
    }
    const struct asets *sets = d->space->domain[l->by].sets;
    for (uint32_t a = aset_next(sets, set, 0); a != NO; a = aset_next(sets, set, a + 1)) {
        for (size_t i = 0; i < l->nof[a] && l->of[a][i] < end; i++) {
            hit(d, l, b, l->of[a][i], into);
        }
        l->looked += l->nof[a];
    }
    for (size_t i = 0; i < l->nwide && l->wide[i] < end; i++) {
        hit(d, l, b, l->wide[i], into);
    }
    if (into->n) {
        qsort(into->at, into->n, sizeof *into->at, ascending);
    }
}
