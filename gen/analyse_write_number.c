/* analyse_write_number.c -- sets of numbers and of versions as entries that the table reads back.
 *
 * In: a set of atoms.  Out: ranges of whole pieces, "lo..hi & %m & !%n" for a part of one; specifiers for versions,
 * spans joined by '|'.  false: the end of a span is a place that no specifier has.
 */
#include "analyse.h"

#include <string.h>

struct piece { /* numbers between two bounds, and its atoms */
    int64_t lo, hi;
    uint32_t first, last;
    bool whole;
};

/* The piece that starts at an atom: its numbers, all its residues, and whether the set has all of them. */
static struct piece piece_at(const struct writer *w, uint32_t atom) {
    const struct domain *d = &w->space->domain[w->input];
    const struct input *in = &w->space->table->input[w->input];
    struct piece p = {in->lo, in->hi, atom, atom, writer_has(w, atom)};
    for (size_t i = 0; i < d->nbound; i++) {
        if (d->bound[i] <= d->atom[atom].lo) {
            p.lo = d->bound[i];
        } else {
            p.hi = d->bound[i] - 1;
            break;
        }
    }
    uint32_t unset = d->special[VALUE_UNSET - VALUE_OTHER];
    while (p.last + 1 < d->natom && p.last + 1 != unset && d->atom[p.last + 1].lo <= p.hi) {
        p.whole = writer_has(w, ++p.last) && p.whole;
    }
    return p;
}

/* One number stands alone. */
static const char *range_text(const struct writer *w, int64_t lo, int64_t hi) {
    return lo == hi ? arena_printf(w->arena, "%lld", (long long)lo)
                    : arena_printf(w->arena, "%lld..%lld", (long long)lo, (long long)hi);
}

/* One residue pattern of a piece: every modulus with or without `!`. */
static void put_residue(struct writer *w, const struct piece *p, uint32_t atom) {
    const struct domain *d = &w->space->domain[w->input];
    if (d->atom[atom].lo == d->atom[atom].hi) {
        writer_put(w, "", range_text(w, d->atom[atom].lo, d->atom[atom].lo));
        return;
    }
    struct text t = {.arena = w->arena};
    text_put(&t, range_text(w, p->lo, p->hi));
    for (size_t i = 0; i < d->nmodulus; i++) {
        bool divides = d->pattern[d->atom[atom].residue] >> i & 1;
        text_printf(&t, " & %s%%%lld", divides ? "" : "!", (long long)d->modulus[i]);
    }
    writer_put(w, "", t.at);
}

/* Neighbouring whole pieces are one range; of a part every residue is written out. */
bool writer_int(struct writer *w) {
    const struct domain *d = &w->space->domain[w->input];
    uint32_t unset = d->special[VALUE_UNSET - VALUE_OTHER];
    for (uint32_t i = 0; i < d->natom && i != unset;) {
        struct piece p = piece_at(w, i);
        while (p.whole && p.last + 1 < d->natom && p.last + 1 != unset) {
            struct piece next = piece_at(w, p.last + 1);
            if (!next.whole) {
                break;
            }
            p.hi = next.hi;
            p.last = next.last;
        }
        for (uint32_t k = i; k <= p.last && !p.whole; k++) {
            if (writer_has(w, k)) {
                put_residue(w, &p, k);
            }
        }
        if (p.whole) {
            writer_put(w, "", range_text(w, p.lo, p.hi));
        }
        i = p.last + 1;
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
