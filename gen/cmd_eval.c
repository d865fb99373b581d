/* cmd_eval.c -- `turnout eval TABLE [CSV]`: every row answered by the definition (decide.c).
 *
 * The header row names inputs; one that is missing takes its `default`, is derived, or is decided by another output.
 * Printed: the row, then per output its value and the deciding rule, and with --why the reason with the rejected
 * candidates.  As JSON: one document.  sarif and github show only what is wrong, with a row or with an answer.
 * A text that is no value of its input is an error at its place; all such errors are reported, and the row is left out.
 */
#include "eval.h"

#include <errno.h>
#include <string.h>

/* ---- the header row ---- */

/* Output of an earlier run comes back as input easily. */
static void unknown_column(struct evaluation *e, size_t column, const char *const *known) {
    const struct table *t = e->inquiry->table;
    const char *field = e->csv.field[column];
    for (size_t i = 0; i < t->noutput; i++) {
        if (strcmp(t->output[i].name, field) == 0) {
            eval_fault(e, FINDING_UNKNOWN, e->csv.at[column], "'%s' is an output: its answer is printed, not read",
                       field);
            return;
        }
    }
    const char *near = nearest(field, known, t->ninput);
    eval_fault(e, FINDING_UNKNOWN, e->csv.at[column],
               near ? "unknown input '%s'; did you mean '%s'?" : "unknown input '%s'", field, near);
}

/* Every fault of the header, then no row is read. */
static void read_header(struct evaluation *e, struct arena *a) {
    const struct table *t = e->inquiry->table;
    const char *name[MOST];
    for (uint32_t i = 0; i < t->ninput; i++) {
        name[i] = t->input[i].name;
    }
    for (size_t i = 0; i < e->csv.nfield; i++) {
        uint32_t input = input_named(t, e->csv.field[i]);
        if (input == NO) {
            unknown_column(e, i, name);
        } else if (e->given >> input & 1) {
            eval_fault(e, FINDING_DUPLICATE, e->csv.at[i], "input '%s' is named twice", e->csv.field[i]);
        } else {
            e->given |= (uint64_t)1 << input;
        }
        *PUSH(a, e->column, e->ncolumn) = input;
    }
    for (uint32_t i = 0; i < t->ninput; i++) {
        bool follows = t->input[i].from_op || t->input[i].chain != NO;
        if (!(e->given >> i & 1) && !t->input[i].preset && !follows) {
            eval_fault(e, FINDING_MISSING, e->csv.at[0], "no column for input '%s', which has no default", name[i]);
        }
    }
}

/* ---- rows ---- */

struct row {
    struct evaluation *e;
    struct question q;
};

/* At the field of the input; what follows from others has none. */
static void told(void *to, uint32_t input, const char *text) {
    const struct row *r = to;
    struct csv_place at = r->e->csv.at[0];
    for (size_t i = 0; i < r->e->ncolumn; i++) {
        at = r->e->column[i] == input ? r->e->csv.at[i] : at;
    }
    eval_fault(r->e, FINDING_TYPE, at, "%s", text);
}

/* An empty field leaves what follows from others to follow. */
static bool settle_row(struct row *r) {
    struct evaluation *e = r->e;
    const struct table *t = e->inquiry->table;
    if (e->csv.nfield != e->ncolumn) {
        eval_fault(e, FINDING_SYNTAX, e->csv.at[0], "%zu fields, but the header has %zu", e->csv.nfield, e->ncolumn);
        return false;
    }
    for (size_t i = 0; i < e->ncolumn; i++) {
        const struct input *in = &t->input[e->column[i]];
        bool follows = in->from_op || in->chain != NO;
        r->q.text[e->column[i]] = follows && !e->csv.field[i][0] ? NULL : e->csv.field[i];
    }
    return question_settle(&r->q);
}

/* A row at fault is left out, and said so. */
static void answer_row(struct evaluation *e, struct arena *a) {
    struct row r = {.e = e};
    r.q = (struct question){.inquiry = e->inquiry, .arena = a, .fault = told, .to = &r};
    if (e->csv.error) {
        eval_fault(e, FINDING_SYNTAX, e->csv.error_at, "%s", e->csv.error);
    } else if (settle_row(&r)) {
        eval_print(e, &r.q);
    }
}

/* Row by row with memory of its own: a CSV may be longer than memory. */
static void eval_rows(struct evaluation *e, struct arena *a) {
    e->csv.arena = a;
    if (!csv_read(&e->csv)) {
        eval_fault(e, FINDING_MISSING, (struct csv_place){1, 0}, "empty file: a header row of input names is required");
    } else if (e->csv.error) {
        eval_fault(e, FINDING_SYNTAX, e->csv.error_at, "%s", e->csv.error);
    } else {
        read_header(e, a);
    }
    bool more = e->faults == 0;
    eval_open(e, more);
    while (more) {
        struct arena *row = arena_new();
        e->csv.arena = row;
        more = csv_read(&e->csv);
        bool blank = more && e->csv.nfield == 1 && !e->csv.field[0][0] && e->ncolumn != 1;
        if (more && !blank) {
            answer_row(e, row);
            if (++e->nrow % 256 == 0) {
                progress("rows answered", e->nrow, 0);
            }
        }
        arena_free(row);
    }
    progress_end();
    if (ferror(e->csv.in)) {
        msg_add(&e->l->msgs, FINDING_FILE, (struct pos){NO, 0, 0}, 1, "cannot read '%s' to its end", e->path);
        read_failed = 1;
    }
    eval_close(e);
}

/* ---- the command ---- */

/* The CSV is one more source, so that messages have a place in it. */
static enum status eval_file(struct arena *a, struct loaded *l, const struct options *o) {
    const char *path = o->noperand == 2 ? o->operand[1] : "-";
    bool standard = strcmp(path, "-") == 0;
    struct evaluation e = {
        .l = l, .inquiry = inquiry_new(a, l), .format = format_of(o), .first_source = l->sources.nfile};
    e.why = o->value[OPTION_WHY] != NULL;
    e.path = standard ? "<stdin>" : path;
    e.csv.in = standard ? stdin : fopen(path, "r");
    if (!e.csv.in) {
        msg_add(&l->msgs, FINDING_FILE, (struct pos){NO, 0, 0}, 1, "cannot read '%s': %s", path, strerror(errno));
        read_failed = 1;
        return finish(l, o);
    }
    PUSH(a, l->sources.file, l->sources.nfile)->path = e.path;
    eval_rows(&e, a);
    if (!standard) {
        fclose(e.csv.in);
    }
    enum status status = eval_finish(&e, o);
    return read_failed ? STATUS_IO : status;
}

enum status cmd_eval(struct arena *a, const struct options *o) {
    if (o->noperand < 1 || o->noperand > 2) {
        fprintf(stderr, "turnout: error: eval takes a table and at most one CSV file\n");
        return STATUS_USAGE;
    }
    struct loaded l;
    begin(a, &l, o);
    l.cells = true;
    if (!load(a, &l, o, o->operand[0])) {
        enum status status = finish_errors(&l, o);
        return status == STATUS_OK ? STATUS_FINDINGS : status;
    }
    if (l.table->noutput == 0) {
        fprintf(stderr, "turnout: error: '%s' decides nothing: it has no output\n", l.table->name);
        return STATUS_USAGE;
    }
    keep_errors(&l);
    return eval_file(a, &l, o);
}
