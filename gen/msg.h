/* msg.h -- between msg.c and the formats msg_*.c: the messages as they are printed, and the four printers; and
 * json_quoted for other JSON documents. */
#ifndef MSG_H
#define MSG_H

#include "turnout.h"

struct printed { /* what msgs_print hands to a format */
    const struct msgs *msgs;
    const struct msg **msg; /* sorted, each once */
    size_t nmsg;
    size_t left[FINDING_COUNT]; /* not among msg: beyond msgs.shown; always 0 for json and sarif */
    enum level left_level[FINDING_COUNT];
    bool colour;
    FILE *out;
};
struct printed msgs_printed(const struct msgs *m, enum format format); /* out and colour are not set yet */
void msg_print_text(const struct printed *p);
void msg_print_json(const struct printed *p);
void msg_print_members(const struct printed *p);
void msg_print_sarif(const struct printed *p);
void msg_print_github(const struct printed *p);

/* Where more than `most` notes of one kind speak of one file: one line instead of them. */
void msg_roll(struct printed *p, size_t most);
/* What stands for an allowed message and all others of its file, finding and reason; NULL but for the first. */
const char *msg_allowed(const struct printed *p, size_t i);
extern const char *const level_name[];                      /* "off", "note", "warning", "error" */
const char *msg_path(const struct msgs *m, struct pos pos); /* NULL: no place */
/* One JSON string with its quotes, for json and sarif; bytes that are no UTF-8 become U+FFFD. */
void json_quoted(FILE *out, const char *text);

#endif
