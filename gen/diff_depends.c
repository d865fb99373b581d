/* diff_depends.c -- which joint inputs are chained, and which outputs depend on them.
 *
 * In: both tables.  Out: sets of joint inputs as bits.  An input is chained where another output of the side decides
 * it.
 */
#include "diff.h"

uint64_t chained_inputs(const struct diff *d, enum side side) {
    const struct joint_side *of = &d->joint->side[side];
    uint64_t all = 0;
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        if (of->input[i] != NO && of->table->input[of->input[i]].chain != NO) {
            all |= (uint64_t)1 << i;
        }
    }
    return all;
}

/* A derived input may be computed from another derived one, so until nothing changes. */
uint64_t chained_below(const struct diff *d, uint64_t chained) {
    const struct table *t = d->space->table;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < t->ninput; i++) {
            const struct input *in = &t->input[i];
            for (int k = 0; k < 2 && in->from_op && !(chained >> i & 1); k++) {
                if (in->from[k] != NO && (chained >> in->from[k] & 1)) {
                    chained |= UINT64_C(1) << i;
                    more = true;
                }
            }
        }
    }
    return chained;
}

uint64_t chained_for(struct diff *d, enum side side, uint32_t output) {
    const struct joint_side *of = &d->joint->side[side];
    uint64_t own = boxes_depends(of->table, output), joint = 0;
    for (; own; own &= own - 1) {
        joint |= UINT64_C(1) << of->joint[__builtin_ctzll(own)];
    }
    for (size_t i = 0; i < d->base[side]->never.nbox; i++) { /* [never] may speak of them too, whatever is asked */
        for (uint64_t rest = d->base[side]->never.box[i].named; rest; rest &= rest - 1) {
            joint |= UINT64_C(1) << of->joint[__builtin_ctzll(rest)] & chained_inputs(d, side);
        }
    }
    return joint;
}

uint64_t list_named(const struct list *l) {
    uint64_t named = 0;
    for (size_t i = 0; i < l->nitem; i++) {
        named |= l->item[i].box.named;
    }
    return named;
}
