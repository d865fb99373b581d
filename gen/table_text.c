/* table_text.c -- the values of metadata keys: texts, yes and no, words of a closed list, numbers, names, dates.
 *
 * In:   a section and the name of a key.  Out: the value; a fault is a message and gives the default.
 */
#include "table.h"

#include <ctype.h>
#include <string.h>

/* Sections have few keys, so a scan; the first byte tells most of them apart. */
const struct key *meta_key(const struct section *s, const char *name) {
    for (size_t i = 0; i < s->nkey; i++)
        if (s->key[i].name[0] == name[0] && !strcmp(s->key[i].name, name))
            return &s->key[i];
    return NULL;
}

/* A text of several lines is one line everywhere it is shown. */
const char *meta_line(struct build *b, const struct key *k) {
    if (!strchr(k->value, '\n'))
        return k->value;
    char *text = arena_strdup(b->a, k->value, strlen(k->value));
    for (char *c = text; *c; c++)
        if (*c == '\n')
            *c = ' ';
    return text;
}

const char *meta_text(struct build *b, const struct section *s, const char *name) {
    const struct key *k = meta_key(s, name);
    return k && *k->value ? meta_line(b, k) : NULL;
}

/* One word of a closed list. */
bool meta_choice(struct build *b, const struct key *k, const char *const *word, size_t nword, uint32_t *out) {
    for (size_t i = 0; i < nword; i++)
        if (!strcmp(k->value, word[i])) {
            *out = (uint32_t)i;
            return true;
        }
    if (*k->value) /* an empty one has its message */
        msg_add(b->m, FINDING_UNKNOWN, key_at(k, 0), strcspn(k->value, "\n"), "'%s' is no value of the key '%s'%s",
                k->value, k->name, meta_hint(b, k->value, word, nword));
    return false;
}

bool meta_yes_or(struct build *b, const struct section *s, const char *name, bool absent) {
    static const char *const word[] = {"no", "yes"};
    const struct key *k = meta_key(s, name);
    uint32_t value = absent;
    return k && meta_choice(b, k, word, 2, &value) ? value == 1 : absent;
}

bool meta_yes(struct build *b, const struct section *s, const char *name) {
    return meta_yes_or(b, s, name, false);
}

bool meta_plain(const struct entry *e, enum entry_kind kind) {
    bool sign = e->not ;
    return e->kind == kind && !sign;
}

/* What is no plain word has its message and is left out. */
struct entries meta_words(struct build *b, const struct key *k) {
    struct entries es = {0};
    if (!*k->value)
        return es;
    struct entries all = cell_entries(b->a, b->m, k);
    for (size_t i = 0; i < all.count; i++) {
        struct entry *e = &all.entry[i];
        if (meta_plain(e, ENTRY_WORD) && e->group == 0)
            *PUSH(b->a, es.entry, es.count) = *e;
        else
            msg_add(b->m, FINDING_SYNTAX, e->pos, e->len, "'%s' in '%s', which is a list of plain words",
                    entry_text(b->a, e), k->name);
    }
    return es;
}

/* Decimal, at most 15 digits so that sums and products of two stay far from overflow; 064 looks octal and is none. */
bool meta_number(const char *text, int64_t *out) {
    bool minus = *text == '-';
    const char *digit = text + minus;
    size_t len = strlen(digit);
    if (len == 0 || len > 15 || strspn(digit, "0123456789") != len || (len > 1 && *digit == '0'))
        return false;
    int64_t n = 0;
    for (; *digit; digit++)
        n = n * 10 + (*digit - '0');
    *out = minus ? -n : n;
    return true;
}

/* What a key can be, and what becomes an identifier without a surprise. */
bool meta_identifier(const char *name) {
    if (!isalpha((unsigned char)*name) && *name != '_')
        return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && !strchr("_-.", *name))
            return false;
    return true;
}

bool meta_named(struct build *b, const struct section *s) {
    if (*s->name)
        return true;
    msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 2, "section [%s] has no name; write [%s NAME]", s->kind,
            s->kind);
    return false;
}

/* For names that hold lists: `any(a, b)`. */
struct key meta_key_text(struct build *b, const char *name, const char *text, struct pos pos) {
    (void)b;
    return (struct key){.name = name, .pos = pos, .value = text, .col = pos.col};
}
