/* cmd_check.c -- `turnout check TABLE...`: every finding of every table, nothing written. */
#include "run.h"

#include <string.h>

/* --dump=STAGE: what a stage made of the table, instead of the findings. */
static bool dump(struct arena *a, struct loaded *l, const char *stage) {
    progress_end();
    if (strcmp(stage, "boxes") == 0) {
        dump_boxes(l->boxes, stdout);
        return true;
    }
    bool plan = strcmp(stage, "plan") == 0;
    if (!plan && strcmp(stage, "diagram") != 0) {
        fprintf(stderr, "turnout: error: --dump takes boxes, plan or diagram, not '%s'\n", stage);
        return false;
    }
    for (uint32_t i = 0; i < l->table->noutput; i++) {
        if (plan) {
            dump_plan(l->plan[i], stdout);
        } else {
            dump_diagram(diagram_build(a, &l->msgs, l->plan[i], true, &l->limits), stdout);
        }
    }
    return true;
}

enum status cmd_check(struct arena *a, const struct options *o) {
    if (o->noperand == 0) {
        fprintf(stderr, "turnout: error: check takes at least one table\n");
        return STATUS_USAGE;
    }
    struct loaded l;
    begin(a, &l, o);
    for (size_t i = 0; i < o->noperand; i++) {
        if (!load(a, &l, o, o->operand[i])) {
            continue;
        }
        if (!o->value[OPTION_DUMP]) {
            analyse(a, &l.msgs, l.boxes, l.plan, &l.limits);
        } else if (!dump(a, &l, o->value[OPTION_DUMP])) {
            return STATUS_USAGE;
        }
    }
    return finish(&l, o);
}
