/* lower.h -- what the products are made of: numbers, classes, rows and bytes instead of atoms, nodes and boxes.
 *
 * lower.c        an input as a scale: which number that a caller passes falls into which atom
 * lower_slots.c  a scale as a few small numbers, which the packed forms read tables at
 * lower_levels.c a diagram as levels
 * lower_groups.c levels as a few tables, one load each
 * lower_guards.c numbers of several inputs, tested at once
 * lower_rows.c   a plan as bit rows, where its diagram passed the limit
 * lower_lists.c  a plan as lists of lines, one for each value of one input: a tenth of the bytes, several times the steps
 * lower_check.c  needs clauses and forbids as bit rows
 * lower_tree.c   balanced comparisons of a scale, in C's `?:`
 * lower_switch.c a diagram as nested switches for reading
 * lower_hash.c   a perfect hash over names
 */
#ifndef TURNOUT_LOWER_H
#define TURNOUT_LOWER_H

#include "turnout.h"

/* ---- scales ---- */

struct piece { /* the numbers from `number` up to the next piece; the first one starts below all numbers */
    uint64_t number;
    uint32_t *atom; /* per residue pattern (one, unless the input has moduli); NO: no cell of the domain */
};
/* How a number becomes a slot: it is one; the SM; a truth value; a rank or a key of a version; by its atom. */
enum slots { SLOTS_ID, SLOTS_SM, SLOTS_BOOL, SLOTS_VERSION, SLOTS_ATOM };
struct scale {
    bool is_signed; /* version keys are not */
    bool truth;     /* bool without unknown: any number above 0 is yes */
    struct piece *piece;
    size_t npiece;
    size_t npattern;
    enum slots slots;
    uint32_t *slot; /* atom of each slot, or NO */
    size_t nslot;
    uint32_t bad; /* the slot of a number that is none of the input's */
    /* SLOTS_ATOM: the slots of the numbers from quick_from on, `covers` of them; the last one is that of all behind it.
     * By piece: of each piece from the second to the last but one, (with a modulus) of the numbers that it does not
     * divide and of those that it does. */
    uint32_t *quick;
    int64_t quick_from;
    uint64_t covers;
    size_t nquick;
    bool by_piece;
};
/* Where places of a table and slots have to agree. */
enum {
    LOWER_NEAR = 16,    /* numbers from so few on are places as they are */
    LOWER_APART = 1024, /* so many slots at most lie 4 bytes apart, so that a processor adds them from where they are */
    LOWER_DIRECT = 256, /* so many places at most hold the class itself */
    LOWER_MANY = 8      /* of more inputs than that not all are held at once */
};
struct scale lower_scale(const struct space *s, struct arena *a, uint32_t input);
struct scale *lower_scales(const struct space *s, struct arena *a);                        /* one per input */
void lower_slots(const struct space *s, struct arena *a, uint32_t input, struct scale *c); /* fills in the slots */
uint32_t lower_slot(const struct space *s, uint32_t input, const struct scale *c, int64_t number); /* of any number */
uint32_t lower_slot_numbers(const struct scale *c); /* so many of the first slots are numbers themselves; not by atoms */
/* The number that every form of the header takes for an atom, in two's complement. */
uint64_t lower_number(const struct space *s, uint32_t input, uint32_t atom);
bool lower_is_long(const struct space *s, uint32_t input); /* an int input whose numbers do not fit 32 bits */
/* The code of an outcome: value + 1, NONE, ERROR (0); of an int output the number itself, and two that it never has. */
int64_t lower_error(const struct table *t, uint32_t output);
int64_t lower_none(const struct table *t, uint32_t output);

/* ---- levels ---- */

struct level_rows {
    uint32_t input;
    uint32_t *class; /* per atom, then of a number that is in no atom */
    uint32_t nclass;
    uint32_t nrow;  /* 1 in the first level, whose class is already the row of the next */
    uint32_t *next; /* nrow * nclass: a row of the next level; in the last the code.  In the scratch arena */
    uint32_t most;  /* the largest of next */
};
struct level_group { /* levels from..to - 1, read at once: a row's place plus what each level's class adds */
    size_t from, to;
    uint32_t *stride; /* per level of the group: what class 1 adds */
    uint32_t *cell;   /* the place of a row of the next group; in the last the code */
    size_t ncell;
    uint32_t most;  /* the largest of cell */
    uint32_t width; /* of a row, in cells */
};
enum form { FORM_CONSTANT, FORM_LEVELS, FORM_ROWS, FORM_LISTS };
struct bit_rows { /* one bit per line (or per box of a clause): the lowest that is set in every row decides */
    uint32_t *input;
    size_t ninput;
    uint32_t **class; /* per input: per atom, then of no atom */
    uint32_t *nclass;
    uint64_t **row; /* per input: nclass * nword */
    size_t nword;
    uint32_t *code; /* per bit */
    size_t ncode;
};
struct line_lists { /* of the list of the class of `by` and of `wide`, the first line that all else takes decides */
    uint32_t by;
    uint32_t *class, nclass; /* per atom, then of no atom; the last class has no list */
    uint32_t *start;         /* per class, and one past the last: into item */
    uint32_t *item, *wide;   /* lines, ascending; wide: lines that do not name `by` */
    size_t nitem, nwide;
    struct line_test {
        uint32_t input;
        uint32_t *class, nclass;
        uint32_t *set, nset; /* per line */
        uint8_t *row;        /* per class nbyte bytes, a multiple of 8: bit s: it is in set s */
        size_t nbyte;
    } * test;
    size_t ntest;
    uint32_t *code; /* per line; the last one is what no other covers */
    size_t nline;
    double bytes;
};
struct lowered {
    enum form form;
    uint32_t constant;
    struct level_rows *level;
    size_t nlevel;
    struct level_group *group; /* a first one of one level is not read: its classes are its cells */
    size_t ngroup;
    double dense; /* bytes of one table over all classes */
    struct bit_rows rows;
    struct line_lists lists;
    uint32_t most; /* the largest code */
};
/* code: one per terminal; 0 is the answer for a number outside a domain.  scratch: of what groups make needless. */
struct lowered lower_diagram(struct arena *a, struct arena *scratch, const struct diagram *d, const uint32_t *code);
void lower_groups(struct arena *a, struct lowered *l); /* levels into groups */
uint32_t lower_width(uint32_t most);                   /* bytes that hold it */
/* code: one per line of the plan; rest: of a cell that no line covers. */
struct lowered lower_plan(struct arena *a, const struct plan *p, const uint32_t *code, uint32_t rest);
/* The same; false: it would take `most` bytes or more. */
bool lower_lists(struct arena *a, const struct plan *p, const uint32_t *code, uint32_t rest, double most,
                 struct lowered *l);
double lower_rows_bytes(const struct plan *p); /* about what bit rows take */

/* ---- guards ---- */

struct place { /* where a number is read without a question: that many numbers from `from` on */
    int64_t from;
    uint32_t count; /* 0: it has a question of its own */
    bool apart;     /* 4 bytes each */
};
struct guard { /* the places of the inputs of these levels are tested at once; of one alone: by its count */
    size_t *level, nlevel;
    uint32_t below;
};
struct guards {
    struct place *place; /* per level */
    struct guard *guard;
    size_t nguard;
};
struct guards lower_guards(struct arena *a, const struct space *s, const struct scale *scale, const struct lowered *l);

struct
    lowered_check { /* the needs clauses of one output, numbered per value in file order; or its forbids, all together */
    size_t nvalue;
    uint32_t **clause;     /* per value: indices into table.rule */
    struct region **where; /* of each */
    size_t *nclause;
    size_t most;   /* of nclause */
    size_t nword;  /* 64 clauses each */
    size_t nlayer; /* boxes that one clause may fail in */
    uint32_t *input;
    size_t ninput;
    uint32_t **class, *nclass_of; /* per input: as in bit_rows */
    uint64_t **row;               /* per input: ((value * nword + word) * nlayer + layer) * nclass + class */
};
struct lowered_check lower_check(struct arena *a, const struct boxes *b, uint32_t output);
struct lowered_check lower_forbids(struct arena *a, const struct boxes *b, uint32_t output);
/* Classes of atoms that every one of these sets takes whole; of no atom: class nclass - 1, on its own.  An atom of each
 * class; NO for the last. */
uint32_t *lower_classes(struct arena *a, const struct domain *d, const uint32_t *set, size_t nset, uint32_t *nclass);
uint32_t *lower_samples(struct arena *a, const struct domain *d, const uint32_t *class, uint32_t nclass);

/* ---- trees ---- */

struct tree { /* one scale, and what each of its atoms leads to */
    const struct scale *scale;
    const struct domain *domain;
    const char *name;        /* of the argument, in brackets where the place asks for them */
    const uint32_t *outcome; /* per atom, then of no atom; NO: nobody asks (the domain was tested before) */
    const char *line;        /* end of a line: "\n", " \\\n" inside a macro; NULL: all on one */
    void (*leaf)(struct text *t, const void *of, uint32_t outcome, unsigned depth);
    const void *of;
};
void lower_tree(struct text *t, const struct tree *tree, unsigned depth);
void lower_number_text(struct text *t, const struct scale *s, uint64_t number); /* as a C constant */
/* The same; the first key above a cut is followed by its version in a comment. */
void lower_bound_text(struct text *t, const struct scale *s, const struct domain *d, uint64_t number);
/* A C expression: is the number one of the domain's?  NULL: every number is. */
const char *lower_known(struct arena *a, const struct scale *s, const char *name);
/* The pieces that matter for these outcomes, merged: outcome[i * npattern + pattern] from number[i] on. */
struct merged {
    uint64_t *number;
    uint32_t *outcome;
    size_t n;
};
struct merged lower_merge(struct arena *a, const struct scale *s, const uint32_t *outcome, uint32_t natom);
/* Leads by residues to one outcome: a modulus to ask for, or NO when all patterns agree. */
uint32_t lower_residue(const struct domain *d, const uint32_t *outcome, const bool *open, uint32_t *only);

/* ---- hash ---- */

struct lowered_hash { /* slot = next bits of the hash ^ shift[its first bits] */
    bool words;       /* no key has more than 8 bytes: the hash is the word that they make, times the seed */
    bool whole;       /* otherwise: every byte counts, for there are keys that differ in few */
    uint64_t seed;
    unsigned bucket_bits, slot_bits;
    uint32_t *shift; /* per bucket, below the number of slots */
    uint32_t *key;   /* per slot: index of the key + 1, or 0 */
};
struct lowered_hash lower_hash(struct arena *a, const char *const *key, size_t nkey);
uint64_t lower_hash_text(const struct lowered_hash *h, const char *text);
uint64_t lower_hash_word(const char *text); /* of at most 8 bytes, lowest first */
uint32_t lower_hash_bucket(const struct lowered_hash *h, uint64_t hash);
uint32_t lower_hash_slot(const struct lowered_hash *h, uint64_t hash, uint32_t shift);

#endif
