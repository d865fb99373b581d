/* read_lines.c -- the bytes of a file, cut into lines and made safe for inih.
 *
 * In:  the bytes as they lie on disk.  Out: sources.file[file]: the same text, line by line.
 * Guaranteed: afterwards the text has no NUL, no control character but tab and newline, is UTF-8, and its columns
 * are those of the file.  What had to be replaced for that is an error: BOM, carriage returns (each told once per
 * file, since a whole file has them), control characters, bytes that are no UTF-8.  A NUL says that this is no text
 * file at all: reading stops there.
 */
#include "read.h"

#include <string.h>

enum { LONGEST_FILE = 1 << 28 }; /* 256 MiB: a thousand times the largest table known */

/* The place of a byte of the line that is being scanned. */
static struct pos pos_at(const struct source *s, uint32_t file, const char *at) {
    return (struct pos){file, (uint32_t)s->nline, (uint32_t)(at - s->line[s->nline - 1]) + 1};
}

/* Bytes of a well-formed character beyond ASCII that starts at `at`, or 0. */
static size_t utf8_len(const unsigned char *at, size_t left) {
    size_t len = at[0] >= 0xC2 && at[0] < 0xE0 ? 2 : at[0] >= 0xE0 && at[0] < 0xF0 ? 3 : 4;
    if (at[0] < 0xC2 || at[0] > 0xF4 || len > left) {
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

struct cut_faults { /* told once per file, at the first place */
    bool cr, control, utf8;
};

/* ---- eight bytes at once ---- */

#define EVERY(byte) (UINT64_C(0x0101010101010101) * (byte))

static uint64_t eight(const char *text) {
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return word;
}

/* The high bit of each byte that is below ' '. */
static uint64_t below_blank(uint64_t word) {
    return ~(((word & EVERY(0x7f)) + EVERY(0x60)) | word) & EVERY(0x80);
}

/* Printable ASCII, all of them? */
static bool ordinary(uint64_t word) {
    return !(below_blank(word) | ((((word & EVERY(0x7f)) + EVERY(1)) | word) & EVERY(0x80)));
}

/* Newlines and carriage returns end lines, and other bytes below a blank are few; what follows the last is one more. */
static size_t lines_most(const char *text, size_t len) {
    size_t n = 1, i = 0;
    for (; i + 8 <= len; i += 8) {
        n += (below_blank(eight(text + i)) >> 7) * EVERY(1) >> 56;
    }
    for (; i < len; i++) {
        n += (unsigned char)text[i] < ' ';
    }
    return n;
}

/* A carriage return ends a line, alone or before a newline, so that what follows is read as its author meant it. */
static void fault_cr(struct reading *r, const struct source *s, uint32_t file, char *at, struct cut_faults *told) {
    *at = at[1] == '\n' ? ' ' : '\n';
    if (!told->cr) {
        msg_add(r->msgs, FINDING_SYNTAX, pos_at(s, file, at), 1,
                "line ends with a carriage return: convert the file to newlines only (dos2unix)");
    }
    told->cr = true;
}

/* Replaced by a blank: escape codes must reach no terminal and no generated comment. */
static void fault_control(struct reading *r, const struct source *s, uint32_t file, char *at, struct cut_faults *told) {
    if (!told->control) {
        msg_add(r->msgs, FINDING_SYNTAX, pos_at(s, file, at), 1,
                "control character 0x%02x in text: only tabs and newlines are taken", (unsigned)(unsigned char)*at);
    }
    *at = ' ';
    told->control = true;
}

/* Replaced by one '?' a byte, so that columns stay. */
static void fault_utf8(struct reading *r, const struct source *s, uint32_t file, char *at, struct cut_faults *told) {
    if (!told->utf8) {
        msg_add(r->msgs, FINDING_SYNTAX, pos_at(s, file, at), 1, "byte 0x%02x is not UTF-8: convert the file",
                (unsigned)(unsigned char)*at);
    }
    *at = '?';
    told->utf8 = true;
}

/* UTF-16 and executables alike have NULs early; one message is all that can be said about either. */
static bool fault_binary(struct reading *r, uint32_t file, const char *bytes, size_t len) {
    const char *nul = len ? memchr(bytes, '\0', len) : NULL;
    if (!nul) {
        return false;
    }
    struct pos pos = {file, 1, 1};
    for (const char *at = bytes; at < nul; at++) {
        pos.col = *at == '\n' ? 1 : pos.col + 1;
        pos.line += *at == '\n';
    }
    bool utf16 = len > 1 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0);
    msg_add(r->msgs, FINDING_SYNTAX, pos, 1,
            utf16 ? "NUL byte: the file is UTF-16, a table must be UTF-8" : "NUL byte: a table must be a text file");
    return true;
}

/* inih would skip it too; but then some tools see it and some do not. */
static size_t skip_bom(struct reading *r, uint32_t file, const char *bytes, size_t len) {
    if (len < 3 || memcmp(bytes, "\xEF\xBB\xBF", 3) != 0) {
        return 0;
    }
    msg_add(r->msgs, FINDING_SYNTAX, (struct pos){file, 1, 0}, 1,
            "file starts with a byte order mark: save it as UTF-8 without one");
    return 3;
}

/* One pass: starts of lines, and what has to be replaced.  `text` ends with a NUL, so text[i + 1] is always there. */
static void lines_scan(struct reading *r, struct source *s, uint32_t file, char *text, size_t len) {
    struct cut_faults told = {false, false, false};
    bool at_start = true;
    s->line = arena_alloc(r->arena, (lines_most(text, len) + 1) * sizeof *s->line);
    for (size_t i = 0; i < len; i++) {
        if (at_start) {
            s->line[s->nline++] = text + i;
        }
        while (i + 8 <= len && ordinary(eight(text + i))) {
            i += 8;
        }
        while (text[i] >= ' ' && text[i] < 127) {
            i++; /* the NUL at the end stops it */
        }
        unsigned char c = (unsigned char)text[i];
        if (i == len) {
            break;
        }
        if (c == '\r') {
            fault_cr(r, s, file, text + i, &told);
        } else if (c >= 0x80) {
            size_t wide = utf8_len((unsigned char *)text + i, len - i);
            if (wide == 0) {
                fault_utf8(r, s, file, text + i, &told);
            }
            i += wide ? wide - 1 : 0;
        } else if ((c < ' ' && c != '\t' && c != '\n') || c == 127) {
            fault_control(r, s, file, text + i, &told);
        }
        at_start = text[i] == '\n';
    }
    s->line[s->nline] = text + len; /* the end of the last line */
}

bool lines_cut(struct reading *r, uint32_t file, const struct visited *v) {
    const char *bytes = v->bytes;
    size_t len = v->len;
    struct source *s = &r->msgs->sources->file[file];
    if (len > LONGEST_FILE) {
        msg_add(r->msgs, FINDING_LIMIT, (struct pos){file, 0, 0}, 1, "file is larger than 256 MiB");
        return false;
    }
    if (fault_binary(r, file, bytes, len)) {
        return false;
    }
    size_t bom = skip_bom(r, file, bytes, len);
    char *text = v->own ? v->own + bom : arena_strdup(r->arena, bytes + bom, len - bom);
    s->bytes = text;
    s->len = len - bom;
    lines_scan(r, s, file, text, s->len);
    return true;
}
