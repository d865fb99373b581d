/* cell.c -- the text of a condition or a list of values, as entries.
 *
 * In:   one key whose value is `A, @set, !C, Gemma4*, 80..90, >=0.6, <0.7 | absent, <=512 & %8, (192, 128)`.
 * Out:  entries with the exact place of each; the meaning of a word is left to the table stage, since this file knows
 *       no types.
 * Guarantee: every byte of the value is part of an entry, a separator, a blank, or of a message; a fault costs one
 *       message and the lexer goes on behind the next separator, so that all faults of a line are shown at once.
 * Lines of one value are joined by '\n', which is a blank here: a missing comma at the end of a line is a fault.
 */
#include "cell.h"

#include <ctype.h>
#include <string.h>

/* `<name>` is a copy, `<0.7` a comparison: only a name directly closed by '>' is the former. */
static bool is_copy(const char *at) {
    if (*at++ != '<' || !(isalpha((unsigned char)*at) || *at == '_'))
        return false;
    while (isalnum((unsigned char)*at) || *at == '_' || *at == '-' || *at == '.')
        at++;
    return *at == '>';
}

static const struct comparison {
    const char *text;
    enum compare op;
    bool refused;
} comparison[] = {
    {"===", COMPARE_EQ, true}, {"==", COMPARE_EQ, false},         {"!=", COMPARE_NE, false}, {">=", COMPARE_GE, false},
    {"<=", COMPARE_LE, false}, {"~=", COMPARE_COMPATIBLE, false}, {"=>", COMPARE_GE, true},  {"=<", COMPARE_LE, true},
    {">", COMPARE_GT, false},  {"<", COMPARE_LT, false},          {"=", COMPARE_EQ, true},
};

static const struct comparison *comparison_at(const char *at) {
    if (!strchr("=!<>~", *at))
        return NULL;
    for (size_t i = 0; i < sizeof comparison / sizeof *comparison; i++)
        if (!strncmp(at, comparison[i].text, strlen(comparison[i].text)))
            return &comparison[i];
    return NULL;
}

const char *compare_text(enum compare op) {
    for (size_t i = 0; i < sizeof comparison / sizeof *comparison; i++)
        if (comparison[i].op == op && !comparison[i].refused)
            return comparison[i].text;
    return "";
}

static bool lexer_compare(struct lexer *l, struct entry *e, const struct comparison *o) {
    const char *start = l->at;
    l->at += strlen(o->text);
    lexer_blank(l);
    e->kind = ENTRY_COMPARE;
    e->op = o->op;
    e->text = lexer_word(l);
    if (o->refused)
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, start), strlen(o->text), "'%s' is no comparison here; write '%s'",
                o->text, compare_text(o->op));
    else if (!*e->text)
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, start), strlen(o->text), "'%s' without a value behind it", o->text);
    return !o->refused && *e->text;
}

/* A word on its own: 80..90 is a range, Gemma4* a prefix. */
static bool word_entry(struct lexer *l, struct entry *e, const char *start) {
    const char *dots = strstr(e->text, ".."), *star = strchr(e->text, '*');
    size_t len = strlen(e->text);
    e->kind = ENTRY_WORD;
    if (dots && dots > e->text && dots[2]) {
        e->kind = ENTRY_RANGE;
        e->text2 = dots + 2;
        e->text = arena_strdup(l->a, e->text, (size_t)(dots - e->text));
    } else if (star && star[1]) {
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, start), len, "'%s': '*' stands only at the end of a prefix",
                e->text);
        return false;
    } else if (star && len == 1) {
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, start), 1,
                "'*' alone accepts everything; leave the key out instead");
        return false;
    } else if (star) {
        e->kind = ENTRY_PREFIX;
        e->text = arena_strdup(l->a, e->text, len - 1);
    }
    return true;
}

/* What the sign is for, where a person is likely to have meant something else. */
static const char *sign_help(char c) {
    switch (c) {
    case '>':
        return "; '>' orders the candidates of an outcome, entries are separated by ','";
    case ')':
        return "; no '(' is open";
    case '!':
        return "; '!' stands once, in front of the entry";
    default:
        return "";
    }
}

static bool lexer_tuple(struct lexer *l, struct entry *e) {
    const char *start = l->at;
    bool good = true;
    struct list list;
    list.entry = list.few;
    list.count = 0;
    e->kind = ENTRY_TUPLE;
    if (l->depth) {
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, start), 1, "a tuple inside a tuple");
        return false;
    }
    l->depth = 1;
    do {
        struct entry part = {0};
        l->at++;
        if (lexer_entry(l, &part))
            list_add(l, &list, &part);
        else
            good = false, lexer_skip(l, ",)|");
        lexer_blank(l);
    } while (*l->at == ',');
    l->depth = 0;
    if (*l->at == ')')
        l->at++;
    else if (good)
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, start), lexer_span(start, l->at), "'(' without its ')'"),
            good = false;
    e->part = list_keep(l, &list);
    e->npart = list.count;
    return good;
}

/* The entry behind an optional '!'. */
static bool lexer_atom(struct lexer *l, struct entry *e) {
    const char *start = l->at;
    const struct comparison *o = comparison_at(start);
    if (is_copy(start)) {
        l->at++;
        e->kind = ENTRY_COPY;
        e->text = lexer_word(l);
        l->at++;
        return true;
    }
    if (o)
        return lexer_compare(l, e, o);
    if (*start == '(')
        return lexer_tuple(l, e);
    if (*start == '"') {
        e->text = lexer_string(l);
        return e->text != NULL;
    }
    if (*start == '@' || *start == '%') {
        l->at++;
        lexer_blank(l);
        e->kind = *start == '@' ? ENTRY_SET : ENTRY_MULTIPLE;
        e->text = lexer_word(l);
        if (!*e->text)
            msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, start), 1, "'%c' without a %s behind it", *start,
                    *start == '@' ? "set" : "number");
        return *e->text;
    }
    e->text = *start == '!' ? "" : lexer_word(l);
    if (*e->text)
        return word_entry(l, e, start);
    if (*start && *start != ',' && *start != '|')
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, start), 1, "unexpected '%c'%s", *start, sign_help(*start));
    else
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, start), 1, "an entry is missing %s", *start ? "here" : "at the end");
    return false;
}

bool lexer_entry(struct lexer *l, struct entry *e) {
    lexer_blank(l);
    const char *start = l->at;
    e->pos = lexer_pos(l, start);
    if (l->at[0] == '!' && l->at[1] != '=') {
        e->not = true;
        l->at++;
        lexer_blank(l);
    }
    bool good = lexer_atom(l, e);
    e->len = (uint32_t)lexer_span(start, l->at);
    return good;
}

/* `a & b & c`: all must hold. */
static bool lexer_all(struct lexer *l, struct entry *e) {
    const char *start = l->at;
    if (!lexer_entry(l, e))
        return false;
    lexer_blank(l);
    if (*l->at != '&')
        return true;
    struct entry all = {.kind = ENTRY_ALL, .pos = e->pos, .text = "", .group = e->group};
    struct list list;
    list.entry = list.few;
    list.count = 0;
    list_add(l, &list, e);
    for (; *l->at == '&'; lexer_blank(l)) {
        struct entry part = {.group = e->group};
        l->at++;
        if (!lexer_entry(l, &part))
            return false;
        list_add(l, &list, &part);
        all.len = (uint32_t)lexer_span(start, l->at);
    }
    *e = all;
    e->part = list_keep(l, &list);
    e->npart = list.count;
    return true;
}

/* Between two entries.  false: the end; what stands instead of a separator is a message. */
static bool lexer_separator(struct lexer *l, uint32_t *group) {
    lexer_blank(l);
    if (*l->at && *l->at != ',' && *l->at != '|') {
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, l->at), 1, "expected ',' between entries, found '%c'%s", *l->at,
                sign_help(*l->at));
        if (!strchr(")>&=", *l->at))
            return true; /* an entry starts here: the separator is missing */
        lexer_skip(l, ",|");
    }
    *group += *l->at == '|';
    return *l->at && l->at++;
}

struct entries cell_entries(struct arena *a, struct msgs *m, const struct key *k) {
    struct lexer l = {.a = a, .m = m, .k = k, .at = k->value};
    struct list list;
    struct entry e;
    uint32_t group = 0;
    list.entry = list.few;
    list.count = 0;
    do {
        e = (struct entry){.group = group};
        lexer_blank(&l);
        if (lexer_all(&l, &e))
            list_add(&l, &list, &e);
        else
            lexer_skip(&l, ",|");
    } while (lexer_separator(&l, &group));
    return (struct entries){list_keep(&l, &list), list.count};
}
