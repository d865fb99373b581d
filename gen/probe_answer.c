/* probe_answer.c -- what a table decides on each device, as far as the machine and the user say enough.
 *
 * In:  one probe_cell per device.  Out: a settled question (explain.h) per device, and its answers as text or JSON.
 * Inputs that nobody gave take their default or fact; the rest is open, and said to be.
 */
#include "probe.h"

#include "explain.h"
#include "msg.h"

#include <string.h>

struct question *probe_ask(struct probe *p, struct inquiry *inquiry, const struct probe_cell *cell) {
    struct question *q = arena_alloc(p->arena, sizeof *q);
    q->inquiry = inquiry;
    q->arena = p->arena;
    memcpy(q->text, cell->text, sizeof cell->text);
    question_settle(q);
    return q;
}

/* Neither given nor probed, nor to be derived from what is. */
static bool is_open(const struct question *q, uint32_t input) {
    const struct input *in = &q->inquiry->table->input[input];
    return q->missing >> input & 1 && in->chain == NO && in->from_op == 0;
}

static const char *answer_of(const struct question *q, uint32_t output) {
    return answer_text(q->arena, q->inquiry->table, output, &q->answer[output]);
}

/* "rule gemma4, tables/gemma4.ini:97", or "" where no rule decides. */
static const char *place_of(const struct question *q, uint32_t output) {
    const struct decided *d = &q->answer[output];
    const struct rule *r = d->rule == NO ? NULL : &q->inquiry->table->rule[d->rule];
    return !r ? ""
              : arena_printf(q->arena, "%s %s, %s:%u", r->kind == RULE_REFUSE ? "refuse" : "rule", r->name,
                             q->inquiry->l->sources.file[r->pos.file].path, (unsigned)r->pos.line);
}

void probe_answer_text(const struct question *q, FILE *out) {
    const struct table *t = q->inquiry->table;
    const char *comma = "  open: ", *space = "  by default: ";
    for (uint32_t i = 0; i < t->ninput && q->faults == 0; i++) {
        if (q->origin[i] == ORIGIN_DEFAULT) {
            fprintf(out, "%s%s=%s", space, t->input[i].name, q->text[i]);
            space = " ";
        }
    }
    fputs(space[1] ? "" : "\n", out);
    for (uint32_t i = 0; i < t->noutput && q->faults == 0; i++) {
        const char *place = place_of(q, i);
        fprintf(out, "  %s=%s%s%s%s\n", t->output[i].name, answer_of(q, i), *place ? " (" : "", place,
                *place ? ")" : "");
    }
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (is_open(q, i)) {
            fprintf(out, "%s%s", comma, t->input[i].name);
            comma = ", ";
        }
    }
    fputs(*comma == ',' ? "; give INPUT=VALUE for an answer\n" : "", out);
}

void probe_answer_json(const struct question *q, FILE *out) {
    const struct table *t = q->inquiry->table;
    const char *comma = "";
    fputs(", \"answers\": [", out);
    for (uint32_t i = 0; i < t->noutput && q->faults == 0; i++) {
        fputs(i > 0 ? ", {\"output\": " : "{\"output\": ", out);
        json_quoted(out, t->output[i].name);
        fputs(", \"answer\": ", out);
        json_quoted(out, answer_of(q, i));
        fputs(", \"by\": ", out);
        json_quoted(out, place_of(q, i));
        fputs("}", out);
    }
    fputs("], \"open\": [", out);
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (is_open(q, i)) {
            fputs(comma, out);
            json_quoted(out, t->input[i].name);
            comma = ", ";
        }
    }
    fputs("]", out);
}

void probe_compare(struct probe *p, struct question *const *q, size_t n) {
    for (uint32_t i = 0; n > 0 && i < q[0]->inquiry->table->noutput; i++) {
        for (size_t k = 1; k < n; k++) {
            bool both = q[0]->faults == 0 && q[k]->faults == 0;
            if (both && strcmp(answer_of(q[0], i), answer_of(q[k], i)) != 0) {
                probe_say(p, false, "the devices get different answers: %s=%s on device 0, %s on device %zu",
                          q[0]->inquiry->table->output[i].name, answer_of(q[0], i), answer_of(q[k], i), k);
                break;
            }
        }
    }
}
