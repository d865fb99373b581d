/* diff_depends.c -- which joint inputs are chained, and which outputs depend on them, at one step or at several.
 *
 * In: both tables.  Out: sets of joint inputs as bits.  An input is chained where another output of the side decides
 * it.
 */
#include "boxes.h"
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
    uint64_t never = 0; /* [never] may speak of them too, or of what is derived from them, whatever is asked */
    for (size_t i = 0; i < d->base[side]->never.nbox; i++) {
        for (uint64_t rest = d->base[side]->never.box[i].named; rest; rest &= rest - 1) {
            never |= UINT64_C(1) << of->joint[__builtin_ctzll(rest)];
        }
    }
    for (uint64_t rest = never ? chained_inputs(d, side) : 0; rest; rest &= rest - 1) {
        uint64_t one = rest & (~rest + 1);
        joint |= never & chained_below(d, one) ? one : 0;
    }
    return joint;
}

uint64_t chained_above(struct diff *d, uint64_t chained) {
    for (uint64_t before = 0; before != chained;) {
        before = chained;
        for (uint64_t rest = before; rest; rest &= rest - 1) {
            uint32_t input = (uint32_t)__builtin_ctzll(rest);
            for (int s = OLD; s <= NEW; s++) {
                const struct joint_side *of = &d->joint->side[s];
                uint32_t by = of->input[input] == NO ? NO : of->table->input[of->input[input]].chain;
                chained |= by == NO ? 0 : chained_for(d, (enum side)s, by);
            }
        }
    }
    return chained;
}

/* Every piece of the factors gives one piece of the result: what cannot come out leaves one of them. */
static bool is_function(struct diff *d, uint32_t input) {
    struct arena *a = arena_new();
    struct box full = box_full(d->space, a);
    struct region all = {&full, 1}, never = {0};
    bool cut = false;
    double cells = 0, whole = box_count(d->space, &full);
    for (size_t i = 0; i < d->computed.nbox; i++) {
        if (d->computed.box[i].named >> input & 1) {
            *PUSH(a, never.box, never.nbox) = d->computed.box[i];
        }
    }
    struct region rest = region_sharp(d->space, a, &all, &never, 1 << 14, &cut);
    for (size_t i = 0; i < rest.nbox; i++) {
        cells += box_count(d->space, &rest.box[i]);
    }
    arena_free(a);
    return !cut && cells * d->space->domain[input].natom == whole;
}

void chained_compute(struct diff *d) {
    uint64_t chained = chained_inputs(d, OLD) | chained_inputs(d, NEW), below = chained_below(d, chained) & ~chained;
    struct making k = {.arena = d->arena, .msgs = d->msgs, .space = d->space};
    if (below) {
        boxes_derived(&k, below, &d->computed);
    }
    for (; below; below &= below - 1) {
        uint32_t input = (uint32_t)__builtin_ctzll(below);
        d->functions |= is_function(d, input) ? UINT64_C(1) << input : 0;
    }
}

uint64_t list_named(const struct list *l) {
    uint64_t named = 0;
    for (size_t i = 0; i < l->nitem; i++) {
        named |= l->item[i].box.named;
    }
    return named;
}
