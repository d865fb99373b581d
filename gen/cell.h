/* cell.h -- shared by the cell*.c files only: a place in the text of one key, and one entry read from it. */
#ifndef CELL_H
#define CELL_H

#include "turnout.h"

struct lexer {
    struct arena *a;
    struct msgs *m;
    const struct key *k;
    const char *at; /* next byte of k->value */
    int depth;      /* inside a tuple; from.c: of brackets */
    bool inside;    /* from.c: in the braces of a text */
};

/* A list of entries while it grows.  Most are short: those stay on the stack until list_keep, which takes just the
 * memory that they need. */
enum { FEW = 8 }; /* a count at which PUSH grows, so that it takes over from there */
struct list {
    struct entry few[FEW], *entry;
    uint32_t count;
};
void list_add(struct lexer *l, struct list *list, const struct entry *e);
struct entry *list_keep(struct lexer *l, struct list *list);

void lexer_blank(struct lexer *l);                           /* skips blanks and line ends */
struct pos lexer_pos(const struct lexer *l, const char *at); /* place of a byte of the value */
size_t lexer_span(const char *from, const char *to);         /* bytes to underline, on one line, at least 1 */
const char *lexer_word(struct lexer *l);                     /* "" when none starts here */
const char *lexer_string(struct lexer *l);                   /* "..." with \" and \\; NULL after a message */
void lexer_skip(struct lexer *l, const char *stop);          /* after a fault: to the next byte of stop */
const char *compare_text(enum compare op);                   /* ">=" */
bool lexer_entry(struct lexer *l, struct entry *e);          /* one entry without '&'; false after a message */

#endif
