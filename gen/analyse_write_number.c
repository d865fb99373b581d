/* analyse_write_number.c -- sets of numbers and of versions as entries that the table reads back.
 *
 * In: a set of atoms.  Out: numbers as int_entries() has them; specifiers for versions, spans joined by '|'.
 * false: the end of a span is a place that no specifier has; of the versions that since and until speak of those may
 * have it.
 */
#include "analyse.h"

#include <string.h>

bool writer_int(struct writer *w) {
    const char **entry;
    size_t n = int_entries(w->space, w->arena, w->input, w->set, &entry);
    for (size_t i = 0; i < n; i++) {
        writer_put(w, "", entry[i]);
    }
    writer_special(w);
    return true;
}

/* ---- version ---- */

/* "op text" when it ends exactly at the cut; the text may carry a tail that the operator itself implies. */
static const char *bound_text(const struct writer *w, const struct cut *c, enum compare op, const char *tail) {
    static const char *const sign[] = {">=", "<=", ">", "<", "==", "!=", "~="};
    enum scheme scheme = w->space->table->input[w->input].scheme;
    const char *whole = version_text(w->arena, c->base), *error;
    size_t len = strlen(whole), cut = strlen(tail);
    if (len <= cut || strcmp(whole + len - cut, tail) != 0) {
        return NULL;
    }
    const char *text = arena_strdup(w->arena, whole, len - cut);
    struct interval is[2];
    if (version_specifier(w->arena, scheme, op, text, is, &error) != 1) {
        return NULL;
    }
    const struct cut *end = op == COMPARE_GE || op == COMPARE_GT ? &is[0].lo : &is[0].hi;
    bool same = end->base && cut_compare(end, c) == 0;
    return same ? arena_printf(w->arena, "%s%s", sign[op], text) : NULL;
}

/* A cut is the end of some specifier of the table, so nearly always one of these fits. */
static const char *low_text(const struct writer *w, const struct cut *c) {
    const char *text = bound_text(w, c, COMPARE_GE, "");
    return text ? text : bound_text(w, c, COMPARE_GT, "");
}

static const char *high_text(const struct writer *w, const struct cut *c) {
    const char *text = bound_text(w, c, COMPARE_LE, ".post0.dev0");
    text = text ? text : bound_text(w, c, COMPARE_LT, ".dev0");
    text = text ? text : bound_text(w, c, COMPARE_LT, "");
    return text ? text : bound_text(w, c, COMPARE_LE, "");
}

static bool put_span(struct writer *w, const struct cut *lo, const struct cut *hi) {
    const char *low = lo->base ? low_text(w, lo) : "", *high = hi->base ? high_text(w, hi) : "";
    if (!low || !high) {
        return false;
    }
    if (!*low && !*high) {
        low = "present";
    }
    text_printf(&w->out, "%s%s%s%s", w->out.len ? " | " : "", low, *low && *high ? ", " : "", high);
    return true;
}

/* The last atom of the run that starts at one of the set's; versions come after `absent`. */
static uint32_t run_end(const struct writer *w, uint32_t atom) {
    while (writer_has(w, atom + 1) && atom + 1 < w->space->domain[w->input].natom) {
        atom++;
    }
    return atom;
}

/* Neighbouring pieces are one span; spans are alternatives. */
bool writer_version(struct writer *w) {
    const struct domain *d = &w->space->domain[w->input];
    uint32_t absent = d->special[VALUE_ABSENT - VALUE_OTHER];
    writer_special(w);
    for (uint32_t i = 0; i < d->natom; i++) {
        if (i == absent || !writer_has(w, i)) {
            continue;
        }
        uint32_t last = run_end(w, i);
        if (!put_span(w, &d->atom[i].interval.lo, &d->atom[last].interval.hi)) {
            return false;
        }
        i = last;
    }
    return true;
}

/* The version at which since or until divide at this cut; NULL: they cannot. */
static const char *edge_text(const struct writer *w, const struct cut *c) {
    const char *text = bound_text(w, c, COMPARE_GE, "");
    return text ? text + strlen(">=") : NULL;
}

/* `until` leaves out all from its version on, its pre-releases apart, which no specifier can say; so it may end the last
 * span, and since may begin the only one.  An absent version matches neither. */
bool writer_since(struct writer *w, const char **since, const char **until) {
    const struct domain *d = &w->space->domain[w->input];
    uint32_t absent = d->special[VALUE_ABSENT - VALUE_OTHER], end = NO;
    *since = *until = NULL;
    if (w->input != w->space->table->versions || writer_has(w, absent)) {
        return false;
    }
    uint32_t first = aset_next(d->sets, w->set, 0);
    for (uint32_t i = first; i != NO; i = aset_next(d->sets, w->set, end + 1)) {
        const struct cut open = {0}, *lo = &d->atom[i].interval.lo;
        end = run_end(w, i);
        bool last = aset_next(d->sets, w->set, end + 1) == NO;
        if (last && i == first && lo->base && (*since = edge_text(w, lo))) {
            break;
        }
        if ((i != first || !last || lo->base) && !put_span(w, lo, last ? &open : &d->atom[end].interval.hi)) {
            return false;
        }
    }
    const struct cut *hi = end == NO ? NULL : &d->atom[end].interval.hi;
    *until = hi && hi->base ? edge_text(w, hi) : NULL;
    return *until != NULL;
}
