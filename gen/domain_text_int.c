/* domain_text_int.c -- a set of numbers as few entries.
 *
 * In: a set of atoms of an int input.  Out: entries that are exactly its numbers (special cells apart): ranges, and
 * where moduli cut the domain also "%16", "65..128 & %16", "65..128 & !%16".
 * A piece (the numbers between two bounds) is whole, or all of its multiples of one modulus, or all others, or several
 * of these; neighbours that have one in common are one entry.  What is none of them is written pattern by pattern.
 */
#include "domain.h"

struct shape {                   /* what the set is within a piece */
    bool some;                   /* not empty */
    bool whole;                  /* has all of it */
    uint64_t divided, undivided; /* bit i: has just the multiples of modulus[i], just the others */
};

static struct shape shape_and(struct shape x, struct shape y) {
    return (struct shape){x.some || y.some, x.whole && y.whole, x.divided & y.divided, x.undivided & y.undivided};
}

static bool shape_any(struct shape s) {
    return s.whole || s.divided || s.undivided;
}

/* Atoms first .. end - 1 are the piece.  An empty part is "just the multiples" where the piece has none. */
static struct shape shape_of(const struct domain *d, uint32_t set, uint32_t first, uint32_t end) {
    uint64_t all = d->nmodulus < 64 ? ((uint64_t)1 << d->nmodulus) - 1 : UINT64_MAX;
    struct shape s = {false, true, all, all};
    for (uint32_t i = first; i < end; i++) {
        bool has = aset_has(d->sets, set, i);
        uint64_t pattern = d->pattern[d->atom[i].residue];
        s.some = s.some || has;
        s.whole = s.whole && has;
        s.divided &= has ? pattern : ~pattern;
        s.undivided &= has ? ~pattern : pattern;
    }
    return s;
}

static uint32_t piece_end(const struct domain *d, uint32_t first, uint32_t natom) {
    size_t piece = int_piece(d, d->atom[first].lo);
    uint32_t end = first + 1;
    while (end < natom && int_piece(d, d->atom[end].lo) == piece) {
        end++;
    }
    return end;
}

/* The pieces of atoms first .. last, as one entry of that shape.  `!%16` beside other numbers would be read as what is
 * taken from them, so it has its range unless it is all there is. */
static const char *run_entry(const struct space *s, struct arena *a, uint32_t input, uint32_t first, uint32_t last,
                             struct shape is) {
    const struct input *in = &s->table->input[input];
    const struct domain *d = &s->domain[input];
    size_t from = int_piece(d, d->atom[first].lo), to = int_piece(d, d->atom[last].lo);
    int64_t lo = from ? d->bound[from - 1] : in->lo, hi = to < d->nbound ? d->bound[to] - 1 : in->hi;
    const char *range = int_label(a, in, lo, hi);
    if (is.whole) {
        return range;
    }
    int bit = __builtin_ctzll(is.divided ? is.divided : is.undivided);
    if (lo == in->lo && hi == in->hi) {
        return arena_printf(a, "%s%%%lld", is.divided ? "" : "!", (long long)d->modulus[bit]);
    }
    return arena_printf(a, "%s & %s%%%lld", range, is.divided ? "" : "!", (long long)d->modulus[bit]);
}

size_t int_entries(const struct space *s, struct arena *a, uint32_t input, uint32_t set, const char ***entry) {
    const struct domain *d = &s->domain[input];
    uint32_t natom = int_natom(d);
    size_t count = 0;
    *entry = NULL;
    for (uint32_t i = 0; i < natom;) {
        uint32_t end = piece_end(d, i, natom), last = end - 1;
        struct shape is = shape_of(d, set, i, end);
        if (!is.some) {
            i = end;
            continue;
        }
        if (!shape_any(is)) {
            for (; i < end; i++) {
                if (aset_has(d->sets, set, i)) {
                    *PUSH(a, *entry, count) = d->atom[i].label;
                }
            }
            continue;
        }
        struct shape both = is;
        for (uint32_t next = end; next < natom; next = end) {
            end = piece_end(d, next, natom);
            struct shape more = shape_of(d, set, next, end);
            both = shape_and(both, more);
            if (!shape_any(both)) {
                break;
            }
            if (more.some) { /* empty pieces do not end an entry, nor does it end with one */
                is = both;
                last = end - 1;
            }
        }
        *PUSH(a, *entry, count) = run_entry(s, a, input, i, last, is);
        i = last + 1;
    }
    return count;
}
