/* csv.c -- rows of RFC 4180: quoted fields may hold commas, doubled quotes and line ends.
 *
 * In: a stream.  Out: the fields of one row, with their places.  A byte order mark in front and a carriage return
 * before a line end are what spreadsheets write, and are taken.
 * Guaranteed: every byte is in a field or in an error: a NUL, a carriage return elsewhere, text behind a closing quote
 * and a quote without an end are faults of the row, which is read to its end all the same.
 */
#include "run.h"

#include <string.h>

/* One byte; a CR before LF is not seen. */
static int next(struct csv *c) {
    int ch = getc(c->in);
    if (ch == '\r') {
        int after = getc(c->in);
        if (after == '\n') {
            ch = after;
        } else if (after != EOF) {
            ungetc(after, c->in);
        }
    }
    c->here.col += ch != EOF;
    if (ch == '\n') {
        c->here.line++;
        c->here.col = 0;
    }
    return ch;
}

/* Only the first fault of a row is kept: others often follow from it. */
static void fault(struct csv *c, struct csv_place at, const char *text) {
    if (!c->error) {
        c->error = text;
        c->error_at = at;
    }
}

/* Strings end at a NUL, and terminals obey a carriage return. */
static void keep(struct csv *c, struct text *t, int ch) {
    char byte = (char)ch;
    if (ch == 0 || ch == '\r') {
        fault(c, c->here, ch ? "a carriage return that ends no line: convert the file" : "a NUL byte: this is no text");
    } else {
        text_add(t, &byte, 1);
    }
}

/* Behind the opening quote, up to the closing one; returns what follows it. */
static int read_quoted(struct csv *c, struct text *t, struct csv_place at) {
    for (int ch = next(c); ch != EOF; ch = next(c)) {
        if (ch != '"') {
            keep(c, t, ch);
            continue;
        }
        ch = next(c);
        if (ch != '"') {
            return ch;
        }
        text_add(t, "\"", 1);
    }
    fault(c, at, "the quote that opens this field is never closed");
    return EOF;
}

/* One field; *end says what stopped it: ',', '\n' or EOF. */
static char *read_field(struct csv *c, int *end) {
    struct text t = {.arena = c->arena};
    text_put(&t, "");
    int ch = next(c);
    struct csv_place at = c->here;
    if (ch == '"') {
        ch = read_quoted(c, &t, at);
        if (ch != ',' && ch != '\n' && ch != EOF) {
            fault(c, c->here, "text behind a closing quote; a quote inside a field is doubled");
        }
    }
    for (; ch != ',' && ch != '\n' && ch != EOF; ch = next(c)) {
        keep(c, &t, ch);
    }
    *end = ch;
    return t.at;
}

/* Spreadsheets put a byte order mark in front of UTF-8. */
static void skip_mark(struct csv *c) {
    static const int mark[] = {0xEF, 0xBB, 0xBF};
    int ch = getc(c->in);
    for (size_t i = 0; i < 3 && ch == mark[i]; i++) {
        ch = getc(c->in);
    }
    if (ch != EOF) {
        ungetc(ch, c->in);
    }
}

/* A last line without its end is a row; an empty rest is none. */
bool csv_read(struct csv *c) {
    if (c->here.line == 0) {
        skip_mark(c);
        c->here.line = 1;
    }
    int ch = getc(c->in);
    if (ch == EOF) {
        return false;
    }
    ungetc(ch, c->in);
    c->field = NULL;
    c->at = NULL;
    c->error = NULL;
    c->nfield = 0;
    for (int end = ','; end == ',';) {
        size_t n = c->nfield;
        struct csv_place at = {c->here.line, c->here.col + 1};
        *PUSH(c->arena, c->at, n) = at;
        char *field = read_field(c, &end);
        *PUSH(c->arena, c->field, c->nfield) = field;
    }
    return true;
}

/* Quotes only where they are needed, so that a plain file stays plain. */
void csv_write(FILE *out, const char *field) {
    if (!field[strcspn(field, ",\"\n\r")]) {
        fputs(field, out);
        return;
    }
    putc('"', out);
    for (; *field; field++) {
        if (*field == '"') {
            putc('"', out);
        }
        putc(*field, out);
    }
    putc('"', out);
}
