/* table_meta.c -- which section kinds there are, which metadata keys each may have, and the values of metadata.
 *
 * One grammar for every section: a key that names an input is a condition, one that names an output an outcome, and the
 * rest is metadata from the closed list below.  A key outside of it is an error that names the nearest one.
 * The list is also the list of names that no input or output may have, whatever section it belongs to.
 */
#include "table.h"

#include <stdlib.h>
#include <string.h>

enum {
    ENOUGH = 20000000, /* words looked at in one run for "did you mean" */
    SAYS = KIND_RULE | KIND_REFUSE | KIND_NEEDS | KIND_GRID | KIND_FORBID | KIND_NEVER | KIND_PIN, /* has conditions */
    ANY = SAYS | KIND_TABLE | KIND_INPUT | KIND_OUTPUT | KIND_SET | KIND_SM | KIND_FACT | KIND_ALLOW | KIND_RETIRED |
          KIND_FROM
};

static const struct section_kind {
    const char *name;
    enum kind kind;
} section_kind[] = {
    {"table", KIND_TABLE}, {"input", KIND_INPUT}, {"output", KIND_OUTPUT},   {"set", KIND_SET},
    {"sm", KIND_SM},       {"fact", KIND_FACT},   {"rule", KIND_RULE},       {"refuse", KIND_REFUSE},
    {"needs", KIND_NEEDS}, {"grid", KIND_GRID},   {"forbid", KIND_FORBID},   {"never", KIND_NEVER},
    {"pin", KIND_PIN},     {"allow", KIND_ALLOW}, {"retired", KIND_RETIRED}, {"from", KIND_FROM},
};
enum { NKIND = sizeof section_kind / sizeof *section_kind };

static const struct meta {
    const char *name;
    unsigned kinds;
} meta[] = {
    {"about", ANY},
    {"why", ANY},
    {"source", ANY},
    {"evidence", ANY},
    {"owner", ANY},
    {"review", ANY},
    {"use", KIND_TABLE},
    {"tiers", KIND_TABLE},
    {"versions", KIND_TABLE},
    {"type", KIND_INPUT | KIND_OUTPUT},
    {"values", KIND_INPUT | KIND_OUTPUT | KIND_SET},
    {"range", KIND_INPUT | KIND_OUTPUT},
    {"aliases", KIND_INPUT},
    {"unset", KIND_INPUT},
    {"absent", KIND_INPUT},
    {"unknown", KIND_INPUT | KIND_NEEDS | KIND_GRID},
    {"scheme", KIND_INPUT},
    {"from", KIND_INPUT},
    {"when", KIND_INPUT},
    {"reduce", KIND_INPUT},
    {"default", KIND_INPUT},
    {"hit", KIND_OUTPUT},
    {"as", KIND_OUTPUT},
    {"override", KIND_OUTPUT},
    {"ranked", KIND_OUTPUT},
    {"gaps", KIND_OUTPUT},
    {"of", KIND_SET | KIND_FACT},
    {"gpus", KIND_SM},
    {"yes", KIND_FACT},
    {"either", KIND_FACT},
    {"tier", KIND_RULE},
    {"else", KIND_RULE},
    {"exhausted", KIND_RULE},
    {"since", SAYS | KIND_ALLOW},
    {"until", SAYS | KIND_ALLOW},
    {"outputs", KIND_REFUSE},
    {"filter", KIND_NEEDS | KIND_GRID},
    {"input", KIND_GRID},
    {"output", KIND_GRID},
    {"instead", KIND_RETIRED},
    {"replaces", ANY & ~(unsigned)KIND_TABLE},
    {"within", KIND_FROM},
};
enum { NMETA = sizeof meta / sizeof *meta };

enum kind meta_kind(const char *name) {
    for (size_t i = 0; i < NKIND; i++)
        if (!strcmp(section_kind[i].name, name))
            return section_kind[i].kind;
    return 0;
}

/* Words that have a meaning in some entry, outcome or key, and the names of all metadata. */
bool meta_reserved(const char *name) {
    static const char *const word[] = {"other",   "newer", "none", "absent", "present", "unset",
                                       "unknown", "no",    "NONE", "ERROR",  "any",     "if"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (!strcmp(word[i], name))
            return true;
    for (size_t i = 0; i < NMETA; i++)
        if (!strcmp(meta[i].name, name))
            return true;
    return false;
}

void meta_names(struct build *b) {
    for (size_t i = 0; i < NMETA; i++)
        names_add(&b->meta, meta[i].name, (uint32_t)i);
}

bool meta_allowed(const struct build *b, const char *name, enum kind kind) {
    uint32_t i = names_find(&b->meta, name);
    return i != NO && meta[i].kinds & kind;
}

/* The nearest word; or all of them, when they are few enough to read. */
const char *meta_hint(struct build *b, const char *word, const char *const *candidate, size_t n) {
    enum { READABLE = 10 };
    b->hint += n;
    const char *near = b->hint > ENOUGH ? NULL : nearest(word, candidate, n);
    struct text all = {.arena = b->a};
    if (near)
        return arena_printf(b->a, "; did you mean '%s'?", near);
    for (size_t i = 0; i < n && n <= READABLE; i++)
        text_printf(&all, "%s%s", i == 0 ? "; known: " : ", ", candidate[i]);
    return all.len ? all.at : "";
}

static int by_text(const void *x, const void *y) {
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* Sorted, so that neither the nearest of several nor the list depends on the hash. */
const char *meta_names_hint(struct build *b, const char *word, const struct names *n) {
    enum { PER_NAME = 16 }; /* what sorting costs beside looking */
    size_t nname = 0;
    if ((b->hint += PER_NAME * n->count) > ENOUGH)
        return "";
    const char **name = arena_alloc(b->a, (n->count + 1) * sizeof *name);
    for (size_t i = 0; i < n->cap; i++)
        if (n->at[i].key)
            name[nname++] = n->at[i].key;
    if (nname)
        qsort(name, nname, sizeof *name, by_text);
    return meta_hint(b, word, name, nname);
}

void meta_unknown_kind(struct build *b, const struct section *s) {
    const char *name[NKIND];
    for (size_t i = 0; i < NKIND; i++)
        name[i] = section_kind[i].name;
    msg_add(b->m, FINDING_UNKNOWN, s->pos, strlen(s->kind) + 1, "unknown section kind '%s'%s", s->kind,
            meta_hint(b, s->kind, name, NKIND));
}

/* The nearest of inputs, outputs and the metadata of this kind of section. */
void meta_unknown_key(struct build *b, const struct key *k, enum kind kind) {
    const char *name[NMETA + 2 * MAX_SYMBOL + MAX_SYMBOL];
    size_t n = 0;
    bool keys = kind & (SAYS | KIND_ALLOW);
    for (size_t i = 0; i < b->t->ninput && keys; i++)
        name[n++] = b->t->input[i].name;
    for (size_t i = 0; i < b->t->noutput && keys; i++)
        name[n++] = b->t->output[i].name;
    for (size_t i = 0; i < NMETA; i++)
        if (meta[i].kinds & kind)
            name[n++] = meta[i].name;
    msg_add(b->m, FINDING_UNKNOWN, k->pos, strlen(k->name), "'%s' is %s%s", k->name,
            keys ? "no input, output or key of this section" : "no key of this section",
            meta_hint(b, k->name, name, n));
}

void meta_unknown_from(struct build *b, const struct key *k) {
    const char *name[NMETA + MAX_SYMBOL];
    size_t n = 0;
    for (size_t i = 0; i < b->t->ninput; i++)
        name[n++] = b->t->input[i].name;
    for (size_t i = 0; i < NMETA; i++)
        if (meta[i].kinds & KIND_FROM)
            name[n++] = meta[i].name;
    bool output = build_find_output(b, k->name) != NO;
    msg_add(b->m, FINDING_UNKNOWN, k->pos, strlen(k->name), "'%s' is %s%s", k->name,
            output ? "an output; a model says inputs" : "no input or key of this section",
            output ? "" : meta_hint(b, k->name, name, n));
}

/* YYYY-MM-DD of the Gregorian calendar. */
bool date_good(const char *text) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (strlen(text) != 10 || strspn(text, "0123456789-") != 10 || text[4] != '-' || text[7] != '-' ||
        strspn(text, "0123456789") != 4 || strspn(text + 5, "0123456789") != 2 || strspn(text + 8, "0123456789") != 2)
        return false;
    int year = 0, month = (text[5] - '0') * 10 + text[6] - '0', day = (text[8] - '0') * 10 + text[9] - '0';
    for (int i = 0; i < 4; i++)
        year = year * 10 + text[i] - '0';
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1] + (month == 2 && leap);
}

/* read.c has told of keys that stand twice; here it is known that no key can do without a value.  A date is looked at
 * in every kind of section, also where no later stage reads it. */
void meta_keys(struct build *b, const struct section *s) {
    for (size_t i = 0; i < s->nkey; i++) {
        const struct key *k = &s->key[i];
        if (!*k->value)
            msg_add(b->m, FINDING_SYNTAX, k->pos, strlen(k->name), "the key '%s' has no value", k->name);
        else if (!strcmp(k->name, "review") && !date_good(k->value))
            msg_add(b->m, FINDING_TYPE, key_at(k, 0), strcspn(k->value, "\n"), "'%s' is no date such as 2026-12-31",
                    k->value);
        else if (!strcmp(k->name, "replaces") && strcmp(k->value, "yes"))
            msg_add(b->m, FINDING_TYPE, key_at(k, 0), strcspn(k->value, "\n"),
                    "'%s': write 'replaces = yes', or nothing", k->value);
        else if (!strcmp(k->name, "review"))
            *PUSH(b->a, b->t->review, b->t->nreview) = (struct review){
                s->kind, s->name, k->value, meta_key(s, "owner") ? meta_text(b, s, "owner") : NULL, key_at(k, 0)};
    }
}

/* For sections whose every key is metadata. */
void meta_check(struct build *b, const struct section *s, enum kind kind) {
    meta_keys(b, s);
    for (size_t i = 0; i < s->nkey; i++)
        if (!meta_allowed(b, s->key[i].name, kind))
            meta_unknown_key(b, &s->key[i], kind);
}
