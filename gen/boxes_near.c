/* boxes_near.c -- for answers cell by cell: the few rules that may cover a cell, instead of all of them.
 *
 * In: the regions of the rules.  Out: for one input, the one that tells the rules apart best, the rules with a box at
 * each of its atoms, and apart those with a box that has many of them; the needs clauses; the refusals.
 * Guaranteed: whatever covers a cell is among those that boxes_nearby names there, and they ascend.
 */
#include "boxes.h"

enum { FEW_ATOMS = 64 }; /* a box with more is kept apart */

struct near {
    uint32_t input;
    uint32_t *start, *rule; /* rule[start[atom] .. start[atom + 1]) */
    uint32_t *apart;
    size_t napart;
    uint32_t *clause, *refuse;
    size_t nclause, nrefuse;
};

static bool few(const struct space *s, const struct box *b, uint32_t input) {
    return b->set[input] != ASET_FULL && aset_count(s->domain[input].sets, b->set[input]) <= FEW_ATOMS;
}

/* One box of many atoms is enough to be apart. */
static bool rule_few(const struct boxes *b, uint32_t rule, uint32_t input) {
    for (size_t i = 0; i < b->rule[rule].nbox; i++) {
        if (!few(b->space, &b->rule[rule].box[i], input)) {
            return false;
        }
    }
    return true;
}

/* Rules that would be looked at in a cell, on average; those apart always. */
static double cost(const struct boxes *b, uint32_t input) {
    double all = 0, apart = 0;
    for (uint32_t r = 0; r < b->space->table->nrule; r++) {
        bool is_few = rule_few(b, r, input);
        apart += !is_few;
        for (size_t i = 0; i < b->rule[r].nbox && is_few; i++) {
            all += aset_count(b->space->domain[input].sets, b->rule[r].box[i].set[input]);
        }
    }
    return apart + all / b->space->domain[input].natom;
}

/* Counted in one pass, filled in a second one.  A rule with several boxes at one atom is there once. */
static void fill(struct near *n, const struct boxes *b, bool count) {
    const struct asets *p = b->space->domain[n->input].sets;
    uint32_t *last = n->start + asets_natom(p) + 2; /* per atom: the rule noted last, + 1 */
    for (uint32_t r = 0; r < b->space->table->nrule; r++) {
        if (b->space->table->rule[r].kind != RULE_RULE) {
            continue;
        }
        if (!rule_few(b, r, n->input)) {
            n->apart[n->napart] = r;
            n->napart += !count;
            continue;
        }
        for (size_t i = 0; i < b->rule[r].nbox; i++) {
            uint32_t set = b->rule[r].box[i].set[n->input];
            for (uint32_t x = aset_next(p, set, 0); x != NO; x = aset_next(p, set, x + 1)) {
                if (last[x] == r + 1) {
                    continue;
                }
                last[x] = r + 1;
                if (count) {
                    n->start[x + 2]++;
                } else {
                    n->rule[n->start[x + 1]++] = r;
                }
            }
        }
    }
}

void boxes_index(struct arena *a, struct boxes *b) {
    const struct table *t = b->space->table;
    struct near *n = arena_alloc(a, sizeof *n);
    if (b->space->ninput == 0) {
        return;
    }
    double best = cost(b, 0);
    for (uint32_t i = 1; i < b->space->ninput; i++) {
        double now = cost(b, i);
        n->input = now < best ? i : n->input;
        best = now < best ? now : best;
    }
    uint32_t natom = b->space->domain[n->input].natom;
    n->start = arena_alloc(a, (2 * (size_t)natom + 3) * sizeof *n->start);
    n->apart = arena_alloc(a, (t->nrule + 1) * sizeof *n->apart);
    fill(n, b, true);
    for (uint32_t x = 0; x < natom; x++) {
        n->start[x + 2] += n->start[x + 1];
        n->start[natom + 2 + x] = 0;
    }
    n->rule = arena_alloc(a, ((size_t)n->start[natom + 1] + 1) * sizeof *n->rule);
    fill(n, b, false);
    for (uint32_t r = 0; r < t->nrule; r++) {
        if (t->rule[r].kind == RULE_CLAUSE) {
            *PUSH(a, n->clause, n->nclause) = r;
        } else if (t->rule[r].kind == RULE_REFUSE) {
            *PUSH(a, n->refuse, n->nrefuse) = r;
        }
    }
    b->near = n;
}

struct nearby boxes_nearby(const struct boxes *b, const uint32_t *cell) {
    const struct near *n = b->near;
    struct nearby all = {.left = (uint32_t)b->space->table->nrule};
    if (!n) {
        return all;
    }
    uint32_t atom = cell[n->input], first = n->start[atom];
    return (struct nearby){.list = {n->rule + first, n->apart}, .count = {n->start[atom + 1] - first, n->napart}};
}

uint32_t nearby_next(struct nearby *n) {
    if (n->left) {
        n->left--;
        return n->now++;
    }
    if (!n->count[0] && !n->count[1]) {
        return NO;
    }
    int k = !n->count[0] || (n->count[1] && n->list[1][0] < n->list[0][0]);
    n->count[k]--;
    return *n->list[k]++;
}

struct nearby boxes_clauses(const struct boxes *b) {
    if (!b->near) {
        return (struct nearby){.left = (uint32_t)b->space->table->nrule};
    }
    return (struct nearby){.list = {b->near->clause, NULL}, .count = {b->near->nclause, 0}};
}

struct nearby boxes_refusals(const struct boxes *b) {
    if (!b->near) {
        return (struct nearby){.left = (uint32_t)b->space->table->nrule};
    }
    return (struct nearby){.list = {b->near->refuse, NULL}, .count = {b->near->nrefuse, 0}};
}
