/* model_docs_cell.c -- one cell of a matrix: which concrete cell stands for it, and what else can come out there.
 *
 * In:  the atoms of a row and a column.  Out: a whole cell (an atom per input) that can occur, or the proof that none
 * does; and from the value diagram every outcome that any choice of the other inputs gives there, with the inputs that
 * decide between them.  A chained input takes what its output decides.
 * [note moved] The other inputs stay at their base where they can.  Where a [never] covers that cell, or derived
 * integers do not come out so, the inputs that are at odds are moved, fewest first: a cell that can occur differs from
 * it in one of them, so the search is complete, unless it names a chained input or the steps run out.
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
    bool cut; /* something was left untried */
};

/* The row and the column are what is asked about; they never move. */
static bool is_fixed(const struct at *at, uint32_t input) {
    return at->input[0] == input || at->input[1] == input;
}

/* ---- chained inputs ---- */

/* The atom of a number that an output has decided; NO where it lies outside of the input's range. */
static uint32_t atom_of_number(const struct docs *d, uint32_t input, int64_t number) {
    const char *error;
    struct arena *a = arena_new();
    uint32_t atom = domain_atom(d->space, input, arena_printf(a, "%" PRId64, number), &error);
    arena_free(a);
    return atom;
}

/* By the boxes that do not know yet what comes out. */
static void settle_one(const struct docs *d, uint32_t output, uint32_t input, uint32_t *cell) {
    const struct domain *of = &d->space->domain[input];
    struct decided got = decide(d->in->plan[output]->boxes, output, cell);
    uint32_t atom = of->special[(got.verdict == VERDICT_NONE ? VALUE_NONE : VALUE_ERROR) - VALUE_OTHER];
    if (got.verdict == VERDICT_VALUE) {
        atom = d->table->output[output].is_int ? atom_of_number(d, input, got.number) : got.value;
    }
    cell[input] = atom == NO ? 0 : atom;
}

/* In the order in which outputs are decided, so that each finds what it depends on. */
static void settle(const struct docs *d, const struct at *at, uint32_t *cell) {
    for (size_t i = 0; i < d->table->noutput; i++) {
        uint32_t input = d->table->output[d->order[i]].input;
        if (input != NO && !is_fixed(at, input)) {
            settle_one(d, d->order[i], input, cell);
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
        if (odds->set ? aset_has(of->sets, odds->set[input], x) : x == s->base[input]) {
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

/* [note moved] */
static bool escape(struct search *s, unsigned moves) {
    struct odds odds;
    settle(s->docs, s->at, s->cell);
    if (!never_at(s->docs, s->cell, &odds) && !impossible_at(s->docs, s->cell, &odds)) {
        return true;
    }
    for (uint32_t i = 0; i < s->docs->space->ninput; i++) {
        if (!(odds.input >> i & 1) || is_fixed(s->at, i) || s->moved >> i & 1) {
            continue;
        }
        if (moves == 0 || s->docs->table->input[i].chain != NO) {
            s->cut = true;
        } else if (s->step < STEPS && escape_by(s, &odds, i, moves)) {
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
    return s.cut ? SHOWN_UNKNOWN : SHOWN_NEVER;
}

/* ---- what else can come out ---- */

/* Nodes and terminals that the allowed atoms of each input lead to. */
static bool *walk(const struct diagram *d, struct arena *a, const uint32_t *allowed) {
    bool *seen = arena_alloc(a, (size_t)d->nnode + 1);
    seen[d->root] = true;
    for (uint32_t i = d->nnode; i-- > d->nterminal;) { /* parents first */
        const struct node *n = &d->node[i];
        const struct asets *sets = d->space->domain[n->input].sets;
        for (uint32_t e = 0; seen[i] && e < n->nedge; e++) {
            bool open = aset_meets(sets, n->edge[e].set, allowed[n->input]);
            seen[n->edge[e].child] = seen[n->edge[e].child] || open;
        }
    }
    return seen;
}

/* The diagram without what is not allowed, reduced; the inputs that it still tests. */
static uint64_t tested(const struct diagram *d, struct arena *a, const uint32_t *allowed, const bool *seen) {
    struct diagram part = *d;
    part.node = arena_alloc(a, ((size_t)d->nnode + 1) * sizeof *part.node);
    for (uint32_t i = d->nterminal; i < d->nnode; i++) {
        const struct node *n = &d->node[i];
        struct asets *sets = d->space->domain[n->input].sets;
        part.node[i] = (struct node){n->input, arena_alloc(a, (n->nedge + 1) * sizeof *n->edge), 0};
        for (uint32_t e = 0; seen[i] && e < n->nedge; e++) {
            uint32_t set = aset_and(sets, n->edge[e].set, allowed[n->input]);
            if (set != ASET_EMPTY) {
                part.node[i].edge[part.node[i].nedge++] = (struct edge){set, n->edge[e].child};
            }
        }
    }
    uint64_t inputs = 0;
    const struct diagram *left = diagram_possible(a, &part, false);
    bool *at = arena_alloc(a, (size_t)left->nnode + 1);
    at[left->root] = true;
    for (uint32_t i = left->nnode; i-- > left->nterminal;) {
        inputs |= at[i] ? (uint64_t)1 << left->node[i].input : 0;
        for (uint32_t e = 0; at[i] && e < left->node[i].nedge; e++) {
            at[left->node[i].edge[e].child] = true;
        }
    }
    return inputs;
}

/* The atoms of a chained input that its output's terminals allow. */
static uint32_t chain_atoms(const struct docs *d, uint32_t input, const struct diagram *of, const bool *seen) {
    struct asets *sets = d->space->domain[input].sets;
    const struct domain *domain = &d->space->domain[input];
    uint32_t set = ASET_EMPTY;
    for (uint32_t i = 0; i < of->nterminal; i++) {
        const struct terminal *t = &of->terminal[i];
        bool value = t->verdict == VERDICT_VALUE;
        uint32_t atom = domain->special[(t->verdict == VERDICT_NONE ? VALUE_NONE : VALUE_ERROR) - VALUE_OTHER];
        if (value) {
            atom = d->table->output[of->output].is_int ? atom_of_number(d, input, t->number) : t->value;
        }
        if (seen[i] && t->verdict != VERDICT_NEVER && atom != NO) {
            set = aset_or(sets, set, aset_one(sets, atom));
        }
    }
    return set == ASET_EMPTY ? ASET_FULL : set;
}

/* Reducing compares nodes pair by pair. */
static bool spend(const struct diagram *d, const bool *seen, double *budget) {
    double nodes = 0;
    for (uint32_t i = d->nterminal; i < d->nnode; i++) {
        nodes += seen[i];
    }
    *budget -= (double)d->nnode + nodes * nodes;
    return *budget >= 0;
}

/* Upstream outputs first: what can come out of them bounds the chained inputs that are made of them. */
struct reach docs_reach(const struct docs *d, struct arena *a, uint32_t output, const struct at *at, double *budget) {
    struct reach r = {0};
    uint32_t *allowed = arena_alloc(a, (d->space->ninput + 1) * sizeof *allowed); /* ASET_FULL is 0 */
    const uint32_t *order = d->order;
    for (int i = 0; i < 2; i++) {
        if (at->input[i] != NO) {
            allowed[at->input[i]] = aset_one(d->space->domain[at->input[i]].sets, at->atom[i]);
        }
    }
    for (size_t k = 0; k < d->table->noutput; k++) {
        const struct diagram *of = d->in->value[order[k]];
        const struct output *o = &d->table->output[order[k]];
        if (!of->complete) {
            if (order[k] == output) {
                return r;
            }
            continue;
        }
        bool *seen = walk(of, a, allowed);
        if (order[k] == output && spend(of, seen, budget)) {
            r.terminal = seen;
            r.looked = tested(of, a, allowed, seen);
        }
        if (order[k] == output) {
            return r;
        }
        if (o->input != NO && o->override == OVERRIDE_NO && !is_fixed(at, o->input)) {
            allowed[o->input] = chain_atoms(d, o->input, of, seen);
        }
    }
    return r;
}
