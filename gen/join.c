/* join.c -- two tables over one space, so that their answers can be compared cell by cell.
 *
 * In: the regions of both tables.  Out: a space that refines both, and the way from each side's sets, boxes and cells
 * to the joint ones and back.  Neither table is rewritten: its own stages have given its regions and plans their
 * meaning, and only sets of atoms are carried over.
 * [note declared] A joint atom that a side has no cell for (a value of an enum, an SM below its highest, a number out
 * of its range, `absent`) is NO there; a name that it does not name lies in its prefixes or in `other`.
 * Guaranteed: no joint atom is split between two atoms of a side.
 */
#include "join.h"

/* All members of a joint atom fall into one atom of the side, so its witness stands for all. */
static void map_atoms(struct joint *j, enum side side, uint32_t input) {
    struct joint_side *of = &j->side[side];
    const struct domain *d = &j->space->domain[input];
    const struct space *own = of->boxes->space;
    const char *error;
    of->atom[input] = arena_alloc(j->arena, (d->natom + 1) * sizeof **of->atom);
    for (uint32_t i = 0; i < d->natom; i++) {
        uint32_t to = of->input[input];
        of->atom[input][i] = to == NO ? NO : domain_atom(own, to, d->atom[i].text, &error);
    }
}

/* The same the other way round: counted, then placed. */
static void invert(struct joint *j, enum side side, uint32_t input) {
    struct joint_side *of = &j->side[side];
    uint32_t natom = j->space->domain[input].natom, nown = of->boxes->space->domain[of->input[input]].natom;
    uint32_t *start = arena_alloc(j->arena, (nown + 2) * sizeof *start);
    uint32_t *within = arena_alloc(j->arena, (natom + 1) * sizeof *within);
    for (uint32_t i = 0; i < natom; i++) {
        if (of->atom[input][i] != NO) {
            start[of->atom[input][i] + 2]++;
        }
    }
    for (uint32_t i = 2; i < nown + 2; i++) {
        start[i] += start[i - 1];
    }
    for (uint32_t i = 0; i < natom; i++) {
        if (of->atom[input][i] != NO) {
            within[start[of->atom[input][i] + 1]++] = i;
        }
    }
    of->start[input] = start;
    of->within[input] = within;
}

/* Every joint input has a map, also one that the side does not have: then it is NO throughout. */
static void join_side(struct joint *j, enum side side, const struct boxes *boxes) {
    struct joint_side *of = &j->side[side];
    size_t n = j->space->ninput + 1;
    of->boxes = boxes;
    of->table = boxes->space->table;
    of->atom = arena_alloc(j->arena, n * sizeof *of->atom);
    of->start = arena_alloc(j->arena, n * sizeof *of->start);
    of->within = arena_alloc(j->arena, n * sizeof *of->within);
    of->set = arena_alloc(j->arena, n * sizeof *of->set);
    for (uint32_t i = 0; i < j->space->ninput; i++) {
        map_atoms(j, side, i);
        if (of->input[i] != NO) {
            invert(j, side, i);
        }
    }
}

/* The joint domain is made by the domain stage itself, from a table that holds nothing but cuts, so that its atoms have
 * labels and witnesses like all others. */
struct joint *join(struct arena *a, struct msgs *m, const struct boxes *const boxes[2]) {
    struct joint *j = arena_alloc(a, sizeof *j);
    const struct space *space[2] = {boxes[OLD]->space, boxes[NEW]->space};
    const struct table *table[2] = {space[OLD]->table, space[NEW]->table};
    uint32_t input[2][64] = {{0}}, joint[2][64] = {{0}}, most = 0;
    struct table *t = join_inputs(a, table, space, input, joint);
    if (!t) {
        msg_add(m, FINDING_LIMIT, table[NEW]->pos, 1, "the two tables have more than 64 different inputs together");
        return NULL;
    }
    for (int s = OLD; s <= NEW; s++) {
        for (size_t i = 0; i < 64; i++) {
            j->side[s].input[i] = i < t->ninput ? input[s][i] : NO;
            j->side[s].joint[i] = joint[s][i];
        }
    }
    j->arena = a;
    j->space = domain_build(a, m, t);
    j->boxes = boxes_build(a, m, j->space);
    for (uint32_t i = 0; i < j->space->ninput; i++) {
        most = j->space->domain[i].natom > most ? j->space->domain[i].natom : most;
    }
    j->room = arena_alloc(a, (most + 1) * sizeof *j->room);
    join_side(j, OLD, boxes[OLD]);
    join_side(j, NEW, boxes[NEW]);
    return j;
}

/* The joint atoms of all its members.  The whole domain stays the whole domain, so that a box names no more inputs than
 * before. */
static uint32_t carry_set(struct joint *j, enum side side, uint32_t input, uint32_t own) {
    const struct joint_side *of = &j->side[side];
    const struct asets *sets = of->boxes->space->domain[of->input[input]].sets;
    const uint32_t *start = of->start[input];
    uint32_t n = 0;
    if (own == ASET_FULL || own == ASET_EMPTY) {
        return own; /* what the side does not declare has a box of its own */
    }
    for (uint32_t i = aset_next(sets, own, 0); i != NO; i = aset_next(sets, own, i + 1)) {
        for (uint32_t k = start[i]; k < start[i + 1]; k++) {
            j->room[n++] = of->within[input][k];
        }
    }
    return aset_of(j->space->domain[input].sets, j->room, n);
}

/* Asked once for each own set: many rules share few sets. */
uint32_t join_set(struct joint *j, enum side side, uint32_t input, uint32_t own) {
    struct joint_side *of = &j->side[side];
    while (of->set[input].count <= own) {
        *PUSH(j->arena, of->set[input].joint, of->set[input].count) = 0;
    }
    if (!of->set[input].joint[own]) {
        of->set[input].joint[own] = carry_set(j, side, input, own) + 1;
    }
    return of->set[input].joint[own] - 1;
}

/* Inputs that the side does not have stay unnamed: its rules do not look at them. */
bool join_box(struct joint *j, enum side side, const struct box *own, struct box *into) {
    const struct joint_side *of = &j->side[side];
    *into = box_full(j->space, j->arena);
    for (uint64_t rest = own->named; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest), joint = of->joint[i];
        if (!box_narrow(j->space, into, joint, join_set(j, side, joint, own->set[i]))) {
            return false;
        }
    }
    return true;
}

/* A box for each input: one atom that the side has not is enough to make a cell that it has not. */
struct region join_undeclared(struct joint *j, enum side side, uint64_t apart) {
    const struct joint_side *of = &j->side[side];
    struct region r = {0};
    for (uint32_t i = 0; i < j->space->ninput; i++) {
        struct asets *sets = j->space->domain[i].sets;
        uint32_t none = ASET_EMPTY;
        bool asked = of->input[i] != NO && !(apart >> i & 1);
        for (uint32_t atom = 0; asked && atom < j->space->domain[i].natom; atom++) {
            if (of->atom[i][atom] == NO) {
                none = aset_or(sets, none, aset_one(sets, atom));
            }
        }
        if (none != ASET_EMPTY) {
            struct box b = box_full(j->space, j->arena);
            box_narrow(j->space, &b, i, none);
            *PUSH(j->arena, r.box, r.nbox) = b;
        }
    }
    return r;
}

void join_cell(const struct joint *j, enum side side, const uint32_t *cell, uint32_t *own) {
    const struct joint_side *of = &j->side[side];
    for (uint32_t i = 0; i < of->table->ninput; i++) {
        own[i] = of->atom[of->joint[i]][cell[of->joint[i]]];
    }
}
