/* domain_prefix.c -- sets of names in words, where the table has prefixes.
 *
 * In: a set of a name input's domain.  Out: labels that read back as that set.
 * As an entry, `Gemma4*` accepts every name that starts so, also values and longer prefixes; as an atom it is only
 * the names that none of those takes.  So an atom under a prefix of the set is left out where the set has it, and
 * written with `!` where it has not.  A negation cannot say "but for", and neither can two levels of it.
 */
#include "domain.h"

#include <string.h>

static bool is_prefix(const struct labels *l, uint32_t atom) {
    return atom >= l->space->table->input[l->input].nvalue &&
           atom != l->space->domain[l->input].special[VALUE_OTHER - VALUE_OTHER];
}

/* Does the entry of this prefix atom also accept the other atom? */
static bool lies_under(const struct labels *l, uint32_t prefix, uint32_t atom) {
    const struct input *in = &l->space->table->input[l->input];
    const struct domain *d = &l->space->domain[l->input];
    const char *of = in->prefix[d->atom[prefix].lo];
    if (prefix == atom || atom == d->special[VALUE_OTHER - VALUE_OTHER])
        return false;
    return strncmp(is_prefix(l, atom) ? in->prefix[d->atom[atom].lo] : in->value[atom], of, strlen(of)) == 0;
}

/* Lies the atom under a prefix atom that the set has? */
static bool is_under(const struct labels *l, uint32_t set, uint32_t atom) {
    const struct domain *d = &l->space->domain[l->input];
    for (uint32_t p = (uint32_t)l->space->table->input[l->input].nvalue; p < d->natom; p++)
        if (is_prefix(l, p) && aset_has(d->sets, set, p) && lies_under(l, p, atom))
            return true;
    return false;
}

/* The atom, taken away, would take a member of the set with it. */
static bool takes_members(const struct labels *l, uint32_t set, uint32_t atom) {
    const struct domain *d = &l->space->domain[l->input];
    for (uint32_t i = aset_next(d->sets, set, 0); i != NO && is_prefix(l, atom); i = aset_next(d->sets, set, i + 1))
        if (lies_under(l, atom, i))
            return true;
    return false;
}

/* A `!` prefix that is written anyway takes the atom away. */
static bool is_taken(const struct labels *l, uint32_t set, uint32_t atom) {
    const struct domain *d = &l->space->domain[l->input];
    for (uint32_t p = (uint32_t)l->space->table->input[l->input].nvalue; p < d->natom; p++)
        if (is_prefix(l, p) && !aset_has(d->sets, set, p) && lies_under(l, p, atom) && is_under(l, set, p))
            return true;
    return false;
}

bool name_labels(struct labels *l, const char *sign, uint32_t set) {
    const struct domain *d = &l->space->domain[l->input];
    struct labels not = {.space = l->space, .input = l->input, .arena = l->arena}, plain = *l;
    for (uint32_t i = 0; i < d->natom; i++) {
        bool has = aset_has(d->sets, set, i);
        if (l->space->table->input[l->input].nprefix == 0 || !is_under(l, set, i)) {
            if (has)
                label_add(&plain, sign, d->atom[i].label);
        } else if (!has) {
            if (*sign || takes_members(l, set, i))
                return false;
            if (!is_taken(l, set, i))
                label_add(&not, "!", d->atom[i].label);
        }
    }
    size_t kept = not .nlabel < LABELS ? not .nlabel : LABELS;
    for (size_t i = 0; i < kept; i++)
        label_add(&plain, "", not .label[i]);
    plain.nlabel += not .nlabel - kept;
    *l = plain;
    return true;
}
