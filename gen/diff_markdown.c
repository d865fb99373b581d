/* diff_markdown.c -- a difference as a comment under a change: one table an output, details that fold.
 *
 * GitHub and GitLab render it alike: words of the tables stand in <code>, since a backtick, a '|' or a '<' in them
 * would end a code span or a cell.  The worst boxes come first and are in the open; the rest and the findings are
 * folded.
 */
#include "diff.h"

#include <ctype.h>
#include <string.h>

enum { OPEN = 10 }; /* boxes of an output that are not folded */

/* Inside of a word '_' means nothing; '#' and '@' would link to numbers and people. */
static bool is_special(const char *text, const char *c) {
    bool inside = c > text && isalnum((unsigned char)c[-1]) && isalnum((unsigned char)c[1]);
    return *c == '_' ? !inside : strchr("&<|`*[]\\#~@", *c) != NULL;
}

static void put(const struct diff_printed *p, const char *text) {
    for (const char *c = text; *c; c++) {
        if (*c == '\n') {
            fputc(' ', p->out);
        } else if ((unsigned char)*c < ' ' || *c == 127) {
            fputc('?', p->out);
        } else if (is_special(text, c)) {
            fprintf(p->out, "&#%d;", *c);
        } else {
            fputc(*c, p->out);
        }
    }
}

/* Not a code span, which a backtick in the text would end. */
static void put_code(const struct diff_printed *p, const char *text) {
    fputs("<code>", p->out);
    put(p, text);
    fputs("</code>", p->out);
}

/* What one side says, and who says it. */
static void print_side(const struct diff *d, const struct diff_printed *p, const struct change *ch, enum side side) {
    bool bad = side == NEW && change_rank(d, ch->saying) < SAY_VALUE;
    const char *by = credit_words(d, ch, side);
    fputs(bad ? " | **" : " | ", p->out);
    put_code(p, saying_text(d, ch->saying[side]));
    fputs(bad ? "**" : "", p->out);
    if (*by) {
        fputs("<br><sub>", p->out);
        put(p, by);
        fputs("</sub>", p->out);
    }
}

/* One <code> for each input, so that long boxes can wrap between them. */
static void print_where(const struct diff *d, const struct diff_printed *p, const struct change *ch) {
    const char *sep = "";
    if (!ch->box.named) {
        fputs("every cell", p->out);
    }
    for (uint64_t rest = ch->box.named; rest; rest &= rest - 1, sep = " ") {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        fputs(sep, p->out);
        put_code(p, arena_printf(d->arena, "%s=%s", d->space->table->input[i].name, set_words(d, i, ch->box.set[i])));
    }
}

static void print_rows(const struct diff *d, const struct diff_printed *p, const struct compared *c, size_t from,
                       size_t to) {
    fputs("\n| where | old | new | cells |\n| --- | --- | --- | ---: |\n", p->out);
    for (size_t i = from; i < to; i++) {
        const struct change *ch = &c->change[i];
        fputs("| ", p->out);
        print_where(d, p, ch);
        print_side(d, p, ch, OLD);
        print_side(d, p, ch, NEW);
        fprintf(p->out, " | %s%s |\n", count_text(d->arena, ch->cells, false), again_words(d, ch));
    }
}

static void print_compared(const struct diff *d, const struct diff_printed *p, const struct compared *c) {
    size_t open = c->nchange <= OPEN + 2 ? c->nchange : OPEN; /* one or two are not worth a fold */
    fputs("\n**", p->out);
    put(p, c->name);
    fputs("**", p->out);
    if (c->choice) {
        fputs(" = ", p->out);
        put_code(p, c->choice);
        fputs(" as a choice of the user", p->out);
    }
    fprintf(p->out, ": %s\n", compared_words(d, c));
    print_rows(d, p, c, 0, open);
    if (open < c->nchange) {
        fprintf(p->out, "\n<details><summary>%zu more boxes</summary>\n", c->nchange - open);
        print_rows(d, p, c, open, c->nchange);
        fputs("\n</details>\n", p->out);
    }
    if (c->hidden > 0) {
        fprintf(p->out, "\nAnd %s cells elsewhere.\n", count_text(d->arena, c->hidden, c->hidden_at_least));
    }
}

/* Open when there is a new error: that is what stops a change. */
static void print_findings(const struct diff *d, const struct diff_printed *p) {
    static const char *const level[] = {"off", "note", "warning", "error"};
    bool error = false;
    for (size_t i = 0; i < d->nnews; i++) {
        error = error || (d->news[i].side == NEW && d->news[i].msg->level == LEVEL_ERROR);
    }
    if (!d->nnews) {
        return;
    }
    fprintf(p->out, "\n<details%s><summary>%s</summary>\n\n", error ? " open" : "", news_head(d));
    for (size_t i = 0; i < d->nnews; i++) {
        const struct msg *m = d->news[i].msg;
        fprintf(p->out, "- %s %s: ", d->news[i].side == NEW ? "new" : "fixed", level[m->level]);
        put(p, m->text);
        fputs(" (", p->out);
        put(p, place_text(d, d->arena, d->news[i].side, m->pos));
        fprintf(p->out, ", <code>-W%s</code>)\n", finding_info[m->finding].flag);
    }
    fputs("\n</details>\n", p->out);
}

static void print_declared(const struct diff *d, const struct diff_printed *p) {
    fputs(d->ndeclared ? "\n" : "", p->out);
    for (size_t i = 0; i < d->ndeclared; i++) {
        fputs("- ", p->out);
        put(p, d->declared[i].text);
        fputs(" (", p->out);
        put(p, place_text(d, d->arena, d->declared[i].side, d->declared[i].pos));
        fputs(")\n", p->out);
    }
}

void diff_print_markdown(const struct diff *d, const struct diff_printed *p) {
    fputs("### ", p->out);
    put(p, diff_head(d));
    fputs("\n\n<sub>", p->out);
    put(p, d->side[OLD].name);
    fputs(" → ", p->out);
    put(p, d->side[NEW].name);
    fputs("</sub>\n", p->out);
    print_declared(d, p);
    for (size_t i = 0; i < d->ncompared; i++) {
        print_compared(d, p, &d->compared[i]);
    }
    print_findings(d, p);
    if (!d->findings) {
        fprintf(p->out, "\nThe findings were not compared%s.\n",
                d->unasked ? "; where rules contradict each other, the first one counts here" : "");
    }
}
