/* lower_rows.c -- bit rows: one bit per line of a plan, ANDed over the inputs.
 *
 * In:  a plan whose diagram passed its limit.  Out: per input a row of bits for each class of atoms; the lowest bit that
 * is set in every row decides.
 * Any size of table has this form: it needs lines * classes bits, never a product of domains.
 */
#include "lower.h"

uint32_t *lower_classes(struct arena *a, const struct domain *d, const uint32_t *set, size_t nset, uint32_t *nclass) {
    uint32_t *class = arena_alloc(a, (d->natom + 1) * sizeof *class);
    uint32_t *to = arena_alloc(a, 2 * ((size_t)d->natom + 1) * sizeof *to), n = 1;
    struct names seen = {.arena = a};
    for (size_t s = 0; s < nset; s++) {
        if (!names_add(&seen, arena_printf(a, "%u", (unsigned)set[s]), 0)) {
            continue;
        }
        uint32_t old = n;
        n = 0;
        for (uint32_t i = 0; i < 2 * old; i++) {
            to[i] = NO;
        }
        for (uint32_t i = 0; i < d->natom; i++) {
            uint32_t *new = &to[2 * class[i] + aset_has(d->sets, set[s], i)];
            *new = *new == NO ? n++ : *new;
            class[i] = *new;
        }
    }
    class[d->natom] = n;
    *nclass = n + 1;
    return class;
}

uint32_t *lower_samples(struct arena *a, const struct domain *d, const uint32_t *class, uint32_t nclass) {
    uint32_t *sample = arena_alloc(a, nclass * sizeof *sample);
    for (uint32_t i = 0; i < d->natom; i++) {
        sample[class[i]] = i;
    }
    sample[nclass - 1] = NO;
    return sample;
}

static uint64_t all_named(const struct plan *p) {
    uint64_t named = 0;
    for (size_t i = 0; i < p->nline; i++) {
        named |= p->line[i].box.named;
    }
    return named;
}

/* The rows of one input: bit i where line i takes the class. */
static void add_input(struct arena *a, struct bit_rows *r, const struct plan *p, uint32_t input) {
    const struct domain *d = &p->boxes->space->domain[input];
    uint32_t *set = arena_alloc(a, (p->nline + 1) * sizeof *set), nclass;
    for (size_t i = 0; i < p->nline; i++) {
        set[i] = p->line[i].box.set[input];
    }
    uint32_t *class = lower_classes(a, d, set, p->nline, &nclass), *sample = lower_samples(a, d, class, nclass);
    uint64_t *row = arena_alloc(a, nclass * r->nword * sizeof *row);
    for (uint32_t c = 0; c + 1 < nclass; c++) {
        for (size_t i = 0; i < p->nline; i++) {
            row[c * r->nword + i / 64] |= (uint64_t)aset_has(d->sets, set[i], sample[c]) << i % 64;
        }
        row[c * r->nword + p->nline / 64] |= (uint64_t)1 << p->nline % 64; /* what no line covers */
    }
    r->input[r->ninput] = input;
    r->class[r->ninput] = class;
    r->nclass[r->ninput] = nclass;
    r->row[r->ninput++] = row;
}

struct lowered lower_plan(struct arena *a, const struct plan *p, const uint32_t *code, uint32_t rest) {
    struct lowered l = {.form = FORM_ROWS, .most = rest};
    struct bit_rows *r = &l.rows;
    uint32_t ninput = p->boxes->space->ninput;
    uint64_t named = all_named(p);
    r->nword = p->nline / 64 + 1;
    r->ncode = p->nline + 1;
    r->code = arena_alloc(a, r->ncode * sizeof *r->code);
    r->code[p->nline] = rest;
    for (size_t i = 0; i < p->nline; i++) {
        r->code[i] = code[i];
        l.most = code[i] > l.most ? code[i] : l.most;
    }
    r->input = arena_alloc(a, (ninput + 1) * sizeof *r->input);
    r->class = arena_alloc(a, (ninput + 1) * sizeof *r->class);
    r->nclass = arena_alloc(a, (ninput + 1) * sizeof *r->nclass);
    r->row = arena_alloc(a, (ninput + 1) * sizeof *r->row);
    for (uint32_t i = 0; i < ninput; i++) {
        if (named >> i & 1) {
            add_input(a, r, p, i);
        }
    }
    return l;
}
