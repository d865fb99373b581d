/* fmt_from.c -- one line of a value of a [from FILE] section in the canonical layout.
 *
 * In: the line, and whether it begins inside the pairs of a mapping (`*FP4* -> nvfp4,` goes on in the next line).
 * Out: the same expression: one blank around signs and behind ',' and ':', none inside of brackets; texts as they are.
 * Guaranteed: only blanks change, and only where from.c skips them or sees the end of a word.
 */
#include "fmt.h"

#include <string.h>

struct laying {
    struct text *out;
    bool blank, tight, *pair; /* a blank is due; none is wanted; inside of pairs */
};

static void put(struct laying *l, const char *bytes, size_t len) {
    if (l->blank && !l->tight) {
        text_add(l->out, " ", 1);
    }
    text_add(l->out, bytes, len);
    l->blank = l->tight = false;
}

static void put_between(struct laying *l, const char *sign) {
    l->blank = true;
    put(l, sign, strlen(sign));
    l->blank = true;
}

/* The text with its quotes; a step `["key"]` of a path is tight. */
static size_t quoted_len(const char *c) {
    const char *end = c + 1;
    while (*end && *end != '"') {
        end += end[0] == '\\' && end[1] ? 2 : 1;
    }
    return (size_t)(end - c) + (*end == '"');
}

/* Words of pairs hold signs; elsewhere '*' is a word only in a path. */
static size_t word_len(const struct laying *l, const char *c) {
    size_t len = 0;
    while (c[len] && !strchr(" \t,|:()\"{}", c[len]) && strncmp(c + len, "->", 2) != 0) {
        bool step = c[len] == '*' && len > 0 && c[len - 1] == '.';
        if (!*l->pair && strchr("/%+*[]", c[len]) && !step) {
            break;
        }
        len++;
    }
    return len;
}

static size_t put_sign(struct laying *l, const char *c) {
    char sign[2] = {*c, 0};
    if (strncmp(c, "->", 2) == 0) {
        put_between(l, "->");
        return 2;
    }
    if (strchr(",:)]", *c)) {
        l->blank = false;
        put(l, c, 1);
        l->blank = *c == ',' || *c == ':';
        *l->pair = l->blank || (*l->pair && *c == ']');
    } else if (strchr("([", *c)) {
        put(l, c, 1);
        l->tight = true;
    } else {
        put_between(l, sign);
        *l->pair = *l->pair && *c != '|';
    }
    return 1;
}

const char *fmt_from(struct arena *a, const char *value, bool *pair) {
    struct text t = {.arena = a};
    struct laying l = {&t, false, true, pair};
    text_put(&t, "");
    for (const char *c = value; *c;) {
        size_t len = fmt_is_blank(*c) ? 0 : *c == '"' ? quoted_len(c) : word_len(&l, c);
        if (len > 0) {
            put(&l, c, len);
            c += len;
        } else if (fmt_is_blank(*c)) {
            l.blank = true;
            c++;
        } else {
            c += put_sign(&l, c);
        }
    }
    return t.at;
}
