/* analyse_packed.c -- is the box of a line covered by those of a few others?  The question that is asked most, in words.
 *
 * In: the index of the lines (analyse_meet.c), a line, perhaps a narrower set for one of its inputs, and the lines that
 * come before it.  Out: covered, not covered, or undecided: then the cover search has to be asked.
 * Where two words hold the sets of all inputs but at most one, a box at one atom of that one is two words.  A blocker
 * leaves a box on the fields in which the box has bits that it has not; an addition finds them, and the search is that
 * of cover.c: dropped, covered, cut on the one field left, or split.  No set is made, and no witness.
 * Guaranteed: exact.
 */
#include "analyse_meet.h"

enum { WORDS = 2, MOST_BY = 24, MOST_ATOMS = 8, MOST_STEPS = 1000 };

struct word { /* a box, or of each field its guard: `left` */
    uint64_t at[WORDS];
};
struct words {
    struct word at[MOST_BY];
    uint32_t n;
};

static struct word word_of(const struct meets *m, uint32_t line) {
    struct word w = {{0}};
    for (uint32_t i = 0; i < m->nword; i++) {
        w.at[i] = m->bits[(size_t)line * m->nword + i];
    }
    return w;
}

static struct word without(struct word x, struct word y) {
    for (int i = 0; i < WORDS; i++) {
        x.at[i] &= ~y.at[i];
    }
    return x;
}

static bool meet(const struct meets *m, const struct word *x, const struct word *y) {
    for (uint32_t i = 0; i < m->nword; i++) {
        if ((((x->at[i] & y->at[i]) + m->fill[i]) & m->guard[i]) != m->guard[i]) {
            return false;
        }
    }
    return true;
}

/* The guards of the fields on which x leaves y. */
static struct word left_of(const struct meets *m, const struct word *x, const struct word *y) {
    struct word left = {{0}};
    for (uint32_t i = 0; i < m->nword; i++) {
        left.at[i] = ((x->at[i] & ~y->at[i]) + m->fill[i]) & m->guard[i];
    }
    return left;
}

/* They are few: that is shorter than a table of bytes, and not every machine counts bits. */
static int fields(const struct word *left) {
    int n = 0;
    for (int i = 0; i < WORDS; i++) {
        for (uint64_t rest = left->at[i]; rest; rest &= rest - 1) {
            n++;
        }
    }
    return n;
}

/* What the blocker has of the first of these fields. */
static struct word field_of(const struct meets *m, const struct word *left, const struct word *by) {
    struct word w = {{0}};
    int i = left->at[0] ? 0 : 1;
    w.at[i] = m->below[i][__builtin_ctzll(left->at[i])] & by->at[i];
    return w;
}

static enum cover word_search(const struct meets *m, struct word word, struct words by, uint32_t *steps);

/* Both halves of the box, cut where a blocker ends on one input: first what is outside of it. */
static enum cover word_split(const struct meets *m, const struct word *word, const struct words *by,
                             const struct word *left, const struct word *blocker, uint32_t *steps) {
    struct word inside = field_of(m, left, blocker), all = {{UINT64_MAX, UINT64_MAX}};
    struct word outside = without(field_of(m, left, &all), inside);
    enum cover c = word_search(m, without(*word, inside), *by, steps);
    return c == COVER_ALL ? word_search(m, without(*word, outside), *by, steps) : c;
}

/* One pass over the blockers: those that are still met stay, and what the ones that leave the box on one field only
 * have of that goes into *cut.  COVER_ALL: one of them covers it.  *best: of the fewest fields, which are *fewest. */
static enum cover look(const struct meets *m, const struct word *word, struct words *by, struct word *cut,
                       uint32_t *best, struct word *fewest) {
    uint32_t kept = 0;
    int least = 64 * WORDS;
    for (uint32_t i = 0; i < by->n; i++) {
        struct word left = left_of(m, word, &by->at[i]);
        int n = fields(&left);
        if (!meet(m, word, &by->at[i])) {
            continue;
        }
        if (!n) {
            return COVER_ALL;
        }
        if (n == 1) {
            struct word own = field_of(m, &left, &by->at[i]);
            cut->at[0] |= own.at[0];
            cut->at[1] |= own.at[1];
        }
        if (n < least) {
            least = n;
            *fewest = left;
            *best = kept;
        }
        by->at[kept++] = by->at[i];
    }
    by->n = kept;
    return kept ? COVER_UNDECIDED : COVER_WITNESS;
}

static enum cover word_search(const struct meets *m, struct word word, struct words by, uint32_t *steps) {
    for (;;) {
        struct word cut = {{0}}, fewest = {{0}};
        uint32_t best = 0;
        enum cover c = look(m, &word, &by, &cut, &best, &fewest);
        if (c != COVER_UNDECIDED || ++*steps > MOST_STEPS) {
            return c;
        }
        if (fields(&fewest) > 1) {
            return word_split(m, &word, &by, &fewest, &by.at[best], steps);
        }
        word = without(word, cut); /* what blockers have of a field that is all they leave is covered */
        if (!meet(m, &word, &word)) {
            return COVER_ALL;
        }
    }
}

/* One atom of the input that is not packed (NO: whichever): the blockers that have it. */
static enum cover search_at(const struct meets *m, struct word word, uint32_t input, uint32_t atom,
                            const uint32_t *line, size_t n) {
    struct words by;
    uint32_t steps = 0;
    by.n = 0;
    for (size_t i = 0; i < n; i++) {
        if (atom == NO || aset_has(m->space->domain[input].sets, m->box[line[i]]->set[input], atom)) {
            by.at[by.n++] = word_of(m, line[i]);
        }
    }
    return by.n ? word_search(m, word, by, &steps) : COVER_WITNESS;
}

/* The box with this set of a packed input. */
static struct word narrowed(const struct meets *m, struct word word, uint32_t input, uint32_t set) {
    uint32_t i = m->field[input].word, shift = m->field[input].shift;
    uint64_t field = m->below[i][shift + m->space->domain[input].natom];
    word.at[i] &= ~field | aset_bits(m->space->domain[input].sets, set) << shift;
    return word;
}

static bool can_tell(const struct meets *m, size_t n) {
    return m->nword <= WORDS && !(m->loose & (m->loose - 1)) && n <= MOST_BY;
}

/* What the blockers leave of the word, where the input that is not packed has an atom of both sets. */
static enum cover covered_at_each(const struct meets *m, struct word word, uint32_t own, uint32_t set,
                                  const uint32_t *line, size_t n) {
    /* what all blockers leave free if each of them had every atom is free, and that is most questions */
    enum cover all = n ? search_at(m, word, 0, NO, line, n) : COVER_WITNESS;
    if (!m->loose || all == COVER_WITNESS) {
        return all;
    }
    uint32_t loose = (uint32_t)__builtin_ctzll(m->loose);
    const struct asets *p = m->space->domain[loose].sets;
    if (aset_count(p, own) > aset_count(p, set)) {
        uint32_t fewer = set;
        set = own;
        own = fewer;
    }
    if (aset_count(p, own) > MOST_ATOMS) {
        return COVER_UNDECIDED;
    }
    all = COVER_ALL;
    for (uint32_t x = aset_next(p, own, 0); x != NO && all == COVER_ALL; x = aset_next(p, own, x + 1)) {
        all = aset_has(p, set, x) ? search_at(m, word, loose, x, line, n) : all;
    }
    return all;
}

static uint32_t loose_set(const struct meets *m, uint32_t at) {
    return m->loose ? m->box[at]->set[__builtin_ctzll(m->loose)] : ASET_FULL;
}

enum cover meets_covered(const struct meets *m, uint32_t at, uint32_t input, uint32_t set, const uint32_t *line,
                         size_t n) {
    if (!can_tell(m, n)) {
        return COVER_UNDECIDED;
    }
    struct word word = word_of(m, at);
    bool is_loose = input != NO && m->loose >> input & 1;
    if (input != NO && !is_loose) {
        word = narrowed(m, word, input, set);
    }
    return covered_at_each(m, word, is_loose ? set : loose_set(m, at), ASET_FULL, line, n);
}

enum cover meets_covered_both(const struct meets *m, uint32_t x, uint32_t y, const uint32_t *line, size_t n) {
    if (!can_tell(m, n)) {
        return COVER_UNDECIDED;
    }
    struct word word = word_of(m, x), other = word_of(m, y);
    word.at[0] &= other.at[0];
    word.at[1] &= other.at[1];
    return covered_at_each(m, word, loose_set(m, x), loose_set(m, y), line, n);
}

bool meets_leave(const struct meets *m, uint32_t x, uint32_t y) {
    uint64_t left = 0;
    for (uint32_t i = 0; i < m->nword; i++) {
        left |= m->bits[(size_t)x * m->nword + i] & ~m->bits[(size_t)y * m->nword + i];
    }
    return left != 0;
}
