/* table.c -- sections resolved against each other: the order of the work.
 *
 * In:   every section of the table file and of the files it uses, as text.
 * Out:  struct table: inputs with their domains, outputs, sets, rules of every kind, all by index.
 * Guarantee: every key of every section is used or has a message; every fault of text is a message with its exact place,
 *       and all of them are found in one run.  The work is linear in the text, or n log n: names are looked up by hash.
 */
#include "table.h"

#include <string.h>

/* The table's own [table] is the last one: the sections of used files come first. */
static void find_main(struct build *b) {
    b->kind = arena_alloc(b->a, (b->d->nsection + 1) * sizeof *b->kind);
    for (size_t i = 0; i < b->d->nsection; i++) {
        b->kind[i] = meta_kind(b->d->section[i].kind);
        b->allows = b->allows || b->kind[i] == KIND_ALLOW;
        if (b->kind[i] == KIND_TABLE)
            b->main = &b->d->section[i];
    }
}

/* Unknown kinds, and a second [table] (read.c has told of sections that stand twice under one name). */
static void check_sections(struct build *b) {
    for (size_t i = 0; i < b->d->nsection; i++) {
        const struct section *s = &b->d->section[i];
        if (!b->kind[i])
            meta_unknown_kind(b, s);
        if (b->kind[i] != KIND_TABLE || s == b->main || s->pos.file != b->main->pos.file)
            continue;
        struct msg *msg = msg_add(b->m, FINDING_DUPLICATE, b->main->pos, strlen(s->kind) + 1,
                                  "a second [table] in one file; a file is one table");
        msg_note(b->m, msg, s->pos, "the first is here");
    }
}

static void table_tiers(struct build *b) {
    const struct key *k = meta_key(b->main, "tiers");
    struct pos *pos = NULL;
    if (k)
        value_list(b, k, &b->tier, &b->t->tier, &pos, &b->t->ntier);
    if (b->t->ntier == 0)
        *PUSH(b->a, b->t->tier, b->t->ntier) = "default";
}

/* The input whose versions since and until mean. */
static void table_versions(struct build *b) {
    const struct key *k = meta_key(b->main, "versions");
    b->t->versions = NO;
    if (!k || !*k->value)
        return;
    uint32_t input = input_find(b, k->value, key_at(k, 0), strcspn(k->value, "\n"));
    if (input != NO && b->t->input[input].type != TYPE_VERSION)
        msg_add(b->m, FINDING_TYPE, key_at(k, 0), strlen(k->value), "'%s' is of type %s, not version", k->value,
                type_name(b->t->input[input].type));
    else
        b->t->versions = input;
}

static void section_resolve(struct build *b, const struct section *s, enum kind kind) {
    switch (kind) {
    case KIND_SET:
        table_set(b, s);
        break;
    case KIND_FACT:
        table_fact(b, s);
        break;
    case KIND_RULE:
    case KIND_REFUSE:
    case KIND_FORBID:
    case KIND_NEVER:
    case KIND_PIN:
        table_rule(b, s, kind);
        break;
    case KIND_NEEDS:
        table_needs(b, s);
        break;
    case KIND_GRID:
        table_grid(b, s);
        break;
    case KIND_RETIRED:
        table_retired(b, s);
        break;
    case KIND_FROM:
        table_from(b, s);
        break;
    case KIND_TABLE:
        meta_check(b, s, KIND_TABLE);
        meta_named(b, s);
        break;
    case KIND_INPUT:
    case KIND_OUTPUT:
    case KIND_SM:
    case KIND_ALLOW: /* speaks of rules that may stand behind it */
        break;
    }
}

/* A vocabulary has no inputs, outputs or rules and is complete without them. */
static void check_complete(struct build *b) {
    const struct table *t = b->t;
    if (t->noutput || (t->ninput == 0 && t->nrule == 0 && t->nset + t->ngpu))
        return;
    for (size_t i = 0; i < b->d->nsection; i++)
        if (!strcmp(b->d->section[i].kind, "output"))
            return; /* one that has its message */
    msg_add(b->m, FINDING_MISSING, b->main->pos, strlen(b->main->kind) + 1, "the table '%s' has no [output] section",
            t->name);
}

static void build_names(struct build *b) {
    struct names *const one[] = {&b->vocabulary_value, &b->symbol, &b->set,  &b->tier,     &b->owner,
                                 &b->shared,           &b->rule,   &b->meta, &b->specifier};
    struct names **const many[] = {&b->value, &b->prefix, &b->output_value};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        one[i]->arena = b->a;
    for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
        *many[i] = arena_alloc(b->a, MAX_SYMBOL * sizeof **many[i]);
        for (size_t j = 0; j < MAX_SYMBOL; j++)
            (*many[i])[j].arena = b->a;
    }
}

struct table *table_build(struct arena *a, struct msgs *m, const struct doc *d, const char *path) {
    struct build *b = arena_alloc(a, sizeof *b); /* conditions point into it */
    *b = (struct build){.a = a, .m = m, .d = d, .t = arena_alloc(a, sizeof(struct table))};
    for (uint32_t i = 0; i < MAX_SYMBOL; i++)
        b->number[i] = i;
    build_names(b);
    b->of_text = arena_alloc(a, ((size_t)d->ntext + 1) * sizeof *b->of_text);
    meta_names(b);
    find_main(b);
    check_sections(b);
    if (!b->main) {
        struct pos pos = {.file = d->nsection         ? d->section[d->nsection - 1].pos.file
                                  : m->sources->nfile ? (uint32_t)m->sources->nfile - 1
                                                      : NO};
        msg_add(m, FINDING_MISSING, pos, 1, "'%s' has no [table NAME] section", path);
        return NULL;
    }
    *b->t = (struct table){
        .name = b->main->name, .about = meta_text(b, b->main, "about"), .path = path, .pos = b->main->pos};
    table_tiers(b);
    table_vocabulary(b);
    table_inputs(b);
    table_outputs(b);
    table_chains(b);
    table_derived(b);
    table_versions(b);
    table_set_names(b);
    for (size_t i = 0; i < d->nsection; i++)
        section_resolve(b, &d->section[i], b->kind[i]);
    for (size_t i = 0; i < d->nsection; i++)
        if (b->kind[i] == KIND_ALLOW)
            table_allow(b, &d->section[i]);
    table_set_cycles(b);
    table_lists(b);
    table_chain_cycles(b);
    table_used(b);
    table_names(b);
    table_sources(b);
    check_complete(b);
    return b->t;
}
