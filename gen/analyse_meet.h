/* analyse_meet.h -- the index of boxes, between the files that make and ask it: analyse_meet.c (one question),
 * analyse_pairs.c (what meets each of the boxes, all at once), analyse_packed.c (is one covered by others?).
 */
#ifndef TURNOUT_ANALYSE_MEET_H
#define TURNOUT_ANALYSE_MEET_H

#include "analyse.h"

struct buckets {            /* of one input */
    size_t walk;            /* boxes that a question by one atom looks at, on average */
    uint32_t *start, *line; /* line[start[atom] .. start[atom + 1]); NULL: not made yet */
    uint64_t *bits;         /* the first word of each, so that most are refuted without a look at the box */
    uint32_t *apart;
    uint32_t napart;
};
struct field { /* of a small input, in one of the words of a box */
    uint32_t word, shift;
};
struct meets {
    const struct space *space;
    struct arena *arena;
    const struct box *const *box;
    uint32_t n;
    struct buckets *of; /* per input */
    uint64_t useful;    /* inputs that tell enough boxes apart */
    struct field *field;
    uint32_t nword;
    uint64_t *fill, *guard; /* per word: see fields_meet */
    uint64_t below[2][64];  /* per bit of the first two words: a guard's field */
    uint64_t *bits;         /* nword per box */
    uint64_t *ask;          /* nword, of the box in question */
    uint64_t loose;         /* inputs that are not packed */
    uint32_t *seen, now;    /* per box: the last question that looked at it */
    struct meeting *known;  /* per box: what meets it, once asked; NULL until then */
    size_t nknown;          /* numbers in all of these */
    struct meeting meet;    /* the last answer that was not kept */
};
enum { KEPT = 32 }; /* numbers in answers that are kept, per box */

/* A box with more atoms of the input, or all, is kept in the list apart. */
bool meets_few(const struct asets *p, uint32_t set);
void buckets_make(struct meets *m, uint32_t input);
void fields_pack(const struct meets *m, const struct box *b, uint64_t *word);
/* Of two boxes, the inputs that are not packed; without: one that is known to be met. */
bool loose_meet(const struct meets *m, const struct box *x, const struct box *y, uint64_t without);

/* Adding a field of ones carries into the guard just when the field is not zero. */
static inline bool fields_meet(const struct meets *m, const uint64_t *x, const uint64_t *y) {
    for (uint32_t i = 0; i < m->nword; i++) {
        if ((((x[i] & y[i]) + m->fill[i]) & m->guard[i]) != m->guard[i]) {
            return false;
        }
    }
    return true;
}

/* analyse_pairs.c: fills `known` for all boxes, unless that would be too much. */
void pairs_make(struct meets *m);

#endif
