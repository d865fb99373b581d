/* table_cycles.c -- chained outputs: does an output depend on itself through `as`?
 *
 * In:   every rule, refusal and clause with its conditions.
 * Out:  nothing but messages: a cycle is an error that prints it, with the place of each step.
 * An output depends on the chained inputs that its rules, the refusals of it and the clauses of its values name, through
 * derived inputs too.  What can never occur cannot depend on what is decided, so [never] names no chained input.
 */
#include "table.h"

#include <string.h>

struct step { /* output -> output: the condition that makes it so */
    struct pos pos;
    bool is;
};

struct graph {
    struct build *b;
    struct step step[MAX_SYMBOL][MAX_SYMBOL];
    uint8_t state[MAX_SYMBOL];
    uint32_t path[MAX_SYMBOL];
    size_t npath;
};

/* The chained outputs below an input, as bits: it may be derived from one. */
static uint64_t chained_below(const struct table *t, uint32_t input, int depth) {
    const struct input *in = &t->input[input];
    uint64_t below = in->chain != NO ? UINT64_C(1) << in->chain : 0;
    for (int i = 0; i < 2 && depth < MAX_SYMBOL; i++)
        if (in->from[i] != NO)
            below |= chained_below(t, in->from[i], depth + 1);
    return below;
}

/* The outputs that a rule, refusal or clause speaks of, as bits. */
static uint64_t rule_outputs(const struct table *t, const struct rule *r) {
    uint64_t outputs = 0;
    for (size_t i = 0; i < r->nassign && r->kind == RULE_RULE; i++)
        outputs |= UINT64_C(1) << r->assign[i].output;
    for (size_t i = 0; i < r->ntarget; i++)
        outputs |= UINT64_C(1) << r->target[i].output;
    for (size_t i = 0; i < r->noutput; i++)
        outputs |= UINT64_C(1) << r->output[i];
    if (r->kind == RULE_REFUSE && r->noutput == 0)
        outputs = t->noutput == 64 ? UINT64_MAX : (UINT64_C(1) << t->noutput) - 1;
    return outputs;
}

static void add_step(struct graph *g, uint64_t from, uint32_t input, const uint64_t *below, struct pos pos) {
    for (uint32_t o = 0; o < g->b->t->noutput && below[input]; o++)
        for (uint32_t to = 0; from >> o & 1 && to < g->b->t->noutput; to++)
            if (below[input] >> to & 1 && !g->step[o][to].is)
                g->step[o][to] = (struct step){pos, true};
}

static void add_rule(struct graph *g, const struct rule *r, const uint64_t *below) {
    const struct table *t = g->b->t;
    uint64_t outputs = rule_outputs(t, r);
    for (size_t c = 0; c < r->ncond; c++)
        for (size_t i = 0; i < r->cond[c].ninput; i++) {
            uint32_t input = r->cond[c].input[i];
            add_step(g, outputs, input, below, r->cond[c].pos);
            if (r->kind == RULE_NEVER && below[input])
                msg_add(g->b->m, FINDING_TYPE, r->cond[c].pos, strlen(t->input[input].name),
                        "'%s' is decided by this table; what can never occur is said of its other inputs",
                        t->input[input].name);
        }
    for (size_t i = 0; i < r->nassign && r->kind == RULE_RULE; i++) {
        const struct outcome *o = &r->assign[i].outcome;
        if ((o->kind == OUTCOME_COPY || o->kind == OUTCOME_PRODUCT) && o->input != NO)
            add_step(g, UINT64_C(1) << r->assign[i].output, o->input, below, o->pos);
    }
}

static void cycle_message(struct graph *g, uint32_t to) {
    const struct table *t = g->b->t;
    struct text text = {.arena = g->b->a};
    size_t from = 0;
    while (g->path[from] != to)
        from++;
    for (size_t i = from; i < g->npath; i++)
        text_printf(&text, "%s > ", t->output[g->path[i]].name);
    struct msg *msg =
        msg_add(g->b->m, FINDING_CYCLE, t->output[to].pos, strlen(t->output[to].name),
                "the output '%s' depends on itself: %s%s", t->output[to].name, text.at, t->output[to].name);
    for (size_t i = from; i < g->npath; i++) {
        uint32_t next = i + 1 < g->npath ? g->path[i + 1] : to;
        msg_note(g->b->m, msg, g->step[g->path[i]][next].pos, "'%s' depends on '%s' here", t->output[g->path[i]].name,
                 t->output[next].name);
    }
}

enum { NEW, OPEN, DONE };

static void visit(struct graph *g, uint32_t output) {
    g->state[output] = OPEN;
    g->path[g->npath++] = output;
    for (uint32_t to = 0; to < g->b->t->noutput; to++) {
        if (!g->step[output][to].is)
            continue;
        if (g->state[to] == OPEN)
            cycle_message(g, to);
        if (g->state[to] == NEW)
            visit(g, to);
    }
    g->npath--;
    g->state[output] = DONE;
}

void table_chain_cycles(struct build *b) {
    struct graph *g = arena_alloc(b->a, sizeof *g);
    uint64_t below[MAX_SYMBOL] = {0};
    g->b = b;
    for (uint32_t i = 0; i < b->t->ninput; i++)
        below[i] = chained_below(b->t, i, 0);
    for (size_t i = 0; i < b->t->nrule; i++)
        add_rule(g, &b->t->rule[i], below);
    for (uint32_t i = 0; i < b->t->noutput; i++)
        if (g->state[i] == NEW)
            visit(g, i);
}
