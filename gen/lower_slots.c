/* lower_slots.c -- the slots of a scale: small numbers from 0 on, which the packed forms read their tables at.
 *
 * In:  a scale.  Out: the atom of each slot, and how a number becomes one: mostly it is one already, so that it costs a
 * comparison; what is left (a version's key, a number far from all others) is found by comparisons of its pieces.
 * A number that is none of the input's has a slot, too.
 *   version  what the header's own parser gives is a slot: 0 no version, 1 absent, 2 on: the pieces in their order
 */
#include "lower.h"

enum { SMS = 4096, QUICK = 513, CLAMPED = 1025, FEW = 3, COMPARED = 4 };

static uint32_t special(const struct space *s, uint32_t input, uint32_t value) {
    return s->domain[input].special[value - VALUE_OTHER];
}

static void add(struct scale *c, struct arena *a, uint32_t atom) {
    *PUSH(a, c->slot, c->nslot) = atom;
}

static void slots_ids(const struct space *s, struct arena *a, uint32_t input, struct scale *c) {
    uint32_t error = s->table->input[input].chain == NO ? NO : special(s, input, VALUE_ERROR);
    uint32_t natom = s->domain[input].natom - (error != NO);
    c->slots = SLOTS_ID;
    add(c, a, error);
    for (uint32_t i = 0; i < natom; i++) {
        add(c, a, i);
    }
}

/* 0 (no SM) to the highest known one; newer, up to a power of two, so that any number of so many bits is a slot; none. */
static void slots_sm(const struct space *s, struct arena *a, uint32_t input, struct scale *c) {
    const struct input *in = &s->table->input[input];
    c->slots = SLOTS_SM;
    add(c, a, NO);
    for (uint32_t i = 0; i < in->nvalue; i++) {
        while ((int64_t)c->nslot < in->number[i]) {
            add(c, a, NO);
        }
        add(c, a, i);
    }
    do {
        add(c, a, special(s, input, VALUE_NEWER));
    } while (c->nslot & (c->nslot - 1));
    add(c, a, special(s, input, VALUE_NONE));
}

static void slots_bool(const struct space *s, struct arena *a, uint32_t input, struct scale *c) {
    c->slots = SLOTS_BOOL;
    for (uint32_t i = 0; i < s->domain[input].natom; i++) {
        add(c, a, i);
    }
    c->bad = (uint32_t)c->nslot;
    add(c, a, NO);
}

static void slots_version(const struct space *s, struct arena *a, uint32_t input, struct scale *c) {
    uint32_t absent = special(s, input, VALUE_ABSENT);
    c->slots = SLOTS_VERSION;
    add(c, a, NO);
    add(c, a, absent);
    for (uint32_t i = absent == NO ? 0 : 1; i < s->domain[input].natom; i++) {
        add(c, a, i);
    }
}

/* Does a number lie below a piece? */
static bool is_below(const struct scale *c, int64_t number, size_t piece) {
    uint64_t from = c->piece[piece].number;
    return c->is_signed ? number < (int64_t)from : (uint64_t)number < from;
}

static uint32_t atom_at(const struct domain *d, const struct scale *c, int64_t number) {
    size_t piece = 0, end = c->npiece, pattern = 0;
    uint64_t divides = 0;
    while (piece + 1 < end) {
        size_t middle = piece + (end - piece) / 2;
        *(is_below(c, number, middle) ? &end : &piece) = middle;
    }
    for (size_t i = 0; i < d->nmodulus; i++) {
        divides |= (uint64_t)(number % d->modulus[i] == 0) << i;
    }
    while (c->npattern > 1 && pattern + 1 < c->npattern && d->pattern[pattern] != divides) {
        pattern++;
    }
    return c->piece[piece].atom[pattern];
}

static void add_quick(struct scale *c, struct arena *a, uint32_t atom) {
    *PUSH(a, c->quick, c->nquick) = atom == NO ? c->bad : atom;
}

/* A few comparisons and one remainder tell: pieces far apart, or residues of large numbers. */
static void quick_pieces(const struct domain *d, struct arena *a, struct scale *c) {
    for (size_t i = 1; i + 1 < c->npiece; i++) {
        for (size_t divides = 0; divides < c->npattern; divides++) {
            size_t pattern = c->npattern > 1 && d->pattern[0] != divides;
            add_quick(c, a, c->piece[i].atom[pattern]);
        }
    }
    c->by_piece = true;
}

/* Numbers that a caller may pass are told by a table of their own, which ends where the last piece begins. */
static void slots_atoms(const struct space *s, struct arena *a, uint32_t input, struct scale *c) {
    const struct domain *d = &s->domain[input];
    c->slots = SLOTS_ATOM;
    for (uint32_t i = 0; i < d->natom; i++) {
        add(c, a, i);
    }
    c->bad = d->natom;
    add(c, a, NO);
    if (c->npiece <= FEW && c->npattern == 1) {
        return;
    }
    uint64_t first = c->piece[1].number, last = c->piece[c->npiece - 2].number, n = last - first + 1;
    c->quick_from = (int64_t)first;
    c->covers = c->piece[c->npiece - 1].number - first;
    n = c->covers <= CLAMPED && c->npattern == 1 && c->npiece - 2 > COMPARED ? c->covers
                                                                             : n; /* no need to be clamped */
    bool one_modulus = c->npattern == 1 || (c->npattern == 2 && d->nmodulus == 1);
    if ((c->npattern > 1 || n > CLAMPED) && one_modulus && c->npiece - 2 <= COMPARED) {
        quick_pieces(d, a, c);
        return;
    }
    if (c->npattern > 1 || n > CLAMPED) {
        n = c->covers = c->covers <= CLAMPED ? c->covers : QUICK;
    }
    if (c->quick_from > 0 && c->quick_from <= LOWER_NEAR) { /* a number is its own place then */
        n += first;
        c->covers += first;
        c->quick_from = 0;
    }
    for (uint64_t i = 0; i < n; i++) {
        add_quick(c, a, atom_at(d, c, c->quick_from + (int64_t)i));
    }
}

uint32_t lower_slot_numbers(const struct scale *c) {
    bool one_more = c->slots == SLOTS_SM || c->slots == SLOTS_BOOL; /* none; no truth value */
    return (uint32_t)c->nslot - one_more;
}

/* As the slot function of the header has it: a number of the first slots is one, whatever a version's small numbers are. */
uint32_t lower_slot(const struct space *s, uint32_t input, const struct scale *c, int64_t number) {
    if (c->slots != SLOTS_ATOM && number >= 0 && (uint64_t)number < lower_slot_numbers(c)) {
        return (uint32_t)number;
    }
    uint32_t atom = atom_at(&s->domain[input], c, number);
    for (uint32_t i = 0; atom != NO && i < c->nslot; i++) {
        if (c->slot[i] == atom) {
            return i;
        }
    }
    return c->bad;
}

void lower_slots(const struct space *s, struct arena *a, uint32_t input, struct scale *c) {
    const struct input *in = &s->table->input[input];
    switch (in->type) {
    case TYPE_NAME:
    case TYPE_ENUM:
        slots_ids(s, a, input, c);
        return;
    case TYPE_SM:
        if (in->nvalue == 0 || in->number[in->nvalue - 1] < SMS) {
            slots_sm(s, a, input, c);
            return;
        }
        break;
    case TYPE_BOOL:
        slots_bool(s, a, input, c);
        return;
    case TYPE_VERSION:
        slots_version(s, a, input, c);
        return;
    case TYPE_INT:
        break;
    }
    slots_atoms(s, a, input, c);
}
