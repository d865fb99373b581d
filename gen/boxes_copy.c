/* boxes_copy.c -- what a copied input (`attention = <user_attention>`, `page = 64 * <kpool>`) says at one of its atoms. */
#include "turnout.h"

#include <string.h>

/* The copied value as a value of the output; NO when the output has none of that name. */
uint32_t copied_value(const struct space *s, uint32_t output, uint32_t input, uint32_t atom) {
    const struct output *o = &s->table->output[output];
    for (uint32_t v = 0; v < o->nvalue; v++) {
        if (strcmp(o->value[v], s->domain[input].atom[atom].text) == 0) {
            return v;
        }
    }
    return NO;
}

/* A whole number that the input has in every cell of the atom, or false: the piece holds several, or is special. */
bool copied_number(const struct space *s, uint32_t input, uint32_t atom, int64_t *number) {
    const struct domain *d = &s->domain[input];
    for (size_t i = 0; i < sizeof d->special / sizeof *d->special; i++) {
        if (d->special[i] == atom) {
            return false;
        }
    }
    *number = d->atom[atom].lo;
    return d->atom[atom].lo == d->atom[atom].hi;
}
