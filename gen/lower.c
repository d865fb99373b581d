/* lower.c -- an input as a scale: the line of numbers that callers pass, cut where the answer may change.
 *
 * In:  the atoms of an input.  Out: pieces in ascending order that cover every number; a piece outside the domain has
 * no atom, so that a number that is nobody's (SM 95, id 0, a page size beyond the range) is an error in every form.
 *   name, enum  id = atom + 1 (a chained input: ERROR is 0, as in its output)        bool  0, 1, unknown 2
 *   sm          the SM; none is -1; every number above the highest known SM is newer  int   the number; unset one below
 *   version     0 is no version, 1 absent, 2 on: pieces that no 64-bit key can reach; from 2^32 on keys (version_key.c)
 */
#include "lower.h"

static uint32_t special(const struct space *s, uint32_t input, uint32_t value) {
    return s->domain[input].special[value - VALUE_OTHER];
}

/* A piece that starts where the last one did takes its place. */
static void add(struct scale *c, struct arena *a, uint64_t number, uint32_t atom) {
    if (c->npiece > 1 && c->piece[c->npiece - 1].number == number) {
        c->npiece--;
    }
    struct piece *p = PUSH(a, c->piece, c->npiece);
    p->number = number;
    p->atom = arena_alloc(a, c->npattern * sizeof *p->atom);
    for (size_t i = 0; i < c->npattern; i++) {
        p->atom[i] = atom;
    }
}

/* One number, and nothing from the next one on. */
static void add_one(struct scale *c, struct arena *a, int64_t number, uint32_t atom) {
    add(c, a, (uint64_t)number, atom);
    add(c, a, (uint64_t)number + 1, NO);
}

static uint32_t chained_error(const struct space *s, uint32_t input) {
    return s->table->input[input].chain == NO ? NO : special(s, input, VALUE_ERROR);
}

static void scale_ids(const struct space *s, struct arena *a, uint32_t input, struct scale *c) {
    uint32_t error = chained_error(s, input), natom = s->domain[input].natom - (error != NO);
    if (error != NO) {
        add_one(c, a, 0, error);
    }
    for (uint32_t i = 0; i < natom; i++) {
        add_one(c, a, (int64_t)i + 1, i);
    }
}

static void scale_sm(const struct space *s, struct arena *a, uint32_t input, struct scale *c) {
    const struct input *in = &s->table->input[input];
    add_one(c, a, -1, special(s, input, VALUE_NONE));
    for (uint32_t i = 0; i < in->nvalue; i++) {
        add_one(c, a, in->number[i], i);
    }
    c->piece[c->npiece - 1].atom[0] = special(s, input, VALUE_NEWER);
}

static void scale_bool(const struct space *s, struct arena *a, uint32_t input, struct scale *c) {
    c->truth = !s->table->input[input].unknown;
    for (uint32_t i = 0; i < s->domain[input].natom; i++) {
        add_one(c, a, i, i);
    }
    if (c->truth) {
        c->piece[c->npiece - 1].atom[0] = 1;
    }
}

/* The first key of a piece, and whether any key is in it: cuts that part no two versions that fit have equal keys. */
static bool key_range(const struct domain *d, uint32_t atom, uint64_t *lo) {
    const struct interval *i = &d->atom[atom].interval;
    uint64_t hi = UINT64_MAX;
    *lo = UINT64_C(1) << 32; /* no version has a smaller key */
    if (i->lo.base) {
        cut_key(&i->lo, lo);
    }
    if (i->hi.base) {
        cut_key(&i->hi, &hi);
    }
    return *lo < hi;
}

/* A piece without a key is its rank, as every piece is at run time (lower_slots.c). */
static uint64_t version_number(const struct domain *d, uint32_t absent, uint32_t atom) {
    uint64_t lo;
    if (atom == absent) {
        return 1;
    }
    return key_range(d, atom, &lo) ? lo : 2 + (uint64_t)atom - (absent == NO ? 0 : 1);
}

static void scale_version(const struct space *s, struct arena *a, uint32_t input, struct scale *c) {
    const struct domain *d = &s->domain[input];
    uint32_t absent = special(s, input, VALUE_ABSENT), first = absent == NO ? 0 : 1;
    uint64_t lo;
    c->is_signed = false;
    if (absent != NO) {
        add_one(c, a, 1, absent);
    }
    for (int reachable = 0; reachable < 2; reachable++) {
        for (uint32_t i = first; i < d->natom; i++) {
            if (key_range(d, i, &lo) != (reachable == 1)) {
                continue;
            }
            if (reachable) {
                add(c, a, lo, i);
            } else {
                add_one(c, a, (int64_t)version_number(d, absent, i), i);
            }
        }
    }
}

static int64_t unset_number(const struct input *in) {
    return in->lo > 0 ? -1 : (int64_t)((uint64_t)in->lo - 1);
}

/* A number below all of the domain's must fit, too: it stands for a text that is none. */
bool lower_is_long(const struct space *s, uint32_t input) {
    const struct input *in = &s->table->input[input];
    const struct domain *d = &s->domain[input];
    int64_t lowest = in->lo;
    for (uint32_t i = 0; in->type == TYPE_INT && i < d->natom; i++) {
        int64_t number = (int64_t)lower_number(s, input, i);
        lowest = number < lowest ? number : lowest;
    }
    return in->type == TYPE_INT && (in->hi > INT32_MAX || lowest <= INT32_MIN);
}

/* The special numbers lie below the range, in the order of their atoms. */
static void scale_int(const struct space *s, struct arena *a, uint32_t input, struct scale *c) {
    const struct input *in = &s->table->input[input];
    const struct domain *d = &s->domain[input];
    uint32_t nplain = d->natom;
    while (nplain > 0 && (nplain - 1 == special(s, input, VALUE_UNSET) || nplain - 1 == special(s, input, VALUE_NONE) ||
                          nplain - 1 == special(s, input, VALUE_ERROR))) {
        nplain--;
    }
    for (uint32_t i = nplain; i < d->natom; i++) {
        add_one(c, a, (int64_t)lower_number(s, input, i), i);
    }
    size_t next = 0; /* bound */
    add(c, a, (uint64_t)in->lo, NO);
    for (uint32_t i = 0; i < nplain; i++) {
        while (next < d->nbound && d->bound[next] <= d->atom[i].lo) {
            add(c, a, (uint64_t)d->bound[next++], NO);
        }
        c->piece[c->npiece - 1].atom[d->atom[i].residue] = i;
    }
    if (in->hi < INT64_MAX && (in->hi != INT32_MAX || lower_is_long(s, input))) { /* no int lies above */
        add(c, a, (uint64_t)in->hi + 1, NO);
    }
}

uint64_t lower_number(const struct space *s, uint32_t input, uint32_t atom) {
    const struct input *in = &s->table->input[input];
    const struct domain *d = &s->domain[input];
    if (atom == special(s, input, VALUE_UNSET)) {
        return (uint64_t)unset_number(in);
    }
    if (in->chain != NO && (atom == special(s, input, VALUE_NONE) || atom == special(s, input, VALUE_ERROR))) {
        bool none = atom == special(s, input, VALUE_NONE);
        return (uint64_t)(none ? lower_none(s->table, in->chain) : lower_error(s->table, in->chain));
    }
    switch (in->type) {
    case TYPE_NAME:
    case TYPE_ENUM:
        return (uint64_t)atom + 1;
    case TYPE_SM:
        return atom == special(s, input, VALUE_NONE)    ? UINT64_MAX
               : atom == special(s, input, VALUE_NEWER) ? (uint64_t)INT32_MAX
                                                        : (uint64_t)in->number[atom];
    case TYPE_BOOL:
        return atom;
    case TYPE_VERSION:
        return version_number(d, special(s, input, VALUE_ABSENT), atom);
    case TYPE_INT:
        break;
    }
    return (uint64_t)d->atom[atom].lo;
}

/* An int output may come from an input with negative numbers; then both codes lie below all of them. */
int64_t lower_error(const struct table *t, uint32_t output) {
    int64_t least = 0;
    for (size_t r = 0; t->output[output].is_int && r < t->nrule; r++) {
        for (size_t i = 0; i < t->rule[r].nassign; i++) {
            const struct assign *s = &t->rule[r].assign[i];
            bool copied = s->outcome.kind == OUTCOME_COPY || s->outcome.kind == OUTCOME_PRODUCT;
            if (s->output == output && s->outcome.kind == OUTCOME_INT && s->outcome.number < least) {
                least = s->outcome.number;
            }
            if (s->output == output && copied && (t->input[s->outcome.input].lo < 0 || s->outcome.number < 0)) {
                least = INT64_MIN + 2;
            }
        }
    }
    return t->output[output].is_int ? least - 1 : 0;
}

int64_t lower_none(const struct table *t, uint32_t output) {
    return t->output[output].is_int ? lower_error(t, output) - 1 : (int64_t)t->output[output].nvalue + 1;
}

struct scale lower_scale(const struct space *s, struct arena *a, uint32_t input) {
    struct scale c = {.is_signed = true, .npattern = 1};
    if (s->table->input[input].type == TYPE_INT && s->domain[input].npattern > 1) {
        c.npattern = s->domain[input].npattern;
    }
    add(&c, a, 0, NO);
    switch (s->table->input[input].type) {
    case TYPE_NAME:
    case TYPE_ENUM:
        scale_ids(s, a, input, &c);
        break;
    case TYPE_SM:
        scale_sm(s, a, input, &c);
        break;
    case TYPE_BOOL:
        scale_bool(s, a, input, &c);
        break;
    case TYPE_VERSION:
        scale_version(s, a, input, &c);
        break;
    case TYPE_INT:
        scale_int(s, a, input, &c);
        break;
    }
    lower_slots(s, a, input, &c);
    return c;
}

struct scale *lower_scales(const struct space *s, struct arena *a) {
    struct scale *scale = arena_alloc(a, (s->ninput + 1) * sizeof *scale);
    for (uint32_t i = 0; i < s->ninput; i++) {
        scale[i] = lower_scale(s, a, i);
    }
    return scale;
}
