/* lower_check.c -- needs clauses and forbids as bit rows: one bit each, every bit that is set in all rows holds.
 *
 * In:  the boxes.  Out: per value of an output its clauses in file order, and rows that tell where each of them fails;
 * and, for all values together, the forbids that are asked of this output, and where their conditions hold.
 * A forbid is asked of the last of the outputs that it speaks of, by its answers or by conditions on chained inputs.  An
 * answer of an output that an input is `as` is a condition on that input; the other answers are asked beside the rows.
 */
#include "lower.h"

/* Room for the rows of nvalue values. */
static struct lowered_check check_new(struct arena *a, size_t nvalue) {
    struct lowered_check k = {.nlayer = 1, .nvalue = nvalue};
    k.clause = arena_alloc(a, (nvalue + 1) * sizeof *k.clause);
    k.nclause = arena_alloc(a, (nvalue + 1) * sizeof *k.nclause);
    k.where = arena_alloc(a, (nvalue + 1) * sizeof *k.where);
    return k;
}

static void add(struct arena *a, struct lowered_check *k, size_t value, uint32_t rule, struct region where) {
    size_t count = k->nclause[value];
    *PUSH(a, k->where[value], count) = where;
    *PUSH(a, k->clause[value], k->nclause[value]) = rule;
}

static uint64_t find_sizes(struct lowered_check *k) {
    uint64_t named = 0;
    for (size_t v = 0; v < k->nvalue; v++) {
        k->most = k->nclause[v] > k->most ? k->nclause[v] : k->most;
        for (size_t i = 0; i < k->nclause[v]; i++) {
            const struct region *r = &k->where[v][i];
            k->nlayer = r->nbox > k->nlayer ? r->nbox : k->nlayer;
            for (size_t x = 0; x < r->nbox; x++) {
                named |= r->box[x].named;
            }
        }
    }
    k->nword = k->most > 64 ? (k->most + 63) / 64 : 1;
    return named;
}

/* A clause without boxes never holds: its bits stay zero in the first row that is made, so one must be. */
static void add_input(struct arena *a, const struct space *s, struct lowered_check *k, uint32_t input) {
    const struct domain *d = &s->domain[input];
    uint32_t *set = NULL, nclass;
    size_t nset = 0;
    for (size_t v = 0; v < k->nvalue; v++) {
        for (size_t i = 0; i < k->nclause[v]; i++) {
            for (size_t x = 0; x < k->where[v][i].nbox; x++) {
                *PUSH(a, set, nset) = k->where[v][i].box[x].set[input];
            }
        }
    }
    uint32_t *class = lower_classes(a, d, set, nset, &nclass), *sample = lower_samples(a, d, class, nclass);
    uint64_t *row = arena_alloc(a, k->nvalue * k->nword * k->nlayer * nclass * sizeof *row);
    nset = 0;
    for (size_t v = 0; v < k->nvalue; v++) {
        for (size_t i = 0; i < k->nclause[v]; i++) {
            for (size_t x = 0; x < k->where[v][i].nbox; x++, nset++) {
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

static void add_rows(struct arena *a, const struct space *s, struct lowered_check *k) {
    uint64_t named = find_sizes(k);
    k->input = arena_alloc(a, (s->ninput + 1) * sizeof *k->input);
    k->class = arena_alloc(a, (s->ninput + 1) * sizeof *k->class);
    k->nclass_of = arena_alloc(a, (s->ninput + 1) * sizeof *k->nclass_of);
    k->row = arena_alloc(a, (s->ninput + 1) * sizeof *k->row);
    named |= k->most > 0 && named == 0 ? 1 : 0;
    for (uint32_t i = 0; i < s->ninput; i++) {
        if (named >> i & 1) {
            add_input(a, s, k, i);
        }
    }
}

struct lowered_check lower_check(struct arena *a, const struct boxes *b, uint32_t output) {
    const struct table *t = b->space->table;
    struct lowered_check k = check_new(a, t->output[output].nvalue);
    for (uint32_t r = 0; r < t->nrule; r++) {
        for (uint32_t v = 0; v < t->output[output].nvalue; v++) {
            if (clause_speaks_of(&t->rule[r], output, v)) {
                add(a, &k, v, r, b->rule[r]);
            }
        }
    }
    add_rows(a, b->space, &k);
    return k;
}

/* The conditions of a forbid, and its answers where an input is `as` their output. */
static struct region forbid_where(struct arena *a, const struct boxes *b, uint32_t rule) {
    const struct space *s = b->space;
    const struct rule *r = &s->table->rule[rule];
    struct region where = {NULL, 0};
    for (size_t i = 0; i < b->rule[rule].nbox; i++) {
        struct box box = box_copy(s, a, &b->rule[rule].box[i]);
        bool any = true;
        for (size_t k = 0; k < r->nassign && any; k++) {
            uint32_t input = s->table->output[r->assign[k].output].input;
            any = input >= s->ninput || box_narrow(s, &box, input, chain_answering(s, &r->assign[k], input));
        }
        if (any) {
            *PUSH(a, where.box, where.nbox) = box;
        }
    }
    return where;
}

struct lowered_check lower_forbids(struct arena *a, const struct boxes *b, uint32_t output) {
    const struct table *t = b->space->table;
    struct lowered_check k = check_new(a, 1);
    for (uint32_t r = 0; r < t->nrule; r++) {
        if (t->rule[r].kind == RULE_FORBID && boxes_forbid_asked(a, t, r) == output) {
            add(a, &k, 0, r, forbid_where(a, b, r));
        }
    }
    add_rows(a, b->space, &k);
    return k;
}
