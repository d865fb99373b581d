/* explain_with.c -- what would change an answer, as an operator says it: "on SM120", "with flashinfer <0.6.10.post1".
 *
 * In:   the values of one input that have another outcome.  Out: a phrase; runs of SMs are named by their ends.
 */
#include "explain.h"

#include <inttypes.h>

enum { MOST_NAMED = 8 };

/* "SM120", "a newer SM", "no GPU" */
static const char *sm_text(const struct question *q, uint32_t input, uint32_t atom) {
    const struct domain *d = &q->inquiry->space->domain[input];
    if (atom == d->special[VALUE_NEWER - VALUE_OTHER]) {
        return "a newer SM";
    }
    return atom == d->special[VALUE_NONE - VALUE_OTHER] ? "no GPU" : arena_printf(q->arena, "SM%s", d->atom[atom].text);
}

/* The last of a run of known SMs, at least three of them; else the atom itself. */
static uint32_t run_end(const struct domain *d, uint32_t set, uint32_t atom) {
    uint32_t end = atom;
    while (end + 1 < d->natom && end + 1 != d->special[VALUE_NEWER - VALUE_OTHER] &&
           end + 1 != d->special[VALUE_NONE - VALUE_OTHER] && aset_has(d->sets, set, end + 1)) {
        end++;
    }
    return end >= atom + 2 ? end : atom;
}

static const char *sms_text(const struct question *q, const struct change *c) {
    const struct domain *d = &q->inquiry->space->domain[c->input];
    struct text t = {.arena = q->arena};
    size_t named = 0, left = 0;
    text_put(&t, "on ");
    for (uint32_t at = aset_next(d->sets, c->set, 0); at != NO;) {
        uint32_t end = run_end(d, c->set, at);
        if (named++ < MOST_NAMED) {
            text_printf(&t, "%s%s", named > 1 ? ", " : "", sm_text(q, c->input, at));
            text_printf(&t, "%s%s", end > at ? " to " : "", end > at ? sm_text(q, c->input, end) : "");
        } else {
            left += end - at + 1;
        }
        at = end + 1 < d->natom ? aset_next(d->sets, c->set, end + 1) : NO;
    }
    if (left > 0) {
        text_printf(&t, " and %zu more", left);
    }
    return t.at;
}

const char *why_with(const struct question *q, const struct change *c) {
    const struct input *in = &q->inquiry->table->input[c->input];
    if (in->type == TYPE_SM && !c->example) {
        return sms_text(q, c);
    }
    return arena_printf(q->arena, "with %s %s%s", in->name, c->words, c->example ? ", for example" : "");
}
