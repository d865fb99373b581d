/* model_vector.c -- test vectors as templates see them.
 *
 * Root: the group `vectors` (rule, count, parts ...), the list `vector`: its `cell` (one per argument: number for the
 * constant and the look-up form, text for the form by strings) and its `answer` (one per output).  `vectors.part`
 * holds the same as assertions, at most ASSERTS each, because a compiler takes minutes for 100,000 in one file.
 * The answers come from the rule diagram, or from decide() where that passed its limit: never from what is emitted.
 */
#include "model.h"

#include <inttypes.h>
#include <string.h>

enum { ASSERTS = 10000, SMALL = 2000 };

struct rows {
    const struct model *model;
    const struct vectors *vectors;
    uint32_t *constant; /* the outputs that have the macro form */
    size_t nconstant;
};

/* ---- one cell ---- */

struct at {
    const struct rows *rows;
    const struct vector *vector;
};

/* A name that the table does not name and no prefix of it matches. */
static const char *unlisted(const struct space *s, struct arena *a, uint32_t input) {
    const char *name = "unlisted";
    const char *error;
    while (domain_atom(s, input, name, &error) != s->domain[input].special[VALUE_OTHER - VALUE_OTHER]) {
        name = arena_printf(a, "un-%s", name);
    }
    return name;
}

/* What a user would write: the table's own words, but no cell word that is no value (other, newer). */
static const char *user_text(const struct model *m, struct arena *a, const struct vector *v, uint32_t input) {
    const struct domain *d = &m->space->domain[input];
    const struct input *in = &m->table->input[input];
    if (v->cell[input] == d->special[VALUE_OTHER - VALUE_OTHER]) {
        return unlisted(m->space, a, input);
    }
    if (in->type == TYPE_SM && v->cell[input] == d->special[VALUE_NEWER - VALUE_OTHER]) {
        int64_t highest = in->nvalue > 0 ? in->number[in->nvalue - 1] : 0;
        return arena_printf(a, "%" PRId64, highest + (v->high ? 900 : 1));
    }
    return vector_text(a, m->space, v, input);
}

const char *model_row_text(const struct model *m, struct arena *a, const struct vector *v, uint32_t input) {
    int64_t number;
    struct text t = {.arena = a};
    if (!vector_number(m->space, v, input, &number)) {
        return model_number(m, a, input, v->cell[input]);
    }
    lower_number_text(&t, &m->scale[input], (uint64_t)number);
    return t.at;
}

/* type, word (of a special cell): for targets that write values of their own types. */
void model_cell(struct scope *item, const struct model *m, const struct vector *v, uint32_t input) {
    static const uint32_t special[] = {VALUE_NONE, VALUE_ABSENT, VALUE_UNSET, VALUE_UNKNOWN};
    static const char *const word[] = {"none", "absent", "unset", "unknown"};
    const char *found = "";
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        found = m->space->domain[input].special[special[i] - VALUE_OTHER] == v->cell[input] ? word[i] : found;
    }
    scope_text(item, "name", m->table->input[input].name);
    scope_text(item, "type", model_type(m, input));
    scope_text(item, "word", found);
    scope_text(item, "number", model_row_text(m, scope_arena(item), v, input));
    scope_text(item, "text", user_text(m, scope_arena(item), v, input));
}

static void fill_cell(struct scope *item, const void *of, size_t index) {
    const struct at *at = of;
    const struct model *m = at->rows->model;
    uint32_t input = m->argument[index];
    bool absent = at->vector->cell[input] == m->space->domain[input].special[VALUE_ABSENT - VALUE_OTHER];
    scope_flag(item, "absent", absent);
    model_cell(item, m, at->vector, input);
}

static const char *words(const struct model *m, struct arena *a, const struct vector *v) {
    struct text t = {.arena = a};
    for (size_t i = 0; i < m->nargument; i++) {
        uint32_t input = m->argument[i];
        text_printf(&t, "%s%s=%s", i > 0 ? " " : "", m->table->input[input].name, vector_text(a, m->space, v, input));
    }
    text_put(&t, "");
    return t.at;
}

/* ---- one answer ---- */

static struct terminal said_of(const struct model *m, const struct vector *v, uint32_t output) {
    const struct diagram *d = m->in->rule[output];
    if (d->complete) {
        return d->terminal[diagram_at(d, v->cell)];
    }
    struct decided e = decide(m->in->plan[output]->boxes, output, v->cell);
    return (struct terminal){
        .verdict = e.verdict, .value = e.value, .number = e.number, .copy = e.copy, .rule = e.rule, .cand = e.cand};
}

int64_t model_row_number(const struct model *m, const struct vector *v, uint32_t input) {
    const struct input *in = &m->table->input[input];
    int64_t number = 0;
    if (in->chain != NO) {
        struct terminal t = said_of(m, v, in->chain);
        return t.number * (t.copy == NO ? 1 : model_row_number(m, v, t.copy));
    }
    if (in->from_op) {
        int64_t y = in->from[1] == NO ? in->from_by : model_row_number(m, v, in->from[1]);
        return derived_number(in->from_op, model_row_number(m, v, in->from[0]), y, &number) ? number : 0;
    }
    return vector_number(m->space, v, input, &number) ? number : m->space->domain[input].atom[v->cell[input]].lo;
}

/* With the copied number itself. */
static struct terminal answer_of(const struct model *m, const struct vector *v, uint32_t output) {
    struct terminal t = said_of(m, v, output);
    if (t.copy != NO) {
        t.number *= model_row_number(m, v, t.copy);
        t.copy = NO;
    }
    return t;
}

static const char *answer_word(const struct model *m, struct arena *a, uint32_t output, const struct terminal *t) {
    if (t->verdict != VERDICT_VALUE) {
        return t->verdict == VERDICT_NONE ? "NONE" : "ERROR";
    }
    const struct output *o = &m->table->output[output];
    return o->is_int ? arena_printf(a, "%" PRId64, t->number) : o->value[t->value];
}

/* is: value, none or error; text: the word or number. */
void model_answer(struct scope *item, const struct model *m, uint32_t output, const struct terminal *t) {
    bool value = t->verdict == VERDICT_VALUE;
    scope_text(item, "name", m->table->output[output].name);
    scope_text(item, "is", value ? "value" : t->verdict == VERDICT_NONE ? "none" : "error");
    scope_flag(item, "int", m->table->output[output].is_int);
    scope_text(item, "text", answer_word(m, scope_arena(item), output, t));
}

/* "trtllm_mha > triton": what the ranked form gives, one after the other. */
static const char *order_text(const struct model *m, struct arena *a, const struct vector *v,
                              const struct model_output *o) {
    const struct output *out = &m->table->output[o->output];
    const struct boxes *b = m->in->plan[o->output]->boxes;
    struct text t = {.arena = a};
    text_put(&t, "");
    if (!out->ranked) {
        return t.at;
    }
    struct decided d = decide(b, o->output, v->cell);
    uint32_t *value = arena_alloc(a, (out->nvalue + 1) * sizeof *value);
    size_t n = decide_order(b, o->output, &d, v->cell, value);
    for (size_t i = 0; i < n; i++) {
        text_printf(&t, "%s%s", i > 0 ? " > " : "", out->value[value[i]]);
    }
    text_put(&t, d.verdict == VERDICT_NONE ? "NONE" : "");
    return t.at;
}

static void fill_answer(struct scope *item, const void *of, size_t index) {
    const struct at *at = of;
    const struct model *m = at->rows->model;
    const struct model_output *o = &m->output[m->order[index]];
    struct arena *a = scope_arena(item);
    struct terminal t = answer_of(m, at->vector, o->output);
    scope_text(item, "id", o->id);
    scope_text(item, "ID", o->ID);
    scope_text(item, "value", model_outcome(o, a, &t, AS_AT));
    model_answer(item, m, o->output, &t);
    scope_text(item, "rule", t.rule == NO ? "" : m->table->rule[t.rule].name);
    scope_text(item, "order", order_text(m, a, at->vector, o));
    scope_flag(item, "constant", o->constant);
    scope_flag(item, "ranked", m->table->output[o->output].ranked);
}

static void fill_vector(struct scope *item, const void *of, size_t index) {
    const struct rows *r = of;
    struct at *at = arena_alloc(scope_arena(item), sizeof *at);
    *at = (struct at){.rows = r, .vector = &r->vectors->vector[index]};
    scope_text(item, "words", words(r->model, scope_arena(item), at->vector));
    scope_list(item, "cell", r->model->nargument, fill_cell, at);
    scope_list(item, "answer", r->model->table->noutput, fill_answer, at);
}

/* ---- assertions ---- */

struct part {
    const struct rows *rows;
    size_t first;
};

static void fill_assert(struct scope *item, const void *of, size_t index) {
    const struct part *p = of;
    const struct rows *r = p->rows;
    const struct model *m = r->model;
    struct arena *a = scope_arena(item);
    const struct vector *v = &r->vectors->vector[(p->first + index) / r->nconstant];
    const struct model_output *o = &m->output[r->constant[(p->first + index) % r->nconstant]];
    struct terminal t = answer_of(m, v, o->output);
    struct text call = {.arena = a};
    text_printf(&call, "%s_%s(", m->ID, o->ID);
    for (size_t i = 0; i < m->nargument; i++) {
        text_printf(&call, "%s%s", i > 0 ? ", " : "", model_row_text(m, a, v, m->argument[i]));
    }
    text_put(&call, ")");
    scope_text(item, "call", call.at);
    scope_text(item, "value", model_outcome(o, a, &t, AS_AT));
    scope_text(item, "words",
               arena_printf(a, "%s -> %s=%s", words(m, a, v), m->table->output[o->output].name,
                            answer_word(m, a, o->output, &t)));
}

static size_t nassert(const struct rows *r) {
    return r->vectors->nvector * r->nconstant;
}

static void fill_part(struct scope *item, const void *of, size_t index) {
    const struct rows *r = of;
    struct part *p = arena_alloc(scope_arena(item), sizeof *p);
    *p = (struct part){.rows = r, .first = index * ASSERTS};
    size_t left = nassert(r) - p->first;
    scope_list(item, "assert", left < ASSERTS ? left : ASSERTS, fill_assert, p);
}

void model_vectors(struct scope *root, struct model *m) {
    struct rows *r = arena_alloc(m->arena, sizeof *r);
    *r = (struct rows){.model = m, .vectors = m->in->vectors};
    for (size_t i = 0; i < m->table->noutput; i++) {
        if (m->output[m->order[i]].constant) {
            *PUSH(m->arena, r->constant, r->nconstant) = m->order[i];
        }
    }
    struct scope *s = scope_new(m->arena);
    size_t parts = (nassert(r) + ASSERTS - 1) / ASSERTS;
    scope_text(s, "rule", r->vectors->rule);
    scope_number(s, "count", (int64_t)r->vectors->nvector);
    scope_number(s, "asserts", (int64_t)nassert(r));
    scope_number(s, "parts", (int64_t)parts);
    scope_number(s, "last_part", (int64_t)parts - 1);
    scope_flag(s, "constant", nassert(r) > 0);
    scope_flag(s, "any", r->vectors->nvector > 0);
    scope_flag(s, "split", parts > 1);
    scope_flag(s, "small", r->vectors->nvector <= SMALL);
    scope_list(s, "part", parts, fill_part, r);
    scope_number(s, "choices", (int64_t)model_choices(root, m));
    scope_group(root, "vectors", s);
    scope_list(root, "vector", r->vectors->nvector, fill_vector, r);
}
