/* read_inih.c -- the lines of one file through inih, so that it loses nothing.
 *
 * In:  the lines of one file.  Out: its sections, values whole.
 * inih 55 merges sections of one name, cuts names at 49 bytes and lines at 199, drops what follows ` ;`, takes ':'
 * for '=', accepts a key without a name, and has no line numbers; all without an error.  So read_keys.c looks at
 * every line first, and what inih hands back must equal what it expects, else that is an error.  Guaranteed: a value
 * is what inih delivered, and every byte of the file is in a value, a name, a comment or a message.
 *
 * note [surrogates]: a line longer than inih's buffer becomes `key =|part|` and continuation lines ` |part|`.  The
 * bars keep blanks at the ends of a part and comment signs at its start.  A section header that inih would cut or
 * refuse becomes `[line N]`.
 */
#include "read_keys.h"

#include <ini.h>
#include <string.h>

enum { SMALLEST_BUFFER = LONGEST_KEY + 40 };

struct feed {
    struct keys *k;
    struct span rest; /* of the piece, not handed over yet */
    struct span sent; /* the part that inih must deliver next; at NULL: none */
    bool named;       /* the line sent carries the key's name: it comes back whole, else cut */
    bool barred;      /* the piece goes in parts between bars */
    bool disagreed;
};

/* Should never be: inih is another build, or another version.  What follows may echo it, so it is told once. */
static void disagree(struct feed *f, const char *what) {
    if (!f->disagreed) {
        msg_add(f->k->r->msgs, FINDING_SYNTAX, (struct pos){f->k->file, f->k->line, 0}, 1,
                "the INI library reads this line in another way (%s): simplify it", what);
    }
    f->disagreed = true;
}

/* The next part of the piece, as a line that fits `size` with its NUL. */
static void part_send(struct feed *f, char *out, size_t size) {
    size_t name = f->named ? strlen(f->k->key_name) : 0;
    size_t room = size - name - sizeof " =||\n", len = span_len(f->rest);
    size_t part = len < room ? len : room;
    f->sent = (struct span){f->rest.at, f->rest.at + part};
    f->rest.at += part;
    if (name) {
        memcpy(out, f->k->key_name, name);
        out += name;
    }
    *out++ = ' ';
    if (f->named) {
        *out++ = '=';
    }
    if (f->barred) {
        *out++ = '|';
    }
    memcpy(out, f->sent.at, part);
    out += part;
    if (f->barred) {
        *out++ = '|';
    }
    *out++ = '\n';
    *out = '\0';
}

static void piece_send(struct feed *f, bool named, char *out, size_t size) {
    f->rest = f->k->piece;
    f->named = named;
    f->barred = span_len(f->rest) + (named ? strlen(f->k->key_name) : 0) + sizeof " =||\n" > size;
    part_send(f, out, size);
}

/* False: a line for people only. */
static bool line_of(const struct keys *k, struct span *line, bool *indented) {
    const char *at = k->source->line[k->line - 1], *end = k->source->line[k->line];
    *line = trimmed(at, end > at && end[-1] == '\n' ? end - 1 : end);
    *indented = line->at > at;
    return line->at < line->end && *line->at != ';' && *line->at != '#';
}

/* True when the current line gives inih something to read, now in `out`. */
static bool line_send(struct feed *f, char *out, size_t size) {
    struct span line;
    bool indented;
    if (!line_of(f->k, &line, &indented)) {
        return false;
    }
    enum hand hand = keys_line(f->k, line, indented);
    if (hand == HAND_SECTION) {
        size_t len = strlen(f->k->head); /* at most LONGEST_HEAD */
        out[0] = '[';
        memcpy(out + 1, f->k->head, len);
        memcpy(out + 1 + len, "]\n", 3);
    } else if (hand != HAND_NOTHING) {
        piece_send(f, hand == HAND_KEY, out, size);
    }
    return hand != HAND_NOTHING;
}

/* inih asks for a line; its answer to the one before must have come. */
static char *next_line(char *out, int size, void *user) {
    struct feed *f = user;
    if (f->sent.at) {
        disagree(f, "it finds no value");
        f->sent.at = NULL;
    }
    if (size < SMALLEST_BUFFER) {
        disagree(f, "its line buffer is too small");
        return NULL;
    }
    if (f->rest.at < f->rest.end) {
        f->named = false;
        part_send(f, out, (size_t)size);
        return out;
    }
    while (f->k->line < f->k->source->nline) {
        f->k->line++;
        if (line_send(f, out, (size_t)size)) {
            return out;
        }
    }
    return NULL;
}

/* inih delivers a value; the names of continued keys come cut. */
static int take_value(void *user, const char *section, const char *name, const char *value) {
    struct feed *f = user;
    size_t want = span_len(f->sent), bar = f->barred ? 1 : 0;
    if (!f->sent.at) {
        disagree(f, "it finds a value");
    } else if (strcmp(section, f->k->head) != 0) {
        disagree(f, "it is in another section");
    } else if (f->named ? strcmp(name, f->k->key_name) != 0 : strncmp(name, f->k->key_name, LONGEST_HEAD) != 0) {
        disagree(f, "it has another key");
    } else if (strlen(value) != want + 2 * bar || memcmp(value + bar, f->sent.at, want) != 0) {
        disagree(f, "it has another value");
    } else {
        text_add(&f->k->value, value + bar, want);
    }
    f->sent.at = NULL;
    return 1;
}

struct doc keys_read(struct reading *r, uint32_t file) {
    struct keys k = {.r = r, .source = &r->msgs->sources->file[file], .file = file};
    struct feed f = {.k = &k};
    keys_begin(&k);
    if (ini_parse_stream(next_line, &f, take_value, &f) != 0) {
        disagree(&f, "it finds no key");
    }
    keys_end(&k);
    return k.doc;
}
