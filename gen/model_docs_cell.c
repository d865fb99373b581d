/* model_docs_cell.c -- one cell of a matrix: which concrete cell stands for it.
 *
 * In:  the atoms of a row and a column.  Out: a whole cell (an atom per input) that can occur, or the proof that none
 * does.  A chained input takes what its output decides.
 * [note moved] The other inputs stay at their base where they can.  Where a [never] covers that cell, or derived
 * integers do not come out so, the inputs that are at odds are moved, fewest first: a cell that can occur differs from
 * it in one of them (or in what a chained one of them is decided from), so the search is complete, unless the steps run
 * out or a chained number is a copy.
 */
#include "model_docs.h"

#include <inttypes.h>

enum { STEPS = 20000, DEEPEST = 8 };

struct search {
    const struct docs *docs;
    const struct at *at;
    const uint32_t *base;
    uint32_t *cell;
    uint64_t moved;
    unsigned step;
    bool cut;   /* something was left untried */
    bool loose; /* what a chained input is was only known for one number of a piece */
};

/* The row and the column are what is asked about; they never move. */
bool docs_fixed(const struct at *at, uint32_t input) {
    return at->input[0] == input || at->input[1] == input;
}

/* ---- chained inputs ---- */

/* The atom of a number that an output has decided; NO where it lies outside of the input's range. */
uint32_t docs_number_atom(const struct docs *d, uint32_t input, int64_t number) {
    const char *error;
    struct arena *a = arena_new();
    uint32_t atom = domain_atom(d->space, input, arena_printf(a, "%" PRId64, number), &error);
    arena_free(a);
    return atom;
}

/* By the boxes that do not know yet what comes out.  Where no rule decides, anything may. */
static void settle_one(struct search *s, uint32_t output, uint32_t input) {
    const struct docs *d = s->docs;
    const struct domain *of = &d->space->domain[input];
    struct decided got = decide(d->in->plan[output]->boxes, output, s->cell);
    uint32_t atom = of->special[(got.verdict == VERDICT_NONE ? VALUE_NONE : VALUE_ERROR) - VALUE_OTHER];
    if (got.verdict == VERDICT_VALUE) {
        atom = d->table->output[output].is_int ? docs_number_atom(d, input, got.number) : got.value;
    }
    s->loose = s->loose || got.verdict == VERDICT_GAP || got.verdict == VERDICT_CONFLICT;
    s->cell[input] = atom == NO ? 0 : atom;
}

/* In the order in which outputs are decided, so that each finds what it depends on.  A user's choice stays. */
static void settle(struct search *s) {
    const struct docs *d = s->docs;
    for (size_t i = 0; i < d->table->noutput; i++) {
        uint32_t input = d->table->output[d->order[i]].input;
        if (input != NO && !docs_fixed(s->at, input) && !(s->moved >> input & 1)) {
            settle_one(s, d->order[i], input);
        }
    }
}

/* ---- a cell that can occur ---- */

struct odds { /* what a cell runs into; `set` of such an input must be left */
    uint64_t input;
    const uint32_t *set; /* NULL: any other atom will do */
};

/* The first [never], fact, or value of a chained input that cannot be, which covers the cell. */
static bool never_at(const struct docs *d, const uint32_t *cell, struct odds *odds) {
    const struct region *never = &d->in->boxes->never;
    for (size_t i = 0; i < never->nbox; i++) {
        if (box_has(d->space, &never->box[i], cell)) {
            *odds = (struct odds){never->box[i].named, never->box[i].set};
            return true;
        }
    }
    return false;
}

/* A derived integer that cannot come out of its factors here. */
static bool impossible_at(const struct docs *d, const uint32_t *cell, struct odds *odds) {
    struct arena *a = arena_new();
    bool found = false;
    for (uint32_t i = 0; i < d->space->ninput && !found; i++) {
        const struct input *in = &d->table->input[i];
        struct box b = box_full(d->space, a);
        uint32_t tied[] = {i, in->from[0], in->from[1]};
        *odds = (struct odds){0};
        for (int k = 0; in->from_op && k < 3; k++) {
            if (tied[k] != NO) {
                box_narrow(d->space, &b, tied[k], aset_one(d->space->domain[tied[k]].sets, cell[tied[k]]));
                odds->input |= (uint64_t)1 << tied[k];
            }
        }
        found = in->from_op && box_possible(d->space, &b, NULL) == POSSIBLE_NO;
    }
    arena_free(a);
    return found;
}

static bool escape(struct search *s, unsigned moves);

/* Each other atom of one input that is at odds. */
static bool escape_by(struct search *s, const struct odds *odds, uint32_t input, unsigned moves) {
    const struct domain *of = &s->docs->space->domain[input];
    uint64_t bit = (uint64_t)1 << input;
    s->moved |= bit;
    for (uint32_t x = 0; x < of->natom; x++) {
        bool named = odds->set && odds->input >> input & 1;
        if (named ? aset_has(of->sets, odds->set[input], x) : x == s->base[input]) {
            continue;
        }
        if (s->step++ == STEPS) {
            s->cut = true;
            break;
        }
        s->cell[input] = x;
        if (escape(s, moves - 1)) {
            return true;
        }
    }
    s->cell[input] = s->base[input];
    s->moved &= ~bit;
    return false;
}

/* Does the output copy or multiply numbers?  Then a piece of the factor has more outcomes than the one that settles. */
bool docs_loose(const struct table *t, uint32_t output) {
    for (size_t i = 0; i < t->nrule; i++) {
        const struct outcome *o = rule_outcome(&t->rule[i], output);
        if (t->output[output].is_int && o && (o->kind == OUTCOME_COPY || o->kind == OUTCOME_PRODUCT)) {
            return true;
        }
    }
    return false;
}

/* The inputs that can be moved to leave these odds; a chained one moves with what it is decided from, or by a user's
 * choice where the table takes one. */
static uint64_t movable(struct search *s, const struct odds *odds) {
    const struct table *t = s->docs->table;
    uint64_t inputs = odds->input, fixed = 0;
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (t->input[i].chain != NO && odds->input >> i & 1) {
            inputs |= docs_support(s->docs, t->input[i].chain);
            s->loose = s->loose || docs_loose(t, t->input[i].chain);
        }
        bool chosen = t->input[i].chain != NO && t->output[t->input[i].chain].override != OVERRIDE_NO;
        bool follows = t->input[i].chain != NO && !chosen;
        fixed |= follows || docs_fixed(s->at, i) ? (uint64_t)1 << i : 0;
    }
    return inputs & ~fixed & ~s->moved;
}

/* [note moved] */
static bool escape(struct search *s, unsigned moves) {
    struct odds odds;
    settle(s);
    if (!never_at(s->docs, s->cell, &odds) && !impossible_at(s->docs, s->cell, &odds)) {
        return true;
    }
    uint64_t inputs = movable(s, &odds);
    s->cut = s->cut || (inputs && moves == 0);
    for (uint32_t i = 0; i < s->docs->space->ninput && moves > 0; i++) {
        if (inputs >> i & 1 && s->step < STEPS && escape_by(s, &odds, i, moves)) {
            return true;
        }
    }
    return false;
}

/* Deeper and deeper, so that the cell found is one of those nearest to the base. */
enum shown docs_cell(const struct docs *d, const struct at *at, const uint32_t *base, uint32_t *cell, uint64_t *moved) {
    struct search s = {.docs = d, .at = at, .base = base, .cell = cell, .cut = true};
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        cell[i] = at->input[0] == i ? at->atom[0] : at->input[1] == i ? at->atom[1] : base[i];
    }
    for (unsigned moves = 0; moves <= DEEPEST && s.cut && s.step < STEPS; moves++) {
        s.cut = false;
        s.moved = 0;
        if (escape(&s, moves)) {
            *moved = s.moved;
            return SHOWN_CELL;
        }
    }
    *moved = 0;
    return s.cut || s.loose ? SHOWN_UNKNOWN : SHOWN_NEVER;
}
