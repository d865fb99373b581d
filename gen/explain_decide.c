/* explain_decide.c -- one output in one cell: what the definition says, and what it cannot know.
 *
 * In: a question whose inputs are settled on demand.  Out: the output's decision, by the rules and with the user's choice.
 * Guaranteed: as the header answers -- a copied number that is too large, and an output that speaks of a derived number
 * which is no value, are ERROR.
 */
#include "explain.h"

/* Faults of all of them are told, not of the first only. */
static void settle_all(struct question *q, uint64_t inputs) {
    for (; inputs; inputs &= inputs - 1) {
        question_input(q, (uint32_t)__builtin_ctzll(inputs));
    }
}

/* A copy is known by its number here, where the definition only knows the piece. */
static void take_copy(const struct question *q, struct decided *d) {
    if (d->verdict != VERDICT_VALUE || d->copy == NO) {
        return;
    }
    if (__builtin_mul_overflow(d->number, q->number[d->copy].number, &d->number)) {
        d->verdict = VERDICT_ERROR;
        d->error = "the product is too large";
    }
    d->copy = NO;
}

/* A conflict upstream has no value that rules could have said: the definition knows no cell for it. */
static void take_conflict(struct question *q, uint32_t output) {
    for (uint64_t rest = q->inquiry->named[output] & q->inquiry->late; rest; rest &= rest - 1) {
        uint32_t by = q->inquiry->table->input[__builtin_ctzll(rest)].chain;
        if (by != NO && q->decided >> by & 1 && q->answer[by].verdict == VERDICT_CONFLICT) {
            q->rules[output].verdict = VERDICT_ERROR;
            q->rules[output].rule = q->rules[output].other = NO;
            q->rules[output].error =
                arena_printf(q->arena, "the rules for '%s' are in conflict here", q->inquiry->table->output[by].name);
        }
    }
}

/* An output that speaks of a number which is no value is ERROR, as in the header; the others are decided. */
static bool take_outside(struct question *q, uint32_t output) {
    for (uint64_t rest = q->inquiry->named[output] & q->missing; rest; rest &= rest - 1) {
        const char *why = q->outside[__builtin_ctzll(rest)];
        if (why) {
            q->rules[output].verdict = VERDICT_ERROR;
            q->rules[output].error = why;
            return true;
        }
    }
    return false;
}

/* What has no value because an upstream output is NONE or ERROR has any cell: no rule that it could mislead covers. */
bool question_decide(struct question *q, uint32_t output) {
    const uint64_t own = (uint64_t)1 << output;
    if ((q->decided | q->deciding) & own) {
        return !(q->deciding & own);
    }
    q->deciding |= own;
    q->rules[output] =
        (struct decided){.verdict = VERDICT_NEVER, .value = NO, .copy = NO, .rule = NO, .other = NO, .cand = NO};
    settle_all(q, q->inquiry->named[output]);
    if (q->faults == 0 && !take_outside(q, output)) {
        q->rules[output] = decide(inquiry_view(q, output), output, q->cell);
        take_copy(q, &q->rules[output]);
        take_conflict(q, output);
    }
    q->answer[output] = q->rules[output];
    q->decided |= own;
    q->deciding &= ~own;
    choice_resolve(q, output);
    return true;
}
