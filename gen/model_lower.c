/* model_lower.c -- an output in the forms that its products hold: which form, and the codes in it.
 *
 * In:  the diagrams of one output (or, where they passed the limit, its plan).  Out: its look-ups and checks lowered, and
 * what they read.  A question for the rule is no hurry: where its levels would be large, it is looked up in lists.
 */
#include "model.h"

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

/* The code of each line of the plan, and of what none covers. */
static const uint32_t *line_codes(struct model_output *o, bool by_rule, uint32_t *rest) {
    const struct plan *p = o->model->in->plan[o->output];
    uint32_t *code = arena_alloc(o->model->arena, (p->nline + 1) * sizeof *code);
    for (size_t i = 0; i < p->nline; i++) {
        struct terminal t = model_line(&p->line[i]);
        code[i] = by_rule ? rule_code(o, &t) : value_code(o, &t);
    }
    bool none = !by_rule && o->model->table->output[o->output].gaps_none;
    struct terminal gap = {.verdict = none ? VERDICT_NONE : VERDICT_GAP, .value = NO, .copy = NO, .rule = NO};
    *rest = by_rule ? 0 : value_code(o, &gap);
    return code;
}

/* About what levels take. */
static double levels_bytes(const struct diagram *d) {
    double bytes = 0;
    for (uint32_t i = d->nterminal; i < d->nnode; i++) {
        bytes += 2.0 * d->space->domain[d->node[i].input].natom;
    }
    return bytes;
}

/* Lists take far less than another form, for a question that is no hurry or that has no diagram? */
static bool by_lists(struct model_output *o, const struct diagram *d, bool by_rule, struct lowered *l) {
    enum { LARGE = 1 << 18, SHARE = 4 };
    const struct plan *p = o->model->in->plan[o->output];
    double other = d->complete ? levels_bytes(d) : lower_rows_bytes(p);
    if ((d->complete && !by_rule) || !d->ordered || other < LARGE) {
        return false;
    }
    uint32_t rest;
    const uint32_t *code = line_codes(o, by_rule, &rest);
    return lower_lists(o->model->arena, p, code, rest, other / SHARE, l);
}

static struct lowered lower_lookup(struct model_output *o, const struct diagram *d, bool by_rule) {
    const struct plan *p = o->model->in->plan[o->output];
    struct arena *a = o->model->arena;
    struct lowered l;
    if (by_lists(o, d, by_rule, &l)) {
        return l;
    }
    if (d->complete) {
        uint32_t *code = arena_alloc(a, ((size_t)d->nterminal + 1) * sizeof *code);
        for (uint32_t i = 0; i < d->nterminal; i++) {
            const struct terminal *t = &d->terminal[i];
            code[i] = by_rule ? rule_code(o, t) : value_code(o, t);
        }
        struct arena *scratch = arena_new();
        l = lower_diagram(a, scratch, d, code);
        for (size_t k = 0; k < l.nlevel; k++) {
            l.level[k].next = NULL;
        }
        arena_free(scratch);
        return l;
    }
    uint32_t rest;
    const uint32_t *code = line_codes(o, by_rule, &rest);
    return lower_plan(a, p, code, rest);
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
        if (l->form == FORM_LISTS) {
            size_t n;
            const uint32_t *input = model_list_reads(m->arena, l, &n);
            reads |= below(m, input, n);
        }
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

void model_lower_output(struct model *m, uint32_t output) {
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
    model_listed(o);
    o->constant = model_tree_fits(o);
    o->readable = model_switch_fits(o);
}
