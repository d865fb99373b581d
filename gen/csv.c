/* csv.c -- rows of RFC 4180: quoted fields may hold commas, doubled quotes and line ends. */
#include "run.h"

#include <string.h>

/* One field; *end says what stopped it: ',', '\n' or EOF. */
static char *read_field(struct csv *c, int *end) {
    struct text t = {.arena = c->arena};
    text_put(&t, "");
    int ch = getc(c->in);
    bool quoted = ch == '"';
    if (quoted) {
        ch = getc(c->in);
    }
    for (; ch != EOF; ch = getc(c->in)) {
        if (quoted && ch == '"') {
            ch = getc(c->in);
            if (ch != '"') {
                quoted = false;
            }
        }
        if (!quoted && (ch == ',' || ch == '\n' || ch == EOF)) {
            break;
        }
        c->line += ch == '\n';
        char byte = (char)ch;
        if (quoted || ch != '\r') {
            text_add(&t, &byte, 1);
        }
    }
    *end = ch;
    return t.at;
}

bool csv_read(struct csv *c) {
    int ch = getc(c->in);
    if (ch == EOF) {
        return false;
    }
    ungetc(ch, c->in);
    c->field = NULL;
    c->nfield = 0;
    c->line++;
    for (int end = ','; end == ',';) {
        char *field = read_field(c, &end);
        *PUSH(c->arena, c->field, c->nfield) = field;
    }
    return true;
}

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
