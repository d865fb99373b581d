/* fmt_value.c -- one value in the canonical layout: blanks between its parts, and where a long list is broken.
 *
 * In: one line of a value, and its key.  Out: the same entries: one blank behind a comma and around '>' '|' '&', none
 * inside of brackets, runs of blanks as one; quoted text and free text as they are.
 * Guaranteed: only blanks change, and only where the lexer of entries skips them or sees the end of a word.
 */
#include "fmt.h"

#include <string.h>

static const char *const prose[] = {"about", "why", "source", "evidence", "owner", "review", "instead", "gpus", "use"};

/* `use` is here because a file name may hold blanks. */
bool fmt_is_prose(const char *key) {
    for (size_t i = 0; i < sizeof prose / sizeof *prose; i++) {
        if (strcmp(prose[i], key) == 0) {
            return true;
        }
    }
    return false;
}

bool fmt_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

/* Does a quote that opens here stay open at the end of the line? */
bool fmt_open_quote(const char *line) {
    bool open = false;
    for (const char *c = line; *c; c++) {
        if (open && c[0] == '\\' && c[1]) {
            c++;
        } else if (*c == '"') {
            open = !open;
        }
    }
    return open;
}

struct spacing {
    struct text *out;
    const char *key, *start; /* of the value */
    bool blank;              /* one is due */
    bool tight;              /* none is wanted here: behind '(' or at the start */
};

static void put(struct spacing *s, const char *bytes, size_t len) {
    if (s->blank && !s->tight) {
        text_add(s->out, " ", 1);
    }
    text_add(s->out, bytes, len);
    s->blank = s->tight = false;
}

/* Signs that stand between two parts: one blank on each side. */
static void put_between(struct spacing *s, const char *c) {
    s->blank = true;
    put(s, c, 1);
    s->blank = true;
}

/* The end of `<input>`: only letters back to its '<'. */
static bool closes_copy(const struct spacing *s, const char *c) {
    while (c > s->start && !strchr(" \t,|&()<>=\"", c[-1])) {
        c--;
    }
    return c > s->start && c[-1] == '<';
}

/* `a > b`, not `>5`, `>=5` or `<a>`: a word in front, and a word behind. */
static bool is_preference(const struct spacing *s, const char *c) {
    const char *before = c, *behind = c + 1;
    while (before > s->start && fmt_is_blank(before[-1])) {
        before--;
    }
    while (fmt_is_blank(*behind)) {
        behind++;
    }
    return before > s->start && !strchr(",|&(<>=!", before[-1]) && !closes_copy(s, c) && *behind &&
           !strchr(",|&)<>=", *behind);
}

/* Words of the language cannot hold '|', '&' or '>'; the others are signs in one key only. */
static bool is_between(const struct spacing *s, const char *c) {
    if (*c == '|' || *c == '&') {
        return true;
    }
    if (*c == '=' && strcmp(s->key, "aliases") == 0) {
        return true;
    }
    if (strcmp(s->key, "from") == 0 && strchr("/*%+", *c)) {
        return true;
    }
    return *c == '>' && is_preference(s, c);
}

/* The text with its quotes, as it is. */
static const char *put_quoted(struct spacing *s, const char *c) {
    const char *end = c + 1;
    while (*end && *end != '"') {
        end += end[0] == '\\' && end[1] ? 2 : 1;
    }
    end += *end == '"';
    put(s, c, (size_t)(end - c));
    return end;
}

/* By signs, not by entries: a value that no type has is laid out too. */
const char *fmt_spaced(struct arena *a, const char *key, const char *value) {
    struct text t = {.arena = a};
    struct spacing s = {&t, key, value, false, true};
    text_put(&t, "");
    for (const char *c = value; *c;) {
        if (fmt_is_blank(*c)) {
            s.blank = true;
        } else if (*c == '"') {
            c = put_quoted(&s, c);
            continue;
        } else if (*c == ',' || *c == ')') {
            s.blank = false;
            put(&s, c, 1);
            s.blank = *c == ',';
        } else if (is_between(&s, c)) {
            put_between(&s, c);
        } else {
            put(&s, c, 1);
            s.tight = *c == '(';
        }
        c++;
    }
    return t.at;
}

/* The end of the part that starts here: behind a comma or a '>' that no bracket or quote holds. */
static const char *part_end(const char *c) {
    const char *start = c;
    int depth = 0;
    for (; *c; c++) {
        if (*c == '"') {
            for (c++; *c && *c != '"'; c++) {
                c += c[0] == '\\' && c[1];
            }
            if (!*c) {
                break;
            }
        }
        depth += (*c == '(') - (*c == ')');
        bool preference = c[0] == '>' && c[1] == ' ' && !(c > start && c[-1] == '-');
        if (depth == 0 && (*c == ',' || preference)) {
            return c + 1;
        }
    }
    return c;
}

/* Greedy: a line is filled before the next begins. */
void fmt_put_list(struct text *out, const char *value, size_t column, size_t width) {
    size_t at = column;
    while (*value) {
        size_t len = (size_t)(part_end(value) - value);
        if (at > column && at + 1 + len > width) {
            text_printf(out, "\n%*s", (int)column, "");
            at = column;
        } else if (at > column) {
            text_put(out, " ");
            at++;
        }
        text_add(out, value, len);
        at += len;
        value += len;
        value += *value == ' ';
    }
    text_put(out, "\n");
}
