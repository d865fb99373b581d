/* table_sets.c -- [set NAME]: named lists of entries of an input, a tuple of inputs, or an output.
 *
 * Out:  what each set is of (before any entry is resolved, so that sets can be used ahead of their section), then its
 *       parts: `values`, and `values since X until Y` with the versions in which they hold.
 *       A set of `sm` in a vocabulary serves whatever input of type sm the table has.
 * Guarantee: a set that contains itself, through others, is an error that prints the cycle.
 */
#include "table.h"

#include <string.h>

/* One name of `of`: an input, an output, or the type sm where no input has that name. */
static bool set_of_name(struct build *b, struct set *set, const struct entry *e, size_t count) {
    uint32_t input = build_find_input(b, e->text), output = build_find_output(b, e->text);
    bool vocabulary = set->pos.file != b->main->pos.file; /* knows nothing of the table's names */
    if (!strcmp(e->text, "sm") && count == 1 && (vocabulary || (input == NO && output == NO))) {
        input = NO;
        for (uint32_t i = 0; i < b->t->ninput && input == NO; i++)
            if (b->t->input[i].type == TYPE_SM)
                input = i;
        if (input == NO)
            return true;
    }
    if (output != NO && count == 1) {
        if (b->t->output[output].is_int)
            msg_add(b->m, FINDING_TYPE, e->pos, e->len, "'%s' is an output of type int and has no values to list",
                    e->text);
        set->output = output;
        return !b->t->output[output].is_int;
    }
    if (input == NO)
        input = input_find(b, e->text, e->pos, e->len);
    for (size_t i = 0; i < set->ninput && input != NO; i++)
        if (set->input[i] == input) {
            msg_add(b->m, FINDING_DUPLICATE, e->pos, e->len, "the input '%s' twice", e->text);
            return false;
        }
    if (input != NO)
        *PUSH(b->a, set->input, set->ninput) = input;
    return input != NO;
}

/* `of = arch`, `of = (dk, dv)`, `of = attention`. */
static bool set_of_key(struct build *b, const struct section *s, struct set *set) {
    const struct key *k = meta_key(s, "of");
    if (!k)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1,
                "set '%s' has no 'of', the input or output it lists", set->name);
    if (!k || !*k->value)
        return false;
    struct entries es = cell_entries(b->a, b->m, k);
    if (es.count == 1 && es.entry->kind == ENTRY_TUPLE)
        es = (struct entries){es.entry->part, es.entry->npart};
    bool good = es.count > 0;
    for (size_t i = 0; i < es.count; i++) {
        const struct entry *e = &es.entry[i];
        bool word = meta_plain(e, ENTRY_WORD);
        if (!word)
            msg_add(b->m, FINDING_SYNTAX, e->pos, e->len,
                    "'of' names an input, an output or a tuple (dk, dv) of inputs");
        good = word && set_of_name(b, set, e, es.count) && good;
    }
    return good;
}

/* Before any entry is resolved, so that a set can be used above its section. */
void table_set_names(struct build *b) {
    for (size_t i = 0; i < b->d->nsection; i++) {
        const struct section *s = &b->d->section[i];
        if (b->kind[i] != KIND_SET || !meta_named(b, s))
            continue;
        if (strcspn(s->name, " \t,|&()<>=\"@!%*") != strlen(s->name))
            msg_add(b->m, FINDING_NAME, s->name_pos, strlen(s->name), "the set '%s' has a name that no entry can be",
                    s->name);
        names_add(&b->set, s->name, (uint32_t)b->t->nset); /* read.c keeps the first section of a name only */
        size_t count = b->t->nset;
        *PUSH(b->a, b->set_section, count) = s;
        struct set *set = PUSH(b->a, b->t->set, b->t->nset);
        *set = (struct set){.name = s->name, .pos = s->name_pos, .output = NO};
        set->broken = !set_of_key(b, s, set);
    }
}

/* `values`, `values since X`, `values until Y`, `values since X until Y`. */
static bool part_key(const struct key *k, const char **since, const char **until, char *word, size_t size) {
    *since = *until = NULL;
    if (strncmp(k->name, "values ", 7) || strlen(k->name) >= size)
        return false;
    strcpy(word, k->name);
    char *rest = NULL, *at = strtok_r(word + 7, " \t", &rest);
    for (; at; at = strtok_r(NULL, " \t", &rest)) {
        const char **out = !strcmp(at, "since") ? since : !strcmp(at, "until") ? until : NULL;
        if (!out || *out || !(*out = strtok_r(NULL, " \t", &rest)))
            return false;
    }
    return *since || *until;
}

/* An entry of an output's set is a value of it, or a set of the same output. */
static bool output_entries(struct build *b, uint32_t output, struct entries *es) {
    bool good = true;
    for (size_t i = 0; i < es->count; i++)
        good = outcome_value(b, output, &es->entry[i], false) && good;
    return good;
}

/* A tuple of as many entries as there are inputs, or another set of the same tuple. */
bool tuple_resolve(struct build *b, const uint32_t *input, size_t ninput, struct entries *es) {
    bool good = true;
    for (size_t i = 0; i < es->count; i++) {
        struct entry *e = &es->entry[i];
        if (e->kind == ENTRY_SET) {
            e->set = set_find(b, e);
            const struct set *set = e->set == NO ? NULL : &b->t->set[e->set];
            bool fits = set && set->ninput == ninput && !memcmp(set->input, input, ninput * sizeof *input);
            if (set && !fits && !set->broken)
                msg_add(b->m, FINDING_TYPE, e->pos, e->len, "'@%s' is a set of '%s', not of this tuple", e->text,
                        set_of(b, set));
            good = good && fits;
            continue;
        }
        if (e->kind != ENTRY_TUPLE || e->npart != ninput || e->group) {
            msg_add(b->m, FINDING_TYPE, e->pos, e->len, "'%s' is no tuple of %zu entries", entry_text(b->a, e), ninput);
            good = false;
            continue;
        }
        for (size_t p = 0; p < ninput; p++)
            good = entry_resolve(b, input[p], &e->part[p]) && good;
    }
    return good;
}

/* The same plain word twice in one list. */
static void set_duplicates(struct build *b, const struct entries *es) {
    struct names seen = {.arena = b->a};
    for (size_t i = 0; i < es->count; i++) {
        const struct entry *e = &es->entry[i];
        const char *text = meta_plain(e, ENTRY_WORD) ? e->text : entry_text(b->a, e);
        if (names_add(&seen, text, (uint32_t)i))
            continue;
        struct msg *msg = msg_add(b->m, FINDING_DUPLICATE, e->pos, e->len, "'%s' twice in one list", text);
        msg_note(b->m, msg, es->entry[names_find(&seen, text)].pos, "the first is here");
    }
}

/* The values of one key, resolved by what the set is of. */
static void set_part(struct build *b, struct set *set, const struct key *k, const char *since, const char *until) {
    struct set_part part = {.entries = cell_entries(b->a, b->m, k)};
    if (since || until) {
        if (b->t->versions == NO)
            msg_add(b->m, FINDING_MISSING, k->pos, strlen(k->name),
                    "'%s' needs 'versions = INPUT' in [table], the input whose versions are meant", k->name);
        else if (span_interval(b, since, until, k->pos, strlen(k->name), &part.interval[0]))
            part.ninterval = 1;
    }
    if (set->output != NO)
        output_entries(b, set->output, &part.entries);
    else if (set->ninput > 1)
        tuple_resolve(b, set->input, set->ninput, &part.entries);
    else
        entries_resolve(b, set->ninput ? set->input[0] : VOCABULARY, &part.entries);
    set_duplicates(b, &part.entries);
    *PUSH(b->a, set->part, set->npart) = part;
}

/* Has it an entry that names members?  `newer`, `none` and their like name no value and go with either kind. */
static const struct entry *first_member(const struct entries *es) {
    for (size_t i = 0; i < es->count; i++) {
        const struct entry *e = &es->entry[i];
        bool special = e->kind == ENTRY_WORD && e->value > VALUE_OTHER && e->value != VALUE_PRESENT;
        if (!e->not &&!special)
            return e;
    }
    return NULL;
}

/* The parts in force are one list: with `values = !A`, `values since 1.2 = D` would leave D alone from 1.2 on, where
 * its writer adds D to all but A. */
static void set_shrinks(struct build *b, const struct set *set) {
    const struct entry *taken = NULL;
    for (size_t i = 0; i < set->npart; i++) {
        const struct entries *es = &set->part[i].entries;
        if (set->part[i].ninterval || es->count == 0)
            continue;
        if (first_member(es))
            return;
        for (size_t j = 0; j < es->count && !taken; j++)
            taken = es->entry[j].not ? &es->entry[j] : NULL;
    }
    for (size_t i = 0; taken && i < set->npart; i++) {
        const struct entry *e = first_member(&set->part[i].entries);
        if (!e)
            continue;
        struct msg *msg =
            msg_add(b->m, FINDING_TYPE, e->pos, e->len,
                    "'%s' would take the place of all values of '@%s': from then on it names its members, "
                    "before it is all but some; write '!' entries here, or name the members there",
                    entry_text(b->a, e), set->name);
        msg_note(b->m, msg, taken->pos, "all but '%s' are in it at any version", taken->text);
        return;
    }
}

/* `values` keys in the order of the file: the parts of an ordered set follow each other in that order. */
void table_set(struct build *b, const struct section *s) {
    uint32_t index = names_find(&b->set, s->name);
    meta_keys(b, s);
    for (size_t i = 0; i < s->nkey; i++) {
        const struct key *k = &s->key[i];
        const char *since = NULL, *until = NULL;
        char word[256];
        bool part = !strcmp(k->name, "values") || part_key(k, &since, &until, word, sizeof word);
        if (!part && !meta_allowed(b, k->name, KIND_SET))
            meta_unknown_key(b, k, KIND_SET);
        if (part && *k->value && index != NO && b->set_section[index] == s && !b->t->set[index].broken)
            set_part(b, &b->t->set[index], k, since, until);
    }
    if (index != NO && b->set_section[index] == s)
        set_shrinks(b, &b->t->set[index]);
    if (index != NO && b->set_section[index] == s && b->t->set[index].npart == 0 && !b->t->set[index].broken &&
        !meta_key(s, "values"))
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1, "set '%s' has no 'values'", s->name);
}
