/* table_used.c -- what decides something: inputs and sets that rules name, directly or through others.
 *
 * Out:  input.used and set.used.  A set used by a used set is used; so is a factor of a used derived input, the input
 *       that since and until speak of, and an input that a fact about a used input tells from.
 * Aliases are marked where they are met (table_types.c).
 */
#include "table.h"

static void mark_entries(struct table *t, const struct entries *es, uint32_t *queue, size_t *n) {
    for (size_t i = 0; i < es->count; i++) {
        const struct entry *e = &es->entry[i];
        const struct entries part = {e->part, e->npart};
        if (e->kind == ENTRY_SET && e->set != NO && !t->set[e->set].used) {
            t->set[e->set].used = true;
            queue[(*n)++] = e->set;
        }
        if (e->npart)
            mark_entries(t, &part, queue, n);
    }
}

static void mark_rule(struct table *t, const struct rule *r, uint32_t *queue, size_t *n) {
    for (size_t c = 0; c < r->ncond; c++) {
        for (size_t i = 0; i < r->cond[c].ninput; i++)
            t->input[r->cond[c].input[i]].used = true;
        mark_entries(t, &r->cond[c].entries, queue, n);
        for (size_t i = 0; r->cond[c].each && i < r->cond[c].ninput; i++)
            mark_entries(t, &r->cond[c].each[i], queue, n);
    }
    for (size_t i = 0; i < r->nassign; i++) {
        const struct outcome *o = &r->assign[i].outcome;
        const struct entries cand = {o->cand, o->ncand};
        if (o->input != NO && (o->kind == OUTCOME_COPY || o->kind == OUTCOME_PRODUCT))
            t->input[o->input].used = true;
        if (o->kind == OUTCOME_LIST)
            mark_entries(t, &cand, queue, n);
    }
}

/* A derived input stands behind its factors in no particular order, so until nothing changes. */
static void mark_inputs(struct table *t) {
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < t->ninput; i++)
            for (int f = 0; t->input[i].used && f < 2; f++)
                if (t->input[i].from[f] != NO && !t->input[t->input[i].from[f]].used)
                    more = t->input[t->input[i].from[f]].used = true;
        for (size_t i = 0; i < t->nfact; i++)
            if (t->fact[i].input != NO && t->fact[i].of != NO && t->input[t->fact[i].input].used &&
                !t->input[t->fact[i].of].used)
                more = t->input[t->fact[i].of].used = true;
    }
}

void table_used(struct build *b) {
    struct table *t = b->t;
    uint32_t *queue = arena_alloc(b->a, (t->nset + 1) * sizeof *queue);
    size_t n = 0;
    for (size_t i = 0; i < t->nrule; i++)
        mark_rule(t, &t->rule[i], queue, &n);
    for (size_t i = 0; i < t->nfact; i++) {
        mark_entries(t, &t->fact[i].yes, queue, &n);
        mark_entries(t, &t->fact[i].either, queue, &n);
    }
    for (size_t i = 0; i < b->nlate; i++)
        mark_entries(t, &(struct entries){&b->late[i].set, 1}, queue, &n);
    for (size_t i = 0; i < n; i++)
        for (size_t p = 0; p < t->set[queue[i]].npart; p++) {
            mark_entries(t, &t->set[queue[i]].part[p].entries, queue, &n);
            if (t->set[queue[i]].part[p].ninterval && t->versions != NO)
                t->input[t->versions].used = true;
        }
    mark_inputs(t);
}
