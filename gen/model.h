/* model.h -- one table as templates see it; between the model*.c files and emit.c.
 *
 * Root: the groups `table` and `has`, the lists `input` (all), `argument` (those that a caller passes), `output` (in an
 * order in which each comes after the outputs that it is decided from), `rule`, `clause`, `vector`.
 * Everything is bound as data (lists, numbers, bytes), so that a target is a folder of templates; the bodies are C text
 * that only recursion can write.
 */
#ifndef TURNOUT_MODEL_H
#define TURNOUT_MODEL_H

#include "lower.h"
#include "template.h"

struct model;
/* What a chained input is in an expression: its output's look-up, its output's macro, an argument of its own. */
enum as { AS_AT, AS_MACRO, AS_GIVEN };
struct model_output {
    const struct model *model;
    uint32_t output;
    const char *id, *ID;
    int64_t *number; /* int output: per code, ERROR and NONE first */
    uint32_t *copy;  /* per code: the input that the number is multiplied with, or NO */
    size_t ncode;
    bool copies;              /* some code does */
    struct lowered lookup[2]; /* values, rules */
    struct lowered_check check, forbid;
    uint64_t chained;        /* bit per chained input that a look-up or check reads */
    uint64_t forbid_chained; /* likewise the forbids; its own too */
    uint64_t support;        /* bit per input that the value depends on */
    uint64_t switch_support; /* likewise the rule */
    uint32_t pasted;         /* the input whose number picks the macro, or NO */
    bool constant;           /* the macro form is not too large */
    bool dense;              /* but too large to be read by people: plain numbers, few lines */
    bool readable;           /* likewise the switch form */
    uint32_t *listed;        /* rules that give this output a list, as indices into table.rule */
    size_t nlisted;
};
struct model {
    struct arena *arena;
    struct msgs *msgs;
    const struct emit_input *in;
    const struct space *space;
    const struct table *table;
    const char *id, *ID;
    const char **input_id, **input_ID;
    struct scale *scale;
    struct scope **input_scope;
    struct model_texts { /* which helpers names and enum values need */
        bool words, longer, whole;
    } * texts;
    uint32_t *argument, *every; /* inputs that callers pass; all inputs */
    size_t nargument;
    uint32_t *rule, *clause, *forbid;                      /* number - 1 -> table.rule */
    uint32_t *rule_number, *clause_number, *forbid_number; /* table.rule -> number, 0: none */
    size_t nrule, nclause, nforbid;
    struct model_output *output;
    const uint32_t *order; /* of outputs */
};

/* model.c */
struct scope *model_build(struct arena *a, struct msgs *m, const struct emit_input *in);
/* The number that the header's forms take for an atom, as C text: a macro, 100, 0x...ULL, (-1). */
const char *model_number(const struct model *m, struct arena *a, uint32_t input, uint32_t atom);

/* model_name.c: names as C identifiers */
const char *model_id(struct arena *a, const char *name, bool upper); /* upper false: as written */
const char *model_lower(struct arena *a, const char *name);
const char *model_atom(const struct model *m, struct arena *a, uint32_t input, uint32_t atom); /* behind GEMMA4_ARCH_ */
const char *model_named(const struct model *m, struct arena *a, uint32_t input, uint32_t atom); /* its macro, or NULL */
/* The macro (or number) of a terminal's outcome. */
const char *model_outcome(const struct model_output *o, struct arena *a, const struct terminal *t, enum as as);
bool model_long(const struct model_output *o); /* an int output whose numbers do not fit 32 bits */
const char *model_copy(const struct model_output *o, struct arena *a, int64_t factor, uint32_t input, enum as as);

/* model_input.c */
void model_inputs(struct scope *root, struct model *m);
void model_input(struct scope *item, const struct model *m, uint32_t input);
struct some_inputs { /* for lists of inputs below other items */
    const struct model *model;
    const uint32_t *input;
};
scope_fill model_some_input;
void model_list_inputs(struct scope *s, const char *name, const struct model *m, const uint32_t *input, size_t n);
const char *model_type(const struct model *m, uint32_t input); /* "name", "enum" ... */
const char *model_expr(const struct model *m, struct arena *a, uint32_t input, enum as as);
uint64_t model_below(const struct model *m, uint32_t input); /* bit per argument and chained input it is made of */
void model_list_bits(struct scope *s, const char *name, const struct model *m, uint64_t inputs);

/* model_lower.c */
void model_lower_output(struct model *m, uint32_t output);
struct terminal model_line(const struct line *l); /* what it says, as a terminal of a diagram */

/* model_output.c */
void model_outputs(struct scope *root, struct model *m);

/* model_lookup.c: packed lookups */
void model_lookups(struct scope *item, const struct model_output *o);
void model_numbers(struct scope *s, const char *name, const uint32_t *number, size_t n,
                   unsigned width); /* bytes each */
void model_bytes(struct scope *s, const char *name, const char *bits, const uint32_t *number, size_t n, uint32_t most);
void model_words(struct scope *s, const char *name, const uint64_t *word, size_t n);
/* The class of each slot of an input, from one per atom, then of no atom; the largest of them. */
uint32_t *model_slot_classes(struct arena *a, const struct model *m, uint32_t input, const uint32_t *class,
                             uint32_t *most);
/* The input as `own`, and its class per atom; with the classes of its slots, as bytes. */
void model_atoms(struct scope *item, const struct model *m, uint32_t input, const uint32_t *class);
void model_class(struct scope *item, const struct model *m, uint32_t input, const uint32_t *class);

/* Arguments, and chained inputs that are some, which a form does not read; the header says so to the compiler. */
void model_ignored(struct scope *item, const char *name, const struct model_output *o, const uint32_t *input,
                   size_t ninput, uint64_t chained);

/* model_reader.c, model_steps.c: the tables of packed look-ups, and what reads them as C text */
void model_steps(struct scope *item, const struct model_output *o, const struct lowered *l);

/* model_lists.c: lists of lines */
void model_lists(struct scope *item, const struct model *m, const struct lowered *l);
const uint32_t *model_list_reads(struct arena *a, const struct lowered *l, size_t *n); /* the inputs */

/* model_slot.c: the slot of a number */
void model_slot(struct scope *item, const struct model *m, uint32_t input);
const char *model_quick_test(const struct model *m, struct arena *a, uint32_t input, const char *name);
struct guarding { /* what is tested at once before a look-up, by names behind `from` */
    const struct model *model;
    const struct lowered *lowered;
    const struct guards *guards;
    const char *from;
};
void model_guard(struct text *t, const struct guarding *x, size_t index, const char *otherwise);
void model_clamped(struct text *t, const struct model *m, uint32_t input, const char *name, const char *otherwise);
void model_detour(struct text *t, const struct model *m, uint32_t input, const char *name);
const char *model_place(const struct model *m, struct arena *a, uint32_t input, const char *name, int64_t behind);
const char *model_quick_place(const struct model *m, struct arena *a, uint32_t input, const char *name);
const char *model_quick_covers(const struct model *m, struct arena *a, uint32_t input);
const char *model_quick_index(const struct model *m, struct arena *a, uint32_t input, const char *name);
bool model_quick(const struct model *m, uint32_t input); /* does nearly every number of it cost one comparison? */
/* model_domain.c, model_region.c, model_graph.c, model_group.c, model_code.c: the same as plain data, for any language */
void model_domain(struct scope *item, const struct model *m, uint32_t input);
const char *model_camel(struct arena *a, const char *id);
void model_set(struct scope *item, const struct model *m, uint32_t input, uint32_t set);
void model_box(struct scope *item, const struct model *m, const struct box *box);
void model_boxes(struct scope *item, const struct model *m, const struct region *r);
void model_graph(struct scope *item, const struct model_output *o);
void model_groups(struct scope *item, const struct model *m, const struct lowered *l);
void model_codes(struct scope *item, const struct model_output *o);

/* model_check.c: needs clauses and forbids */
void model_check(struct scope *item, const struct model_output *o);
void model_forbid(struct scope *item, const struct model_output *o);

/* model_resolve.c: a whole table with a user's choices */
void model_settle(struct scope *item, const struct model_output *o);
void model_resolve(struct scope *root, struct scope *has, const struct model *m);

/* model_tree.c: the macro form and the C++11 form of the readable one */
bool model_tree_fits(struct model_output *o);
bool model_dense(const struct model *m);
void model_macros(struct scope *item, const struct model_output *o);
scope_write model_expression;

/* model_switch.c: the readable form */
bool model_switch_fits(const struct model_output *o);
scope_write model_switch;
const char *model_provenance(const struct model *m, struct arena *a, const struct terminal *t);

/* model_rule.c: explain */
void model_rules(struct scope *root, struct model *m);
void model_output_rules(struct scope *item, const struct model_output *o);
void model_listed(struct model_output *o); /* finds the rules that have lists */
const char *model_needs(const struct model *m, struct arena *a, const struct rule *r); /* as the table has it */

/* model_explain.c: the same as strings, for logs */
void model_explain(struct scope *root, const struct model *m);
void model_candidates(struct scope *item, const struct model_output *o);

/* model_vector.c: test vectors */
void model_vectors(struct scope *root, struct model *m);
/* The number of an int input in a row: as passed, as computed, or as decided. */
int64_t model_row_number(const struct model *m, const struct vector *v, uint32_t input);
/* As model_number, but of a piece with several numbers the one that the row has. */
const char *model_row_text(const struct model *m, struct arena *a, const struct vector *v, uint32_t input);

void model_cell(struct scope *item, const struct model *m, const struct vector *v, uint32_t input);
void model_answer(struct scope *item, const struct model *m, uint32_t output, const struct terminal *t);

/* model_choice.c: rows with a user's choices */
size_t model_choices(struct scope *root, const struct model *m);

/* model_text.c: names in both directions */
void model_texts(struct scope *item, const struct model *m, uint32_t input);

#endif
