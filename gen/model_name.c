/* model_name.c -- names of a table as C identifiers.
 *
 * Values of open `name` inputs keep their spelling, values of closed lists are upper case; table_names.c has refused
 * what would give one identifier twice.
 */
#include "model.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static const char *mapped(struct arena *a, const char *name, int (*to)(int)) {
    char *id = arena_strdup(a, name, strlen(name));
    for (char *c = id; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        *c = byte < 128 && isalnum(byte) ? (char)(to ? to(byte) : byte) : '_';
    }
    return id;
}

const char *model_id(struct arena *a, const char *name, bool upper) {
    return mapped(a, name, upper ? toupper : NULL);
}

const char *model_lower(struct arena *a, const char *name) {
    return mapped(a, name, tolower);
}

const char *model_atom(const struct model *m, struct arena *a, uint32_t input, uint32_t atom) {
    static const char *const word[] = {"OTHER", "NEWER", "NONE", "ABSENT", NULL, "UNSET", "UNKNOWN", "ERROR"};
    const struct input *in = &m->table->input[input];
    const struct domain *d = &m->space->domain[input];
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        if (word[i] && d->special[i] == atom) {
            return word[i];
        }
    }
    if (in->type == TYPE_NAME && atom >= in->nvalue) {
        return arena_printf(a, "PREFIX_%s", model_id(a, in->prefix[d->atom[atom].lo], false));
    }
    return in->type == TYPE_NAME || in->type == TYPE_ENUM || in->type == TYPE_BOOL
               ? model_id(a, in->value[atom], in->type != TYPE_NAME)
               : NULL;
}

const char *model_named(const struct model *m, struct arena *a, uint32_t input, uint32_t atom) {
    const char *name = model_atom(m, a, input, atom);
    return name ? arena_printf(a, "%s_%s_%s", m->ID, m->input_ID[input], name) : NULL;
}

const char *model_number(const struct model *m, struct arena *a, uint32_t input, uint32_t atom) {
    const char *name = model_named(m, a, input, atom);
    struct text t = {.arena = a};
    if (name) {
        return name;
    }
    lower_number_text(&t, &m->scale[input], lower_number(m->space, input, atom));
    return t.at;
}

/* The table stage and domain_derived.c keep the product within the output's range. */
const char *model_copy(const struct model_output *o, struct arena *a, int64_t factor, uint32_t input, enum as as) {
    struct text t = {.arena = a};
    struct scale any = {.is_signed = true};
    const char *cast = as == AS_MACRO ? "" : model_long(o) ? "(long long)" : "(int)";
    text_printf(&t, "%s(", cast);
    if (factor != 1) {
        text_put(&t, model_long(o) ? "1LL * " : "");
        lower_number_text(&t, &any, (uint64_t)factor);
        text_put(&t, " * ");
    }
    const struct model *m = o->model;
    text_printf(&t, "%s)", as == AS_MACRO ? arena_printf(a, "(%s)", m->input_id[input]) : model_expr(m, a, input, as));
    return t.at;
}

const char *model_outcome(const struct model_output *o, struct arena *a, const struct terminal *t, enum as as) {
    const struct model *m = o->model;
    const struct output *out = &m->table->output[o->output];
    struct text number = {.arena = a};
    if (t->verdict == VERDICT_NONE) {
        return arena_printf(a, "%s_%s_NONE", m->ID, o->ID);
    }
    if (t->verdict != VERDICT_VALUE) {
        return arena_printf(a, "%s_%s_ERROR", m->ID, o->ID);
    }
    if (!out->is_int) {
        return arena_printf(a, "%s_%s_%s", m->ID, o->ID, model_id(a, out->value[t->value], true));
    }
    if (t->copy != NO) {
        return model_copy(o, a, t->number, t->copy, as);
    }
    struct scale any = {.is_signed = true};
    lower_number_text(&number, &any, (uint64_t)t->number);
    return number.at;
}
