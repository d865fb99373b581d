/* model_output.c -- an output as templates see it: its values, its macros, its lookups, its checks.
 *
 * In:  diagrams (or, where they passed the limit, plans).  Out: the list `output`, each after those it is decided from,
 * so that a header can call the one from the other.
 */
#include "model.h"

#include <string.h>

/* ---- what the template sees ---- */

static void fill_value(struct scope *item, const void *of, size_t index) {
    const struct model_output *o = of;
    const struct output *out = &o->model->table->output[o->output];
    size_t nvalue = out->is_int ? 0 : out->nvalue;
    bool error = index == 0, none = index == nvalue + 1;
    struct scale any = {.is_signed = true};
    struct text number = {.arena = scope_arena(item)};
    lower_number_text(&number, &any,
                      error  ? (uint64_t)lower_error(o->model->table, o->output)
                      : none ? (uint64_t)lower_none(o->model->table, o->output)
                             : index);
    scope_text(item, "name", error ? "ERROR" : none ? "NONE" : out->value[index - 1]);
    scope_text(item, "id", error ? "ERROR" : none ? "NONE" : model_id(scope_arena(item), out->value[index - 1], true));
    scope_text(item, "number", number.at);
}

/* Only of a number that is the input's. */
static void put_copy(struct text *into, const struct model_output *o, size_t code) {
    const struct model *m = o->model;
    uint32_t input = o->copy[code];
    if (lower_known(into->arena, &m->scale[input], "x")) {
        text_printf(into, " && %s_%s_known(%s)", m->id, m->input_id[input],
                    model_expr(m, into->arena, input, AS_GIVEN));
    }
    text_printf(into, " ? %s", model_copy(o, into->arena, o->number[code], input, AS_GIVEN));
}

static void write_numbers(struct text *into, const void *of) {
    const struct model_output *o = of;
    const struct model *m = o->model;
    struct scale any = {.is_signed = true};
    text_put(into, "return ");
    for (uint32_t i = 0; i < m->table->ninput && o->copies; i++) { /* some of them may not be copied */
        bool argument = m->table->input[i].chain == NO && !m->table->input[i].from_op;
        if (argument || (o->chained >> i & 1)) {
            text_printf(into, "(void)%s, ", m->input_id[i]);
        }
    }
    for (size_t i = 1; i < o->ncode; i++) { /* a balanced tree would be shorter to run; outputs have few numbers */
        text_printf(into, "code_ == %zuu", i);
        if (o->copy[i] != NO) {
            put_copy(into, o, i);
        } else {
            text_put(into, " ? ");
            lower_number_text(into, &any, (uint64_t)o->number[i]);
        }
        text_put(into, "\n    : ");
    }
    lower_number_text(into, &any, (uint64_t)o->number[0]);
    text_put(into, ";\n");
}

bool model_long(const struct model_output *o) {
    const struct output *out = &o->model->table->output[o->output];
    for (size_t i = 0; i < o->ncode; i++) {
        bool wide = o->copy[i] != NO && (out->hi > INT32_MAX || out->lo < INT32_MIN);
        if (wide || o->number[i] > INT32_MAX || o->number[i] < INT32_MIN) {
            return true;
        }
    }
    return false;
}

/* Inputs of these types whose numbers must be tested first: those that have other numbers too.  A macro takes any
 * truth value for a bool; a pasted id needs no test. */
static void bind_tested(struct scope *item, const struct model_output *o, const char *name, unsigned types,
                        uint64_t support, bool macro) {
    const struct model *m = o->model;
    uint32_t *tested = NULL;
    size_t n = 0;
    for (uint32_t i = 0; i < m->table->ninput; i++) {
        bool bounded = lower_known(scope_arena(item), &m->scale[i], "x") != NULL;
        bool skipped = macro && (i == o->pasted || m->scale[i].truth);
        if ((support >> i & 1) && bounded && !skipped && (types >> m->table->input[i].type & 1)) {
            *PUSH(scope_arena(item), tested, n) = i;
        }
    }
    model_list_inputs(item, name, m, tested, n);
}

/* Arguments of the inner macros: what callers pass, then the chained and derived inputs that the value depends on. */
static void bind_inner(struct scope *item, const struct model_output *o) {
    const struct model *m = o->model;
    uint32_t *inner = NULL;
    size_t n = 0;
    for (size_t i = 0; i < m->nargument; i++) {
        *PUSH(scope_arena(item), inner, n) = m->argument[i];
    }
    for (uint32_t i = 0; i < m->table->ninput; i++) {
        bool argument = m->table->input[i].chain == NO && m->table->input[i].from_op == 0;
        if (!argument && (o->support >> i & 1)) {
            *PUSH(scope_arena(item), inner, n) = i;
        }
    }
    model_list_inputs(item, "inner", m, inner, n);
}

static void fill_macros(struct scope *item, const void *of, size_t index) {
    (void)index;
    model_macros(item, of);
}

static void fill_output(struct scope *item, const void *of, size_t index) {
    const struct model *m = of;
    const struct model_output *o = &m->output[m->order[index]];
    const struct output *out = &m->table->output[o->output];
    static const char *const override[] = {"no", "keep", "check", "fallback"};
    scope_text(item, "name", out->name);
    scope_text(item, "id", o->id);
    scope_text(item, "ID", o->ID);
    scope_text(item, "about", out->about);
    scope_flag(item, "int", out->is_int);
    scope_flag(item, "long", model_long(o));
    scope_flag(item, "copies", o->copies);
    model_list_bits(item, "chained", m, o->chained);
    scope_text(item, "override", override[out->override]);
    scope_list(item, "value", out->is_int ? 2 : out->nvalue + 2, fill_value, o);
    scope_number(item, "nvalue", out->is_int ? 0 : (int64_t)out->nvalue);
    scope_body(item, "numbers", write_numbers, o);
    scope_flag(item, "constant", o->constant);
    scope_flag(item, "beside", o->constant && model_dense(o->model));
    scope_flag(item, "pasted", o->pasted != NO);
    scope_text(item, "pasted_id", o->pasted == NO ? "" : m->input_id[o->pasted]);
    bind_inner(item, o);
    const unsigned ids = 1u << TYPE_NAME | 1u << TYPE_ENUM;
    bind_tested(item, o, "tested", ~ids, o->support, true);
    bind_tested(item, o, "tested_id", ids, o->support, true);
    bind_tested(item, o, "switch_tested", ~0u, o->switch_support, false);
    scope_later(item, fill_macros, o, 0);
    scope_flag(item, "readable", o->readable);
    scope_body(item, "switch", model_switch, o);
    scope_body(item, "expression", model_expression, o);
    model_lookups(item, o);
    model_check(item, o);
    model_forbid(item, o);
    model_settle(item, o);
    model_output_rules(item, o);
    model_codes(item, o);
    model_graph(item, o);
}

/* ---- all ---- */

void model_outputs(struct scope *root, struct model *m) {
    m->order = boxes_order(m->arena, m->table);
    for (uint32_t i = 0; i < m->table->noutput; i++) {
        model_lower_output(m, i);
    }
    scope_list(root, "output", m->table->noutput, fill_output, m);
}
