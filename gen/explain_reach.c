/* explain_reach.c -- what `explain --all` found, for people and for scripts.
 *
 * In: a struct reach.  Out: per outcome a line with its cells and share, below it the boxes with the rules that decide
 * there.  Inputs that were given are not repeated in the boxes.
 */
#include "explain.h"
#include "msg.h"

#include <inttypes.h>
#include <string.h>

/* A copied number differs from cell to cell, so the input is named instead. */
static const char *value_text(struct arena *a, const struct table *t, uint32_t output, const struct reachable *r) {
    if (r->value != NO) {
        return t->output[output].value[r->value];
    }
    if (r->copy == NO) {
        return arena_printf(a, "%" PRId64, r->number);
    }
    const char *name = t->input[r->copy].name;
    return r->number == 1 ? arena_printf(a, "<%s>", name) : arena_printf(a, "%" PRId64 " * <%s>", r->number, name);
}

const char *reachable_text(struct arena *a, const struct table *t, uint32_t output, const struct reachable *r) {
    if (r->gap) {
        return "GAP, no rule covers these cells";
    }
    switch (r->kind) {
    case LINE_VALUE:
        return value_text(a, t, output, r);
    case LINE_INCAPABLE:
        return arena_printf(a, "%s, which cannot run there", value_text(a, t, output, r));
    case LINE_NONE:
        return "NONE";
    case LINE_ERROR:
    case LINE_FAILED:
    case LINE_REFUSE:
        return r->error ? arena_printf(a, "ERROR \"%s\"", r->error) : "ERROR";
    case LINE_EXHAUSTED:
        return "EXHAUSTED, nothing that the rules name can run there";
    case LINE_NEVER:
        break;
    }
    return "";
}

/* Two digits, but never "1e+02". */
static const char *share_text(struct arena *a, double part, double whole) {
    double share = whole > 0 ? 100 * part / whole : 0;
    return share >= 99.95 || share == 0 ? arena_printf(a, "%.0f %%", share) : arena_printf(a, "%.2g %%", share);
}

/* The box without what was given. */
static struct box bare(const struct question *q, const struct reach *r, const struct box *box) {
    struct box b = box_copy(q->inquiry->space, q->arena, box);
    for (uint64_t rest = b.named & r->hidden; rest; rest &= rest - 1) {
        b.set[__builtin_ctzll(rest)] = ASET_FULL;
    }
    b.named &= ~r->hidden;
    return b;
}

/* Three rules are read, more are counted. */
static void put_shown(const struct question *q, const struct reach *r, const struct shown *s, struct text *out) {
    struct box b = bare(q, r, &s->box);
    text_printf(out, "    %s: %s", b.named ? box_text(q->inquiry->space, q->arena, &b) : "everywhere",
                why_cells(q->arena, s->cells, s->at_least));
    for (size_t i = 0; i < s->nrule && i < NEAR; i++) {
        text_printf(out, "%s%s", i ? "; " : " (", why_place(q, s->rule[i]));
    }
    if (s->nrule > NEAR) {
        text_printf(out, "; %zu more rules", s->nrule - NEAR);
    }
    text_put(out, s->nrule ? ")\n" : "\n");
}

/* Only those that can change this output. */
static void put_open(const struct question *q, const struct reach *r, struct text *out) {
    bool any = false;
    for (uint32_t i = 0; i < q->inquiry->table->ninput; i++) {
        if (!(r->hidden >> i & 1) && q->inquiry->below[r->output] >> i & 1) {
            text_printf(out, "%s%s", any ? ", " : "; open: ", q->inquiry->table->input[i].name);
            any = true;
        }
    }
}

/* A cut answer lists nothing: a part of it would look like all of it. */
void reach_text(const struct question *q, const struct reach *r, struct text *out) {
    const struct table *t = q->inquiry->table;
    text_printf(out, "%s:", t->name);
    for (size_t i = 0; i < q->nword; i++) {
        text_printf(out, " %s", q->word[i]);
    }
    text_printf(out, " -> %s: ", t->output[r->output].name);
    if (r->cut) {
        text_put(out, "undecided, too many pieces; give more inputs\n");
        return;
    }
    text_printf(out, "%zu %s in %s", r->count, r->count == 1 ? "outcome" : "outcomes",
                why_cells(q->arena, r->cells, false));
    put_open(q, r, out);
    text_put(out, "\n");
    for (size_t i = 0; i < r->count; i++) {
        const struct reachable *x = &r->at[i];
        text_printf(out, "  %s: %s (%s)\n", reachable_text(q->arena, t, r->output, x),
                    why_cells(q->arena, x->cells, false), share_text(q->arena, x->cells, r->cells));
        for (size_t k = 0; k < x->nshown; k++) {
            put_shown(q, r, &x->shown[k], out);
        }
        if (x->left > 0) {
            text_printf(out, "    and %s elsewhere\n", why_cells(q->arena, x->left, false));
        }
    }
}

/* ---- JSON ---- */

static void put_string(FILE *out, const char *key, const char *value) {
    fprintf(out, "\"%s\": ", key);
    json_quoted(out, value);
}

static void put_box(const struct question *q, const struct reach *r, const struct shown *s, FILE *out) {
    struct box b = bare(q, r, &s->box);
    const char *comma = "";
    fprintf(out, "{\"cells\": %.17g, \"at_least\": %s, \"where\": {", s->cells, s->at_least ? "true" : "false");
    for (uint64_t rest = b.named; rest; rest &= rest - 1, comma = ", ") {
        uint32_t input = (uint32_t)__builtin_ctzll(rest);
        fputs(comma, out);
        json_quoted(out, q->inquiry->table->input[input].name);
        fputs(": ", out);
        atoms_json(q, input, b.set[input], out);
    }
    fputs("}, \"rules\": [", out);
    for (size_t i = 0; i < s->nrule; i++) {
        fputs(i ? ", " : "", out);
        json_quoted(out, q->inquiry->table->rule[s->rule[i]].name);
    }
    fputs("]}", out);
}

static const char *kind_word(enum line_kind kind) {
    switch (kind) {
    case LINE_VALUE:
        return "value";
    case LINE_NONE:
        return "none";
    case LINE_ERROR:
    case LINE_FAILED:
    case LINE_REFUSE:
        return "error";
    case LINE_INCAPABLE:
        return "incapable";
    case LINE_EXHAUSTED:
        return "exhausted";
    case LINE_NEVER:
        break;
    }
    return "never";
}

static void put_outcome(const struct question *q, const struct reach *r, const struct reachable *x, FILE *out) {
    fprintf(out, "{\"outcome\": \"%s\"", x->gap ? "gap" : kind_word(x->kind));
    if ((x->kind == LINE_VALUE || x->kind == LINE_INCAPABLE) && x->value == NO && x->copy == NO) {
        fprintf(out, ", \"value\": %" PRId64, x->number);
    } else if (x->kind == LINE_VALUE || x->kind == LINE_INCAPABLE) {
        fputs(", ", out);
        put_string(out, x->value == NO ? "copy" : "value", value_text(q->arena, q->inquiry->table, r->output, x));
    }
    if (x->error) {
        fputs(", ", out);
        put_string(out, "error", x->error);
    }
    fprintf(out, ", \"cells\": %.17g, \"boxes\": [", x->cells);
    for (size_t i = 0; i < x->nshown; i++) {
        fputs(i ? ",\n       " : "\n       ", out);
        put_box(q, r, &x->shown[i], out);
    }
    fprintf(out, "], \"cells_elsewhere\": %.17g}", x->left);
}

void reach_json(const struct question *q, const struct reach *r, FILE *out) {
    fputc('{', out);
    put_string(out, "output", q->inquiry->table->output[r->output].name);
    fprintf(out, ", \"cells\": %.17g, \"undecided\": %s, \"outcomes\": [", r->cells, r->cut ? "true" : "false");
    for (size_t i = 0; i < r->count && !r->cut; i++) {
        fputs(i ? ",\n      " : "\n      ", out);
        put_outcome(q, r, &r->at[i], out);
    }
    fputs("]}", out);
}
