/* domain.c -- each input's domain, cut into atoms: the pieces that no entry of the table splits.
 *
 * In: the resolved table.  Out: per input its atoms, in the order that turnout.h gives, and an aset pool over them.
 * Guaranteed: every atom has at least one member (atom.text); every entry of every condition and set accepts either
 * all members of an atom or none; every domain has at least one atom.
 * The text of an entry is never looked at again: the table stage has turned it into values, bounds and intervals.
 */
#include "domain.h"

struct walk {
    const struct table *table;
    domain_see *see;
    void *to;
    bool *list; /* per cond.list: seen; NULL: nothing is listed */
};

static void walk_entry(const struct walk *w, const uint32_t *input, size_t ninput, const struct entry *e, int depth);

static void walk_entries(const struct walk *w, const uint32_t *input, size_t ninput, const struct entries *e,
                         int depth) {
    for (size_t i = 0; i < e->count; i++)
        walk_entry(w, input, ninput, &e->entry[i], depth);
}

/* A set is walked for the input that it is `of`; only any() and derived inputs make another input use it. */
static void walk_set(const struct walk *w, const uint32_t *input, size_t ninput, const struct entry *e, int depth) {
    if (ninput != 1 || e->set >= w->table->nset || depth > 64)
        return;
    const struct set *set = &w->table->set[e->set];
    if (set->ninput == 1 && set->input[0] == input[0])
        return;
    for (size_t i = 0; i < set->npart; i++)
        walk_entries(w, input, ninput, &set->part[i].entries, depth + 1);
}

/* Tuples part by part, `&` condition by condition, sets where another input uses them. */
static void walk_entry(const struct walk *w, const uint32_t *input, size_t ninput, const struct entry *e, int depth) {
    if (e->kind == ENTRY_SET) {
        walk_set(w, input, ninput, e, depth);
    } else if (e->kind == ENTRY_TUPLE) {
        for (size_t i = 0; i < e->npart && i < ninput; i++)
            walk_entry(w, &input[i], 1, &e->part[i], depth);
    } else if (e->kind == ENTRY_ALL) {
        for (size_t i = 0; i < e->npart; i++)
            walk_entry(w, input, ninput, &e->part[i], depth);
    } else if (ninput == 1) {
        w->see(w->to, input[0], e);
    }
}

/* The table stage resolves the words of any() against each of its inputs. */
const struct entries *cond_entries(const struct cond *c, size_t i) {
    return c->form == COND_ANY && c->each ? &c->each[i] : &c->entries;
}

/* What stands in many conditions is seen in the first. */
static void walk_conds(const struct walk *w, const struct cond *cond, size_t ncond) {
    for (size_t c = 0; c < ncond; c++) {
        bool seen = cond[c].list && w->list[cond[c].list];
        if (seen)
            continue;
        if (cond[c].list)
            w->list[cond[c].list] = true;
        if (cond[c].form == COND_TUPLE)
            walk_entries(w, cond[c].input, cond[c].ninput, &cond[c].entries, 0);
        else
            for (size_t i = 0; i < cond[c].ninput; i++)
                walk_entries(w, &cond[c].input[i], 1, cond_entries(&cond[c], i), 0);
    }
}

/* What pins and forbids expect of an int output, as entries of `input`. */
void domain_answers(const struct table *t, uint32_t output, uint32_t input, domain_see *see, void *to) {
    struct walk w = {t, see, to, NULL};
    for (size_t r = 0; r < t->nrule; r++)
        for (size_t i = 0; i < t->rule[r].nassign && t->rule[r].kind != RULE_RULE; i++) {
            const struct assign *a = &t->rule[r].assign[i];
            const struct entries answers = {a->outcome.cand, a->outcome.ncand};
            if (a->output == output)
                walk_entries(&w, &input, 1, &answers, 0);
        }
}

/* Conditions, facts and sets, and answers that a chained input may be: whatever can split a domain. */
void domain_walk(const struct table *t, domain_see *see, void *to) {
    struct arena *a = arena_new();
    struct walk w = {t, see, to, arena_alloc(a, t->nlist + 1)};
    for (size_t r = 0; r < t->nrule; r++)
        walk_conds(&w, t->rule[r].cond, t->rule[r].ncond);
    for (size_t i = 0; i < t->nallow; i++)
        walk_conds(&w, t->allow[i].cond, t->allow[i].ncond);
    for (size_t i = 0; i < t->nfact; i++) {
        walk_entries(&w, &t->fact[i].of, 1, &t->fact[i].yes, 0);
        walk_entries(&w, &t->fact[i].of, 1, &t->fact[i].either, 0);
    }
    for (uint32_t i = 0; i < t->noutput; i++)
        if (t->output[i].is_int && t->output[i].input < t->ninput)
            domain_answers(t, i, t->output[i].input, see, to);
    for (size_t i = 0; i < t->nset; i++)
        for (size_t p = 0; p < t->set[i].npart; p++)
            if (t->set[i].ninput)
                walk_entries(&w, t->set[i].input, t->set[i].ninput, &t->set[i].part[p].entries, 0);
    arena_free(a);
}

/* Atoms are only ever added, so an index is final. */
struct atom *domain_add(struct space *s, uint32_t input, const char *text, const char *label) {
    struct domain *d = &s->domain[input];
    struct atom *atom = PUSH(s->arena, d->atom, d->natom);
    atom->text = text;
    atom->label = label;
    return atom;
}

/* A cell that has a name of its own: it is its own text and label. */
void domain_special(struct space *s, uint32_t input, uint32_t value, const char *text) {
    s->domain[input].special[value - VALUE_OTHER] = s->domain[input].natom;
    domain_add(s, input, text, text);
}

/* A domain is never empty, not even of a faulty declaration: every box has a cell. */
static void build_one(struct space *s, struct msgs *m, uint32_t input) {
    struct domain *d = &s->domain[input];
    for (size_t i = 0; i < sizeof d->special / sizeof *d->special; i++)
        d->special[i] = NO;
    d->word.arena = s->arena;
    switch (s->table->input[input].type) {
    case TYPE_NAME:
    case TYPE_ENUM:
    case TYPE_BOOL:
    case TYPE_SM:
        domain_names(s, input);
        break;
    case TYPE_VERSION:
        domain_versions(s, input);
        break;
    case TYPE_INT:
        domain_ints(s, input, m);
        break;
    }
    if (!d->natom) /* a declaration that was a fault */
        domain_add(s, input, "?", "?");
    d->sets = asets_new(s->arena, d->natom);
}

struct space *domain_build(struct arena *a, struct msgs *m, const struct table *t) {
    struct space *s = arena_alloc(a, sizeof *s);
    s->arena = a;
    s->table = t;
    s->ninput = (uint32_t)t->ninput;
    s->domain = arena_alloc(a, (t->ninput + 1) * sizeof *s->domain);
    for (uint32_t i = 0; i < s->ninput; i++)
        build_one(s, m, i);
    s->of_set = arena_alloc(a, (t->nset + 1) * sizeof *s->of_set);
    domain_sets(s);
    return s;
}
