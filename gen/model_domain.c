/* model_domain.c -- an input's domain as plain data, for targets in languages that have no text in C.
 *
 * In:  the atoms of an input and what cuts them.  Out, per input: the list `atom` (its label; `word` where it is a special
 * cell; numbers from `low` to `high`; `piece` and `pattern` of an int), `alias`, what a number or a version is cut at
 * (`bound`, `modulus`, `pattern`, `cut`), and what a derived one is made of (`op`, `left`, `right`, `by`).
 */
#include "model.h"

#include <ctype.h>
#include <inttypes.h>

/* CamelCase: `_x` becomes `X`, so that two identifiers never give one name. */
const char *model_camel(struct arena *a, const char *id) {
    struct text t = {.arena = a};
    bool upper = true;
    text_put(&t, "");
    for (const char *c = id; *c; c++) {
        bool dropped = *c == '_' && islower((unsigned char)c[1]) && c > id;
        char letter = upper ? (char)toupper((unsigned char)*c) : *c;
        if (!dropped) {
            text_add(&t, &letter, 1);
        }
        upper = dropped;
    }
    return t.at;
}

struct of_input {
    const struct model *model;
    uint32_t input;
};

static const struct domain *domain_of(const struct of_input *of) {
    return &of->model->space->domain[of->input];
}

/* ---- atoms ---- */

static const char *special_word(const struct domain *d, uint32_t atom) {
    static const char *const word[] = {"other", "newer", "none", "absent", "", "unset", "unknown", "ERROR"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        if (d->special[i] == atom) {
            return word[i];
        }
    }
    return "";
}

/* Of an int: how many bounds lie at or below it. */
static size_t piece_of(const struct domain *d, const struct atom *atom) {
    size_t piece = 0;
    while (piece < d->nbound && d->bound[piece] <= atom->lo) {
        piece++;
    }
    return piece;
}

static void fill_atom(struct scope *item, const void *of, size_t index) {
    const struct of_input *o = of;
    const struct domain *d = domain_of(o);
    const struct input *in = &o->model->table->input[o->input];
    const struct atom *atom = &d->atom[index];
    const char *word = special_word(d, (uint32_t)index);
    bool number = !*word && (in->type == TYPE_INT || in->type == TYPE_SM);
    scope_text(item, "label", atom->label);
    scope_text(item, "word", word);
    bool prefix = !*word && in->type == TYPE_NAME && index >= in->nvalue;
    scope_flag(item, "prefix", prefix);
    scope_text(item, "stem", prefix ? in->prefix[atom->lo] : "");
    scope_flag(item, "number", number);
    scope_number(item, "low", number ? atom->lo : 0);
    scope_number(item, "high", number ? atom->hi : 0);
    scope_number(item, "piece", number ? (int64_t)piece_of(d, atom) : 0);
    scope_text(item, "pattern",
               number && d->npattern ? arena_printf(scope_arena(item), "%" PRIu64, d->pattern[atom->residue]) : "0");
}

static void fill_alias(struct scope *item, const void *of, size_t index) {
    const struct of_input *o = of;
    const struct alias *alias = &o->model->table->input[o->input].alias[index];
    scope_text(item, "name", alias->name);
    scope_number(item, "atom", alias->value);
}

/* ---- what cuts numbers and versions ---- */

static void fill_bound(struct scope *item, const void *of, size_t index) {
    scope_number(item, "number", domain_of(of)->bound[index]);
}

static void fill_modulus(struct scope *item, const void *of, size_t index) {
    scope_number(item, "number", domain_of(of)->modulus[index]);
}

/* side: -1 just below the version; 1 just above it; 2 above all of its post releases. */
static void fill_cut(struct scope *item, const void *of, size_t index) {
    const struct cut *cut = &domain_of(of)->cut[index];
    scope_text(item, "version", version_text(scope_arena(item), cut->base));
    scope_number(item, "side", cut->side);
}

/* ---- derived ---- */

static const char *factor_name(const struct model *m, uint32_t input) {
    return input == NO ? "" : m->table->input[input].name;
}

static void bind_derived(struct scope *item, const struct model *m, const struct input *in) {
    char op[2] = {in->from_op, 0};
    bool derived = in->from_op != 0;
    scope_flag(item, "derived", derived);
    scope_text(item, "op", arena_strdup(scope_arena(item), op, derived));
    scope_text(item, "left", derived ? factor_name(m, in->from[0]) : "");
    scope_text(item, "right", derived ? factor_name(m, in->from[1]) : "");
    scope_number(item, "left_bit", derived ? (int64_t)in->from[0] : 0);
    scope_number(item, "right_bit", derived && in->from[1] != NO ? (int64_t)in->from[1] : 0);
    scope_number(item, "by", in->from_by);
}

void model_domain(struct scope *item, const struct model *m, uint32_t input) {
    static const char *const scheme[] = {"pep440", "release", "cudnn", "cuda"};
    const struct input *in = &m->table->input[input];
    const struct domain *d = &m->space->domain[input];
    struct of_input *of = arena_alloc(scope_arena(item), sizeof *of);
    *of = (struct of_input){m, input};
    scope_text(item, "camel", model_camel(scope_arena(item), m->input_id[input]));
    scope_flag(item, "chained", in->chain != NO);
    scope_text(item, "source", in->chain != NO ? m->table->output[in->chain].name : "");
    scope_text(item, "scheme", in->type == TYPE_VERSION ? scheme[in->scheme] : "");
    scope_flag(item, "absent", d->special[VALUE_ABSENT - VALUE_OTHER] != NO);
    scope_number(item, "natom", d->natom);
    scope_number(item, "least", in->lo);
    scope_number(item, "most", in->hi);
    scope_list(item, "atom", d->natom, fill_atom, of);
    scope_list(item, "alias", in->nalias, fill_alias, of);
    scope_list(item, "bound", d->nbound, fill_bound, of);
    scope_list(item, "modulus", d->nmodulus, fill_modulus, of);
    scope_list(item, "cut", d->ncut, fill_cut, of);
    bind_derived(item, m, in);
}
