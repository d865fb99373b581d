/* table_numbers.c -- entries of type sm and int: numbers, ranges, comparisons, multiples.
 *
 * In:   an entry and its input.  Out: inclusive bounds lo..hi (of a multiple: the modulus).
 * Guarantee: every SM that is written out is one that the vocabulary knows, every number reaches into the declared
 *       range; `!=` has become a negation.
 */
#include "table.h"

#include <string.h>

/* 9.0, sm_90, sm90a and a 10 that was 10.0 are ways to write a compute capability; here it is a plain number. */
const char *sm_meant(struct build *b, const struct input *in, const char *text) {
    const char *number = text + (strncmp(text, "sm", 2) == 0 ? 2 : 0);
    number += *number == '_';
    size_t digits = strspn(number, "0123456789");
    const char *rest = number + digits;
    int64_t n;
    if (digits == 0 || digits > 3 || !meta_number(arena_strdup(b->a, number, digits), &n))
        return "";
    if (rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9' && !rest[2])
        n = n * 10 + (rest[1] - '0');
    else if (!*rest && number == text)
        n *= 10;
    return sm_index(in, n) == NO ? "" : arena_printf(b->a, "; did you mean %lld?", (long long)n);
}

/* lo..hi holds no SM that is known: which ones are next to it? */
static bool sm_refuse(struct build *b, const struct input *in, const struct entry *e, int64_t lo, int64_t hi) {
    const int64_t *below = NULL, *above = NULL;
    struct text near = {.arena = b->a};
    if (in->nvalue == 0 && in != &b->vocabulary)
        return false; /* the missing vocabulary has its message */
    for (size_t i = 0; i < in->nvalue; i++)
        if (in->number[i] < lo)
            below = &in->number[i];
        else if (in->number[i] > hi && !above)
            above = &in->number[i];
    text_put(&near, lo == hi ? sm_meant(b, in, arena_printf(b->a, "%lld", (long long)lo)) : "");
    bool meant = near.len > 0;
    if (!meant)
        text_put(&near, below || above ? "; next to it: " : "");
    if (below && !meant)
        text_printf(&near, "%lld%s", (long long)*below, above ? " and " : "");
    if (above && !meant)
        text_printf(&near, "%lld", (long long)*above);
    msg_add(b->m, FINDING_UNKNOWN, e->pos, e->len, "'%s': the vocabulary has no SM %lld%s%s", entry_text(b->a, e),
            (long long)lo, lo < hi ? arena_printf(b->a, " to %lld", (long long)hi) : "", near.at);
    return false;
}

/* A bound of a range or comparison: a number, of type sm a known SM. */
static bool bound(struct build *b, const struct input *in, const struct entry *e, const char *text, int64_t *n) {
    if (!meta_number(text, n))
        return type_refuse(b, in, e);
    return in->type != TYPE_SM || sm_index(in, *n) != NO || sm_refuse(b, in, e, *n, *n);
}

/* Comparison and range of numbers as inclusive bounds; != becomes a negation. */
static bool number_bounds(struct build *b, const struct input *in, struct entry *e, int64_t least, int64_t most) {
    int64_t n, to;
    if (!bound(b, in, e, e->text, &n))
        return false;
    e->lo = e->hi = n;
    if (e->kind == ENTRY_RANGE) {
        if (!bound(b, in, e, e->text2, &to))
            return false;
        e->hi = to;
        if (n > to)
            msg_add(b->m, FINDING_TYPE, e->pos, e->len, "the range '%s..%s' is empty", e->text, e->text2);
        return n <= to;
    }
    switch (e->op) {
    case COMPARE_GE:
    case COMPARE_GT:
        e->lo = e->op == COMPARE_GT ? n + 1 : n;
        e->hi = most;
        return true;
    case COMPARE_LE:
    case COMPARE_LT:
        e->lo = least;
        e->hi = e->op == COMPARE_LT ? n - 1 : n;
        return true;
    case COMPARE_EQ:
        return true;
    case COMPARE_NE:
        e->kind = ENTRY_WORD; /* !=64 is !64: two of them take away two numbers */
        e->not ^= true;
        return true;
    case COMPARE_COMPATIBLE:
        break;
    }
    return type_refuse(b, in, e);
}

/* No SM: perhaps the name of a family that is not quite right. */
static bool sm_word_refuse(struct build *b, const struct input *in, const struct entry *e) {
    const char *hint = b->t->nset ? meta_names_hint(b, e->text, &b->set) : "";
    if (!strstr(hint, "did you mean"))
        return type_refuse(b, in, e);
    msg_add(b->m, FINDING_UNKNOWN, e->pos, e->len, "'%s' is neither an SM nor a set of SMs%s", e->text, hint);
    return false;
}

bool type_sm(struct build *b, uint32_t input, struct entry *e) {
    const struct input *in = build_input(b, input);
    e->value = NO;
    if (e->kind == ENTRY_RANGE || e->kind == ENTRY_COMPARE) {
        bool good = number_bounds(b, in, e, 0, INT64_MAX);
        if (good && e->kind == ENTRY_WORD)
            e->value = sm_index(in, e->lo);
        return good;
    }
    if (e->kind != ENTRY_WORD)
        return type_refuse(b, in, e);
    if (!strcmp(e->text, "newer") || !strcmp(e->text, "none"))
        return type_special(b, in, e, *e->text == 'n' && e->text[1] == 'e' ? VALUE_NEWER : VALUE_NONE, true);
    if (!sm_word(e->text, &e->lo, &e->hi))
        return sm_word_refuse(b, in, e);
    if (!sm_known(in, e->lo, e->hi))
        return sm_refuse(b, in, e, e->lo, e->hi);
    if (e->lo == e->hi)
        e->value = sm_index(in, e->lo);
    return true;
}

/* Also for the answers of int outputs in pins and forbids. */
bool type_int(struct build *b, const struct input *in, struct entry *e) {
    int64_t n;
    e->value = NO;
    if (e->kind == ENTRY_MULTIPLE) {
        if (!meta_number(e->text, &n) || n < 1)
            return type_refuse(b, in, e);
        e->lo = e->hi = n;
        return true;
    }
    if (e->kind == ENTRY_RANGE || e->kind == ENTRY_COMPARE) {
        if (!number_bounds(b, in, e, in->lo, in->hi))
            return false;
    } else if (e->kind != ENTRY_WORD || !meta_number(e->text, &e->lo))
        return type_refuse(b, in, e);
    else
        e->hi = e->lo;
    if (e->hi >= in->lo && e->lo <= in->hi)
        return true;
    msg_add(b->m, FINDING_TYPE, e->pos, e->len, "'%s' lies outside of the range %lld..%lld of '%s'",
            entry_text(b->a, e), (long long)in->lo, (long long)in->hi, in->name);
    return false;
}
