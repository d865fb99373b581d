/* vector_cell.c -- a cell that can be asked for: derived numbers and chained inputs follow from the others.
 *
 * In: a cell of a path, and which of its inputs the path names.  Out: the same cell with every unnamed derived or
 * chained input as it comes out, and a number for each int input that is tied to another; or that there is none.
 * A row is what a caller passes, and callers pass neither: a row in which they do not fit would test nothing.
 */
#include "vector.h"

#include <inttypes.h>

/* What the output that this input is comes to in the cell; NO: not known. */
static uint32_t decided_atom(const struct job *j, uint32_t input, const uint32_t *cell) {
    const struct space *s = j->space;
    const struct domain *d = &s->domain[input];
    uint32_t output = s->table->input[input].chain;
    for (size_t k = 0; k < j->boxes->nchain; k++) {
        const struct chain *c = &j->boxes->chain[k];
        for (uint32_t v = 0; c->input == input && v < d->natom; v++) {
            for (size_t i = 0; i < c->at[v].nbox; i++) {
                if (box_has(s, &c->at[v].box[i], cell)) {
                    return v;
                }
            }
        }
        if (c->input == input) {
            return NO;
        }
    }
    struct decided e = decide(j->boxes, output, cell);
    const char *error;
    if (e.verdict == VERDICT_VALUE) {
        return s->table->output[output].is_int
                   ? domain_atom(s, input, arena_printf(j->arena, "%" PRId64, e.number), &error)
                   : e.value;
    }
    return d->special[(e.verdict == VERDICT_NONE ? VALUE_NONE : VALUE_ERROR) - VALUE_OTHER];
}

/* Numbers for the inputs that are tied to each other, and their atoms where they are open; false: none were found. */
static bool solve(const struct job *j, const struct box *b, uint32_t *cell, uint64_t open, struct solved *value) {
    const struct space *s = j->space;
    if (box_possible(s, b, value) != POSSIBLE_YES) {
        return false;
    }
    for (uint32_t i = 0; i < s->ninput; i++) {
        const char *error;
        if ((open >> i & 1) && value[i].known) {
            cell[i] = value[i].unset ? s->domain[i].special[VALUE_UNSET - VALUE_OTHER]
                                     : domain_atom(s, i, arena_printf(j->arena, "%" PRId64, value[i].number), &error);
        }
        if (cell[i] == NO) {
            return false;
        }
    }
    return true;
}

/* The box of a cell whose open inputs are left to follow. */
static struct box around(const struct job *j, const uint32_t *cell, uint64_t open) {
    struct box b = box_full(j->space, j->arena);
    for (uint32_t i = 0; i < j->space->ninput; i++) {
        if (!(open >> i & 1)) {
            b.set[i] = aset_one(j->space->domain[i].sets, cell[i]);
            b.named |= (uint64_t)1 << i;
        }
    }
    return b;
}

/* The unnamed chained inputs as they come out; false: a named one comes out as something else. */
static bool follow_chains(const struct job *j, uint32_t *cell, uint64_t named) {
    const struct table *t = j->space->table;
    for (size_t k = 0; k < t->noutput; k++) {
        uint32_t input = t->output[j->order[k]].input;
        if (input >= j->space->ninput) {
            continue;
        }
        uint32_t atom = decided_atom(j, input, cell);
        if (atom == NO || ((named >> input & 1) && atom != cell[input])) {
            return false;
        }
        cell[input] = atom;
    }
    return true;
}

bool cell_complete(const struct job *j, uint32_t *cell, uint64_t named, struct solved *value) {
    if (!j->derived) {
        return !j->chained || follow_chains(j, cell, named);
    }
    uint64_t open = (j->derived | j->chained) & ~named;
    /* a chained number may be a factor, and a derived number may decide: twice reaches every order of one of each */
    for (int pass = 0; pass < 2; pass++) {
        struct box b = around(j, cell, open);
        if (!solve(j, &b, cell, open, value) || (j->chained && !follow_chains(j, cell, named))) {
            return false;
        }
        open &= ~j->chained;
    }
    return true;
}

bool cell_within(const struct job *j, const struct box *b, uint32_t *cell, struct solved *value) {
    if (!j->derived) {
        return false;
    }
    for (uint32_t i = 0; i < j->space->ninput; i++) {
        cell[i] = aset_next(j->space->domain[i].sets, b->set[i], 0);
    }
    return solve(j, b, cell, UINT64_MAX, value) && cell_complete(j, cell, b->named, value);
}
