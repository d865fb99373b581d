/* diff.h -- what the diff*.c files share among themselves.
 *
 * Words: an item is a box with what one side says there; a list is a side's items, first match wins, and the last one
 * covers all.  A piece is a box in which one item of each list wins and they say different things; pieces are disjoint.
 * A change is a box that is shown: the union of the changes is the union of the pieces, but for cells that no side has.
 */
#ifndef DIFF_H
#define DIFF_H

#include "join.h"

enum say { /* worst first: the order in which changes are shown */
           SAY_ERROR,
           SAY_GAP,
           SAY_EXHAUSTED,
           SAY_CONFLICT,
           SAY_INCAPABLE, /* the value is selected, and cannot run */
           SAY_VALUE,
           SAY_NONE,
           SAY_RUNS,   /* of a choice: all its needs hold */
           SAY_FAILS,  /* one does not */
           SAY_NEVER,  /* the cell cannot occur */
           SAY_ABSENT, /* the side has no such cell */
           SAY_ASIDE,  /* not the business of this comparison */
           SAY_OPEN    /* rules may contradict each other: a limit left it undecided */
};
struct saying {
    enum say say;
    const char *text;  /* of a value or an error; else NULL */
    const char *value; /* the one that is selected: "a" of the order "a > b" */
    uint32_t copy;     /* a value that is `number` times this joint input; NO: no copy */
    int64_t number;
};
struct item {
    struct box box;
    uint32_t saying; /* into diff.saying */
    uint32_t rule;   /* of the side's table, or NO */
    uint32_t group;  /* the same for rules that compete with each other; 0: none */
};
struct list {
    struct item *item;
    size_t nitem, nneeds;
    bool complete;  /* false: a limit left something out */
    uint32_t *twin; /* per item: the same item of the other list, in the same order; NO: walked; DEAD: wins nothing */
    uint32_t by;    /* the input that tells most items apart */
    uint32_t **of;  /* per atom of it: the items that meet it and few others; NULL: a short list */
    size_t *nof;
    uint32_t *wide; /* the other items */
    size_t nwide;
    size_t *seen; /* per item: the last question that found it */
    size_t asked;
    uint64_t looked; /* items that index_find() has looked at */
};
#define DEAD (NO - 1) /* of list.twin: an earlier item has the same box */
struct hits {         /* items, ascending */
    uint32_t *at;
    size_t n, cap;
};
struct piece {
    struct box box;
    double cells;
    uint32_t saying[2], item[2];
};
struct pieces {
    struct piece *at;
    size_t n;
    double uncut;  /* cells of pieces that were counted only */
    bool at_least; /* there may be more */
};

struct share_of { /* of a change: who decides there */
    uint32_t rule;
    double cells;
};
struct change {
    struct box box;
    double cells;
    double again; /* of them: also in a box before this one; negative: some, a limit stopped the count */
    uint32_t saying[2];
    struct share_of *by[2];
    size_t nby[2];
    uint32_t clause[2]; /* per side: why the value of the other side is not selected there; NO: not for its needs */
    const char *where, *witness;
};
enum view {
    VIEW_CELLS,
    VIEW_THROUGH, /* only because an output that is chained decides otherwise */
    VIEW_CHOICE   /* whether a value that the user names can run */
};
struct compared { /* one output in one view */
    enum view view;
    uint32_t output[2]; /* of each side */
    const char *name;
    const char *choice; /* VIEW_CHOICE: the value */
    uint64_t apart;     /* inputs that are left out: they follow from the others, or do not matter */
    struct change *change;
    size_t nchange;
    double cells, domain;  /* changed, all: of those that both sides have */
    double added, removed; /* cells that one side only has */
    double hidden;         /* cells in no box that is shown */
    bool at_least, hidden_at_least;
    double went[SAY_NONE + 1]; /* cells that went to ERROR, gap ... */
};
struct declared {
    enum side side; /* whose place `pos` is */
    struct pos pos;
    const char *text;
};
struct news { /* a finding that one side only has */
    enum side side;
    const struct msg *msg;
};

struct diff {
    struct arena *arena;
    struct msgs *msgs;
    const struct diff_side *side; /* two */
    const struct diff_options *options;
    struct joint *joint;
    const struct space *space;
    struct saying *saying;
    size_t nsaying;
    struct names sayings;
    struct declared *declared;
    size_t ndeclared;
    struct compared *compared;
    size_t ncompared;
    struct news *news;
    size_t nnews;
    bool findings;               /* compared at all */
    const struct boxes *base[2]; /* of boxes_build: without what boxes_chain adds */
    struct list **whole[2];      /* per own output: without chained inputs (diff_chain.c); NULL: not asked yet */
    struct set_word {            /* a named set of both tables, or of the new one only */
        uint32_t input, set;
        const char *text; /* "@gemma4" */
    } * set_word;
    size_t nset_word;
    bool unasked;           /* whether rules contradict each other: their order gave the answers */
    struct names renamed;   /* a rule's old name -> its index in the new table, where it is there under another name */
    uint64_t steps;         /* left for all pieces together */
    uint64_t growing;       /* left for making boxes of them as large as can be */
    struct region computed; /* of inputs that are computed from chained ones: what cannot come out of these */
    uint64_t functions;     /* those of which every piece of what they are computed from gives one piece */
    bool aside_cut;         /* a limit left something out of chain_aside */
};

/* diff_list.c */
uint32_t say(struct diff *d, enum say say, const char *text);
uint32_t say_number(struct diff *d, int64_t number,
                    uint32_t copy); /* times the joint input `copy`, unless that is NO */
bool say_is_cell(const struct diff *d, uint32_t saying);
/* What is no cell.  aside: of this comparison; apart: inputs that it leaves out. */
struct list *list_start(struct diff *d, enum side side, const struct region *aside, uint64_t apart);
struct list *list_build(struct diff *d, enum side side, uint32_t output, const struct region *aside, uint64_t apart);
void item_add(struct diff *d, struct list *l, struct box box, struct item item);

/* diff_conflict.c: the cells of an output in which two rules of the side contradict each other, as items */
void list_conflicts(struct diff *d, struct list *l, enum side side, uint32_t output, uint64_t apart);
void box_forget(struct box *b, uint64_t inputs); /* it takes in all that they may be */

/* diff_ranked.c: a line of a ranked output as items that say the whole order */
void list_ranked(struct diff *d, struct list *l, enum side side, uint32_t output, const struct line *line,
                 struct item item);
/* The cells of the box in which two lines that give one value go on in different ways. */
struct region ranked_differs(struct diff *d, enum side side, uint32_t output, const struct line *x,
                             const struct line *y, const struct box *both, bool *cut);
bool list_is_ranked(const struct diff *d, enum side side, uint32_t output, const struct line *line);

/* diff_choice.c: can the value run, as a list; nneeds of it are clauses */
struct list *list_choice(struct diff *d, enum side side, uint32_t output, const char *value, uint64_t apart);
uint64_t choice_named(const struct diff *d, enum side side, uint32_t output, const char *value); /* joint inputs */

/* diff_index.c */
void index_build(struct diff *d, struct list *l);
/* The items before `end` that meet the box. */
void index_find(const struct diff *d, struct list *l, const struct box *b, uint32_t end, struct hits *into);
void list_match(struct diff *d, struct list *const list[2]); /* fills twin */

/* diff_pieces.c */
struct pieces pieces_of(struct diff *d, struct list *const list[2]);

/* diff_depends.c: sets of joint inputs, as bits */
uint64_t list_named(const struct list *l);                             /* that any item names */
uint64_t chained_inputs(const struct diff *d, enum side side);         /* that another output of the side decides */
uint64_t chained_below(const struct diff *d, uint64_t chained);        /* these, and what is derived from them */
uint64_t chained_for(struct diff *d, enum side side, uint32_t output); /* chained ones that an output depends on */
uint64_t chained_above(struct diff *d, uint64_t chained); /* these, and those that they in turn are decided by */
void chained_compute(struct diff *d);                     /* fills computed and functions */

/* diff_chain.c */
/* Sets chained inputs of these in an own cell, as decided there. */
void chain_settle(const struct diff *d, enum side side, uint64_t inputs, uint32_t *own);
struct list *list_whole(struct diff *d, enum side side, uint32_t output);
/* Cells in which one of these chained inputs has a value that does not come out there.  They are whole: what decides
 * them is among them (chained_above).  apart: inputs that the comparison leaves out. */
struct region chain_aside(struct diff *d, uint64_t named, uint64_t apart);
/* Pieces of `p` where an output that `named` inputs are chained to says different things.  computed: inputs of the pieces
 * that follow from these: a cell at one of their values may be one of one side only, so there may be more. */
struct pieces pieces_through(struct diff *d, const struct pieces *p, uint64_t named, uint64_t computed);

/* diff_grow.c: at most `most` boxes; *left: the pieces, disjoint, then those in no box */
struct region grow_boxes(struct diff *d, struct region *left, const struct region *free, size_t most);

/* diff_boxes.c */
void changes_build(struct diff *d, struct compared *c, struct list *const list[2], struct pieces *p);

/* diff_credit.c */
void change_credit(struct diff *d, const struct compared *c, struct change *ch, struct list *const list[2],
                   const struct pieces *p);

/* diff_why.c: fills clause.  part: the cells of the change. */
void change_why(struct diff *d, const struct compared *c, struct change *ch, const struct region *part);

/* diff_declared.c, diff_from.c, diff_findings.c, diff_words.c */
void diff_from(struct diff *d);
void diff_declare(struct diff *d);
uint32_t output_named(const struct table *t, const char *name); /* NO */
void diff_name_sets(struct diff *d);
void diff_findings(struct diff *d);
const char *where_text(const struct diff *d, const struct box *b, bool exact); /* exact: long sets have a fingerprint */
const char *set_words(const struct diff *d, uint32_t input, uint32_t set);
const char *diff_head(const struct diff *d);
const char *news_head(const struct diff *d);
const char *cells_words(const struct diff *d, double cells, double of, bool at_least);
const char *again_words(const struct diff *d, const struct change *ch); /* ", 20 of them also above", or "" */
const char *compared_words(const struct diff *d, const struct compared *c);
const char *credit_words(const struct diff *d, const struct change *ch, enum side side);
const char *saying_text(const struct diff *d, uint32_t saying);
const char *place_text(const struct diff *d, struct arena *a, enum side side, struct pos pos); /* "a.ini:41" */
const char *rule_text(const struct diff *d, struct arena *a, enum side side, uint32_t rule);   /* "rule x" */
const char *count_text(struct arena *a, double cells, bool at_least);                          /* "1,234,567" */
const char *share_text(struct arena *a, double cells, double of);                              /* "0.3 %" */
uint32_t change_rank(const struct diff *d, const uint32_t saying[2]); /* the worst is least; below SAY_VALUE: bad */

#endif
