/* explain_change.c -- what would change the answer: one input at a time, each of its other values.
 *
 * In: a settled question.  Out: per input and other outcome the values that give it, in the table's own words.
 * Each value is asked as a question of its own, so derived inputs and upstream outputs follow.  Where an input is a
 * factor of a derived one, a piece of its numbers need not act as one: then a number that does it is shown.
 * An input with too many values for the number of rules is not tried, and named.
 */
#include "explain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKS = 100000000 }; /* values times rules of one input */

/* The same question with another text for one input. */
static bool ask(const struct question *q, struct arena *a, uint32_t output, uint32_t input, const char *text,
                struct decided *out) {
    struct question other = {.inquiry = q->inquiry, .arena = a};
    for (uint32_t i = 0; i < q->inquiry->table->ninput; i++) {
        other.text[i] = i == input ? text : q->origin[i] == ORIGIN_GIVEN ? q->text[i] : NULL;
    }
    for (uint32_t o = 0; o < q->inquiry->table->noutput; o++) {
        other.own[o].word = q->own[o].word;
        other.own[o].value = q->own[o].value;
        other.own[o].number = q->own[o].number;
    }
    bool fits = question_start(&other) && question_decide(&other, output) && !other.faults;
    *out = other.answer[output];
    return fits && out->verdict != VERDICT_NEVER;
}

/* The number means nothing where no value came out. */
static bool same(const struct decided *x, const struct decided *y) {
    struct decided a = *x, b = *y;
    a.number = a.verdict == VERDICT_VALUE ? a.number : 0;
    b.number = b.verdict == VERDICT_VALUE ? b.number : 0;
    a.copy = b.copy = NO;
    return decided_same(&a, &b);
}

struct trying { /* one input and one output */
    const struct question *q;
    struct changes *changes;
    size_t first; /* of this input's changes */
    uint32_t output, input;
    bool factor; /* of a derived input that the output depends on, or copied: a piece need not act as one */
};

/* Directly: what is derived from derived numbers is left to the ends of pieces. */
static bool depends(const struct trying *t, uint32_t derived) {
    const struct input *in = &t->q->inquiry->table->input[derived];
    return in->from_op && (in->from[0] == t->input || in->from[1] == t->input) &&
           t->q->inquiry->below[t->output] >> derived & 1;
}

/* Each number of a copied input is an outcome of its own. */
static bool copied(const struct trying *t) {
    const struct table *table = t->q->inquiry->table;
    for (size_t r = 0; r < table->nrule; r++) {
        const struct outcome *o = table->rule[r].kind == RULE_RULE ? rule_outcome(&table->rule[r], t->output) : NULL;
        if (o && (o->kind == OUTCOME_COPY || o->kind == OUTCOME_PRODUCT) && o->input == t->input) {
            return table->output[t->output].is_int;
        }
    }
    return false;
}

/* Unsigned: the ends of the range may be further apart than int64_t holds. */
static uint64_t away(const struct trying *t, const char *text) {
    int64_t number = strtoll(text, NULL, 10), now = t->q->number[t->input].number;
    return number > now ? (uint64_t)number - (uint64_t)now : (uint64_t)now - (uint64_t)number;
}

/* Of a conflict both. */
static void add_rules(const struct trying *t, struct change *to, const struct decided *answer) {
    const uint32_t rule[] = {answer->rule, answer->other};
    for (int i = 0; i < 1 + (answer->verdict == VERDICT_CONFLICT); i++) {
        bool known = false;
        for (size_t k = 0; k < to->nrule && !known; k++) {
            known = to->rule[k] == rule[i];
        }
        if (!known) {
            *PUSH(t->q->arena, to->rule, to->nrule) = rule[i];
        }
    }
}

/* Joins the values of one outcome; of numbers that are only examples the nearest is kept. */
static void add(const struct trying *t, uint32_t atom, const char *text, const struct decided *answer) {
    struct asets *sets = t->q->inquiry->space->domain[t->input].sets;
    struct changes *c = t->changes;
    struct change *to = NULL;
    for (size_t i = t->first; i < c->count && !to; i++) {
        to = same(&c->at[i].answer, answer) ? &c->at[i] : NULL;
    }
    if (!to) {
        to = PUSH(t->q->arena, c->at, c->count);
        *to = (struct change){.input = t->input, .set = ASET_EMPTY, .output = t->output, .example = t->factor};
        to->answer = *answer;
        const char *error = answer->error; /* may live in the question's memory */
        to->answer.error = error ? arena_strdup(t->q->arena, error, strlen(error)) : NULL;
    }
    to->set = aset_or(sets, to->set, aset_one(sets, atom));
    bool nearer = t->factor && (!to->words || away(t, text) < away(t, to->words));
    if (nearer) {
        to->words = arena_strdup(t->q->arena, text, strlen(text));
        to->rule = NULL; /* that of the number shown */
        to->nrule = 0;
    }
    if (nearer || !t->factor) {
        add_rules(t, to, answer);
    }
}

/* A question of its own, with its own memory: there may be thousands. */
static void try_text(const struct trying *t, const char *text) {
    struct arena *a = arena_new();
    struct decided answer;
    const char *error;
    uint32_t atom = domain_atom(t->q->inquiry->space, t->input, text, &error);
    if (atom != NO && ask(t->q, a, t->output, t->input, text, &answer) && !same(&answer, &t->q->answer[t->output])) {
        add(t, atom, text, &answer);
    }
    arena_free(a);
}

/* A number of the input that makes the derived one `want`, the other factor as it is; false: none is sure. */
static bool factor_for(const struct trying *t, const struct input *derived, int64_t want, int64_t *out) {
    bool left = derived->from[0] == t->input;
    const struct solved *other = left && derived->from[1] != NO ? &t->q->number[derived->from[1]]
                                 : left                         ? NULL
                                                                : &t->q->number[derived->from[0]];
    int64_t by = other ? other->number : derived->from_by;
    if (other && (!other->known || other->unset)) {
        return false;
    }
    switch (derived->from_op) {
    case '+':
        return !__builtin_sub_overflow(want, by, out);
    case '*':
        *out = by > 0 ? want / by + (want % by > 0) : 0;
        return by > 0;
    case '/':
        if (left) {
            return !__builtin_mul_overflow(want, by, out);
        }
        *out = want > 0 ? by / want : 0;
        return want > 0;
    case '%':
        *out = left ? want : by - want;
        return true;
    default:
        return false;
    }
}

/* Where the derived number enters and leaves each of its pieces. */
static void try_factor(const struct trying *t, uint32_t derived) {
    const struct domain *d = &t->q->inquiry->space->domain[derived];
    int64_t number;
    for (uint32_t atom = 0; atom < int_natom(d); atom++) {
        if (factor_for(t, &t->q->inquiry->table->input[derived], d->atom[atom].lo, &number)) {
            try_text(t, arena_printf(t->q->arena, "%" PRId64, number));
        }
        if (factor_for(t, &t->q->inquiry->table->input[derived], d->atom[atom].hi, &number)) {
            try_text(t, arena_printf(t->q->arena, "%" PRId64, number));
        }
    }
}

/* Each piece by one of its numbers, then what derived inputs ask for. */
static void try_input(const struct question *q, uint32_t output, uint32_t input, struct changes *c) {
    const struct domain *d = &q->inquiry->space->domain[input];
    struct trying t = {q, c, c->count, output, input, false};
    t.factor = copied(&t);
    for (uint32_t i = 0; i < q->inquiry->table->ninput; i++) {
        t.factor = t.factor || depends(&t, i);
    }
    for (uint32_t atom = 0; atom < d->natom; atom++) {
        if (atom % 64 == 0) {
            progress("trying other values", atom, d->natom);
        }
        if (atom != q->cell[input]) {
            try_text(&t, d->atom[atom].text);
        }
    }
    for (uint32_t i = 0; i < q->inquiry->table->ninput; i++) {
        if (depends(&t, i)) {
            try_factor(&t, i);
        }
    }
    for (size_t i = t.first; i < c->count && !t.factor; i++) {
        c->at[i].words = domain_text(q->inquiry->space, q->arena, input, c->at[i].set);
    }
}

/* Only inputs that can matter: the others would be tried for nothing. */
struct changes changes_of(const struct question *q, uint32_t output) {
    struct changes c = {NULL, 0, 0};
    const struct table *t = q->inquiry->table;
    bool never = q->answer[output].verdict == VERDICT_NEVER; /* any input may be what cannot occur */
    for (uint32_t i = 0; i < t->ninput; i++) {
        bool matters = never || q->inquiry->below[output] >> i & 1;
        if (!matters || q->read >> i & 1 || t->input[i].from_op || t->input[i].chain != NO) {
            continue;
        }
        if ((uint64_t)q->inquiry->space->domain[i].natom * (t->nrule + 1) > LOOKS) {
            c.untried |= (uint64_t)1 << i;
        } else {
            try_input(q, output, i, &c);
        }
    }
    return c;
}
