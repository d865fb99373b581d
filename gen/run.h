/* run.h -- what main.c, options.c and the cmd_*.c files share: one run of the program. */
#ifndef TURNOUT_RUN_H
#define TURNOUT_RUN_H

#include "turnout.h"

#define TURNOUT_VERSION "0.1.0"

enum status { STATUS_OK = 0, STATUS_FINDINGS = 1, STATUS_USAGE = 2, STATUS_IO = 3 };

enum option {
#define OPTION(id, letter, name, argument, commands, help) OPTION_##id,
#include "options.def"
#undef OPTION
    OPTION_COUNT
};

struct options {
    const char *value[OPTION_COUNT]; /* the last argument given; "" for a flag; NULL: not given */
    const char **folder;             /* every -I */
    size_t nfolder;
    const char **warning; /* every -W... */
    size_t nwarning;
    const char **operand; /* the rest, in order */
    size_t noperand;
};

struct command {
    const char *name;
    char letter; /* of options.def */
    const char *operands, *about;
    enum status (*run)(struct arena *a, const struct options *o);
};
extern const struct command command[];
extern const size_t ncommand;

/* One table, as far as the stages got.  analysed is false when a fault of text stopped it. */
struct loaded {
    struct msgs msgs;
    struct sources sources;
    struct doc *doc; /* NULL without `sections` */
    struct table *table;
    struct space *space;
    const struct boxes *boxes; /* with all chained inputs told */
    struct plan **plan;        /* one per output */
    struct limits limits;
    size_t before;              /* errors of the tables before this one */
    bool sections;              /* doc is wanted, too: set between begin() and load() */
    bool cells;                 /* many cells will be asked for: set between begin() and load() */
    struct read_options reader; /* its fetch: set between begin() and load(), where the table is no file */
};

/* options.c.  false: a usage error was printed. */
bool options_parse(struct arena *a, const struct command *c, int argc, char **argv, struct options *o);
void options_help(FILE *out, const struct command *c); /* c NULL: the whole program */
/* targets.c: those that come with the program, each with what its target.ini says of it */
void targets_help(FILE *out);

/* run.c */
bool asked_for_tables(const struct options *o, const char *by);         /* false: a usage error was printed */
void begin(struct arena *a, struct loaded *l, const struct options *o); /* once a run: messages, -W, limits */
bool load(struct arena *a, struct loaded *l, const struct options *o, const char *path); /* false: faults of text */
enum status finish(struct loaded *l, const struct options *o);                           /* prints, gives the status */
enum status finish_errors(struct loaded *l, const struct options *o); /* the same, leaving out notes and warnings */
enum status finish_members(struct loaded *l);       /* the same as the end of a JSON object that has more in it */
void keep_errors(struct loaded *l);                 /* forgets notes and warnings */
enum format format_of(const struct options *o);     /* --format; an unknown one ends the program */
bool colour_of(const struct options *o, FILE *out); /* --color, NO_COLOR, is it a terminal */
uint64_t option_number(const struct options *o, enum option id, uint64_t otherwise);

/* progress.c: one line on standard error while long work goes on, nothing where that is no terminal.  of 0: unknown.
 * Cheap enough for every thousandth step.  progress_end before anything else is printed. */
void progress(const char *what, size_t done, size_t of);
void progress_end(void);

/* products.c: what this run may write.  Start with made.arena set, the rest zero. */
struct products {
    struct names made;          /* files of this run, as indices into: */
    const char **path, **maker; /* the file, and the table it is made from */
    struct emitted *emitted;    /* its bytes */
    size_t nmade, nmaker, nemitted;
    const char *const *read; /* read besides the sources: templates */
    size_t nread;
};
/* May the product of l->table be written to the path?  no: told as a finding. */
bool products_claim(struct products *p, struct loaded *l, const char *path, const struct emitted *e);
/* The file, read or made in this run, that writing to the path would destroy; or NULL. */
const char *products_destroyed(const struct products *p, const struct loaded *l, const char *path);

/* manual.c: the man page ("man") or shell completion ("bash", "zsh", "fish"), on standard output */
enum status manual(const char *form);

/* data.c: the folder of that name ("templates", "tables") that comes with the program */
const char *data_folder(struct arena *a, const char *name);
/* given (--templates), or TURNOUT_TEMPLATES, or those that come with the program; NULL and "" are none */
const char *template_folder(struct arena *a, const char *given);

/* csv.c: RFC 4180 rows.  Start with in and arena set, the rest zero; the arena may change between rows. */
struct csv_place {
    size_t line, col; /* from 1 */
};
struct csv {
    FILE *in;
    struct arena *arena;
    struct csv_place here; /* of the byte read last */
    char **field;
    struct csv_place *at; /* of each field */
    size_t nfield;
    const char *error; /* what is wrong with this row; NULL: nothing */
    struct csv_place error_at;
};
bool csv_read(struct csv *c); /* false: end of input */
void csv_write(FILE *out, const char *field);

enum status cmd_compile(struct arena *a, const struct options *o);
enum status cmd_check(struct arena *a, const struct options *o);
enum status cmd_eval(struct arena *a, const struct options *o);
enum status cmd_diff(struct arena *a, const struct options *o);
enum status cmd_fmt(struct arena *a, const struct options *o);
enum status cmd_probe(struct arena *a, const struct options *o);
enum status cmd_explain(struct arena *a, const struct options *o);
enum status cmd_which(struct arena *a, const struct options *o);
enum status cmd_docs(struct arena *a, const struct options *o);

/* answer.c: an answer in the table's own words */
const char *answer_text(struct arena *a, const struct table *t, uint32_t output, const struct decided *d);
const char *answer_rule(const struct table *t, const struct decided *d); /* "" when no rule decided */
uint32_t input_named(const struct table *t, const char *name);           /* NO */

#endif
