/* msg_json.c -- messages as one JSON object, for scripts: {"turnout": 1, "findings": [...], "errors": N, ...}.
 *
 * In:  sorted messages, all of them.  Out: JSON (RFC 8259) in UTF-8; keys that do not apply are left out.
 * Guaranteed: whatever bytes a table holds, the output is valid JSON: control characters are escaped, and bytes that
 * are no UTF-8 become U+FFFD.
 */
#include "msg.h"

#include <string.h>

/* Bytes of the UTF-8 character at `at`, 0 when it is none (also overlong forms, surrogates, above U+10FFFF).  The
 * NUL at the end of a string ends every sequence. */
static size_t utf8_len(const unsigned char *at) {
    size_t len = at[0] < 0x80 ? 1 : at[0] >= 0xC2 && at[0] < 0xE0 ? 2 : at[0] >= 0xE0 && at[0] < 0xF0 ? 3 : 4;
    if (at[0] > 0xF4 || (at[0] >= 0x80 && at[0] < 0xC2)) {
        return 0;
    }
    for (size_t i = 1; i < len; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    bool bad = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] > 0x9F) || (at[0] == 0xF0 && at[1] < 0x90) ||
               (at[0] == 0xF4 && at[1] > 0x8F);
    return bad ? 0 : len;
}

/* DEL is legal in JSON, but no terminal should get it. */
void json_quoted(FILE *out, const char *text) {
    fputc('"', out);
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        size_t len = utf8_len(at);
        if (len == 0) {
            fputs("\\ufffd", out);
            len = 1;
        } else if (*at == '"' || *at == '\\') {
            fprintf(out, "\\%c", *at);
        } else if (*at == '\n') {
            fputs("\\n", out);
        } else if (*at < ' ' || *at == 127) {
            fprintf(out, "\\u%04x", *at);
        } else {
            fwrite(at, 1, len, out);
        }
        at += len;
    }
    fputc('"', out);
}

/* A key that does not apply is left out rather than null: scripts test for presence. */
static void put_string(FILE *out, const char *key, const char *value) {
    if (value) {
        fprintf(out, ", \"%s\": ", key);
        json_quoted(out, value);
    }
}

/* Line and column only when known; 0 would look like a place. */
static void put_place(const struct msgs *m, FILE *out, struct pos pos) {
    put_string(out, "file", msg_path(m, pos));
    if (pos.line) {
        fprintf(out, ", \"line\": %u", pos.line);
    }
    if (pos.line && pos.col) {
        fprintf(out, ", \"column\": %u", pos.col);
    }
}

/* 17 digits bring a double back exactly: counts beyond 2^53 are not whole numbers anyway. */
static void put_counts(FILE *out, const struct msg *msg) {
    if (msg->cells >= 0) {
        fprintf(out, ", \"cells\": %.17g, \"at_least\": %s", msg->cells, msg->at_least ? "true" : "false");
    }
    if (msg->share >= 0) {
        fprintf(out, ", \"share\": %.6g", msg->share);
    }
}

static void put_msg(const struct msgs *m, FILE *out, const struct msg *msg) {
    fprintf(out, "{\"finding\": \"%s\", \"level\": \"%s\"", finding_info[msg->finding].flag, level_name[msg->level]);
    put_place(m, out, msg->pos);
    if (msg->pos.line && msg->pos.col) {
        fprintf(out, ", \"length\": %u", msg->len);
    }
    put_string(out, "message", msg->text);
    put_string(out, "rule", msg->rule);
    put_string(out, "output", msg->output);
    put_string(out, "witness", msg->witness);
    put_string(out, "allowed", msg->allowed);
    put_counts(out, msg);
    fputs(", \"notes\": [", out);
    for (size_t i = 0; i < msg->nnote; i++) {
        fprintf(out, "%s{\"level\": \"note\"", i ? ", " : "");
        put_place(m, out, msg->note[i].pos);
        put_string(out, "message", msg->note[i].text);
        fputc('}', out);
    }
    fputs("]}", out);
}

/* One finding a line, so that grep and diff work on it too. */
void msg_print_members(const struct printed *p) {
    size_t count[LEVEL_ERROR + 1] = {0};
    fputs("\"findings\": [", p->out);
    for (size_t i = 0; i < p->nmsg; i++) {
        fputs(i ? ",\n  " : "\n  ", p->out);
        put_msg(p->msgs, p->out, p->msg[i]);
        count[p->msg[i]->level]++;
    }
    fprintf(p->out, "],\n \"errors\": %zu, \"warnings\": %zu, \"notes\": %zu", count[LEVEL_ERROR], count[LEVEL_WARNING],
            count[LEVEL_NOTE]);
}

void msg_print_json(const struct printed *p) {
    fputs("{\"turnout\": 1,\n ", p->out);
    msg_print_members(p);
    fputs("}\n", p->out);
}
