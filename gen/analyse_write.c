/* analyse_write.c -- a box as the conditions of a section, ready to paste.
 *
 * In: a box of atoms.  Out: "[rule NAME]" with one line per named input, in entries that the table reads back as
 * exactly these atoms, or `since` and `until`.  The few sets that the language cannot write as one list (a prefix
 * without a longer prefix but with one of its names; an end above every post release) become a comment that shows them.
 */
#include "analyse.h"

#include <string.h>

bool writer_has(const struct writer *w, uint32_t atom) {
    return atom != NO && aset_has(w->space->domain[w->input].sets, w->set, atom);
}

void writer_put(struct writer *w, const char * not, const char *entry) {
    text_printf(&w->out, "%s%s%s", w->out.len ? ", " : "", not, entry);
}

/* Quoted where the text asks for it. */
static void put_word(struct writer *w, const char * not, const char *word) {
    struct entry e = {.kind = ENTRY_WORD, .text = word};
    writer_put(w, not, entry_text(w->arena, &e));
}

void writer_special(struct writer *w) {
    const struct domain *d = &w->space->domain[w->input];
    for (uint32_t v = VALUE_NEWER; v <= VALUE_UNKNOWN; v++) {
        uint32_t atom = d->special[v - VALUE_OTHER];
        if (writer_has(w, atom)) {
            writer_put(w, "", d->atom[atom].label);
        }
    }
}

/* ---- name ---- */

static bool is_prefix(const struct writer *w, uint32_t atom) {
    const struct domain *d = &w->space->domain[w->input];
    return atom >= w->space->table->input[w->input].nvalue && atom != d->special[0];
}

static const char *start_of(const struct writer *w, uint32_t atom) {
    const struct input *in = &w->space->table->input[w->input];
    return is_prefix(w, atom) ? in->prefix[w->space->domain[w->input].atom[atom].lo] : in->value[atom];
}

/* Atoms that the entry `start*` takes along with its own. */
static bool starts_with(const struct writer *w, uint32_t atom, uint32_t prefix) {
    const char *start = start_of(w, prefix);
    return atom != w->space->domain[w->input].special[0] && strncmp(start_of(w, atom), start, strlen(start)) == 0;
}

/* What `!atom` would take out: false when the set has some of it. */
static bool may_exclude(const struct writer *w, uint32_t atom) {
    for (uint32_t i = 0; is_prefix(w, atom) && i < w->space->domain[w->input].natom; i++) {
        if (writer_has(w, i) && starts_with(w, i, atom)) {
            return false;
        }
    }
    return true;
}

/* A prefix entry for the set would bring this atom too. */
static bool taken_along(const struct writer *w, uint32_t atom) {
    const struct input *in = &w->space->table->input[w->input];
    uint32_t other = w->space->domain[w->input].special[0];
    for (uint32_t i = (uint32_t)in->nvalue; i < other; i++) { /* between values and other: the prefixes */
        if (writer_has(w, i) && starts_with(w, atom, i)) {
            return true;
        }
    }
    return false;
}

/* The atoms inside the set as entries; or those outside with `!`, unless `all` only where a prefix takes them along. */
static bool put_names(struct writer *w, bool inside, bool all) {
    const struct domain *d = &w->space->domain[w->input];
    if (!inside && !all && w->space->table->input[w->input].nprefix == 0) {
        return true; /* nothing takes along */
    }
    for (uint32_t i = 0; i < d->natom; i++) {
        if (inside && (i = aset_next(d->sets, w->set, i)) == NO) {
            break; /* few of thousands of names */
        }
        if (writer_has(w, i) != inside || (!inside && !all && !taken_along(w, i))) {
            continue;
        }
        if (!inside && !may_exclude(w, i)) {
            return false;
        }
        if (is_prefix(w, i)) {
            writer_put(w, inside ? "" : "!", d->atom[i].label);
        } else {
            put_word(w, inside ? "" : "!", i == d->special[0] ? "other" : start_of(w, i));
        }
    }
    return true;
}

/* Written as what is left out where that is shorter; `other` must be in the set then. */
static bool write_name(struct writer *w) {
    const struct domain *d = &w->space->domain[w->input];
    if (writer_has(w, d->special[0]) && aset_count(d->sets, w->set) * 2 > d->natom) {
        struct writer negated = *w;
        if (put_names(&negated, false, true)) {
            *w = negated;
            return true;
        }
    }
    return put_names(w, true, false) && put_names(w, false, false);
}

/* ---- enum, bool, sm ---- */

static bool write_enum(struct writer *w) {
    const struct input *in = &w->space->table->input[w->input];
    uint32_t count = 0;
    for (uint32_t i = 0; i < in->nvalue; i++) {
        count += writer_has(w, i);
    }
    bool negate = in->type == TYPE_ENUM && count > 2 && count * 2 > in->nvalue && count < in->nvalue;
    for (uint32_t i = 0; i < in->nvalue; i++) {
        if (writer_has(w, i) != negate) {
            put_word(w, negate ? "!" : "", in->value[i]);
        }
    }
    writer_special(w);
    return true;
}

/* Three known SMs in a row and more are a range. */
static bool write_sm(struct writer *w) {
    const struct input *in = &w->space->table->input[w->input];
    for (uint32_t i = 0; i < in->nvalue; i++) {
        uint32_t last = i;
        while (writer_has(w, i) && last + 1 < in->nvalue && writer_has(w, last + 1)) {
            last++;
        }
        if (last > i + 1) {
            writer_put(w, "", arena_printf(w->arena, "%s..%s", in->value[i], in->value[last]));
            i = last;
        } else if (writer_has(w, i)) {
            writer_put(w, "", in->value[i]);
        }
    }
    writer_special(w);
    return true;
}

/* ---- sections ---- */

static bool write_entries(struct writer *w) {
    switch (w->space->table->input[w->input].type) {
    case TYPE_NAME:
        return write_name(w);
    case TYPE_ENUM:
    case TYPE_BOOL:
        return write_enum(w);
    case TYPE_SM:
        return write_sm(w);
    case TYPE_INT:
        return writer_int(w);
    case TYPE_VERSION:
        return writer_version(w);
    }
    return false;
}

const char *set_text(const struct analysis *an, uint32_t input, uint32_t set, bool *whole) {
    struct writer w = {an->space, an->arena, input, set, {.arena = an->arena}};
    *whole = write_entries(&w);
    return *whole ? w.out.at : domain_text(an->space, an->arena, input, set);
}

struct lines { /* of one input; NULL: no such line */
    const char *entries, *since, *until;
};

/* By entries, or by since and until; false: by hand. */
static bool lines_of(const struct analysis *an, uint32_t input, uint32_t set, struct lines *out) {
    const struct writer new = {an->space, an->arena, input, set, {.arena = an->arena}};
    struct writer w = new;
    *out = (struct lines){0};
    bool whole = write_entries(&w);
    if (!whole) {
        w = new;
        whole = writer_since(&w, &out->since, &out->until);
    }
    out->entries = w.out.len ? w.out.at : NULL;
    return whole;
}

static int width_of(const struct analysis *an, const struct box *b, int width) {
    for (uint64_t rest = b->named; rest; rest &= rest - 1) {
        uint32_t input = (uint32_t)__builtin_ctzll(rest);
        struct lines l;
        int len = (int)strlen(an->table->input[input].name);
        width = len > width ? len : width;
        width = lines_of(an, input, b->set[input], &l) && l.until && width < 5 ? 5 : width; /* "until" */
    }
    return width;
}

static void put_condition(const struct analysis *an, struct text *t, int width, uint32_t input, uint32_t set) {
    const char *name = an->table->input[input].name;
    struct lines l;
    if (!lines_of(an, input, set, &l)) {
        text_printf(t, "; by hand: %-*s = %s\n", width, name, domain_text(an->space, an->arena, input, set));
        return;
    }
    const char *const key[] = {name, "since", "until"}, *const value[] = {l.entries, l.since, l.until};
    for (int i = 0; i < 3; i++) {
        if (value[i]) {
            text_printf(t, "%-*s = %s\n", width, key[i], value[i]);
        }
    }
}

/* In the order in which the inputs are declared, aligned as fmt does.  A rule without a tier would be in the first. */
const char *rule_skeleton(const struct analysis *an, const char *name, const struct box *b, const char *outcome,
                          uint32_t tier) {
    const char *output = an->table->output[an->output].name;
    int width = (int)strlen(output);
    width = tier > 0 && width < 4 ? 4 : width; /* "tier" */
    width = width_of(an, b, width);
    struct text t = {.arena = an->arena};
    text_printf(&t, "[rule %s]\n", name);
    for (uint64_t rest = b->named; rest; rest &= rest - 1) {
        uint32_t input = (uint32_t)__builtin_ctzll(rest);
        put_condition(an, &t, width, input, b->set[input]);
    }
    text_printf(&t, "%-*s = %s", width, output, outcome);
    if (tier > 0) {
        text_printf(&t, "\n%-*s = %s", width, "tier", an->table->tier[tier]);
    }
    return t.at;
}
