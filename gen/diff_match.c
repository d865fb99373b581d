/* diff_match.c -- what is the same in two lists.
 *
 * In: two lists.  Out: for each item its twin in the other list: same box, same saying, and all twins in one order.
 * [note twins] In a cell that no item without a twin has, the first item of either list has a twin, which comes first
 * in the other list as well: both say the same.  So only items without a twin are walked, and a rule that was renamed
 * or moved where it meets nothing costs nothing.  A longest increasing subsequence of places leaves the fewest of
 * them. An item whose box an earlier one of its list has too wins nothing: it is DEAD, and kept for credits only.
 */
#include "diff.h"

struct places { /* items by box: open addressing */
    const struct list *list;
    uint32_t *slot; /* item + 1 */
    size_t nslot;
};

/* Sets are hash-consed, so that their numbers are enough. */
static uint64_t hash_box(const struct space *s, const struct box *b) {
    uint64_t h = b->named;
    for (uint64_t rest = b->named; rest; rest &= rest - 1) {
        h = (h ^ b->set[__builtin_ctzll(rest)]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    (void)s;
    return h;
}

/* The slot of an item with this box, or the free one where it would be. */
static uint32_t *place_of(const struct diff *d, const struct places *p, const struct box *b) {
    size_t at = (size_t)hash_box(d->space, b) & (p->nslot - 1);
    while (p->slot[at] && !box_equal(d->space, &p->list->item[p->slot[at] - 1].box, b)) {
        at = (at + 1) & (p->nslot - 1);
    }
    return &p->slot[at];
}

/* Files the items of a list; those whose box is there already are dead. */
static struct places file_items(struct diff *d, struct arena *a, struct list *l) {
    struct places p = {.list = l, .nslot = 64};
    while (p.nslot < 2 * l->nitem) {
        p.nslot *= 2;
    }
    p.slot = arena_alloc(a, p.nslot * sizeof *p.slot);
    l->twin = arena_alloc(d->arena, (l->nitem + 1) * sizeof *l->twin);
    for (uint32_t i = 0; i < l->nitem; i++) {
        uint32_t *slot = place_of(d, &p, &l->item[i].box);
        l->twin[i] = *slot ? DEAD : NO;
        *slot = *slot ? *slot : i + 1;
    }
    return p;
}

/* Keeps of to[] (NO: none) a longest run of ascending values. */
static void longest_ascending(struct arena *a, uint32_t *to, size_t n) {
    uint32_t *tail = arena_alloc(a, (n + 1) * sizeof *tail), *before = arena_alloc(a, (n + 1) * sizeof *before);
    size_t len = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (to[i] >= DEAD) {
            continue;
        }
        size_t lo = 0, hi = len; /* the first run that ends at or above to[i] */
        while (lo < hi) {
            size_t middle = lo + (hi - lo) / 2;
            if (to[tail[middle]] < to[i]) {
                lo = middle + 1;
            } else {
                hi = middle;
            }
        }
        before[i] = lo ? tail[lo - 1] : NO;
        tail[lo] = i;
        len = lo == len ? len + 1 : len;
    }
    bool *kept = arena_alloc(a, n + 1);
    for (uint32_t i = len ? tail[len - 1] : NO; i != NO; i = before[i]) {
        kept[i] = true;
    }
    for (size_t i = 0; i < n; i++) {
        to[i] = kept[i] || to[i] == DEAD ? to[i] : NO;
    }
}

void list_match(struct diff *d, struct list *const list[2]) {
    struct arena *a = arena_new();
    struct places new = file_items(d, a, list[NEW]);
    file_items(d, a, list[OLD]);
    for (size_t i = 0; i < list[OLD]->nitem; i++) {
        uint32_t at = *place_of(d, &new, &list[OLD]->item[i].box);
        if (list[OLD]->twin[i] == NO && at && list[NEW]->item[at - 1].saying == list[OLD]->item[i].saying) {
            list[OLD]->twin[i] = at - 1;
        }
    }
    longest_ascending(a, list[OLD]->twin, list[OLD]->nitem);
    for (uint32_t i = 0; i < list[OLD]->nitem; i++) {
        if (list[OLD]->twin[i] < DEAD) {
            list[NEW]->twin[list[OLD]->twin[i]] = i;
        }
    }
    arena_free(a);
}
