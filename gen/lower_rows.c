/* lower_rows.c -- bit rows: one bit per line of a plan, or per needs clause, ANDed over the inputs.
 *
 * In:  a plan whose diagram passed its limit, or the needs clauses of an output.  Out: per input a row of bits for each
 * class of atoms.  Of a plan the lowest bit that is set in every row decides; of clauses every bit that is set fails.
 * Any size of table has this form: it needs lines * classes bits, never a product of domains.
 */
#include "lower.h"

/* Classes of atoms that every one of these sets takes whole; of no atom: class nclass - 1, on its own. */
static uint32_t *classes(struct arena *a, const struct domain *d, const uint32_t *set, size_t nset, uint32_t *nclass) {
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

static uint32_t *samples(struct arena *a, const struct domain *d, const uint32_t *class, uint32_t nclass) {
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
    uint32_t *class = classes(a, d, set, p->nline, &nclass), *sample = samples(a, d, class, nclass);
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

/* ---- needs clauses ---- */

static void find_clauses(struct arena *a, const struct table *t, uint32_t output, struct lowered_check *k) {
    for (uint32_t r = 0; r < t->nrule; r++) {
        for (size_t i = 0; t->rule[r].kind == RULE_CLAUSE && i < t->rule[r].ntarget; i++) {
            const struct target *at = &t->rule[r].target[i];
            if (at->output == output && at->value < t->output[output].nvalue) {
                *PUSH(a, k->clause[at->value], k->nclause[at->value]) = r;
            }
        }
    }
}

static void find_sizes(const struct boxes *b, struct lowered_check *k, size_t nvalue, uint64_t *named) {
    k->nlayer = 1;
    for (size_t v = 0; v < nvalue; v++) {
        k->most = k->nclause[v] > k->most ? k->nclause[v] : k->most;
        for (size_t i = 0; i < k->nclause[v]; i++) {
            const struct region *fails = &b->rule[k->clause[v][i]];
            k->nlayer = fails->nbox > k->nlayer ? fails->nbox : k->nlayer;
            for (size_t x = 0; x < fails->nbox; x++) {
                *named |= fails->box[x].named;
            }
        }
    }
    k->nword = k->most > 64 ? (k->most + 63) / 64 : 1;
}

static void check_input(struct arena *a, const struct boxes *b, struct lowered_check *k, size_t nvalue,
                        uint32_t input) {
    const struct domain *d = &b->space->domain[input];
    uint32_t *set = NULL, nclass;
    size_t nset = 0;
    for (size_t v = 0; v < nvalue; v++) {
        for (size_t i = 0; i < k->nclause[v]; i++) {
            const struct region *fails = &b->rule[k->clause[v][i]];
            for (size_t x = 0; x < fails->nbox; x++) {
                *PUSH(a, set, nset) = fails->box[x].set[input];
            }
        }
    }
    uint32_t *class = classes(a, d, set, nset, &nclass), *sample = samples(a, d, class, nclass);
    uint64_t *row = arena_alloc(a, nvalue * k->nword * k->nlayer * nclass * sizeof *row);
    nset = 0;
    for (size_t v = 0; v < nvalue; v++) {
        for (size_t i = 0; i < k->nclause[v]; i++) {
            const struct region *fails = &b->rule[k->clause[v][i]];
            for (size_t x = 0; x < fails->nbox; x++, nset++) {
                size_t at = ((v * k->nword + i / 64) * k->nlayer + x) * nclass;
                for (uint32_t c = 0; c + 1 < nclass; c++) {
                    row[at + c] |= (uint64_t)aset_has(d->sets, set[nset], sample[c]) << i % 64;
                }
            }
        }
    }
    k->input[k->ninput] = input;
    k->class[k->ninput] = class;
    k->nclass_of[k->ninput] = nclass;
    k->row[k->ninput++] = row;
}

struct lowered_check lower_check(struct arena *a, const struct boxes *b, uint32_t output) {
    const struct table *t = b->space->table;
    size_t nvalue = t->output[output].nvalue, ninput = b->space->ninput;
    uint64_t named = 0;
    struct lowered_check k = {.nlayer = 1};
    k.clause = arena_alloc(a, (nvalue + 1) * sizeof *k.clause);
    k.nclause = arena_alloc(a, (nvalue + 1) * sizeof *k.nclause);
    find_clauses(a, t, output, &k);
    find_sizes(b, &k, nvalue, &named);
    k.input = arena_alloc(a, (ninput + 1) * sizeof *k.input);
    k.class = arena_alloc(a, (ninput + 1) * sizeof *k.class);
    k.nclass_of = arena_alloc(a, (ninput + 1) * sizeof *k.nclass_of);
    k.row = arena_alloc(a, (ninput + 1) * sizeof *k.row);
    for (uint32_t i = 0; i < ninput; i++) {
        if (named >> i & 1) {
            check_input(a, b, &k, nvalue, i);
        }
    }
    return k;
}
