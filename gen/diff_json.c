/* diff_json.c -- a difference as one JSON object, for scripts.
 *
 *     {"turnout": 1, "old": "a.ini", "new": "b.ini", "table": "t", "same": false, "declared": [...],
 *      "outputs": [{"output": "attention", "view": "cells", "cells": 12, ..., "changes": [...]}],
 *      "findings": {"compared": true, "new": [...], "fixed": [...]}}
 *
 * A change holds the text that a person reads ("where") and, per input that it names, the atoms of its box in full.
 * Guaranteed: valid JSON for any bytes in a table (json_quoted); keys that do not apply are left out.
 */
#include "diff.h"
#include "msg.h"

#include <string.h>

static const char *const say_key[] = {"error", "gap",   "exhausted", "conflict", "incapable", "value",    "none",
                                      "runs",  "fails", "never",     "absent",   "aside",     "undecided"};

/* A key that does not apply is left out: scripts test for presence. */
static void put_text(FILE *out, const char *key, const char *value) {
    if (value) {
        fprintf(out, ", \"%s\": ", key);
        json_quoted(out, value);
    }
}

static void put_place(const struct diff *d, FILE *out, enum side side, struct pos pos) {
    const struct sources *s = d->side[side].msgs->sources;
    if (pos.file < s->nfile) {
        put_text(out, "file", s->file[pos.file].path);
    }
    if (pos.line) {
        fprintf(out, ", \"line\": %u", (unsigned)pos.line);
    }
}

/* Left open, for one more key. */
static void put_rule(const struct diff *d, FILE *out, enum side side, uint32_t rule) {
    const struct rule *r = &d->joint->side[side].table->rule[rule];
    const char *text = rule_text(d, d->arena, side, rule);
    fputs("{\"kind\": ", out);
    json_quoted(out, arena_strdup(d->arena, text, strcspn(text, " ")));
    put_text(out, "name", r->name);
    put_place(d, out, side, r->pos);
    put_text(out, "why", r->why);
    put_text(out, "source", r->source);
}

static void put_side(const struct diff *d, FILE *out, const struct change *ch, enum side side) {
    const struct saying *s = &d->saying[ch->saying[side]];
    const char *comma = "";
    fprintf(out, ", \"%s\": {\"outcome\": \"%s\"", side == OLD ? "old" : "new", say_key[s->say]);
    put_text(out, s->say == SAY_ERROR ? "text" : "value", s->text);
    fputs(", \"rules\": [", out);
    for (size_t i = 0; i < ch->nby[side]; i++) {
        if (ch->by[side][i].rule != NO) {
            fputs(comma, out);
            put_rule(d, out, side, ch->by[side][i].rule);
            fprintf(out, ", \"cells\": %.17g}", ch->by[side][i].cells);
            comma = ", ";
        }
    }
    fputc(']', out);
    if (ch->clause[side] != NO) {
        fputs(", \"fails\": ", out);
        put_rule(d, out, side, ch->clause[side]);
        fputc('}', out);
    }
    fputc('}', out);
}

/* In full, unlike the text: a script cannot ask for the rest. */
static void put_atoms(const struct diff *d, FILE *out, const struct box *b) {
    const char *comma = "";
    fputs(", \"atoms\": {", out);
    for (uint64_t rest = b->named; rest; rest &= rest - 1, comma = ", ") {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        const struct domain *of = &d->space->domain[i];
        fputs(comma, out);
        json_quoted(out, d->space->table->input[i].name);
        fputs(": [", out);
        const char *sep = "";
        for (uint32_t a = aset_next(of->sets, b->set[i], 0); a != NO; a = aset_next(of->sets, b->set[i], a + 1)) {
            fputs(sep, out);
            json_quoted(out, of->atom[a].label);
            sep = ", ";
        }
        fputc(']', out);
    }
    fputc('}', out);
}

static void put_change(const struct diff *d, FILE *out, const struct change *ch) {
    fputs("{\"where\": ", out);
    json_quoted(out, ch->where);
    put_text(out, "witness", ch->witness);
    fprintf(out, ", \"cells\": %.17g", ch->cells);
    if (ch->again >= 0) { /* else a limit stopped the count */
        fprintf(out, ", \"also_above\": %.17g", ch->again);
    }
    put_side(d, out, ch, OLD);
    put_side(d, out, ch, NEW);
    put_atoms(d, out, &ch->box);
    fputc('}', out);
}

static void put_compared(const struct diff *d, FILE *out, const struct compared *c) {
    static const char *const view[] = {"cells", "through", "choice"};
    fputs("{\"output\": ", out);
    json_quoted(out, c->name);
    fprintf(out, ", \"view\": \"%s\"", view[c->view]);
    put_text(out, "choice", c->choice);
    fprintf(out, ", \"cells\": %.17g, \"at_least\": %s, \"domain\": %.17g", c->cells, c->at_least ? "true" : "false",
            c->domain);
    fprintf(out, ", \"added\": %.17g, \"removed\": %.17g, \"hidden\": %.17g", c->added, c->removed, c->hidden);
    fputs(",\n   \"changes\": [", out);
    for (size_t i = 0; i < c->nchange; i++) {
        fputs(i ? ",\n    " : "\n    ", out);
        put_change(d, out, &c->change[i]);
    }
    fputs("]}", out);
}

/* As in the findings of `check`, without their notes. */
static void put_news(const struct diff *d, FILE *out, enum side side) {
    const char *comma = "";
    for (size_t i = 0; i < d->nnews; i++) {
        const struct msg *m = d->news[i].msg;
        if (d->news[i].side != side) {
            continue;
        }
        fprintf(out, "%s\n   {\"finding\": \"%s\", \"level\": \"%s\"", comma, finding_info[m->finding].flag,
                level_name[m->level]);
        put_place(d, out, side, m->pos);
        put_text(out, "message", m->text);
        put_text(out, "rule", m->rule);
        put_text(out, "output", m->output);
        put_text(out, "witness", m->witness);
        if (m->cells >= 0) {
            fprintf(out, ", \"cells\": %.17g", m->cells);
        }
        fputc('}', out);
        comma = ",";
    }
}

void diff_print_json(const struct diff *d, const struct diff_printed *p) {
    FILE *out = p->out;
    fputs("{\"turnout\": 1", out);
    put_text(out, "old", d->side[OLD].name);
    put_text(out, "new", d->side[NEW].name);
    put_text(out, "table", d->joint->side[NEW].table->name);
    fprintf(out, ", \"same\": %s,\n \"declared\": [", diff_same(d) ? "true" : "false");
    for (size_t i = 0; i < d->ndeclared; i++) {
        const struct declared *de = &d->declared[i];
        fprintf(out, "%s\n  {\"side\": \"%s\"", i ? "," : "", de->side == OLD ? "old" : "new");
        put_place(d, out, de->side, de->pos);
        put_text(out, "text", de->text);
        fputc('}', out);
    }
    fputs("],\n \"outputs\": [", out);
    for (size_t i = 0; i < d->ncompared; i++) {
        fputs(i ? ",\n  " : "\n  ", out);
        put_compared(d, out, &d->compared[i]);
    }
    fprintf(out, "],\n \"findings\": {\"compared\": %s, \"new\": [", d->findings ? "true" : "false");
    put_news(d, out, NEW);
    fputs("],\n  \"fixed\": [", out);
    put_news(d, out, OLD);
    fputs("]}}\n", out);
}
