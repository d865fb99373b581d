/* model_docs.h -- one table as the pages of `turnout docs` see it; between the model_docs*.c files only.
 *
 * Root: the groups `page` and `count`, the lists `matrix` (one per output), `input`, `set`, `fact`, `gpu`, `rule`,
 * `refuse`, `never`, `forbid`, `pin`, `clause`, `grid`, `finding`, `allow`, `retired`, `diagram`, `line`.
 * Text that may name a place of the page or an address of the web is a list of parts: text, and where it leads.
 */
#ifndef TURNOUT_MODEL_DOCS_H
#define TURNOUT_MODEL_DOCS_H

#include "template.h"

struct docs {
    struct arena *arena;
    const struct docs_input *in;
    const struct space *space;
    const struct table *table;
    struct names id;       /* every id of the page, so that no two are equal */
    const uint32_t *order; /* of outputs, each after those that it depends on */
    const char **rule_id;  /* per table.rule */
    const char **input_id; /* per table.input, and so on */
    const char **output_id;
    const char **set_id;
    struct names section;   /* "set mla" -> index into doc.section */
    uint32_t *group;        /* per table.rule: the section index of its grid, or NO */
    const struct msg **msg; /* the table's messages: gravest first, then by place, each once */
    size_t nremark;         /* the last of them: notes */
    size_t nmsg;
    size_t left;           /* messages that are not among them: too many of one kind */
    struct matrix *matrix; /* one per output */
};

/* ---- model_docs_text.c: ids, places, texts with links ---- */

struct run { /* of text; href NULL: leads nowhere */
    const char *text, *href;
};
struct runs {
    struct run *run;
    size_t nrun;
};
const char *docs_id(struct docs *d, const char *kind, const char *name); /* new, of characters that links may have */
const char *docs_href(const struct docs *d, struct arena *a, struct pos pos); /* "#L41", or NULL: not on the page */
const char *docs_meta(const struct docs *d, const char *kind, const char *name, const char *key); /* NULL: absent */
void docs_text(struct scope *s, const char *name, const char *text);     /* a list of parts; NULL: empty */
void docs_runs(struct scope *s, const char *name, const struct runs *r); /* likewise */
void runs_add(struct arena *a, struct runs *r, const char *text, const char *href);
void runs_entries(const struct docs *d, struct arena *a, struct runs *r, const struct entries *e);
void docs_where(struct scope *s, const struct docs *d, struct pos pos); /* the list `place` of one part */
bool docs_sourced(const struct docs *d);                                /* the text of the table is on the page */

/* ---- model_docs_words.c: atoms and outcomes in words ---- */

struct outcome_words {
    const char *text, *kind;  /* kind: value none error gap conflict exhausted never unknown */
    uint32_t colour, pattern; /* of a value */
};
struct outcome_words docs_outcome(const struct docs *d, struct arena *a, uint32_t output, const struct decided *of);
void docs_bind_outcome(struct scope *s, const struct outcome_words *w);
struct outcome_words docs_value(const struct docs *d, struct arena *a, uint32_t output, uint32_t value);
const char *docs_atom(const struct docs *d, struct arena *a, uint32_t input, uint32_t atom);
const char *docs_atoms(const struct docs *d, struct arena *a, uint32_t input, uint32_t set); /* all of them, in words */

/* ---- model_docs_cell.c: one cell of a matrix ---- */

struct at {                     /* what a matrix holds fixed */
    uint32_t input[2], atom[2]; /* NO: no such axis */
};
enum shown { SHOWN_CELL, SHOWN_NEVER, SHOWN_UNKNOWN };
/* A concrete cell for these atoms: every other input at base[], or where that cannot occur, as few of them moved as
 * can be (a bit each in *moved).  SHOWN_NEVER: proven that nothing occurs there. */
enum shown docs_cell(const struct docs *d, const struct at *at, const uint32_t *base, uint32_t *cell, uint64_t *moved);
bool docs_fixed(const struct at *at, uint32_t input);
uint32_t docs_number_atom(const struct docs *d, uint32_t input, int64_t number); /* NO: outside of its range */
bool docs_loose(const struct table *t, uint32_t output);                         /* its numbers are copies */

/* ---- model_docs_reach.c: what else can come out ---- */

struct reach {       /* what can come out for these atoms, over all other inputs */
    bool *terminal;  /* of the value diagram; NULL: it has passed its limit, or the budget is spent */
    uint64_t looked; /* inputs on which it depends there */
};
struct reach docs_reach(const struct docs *d, struct arena *a, uint32_t output, const struct at *at, double *budget);

/* ---- model_docs_fail.c: where a chosen value cannot run ---- */

uint32_t docs_failing(const struct docs *d, uint32_t output, uint32_t value,
                      const uint32_t *cell); /* a clause, or NO */
struct failing {                             /* a value that a matrix shows */
    const struct at *at;
    const uint32_t *base;
    uint32_t output, value, clause;
    uint32_t *cell; /* room for one; where docs_fails found that the value is chosen and the clause fails */
};
bool docs_fails(struct failing *f, const struct docs *d, uint32_t clause);

/* ---- model_docs_matrix.c, model_docs_axis.c, model_docs_head.c ---- */

struct fail { /* the value is chosen for these inputs, and this clause fails */
    uint32_t clause;
    const char *where; /* "moe = yes"; "" at the inputs shown */
};
struct footnote {       /* of a cell */
    const char *moved;  /* "platform=hip": the inputs that are not at the base there; "" */
    uint64_t looked;    /* inputs that change the answer there */
    const char *others; /* what else comes out: "triton, NONE"; "" */
    struct fail *fail;
    size_t nfail;
};
struct shown_cell {
    struct outcome_words words;
    struct decided decided;
    bool fails;    /* a clause of the value fails in the cell that is shown */
    uint32_t note; /* from 1; 0: none */
    uint32_t key;  /* equal cells have equal keys */
};
struct axis {
    uint32_t input;  /* NO: none */
    uint32_t *class; /* per atom: atoms that nothing in the table tells apart */
    uint32_t *first; /* per class: its first atom */
    uint32_t nclass;
    uint32_t *set;    /* per group that is shown: its atoms */
    uint32_t *stands; /* per group: the class that stands for it */
    uint32_t ngroup;
};
struct matrix {
    struct docs *docs;
    uint32_t output;
    struct axis row, column;
    struct shown_cell *cell; /* class by class */
    struct footnote *note;
    size_t nnote;
    uint32_t *base;
    uint64_t support;   /* inputs that the output depends on at all, through chains too */
    bool large, unread; /* too large to be shown; not all that other inputs change was looked for */
};
uint64_t docs_support(const struct docs *d, uint32_t output); /* inputs that it depends on, through chains too */
void matrix_axes(struct matrix *m);                           /* chooses the inputs; classes */
void matrix_base(struct matrix *m);                           /* after the axes: model_docs_base.c */
void matrix_groups(struct matrix *m);                         /* rows and columns with equal cells become one */
void docs_matrix(struct docs *d, uint32_t output, struct matrix *m);
/* model_docs_head.c: the names of a group; has any of the axis more words than its head shows? */
void matrix_head(struct scope *item, const struct matrix *m, const struct axis *x, uint32_t group);
bool matrix_crowded(const struct matrix *m, const struct axis *x);
void docs_matrices(struct scope *root, struct docs *d); /* model_docs_show.c */

/* ---- the rest of the page ---- */

void docs_rules(struct scope *root, struct docs *d); /* model_docs_rule.c */
void docs_rule(struct scope *item, const struct docs *d, uint32_t rule);
void docs_conds(struct scope *item, const struct docs *d, const struct cond *cond, size_t ncond);
void docs_needs(struct scope *item, const struct docs *d, uint32_t output); /* model_docs_needs.c: per value */
void docs_grids(struct scope *root, struct docs *d);
void docs_inputs(struct scope *root, struct docs *d); /* model_docs_input.c */
void docs_sets(struct scope *root, struct docs *d);   /* model_docs_set.c: sets, facts, GPUs */
void docs_collect(struct docs *d);                    /* model_docs_finding.c */
void docs_findings(struct scope *root, struct docs *d);
void docs_found(struct scope *item, const struct docs *d, const char *rule); /* the findings about one rule */

#endif
