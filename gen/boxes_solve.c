/* boxes_solve.c -- one concrete cell of a box, where derived integers tie inputs together.
 *
 * In: a box.  Out: numbers for the derived inputs that it is about and for their factors, such that every relation
 * holds; or that there are none; or that none was found.
 * Each input gets candidates: all its members where they are few, else the ends of its pieces and what the candidates
 * of the inputs derived from it ask for.  Then the factors are tried in order, and each derived number is checked as
 * soon as its factors stand.  Only where every factor had all its members as candidates is "none found" a refutation.
 */
#include "turnout.h"

#include <string.h>

enum { CANDIDATES = 160, PARTNERS = 24, STEPS = 400000 };

struct candidates {
    int64_t number[CANDIDATES];
    size_t n;
    bool all, unset; /* all members are here; the set has an atom that is no number */
};
struct solving {
    const struct space *space;
    const struct box *box;
    struct candidates *of; /* per input */
    uint32_t order[64];    /* factors before what is derived from them */
    size_t norder;
    uint64_t active; /* inputs at stake */
    struct solved value[64];
    uint64_t step;
};

static const struct input *input_at(const struct solving *s, uint32_t input) {
    return &s->space->table->input[input];
}

/* Is the number in the box's set of the input? */
static bool holds(const struct solving *s, uint32_t input, int64_t number) {
    const struct domain *d = &s->space->domain[input];
    uint32_t set = s->box->set[input];
    for (uint32_t i = aset_next(d->sets, set, 0); i < int_natom(d); i = aset_next(d->sets, set, i + 1))
        if (int_has(d, i, number))
            return true;
    return false;
}

/* Each number once, and only where the box allows it. */
static void offer(struct solving *s, uint32_t input, int64_t number) {
    struct candidates *c = &s->of[input];
    for (size_t i = 0; i < c->n; i++)
        if (c->number[i] == number)
            return;
    if (c->n < CANDIDATES && holds(s, input, number))
        c->number[c->n++] = number;
}

/* Appends the members of one atom; false when they do not all fit. */
static bool seed_all(struct candidates *c, const struct domain *d, uint32_t atom) {
    int64_t n;
    for (int64_t from = d->atom[atom].lo; int_member(d, atom, from, true, &n); from = n + 1) {
        if (c->n == CANDIDATES / 2)
            return false;
        c->number[c->n++] = n;
        if (n == d->atom[atom].hi)
            break;
    }
    return true;
}

/* All members where they fit, else of each piece the two least and the greatest. */
static void seed(struct solving *s, uint32_t input) {
    const struct domain *d = &s->space->domain[input];
    struct candidates *c = &s->of[input];
    uint32_t set = s->box->set[input], natom = int_natom(d);
    c->all = true;
    for (uint32_t i = aset_next(d->sets, set, 0); i != NO; i = aset_next(d->sets, set, i + 1)) {
        c->unset |= i >= natom;
        c->all = c->all && (i >= natom || seed_all(c, d, i));
    }
    if (c->all)
        return;
    c->n = 0;
    for (uint32_t i = aset_next(d->sets, set, 0); i < natom && c->n < CANDIDATES / 2;
         i = aset_next(d->sets, set, i + 1)) {
        int64_t next;
        offer(s, input, d->atom[i].lo);
        if (d->atom[i].lo < d->atom[i].hi && int_member(d, i, d->atom[i].lo + 1, true, &next))
            offer(s, input, next);
        offer(s, input, d->atom[i].hi);
    }
}

/* Factors that would give `want` beside a partner. */
static void ask_left(struct solving *s, const struct input *in, int64_t want, int64_t y) {
    int64_t x;
    if (in->from_op == '+' && !__builtin_sub_overflow(want, y, &x))
        offer(s, in->from[0], x);
    else if (in->from_op == '*' && y > 0)
        offer(s, in->from[0], want / y);
    else if (in->from_op == '%' && y > 0) {
        offer(s, in->from[0], want);
        if (!__builtin_add_overflow(want, y, &x))
            offer(s, in->from[0], x);
    } else if (in->from_op == '/' && y > 0 && !__builtin_mul_overflow(want, y, &x)) {
        offer(s, in->from[0], x);
        if (x <= INT64_MAX - y)
            offer(s, in->from[0], x + y - 1);
    }
}

/* Right factors that would give `want` beside x. */
static void ask_right(struct solving *s, const struct input *in, int64_t want, int64_t x) {
    int64_t y;
    if (in->from_op == '+' && !__builtin_sub_overflow(want, x, &y))
        offer(s, in->from[1], y);
    else if ((in->from_op == '*' && x > 0) || (in->from_op == '/' && want > 0))
        offer(s, in->from[1], in->from_op == '*' ? want / x : x / want);
    else if (in->from_op == '%' && x > want && want >= 0)
        offer(s, in->from[1], x - want);
}

/* What the candidates of a derived input want of its factors. */
static void ask(struct solving *s, uint32_t input) {
    const struct input *in = input_at(s, input);
    struct candidates *want = &s->of[input], *x = &s->of[in->from[0]];
    if (in->from[1] == NO) {
        for (size_t i = 0; i < want->n; i++)
            ask_left(s, in, want->number[i], in->from_by);
        return;
    }
    struct candidates *y = &s->of[in->from[1]];
    size_t nx = x->n < PARTNERS ? x->n : PARTNERS, ny = y->n < PARTNERS ? y->n : PARTNERS;
    for (size_t i = 0; i < want->n && i < PARTNERS; i++) {
        for (size_t k = 0; k < ny; k++)
            ask_left(s, in, want->number[i], y->number[k]);
        for (size_t k = 0; k < nx; k++)
            ask_right(s, in, want->number[i], x->number[k]);
    }
}

static bool is_active(const struct solving *s, uint32_t input) {
    return s->active >> input & 1;
}

/* What the box names, and everything that relations tie to it. */
static void find_active(struct solving *s) {
    uint64_t before;
    s->active = s->box->named;
    do {
        before = s->active;
        for (uint32_t i = 0; i < s->space->ninput; i++) {
            const struct input *in = input_at(s, i);
            if (!in->from_op)
                continue;
            uint64_t tied = (uint64_t)1 << i | (uint64_t)1 << in->from[0];
            tied |= in->from[1] == NO ? 0 : (uint64_t)1 << in->from[1];
            s->active |= s->active & tied ? tied : 0;
        }
    } while (s->active != before);
}

/* Factors first. */
static void order(struct solving *s, uint32_t input, uint64_t *seen) {
    const struct input *in = input_at(s, input);
    if (*seen >> input & 1)
        return;
    *seen |= (uint64_t)1 << input;
    for (int i = 0; i < 2 && in->from_op; i++)
        if (in->from[i] != NO)
            order(s, in->from[i], seen);
    s->order[s->norder++] = input;
}

static bool solve(struct solving *s, size_t at);

/* Unset exactly where a factor is. */
static bool derive(struct solving *s, size_t at) {
    uint32_t input = s->order[at];
    const struct input *in = input_at(s, input);
    const struct solved *x = &s->value[in->from[0]], *y = in->from[1] == NO ? NULL : &s->value[in->from[1]];
    struct solved *out = &s->value[input];
    *out = (struct solved){.known = true, .unset = x->unset || (y && y->unset)};
    if (out->unset ? !s->of[input].unset
                   : !derived_number(in->from_op, x->number, y ? y->number : in->from_by, &out->number) ||
                         !holds(s, input, out->number))
        return false;
    return solve(s, at + 1);
}

/* One input after the other; false leaves the last attempt in value. */
static bool solve(struct solving *s, size_t at) {
    if (at == s->norder)
        return true;
    if (s->step == 0)
        return false;
    s->step--;
    uint32_t input = s->order[at];
    if (input_at(s, input)->from_op)
        return derive(s, at);
    const struct candidates *c = &s->of[input];
    for (size_t i = 0; i < c->n; i++) {
        s->value[input] = (struct solved){.known = true, .number = c->number[i]};
        if (solve(s, at + 1))
            return true;
    }
    s->value[input] = (struct solved){.known = true, .unset = true};
    return c->unset && solve(s, at + 1);
}

/* false: no derived input is at stake, so any cell will do. */
static bool prepare(struct solving *s, struct arena *a) {
    uint64_t seen = 0;
    bool derived = false;
    find_active(s);
    for (uint32_t i = 0; i < s->space->ninput; i++) {
        const struct input *in = input_at(s, i);
        if (in->from_op && is_active(s, i)) {
            derived = true;
            order(s, i, &seen);
        }
    }
    if (!derived)
        return false;
    s->of = arena_alloc(a, s->space->ninput * sizeof *s->of);
    for (size_t i = 0; i < s->norder; i++)
        seed(s, s->order[i]);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = s->norder; i-- > 0;)
            if (input_at(s, s->order[i])->from_op)
                ask(s, s->order[i]);
    return true;
}

enum possible box_possible(const struct space *s, const struct box *b, struct solved *value) {
    struct solving solving = {.space = s, .box = b, .step = STEPS};
    struct arena *a = arena_new();
    bool tied = prepare(&solving, a), found = !tied || solve(&solving, 0), all = solving.step > 0;
    if (value)
        memset(value, 0, s->ninput * sizeof *value);
    for (size_t i = 0; i < solving.norder; i++) {
        uint32_t input = solving.order[i];
        all = all && (solving.of[input].all || input_at(&solving, input)->from_op);
        if (found && value)
            value[input] = solving.value[input];
    }
    arena_free(a);
    return found ? POSSIBLE_YES : all ? POSSIBLE_NO : POSSIBLE_UNKNOWN;
}
