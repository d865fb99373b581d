/* analyse_meet.c -- which of many boxes, the lines of an output or the rules of the table, meet a box?
 *
 * In: the boxes.  Out: for any box the numbers of those that meet it, ascending.
 * Two indices.  Per input, made when a question needs it: for each atom the boxes that name it there, and in one list
 * apart those that do not name the input, or name much of it [note buckets].  A question walks only the shortest of
 * the lists that its box allows: of 100,000 rules for 10,000 architectures some twenty.  Per box: its sets of all
 * small inputs as bit fields of a few words, so that it is refuted by one AND, one addition and one comparison.
 * Guaranteed: exact.
 */
#include "analyse_meet.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEW_ATOMS = 64, /* a set with more is kept in the list apart */
    LEAST = 4,      /* a question by an input that is indexed looks at less than this part of all boxes */
    SHORT_WALK = 64 /* boxes: a list as short as this is walked, whatever other inputs may have */
};

/* ---- buckets ---- */

bool meets_few(const struct asets *p, uint32_t set) {
    return set != ASET_FULL && aset_count(p, set) <= FEW_ATOMS;
}

/* Which inputs are worth an index, in one pass. */
static void buckets_weigh(struct meets *m) {
    size_t all[64] = {0}, few[64] = {0};
    for (uint32_t i = 0; i < m->n; i++) {
        for (uint64_t rest = m->box[i]->named; rest; rest &= rest - 1) {
            uint32_t input = (uint32_t)__builtin_ctzll(rest);
            uint32_t count = aset_count(m->space->domain[input].sets, m->box[i]->set[input]);
            few[input] += count <= FEW_ATOMS;
            all[input] += count <= FEW_ATOMS ? count : 0;
        }
    }
    for (uint32_t i = 0; i < m->space->ninput; i++) {
        m->of[i].walk = m->n - few[i] + all[i] / (m->space->domain[i].natom + 1);
        m->useful |= (uint64_t)(m->of[i].walk <= m->n / LEAST) << i;
    }
}

/* Counted, then filled: two passes, no list grows. */
void buckets_make(struct meets *m, uint32_t input) {
    const struct asets *p = m->space->domain[input].sets;
    struct buckets *b = &m->of[input];
    uint32_t natom = asets_natom(p);
    b->start = arena_alloc(m->arena, (natom + 2) * sizeof *b->start);
    for (uint32_t i = 0; i < m->n; i++) {
        uint32_t set = m->box[i]->set[input];
        if (!meets_few(p, set)) {
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
    b->line = arena_alloc(m->arena, b->start[natom + 1] * sizeof *b->line);
    b->bits = arena_alloc(m->arena, b->start[natom + 1] * sizeof *b->bits);
    b->apart = arena_alloc(m->arena, b->napart * sizeof *b->apart);
    b->napart = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        uint32_t set = m->box[i]->set[input];
        if (!meets_few(p, set)) {
            b->apart[b->napart++] = i;
            continue;
        }
        for (uint32_t x = aset_next(p, set, 0); x != NO; x = aset_next(p, set, x + 1)) {
            b->bits[b->start[x + 1]] = m->bits[(size_t)i * m->nword];
            b->line[b->start[x + 1]++] = i;
        }
    }
}

/* Boxes to look at when one is looked up by this input; stops counting beyond `most`. */
static size_t buckets_cost(const struct buckets *b, const struct asets *p, uint32_t set, size_t most) {
    size_t cost = b->napart;
    for (uint32_t x = aset_next(p, set, 0); x != NO && cost < most; x = aset_next(p, set, x + 1)) {
        cost += 1 + b->start[x + 1] - b->start[x];
    }
    return cost;
}

/* ---- bit fields ---- */

/* A field of n bits has a guard above it, so it takes n + 1. */
static void fields_place(struct meets *m) {
    uint32_t used = 64, ninput = m->space->ninput;
    m->field = arena_alloc(m->arena, (ninput + 1) * sizeof *m->field);
    m->fill = arena_alloc(m->arena, (ninput + 1) * sizeof *m->fill);
    m->guard = arena_alloc(m->arena, (ninput + 1) * sizeof *m->guard);
    for (uint32_t i = 0; i < ninput; i++) {
        uint32_t natom = m->space->domain[i].natom;
        if (natom > 63) {
            m->loose |= (uint64_t)1 << i;
            continue;
        }
        if (used + natom + 1 > 64) {
            m->nword++;
            used = 0;
        }
        m->field[i] = (struct field){m->nword - 1, used};
        m->fill[m->nword - 1] |= (((uint64_t)1 << natom) - 1) << used;
        m->guard[m->nword - 1] |= (uint64_t)1 << (used + natom);
        if (m->nword <= sizeof m->below / sizeof *m->below) {
            m->below[m->nword - 1][used + natom] = (((uint64_t)1 << natom) - 1) << used;
        }
        used += natom + 1;
    }
    m->nword += m->nword == 0; /* of nothing: everything meets in it */
}

void fields_pack(const struct meets *m, const struct box *b, uint64_t *word) {
    for (uint32_t i = 0; i < m->nword; i++) {
        word[i] = m->fill[i];
    }
    for (uint64_t rest = b->named & ~m->loose; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        const struct asets *p = m->space->domain[i].sets;
        uint64_t all = (((uint64_t)1 << asets_natom(p)) - 1);
        word[m->field[i].word] &= ~(all << m->field[i].shift) | aset_bits(p, b->set[i]) << m->field[i].shift;
    }
}

/* ---- questions ---- */

struct meets *meets_make(struct arena *a, const struct space *s, const struct box *const *box, size_t n) {
    struct meets *m = arena_alloc(a, sizeof *m);
    *m = (struct meets){.space = s, .arena = a, .box = box, .n = (uint32_t)n};
    fields_place(m);
    m->of = arena_alloc(a, (s->ninput + 1) * sizeof *m->of);
    m->seen = arena_alloc(a, (n + 1) * sizeof *m->seen);
    m->bits = arena_alloc(a, (n + 1) * m->nword * sizeof *m->bits);
    m->ask = arena_alloc(a, (m->nword + 1) * sizeof *m->ask);
    for (size_t i = 0; i < n; i++) {
        fields_pack(m, box[i], m->bits + i * m->nword);
    }
    buckets_weigh(m);
    return m;
}

static void meeting_add(struct meets *m, struct meeting *into, uint32_t at) {
    if (into->count == into->cap) {
        struct meeting bigger = {.count = into->count, .cap = into->cap * 2 + 64};
        bigger.line = arena_alloc(m->arena, bigger.cap * sizeof *bigger.line);
        if (into->count) {
            memcpy(bigger.line, into->line, into->count * sizeof *into->line);
        }
        *into = bigger;
    }
    into->line[into->count++] = at;
}

bool loose_meet(const struct meets *m, const struct box *x, const struct box *y, uint64_t without) {
    uint64_t loose = m->loose & ~without;
    for (uint64_t rest = loose ? x->named & y->named & loose : 0; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        if (!aset_meets(m->space->domain[i].sets, x->set[i], y->set[i])) {
            return false;
        }
    }
    return true;
}

/* by: the input by which the box was found, as a bit. */
static void look_at(struct meets *m, const struct box *b, uint64_t by, uint32_t at, struct meeting *into) {
    if (m->seen[at] == m->now || !fields_meet(m, m->bits + (size_t)at * m->nword, m->ask)) {
        return;
    }
    m->seen[at] = m->now;
    if (loose_meet(m, b, m->box[at], by)) {
        meeting_add(m, into, at);
    }
}

static int ascending(const void *x, const void *y) {
    const uint32_t *p = x, *q = y;
    return *p < *q ? -1 : *p > *q;
}

/* A few ascending runs behind each other; most answers are short. */
static void sort(struct meeting *m) {
    enum { SHORT = 48 };
    if (m->count > SHORT) {
        qsort(m->line, m->count, sizeof *m->line, ascending);
        return;
    }
    for (size_t i = 1; i < m->count; i++) {
        uint32_t line = m->line[i];
        size_t k = i;
        for (; k > 0 && m->line[k - 1] > line; k--) {
            m->line[k] = m->line[k - 1];
        }
        m->line[k] = line;
    }
}

/* The input with the fewest boxes to look at; NO: all of them.  The most telling inputs come first, and one that is not
 * indexed yet is when those before it leave much to look at. */
static uint32_t shortest(struct meets *m, const struct box *b) {
    uint32_t by = NO;
    size_t best = m->n;
    for (uint64_t rest = b->named & m->useful; rest && best > SHORT_WALK;) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        for (uint64_t other = rest; other; other &= other - 1) {
            uint32_t k = (uint32_t)__builtin_ctzll(other);
            i = m->of[k].walk < m->of[i].walk ? k : i;
        }
        rest &= ~((uint64_t)1 << i);
        if (!m->of[i].start) {
            buckets_make(m, i);
        }
        size_t cost = buckets_cost(&m->of[i], m->space->domain[i].sets, b->set[i], best);
        if (cost < best) {
            best = cost;
            by = i;
        }
    }
    return by;
}

void meets_ask(struct meets *m, const struct box *b, struct meeting *into) {
    uint32_t by = shortest(m, b);
    fields_pack(m, b, m->ask);
    m->now++;
    into->count = 0;
    if (by == NO) {
        for (uint32_t i = 0; i < m->n; i++) {
            look_at(m, b, 0, i, into);
        }
        return;
    }
    const struct buckets *of = &m->of[by];
    const struct asets *p = m->space->domain[by].sets;
    uint64_t ask = m->ask[0], fill = m->fill[0], guard = m->guard[0];
    for (uint32_t x = aset_next(p, b->set[by], 0); x != NO; x = aset_next(p, b->set[by], x + 1)) {
        for (uint32_t i = of->start[x]; i < of->start[x + 1]; i++) {
            if ((((of->bits[i] & ask) + fill) & guard) == guard) {
                look_at(m, b, (uint64_t)1 << by, of->line[i], into);
            }
        }
    }
    for (uint32_t i = 0; i < of->napart; i++) {
        look_at(m, b, 0, of->apart[i], into);
    }
    sort(into);
}

/* The same question is asked of a box by several findings: answers are kept while they are short in all. */
const struct meeting *meets_known(struct meets *m, uint32_t at) {
    if (!m->known) {
        m->known = arena_alloc(m->arena, ((size_t)m->n + 1) * sizeof *m->known);
        pairs_make(m);
    }
    struct meeting *known = &m->known[at];
    if (known->cap) {
        return known;
    }
    meets_ask(m, m->box[at], &m->meet);
    if (m->nknown + m->meet.count > KEPT * (size_t)m->n) {
        return &m->meet;
    }
    known->count = known->cap = m->meet.count; /* never 0: the box meets itself */
    known->line = arena_alloc(m->arena, known->cap * sizeof *known->line);
    memcpy(known->line, m->meet.line, known->cap * sizeof *known->line);
    m->nknown += known->count;
    return known;
}
