/* model_docs_fail.c -- where a value that is chosen cannot run.
 *
 * In:  a cell of a matrix and the value that it shows.  Out: the needs clauses that fail there, also those with
 * `filter = no`; and those that fail for other choices of the inputs that the matrix does not show, each with one such
 * cell.
 * Guaranteed: every claim is a concrete cell in which the definition chooses the value and the clause fails; what the
 * search does not find is not claimed to be fine (the findings of the table are exact).
 */
#include "model_docs.h"

enum { BOXES = 64 }; /* of one clause */

/* The region of a clause is where it fails. */
static bool clause_fails(const struct docs *d, uint32_t clause, const uint32_t *cell) {
    const struct region *r = &d->in->boxes->rule[clause];
    bool fails = false;
    for (size_t i = 0; i < r->nbox && !fails; i++) {
        fails = box_has(d->space, &r->box[i], cell);
    }
    return fails;
}

/* Unlike decide_failing, this knows the clauses that do not filter: a reader wants to hear of those too. */
uint32_t docs_failing(const struct docs *d, uint32_t output, uint32_t value, const uint32_t *cell) {
    for (uint32_t i = 0; i < d->table->nrule; i++) {
        if (clause_speaks_of(&d->table->rule[i], output, value) && clause_fails(d, i, cell)) {
            return i;
        }
    }
    return NO;
}

/* The base moved into a box of the clause; false: the row or column lies outside. */
static bool move_into(const struct docs *d, const struct at *at, const struct box *b, uint32_t *base) {
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        const struct asets *sets = d->space->domain[i].sets;
        bool row = at->input[0] == i, column = at->input[1] == i;
        if (row || column) {
            if (!aset_has(sets, b->set[i], at->atom[row ? 0 : 1])) {
                return false;
            }
        } else if (!aset_has(sets, b->set[i], base[i])) {
            base[i] = aset_next(sets, b->set[i], 0);
        }
    }
    return true;
}

/* A cell of the box that can occur, and the definition asked there. */
static bool fails_in(struct failing *f, const struct docs *d, struct arena *a, const struct box *b) {
    uint32_t *base = arena_alloc(a, (d->space->ninput + 1) * sizeof *base);
    uint64_t moved;
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        base[i] = f->base[i];
    }
    if (!move_into(d, f->at, b, base) || docs_cell(d, f->at, base, f->cell, &moved) != SHOWN_CELL) {
        return false;
    }
    struct decided got = decide(d->in->boxes, f->output, f->cell);
    return got.verdict == VERDICT_VALUE && got.value == f->value && clause_fails(d, f->clause, f->cell);
}

/* The boxes of one clause, until one of them holds a cell of proof. */
bool docs_fails(struct failing *f, const struct docs *d, uint32_t clause) {
    struct arena *a = arena_new();
    const struct region *r = &d->in->boxes->rule[clause];
    bool found = false;
    f->clause = clause;
    for (size_t i = 0; i < r->nbox && i < BOXES && !found; i++) {
        found = clause_speaks_of(&d->table->rule[clause], f->output, f->value) && fails_in(f, d, a, &r->box[i]);
    }
    arena_free(a);
    return found;
}
