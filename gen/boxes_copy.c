/* boxes_copy.c -- what a copied input (`attention = <user_attention>`, `page = 64 * kpool`) says at one of its atoms.
 *
 * A piece of several numbers gives no one number: then the outcome is "that many times the input", which the header
 * computes.  domain_derived.c cuts such an input where the product leaves the output's range, and where a chained
 * output is cut, so that all numbers of a piece have the same fate.
 */
#include "turnout.h"

#include <string.h>

static bool is_special(const struct domain *d, uint32_t atom) {
    for (size_t i = 0; i < sizeof d->special / sizeof *d->special; i++)
        if (d->special[i] == atom)
            return true;
    return false;
}

uint32_t copied_value(const struct space *s, uint32_t output, uint32_t input, uint32_t atom) {
    const struct output *o = &s->table->output[output];
    const struct input *in = &s->table->input[input];
    if (is_special(&s->domain[input], atom) || atom >= in->nvalue) /* other, a prefix */
        return NO;
    for (uint32_t v = 0; v < o->nvalue; v++)
        if (strcmp(o->value[v], s->domain[input].atom[atom].text) == 0)
            return v;
    return NO;
}

struct copied copied_number(const struct space *s, uint32_t output, const struct outcome *o, uint32_t atom) {
    const struct output *out = &s->table->output[output];
    const struct domain *d = &s->domain[o->input];
    const struct atom *of = &d->atom[atom];
    int64_t factor = o->kind == OUTCOME_PRODUCT ? o->number : 1, lo, hi;
    struct copied c = {.copy = NO};
    if (is_special(d, atom) || __builtin_mul_overflow(of->lo, factor, &lo) ||
        __builtin_mul_overflow(of->hi, factor, &hi))
        return c;
    c.good = lo >= out->lo && hi <= out->hi;
    c.copy = lo == hi ? NO : o->input;
    c.number = lo == hi ? lo : factor;
    return c;
}
