/* dot.h -- between dot.c and dot_words.c only. */
#ifndef TURNOUT_DOT_H
#define TURNOUT_DOT_H

#include "turnout.h"

struct words {
    const char **word;
    size_t nword;
};
struct words words_of(const struct space *s, struct arena *a, uint32_t input, uint32_t set);
struct words words_wrap(struct arena *a, const struct words *w);
const char *words_join(struct arena *a, const struct words *w);
/* The edge that says "else", or NO: the one with most atoms, where its words are too many or a negation. */
uint32_t words_else(const struct space *s, struct arena *a, const struct node *n);

#endif
