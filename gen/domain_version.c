/* domain_version.c -- atoms of version inputs: absent, then the pieces between cuts, ascending.
 *
 * In: the intervals that specifiers and `since`/`until` were turned into.  Out: atoms with a concrete version each.
 * Guaranteed: no piece is empty.  Two cuts with no version between them are one: the later is dropped, and which
 * atoms an interval takes is asked of the atoms' concrete versions, so it does not matter which of the two it names.
 */
#include "domain.h"

#include <stdlib.h>

enum { SEEN = 64 };
struct cuts {
    struct arena *arena;
    uint32_t input;
    const struct interval *seen[SEEN]; /* entries of one specifier share its intervals: most are here already */
    struct cut *cut;
    size_t ncut;
};

static void see_interval(struct cuts *c, const struct interval *i) {
    if (i->lo.base && i->hi.base && cut_compare(&i->lo, &i->hi) >= 0)
        return; /* accepts nothing, so it splits nothing */
    if (i->lo.base)
        *PUSH(c->arena, c->cut, c->ncut) = i->lo;
    if (i->hi.base)
        *PUSH(c->arena, c->cut, c->ncut) = i->hi;
}

static void see_entry(void *to, uint32_t input, const struct entry *e) {
    struct cuts *c = to;
    if (input != c->input || !e->ninterval)
        return;
    const struct interval **seen = &c->seen[(uintptr_t)e->interval / sizeof(struct interval) % SEEN];
    if (*seen != e->interval)
        for (size_t i = 0; i < e->ninterval && i < 2; i++)
            see_interval(c, &e->interval[i]);
    *seen = e->interval;
}

/* For qsort. */
static int compare_cuts(const void *x, const void *y) {
    return cut_compare(x, y);
}

/* All cuts of the input; `since` and `until` of sets cut the table's versions input. */
static void collect(struct cuts *c, const struct table *t) {
    domain_walk(t, see_entry, c);
    for (size_t i = 0; i < t->nset && c->input == t->versions; i++)
        for (size_t p = 0; p < t->set[i].npart; p++)
            for (size_t k = 0; k < t->set[i].part[p].ninterval && k < 2; k++)
                see_interval(c, &t->set[i].part[p].interval[k]);
    if (c->ncut)
        qsort(c->cut, c->ncut, sizeof *c->cut, compare_cuts);
}

const char *version_label(struct arena *a, const struct interval *i) {
    if (!i->lo.base)
        return i->hi.base ? arena_printf(a, "<%s", cut_text(a, &i->hi)) : "present";
    if (!i->hi.base)
        return arena_printf(a, ">=%s", cut_text(a, &i->lo));
    return arena_printf(a, "[%s, %s)", cut_text(a, &i->lo), cut_text(a, &i->hi));
}

/* The witness is parsed once: atoms are asked by it. */
static void add_piece(struct space *s, uint32_t input, const struct interval *i, const char *text) {
    struct atom *atom = domain_add(s, input, text, NULL);
    atom->interval = *i;
    atom->version = version_parse(s->arena, s->table->input[input].scheme, text);
}

/* An empty piece is joined to the one above it, by not starting a new one. */
void domain_versions(struct space *s, uint32_t input) {
    const struct input *in = &s->table->input[input];
    struct domain *d = &s->domain[input];
    struct cuts c = {.arena = s->arena, .input = input};
    collect(&c, s->table);
    if (in->absent)
        domain_special(s, input, VALUE_ABSENT, "absent");
    uint32_t first = d->natom;
    struct interval piece = {0};
    for (size_t i = 0; i <= c.ncut; i++) {
        if (i && i < c.ncut && cut_compare(&c.cut[i - 1], &c.cut[i]) == 0)
            continue;
        piece.hi = i < c.ncut ? c.cut[i] : (struct cut){0};
        const char *text = interval_witness(s->arena, in->scheme, &piece);
        if (!text)
            continue; /* the next piece starts where this one would have */
        add_piece(s, input, &piece, text);
        piece.lo = piece.hi;
    }
    for (uint32_t i = first; i < d->natom; i++) {
        if (i > first)
            *PUSH(s->arena, d->cut, d->ncut) = d->atom[i].interval.lo;
        if (i + 1 == d->natom)
            d->atom[i].interval.hi = (struct cut){0}; /* what lay above was empty */
        d->atom[i].label = version_label(s->arena, &d->atom[i].interval);
    }
}

/* The first piece whose concrete version lies above the cut. */
static uint32_t above(const struct domain *d, uint32_t first, const struct cut *c) {
    uint32_t lo = first, hi = d->natom;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (d->atom[middle].version && cut_below(c, d->atom[middle].version))
            hi = middle;
        else
            lo = middle + 1;
    }
    return lo;
}

/* Pieces ascend, so an interval takes a run of them. */
uint32_t version_set(const struct domain *d, const struct interval *i) {
    uint32_t first = d->special[VALUE_ABSENT - VALUE_OTHER] == NO ? 0 : 1;
    uint32_t lo = i->lo.base ? above(d, first, &i->lo) : first;
    uint32_t hi = i->hi.base ? above(d, first, &i->hi) : d->natom;
    return lo < hi ? aset_range(d->sets, lo, hi - 1) : ASET_EMPTY;
}

/* A specifier never takes `absent`. */
void version_entry(const struct space *s, uint32_t input, const struct entry *e, struct gather *g) {
    const struct domain *d = &s->domain[input];
    uint32_t absent = d->special[VALUE_ABSENT - VALUE_OTHER];
    if (e->kind == ENTRY_WORD && e->value == VALUE_ABSENT)
        gather_atom(g, absent);
    else if (e->kind == ENTRY_WORD && e->value == VALUE_PRESENT)
        gather_set(g, aset_range(d->sets, absent == NO ? 0 : 1, d->natom - 1));
    else
        for (size_t i = 0; i < e->ninterval && i < 2; i++)
            gather_set(g, version_set(d, &e->interval[i]));
}
