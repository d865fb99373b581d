/* table_facts.c -- [fact], [allow] and [retired]: what is said about inputs, findings and flags.
 *
 * Out:  table.fact, table.allow, table.retired.
 * Guarantee: an allowance names a finding and something of this table that a finding can be about, so that a mistyped
 *       one never looks like an allowance that no longer fires.
 */
#include "table.h"

#include <string.h>

/* Cells of the input that tells. */
static bool fact_entries(struct build *b, const struct key *k, uint32_t of, struct entries *out) {
    if (!k || !*k->value || of == NO)
        return false;
    *out = cell_entries(b->a, b->m, k);
    return entries_resolve(b, of, out);
}

/* The section's name is the bool that the fact is about. */
void table_fact(struct build *b, const struct section *s) {
    meta_check(b, s, KIND_FACT);
    if (!meta_named(b, s))
        return;
    struct fact f = {.pos = s->pos, .input = input_find(b, s->name, s->name_pos, strlen(s->name)), .of = NO};
    const struct key *of = meta_key(s, "of"), *yes = meta_key(s, "yes"), *either = meta_key(s, "either");
    if (f.input != NO && b->t->input[f.input].type != TYPE_BOOL)
        msg_add(b->m, FINDING_TYPE, s->name_pos, strlen(s->name), "'%s' is of type %s; a fact is about a bool", s->name,
                type_name(b->t->input[f.input].type));
    if (!of)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1, "fact '%s' has no 'of', the input that tells",
                s->name);
    if (!yes && !either)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1, "fact '%s' has neither 'yes' nor 'either'",
                s->name);
    if (of && *of->value)
        f.of = input_find(b, of->value, key_at(of, 0), strcspn(of->value, "\n"));
    if (f.of != NO && f.of == f.input)
        msg_add(b->m, FINDING_CYCLE, key_at(of, 0), strlen(of->value), "the fact '%s' is about itself", s->name);
    f.why = meta_text(b, s, "why");
    f.source = meta_text(b, s, "source");
    fact_entries(b, yes, f.of, &f.yes);
    fact_entries(b, either, f.of, &f.either);
    *PUSH(b->a, b->t->fact, b->t->nfact) = f;
}

/* Anything that a finding can be about. */
static bool allow_subject(const struct build *b, const char *name) {
    if (names_find(&b->rule, name) != NO || names_find(&b->symbol, name) != NO || names_find(&b->set, name) != NO ||
        names_find(&b->owner, name) != NO || !strcmp(name, b->t->name))
        return true;
    for (size_t i = 0; i < b->t->ninput; i++)
        if (names_find(&b->value[i], name) != NO)
            return true;
    return false;
}

/* Faults of text cannot be allowed: what they leave of a table is not what its author wrote. */
static bool allow_finding(struct build *b, const struct section *s, const char *word, enum finding *out) {
    const char *flag[FINDING_COUNT];
    for (size_t i = 0; i < FINDING_COUNT; i++) {
        flag[i] = finding_info[i].flag;
        if (!strcmp(flag[i], word)) {
            *out = (enum finding)i;
            if (i > FINDING_UNSOURCED && i != FINDING_ALLOW)
                return true;
            msg_add(b->m, FINDING_TYPE, s->name_pos, strlen(word),
                    "'%s' cannot be allowed; only what the analysis finds can", word);
            return false;
        }
    }
    msg_add(b->m, FINDING_UNKNOWN, s->name_pos, strlen(word) + !*word, "unknown finding '%s'%s", word,
            meta_hint(b, word, flag, FINDING_COUNT));
    return false;
}

/* An allowance may be narrowed to some cells. */
static void allow_conds(struct build *b, const struct section *s, struct allow *al) {
    struct cond cond;
    for (size_t i = 0; i < s->nkey; i++) {
        const struct key *k = &s->key[i];
        enum key_class class = key_classify(b, k, KIND_ALLOW);
        if (class == KEY_OUTCOME)
            msg_add(b->m, FINDING_TYPE, k->pos, strlen(k->name), "'%s' is an output; an allowance has conditions only",
                    k->name);
        if (class == KEY_COND && cond_read(b, k, &cond))
            *PUSH(b->a, al->cond, al->ncond) = cond;
    }
    if (cond_span(b, s, false, &cond))
        *PUSH(b->a, al->cond, al->ncond) = cond;
}

/* `[allow FINDING RULE]`; a clause's name has blanks, so the rest of the header is the name. */
void table_allow(struct build *b, const struct section *s) {
    struct allow al = {.pos = s->pos, .finding = FINDING_COUNT};
    size_t len = strcspn(s->name, " \t"), gap = strspn(s->name + len, " \t");
    struct pos pos = s->name_pos;
    meta_keys(b, s);
    al.rule = s->name + len + gap;
    al.why = meta_text(b, s, "why");
    al.source = meta_text(b, s, "source");
    pos.col += (uint32_t)(len + gap);
    bool good = allow_finding(b, s, arena_strdup(b->a, s->name, len), &al.finding);
    if (!*al.rule)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1, "write [allow FINDING RULE]");
    else if (!allow_subject(b, al.rule))
        msg_add(b->m, FINDING_UNKNOWN, pos, strlen(al.rule), "nothing here is named '%s'%s", al.rule,
                meta_names_hint(b, al.rule, &b->rule));
    if (!al.why)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1, "allow '%s' has no 'why'", s->name);
    allow_conds(b, s, &al);
    if (good)
        *PUSH(b->a, b->t->allow, b->t->nallow) = al;
}

/* A flag or variable that is no longer read. */
void table_retired(struct build *b, const struct section *s) {
    meta_check(b, s, KIND_RETIRED);
    if (!meta_named(b, s))
        return;
    struct retired r = {.name = s->name, .pos = s->pos};
    r.instead = meta_text(b, s, "instead");
    r.why = meta_text(b, s, "why");
    r.source = meta_text(b, s, "source");
    if (!r.instead)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1,
                "retired '%s' has no 'instead', what to use in its place", s->name);
    *PUSH(b->a, b->t->retired, b->t->nretired) = r;
}
