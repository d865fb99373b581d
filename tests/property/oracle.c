/* oracle.c -- every cell of a small table, decided by the words of the language.
 *
 * Shares nothing with plan, cover and analyse, and with decide() only the regions of boxes.c (which have tests of
 * their own): which of two rules is more specific is found by writing out their sets of cells.
 */
#include "property.h"

#include <string.h>

bool region_at(const struct space *s, const struct region *r, const uint32_t *cell) {
    for (size_t i = 0; i < r->nbox; i++) {
        if (box_has(s, &r->box[i], cell)) {
            return true;
        }
    }
    return false;
}

uint32_t **cells_of(struct arena *a, const struct space *s, size_t *ncell) {
    size_t n = 1;
    for (uint32_t i = 0; i < s->ninput; i++) {
        n *= s->domain[i].natom;
    }
    *ncell = n;
    if (n > MOST_CELLS) {
        return NULL;
    }
    uint32_t **cell = arena_alloc(a, n * sizeof(uint32_t *));
    for (size_t c = 0; c < n; c++) {
        size_t rest = c;
        cell[c] = arena_alloc(a, (s->ninput + 1) * sizeof *cell[c]);
        for (uint32_t i = 0; i < s->ninput; i++) {
            cell[c][i] = (uint32_t)(rest % s->domain[i].natom);
            rest /= s->domain[i].natom;
        }
    }
    return cell;
}

struct said *oracle_said(const struct oracle *o, size_t cell, uint32_t rule) {
    return &o->said[cell * o->boxes->space->table->nrule + rule];
}

bool said_same(const struct said *x, const struct said *y) {
    return x->verdict == y->verdict && x->value == y->value && x->number == y->number &&
           strcmp(x->error ? x->error : "", y->error ? y->error : "") == 0;
}

static bool value_fails(const struct oracle *o, uint32_t value, const uint32_t *cell) {
    const struct table *t = o->boxes->space->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind != RULE_CLAUSE || t->rule[i].no_filter) {
            continue;
        }
        for (size_t k = 0; k < t->rule[i].ntarget; k++) {
            if (t->rule[i].target[k].output == o->output && t->rule[i].target[k].value == value &&
                region_at(o->boxes->space, &o->boxes->rule[i], cell)) {
                return true;
            }
        }
    }
    return false;
}

static void say_list(const struct oracle *o, const struct rule *r, const struct outcome *out, const uint32_t *cell,
                     struct said *s) {
    s->verdict = VERDICT_EXHAUSTED;
    s->cand = NO;
    for (uint32_t i = 0; i < out->nvalue && s->verdict == VERDICT_EXHAUSTED; i++) {
        if ((out->nvalue == 1 && !r->exhausted_next) || !value_fails(o, out->value[i], cell)) {
            s->verdict = VERDICT_VALUE;
            s->value = out->value[i];
            s->cand = i;
        }
    }
}

/* Copies of an enum input into an enum output. */
static void say_copy(const struct oracle *o, const struct outcome *out, const uint32_t *cell, struct said *s) {
    const struct table *t = o->boxes->space->table;
    const struct output *output = &t->output[o->output];
    s->verdict = VERDICT_ERROR;
    s->error = "copy";
    for (uint32_t v = 0; v < output->nvalue; v++) {
        if (strcmp(output->value[v], t->input[out->input].value[cell[out->input]]) == 0) {
            s->verdict = VERDICT_VALUE;
            s->value = v;
            s->error = NULL;
        }
    }
}

static void say(const struct oracle *o, uint32_t rule, const uint32_t *cell, struct said *s) {
    const struct rule *r = &o->boxes->space->table->rule[rule];
    const struct outcome *out = r->kind == RULE_RULE ? rule_outcome(r, o->output) : NULL;
    *s = (struct said){.value = NO};
    s->covers = out && region_at(o->boxes->space, &o->boxes->rule[rule], cell);
    if (!s->covers) {
        return;
    }
    switch (out->kind) {
    case OUTCOME_LIST:
        say_list(o, r, out, cell, s);
        break;
    case OUTCOME_COPY:
        say_copy(o, out, cell, s);
        break;
    case OUTCOME_NONE:
        s->verdict = VERDICT_NONE;
        break;
    case OUTCOME_ERROR:
        s->verdict = VERDICT_ERROR;
        s->error = out->error;
        break;
    case OUTCOME_INT:
    case OUTCOME_PRODUCT:
        s->verdict = VERDICT_VALUE;
        s->number = out->number;
        break;
    }
}

/* -1 x is a strict subset of y, 0 equal, 1 neither; only at cells of one version (NO: all).  Remembered. */
static int compare_sets(const struct oracle *o, uint32_t x, uint32_t y, uint32_t version) {
    uint32_t input = o->boxes->space->table->versions;
    size_t nrule = o->boxes->space->table->nrule;
    signed char *memo = &o->memo[((version == NO ? 0 : version + 1) * nrule + x) * nrule + y];
    if (*memo) {
        return *memo - 3;
    }
    bool inside = true, equal = true;
    for (size_t c = 0; c < o->ncell; c++) {
        bool possible = !region_at(o->boxes->space, &o->boxes->tied, o->cell[c]);
        if (!possible || (version != NO && o->cell[c][input] != version)) {
            continue; /* derived integers stand for the cells that define them */
        }
        bool in_x = oracle_said(o, c, x)->covers, in_y = oracle_said(o, c, y)->covers;
        inside = inside && (!in_x || in_y);
        equal = equal && in_x == in_y;
    }
    *memo = equal ? 3 : inside ? 2 : 4;
    return *memo - 3;
}

static bool inside(const struct oracle *o, uint32_t x, uint32_t y, size_t cell) {
    uint32_t input = o->boxes->space->table->versions;
    int at = input == NO ? 0 : compare_sets(o, x, y, o->cell[cell][input]);
    return (at ? at : compare_sets(o, x, y, NO)) == -1;
}

static bool takes_part(const struct oracle *o, size_t cell, uint32_t rule, uint32_t tier, bool is_else) {
    const struct rule *r = &o->boxes->space->table->rule[rule];
    return oracle_said(o, cell, rule)->covers && r->tier == tier && r->is_else == is_else;
}

static bool passes(const struct oracle *o, size_t cell, uint32_t rule) {
    return o->boxes->space->table->rule[rule].exhausted_next &&
           oracle_said(o, cell, rule)->verdict == VERDICT_EXHAUSTED;
}

/* One group of a tier: marks winners; true when there is one.  *passed: a rule with an empty list was there. */
static bool decide_group(struct oracle *o, size_t cell, uint32_t tier, bool is_else, bool *passed) {
    const struct table *t = o->boxes->space->table;
    enum hit hit = t->output[o->output].hit;
    uint32_t first = NO;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (!takes_part(o, cell, i, tier, is_else)) {
            continue;
        }
        bool wins = !passes(o, cell, i);
        *passed = *passed || !wins;
        o->left_over[cell * t->nrule + i] = !wins;
        for (uint32_t k = 0; k < t->nrule && wins; k++) {
            bool other = k != i && takes_part(o, cell, k, tier, is_else) && !passes(o, cell, k);
            wins =
                !(other && !is_else && ((hit == HIT_FIRST && k < i) || (hit == HIT_SPECIFIC && inside(o, k, i, cell))));
        }
        struct said *s = oracle_said(o, cell, i);
        s->wins = wins;
        if (wins && first == NO) {
            first = i;
            o->verdict[cell] = s->verdict;
            o->rule[cell] = i;
        } else if (wins && (is_else || hit == HIT_UNIQUE || !said_same(s, oracle_said(o, cell, first)))) {
            o->verdict[cell] = VERDICT_CONFLICT;
            o->conflict = true;
        }
    }
    return first != NO;
}

static void decide_cell(struct oracle *o, size_t cell) {
    const struct table *t = o->boxes->space->table;
    const struct space *s = o->boxes->space;
    bool passed = false;
    o->rule[cell] = NO;
    o->verdict[cell] = VERDICT_NEVER;
    if (region_at(s, &o->boxes->never, o->cell[cell])) {
        return;
    }
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind == RULE_REFUSE && rule_refuses(&t->rule[i], o->output) &&
            region_at(s, &o->boxes->rule[i], o->cell[cell])) {
            o->verdict[cell] = VERDICT_ERROR;
            o->rule[cell] = i;
            return;
        }
    }
    for (uint32_t tier = 0; tier < t->ntier; tier++) {
        bool here = false;
        if (decide_group(o, cell, tier, false, &here)) {
            break;
        }
        if (!here && decide_group(o, cell, tier, true, &here)) {
            break;
        }
        passed = passed || here;
        o->verdict[cell] = VERDICT_GAP;
    }
    if (o->verdict[cell] == VERDICT_GAP) {
        bool none = t->output[o->output].gaps_none;
        o->verdict[cell] = passed ? VERDICT_EXHAUSTED : none ? VERDICT_NONE : VERDICT_GAP;
    } else {
        memset(&o->left_over[cell * t->nrule], 0, t->nrule * sizeof *o->left_over);
    }
}

struct oracle *oracle_build(struct arena *a, const struct boxes *b, uint32_t output, uint32_t **cell, size_t ncell,
                            uint32_t without) {
    struct oracle *o = arena_alloc(a, sizeof *o);
    size_t nrule = b->space->table->nrule;
    *o = (struct oracle){.boxes = b, .output = output, .cell = cell, .ncell = ncell};
    o->said = arena_alloc(a, ncell * nrule * sizeof *o->said);
    o->verdict = arena_alloc(a, ncell * sizeof *o->verdict);
    o->rule = arena_alloc(a, ncell * sizeof *o->rule);
    o->left_over = arena_alloc(a, ncell * nrule * sizeof *o->left_over);
    uint32_t versions = b->space->table->versions;
    size_t nversion = versions == NO ? 1 : b->space->domain[versions].natom + 1;
    o->memo = arena_alloc(a, nversion * nrule * nrule);
    for (size_t c = 0; c < ncell; c++) {
        for (uint32_t i = 0; i < nrule; i++) {
            say(o, i, cell[c], oracle_said(o, c, i));
            if (i == without) {
                oracle_said(o, c, i)->covers = false;
            }
        }
    }
    for (size_t c = 0; c < ncell; c++) {
        decide_cell(o, c);
    }
    return o;
}
