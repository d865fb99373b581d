/* domain_atom.c -- the atom that a user's text falls into: CSV cells, `input=value` of the command line.
 *
 * In: a text.  Out: an atom, or NO and what was required instead; never a neighbour's atom.
 * Special cells are written by name (absent, unset, none, newer, other, unknown); an empty text is no value.
 */
#include "domain.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const special_word[] = {"other", "newer", "none", "absent", NULL, "unset", "unknown", NULL};

/* Reserved words, where the input has the cell. */
static uint32_t special_atom(const struct domain *d, const char *text) {
    for (size_t i = 0; i < sizeof special_word / sizeof *special_word; i++)
        if (special_word[i] && d->special[i] != NO && strcmp(text, special_word[i]) == 0)
            return d->special[i];
    return NO;
}

/* Digits only, after an optional sign. */
static bool number(const char *text, int64_t *out) {
    const char *digits = text + (*text == '-' || *text == '+');
    if (!isdigit((unsigned char)*digits) || digits[strspn(digits, "0123456789")])
        return false;
    errno = 0;
    intmax_t value = strtoimax(text, NULL, 10);
    *out = (int64_t)value;
    return errno == 0 && value >= INT64_MIN && value <= INT64_MAX;
}

/* 100, sm100, sm_100, 10.0 */
static bool sm_number(const char *text, int64_t *out) {
    const char *dot = strchr(text, '.');
    if (dot) {
        int64_t major, minor;
        char head[8];
        size_t len = (size_t)(dot - text);
        if (len == 0 || len >= sizeof head || !isdigit((unsigned char)text[0]) || !isdigit((unsigned char)dot[1]) ||
            dot[2])
            return false;
        memcpy(head, text, len);
        head[len] = '\0';
        if (!number(head, &major) || !number(dot + 1, &minor))
            return false;
        *out = 10 * major + minor;
        return true;
    }
    if ((text[0] == 's' || text[0] == 'S') && (text[1] == 'm' || text[1] == 'M'))
        text += text[2] == '_' ? 3 : 2;
    return isdigit((unsigned char)*text) && number(text, out);
}

/* Above the highest known SM lies `newer`; any other unknown one is a mistake, never rounded to a neighbour. */
static uint32_t sm_atom(const struct space *s, uint32_t input, const char *text, const char **error) {
    const struct input *in = &s->table->input[input];
    int64_t sm, highest = 0;
    if (!sm_number(text, &sm)) {
        *error = arena_printf(s->arena, "'%s' is no SM; write it as 100, sm_100 or 10.0, or newer, or none", text);
        return NO;
    }
    for (uint32_t i = 0; i < in->nvalue; i++) {
        if (in->number[i] == sm)
            return i;
        highest = in->number[i] > highest ? in->number[i] : highest;
    }
    if (sm > highest)
        return s->domain[input].special[VALUE_NEWER - VALUE_OTHER];
    *error = arena_printf(s->arena, "SM %" PRId64 " is not in the vocabulary, whose highest is %" PRId64, sm, highest);
    return NO;
}

/* A number outside of the declared range is no value. */
static uint32_t int_atom(const struct space *s, uint32_t input, const char *text, const char **error) {
    const struct input *in = &s->table->input[input];
    const struct domain *d = &s->domain[input];
    int64_t n;
    if (!number(text, &n) || n < in->lo || n > in->hi) {
        *error = arena_printf(s->arena, "'%s' is no number in %" PRId64 "..%" PRId64 "%s", text, in->lo, in->hi,
                              in->unset ? ", and not 'unset'" : "");
        return NO;
    }
    uint32_t pattern = int_pattern(d, n);
    for (uint32_t i = 0; i < int_natom(d); i++)
        if (d->atom[i].lo <= n && n <= d->atom[i].hi && d->atom[i].residue == pattern)
            return i;
    *error = arena_printf(s->arena, "'%s' is not in the domain of '%s'", text, in->name);
    return NO;
}

/* Piece i lies above exactly i cuts, so the cuts below the version are counted. */
static uint32_t version_atom(const struct space *s, uint32_t input, const char *text, const char **error) {
    const struct domain *d = &s->domain[input];
    const struct version *v = version_parse(s->arena, s->table->input[input].scheme, text);
    if (!v) {
        *error = arena_printf(s->arena, "'%s' is no version%s", text,
                              s->table->input[input].absent ? ", and not 'absent'" : "");
        return NO;
    }
    uint32_t at = d->special[VALUE_ABSENT - VALUE_OTHER] == NO ? 0 : 1;
    size_t lo = 0, hi = d->ncut;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (cut_below(&d->cut[middle], v))
            lo = middle + 1;
        else
            hi = middle;
    }
    return at + (uint32_t)lo;
}

/* A declared value or alias; a bool also takes what programs print for it. */
static uint32_t word_atom(const struct space *s, uint32_t input, const char *text, const char **error) {
    const struct input *in = &s->table->input[input];
    uint32_t at = names_find(&s->domain[input].word, text);
    if (at == NO && in->type == TYPE_BOOL && in->nvalue == 2) {
        bool yes = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
        if (yes || strcmp(text, "false") == 0 || strcmp(text, "0") == 0)
            return yes;
    }
    if (at == NO) {
        const char *near = nearest(text, in->value, in->nvalue);
        *error = near ? arena_printf(s->arena, "'%s' is no value of '%s'; did you mean '%s'?", text, in->name, near)
                      : arena_printf(s->arena, "'%s' is no value of '%s'", text, in->name);
    }
    return at;
}

uint32_t domain_atom(const struct space *s, uint32_t input, const char *text, const char **error) {
    const struct domain *d = &s->domain[input];
    const struct input *in = &s->table->input[input];
    *error = NULL;
    uint32_t at = in->type == TYPE_ENUM ? names_find(&d->word, text) : NO; /* an enum may declare such a word */
    if (at == NO && in->chain == NO)
        at = special_atom(d, text);
    if (at == NO && in->type == TYPE_INT && in->chain != NO &&
        (strcmp(text, "NONE") == 0 || strcmp(text, "ERROR") == 0))
        at = d->special[(*text == 'N' ? VALUE_NONE : VALUE_ERROR) - VALUE_OTHER];
    if (at != NO)
        return at;
    if (!*text) {
        *error = arena_printf(s->arena, "'%s' has no value here", in->name);
        return NO;
    }
    switch (in->type) {
    case TYPE_NAME:
        return name_classify(d, in, text);
    case TYPE_SM:
        return sm_atom(s, input, text, error);
    case TYPE_INT:
        return int_atom(s, input, text, error);
    case TYPE_VERSION:
        return version_atom(s, input, text, error);
    case TYPE_ENUM:
    case TYPE_BOOL:
        break;
    }
    return word_atom(s, input, text, error);
}
