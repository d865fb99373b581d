/* fmt.h -- between fmt.c, which lays out lines, and fmt_value.c and fmt_from.c, which lay out one value. */
#ifndef TURNOUT_FMT_H
#define TURNOUT_FMT_H

#include "turnout.h"

bool fmt_is_blank(char c);
bool fmt_is_prose(const char *key);       /* free text: only trimmed */
bool fmt_open_quote(const char *line);    /* a quoted text goes on in the next line */
const char *fmt_spaced(struct arena *a, const char *key, const char *value);
/* The same for [from FILE]; *pair: inside of pairs, from one line to the next. */
const char *fmt_from(struct arena *a, const char *value, bool *pair);
/* A spaced value from column `column` on, with its line end; broken where a line would pass `width`. */
void fmt_put_list(struct text *out, const char *value, size_t column, size_t width);

#endif
