/* decide.c -- the definition of an answer, one cell at a time.
 *
 * In: the regions of boxes.c and one cell (an atom per input).  Out: what an output yields there, and by which rule.
 * This file follows the text of the language literally (refusals; then tier by tier the hit policy over the rules
 * that cover; then else) and shares no code with plan, cover or diagram: it is what `eval` prints and what the
 * property tests hold the other stages against.  Keep it slow and obvious; that only rules near the cell are asked
 * (boxes_near.c) is all that it does for speed.
 */
#include "turnout.h"

#include <string.h>

static bool any_box_has(const struct boxes *b, const struct region *r, const uint32_t *cell) {
    for (size_t i = 0; i < r->nbox; i++) {
        if (box_has(b->space, &r->box[i], cell)) {
            return true;
        }
    }
    return false;
}

static bool rule_covers(const struct boxes *b, uint32_t rule, const uint32_t *cell) {
    return any_box_has(b, &b->rule[rule], cell);
}

/* A chained input that the output depends on, after `from`, that is NONE or ERROR here; NO when there is none left. */
static uint32_t failed_input(const struct boxes *b, uint32_t output, const uint32_t *cell, uint32_t from) {
    const struct space *s = b->space;
    for (uint32_t i = from == NO ? 0 : from + 1; b->depends && i < s->ninput; i++) {
        if ((b->depends[output] >> i & 1) && aset_has(s->domain[i].sets, boxes_failing_atoms(s, i), cell[i])) {
            return i;
        }
    }
    return NO;
}

/* Where a chained input has no value, a rule says something only when it speaks of that. */
static bool rule_speaks(const struct boxes *b, uint32_t output, uint32_t rule, const uint32_t *cell) {
    const struct rule *r = &b->space->table->rule[rule];
    for (size_t k = 0; k < b->rule[rule].nbox; k++) {
        const struct box *box = &b->rule[rule].box[k];
        bool names = box_has(b->space, box, cell);
        for (uint32_t i = NO; names && (i = failed_input(b, output, cell, i)) != NO;) {
            names = boxes_names(b->space, r, box, i);
        }
        if (names) {
            return true;
        }
    }
    return false;
}

uint32_t decide_failing(const struct boxes *b, uint32_t output, uint32_t value, const uint32_t *cell, uint32_t from) {
    struct nearby near = boxes_clauses(b);
    for (uint32_t c = nearby_next(&near); c != NO; c = nearby_next(&near)) {
        const struct rule *r = &b->space->table->rule[c];
        if ((from == NO || c > from) && !r->no_filter && clause_speaks_of(r, output, value) &&
            rule_covers(b, c, cell)) {
            return c;
        }
    }
    return NO;
}

static const struct decided nothing = {.value = NO, .copy = NO, .rule = NO, .other = NO, .cand = NO};

static struct decided decide_copy(const struct boxes *b, uint32_t output, const struct outcome *o, uint32_t atom) {
    struct decided d = nothing;
    d.verdict = VERDICT_ERROR;
    d.cand = 0;
    if (b->space->table->output[output].is_int) {
        struct copied c = copied_number(b->space, output, o, atom);
        d.verdict = c.good ? VERDICT_VALUE : VERDICT_ERROR;
        d.number = c.number;
        d.copy = c.copy;
    } else if ((d.value = copied_value(b->space, output, o->input, atom)) != NO) {
        d.verdict = VERDICT_VALUE;
        d.incapable = true; /* until the caller finds its needs to hold */
    }
    d.error = d.verdict == VERDICT_ERROR ? "the copied input is no value here" : NULL;
    return d;
}

/* A list: the first candidate whose needs hold.  A lone value is selected as written, unless the rule says
 * `exhausted = next`, which makes it a list of one. */
static struct decided decide_list(const struct boxes *b, uint32_t output, const struct rule *r, const struct outcome *o,
                                  const uint32_t *cell) {
    struct decided d = nothing;
    d.verdict = VERDICT_EXHAUSTED;
    for (uint32_t i = 0; i < o->nvalue; i++) {
        bool fails = decide_failing(b, output, o->value[i], cell, NO) != NO;
        if (!fails || (o->nvalue == 1 && !r->exhausted_next)) {
            d.verdict = VERDICT_VALUE;
            d.value = o->value[i];
            d.cand = i;
            d.incapable = fails;
            return d;
        }
    }
    return d;
}

/* What one covering rule says at a cell. */
static struct decided decide_rule(const struct boxes *b, uint32_t output, uint32_t rule, const uint32_t *cell) {
    const struct rule *r = &b->space->table->rule[rule];
    const struct outcome *o = rule_outcome(r, output);
    struct decided d = nothing;
    d.verdict = VERDICT_NONE;
    d.cand = 0;
    switch (o->kind) {
    case OUTCOME_LIST:
        d = decide_list(b, output, r, o, cell);
        break;
    case OUTCOME_COPY:
    case OUTCOME_PRODUCT:
        d = decide_copy(b, output, o, cell[o->input]);
        if (d.verdict == VERDICT_VALUE && d.value != NO) {
            d.incapable = decide_failing(b, output, d.value, cell, NO) != NO;
        }
        break;
    case OUTCOME_ERROR:
        d.verdict = VERDICT_ERROR;
        d.error = o->error;
        break;
    case OUTCOME_INT:
        d.verdict = VERDICT_VALUE;
        d.number = o->number;
        break;
    case OUTCOME_NONE:
        break;
    }
    d.rule = rule;
    return d;
}

bool decided_same(const struct decided *x, const struct decided *y) {
    if (x->verdict != y->verdict || x->value != y->value || x->number != y->number || x->copy != y->copy) {
        return false;
    }
    return x->verdict != VERDICT_ERROR || strcmp(x->error ? x->error : "", y->error ? y->error : "") == 0;
}

struct covering { /* the rules of one tier that cover the cell, in file order */
    struct decided *at;
    size_t count;
    bool passed; /* a rule with `exhausted = next` covered, and its list was empty */
};

static struct covering covering_of(const struct boxes *b, struct arena *a, uint32_t output, uint32_t tier, bool is_else,
                                   const uint32_t *cell) {
    const struct table *t = b->space->table;
    struct covering c = {NULL, 0, false};
    struct nearby near = boxes_nearby(b, cell);
    for (uint32_t i = nearby_next(&near); i != NO; i = nearby_next(&near)) {
        const struct rule *r = &t->rule[i];
        if (r->kind != RULE_RULE || r->tier != tier || r->is_else != is_else || !rule_outcome(r, output) ||
            !rule_speaks(b, output, i, cell)) {
            continue;
        }
        struct decided d = decide_rule(b, output, i, cell);
        if (d.verdict == VERDICT_EXHAUSTED && r->exhausted_next) {
            c.passed = true;
        } else {
            *PUSH(a, c.at, c.count) = d;
        }
    }
    return c;
}

/* Drops every rule of which a strict subset covers the cell too. */
static void keep_most_specific(const struct boxes *b, struct covering *c, const uint32_t *cell) {
    uint32_t versions = b->space->table->versions;
    uint32_t version = versions == NO ? NO : cell[versions];
    size_t kept = 0;
    for (size_t i = 0; i < c->count; i++) {
        bool beaten = false;
        for (size_t j = 0; j < c->count && !beaten; j++) {
            beaten = j != i && plan_stricter(b, c->at[j].rule, c->at[i].rule, version);
        }
        if (!beaten) {
            c->at[c->count + kept++] = c->at[i];
        }
    }
    memmove(c->at, c->at + c->count, kept * sizeof *c->at);
    c->count = kept;
}

size_t decide_order(const struct boxes *b, uint32_t output, const struct decided *d, const uint32_t *cell,
                    uint32_t *value) {
    const struct rule *r = d->rule == NO ? NULL : &b->space->table->rule[d->rule];
    const struct outcome *o = r && r->kind == RULE_RULE ? rule_outcome(r, output) : NULL;
    size_t n = 0;
    for (size_t i = 0; o && d->verdict == VERDICT_VALUE && o->kind == OUTCOME_LIST && i < o->nvalue; i++) {
        if (decide_failing(b, output, o->value[i], cell, NO) == NO) {
            value[n++] = o->value[i];
        }
    }
    if (n == 0 && d->verdict == VERDICT_VALUE && d->value != NO) {
        value[n++] = d->value; /* a copy, or a lone value that is selected as written */
    }
    return n;
}

/* Of a ranked output, also what comes behind the first. */
static bool outcome_same(const struct boxes *b, struct arena *a, uint32_t output, const struct decided *x,
                         const struct decided *y, const uint32_t *cell) {
    const struct output *o = &b->space->table->output[output];
    if (!decided_same(x, y) || !o->ranked) {
        return decided_same(x, y);
    }
    uint32_t *p = arena_alloc(a, (o->nvalue + 1) * sizeof *p), *q = arena_alloc(a, (o->nvalue + 1) * sizeof *q);
    size_t n = decide_order(b, output, x, cell, p);
    return n == decide_order(b, output, y, cell, q) && memcmp(p, q, n * sizeof *p) == 0;
}

static struct decided decide_hit(const struct boxes *b, struct arena *a, uint32_t output, bool is_else,
                                 struct covering *c, const uint32_t *cell) {
    enum hit hit = b->space->table->output[output].hit;
    if (hit == HIT_SPECIFIC && !is_else) {
        struct decided *room = arena_alloc(a, 2 * c->count * sizeof *room); /* survivors are gathered behind */
        memcpy(room, c->at, c->count * sizeof *room);
        c->at = room;
        keep_most_specific(b, c, cell);
    }
    struct decided d = c->at[0];
    for (size_t i = 1; i < c->count && (hit != HIT_FIRST || is_else); i++) {
        if (is_else || hit == HIT_UNIQUE || !outcome_same(b, a, output, &d, &c->at[i], cell)) {
            d.verdict = VERDICT_CONFLICT;
            d.other = c->at[i].rule;
            break;
        }
    }
    return d;
}

static uint32_t refused_by(const struct boxes *b, uint32_t output, const uint32_t *cell) {
    const struct table *t = b->space->table;
    struct nearby near = boxes_refusals(b);
    for (uint32_t i = nearby_next(&near); i != NO; i = nearby_next(&near)) {
        if (t->rule[i].kind == RULE_REFUSE && rule_refuses(&t->rule[i], output) && rule_covers(b, i, cell)) {
            return i;
        }
    }
    return NO;
}

static struct decided decide_tiers(const struct boxes *b, struct arena *a, uint32_t output, const uint32_t *cell) {
    const struct table *t = b->space->table;
    const struct output *o = &t->output[output];
    bool passed = false;
    for (uint32_t tier = 0; tier < t->ntier; tier++) {
        struct covering c = covering_of(b, a, output, tier, false, cell);
        bool is_else = c.count == 0;
        passed = passed || c.passed;
        if (is_else && !c.passed) {
            c = covering_of(b, a, output, tier, true, cell);
            passed = passed || c.passed;
        }
        if (c.count > 0) {
            return decide_hit(b, a, output, is_else, &c, cell);
        }
    }
    struct decided d = nothing;
    d.verdict = passed ? VERDICT_EXHAUSTED : o->gaps_none ? VERDICT_NONE : VERDICT_GAP;
    if (!passed && failed_input(b, output, cell, NO) != NO) {
        d.verdict = VERDICT_ERROR;
        d.error = "a decision that this one depends on has no value here";
    }
    return d;
}

struct decided decide(const struct boxes *b, uint32_t output, const uint32_t *cell) {
    struct decided d = nothing;
    if (any_box_has(b, &b->never, cell)) {
        d.verdict = VERDICT_NEVER;
        return d;
    }
    uint32_t refuse = refused_by(b, output, cell);
    if (refuse != NO) {
        d.verdict = VERDICT_ERROR;
        d.rule = refuse;
        d.error = b->space->table->rule[refuse].why;
        return d;
    }
    struct arena *a = arena_new();
    d = decide_tiers(b, a, output, cell);
    arena_free(a);
    return d;
}
