/* read_keys.c -- what one line says: a section, a key, more of a value, or a fault.
 *
 * In:  lines, trimmed, in file order.  Out: sections and keys with their places (values come from read_inih.c), and
 * for each line what inih shall be given.  Guaranteed: what inih would lose or read in another way is an error
 * here; a line is understood or told, and faults do not hide those of the lines after them.  Sections and keys of
 * one name are not merged: the second is an error that shows the first.
 */
#include "read_keys.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Blanks are spaces and tabs: read_lines.c left no other. */
struct span trimmed(const char *at, const char *end) {
    while (at < end && is_blank(*at)) {
        at++;
    }
    while (at < end && is_blank(end[-1])) {
        end--;
    }
    return (struct span){at, end};
}

size_t span_len(struct span s) {
    return (size_t)(s.end - s.at);
}

struct pos pos_of(const struct keys *k, const char *at) {
    return (struct pos){k->file, k->line, (uint32_t)(at - k->source->line[k->line - 1]) + 1};
}

/* A fault of the whole line: what continues it belongs to it. */
static void fault(struct keys *k, enum finding f, struct span at, const char *text) {
    msg_add(k->r->msgs, f, pos_of(k, at.at), span_len(at), "%s", text);
    k->faulty = true;
}

/* Where inih would begin a comment: at a ';' after a blank; NULL: nowhere. */
static const char *comment_at(const char *at, const char *end) {
    const char *c = at < end ? at + 1 : end;
    while (c < end && (c = memchr(c, ';', (size_t)(end - c))) != NULL) {
        if (is_blank(c[-1])) {
            return c;
        }
        c++;
    }
    return NULL;
}

/* The value without what inih would take for a comment, which is a fault. */
static struct span value_span(struct keys *k, const char *at, const char *end) {
    const char *comment = comment_at(at, end);
    if (comment) {
        msg_add(
            k->r->msgs, FINDING_SYNTAX, pos_of(k, comment), (size_t)(end - comment),
            "a blank and ';' would cut the value here: write another sign, or put the comment on a line of its own");
    }
    return trimmed(at, comment ? comment : end);
}

/* ---- keys and values ---- */

/* A second key of the same name is read to its end, so that its own faults are told, and then forgotten. */
static void key_open(struct keys *k, struct span name) {
    key_close(k);
    struct known *w = word_known(k, name);
    struct key key = {.name = w->text, .pos = pos_of(k, name.at), .value = ""};
    if (w->in != k->nopened) {
        w->in = k->nopened;
        w->key = k->nlist;
        k->key = key_add(k);
    } else {
        struct msg *msg = msg_add(k->r->msgs, FINDING_DUPLICATE, key.pos, span_len(name),
                                  "key '%s' is already in this section: join the two", key.name);
        msg_note(k->r->msgs, msg, k->list[w->key].pos, "first '%s' is here", key.name);
        k->key = &k->again;
    }
    *k->key = key;
}

/* What keeps the line from being `name = value`; the place to show goes to *at. */
static const char *key_fault(struct span line, struct span name, const char *equals, struct span *at) {
    const char *colon = memchr(line.at, ':', span_len(line));
    if (colon && (!equals || colon < equals)) {
        *at = (struct span){colon, colon + 1};
        return "':' before '=': INI takes it for '=', write 'key = value'";
    }
    if (!equals) {
        *at = line;
        return "line is no section, key or comment: write 'key = value', or indent it to continue a value";
    }
    if (name.at == name.end) {
        *at = (struct span){equals, equals + 1};
        return "no key before '='";
    }
    *at = name;
    return comment_at(name.at, name.end) ? "a blank and ';' before '=' make the rest a comment" : NULL;
}

/* Lines that continue a refused key must not fall to the key before it. */
static enum hand key_refuse(struct keys *k, enum finding f, struct span at, const char *why) {
    key_close(k);
    fault(k, f, at, why);
    return HAND_NOTHING;
}

/* What begins in the first column and is no section must be `name = value`. */
static enum hand key_line(struct keys *k, struct span line) {
    const char *equals = memchr(line.at, '=', span_len(line));
    struct span name = trimmed(line.at, equals ? equals : line.end), at;
    const char *why = key_fault(line, name, equals, &at);
    if (why) {
        return key_refuse(k, FINDING_SYNTAX, at, why);
    }
    if (span_len(name) > LONGEST_KEY) {
        return key_refuse(k, FINDING_LIMIT, name, "key is longer than 150 bytes");
    }
    if (!k->section) { /* told once: a file without sections is no table at all */
        k->faulty = true;
        bool told = k->homeless;
        k->homeless = true;
        return told ? HAND_NOTHING
                    : key_refuse(k, FINDING_SYNTAX, name, "key before the first section: start with '[table NAME]'");
    }
    k->faulty = false;
    key_open(k, name);
    k->piece = value_span(k, equals + 1, line.end);
    memcpy(k->key_name, name.at, span_len(name));
    k->key_name[span_len(name)] = '\0';
    piece_add(k, k->piece.at);
    return HAND_KEY;
}

/* `word = ...` below a key is rather a key that was indented; inih would silently make it part of the value.  Only
 * `aliases` holds such entries. */
static bool looks_like_key(const struct keys *k, struct span line) {
    const char *c = line.at;
    while (c < line.end && ((*c >= 'a' && *c <= 'z') || *c == '_')) {
        c++;
    }
    struct span sign = trimmed(c, line.end);
    return c > line.at && span_len(sign) > 0 && *sign.at == '=' && (span_len(sign) == 1 || sign.at[1] != '=') &&
           strcmp(k->key->name, "aliases") != 0;
}

/* An indented line: more of the value above, unless it looks like something else. */
static enum hand more_line(struct keys *k, struct span line) {
    if (k->faulty) {
        return HAND_NOTHING; /* told with the line that it continues */
    }
    if (!k->key) {
        fault(k, FINDING_SYNTAX, line, "indented line continues no key: sections and keys start in the first column");
    } else if (*line.at == '[' && line.end[-1] == ']') {
        fault(k, FINDING_SYNTAX, line, "indented line continues the key above: a section starts in the first column");
    } else if (looks_like_key(k, line)) {
        fault(k, FINDING_SYNTAX, line, "indented line continues the key above: a key starts in the first column");
    }
    if (k->faulty) {
        return HAND_NOTHING;
    }
    k->piece = value_span(k, line.at, line.end);
    piece_add(k, k->piece.at);
    return HAND_MORE;
}

/* ---- sections ---- */

/* Faults of a header; the section is read all the same, so that its keys are not told as lost. */
static struct span header_span(struct keys *k, struct span line) {
    const char *close = memchr(line.at, ']', span_len(line));
    const char *comment = comment_at(line.at, close ? close : line.end);
    struct span inside = trimmed(line.at + 1, comment ? comment : close ? close : line.end);
    if (comment) {
        fault(k, FINDING_SYNTAX, (struct span){comment, line.end},
              "a blank and ';' in a section name would start a comment");
    } else if (!close) {
        fault(k, FINDING_SYNTAX, line, "section has no ']'");
    } else {
        struct span after = trimmed(close + 1, line.end);
        if (span_len(after) && *after.at != ';' && *after.at != '#') {
            fault(k, FINDING_SYNTAX, after, "text after ']': keys start on a line of their own");
        }
    }
    if (span_len(inside) > LONGEST_HEAD) {
        msg_add(k->r->msgs, FINDING_LIMIT, pos_of(k, inside.at), span_len(inside),
                "section name has %zu bytes: at most %d are taken", span_len(inside), LONGEST_HEAD);
        k->faulty = true;
    } else if (inside.at == inside.end) {
        fault(k, FINDING_SYNTAX, line, "section has no name");
    }
    return inside;
}

/* That of the file that uses this one takes this place, once; else it is an error. */
static void section_second(struct keys *k, struct span line, const struct section *s, struct section *first) {
    if (*first->kind && first->pos.file != k->file && section_replaces(first)) {
        k->doc.section[k->doc.nsection++] = *first;
        first->kind = "";
        return;
    }
    struct msg *msg = msg_add(k->r->msgs, FINDING_DUPLICATE, s->pos, span_len(line),
                              "section [%s%s%s] is there already", s->kind, *s->name ? " " : "", s->name);
    bool could = first->pos.file != k->file && *first->kind && strcmp(s->kind, "table") != 0;
    msg_note(k->r->msgs, msg, first->pos, "first [%s%s%s] is here%s", s->kind, *s->name ? " " : "", s->name,
             could ? "; 'replaces = yes' in it would put it in place of the other" : "");
}

/* The kind is the first word, the name the rest.  A second section of the same kind and name is read, not kept: inih
 * would have merged the two. */
static void section_open(struct keys *k, struct span line, struct span inside) {
    struct arena *a = k->r->arena;
    const char *space = inside.at;
    while (space < inside.end && !is_blank(*space)) {
        space++;
    }
    struct span name = trimmed(space, inside.end), kind = {inside.at, space};
    char *id = arena_alloc(a, span_len(kind) + span_len(name) + 2); /* "kind\nname" */
    memcpy(id, kind.at, span_len(kind));
    id[span_len(kind)] = '\n';
    name_put(id + span_len(kind) + 1, name);
    struct section s = {.kind = word_known(k, kind)->text,
                        .name = id + span_len(kind) + 1,
                        .pos = pos_of(k, line.at),
                        .name_pos = pos_of(k, name.at)};
    if (!*s.kind) {
        k->section = &k->repeated; /* told by header_span */
    } else if (names_add(&k->r->section, id, (uint32_t)k->r->nfirst)) {
        k->section = &k->doc.section[k->doc.nsection++];
        *PUSH(k->r->scratch, k->r->first, k->r->nfirst) = k->section;
    } else {
        section_second(k, line, &s, k->r->first[names_find(&k->r->section, id)]);
        k->section = &k->repeated;
    }
    *k->section = s;
    k->nopened++;
}

/* A faulty header is still a section, under a name that inih takes. */
static enum hand section_line(struct keys *k, struct span line) {
    section_close(k);
    k->faulty = false;
    struct span inside = header_span(k, line);
    section_open(k, line, inside);
    if (k->faulty) {
        snprintf(k->head, sizeof k->head, "line %u", k->line); /* note [surrogates] */
    } else {
        memcpy(k->head, inside.at, span_len(inside));
        k->head[span_len(inside)] = '\0';
    }
    k->faulty = false;
    return HAND_SECTION;
}

/* The limit keeps columns and carets sane; a value may be as long as it likes on more lines. */
enum hand keys_line(struct keys *k, struct span line, bool indented) {
    if (span_len(line) > LONGEST_LINE) {
        key_close(k);
        fault(k, FINDING_LIMIT, (struct span){line.at, line.at + 1},
              "line is longer than 64 KiB: continue it on indented lines");
        return HAND_NOTHING;
    }
    return indented ? more_line(k, line) : *line.at == '[' ? section_line(k, line) : key_line(k, line);
}
