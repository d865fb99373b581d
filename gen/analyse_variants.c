/* analyse_variants.c -- rules that may be the same but for one list: candidates of analyse_merge.c.
 *
 * In: the table.  Out: rules without one of their lists, those of one hash behind each other, in file order.
 * One pass over the rules; what has a hash of its own, which is most, is not even sorted.
 */
#include "analyse.h"

#include <stdlib.h>

/* Of such conditions the union is written by putting the lists behind each other; `!x` would take from the others'
 * entries, and versions join by another sign. */
static bool lists_only(const struct analysis *an, const struct cond *c) {
    bool plain = c->form == COND_PLAIN && an->table->input[c->input[0]].type != TYPE_VERSION && c->entries.count > 0;
    for (size_t i = 0; plain && i < c->entries.count; i++) {
        plain = !c->entries.entry[i].not ;
    }
    return plain;
}

/* The same, told once of each list. */
static bool list_only(const struct analysis *an, const struct cond *c, struct same_list *of_list) {
    enum { YES = 1, NONE };
    uint8_t *known = &of_list[c->list].only;
    if (!c->list) {
        return lists_only(an, c);
    }
    *known = *known ? *known : lists_only(an, c) ? YES : NONE;
    return *known == YES;
}

/* Candidates for one group stand together, in file order: so does what is told of them. */
static int by_hash(const void *x, const void *y) {
    const struct variant *p = x, *q = y;
    if (p->hash != q->hash) {
        return p->hash < q->hash ? -1 : 1;
    }
    if (p->rule != q->rule) {
        return p->rule < q->rule ? -1 : 1;
    }
    return p->cond < q->cond ? -1 : p->cond > q->cond;
}

/* Which hashes may be there more than once: a bit for the first of a place, one for a further one.  Most variants are
 * on their own and need no place in the list that is sorted. */
enum { PLACES = 1 << 21 };

static size_t place_of(uint64_t hash) {
    return (hash ^ hash >> 32) % PLACES;
}

static void place_mark(uint8_t *place, uint64_t hash) {
    size_t at = place_of(hash);
    int once = 1 << at % 4 * 2;
    place[at / 4] = (uint8_t)(place[at / 4] | (place[at / 4] & once ? once << 1 : once));
}

static bool place_again(const uint8_t *place, uint64_t hash) {
    return place[place_of(hash) / 4] >> place_of(hash) % 4 * 2 & 2;
}

/* Of every rule without each of its lists.  Conditions are added up, so that their order does not matter. */
static struct variant *all_variants(struct analysis *an, struct arena *a, uint8_t *place, size_t *n) {
    struct variant *all = NULL;
    uint64_t *hash = NULL;
    struct same_list *of_list = arena_alloc(a, (an->table->nlist + 1) * sizeof *of_list);
    size_t room = 0;
    for (uint32_t i = 0; i < an->table->nrule; i++) {
        const struct rule *r = &an->table->rule[i];
        if (!may_change(an, i)) {
            continue;
        }
        hash = r->ncond > room ? arena_alloc(a, 2 * r->ncond * sizeof *hash) : hash;
        room = r->ncond > room ? 2 * r->ncond : room;
        uint64_t sum = same_hash(a, r, hash, of_list);
        for (uint32_t k = 0; k < r->ncond; k++) {
            if (list_only(an, &r->cond[k], of_list)) {
                uint64_t rest = sum - hash[k] + r->cond[k].input[0] * 0x9e3779b97f4a7c15u;
                place_mark(place, rest);
                *PUSH(a, all, *n) = (struct variant){rest, i, k};
            }
        }
    }
    return all;
}

struct variant *rule_variants(struct analysis *an, size_t *n) {
    struct arena *a = arena_new();
    uint8_t *place = arena_alloc(a, PLACES / 4);
    size_t nall = 0;
    const struct variant *all = all_variants(an, a, place, &nall);
    struct variant *some = NULL;
    for (size_t i = 0; i < nall; i++) {
        if (place_again(place, all[i].hash)) {
            *PUSH(an->scratch, some, *n) = all[i];
        }
    }
    arena_free(a);
    if (*n) {
        qsort(some, *n, sizeof *some, by_hash);
    }
    return some;
}
