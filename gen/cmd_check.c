/* cmd_check.c -- `turnout check TABLE...`: every finding of every table, nothing written. */
#include "run.h"

#include <string.h>

static enum status worse(enum status x, enum status y) {
    return x > y ? x : y;
}

enum status cmd_check(struct arena *a, const struct options *o) {
    (void)a;
    if (o->noperand == 0) {
        fprintf(stderr, "turnout: error: check takes at least one table\n");
        return STATUS_USAGE;
    }
    enum status status = STATUS_OK;
    for (size_t i = 0; i < o->noperand; i++) {
        struct arena *own = arena_new();
        struct loaded l;
        if (load(own, &l, o, o->operand[i])) {
            analyse(own, &l.msgs, l.boxes, l.plan, &l.limits);
        }
        status = worse(status, finish(&l, o));
        arena_free(own);
    }
    return status;
}
