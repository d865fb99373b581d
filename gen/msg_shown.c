/* msg_shown.c -- which messages are printed, and in which order.
 *
 * In:  messages in the order found.  Out: pointers to those that a format prints, in file order, and how many of each
 * finding are left.
 * Guaranteed: the same message at the same place (a vocabulary that two tables use) is printed once; one that is
 * printed more than msgs.shown times is counted, and many notes of a kind are one line (msg_roll.c).  Whoever makes many messages can ask beforehand (msgs_shows), and
 * leave out the text of those that are only counted.
 */
#include "msg.h"

#include <stdlib.h>
#include <string.h>

/* Places without a file first. */
static int pos_compare(struct pos x, struct pos y) {
    if (x.file != y.file) {
        return x.file + 1 < y.file + 1 ? -1 : 1; /* NO + 1 is 0 */
    }
    if (x.line != y.line) {
        return x.line < y.line ? -1 : 1;
    }
    return x.col < y.col ? -1 : x.col > y.col;
}

/* By place; found earlier first: all point into one array. */
static int by_place(const void *x, const void *y) {
    const struct msg *a = *(const struct msg *const *)x, *b = *(const struct msg *const *)y;
    int order = pos_compare(a->pos, b->pos);
    return order ? order : a < b ? -1 : a > b;
}

/* ---- which are shown ---- */

/* Each place once: two messages at one place may be the same.  Most come in file order, and then none moves. */
static void place_add(struct msgs *m, enum finding f, struct pos pos) {
    size_t at = m->place[f].npos;
    while (at > 0 && pos_compare(m->place[f].pos[at - 1], pos) > 0) {
        at--;
    }
    if (at == m->shown || (at > 0 && pos_compare(m->place[f].pos[at - 1], pos) == 0)) {
        return;
    }
    m->place[f].pos = m->place[f].pos ? m->place[f].pos : arena_alloc(m->arena, (m->shown + 1) * sizeof pos);
    memmove(m->place[f].pos + at + 1, m->place[f].pos + at, (m->place[f].npos - at) * sizeof pos);
    m->place[f].pos[at] = pos;
    m->place[f].npos += m->place[f].npos < m->shown;
}

/* Not when `shown` messages of the kind stand at earlier places: more can only come before it.  A message's place may
 * change until the next one is made, so they are looked at now. */
bool msgs_shows(struct msgs *m, enum finding f, struct pos pos) {
    if (!m->brief || !m->shown) {
        return true;
    }
    for (; m->placed < m->nmsg; m->placed++) {
        if (m->msg[m->placed].finding < FINDING_COUNT) {
            place_add(m, m->msg[m->placed].finding, m->msg[m->placed].pos);
        }
    }
    size_t n = m->place[f].npos;
    return m->level[f] != LEVEL_OFF && (n < m->shown || pos_compare(m->place[f].pos[n - 1], pos) >= 0);
}

/* The same as one of the messages before it, all at its place? */
static bool is_repeated(const struct msg *const *msg, size_t nbefore, const struct msg *of) {
    for (size_t i = nbefore; i-- > 0;) {
        if (msg[i]->finding == of->finding && msg[i]->text && strcmp(msg[i]->text, of->text) == 0) {
            return true;
        }
    }
    return false;
}

/* A file that two tables use has its faults once.  Of many messages at one place, or at none, the repetitions are found
 * by name. */
static void drop_repeated(struct printed *p) {
    enum { FEW = 8 };
    struct names seen = {.arena = p->msgs->arena};
    const struct msg **all = arena_alloc(p->msgs->arena, (p->nmsg + 1) * sizeof *all);
    size_t kept = 0;
    memcpy(all, p->msg, p->nmsg * sizeof *all);
    for (size_t i = 0, first = 0; i < p->nmsg; i++) {
        const struct msg *msg = all[i];
        first = i && pos_compare(all[first]->pos, msg->pos) == 0 ? first : i;
        const char *key = i - first < FEW || !msg->text
                              ? NULL
                              : arena_printf(seen.arena, "%u %u %u %d %s", msg->pos.file, msg->pos.line, msg->pos.col,
                                             (int)msg->finding, msg->text);
        if (msg->text &&
            (is_repeated(all + first, i - first < FEW ? i - first : FEW, msg) || (key && !names_add(&seen, key, 0)))) {
            continue;
        }
        p->msg[kept++] = msg;
    }
    p->nmsg = kept;
}

/* What has no text, and what lies beyond `most` (0: nothing) of each finding, is counted. */
static void drop_beyond(struct printed *p, size_t most) {
    size_t kept = 0, shown[FINDING_COUNT] = {0};
    for (size_t i = 0; i < p->nmsg; i++) {
        const struct msg *msg = p->msg[i];
        if (msg->finding == FINDING_COUNT) {
            p->msg[kept++] = msg;
            continue;
        }
        if (!msg->text || (most && shown[msg->finding] == most)) {
            p->left[msg->finding]++;
            p->left_level[msg->finding] = msg->level;
            continue;
        }
        shown[msg->finding]++;
        p->msg[kept++] = msg;
    }
    p->nmsg = kept;
}

/* The messages themselves stay in the order found: sorted are pointers, so that a run can print twice. */
struct printed msgs_printed(const struct msgs *m, enum format format) {
    struct printed p = {.msgs = m};
    bool answers = format == FORMAT_SARIF || format == FORMAT_GITHUB;
    p.msg = arena_alloc(m->arena, m->nmsg * sizeof(const struct msg *));
    for (size_t i = 0; i < m->nmsg; i++) {
        if (answers || m->msg[i].finding != FINDING_COUNT) {
            p.msg[p.nmsg++] = &m->msg[i];
        }
    }
    if (p.nmsg > 1) {
        qsort(p.msg, p.nmsg, sizeof(const struct msg *), by_place);
    }
    drop_repeated(&p);
    bool people = format == FORMAT_TEXT || format == FORMAT_GITHUB;
    if (people && m->notes) {
        msg_roll(&p, m->notes);
    }
    drop_beyond(&p, people ? m->shown : 0);
    return p;
}
