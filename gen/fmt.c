/* fmt.c -- one canonical layout of a table's text, comments kept, meaning unchanged, idempotent.
 *
 * In: the bytes of one INI file that read.c takes without a fault.  Out: the same sections, keys, values and comments:
 * one blank line between sections, none at the start of one, and inside one where the author grouped keys; '=' aligned
 * per section; values as fmt_value.c lays them out, continuation lines below the value.  Lines that the author broke
 * stay broken.  Comments move to the first column, or below the value that they stand in.
 */
#include "fmt.h"

#include <string.h>

enum { KEY_CAP = 20, WIDTH = 110 }; /* a longer key does not widen its section; lists are broken before WIDTH */

enum kind { BLANK, COMMENT, SECTION, KEY, MORE };

struct row {
    enum kind kind;
    const char *key, *value; /* KEY; MORE: value; COMMENT, SECTION: value is the whole line */
    bool from;               /* in a [from FILE] section */
};
struct rows {
    struct row *at;
    size_t count;
};

static char *trimmed(struct arena *a, const char *from, size_t len) {
    while (len > 0 && fmt_is_blank(*from)) {
        from++;
        len--;
    }
    while (len > 0 && fmt_is_blank(from[len - 1])) {
        len--;
    }
    return arena_strdup(a, from, len);
}

/* As the reader sees it: comments by their first sign, continuation by the first column. */
static struct row row_of(struct arena *a, const char *line, size_t len) {
    char *text = trimmed(a, line, len);
    if (!*text) {
        return (struct row){BLANK, NULL, NULL, false};
    }
    if (*text == '#' || *text == ';') {
        return (struct row){COMMENT, NULL, text, false};
    }
    if (fmt_is_blank(line[0])) {
        return (struct row){MORE, NULL, text, false};
    }
    const char *equal = strchr(text, '=');
    if (*text == '[' || !equal) {
        return (struct row){SECTION, NULL, text, false};
    }
    return (struct row){KEY, trimmed(a, text, (size_t)(equal - text)), trimmed(a, equal + 1, strlen(equal + 1)), false};
}

/* A section of that kind; the reader has trimmed nothing behind '['. */
static bool is_from(const char *header) {
    const char *kind = header + 1;
    kind += strspn(kind, " \t");
    return strncmp(kind, "from", 4) == 0 && fmt_is_blank(kind[4]);
}

/* Keys are spaced here, since their width is needed before they are written. */
static struct rows rows_of(struct arena *a, const char *bytes, size_t len) {
    struct rows rows = {NULL, 0};
    bool from = false;
    for (size_t at = 0; at < len;) {
        const char *end = memchr(bytes + at, '\n', len - at);
        size_t n = end ? (size_t)(end - bytes) - at : len - at;
        struct row row = row_of(a, bytes + at, n);
        if (row.kind == KEY) {
            row.key = fmt_spaced(a, "", row.key);
        }
        from = row.kind == SECTION ? is_from(row.value) : from;
        row.from = from;
        *PUSH(a, rows.at, rows.count) = row;
        at += n + 1;
    }
    return rows;
}

/* ---- keys ---- */

/* Of all keys of a section, so that moving one does not realign others in part. */
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

/* The row behind a key, its continuation lines, and the comments and blank lines between those. */
static size_t key_end(const struct rows *rows, size_t i) {
    size_t end = i + 1;
    for (size_t k = end; k < rows->count && rows->at[k].kind != KEY && rows->at[k].kind != SECTION; k++) {
        end = rows->at[k].kind == MORE ? k + 1 : end;
    }
    return end;
}

/* Blanks of a quoted text that goes over several lines are its own: such a value is only trimmed. */
static bool keeps_blanks(const struct rows *rows, size_t i, size_t end) {
    bool keep = fmt_is_prose(rows->at[i].key);
    for (; i < end; i++) {
        bool value = rows->at[i].kind == KEY || rows->at[i].kind == MORE;
        keep = keep || (value && fmt_open_quote(rows->at[i].value));
    }
    return keep;
}

/* The next line of a value, behind comments and blank lines; NULL: there is none. */
static struct row *next_line(const struct rows *rows, size_t k, size_t end) {
    for (k++; k < end; k++) {
        if (rows->at[k].kind == MORE) {
            return &rows->at[k];
        }
    }
    return NULL;
}

/* A comma that opens a line belongs to the end of the one before. */
static const char *list_line(struct arena *a, const struct rows *rows, size_t k, size_t end, const char *key,
                             bool *pair) {
    const struct row *r = &rows->at[k];
    const char *line = r->from ? fmt_from(a, r->value, pair) : fmt_spaced(a, key, r->value);
    struct row *next = next_line(rows, k, end);
    if (!next || *next->value != ',') {
        return line;
    }
    next->value = trimmed(a, next->value + 1, strlen(next->value + 1));
    *pair = true;
    return arena_printf(a, "%s,", line);
}

/* Comments stay inside the value that they stand in. */
static void put_key(struct arena *a, struct text *out, const struct rows *rows, size_t i, size_t end, size_t width) {
    const struct row *r = &rows->at[i];
    size_t len = strlen(r->key), column = (len < width ? width : len) + 3;
    bool keep = keeps_blanks(rows, i, end), pair = strcmp(r->key, "within") == 0;
    text_printf(out, "%-*s =", (int)width, r->key);
    for (size_t k = i; k < end; k++) {
        const struct row *line = &rows->at[k];
        bool raw = line->kind == COMMENT || keep;
        if (line->kind == BLANK || (k > i && !*line->value)) {
            continue;
        }
        const char *value = raw ? line->value : list_line(a, rows, k, end, r->key, &pair);
        if (k > i) {
            text_printf(out, "%*s", (int)(line->from && *value == '|' ? column - 2 : column), ""); /* below the '=' */
        } else {
            text_put(out, *value ? " " : "");
        }
        if (raw) {
            text_printf(out, "%s\n", value);
        } else {
            fmt_put_list(out, value, column, WIDTH);
        }
    }
}

/* ---- sections ---- */

/* The name only loses runs of blanks, as it does for the reader: a comma in it may be part of a rule's name. */
static void put_section(struct arena *a, struct text *out, const char *header) {
    const char *close = strchr(header, ']');
    if (!close) {
        text_printf(out, "%s\n", header);
        return;
    }
    char *name = trimmed(a, header + 1, (size_t)(close - header) - 1);
    const char *behind = trimmed(a, close + 1, strlen(close + 1));
    text_put(out, "[");
    for (const char *c = name; *c; c++) {
        if (!fmt_is_blank(*c)) {
            text_add(out, c, 1);
        } else if (!fmt_is_blank(c[1])) {
            text_put(out, " ");
        }
    }
    text_printf(out, "]%s%s\n", *behind ? " " : "", behind);
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

/* Blank lines are the author's grouping; only their number is changed. */
const char *fmt(struct arena *a, const char *bytes, size_t len, size_t *out_len) {
    struct rows rows = rows_of(a, bytes, len);
    struct text out = {.arena = a};
    size_t width = 0;
    text_put(&out, "");
    for (size_t i = skip_blank(&rows, 0); i < rows.count;) {
        const struct row *r = &rows.at[i];
        size_t end = r->kind == KEY ? key_end(&rows, i) : i + 1;
        if (r->kind == SECTION) {
            width = key_width(&rows, i);
            put_section(a, &out, r->value);
        } else if (r->kind == KEY) {
            put_key(a, &out, &rows, i, end, width);
        } else {
            text_printf(&out, "%s\n", r->value); /* a comment; a line that continues nothing was a fault */
        }
        i = skip_blank(&rows, end);
        bool grouped = i > end && r->kind != SECTION;
        bool opens = r->kind != COMMENT && opens_section(&rows, i);
        if (i < rows.count && (grouped || opens)) {
            text_put(&out, "\n");
        }
    }
    *out_len = out.len;
    return out.at;
}
