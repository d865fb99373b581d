/* table_outputs.c -- [output NAME]: what the table decides.
 *
 * Out:  table.output in file order, the values of each, and the map from a value's name to its output, by which a
 *       needs clause finds what it speaks of.  NONE and ERROR are outcomes of every output and no value of any.
 */
#include "table.h"

#include <string.h>

static const char *const hit_word[] = {"specific", "first", "unique", "any"};
static const char *const override_word[] = {"no", "keep", "check", "fallback"};

/* The values, each entered under its name for the clauses that speak of it without its output. */
static void output_values(struct build *b, const struct section *s, uint32_t output) {
    struct output *out = &b->t->output[output];
    const struct key *values = meta_key(s, "values"), *range = meta_key(s, "range");
    if (out->is_int && values)
        msg_add(b->m, FINDING_TYPE, values->pos, strlen(values->name),
                "'values' has no meaning for an output of type int");
    if (!out->is_int && range)
        msg_add(b->m, FINDING_TYPE, range->pos, strlen(range->name),
                "'range' has no meaning for an output of type enum");
    if (!out->is_int && !values)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1, "output '%s' has neither 'values' nor 'type = int'",
                out->name);
    if (out->is_int || !values)
        return;
    value_list(b, values, &b->output_value[output], &out->value, &out->value_pos, &out->nvalue);
    for (size_t i = 0; i < out->nvalue; i++) {
        if (!strcmp(out->value[i], "NONE") || !strcmp(out->value[i], "ERROR"))
            msg_add(b->m, FINDING_NAME, out->value_pos[i], strlen(out->value[i]),
                    "'%s' is an outcome of every output and no value", out->value[i]);
        if (!names_add(&b->owner, out->value[i], output))
            names_add(&b->shared, out->value[i], output);
    }
}

/* As with inputs: declared even when a key has a fault. */
static void output_section(struct build *b, const struct section *s) {
    struct table *t = b->t;
    uint32_t index = (uint32_t)t->noutput, word = 0;
    meta_check(b, s, KIND_OUTPUT);
    if (t->noutput == MAX_SYMBOL)
        msg_add(b->m, FINDING_LIMIT, s->pos, 1, "more than %d outputs", (int)MAX_SYMBOL);
    if (!meta_named(b, s) || t->noutput == MAX_SYMBOL || !symbol_add(b, s->name, s->name_pos, index | SYMBOL_OUTPUT))
        return;
    struct output *out = PUSH(b->a, t->output, t->noutput);
    *out = (struct output){.name = s->name, .pos = s->name_pos, .input = NO, .about = meta_text(b, s, "about")};
    const struct key *k = meta_key(s, "type");
    static const char *const type[] = {"enum", "int"}, *const gaps[] = {"error", "NONE"};
    if (k && meta_choice(b, k, type, 2, &word))
        out->is_int = word == 1;
    word = 0;
    if ((k = meta_key(s, "hit")) && meta_choice(b, k, hit_word, 4, &word))
        out->hit = (enum hit)word;
    word = 0;
    if ((k = meta_key(s, "override")) && meta_choice(b, k, override_word, 4, &word))
        out->override = (enum override)word;
    word = 0;
    if ((k = meta_key(s, "gaps")) && meta_choice(b, k, gaps, 2, &word))
        out->gaps_none = word == 1;
    out->ranked = meta_yes(b, s, "ranked");
    out->as = meta_text(b, s, "as");
    input_range(b, s, &out->lo, &out->hi);
    output_values(b, s, index);
}

void table_outputs(struct build *b) {
    for (size_t i = 0; i < b->d->nsection; i++)
        if (b->kind[i] == KIND_OUTPUT)
            output_section(b, &b->d->section[i]);
}
