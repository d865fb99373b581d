/* analyse_meet.c -- which lines of an output meet a box?
 *
 * In: the lines of a plan.  Out: for any box the lines that meet it, ascending.
 * Two indices are made once per output.  Per input: for each atom the lines that name it there, and in one list apart
 * those that do not name the input, or name much of it [note buckets].  A question walks only the shortest of the
 * lists that its box allows: of 100,000 rules for 10,000 architectures some twenty.  Per line: its sets of all small
 * inputs as bit fields of a few words, so that a line is refuted by one AND, one addition and one comparison.
 * Guaranteed: exact.
 */
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_ATOMS = 64 }; /* a set with more is kept in the list apart */

struct buckets {            /* of one input */
    uint32_t *start, *line; /* line[start[atom] .. start[atom + 1]) */
    uint64_t *bits;         /* the first word of each, so that most are refuted without a look at the line */
    uint32_t *apart;
    uint32_t napart;
};
struct field { /* of a small input, in one of the words of a line */
    bool packed;
    uint32_t word, shift;
};
struct meets {
    struct buckets *of; /* per input */
    struct field *field;
    uint32_t nword;
    uint64_t *fill, *guard; /* per word: see fields_meet */
    uint64_t *bits;         /* nword per line */
    uint64_t *ask;          /* nword, of the box in question */
    uint64_t loose;         /* inputs that are not packed */
    uint32_t *seen, now;    /* per line: the last question that looked at it */
    struct meeting *known;  /* per line: what meets its box, once asked */
    size_t nknown;          /* lines in all of these */
};

/* ---- buckets ---- */

static bool few(const struct asets *p, uint32_t set) {
    return set != ASET_FULL && aset_count(p, set) <= FEW_ATOMS;
}

/* Counted, then filled: two passes, no list grows. */
static void buckets_make(struct analysis *an, uint32_t input) {
    const struct asets *p = an->space->domain[input].sets;
    struct buckets *b = &an->meets->of[input];
    uint32_t n = (uint32_t)an->plan->nline, natom = asets_natom(p);
    b->start = arena_alloc(an->scratch, (natom + 2) * sizeof *b->start);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t set = an->plan->line[i].box.set[input];
        if (!few(p, set)) {
            b->napart++;
            continue;
        }
        for (uint32_t x = aset_next(p, set, 0); x != NO; x = aset_next(p, set, x + 1)) {
            b->start[x + 2]++;
        }
    }
    for (uint32_t x = 0; x < natom; x++) {
        b->start[x + 2] += b->start[x + 1];
    }
    b->line = arena_alloc(an->scratch, b->start[natom + 1] * sizeof *b->line);
    b->bits = arena_alloc(an->scratch, b->start[natom + 1] * sizeof *b->bits);
    b->apart = arena_alloc(an->scratch, b->napart * sizeof *b->apart);
    b->napart = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t set = an->plan->line[i].box.set[input];
        if (!few(p, set)) {
            b->apart[b->napart++] = i;
            continue;
        }
        for (uint32_t x = aset_next(p, set, 0); x != NO; x = aset_next(p, set, x + 1)) {
            b->bits[b->start[x + 1]] = an->meets->bits[(size_t)i * an->meets->nword];
            b->line[b->start[x + 1]++] = i;
        }
    }
}

/* Lines to look at when the box is looked up by this input; stops counting beyond `most`. */
static size_t buckets_cost(const struct buckets *b, const struct asets *p, uint32_t set, size_t most) {
    size_t cost = b->napart;
    for (uint32_t x = aset_next(p, set, 0); x != NO && cost < most; x = aset_next(p, set, x + 1)) {
        cost += 1 + b->start[x + 1] - b->start[x];
    }
    return cost;
}

/* ---- bit fields ---- */

/* A field of n bits has a guard above it, so it takes n + 1. */
static void fields_place(struct analysis *an) {
    struct meets *m = an->meets;
    uint32_t used = 64;
    m->fill = arena_alloc(an->scratch, (an->space->ninput + 1) * sizeof *m->fill);
    m->guard = arena_alloc(an->scratch, (an->space->ninput + 1) * sizeof *m->guard);
    for (uint32_t i = 0; i < an->space->ninput; i++) {
        uint32_t natom = an->space->domain[i].natom;
        if (natom > 63) {
            m->loose |= (uint64_t)1 << i;
            continue;
        }
        if (used + natom + 1 > 64) {
            m->nword++;
            used = 0;
        }
        m->field[i] = (struct field){true, m->nword - 1, used};
        m->fill[m->nword - 1] |= (((uint64_t)1 << natom) - 1) << used;
        m->guard[m->nword - 1] |= (uint64_t)1 << (used + natom);
        used += natom + 1;
    }
}

static void fields_pack(const struct analysis *an, const struct box *b, uint64_t *word) {
    const struct meets *m = an->meets;
    for (uint32_t i = 0; i < m->nword; i++) {
        word[i] = m->fill[i];
    }
    for (uint64_t rest = b->named & ~m->loose; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        const struct asets *p = an->space->domain[i].sets;
        uint64_t all = (((uint64_t)1 << asets_natom(p)) - 1);
        word[m->field[i].word] &= ~(all << m->field[i].shift) | aset_bits(p, b->set[i]) << m->field[i].shift;
    }
}

/* Adding a field of ones carries into the guard just when the field is not zero. */
static bool fields_meet(const struct meets *m, uint32_t line) {
    const uint64_t *bits = m->bits + (size_t)line * m->nword;
    for (uint32_t i = 0; i < m->nword; i++) {
        if ((((bits[i] & m->ask[i]) + m->fill[i]) & m->guard[i]) != m->guard[i]) {
            return false;
        }
    }
    return true;
}

/* ---- questions ---- */

void meets_make(struct analysis *an) {
    struct meets *m = an->meets = arena_alloc(an->scratch, sizeof *m);
    size_t n = an->plan->nline;
    m->of = arena_alloc(an->scratch, (an->space->ninput + 1) * sizeof *m->of);
    m->field = arena_alloc(an->scratch, (an->space->ninput + 1) * sizeof *m->field);
    m->known = arena_alloc(an->scratch, (n + 1) * sizeof *m->known);
    m->seen = arena_alloc(an->scratch, (n + 1) * sizeof *m->seen);
    fields_place(an);
    m->nword += m->nword == 0; /* of nothing: every line meets in it */
    m->bits = arena_alloc(an->scratch, (n + 1) * m->nword * sizeof *m->bits);
    m->ask = arena_alloc(an->scratch, (m->nword + 1) * sizeof *m->ask);
    for (size_t i = 0; i < n; i++) {
        fields_pack(an, &an->plan->line[i].box, m->bits + i * m->nword);
    }
    for (uint32_t i = 0; i < an->space->ninput; i++) {
        buckets_make(an, i);
    }
    for (size_t i = 0; i < sizeof an->meet / sizeof *an->meet; i++) {
        an->meet[i] = (struct meeting){NULL, 0, 0};
    }
}

static void meeting_add(struct analysis *an, struct meeting *into, uint32_t line) {
    if (into->count == into->cap) {
        struct meeting bigger = {.count = into->count, .cap = into->cap * 2 + 64};
        bigger.line = arena_alloc(an->scratch, bigger.cap * sizeof *bigger.line);
        if (into->count) {
            memcpy(bigger.line, into->line, into->count * sizeof *into->line);
        }
        *into = bigger;
    }
    into->line[into->count++] = line;
}

/* `loose`: the inputs that are still in question. */
static void look_at(struct analysis *an, const struct box *b, uint64_t loose, uint32_t line, struct meeting *into) {
    struct meets *m = an->meets;
    if (m->seen[line] == m->now || !fields_meet(m, line)) {
        return;
    }
    m->seen[line] = m->now;
    const struct box *of = &an->plan->line[line].box;
    for (uint64_t rest = loose ? b->named & of->named & loose : 0; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        if (!aset_meets(an->space->domain[i].sets, b->set[i], of->set[i])) {
            return;
        }
    }
    meeting_add(an, into, line);
}

static int ascending(const void *x, const void *y) {
    const uint32_t *p = x, *q = y;
    return *p < *q ? -1 : *p > *q;
}

/* By the input with the fewest lines to look at. */
void lines_meeting(struct analysis *an, const struct box *b, struct meeting *into) {
    struct meets *m = an->meets;
    uint32_t by = NO, n = (uint32_t)an->plan->nline;
    size_t best = n;
    for (uint64_t rest = b->named; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        size_t cost = buckets_cost(&m->of[i], an->space->domain[i].sets, b->set[i], best);
        if (cost < best) {
            best = cost;
            by = i;
        }
    }
    fields_pack(an, b, m->ask);
    m->now++;
    into->count = 0;
    if (by == NO) {
        for (uint32_t i = 0; i < n; i++) {
            look_at(an, b, m->loose, i, into);
        }
        return;
    }
    const struct buckets *of = &m->of[by];
    const struct asets *p = an->space->domain[by].sets;
    uint64_t ask = m->ask[0], fill = m->fill[0], guard = m->guard[0], loose = m->loose & ~((uint64_t)1 << by);
    for (uint32_t x = aset_next(p, b->set[by], 0); x != NO; x = aset_next(p, b->set[by], x + 1)) {
        for (uint32_t i = of->start[x]; i < of->start[x + 1]; i++) {
            if ((((of->bits[i] & ask) + fill) & guard) == guard) {
                look_at(an, b, loose, of->line[i], into);
            }
        }
    }
    for (uint32_t i = 0; i < of->napart; i++) {
        look_at(an, b, m->loose, of->apart[i], into);
    }
    if (into->count) {
        qsort(into->line, into->count, sizeof *into->line, ascending);
    }
}

/* The same question is asked of a line by several findings: answers are kept while they are short in all. */
const struct meeting *line_meeting(struct analysis *an, uint32_t line) {
    enum { KEPT = 32 };
    struct meets *m = an->meets;
    struct meeting *known = &m->known[line];
    if (known->cap) {
        return known;
    }
    lines_meeting(an, &an->plan->line[line].box, &an->meet[0]);
    if (m->nknown + an->meet[0].count > KEPT * an->plan->nline) {
        return &an->meet[0];
    }
    known->count = known->cap = an->meet[0].count; /* never 0: the line meets itself */
    known->line = arena_alloc(an->scratch, known->cap * sizeof *known->line);
    memcpy(known->line, an->meet[0].line, known->cap * sizeof *known->line);
    m->nknown += known->count;
    return known;
}

uint32_t meeting_next(const struct meeting *m, uint32_t from, uint32_t end) {
    size_t lo = 0, hi = m->count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (m->line[middle] < from) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo < m->count && m->line[lo] < end ? m->line[lo] : NO;
}
