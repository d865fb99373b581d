/* domain_derived.c -- where the domain of an int input is cut.
 *
 * In: an int input.  Out: the bounds and moduli that entries name for it, and those that follow from entries about
 * inputs derived from it by a constant (`from = head / 8`) and about outputs that copy it (`page = 64 * n`): where the
 * computed number crosses a bound, its factor is cut too.  So for +, * and / by a constant a piece of the factor lies
 * within one piece of the derived input, and several inputs derived from one factor agree with each other.
 */
#include "domain.h"

/* Bounds are first values of pieces: lo, and the one above hi. */
static void see_entry(void *to, uint32_t input, const struct entry *e) {
    struct int_cuts *cuts = to;
    if (input != cuts->input)
        return;
    if (e->kind == ENTRY_MULTIPLE) {
        if (e->lo > 1)
            *PUSH(cuts->arena, cuts->modulus, cuts->nmodulus) = e->lo;
    } else if (e->kind == ENTRY_RANGE || e->kind == ENTRY_COMPARE ||
               (e->kind == ENTRY_WORD && !(e->value >= VALUE_OTHER && e->value <= VALUE_ERROR))) {
        *PUSH(cuts->arena, cuts->bound, cuts->nbound) = e->lo;
        if (e->hi < INT64_MAX)
            *PUSH(cuts->arena, cuts->bound, cuts->nbound) = e->hi + 1;
    }
}

/* The smallest factor whose derived number is at least `bound`; false: not one place, or out of reach. */
static bool bound_of_factor(const struct input *derived, int64_t bound, int64_t *out) {
    int64_t by = derived->from_by;
    switch (derived->from_op) {
    case '+':
        return !__builtin_sub_overflow(bound, by, out);
    case '*':
        if (by > 0)
            *out = bound / by + (bound % by > 0);
        return by > 0;
    case '/':
        if (by <= 0 || bound == INT64_MIN)
            return false;
        if (bound > 0)
            return !__builtin_mul_overflow(bound, by, out);
        return !__builtin_mul_overflow(bound - 1, by, out) && !__builtin_add_overflow(*out, 1, out);
    default:
        return false;
    }
}

/* The modulus of the factor that tells whether the derived number is a multiple of `modulus`; 1: none does. */
static int64_t modulus_of_factor(const struct input *derived, int64_t modulus) {
    int64_t by = derived->from_by;
    switch (derived->from_op) {
    case '*':
        return by > 0 ? int_lcm(modulus, by) / by : 1;
    case '+':
    case '%':
        return by % modulus == 0 ? modulus : 1;
    default:
        return 1;
    }
}

/* Cuts of the derived input, seen from its factor. */
static void map_cuts(struct int_cuts *to, const struct input *derived, const struct int_cuts *from) {
    int64_t bound;
    for (size_t i = 0; i < from->nbound; i++) {
        if (bound_of_factor(derived, from->bound[i], &bound))
            *PUSH(to->arena, to->bound, to->nbound) = bound;
        if (derived->from_op == '%' && from->bound[i] == 1 && derived->from_by > 1) /* 0 or not */
            *PUSH(to->arena, to->modulus, to->nmodulus) = derived->from_by;
    }
    for (size_t i = 0; i < from->nmodulus; i++) {
        int64_t modulus = modulus_of_factor(derived, from->modulus[i]);
        if (modulus > 1 && modulus < INT64_MAX)
            *PUSH(to->arena, to->modulus, to->nmodulus) = modulus;
    }
}

static void collect(const struct table *t, struct int_cuts *cuts, int depth);

/* Cuts of what is computed from the input: a derived input, or an output (NO: none), which may be an input too. */
static void collect_from(const struct table *t, struct int_cuts *cuts, const struct input *derived, uint32_t input,
                         uint32_t output, int depth) {
    struct int_cuts from = {.arena = cuts->arena, .input = input};
    if (input != NO)
        collect(t, &from, depth + 1);
    else
        domain_answers(t, output, NO, see_entry, &from);
    *PUSH(from.arena, from.bound, from.nbound) = derived->lo;
    if (derived->hi < INT64_MAX)
        *PUSH(from.arena, from.bound, from.nbound) = derived->hi + 1;
    map_cuts(cuts, derived, &from);
}

/* `page = <n>` and `page = 64 * n`: an output is computed from the input. */
static void collect_copies(const struct table *t, struct int_cuts *cuts, int depth) {
    for (size_t r = 0; r < t->nrule; r++) {
        for (size_t i = 0; i < t->rule[r].nassign && t->rule[r].kind == RULE_RULE; i++) {
            const struct outcome *o = &t->rule[r].assign[i].outcome;
            uint32_t output = t->rule[r].assign[i].output;
            const struct output *out = &t->output[output];
            bool product = o->kind == OUTCOME_PRODUCT;
            struct input as = {.lo = out->lo, .hi = out->hi, .from_op = '*', .from_by = product ? o->number : 1};
            if ((product || o->kind == OUTCOME_COPY) && o->input == cuts->input && out->is_int)
                collect_from(t, cuts, &as, out->input, output, depth);
        }
    }
}

/* Own cuts, then those of everything computed from the input, however deep. */
static void collect(const struct table *t, struct int_cuts *cuts, int depth) {
    domain_walk(t, see_entry, cuts);
    for (uint32_t i = 0; i < t->ninput && depth < 64; i++) {
        const struct input *derived = &t->input[i];
        if (derived->from_op && derived->from[0] == cuts->input && derived->from[1] == NO)
            collect_from(t, cuts, derived, i, NO, depth);
    }
    if (depth < 64)
        collect_copies(t, cuts, depth);
}

void int_cuts(const struct table *t, struct int_cuts *cuts) {
    collect(t, cuts, 0);
}
