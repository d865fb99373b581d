/* cmd_explain.c -- `turnout explain TABLE input=value...`: what is chosen in one cell, by which rule, and why.
 *
 * The first line of each output is the answer, in the form that logs use; behind it, unless -q, what explain_text.c
 * says.  OUTPUT=VALUE is the user's own choice.  --all leaves inputs that are not given open and lists every outcome.
 * An answer that is trouble (gap, conflict, exhausted, incapable, forbidden) gives the exit status of a finding, as far
 * as -W and [allow] make it one.
 */
#include "explain.h"

#include <string.h>

/* Faults of the question are usage, faults of the answer are findings. */
static enum status explain(struct arena *a, struct loaded *l, const struct options *o) {
    struct question q = {.inquiry = inquiry_new(a, l), .arena = a, .fault = question_told};
    q.to = &q;
    bool fits = question_operands(&q, o->operand + 1, o->noperand - 1);
    if (!question_prepare(&q, l, o) || !fits) {
        return STATUS_USAGE;
    }
    if (format_of(o) == FORMAT_JSON) {
        answers_open_json(l->table->name, stdout);
    }
    question_answers(&q, l, o);
    return finish_answers(l, o);
}

enum status cmd_explain(struct arena *a, const struct options *o) {
    if (o->noperand < 1) {
        fprintf(stderr, "turnout: error: explain takes a table and input=value words\n");
        return STATUS_USAGE;
    }
    struct loaded l;
    begin(a, &l, o);
    if (!load(a, &l, o, o->operand[0])) {
        enum status status = finish_errors(&l, o);
        return status == STATUS_OK ? STATUS_FINDINGS : status;
    }
    if (l.table->noutput == 0) {
        fprintf(stderr, "turnout: error: '%s' decides nothing: it has no output\n", l.table->name);
        return STATUS_USAGE;
    }
    keep_errors(&l); /* notes and warnings about the table are what `check` is for */
    return explain(a, &l, o);
}
