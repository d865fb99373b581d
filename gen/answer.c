/* answer.c -- what decide() says, in the table's own words. */
#include "run.h"

#include <inttypes.h>
#include <string.h>

/* The words of outcomes as tables write them. */
const char *answer_text(struct arena *a, const struct table *t, uint32_t output, const struct decided *d) {
    switch (d->verdict) {
    case VERDICT_VALUE:
        return d->value == NO ? arena_printf(a, "%" PRId64, d->number) : t->output[output].value[d->value];
    case VERDICT_NONE:
        return "NONE";
    case VERDICT_ERROR:
        return "ERROR";
    case VERDICT_GAP:
        return "GAP";
    case VERDICT_CONFLICT:
        return "CONFLICT";
    case VERDICT_EXHAUSTED:
        return "EXHAUSTED";
    case VERDICT_NEVER:
        return "NEVER";
    }
    return "";
}

const char *answer_rule(const struct table *t, const struct decided *d) {
    return d->rule == NO ? "" : t->rule[d->rule].name;
}

uint32_t input_named(const struct table *t, const char *name) {
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (strcmp(t->input[i].name, name) == 0) {
            return i;
        }
    }
    return NO;
}
