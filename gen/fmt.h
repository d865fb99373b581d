/* fmt.h -- between fmt.c, which lays out lines, and fmt_value.c, which lays out one value. */
#ifndef TURNOUT_FMT_H
#define TURNOUT_FMT_H

#include "turnout.h"

bool fmt_is_blank(char c);
bool fmt_is_prose(const char *key);       /* free text: only trimmed */
bool fmt_open_quote(const char *line);    /* a quoted text goes on in the next line */
const char *fmt_spaced(struct arena *a, const char *key, const char *value);
/* A spaced value from column `column` on, with its line end; broken where a line would pass `width`. */
void fmt_put_list(struct text *out, const char *value, size_t column, size_t width);

#endif
