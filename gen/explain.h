/* explain.h -- what explain*.c, cmd_explain.c and cmd_eval.c share: one question, and why it is answered so.
 *
 *   explain_inquiry.c which inputs an output depends on
 *   explain_cell.c    texts -> a cell: defaults, derived integers, outputs that are inputs of others
 *   explain_decide.c  one output in that cell
 *   explain_choice.c  what becomes of a user's own choice: override, needs, forbids
 *   explain_cond.c    does a condition hold at a cell; which conditions of a section do not
 *   explain_why.c     rejected candidates, rules that gave way, rules that came close
 *   explain_change.c  which other value of one input would change the answer
 *   explain_all.c, explain_boxes.c   every outcome that is reachable while some inputs are left open
 *   explain_operands.c, explain_answer.c   words of the command line; the answers in the format that was asked for
 *   explain_text.c, explain_words.c, explain_with.c, explain_json.c, explain_reach.c, explain_report.c   the above for people, scripts and CI
 */
#ifndef TURNOUT_EXPLAIN_H
#define TURNOUT_EXPLAIN_H

#include "run.h"

enum { MOST = 64 }; /* inputs, outputs of a table */

enum origin { ORIGIN_MISSING, ORIGIN_GIVEN, ORIGIN_DEFAULT, ORIGIN_FACT, ORIGIN_DERIVED, ORIGIN_DECIDED };

/* What is the same for all questions to one table. */
struct inquiry {
    const struct loaded *l;
    const struct space *space;
    const struct table *table;
    uint64_t late;        /* inputs that wait for a decision */
    struct names seen[MOST]; /* version texts -> atoms */
    uint64_t named[MOST]; /* per output: the inputs that what decides it speaks of */
    uint64_t below[MOST]; /* the same with what those are made of, down to inputs that a user gives */
    struct view {         /* per output: boxes whose `never` speaks of settled inputs only */
        uint64_t pending;
        const struct boxes *boxes;
    } view[MOST];
    struct arena *arena;
};
struct question;
struct inquiry *inquiry_new(struct arena *a, const struct loaded *l);
uint32_t inquiry_atom(struct inquiry *n, uint32_t input, const char *text, const char **error); /* domain_atom */
/* The boxes to decide an output by, while some inputs have no cell yet. */
const struct boxes *inquiry_view(struct question *q, uint32_t output);

/* One cell.  Fill text and choice (NULL: not given), then call question_settle. */
struct question {
    struct inquiry *inquiry;
    struct arena *arena;
    void (*fault)(void *to, uint32_t input, const char *text); /* told once per fault; NULL: nobody asks */
    void *to;
    size_t faults;
    const char *const *word; /* "input=value", in the user's order: for the first line */
    size_t nword;
    const char *text[MOST]; /* per input: in the user's words, or what was found for it */
    enum origin origin[MOST];
    uint32_t cell[MOST];
    struct solved number[MOST]; /* of int inputs */
    uint64_t settled, open;     /* inputs whose cell stands; being worked on */
    uint64_t missing;           /* inputs that have no value here */
    const char *outside[MOST];  /* of those, derived ones: why their number is none of theirs */
    struct own {                /* per output */
        const char *word;       /* the user's own choice as written; NULL: none */
        uint32_t value;         /* of an enum output */
        int64_t number;         /* of an int one */
        bool taken;             /* it wins */
        bool forbidden;         /* by this section */
        uint32_t forbid;
    } own[MOST];
    struct decided rules[MOST], answer[MOST]; /* by the rules alone; with the user's choice */
    uint64_t decided, deciding;               /* outputs */
    const char *model; /* `which`: the model that is asked about; NULL: none */
    uint64_t read;     /* inputs that its files say: what would change them is no question */
};
bool question_start(struct question *q);                   /* all but late inputs; false: faults were told */
bool question_input(struct question *q, uint32_t input);   /* its cell; false: it has none, or is being settled */
bool question_decide(struct question *q, uint32_t output); /* then what this output needs; false: it is being decided */
bool question_settle(struct question *q);                  /* all of it; false: faults were told */
bool question_open(struct question *q);                    /* what is given, the rest stays open */
void question_fault(struct question *q, uint32_t input, const char *format, ...) __attribute__((format(printf, 3, 4)));
uint32_t question_version(const struct question *q); /* the atom of table.versions, or NO */

/* explain_operands.c */
void question_told(void *to, uint32_t input, const char *text); /* a fault, on standard error; to: the question */
bool question_operands(struct question *q, const char *const *word, size_t nword);

/* explain_answer.c: settles or, with --all, opens the question; then every output's answer; then the end. */
bool question_prepare(struct question *q, struct loaded *l, const struct options *o); /* false: faults were told */
void question_answers(const struct question *q, struct loaded *l, const struct options *o);
enum status finish_answers(struct loaded *l, const struct options *o);

/* explain_choice.c.  false: told as a fault of `input` (NO: none): the output has no such value. */
bool choice_parse(struct question *q, uint32_t output, uint32_t input, const char *word);
void choice_resolve(struct question *q, uint32_t output);
bool forbid_hit(const struct question *q, uint32_t rule); /* the combination comes out in this cell */

/* explain_cond.c */
struct unmet { /* a section that does not hold, or a clause that fails: by which of its conditions */
    uint32_t rule;
    const struct cond **cond;
    size_t ncond;
    size_t met;      /* conditions that do hold */
    uint32_t failed; /* an input that is NONE or ERROR here, which the rule does not name; NO: none */
};
struct unmet unmet_of(const struct question *q, uint32_t rule);
bool rule_holds(const struct question *q, uint32_t rule); /* its conditions; a clause: it fails */
bool rule_covers(const struct question *q, uint32_t output, uint32_t rule);
uint32_t rule_failed_by(const struct question *q, uint32_t output, uint32_t rule); /* struct unmet's failed */

/* explain_why.c */
struct rejected { /* a candidate, or what was chosen, with its failing clauses */
    uint32_t value;
    struct unmet *clause;
    size_t nclause;
};
struct beaten { /* covers the cell, and was not credited */
    uint32_t rule;
    const char *code, *why; /* for scripts, for people */
    struct rejected *rejected; /* `exhausted = next`: its whole list */
    size_t nrejected;
};
struct reason {
    const struct decided *d;
    struct rejected *rejected; /* candidates before the one chosen; all of an exhausted list */
    size_t nrejected;
    struct rejected chosen; /* clauses that fail for the answer itself: it cannot run */
    struct rejected choice; /* clauses that fail for the user's own choice */
    struct beaten *beaten;
    size_t nbeaten;
    struct unmet *near; /* rules that came close, the nearest first */
    size_t nnear, nfurther;
    uint32_t *forbid; /* hit by what comes out */
    size_t nforbid;
    uint32_t *never; /* why the cell cannot occur: [never] sections */
    size_t nnever;
    uint32_t *fact; /* and facts */
    size_t nfact;
};
enum { NEAR = 3 };
/* TROUBLE: only what cannot run or is forbidden.  LINE: what why_line needs.  ALL: FULL with every rule that came close. */
enum depth { DEPTH_TROUBLE, DEPTH_LINE, DEPTH_FULL, DEPTH_ALL };
struct reason reason_of(const struct question *q, uint32_t output, enum depth depth);
struct rejected rejected_of(const struct question *q, uint32_t output, uint32_t value, bool filters_only);

/* explain_change.c */
struct change { /* with these other values of one input the answer would be `answer` */
    uint32_t input, set, output;
    const char *words; /* NULL: the whole set */
    bool example; /* the words are a number that does it, others of its piece may not */
    uint32_t *rule; /* all that decide there, as they were found; of an example, that of its number; NO: `gaps = NONE` */
    size_t nrule;
    struct decided answer;
};
struct changes {
    struct change *at;
    size_t count;
    uint64_t untried; /* inputs with too many values */
};
struct changes changes_of(const struct question *q, uint32_t output);

/* explain_with.c: "on SM120", "with flashinfer <0.6.9" */
const char *why_with(const struct question *q, const struct change *c);

/* explain_all.c */
struct reachable { /* one outcome of an output, over the inputs left open */
    enum line_kind kind;
    bool gap;
    uint32_t value;
    int64_t number;
    uint32_t copy; /* as in struct line */
    const char *error;
    struct region piece; /* disjoint; rule: who decides each */
    uint32_t *rule;
    double cells;
    struct shown {
        struct box box;
        double cells;
        bool at_least;
        size_t found; /* the how manieth */
        uint32_t *rule; /* who decides there, in file order */
        size_t nrule;
    } *shown;
    size_t nshown;
    double left; /* cells in none of the boxes shown */
};
struct reach {
    uint32_t output;
    struct reachable *at;
    size_t count;
    double cells;
    bool cut;         /* a limit: `at` is not all */
    uint64_t hidden;  /* inputs that are not worth naming: given, or decided later */
};
struct reaching { /* between explain_all.c and explain_boxes.c */
    const struct question *q;
    struct arena *arena;
    const struct space *space;
    const struct plan *plan;
    struct box whole; /* the given inputs */
    struct region never;
    struct reach *out;
    size_t npiece, looks; /* so far: for the limits */
};
void reach_show(struct reaching *r, struct reachable *of, size_t most);
struct reach reach_of(const struct question *q, uint32_t output, size_t most_shown);
const char *reachable_text(struct arena *a, const struct table *t, uint32_t output, const struct reachable *r);

/* explain_words.c: parts of sentences */
const char *why_unmet(const struct question *q, const struct unmet *u); /* "sm = 100f, found sm=90" */
const char *why_condition(struct arena *a, const struct table *t, const struct cond *c);
const char *why_place(const struct question *q, uint32_t rule);         /* "rule gemma4, tables/gemma4.ini:97" */
const char *why_says(const struct question *q, uint32_t output, uint32_t rule); /* "trtllm_mha > triton" */
const char *why_here(const struct question *q, uint32_t output, uint32_t rule); /* which of them, in this cell */
const char *why_origins(const struct question *q);                       /* "sm=100 (default)" ... or NULL */
const char *why_formula(const struct question *q, const struct input *in); /* "heads / kv_heads" */
const char *why_kind(const struct rule *r);
const char *why_line(const struct question *q, uint32_t output, const struct reason *r); /* --why of eval: one line */
const char *why_cells(struct arena *a, double cells, bool at_least); /* "1 cell", "at least 3.2e+16 cells" */

/* explain_text.c */
void explain_text(const struct question *q, uint32_t output, const struct reason *r, const struct changes *c,
                  struct text *out);
void reach_text(const struct question *q, const struct reach *r, struct text *out);

/* explain_json.c; explain_reach.c */
void explain_json(const struct question *q, uint32_t output, const struct reason *r, const struct changes *c,
                  FILE *out);
void reach_json(const struct question *q, const struct reach *r, FILE *out);
void atoms_json(const struct question *q, uint32_t input, uint32_t set, FILE *out); /* [labels], all of them */
void given_json(const struct question *q, FILE *out);                     /* "given": {...}, "default": {...}, ... */
void answer_json(const struct question *q, uint32_t output, FILE *out);   /* verdict, value and rule only */
void answers_open_json(const char *table, FILE *out);                     /* the head of the document */

/* explain_report.c: answers as findings.  cell: what a message says instead of the cell; NULL: the given inputs. */
void report_answer(struct msgs *m, const struct question *q, uint32_t output, const struct reason *r,
                   const char *cell);

#endif
