/* analyse.h -- what the analyse*.c files share among themselves.
 *
 * Words used in all of them, for one output:
 *   group     the lines of one tier that compete with each other: its rules, or its elses.  Every earlier group takes
 *             a cell first.  Never and refuse lines are one group, what `exhausted = next` left over is the last.
 *   takers    of a line: the lines that come before it wherever they cover [note takers]: all earlier groups, earlier
 *             lines of its own rule (candidates before it), and, by hit policy, earlier rules (first) or rules that
 *             are strictly inside its own (specific).
 *   win       a line wins a cell that it has and no taker has.  Two rules that win one cell with different outcomes
 *             are a conflict; apart from that the winner decides.
 */
#ifndef TURNOUT_ANALYSE_H
#define TURNOUT_ANALYSE_H

#include "turnout.h"

struct blockers {
    const struct box **box;
    uint32_t *line; /* of the plan; NO: none of them */
    bool *used;     /* room for cover_search */
    size_t count, cap;
};
struct span { /* the lines of one rule, ascending; those of the last group apart */
    uint32_t *line;
    size_t count;
};
struct meeting { /* the lines (or other boxes of a struct meets) that meet a box, ascending */
    uint32_t *line;
    size_t count, cap;
};
struct second { /* another rule that a message speaks of, for [allow] */
    size_t msg;
    const char *name;
};

/* What is known about a set of cells. */
struct answer {
    struct box witness; /* a maximal box of it, where there is one */
    bool found;
    double cells;
    bool at_least;
    uint32_t now, tag;      /* whatever the caller counts now; what it counted when the witness was found */
    struct region allowed;  /* cells that an [allow] with conditions lets pass; empty: no such allowance */
    struct answer *outside; /* those not allowed; NULL without allowances */
};
struct overlap { /* of two rules with the same outcome there; a note unless one of them is masked */
    uint32_t x, y, line;
    struct answer answer;
};

struct analysis {
    struct arena *arena;   /* for what messages keep */
    struct arena *scratch; /* for one output, or for less of it */
    struct arena *lines;   /* the same, for one output in any case */
    struct msgs *msgs;
    const struct boxes *boxes;
    const struct space *space;
    const struct table *table;
    const struct limits *limits;
    struct plan *const *plans;
    double domain;            /* cells of the output in hand; of the table, when there is none */
    double unasked;           /* cells of the inputs that are decided after it: they count once */
    bool derived;             /* there are derived integers */
    bool untold;              /* the finding in hand needs no cells, only whether there are any */
    const struct box *unsure; /* of the question in hand: a box that may have no concrete cell; NULL */
    struct second *second;
    size_t nsecond;
    struct names asked; /* undecided questions that were reported */
    size_t question;    /* those asked so far */
    bool *inside;       /* per table.allow: a finding had cells inside its conditions */
    bool *conflicted;   /* per table.output: rules conflict there, or it is not decided whether they do */
    bool *spoken;       /* per table.rule: masked or subsumed in some output */
    uint32_t *clause;   /* the needs clauses of the table */
    size_t nclause;
    struct region *changed; /* of analyse_order.c: per table.rule */
    struct order *order;    /* the same: the boxes of all rules, indexed */
    uint32_t in_the_way;    /* the same: the rule of the last refusal */
    struct spare *spare;    /* analyse_spare.c */
    size_t nspare;
    struct cover_limit spare_limit;
    size_t *outside; /* messages about cells that no allowance lets pass, though it does others */
    size_t noutside;
    /* the output in hand: set by analyse_lines */
    const struct plan *plan;
    uint32_t output;
    uint32_t *first, *last;      /* per line: its group is line[first .. last) */
    struct span *of_rule;        /* per table.rule */
    const struct outcome **says; /* per table.rule: what it says of this output, or NULL */
    uint32_t *outcome;      /* per table.rule: the first that says the same (outcomes_equal); NO: it says nothing */
    struct span *left_over; /* per table.rule: its lines in the last group */
    struct meets *meets;    /* analyse_meet.c */
    struct meeting meet[2]; /* to work in */
    struct relations *relations;
    bool *versioned; /* per table.rule: plan_versioned */
    struct blockers blockers;
    enum cover *win; /* per line: COVER_WITNESS: wins a cell, COVER_ALL: wins none */
    struct box *won; /* per line that wins: a maximal box of such cells, once asked for (line_won) */
    bool *masked;    /* per table.rule */
    struct overlap *overlap;
    size_t noverlap;
    uint64_t overlap_steps;
    bool overlap_cut; /* more overlaps than the steps allow */
    bool conflict;    /* of this output: some claims wait until it is gone */
};

/* analyse_meet.c: which of these boxes meet one; the array must stay */
struct meets *meets_make(struct arena *a, const struct space *s, const struct box *const *box, size_t n);
void meets_ask(struct meets *m, const struct box *b, struct meeting *into);
const struct meeting *meets_known(struct meets *m, uint32_t at); /* of box[at]; valid until the next question */

/* analyse_packed.c: is box[at], with only this set of that input (NO: all of it), in box[line[0]] .. together?
 * COVER_UNDECIDED: not to be told here. */
enum cover meets_covered(const struct meets *m, uint32_t at, uint32_t input, uint32_t set, const uint32_t *line,
                         size_t n);
/* The same of what box[x] and box[y], which meet, have in common. */
enum cover meets_covered_both(const struct meets *m, uint32_t x, uint32_t y, const uint32_t *line, size_t n);
/* Does box[x] leave box[y] on a packed input?  false: not known. */
bool meets_leave(const struct meets *m, uint32_t x, uint32_t y);

/* analyse_lines.c: groups and spans; takers */
void analyse_lines(struct analysis *an, uint32_t output);
const struct meeting *line_meeting(struct analysis *an, uint32_t line); /* its box; valid until the next question */
void lines_meeting(struct analysis *an, const struct box *b, struct meeting *into);
uint32_t meeting_next(const struct meeting *m, uint32_t from, uint32_t end); /* the first in [from, end), or NO */
bool line_left_over(const struct analysis *an, uint32_t line);               /* in the last group */
void blockers_clear(struct analysis *an);
void blockers_room(struct analysis *an, size_t cap); /* so many in all, before many are added */
void blockers_add(struct analysis *an, const struct box *box, uint32_t line);
void blockers_before(struct analysis *an, const struct meeting *m, uint32_t end); /* those in [0, end) */
void takers(struct analysis *an, uint32_t line); /* clears, then adds all takers of the line */
/* Do its takers have all of the line's cells?  Without the list of them where that is not needed; *listed: takers() was
 * called. */
enum cover line_taken(struct analysis *an, uint32_t line, uint32_t input, uint32_t set, bool *listed);
/* After takers(): do they have all of the line's cells with this set of the input (NO: all cells)? */
enum cover takers_cover(const struct analysis *an, uint32_t line, uint32_t input, uint32_t set);
/* The versions (atoms of table.versions) of two lines that meet at which the rule of x is strictly inside that of y:
 * FULL or EMPTY when there is no versions input. */
uint32_t lines_inside(struct analysis *an, uint32_t x, uint32_t y);
/* Adds line x as a blocker at those versions only; nothing for EMPTY. */
void blockers_add_at(struct analysis *an, uint32_t x, uint32_t versions);

/* analyse_ask.c: questions to the cover search, and what becomes of them */
struct cover_limit ask_limit(struct analysis *an); /* a new question begins */
enum cover ask_search(struct analysis *an, const struct box *b, bool sure, struct box *witness); /* against blockers */
/* Within a limit of several questions: is every cell of b in an->blockers?  false also when the limit ends. */
bool ask_taken(struct analysis *an, const struct box *b, struct cover_limit *limit);
/* Adds what b has outside an->blockers to the answer; false: undecided (a message says so, for finding and rule). */
bool ask_count(struct analysis *an, const struct box *b, struct answer *into, struct cover_limit *limit);
void analyse_wins(struct analysis *an);                         /* fills win */
const struct box *line_won(struct analysis *an, uint32_t line); /* of a line that wins */
void undecided(struct analysis *an, enum finding f, uint32_t rule, const struct box *about);

/* analyse_text.c: cells, outcomes and requirements in words */
const char *cells_text(const struct analysis *an, const struct answer *x);   /* "12 cells (0.3 % of the domain)" */
const char *example_text(const struct analysis *an, const struct answer *x); /* "12 cells (...), for example W" */
const char *line_outcome_text(const struct analysis *an, const struct plan *p, uint32_t line);
const char *outcome_text(const struct analysis *an, uint32_t output, const struct outcome *o);
const char *tier_text(const struct analysis *an, uint32_t rule);
/* "needs sm = 100f, found sm=110": why a clause fails at the first cell of a box */
const char *failing_text(const struct analysis *an, uint32_t clause, const struct box *at);
size_t rule_len(const struct rule *r);       /* bytes of its section header */
const char *rule_word(const struct rule *r); /* "rule", "refuse", ... */

/* analyse_write.c: a box as the conditions of a section, ready to paste */
const char *rule_skeleton(const struct analysis *an, const char *name, const struct box *b, const char *outcome,
                          uint32_t tier);
/* "100, 103, 110..121": exactly the set as entries, or else (whole is false) in labels. */
const char *set_text(const struct analysis *an, uint32_t input, uint32_t set, bool *whole);

struct writer { /* of the entries of one key */
    const struct space *space;
    struct arena *arena;
    uint32_t input, set;
    struct text out;
};
bool writer_has(const struct writer *w, uint32_t atom);
void writer_put(struct writer *w, const char * not, const char *entry);
void writer_special(struct writer *w);
bool writer_int(struct writer *w); /* false: no list of entries is exactly this set */
bool writer_version(struct writer *w);
bool writer_since(struct writer *w, const char **since, const char **until); /* with these, and what is in w->out */

/* analyse_ranked.c: cells of a box of two lines that give one value, in which their ranked orders differ behind it */
struct region order_differs(struct analysis *an, uint32_t x, uint32_t y, const struct box *both, bool *cut);

/* analyse_report.c */
struct region region_of(struct analysis *an, uint32_t rule);    /* what it covers of the output in hand */
bool told(struct analysis *an, enum finding f, struct pos pos); /* false: it is only counted, and needs no text */
struct msg *report(struct analysis *an, enum finding f, uint32_t rule, const struct answer *x, const char *text);
void report_second(struct analysis *an, const char *name); /* of the message reported next */
/* A note that names the clause which fails for the value at the first cell of a box; none when all hold. */
void note_failing(struct analysis *an, struct msg *m, uint32_t value, const struct box *at);
void note_all_failing(struct analysis *an, struct msg *m, uint32_t value, const struct box *at); /* a note for each */
struct answer rule_cells(struct analysis *an, const struct region *r); /* the cells of a rule, whoever wins them */
struct pos no_place(struct pos near);                                  /* the file without a line: for advice */

/* one file per group of findings, for the output in hand */
void analyse_conflicts(struct analysis *an); /* conflict; collects overlaps */
void analyse_overlaps(struct analysis *an);
void analyse_masked(struct analysis *an);
void analyse_subsumed(struct analysis *an);
void analyse_partly(struct analysis *an); /* partly masked */
void analyse_chosen(struct analysis *an); /* masked candidate, never chosen */
void analyse_needs(struct analysis *an);  /* incapable, exhausted */
void analyse_copied(struct analysis *an); /* copied */
void analyse_gap(struct analysis *an);
void analyse_pins(struct analysis *an);
void analyse_swallowed(struct analysis *an); /* swallowed SM */
void analyse_unplaced(struct analysis *an);  /* unplaced SM */
/* and for the whole table */
void analyse_forbids(struct analysis *an);
void analyse_unused(struct analysis *an); /* empty, unused */
void analyse_expired(struct analysis *an);
void analyse_lists(struct analysis *an);      /* cross-list */
void analyse_alias(struct analysis *an);      /* alias drift */
void analyse_mergeable(struct analysis *an);  /* rules that can be one */
void analyse_spare_find(struct analysis *an); /* mergeable: entries that may be able to go */
void analyse_spare(struct analysis *an);      /* of the output in hand: those that decide something stay */
void analyse_spare_told(struct analysis *an); /* after the last output */
void analyse_allow(struct analysis *an);

/* analyse_allow.c: allowances with conditions.  allow_expect: before counting, what may be allowed of this finding;
 * allow_settle: after it, leaves the cells that are not allowed, or all of them when all are. */
void allow_expect(struct analysis *an, struct answer *x, enum finding f, uint32_t rule, const char *second);
void allow_whole(struct analysis *an, enum finding f, uint32_t rule, const char *second); /* all cells of the rule */
void allow_settle(struct analysis *an, struct answer *x, enum finding f, uint32_t rule, const char *second);

/* analyse_sm.c: which SMs entries name [note named], and SMs in words */
uint32_t sm_named(const struct analysis *an, uint32_t input, const struct entries *es); /* positive entries */
uint32_t sm_named_by(const struct analysis *an, uint32_t rule, uint32_t input);         /* all its conditions */
bool sm_siblings(const struct analysis *an, uint32_t input, uint32_t x, uint32_t y);
uint32_t sm_told_apart(const struct analysis *an, uint32_t input); /* of families, and newer [note families] */
const char *sms_text(const struct analysis *an, uint32_t input, uint32_t set); /* "101 (Jetson Thor), ..." */

/* analyse_pin.c: does what a line gives belong to the answers of a pin or forbid? */
bool line_matches(const struct analysis *an, const struct plan *p, uint32_t line, const struct assign *expected);
bool none_matches(const struct assign *expected); /* the same, for NONE */
const char *expected_text(const struct analysis *an, const struct assign *e);

bool line_same(const struct analysis *an, uint32_t x, uint32_t y);                /* the outcome of two lines */
bool outcomes_equal(const struct rule *x, const struct rule *y, uint32_t output); /* as written */

/* analyse_same.c: the same but for the conditions cx and cy, which are of one input; the sum of hash and the rest;
 * of_list: per cond.list, known from one rule to the next */
struct same_list { /* 0: not known yet */
    uint64_t hash;
    uint8_t only; /* of analyse_merge.c: 1: a list as that takes it, 2: none */
};
uint64_t same_hash(struct arena *a, const struct rule *r, uint64_t *hash, struct same_list *of_list);
bool same_but(struct arena *a, const struct rule *x, uint32_t cx, const struct rule *y, uint32_t cy);

/* analyse_variants.c: those whose hash is not theirs alone, sorted */
struct variant { /* a rule without one of its conditions */
    uint64_t hash;
    uint32_t rule, cond;
};
struct variant *rule_variants(struct analysis *an, size_t *n);

/* analyse_order.c: does nothing change when one rule with the region `as` stands for these rules (ascending, of equal
 * outcomes), at the place of the first?  false also when it is not known. */
bool stands_by_lines(const struct analysis *an, uint32_t rule); /* of such rules it does not matter: NULL */
bool may_stand_for(struct analysis *an, const uint32_t *rule, size_t nrule, const struct region *as,
                   struct cover_limit *limit);
/* With these cells, is the rule strictly inside another one? */
bool would_be_stricter(struct analysis *an, uint32_t rule, const struct region *as, uint32_t than);
/* May one rule be another one as far as its section is concerned: one box, no conflict, nothing told about it? */
bool may_change(const struct analysis *an, uint32_t rule);

/* analyse_mentions.c: may the table do without this entry and still know its name? */
struct mentions {
    uint32_t **word, **prefix; /* per input, per index */
};
struct mentions mentions_count(const struct table *t, struct arena *a);
bool mentioned_again(const struct table *t, const struct mentions *m, const struct cond *c, size_t entry);

/* analyse_section.c: the text of a rule's section with another value for one condition (NULL: without it), and the
 * key of that condition is the input's own name; NULL: it is not. */
bool section_can(const struct analysis *an, uint32_t rule, const struct cond *c);
const char *section_with(const struct analysis *an, uint32_t rule, const struct cond *c, const char *value);
const char *entry_written(const struct analysis *an, const struct entry *e); /* as it stands in the source */

#endif
