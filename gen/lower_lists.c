/* lower_lists.c -- a plan as lists of lines: one for each value of the input that most of them name.
 *
 * In:  a plan, a code per line.  Out: the lists, what tells the lines of one apart (a set number per line and input, and
 * a bit per set and class), and the codes.  The first line of a list that takes every other input decides, so a plan
 * has this form only where its order is that of credit.
 * The bytes are those of the lines and of the lists, whatever the diagram of the plan would be: of a table of 100,000
 * rules over 10,000 names a tenth of what levels take.  A question costs as many steps as the list has lines.
 */
#include "lower.h"

#include <string.h>

struct kept { /* the lines that can decide, as indices into the plan */
    const struct plan *plan;
    uint32_t *line;
    size_t n;
};

/* A line right behind one with the same box never does: what remains of a rule when all needs of its value hold. */
static struct kept keep_lines(struct arena *a, const struct plan *p) {
    struct kept k = {p, arena_alloc(a, (p->nline + 1) * sizeof *k.line), 0};
    for (uint32_t i = 0; i < p->nline; i++) {
        if (i == 0 || !box_equal(p->boxes->space, &p->line[i].box, &p->line[i - 1].box)) {
            k.line[k.n++] = i;
        }
    }
    return k;
}

static const uint32_t *sets_of(struct arena *a, const struct kept *l, uint32_t input) {
    uint32_t *set = arena_alloc(a, (l->n + 1) * sizeof *set);
    for (size_t i = 0; i < l->n; i++) {
        set[i] = l->plan->line[l->line[i]].box.set[input];
    }
    return set; /* one more takes all: FULL */
}

static uint32_t most_named(const struct plan *p) {
    size_t named[64] = {0};
    uint32_t most = 0;
    for (size_t i = 0; i < p->nline; i++) {
        for (uint32_t k = 0; k < p->boxes->space->ninput; k++) {
            named[k] += p->line[i].box.named >> k & 1;
        }
    }
    for (uint32_t k = 1; k < p->boxes->space->ninput; k++) {
        most = named[k] > named[most] ? k : most;
    }
    return most;
}

/* ---- the lists ---- */

struct atoms { /* lines by atom: those of atom i are line[start[i]] up to start[i + 1] */
    uint32_t *start, *line;
};

static struct atoms lines_of_atoms(struct arena *a, const struct domain *d, const uint32_t *set, size_t nline) {
    struct atoms l = {arena_alloc(a, ((size_t)d->natom + 2) * sizeof *l.start), NULL};
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < nline; i++) {
            for (uint32_t k = set[i] == ASET_FULL ? NO : aset_next(d->sets, set[i], 0); k != NO;
                 k = aset_next(d->sets, set[i], k + 1)) {
                if (pass == 0) {
                    l.start[k + 2]++;
                } else {
                    l.line[l.start[k + 1]++] = i;
                }
            }
        }
        for (uint32_t k = 0; pass == 0 && k < d->natom; k++) {
            l.start[k + 2] += l.start[k + 1];
        }
        l.line = pass == 0 ? arena_alloc(a, ((size_t)l.start[d->natom + 1] + 1) * sizeof *l.line) : l.line;
    }
    return l;
}

/* Atoms with equal lists are one class. */
static void take_lists(struct arena *a, const struct domain *d, const struct atoms *of, struct line_lists *l) {
    uint32_t nslot = 16, *sample = arena_alloc(a, ((size_t)d->natom + 1) * sizeof *sample);
    while (nslot < 2 * (uint64_t)d->natom) {
        nslot *= 2;
    }
    uint32_t *slot = arena_alloc(a, nslot * sizeof *slot);
    l->class = arena_alloc(a, ((size_t)d->natom + 1) * sizeof *l->class);
    l->start = arena_alloc(a, ((size_t)d->natom + 2) * sizeof *l->start);
    l->item = arena_alloc(a, ((size_t)of->start[d->natom] + 1) * sizeof *l->item);
    for (uint32_t i = 0; i < d->natom; i++) {
        const uint32_t *line = of->line + of->start[i];
        size_t n = of->start[i + 1] - of->start[i];
        size_t at = words_hash(line, n) & (nslot - 1);
        for (; slot[at]; at = (at + 1) & (nslot - 1)) {
            uint32_t k = sample[slot[at] - 1];
            if (of->start[k + 1] - of->start[k] == n && memcmp(of->line + of->start[k], line, n * sizeof *line) == 0) {
                break;
            }
        }
        if (slot[at] == 0) {
            sample[l->nclass] = i;
            slot[at] = ++l->nclass;
            memcpy(l->item + l->nitem, line, n * sizeof *line);
            l->nitem += n;
            l->start[l->nclass] = (uint32_t)l->nitem;
        }
        l->class[i] = slot[at] - 1;
    }
    l->class[d->natom] = l->nclass++;
}

/* ---- the other inputs ---- */

/* Numbers the distinct sets; the first atom that each line's set has in common with a class stands for the class. */
static struct line_test test_of(struct arena *a, const struct kept *l, uint32_t input) {
    const struct domain *d = &l->plan->boxes->space->domain[input];
    const uint32_t *set = sets_of(a, l, input);
    size_t nline = l->n + 1;
    struct line_test t = {.input = input};
    uint32_t most = 0, *distinct = NULL;
    for (size_t i = 0; i < nline; i++) {
        most = set[i] > most ? set[i] : most;
    }
    uint32_t *number = arena_alloc(a, ((size_t)most + 1) * sizeof *number);
    t.set = arena_alloc(a, nline * sizeof *t.set);
    for (size_t i = 0; i < nline; i++) {
        if (number[set[i]] == 0) {
            *PUSH(a, distinct, t.nset) = set[i];
            number[set[i]] = t.nset;
        }
        t.set[i] = number[set[i]] - 1;
    }
    t.class = lower_classes(a, d, distinct, t.nset, &t.nclass);
    uint32_t *sample = lower_samples(a, d, t.class, t.nclass);
    t.nbyte = 8 * (t.nset / 64 + 1);
    t.row = arena_alloc(a, t.nclass * t.nbyte);
    for (uint32_t c = 0; c + 1 < t.nclass; c++) {
        for (uint32_t k = 0; k < t.nset; k++) {
            t.row[c * t.nbyte + k / 8] |= (uint8_t)(aset_has(d->sets, distinct[k], sample[c]) << k % 8);
        }
    }
    return t;
}

/* ---- how large ---- */

static double lists_bytes(const struct line_lists *l, uint32_t most) {
    double width = lower_width((uint32_t)l->nline);
    double bytes = ((double)l->nitem + (double)l->nwide) * width + (double)l->nline * lower_width(most) +
                   (double)l->nclass * lower_width((uint32_t)l->nitem);
    for (size_t k = 0; k < l->ntest; k++) {
        const struct line_test *t = &l->test[k];
        bytes += (double)l->nline * lower_width(t->nset) + (double)t->nclass * (double)t->nbyte;
    }
    return bytes;
}

double lower_rows_bytes(const struct plan *p) {
    double atoms = 0;
    for (uint32_t i = 0; i < p->boxes->space->ninput; i++) {
        atoms += p->boxes->space->domain[i].natom + 1;
    }
    return atoms * ((double)p->nline / 8 + 8);
}

/* What the lists alone take, before they are made; too much: a table of exceptions, where all lines are in all lists. */
static double items_bytes(const struct kept *l, uint32_t by) {
    const struct asets *sets = l->plan->boxes->space->domain[by].sets;
    double items = 0;
    for (size_t i = 0; i < l->n; i++) {
        uint32_t set = l->plan->line[l->line[i]].box.set[by];
        items += set == ASET_FULL ? 1 : aset_count(sets, set);
    }
    return items * lower_width((uint32_t)l->n);
}

bool lower_lists(struct arena *a, const struct plan *p, const uint32_t *code, uint32_t rest, double most,
                 struct lowered *l) {
    const struct space *s = p->boxes->space;
    struct kept kept = keep_lines(a, p);
    struct line_lists *r = &l->lists;
    *l = (struct lowered){.form = FORM_LISTS, .most = rest};
    r->by = most_named(p);
    if (kept.n == 0 || items_bytes(&kept, r->by) >= most) {
        return false;
    }
    uint64_t named = 0;
    const uint32_t *by = sets_of(a, &kept, r->by);
    r->nline = kept.n + 1;
    r->code = arena_alloc(a, r->nline * sizeof *r->code);
    for (uint32_t i = 0; i < r->nline; i++) {
        r->code[i] = i < kept.n ? code[kept.line[i]] : rest;
        l->most = r->code[i] > l->most ? r->code[i] : l->most;
        named |= i < kept.n ? p->line[kept.line[i]].box.named : 0;
        if (by[i] == ASET_FULL) {
            *PUSH(a, r->wide, r->nwide) = i;
        }
    }
    struct atoms atoms = lines_of_atoms(a, &s->domain[r->by], by, kept.n);
    take_lists(a, &s->domain[r->by], &atoms, r);
    for (uint32_t i = 0; i < s->ninput; i++) {
        if (i != r->by && (named >> i & 1)) {
            *PUSH(a, r->test, r->ntest) = test_of(a, &kept, i);
        }
    }
    r->bytes = lists_bytes(r, l->most);
    return r->bytes < most;
}
