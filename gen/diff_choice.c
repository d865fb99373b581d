/* diff_choice.c -- whether a value that a user names can run.
 *
 * In: the needs clauses of one value.  Out: a list like that of an output: the cells in which a clause fails, then all
 * others.  The check form of the header answers so, whatever the rules would select; a clause that does not filter
 * counts too.
 */
#include "diff.h"

#include <string.h>

/* By name: the two sides number their values differently. */
static bool speaks_of(const struct table *t, uint32_t clause, uint32_t output, const char *value) {
    for (size_t k = 0; k < t->rule[clause].ntarget; k++) {
        const struct target *of = &t->rule[clause].target[k];
        if (of->output == output && strcmp(t->output[output].value[of->value], value) == 0) {
            return true;
        }
    }
    return false;
}

/* Where no clause names a chained input, its values would only count every cell several times. */
uint64_t choice_named(const struct diff *d, enum side side, uint32_t output, const char *value) {
    const struct joint_side *of = &d->joint->side[side];
    uint64_t named = 0;
    for (uint32_t i = 0; i < of->table->nrule; i++) {
        for (size_t k = 0; speaks_of(of->table, i, output, value) && k < d->base[side]->rule[i].nbox; k++) {
            for (uint64_t rest = d->base[side]->rule[i].box[k].named; rest; rest &= rest - 1) {
                named |= UINT64_C(1) << of->joint[__builtin_ctzll(rest)];
            }
        }
    }
    return named;
}

struct list *list_choice(struct diff *d, enum side side, uint32_t output, const char *value, uint64_t apart) {
    const struct table *t = d->joint->side[side].table;
    struct region nothing = {0};
    struct list *l = list_start(d, side, &nothing, apart);
    for (uint32_t i = 0; i < t->nrule; i++) {
        for (size_t k = 0; speaks_of(t, i, output, value) && k < d->base[side]->rule[i].nbox; k++) {
            struct box box;
            if (join_box(d->joint, side, &d->base[side]->rule[i].box[k], &box)) {
                item_add(d, l, box, (struct item){.saying = say(d, SAY_FAILS, NULL), .rule = i});
                l->nneeds++;
            }
        }
    }
    item_add(d, l, box_full(d->space, d->arena), (struct item){.saying = say(d, SAY_RUNS, NULL), .rule = NO});
    return l;
}
