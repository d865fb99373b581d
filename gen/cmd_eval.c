/* cmd_eval.c -- `turnout eval TABLE [CSV]`: every row answered by the definition (decide.c).
 *
 * The header row names inputs; an input that is missing takes its `default`.  Printed: the row, then per output its
 * value and the deciding rule (and with --why the reason).  A cell text that is no value of its input is an error with
 * the row's line; all such errors are reported, and the row is left out.
 */
#include "run.h"

#include <errno.h>
#include <string.h>

struct evaluation {
    const struct loaded *l;
    struct csv csv;
    const char *path;
    uint32_t *column; /* input of each CSV column */
    size_t ncolumn;
    bool why;
    size_t faults;
};

static void fault(struct evaluation *e, size_t column, const char *text, const char *word, const char *near) {
    fprintf(stderr, "%s:%zu:%zu: error: %s '%s'", e->path, e->csv.line, column, text, word);
    if (near) {
        fprintf(stderr, "; did you mean '%s'?", near);
    }
    fprintf(stderr, "\n");
    e->faults++;
}

static void read_header(struct evaluation *e, struct arena *a) {
    const struct table *t = e->l->table;
    const char **name = arena_alloc(a, (t->ninput + 1) * sizeof *name);
    bool given[64] = {false};
    for (uint32_t i = 0; i < t->ninput; i++) {
        name[i] = t->input[i].name;
    }
    for (size_t i = 0; i < e->csv.nfield; i++) {
        uint32_t input = input_named(t, e->csv.field[i]);
        if (input == NO) {
            fault(e, i + 1, "unknown input", e->csv.field[i], nearest(e->csv.field[i], name, t->ninput));
        } else if (given[input]) {
            fault(e, i + 1, "input named twice:", e->csv.field[i], NULL);
        } else {
            given[input] = true;
        }
        *PUSH(a, e->column, e->ncolumn) = input;
    }
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (!given[i] && !t->input[i].preset) {
            fault(e, e->csv.nfield, "no column for input without a default:", t->input[i].name, NULL);
        }
    }
}

static bool row_cell(struct evaluation *e, uint32_t *cell) {
    const struct table *t = e->l->table;
    size_t before = e->faults;
    const char *error = NULL;
    for (uint32_t i = 0; i < t->ninput; i++) {
        cell[i] = t->input[i].preset ? domain_atom(e->l->space, i, t->input[i].preset, &error) : 0;
    }
    if (e->csv.nfield != e->ncolumn) {
        fault(e, e->csv.nfield, "a row has as many fields as the header, this one ends with",
              e->csv.field[e->csv.nfield - 1], NULL);
        return false;
    }
    for (size_t i = 0; i < e->ncolumn; i++) {
        cell[e->column[i]] = domain_atom(e->l->space, e->column[i], e->csv.field[i], &error);
        if (cell[e->column[i]] == NO) {
            fault(e, i + 1, error ? error : "no value of its input:", e->csv.field[i], NULL);
        }
    }
    return e->faults == before;
}

static void print_header(const struct evaluation *e) {
    const struct table *t = e->l->table;
    for (size_t i = 0; i < e->ncolumn; i++) {
        csv_write(stdout, e->csv.field[i]);
        putchar(',');
    }
    for (size_t i = 0; i < t->noutput; i++) {
        printf("%s%s,%s_rule", i ? "," : "", t->output[i].name, t->output[i].name);
        if (e->why) {
            printf(",%s_why", t->output[i].name);
        }
    }
    putchar('\n');
}

static void print_row(const struct evaluation *e, struct arena *a, const uint32_t *cell) {
    const struct table *t = e->l->table;
    for (size_t i = 0; i < e->ncolumn; i++) {
        csv_write(stdout, e->csv.field[i]);
        putchar(',');
    }
    for (uint32_t i = 0; i < t->noutput; i++) {
        struct decided d = decide(e->l->boxes, i, cell);
        fputs(i ? "," : "", stdout);
        csv_write(stdout, answer_text(a, t, i, &d));
        putchar(',');
        csv_write(stdout, answer_rule(t, &d));
        if (e->why) {
            const char *why = d.rule == NO ? "" : t->rule[d.rule].why;
            putchar(',');
            csv_write(stdout, d.error ? d.error : why ? why : "");
        }
    }
    putchar('\n');
}

static void eval_rows(struct evaluation *e) {
    struct arena *a = arena_new();
    e->csv.arena = a;
    if (csv_read(&e->csv)) {
        read_header(e, a);
        if (e->faults == 0) {
            print_header(e);
        }
    } else {
        fault(e, 1, "empty file: a header row of input names is required", e->path, NULL);
    }
    bool header_fits = e->faults == 0;
    while (header_fits) {
        struct arena *row = arena_new();
        uint32_t cell[64];
        e->csv.arena = row;
        bool more = csv_read(&e->csv);
        bool blank = more && e->csv.nfield == 1 && !e->csv.field[0][0] && e->ncolumn != 1;
        if (more && !blank && row_cell(e, cell)) {
            print_row(e, row, cell);
        }
        arena_free(row);
        if (!more) {
            break;
        }
    }
    arena_free(a);
}

enum status cmd_eval(struct arena *a, const struct options *o) {
    if (o->noperand < 1 || o->noperand > 2) {
        fprintf(stderr, "turnout: error: eval takes a table and at most one CSV file\n");
        return STATUS_USAGE;
    }
    struct loaded l;
    begin(a, &l, o);
    bool fits = load(a, &l, o, o->operand[0]);
    enum status status = finish_errors(&l, o);
    if (!fits) {
        return status == STATUS_OK ? STATUS_FINDINGS : status;
    }
    const char *path = o->noperand == 2 ? o->operand[1] : "-";
    bool standard = strcmp(path, "-") == 0;
    struct evaluation e = {.l = &l, .path = standard ? "<stdin>" : path, .why = o->value[OPTION_WHY] != NULL};
    e.csv.in = standard ? stdin : fopen(path, "r");
    if (!e.csv.in) {
        fprintf(stderr, "%s: error: cannot be opened: %s\n", path, strerror(errno));
        return STATUS_IO;
    }
    eval_rows(&e);
    bool broken = ferror(e.csv.in) != 0;
    if (!standard) {
        fclose(e.csv.in);
    }
    if (broken) {
        fprintf(stderr, "%s: error: cannot be read\n", path);
        return STATUS_IO;
    }
    return e.faults ? STATUS_FINDINGS : STATUS_OK;
}
