/* template_escape.c -- text of a table made safe for the place where it is printed.
 *
 * In:  any bytes (text of a table is UTF-8, but nothing relies on it).  Out: ASCII that reads the same in C, C++, CUDA,
 * DOT, JSON, Python and Rust, and UTF-8 in HTML and Markdown.  No text can end the string, comment or element it is in.
 */
#include "template.h"

#include <string.h>

/* One code point at bytes[*i]; a byte that is no UTF-8 stands for itself.  *i moves behind it. */
static uint32_t code_point(const char *bytes, size_t len, size_t *i) {
    const unsigned char *b = (const unsigned char *)bytes;
    unsigned char c = b[(*i)++];
    size_t more = c >= 0xf0 && c < 0xf5 ? 3 : c >= 0xe0 ? 2 : c >= 0xc2 ? 1 : 0;
    if (more == 0 || c >= 0xf5 || len - *i < more) {
        return c;
    }
    uint32_t code = c & (0x3fu >> more);
    for (size_t k = 0; k < more; k++) {
        if ((b[*i + k] & 0xc0) != 0x80) {
            return c;
        }
        code = code << 6 | (b[*i + k] & 0x3fu);
    }
    if (code >= 0xd800 && code < 0xe000) {
        return c; /* a surrogate is no code point */
    }
    *i += more;
    return code;
}

/* The shortest octal escape that the next byte cannot lengthen; '?' after '?' so that no trigraph forms.  Returns where
 * the text goes on, at most 4 bytes behind `to`. */
static char *c_byte(char *to, unsigned char c, unsigned char before, unsigned char next) {
    if (c >= 32 && c < 127 && c != '"' && c != '\\' && (c != '?' || before != '?')) {
        *to++ = (char)c;
        return to;
    }
    *to++ = '\\';
    if (c == '\n') {
        *to++ = 'n';
    } else if (c >= 32 && c < 127) {
        *to++ = (char)c;
    } else {
        bool all = c >= 64 || (next >= '0' && next <= '9');
        if (all) {
            *to++ = (char)('0' + (c >> 6));
        }
        if (all || c >= 8) {
            *to++ = (char)('0' + (c >> 3 & 7));
        }
        *to++ = (char)('0' + (c & 7));
    }
    return to;
}

/* Bytes of s from `from` on, until the text has `width` bytes more; returns where it stopped. */
static size_t c_bytes(struct text *t, const char *s, size_t from, size_t len, size_t width) {
    char line[4096];
    size_t i = from, most = width < sizeof line - 4 ? width : sizeof line - 4;
    char *at = line;
    for (; i < len && (size_t)(at - line) <= most; i++) {
        unsigned char before = i > 0 ? (unsigned char)s[i - 1] : 0, next = i + 1 < len ? (unsigned char)s[i + 1] : 0;
        at = c_byte(at, (unsigned char)s[i], before, next);
    }
    text_add(t, line, (size_t)(at - line));
    return i;
}

static void escape_c(struct text *t, const char *s, size_t len, size_t indent) {
    (void)indent;
    for (size_t i = 0; i < len;) {
        i = c_bytes(t, s, i, len, SIZE_MAX);
    }
}

/* A table of bytes as C string pieces, each on a line of its own; large ones in long lines, which compilers are quicker
 * with. */
static void escape_bytes(struct text *t, const char *s, size_t len, size_t indent) {
    size_t width = len > 4096 ? 2000 : 116 > indent + 40 ? 116 - indent : 40;
    text_put(t, "\"");
    for (size_t i = len > 0 ? c_bytes(t, s, 0, len, width - 1) : 0; i < len;) { /* the first quote counts */
        text_printf(t, "\"\n%*s\"", (int)indent, "");
        i = c_bytes(t, s, i, len, width);
    }
    text_put(t, "\"");
}

static void escape_comment(struct text *t, const char *s, size_t len, size_t indent) {
    (void)indent;
    char before = 0;
    for (size_t i = 0; i < len;) {
        uint32_t code = code_point(s, len, &i);
        char c = code < 128 ? (char)code : 0;
        if ((c == '/' && before == '*') || (c == '*' && before == '/') || (c == '?' && before == '?')) {
            text_put(t, " ");
        }
        if (c == '\n' || c == '\t') {
            c = ' ';
        }
        if (code < 127 && c >= ' ') {
            text_add(t, &c, 1);
        } else {
            text_printf(t, "<U+%04X>", (unsigned)code);
        }
        before = c;
    }
}

/* Characters that mean something, each with its replacement; the rest as it is. */
struct replacement {
    char from;
    const char *to;
};

static void replaced(struct text *t, const char *s, size_t len, const struct replacement *r, size_t nr) {
    for (size_t i = 0; i < len; i++) {
        size_t k = 0;
        while (k < nr && r[k].from != s[i]) {
            k++;
        }
        if (k < nr) {
            text_put(t, r[k].to);
        } else if ((unsigned char)s[i] >= 32) {
            text_add(t, &s[i], 1);
        }
    }
}

static void escape_html(struct text *t, const char *s, size_t len, size_t indent) {
    static const struct replacement r[] = {{'&', "&amp;"},  {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"},
                                           {'\'', "&#39;"}, {'\n', " "},   {'\t', " "}};
    (void)indent;
    replaced(t, s, len, r, sizeof r / sizeof *r);
}

static void escape_md(struct text *t, const char *s, size_t len, size_t indent) {
    static const struct replacement r[] = {{'\\', "\\\\"}, {'`', "\\`"}, {'*', "\\*"},  {'_', "\\_"},  {'[', "\\["},
                                           {']', "\\]"},   {'|', "\\|"}, {'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"},
                                           {'#', "\\#"},   {'~', "\\~"}, {'\n', " "},   {'\t', " "}};
    (void)indent;
    replaced(t, s, len, r, sizeof r / sizeof *r);
}

static void escape_dot(struct text *t, const char *s, size_t len, size_t indent) {
    static const struct replacement r[] = {{'"', "\\\""}, {'\\', "\\\\"}, {'\n', "\\n"}, {'\t', " "}};
    (void)indent;
    replaced(t, s, len, r, sizeof r / sizeof *r);
}

/* JSON, Python and Rust strings differ in how a code point beyond ASCII is written. */
static void json_point(struct text *t, uint32_t code) {
    if (code < 0x10000) {
        text_printf(t, "\\u%04x", (unsigned)code);
    } else {
        text_printf(t, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (code >> 10)), (unsigned)(0xdc00 + (code & 0x3ff)));
    }
}

static void py_point(struct text *t, uint32_t code) {
    text_printf(t, code < 0x10000 ? "\\u%04x" : "\\U%08x", (unsigned)code);
}

static void rust_point(struct text *t, uint32_t code) {
    text_printf(t, "\\u{%x}", (unsigned)code);
}

static void quoted(struct text *t, const char *s, size_t len, void (*point)(struct text *t, uint32_t code)) {
    for (size_t i = 0; i < len;) {
        uint32_t code = code_point(s, len, &i);
        if (code == '"' || code == '\\') {
            text_printf(t, "\\%c", (char)code);
        } else if (code == '\n') {
            text_put(t, "\\n");
        } else if (code >= 32 && code < 127) {
            char plain = (char)code;
            text_add(t, &plain, 1);
        } else {
            point(t, code);
        }
    }
}

static void escape_json(struct text *t, const char *s, size_t len, size_t indent) {
    (void)indent;
    quoted(t, s, len, json_point);
}

static void escape_py(struct text *t, const char *s, size_t len, size_t indent) {
    (void)indent;
    quoted(t, s, len, py_point);
}

static void escape_rust(struct text *t, const char *s, size_t len, size_t indent) {
    (void)indent;
    quoted(t, s, len, rust_point);
}

/* For bytes in a language without an escape of its own. */
static void escape_hex(struct text *t, const char *s, size_t len, size_t indent) {
    (void)indent;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)s[i];
        char two[2] = {"0123456789abcdef"[c >> 4], "0123456789abcdef"[c & 15]};
        text_add(t, two, 2);
    }
}

bool template_escape(struct text *into, const char *escape, const char *bytes, size_t len, size_t indent) {
    static const struct {
        const char *name;
        void (*run)(struct text *t, const char *s, size_t len, size_t indent);
    } known[] = {{"c", escape_c},     {"bytes", escape_bytes}, {"comment", escape_comment}, {"html", escape_html},
                 {"md", escape_md},   {"dot", escape_dot},     {"json", escape_json},       {"py", escape_py},
                 {"hex", escape_hex}, {"rust", escape_rust}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].name, escape) == 0) {
            known[i].run(into, bytes, len, indent);
            return true;
        }
    }
    return false;
}
