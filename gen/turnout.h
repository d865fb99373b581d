/* turnout.h -- the reader's map: every shared type and public function, sectioned by file in pipeline order.
 *
 *   tables/NAME.ini -> read -> cell -> table -> domain -> boxes -> plan -> cover, analyse --(errors: stop)
 *                                                        |
 *                                         diagram -> lower, vector -> model -> template -> write -> out/
 *
 * Each stage takes the structs of the earlier ones as const and returns its own; no stage calls a later one.
 * Base files (arena, msg, version, sm) call no stage.  Everything lives in one arena passed explicitly.
 * Handles are integers (indices into the arrays below); NO marks "none".  Strings are NUL-terminated, arena-owned.
 */
#ifndef TURNOUT_H
#define TURNOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define NO UINT32_MAX /* no index */

/* ---- arena.c: memory, all of it released at exit ------------------------------------------------------------- */

/* pages.c: zeroed memory from the system; NULL: there is none.  Bytes that a resize adds need not be zero. */
void *pages_new(size_t size);
void *pages_resize(void *old, size_t size, size_t want);
void pages_free(void *old, size_t size);

struct arena;
struct arena *arena_new(void);
struct arena *arena_child(struct arena *parent); /* released with it, or before */
void arena_free(struct arena *a);
void arena_clear(struct arena *a);                                 /* as if it were new: what it handed out is gone */
void *arena_alloc(struct arena *a, size_t size);                   /* zeroed, aligned to 16; out of memory: exit 3 */
char *arena_strdup(struct arena *a, const char *text, size_t len); /* adds the NUL */
char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
size_t arena_size(const struct arena *a); /* bytes handed out, for limits and bench */

/* An array grows when its count is 0 or a power of two, in place while it is the last thing in the arena; new items
 * are zeroed.  Use through PUSH only. */
void *arena_grow(struct arena *a, void *old, size_t count, size_t item);
#define PUSH(a, array, count) ((array) = arena_grow((a), (array), (count), sizeof *(array)), &(array)[(count)++])

/* A growing text buffer, always NUL-terminated. */
struct text {
    struct arena *arena;
    char *at;
    size_t len, cap;
};
void text_add(struct text *t, const char *bytes, size_t len);
void text_bytes(struct text *t, uint64_t number, unsigned width); /* so many bytes of it, the lowest first */
void text_numbers(struct text *t, const uint32_t *number, size_t n, unsigned width); /* the same of each */
void text_put(struct text *t, const char *string);
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* words.c: a hash of words, the same on every machine */
uint64_t words_hash(const uint32_t *word, size_t count);

/* names.c: string -> index map (open addressing, FNV-1a); keys are not copied. */
struct names {
    struct arena *arena;
    struct name_slot {
        const char *key; /* NULL: free */
        uint32_t hash, value;
    } * at;
    size_t count, cap;
};
uint32_t names_find(const struct names *n, const char *key);      /* NO when absent */
bool names_add(struct names *n, const char *key, uint32_t value); /* false when present (value kept) */

/* ---- msg.c, msg_shown.c, msg_text.c, msg_json.c ...: findings and how they are printed ------------------------------------- */

struct pos {
    uint32_t file; /* index into sources.file; NO: no place (command line) */
    uint32_t line; /* from 1; 0: the whole file */
    uint32_t col;  /* byte column from 1; 0: the whole line */
};

enum level { LEVEL_OFF, LEVEL_NOTE, LEVEL_WARNING, LEVEL_ERROR };

enum finding { /* one row each in findings.def: FINDING(id, "flag", default level, "what it means, one line") */
#define FINDING(id, flag, level, about) FINDING_##id,
#include "findings.def"
#undef FINDING
               FINDING_COUNT
};
struct finding_info {
    const char *flag, *about; /* "incapable", shown as [-Wincapable] */
    enum level level;         /* default */
};
extern const struct finding_info finding_info[FINDING_COUNT];

struct note { /* a second place of a message */
    struct pos pos;
    const char *text;
};
struct msg {
    enum finding finding;
    enum level level;
    struct pos pos;
    uint32_t len; /* bytes to underline from pos.col, at least 1 */
    const char *text;
    struct note *note;
    size_t nnote;
    /* for --format=json and sarif; NULL / negative when they do not apply */
    const char *rule, *output, *witness;
    double cells, share;
    bool at_least;       /* cells is a lower bound: a limit was reached */
    const char *allowed; /* why an [allow] lets it pass; NULL: none does */
};
struct source {
    const char *path; /* as given on the command line, or as named by `use`, joined to its folder */
    const char *bytes;
    size_t len;
    const char **line; /* start of each line, nline + 1 entries */
    size_t nline;
};
struct sources {
    struct source *file;
    size_t nfile;
};
struct msgs {
    struct arena *arena;
    struct sources *sources;
    struct arena *list; /* of msg */
    struct msg *msg;    /* in the order found; msgs_print sorts by file, line, col and prints equal ones once */
    size_t nmsg;
    enum level level[FINDING_COUNT];  /* after -W flags */
    enum level asked[FINDING_COUNT];  /* before -Werror; of msgs_flag only */
    bool werror, kept[FINDING_COUNT]; /* -Werror; -Wno-error=x */
    size_t shown; /* most messages of one finding that text and github print (0: all); the rest is counted */
    size_t notes; /* most notes of one finding in one file that they print (0: all) before one line stands for all */
    bool brief;   /* what is only counted needs no text: nobody prints all of them */
    struct {      /* of msgs_shows, per finding: places of messages, ascending, the first `shown` */
        struct pos *pos;
        size_t npos;
    } place[FINDING_COUNT];
    size_t placed; /* messages that were looked at for it */
};
void msgs_init(struct msgs *m, struct arena *a,
               struct sources *s); /* levels from findings.def, shown = 100, notes = 3 */
/* "-Wx", "-Wno-x", "-Werror", "-Wno-error", "-Werror=x", "-Wno-error=x"; false: no finding x, or one that may not be
 * lowered (faults of text and undecided: later stages rely on them). */
bool msgs_flag(struct msgs *m, const char *flag);
/* The message returned is valid until the next msg_add; one whose level is off is not kept, but may be written to. */
struct msg *msg_add(struct msgs *m, enum finding f, struct pos pos, size_t len, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Will a message of this finding at this place be printed, or only counted (or is it off)?  Always true unless brief. */
bool msgs_shows(struct msgs *m, enum finding f, struct pos pos);
struct msg *msg_count(struct msgs *m, enum finding f, struct pos pos, size_t len); /* msg_add of such a one */
void msg_note(struct msgs *m, struct msg *msg, struct pos pos, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* An answer, not a finding (finding is FINDING_COUNT): shown by sarif and github only, as information. */
struct msg *msg_answer(struct msgs *m, struct pos pos, const char *text);
size_t msgs_count(const struct msgs *m, enum level level); /* messages of exactly that level */
enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF, FORMAT_GITHUB };
void msgs_print(const struct msgs *m, enum format format, bool colour, FILE *out);
/* The members of the object that FORMAT_JSON prints, without its braces: for a document with more in it. */
void msgs_print_members(const struct msgs *m, FILE *out);
/* The nearest of `candidate` within a third of its length edits, or NULL: for "did you mean". */
const char *nearest(const char *word, const char *const *candidate, size_t ncandidate);

/* ---- version.c: PEP 440 exactly as packaging 26.4 with prereleases=True, and vendor integers ------------------- */

enum scheme { SCHEME_PEP440, SCHEME_RELEASE, SCHEME_CUDNN, SCHEME_CUDA };
struct version;                                                                             /* parsed; opaque */
const struct version *version_parse(struct arena *a, enum scheme scheme, const char *text); /* NULL: no version */
int version_compare(const struct version *x, const struct version *y);                      /* <0, 0, >0 */
const char *version_text(struct arena *a, const struct version *v);                         /* normalised */
bool version_has_local(const struct version *v); /* 2.9.1+cu128; false under the vendor schemes and release */

/* A cut is a place between versions in the total order.  Cuts are ordered; a version is below or above each cut. */
struct cut {
    const struct version *base;
    int side; /* which edge of the versions around base; version.c documents the values */
};
int cut_compare(const struct cut *x, const struct cut *y);
bool cut_below(const struct cut *c, const struct version *v); /* the cut lies below v */
const char *cut_text(struct arena *a, const struct cut *c);   /* e.g. "0.6.10.post1" for comments */

struct interval { /* [lo, hi): base NULL = unbounded */
    struct cut lo, hi;
};
enum compare { COMPARE_GE, COMPARE_LE, COMPARE_GT, COMPARE_LT, COMPARE_EQ, COMPARE_NE, COMPARE_COMPATIBLE };
/* The versions that "op text" accepts: one interval, two for !=.  Returns the count, 0 on a text that is no
 * specifier (*error says why). */
size_t version_specifier(struct arena *a, enum scheme s, enum compare op, const char *text, struct interval out[2],
                         const char **error);
bool interval_has(const struct interval *i, const struct version *v);
/* The whole piece for people: "[0.6.10.post1, 0.7.dev0)", "(.., 0.6.10]" (its local forms too), "(1.0.post*, ..)". */
const char *interval_text(struct arena *a, const struct interval *i);
/* A concrete version text inside [lo, hi), as plain as possible; NULL when there is none (the interval is empty). */
const char *interval_witness(struct arena *a, enum scheme s, const struct interval *i);
/* u64 key `major 11 | minor 8 | patch 8 | phase 3 | pre 5 | post 4 | dev 25` (DESIGN 4), a local part left out;
 * false: does not fit.  No key is UINT64_MAX, or below 2^32: 0 is ERROR, 1 absent, small numbers are pieces. */
bool version_key(const struct version *v, uint64_t *key);
/* (version_key >= *key) says "above the cut" for every version that fits (UINT64_MAX: none is).  False: the cut names
 * a local part, so *key is right for versions without one only, and constants must refuse the others. */
bool cut_key(const struct cut *c, uint64_t *key);
/* The bytes that PREFIX_version_rank() of templates/c/version.h.in takes for these ascending cuts; true: one of them
 * names a local part (its argument `local`). */
bool version_pack(struct text *t, const struct cut *cut, size_t ncut);

/* ---- read*.c: an INI file, whole and untouched, through inih ---------------------------------------------------- */

struct key {
    const char *name;    /* left of '=' */
    const char *value;   /* continuation lines joined by one '\n' each; never NULL */
    struct pos pos;      /* of the name */
    uint32_t col;        /* of the value, which begins in the same line */
    uint32_t text;       /* 1 .. doc.ntext: equal for short values of one line that are the same; 0: not known */
    struct value_lines { /* the lines of a value that has several; NULL: it has one */
        size_t n;
        struct pos *pos;
        size_t *start; /* offset of each in value */
    } * more;
};
struct pos key_at(const struct key *k, size_t offset); /* the place of value[offset] */
struct section {
    const char *kind, *name; /* "[needs FA3 head-512]": "needs", "FA3 head-512"; name "" when absent */
    struct pos pos;          /* of '[' */
    struct pos name_pos;
    struct key *key;
    size_t nkey;
};
struct doc { /* every section of the table file and of the files it uses, `use` first */
    struct section *section;
    size_t nsection;
    uint32_t ntext;      /* of key.text */
    struct arena *arena; /* of sections and keys, not of their strings: a table does without them */
};
struct read_options {
    const char *const *folder; /* -I */
    size_t nfolder;
    /* Where bytes come from instead of the file of that path (NULL: the file): NULL and the bytes, or why there are
     * none.  diff reads the paths "git:REV:PATH" so. */
    const char *(*fetch)(void *from, struct arena *a, const char *path, const char **bytes, size_t *len, bool *absent);
    void *from;
};
/* Reads path and, depth first, the files its [table] names by `use` (below its own folder or -I).  Every fault is a
 * message; NULL when there is nothing to go on with: the file cannot be read (read_failed) or is no text. */
struct doc *read_table(struct arena *a, struct msgs *m, const char *path, const struct read_options *o);
struct doc *read_bytes(struct arena *a, struct msgs *m, const char *path, const char *bytes, size_t len);
extern _Atomic int read_failed; /* set when a file could not be opened or read: main exits 3 */

/* ---- fmt.c: the canonical layout of a text that read_bytes takes without a fault ------------------------------- */

const char *fmt(struct arena *a, const char *bytes, size_t len, size_t *out_len);

/* ---- cell.c, cell_outcome.c: the text of one key, as entries; knows no types ------------------------------------- */

enum entry_kind {
    ENTRY_WORD,     /* trtllm_mha, 100, 10x, 100f, absent */
    ENTRY_SET,      /* @mla */
    ENTRY_PREFIX,   /* Gemma4* */
    ENTRY_RANGE,    /* 80..90: text, text2 */
    ENTRY_COMPARE,  /* >=0.6.10: op, text */
    ENTRY_MULTIPLE, /* %16: text */
    ENTRY_TUPLE,    /* (192, 128): part */
    ENTRY_ALL,      /* <=512 & %8: part, all must hold */
    ENTRY_COPY      /* <user_attention> */
};
struct entry {
    enum entry_kind kind;
    enum compare op;
    bool not ;    /* !x */
    bool bare;    /* SET: written without "@": 100f */
    uint32_t len; /* bytes in the source */
    const char *text;
    union {
        const char *text2;  /* RANGE */
        struct entry *part; /* TUPLE, ALL */
    };
    struct pos pos;
    uint32_t group; /* alternatives separated by '|' (version specifier sets): 0, 1, ... */
    uint32_t npart;
    /* filled by the table stage, after the type of the input is known */
    uint32_t set;   /* ENTRY_SET: index into table.set */
    uint32_t value; /* WORD of enum, name, bool, sm: index into input.value (NO for an sm major such as 10x);
                            PREFIX: index into input.prefix; special words: VALUE_* */
    uint32_t ninterval;
    union {
        struct {
            int64_t lo, hi; /* int, sm: inclusive bounds of WORD, RANGE, COMPARE (!= is `not`); MULTIPLE: lo is the
                               modulus.  sm: hi INT64_MAX includes newer; a VALUE_* word has lo > hi */
        };
        const struct interval *interval; /* version: what this specifier accepts, ninterval of them, at most 2 */
    };
};
struct entries {
    struct entry *entry;
    size_t count;
};
enum {
    VALUE_OTHER = 0x7fffff00,
    VALUE_NEWER,
    VALUE_NONE,
    VALUE_ABSENT,
    VALUE_PRESENT,
    VALUE_UNSET,
    VALUE_UNKNOWN,
    VALUE_ERROR
};
/* Comma (and '|') separated entries of a condition or a list of values; faults are messages. */
struct entries cell_entries(struct arena *a, struct msgs *m, const struct key *k);

enum outcome_kind { OUTCOME_LIST, OUTCOME_NONE, OUTCOME_ERROR, OUTCOME_COPY, OUTCOME_INT, OUTCOME_PRODUCT };
struct outcome {
    struct entry *cand; /* LIST: candidates in order of preference (one: selected as written); COPY: the input */
    const char *error;  /* ERROR "text" */
    int64_t number;     /* INT, and the factor of PRODUCT */
    enum outcome_kind kind;
    uint32_t ncand, len;
    struct pos pos;
    /* filled by the table stage */
    uint32_t input;  /* COPY, PRODUCT */
    uint32_t nvalue; /* LIST after @sets are flattened: */
    uint32_t *value; /* indices into output.value */
    struct pos *value_pos;
};
bool cell_outcome(struct arena *a, struct msgs *m, const struct key *k, struct outcome *out);
const char *entry_text(struct arena *a, const struct entry *e); /* canonical, as fmt prints it */

/* ---- from.c: how an input is read from a JSON file of a model; knows no types -------------------------------------- */

struct from_step { /* of a path: `.key`, `[2]`, `.*` (every member) */
    enum { STEP_KEY, STEP_INDEX, STEP_EVERY } kind;
    const char *key;
    int64_t index;
};
struct from_pair { /* `*FP4* -> nvfp4`, `else -> other` */
    const char *pattern, *word;
    bool is_else;
    struct pos pos; /* of the word */
    uint32_t len;
};
enum from_kind {
    FROM_NUMBER,
    FROM_TEXT,    /* text, behind parts of an earlier text and a value each */
    FROM_PATH,    /* root: `.a`, in the file itself, not in what `within` names */
    FROM_EXISTS,  /* part[0]: yes or no */
    FROM_NUMBERS, /* part[0] op part[1] */
    FROM_IS,
    FROM_IS_NOT,
    FROM_HAS,  /* a member of the list, or of one of the lists, that part[0] (a path) names */
    FROM_MAP,  /* part[0] in other words: the first pair that matches */
    FROM_FIRST /* the first part that says something; each has pos, len and said */
};
struct from_expr {
    enum from_kind kind;
    char op; /* + * / % */
    bool root;
    int64_t number;
    const char *text;
    struct from_step *step;
    size_t nstep;
    struct from_expr *part;
    size_t npart;
    struct from_pair *pair;
    size_t npair;
    struct pos pos;
    uint32_t len;
    const char *said; /* as written but for pairs, blanks as one */
};
/* false: a message.  from_paths: `within = text_config, llm_config`. */
bool from_read(struct arena *a, struct msgs *m, const struct key *k, struct from_expr *out);
bool from_paths(struct arena *a, struct msgs *m, const struct key *k, struct from_expr **out, size_t *nout);

/* ---- sm.c: entries such as 10x, 100f, 90a against the vocabulary --------------------------------------------------- */

struct input;
/* The SMs of a word of type sm: 100 and 90a (one), 10x (the major).  false: the word has no such form. */
bool sm_word(const char *text, int64_t *lo, int64_t *hi);
uint32_t sm_index(const struct input *in, int64_t sm);         /* into input.value, or NO */
bool sm_known(const struct input *in, int64_t lo, int64_t hi); /* the vocabulary has one in lo..hi */

/* ---- table*.c: sections resolved against each other ----------------------------------------------------------------- */

enum type { TYPE_NAME, TYPE_ENUM, TYPE_SM, TYPE_VERSION, TYPE_INT, TYPE_BOOL };
enum when { WHEN_ANY, WHEN_BUILD, WHEN_RUN };

struct alias {
    const char *name;
    uint32_t value;
    struct pos pos;
    bool used;
};
struct gpu { /* [sm 100] of a vocabulary */
    int64_t sm;
    const char *names, *source; /* "B200, GB200" */
    struct pos pos;
};
struct input {
    const char *name, *about;
    struct pos pos;
    enum type type;
    enum when when;
    enum scheme scheme; /* version */
    const char **value; /* enum: declared; bool: no, yes; name: every name that the table names; sm: known SMs;
                              chained: the output's values, then NONE, ERROR (an int one has VALUE_NONE, VALUE_ERROR) */
    size_t nvalue;
    struct pos *value_pos; /* first mention */
    int64_t *number;       /* sm: the SM of each value */
    const char **prefix;   /* name: every prefix* that the table names, without '*' */
    struct pos *prefix_pos;
    size_t nprefix;
    struct alias *alias;
    size_t nalias;
    int64_t lo, hi;              /* int: the declared range */
    bool absent, unset, unknown; /* declared special cells */
    const char *preset;          /* `default = x`: what eval and explain take when the input is not given; NULL: none */
    struct pos preset_pos;
    uint32_t chain;   /* the output whose `as` this is, or NO */
    uint32_t from[2]; /* derived: factors (from[1] NO: the constant from_by) */
    char from_op;     /* '/', '*', '%', '+', or 0 */
    int64_t from_by;
    uint32_t reduce; /* 0 none, 1 all, 2 same */
    bool used;
};
enum hit { HIT_SPECIFIC, HIT_FIRST, HIT_UNIQUE, HIT_ANY };
enum override { OVERRIDE_NO, OVERRIDE_KEEP, OVERRIDE_CHECK, OVERRIDE_FALLBACK };
struct output {
    const char *name, *about;
    struct pos pos;
    const char **value; /* enum */
    struct pos *value_pos;
    size_t nvalue;
    bool is_int;
    enum hit hit;
    enum override override;
    const char *as;
    uint32_t input; /* index of the chained input of that name, or NO */
    bool ranked, gaps_none;
    int64_t lo, hi; /* int: the declared range */
};
struct set {
    const char *name;
    struct pos pos;
    uint32_t *input; /* of: one input, or the inputs of a tuple; none: of sm, in a table without an sm input */
    size_t ninput;
    uint32_t output; /* of an output: ordered; else NO */
    struct set_part {
        struct entries entries;
        struct interval interval[2]; /* `values since X until Y`: when these hold; ninterval 0: always */
        size_t ninterval;
    } * part;
    size_t npart;
    bool used, broken; /* broken: what it is of could not be resolved */
};
enum cond_form { COND_PLAIN, COND_ANY, COND_TUPLE };
struct cond {
    uint32_t *input;
    struct entries entries; /* of a `list`: shared, with the places of the first condition that has it */
    struct entries *each;   /* ANY: the entries resolved for input[i]; entries is each[0] */
    uint32_t list;          /* 1 .. table.nlist: equal for PLAIN conditions with one text on one input; 0: none */
    struct pos pos;
    uint32_t col;    /* of the value, in the line of pos, with a list */
    uint16_t ninput; /* 1 for PLAIN */
    enum cond_form form : 8;
    bool guard; /* `if x = ...` of a needs clause, and its since/until */
};
/* In a rule an outcome selects.  In a pin or forbid it is a set of answers: OUTCOME_NONE or OUTCOME_ERROR when that
 * stands alone, else OUTCOME_LIST of alternatives, whose value[] may hold VALUE_NONE and VALUE_ERROR; an int output
 * has cand[] with lo, hi (or, of ENTRY_MULTIPLE, the modulus lo; ENTRY_ALL: its parts) instead of value[]. */
struct assign {
    struct outcome outcome;
    uint32_t output;
    struct pos pos;
    bool negated; /* pin and forbid: `kernel = !NONE`, `kernel = !a, !b`: none of them */
};
struct target { /* of a needs clause */
    uint32_t output, value;
};
enum rule_kind { RULE_RULE, RULE_REFUSE, RULE_NEVER, RULE_FORBID, RULE_PIN, RULE_CLAUSE };
struct rule { /* every section that has conditions; there are many of them */
    const char *name;
    struct cond *cond; /* since/until are one more condition, on table.versions */
    struct assign *assign;
    struct target *target; /* RULE_CLAUSE */
    uint32_t *output;      /* RULE_REFUSE: which outputs it refuses, all when noutput is 0 */
    uint32_t ncond, nassign, ntarget, noutput;
    struct pos pos;
    enum rule_kind kind;
    uint32_t tier; /* index into table.tier */
    bool tier_given, is_else, exhausted_next, no_filter;
    uint32_t unknown; /* RULE_CLAUSE: 0 reject (default), 1 accept, 2 abstain */
    const char *why, *source, *evidence, *owner, *review, *about, *use;
    struct pos review_pos;
};
struct allow {
    enum finding finding;
    const char *rule;  /* name of the rule, clause, input, output, set or value it speaks of */
    struct cond *cond; /* only the finding's cells inside these; none: all */
    uint32_t ncond;
    const char *why, *source;
    struct pos pos;
    bool fired;
};
struct review {                             /* `review = DATE` of any section */
    const char *kind, *name, *date, *owner; /* YYYY-MM-DD, which sorts as text */
    struct pos pos;                         /* of the date */
};
struct retired {
    const char *name, *instead, *why, *source;
    struct pos pos;
};
struct fact { /* [fact mla] of = arch: in which cells of `of` the bool input is yes, or either; elsewhere it is no */
    uint32_t input, of;
    struct entries yes, either;
    const char *why, *source;
    struct pos pos;
};
struct from { /* [from config.json]: inputs that a model's files say */
    const char *file, *about, *source;
    struct pos pos;
    struct from_expr *within; /* paths to look in first */
    size_t nwithin;
    const char *within_text; /* as written; NULL: none */
    struct mapping {
        uint32_t input;
        struct from_expr value;
        const char *text; /* as written, on one line */
        struct pos pos;
    } * mapping;
    size_t nmapping;
};
struct table {
    const char *name, *about, *path;
    struct pos pos;
    const char **tier;
    size_t ntier;
    uint32_t versions; /* the input that since/until speak of, or NO */
    struct input *input;
    size_t ninput; /* at most 64 */
    struct output *output;
    size_t noutput;
    struct set *set;
    size_t nset;
    struct gpu *gpu; /* ascending by SM */
    size_t ngpu;
    struct rule *rule; /* all kinds, in file order; a [grid] is one RULE_CLAUSE per line */
    size_t nrule;
    uint32_t nlist; /* of cond.list: large tables say the same few things of an input again and again */
    struct allow *allow;
    size_t nallow;
    struct retired *retired;
    size_t nretired;
    struct review *review;
    size_t nreview;
    struct fact *fact;
    size_t nfact;
    struct from *from; /* in file order: the first that says something about an input counts */
    size_t nfrom;
};
/* Faults are messages.  NULL when there is no [table] section; otherwise as much as could be resolved: analysis
 * starts only when no message is an error. */
struct table *table_build(struct arena *a, struct msgs *m, const struct doc *d, const char *path);
bool date_good(const char *text); /* YYYY-MM-DD, a day that there is */

/* ---- rule.c: small questions about one rule ---------------------------------------------------------------------------- */

const struct outcome *rule_outcome(const struct rule *r, uint32_t output); /* NULL: says nothing about it */
bool rule_refuses(const struct rule *r, uint32_t output);                  /* of a RULE_REFUSE */
/* Is it among the answers of a pin or forbid?  value: also VALUE_NONE, VALUE_ERROR; an int output has numbers. */
bool assign_has_value(const struct assign *e, uint32_t value);
bool assign_has_number(const struct assign *e, int64_t number);
const char *cond_text(struct arena *a, const struct table *t, const struct cond *c); /* "sm = 100f" */
struct pos cond_entry_pos(const struct cond *c, const struct entry *e);              /* of one of its entries */
bool clause_speaks_of(const struct rule *r, uint32_t output, uint32_t value);        /* a RULE_CLAUSE of that value */

/* ---- aset.c: sets of atoms, hash-consed per input: equal sets have equal ids ------------------------------------------ */

enum { ASET_FULL = 0, ASET_EMPTY = 1 };
struct asets;
struct asets *asets_new(struct arena *a, uint32_t natom);
uint32_t asets_natom(const struct asets *p);
uint32_t aset_one(struct asets *p, uint32_t atom);
uint32_t aset_range(struct asets *p, uint32_t lo, uint32_t hi);      /* atoms lo..hi inclusive; EMPTY when lo > hi */
uint32_t aset_of(struct asets *p, const uint32_t *atom, size_t n);   /* these atoms, in any order */
uint32_t aset_union(struct asets *p, const uint32_t *set, size_t n); /* of these sets */
uint32_t aset_and(struct asets *p, uint32_t x, uint32_t y);
uint32_t aset_or(struct asets *p, uint32_t x, uint32_t y);
uint32_t aset_minus(struct asets *p, uint32_t x, uint32_t y);
bool aset_has(const struct asets *p, uint32_t x, uint32_t atom);
bool aset_meets(const struct asets *p, uint32_t x, uint32_t y);  /* x AND y is not empty */
bool aset_within(const struct asets *p, uint32_t x, uint32_t y); /* x is a subset of y */
uint32_t aset_count(const struct asets *p, uint32_t x);
uint64_t aset_bits(const struct asets *p, uint32_t x);                /* the first 64 atoms, as bits */
uint32_t aset_next(const struct asets *p, uint32_t x, uint32_t atom); /* first member >= atom, or NO */

/* ---- domain.c: each input's domain cut into atoms -------------------------------------------------------------------------- */

/* name: one atom per value, one per prefix (names that match it and no longer one and are not values), then other.
 * enum, bool: one per value (then unknown).  sm: one per known SM, then newer, none.
 * version: absent (if declared), then the pieces between cuts, ascending.  int: pieces by bounds and residues, then
 * unset. */
struct atom {
    const char *text;  /* one concrete member, in the table's own words: what a witness prints */
    const char *label; /* the whole piece, for pictures and tables: "[0.6.10.post1, 0.7)", "65..128", "Gemma4*" */
    int64_t lo, hi;    /* int: smallest and largest member; sm: the number; else the value index (prefix: its index) */
    uint32_t residue;  /* int: index into domain.pattern */
    struct interval interval;      /* version: [lo, hi) between two of domain.cut, or unbounded */
    const struct version *version; /* version: `text` parsed */
};
struct domain {
    struct atom *atom;
    uint32_t natom;
    uint32_t special[8]; /* atom of VALUE_OTHER + i (other, newer, none, absent, -, unset, unknown, ERROR), or NO;
                             chained: none is the outcome NONE */
    struct cut *cut;     /* version: ascending; piece i lies above exactly i cuts */
    size_t ncut;
    int64_t *bound; /* int: ascending first values of the pieces after the first */
    size_t nbound;
    int64_t *modulus; /* int: the moduli that entries name, ascending; at most 64 */
    size_t nmodulus;
    uint64_t *pattern; /* int: residue patterns; bit j of one: divisible by modulus[j] */
    size_t npattern;
    struct names word; /* name, enum, bool: values and aliases -> atom */
    struct asets *sets;
};
struct space {
    struct arena *arena;
    const struct table *table;
    struct domain *domain; /* one per input */
    uint32_t ninput;
    struct set_atoms *of_set; /* one per table.set: what domain_entries has made of it so far (domain.h) */
};
struct space *domain_build(struct arena *a, struct msgs *m, const struct table *t);
/* What a condition asks of its i-th input: any() has entries of its own for each. */
const struct entries *cond_entries(const struct cond *c, size_t i);
/* The atoms that a key's entries accept (negation, sets, groups resolved).  version_atom: which versions cell the
 * sets with `values since` are read at, or NO when no set of the entries is versioned. */
uint32_t domain_entries(const struct space *s, uint32_t input, const struct entries *e, uint32_t version_atom);
/* Does any set that these entries name, directly or through other sets, hold other values in other versions? */
bool domain_versioned(const struct space *s, const struct entries *e);
/* Is part `part` of a set in force at this atom of table.versions?  NO and absent: only parts without since/until. */
bool domain_part_holds(const struct space *s, const struct set *set, size_t part, uint32_t version_atom);
/* The atom that a text from a user (CSV, command line) falls into; NO and *error when it is no value. */
uint32_t domain_atom(const struct space *s, uint32_t input, const char *text, const char **error);
int64_t int_lcm(int64_t x, int64_t y); /* of positive numbers; INT64_MAX: too large */
/* int: atoms of numbers (the special ones come after them); the smallest member >= from (up), or the largest <= from. */
uint32_t int_natom(const struct domain *d);
bool int_member(const struct domain *d, uint32_t atom, int64_t from, bool up, int64_t *found);
bool int_has(const struct domain *d, uint32_t atom, int64_t number);
/* The atoms of a set in the table's own words: "100, 103", "!x, !y" when that is shorter, "65..256" for a run of
 * pieces, "... (N more)" after 8. */
const char *domain_text(const struct space *s, struct arena *a, uint32_t input, uint32_t set);
/* The numbers of a set of an int input as entries, exactly; its special cells apart.  domain_text_int.c */
size_t int_entries(const struct space *s, struct arena *a, uint32_t input, uint32_t set, const char ***entry);

/* ---- box.c, region.c, boxes*.c: conditions as boxes --------------------------------------------------------------------------------------------- */

struct box {        /* the product of one atom set per input, none of them EMPTY */
    uint64_t named; /* bit i: set[i] is not FULL */
    uint32_t *set;  /* ninput ids into domain[i].sets */
};
struct region { /* a union of boxes, not necessarily disjoint; nbox 0: empty */
    struct box *box;
    size_t nbox;
};
struct box box_full(const struct space *s, struct arena *a);
struct box box_copy(const struct space *s, struct arena *a, const struct box *b);
bool box_and(const struct space *s, struct box *into, const struct box *with); /* false: empty (into is then garbage) */
bool box_meets(const struct space *s, const struct box *x, const struct box *y);
bool box_within(const struct space *s, const struct box *x, const struct box *y);
bool box_equal(const struct space *s, const struct box *x, const struct box *y);
double box_count(const struct space *s, const struct box *b); /* cells; exact below 2^53 */
struct region region_minus(const struct space *s, struct arena *a, const struct box *b,
                           const struct box *minus);                                  /* disjoint */
const char *box_text(const struct space *s, struct arena *a, const struct box *b);    /* "arch=A, B sm=110": labels */
const char *box_witness(const struct space *s, struct arena *a, const struct box *b); /* one cell, named inputs only */
bool box_has(const struct space *s, const struct box *b, const uint32_t *cell);       /* cell: one atom per input */
/* Narrows one input of a box; false: nothing is left (the box is then garbage). */
bool box_narrow(const struct space *s, struct box *into, uint32_t input, uint32_t set);

/* region.c.  Exact.  New regions share no memory with their arguments' boxes unless said so. */
bool region_meets(const struct space *s, const struct region *x, const struct region *y);
enum { REGION_STEPS = 2000000 }; /* of one question, before it is undecided */
bool region_within(const struct space *s, const struct region *x, const struct region *y); /* undecided: false */
/* The same; *undecided (may be NULL) is set when the answer is false because the steps ran out. */
bool region_within_limit(const struct space *s, const struct region *x, const struct region *y, uint64_t steps,
                         bool *undecided);
/* Cells; *at_least (may be NULL) is set when the steps ran out and the true count may be larger. */
double region_count(const struct space *s, const struct region *r, bool *at_least);
void region_add(struct arena *a, struct region *into, const struct region *with); /* union; the boxes are shared */
/* Joins boxes that differ in one input only, unless there are too many; the union stays the same. */
void region_merge(const struct space *s, struct region *r);
struct region region_and(const struct space *s, struct arena *a, const struct region *x, const struct region *y);
/* x without y; disjoint boxes where those of x are.  *cut (may be NULL) is set when more than `limit` boxes would be
 * needed: the result is then too large. */
struct region region_sharp(const struct space *s, struct arena *a, const struct region *x, const struct region *y,
                           size_t limit, bool *cut);
/* The same within these steps, which are used up. */
struct region region_sharp_limit(const struct space *s, struct arena *a, const struct region *x, const struct region *y,
                                 size_t limit, uint64_t *steps, bool *cut);

/* boxes_solve.c: derived integers tie inputs together, so that a box may hold no concrete cell although each of its
 * sets has members.  value (one per input, may be NULL): of a concrete cell, the number of each int input that is
 * derived or a factor and that the box, or something derived from it, names. */
enum possible { POSSIBLE_NO, POSSIBLE_YES, POSSIBLE_UNKNOWN };
struct solved {
    bool known, unset; /* unset: also NONE and ERROR of a chained factor */
    int64_t number;
};
enum possible box_possible(const struct space *s, const struct box *b, struct solved *value);
bool derived_number(char op, int64_t x, int64_t y, int64_t *out); /* of input.from_op; false: no number, too large */

struct plan;   /* plan.c, below */
struct chain { /* the input that an output is `as` */
    uint32_t output, input;
    struct region *at;   /* per atom of the input: where the output is decided so, [never] left aside */
    struct region other; /* where the input has another value than the decided one: impossible, or a user's choice */
    bool complete;       /* false: a limit left something out of `at`, `other` and never */
};
struct boxes {
    const struct space *space;
    struct region *rule;  /* per table.rule: its conditions; of a clause: the cells in which it FAILS (guards hold,
                             a condition does not) */
    struct region never;  /* cells that cannot occur: all [never] together, and what facts rule out */
    struct region *allow; /* per table.allow: its conditions */
    struct chain *chain;  /* those told so far (boxes_chain) */
    size_t nchain;
    uint64_t *depends;  /* per output: the chained inputs that it depends on (boxes_failed.c); NULL: none does */
    struct region tied; /* what of never follows from derived integers and from chained inputs without override */
    uint64_t ties;      /* these inputs */
    struct near *near;  /* of boxes_index; NULL: there is none */
};
/* Derived integers that come from a decision are not tied to it yet. */
struct boxes *boxes_build(struct arena *a, struct msgs *m, const struct space *s);
/* boxes_near.c: boxes_index makes answers cell by cell fast, and is worth its cost where there are many.  The rules, and
 * what else may be among them, that may cover a cell, ascending: all of them without an index. */
void boxes_index(struct arena *a, struct boxes *b);
struct nearby {
    const uint32_t *list[2];
    size_t count[2];
    uint32_t now, left; /* without an index */
};
struct nearby boxes_nearby(const struct boxes *b, const uint32_t *cell); /* of RULE_RULE */
struct nearby boxes_clauses(const struct boxes *b);                      /* RULE_CLAUSE, wherever they fail */
struct nearby boxes_refusals(const struct boxes *b);                     /* RULE_REFUSE, of any cells */
uint32_t nearby_next(struct nearby *n);                                  /* NO: that was all */
/* boxes_order.c: the outputs, each after those whose chained input it depends on. */
const uint32_t *boxes_order(struct arena *a, const struct table *t);
/* The last output, in that order, that a forbid speaks of by its answers or by conditions on chained inputs: a user's
 * choice of that one is checked with it. */
uint32_t boxes_forbid_asked(struct arena *a, const struct table *t, uint32_t rule);
/* boxes_failed.c.  boxes_depends: the chained inputs, as bits, that the conditions of an output's rules, refusals and
 * needs name, or that its rules copy, directly or derived.  Where one of them is NONE or ERROR (boxes_failing_atoms),
 * a rule covers only what it names (boxes_names: this box of the rule does). */
uint64_t boxes_depends(const struct table *t, uint32_t output);
uint32_t boxes_failing_atoms(const struct space *s, uint32_t input);
bool boxes_names(const struct space *s, const struct rule *r, const struct box *b, uint32_t input);
struct region boxes_covered(struct arena *a, const struct boxes *b, uint32_t output, uint32_t rule);
struct region boxes_failed(struct arena *a, const struct boxes *b, uint32_t output); /* the cells of such inputs */
/* boxes_chain.c: the same boxes, and in `never` the cells in which the input that p's output is `as` has a value that
 * cannot come out there: without override every other value than the decided one, with override what a user's choice
 * cannot bring about either.  b itself when the output is not chained.  Call it after plan_build of each output, in
 * the order of boxes_order.  A limit is a message: undecided. */
const struct boxes *boxes_chain(struct arena *a, struct msgs *m, const struct boxes *b, const struct plan *p);
/* The atoms of a chained input that are among the answers of a pin or forbid (ERROR never is). */
uint32_t chain_answering(const struct space *s, const struct assign *e, uint32_t input);

/* ---- decide.c: the definition, one cell at a time (eval, explain, and the oracle of the property tests) --------------------- */

enum verdict {
    VERDICT_VALUE,
    VERDICT_NONE,
    VERDICT_ERROR,
    VERDICT_GAP,
    VERDICT_CONFLICT,
    VERDICT_EXHAUSTED,
    VERDICT_NEVER
};
struct decided {
    enum verdict verdict;
    uint32_t value;    /* VALUE: index into output.value */
    int64_t number;    /* int outputs */
    uint32_t copy;     /* int outputs: number times what this input is (its piece has several numbers); NO: number */
    uint32_t rule;     /* the credited rule (or refuse), or NO */
    uint32_t other;    /* CONFLICT: the second rule */
    uint32_t cand;     /* index into the credited rule's candidates */
    bool incapable;    /* a lone value whose needs fail here */
    const char *error; /* ERROR: its text */
};
struct decided decide(const struct boxes *b, uint32_t output, const uint32_t *cell);
/* The first failing filter clause of a value at a cell, after `from`; NO when none is left.  Start with NO. */
uint32_t decide_failing(const struct boxes *b, uint32_t output, uint32_t value, const uint32_t *cell, uint32_t from);
bool decided_same(const struct decided *x, const struct decided *y); /* equal outcomes, whoever decided */
/* `ranked`: every value of the credited rule's list whose needs hold, in its order.  value: room for output.nvalue. */
size_t decide_order(const struct boxes *b, uint32_t output, const struct decided *d, const uint32_t *cell,
                    uint32_t *value);
/* boxes_copy.c: what `<input>` gives at an atom: the output's value of that name, or NO. */
uint32_t copied_value(const struct space *s, uint32_t output, uint32_t input, uint32_t atom);
struct copied { /* of an int output, also `64 * input` */
    bool good;  /* false: the input has no number here, or one outside of the output's range */
    uint32_t copy;
    int64_t number; /* as in struct decided */
};
struct copied copied_number(const struct space *s, uint32_t output, const struct outcome *o, uint32_t atom);

/* ---- plan.c: every output as one ordered list of lines, first match wins ------------------------------------------------------- */

/* FAILED: a chained input is NONE or ERROR, and no rule names that [note failed]; gives ERROR. */
enum line_kind {
    LINE_NEVER,
    LINE_REFUSE,
    LINE_VALUE,
    LINE_NONE,
    LINE_ERROR, /* also of a copy that is no value */
    LINE_INCAPABLE,
    LINE_EXHAUSTED,
    LINE_FAILED
};
struct line {
    struct box box;
    enum line_kind kind;
    uint32_t rule;  /* index into table.rule; NO for never and failed */
    uint32_t cand;  /* index into its candidates */
    uint32_t value; /* VALUE, INCAPABLE: index into output.value */
    int64_t number; /* int outputs */
    uint32_t copy;  /* as in struct decided */
    uint32_t again; /* so many lines, this one the last, are all of a lone VALUE without needs; the INCAPABLE lines of
                       the same boxes, which would follow them and win no cell, are left out */
};
struct plan {
    const struct boxes *boxes;
    uint32_t output;
    struct line *line; /* never, refuse, tier by tier, else, exhausted, failed */
    size_t nline;
    uint32_t *clause; /* the clauses that filter lists */
    size_t nclause;
    bool complete;         /* false: a limit cut the expansion of needs; findings become "undecided" */
    struct arena *growing; /* the lines, while it is built */
};
/* The order is a linear extension of "strict subset first" (specific) or file order (first, unique, any).  It gives
 * the right value in every cell without a conflict.  plan_better says which of two lines that both cover a cell is
 * credited (equal outcomes credit the first in file order). */
struct entrant { /* a rule, at the versions at which its other conditions are the same */
    uint32_t rule;
    const struct outcome *says;
    struct region region;
};
void plan_order(const struct boxes *b, struct entrant *e, size_t n); /* the stricter first */
struct plan *plan_build(struct arena *a, struct msgs *m, const struct boxes *b, uint32_t output);
/* Strict subset as DESIGN 2 compares rules: at the cell's own version first (versions input left out), and where
 * they are equal there, by whole cell sets.  version: the atom of table.versions in question; NO compares the rules
 * with all their versions (right for every rule whose other conditions do not change with the version). */
bool plan_stricter(const struct boxes *b, uint32_t rule, uint32_t than, uint32_t version);
bool plan_versioned(const struct boxes *b, uint32_t rule); /* its other conditions change with the version */
/* Of these versions, at which the rule has cells, those at which it compares as at the first one. */
uint32_t plan_span(const struct boxes *b, uint32_t rule, uint32_t versions);
/* plan_inside.c.  The versions (atoms of table.versions) of two lines that meet at which the rule of x is strictly
 * inside that of y: FULL or EMPTY when there is no versions input.  Answers are remembered. */
struct relations;
struct relations *plan_relations(struct arena *a, const struct plan *p);
uint32_t plan_inside(struct relations *r, uint32_t x, uint32_t y);

/* ---- cover.c, cover_grow.c: is a box covered by these boxes?  exact, with a witness, within a limit ---------------------------------------- */

enum cover { COVER_ALL, COVER_WITNESS, COVER_UNDECIDED };
struct cover_limit {
    uint64_t step, used; /* blockers that may be looked at, looked at so far */
};
/* COVER_WITNESS: *witness is a maximal box of uncovered cells.  COVER_ALL: used[i] (may be NULL) is set for a
 * sufficient set of blockers. */
enum cover cover_search(const struct space *s, struct arena *a, const struct box *b, const struct box *const *by,
                        size_t nby, struct cover_limit *limit, struct box *witness, bool *used);
/* Widens a box inside b that meets none of `by` to a maximal one; rarely named inputs first. */
void cover_grow(const struct space *s, const struct box *b, const struct box *const *by, size_t nby,
                struct box *witness);
/* Cells of b in none of `by`; *at_least when the limit stopped the count. */
double cover_count(const struct space *s, struct arena *a, const struct box *b, const struct box *const *by, size_t nby,
                   struct cover_limit *limit, bool *at_least);

/* ---- analyse*.c: the findings --------------------------------------------------------------------------------------------------- */

struct limits {
    uint64_t steps;   /* per question; --max-steps */
    uint32_t nodes;   /* of one diagram; --max-nodes */
    uint32_t spread;  /* or as many for each line of its plan, if that is more */
    uint32_t vectors; /* --max-vectors */
    bool no_allow;
    void (*progress)(const char *what, size_t done, size_t of); /* now and then; NULL: nobody looks */
    const char *today;                 /* YYYY-MM-DD; NULL: nothing expires (everywhere but in `check`) */
    const struct table *const *tables; /* of the run, for lists that should agree; none: the one in hand only */
    size_t ntable;
};
void analyse(struct arena *a, struct msgs *m, const struct boxes *b, struct plan *const *plan, const struct limits *l);

/* ---- join*.c, diff*.c: what two tables answer differently, as boxes over the inputs of both --------------------------------------- */

struct diff_side {    /* one of the two tables: old, new */
    const char *name; /* as the user wrote it: "git:HEAD:tables/gemma4.ini" */
    const struct msgs *msgs;
    const struct boxes *boxes; /* with all chained inputs told */
    struct plan *const *plan;
    bool analysed; /* msgs holds the findings of analyse() too */
};
struct diff_options {
    size_t boxes;   /* most that are shown of one output; the rest is counted */
    uint64_t steps; /* for all cells of one output */
    bool first;     /* `ranked` lists as their first value */
    void (*progress)(const char *what, size_t done, size_t of); /* NULL: nobody looks */
};
struct diff;
/* NULL: the tables have too many inputs together (a message says so).  The sides must live as long as the result. */
struct diff *diff_build(struct arena *a, struct msgs *m, const struct diff_side side[2], const struct diff_options *o);
/* The same with a first table that has no cells: all that the second one answers. */
struct diff *diff_cells(struct arena *a, struct msgs *m, const struct diff_side *side, const struct diff_options *o);
bool diff_same(const struct diff *d); /* no cell, declaration or finding differs */
struct diff_printed {
    FILE *out;
    bool colour;
    bool brief; /* no heading, no findings: beside other output */
};
void diff_print_text(const struct diff *d, const struct diff_printed *p);
void diff_print_markdown(const struct diff *d, const struct diff_printed *p);
void diff_print_json(const struct diff *d, const struct diff_printed *p);
void diff_print_sarif(const struct diff *d, const struct diff_printed *p);
void diff_print_cells(const struct diff *d, const struct diff_printed *p); /* of diff_cells: one line a box */

/* ---- diagram.c: an output as a decision diagram ------------------------------------------------------------------------------ */

struct terminal {
    enum verdict verdict; /* VALUE, NONE, ERROR, NEVER (GAP, EXHAUSTED only when allowed) */
    uint32_t value;
    int64_t number;
    uint32_t copy;       /* as in struct decided */
    uint32_t rule, cand; /* in a rule diagram; NO in a value diagram */
};
struct edge {
    uint32_t set; /* atoms of the node's input; the sets of one node are disjoint and cover the domain */
    uint32_t child;
};
struct node { /* node index below nterminal: a terminal */
    uint32_t input;
    struct edge *edge;
    uint32_t nedge;
    uint32_t *at; /* the edge of each atom, where there are many; else NULL */
};
struct diagram {
    const struct space *space;
    uint32_t output;
    uint32_t *order; /* input of each level: most-named first; only inputs in the support */
    uint32_t nlevel;
    struct terminal *terminal;
    uint32_t nterminal;
    struct node *node;    /* reduced: hash-consed, no node with one edge; node[0 .. nterminal) unused; a child has a
                             smaller index than its parents; edges are ordered by their first atom */
    uint32_t nnode, root; /* nnode counts the terminals too: one past the last index */
    bool complete;        /* false: the node limit was reached (or the plan's), and there are no nodes; emission then
                             falls back to bit rows */
    bool ordered;         /* the first line of the plan that covers a cell is the one that the diagram credits */
};
/* by_rule: terminals carry the credited rule (explain); otherwise only the outcome (select). */
struct diagram *diagram_build(struct arena *a, struct msgs *m, const struct plan *p, bool by_rule,
                              const struct limits *l);
/* diagram_value.c: the value diagram that a rule diagram implies, without a limit of its own. */
struct diagram *diagram_value(struct arena *a, const struct diagram *rule);
uint32_t diagram_at(const struct diagram *d, const uint32_t *cell); /* terminal index; NO when not complete */
double diagram_count(const struct diagram *d, uint32_t terminal);   /* cells; exact below 2^53 */
double *diagram_counts(const struct diagram *d, struct arena *a);   /* cells of all terminals (and above each node) */
/* For pictures: without the cells that cannot occur.  Sets of a node cover only what can occur there, so neither of the
 * functions above takes it.  by_outcome: terminals of one outcome are one, and lose their rule. */
struct diagram *diagram_possible(struct arena *a, const struct diagram *d, bool by_outcome);

/* ---- vector.c: test vectors ------------------------------------------------------------------------------------------------------ */

struct vector { /* one row: a cell and every output's answer there; never a cell of [never] */
    uint32_t *cell;
    uint32_t output;      /* whose diagram's corner this is (the first, when it is one of several) */
    bool high;            /* a high corner: of an int piece its largest member, otherwise its smallest */
    struct solved *value; /* numbers of the inputs that are tied to a derived one; NULL: there is none */
};
struct vectors {
    struct vector *vector;
    size_t nvector;   /* at most limits.vectors, or two per output when that is more */
    double total;     /* corners there would be; > nvector: sampled, `rule` says how */
    const char *rule; /* one line for the head of the emitted files */
};
/* d: the rule diagram of each output. */
struct vectors *vector_build(struct arena *a, struct msgs *m, const struct boxes *b, struct diagram *const *d,
                             const struct limits *l);
/* The concrete text of one input of a vector, in the table's own words. */
const char *vector_text(struct arena *a, const struct space *s, const struct vector *v, uint32_t input);
/* The number of an int input, where it is not the smallest of its piece. */
bool vector_number(const struct space *s, const struct vector *v, uint32_t input, int64_t *number);

/* ---- lower*.c: diagrams as packed tables and macro trees ------------------------------------------------------------------------- */

struct lowered; /* lower.h: between lower.c and model.c only */

/* ---- model*.c, template.c: what templates see ------------------------------------------------------------------------------------ */

struct scope; /* template.h */

/* ---- dot.c: one output's diagram as a picture ------------------------------------------------------------------------------------ */

enum { DOT_NODES = 200 }; /* more are not drawn; the picture says so */
struct template_files;    /* template.h */
/* The group `picture` that templates/dot/diagram.dot.in sees; a rule diagram also names the rules. */
struct scope *dot_scope(struct arena *a, const struct diagram *d);
bool dot_text(struct arena *a, struct msgs *m, struct template_files *f, const struct diagram *d, struct text *into);

/* ---- dump.c: stages as text, for --dump ------------------------------------------------------------------------------------------ */

void dump_boxes(const struct boxes *b, FILE *out);
void dump_plan(const struct plan *p, FILE *out);
void dump_diagram(const struct diagram *d, FILE *out);

/* ---- emit*.c: a target is a folder of templates; what it makes of one table -------------------------------------------------- */

struct emit_input {
    const struct sources *sources; /* for places: "tables/gemma4.ini:41" */
    const struct boxes *boxes;
    struct plan *const *plan; /* one per output, as the rest */
    struct diagram *const *value, *const *rule;
    const struct vectors *vectors;
};
struct emitted {
    const char *name; /* "gemma4.h": below the output folder */
    const char *bytes;
    size_t len;
};
struct emitted_files {
    struct emitted *file;
    size_t nfile;
    const char **read; /* the template files that were read, for the depfile */
    size_t nread;
};
/* Runs target.ini of the folder templates/target.  false: a message says what is wrong with a template. */
bool emit_target(struct arena *a, struct msgs *m, const struct emit_input *in, const char *templates,
                 const char *target, struct emitted_files *out);
/* The same from names that something else has bound: the pages of `turnout docs`. */
bool emit_scope(struct arena *a, struct msgs *m, struct scope *root, const char *templates, const char *target,
                struct emitted_files *out);

/* ---- model_docs*.c: one table as a page for people ------------------------------------------------------------------------------ */

struct docs_input { /* a table with errors has a page too */
    const struct sources *sources;
    const struct msgs *msgs;
    size_t first_msg;      /* of this table */
    const struct doc *doc; /* for the metadata that the table does not keep, and for grids */
    const struct boxes *boxes;
    struct plan *const *plan; /* one per output, as the rest */
    struct diagram *const *value, *const *rule;
    const char *const *svg; /* its diagram by docs_svg, or NULL; NULL: none was drawn */
    const char *no_svg;     /* why */
};
struct scope *docs_build(struct arena *a, const struct docs_input *in); /* what templates/docs sees */
/* What `dot -Tsvg` wrote, fit to stand in a page; NULL: no SVG.  label_html: what it shows, escaped. */
const char *docs_svg(struct arena *a, const char *svg, const char *label_html);

/* ---- write.c: temporary name, compare, rename only when different ---------------------------------------------------------------- */

enum written { WRITTEN_SAME, WRITTEN_NEW, WRITTEN_DIFFERS, WRITTEN_FAILED };
/* check_only: nothing is touched, DIFFERS says that the file is not what would be written (or is absent).  Folders
 * are made as needed.  FAILED is told, and sets write_failed: main exits 3. */
extern int write_failed;
enum written write_file(struct msgs *m, const char *path, const char *bytes, size_t len, bool check_only);

#endif
