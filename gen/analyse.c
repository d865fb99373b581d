/* analyse.c -- every finding of a table, output by output.
 *
 * In: regions and plans.  Out: messages; the inputs stay untouched.
 * Guaranteed: a claim is made only when the cover search has proven it, and shows a witness; a limit is reported as
 * undecided.  What a finding is asked of, in the words of analyse.h:
 *   conflict, overlap            two rules that win one cell           masked, subsumed   lines that win none
 *   incapable, exhausted         lines that win where needs fail       gap                no line at all
 *   masked candidate, never chosen   values whose lines win nowhere    pin, forbid        the first line of a cell
 */
#include "analyse.h"

/* Inputs that are decided after the output in hand, and what is computed from them, are not looked at.  A chained
 * input without override has one value in each cell of the others. */
static void count_domain(struct analysis *an) {
    const struct table *t = an->table;
    uint64_t waits = 0;
    for (uint32_t i = 0; i < t->ninput; i++) {
        waits |= (uint64_t)(t->input[i].chain != NO) << i;
    }
    for (size_t k = 0; k < an->boxes->nchain; k++) {
        waits &= ~((uint64_t)1 << an->boxes->chain[k].input);
    }
    for (uint32_t pass = 0; pass < t->ninput; pass++) {
        for (uint32_t i = 0; i < t->ninput; i++) {
            bool one = t->input[i].from_op && (waits >> t->input[i].from[0] & 1);
            bool two = t->input[i].from_op && t->input[i].from[1] != NO && (waits >> t->input[i].from[1] & 1);
            waits |= (uint64_t)(one || two) << i;
        }
    }
    an->domain = an->unasked = 1;
    for (uint32_t i = 0; i < t->ninput; i++) {
        uint32_t chain = t->input[i].chain;
        if (waits >> i & 1) {
            an->unasked *= an->space->domain[i].natom;
        } else if (chain == NO || t->output[chain].override != OVERRIDE_NO) {
            an->domain *= an->space->domain[i].natom;
        }
    }
}

/* The order matters: conflicts first, then what is masked, then what speaks of rules that are not. */
static void look_at_output(struct analysis *an, uint32_t output) {
    an->output = output;
    an->boxes = an->plans[output]->boxes;
    count_domain(an);
    if (!an->plans[output]->complete) {
        an->conflicted[output] = true;
        struct box full = box_full(an->space, an->scratch);
        undecided(an, FINDING_INCAPABLE, NO, &full);
        return;
    }
    analyse_lines(an, output);
    analyse_wins(an);
    analyse_conflicts(an);
    analyse_masked(an);
    analyse_overlaps(an);
    analyse_subsumed(an);
    analyse_partly(an);
    analyse_needs(an);
    analyse_copied(an);
    analyse_chosen(an);
    analyse_gap(an);
    analyse_pins(an);
    analyse_swallowed(an);
    analyse_unplaced(an);
    analyse_spare(an);
    an->conflicted[output] = an->conflict;
}

/* A forbid may name several outputs. */
static bool all_complete(const struct analysis *an) {
    for (size_t i = 0; i < an->table->noutput; i++) {
        if (!an->plans[i]->complete) {
            return false;
        }
    }
    return true;
}

void analyse(struct arena *a, struct msgs *m, const struct boxes *b, struct plan *const *plan, const struct limits *l) {
    struct analysis an = {.arena = a, .msgs = m, .boxes = b, .space = b->space, .table = b->space->table};
    an.plans = plan;
    an.limits = l;
    an.asked.arena = a;
    an.inside = arena_alloc(a, (an.table->nallow + 1) * sizeof *an.inside);
    an.conflicted = arena_alloc(a, (an.table->noutput + 1) * sizeof *an.conflicted);
    an.spoken = arena_alloc(a, (an.table->nrule + 1) * sizeof *an.spoken);
    for (uint32_t i = 0; i < an.table->nrule; i++) {
        if (an.table->rule[i].kind == RULE_CLAUSE) {
            *PUSH(a, an.clause, an.nclause) = i;
        }
    }
    if (!an.table->noutput) {
        analyse_expired(&an);
        return; /* a vocabulary: nothing is decided here */
    }
    for (uint32_t i = 0; i < an.space->ninput; i++) {
        an.derived = an.derived || an.table->input[i].from_op;
    }
    analyse_spare_find(&an);
    for (uint32_t i = 0; i < an.table->noutput; i++) {
        arena_free(an.scratch);
        an.scratch = an.lines = arena_new();
        an.meets = NULL;
        look_at_output(&an, i);
    }
    an.output = NO; /* what is known of the lines of the last one stays */
    an.boxes = b;
    count_domain(&an);
    if (all_complete(&an)) {
        analyse_forbids(&an);
    }
    analyse_unused(&an);
    analyse_mergeable(&an);
    analyse_spare_told(&an);
    arena_free(an.scratch); /* nobody asks about lines any more */
    an.scratch = an.lines = arena_new();
    an.meets = NULL;
    an.order = NULL;
    analyse_lists(&an);
    analyse_alias(&an);
    analyse_expired(&an);
    analyse_allow(&an);
    arena_free(an.scratch);
}
