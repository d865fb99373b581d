/* domain_int.c -- atoms of int inputs: pieces between bounds, split by residues, then unset.
 *
 * In: the bounds and moduli that entries name.  Out: atoms with their smallest and largest member.
 * The residue pattern of x is the vector of x % m == 0 for each modulus m [note patterns].  Which patterns a piece
 * has is found by deciding one modulus after the other and asking for a member each time, so empty ones cost nothing.
 */
#include "domain.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PATTERNS = 1024, ATOMS = 1 << 16 };

/* For qsort; a difference could overflow. */
static int compare_numbers(const void *x, const void *y) {
    int64_t u = *(const int64_t *)x, v = *(const int64_t *)y;
    return (u > v) - (u < v);
}

/* Sorted, each once, those in (above, upto]. */
static size_t unique(int64_t *number, size_t n, int64_t above, int64_t upto) {
    size_t kept = 0;
    if (n)
        qsort(number, n, sizeof *number, compare_numbers);
    for (size_t i = 0; i < n; i++)
        if (number[i] > above && number[i] <= upto && (!kept || number[kept - 1] != number[i]))
            number[kept++] = number[i];
    return kept;
}

/* Few patterns occur, so a linear search will do. */
static uint32_t pattern_index(struct space *s, struct domain *d, uint64_t pattern) {
    for (uint32_t i = 0; i < d->npattern; i++)
        if (d->pattern[i] == pattern)
            return i;
    *PUSH(s->arena, d->pattern, d->npattern) = pattern;
    return (uint32_t)d->npattern - 1;
}

/* Ends that are the ends of the range are left out. */
const char *int_label(struct arena *a, const struct input *in, int64_t lo, int64_t hi) {
    if (lo == hi)
        return arena_printf(a, "%" PRId64, lo);
    if (lo > in->lo && hi == in->hi)
        return arena_printf(a, ">=%" PRId64, lo);
    if (lo == in->lo && hi < in->hi)
        return arena_printf(a, "<=%" PRId64, hi);
    return arena_printf(a, "%" PRId64 "..%" PRId64, lo, hi);
}

/* One atom for each pattern that the piece has: the modulus at `next` divides, then does not. */
static bool add_patterns(struct space *s, uint32_t input, struct residues *r, size_t next) {
    struct domain *d = &s->domain[input];
    int64_t lo, hi;
    if (!residues_find(r, true, &lo))
        return true;
    if (next < d->nmodulus) {
        struct residues with = *r;
        with.lcm = int_lcm(r->lcm, d->modulus[next]);
        with.pattern |= (uint64_t)1 << next;
        if (!add_patterns(s, input, &with, next + 1))
            return false;
        r->without[r->nwithout++] = d->modulus[next];
        bool more = add_patterns(s, input, r, next + 1);
        r->nwithout--;
        return more;
    }
    if (d->natom >= ATOMS || d->npattern >= PATTERNS || !residues_find(r, false, &hi))
        return false;
    const char *label = int_label(s->arena, &s->table->input[input], r->lo, r->hi);
    if (lo == hi)
        label = arena_printf(s->arena, "%" PRId64, lo);
    else if (d->nmodulus)
        label = residue_label(s->arena, d, r->pattern, label);
    struct atom *atom = domain_add(s, input, arena_printf(s->arena, "%" PRId64, lo), label);
    atom->lo = lo;
    atom->hi = hi;
    atom->residue = pattern_index(s, d, r->pattern);
    return true;
}

/* Bounds are first values of pieces; the first piece begins where the range does. */
static void cut_domain(struct space *s, uint32_t input, struct int_cuts *cuts) {
    const struct input *in = &s->table->input[input];
    struct domain *d = &s->domain[input];
    d->bound = cuts->bound;
    d->nbound = unique(cuts->bound, cuts->nbound, in->lo, in->hi);
    d->modulus = cuts->modulus;
    d->nmodulus = unique(cuts->modulus, cuts->nmodulus, 1, INT64_MAX);
}

/* A limit drops the moduli, which is a message: nothing is analysed then. */
void domain_ints(struct space *s, uint32_t input, struct msgs *m) {
    const struct input *in = &s->table->input[input];
    struct domain *d = &s->domain[input];
    struct int_cuts cuts = {.arena = s->arena, .input = input};
    int_cuts(s->table, &cuts);
    cut_domain(s, input, &cuts);
    bool fits = d->nmodulus <= MODULI;
    if (!fits)
        d->nmodulus = 0;
    for (size_t i = 0; i <= d->nbound && in->lo <= in->hi; i++) {
        struct residues r = {.lo = i ? d->bound[i - 1] : in->lo, .lcm = 1};
        r.hi = i < d->nbound ? d->bound[i] - 1 : in->hi;
        fits = add_patterns(s, input, &r, 0) && fits;
    }
    if (!fits)
        msg_add(m, FINDING_LIMIT, in->pos, 1,
                "input '%s' is cut into too many pieces by its bounds and moduli, at most %d moduli, %d residue "
                "patterns and %d pieces are taken; name fewer moduli",
                in->name, MODULI, PATTERNS, ATOMS);
    if (in->unset)
        domain_special(s, input, VALUE_UNSET, "unset");
    if (in->chain != NO) {
        domain_special(s, input, VALUE_NONE, "NONE");
        domain_special(s, input, VALUE_ERROR, "ERROR");
    }
}

/* How many bounds lie at or below the number. */
size_t int_piece(const struct domain *d, int64_t number) {
    size_t lo = 0, hi = d->nbound;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (d->bound[middle] <= number)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

/* NO: no member of the domain has this pattern. */
uint32_t int_pattern(const struct domain *d, int64_t number) {
    uint64_t pattern = 0;
    for (size_t i = 0; i < d->nmodulus; i++)
        pattern |= (uint64_t)(number % d->modulus[i] == 0) << i;
    for (uint32_t i = 0; i < d->npattern; i++)
        if (d->pattern[i] == pattern)
            return i;
    return NO;
}

bool int_has(const struct domain *d, uint32_t atom, int64_t number) {
    return d->atom[atom].lo <= number && number <= d->atom[atom].hi && d->atom[atom].residue == int_pattern(d, number);
}

/* Special cells are added last. */
uint32_t int_natom(const struct domain *d) {
    uint32_t natom = d->natom;
    for (uint32_t v = VALUE_OTHER; v <= VALUE_ERROR; v++)
        if (d->special[v - VALUE_OTHER] < natom)
            natom = d->special[v - VALUE_OTHER];
    return natom;
}

/* Every atom of a piece has all its members on the same side of a bound, so comparing its smallest will do. */
static void gather_range(const struct domain *d, uint32_t natom, int64_t lo, int64_t hi, struct gather *g) {
    uint32_t at[2];
    for (int side = 0; side < 2; side++) { /* the first atom >= lo, the first > hi */
        uint32_t from = 0, to = natom;
        while (from < to) {
            uint32_t middle = from + (to - from) / 2;
            if (side ? d->atom[middle].lo > hi : d->atom[middle].lo >= lo)
                to = middle;
            else
                from = middle + 1;
        }
        at[side] = from;
    }
    if (at[0] < at[1])
        gather_set(g, aset_range(d->sets, at[0], at[1] - 1));
}

/* `!=` has become a negation in the table stage; it is taken as written all the same. */
void int_entry(const struct space *s, uint32_t input, const struct entry *e, struct gather *g) {
    const struct domain *d = &s->domain[input];
    uint32_t natom = int_natom(d);
    if (e->kind == ENTRY_WORD && e->value >= VALUE_OTHER && e->value <= VALUE_ERROR) {
        gather_atom(g, d->special[e->value - VALUE_OTHER]);
    } else if (e->kind == ENTRY_MULTIPLE) {
        for (uint32_t i = 0; i < natom && e->lo > 0; i++)
            if (d->atom[i].lo % e->lo == 0)
                gather_atom(g, i);
    } else if (e->kind == ENTRY_COMPARE && e->op == COMPARE_NE) {
        struct gather equal;
        gather_start(&equal, d->sets);
        gather_range(d, natom, e->lo, e->hi, &equal);
        gather_set(g, aset_minus(d->sets, natom ? aset_range(d->sets, 0, natom - 1) : ASET_EMPTY, equal.set));
    } else if (e->kind == ENTRY_WORD || e->kind == ENTRY_RANGE || e->kind == ENTRY_COMPARE) {
        gather_range(d, natom, e->lo, e->hi, g);
    }
}
