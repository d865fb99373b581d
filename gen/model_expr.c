/* model_expr.c -- an input's number as a C expression: its parameter, what is computed from others (`from`), or the call of
 * the output that it carries (`as`).
 *
 * In: the model with its scales.  Out: text for the forms of the header.
 * Guaranteed: no division by zero and no overflow whatever the arguments are; a number that no factor gives, or that
 * the input's range leaves out, is the number of ERROR or unset.
 */
#include "model.h"

uint64_t model_below(const struct model *m, uint32_t input) {
    const struct input *in = &m->table->input[input];
    if (in->from_op == 0) {
        return (uint64_t)1 << input;
    }
    return model_below(m, in->from[0]) | (in->from[1] == NO ? 0 : model_below(m, in->from[1]));
}

static void put_number(struct text *t, int64_t number) {
    static const struct scale any = {.is_signed = true};
    lower_number_text(t, &any, (uint64_t)number);
}

/* Is the factor one of its domain's numbers; number: and not unset, NONE or ERROR, which lie below all of them? */
static bool put_known(struct text *t, const struct model *m, uint32_t factor, const char *expr, bool number,
                      bool more) {
    const struct input *in = &m->table->input[factor];
    bool special = int_natom(&m->space->domain[factor]) < m->space->domain[factor].natom;
    if (number ? !special : !lower_known(t->arena, &m->scale[factor], "x")) {
        return false;
    }
    text_put(t, more ? " && " : "");
    if (number) {
        text_printf(t, "%s >= ", expr);
        put_number(t, in->lo);
    } else {
        text_printf(t, "%s_%s_KNOWN_(%s)", m->ID, m->input_ID[factor], expr);
    }
    return true;
}

/* Could the number be larger than the input's own range, and than an int? */
static bool may_exceed(const struct model *m, uint32_t input) {
    const struct input *in = &m->table->input[input], *x = &m->table->input[in->from[0]];
    double by = in->from[1] == NO ? (double)in->from_by : (double)m->table->input[in->from[1]].hi;
    double most = in->from_op == '+' ? (double)x->hi + by : in->from_op == '*' ? (double)x->hi * by : (double)x->hi;
    return most > (double)in->hi && most > INT32_MAX;
}

/* `side[0] op side[1]`.  Functions take an int where the input's numbers are all ints: sums and products are computed
 * wider, and then no warning and no overflow may come of it; `bad` stands for what the input's range leaves out. */
static void put_operation(struct text *t, const struct model *m, uint32_t input, const char *const side[2], int64_t bad,
                          enum as as) {
    const struct input *in = &m->table->input[input];
    bool grows = in->from_op == '*' || in->from_op == '+', narrow = as != AS_MACRO && !lower_is_long(m->space, input);
    bool clipped = narrow && may_exceed(m, input);
    bool wide = in->from_op == '*' || (in->from_op == '+' && (clipped || !narrow));
    for (int i = 0; i < 2 && !wide && narrow; i++) {
        wide = in->from[i] != NO && lower_is_long(m->space, in->from[i]);
    }
    const char *value =
        arena_printf(t->arena, "%s%s %c %s", grows && wide ? "1LL * " : "", side[0], in->from_op, side[1]);
    if (clipped) {
        text_printf(t, "%s <= ", value);
        put_number(t, in->hi);
        text_printf(t, " ? (int)(%s) : ", value);
        put_number(t, bad);
    } else {
        text_printf(t, narrow && wide ? "(int)(%s)" : "%s", value);
    }
}

/* Only of numbers that its factors can have: so no division by zero, and no quotient that merely looks right.  Unset
 * where a factor has no number. */
static void put_derived(struct text *t, const struct model *m, uint32_t input, enum as as) {
    const struct input *in = &m->table->input[input];
    uint32_t unset = m->space->domain[input].special[VALUE_UNSET - VALUE_OTHER];
    const char *side[2];
    struct text by = {.arena = t->arena};
    put_number(&by, in->from_by);
    for (int i = 0; i < 2; i++) {
        side[i] = in->from[i] == NO ? by.at : model_expr(m, t->arena, in->from[i], as);
    }
    for (int number = 0; number < 2; number++) {
        struct text known = {.arena = t->arena};
        bool any = false;
        text_put(&known, "");
        for (int i = 0; i < 2; i++) {
            any = (in->from[i] != NO && put_known(&known, m, in->from[i], side[i], number == 1, any)) || any;
        }
        text_printf(t, "(%s ? ", any ? known.at : "1");
    }
    int64_t bad = (int64_t)m->scale[input].piece[1].number - 1;
    put_operation(t, m, input, side, bad, as);
    text_put(t, " : ");
    put_number(t, unset == NO ? bad : (int64_t)lower_number(m->space, input, unset));
    text_put(t, ") : ");
    put_number(t, bad);
    text_put(t, ")");
}

static void put_arguments(struct text *t, const struct model *m) {
    for (size_t i = 0; i < m->nargument; i++) {
        text_printf(t, "%s%s", i > 0 ? ", " : "", m->input_id[m->argument[i]]);
    }
}

const char *model_expr(const struct model *m, struct arena *a, uint32_t input, enum as as) {
    const struct input *in = &m->table->input[input];
    struct text t = {.arena = a};
    bool macro = as == AS_MACRO;
    if (in->chain != NO && as != AS_GIVEN) {
        text_printf(&t, macro ? "%s_%s(" : "%s_%s_at(", macro ? m->ID : m->id,
                    macro ? m->output[in->chain].ID : m->output[in->chain].id);
        put_arguments(&t, m);
        text_put(&t, ")");
    } else if (in->from_op != 0) {
        put_derived(&t, m, input, as);
    } else {
        text_printf(&t, macro ? "(%s)" : "%s", m->input_id[input]);
    }
    return t.at;
}
