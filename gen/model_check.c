/* model_check.c -- needs clauses and forbids as templates see them: rows of bits, and which clause each bit is.
 *
 * Per output: the lists `check` and `forbid_check` of the inputs that the rows read, their layers and words; and of the
 * forbids what their answers ask of outputs that no input is `as`.
 */
#include "model.h"

#include <inttypes.h>

struct rows_of {
    const struct model_output *output;
    const struct lowered_check *check;
};

static void fill_level(struct scope *item, const void *of, size_t index) {
    const struct rows_of *r = of;
    const struct lowered_check *k = r->check;
    model_class(item, r->output->model, k->input[index], k->class[index]);
    model_words(item, "rows", k->row[index], k->nvalue * k->nword * k->nlayer * k->nclass_of[index]);
    scope_number(item, "nclass", k->nclass_of[index]);
}

static void fill_nothing(struct scope *item, const void *of, size_t index) {
    (void)item;
    (void)of;
    (void)index;
}

static struct rows_of *rows_of(struct scope *item, const struct model_output *o, const struct lowered_check *k) {
    struct rows_of *r = arena_alloc(scope_arena(item), sizeof *r);
    *r = (struct rows_of){o, k};
    return r;
}

/* Clauses that filter lists: `filter = no` are proven and checked, and leave a candidate in its list. */
static void bind_filters(struct scope *item, const struct model_output *o, size_t nvalue) {
    const struct lowered_check *k = &o->check;
    uint64_t *word = arena_alloc(scope_arena(item), (nvalue * k->nword + 1) * sizeof *word);
    for (size_t v = 0; v < nvalue; v++) {
        for (size_t i = 0; i < k->nclause[v]; i++) {
            bool filters = !o->model->table->rule[k->clause[v][i]].no_filter;
            word[v * k->nword + i / 64] |= (uint64_t)filters << i % 64;
        }
    }
    model_words(item, "filters", word, nvalue * k->nword);
}

/* Clause numbers are 16 bits at most; 0 behind the last of a value. */
void model_check(struct scope *item, const struct model_output *o) {
    const struct lowered_check *k = &o->check;
    const struct output *out = &o->model->table->output[o->output];
    uint32_t *clause = arena_alloc(scope_arena(item), (out->nvalue * k->most + 1) * sizeof *clause);
    for (size_t v = 0; v < out->nvalue; v++) {
        for (size_t i = 0; i < k->nclause[v]; i++) {
            clause[v * k->most + i] = o->model->clause_number[k->clause[v][i]];
        }
    }
    scope_number(item, "nword", (int64_t)k->nword);
    scope_number(item, "nlayer", (int64_t)k->nlayer);
    scope_number(item, "most_clauses", (int64_t)k->most);
    scope_list(item, "layer", k->nlayer, fill_nothing, NULL);
    scope_list(item, "check", k->ninput, fill_level, rows_of(item, o, k));
    model_ignored(item, "check_ignored", o, k->input, k->ninput, o->chained);
    model_list_inputs(item, "checked", o->model, k->input, k->ninput);
    model_bytes(item, "clauses", "clause_bits", clause, out->nvalue * k->most, (uint32_t)o->model->nclause);
    bind_filters(item, o, out->nvalue);
}

/* ---- forbids ---- */

/* What the forbids of an output ask of one output that no input is `as`. */
struct answers {
    const struct model_output *of, *output;
};

static const struct assign *answer_of(const struct rule *r, uint32_t output) {
    for (size_t i = 0; i < r->nassign; i++) {
        if (r->assign[i].output == output) {
            return &r->assign[i];
        }
    }
    return NULL;
}

static void put_entry(struct text *t, const struct entry *e, const char *none) {
    static const struct scale any = {.is_signed = true};
    if (e->kind == ENTRY_ALL) {
        text_put(t, "(");
        for (size_t i = 0; i < e->npart; i++) {
            text_put(t, i > 0 ? " && " : "");
            text_put(t, e->part[i].not ? "!" : "");
            put_entry(t, &e->part[i], none);
        }
        text_put(t, ")");
    } else if (e->kind == ENTRY_MULTIPLE) {
        text_printf(t, "(v %% %" PRId64 " == 0)", e->lo);
    } else if (e->kind == ENTRY_WORD && e->value == VALUE_NONE) {
        text_printf(t, "(v == %s)", none);
    } else if (e->kind == ENTRY_WORD && e->value == VALUE_ERROR) {
        text_put(t, "0");
    } else {
        text_put(t, e->kind == ENTRY_COMPARE && e->op == COMPARE_NE ? "!(v >= " : "(v >= ");
        lower_number_text(t, &any, (uint64_t)e->lo);
        if (e->hi < INT64_MAX) {
            text_put(t, " && v <= ");
            lower_number_text(t, &any, (uint64_t)e->hi);
        }
        text_put(t, ")");
    }
}

/* "v != ERROR && (v == 1 || ...)"; nothing comes out where the output is ERROR, and NONE is no number. */
static void put_answer(struct text *t, const struct model_output *o, const struct assign *e) {
    const char *prefix = arena_printf(t->arena, "%s_%s_", o->model->ID, o->ID);
    const struct output *out = &o->model->table->output[o->output];
    const char *none = arena_printf(t->arena, "%sNONE", prefix);
    bool any = false;
    text_printf(t, "v != %sERROR && %s(", prefix, e->negated ? "!" : "");
    for (size_t i = 0; out->is_int && i < e->outcome.ncand; i++, any = true) {
        bool is_none = e->outcome.cand[i].kind == ENTRY_WORD && e->outcome.cand[i].value == VALUE_NONE;
        text_put(t, any ? " || " : "");
        if (!is_none) {
            text_printf(t, "(v != %s && ", none);
        }
        put_entry(t, &e->outcome.cand[i], none);
        text_put(t, is_none ? "" : ")");
    }
    for (uint32_t v = 0; !out->is_int && v <= out->nvalue; v++) {
        bool is_none = v == out->nvalue;
        if (assign_has_value(e, is_none ? VALUE_NONE : v) == e->negated) {
            continue; /* not among those that are named */
        }
        text_printf(t, any ? " || v == %s%s" : "v == %s%s", prefix,
                    is_none ? "NONE" : model_id(t->arena, out->value[v], true));
        any = true;
    }
    text_put(t, any ? ")" : "0)");
}

/* Per word of the forbids: bits whose answer is not v. */
static void write_answers(struct text *into, const void *of) {
    const struct answers *a = of;
    const struct lowered_check *k = &a->of->forbid;
    text_put(into, "return (void)word, ");
    for (size_t w = 0; w < k->nword; w++) {
        text_printf(into, w + 1 < k->nword ? "word == %zuu ? 0ULL" : "0ULL", w);
        for (size_t i = 64 * w; i < k->nclause[0] && i < 64 * (w + 1); i++) {
            const struct rule *r = &a->of->model->table->rule[k->clause[0][i]];
            const struct assign *e = answer_of(r, a->output->output);
            if (e) {
                text_put(into, "\n    | (");
                put_answer(into, a->output, e);
                text_printf(into, " ? 0ULL : 0x%" PRIx64 "ULL)", UINT64_C(1) << i % 64);
            }
        }
        text_put(into, w + 1 < k->nword ? "\n    : " : ";\n");
    }
}

static void fill_answers(struct scope *item, const void *of, size_t index) {
    const struct answers *a = (const struct answers *)of + index;
    scope_text(item, "id", a->output->id);
    scope_text(item, "name", a->of->model->table->output[a->output->output].name);
    scope_flag(item, "long", model_long(a->output));
    scope_body(item, "bits", write_answers, a);
}

/* Outputs that the forbids ask for a value: those that no input is `as`. */
static void bind_answers(struct scope *item, const struct model_output *o) {
    const struct model *m = o->model;
    struct answers *list = NULL;
    size_t n = 0;
    for (size_t i = 0; i < m->table->noutput; i++) {
        const struct model_output *other = &m->output[m->order[i]];
        bool asked = false;
        for (size_t k = 0; k < o->forbid.nclause[0]; k++) {
            asked = asked || answer_of(&m->table->rule[o->forbid.clause[0][k]], other->output);
        }
        if (asked && m->table->output[other->output].input >= m->table->ninput) {
            *PUSH(scope_arena(item), list, n) = (struct answers){o, other};
        }
    }
    scope_list(item, "forbid_answer", n, fill_answers, list);
}

void model_forbid(struct scope *item, const struct model_output *o) {
    const struct lowered_check *k = &o->forbid;
    const struct model *m = o->model;
    uint32_t *number = arena_alloc(scope_arena(item), (k->nclause[0] + 1) * sizeof *number);
    for (size_t i = 0; i < k->nclause[0]; i++) {
        number[i] = m->forbid_number[k->clause[0][i]];
    }
    scope_number(item, "nforbid", (int64_t)k->nclause[0]);
    scope_flag(item, "forbids", k->nclause[0] > 0);
    scope_number(item, "forbid_nword", (int64_t)k->nword);
    scope_number(item, "forbid_nlayer", (int64_t)k->nlayer);
    scope_list(item, "forbid_layer", k->nlayer, fill_nothing, NULL);
    scope_list(item, "forbid_check", k->ninput, fill_level, rows_of(item, o, k));
    model_bytes(item, "forbid_numbers", "forbid_bits", number, k->nclause[0], (uint32_t)m->nforbid);
    model_list_bits(item, "forbid_chained", m, o->forbid_chained);
    model_ignored(item, "forbid_ignored", o, k->input, k->ninput, o->forbid_chained);
    bind_answers(item, o);
}
