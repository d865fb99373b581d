/* boxes_derived.c -- derived integers (`from = a / b`): which pieces of the result can come out of which factors.
 *
 * In: the atoms.  Out: boxes for [never]: a piece of a, one of b, and the pieces of the result that no pair of members
 * has.  A result is unset exactly where a factor is.
 * A triple of pieces is asked in this order: do the bounds allow it; is there a pair among the members, where one
 * factor is a constant or has few members (then the other is walked through one period of all residues, which decides
 * it); else a sample.  What is neither shown nor refuted counts as possible: claims about such cells are checked by
 * box_possible (boxes_solve.c).
 */
#include "boxes.h"

enum { FEW = 256, SAMPLE = 64, STEPS = 1 << 16, ALL_STEPS = 1 << 24 };

struct relation {
    const struct domain *x, *y, *result; /* y NULL: the constant */
    char op;
    int64_t by;
    uint64_t left; /* steps left for the whole relation */
};

bool derived_number(char op, int64_t x, int64_t y, int64_t *out) {
    switch (op) {
    case '+':
        return !__builtin_add_overflow(x, y, out);
    case '*':
        return !__builtin_mul_overflow(x, y, out);
    case '/':
    case '%':
        if (y <= 0) /* the table stage refuses such divisors */
            return false;
        *out = op == '/' ? x / y : x % y;
        return true;
    default:
        return false;
    }
}

/* After this many numbers all residues of the input repeat. */
static int64_t all_moduli(const struct domain *d) {
    int64_t lcm = 1;
    for (size_t i = 0; i < d->nmodulus; i++)
        lcm = int_lcm(lcm, d->modulus[i]);
    return lcm;
}

/* The definition, for one pair. */
static bool comes_out(const struct relation *r, int64_t x, int64_t y, uint32_t want) {
    int64_t number;
    return derived_number(r->op, x, y, &number) && int_has(r->result, want, number);
}

/* Members of the atom from lo to hi in steps of one member; `first` is the factor that walks. */
static enum possible walk(struct relation *r, const struct domain *d, uint32_t atom, int64_t lo, int64_t hi, bool first,
                          int64_t other, uint32_t want) {
    int64_t n;
    for (uint64_t step = 0; lo <= hi && int_member(d, atom, lo, true, &n) && n <= hi; step++) {
        if (step == STEPS || r->left == 0)
            return POSSIBLE_UNKNOWN;
        r->left--;
        if (first ? comes_out(r, n, other, want) : comes_out(r, other, n, want))
            return POSSIBLE_YES;
        if (n == INT64_MAX)
            break;
        lo = n + 1;
    }
    return POSSIBLE_NO;
}

/* from + period, or the end. */
static int64_t up_to(int64_t from, int64_t period, int64_t hi) {
    int64_t end;
    return __builtin_add_overflow(from, period, &end) || end > hi ? hi : end;
}

/* y is one number.  The walk begins where the result's bounds allow, and ends after one period. */
static enum possible with_y(struct relation *r, uint32_t x, int64_t y, uint32_t want) {
    const struct atom *at = &r->x->atom[x], *out = &r->result->atom[want];
    int64_t lo = at->lo, hi = at->hi, bound, period = int_lcm(all_moduli(r->x), all_moduli(r->result));
    if (r->op == '+') {
        lo = !__builtin_sub_overflow(out->lo, y, &bound) && bound > lo ? bound : lo;
        hi = !__builtin_sub_overflow(out->hi, y, &bound) && bound < hi ? bound : hi;
    } else if (r->op == '*' && y > 0) {
        lo = out->lo / y > lo ? out->lo / y : lo; /* rounded towards zero: one too many at most */
        hi = out->hi / y < hi ? out->hi / y : hi;
    } else if (r->op == '/' && at->lo >= 0 && y > 0) {
        lo = out->lo > 0 && !__builtin_mul_overflow(out->lo, y, &bound) && bound > lo ? bound : lo;
        hi = out->hi >= 0 && out->hi < INT64_MAX / y - 1 && out->hi * y + y - 1 < hi ? out->hi * y + y - 1 : hi;
        if (__builtin_mul_overflow(all_moduli(r->result), y, &bound)) /* x / y mod m repeats after y * m */
            bound = INT64_MAX;
        period = int_lcm(all_moduli(r->x), bound);
    } else if (r->op == '%' && y > 0) {
        period = int_lcm(all_moduli(r->x), y);
    }
    if (lo < 0 && (r->op == '/' || r->op == '%')) /* rounding changes at zero */
        return walk(r, r->x, x, lo, hi, true, y, want);
    return walk(r, r->x, x, lo, up_to(lo, period, hi), true, y, want);
}

/* x is one number, y walks; past x the quotient is 0 and the rest is x. */
static enum possible with_x(struct relation *r, int64_t x, uint32_t y, uint32_t want) {
    const struct atom *at = &r->y->atom[y];
    int64_t end = x >= 0 && x > at->lo ? x : at->lo, period = int_lcm(all_moduli(r->y), all_moduli(r->result));
    if (r->op == '+' || r->op == '*' || x < 0) {
        struct relation swapped = *r;
        swapped.x = r->y;
        if (x < 0 && (r->op == '/' || r->op == '%'))
            return walk(r, r->y, y, at->lo, at->hi, false, x, want);
        enum possible p = with_y(&swapped, y, x, want);
        r->left = swapped.left;
        return p;
    }
    return walk(r, r->y, y, at->lo, up_to(end, period, at->hi), false, x, want);
}

/* Do the bounds of the pieces allow it at all? */
static bool bounds_allow(const struct relation *r, const struct atom *x, int64_t ylo, int64_t yhi,
                         const struct atom *want) {
    int64_t lo = INT64_MAX, hi = INT64_MIN, n;
    if (r->op == '%')
        return x->lo < 0 || (want->hi >= 0 && want->lo < yhi && want->lo <= x->hi);
    for (int i = 0; i < 4; i++) {
        if (!derived_number(r->op, i & 1 ? x->lo : x->hi, i & 2 ? ylo : yhi, &n))
            return true;
        lo = n < lo ? n : lo;
        hi = n > hi ? n : hi;
    }
    return lo <= want->hi && want->lo <= hi;
}

/* The first members of an atom. */
static size_t members(const struct domain *d, uint32_t atom, int64_t *number, size_t most) {
    size_t n = 0;
    int64_t from = d->atom[atom].lo, found;
    while (n < most && int_member(d, atom, from, true, &found)) {
        number[n++] = found;
        if (found == INT64_MAX)
            break;
        from = found + 1;
    }
    return n;
}

/* The three questions of the head, in their order. */
static enum possible of_pair(struct relation *r, uint32_t x, uint32_t y, uint32_t want) {
    const struct atom *at = &r->y->atom[y];
    int64_t number[FEW + 1];
    bool unknown = false;
    if (!bounds_allow(r, &r->x->atom[x], at->lo, at->hi, &r->result->atom[want]))
        return POSSIBLE_NO;
    size_t n = members(r->y, y, number, FEW + 1);
    bool few_y = n <= FEW, few_x = false;
    if (!few_y) {
        size_t nx = members(r->x, x, number, FEW + 1);
        few_x = nx <= FEW;
        n = few_x ? nx : members(r->y, y, number, SAMPLE);
    }
    for (size_t i = 0; i < n; i++) {
        enum possible p = few_x ? with_x(r, number[i], y, want) : with_y(r, x, number[i], want);
        if (p == POSSIBLE_YES)
            return p;
        unknown |= p == POSSIBLE_UNKNOWN;
    }
    return unknown || !(few_x || few_y) ? POSSIBLE_UNKNOWN : POSSIBLE_NO;
}

/* The pieces of the result that cannot come out; atoms of numbers only. */
static uint32_t impossible(struct relation *r, uint32_t x, uint32_t y) {
    uint32_t set = ASET_EMPTY;
    for (uint32_t want = 0; want < int_natom(r->result); want++) {
        enum possible p = POSSIBLE_NO;
        if (r->y)
            p = of_pair(r, x, y, want);
        else if (bounds_allow(r, &r->x->atom[x], r->by, r->by, &r->result->atom[want]))
            p = with_y(r, x, r->by, want);
        if (p == POSSIBLE_NO)
            set = aset_or(r->result->sets, set, aset_one(r->result->sets, want));
    }
    return set;
}

/* Atoms behind the numbers have none. */
static bool is_unset(const struct domain *d, uint32_t atom) {
    return d && atom >= int_natom(d);
}

/* For one pair of factor atoms; NONE and ERROR of a chained factor count as unset. */
static uint32_t impossible_atoms(struct relation *r, uint32_t x, uint32_t y) {
    struct asets *sets = r->result->sets;
    uint32_t natom = int_natom(r->result);
    uint32_t numbers = natom ? aset_range(sets, 0, natom - 1) : ASET_EMPTY;
    if (is_unset(r->x, x) || is_unset(r->y, y))
        return natom < r->result->natom ? numbers : ASET_EMPTY;
    return aset_or(sets, aset_minus(sets, ASET_FULL, numbers), impossible(r, x, y));
}

struct group { /* factor atoms with the same impossible results */
    uint32_t x, y, set;
};

/* Joins to a group that differs in the other factor only. */
static void add_group(struct making *k, struct group **group, size_t *n, struct asets *sets, bool by_y,
                      const struct group *g) {
    for (size_t i = 0; i < *n; i++) {
        struct group *at = &(*group)[i];
        if (at->set != g->set || (by_y ? at->y != g->y : at->x != g->x))
            continue;
        if (by_y)
            at->x = aset_or(sets, at->x, g->x);
        else
            at->y = aset_or(sets, at->y, g->y);
        return;
    }
    *PUSH(k->arena, *group, *n) = *g;
}

/* Rows of x are grouped by result, then equal rows by x: boxes for runs, not for pairs. */
static void forbid(struct making *k, const struct input *in, uint32_t input, struct relation *r, struct region *never) {
    struct group *group = NULL;
    size_t ngroup = 0;
    for (uint32_t x = 0; x < r->x->natom; x++) {
        struct group *row = NULL; /* of this x, by result */
        size_t nrow = 0;
        for (uint32_t y = 0; y < (r->y ? r->y->natom : 1); y++) {
            struct group g = {aset_one(r->x->sets, x), r->y ? aset_one(r->y->sets, y) : 0, impossible_atoms(r, x, y)};
            if (g.set != ASET_EMPTY)
                add_group(k, &row, &nrow, r->y ? r->y->sets : NULL, !r->y, &g);
        }
        for (size_t i = 0; i < nrow; i++)
            add_group(k, &group, &ngroup, r->x->sets, true, &row[i]);
    }
    for (size_t i = 0; i < ngroup; i++) {
        struct box b = box_full(k->space, k->arena);
        if (box_narrow(k->space, &b, in->from[0], group[i].x) &&
            (!r->y || box_narrow(k->space, &b, in->from[1], group[i].y)) &&
            box_narrow(k->space, &b, input, group[i].set))
            *PUSH(k->arena, never->box, never->nbox) = b;
    }
}

void boxes_derived(struct making *k, uint64_t inputs, struct region *tied) {
    const struct space *s = k->space;
    for (uint32_t i = 0; i < s->ninput; i++) {
        const struct input *in = &s->table->input[i];
        if (!(inputs >> i & 1) || !in->from_op || in->from[0] >= s->ninput)
            continue;
        struct relation r = {.x = &s->domain[in->from[0]], .result = &s->domain[i], .op = in->from_op};
        r.y = in->from[1] == NO ? NULL : &s->domain[in->from[1]];
        r.by = in->from_by;
        r.left = ALL_STEPS;
        forbid(k, in, i, &r, tied);
    }
}
