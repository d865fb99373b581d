/* analyse_write_number.c -- sets of numbers and of versions as entries that the table reads back.
 *
 * In: a set of atoms.  Out: numbers as int_entries() has them; specifiers for versions, spans joined by '|'.
 * false: the end of a span is a place that no specifier has.
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

/* Neighbouring pieces are one span; spans are alternatives. */
bool writer_version(struct writer *w) {
    const struct domain *d = &w->space->domain[w->input];
    uint32_t absent = d->special[VALUE_ABSENT - VALUE_OTHER];
    writer_special(w);
    for (uint32_t i = 0; i < d->natom; i++) {
        if (i == absent || !writer_has(w, i)) {
            continue;
        }
        uint32_t last = i;
        while (last + 1 < d->natom && writer_has(w, last + 1)) {
            last++;
        }
        if (!put_span(w, &d->atom[i].interval.lo, &d->atom[last].interval.hi)) {
            return false;
        }
        i = last;
    }
    return true;
}
