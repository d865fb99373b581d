/* template_parse.c -- the text of a template as a tree of parts.
 *
 * In:  one line after the other (template_file.c).  Out: parts in order, defines apart; every fault of form (a marker
 * that is not closed, a surplus @end, a word that is none) is a message with file, line and column.
 * A line that holds nothing but @for, @if, @else, @end, @include, @define or a comment leaves no trace in the output.
 */
#include "template_parts.h"

#include <string.h>

struct pos parse_place(const struct parse *p, const char *at) {
    return (struct pos){p->file, p->line, p->line ? (uint32_t)(at - p->start) + 1 : 0};
}

/* "BEFORE'word'AFTER": every fault of form speaks of one word of the template. */
void parse_fault(struct parse *p, const char *at, size_t len, const char *before, const char *word, const char *after) {
    p->ok = false;
    msg_add(p->msgs, FINDING_SYNTAX, parse_place(p, at), len, "%s'%s'%s", before, word, after);
}

static struct part *add(struct parse *p, enum part_kind kind, const char *at, const char *text, size_t len) {
    struct list *l = &p->open[p->nopen - 1];
    struct part *part = PUSH(p->arena, *l->part, *l->npart);
    part->kind = kind;
    part->pos = parse_place(p, at);
    part->text = text;
    part->len = len;
    return part;
}

static void add_text(struct parse *p, const char *text, size_t len) {
    if (len > 0) {
        add(p, PART_TEXT, text, text, len);
    }
}

static bool is_name(const char *s, size_t len) {
    size_t n = 0;
    while (n < len && (s[n] == '_' || s[n] == '.' || (s[n] >= '0' && s[n] <= '9') || (s[n] >= 'A' && s[n] <= 'Z') ||
                       (s[n] >= 'a' && s[n] <= 'z'))) {
        n++;
    }
    return len > 0 && n == len;
}

static size_t word_len(const char *s, const char *end) {
    const char *c = s;
    while (c < end && *c != ' ') {
        c++;
    }
    return (size_t)(c - s);
}

static void open_list(struct parse *p, struct part **part, size_t *npart, struct part *owner, const char *at) {
    if (p->nopen == MAX_DEPTH) {
        parse_fault(p, at, 1, "more than 64 blocks inside each other at ", arena_strdup(p->arena, at, 1), "");
        return;
    }
    p->open[p->nopen++] = (struct list){part, npart, owner};
}

/* The owner of a list that grows may move when its siblings are added; an open block gets no siblings until its end. */
static void tag_for(struct parse *p, const char *s, const char *end) {
    size_t len = word_len(s, end);
    struct part *f = add(p, PART_FOR, s, s, len);
    const char *rest = s + len, *dot = memchr(s, '.', len);
    f->var = arena_strdup(p->arena, dot ? dot + 1 : s, (size_t)(rest - (dot ? dot + 1 : s)));
    if (end - rest > 4 && strncmp(rest, " as ", 4) == 0) {
        size_t n = word_len(rest + 4, end);
        f->var = arena_strdup(p->arena, rest + 4, n);
        rest += 4 + n;
    }
    bool quoted = end - rest >= 3 && rest[1] == '"' && end[-1] == '"';
    if (!is_name(s, len) || !is_name(f->var, strlen(f->var)) || (rest != end && !quoted)) {
        parse_fault(p, s, len, "'@for' takes NAME, perhaps as VARIABLE, perhaps \"SEPARATOR\", not ",
                    arena_strdup(p->arena, s, (size_t)(end - s)), "");
    } else if (quoted) {
        f->separator = arena_strdup(p->arena, rest + 2, (size_t)(end - rest) - 3);
    }
    open_list(p, &f->part, &f->npart, f, s);
}

static void tag_if(struct parse *p, const char *s, const char *end) {
    bool negated = end - s > 4 && strncmp(s, "not ", 4) == 0;
    s += negated ? 4 : 0;
    size_t len = word_len(s, end);
    struct part *f = add(p, PART_IF, s, s, len);
    const char *rest = s + len;
    f->negated = negated;
    if (!is_name(s, len) || (rest != end && (end - rest < 4 || strncmp(rest, " = ", 3) != 0))) {
        parse_fault(p, s, len, "'@if' takes NAME, not NAME, or NAME = word, not ",
                    arena_strdup(p->arena, s, (size_t)(end - s)), "");
    } else if (rest != end) {
        f->word = arena_strdup(p->arena, rest + 3, (size_t)(end - rest) - 3);
    }
    open_list(p, &f->part, &f->npart, f, s);
}

static void tag_else(struct parse *p, const char *s) {
    struct list *l = &p->open[p->nopen - 1];
    if (!l->owner || l->owner->kind != PART_IF || l->part == &l->owner->otherwise) {
        parse_fault(p, s, 4, "", "@else", " without an '@if' before it");
        return;
    }
    l->part = &l->owner->otherwise;
    l->npart = &l->owner->notherwise;
}

static void tag_end(struct parse *p, const char *s) {
    if (p->nopen <= 1 || !p->open[p->nopen - 1].owner) {
        parse_fault(p, s, 3, "", "@end", " without an '@for' or '@if' before it");
        return;
    }
    p->nopen--;
}

/* for, if, else, end; false: the tag is none of them. */
static bool tag_block(struct parse *p, const char *s, const char *end) {
    size_t len = (size_t)(end - s);
    if (len > 4 && strncmp(s, "for ", 4) == 0) {
        tag_for(p, s + 4, end);
    } else if (len > 3 && strncmp(s, "if ", 3) == 0) {
        tag_if(p, s + 3, end);
    } else if (len == 4 && strncmp(s, "else", 4) == 0) {
        tag_else(p, s);
    } else if (len == 3 && strncmp(s, "end", 3) == 0) {
        tag_end(p, s);
    } else {
        return false;
    }
    return true;
}

static void tag_name(struct parse *p, const char *s, const char *end, size_t indent) {
    const char *colon = memchr(s, ':', (size_t)(end - s));
    size_t len = (size_t)((colon ? colon : end) - s);
    if (!is_name(s, len)) {
        parse_fault(p, s, len, "", arena_strdup(p->arena, s, (size_t)(end - s)),
                    " is no name; a literal '@' is written '@@'");
        return;
    }
    struct part *m = add(p, PART_MARK, s, s, len);
    m->indent = indent;
    m->escape = colon ? arena_strdup(p->arena, colon + 1, (size_t)(end - colon) - 1) : NULL;
}

/* Text with markers in it; ends with its line end, if it has one. */
void parse_run(struct parse *p, const char *s, const char *end) {
    const char *from = s;
    size_t indent = strspn(s, " ");
    while (s < end) {
        const char *at = memchr(s, '@', (size_t)(end - s));
        if (!at) {
            break;
        }
        if (at + 1 < end && at[1] == '@') {
            add_text(p, from, (size_t)(at + 1 - from));
            from = s = at + 2;
            continue;
        }
        const char *close = memchr(at + 1, '@', (size_t)(end - at - 1));
        if (!close) {
            parse_fault(p, at, 1, "", "@", " without a second one on its line; a literal '@' is written '@@'");
            return;
        }
        add_text(p, from, (size_t)(at - from));
        if (!tag_block(p, at + 1, close)) {
            tag_name(p, at + 1, close, indent);
        }
        from = s = close + 1;
    }
    add_text(p, from, (size_t)(end - from));
}

static void parse_define(struct parse *p, const char *s, const char *end) {
    size_t len = word_len(s, end), before = p->nopen;
    if (!is_name(s, len) || memchr(s, '.', len) || s + len == end) {
        parse_fault(p, s, len ? len : 1, "", "@define", " takes a name without a dot, and a text");
        return;
    }
    struct define *d = PUSH(p->arena, p->tree->define, p->tree->ndefine);
    d->name = arena_strdup(p->arena, s, len);
    d->pos = parse_place(p, s);
    open_list(p, &d->part, &d->npart, NULL, s);
    parse_run(p, s + len + 1, end);
    if (p->nopen != before + 1) {
        parse_fault(p, s, len, "a block that ", d->name, " opens is not closed on its line");
    }
    p->nopen = before;
}

/* A line of its own: true when it was a directive. */
bool parse_directive(struct parse *p, const char *s, const char *end) {
    const char *tag = s + strspn(s, " ");
    while (end > tag && (end[-1] == '\n' || end[-1] == ' ')) {
        end--;
    }
    if (tag >= end || *tag != '@') {
        return false;
    }
    size_t len = (size_t)(end - ++tag);
    if (len > 0 && *tag == '#') {
        return true;
    }
    if (len > 7 && strncmp(tag, "define ", 7) == 0) {
        parse_define(p, tag + 7, end);
        return true;
    }
    if (len > 8 && strncmp(tag, "include ", 8) == 0) {
        parse_file(p, arena_strdup(p->arena, tag + 8, len - 8), tag + 8, len - 8);
        return true;
    }
    if (memchr(tag, '@', len)) {
        return false;
    }
    if (len > 5 && strncmp(tag, "body ", 5) == 0 && is_name(tag + 5, len - 5)) {
        add(p, PART_BODY, tag + 5, tag + 5, len - 5)->indent = (size_t)(tag - 1 - s);
        return true;
    }
    return tag_block(p, tag, end);
}

void parse_begin(struct parse *p, struct tree *t) {
    memset(t, 0, sizeof *t);
    p->tree = t;
    p->ok = true;
    p->open[0] = (struct list){&t->part, &t->npart, NULL};
    p->nopen = 1;
}

bool template_parse_line(struct arena *a, struct msgs *m, const char *text, struct pos pos, struct tree *t) {
    struct parse p = {.arena = a, .msgs = m, .file = pos.file, .line = 0};
    parse_begin(&p, t);
    parse_run(&p, text, text + strlen(text));
    if (p.nopen != 1) {
        parse_fault(&p, text, 1, "a block in ", text, " is not closed");
    }
    return p.ok;
}
