/* diff_sarif.c -- a difference as SARIF 2.1.0: what code hosts show beside the lines of a change.
 *
 * Every box is a result at the rule of the new table that decides there, every new finding one at its place; what was
 * fixed needs no attention and is left to the other formats.  The kinds of results are the rules of the driver: those
 * of a difference first, then the findings in the order of findings.def, so that ruleIndex follows from either.
 */
#include "diff.h"
#include "msg.h"

#include <string.h>

static const struct kind {
    const char *id, *about, *level;
} kind[] = {
    {"cell-to-error", "cells that went to ERROR", "warning"},
    {"cell-to-gap", "cells that no rule covers any more", "warning"},
    {"cell-to-exhausted", "cells in which nothing survives the needs any more", "warning"},
    {"cell-to-conflict", "cells in which rules contradict each other now", "warning"},
    {"cell-to-incapable", "cells in which the selected value cannot run any more", "warning"},
    {"cell-changed", "cells with another outcome", "note"},
    {"cell-through", "cells with another outcome because another output changed", "note"},
    {"cell-added", "cells that only the new table has", "note"},
    {"cell-removed", "cells that only the old table has", "note"},
    {"choice-changed", "cells in which a value that a user names can or cannot run now", "note"},
    {"declared", "inputs, outputs and values that are declared differently", "note"},
};
enum { CHANGED = 5, THROUGH, ADDED, REMOVED, CHOICE, DECLARED, KINDS };

/* The kinds of bad changes stand in the order of enum say. */
static size_t kind_of(const struct diff *d, const struct compared *c, const struct change *ch) {
    uint32_t rank = change_rank(d, ch->saying);
    if (c->view == VIEW_CHOICE) {
        return CHOICE;
    }
    if (d->saying[ch->saying[OLD]].say == SAY_ABSENT || d->saying[ch->saying[NEW]].say == SAY_ABSENT) {
        return d->saying[ch->saying[OLD]].say == SAY_ABSENT ? ADDED : REMOVED;
    }
    return rank < CHANGED ? rank : c->view == VIEW_THROUGH ? THROUGH : CHANGED;
}

/* A URI reference has no spaces, quotes, or bytes above 127: those are written as %XX. */
static void put_uri(const struct diff *d, FILE *out, const char *path) {
    struct text uri = {.arena = d->arena};
    text_put(&uri, "");
    for (const char *c = path; *c; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
        text_printf(&uri, plain || strchr("/._-~", *c) ? "%c" : "%%%02X", (unsigned char)*c);
    }
    json_quoted(out, uri.at);
}

static void put_result(const struct diff *d, FILE *out, const char *id, size_t index, const char *level,
                       const char *text, struct pos pos, bool first) {
    const struct sources *s = d->side[NEW].msgs->sources;
    fprintf(out, "%s   {\"ruleId\": \"%s\", \"ruleIndex\": %zu, \"level\": \"%s\", \"message\": {\"text\": ",
            first ? "\n" : ",\n", id, index, level);
    json_quoted(out, text);
    fputc('}', out);
    if (pos.file < s->nfile) {
        fputs(",\n    \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ", out);
        put_uri(d, out, s->file[pos.file].path);
        fputc('}', out);
        if (pos.line) {
            fprintf(out, ", \"region\": {\"startLine\": %u}", (unsigned)pos.line);
        }
        fputs("}}]", out);
    }
    fputc('}', out);
}

static const char *change_words(const struct diff *d, const struct compared *c, const struct change *ch) {
    struct text t = {.arena = d->arena};
    text_printf(&t, "%s", c->name);
    if (c->choice) {
        text_printf(&t, " = %s as a choice of the user", c->choice);
    }
    text_printf(&t, ": %s -> %s in %s", saying_text(d, ch->saying[OLD]), saying_text(d, ch->saying[NEW]),
                count_text(d->arena, ch->cells, false));
    text_printf(&t, " %s%s: %s", ch->cells == 1 ? "cell" : "cells", again_words(d, ch), ch->where);
    for (int s = OLD; s <= NEW; s++) {
        const char *by = credit_words(d, ch, (enum side)s);
        text_printf(&t, "%s%s%s", *by ? s == OLD ? "\nold: " : "\nnew: " : "", by, "");
    }
    return t.at;
}

/* Where nobody decides, the output is what a reader can look at. */
static struct pos change_pos(const struct diff *d, const struct compared *c, const struct change *ch) {
    const struct table *t = d->joint->side[NEW].table;
    for (size_t i = 0; i < ch->nby[NEW]; i++) {
        if (ch->by[NEW][i].rule != NO) {
            return t->rule[ch->by[NEW][i].rule].pos;
        }
    }
    return t->output[c->output[NEW]].pos;
}

static void put_kinds(FILE *out) {
    static const char *const severity[] = {"none", "note", "warning", "error"};
    for (size_t i = 0; i < KINDS; i++) {
        fprintf(out, "   {\"id\": \"%s\", \"shortDescription\": {\"text\": \"%s\"}", kind[i].id, kind[i].about);
        fprintf(out, ", \"defaultConfiguration\": {\"level\": \"%s\"}},\n", kind[i].level);
    }
    for (size_t f = 0; f < FINDING_COUNT; f++) {
        fprintf(out, "   {\"id\": \"%s\", \"shortDescription\": {\"text\": ", finding_info[f].flag);
        json_quoted(out, finding_info[f].about);
        fprintf(out, "}, \"defaultConfiguration\": {\"level\": \"%s\"}}%s\n", severity[finding_info[f].level],
                f + 1 < FINDING_COUNT ? "," : "");
    }
}

/* So that a report with few results is not taken for all of it. */
static void put_hidden(const struct diff *d, FILE *out, const struct compared *c, bool *first) {
    if (c->hidden > 0) {
        put_result(d, out, kind[CHANGED].id, CHANGED, kind[CHANGED].level,
                   arena_printf(d->arena, "%s: %s more cells changed, in boxes that are not shown (see --max-boxes)",
                                c->name, count_text(d->arena, c->hidden, c->hidden_at_least)),
                   d->joint->side[NEW].table->output[c->output[NEW]].pos, *first);
        *first = false;
    }
}

void diff_print_sarif(const struct diff *d, const struct diff_printed *p) {
    bool first = true;
    fputs("{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n \"version\": \"2.1.0\",\n \"runs\": [{\n"
          "  \"tool\": {\"driver\": {\"name\": \"turnout\", \"rules\": [\n",
          p->out);
    put_kinds(p->out);
    fputs("  ]}},\n  \"results\": [", p->out);
    for (size_t i = 0; i < d->ncompared; i++) {
        const struct compared *c = &d->compared[i];
        for (size_t k = 0; k < c->nchange; k++, first = false) {
            size_t of = kind_of(d, c, &c->change[k]);
            put_result(d, p->out, kind[of].id, of, kind[of].level, change_words(d, c, &c->change[k]),
                       change_pos(d, c, &c->change[k]), first);
        }
        put_hidden(d, p->out, c, &first);
    }
    for (size_t i = 0; i < d->ndeclared; i++, first = false) {
        struct pos pos = d->declared[i].side == NEW ? d->declared[i].pos : d->joint->side[NEW].table->pos;
        put_result(d, p->out, kind[DECLARED].id, DECLARED, kind[DECLARED].level, d->declared[i].text, pos, first);
    }
    for (size_t i = 0; i < d->nnews; i++) {
        const struct msg *m = d->news[i].msg;
        if (d->news[i].side == NEW) {
            put_result(d, p->out, finding_info[m->finding].flag, KINDS + (size_t)m->finding, level_name[m->level],
                       m->text, m->pos, first);
            first = false;
        }
    }
    fputs("]\n }]\n}\n", p->out);
}
