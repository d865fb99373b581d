/* analyse_expired.c -- expired: the day of `review = DATE` has passed.
 *
 * In: the dates of all sections, and the day (of limits; without one nothing is said).  Out: a warning at each date
 * before that day.  Nothing else looks at dates: no output depends on them.
 */
#include "analyse.h"

#include <string.h>

void analyse_expired(struct analysis *an) {
    for (size_t i = 0; i < an->table->nreview && an->limits->today; i++) {
        const struct review *r = &an->table->review[i];
        if (strcmp(r->date, an->limits->today) >= 0) {
            continue;
        }
        const char *owner = r->owner ? arena_printf(an->arena, " by %s", r->owner) : "";
        const char *name = *r->name ? arena_printf(an->arena, "%s '%s'", r->kind, r->name) : r->kind;
        struct msg *m =
            msg_add(an->msgs, FINDING_EXPIRED, r->pos, strlen(r->date),
                    "%s was to be looked at again%s until %s; do so, and write the next date", name, owner, r->date);
        m->rule = *r->name ? r->name : NULL;
    }
}
