/* table.h -- shared by the table*.c files only: what is known while the sections are resolved against each other.
 *
 * The order of the work (table.c): the [table] section, the vocabulary's SMs, inputs, outputs, chained and derived
 * inputs, names of sets; then every section in the order of the file (so that the values of a name input stand in the
 * order of first mention); then what needs all of it: cycles, lists flattened, names as C identifiers.
 */
#ifndef TABLE_H
#define TABLE_H

#include "turnout.h"

enum { VOCABULARY = 0x7fffffff, SYMBOL_OUTPUT = 0x40000000, MAX_SYMBOL = 64, MAX_VALUE = 1000000 };

/* One bit per section kind: the kinds a metadata key belongs to. */
enum kind {
    KIND_TABLE = 1 << 0,
    KIND_INPUT = 1 << 1,
    KIND_OUTPUT = 1 << 2,
    KIND_SET = 1 << 3,
    KIND_SM = 1 << 4,
    KIND_FACT = 1 << 5,
    KIND_RULE = 1 << 6,
    KIND_REFUSE = 1 << 7,
    KIND_NEEDS = 1 << 8,
    KIND_GRID = 1 << 9,
    KIND_FORBID = 1 << 10,
    KIND_NEVER = 1 << 11,
    KIND_PIN = 1 << 12,
    KIND_ALLOW = 1 << 13,
    KIND_RETIRED = 1 << 14,
    KIND_FROM = 1 << 15
};

enum key_class { KEY_META, KEY_COND, KEY_OUTCOME, KEY_BAD };

struct build {
    struct arena *a;
    struct msgs *m;
    const struct doc *d;
    struct table *t;
    enum kind *kind;            /* of each section; 0: unknown */
    const struct section *main; /* the table's own [table]; those of vocabularies come before it */
    struct input vocabulary;    /* every [sm N], as an input of type sm */
    struct names vocabulary_value;
    struct names meta;   /* metadata keys: name -> index into the closed list */
    struct names symbol; /* inputs by index, outputs by index + SYMBOL_OUTPUT */
    struct names set, tier;
    struct names *value, *prefix; /* per input: name -> index */
    struct names *output_value;   /* per output */
    const struct section **set_section;
    uint32_t *set_order; /* a set after every set that it names */
    size_t nset_order;
    struct names owner;          /* a value's name -> the first output that has it */
    struct names shared;         /* values that another output has too -> that output */
    uint32_t number[MAX_SYMBOL]; /* 0, 1, ...: a condition on one input has its index here */
    struct names specifier;      /* "scheme op text" -> index into specifiers: most are written many times */
    struct specifier {
        struct interval interval[2];
        uint32_t count;
    } * *specifiers;
    struct same {              /* what was read of a text, and the next one of that text, for another input or output */
        uint32_t symbol, next; /* next: its index + 1; 0: none */
        struct entries entries;
        uint32_t list;           /* of an input: cond.list */
        struct outcome *outcome; /* of an output */
    } * same;
    size_t nsame;
    uint32_t *of_text; /* per key.text: the first + 1; 0: none */
    struct {
        const char *name;
        uint32_t symbol;
    } recent[64];          /* names of keys are kept once each, so the last ones are told by their address */
    enum key_class *class; /* of the keys of a section */
    size_t nspecifier, rule_cap, class_cap;
    bool allows;                      /* there is an [allow] */
    struct names rule;                /* every name that it may speak of; nobody asks without one */
    size_t hint;                      /* words looked at for "did you mean", so that many faults stay cheap */
    const struct section **unsourced; /* rules and clauses without `source` */
    size_t nunsourced;
    struct late { /* an @set among the targets of clause `rule`, until every set is known */
        size_t rule;
        struct entry set;
    } * late;
    size_t nlate;
};

/* table_meta.c: which keys a section may have, and the values of metadata */
enum kind meta_kind(const char *name); /* 0: no such section */
bool meta_reserved(const char *name);  /* no input or output may have this name */
bool meta_allowed(const struct build *b, const char *name, enum kind kind);
void meta_names(struct build *b);
void meta_unknown_kind(struct build *b, const struct section *s);
void meta_unknown_key(struct build *b, const struct key *k, enum kind kind);
void meta_unknown_from(struct build *b, const struct key *k);              /* of [from]: no input and no key */
void meta_check(struct build *b, const struct section *s, enum kind kind); /* sections without conditions */
void meta_keys(struct build *b, const struct section *s);                  /* keys without a value */
const struct key *meta_key(const struct section *s, const char *name);     /* NULL when absent */
const char *meta_line(struct build *b, const struct key *k);               /* its value on one line */
const char *meta_text(struct build *b, const struct section *s, const char *name);
bool meta_yes(struct build *b, const struct section *s, const char *name); /* yes or no; absent: no */
bool meta_yes_or(struct build *b, const struct section *s, const char *name, bool absent);
bool meta_choice(struct build *b, const struct key *k, const char *const *word, size_t nword, uint32_t *out);
struct entries meta_words(struct build *b, const struct key *k); /* a list of plain words */
const char *meta_hint(struct build *b, const char *word, const char *const *candidate, size_t n);
const char *meta_names_hint(struct build *b, const char *word, const struct names *n);
bool meta_plain(const struct entry *e, enum entry_kind kind); /* of that kind, without '!' */
bool meta_number(const char *text, int64_t *out);
bool meta_identifier(const char *name);                    /* letter, then letters digits _ - . */
bool meta_named(struct build *b, const struct section *s); /* the section has a name */
struct key meta_key_text(struct build *b, const char *name, const char *text, struct pos pos); /* for cell_entries */

/* table_vocabulary.c, table_inputs.c, table_values.c, table_outputs.c, table_chain.c, table_cycles.c */
struct input *build_input(struct build *b, uint32_t input);         /* also VOCABULARY */
uint32_t build_find_input(const struct build *b, const char *name); /* NO when absent */
uint32_t build_find_output(const struct build *b, const char *name);
uint32_t build_value(struct build *b, uint32_t input, const char *name); /* NO when absent */
uint32_t build_symbol(struct build *b, const struct key *k);             /* of a key's name: input or output, or NO */
bool symbol_add(struct build *b, const char *name, struct pos pos, uint32_t symbol);
void value_list(struct build *b, const struct key *k, struct names *n, const char ***value, struct pos **pos,
                size_t *nvalue);
void input_aliases(struct build *b, const struct key *k, uint32_t input);
void input_preset(struct build *b, const struct key *k, uint32_t input);
uint32_t input_new(struct build *b, const struct section *s, const char *name, struct pos pos);
uint32_t input_find(struct build *b, const char *name, struct pos pos, size_t len); /* NO after a message */
bool input_range(struct build *b, const struct section *s, int64_t *lo, int64_t *hi);
void table_vocabulary(struct build *b);
void table_inputs(struct build *b);
void table_derived(struct build *b);
void table_outputs(struct build *b);
void table_chains(struct build *b);
void table_chain_cycles(struct build *b);

/* table_entries.c, table_types.c, table_numbers.c */
bool entries_resolve(struct build *b, uint32_t input, struct entries *es);
bool entry_resolve(struct build *b, uint32_t input, struct entry *e);
const char *type_name(enum type t);
bool type_entry(struct build *b, uint32_t input, struct entry *e); /* all but sets */
bool type_sm(struct build *b, uint32_t input, struct entry *e);
bool type_int(struct build *b, const struct input *in, struct entry *e);
bool type_special(struct build *b, const struct input *in, struct entry *e, uint32_t value, bool declared);
const char *sm_meant(struct build *b, const struct input *in,
                     const char *text); /* "; did you mean 90?" for 9.0, or "" */
bool type_refuse(struct build *b, const struct input *in, const struct entry *e); /* always false */
bool type_unknown(struct build *b, uint32_t input, const struct entry *e);        /* always false */
const char *set_of(struct build *b, const struct set *set);                       /* "arch", "(dk, dv)", for messages */
uint32_t set_find(struct build *b, const struct entry *e);                        /* by name, or NO after a message */

/* table_sets.c */
void table_set_names(struct build *b);
void table_set(struct build *b, const struct section *s);
bool tuple_resolve(struct build *b, const uint32_t *input, size_t ninput, struct entries *es);

/* table_conds.c */
struct same *same_find(struct build *b, uint32_t symbol, const struct key *k); /* what was read of that text; or NULL */
struct same *same_add(struct build *b, uint32_t symbol, const struct key *k);
enum key_class key_classify(struct build *b, const struct key *k, enum kind kind); /* a message when BAD */
bool cond_read(struct build *b, const struct key *k, struct cond *c);
bool cond_span(struct build *b, const struct section *s, bool guard, struct cond *c); /* since, until; false: none */
bool span_interval(struct build *b, const char *since, const char *until, struct pos pos, size_t len,
                   struct interval *out);

/* table_outcomes.c, table_lists.c */
bool outcome_value(struct build *b, uint32_t output, struct entry *e, bool special); /* special: also NONE, ERROR */
bool outcome_read(struct build *b, const struct key *k, uint32_t output, const char *why, struct assign *out);
bool outcome_match(struct build *b, const struct key *k, uint32_t output, struct assign *out);
void table_lists(struct build *b);
void table_set_cycles(struct build *b);

/* table_rules.c, table_needs.c, table_facts.c, table_names.c, table_words.c */
void rule_add(struct build *b, const struct rule *r);
void rule_name(struct build *b, const char *name); /* one that [allow] may speak of */
void rule_meta(struct build *b, const struct section *s, struct rule *r);
void rule_unsourced(struct build *b, const struct section *s); /* kept for table_sources */
void table_rule(struct build *b, const struct section *s, enum kind kind);
void table_needs(struct build *b, const struct section *s);
void table_grid(struct build *b, const struct section *s);
void table_fact(struct build *b, const struct section *s);
void table_allow(struct build *b, const struct section *s);
void table_retired(struct build *b, const struct section *s);
void table_from(struct build *b, const struct section *s); /* table_from.c */
void table_sources(struct build *b);
void table_used(struct build *b);
void table_names(struct build *b);
const char *name_mapped(struct build *b, const char *name, int (*to)(int)); /* as an identifier */
void name_alone(struct build *b, const char *what, const char *name, struct pos pos);

#endif
