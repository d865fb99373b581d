/* domain.h -- what the domain*.c files share among themselves.
 *
 * domain.c builds and dispatches; domain_name.c, domain_version.c and domain_int.c cut one type's domain into atoms
 * and say which atoms one entry accepts; domain_set.c resolves lists, negations and sets; domain_text.c and
 * domain_atom.c go from atoms to text and back.
 */
#ifndef TURNOUT_DOMAIN_H
#define TURNOUT_DOMAIN_H

#include "turnout.h"

/* Collects atoms into one set without making a set per atom. */
struct gather {
    struct asets *sets;
    uint32_t set; /* so far */
    uint32_t natom;
    uint32_t atom[64]; /* only the first natom are set: a list of two names pays for no more */
};
void gather_start(struct gather *g, struct asets *sets);
void gather_atom(struct gather *g, uint32_t atom); /* NO is ignored */
void gather_set(struct gather *g, uint32_t set);
uint32_t gather_done(struct gather *g);

/* What domain_entries has made of a table.set. */
struct set_atoms {
    bool known, versioned;
    bool open; /* being asked for now: a set that names itself, which is a fault, has no further members there */
    struct {   /* per input and version atom that it was asked for (NO: not versioned) */
        uint32_t input, version_atom, set;
    } * at;
    size_t nat;
};
void domain_sets(struct space *s);

/* Every simple entry that conditions and sets hold against an input: parts of tuples and of `&` one by one. */
typedef void domain_see(void *to, uint32_t input, const struct entry *e);
void domain_walk(const struct table *t, domain_see *see, void *to);
void domain_answers(const struct table *t, uint32_t output, uint32_t input, domain_see *see, void *to);

struct atom *domain_add(struct space *s, uint32_t input, const char *text, const char *label);
void domain_special(struct space *s, uint32_t input, uint32_t value, const char *text);

void domain_names(struct space *s, uint32_t input); /* name, enum, bool, sm */
void domain_versions(struct space *s, uint32_t input);
void domain_ints(struct space *s, uint32_t input, struct msgs *m);

/* The atoms of one entry, without its `not`. */
void name_entry(const struct space *s, uint32_t input, const struct entry *e, struct gather *g);
void sm_entry(const struct space *s, uint32_t input, const struct entry *e, struct gather *g);
void version_entry(const struct space *s, uint32_t input, const struct entry *e, struct gather *g);
void int_entry(const struct space *s, uint32_t input, const struct entry *e, struct gather *g);

enum { MODULI = 64 };
struct int_cuts { /* where an int input's domain is cut */
    struct arena *arena;
    uint32_t input;
    int64_t *bound, *modulus;
    size_t nbound, nmodulus;
};
void int_cuts(const struct table *t, struct int_cuts *cuts);
struct residues { /* numbers in lo..hi that are multiples of lcm and of no modulus in `without` */
    int64_t lo, hi;
    int64_t lcm; /* INT64_MAX: larger than any number but 0 */
    int64_t without[MODULI];
    size_t nwithout;
    uint64_t pattern;
};
bool residues_find(const struct residues *r, bool up, int64_t *found); /* the smallest (up) or the largest */
const char *residue_label(struct arena *a, const struct domain *d, uint64_t pattern, const char *piece);

uint32_t version_set(const struct domain *d, const struct interval *i);
const char *version_label(struct arena *a, const struct interval *i);
const char *int_label(struct arena *a, const struct input *in, int64_t lo, int64_t hi); /* whole pieces */
size_t int_piece(const struct domain *d, int64_t number);
uint32_t int_pattern(const struct domain *d, int64_t number); /* NO: a pattern that the input's range does not have */

enum { LABELS = 8 };
struct labels { /* of a set, while they are listed */
    const struct space *space;
    uint32_t input;
    struct arena *arena;
    const char *label[LABELS];
    size_t nlabel; /* also those not kept */
};
void label_add(struct labels *l, const char *sign, const char *label);
/* The labels of a set of names; false, and nothing added, where prefixes cannot say it. */
bool name_labels(struct labels *l, const char *sign, uint32_t set);

uint32_t name_classify(const struct domain *d, const struct input *in, const char *text); /* value, prefix or other */

#endif
