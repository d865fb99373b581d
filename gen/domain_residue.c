/* domain_residue.c -- numbers with a given residue pattern [note patterns] of domain_int.c.
 *
 * In: moduli that divide, moduli that do not, and bounds.  Out: the smallest or largest such number; pattern labels.
 * A question looks at the multiples of the lcm of the moduli that divide; runs in which each of them hits one of at
 * most 64 other moduli are short (Jacobsthal), so it ends quickly however far apart the bounds are.
 */
#include "domain.h"

#include <inttypes.h>

/* Euclid. */
static int64_t gcd(int64_t x, int64_t y) {
    while (y) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

int64_t int_lcm(int64_t x, int64_t y) {
    int64_t result;
    if (x == INT64_MAX || y == INT64_MAX || __builtin_mul_overflow(x / gcd(x, y), y, &result))
        return INT64_MAX;
    return result;
}

/* Of a multiple of the lcm: does no other modulus divide it? */
static bool is_member(const struct residues *r, int64_t x) {
    for (size_t i = 0; i < r->nwithout; i++)
        if (x % r->without[i] == 0)
            return false;
    return true;
}

/* Up or down through the multiples. */
bool residues_find(const struct residues *r, bool up, int64_t *found) {
    if (r->lcm == INT64_MAX) { /* 0 is the only multiple */
        *found = 0;
        return r->lo <= 0 && 0 <= r->hi && r->nwithout == 0;
    }
    for (size_t i = 0; i < r->nwithout; i++)
        if (r->lcm % r->without[i] == 0)
            return false; /* every multiple of the lcm is one of this modulus too */
    int64_t first = r->lo / r->lcm + (r->lo % r->lcm > 0), last = r->hi / r->lcm - (r->hi % r->lcm < 0);
    for (int64_t i = 0, n = last - first; i <= n; i++) {
        *found = (up ? first + i : last - i) * r->lcm;
        if (is_member(r, *found))
            return true;
    }
    return false;
}

bool int_member(const struct domain *d, uint32_t atom, int64_t from, bool up, int64_t *found) {
    const struct atom *of = &d->atom[atom];
    struct residues r = {.lo = of->lo, .hi = of->hi, .lcm = 1, .pattern = d->pattern[of->residue]};
    if (up)
        r.lo = from > r.lo ? from : r.lo;
    else
        r.hi = from < r.hi ? from : r.hi;
    for (size_t i = 0; i < d->nmodulus; i++) {
        if (r.pattern >> i & 1)
            r.lcm = int_lcm(r.lcm, d->modulus[i]);
        else
            r.without[r.nwithout++] = d->modulus[i];
    }
    return r.lo <= r.hi && residues_find(&r, up, found);
}

/* Only what the others do not imply. */
const char *residue_label(struct arena *a, const struct domain *d, uint64_t pattern, const char *piece) {
    struct text t = {.arena = a};
    text_put(&t, piece);
    for (size_t i = 0; i < d->nmodulus; i++) {
        bool divides = pattern >> i & 1, implied = false;
        for (size_t k = 0; k < d->nmodulus; k++) /* %32 says %16, !%16 says !%32 */
            if (k != i && (pattern >> k & 1) == divides)
                implied |= divides ? d->modulus[k] % d->modulus[i] == 0 : d->modulus[i] % d->modulus[k] == 0;
        if (!implied)
            text_printf(&t, " & %s%%%" PRId64, divides ? "" : "!", d->modulus[i]);
    }
    return t.at;
}
