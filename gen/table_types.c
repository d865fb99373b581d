/* table_types.c -- one entry against the type of its input.
 *
 * In:   an entry as cell.c lexed it, and an input (or the vocabulary, for sets of sm).
 * Out:  value, lo and hi, or interval filled in; words of name inputs become values at their first mention.
 * Guarantee: an entry that the type does not have is a message that says what the type takes; aliases and reserved
 *       words (other, newer, none, absent, present, unset, unknown) are resolved, a declared value of the same spelling
 *       comes before a reserved word.
 */
#include "table.h"

#include <string.h>

static const char *const takes[] = {
    [TYPE_NAME] = "names, @sets, prefix*, other, each with '!' or without",
    [TYPE_ENUM] = "declared values and @sets, each with '!' or without",
    [TYPE_SM] = "SMs (100), majors (10x), ranges (80..90), comparisons (>=90), @sets, newer, none",
    [TYPE_VERSION] = "comparisons (>=0.6.10, <0.7, ==1.2.*), absent, present, @sets",
    [TYPE_INT] = "numbers, ranges (65..128), comparisons (<=256), multiples (%16), @sets, unset",
    [TYPE_BOOL] = "yes, no, and unknown where it is declared",
};

bool type_refuse(struct build *b, const struct input *in, const struct entry *e) {
    if (in->type == TYPE_SM && in->nvalue == 0 && in != &b->vocabulary)
        return false; /* the missing vocabulary has its message */
    bool plain = e->kind == ENTRY_WORD || e->kind == ENTRY_COMPARE || e->kind == ENTRY_RANGE;
    msg_add(b->m, FINDING_TYPE, e->pos, e->len, "'%s' is no entry of '%s', which is of type %s and takes %s%s",
            entry_text(b->a, e), in->name, type_name(in->type), takes[in->type],
            in->type == TYPE_SM && plain ? sm_meant(b, in, e->text) : "");
    return false;
}

bool type_unknown(struct build *b, uint32_t input, const struct entry *e) {
    msg_add(b->m, FINDING_UNKNOWN, e->pos, e->len, "'%s' is no value of input '%s'%s", e->text, b->t->input[input].name,
            meta_names_hint(b, e->text, &b->value[input]));
    return false;
}

/* A special cell that the input has only where it declares it. */
bool type_special(struct build *b, const struct input *in, struct entry *e, uint32_t value, bool declared) {
    e->value = value;
    e->lo = 1;
    e->hi = 0;
    if (!declared)
        msg_add(b->m, FINDING_TYPE, e->pos, e->len, "input '%s' is never '%s'; declare it: %s = yes", in->name, e->text,
                e->text);
    return declared;
}

/* The first mention makes a name a value of the input, a prefix one of its prefixes. */
static bool name_entry(struct build *b, uint32_t input, struct entry *e) {
    struct input *in = build_input(b, input);
    bool prefix = e->kind == ENTRY_PREFIX;
    if (e->kind != ENTRY_WORD && !prefix)
        return type_refuse(b, in, e);
    if (!prefix && !strcmp(e->text, "other")) {
        e->value = VALUE_OTHER;
        return true;
    }
    struct names *n = prefix ? &b->prefix[input] : &b->value[input];
    e->value = names_find(n, e->text);
    if (e->value != NO) {
        e->text = prefix ? e->text : in->value[e->value]; /* one string per name: told by its address */
        return true;
    }
    e->value = (uint32_t)(prefix ? in->nprefix : in->nvalue);
    if (e->value == MAX_VALUE) {
        msg_add(b->m, FINDING_LIMIT, e->pos, e->len, "input '%s' has more than %d names", in->name, (int)MAX_VALUE);
        return false;
    }
    names_add(n, e->text, e->value);
    size_t count = prefix ? in->nprefix : in->nvalue;
    if (prefix) {
        *PUSH(b->a, in->prefix_pos, count) = e->pos;
        *PUSH(b->a, in->prefix, in->nprefix) = e->text;
        return true;
    }
    *PUSH(b->a, in->value_pos, count) = e->pos;
    *PUSH(b->a, in->value, in->nvalue) = e->text;
    return true;
}

/* enum and bool: a declared value or one of its aliases. */
static bool enum_entry(struct build *b, uint32_t input, struct entry *e) {
    struct input *in = build_input(b, input);
    if (e->kind != ENTRY_WORD)
        return type_refuse(b, in, e);
    e->value = build_value(b, input, e->text);
    if (e->value == NO && in->type == TYPE_BOOL)
        return !strcmp(e->text, "unknown") ? type_special(b, in, e, VALUE_UNKNOWN, in->unknown) : type_refuse(b, in, e);
    if (e->value == NO)
        return type_unknown(b, input, e);
    if (e->value >= MAX_VALUE) {
        struct alias *alias = &in->alias[e->value - MAX_VALUE];
        alias->used = true;
        e->value = alias->value;
    } else {
        e->text = in->value[e->value];
    }
    return true;
}

/* Each is read once.  One that is no specifier is read again each time, for its error. */
static const struct specifier *specifier_of(struct build *b, enum scheme scheme, enum compare op, const char *text,
                                            const char **error) {
    char name[64] = {(char)('0' + (int)scheme), (char)('0' + (int)op)};
    struct specifier *s = NULL;
    size_t len = strlen(text);
    bool fits = len + 2 < sizeof name;
    memcpy(name + 2, text, fits ? len + 1 : 0);
    uint32_t at = fits ? names_find(&b->specifier, name) : NO;
    if (at != NO)
        return b->specifiers[at];
    s = arena_alloc(b->a, sizeof *s);
    s->count = (uint32_t)version_specifier(b->a, scheme, op, text, s->interval, error);
    if (fits && s->count) {
        names_add(&b->specifier, arena_strdup(b->a, name, len + 2), (uint32_t)b->nspecifier);
        *PUSH(b->a, b->specifiers, b->nspecifier) = s;
    }
    return s;
}

/* One specifier; the ',' that joins specifiers into a set is the group's business. */
static bool version_specifier_entry(struct build *b, const struct input *in, struct entry *e) {
    const char *error = NULL;
    if (e->kind == ENTRY_WORD && (!strcmp(e->text, "absent") || !strcmp(e->text, "present"))) {
        bool sign = e->not, absent = (*e->text == 'a') != sign; /* what is not absent is present */
        e->not = false;
        e->text = absent ? "absent" : "present";
        return type_special(b, in, e, absent ? VALUE_ABSENT : VALUE_PRESENT, in->absent || !absent);
    }
    if (e->kind != ENTRY_COMPARE && e->kind != ENTRY_WORD)
        return type_refuse(b, in, e);
    if (e->kind == ENTRY_COMPARE && e->not ) {
        msg_add(b->m, FINDING_TYPE, e->pos, e->len, "'%s': write the opposite comparison instead of '!'",
                entry_text(b->a, e));
        return false;
    }
    enum compare op = e->kind == ENTRY_WORD ? COMPARE_EQ : e->op; /* a bare version is an alternative, not joined */
    e->value = NO;
    const struct specifier *s = specifier_of(b, in->scheme, op, e->text, &error);
    e->interval = s->interval;
    e->ninterval = s->count;
    if (e->ninterval == 0)
        msg_add(b->m, FINDING_TYPE, e->pos, e->len, "'%s': %s", entry_text(b->a, e), error ? error : "no version");
    return e->ninterval > 0;
}

/* NONE and ERROR of a chained int are cells beside its numbers. */
static bool chained_outcome(const struct input *in, struct entry *e) {
    bool none = e->kind == ENTRY_WORD && !strcmp(e->text, "NONE");
    if (in->chain == NO || e->kind != ENTRY_WORD || !(none || !strcmp(e->text, "ERROR")))
        return false;
    e->value = none ? VALUE_NONE : VALUE_ERROR;
    e->lo = 1;
    e->hi = 0;
    return true;
}

/* Everything but sets and `&`, which are the same for all types. */
bool type_entry(struct build *b, uint32_t input, struct entry *e) {
    const struct input *in = build_input(b, input);
    switch (in->type) {
    case TYPE_NAME:
        return name_entry(b, input, e);
    case TYPE_ENUM:
    case TYPE_BOOL:
        return enum_entry(b, input, e);
    case TYPE_SM:
        return type_sm(b, input, e);
    case TYPE_VERSION:
        return version_specifier_entry(b, in, e);
    case TYPE_INT:
        if (chained_outcome(in, e))
            return true;
        if (e->kind == ENTRY_WORD && !strcmp(e->text, "unset"))
            return type_special(b, in, e, VALUE_UNSET, in->unset);
        return type_int(b, in, e);
    }
    return false;
}
