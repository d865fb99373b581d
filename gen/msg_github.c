/* msg_github.c -- messages as GitHub workflow commands: ::error file=F,line=L,col=C,title=T::text
 *
 * In:  sorted messages.  Out: one line each, the notes folded into its text.  Guaranteed: % and line ends are
 * escaped, in properties also : and , so that a table cannot smuggle in a second command.
 */
#include "msg.h"

#include <string.h>

/* All control characters are escaped, not only the line ends that the runner looks for. */
static void put_escaped(FILE *out, const char *text, const char *special) {
    for (const char *c = text; *c; c++) {
        if (*c == '%' || (unsigned char)*c < ' ' || *c == 127 || strchr(special, *c)) {
            fprintf(out, "%%%02X", (unsigned char)*c);
        } else {
            fputc(*c, out);
        }
    }
}

/* A command has one place; a note gives its own in the text. */
static void put_note(const struct printed *p, const struct note *note) {
    const char *path = msg_path(p->msgs, note->pos);
    fputs("%0A", p->out);
    if (path) {
        put_escaped(p->out, path, "");
        fprintf(p->out, ":%u: ", note->pos.line);
    }
    fputs("note: ", p->out);
    put_escaped(p->out, note->text, "");
}

/* "notice" is their word for a note. */
static void put_command(const struct printed *p, size_t i) {
    const struct msg *msg = p->msg[i];
    const char *text = msg->allowed ? msg_allowed(p, i) : msg->text;
    if (!text) {
        return;
    }
    const char *path = msg_path(p->msgs, msg->pos), *comma = " ";
    fprintf(p->out, "::%s", msg->level == LEVEL_NOTE ? "notice" : level_name[msg->level]);
    if (path) {
        fputs(" file=", p->out);
        put_escaped(p->out, path, ":,");
        comma = ",";
    }
    if (path && msg->pos.line) {
        fprintf(p->out, ",line=%u", msg->pos.line);
        if (msg->pos.col) {
            fprintf(p->out, ",col=%u", msg->pos.col);
        }
    }
    bool answer = msg->finding == FINDING_COUNT;
    fprintf(p->out, "%stitle=turnout%s%s::", comma, answer ? "" : " -W", answer ? "" : finding_info[msg->finding].flag);
    put_escaped(p->out, text, "");
    for (size_t k = 0; k < msg->nnote && !msg->allowed; k++) {
        put_note(p, &msg->note[k]);
    }
    fputc('\n', p->out);
}

void msg_print_github(const struct printed *p) {
    for (size_t i = 0; i < p->nmsg; i++) {
        put_command(p, i);
    }
    for (size_t f = 0; f < FINDING_COUNT; f++) {
        if (p->left[f]) {
            fprintf(p->out, "::%s title=turnout -W%s::%zu more of the same kind, not shown (--format=json has all)\n",
                    p->left_level[f] == LEVEL_NOTE ? "notice" : level_name[p->left_level[f]], finding_info[f].flag,
                    p->left[f]);
        }
    }
}
