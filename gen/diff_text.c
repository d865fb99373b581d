/* diff_text.c -- a difference for a person: four lines a box.
 *
 *     gemma4: cells changed, old.ini -> new.ini
 *     attention: 12 of 14,400 cells changed (0.083 %), 12 went to ERROR
 *       sm=50..72 arch=@gemma4
 *           triton -> ERROR "only SM75 and above", 12 cells (0.083 %)
 *           - rule gemma4, old.ini:85
 *           + refuse old-gpu, new.ini:80
 *
 * Guaranteed: a table cannot write control codes to the terminal; the same difference gives the same bytes.
 */
#include "diff.h"

#include <stdlib.h>
#include <string.h>

enum { RULES = 3 }; /* that are named of one side */

static const char *paint(const struct diff_printed *p, const char *code) {
    return p->colour ? code : "";
}

#define RED   "\033[31m"
#define BAD   "\033[1;31m"
#define GREEN "\033[32m"
#define BOLD  "\033[1m"
#define PLAIN "\033[0m"

/* Table text may hold any byte. */
static void put(const struct diff_printed *p, const char *text) {
    for (const char *c = text; *c; c++) {
        fputc(((unsigned char)*c < ' ' && *c != '\n') || *c == 127 ? '?' : *c, p->out);
    }
}

const char *news_head(const struct diff *d) {
    size_t n[2] = {0};
    for (size_t i = 0; i < d->nnews; i++) {
        n[d->news[i].side]++;
    }
    return arena_printf(d->arena, "findings: %zu new, %zu fixed", n[NEW], n[OLD]);
}

/* "at least 1,234 cells (0.3 %)" */
const char *cells_words(const struct diff *d, double cells, double of, bool at_least) {
    return arena_printf(d->arena, "%s %s (%s)", count_text(d->arena, cells, at_least), cells == 1 ? "cell" : "cells",
                        share_text(d->arena, cells, of));
}

/* Boxes overlap; their cells are not to be added up. */
const char *again_words(const struct diff *d, const struct change *ch) {
    const char *some = ch->again < 0 ? "some" : ch->again == ch->cells ? "all" : count_text(d->arena, ch->again, false);
    return ch->again == 0 ? "" : arena_printf(d->arena, ", %s of them also above", some);
}

/* What changed in one output, in a sentence. */
const char *compared_words(const struct diff *d, const struct compared *c) {
    static const char *const to[SAY_VALUE] = {"ERROR", "a gap", "an exhausted list", "a conflict", "what cannot run"};
    struct text t = {.arena = d->arena};
    if (c->at_least && c->cells <= 0) {
        text_printf(&t, "undecided whether any of %s cells changed (a limit was reached; see --max-steps)",
                    count_text(d->arena, c->domain, false));
    } else if (c->cells > 0 || (c->added <= 0 && c->removed <= 0)) {
        text_printf(&t, "%s of %s cells changed (%s)", count_text(d->arena, c->cells, c->at_least),
                    count_text(d->arena, c->domain, false), share_text(d->arena, c->cells, c->domain));
    }
    for (int i = 0; i < SAY_VALUE; i++) {
        if (c->went[i] > 0) {
            text_printf(&t, ", %s went to %s", count_text(d->arena, c->went[i], false), to[i]);
        }
    }
    if (c->added > 0) {
        text_printf(&t, "%s%s only the new table has", t.len ? ", " : "", count_text(d->arena, c->added, false));
    }
    if (c->removed > 0) {
        text_printf(&t, "%s%s only the old table has", t.len ? ", " : "", count_text(d->arena, c->removed, false));
    }
    if (c->view == VIEW_THROUGH) {
        text_put(&t, ", because the outputs that it depends on did");
    }
    if (c->at_least && c->cells > 0) {
        text_put(&t, "; of others it is undecided (a limit was reached; see --max-steps)");
    }
    return t.at;
}

/* The rules of one side: "rule a, x.ini:3 (8); rule b, x.ini:9 (4)".  Nobody decides where there is no cell or a choice
 * can run. */
const char *credit_words(const struct diff *d, const struct change *ch, enum side side) {
    struct text t = {.arena = d->arena};
    enum say said = d->saying[ch->saying[side]].say;
    text_put(&t, "");
    for (size_t i = 0; i < ch->nby[side] && i < RULES && said != SAY_ABSENT && said != SAY_RUNS; i++) {
        const struct share_of *by = &ch->by[side][i];
        text_printf(&t, "%s%s", i ? "; " : "", rule_text(d, d->arena, side, by->rule));
        if (by->rule != NO) {
            text_printf(&t, ", %s", place_text(d, d->arena, side, d->joint->side[side].table->rule[by->rule].pos));
        }
        if (ch->nby[side] > 1) {
            text_printf(&t, " (%s)", count_text(d->arena, by->cells, false));
        }
    }
    if (ch->nby[side] > RULES) {
        text_printf(&t, "; and %zu more", ch->nby[side] - RULES);
    }
    if (ch->clause[side] != NO) {
        const struct rule *r = &d->joint->side[side].table->rule[ch->clause[side]];
        text_printf(&t, "; %s fails needs '%s', %s", d->saying[ch->saying[said == SAY_INCAPABLE ? side : !side]].value,
                    r->name, place_text(d, d->arena, side, r->pos));
    }
    return t.at;
}

/* Red and green as in any diff: what was, and what is. */
static void print_side(const struct diff *d, const struct diff_printed *p, const struct change *ch, enum side side) {
    const char *words = credit_words(d, ch, side);
    if (!*words) {
        return;
    }
    fprintf(p->out, "      %s%c ", paint(p, side == OLD ? RED : GREEN), side == OLD ? '-' : '+');
    put(p, words);
    fprintf(p->out, "%s\n", paint(p, PLAIN));
}

static void print_change(const struct diff *d, const struct diff_printed *p, const struct compared *c,
                         const struct change *ch) {
    bool bad = change_rank(d, ch->saying) < SAY_VALUE;
    bool absent = d->saying[ch->saying[OLD]].say == SAY_ABSENT || d->saying[ch->saying[NEW]].say == SAY_ABSENT;
    fprintf(p->out, "  %s", paint(p, BOLD));
    put(p, ch->where);
    fprintf(p->out, "%s\n      ", paint(p, PLAIN));
    put(p, saying_text(d, ch->saying[OLD]));
    fprintf(p->out, " -> %s", paint(p, bad ? BAD : ""));
    put(p, saying_text(d, ch->saying[NEW]));
    fprintf(p->out, "%s, ", paint(p, bad ? PLAIN : ""));
    if (absent) { /* no share: they are not among the cells of both */
        fprintf(p->out, "%s %s", count_text(d->arena, ch->cells, false), ch->cells == 1 ? "cell" : "cells");
    } else {
        fputs(cells_words(d, ch->cells, c->domain, false), p->out);
    }
    fprintf(p->out, "%s\n", again_words(d, ch));
    print_side(d, p, ch, OLD);
    print_side(d, p, ch, NEW);
}

static void print_compared(const struct diff *d, const struct diff_printed *p, const struct compared *c) {
    fprintf(p->out, "%s%s%s", paint(p, BOLD), c->name, paint(p, PLAIN));
    if (c->choice) {
        fprintf(p->out, " = %s as a choice of the user", c->choice);
    }
    fprintf(p->out, ": %s\n", compared_words(d, c));
    for (size_t i = 0; i < c->nchange; i++) {
        print_change(d, p, c, &c->change[i]);
    }
    if (c->hidden > 0) {
        fprintf(p->out, "  and %s %s elsewhere (see --max-boxes)\n",
                count_text(d->arena, c->hidden, c->hidden_at_least), c->hidden == 1 ? "cell" : "cells");
    }
}

/* Outputs of this side that the other one has not; *both: those that it has. */
static size_t alone(const struct diff *d, enum side side, size_t *both) {
    const struct table *t = d->joint->side[side].table;
    size_t n = 0;
    for (uint32_t i = 0; i < t->noutput; i++) {
        n += output_named(d->joint->side[!side].table, t->output[i].name) == NO;
    }
    *both = t->noutput - n;
    return n;
}

/* A choice that can or cannot run is no outcome: rules select what they selected before. */
const char *diff_head(const struct diff *d) {
    bool changed = false, other = false, choice = false, open = false;
    for (size_t i = 0; i < d->ncompared; i++) {
        const struct compared *c = &d->compared[i];
        bool has = c->cells > 0;
        changed = changed || (has && c->view != VIEW_CHOICE);
        choice = choice || (has && c->view == VIEW_CHOICE);
        open = open || (!has && c->at_least);
        other = other || !has;
    }
    size_t both, gone = alone(d, OLD, &both), added = alone(d, NEW, &both);
    const char *what = both == 0 && gone + added ? "nothing compared, the tables have no output in common"
                       : both == 0               ? "nothing compared, neither table has an output"
                       : changed                 ? "cells changed"
                       : open                    ? "undecided whether cells changed"
                       : other                   ? "no cell of both tables changed"
                       : choice                  ? "no cell changed, but what a user may choose"
                                                 : "no cell changed";
    struct text t = {.arena = d->arena};
    text_printf(&t, "%s: %s", d->joint->side[NEW].table->name, what);
    if (gone) {
        text_printf(&t, ", %zu %s gone", gone, gone == 1 ? "output is" : "outputs are");
    }
    if (added) {
        text_printf(&t, ", %zu %s new", added, added == 1 ? "output is" : "outputs are");
    }
    return t.at;
}

/* A finding that is gone is good news, hence green. */
static void print_findings(const struct diff *d, const struct diff_printed *p) {
    static const char *const level[] = {"off", "note", "warning", "error"};
    if (!d->findings) {
        fprintf(p->out, "findings: not compared (see --findings)%s\n",
                d->unasked ? "; where rules contradict each other, the first one counts here" : "");
        return;
    }
    if (d->nnews) {
        fprintf(p->out, "%s\n", news_head(d));
    }
    for (size_t i = 0; i < d->nnews; i++) {
        const struct msg *m = d->news[i].msg;
        enum side side = d->news[i].side;
        fprintf(p->out, "  %s%c %s: %s: ", paint(p, side == OLD ? GREEN : RED), side == OLD ? '-' : '+',
                place_text(d, d->arena, side, m->pos), level[m->level]);
        put(p, m->text);
        fprintf(p->out, " [-W%s]%s\n", finding_info[m->finding].flag, paint(p, PLAIN));
    }
}

void diff_print_text(const struct diff *d, const struct diff_printed *p) {
    fprintf(p->out, "%s%s%s", paint(p, BOLD), diff_head(d), paint(p, PLAIN));
    fprintf(p->out, ", %s -> %s\n", d->side[OLD].name, d->side[NEW].name);
    for (size_t i = 0; i < d->ndeclared; i++) {
        const struct declared *de = &d->declared[i];
        fprintf(p->out, "%s: ", place_text(d, d->arena, de->side, de->pos));
        put(p, de->text);
        fputc('\n', p->out);
    }
    for (size_t i = 0; i < d->ncompared; i++) {
        print_compared(d, p, &d->compared[i]);
    }
    print_findings(d, p);
}

/* One line a box, in an order that a small change of the table changes little, and without lines of the table: two of
 * these texts can be compared by line. */
static int by_text(const void *x, const void *y) {
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

void diff_print_cells(const struct diff *d, const struct diff_printed *p) {
    for (size_t i = 0; i < d->ncompared; i++) {
        const struct compared *c = &d->compared[i];
        const char **line = arena_alloc(d->arena, (c->nchange + 1) * sizeof *line);
        for (size_t k = 0; k < c->nchange; k++) {
            const struct change *ch = &c->change[k];
            struct text t = {.arena = d->arena};
            text_printf(&t, "%s = %s: %s (", c->name, saying_text(d, ch->saying[NEW]), where_text(d, &ch->box, true));
            for (size_t n = 0; n < ch->nby[NEW] && n < RULES; n++) {
                text_printf(&t, "%s%s", n ? ", " : "", rule_text(d, d->arena, NEW, ch->by[NEW][n].rule));
            }
            text_printf(&t, ch->nby[NEW] > RULES ? " and %zu more)" : ")", ch->nby[NEW] - RULES);
            line[k] = t.at;
        }
        qsort(line, c->nchange, sizeof *line, by_text);
        for (size_t k = 0; k < c->nchange; k++) {
            put(p, line[k]);
            fputc('\n', p->out);
        }
        if (c->hidden > 0) {
            fprintf(p->out, "%s: %s cells more\n", c->name, count_text(d->arena, c->hidden, c->hidden_at_least));
        }
    }
}
