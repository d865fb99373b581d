/* model_resolve.c -- what templates see of a whole table that is settled with a user's choices.
 *
 * Root: `run_input` and `build_input` (arguments apart), `retired`, and more of the group `has`.  Per output: which of the
 * earlier outputs its form in the order of settling takes, as parameters, as arguments and as members of the result.
 */
#include "model.h"

#include <ctype.h>
#include <string.h>

/* ---- what one output takes of the others ---- */

static uint64_t own_bit(const struct model_output *o) {
    uint32_t input = o->model->table->output[o->output].input;
    return input < o->model->table->ninput ? (uint64_t)1 << input : 0;
}

/* Is the other output one that the forbids of this one ask for a value, although no input is `as` it? */
static bool asks(const struct model_output *o, const struct model_output *other) {
    const struct table *t = o->model->table;
    bool asked = false;
    for (size_t k = 0; k < o->forbid.nclause[0]; k++) {
        const struct rule *r = &t->rule[o->forbid.clause[0][k]];
        for (size_t i = 0; i < r->nassign; i++) {
            asked = asked || r->assign[i].output == other->output;
        }
    }
    return asked && t->output[other->output].input >= t->ninput;
}

struct taken { /* one parameter */
    const char *id, *type, *member, *at;
};
struct takes {
    struct taken *at;
    size_t n;
};

static const char *arguments(const struct model *m, struct arena *a) {
    struct text t = {.arena = a};
    text_put(&t, "");
    for (size_t i = 0; i < m->nargument; i++) {
        text_printf(&t, "%s%s", i > 0 ? ", " : "", m->input_id[m->argument[i]]);
    }
    return t.at;
}

/* Chained inputs first, in their order, then other outputs, in that of settling; own: as value_. */
static struct takes takes_of(const struct model_output *o, struct arena *a, uint64_t chained, bool own) {
    const struct model *m = o->model;
    struct takes list = {NULL, 0};
    for (uint32_t i = 0; i < m->table->ninput; i++) {
        uint32_t of = m->table->input[i].chain;
        bool is_own = own_bit(o) >> i & 1;
        if ((chained >> i & 1) && (own || !is_own)) {
            *PUSH(a, list.at, list.n) = (struct taken){.id = is_own ? "value_" : m->input_id[i],
                                                       .type = lower_is_long(m->space, i) ? "long long" : "int",
                                                       .member = m->output[of].id,
                                                       .at = is_own ? "value_" : model_expr(m, a, i, AS_AT)};
        }
    }
    for (size_t i = 0; i < m->table->noutput; i++) {
        const struct model_output *other = &m->output[m->order[i]];
        bool is_own = other == o;
        if (asks(o, other) && (own || !is_own)) {
            *PUSH(a, list.at, list.n) = (struct taken){
                .id = is_own ? "value_" : arena_printf(a, "v_%s", other->id),
                .type = model_long(other) ? "long long" : "int",
                .member = other->id,
                .at = is_own ? "value_" : arena_printf(a, "%s_%s_at(%s)", m->id, other->id, arguments(m, a))};
        }
    }
    return list;
}

enum taken_as { TAKEN_PARAMS, TAKEN_ARGS, TAKEN_VALUES, TAKEN_AT };

static const char *taken_text(struct arena *a, const struct takes *list, enum taken_as as) {
    struct text t = {.arena = a};
    text_put(&t, "");
    for (size_t i = 0; i < list->n; i++) {
        const struct taken *k = &list->at[i];
        switch (as) {
        case TAKEN_PARAMS:
            text_printf(&t, ", %s %s", k->type, k->id);
            break;
        case TAKEN_ARGS:
            text_printf(&t, ", %s", k->id);
            break;
        case TAKEN_VALUES:
            text_printf(&t, ", out_->%s.value", k->member);
            break;
        case TAKEN_AT:
            text_printf(&t, ", %s", k->at);
            break;
        }
    }
    return t.at;
}

static void fill_taken(struct scope *item, const void *of, size_t index) {
    const struct takes *list = of;
    scope_text(item, "id", list->at[index].id);
}

static bool any_reduces(const struct model *m) {
    for (size_t i = 0; i < m->table->ninput; i++) {
        if (m->table->input[i].reduce) {
            return true;
        }
    }
    return false;
}

void model_settle(struct scope *item, const struct model_output *o) {
    struct arena *a = scope_arena(item);
    const struct output *out = &o->model->table->output[o->output];
    struct takes *settle = arena_alloc(a, sizeof *settle);
    struct takes forbid = takes_of(o, a, o->forbid_chained, true);
    static const struct scale any = {.is_signed = true};
    struct text low = {.arena = a}, high = {.arena = a};
    *settle = takes_of(o, a, o->chained | o->forbid_chained, false);
    lower_number_text(&low, &any, (uint64_t)out->lo);
    lower_number_text(&high, &any, (uint64_t)out->hi);
    scope_text(item, "low", low.at);
    scope_text(item, "high", high.at);
    scope_flag(item, "ranked", !out->is_int && out->ranked);
    scope_flag(item, "orders", !out->is_int && (out->ranked || any_reduces(o->model)));
    scope_text(item, "settle_params", taken_text(a, settle, TAKEN_PARAMS));
    scope_text(item, "settle_args", taken_text(a, settle, TAKEN_ARGS));
    scope_text(item, "settle_values", taken_text(a, settle, TAKEN_VALUES));
    scope_list(item, "settle", settle->n, fill_taken, settle);
    scope_text(item, "forbid_settle", taken_text(a, &forbid, TAKEN_ARGS));
    scope_text(item, "forbid_at", taken_text(a, &forbid, TAKEN_AT));
}

/* ---- the root ---- */

static bool is_identifier(const char *name) {
    bool is = isalpha((unsigned char)*name) || *name == '_';
    for (const char *c = name; *c && is; c++) {
        is = isalnum((unsigned char)*c) || *c == '_';
    }
    return is;
}

static void fill_retired(struct scope *item, const void *of, size_t index) {
    const struct model *m = of;
    const struct retired *r = &m->table->retired[index];
    scope_text(item, "name", r->name);
    scope_text(item, "id", model_id(scope_arena(item), r->name, true));
    scope_text(item, "instead", r->instead);
    scope_text(item, "why", r->why);
    scope_flag(item, "identifier", is_identifier(r->name));
}

void model_resolve(struct scope *root, struct scope *has, const struct model *m) {
    uint64_t build = 0, run = 0;
    bool chained = false, override = false;
    for (size_t i = 0; i < m->nargument; i++) {
        uint64_t bit = (uint64_t)1 << m->argument[i];
        *(m->table->input[m->argument[i]].when == WHEN_BUILD ? &build : &run) |= bit;
    }
    for (size_t i = 0; i < m->table->noutput; i++) {
        chained = chained || m->output[i].chained;
        override = override || m->table->output[i].override != OVERRIDE_NO;
    }
    model_list_bits(root, "build_input", m, build);
    model_list_bits(root, "run_input", m, run);
    scope_list(root, "retired", m->table->nretired, fill_retired, m);
    scope_flag(has, "build", build != 0);
    scope_flag(has, "devices", any_reduces(m));
    scope_flag(has, "retired", m->table->nretired > 0);
    scope_number(has, "nretired", (int64_t)m->table->nretired);
    scope_flag(has, "chained", chained);
    scope_number(has, "upstream", (int64_t)m->nrule + 1);
    scope_flag(has, "override", override);
}
