/* analyse_meet.c -- which of many boxes, the lines of an output or the rules of the table, meet a box?
 *
 * In: the boxes.  Out: for any box the numbers of those that meet it, ascending.
 * Two indices are made once.  Per input: for each atom the boxes that name it there, and in one list apart those that
 * do not name the input, or name much of it [note buckets].  A question walks only the shortest of the lists that its
 * box allows: of 100,000 rules for 10,000 architectures some twenty.  Per box: its sets of all small inputs as bit
 * fields of a few words, so that it is refuted by one AND, one addition and one comparison.
 * Guaranteed: exact.
 */
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEW_ATOMS = 64, /* a set with more is kept in the list apart */
    LEAST = 4       /* a question by an input that is indexed looks at less than this part of all boxes */
};

struct buckets {            /* of one input; start NULL: it tells too few boxes apart to be of use */
    uint32_t *start, *line; /* line[start[atom] .. start[atom + 1]) */
    uint64_t *bits;         /* the first word of each, so that most are refuted without a look at the box */
    uint32_t *apart;
    uint32_t napart;
};
struct field { /* of a small input, in one of the words of a box */
    bool packed;
    uint32_t word, shift;
};
struct meets {
    const struct space *space;
    struct arena *arena;
    const struct box *const *box;
    uint32_t n;
    struct buckets *of; /* per input */
    struct field *field;
    uint32_t nword;
    uint64_t *fill, *guard; /* per word: see fields_meet */
    uint64_t *bits;         /* nword per box */
    uint64_t *ask;          /* nword, of the box in question */
    uint64_t loose;         /* inputs that are not packed */
    uint32_t *seen, now;    /* per box: the last question that looked at it */
    struct meeting *known;  /* per box: what meets it, once asked; NULL until then */
    size_t nknown;          /* numbers in all of these */
    struct meeting meet;    /* the last answer that was not kept */
};

/* ---- buckets ---- */

static bool few(const struct asets *p, uint32_t set) {
    return set != ASET_FULL && aset_count(p, set) <= FEW_ATOMS;
}

/* Boxes that a question by one atom of the input looks at, on average. */
static size_t buckets_walk(const struct meets *m, uint32_t input) {
    const struct asets *p = m->space->domain[input].sets;
    size_t apart = 0, all = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        uint32_t set = m->box[i]->set[input];
        bool is_few = few(p, set);
        apart += !is_few;
        all += is_few ? aset_count(p, set) : 0;
    }
    return apart + all / (asets_natom(p) + 1);
}

/* Counted, then filled: two passes, no list grows. */
static void buckets_make(struct meets *m, uint32_t input) {
    const struct asets *p = m->space->domain[input].sets;
    struct buckets *b = &m->of[input];
    uint32_t natom = asets_natom(p);
    if (buckets_walk(m, input) > m->n / LEAST) {
        return;
    }
    b->start = arena_alloc(m->arena, (natom + 2) * sizeof *b->start);
    for (uint32_t i = 0; i < m->n; i++) {
        uint32_t set = m->box[i]->set[input];
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
    b->line = arena_alloc(m->arena, b->start[natom + 1] * sizeof *b->line);
    b->bits = arena_alloc(m->arena, b->start[natom + 1] * sizeof *b->bits);
    b->apart = arena_alloc(m->arena, b->napart * sizeof *b->apart);
    b->napart = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        uint32_t set = m->box[i]->set[input];
        if (!few(p, set)) {
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
        m->field[i] = (struct field){true, m->nword - 1, used};
        m->fill[m->nword - 1] |= (((uint64_t)1 << natom) - 1) << used;
        m->guard[m->nword - 1] |= (uint64_t)1 << (used + natom);
        used += natom + 1;
    }
    m->nword += m->nword == 0; /* of nothing: everything meets in it */
}

static void fields_pack(const struct meets *m, const struct box *b, uint64_t *word) {
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

/* Adding a field of ones carries into the guard just when the field is not zero. */
static bool fields_meet(const struct meets *m, uint32_t at) {
    const uint64_t *bits = m->bits + (size_t)at * m->nword;
    for (uint32_t i = 0; i < m->nword; i++) {
        if ((((bits[i] & m->ask[i]) + m->fill[i]) & m->guard[i]) != m->guard[i]) {
            return false;
        }
    }
    return true;
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
    for (uint32_t i = 0; i < s->ninput; i++) {
        buckets_make(m, i);
    }
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

/* `loose`: the inputs that are still in question. */
static void look_at(struct meets *m, const struct box *b, uint64_t loose, uint32_t at, struct meeting *into) {
    if (m->seen[at] == m->now || !fields_meet(m, at)) {
        return;
    }
    m->seen[at] = m->now;
    const struct box *of = m->box[at];
    for (uint64_t rest = loose ? b->named & of->named & loose : 0; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        if (!aset_meets(m->space->domain[i].sets, b->set[i], of->set[i])) {
            return;
        }
    }
    meeting_add(m, into, at);
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

/* The input with the fewest boxes to look at; NO: all of them. */
static uint32_t shortest(const struct meets *m, const struct box *b) {
    uint32_t by = NO;
    size_t best = m->n;
    for (uint64_t rest = b->named; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        const struct buckets *of = &m->of[i];
        size_t cost = of->start ? buckets_cost(of, m->space->domain[i].sets, b->set[i], best) : best;
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
            look_at(m, b, m->loose, i, into);
        }
        return;
    }
    const struct buckets *of = &m->of[by];
    const struct asets *p = m->space->domain[by].sets;
    uint64_t ask = m->ask[0], fill = m->fill[0], guard = m->guard[0], loose = m->loose & ~((uint64_t)1 << by);
    for (uint32_t x = aset_next(p, b->set[by], 0); x != NO; x = aset_next(p, b->set[by], x + 1)) {
        for (uint32_t i = of->start[x]; i < of->start[x + 1]; i++) {
            if ((((of->bits[i] & ask) + fill) & guard) == guard) {
                look_at(m, b, loose, of->line[i], into);
            }
        }
    }
    for (uint32_t i = 0; i < of->napart; i++) {
        look_at(m, b, m->loose, of->apart[i], into);
    }
    sort(into);
}

/* The same question is asked of a box by several findings: answers are kept while they are short in all. */
const struct meeting *meets_known(struct meets *m, uint32_t at) {
    enum { KEPT = 32 };
    m->known = m->known ? m->known : arena_alloc(m->arena, ((size_t)m->n + 1) * sizeof *m->known);
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
