/* explain_cond.c -- conditions at one cell: does it hold, and which of a section's do not.
 *
 * In: a question whose inputs are settled.  Out: yes or no, by the text of the language: entries are alternatives,
 * conditions a conjunction; `!` entries take away; any() asks for one input, a tuple for all together.
 * A clause fails where its region (boxes_needs.c) says so; the conditions listed here only say by which part.
 */
#include "explain.h"

/* The same as boxes: a condition that speaks of `unknown` itself is taken as written. */
static bool says_unknown(const struct entries *e) {
    for (size_t i = 0; i < e->count; i++) {
        if (e->entry[i].kind == ENTRY_WORD && e->entry[i].value == VALUE_UNKNOWN) {
            return true;
        }
    }
    return false;
}

/* accept: where the input is unknown, the condition holds. */
static bool entries_hold(const struct question *q, uint32_t input, const struct entries *e, bool accept) {
    const struct domain *d = &q->inquiry->space->domain[input];
    uint32_t at = q->cell[input], set = domain_entries(q->inquiry->space, input, e, question_version(q));
    return aset_has(d->sets, set, at) || (accept && at == d->special[VALUE_UNKNOWN - VALUE_OTHER] && !says_unknown(e));
}

struct tuples { /* a list of tuples, while it is asked */
    bool yes, no, any_yes, any_no;
};

static bool tuple_set_holds(const struct question *q, uint32_t set, bool accept, int depth);

/* [note negation] of domain_set.c, for tuples: `!` ones take away from the others. */
static void tuples_ask(const struct question *q, struct tuples *t, const uint32_t *input, size_t ninput,
                       const struct entries *e, bool accept, int depth) {
    for (size_t i = 0; i < e->count; i++) {
        const struct entry *entry = &e->entry[i];
        bool wide = accept && !entry->not, holds = entry->kind != ENTRY_SET;
        for (size_t k = 0; k < entry->npart && k < ninput && entry->kind == ENTRY_TUPLE; k++) {
            struct entries part = {&entry->part[k], 1};
            holds = holds && entries_hold(q, input[k], &part, wide);
        }
        if (entry->kind == ENTRY_SET) {
            holds = tuple_set_holds(q, entry->set, wide, depth + 1);
        }
        t->yes = t->yes || (holds && !entry->not );
        t->no = t->no || (holds && entry->not );
        t->any_yes = t->any_yes || !entry->not ;
        t->any_no = t->any_no || entry->not ;
    }
}

/* Only `!` tuples: they take away from everything. */
static bool tuples_answer(const struct tuples *t) {
    return (t->any_yes || !t->any_no ? t->yes : true) && !t->no;
}

/* A set that names itself is a fault of the table stage; depth only keeps it from running forever. */
static bool tuple_set_holds(const struct question *q, uint32_t set, bool accept, int depth) {
    const struct table *table = q->inquiry->table;
    struct tuples t = {false, false, false, false};
    if (set >= table->nset || depth > MOST) {
        return false;
    }
    const struct set *of = &table->set[set];
    for (size_t i = 0; i < of->npart; i++) {
        if (domain_part_holds(q->inquiry->space, of, i, question_version(q))) {
            tuples_ask(q, &t, of->input, of->ninput, &of->part[i].entries, accept, depth);
        }
    }
    return tuples_answer(&t);
}

/* accept: unknown counts as holding, as a clause may ask for. */
static bool cond_holds(const struct question *q, const struct cond *c, bool accept) {
    if (c->form == COND_TUPLE) {
        struct tuples t = {false, false, false, false};
        tuples_ask(q, &t, c->input, c->ninput, &c->entries, accept, 0);
        return tuples_answer(&t);
    }
    for (size_t i = 0; i < c->ninput; i++) { /* any(): one will do; a plain one has no more */
        if (entries_hold(q, c->input[i], cond_entries(c, i), accept)) {
            return true;
        }
    }
    return false;
}

/* Guards of a failing clause do hold, else it would not speak here. */
struct unmet unmet_of(const struct question *q, uint32_t rule) {
    const struct rule *r = &q->inquiry->table->rule[rule];
    struct unmet u = {.rule = rule, .failed = NO};
    for (size_t i = 0; i < r->ncond; i++) {
        bool skip = r->kind == RULE_CLAUSE && r->cond[i].guard; /* the clause speaks here, so its guards hold */
        if (skip || cond_holds(q, &r->cond[i], r->kind == RULE_CLAUSE && r->unknown == 1)) {
            u.met++;
        } else {
            *PUSH(q->arena, u.cond, u.ncond) = &r->cond[i];
        }
    }
    return u;
}

/* [note failed] of boxes_failed.c: where an input that the output depends on is NONE or ERROR, a rule covers only if it
 * names that. */
uint32_t rule_failed_by(const struct question *q, uint32_t output, uint32_t rule) {
    const struct boxes *b = q->inquiry->l->plan[output]->boxes;
    const struct rule *r = &q->inquiry->table->rule[rule];
    uint32_t by = NO;
    for (uint64_t rest = b->depends && r->kind == RULE_RULE ? b->depends[output] : 0; rest; rest &= rest - 1) {
        uint32_t input = (uint32_t)__builtin_ctzll(rest);
        bool fails = aset_has(q->inquiry->space->domain[input].sets, boxes_failing_atoms(q->inquiry->space, input),
                              q->cell[input]);
        bool named = false;
        for (size_t i = 0; i < b->rule[rule].nbox && fails; i++) {
            const struct box *box = &b->rule[rule].box[i];
            named =
                named || (box_has(q->inquiry->space, box, q->cell) && boxes_names(q->inquiry->space, r, box, input));
        }
        by = fails && !named && by == NO ? input : by;
    }
    return by;
}

/* As the definition has it for one output: a rule may cover for one output and not for another. */
bool rule_covers(const struct question *q, uint32_t output, uint32_t rule) {
    return rule_holds(q, rule) && rule_failed_by(q, output, rule) == NO;
}

/* A box about inputs that are not settled yet says nothing. */
bool rule_holds(const struct question *q, uint32_t rule) {
    const struct boxes *b = q->inquiry->l->boxes;
    for (size_t i = 0; i < b->rule[rule].nbox; i++) {
        const struct box *box = &b->rule[rule].box[i];
        if (!(box->named & (~q->settled | q->missing)) && box_has(q->inquiry->space, box, q->cell)) {
            return true;
        }
    }
    return false;
}
