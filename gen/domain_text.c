/* domain_text.c -- a set of atoms in the table's own words.
 *
 * In: a set of one input's domain.  Out: its labels, separated by ", ", which the table would read back as that set
 * as far as its language can say it (pieces between version cuts are written as intervals).
 * Neighbouring pieces of a version are joined (numbers: domain_text_int.c); a negation is written where it is shorter;
 * after LABELS labels the rest is counted.
 */
#include "domain.h"

#include <string.h>

/* After the first LABELS only the number counts. */
void label_add(struct labels *l, const char *sign, const char *label) {
    if (l->nlabel < LABELS)
        l->label[l->nlabel] = *sign ? arena_printf(l->arena, "%s%s", sign, label) : label;
    l->nlabel++;
}

static bool is_piece(const struct domain *d, uint32_t atom) { /* of a version */
    if (atom >= d->natom)
        return false;
    for (uint32_t v = VALUE_OTHER; v <= VALUE_ERROR; v++)
        if (atom == d->special[v - VALUE_OTHER])
            return false;
    return true;
}

/* The last atom of the run of versions that starts at `atom`, or `atom` itself. */
static uint32_t run_end(const struct labels *l, uint32_t set, uint32_t atom) {
    const struct domain *d = &l->space->domain[l->input];
    uint32_t end = atom;
    if (l->space->table->input[l->input].type != TYPE_VERSION)
        return atom;
    for (uint32_t i = atom; is_piece(d, i) && aset_has(d->sets, set, i); i++)
        end = i;
    return end;
}

/* One piece, or the hull of several. */
static const char *run_label(const struct labels *l, uint32_t first, uint32_t last) {
    const struct domain *d = &l->space->domain[l->input];
    if (first == last)
        return d->atom[first].label;
    struct interval i = {d->atom[first].interval.lo, d->atom[last].interval.hi};
    return version_label(l->arena, &i);
}

/* false: prefixes keep the labels from being exact. */
static bool add_labels(struct labels *l, const char *sign, uint32_t set) {
    const struct domain *d = &l->space->domain[l->input];
    if (l->space->table->input[l->input].type == TYPE_NAME && name_labels(l, sign, set))
        return true;
    bool exact = l->space->table->input[l->input].nprefix == 0;
    uint32_t first = 0;
    if (l->space->table->input[l->input].type == TYPE_INT) {
        const char **entry;
        size_t n = int_entries(l->space, l->arena, l->input, set, &entry);
        if (*sign && n && *entry[0] == '!')
            return false;
        for (size_t i = 0; i < n; i++)
            label_add(l, sign, entry[i]);
        first = int_natom(d); /* its special cells are left */
    }
    for (uint32_t i = aset_next(d->sets, set, first); i != NO; i = aset_next(d->sets, set, i + 1)) {
        uint32_t last = run_end(l, set, i);
        label_add(l, sign, run_label(l, i, last));
        i = last;
    }
    return exact;
}

/* [note negation]: the special cells are not in a negation, so those that the set has are named beside it. */
static bool add_negated(struct labels *l, uint32_t set) {
    const struct domain *d = &l->space->domain[l->input];
    uint32_t special = ASET_EMPTY;
    for (uint32_t v = VALUE_NEWER; v <= VALUE_ERROR; v++)
        if (d->special[v - VALUE_OTHER] != NO)
            special = aset_or(d->sets, special, aset_one(d->sets, d->special[v - VALUE_OTHER]));
    uint32_t outside = aset_minus(d->sets, aset_minus(d->sets, ASET_FULL, special), set);
    if (l->space->table->input[l->input].type == TYPE_VERSION || outside == ASET_EMPTY)
        return false;
    return add_labels(l, "!", outside) && add_labels(l, "", aset_and(d->sets, set, special));
}

/* `!other` is true but tells nothing where the names can be listed. */
static bool negation_wins(const struct labels *plain, const struct labels *negated) {
    for (size_t i = 0; i < negated->nlabel && i < LABELS; i++)
        if (strchr(negated->label[i], '&'))
            return false; /* `!` would speak of the first part only */
    if (negated->nlabel == 1 && plain->nlabel <= LABELS && strcmp(negated->label[0], "!other") == 0)
        return false;
    return negated->nlabel < plain->nlabel;
}

/* The shorter of the plain and the negated form. */
const char *domain_text(const struct space *s, struct arena *a, uint32_t input, uint32_t set) {
    struct labels plain = {.space = s, .input = input, .arena = a}, negated = plain;
    if (set == ASET_FULL)
        return "any";
    add_labels(&plain, "", set);
    const struct labels *l = add_negated(&negated, set) && negation_wins(&plain, &negated) ? &negated : &plain;
    struct text t = {.arena = a};
    text_put(&t, l->nlabel ? "" : "nothing");
    for (size_t i = 0; i < l->nlabel && i < LABELS; i++)
        text_printf(&t, "%s%s", i ? ", " : "", l->label[i]);
    if (l->nlabel > LABELS)
        text_printf(&t, ", ... (%zu more)", l->nlabel - LABELS);
    return t.at;
}
