/* template_parts.h -- between the template*.c files only: a template as a tree, and scopes from the inside. */
#ifndef TURNOUT_TEMPLATE_PARTS_H
#define TURNOUT_TEMPLATE_PARTS_H

#include "template.h"

enum binding_kind { BIND_TEXT, BIND_FLAG, BIND_LIST, BIND_GROUP, BIND_BODY };
struct binding {
    const char *name;
    enum binding_kind kind;
    const char *bytes; /* TEXT */
    size_t len;        /* TEXT: bytes; LIST: items */
    bool flag;
    const void *of; /* LIST, BODY */
    scope_fill *fill;
    scope_write *write;
    struct scope *group;
};
struct later {
    scope_fill *fill;
    const void *of;
    size_t index;
};
struct scope {
    struct arena *arena;
    struct binding *binding;
    size_t nbinding;
    struct later *later; /* done when a name is missing, the last one first */
    size_t nlater;
};
const struct binding *scope_find(const struct scope *s, const char *name, size_t len); /* NULL */
bool scope_rest(struct scope *s); /* binds some of what was left for later; false: nothing was */

enum part_kind { PART_TEXT, PART_MARK, PART_FOR, PART_IF, PART_BODY };
struct part {
    enum part_kind kind;
    struct pos pos;
    const char *text; /* TEXT: the bytes; else the name */
    size_t len;
    const char *escape;    /* MARK: or NULL */
    const char *var;       /* FOR: the loop variable */
    const char *separator; /* FOR: or NULL */
    const char *word;      /* IF: compared with, or NULL */
    bool negated;
    size_t indent;     /* BODY, MARK: blanks before it on its line */
    struct part *part; /* FOR, IF */
    size_t npart;
    struct part *otherwise; /* IF */
    size_t notherwise;
};
struct define {
    const char *name;
    struct pos pos;
    struct part *part;
    size_t npart;
    bool used, open; /* open: being rendered now */
};
struct tree { /* one template with its includes */
    struct part *part;
    size_t npart;
    struct define *define;
    size_t ndefine;
};

enum { MAX_DEPTH = 64 };

struct list { /* where parts go now: an open @for, @if, @else or @define, or the file itself */
    struct part **part;
    size_t *npart;
    struct part *owner; /* NULL: file or define */
};
struct parse {
    struct arena *arena;
    struct msgs *msgs;
    struct template_files *files;
    struct tree *tree;
    struct list open[MAX_DEPTH];
    size_t nopen;
    uint32_t file, line;
    const char *start; /* of the line */
    unsigned depth;    /* of includes */
    bool ok;
};

/* template_parse.c: one line, or the rest of one */
void parse_begin(struct parse *p, struct tree *t);
bool parse_directive(struct parse *p, const char *s, const char *end); /* a line of its own; false: it is text */
void parse_run(struct parse *p, const char *s, const char *end);
void parse_fault(struct parse *p, const char *at, size_t len, const char *before, const char *word, const char *after);
struct pos parse_place(const struct parse *p, const char *at);
/* template_file.c: whole files */
void parse_file(struct parse *p, const char *file, const char *at, size_t len);
bool template_parse(struct arena *a, struct msgs *m, struct template_files *f, const char *file, struct tree *t);
bool template_parse_line(struct arena *a, struct msgs *m, const char *text, struct pos pos, struct tree *t);

#endif
