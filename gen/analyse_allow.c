/* analyse_allow.c -- [allow FINDING RULE]: a known finding that stays for now.
 *
 * In: all messages of the run and the table's allowances.  Out: an allowed message becomes a note that says why; an
 * allowance whose finding did not come up is an error, so that none outlives its reason.
 * A finding that -Wno-... turned off cannot come up, and its allowance is left alone.
 */
#include "analyse.h"

#include <string.h>

static bool speaks_of(const struct analysis *an, const struct allow *al, size_t msg) {
    const struct msg *m = &an->msgs->msg[msg];
    if (m->finding != al->finding) {
        return false;
    }
    if ((m->rule && strcmp(m->rule, al->rule) == 0) || (m->output && strcmp(m->output, al->rule) == 0)) {
        return true;
    }
    for (size_t i = 0; i < an->nsecond; i++) {
        if (an->second[i].msg == msg && strcmp(an->second[i].name, al->rule) == 0) {
            return true;
        }
    }
    return false;
}

void analyse_allow(struct analysis *an) {
    for (size_t i = 0; i < an->table->nallow && !an->limits->no_allow; i++) {
        const struct allow *al = &an->table->allow[i];
        bool fired = an->msgs->level[al->finding] == LEVEL_OFF;
        for (size_t k = 0; k < an->msgs->nmsg; k++) {
            if (speaks_of(an, al, k)) {
                struct msg *m = &an->msgs->msg[k];
                m->level = LEVEL_NOTE;
                msg_note(an->msgs, m, al->pos, "allowed: %s", al->why ? al->why : "no reason given");
                fired = true;
            }
        }
        if (!fired) {
            struct msg *m =
                msg_add(an->msgs, FINDING_ALLOW, al->pos, 1, "'%s' of '%s' no longer comes up; delete this section",
                        finding_info[al->finding].flag, al->rule);
            m->rule = al->rule;
        }
    }
}
