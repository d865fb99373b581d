/* analyse_gap.c -- gap: cells that no line covers.
 *
 * In: all lines of one output.  Out: one error per output: how many cells, one of them, the largest boxes found, and
 * a rule that fills the first.  `gaps = NONE` makes these cells an answer of their own.
 */
#include "analyse.h"

enum { SHOWN = 4 }; /* boxes that are named; the rest is counted */

/* Further boxes, each without those before it, until few or none are left. */
static void note_boxes(struct analysis *an, struct msg *m, const struct box *full, struct answer *x) {
    struct box *first = arena_alloc(an->scratch, sizeof *first);
    *first = x->witness;
    double left = x->cells - box_count(an->space, first);
    blockers_add(an, first, NO);
    for (int i = 1; i < SHOWN && left > 0; i++) {
        struct box *more = arena_alloc(an->scratch, sizeof *more);
        if (ask_search(an, full, true, more) != COVER_WITNESS) {
            break;
        }
        struct answer part = {.found = true, .witness = *more};
        struct cover_limit limit = ask_limit(an);
        part.cells =
            cover_count(an->space, an->scratch, more, an->blockers.box, an->blockers.count, &limit, &part.at_least);
        msg_note(an->msgs, m, no_place(m->pos), "and %s: %s", box_text(an->space, an->arena, more),
                 cells_text(an, &part));
        blockers_add(an, more, NO);
        left -= part.cells;
    }
    if (left > 0) {
        struct answer rest = {.cells = left, .at_least = x->at_least};
        msg_note(an->msgs, m, no_place(m->pos), "and %s elsewhere", cells_text(an, &rest));
    }
}

/* All lines are blockers, also those of lists that ran out: such a cell is exhausted, not a gap. */
void analyse_gap(struct analysis *an) {
    const struct output *o = &an->table->output[an->output];
    struct box full = box_full(an->space, an->scratch);
    struct answer x = {0};
    struct cover_limit limit = ask_limit(an);
    if (o->gaps_none) {
        return;
    }
    allow_expect(an, &x, FINDING_GAP, NO, NULL);
    blockers_clear(an);
    blockers_room(an, 2 * an->plan->nline + SHOWN);
    for (uint32_t i = 0; i < an->plan->nline; i++) {
        blockers_add(an, &an->plan->line[i].box, i);
        for (uint32_t k = an->plan->line[i].again; k > 0; k--) { /* how often one stands there decides what is shown */
            blockers_add(an, &an->plan->line[i - k + 1].box, i - k + 1);
        }
    }
    if (!ask_count(an, &full, &x, &limit)) {
        undecided(an, FINDING_GAP, NO, &full);
    } else if (x.found) {
        allow_settle(an, &x, FINDING_GAP, NO, NULL);
        struct msg *m =
            report(an, FINDING_GAP, NO, &x,
                   arena_printf(an->arena, "no rule gives '%s' in %s; write a rule, or one with `else = yes`", o->name,
                                example_text(an, &x)));
        msg_note(an->msgs, m, no_place(m->pos), "a rule for %.0f of them:\n%s",
                 box_count(an->space, &x.witness) / an->unasked, rule_skeleton(an, "NAME", &x.witness, "?", 0));
        note_boxes(an, m, &full, &x);
    }
}
