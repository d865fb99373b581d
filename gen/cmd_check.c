/* cmd_check.c -- `turnout check TABLE...`: every finding of every table, nothing written. */
#include "run.h"

enum status cmd_check(struct arena *a, const struct options *o) {
    if (o->noperand == 0) {
        fprintf(stderr, "turnout: error: check takes at least one table\n");
        return STATUS_USAGE;
    }
    struct loaded l;
    begin(a, &l, o);
    for (size_t i = 0; i < o->noperand; i++) {
        if (load(a, &l, o, o->operand[i])) {
            analyse(a, &l.msgs, l.boxes, l.plan, &l.limits);
        }
    }
    return finish(&l, o);
}
