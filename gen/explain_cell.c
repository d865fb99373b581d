/* explain_cell.c -- from the texts that a user gives to a whole cell, and what the table decides there.
 *
 * In: a text per input, as far as given.  Out: an atom per input, and each output's decision.
 * A missing text is what a fact says, else the input's default.  A derived integer is computed from the numbers
 * themselves, not from their atoms.  An input that is another output's `as` is decided first.  So inputs are settled on
 * demand, factors and upstream outputs before what is made of them; the table stage has refused cycles.
 * Guaranteed: a text that contradicts what is derived or decided is a fault, never overruled in silence.
 */
#include "explain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint64_t bit(uint32_t i) {
    return (uint64_t)1 << i;
}

/* ---- one input ---- */

/* NO: no value of the input, which is told. */
static uint32_t take(struct question *q, uint32_t input, const char *text, enum origin origin) {
    const struct domain *d = &q->inquiry->space->domain[input];
    const char *error = NULL;
    uint32_t atom = inquiry_atom(q->inquiry, input, text, &error);
    if (atom == NO) {
        question_fault(q, input, "%s", error ? error : arena_printf(q->arena, "'%s' is no value", text));
        return NO;
    }
    q->text[input] = text;
    q->origin[input] = origin;
    if (q->inquiry->table->input[input].type == TYPE_INT) {
        bool unset = atom >= int_natom(d);
        q->number[input] = (struct solved){true, unset, unset ? 0 : strtoll(text, NULL, 10)};
    }
    return atom;
}

/* What a fact says of the input here: yes or no; NULL: either, or there is no fact about it. */
static const char *fact_text(struct question *q, uint32_t input) {
    const struct table *t = q->inquiry->table;
    const struct fact *f = NULL;
    for (size_t i = 0; i < t->nfact && !f; i++) {
        f = t->fact[i].input == input ? &t->fact[i] : NULL;
    }
    if (!f || !question_input(q, f->of) ||
        (t->versions != NO && t->versions != input && !question_input(q, t->versions))) {
        return NULL;
    }
    const struct domain *of = &q->inquiry->space->domain[f->of];
    uint32_t version = t->versions == input ? NO : question_version(q);
    if (aset_has(of->sets, domain_entries(q->inquiry->space, f->of, &f->either, version), q->cell[f->of])) {
        return NULL;
    }
    bool yes = aset_has(of->sets, domain_entries(q->inquiry->space, f->of, &f->yes, version), q->cell[f->of]);
    return t->input[input].value[yes];
}

/* What was given beats a fact: where the two contradict, the cell cannot occur, and that is the answer. */
static uint32_t settle_plain(struct question *q, uint32_t input) {
    const struct input *in = &q->inquiry->table->input[input];
    if (q->text[input]) {
        return take(q, input, q->text[input], ORIGIN_GIVEN);
    }
    const char *fact = fact_text(q, input);
    if (fact) {
        return take(q, input, fact, ORIGIN_FACT);
    }
    if (in->preset) {
        return take(q, input, in->preset, ORIGIN_DEFAULT);
    }
    question_fault(q, input, "input '%s' has no default and is not given; give %s=VALUE, or leave it open with --all",
                   in->name, in->name);
    return NO;
}

/* Its number is known, if only as one that the input cannot have. */
static bool numbered(struct question *q, uint32_t input) {
    return question_input(q, input) || (q->outside[input] && q->number[input].known);
}

/* The number as text; "unset" where a factor is; NULL where it is too large for a number. */
static const char *derive(struct question *q, uint32_t input) {
    const struct input *in = &q->inquiry->table->input[input];
    const struct solved *x = &q->number[in->from[0]], *y = in->from[1] == NO ? NULL : &q->number[in->from[1]];
    int64_t number;
    if (x->unset || (y && y->unset)) {
        return "unset";
    }
    if (!derived_number(in->from_op, x->number, y ? y->number : in->from_by, &number)) {
        q->outside[input] = arena_printf(q->arena, "'%s' = %s is too large", in->name, why_formula(q, in));
        return NULL;
    }
    q->number[input] = (struct solved){true, false, number};
    return arena_printf(q->arena, "%" PRId64, number);
}

/* What is made of a number that is no value has none either, unless it has a value of its own. */
static void pass_on(struct question *q, uint32_t input) {
    const struct input *in = &q->inquiry->table->input[input];
    for (int i = 0; i < 2 && !q->outside[input]; i++) {
        q->outside[input] = in->from[i] == NO ? NULL : q->outside[in->from[i]];
    }
}

/* Given all the same: it must be what follows; a number may be written in another way. */
static bool agrees(const char *given, const char *now) {
    char *given_end, *now_end;
    long long x = strtoll(given, &given_end, 10), y = strtoll(now, &now_end, 10);
    bool numbers = given_end != given && !*given_end && now_end != now && !*now_end;
    return numbers ? x == y : strcmp(given, now) == 0;
}

/* Factors first; their own faults are told there. */
static uint32_t settle_derived(struct question *q, uint32_t input) {
    const struct input *in = &q->inquiry->table->input[input];
    const char *given = q->text[input];
    bool first = numbered(q, in->from[0]), second = in->from[1] == NO || numbered(q, in->from[1]);
    const char *now = first && second ? derive(q, input) : NULL, *error = NULL;
    if (!now) {
        pass_on(q, input);
        return NO;
    }
    if (given && !agrees(given, now)) {
        question_fault(q, input, "%s=%s is given, but %s is %s", in->name, given, why_formula(q, in), now);
        return NO;
    }
    const struct domain *d = &q->inquiry->space->domain[input];
    if (strcmp(now, "unset") == 0 && d->special[VALUE_UNSET - VALUE_OTHER] == NO) {
        return NO; /* its factor is NONE or ERROR */
    }
    if (inquiry_atom(q->inquiry, input, now, &error) == NO) {
        q->outside[input] = arena_printf(q->arena, "'%s' = %s: %s", in->name, why_formula(q, in), error);
        return NO;
    }
    return take(q, input, now, ORIGIN_DERIVED);
}

/* What an output's decision is as a value of the input that it is `as`. */
static const char *decided_text(const struct question *q, uint32_t output) {
    const struct decided *d = &q->answer[output];
    const char *text = answer_text(q->arena, q->inquiry->table, output, d);
    return d->verdict == VERDICT_VALUE || d->verdict == VERDICT_NONE ? text : "ERROR";
}

/* With an override a given value is a choice, which question_decide has taken into account. */
static uint32_t settle_chained(struct question *q, uint32_t input) {
    const struct input *in = &q->inquiry->table->input[input];
    const struct output *o = &q->inquiry->table->output[in->chain];
    const char *given = q->text[input], *error = NULL;
    if (!question_decide(q, in->chain)) {
        return NO;
    }
    const char *now = decided_text(q, in->chain);
    if (given && o->override == OVERRIDE_NO && domain_atom(q->inquiry->space, input, given, &error) == NO) {
        question_fault(q, input, "%s", error);
        return NO;
    }
    if (given && o->override == OVERRIDE_NO && !agrees(given, now)) {
        question_fault(q, input, "%s=%s is given, but this table decides %s=%s here", in->name, given, o->name, now);
        return NO;
    }
    return take(q, input, now, ORIGIN_DECIDED);
}

/* Once per input; one that is being settled is asked for by itself only in a table with a cycle. */
bool question_input(struct question *q, uint32_t input) {
    const struct input *in = &q->inquiry->table->input[input];
    if ((q->settled | q->open) & bit(input)) {
        return !((q->missing | q->open) & bit(input));
    }
    q->open |= bit(input);
    uint32_t atom = in->from_op       ? settle_derived(q, input)
                    : in->chain != NO ? settle_chained(q, input)
                                      : settle_plain(q, input);
    q->cell[input] = atom == NO ? 0 : atom;
    q->missing |= atom == NO ? bit(input) : 0;
    q->settled |= bit(input);
    q->open &= ~bit(input);
    return atom != NO;
}

/* A user's choice may come under the name of the input that the output is `as`. */
static void take_choice(struct question *q, uint32_t input) {
    const struct table *t = q->inquiry->table;
    uint32_t output = t->input[input].chain;
    const char *given = q->text[input], *word = q->own[output].word;
    if (!given || t->output[output].override == OVERRIDE_NO) {
        return;
    }
    if (word && strcmp(word, given) != 0) {
        question_fault(q, input, "%s=%s and %s=%s are two choices for one output", t->input[input].name, given,
                       t->output[output].name, word);
    } else if (!word) {
        choice_parse(q, output, input, given);
    }
}

/* Choices before anything is decided: a chained input may settle an output earlier than its turn. */
bool question_start(struct question *q) {
    const struct table *t = q->inquiry->table;
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (t->input[i].chain != NO) {
            take_choice(q, i);
        } else if (!(q->inquiry->late >> i & 1)) {
            question_input(q, i);
        }
    }
    return q->faults == 0;
}

/* Late inputs only when the rest is sound: their faults would follow from the others. */
bool question_settle(struct question *q) {
    const struct table *t = q->inquiry->table;
    if (!question_start(q)) {
        return false;
    }
    for (uint32_t i = 0; i < t->ninput; i++) {
        question_input(q, i);
    }
    for (uint32_t o = 0; o < t->noutput && !q->faults; o++) {
        question_decide(q, o);
    }
    return q->faults == 0;
}

/* ---- some inputs left open ---- */

/* With one factor open the derived number is open too. */
static bool factors_stand(const struct question *q, const struct input *in) {
    uint64_t factors = bit(in->from[0]) | (in->from[1] == NO ? 0 : bit(in->from[1]));
    return (q->settled & ~q->missing & factors) == factors;
}

/* A given value of an input that others define narrows it, whatever they are. */
bool question_open(struct question *q) {
    const struct table *t = q->inquiry->table;
    uint64_t before;
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (q->text[i] && !t->input[i].from_op && t->input[i].chain == NO) {
            question_input(q, i);
        }
    }
    do { /* derived inputs of derived ones */
        before = q->settled;
        for (uint32_t i = 0; i < t->ninput && !q->faults; i++) {
            if (t->input[i].from_op && factors_stand(q, &t->input[i])) {
                question_input(q, i);
            }
        }
    } while (q->settled != before);
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (q->outside[i]) { /* boxes have no place for it */
            question_fault(q, i, "%s", q->outside[i]);
        }
        if (q->text[i] && !(q->settled >> i & 1)) {
            uint32_t atom = take(q, i, q->text[i], ORIGIN_GIVEN);
            q->cell[i] = atom == NO ? 0 : atom;
            q->settled |= bit(i);
        }
    }
    return q->faults == 0;
}
