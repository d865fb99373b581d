/* table_needs.c -- [needs VALUE clause], [needs OUTPUT: A, B clause] and [grid clause]: what values require.
 *
 * Out:  one RULE_CLAUSE each, of a grid one per line: its targets, its guards (`if`, and since/until, outside of which
 *       it does not speak) and the conditions that must hold.
 * Guarantee: a value is found in exactly one output; one that two outputs have must be written with its output.
 */
#include "table.h"

#include <string.h>

/* Adds a target; output is known. */
static bool target_value(struct build *b, uint32_t output, const char *name, struct pos pos, struct rule *r) {
    const struct output *out = &b->t->output[output];
    uint32_t value = names_find(&b->output_value[output], name);
    if (value == NO) {
        msg_add(b->m, FINDING_UNKNOWN, pos, strlen(name), "'%s' is no value of output '%s'%s", name, out->name,
                meta_hint(b, name, out->value, out->nvalue));
        return false;
    }
    for (size_t i = 0; i < r->ntarget; i++)
        if (r->target[i].output == output && r->target[i].value == value) {
            msg_add(b->m, FINDING_DUPLICATE, pos, strlen(name), "the value '%s' twice", name);
            return false;
        }
    *PUSH(b->a, r->target, r->ntarget) = (struct target){output, value};
    return true;
}

/* A value that stands without its output. */
static bool target_find(struct build *b, const char *name, struct pos pos, uint32_t *output) {
    uint32_t other = names_find(&b->shared, name);
    *output = names_find(&b->owner, name);
    if (*output == NO)
        msg_add(b->m, FINDING_UNKNOWN, pos, strlen(name), "'%s' is no value of any output%s", name,
                meta_names_hint(b, name, &b->owner));
    else if (other != NO)
        msg_add(b->m, FINDING_NAME, pos, strlen(name), "'%s' is a value of '%s' and of '%s'; write '%s: %s'", name,
                b->t->output[*output].name, b->t->output[other].name, b->t->output[*output].name, name);
    return *output != NO && other == NO;
}

/* `@set` of an output: each of its plain values; the set may not be resolved yet, so it is kept for
 * table_lists. */
static bool target_set(struct build *b, uint32_t output, const char *name, struct pos pos, size_t rule) {
    struct entry e = {.kind = ENTRY_SET, .text = name, .pos = pos, .len = (uint32_t)strlen(name) + 1};
    e.set = set_find(b, &e);
    if (e.set == NO || b->t->set[e.set].broken)
        return false;
    uint32_t of = b->t->set[e.set].output;
    if (of == NO || (output != NO && of != output)) {
        msg_add(b->m, FINDING_TYPE, pos, e.len, "'@%s' is a set of '%s', not of %s", name, set_of(b, &b->t->set[e.set]),
                output == NO ? "an output" : arena_printf(b->a, "'%s'", b->t->output[output].name));
        return false;
    }
    *PUSH(b->a, b->late, b->nlate) = (struct late){rule, e};
    return true;
}

/* One word of the targets: VALUE or @set; output is NO where it was not written. */
static bool target_word(struct build *b, uint32_t output, const char *word, struct pos pos, struct rule *r,
                        size_t rule) {
    if (*word == '@')
        return target_set(b, output, word + 1, pos, rule);
    if (output == NO && !target_find(b, word, pos, &output))
        return false;
    return target_value(b, output, word, pos, r);
}

/* An output with values; needs of numbers would be a forbid. */
static uint32_t target_output(struct build *b, const char *name, struct pos pos) {
    const char *all[MAX_SYMBOL];
    uint32_t output = build_find_output(b, name);
    for (size_t i = 0; i < b->t->noutput; i++)
        all[i] = b->t->output[i].name;
    if (output == NO)
        msg_add(b->m, FINDING_UNKNOWN, pos, strlen(name), "unknown output '%s'%s", name,
                meta_hint(b, name, all, b->t->noutput));
    else if (b->t->output[output].is_int)
        msg_add(b->m, FINDING_TYPE, pos, strlen(name),
                "'%s' is an output of type int; say what must not be in a [forbid]", name);
    return output != NO && b->t->output[output].is_int ? NO : output;
}

/* The header: `A clause`, `A, @B clause`, `OUTPUT: A, B clause`. */
static void needs_header(struct build *b, const struct section *s, struct rule *r, size_t rule) {
    const char *at = s->name, *colon = strchr(at, ':');
    uint32_t output = NO;
    struct pos pos = s->name_pos;
    if (colon && colon > at &&
        (size_t)(colon - at) == strcspn(at, " \t,:") + strspn(at + strcspn(at, " \t,:"), " \t")) {
        output = target_output(b, arena_strdup(b->a, at, strcspn(at, " \t:")), pos);
        if (output == NO)
            return;
        at = colon + 1;
    }
    for (bool more = true; more;) {
        at += strspn(at, " \t");
        size_t len = strcspn(at, " \t,");
        pos.col = s->name_pos.col + (uint32_t)(at - s->name);
        if (len)
            target_word(b, output, arena_strdup(b->a, at, len), pos, r, rule);
        else
            msg_add(b->m, FINDING_SYNTAX, pos, 1, "a value is missing; write [needs VALUE clause]");
        at += len;
        at += strspn(at, " \t");
        more = *at == ',';
        at += more;
    }
    if (!*at)
        msg_add(b->m, FINDING_MISSING, s->name_pos, strlen(s->name) + !*s->name,
                "the clause has no name; write [needs VALUE clause]");
}

/* What both kinds share: guards, conditions, since and until, filter, unknown.  skip: keys that are a grid's lines. */
static size_t clause_keys(struct build *b, const struct section *s, enum kind kind, const bool *skip, struct rule *r) {
    static const char *const unknown[] = {"reject", "accept", "abstain"};
    const struct key *k = meta_key(s, "unknown");
    struct cond cond;
    size_t nplain = 0;
    rule_meta(b, s, r);
    if (k)
        meta_choice(b, k, unknown, 3, &r->unknown);
    r->no_filter = !meta_yes_or(b, s, "filter", true);
    for (size_t i = 0; i < s->nkey; i++) {
        k = &s->key[i];
        enum key_class class = skip && skip[i] ? KEY_META : key_classify(b, k, kind);
        if (class == KEY_OUTCOME)
            msg_add(b->m, FINDING_TYPE, k->pos, strlen(k->name),
                    "'%s' is an output; a clause has conditions only (give the output 'as = NAME' to use it in one)",
                    k->name);
        nplain += class == KEY_COND && !(k->name[0] == 'i' && k->name[1] == 'f' && strchr(" \t", k->name[2]));
        if (class == KEY_COND && cond_read(b, k, &cond))
            *PUSH(b->a, r->cond, r->ncond) = cond;
    }
    if (cond_span(b, s, true, &cond))
        *PUSH(b->a, r->cond, r->ncond) = cond;
    return nplain;
}

/* A clause that only has guards would say nothing. */
void table_needs(struct build *b, const struct section *s) {
    struct rule r = {.kind = RULE_CLAUSE, .name = s->name, .pos = s->pos};
    meta_keys(b, s);
    needs_header(b, s, &r, b->t->nrule);
    rule_unsourced(b, s);
    if (clause_keys(b, s, KIND_NEEDS, NULL, &r) == 0)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1, "needs '%s' has no condition%s", s->name,
                r.ncond ? " besides its guards" : "");
    rule_add(b, &r);
    rule_name(b, s->name);
}

/* A line of a grid: the key is a value or @set, its entries are what the grid's input may be. */
static void grid_line(struct build *b, const struct section *s, const struct key *k, uint32_t input, uint32_t output,
                      const struct rule *shared) {
    struct rule r = *shared;
    struct cond cond = {.form = COND_PLAIN, .pos = k->pos};
    r.name = arena_printf(b->a, "%s %s", s->name, k->name);
    r.pos = k->pos;
    r.cond = NULL;
    r.ncond = 0;
    for (size_t i = 0; i < shared->ncond; i++)
        *PUSH(b->a, r.cond, r.ncond) = shared->cond[i];
    bool good = target_word(b, output, k->name, k->pos, &r, b->t->nrule);
    *PUSH(b->a, cond.input, cond.ninput) = input;
    if (*k->value)
        cond.entries = cell_entries(b->a, b->m, k);
    good = entries_resolve(b, input, &cond.entries) && cond.entries.count > 0 && good;
    if (good)
        *PUSH(b->a, r.cond, r.ncond) = cond;
    rule_add(b, &r);
    rule_name(b, r.name);
}

/* The key of a grid that names an input or output; NULL when it is missing or empty, after a message if it must be. */
static const struct key *grid_key(struct build *b, const struct section *s, const char *name, bool must) {
    const struct key *k = meta_key(s, name);
    if (!k && must)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1, "grid '%s' has no '%s'", s->name, name);
    return k && *k->value ? k : NULL;
}

/* A line names a value or @set; a value that is spelled like an input or a key of grids could be either. */
static bool grid_is_line(struct build *b, const struct key *k) {
    bool symbol = names_find(&b->symbol, k->name) != NO, meta = meta_allowed(b, k->name, KIND_GRID);
    bool value = names_find(&b->owner, k->name) != NO;
    if (value && (symbol || meta))
        msg_add(b->m, FINDING_NAME, k->pos, strlen(k->name),
                "'%s' is a value of '%s' and %s; write the value through a set: @SET = entries", k->name,
                b->t->output[names_find(&b->owner, k->name)].name,
                meta ? "a key of this section" : "an input or output");
    return *k->name == '@' || (!symbol && !meta && (value || strcspn(k->name, " \t(") == strlen(k->name)));
}

/* Guards, conditions and metadata of the section belong to each of its lines. */
void table_grid(struct build *b, const struct section *s) {
    struct rule shared = {.kind = RULE_CLAUSE, .pos = s->pos};
    bool *line = arena_alloc(b->a, s->nkey + 1);
    size_t nline = 0;
    meta_keys(b, s);
    if (!meta_named(b, s))
        return;
    const struct key *of = grid_key(b, s, "input", true), *with = grid_key(b, s, "output", false);
    uint32_t input = of ? input_find(b, of->value, key_at(of, 0), strcspn(of->value, "\n")) : NO;
    uint32_t output = with ? target_output(b, with->value, key_at(with, 0)) : NO;
    for (size_t i = 0; i < s->nkey; i++) {
        line[i] = grid_is_line(b, &s->key[i]);
        nline += line[i];
    }
    clause_keys(b, s, KIND_GRID, line, &shared);
    if (nline == 0)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1, "grid '%s' has no line VALUE = entries", s->name);
    rule_unsourced(b, s);
    for (size_t i = 0; i < s->nkey; i++)
        if (line[i] && input != NO && (output != NO || !with))
            grid_line(b, s, &s->key[i], input, output, &shared);
    rule_name(b, s->name);
}
