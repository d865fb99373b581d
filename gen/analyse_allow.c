/* analyse_allow.c -- [allow FINDING RULE]: a known finding that stays for now.
 *
 * In: all messages of the run and the table's allowances.  Out: an allowed message becomes a note that says why; an
 * allowance whose finding did not come up is an error, so that none outlives its reason.
 * With conditions it lets pass only the finding's cells inside them: while a finding is counted, the cells outside are
 * counted too, and if there are any, they alone are reported [note outside].
 * A finding that -Wno-... turned off cannot come up, and its allowance is left alone; so is that of a used file, which
 * speaks of the table there.
 */
#include "analyse.h"

#include <string.h>

/* Names may be missing. */
static bool is(const char *name, const char *allowed) {
    return name && strcmp(name, allowed) == 0;
}

static bool allows(const struct analysis *an, const struct allow *al, enum finding f, uint32_t rule,
                   const char *second) {
    const char *name = rule == NO ? NULL : an->table->rule[rule].name;
    const char *output = an->output == NO ? NULL : an->table->output[an->output].name;
    return al->finding == f && (is(name, al->rule) || is(second, al->rule) || is(output, al->rule));
}

void allow_expect(struct analysis *an, struct answer *x, enum finding f, uint32_t rule, const char *second) {
    for (size_t i = 0; i < an->table->nallow && !an->limits->no_allow; i++) {
        const struct allow *al = &an->table->allow[i];
        if (al->ncond && allows(an, al, f, rule, second)) {
            region_add(an->scratch, &x->allowed, &an->boxes->allow[i]);
            x->outside = x->outside ? x->outside : arena_alloc(an->scratch, sizeof *x->outside);
        }
    }
}

void allow_settle(struct analysis *an, struct answer *x, enum finding f, uint32_t rule, const char *second) {
    bool some = x->outside && x->found && (!x->outside->found || x->outside->cells < x->cells);
    for (size_t i = 0; some && i < an->table->nallow; i++) {
        const struct allow *al = &an->table->allow[i];
        an->inside[i] = an->inside[i] || (al->ncond && allows(an, al, f, rule, second));
    }
    if (x->outside && x->outside->found) {
        struct answer outside = *x->outside;
        outside.at_least = outside.at_least || x->at_least;
        outside.outside = x->outside; /* marks that what is left is not allowed */
        *x = outside;
    }
}

void allow_whole(struct analysis *an, enum finding f, uint32_t rule, const char *second) {
    for (size_t i = 0; i < an->table->nallow && !an->limits->no_allow; i++) {
        const struct allow *al = &an->table->allow[i];
        if (al->ncond && allows(an, al, f, rule, second) &&
            region_within(an->space, &an->boxes->rule[rule], &an->boxes->allow[i])) {
            an->inside[i] = true;
        }
    }
}

/* A finding about two rules is allowed in the name of either. */
static bool speaks_of(const struct analysis *an, const struct allow *al, size_t msg) {
    const struct msg *m = &an->msgs->msg[msg];
    if (m->finding != al->finding) {
        return false;
    }
    bool second = false;
    for (size_t i = 0; i < an->nsecond; i++) {
        second = second || (an->second[i].msg == msg && is(an->second[i].name, al->rule));
    }
    return second || is(m->rule, al->rule) || is(m->output, al->rule);
}

static bool left_outside(const struct analysis *an, size_t msg) {
    for (size_t i = 0; i < an->noutside; i++) {
        if (an->outside[i] == msg) {
            return true;
        }
    }
    return false;
}

void analyse_allow(struct analysis *an) {
    for (size_t i = 0; i < an->table->nallow && !an->limits->no_allow; i++) {
        const struct allow *al = &an->table->allow[i];
        bool asked = al->finding != FINDING_EXPIRED || an->limits->today;
        bool used = al->pos.file != an->table->pos.file;
        bool fired = an->msgs->level[al->finding] == LEVEL_OFF || !asked || an->inside[i] || used;
        for (size_t k = 0; k < an->msgs->nmsg; k++) {
            if (!speaks_of(an, al, k)) {
                continue;
            }
            struct msg *m = &an->msgs->msg[k];
            if (al->ncond && (left_outside(an, k) || !an->inside[i])) {
                msg_note(an->msgs, m, al->pos,
                         an->inside[i] ? "cells in this allowance are not among them"
                                       : "none of its cells is in this allowance");
                continue;
            }
            m->level = LEVEL_NOTE;
            m->allowed = al->why ? al->why : "no reason given";
            fired = true;
        }
        if (!fired) {
            struct msg *m =
                msg_add(an->msgs, FINDING_ALLOW, al->pos, 1, "'%s' of '%s' no longer comes up%s; delete this section",
                        finding_info[al->finding].flag, al->rule, al->ncond ? " in these cells" : "");
            m->rule = al->rule;
        }
    }
}
