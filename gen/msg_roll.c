/* msg_roll.c -- many notes of one kind in one file, as one line.
 *
 *     tables/a.ini: note: 22 notes: a rule that crosses another of its tier and loses cells to it; most cells of 'mma'
 *     (line 460), 'tile' (line 499) and 'vec' (line 511); --notes shows each [-Wpartly-masked]
 *
 * In:  sorted messages.  Out: the same ones, with that line at the place of the first of them.  A note asks for nothing:
 * a copy of an if/elif chain has dozens that are all meant, and they must not hide a warning.  Errors, warnings and what
 * an [allow] lets pass (a line each already, with its reason) are left alone, and so are json and sarif.
 */
#include "msg.h"

#include <string.h>

enum { NAMED = 3 }; /* subjects that the line names */

/* Of one kind: one finding, one file, a note by level and not by an [allow]. */
static bool rolls(const struct msg *msg) {
    return msg->level == LEVEL_NOTE && !msg->allowed && msg->finding != FINDING_COUNT;
}

static bool same_kind(const struct msg *x, const struct msg *y) {
    return rolls(y) && x->finding == y->finding && x->pos.file == y->pos.file;
}

static const char *subject(const struct msg *msg) {
    return msg->rule ? msg->rule : msg->output ? msg->output : "";
}

/* The next by size among the notes of a kind: the largest that is not among `named`; NULL when there is none.  Equal
 * ones come in file order. */
static const struct msg *next_largest(const struct printed *p, const struct msg *kind, const struct msg *const *named,
                                      size_t nnamed) {
    const struct msg *best = NULL;
    for (size_t i = 0; i < p->nmsg; i++) {
        const struct msg *msg = p->msg[i];
        bool again = !same_kind(kind, msg) || !*subject(msg);
        for (size_t k = 0; k < nnamed && !again; k++) {
            again = strcmp(subject(named[k]), subject(msg)) == 0;
        }
        if (!again && (!best || msg->cells > best->cells)) {
            best = msg;
        }
    }
    return best;
}

static const char *largest_text(const struct printed *p, const struct msg *kind) {
    struct text t = {.arena = p->msgs->arena};
    const struct msg *named[NAMED], *msg;
    size_t n = 0;
    while (n < NAMED && (msg = next_largest(p, kind, named, n)) != NULL) {
        text_printf(&t, "%s'%s' (line %u)",
                    n                 ? ", "
                    : msg->cells >= 0 ? "; most cells of "
                                      : "; first of ",
                    subject(msg), msg->pos.line);
        named[n++] = msg;
    }
    return n ? t.at : "";
}

/* One line for `count` notes such as `kind`. */
static struct msg *roll(const struct printed *p, const struct msg *kind, size_t count) {
    struct msg *line = arena_alloc(p->msgs->arena, sizeof *line);
    *line = (struct msg){.finding = kind->finding, .level = LEVEL_NOTE, .len = 1};
    line->pos = (struct pos){kind->pos.file, 0, 0};
    line->cells = line->share = -1;
    line->text = arena_printf(p->msgs->arena, "%zu notes: %s%s; --notes shows each", count,
                              finding_info[kind->finding].about, largest_text(p, kind));
    return line;
}

/* The notes of each kind in the file of p->msg[i]; the messages of a file stand together. */
static void count_kinds(const struct printed *p, size_t i, size_t count[FINDING_COUNT]) {
    memset(count, 0, FINDING_COUNT * sizeof *count);
    for (size_t k = i; k < p->nmsg && p->msg[k]->pos.file == p->msg[i]->pos.file; k++) {
        if (rolls(p->msg[k])) {
            count[p->msg[k]->finding]++;
        }
    }
}

void msg_roll(struct printed *p, size_t most) {
    const struct msg **kept = arena_alloc(p->msgs->arena, (p->nmsg + 1) * sizeof(const struct msg *));
    size_t nkept = 0, count[FINDING_COUNT];
    bool told[FINDING_COUNT];
    for (size_t i = 0; i < p->nmsg; i++) {
        const struct msg *msg = p->msg[i];
        if (i == 0 || msg->pos.file != p->msg[i - 1]->pos.file) {
            count_kinds(p, i, count);
            memset(told, 0, sizeof told);
        }
        if (!rolls(msg) || count[msg->finding] <= most) {
            kept[nkept++] = msg;
        } else if (!told[msg->finding]) {
            told[msg->finding] = true;
            kept[nkept++] = roll(p, msg, count[msg->finding]);
        }
    }
    p->msg = kept;
    p->nmsg = nkept;
}
