/* model_output.c -- an output as templates see it: its values, its macros, its lookups, its checks.
 *
 * In:  diagrams (or, where they passed the limit, plans).  Out: the list `output`, each after those it is decided from,
 * so that a header can call the one from the other.
 */
#include "model.h"

#include <string.h>

/* ---- codes: what the packed forms hold instead of an outcome ---- */

static uint32_t number_code(struct model_output *o, int64_t number, uint32_t copy) {
    for (size_t i = 2; i < o->ncode; i++) {
        if (o->number[i] == number && o->copy[i] == copy) {
            return (uint32_t)i;
        }
    }
    size_t ncopy = o->ncode;
    *PUSH(o->model->arena, o->copy, ncopy) = copy;
    *PUSH(o->model->arena, o->number, o->ncode) = number;
    o->copies = o->copies || copy != NO;
    return (uint32_t)o->ncode - 1;
}

static uint32_t value_code(struct model_output *o, const struct terminal *t) {
    const struct output *out = &o->model->table->output[o->output];
    if (t->verdict == VERDICT_NONE) {
        return out->is_int ? 1 : (uint32_t)out->nvalue + 1;
    }
    if (t->verdict != VERDICT_VALUE) {
        return 0;
    }
    return out->is_int ? number_code(o, t->number, t->copy) : t->value + 1;
}

/* An ERROR that no rule gives comes from upstream: one number behind those of the rules. */
static uint32_t rule_code(const struct model_output *o, const struct terminal *t) {
    bool failed = t->verdict == VERDICT_ERROR && t->rule == NO;
    return failed ? (uint32_t)o->model->nrule + 1 : t->rule == NO ? 0 : o->model->rule_number[t->rule];
}

/* What a line of the plan says, as a terminal of a diagram.  A lone value is selected as written. */
struct terminal model_line(const struct line *l) {
    bool selected = l->kind == LINE_VALUE || l->kind == LINE_INCAPABLE;
    enum verdict v = selected                ? VERDICT_VALUE
                     : l->kind == LINE_NONE  ? VERDICT_NONE
                     : l->kind == LINE_NEVER ? VERDICT_NEVER
                                             : VERDICT_ERROR;
    return (struct terminal){.verdict = v, .value = l->value, .number = l->number, .copy = l->copy, .rule = l->rule};
}

static struct lowered lower_lookup(struct model_output *o, const struct diagram *d, bool by_rule) {
    const struct plan *p = o->model->in->plan[o->output];
    struct arena *a = o->model->arena;
    if (d->complete) {
        uint32_t *code = arena_alloc(a, ((size_t)d->nterminal + 1) * sizeof *code);
        for (uint32_t i = 0; i < d->nterminal; i++) {
            const struct terminal *t = &d->terminal[i];
            code[i] = by_rule ? rule_code(o, t) : value_code(o, t);
        }
        return lower_diagram(a, d, code);
    }
    uint32_t *code = arena_alloc(a, (p->nline + 1) * sizeof *code);
    for (size_t i = 0; i < p->nline; i++) {
        struct terminal t = model_line(&p->line[i]);
        code[i] = by_rule ? rule_code(o, &t) : value_code(o, &t);
    }
    bool none = !by_rule && o->model->table->output[o->output].gaps_none;
    struct terminal rest = {.verdict = none ? VERDICT_NONE : VERDICT_GAP, .value = NO, .copy = NO, .rule = NO};
    return lower_plan(a, p, code, by_rule ? 0 : value_code(o, &rest));
}

static uint64_t below(const struct model *m, const uint32_t *input, size_t n) {
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++) {
        all |= model_below(m, input[i]);
    }
    return all;
}

/* The chained inputs that some form reads. */
static void find_chained(struct model_output *o) {
    const struct model *m = o->model;
    uint64_t reads = below(m, o->check.input, o->check.ninput);
    uint64_t forbids = below(m, o->forbid.input, o->forbid.ninput);
    for (size_t k = 0; k < 2; k++) {
        const struct lowered *l = &o->lookup[k];
        reads |= below(m, l->rows.input, l->rows.ninput);
        for (size_t i = 0; i < l->nlevel; i++) {
            reads |= below(m, &l->level[i].input, 1);
        }
    }
    for (size_t i = 0; i < o->ncode; i++) {
        reads |= o->copy[i] == NO ? 0 : below(m, &o->copy[i], 1);
    }
    for (uint32_t i = 0; i < m->table->ninput; i++) {
        uint64_t bit = m->table->input[i].chain != NO ? (uint64_t)1 << i : 0;
        o->chained |= reads & bit;
        o->forbid_chained |= forbids & bit;
    }
}

static void lower_output(struct model *m, uint32_t output) {
    struct model_output *o = &m->output[output];
    const struct diagram *d = m->in->value[output];
    for (size_t i = 0; i < 2 && m->table->output[output].is_int; i++) {
        size_t ncopy = o->ncode;
        *PUSH(m->arena, o->copy, ncopy) = NO;
        *PUSH(m->arena, o->number, o->ncode) = i == 0 ? lower_error(m->table, output) : lower_none(m->table, output);
    }
    o->lookup[0] = lower_lookup(o, d, false);
    o->lookup[1] = lower_lookup(o, m->in->rule[output], true);
    o->check = lower_check(m->arena, m->in->boxes, output);
    o->forbid = lower_forbids(m->arena, m->in->boxes, output);
    for (uint32_t i = 0; d->complete && i < d->nlevel; i++) {
        o->support |= (uint64_t)1 << d->order[i];
    }
    d = m->in->rule[output];
    for (uint32_t i = 0; d->complete && i < d->nlevel; i++) {
        o->switch_support |= (uint64_t)1 << d->order[i];
    }
    for (size_t i = 0; i < o->ncode; i++) {
        if (o->copy[i] != NO) {
            o->support |= (uint64_t)1 << o->copy[i];
            o->switch_support |= (uint64_t)1 << o->copy[i];
        }
    }
    find_chained(o);
    o->constant = model_tree_fits(o);
    o->readable = model_switch_fits(o);
}

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
        lower_output(m, i);
    }
    scope_list(root, "output", m->table->noutput, fill_output, m);
}
