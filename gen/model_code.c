/* model_code.c -- an output's codes, and what clauses and forbids ask for, as plain data.
 *
 * In:  what was lowered of an output.  Out: the list `code` (what each number of the packed forms stands for), its values
 * (`possible`), each with its `clause`s, and the `forbid`s that are asked of the output, each with the boxes in which it fails (or is hit) and
 * with the answers of other outputs that it speaks of.
 */
#include "model.h"

/* ---- codes ---- */

static void fill_code(struct scope *item, const void *of, size_t index) {
    const struct model_output *o = of;
    const struct output *out = &o->model->table->output[o->output];
    bool error = index == 0, none = index == (out->is_int ? 1 : out->nvalue + 1), value = !error && !none;
    bool copied = value && out->is_int && o->copy[index] != NO;
    scope_text(item, "is", error ? "error" : none ? "none" : "value");
    scope_text(item, "value", value && !out->is_int ? out->value[index - 1] : "");
    scope_number(item, "number", value && out->is_int ? o->number[index] : 0);
    scope_flag(item, "copied", copied);
    scope_number(item, "times", copied ? (int64_t)o->copy[index] : 0);
}

/* Does any cell come to NONE? */
static bool yields_none(const struct model_output *o) {
    const struct diagram *d = o->model->in->value[o->output];
    const struct plan *p = o->model->in->plan[o->output];
    bool none = !d->complete && o->model->table->output[o->output].gaps_none;
    for (size_t i = 0; d->complete && i < d->nterminal; i++) {
        none = none || d->terminal[i].verdict == VERDICT_NONE;
    }
    for (size_t i = 0; !d->complete && i < p->nline; i++) {
        none = none || p->line[i].kind == LINE_NONE;
    }
    return none;
}

/* ---- clauses of a value ---- */

struct of_value {
    const struct model_output *output;
    size_t value;
};

static void fill_clause(struct scope *item, const void *of, size_t index) {
    const struct of_value *v = of;
    const struct model *m = v->output->model;
    uint32_t rule = v->output->check.clause[v->value][index];
    scope_number(item, "id", m->clause_number[rule]);
    scope_text(item, "name", m->table->rule[rule].name);
}

static void fill_possible(struct scope *item, const void *of, size_t index) {
    const struct model_output *o = of;
    struct of_value *v = arena_alloc(scope_arena(item), sizeof *v);
    *v = (struct of_value){o, index};
    scope_text(item, "name", o->model->table->output[o->output].value[index]);
    scope_list(item, "clause", o->check.nclause[index], fill_clause, v);
}

/* ---- forbids ---- */

struct of_answer {
    const struct model_output *output;
    const struct assign *assign;
    const struct entry *entry;
    uint32_t *value; /* of an output with values: those among the answers; NO: NONE */
    size_t n;
};

/* One test of a number: low <= x <= high, or a multiple; `unlike`: not so. */
static void fill_part(struct scope *item, const void *of, size_t index) {
    const struct of_answer *a = of;
    const struct entry *e = a->entry->kind == ENTRY_ALL ? &a->entry->part[index] : a->entry;
    bool multiple = e->kind == ENTRY_MULTIPLE, differs = e->kind == ENTRY_COMPARE && e->op == COMPARE_NE;
    bool within = a->entry->kind == ENTRY_ALL && e->not ;
    scope_flag(item, "unlike", within != differs);
    scope_number(item, "modulus", multiple ? e->lo : 0);
    scope_number(item, "low", multiple ? INT64_MIN : e->lo);
    scope_number(item, "high", multiple ? INT64_MAX : e->hi);
}

static void fill_number(struct scope *item, const void *of, size_t index) {
    const struct of_answer *all = of;
    struct of_answer *one = arena_alloc(scope_arena(item), sizeof *one);
    *one = *all;
    one->entry = &all->assign->outcome.cand[index];
    bool word = one->entry->kind == ENTRY_WORD && one->entry->value >= VALUE_OTHER && one->entry->value != NO;
    bool none = word && one->entry->value == VALUE_NONE;
    scope_flag(item, "none", none);
    scope_flag(item, "never", word && !none);
    scope_list(item, "part", word ? 0 : one->entry->kind == ENTRY_ALL ? one->entry->npart : 1, fill_part, one);
}

static void fill_value(struct scope *item, const void *of, size_t index) {
    const struct of_answer *a = of;
    const struct output *out = &a->output->model->table->output[a->assign->output];
    scope_flag(item, "none", a->value[index] == NO);
    scope_text(item, "value", a->value[index] == NO ? "" : out->value[a->value[index]]);
}

struct of_forbid {
    const struct model_output *output;
    const struct assign **assign;
    size_t nassign;
};

static void fill_asked(struct scope *item, const void *of, size_t index) {
    const struct of_forbid *f = of;
    const struct assign *e = f->assign[index];
    const struct output *out = &f->output->model->table->output[e->output];
    struct of_answer *a = arena_alloc(scope_arena(item), sizeof *a);
    *a = (struct of_answer){.output = f->output, .assign = e};
    for (uint32_t v = 0; !out->is_int && v <= out->nvalue; v++) {
        if (assign_has_value(e, v == out->nvalue ? VALUE_NONE : v) != e->negated) {
            *PUSH(scope_arena(item), a->value, a->n) = v == out->nvalue ? NO : v;
        }
    }
    scope_text(item, "output", out->name);
    scope_flag(item, "int", out->is_int);
    scope_flag(item, "negated", out->is_int && e->negated);
    scope_list(item, "value", a->n, fill_value, a);
    scope_list(item, "number", out->is_int ? e->outcome.ncand : 0, fill_number, a);
}

static void fill_forbid(struct scope *item, const void *of, size_t index) {
    const struct model_output *o = of;
    const struct model *m = o->model;
    uint32_t rule = o->forbid.clause[0][index];
    const struct rule *r = &m->table->rule[rule];
    struct of_forbid *f = arena_alloc(scope_arena(item), sizeof *f);
    *f = (struct of_forbid){.output = o};
    for (size_t i = 0; i < r->nassign; i++) { /* where an input is `as` the output, the boxes ask it */
        if (m->table->output[r->assign[i].output].input >= m->table->ninput) {
            *PUSH(scope_arena(item), f->assign, f->nassign) = &r->assign[i];
        }
    }
    scope_number(item, "id", m->forbid_number[rule]);
    model_boxes(item, m, &o->forbid.where[0][index]);
    scope_list(item, "asked", f->nassign, fill_asked, f);
}

void model_codes(struct scope *item, const struct model_output *o) {
    const struct output *out = &o->model->table->output[o->output];
    uint32_t input = out->input;
    scope_text(item, "camel", model_camel(scope_arena(item), o->id));
    scope_flag(item, "none", yields_none(o));
    scope_flag(item, "carried", input < o->model->table->ninput);
    scope_text(item, "as", input < o->model->table->ninput ? o->model->table->input[input].name : "");
    scope_number(item, "as_bit", input < o->model->table->ninput ? (int64_t)input : 0);
    scope_number(item, "least", out->lo);
    scope_number(item, "most", out->hi);
    scope_list(item, "code", out->is_int ? o->ncode : out->nvalue + 2, fill_code, o);
    scope_list(item, "possible", out->is_int ? 0 : out->nvalue, fill_possible, o);
    scope_list(item, "forbid", o->forbid.nclause[0], fill_forbid, o);
}
