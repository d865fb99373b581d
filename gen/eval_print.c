/* eval_print.c -- the answers of `turnout eval` as CSV or JSON, and what is wrong as messages.
 *
 * In: settled rows.  Out: on standard output the CSV rows, or one JSON document, or (sarif, github) the messages.
 * In text a row whose answer is trouble (a gap, a conflict, what cannot run) shows so in its columns; standard error
 * then has the sum, and the exit status says it, as far as -W and [allow] make it an error.
 */
#include "eval.h"
#include "msg.h"

#include <stdarg.h>
#include <string.h>

/* The CSV is a source without lines: there is a place, and no line to show. */
void eval_fault(struct evaluation *e, enum finding f, struct csv_place at, const char *format, ...) {
    struct pos pos = {(uint32_t)e->first_source, (uint32_t)at.line, (uint32_t)at.col};
    struct text text = {.arena = e->l->msgs.arena};
    char buffer[1024]; /* longer words are cut: the place says where they are */
    va_list args;
    va_start(args, format);
    vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    text_put(&text, buffer);
    msg_add(&e->l->msgs, f, pos, 1, "%s", text.at);
    e->faults++;
}

/* ---- trouble ---- */

/* Names the row, so that a message can be traced back. */
static const char *cell_text(const struct evaluation *e, struct arena *a) {
    struct text t = {.arena = a};
    text_printf(&t, "%s:%zu:", e->path, e->csv.at[0].line);
    for (size_t i = 0; i < e->ncolumn; i++) {
        text_printf(&t, " %s=%s", e->inquiry->table->input[e->column[i]].name, e->csv.field[i]);
    }
    return t.at;
}

/* Text needs the number of messages only: those of a row go with it. */
static void note_trouble(struct evaluation *e, const struct question *q, uint32_t output, const struct reason *r) {
    struct msgs row = e->l->msgs, *m = e->format == FORMAT_TEXT ? &row : &e->l->msgs;
    const struct decided *d = r->d;
    bool fine = d->verdict == VERDICT_VALUE || d->verdict == VERDICT_NONE || d->verdict == VERDICT_NEVER;
    if (fine && !r->chosen.nclause && !r->nforbid) {
        return;
    }
    row.arena = q->arena;
    row.list = NULL;
    row.msg = NULL;
    row.nmsg = 0;
    size_t before = m->nmsg;
    report_answer(m, q, output, r, cell_text(e, m->arena));
    for (size_t i = before; i < m->nmsg; i++) {
        e->trouble[m->msg[i].finding] += m->msg[i].level == LEVEL_ERROR;
    }
}

/* ---- CSV ---- */

/* Names of the columns as they came. */
static void csv_head(const struct evaluation *e) {
    const struct table *t = e->inquiry->table;
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

/* The row as it came, then the answers. */
static void csv_row(struct evaluation *e, const struct question *q) {
    const struct table *t = e->inquiry->table;
    for (size_t i = 0; i < e->ncolumn; i++) {
        csv_write(stdout, e->csv.field[i]);
        putchar(',');
    }
    for (uint32_t i = 0; i < t->noutput; i++) {
        struct reason r = reason_of(q, i, e->why ? DEPTH_LINE : DEPTH_TROUBLE);
        note_trouble(e, q, i, &r);
        fputs(i ? "," : "", stdout);
        csv_write(stdout, answer_text(q->arena, t, i, r.d));
        putchar(',');
        csv_write(stdout, answer_rule(t, r.d));
        if (e->why) {
            putchar(',');
            csv_write(stdout, why_line(q, i, &r));
        }
    }
    putchar('\n');
}

/* ---- JSON, and formats of messages ---- */

/* sarif and github show trouble only, so they print nothing here. */
static void json_row(struct evaluation *e, const struct question *q) {
    bool json = e->format == FORMAT_JSON;
    if (json) {
        printf("%s{\"line\": %zu, ", e->printed ? ",\n   " : "\n   ", e->csv.at[0].line);
        given_json(q, stdout);
        fputs(", \"answers\": [", stdout);
    }
    for (uint32_t i = 0; i < e->inquiry->table->noutput; i++) {
        struct reason r = reason_of(q, i, e->why ? DEPTH_LINE : DEPTH_TROUBLE);
        note_trouble(e, q, i, &r);
        fputs(json && i ? ", " : "", stdout);
        if (json && e->why) {
            explain_json(q, i, &r, NULL, stdout);
        } else if (json) {
            answer_json(q, i, stdout);
        }
    }
    fputs(json ? "]}" : "", stdout);
}

/* ---- all formats ---- */

/* A header at fault prints no header. */
void eval_open(struct evaluation *e, bool header_fits) {
    if (e->format == FORMAT_JSON) {
        answers_open_json(e->inquiry->table->name, stdout);
        fputs("\"rows\": [", stdout);
    } else if (e->format == FORMAT_TEXT && header_fits) {
        csv_head(e);
    }
}

void eval_print(struct evaluation *e, const struct question *q) {
    if (e->format == FORMAT_TEXT) {
        csv_row(e, q);
    } else {
        json_row(e, q);
    }
    e->printed++;
}

void eval_close(struct evaluation *e) {
    if (e->format == FORMAT_JSON) {
        fputs("],\n ", stdout);
        finish_members(e->l);
    }
}

/* "3 answers that cannot be used: 2 gap, 1 incapable" */
static size_t sum_up(const struct evaluation *e) {
    size_t all = 0;
    struct text t = {.arena = e->l->msgs.arena};
    for (size_t f = 0; f < FINDING_COUNT; f++) {
        if (e->trouble[f]) {
            text_printf(&t, "%s%zu %s", t.len ? ", " : "", e->trouble[f], finding_info[f].flag);
            all += e->trouble[f];
        }
    }
    if (all && e->format == FORMAT_TEXT) {
        fprintf(stderr,
                "%s: error: %zu of the answers cannot be used: %s; --why says why, 'turnout check' where else\n",
                e->path, all, t.at);
    }
    return all;
}

/* Rows first: messages about them come behind. */
enum status eval_finish(struct evaluation *e, const struct options *o) {
    bool wrong = sum_up(e) > 0 || msgs_count(&e->l->msgs, LEVEL_ERROR) > 0;
    if (e->format != FORMAT_JSON) {
        fflush(stdout);
        finish(e->l, o);
    }
    return wrong ? STATUS_FINDINGS : STATUS_OK;
}
