/* table_meta.c -- which section kinds there are, which metadata keys each may have, and the values of metadata.
 *
 * One grammar for every section: a key that names an input is a condition, one that names an output an outcome, and the
 * rest is metadata from the closed list below.  A key outside of it is an error that names the nearest one.
 * The list is also the list of names that no input or output may have, whatever section it belongs to.
 */
#include "table.h"

#include <ctype.h>
#include <string.h>

enum {
    SAYS = KIND_RULE | KIND_REFUSE | KIND_NEEDS | KIND_GRID | KIND_FORBID | KIND_NEVER | KIND_PIN, /* has conditions */
    ANY = SAYS | KIND_TABLE | KIND_INPUT | KIND_OUTPUT | KIND_SET | KIND_SM | KIND_FACT | KIND_ALLOW | KIND_RETIRED
};

static const struct section_kind {
    const char *name;
    enum kind kind;
} section_kind[] = {
    {"table", KIND_TABLE}, {"input", KIND_INPUT}, {"output", KIND_OUTPUT},   {"set", KIND_SET},
    {"sm", KIND_SM},       {"fact", KIND_FACT},   {"rule", KIND_RULE},       {"refuse", KIND_REFUSE},
    {"needs", KIND_NEEDS}, {"grid", KIND_GRID},   {"forbid", KIND_FORBID},   {"never", KIND_NEVER},
    {"pin", KIND_PIN},     {"allow", KIND_ALLOW}, {"retired", KIND_RETIRED},
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
    {"since", SAYS},
    {"until", SAYS},
    {"outputs", KIND_REFUSE},
    {"filter", KIND_NEEDS | KIND_GRID},
    {"input", KIND_GRID},
    {"output", KIND_GRID},
    {"instead", KIND_RETIRED},
};
enum { NMETA = sizeof meta / sizeof *meta };

enum kind meta_kind(const char *name) {
    for (size_t i = 0; i < NKIND; i++)
        if (!strcmp(section_kind[i].name, name))
            return section_kind[i].kind;
    return 0;
}

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

bool meta_allowed(const char *name, enum kind kind) {
    for (size_t i = 0; i < NMETA; i++)
        if (!strcmp(meta[i].name, name))
            return meta[i].kinds & kind;
    return false;
}

const char *meta_hint(struct build *b, const char *word, const char *const *candidate, size_t n) {
    const char *near = nearest(word, candidate, n);
    return near ? arena_printf(b->a, "; did you mean '%s'?", near) : "";
}

const char *meta_names_hint(struct build *b, const char *word, const struct names *n) {
    const char **name = NULL;
    size_t nname = 0;
    /* in the order of the values, not of the hash table: the nearest of several must not depend on it */
    for (size_t i = 0; i < n->cap; i++)
        nname += n->key[i] != NULL;
    name = arena_alloc(b->a, (nname + 1) * sizeof *name);
    nname = 0;
    for (size_t i = 0; i < n->cap; i++)
        if (n->key[i])
            name[nname++] = n->key[i];
    for (size_t gap = nname / 2; gap; gap /= 2)
        for (size_t i = gap; i < nname; i++)
            for (size_t j = i; j >= gap && strcmp(name[j - gap], name[j]) > 0; j -= gap) {
                const char *swap = name[j];
                name[j] = name[j - gap];
                name[j - gap] = swap;
            }
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
    bool keys = kind & SAYS;
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

/* The same key twice, or one without a value.  key_section remembers where a name was met last, so that the check
 * costs one look-up per key. */
void meta_keys(struct build *b, const struct section *s) {
    size_t mark = (size_t)(s - b->d->section) + 1;
    for (size_t i = 0; i < s->nkey; i++) {
        const struct key *k = &s->key[i];
        uint32_t at = names_find(&b->key, k->name);
        if (at == NO) {
            at = (uint32_t)b->nkey;
            names_add(&b->key, k->name, at);
            size_t count = b->nkey;
            *PUSH(b->a, b->key_section, count) = 0;
            PUSH(b->a, b->key_first, b->nkey);
        }
        if (b->key_section[at] == mark) {
            struct msg *msg =
                msg_add(b->m, FINDING_DUPLICATE, k->pos, strlen(k->name), "the key '%s' twice in one section", k->name);
            msg_note(b->m, msg, b->key_first[at]->pos, "the first is here");
        } else {
            b->key_section[at] = mark;
            b->key_first[at] = k;
        }
        if (!*k->value)
            msg_add(b->m, FINDING_SYNTAX, k->pos, strlen(k->name), "the key '%s' has no value", k->name);
    }
}

void meta_check(struct build *b, const struct section *s, enum kind kind) {
    meta_keys(b, s);
    for (size_t i = 0; i < s->nkey; i++)
        if (!meta_allowed(s->key[i].name, kind))
            meta_unknown_key(b, &s->key[i], kind);
}
