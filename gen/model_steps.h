/* model_steps.h -- the tables of one look-up, between model_reader.c, which puts them together, and model_steps.c, which
 * writes what reads them.
 */
#ifndef TURNOUT_MODEL_STEPS_H
#define TURNOUT_MODEL_STEPS_H

#include "model.h"

struct table_at { /* a table in the string */
    size_t at;
    unsigned width;
    bool apart; /* its numbers lie 4 bytes apart */
};
struct reader { /* the string, and how its tables are read */
    const struct model_output *output;
    const struct lowered *l;
    struct text bytes;
    int64_t table_bytes;     /* without what the slots of inputs are read in */
    struct table_at **class; /* per level: by slot */
    struct table_at **quick; /* per level: by quick index, where there is one: the slot, or (direct) the class */
    bool *direct;
    struct guards guards;    /* of the values; a question for the rule is no hurry */
    struct table_at **place; /* per level: by place, where there is one: the class */
    struct table_at **rows;  /* per group; NULL: not read */
    bool used[2][5];         /* apart, width: what _read_ calls */
};

struct reader *model_reader(struct arena *a, const struct model_output *o, const struct lowered *l);
/* How a table is read, up to the index: behind t_, or (in a constant expression) by a function of its own. */
const char *model_table(struct arena *a, const struct reader *r, const struct table_at *t, bool constant);

#endif
