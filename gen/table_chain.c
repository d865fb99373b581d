/* table_chain.c -- inputs that other decisions define: chained outputs (`as`) and derived integers (`from`).
 *
 * Out:  one input for each `as`, with the output's values and the two outcomes NONE and ERROR, which a rule may name;
 *       the factors of each derived input and the range that follows from theirs.
 * Guarantee: neither derived inputs nor chained outputs define themselves; a cycle is an error that prints it.
 */
#include "table.h"

#include <ctype.h>
#include <string.h>

/* `from = a / b`, `a * 8`, `16 + a`: two words and the operator between them. */
static bool from_parse(struct build *b, const struct key *k, const char *word[2], struct pos pos[2], char *op) {
    const char *at = k->value, *sign = strpbrk(at, "/*%+");
    if (!sign)
        return false;
    *op = *sign;
    for (int i = 0; i < 2; i++) {
        const char *start = i ? sign + 1 : at, *end = i ? at + strlen(at) : sign;
        while (start < end && isspace((unsigned char)*start))
            start++;
        while (end > start && isspace((unsigned char)end[-1]))
            end--;
        word[i] = arena_strdup(b->a, start, (size_t)(end - start));
        pos[i] = key_at(k, (size_t)(start - at));
        if (!*word[i] || word[i][strcspn(word[i], " \t\n/*%+")])
            return false;
    }
    return true;
}

/* A number becomes from_by; two numbers are refused by from_shape. */
static bool from_factor(struct build *b, uint32_t input, int i, const char *word, struct pos pos) {
    struct input *in = &b->t->input[input];
    if (meta_number(word, &in->from_by))
        return true;
    uint32_t of = input_find(b, word, pos, strlen(word));
    if (of != NO && b->t->input[of].type != TYPE_INT) {
        msg_add(b->m, FINDING_TYPE, pos, strlen(word), "'%s' is of type %s; a derived input is computed from integers",
                word, type_name(b->t->input[of].type));
        return false;
    }
    in->from[i] = of;
    return of != NO;
}

/* A constant in front goes behind where that is the same. */
static bool from_shape(struct build *b, struct input *in, const struct key *k) {
    bool first = in->from[0] == NO, second = in->from[1] == NO;
    size_t len = strcspn(k->value, "\n");
    if ((first && second) || (first && (in->from_op == '/' || in->from_op == '%'))) {
        msg_add(b->m, FINDING_TYPE, key_at(k, 0), len, "'%s': the left side of '%c' is an input", k->value,
                in->from_op);
        return false;
    }
    if (first) {
        in->from[0] = in->from[1];
        in->from[1] = NO;
    }
    bool divides = in->from_op == '/' || in->from_op == '%';
    const struct input *by = in->from[1] == NO ? NULL : &b->t->input[in->from[1]];
    if (divides && (by ? by->lo <= 0 : in->from_by <= 0)) {
        msg_add(b->m, FINDING_TYPE, key_at(k, 0), len, "'%s' may divide by zero; %s", k->value,
                by ? "give the divisor a 'range' from 1" : "the divisor is at least 1");
        return false;
    }
    if (!divides && in->from_op == '*' && (b->t->input[in->from[0]].lo < 0 || (by ? by->lo : in->from_by) < 0)) {
        msg_add(b->m, FINDING_TYPE, key_at(k, 0), len, "'%s': the factors of a product are not negative", k->value);
        return false;
    }
    return true;
}

/* A formula with a fault leaves an ordinary input, so that its uses are not accused. */
static void from_section(struct build *b, const struct section *s, uint32_t input) {
    const struct key *k = meta_key(s, "from");
    struct input *in = &b->t->input[input];
    const char *word[2];
    struct pos pos[2];
    if (!k || in->type != TYPE_INT || !*k->value)
        return;
    char op = 0;
    if (!from_parse(b, k, word, pos, &op)) {
        msg_add(b->m, FINDING_SYNTAX, key_at(k, 0), strcspn(k->value, "\n"),
                "'from' is a / b, a * b, a %% b or a + b: two inputs, or an input and a number");
        return;
    }
    in->from_op = op;
    bool good = from_factor(b, input, 0, word[0], pos[0]);
    good = from_factor(b, input, 1, word[1], pos[1]) && good;
    if (!good || !from_shape(b, in, k)) {
        in->from_op = 0;
        in->from[0] = in->from[1] = NO;
    }
}

/* Products of two ranges may pass int64_t; no number of a table is that large (meta_number). */
static int64_t clamp(double x) {
    return x > 9e15 ? INT64_C(9000000000000000) : x < -9e15 ? -INT64_C(9000000000000000) : (int64_t)x;
}

/* The range that follows from the factors' ranges. */
static void from_range(struct build *b, struct input *in) {
    const struct input *x = &b->t->input[in->from[0]], *y = in->from[1] == NO ? NULL : &b->t->input[in->from[1]];
    int64_t lo = y ? y->lo : in->from_by, hi = y ? y->hi : in->from_by;
    switch (in->from_op) {
    case '+':
        in->lo = x->lo + lo;
        in->hi = x->hi + hi;
        break;
    case '*':
        in->lo = clamp((double)x->lo * (double)lo);
        in->hi = clamp((double)x->hi * (double)hi);
        break;
    case '/':
        in->lo = x->lo / (x->lo < 0 ? lo : hi);
        in->hi = x->hi / (x->hi < 0 ? hi : lo);
        break;
    default:
        in->lo = x->lo < 0 ? 1 - hi : 0;
        in->hi = x->hi < 0 ? 0 : hi - 1;
    }
}

/* Where a factor has no number: it is unset, or NONE or ERROR of what is decided. */
static void from_unset(struct build *b, struct input *in) {
    for (int i = 0; i < 2; i++) {
        const struct input *factor = in->from[i] == NO ? NULL : &b->t->input[in->from[i]];
        in->unset = in->unset || (factor && (factor->unset || factor->chain != NO));
    }
}

enum { NEW, OPEN, DONE };

/* Factors first; a factor that is still open closes a cycle. */
static void from_visit(struct build *b, uint32_t input, uint8_t *state, bool *ranged) {
    struct input *in = &b->t->input[input];
    state[input] = OPEN;
    for (int i = 0; i < 2; i++) {
        uint32_t of = in->from[i];
        if (of == NO)
            continue;
        if (state[of] == NEW)
            from_visit(b, of, state, ranged);
        if (state[of] != OPEN)
            continue;
        struct msg *msg = msg_add(b->m, FINDING_CYCLE, in->pos, strlen(in->name),
                                  "the derived input '%s' defines itself through '%s'", in->name, b->t->input[of].name);
        msg_note(b->m, msg, b->t->input[of].pos, "'%s' is here", b->t->input[of].name);
        in->from[0] = in->from[1] = NO;
        in->from_op = 0;
    }
    if (in->from_op)
        from_unset(b, in);
    if (in->from_op && !ranged[input])
        from_range(b, in);
    state[input] = DONE;
}

/* After chains: a derived input may be computed from what another output decides. */
void table_derived(struct build *b) {
    uint8_t state[MAX_SYMBOL] = {NEW};
    bool ranged[MAX_SYMBOL] = {false};
    for (size_t i = 0; i < b->d->nsection; i++) {
        const struct section *s = &b->d->section[i];
        uint32_t input = b->kind[i] == KIND_INPUT ? build_find_input(b, s->name) : NO;
        if (input == NO || b->t->input[input].pos.line != s->name_pos.line ||
            b->t->input[input].pos.file != s->name_pos.file)
            continue; /* a second section of that name has its message */
        from_section(b, s, input);
        ranged[input] = meta_key(s, "range") != NULL;
    }
    for (uint32_t i = 0; i < b->t->ninput; i++)
        if (state[i] == NEW)
            from_visit(b, i, state, ranged);
}

/* Values in the output's order, so that an index means the same in both; then the two outcomes that are no values. */
static void chain_new(struct build *b, const struct section *s, uint32_t output) {
    static const char *const outcome[] = {"NONE", "ERROR"};
    struct output *out = &b->t->output[output];
    const struct key *k = meta_key(s, "as");
    uint32_t input = input_new(b, s, out->as, key_at(k, 0));
    if (input == NO)
        return;
    struct input *in = &b->t->input[input];
    out->input = input;
    in->chain = output;
    in->type = out->is_int ? TYPE_INT : TYPE_ENUM;
    in->about = out->about;
    in->lo = out->lo;
    in->hi = out->hi;
    for (size_t i = 0; i < (out->is_int ? 0 : out->nvalue + 2); i++) {
        size_t count = in->nvalue;
        *PUSH(b->a, in->value_pos, count) = i < out->nvalue ? out->value_pos[i] : in->pos;
        *PUSH(b->a, in->value, in->nvalue) = i < out->nvalue ? out->value[i] : outcome[i - out->nvalue];
        names_add(&b->value[input], in->value[i], (uint32_t)i);
    }
}

/* The places are compared because a section whose name was refused declares nothing, though another may be found by
 * that name. */
void table_chains(struct build *b) {
    for (size_t i = 0; i < b->d->nsection; i++) {
        const struct section *s = &b->d->section[i];
        uint32_t output = b->kind[i] == KIND_OUTPUT ? build_find_output(b, s->name) : NO;
        if (output != NO && b->t->output[output].as && b->t->output[output].pos.line == s->name_pos.line &&
            b->t->output[output].pos.file == s->name_pos.file)
            chain_new(b, s, output);
    }
}
