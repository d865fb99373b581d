/* cmd_explain.c -- `turnout explain TABLE input=value...`: what is chosen in one cell, by which rule, and why.
 *
 * The first line of each output is the answer, in the form that logs use; behind it, unless -q, what explain_text.c
 * says.  OUTPUT=VALUE is the user's own choice.  --all leaves inputs that are not given open and lists every outcome.
 * An answer that is trouble (gap, conflict, exhausted, incapable, forbidden) gives the exit status of a finding, as far
 * as -W and [allow] make it one.
 */
#include "explain.h"

#include <string.h>

enum { BOXES_SHOWN = 8 };

/* ---- operands ---- */

/* Some texts speak of the value only. */
static void told(void *to, uint32_t input, const char *text) {
    const struct question *q = to;
    const char *name = input == NO ? NULL : q->inquiry->table->input[input].name;
    bool says = !name || strstr(text, arena_printf(q->arena, "'%s'", name)) || strncmp(text, name, strlen(name)) == 0;
    fprintf(stderr, "turnout: error: %s%s%s\n", says ? "" : name, says ? "" : ": ", text);
}

/* Outputs too: a choice may be misspelled. */
static const char *nearest_name(const struct table *t, const char *name) {
    const char *known[2 * MOST];
    size_t n = 0;
    for (size_t i = 0; i < t->ninput; i++) {
        known[n++] = t->input[i].name;
    }
    for (size_t i = 0; i < t->noutput; i++) {
        known[n++] = t->output[i].name;
    }
    return nearest(name, known, n);
}

static uint32_t output_named(const struct table *t, const char *name) {
    for (uint32_t i = 0; i < t->noutput; i++) {
        if (strcmp(t->output[i].name, name) == 0) {
            return i;
        }
    }
    return NO;
}

/* The name ends at the first '=': a value may hold more of them. */
static void take_operand(struct question *q, const char *word) {
    const struct table *t = q->inquiry->table;
    const char *equal = strchr(word, '=');
    if (!equal) {
        question_fault(q, NO, "an input is given as NAME=VALUE, not as '%s'", word);
        return;
    }
    char *name = arena_strdup(q->arena, word, (size_t)(equal - word));
    uint32_t input = input_named(t, name), output = output_named(t, name);
    if (input == NO && output == NO) {
        const char *near = nearest_name(t, name);
        question_fault(q, NO, near ? "unknown input '%s'; did you mean '%s'?" : "unknown input '%s'", name, near);
    } else if (input != NO ? q->text[input] != NULL : q->own[output].word != NULL) {
        question_fault(q, input, "'%s' is given twice", name);
    } else if (input != NO) {
        q->text[input] = equal + 1;
    } else {
        choice_parse(q, output, NO, equal + 1);
    }
}

/* All of them, so that all faults are told. */
static bool take_operands(struct question *q, const struct options *o) {
    q->word = o->operand + 1;
    q->nword = o->noperand - 1;
    for (size_t i = 0; i < q->nword; i++) {
        take_operand(q, q->word[i]);
    }
    return q->faults == 0;
}

/* ---- answers ---- */

/* Where no rule decided, the output is what has to change. */
static struct pos rule_pos(const struct question *q, uint32_t output, uint32_t rule) {
    const struct table *t = q->inquiry->table;
    return rule == NO ? t->output[output].pos : t->rule[rule].pos;
}

static const char *cell_text(const struct question *q) {
    struct text t = {.arena = q->arena};
    text_put(&t, q->nword ? "" : "every input by default");
    for (size_t i = 0; i < q->nword; i++) {
        text_printf(&t, "%s%s", i ? " " : "", q->word[i]);
    }
    return t.at;
}

/* In text and JSON at once, in sarif and github as a message of the run. */
static void answer(const struct question *q, struct msgs *m, const struct options *o, uint32_t output) {
    bool quiet = o->value[OPTION_QUIET] != NULL;
    struct reason r = reason_of(q, output, DEPTH_FULL);
    struct changes c = quiet ? (struct changes){NULL, 0, 0} : changes_of(q, output);
    struct text text = {.arena = q->arena};
    progress_end();
    report_answer(m, q, output, &r, cell_text(q));
    switch (format_of(o)) {
    case FORMAT_JSON:
        fputs(output ? ",\n   " : "\n   ", stdout);
        explain_json(q, output, &r, quiet ? NULL : &c, stdout);
        break;
    case FORMAT_TEXT:
        explain_text(q, output, &r, quiet ? NULL : &c, &text);
        fputs(text.at, stdout);
        break;
    case FORMAT_SARIF:
    case FORMAT_GITHUB:
        explain_text(q, output, &r, quiet ? NULL : &c, &text);
        msg_answer(m, rule_pos(q, output, r.d->rule), text.at);
    }
}

/* A limit is a finding, not an empty answer. */
static void answer_open(const struct question *q, struct msgs *m, const struct options *o, uint32_t output) {
    struct reach r = reach_of(q, output, BOXES_SHOWN);
    progress_end();
    struct text text = {.arena = q->arena};
    if (r.cut) { /* reach_text says so too */
        const struct output *out = &q->inquiry->table->output[output];
        msg_add(m, FINDING_UNDECIDED, out->pos, strlen(out->name),
                "the outcomes of '%s' are too many pieces to list; give more inputs", out->name);
    }
    if (format_of(o) == FORMAT_JSON) {
        fputs(output ? ",\n   " : "\n   ", stdout);
        reach_json(q, &r, stdout);
        return;
    }
    reach_text(q, &r, &text);
    if (format_of(o) == FORMAT_TEXT) {
        fputs(text.at, stdout);
    } else {
        msg_answer(m, rule_pos(q, output, NO), text.at);
    }
}

/* Boxes in which nothing but the given inputs can occur. */
static const struct boxes *given_boxes(struct arena *a, const struct question *q, const struct boxes *from) {
    struct boxes *b = arena_alloc(a, sizeof *b);
    const struct space *s = q->inquiry->space;
    *b = *from;
    b->never = (struct region){NULL, 0};
    region_add(a, &b->never, &from->never);
    for (uint32_t i = 0; i < s->ninput; i++) {
        struct box other = box_full(s, a);
        struct asets *sets = s->domain[i].sets;
        if (q->settled >> i & 1 && box_narrow(s, &other, i, aset_minus(sets, ASET_FULL, aset_one(sets, q->cell[i])))) {
            *PUSH(a, b->never.box, b->never.nbox) = other;
        }
    }
    return b;
}

/* Plans that know which values of a chained input can occur where. */
static const struct boxes *chain_plans(struct arena *a, struct loaded *l, const struct boxes *b) {
    const uint32_t *order = boxes_order(a, l->table);
    for (uint32_t i = 0; i < l->table->noutput; i++) {
        l->plan[order[i]] = plan_build(a, &l->msgs, b, order[i]);
        b = boxes_chain(a, &l->msgs, b, l->plan[order[i]]);
    }
    return b;
}

/* Plans say what the first of two rules says; where those conflict, this must be told. */
static void tell_conflicts(struct arena *a, struct loaded *l, const struct boxes *given) {
    struct msgs scratch;
    msgs_init(&scratch, a, &l->sources);
    analyse(a, &scratch, given, l->plan, &l->limits);
    for (size_t i = 0; i < scratch.nmsg; i++) {
        if (scratch.msg[i].finding == FINDING_CONFLICT) {
            *PUSH(a, l->msgs.msg, l->msgs.nmsg) = scratch.msg[i];
        }
    }
}

/* In JSON one document, whatever the answers are.  In text, the trouble with an answer stands below it already. */
static enum status finish_answers(struct loaded *l, const struct options *o) {
    bool trouble = msgs_count(&l->msgs, LEVEL_ERROR) > 0;
    switch (format_of(o)) {
    case FORMAT_JSON:
        fputs("],\n ", stdout);
        finish_members(l);
        break;
    case FORMAT_TEXT:
        if (o->value[OPTION_ALL]) {
            fflush(stdout);
            finish(l, o);
        }
        break;
    case FORMAT_SARIF:
    case FORMAT_GITHUB:
        finish(l, o);
    }
    return trouble ? STATUS_FINDINGS : STATUS_OK;
}

/* Faults of the question are usage, faults of the answer are findings. */
static enum status explain(struct arena *a, struct loaded *l, const struct options *o) {
    struct question q = {.inquiry = inquiry_new(a, l), .arena = a, .fault = told};
    bool all = o->value[OPTION_ALL] != NULL;
    q.to = &q;
    bool fits = take_operands(&q, o);
    if (all) {
        fits = question_open(&q) && fits;
        const struct boxes *first = l->plan[boxes_order(a, l->table)[0]]->boxes; /* no output is decided there */
        tell_conflicts(a, l, chain_plans(a, l, given_boxes(a, &q, first)));
    } else {
        fits = question_settle(&q) && fits;
    }
    if (!fits) {
        return STATUS_USAGE;
    }
    if (format_of(o) == FORMAT_JSON) {
        answers_open_json(l->table->name, stdout);
        given_json(&q, stdout);
        fputs(",\n \"answers\": [", stdout);
    }
    for (uint32_t i = 0; i < l->table->noutput; i++) {
        if (all) {
            answer_open(&q, &l->msgs, o, i);
        } else {
            answer(&q, &l->msgs, o, i);
        }
    }
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
