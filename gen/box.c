/* box.c -- one box: the product of one atom set per input, and what can be asked of it.
 *
 * In: boxes over one space.  Out: their meet, order, count, difference, and their text in the table's own words.
 * Guaranteed: `named` has bit i exactly when set[i] is not FULL, so every loop runs over named inputs only;
 * no box that is handed out has an EMPTY set (an empty product is no box).
 */
#include "turnout.h"

#include <inttypes.h>
#include <string.h>

/* for each input i whose bit is set in mask */
#define EACH(i, mask)                                                                                                  \
    for (uint64_t rest_ = (mask); rest_; rest_ &= rest_ - 1)                                                           \
        for (uint32_t i = (uint32_t)__builtin_ctzll(rest_), once_ = 1; once_; once_ = 0)

/* At most 64 inputs. */
static uint64_t bit(uint32_t input) {
    return (uint64_t)1 << input;
}

struct box box_full(const struct space *s, struct arena *a) {
    return (struct box){.set = arena_alloc(a, (s->ninput + 1) * sizeof(uint32_t))}; /* ASET_FULL is 0 */
}

struct box box_copy(const struct space *s, struct arena *a, const struct box *b) {
    struct box copy = box_full(s, a);
    copy.named = b->named;
    memcpy(copy.set, b->set, s->ninput * sizeof *b->set);
    return copy;
}

/* The only place where a set of a box changes, besides region.c's pieces: keeps `named` right. */
bool box_narrow(const struct space *s, struct box *into, uint32_t input, uint32_t set) {
    uint32_t now = aset_and(s->domain[input].sets, into->set[input], set);
    into->set[input] = now;
    if (now != ASET_FULL)
        into->named |= bit(input);
    return now != ASET_EMPTY;
}

bool box_and(const struct space *s, struct box *into, const struct box *with) {
    EACH(i, with->named) {
        if (!box_narrow(s, into, i, with->set[i]))
            return false;
    }
    return true;
}

/* An input that only one of them names cannot keep them apart. */
bool box_meets(const struct space *s, const struct box *x, const struct box *y) {
    EACH(i, x->named & y->named) {
        if (!aset_meets(s->domain[i].sets, x->set[i], y->set[i]))
            return false;
    }
    return true;
}

bool box_within(const struct space *s, const struct box *x, const struct box *y) {
    if (y->named & ~x->named)
        return false; /* x is FULL where y is not */
    EACH(i, y->named) {
        if (!aset_within(s->domain[i].sets, x->set[i], y->set[i]))
            return false;
    }
    return true;
}

bool box_equal(const struct space *s, const struct box *x, const struct box *y) {
    return x->named == y->named && memcmp(x->set, y->set, s->ninput * sizeof *x->set) == 0;
}

bool box_has(const struct space *s, const struct box *b, const uint32_t *cell) {
    EACH(i, b->named) {
        if (!aset_has(s->domain[i].sets, b->set[i], cell[i]))
            return false;
    }
    return true;
}

/* Unnamed inputs count with their whole domain. */
double box_count(const struct space *s, const struct box *b) {
    double cells = 1;
    for (uint32_t i = 0; i < s->ninput; i++)
        cells *= aset_count(s->domain[i].sets, b->set[i]);
    return cells;
}

/* Cuts one named input of `minus` after the other off b: piece i agrees with `minus` on the inputs before i. */
struct region region_minus(const struct space *s, struct arena *a, const struct box *b, const struct box *minus) {
    struct region r = {0};
    if (!box_meets(s, b, minus)) {
        *PUSH(a, r.box, r.nbox) = box_copy(s, a, b);
        return r;
    }
    struct box rest = box_copy(s, a, b);
    EACH(i, minus->named) {
        uint32_t outside = aset_minus(s->domain[i].sets, rest.set[i], minus->set[i]);
        if (outside == ASET_EMPTY)
            continue;
        struct box *piece = PUSH(a, r.box, r.nbox);
        *piece = box_copy(s, a, &rest);
        box_narrow(s, piece, i, outside);
        box_narrow(s, &rest, i, minus->set[i]);
    }
    return r;
}

/* Labels of named inputs, in the order of the table. */
const char *box_text(const struct space *s, struct arena *a, const struct box *b) {
    if (!b->named)
        return "every cell";
    struct text t = {.arena = a};
    EACH(i, b->named) {
        text_printf(&t, "%s%s=%s", t.len ? " " : "", s->table->input[i].name, domain_text(s, a, i, b->set[i]));
    }
    return t.at;
}

/* Solving is only worth its cost where inputs are tied together. */
static bool has_derived(const struct space *s) {
    for (uint32_t i = 0; i < s->ninput; i++)
        if (s->table->input[i].from_op)
            return true;
    return false;
}

/* The solved number where there is one, else the first atom's member. */
static const char *member_text(const struct space *s, struct arena *a, const struct box *b, uint32_t input,
                               const struct solved *value) {
    const struct domain *d = &s->domain[input];
    uint32_t atom = aset_next(d->sets, b->set[input], 0);
    if (value && value[input].known && !value[input].unset)
        return arena_printf(a, "%" PRId64, value[input].number);
    if (value && value[input].unset)
        atom = aset_next(d->sets, b->set[input], int_natom(d));
    return atom < d->natom ? d->atom[atom].text : "";
}

const char *box_witness(const struct space *s, struct arena *a, const struct box *b) {
    struct solved value[64];
    struct text t = {.arena = a};
    if (!b->named)
        return "any cell";
    bool solved = has_derived(s) && box_possible(s, b, value) == POSSIBLE_YES;
    EACH(i, b->named) {
        text_printf(&t, "%s%s=%s", t.len ? " " : "", s->table->input[i].name,
                    member_text(s, a, b, i, solved ? value : NULL));
    }
    return t.at;
}
