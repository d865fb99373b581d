/* explain_answer.c -- one answer of `explain` or `which`, in the format that was asked for.
 *
 * In:   a settled question, or one with inputs left open.  Out: text or JSON at once; sarif and github as messages of
 *       the run; answers that are trouble as findings, so that they make the exit status.
 */
#include "explain.h"

#include <string.h>

enum { BOXES_SHOWN = 8 };

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
enum status finish_answers(struct loaded *l, const struct options *o) {
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

bool question_prepare(struct question *q, struct loaded *l, const struct options *o) {
    if (!o->value[OPTION_ALL]) {
        return question_settle(q);
    }
    bool fits = question_open(q);
    const struct boxes *first = l->plan[boxes_order(q->arena, l->table)[0]]->boxes; /* no output is decided there */
    tell_conflicts(q->arena, l, chain_plans(q->arena, l, given_boxes(q->arena, q, first)));
    return fits;
}

void question_answers(const struct question *q, struct loaded *l, const struct options *o) {
    if (format_of(o) == FORMAT_JSON) {
        given_json(q, stdout);
        fputs(",\n \"answers\": [", stdout);
    }
    for (uint32_t i = 0; i < l->table->noutput; i++) {
        if (o->value[OPTION_ALL]) {
            answer_open(q, &l->msgs, o, i);
        } else {
            answer(q, &l->msgs, o, i);
        }
    }
}
