/* domain_name.c -- atoms of name, enum, bool and sm inputs: one per value, then what no value covers.
 *
 * In: the values, aliases and prefixes that the table stage listed.  Out: the atoms, the word map, and the atoms that
 * one entry accepts.
 * A name that is no value belongs to the longest prefix that it starts with, else to `other`.  A witness of a prefix
 * or of `other` is made up, and checked to fall there.
 */
#include "domain.h"

#include <string.h>

/* Case matters: architectures are identifiers. */
static bool starts(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* A value, else the longest prefix, else other. */
uint32_t name_classify(const struct domain *d, const struct input *in, const char *text) {
    uint32_t at = names_find(&d->word, text);
    if (at != NO)
        return at;
    size_t longest = 0;
    at = d->special[0];
    for (uint32_t i = (uint32_t)in->nvalue; i < d->natom && i != d->special[0]; i++) {
        const char *prefix = in->prefix[d->atom[i].lo];
        size_t len = strlen(prefix);
        if (len > longest && starts(text, prefix)) {
            longest = len;
            at = i;
        }
    }
    return at;
}

/* A name that starts with `prefix` and falls into `atom`. */
static const char *made_up(struct space *s, uint32_t input, const char *prefix, uint32_t atom) {
    static const char *const tail[] = {"Other", "Unlisted", "X", "-other", "_", "0"};
    const struct domain *d = &s->domain[input];
    const struct input *in = &s->table->input[input];
    for (size_t i = 0; i < sizeof tail / sizeof *tail; i++) {
        const char *text = arena_printf(s->arena, "%s%s", prefix, tail[i]);
        if (name_classify(d, in, text) == atom)
            return text;
    }
    for (char c = '!'; c <= '~'; c++) {
        const char *text = arena_printf(s->arena, "%s%cOther", prefix, c);
        if (name_classify(d, in, text) == atom)
            return text;
    }
    return prefix;
}

/* Values first and in order, so that a value's index is its atom. */
static void add_values(struct space *s, uint32_t input) {
    const struct input *in = &s->table->input[input];
    struct domain *d = &s->domain[input];
    for (size_t i = 0; i < in->nvalue; i++) {
        struct atom *atom = domain_add(s, input, in->value[i], in->value[i]);
        atom->lo = atom->hi = in->type == TYPE_SM ? in->number[i] : (int64_t)i;
        names_add(&d->word, in->value[i], (uint32_t)i);
    }
    for (size_t i = 0; i < in->nalias; i++)
        if (in->alias[i].value < in->nvalue)
            names_add(&d->word, in->alias[i].name, in->alias[i].value);
}

/* The empty prefix is `other` itself: every name starts with it. */
static void add_prefixes(struct space *s, uint32_t input) {
    const struct input *in = &s->table->input[input];
    struct domain *d = &s->domain[input];
    struct names seen = {.arena = s->arena};
    for (size_t i = 0; i < in->nprefix; i++)
        if (in->prefix[i][0] && names_add(&seen, in->prefix[i], (uint32_t)i)) {
            const char *label = arena_printf(s->arena, "%s*", in->prefix[i]);
            struct atom *atom = domain_add(s, input, label, label);
            atom->lo = atom->hi = (int64_t)i;
        }
    domain_special(s, input, VALUE_OTHER, "other");
    for (uint32_t i = (uint32_t)in->nvalue; i < d->special[0]; i++)
        d->atom[i].text = made_up(s, input, in->prefix[d->atom[i].lo], i);
    uint32_t other = d->special[0];
    if (name_classify(d, in, "other") != other)
        d->atom[other].text = made_up(s, input, "", other);
}

/* The four types that list their values differ in what comes after them. */
void domain_names(struct space *s, uint32_t input) {
    const struct input *in = &s->table->input[input];
    add_values(s, input);
    if (in->type == TYPE_NAME) {
        add_prefixes(s, input);
    } else if (in->type == TYPE_SM) {
        domain_special(s, input, VALUE_NEWER, "newer");
        domain_special(s, input, VALUE_NONE, "none");
    } else if (in->chain != NO && in->nvalue >= 2) { /* the last two values are NONE and ERROR */
        s->domain[input].special[VALUE_NONE - VALUE_OTHER] = (uint32_t)in->nvalue - 2;
        s->domain[input].special[VALUE_ERROR - VALUE_OTHER] = (uint32_t)in->nvalue - 1;
    } else if (in->unknown) {
        domain_special(s, input, VALUE_UNKNOWN, "unknown");
    }
}

/* By text first: the entry may have been resolved against another input of an any(). */
static uint32_t word_atom(const struct space *s, uint32_t input, const struct entry *e) {
    const struct domain *d = &s->domain[input];
    if (e->value >= VALUE_OTHER && e->value <= VALUE_ERROR)
        return d->special[e->value - VALUE_OTHER];
    const struct input *in = &s->table->input[input];
    if (e->value < in->nvalue && e->text == in->value[e->value])
        return e->value; /* the usual case, without a search */
    uint32_t at = e->text ? names_find(&d->word, e->text) : NO;
    return at == NO && e->value < in->nvalue ? e->value : at;
}

/* As an entry a prefix takes values and longer prefixes too. */
static void prefix_atoms(const struct space *s, uint32_t input, const char *prefix, struct gather *g) {
    const struct domain *d = &s->domain[input];
    const struct input *in = &s->table->input[input];
    for (uint32_t i = 0; i < d->natom; i++) {
        bool other = i == d->special[0];
        const char *of = i < in->nvalue ? in->value[i] : other ? "" : in->prefix[d->atom[i].lo];
        if (starts(of, prefix))
            gather_atom(g, i);
    }
}

/* enum and bool have words only. */
void name_entry(const struct space *s, uint32_t input, const struct entry *e, struct gather *g) {
    if (e->kind == ENTRY_PREFIX && s->table->input[input].type == TYPE_NAME)
        prefix_atoms(s, input, e->text, g);
    else if (e->kind == ENTRY_WORD)
        gather_atom(g, word_atom(s, input, e));
}

/* A closed range or a major never takes `newer`; an open comparison does; none takes `none`. */
void sm_entry(const struct space *s, uint32_t input, const struct entry *e, struct gather *g) {
    const struct domain *d = &s->domain[input];
    if (e->kind == ENTRY_WORD && e->value >= VALUE_OTHER && e->value <= VALUE_ERROR) {
        gather_atom(g, d->special[e->value - VALUE_OTHER]);
        return;
    }
    if (e->kind != ENTRY_WORD && e->kind != ENTRY_RANGE && e->kind != ENTRY_COMPARE)
        return;
    uint32_t one = e->kind == ENTRY_WORD && e->lo == e->hi ? sm_index(&s->table->input[input], e->lo) : NO;
    if (one != NO) {
        gather_atom(g, one);
        return;
    }
    bool outside = e->kind == ENTRY_COMPARE && e->op == COMPARE_NE;
    for (uint32_t i = 0; i < s->table->input[input].nvalue; i++)
        if ((e->lo <= d->atom[i].lo && d->atom[i].lo <= e->hi) != outside)
            gather_atom(g, i);
    if (e->hi == INT64_MAX)
        gather_atom(g, d->special[VALUE_NEWER - VALUE_OTHER]);
}
