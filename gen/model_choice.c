/* model_choice.c -- test vectors with a user's choices: what DESIGN says of overrides, one row at a time.
 *
 * In: the rows of the test vectors.  Out: the list `choice`: the same inputs with a choice for some outputs, and what
 * comes out of each output and how.  Row after row the choices of each output go through none, its values, and one that
 * it has not.  The answers come from decide() and the boxes, never from what is emitted.
 */
#include "model.h"

#include <inttypes.h>

enum { MOST = 4000 };
enum how { HOW_DECIDED, HOW_CHOSEN, HOW_REFUSED, HOW_FELL_BACK };
struct pick { /* of one output */
    bool given;
    int64_t number; /* as the header takes it: an id, or a number */
};
struct settled {
    enum how how;
    struct terminal outcome;
};
struct settling {
    const struct model *m;
    const struct vector *vector;
    struct pick pick[64];
    struct settled settled[64];
    uint32_t cell[64];
    uint64_t number_known; /* chained inputs whose number stands */
    int64_t number[64];
};

/* ---- the cell, as outputs are settled ---- */

static uint32_t number_atom(const struct settling *s, uint32_t input, int64_t number) {
    const struct domain *d = &s->m->space->domain[input];
    for (uint32_t i = 0; i < int_natom(d); i++) {
        if (int_has(d, i, number)) {
            return i;
        }
    }
    return NO;
}

static bool is_number(const struct settling *s, uint32_t input) {
    return s->cell[input] < int_natom(&s->m->space->domain[input]);
}

static int64_t number_of(const struct settling *s, uint32_t input) {
    const struct input *in = &s->m->table->input[input];
    int64_t number = 0;
    if (in->chain != NO) {
        return s->number[input];
    }
    if (in->from_op) {
        int64_t y = in->from[1] == NO ? in->from_by : number_of(s, in->from[1]);
        return derived_number(in->from_op, number_of(s, in->from[0]), y, &number) ? number : 0;
    }
    return model_row_number(s->m, s->vector, input);
}

/* Derived inputs, as far as their factors stand; in any order, so more than once. */
static void derive(struct settling *s) {
    const struct table *t = s->m->table;
    for (uint32_t pass = 0; pass < t->ninput; pass++) {
        for (uint32_t i = 0; i < t->ninput; i++) {
            const struct input *in = &t->input[i];
            if (in->from_op) {
                bool numbers = is_number(s, in->from[0]) && (in->from[1] == NO || is_number(s, in->from[1]));
                uint32_t unset = s->m->space->domain[i].special[VALUE_UNSET - VALUE_OTHER];
                uint32_t atom = numbers ? number_atom(s, i, number_of(s, i)) : unset;
                s->cell[i] = atom == NO ? s->cell[i] : atom;
            }
        }
    }
}

/* What came out of an output becomes the input that it is `as`. */
static void carry(struct settling *s, uint32_t output) {
    const struct output *out = &s->m->table->output[output];
    const struct terminal *t = &s->settled[output].outcome;
    if (out->input >= s->m->table->ninput) {
        return;
    }
    const struct domain *d = &s->m->space->domain[out->input];
    uint32_t atom = d->special[(t->verdict == VERDICT_NONE ? VALUE_NONE : VALUE_ERROR) - VALUE_OTHER];
    if (t->verdict == VERDICT_VALUE) {
        atom = out->is_int ? number_atom(s, out->input, t->number) : t->value;
        s->number[out->input] = t->number;
    }
    s->cell[out->input] = atom == NO ? 0 : atom;
    derive(s);
}

/* ---- choices ---- */

static bool holds(const struct settling *s, uint32_t rule) {
    const struct region *r = &s->m->in->boxes->rule[rule];
    for (size_t i = 0; i < r->nbox; i++) {
        if (box_has(s->m->space, &r->box[i], s->cell)) {
            return true;
        }
    }
    return false;
}

static bool answers(const struct settling *s, const struct assign *e) {
    const struct terminal *t = &s->settled[e->output].outcome;
    if (t->verdict == VERDICT_NONE) {
        return assign_has_value(e, VALUE_NONE);
    }
    return t->verdict == VERDICT_VALUE &&
           (s->m->table->output[e->output].is_int ? assign_has_number(e, t->number) : assign_has_value(e, t->value));
}

/* Does a needs clause or a forbid speak against what is taken for the output? */
static bool speaks_against(struct settling *s, uint32_t output) {
    const struct table *t = s->m->table;
    const struct terminal taken = s->settled[output].outcome;
    carry(s, output);
    for (uint32_t i = 0; i < t->nrule; i++) {
        const struct rule *r = &t->rule[i];
        bool hit = r->kind == RULE_FORBID && boxes_forbid_asked(s->m->arena, t, i) == output && holds(s, i);
        for (size_t k = 0; k < r->nassign && hit; k++) {
            hit = answers(s, &r->assign[k]);
        }
        if (hit || (clause_speaks_of(r, output, taken.value) && holds(s, i))) {
            return true;
        }
    }
    return false;
}

static struct terminal decided_here(const struct settling *s, uint32_t output) {
    struct decided d = decide(s->m->in->plan[output]->boxes, output, s->cell);
    int64_t number = d.copy == NO ? d.number : d.number * number_of(s, d.copy);
    return (struct terminal){
        .verdict = d.verdict, .value = d.value, .number = number, .copy = NO, .rule = d.rule, .cand = d.cand};
}

static void settle(struct settling *s, uint32_t output) {
    const struct output *out = &s->m->table->output[output];
    struct settled *x = &s->settled[output];
    struct terminal decided = decided_here(s, output);
    *x = (struct settled){HOW_DECIDED, decided};
    if (!s->pick[output].given || out->override == OVERRIDE_NO) {
        return;
    }
    int64_t pick = s->pick[output].number;
    bool fits = out->is_int ? pick >= out->lo && pick <= out->hi : pick > 0 && pick <= (int64_t)out->nvalue;
    bool refused = decided.rule == NO ? decided.verdict != VERDICT_NONE && decided.verdict != VERDICT_ERROR
                                      : s->m->table->rule[decided.rule].kind == RULE_REFUSE;
    x->outcome = (struct terminal){.verdict = VERDICT_VALUE,
                                   .value = out->is_int ? NO : (uint32_t)pick - 1,
                                   .number = out->is_int ? pick : 0,
                                   .copy = NO,
                                   .rule = NO};
    if (!refused && fits && (out->override == OVERRIDE_KEEP || !speaks_against(s, output))) {
        x->how = HOW_CHOSEN;
        return;
    }
    bool back = out->override == OVERRIDE_FALLBACK && !refused;
    x->how = back ? HOW_FELL_BACK : HOW_REFUSED;
    x->outcome = decided;
    x->outcome.verdict = back ? decided.verdict : VERDICT_ERROR;
}

/* none, each value, one too many; of an int a few numbers. */
static struct pick pick_of(const struct model *m, uint32_t output, size_t row) {
    const struct output *out = &m->table->output[output];
    size_t n = (out->is_int ? 4 : out->nvalue) + 2, at = (row * (output + 1) + output) % n;
    const int64_t number[] = {out->lo, out->lo + 1, out->hi, out->lo + (out->hi - out->lo) / 2, out->hi + 1};
    if (at == 0 || out->override == OVERRIDE_NO) {
        return (struct pick){false, 0};
    }
    return (struct pick){true, out->is_int ? number[at - 1] : (int64_t)at};
}

/* ---- what templates see ---- */

static void fill_cell(struct scope *item, const void *of, size_t index) {
    const struct settling *s = of;
    model_cell(item, s->m, s->vector, s->m->argument[index]);
}

/* What a user would write; where it is no value of the output, a word that none has. */
static const char *pick_word(const struct model *m, uint32_t output, struct pick pick) {
    const struct output *out = &m->table->output[output];
    if (out->is_int) {
        return arena_printf(m->arena, "%" PRId64, pick.number);
    }
    return pick.number > 0 && pick.number <= (int64_t)out->nvalue ? out->value[pick.number - 1] : "no such value";
}

/* One output: the choice, and what comes out. */
static void fill_both(struct scope *item, const void *of, size_t index) {
    static const char *const how[] = {"DECIDED", "CHOSEN", "REFUSED", "FELL_BACK"};
    static const struct scale any = {.is_signed = true};
    const struct settling *s = of;
    struct text t = {.arena = scope_arena(item)};
    uint32_t output = s->m->order[index];
    const struct settled *x = &s->settled[output];
    lower_number_text(&t, &any, (uint64_t)s->pick[output].number);
    scope_flag(item, "open", s->m->table->output[output].override != OVERRIDE_NO);
    scope_number(item, "given", s->pick[output].given);
    scope_text(item, "value", t.at);
    scope_text(item, "comes", model_outcome(&s->m->output[output], scope_arena(item), &x->outcome, AS_AT));
    scope_text(item, "how", how[x->how]);
    scope_text(item, "id", s->m->output[output].id);
    scope_text(item, "pick", pick_word(s->m, output, s->pick[output]));
    model_answer(item, s->m, output, &x->outcome);
}

static void fill_choice(struct scope *item, const void *of, size_t index) {
    const struct model *m = of;
    struct settling *s = arena_alloc(scope_arena(item), sizeof *s);
    const struct vectors *rows = m->in->vectors;
    *s = (struct settling){.m = m, .vector = &rows->vector[index]};
    for (uint32_t i = 0; i < m->table->ninput; i++) {
        s->cell[i] = s->vector->cell[i];
    }
    for (size_t i = 0; i < m->table->noutput; i++) {
        uint32_t output = m->order[i];
        s->pick[output] = pick_of(m, output, index);
        settle(s, output);
        carry(s, output);
    }
    scope_list(item, "cell", m->nargument, fill_cell, s);
    scope_list(item, "both", m->table->noutput, fill_both, s);
}

size_t model_choices(struct scope *root, const struct model *m) {
    size_t n = m->in->vectors->nvector < MOST ? m->in->vectors->nvector : MOST;
    scope_list(root, "choice", n, fill_choice, m);
    return n;
}
