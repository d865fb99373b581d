/* fmt.c -- one canonical layout of a table's text, comments kept, meaning unchanged, idempotent.
 *
 * In: the bytes of one INI file that read.c takes without a fault.  Out: the same sections, keys, values and comments
 * with one blank line between sections, none inside but where the author grouped keys, '=' aligned per section, one
 * space after a comma, and continuation lines below the value.  Free text (why, about, ...) is only trimmed.
 */
#include "turnout.h"

#include <string.h>

enum { KEY_CAP = 20, WIDTH = 110 }; /* a longer key does not widen its section; lists are broken before WIDTH */

enum kind { BLANK, COMMENT, SECTION, KEY, MORE };

struct row {
    enum kind kind;
    const char *key, *value; /* KEY; MORE: value; COMMENT, SECTION: value is the whole line */
};
struct rows {
    struct row *at;
    size_t count;
};

static const char *const prose[] = {"about", "why", "source", "evidence", "owner", "review", "instead", "gpus"};

static bool is_prose(const char *key) {
    for (size_t i = 0; i < sizeof prose / sizeof *prose; i++) {
        if (strcmp(prose[i], key) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

static char *trimmed(struct arena *a, const char *from, size_t len) {
    while (len > 0 && is_space(*from)) {
        from++;
        len--;
    }
    while (len > 0 && is_space(from[len - 1])) {
        len--;
    }
    return arena_strdup(a, from, len);
}

static struct row row_of(struct arena *a, const char *line, size_t len) {
    char *text = trimmed(a, line, len);
    if (!*text) {
        return (struct row){BLANK, NULL, NULL};
    }
    if (*text == '#' || *text == ';') {
        return (struct row){COMMENT, NULL, text};
    }
    if (is_space(line[0])) {
        return (struct row){MORE, NULL, text};
    }
    if (*text == '[') {
        return (struct row){SECTION, NULL, text};
    }
    const char *equal = strchr(text, '=');
    return (struct row){KEY, trimmed(a, text, (size_t)(equal - text)), trimmed(a, equal + 1, strlen(equal + 1))};
}

static struct rows rows_of(struct arena *a, const char *bytes, size_t len) {
    struct rows rows = {NULL, 0};
    for (size_t at = 0; at < len;) {
        const char *end = memchr(bytes + at, '\n', len - at);
        size_t n = end ? (size_t)(end - bytes) - at : len - at;
        *PUSH(a, rows.at, rows.count) = row_of(a, bytes + at, n);
        at += n + 1;
    }
    return rows;
}

/* One space after a comma, none before it, one around '>' '|' '&' as written; quoted text stays as it is. */
static const char *spaced(struct arena *a, const char *value) {
    struct text t = {.arena = a};
    bool quoted = false;
    text_put(&t, "");
    for (const char *c = value; *c; c++) {
        quoted = quoted != (*c == '"');
        if (quoted || !is_space(*c)) {
            if (!quoted && *c == ',' && t.len > 0 && t.at[t.len - 1] == ' ') {
                t.at[--t.len] = 0;
            }
            text_add(&t, c, 1);
            if (!quoted && *c == ',' && c[1]) {
                text_add(&t, " ", 1);
            }
        } else if (t.len > 0 && t.at[t.len - 1] != ' ') {
            text_add(&t, " ", 1);
        }
    }
    while (t.len > 0 && t.at[t.len - 1] == ' ') {
        t.at[--t.len] = 0;
    }
    return t.at;
}

static size_t key_width(const struct rows *rows, size_t section) {
    size_t width = 0;
    for (size_t i = section + 1; i < rows->count && rows->at[i].kind != SECTION; i++) {
        size_t len = rows->at[i].kind == KEY ? strlen(rows->at[i].key) : 0;
        if (len > width && len <= KEY_CAP) {
            width = len;
        }
    }
    return width;
}

static void indent(struct text *out, size_t n) {
    while (n-- > 0) {
        text_add(out, " ", 1);
    }
}

/* The value from column `column`, broken behind commas where the line would pass WIDTH. */
static void put_list(struct text *out, const char *value, size_t column) {
    size_t at = column;
    while (*value) {
        const char *comma = strchr(value, ',');
        size_t len = comma ? (size_t)(comma - value) + 1 : strlen(value);
        if (at > column && at + 1 + len > WIDTH) {
            text_put(out, "\n");
            indent(out, column);
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

static void put_value(struct arena *a, struct text *out, const char *key, const char *value, size_t column) {
    if (is_prose(key) || strchr(value, '"')) {
        text_printf(out, "%s\n", value);
    } else {
        put_list(out, spaced(a, value), column);
    }
}

/* A key and its continuation lines; returns the row behind them. */
static size_t put_key(struct arena *a, struct text *out, const struct rows *rows, size_t i, size_t width) {
    const struct row *r = &rows->at[i];
    size_t len = strlen(r->key);
    text_put(out, r->key);
    indent(out, len < width ? width - len : 0);
    text_put(out, *r->value ? " = " : " =");
    size_t column = (len < width ? width : len) + 3;
    put_value(a, out, r->key, r->value, column);
    for (i++; i < rows->count; i++) {
        size_t next = i; /* comments and blank lines inside a value stay inside it */
        while (next < rows->count && (rows->at[next].kind == COMMENT || rows->at[next].kind == BLANK)) {
            next++;
        }
        if (next == rows->count || rows->at[next].kind != MORE) {
            break;
        }
        for (; i < next; i++) {
            if (rows->at[i].kind == COMMENT) {
                indent(out, column);
                text_printf(out, "%s\n", rows->at[i].value);
            }
        }
        indent(out, column);
        put_value(a, out, r->key, rows->at[i].value, column);
    }
    return i;
}

static void put_section(struct arena *a, struct text *out, const char *header) {
    const char *close = strchr(header, ']');
    text_printf(out, "[%s]", spaced(a, trimmed(a, header + 1, (size_t)(close - header) - 1)));
    const char *behind = trimmed(a, close + 1, strlen(close + 1));
    text_printf(out, "%s%s\n", *behind ? " " : "", behind);
}

/* The next row that is not blank. */
static size_t skip_blank(const struct rows *rows, size_t i) {
    while (i < rows->count && rows->at[i].kind == BLANK) {
        i++;
    }
    return i;
}

/* Does a section begin here, perhaps behind the comments that belong to it? */
static bool opens_section(const struct rows *rows, size_t i) {
    while (i < rows->count && rows->at[i].kind == COMMENT) {
        i++;
    }
    return i < rows->count && rows->at[i].kind == SECTION;
}

const char *fmt(struct arena *a, const char *bytes, size_t len, size_t *out_len) {
    struct rows rows = rows_of(a, bytes, len);
    struct text out = {.arena = a};
    size_t width = 0;
    text_put(&out, "");
    for (size_t i = skip_blank(&rows, 0); i < rows.count;) {
        const struct row *r = &rows.at[i];
        bool after_header = i > 0 && rows.at[i - 1].kind == SECTION;
        if (r->kind == SECTION) {
            width = key_width(&rows, i);
            put_section(a, &out, r->value);
            i++;
        } else if (r->kind == COMMENT) {
            text_printf(&out, "%s\n", r->value);
            i++;
        } else if (r->kind == KEY) {
            i = put_key(a, &out, &rows, i, width);
        } else {
            i = skip_blank(&rows, i + 1);
            if (i < rows.count && !after_header) {
                text_put(&out, "\n");
            }
            continue;
        }
        if (i < rows.count && rows.at[i].kind != BLANK && r->kind != COMMENT && opens_section(&rows, i)) {
            text_put(&out, "\n");
        }
    }
    *out_len = out.len;
    return out.at;
}
