/* property.h -- what the files of the property test share.
 *
 * generate.c makes a random small table as text; oracle.c decides every cell of it by the words of the language, one
 * cell at a time and with sets of cells written out; compare.c holds decide(), plan_build() and every finding of
 * analyse() against that; property.c runs it N times.
 */
#ifndef PROPERTY_H
#define PROPERTY_H

#include "turnout.h"

enum { MOST_CELLS = 4000 };
#define TODAY "2026-06-15"

uint32_t roll(uint32_t n); /* 0 .. n - 1 */
bool chance(uint32_t percent);
void roll_seed(uint64_t seed);
const char *generate(struct arena *a);
const char *generate_constructs(struct arena *a); /* gen_constructs.c: what one decision has to do with another */

struct said { /* what one rule says in one cell */
    bool covers, wins;
    enum verdict verdict;
    uint32_t value, cand;
    int64_t number;
    uint32_t copy;
    uint64_t order; /* of a ranked output: the values that can run, best first, 4 bits each */
    const char *error;
};
struct oracle { /* one output */
    const struct boxes *boxes;
    uint32_t output;
    size_t ncell;
    uint32_t **cell;       /* per cell: an atom per input */
    struct said *said;     /* [cell * nrule + rule] */
    enum verdict *verdict; /* per cell */
    uint32_t *rule;        /* per cell: who is credited (also with a refusal); NO */
    bool *left_over;       /* [cell * nrule + rule]: its list was empty, and nothing else decides */
    signed char *memo;     /* of compare_sets; 0: not asked */
    bool conflict;
    struct oracle *const *upstream; /* per output; NULL: not decided yet */
    uint32_t place;                 /* how many outputs are decided before it */
    bool torn;        /* some cell has two answers, also where [never] holds: what follows is anyone's guess */
    uint64_t depends; /* chained inputs that it depends on */
    bool *skip;       /* per cell: differs from another in an input only that is decided later */
    bool *tied;       /* per cell: an input that follows from others has another value than follows */
    uint32_t *atom;   /* per cell: what its chained input is, [never] left aside; NO: nobody says */
};
uint32_t **cells_of(struct arena *a, const struct space *s, size_t *ncell);
/* b: as boxes_build leaves it.  without: a rule that is left out, or NO. */
struct oracle *oracle_build(struct arena *a, const struct boxes *b, struct oracle *const *upstream, uint32_t output,
                            uint32_t **cell, size_t ncell, uint32_t without);
/* The output of which a forbid is asked; all: per output, NULL where it is not decided yet. */
uint32_t oracle_asked(const struct oracle *o, struct oracle *const *all, uint32_t rule);
bool oracle_never(const struct boxes *b, struct oracle *const *upstream, uint32_t **cell, size_t c);

struct said *oracle_said(const struct oracle *o, size_t cell, uint32_t rule);
bool said_same(const struct said *x, const struct said *y);
bool said_alike(const struct said *x, const struct said *y); /* also in what comes behind the first */
bool region_at(const struct space *s, const struct region *r, const uint32_t *cell);

struct table_run { /* one table, analysed */
    struct arena *arena;
    uint64_t steps; /* --max-steps, so few that questions stay open; 0: enough for all */
    const char *text;
    struct msgs msgs;
    struct sources sources;
    struct table *table;
    struct space *space;
    const struct boxes *base, *boxes; /* before and after the chained inputs are told */
    struct plan **plan;
    const uint32_t *order;
    struct diagram **diagram; /* two per output, once asked for */
};
bool run_table(struct table_run *r, const char *text, bool findings); /* false: faults of text */
bool compare(struct table_run *r);                                    /* false: a difference was printed */
void differ(const struct table_run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

struct expected {
    const char *key;
    bool *cell; /* NULL: no cells are shown */
    bool met;
};
struct expectations { /* of one table: what must be found, and nothing else */
    struct table_run *run;
    struct oracle **oracle;
    uint32_t **cell;
    size_t ncell;
    struct expected *at;
    size_t count;
    struct names index;
};
/* rule, output: indices or NO; second: another subject, or NULL.  The same twice is one expectation. */
struct expected *expect(struct expectations *x, enum finding f, uint32_t rule, uint32_t output, const char *second);
struct expected *expect_named(struct expectations *x, enum finding f, const char *rule, const char *output,
                              const char *second);
void expect_cell(struct expectations *x, enum finding f, uint32_t rule, uint32_t output, const char *second,
                 size_t cell);
void expect_sm(struct expectations *x, const struct oracle *o);                 /* expect_sm.c */
void expect_text(struct expectations *x);                                       /* expect_text.c */
bool check_merge(struct expectations *x, const struct msg *m);                  /* merge.c */
bool check_unused(struct expectations *x, const struct msg *m);                 /* merge.c */
bool value_fails(const struct oracle *o, uint32_t value, const uint32_t *cell); /* a clause that filters */
extern size_t seen[FINDING_COUNT]; /* how often each finding was compared */
extern size_t followed, followed_until; /* pieces of advice that were taken; that say `until` */
bool compare_advice(struct table_run *r);

#endif
