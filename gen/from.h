/* from.h -- between from.c and from_factor.c only. */
#ifndef TURNOUT_FROM_H
#define TURNOUT_FROM_H

#include "cell.h"

bool from_value(struct lexer *l, struct from_expr *e);
bool from_factor(struct lexer *l, struct from_expr *e);
bool from_fault(struct lexer *l, const char *at, size_t len, const char *text);
bool from_unexpected(struct lexer *l, const char *wanted);
bool from_takes(struct lexer *l, const char *word);      /* is this word next?  Then it is taken */
bool from_takes_sign(struct lexer *l, const char *sign); /* the same */
struct from_expr *from_kept(struct lexer *l, const struct from_expr *e);

#endif
