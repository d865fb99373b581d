/* msg_allowed.c -- what [allow] sections let pass: a line for each reason.
 *
 *     tables/a.ini:12:1: note: allowed: incapable of 'b', 'c' and 3 more, 7 findings, the largest in 300 cells: WHY
 *
 * In:  sorted messages.  Out: that text, for the first message of a file, finding and reason.  One reason often holds
 * for many rules (a kernel that is missing), and is worth reading once.
 */
#include "msg.h"

#include <string.h>

enum { NAMED = 3 }; /* subjects that the line names */

static bool same_allowance(const struct msg *x, const struct msg *y) {
    return y->allowed && x->finding == y->finding && x->pos.file == y->pos.file && strcmp(x->allowed, y->allowed) == 0;
}

static const char *subject(const struct msg *msg) {
    return msg->rule ? msg->rule : msg->output ? msg->output : "the table";
}

/* "'a'", "'a' and 'b'", "'a', 'b', 'c' and 2 more": those of the messages i.. with that allowance, each once. */
static const char *subjects(const struct printed *p, size_t i) {
    struct arena *a = p->msgs->arena;
    struct names seen = {.arena = a};
    const char *named[NAMED];
    size_t count = 0;
    for (size_t k = i; k < p->nmsg && p->msg[k]->pos.file == p->msg[i]->pos.file; k++) {
        const char *name = subject(p->msg[k]);
        if (same_allowance(p->msg[i], p->msg[k]) && names_add(&seen, name, 0) && count++ < NAMED) {
            named[count - 1] = name;
        }
    }
    struct text t = {.arena = a};
    for (size_t k = 0; k < count && k < NAMED; k++) {
        text_printf(&t, "%s'%s'", k == 0 ? "" : k + 1 == count ? " and " : ", ", named[k]);
    }
    if (count > NAMED) {
        text_printf(&t, " and %zu more", count - NAMED);
    }
    return t.at;
}

const char *msg_allowed(const struct printed *p, size_t i) {
    const struct msg *msg = p->msg[i];
    size_t count = 0;
    double most = -1;
    for (size_t k = i; k-- > 0 && p->msg[k]->pos.file == msg->pos.file;) {
        if (same_allowance(msg, p->msg[k])) {
            return NULL;
        }
    }
    for (size_t k = i; k < p->nmsg && p->msg[k]->pos.file == msg->pos.file; k++) {
        if (same_allowance(msg, p->msg[k])) {
            count++;
            most = p->msg[k]->cells > most ? p->msg[k]->cells : most;
        }
    }
    struct arena *a = p->msgs->arena;
    const char *cells =
        most < 0 ? ""
                 : arena_printf(a, most >= 1e15 ? " in %.3g cell%s" : " in %.0f cell%s", most, most == 1 ? "" : "s");
    const char *times = count < 2 ? "" : arena_printf(a, ", %zu findings, the largest", count);
    return arena_printf(a, "allowed: %s of %s%s%s: %s", finding_info[msg->finding].flag, subjects(p, i), times, cells,
                        msg->allowed);
}
