/* cmd_check.c -- `turnout check TABLE...`: every finding of every table, nothing written.
 *
 * All tables are read before the first is analysed: lists of one are held against those of the others.
 * The only place that looks at the clock: `review = DATE` expires here and nowhere else.  SOURCE_DATE_EPOCH stands for
 * the clock, and --today=DATE for both.
 */
#include "run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* The day in UTC; NULL after a usage error. */
static const char *today(struct arena *a, const struct options *o) {
    const char *given = o->value[OPTION_TODAY], *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t now = time(NULL);
    if (given) {
        if (date_good(given)) {
            return given;
        }
        fprintf(stderr, "turnout: error: --today takes a date such as 2026-12-31, not '%s'\n", given);
        return NULL;
    }
    if (epoch && *epoch) {
        char *end;
        errno = 0;
        long long seconds = strtoll(epoch, &end, 10);
        if (*end || errno || seconds < 0 || seconds > 253402300799) { /* 9999-12-31 */
            fprintf(stderr, "turnout: error: SOURCE_DATE_EPOCH is no number of seconds: '%s'\n", epoch);
            return NULL;
        }
        now = (time_t)seconds;
    }
    struct tm day;
    if (!gmtime_r(&now, &day)) {
        return NULL;
    }
    return arena_printf(a, "%04d-%02d-%02d", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

struct checked { /* one table that could be read */
    const struct boxes *boxes;
    struct plan **plan;
};

enum status cmd_check(struct arena *a, const struct options *o) {
    if (!asked_for_tables(o, "check")) {
        return STATUS_USAGE;
    }
    struct loaded l;
    begin(a, &l, o);
    enum format format = format_of(o);
    l.msgs.brief = format == FORMAT_TEXT || format == FORMAT_GITHUB;
    l.limits.today = today(a, o);
    if (!l.limits.today) {
        return STATUS_USAGE;
    }
    struct checked *table = arena_alloc(a, o->noperand * sizeof *table);
    const struct table **all = arena_alloc(a, o->noperand * sizeof(const struct table *));
    for (size_t i = 0; i < o->noperand; i++) {
        if (!load(a, &l, o, o->operand[i])) {
            continue;
        }
        if (o->value[OPTION_DUMP]) {
            if (!dump(a, &l, o->value[OPTION_DUMP])) {
                return STATUS_USAGE;
            }
            continue;
        }
        table[l.limits.ntable] = (struct checked){l.boxes, l.plan};
        all[l.limits.ntable++] = l.table;
    }
    l.limits.tables = all;
    for (size_t i = 0; i < l.limits.ntable; i++) {
        analyse(a, &l.msgs, table[i].boxes, table[i].plan, &l.limits);
    }
    return finish(&l, o);
}
