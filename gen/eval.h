/* eval.h -- between cmd_eval.c, which reads rows, and eval_print.c, which prints answers. */
#ifndef TURNOUT_EVAL_H
#define TURNOUT_EVAL_H

#include "explain.h"

struct evaluation {
    struct loaded *l;
    struct inquiry *inquiry;
    enum format format;
    struct csv csv;
    const char *path;
    size_t first_source; /* the CSV among the sources */
    uint32_t *column;    /* input of each CSV column */
    size_t ncolumn;
    uint64_t given; /* inputs that have a column */
    bool why;
    size_t faults, nrow, printed;
    size_t trouble[FINDING_COUNT]; /* answers, as far as they are errors */
};
void eval_fault(struct evaluation *e, enum finding f, struct csv_place at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void eval_open(struct evaluation *e, bool header_fits);
void eval_print(struct evaluation *e, const struct question *q);
void eval_close(struct evaluation *e);
enum status eval_finish(struct evaluation *e, const struct options *o);

#endif
