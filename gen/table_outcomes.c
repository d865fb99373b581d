/* table_outcomes.c -- outcomes of rules, and the answers that pins and forbids expect.
 *
 * In:   the key of an output.
 * Out:  in a rule what it selects (cell_outcome.c); in a pin or forbid a set of answers: alternatives separated by ','
 *       with or without '!', whose meaning turnout.h gives at struct assign.
 * Guarantee: every value is one that the output has; a copy or product names an input that can have such values; lists
 *       are flattened later (table_lists.c), when every set is known.
 */
#include "table.h"

#include <string.h>

/* A value of the output, or a set of it.  special: NONE and ERROR too. */
bool outcome_value(struct build *b, uint32_t output, struct entry *e, bool special) {
    const struct output *out = &b->t->output[output];
    if (e->kind == ENTRY_SET) {
        e->set = set_find(b, e);
        if (e->set == NO || b->t->set[e->set].broken)
            return false;
        if (b->t->set[e->set].output == output)
            return true;
        msg_add(b->m, FINDING_TYPE, e->pos, e->len, "'@%s' is a set of '%s', not of the output '%s'", e->text,
                set_of(b, &b->t->set[e->set]), out->name);
        return false;
    }
    if (e->kind != ENTRY_WORD || e->group) {
        msg_add(b->m, FINDING_TYPE, e->pos, e->len, "'%s' is no value of the output '%s', which takes values and @sets",
                entry_text(b->a, e), out->name);
        return false;
    }
    e->value = names_find(&b->output_value[output], e->text);
    if (special && e->value == NO)
        e->value = !strcmp(e->text, "NONE") ? VALUE_NONE : !strcmp(e->text, "ERROR") ? VALUE_ERROR : NO;
    if (e->value != NO)
        return true;
    if (!special && (!strcmp(e->text, "NONE") || !strcmp(e->text, "ERROR")))
        msg_add(b->m, FINDING_TYPE, e->pos, e->len, "'%s' is an outcome and stands alone, not in a list of values",
                e->text);
    else
        msg_add(b->m, FINDING_UNKNOWN, e->pos, e->len, "'%s' is no value of output '%s'%s", e->text, out->name,
                meta_hint(b, e->text, out->value, out->nvalue));
    return false;
}

/* An open set of names knows the values that are copied from it by their names. */
static void copied_names(struct build *b, uint32_t input, const struct output *out) {
    for (size_t i = 0; i < out->nvalue; i++) {
        struct entry e = {.kind = ENTRY_WORD, .text = out->value[i], .pos = out->value_pos[i]};
        e.len = (uint32_t)strlen(e.text);
        type_entry(b, input, &e);
    }
}

/* `<input>` and `64 * input`. */
static bool outcome_input(struct build *b, uint32_t output, struct outcome *o) {
    const struct output *out = &b->t->output[output];
    const struct entry *e = &o->cand[0];
    o->input = input_find(b, e->text, e->pos, e->len);
    if (o->input == NO)
        return false;
    const struct input *in = &b->t->input[o->input];
    bool number = in->type == TYPE_INT;
    if (o->kind == OUTCOME_COPY && !out->is_int && in->type == TYPE_NAME)
        copied_names(b, o->input, out);
    if (o->kind == OUTCOME_PRODUCT && !(out->is_int && number))
        msg_add(b->m, FINDING_TYPE, o->pos, o->len,
                "a product needs an output and an input of type int; '%s' is of type %s",
                out->is_int ? in->name : out->name, out->is_int ? type_name(in->type) : "enum");
    else if (out->is_int != number || (!number && in->type != TYPE_ENUM && in->type != TYPE_NAME))
        msg_add(b->m, FINDING_TYPE, o->pos, o->len, "'<%s>' is of type %s, which output '%s' cannot be", in->name,
                type_name(in->type), out->name);
    else
        return true;
    return false;
}

static bool outcome_number(struct build *b, uint32_t output, struct outcome *o) {
    const struct output *out = &b->t->output[output];
    const struct entry *e = &o->cand[0];
    if (o->ncand > 1 || e->kind != ENTRY_WORD || !meta_number(e->text, &o->number)) {
        bool input = e->kind == ENTRY_WORD && build_find_input(b, e->text) != NO;
        msg_add(b->m, FINDING_TYPE, o->pos, o->len, "output '%s' is an int: a number, %s%s%s or a product 64 * input",
                out->name, input ? "<" : "a copy ", input ? e->text : "<input>", input ? ">" : "");
        return false;
    }
    o->kind = OUTCOME_INT;
    if (o->number >= out->lo && o->number <= out->hi)
        return true;
    msg_add(b->m, FINDING_TYPE, o->pos, o->len, "'%s' lies outside of the range %lld..%lld of '%s'", e->text,
            (long long)out->lo, (long long)out->hi, out->name);
    return false;
}

static bool outcome_new(struct build *b, const struct key *k, uint32_t output, const char *why, struct outcome *o) {
    if (!*k->value || !cell_outcome(b->a, b->m, k, o))
        return false;
    bool good = true;
    switch (o->kind) {
    case OUTCOME_COPY:
    case OUTCOME_PRODUCT:
        return outcome_input(b, output, o);
    case OUTCOME_ERROR:
        if (!o->error)
            o->error = why;
        if (!o->error)
            msg_add(b->m, FINDING_MISSING, o->pos, o->len, "ERROR without text; write ERROR \"text\", or 'why'");
        return o->error != NULL;
    case OUTCOME_LIST:
        if (b->t->output[output].is_int)
            return outcome_number(b, output, o);
        for (size_t i = 0; i < o->ncand; i++)
            good = outcome_value(b, output, &o->cand[i], false) && good;
        return good;
    case OUTCOME_NONE:
    case OUTCOME_INT:
        break;
    }
    return true;
}

/* One value on its own is the same wherever it stands; its place is that of the outcome. */
static bool is_value(const struct build *b, uint32_t output, const struct outcome *o) {
    return o->kind == OUTCOME_LIST && !b->t->output[output].is_int && o->ncand == 1 && o->cand->kind == ENTRY_WORD;
}

bool outcome_read(struct build *b, const struct key *k, uint32_t output, const char *why, struct assign *out) {
    struct outcome *o = &out->outcome;
    const struct same *same = same_find(b, output | SYMBOL_OUTPUT, k);
    *out = (struct assign){.output = output, .pos = k->pos};
    if (same) {
        *o = *same->outcome;
        o->pos = key_at(k, 0);
        return true;
    }
    if (!outcome_new(b, k, output, why, o))
        return false;
    if (k->text && is_value(b, output, o)) {
        struct outcome *known = arena_alloc(b->a, sizeof *known);
        *known = *o;
        same_add(b, output | SYMBOL_OUTPUT, k)->outcome = known;
    }
    return true;
}
/* The answers of an int output: entries of an int with its range; NONE and ERROR beside them. */
static bool match_number(struct build *b, uint32_t output, struct entry *e) {
    const struct output *out = &b->t->output[output];
    struct input as = {.name = out->name, .type = TYPE_INT, .lo = out->lo, .hi = out->hi, .chain = NO};
    bool none = e->kind == ENTRY_WORD && !strcmp(e->text, "NONE"), good = true;
    if (none || (e->kind == ENTRY_WORD && !strcmp(e->text, "ERROR"))) {
        e->value = none ? VALUE_NONE : VALUE_ERROR;
        e->lo = 1;
        return true;
    }
    if (e->kind != ENTRY_ALL)
        return type_int(b, &as, e);
    for (size_t i = 0; i < e->npart; i++)
        good = type_int(b, &as, &e->part[i]) && good;
    return good;
}

/* `!a, !b` is a negation of the whole; `@all, !b` is all without b, which only a list of values can say. */
static bool match_signs(struct build *b, const struct entries *es, bool is_int, bool *negated) {
    size_t nnot = 0;
    for (size_t i = 0; i < es->count; i++)
        nnot += es->entry[i].not ;
    *negated = nnot > 0 && nnot == es->count;
    if (nnot == 0 || *negated || !is_int)
        return true;
    for (size_t i = 0; i < es->count; i++)
        if (es->entry[i].not )
            msg_add(b->m, FINDING_SYNTAX, es->entry[i].pos, es->entry[i].len,
                    "'%s' among answers without '!'; name the answers, or those that it is not",
                    entry_text(b->a, &es->entry[i]));
    return false;
}

bool outcome_match(struct build *b, const struct key *k, uint32_t output, struct assign *out) {
    struct outcome *o = &out->outcome;
    const char *quote = strchr(k->value, '"');
    *out = (struct assign){.output = output, .pos = k->pos};
    if (quote && !strncmp(k->value, "ERROR", 5)) /* an error with its text */
        return outcome_read(b, k, output, NULL, out);
    *o = (struct outcome){.kind = OUTCOME_LIST, .input = NO, .pos = key_at(k, 0)};
    o->len = (uint32_t)strcspn(k->value, "\n");
    struct entries es = *k->value ? cell_entries(b->a, b->m, k) : (struct entries){0};
    bool is_int = b->t->output[output].is_int;
    bool good = es.count > 0 && match_signs(b, &es, is_int, &out->negated);
    for (size_t i = 0; i < es.count; i++) {
        struct entry *e = &es.entry[i];
        good = (is_int ? match_number(b, output, e) : outcome_value(b, output, e, true)) && good;
        if (out->negated)
            e->not = false; /* negated says it for all */
    }
    if (good && es.count == 1 && es.entry->kind == ENTRY_WORD &&
        (es.entry->value == VALUE_NONE || es.entry->value == VALUE_ERROR))
        o->kind = es.entry->value == VALUE_NONE ? OUTCOME_NONE : OUTCOME_ERROR;
    o->cand = es.entry;
    o->ncand = (uint32_t)es.count;
    return good;
}
