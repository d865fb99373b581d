/* analyse_swallowed.c -- swallowed SM: an entry decides for SMs that it does not name.
 *
 * In: the lines of one output.  Out: a warning per rule and input of type sm, and per needs clause, with the SMs, the
 * number of cells and one of them.  What an entry names: [note named]; only SMs of [note families] and `newer` count.
 *   A rule swallows an SM where it wins with a value by a plain condition that takes the SM without naming it: a
 *   comparison, a major, the inside of a range, a negation.  Not where a needs clause of that value names the SM, nor
 *   where the value is what a list falls back to after the needs of an earlier candidate asked for the SM: then
 *   somebody has answered for it.
 *   A clause swallows it where it takes the SM without naming it by a comparison, a major or the inside of a range, a
 *   value that it speaks of comes out there, and neither the deciding rule nor another clause of the value names the
 *   SM; not asked where rules conflict.  A clause that only negates lets nothing in: it keeps the value from some SMs.
 * NONE and ERROR are no choice and are not claimed; refusals, pins and never cells choose nothing.  An SM at which only
 * incapable values come out is left to that finding.
 */
#include "analyse.h"

struct swallowing {
    uint32_t rule, input; /* rule: or a clause */
    const struct cond *cond;
    uint32_t atoms; /* that its entries take without naming them */
    uint32_t found; /* of them: where it decides */
    struct answer answer;
    struct cover_limit limit;
    bool decided;
};

/* ---- what is swallowed, and who answers for it ---- */

/* Plain conditions only: in a tuple or any() another input may decide. */
static const struct cond *plain_cond(const struct rule *r, uint32_t input) {
    const struct cond *found = NULL;
    for (size_t i = 0; i < r->ncond; i++) {
        const struct cond *c = &r->cond[i];
        for (size_t k = 0; k < c->ninput; k++) {
            if (c->input[k] == input && !c->guard) {
                if (found || c->form != COND_PLAIN) {
                    return NULL;
                }
                found = c;
            }
        }
    }
    return found;
}

/* Entries that say what is meant, not only what is not; also within sets. */
static bool lets_in(const struct analysis *an, const struct entry *e, size_t n, int depth) {
    for (size_t i = 0; i < n; i++) {
        if (e[i].not ) {
            continue;
        }
        if ((e[i].kind != ENTRY_SET && e[i].kind != ENTRY_ALL) || lets_in(an, e[i].part, e[i].npart, depth)) {
            return true;
        }
        const struct set *s = e[i].kind == ENTRY_SET && depth < 64 ? &an->table->set[e[i].set] : NULL;
        for (size_t k = 0; s && k < s->npart; k++) {
            if (lets_in(an, s->part[k].entries.entry, s->part[k].entries.count, depth + 1)) {
                return true;
            }
        }
    }
    return false;
}

/* The atoms of the input in the rule's region without those that the condition names. */
static uint32_t rule_swallows(const struct analysis *an, uint32_t rule, const struct cond *c) {
    const struct region *r = &an->boxes->rule[rule];
    struct asets *p = an->space->domain[c->input[0]].sets;
    uint32_t all = ASET_EMPTY;
    for (size_t i = 0; i < r->nbox; i++) {
        all = aset_or(p, all, r->box[i].set[c->input[0]]);
    }
    return aset_minus(p, all, sm_named(an, c->input[0], &c->entries));
}

/* A clause with a guard says nothing where that does not hold; those are left aside. */
static uint32_t clause_swallows(const struct analysis *an, const struct rule *r, const struct cond *c) {
    struct asets *p = an->space->domain[c->input[0]].sets;
    bool guarded = false;
    for (size_t i = 0; i < r->ncond; i++) {
        guarded = guarded || r->cond[i].guard;
    }
    if (guarded || r->no_filter || !lets_in(an, c->entries.entry, c->entries.count, 0)) {
        return ASET_EMPTY;
    }
    return aset_minus(p, domain_entries(an->space, c->input[0], &c->entries, NO),
                      sm_named(an, c->input[0], &c->entries));
}

/* By the clauses of the value but this one; a guard that asks for the SM has thought of it, too. */
static uint32_t clauses_name(const struct analysis *an, uint32_t value, uint32_t input, uint32_t but) {
    uint32_t set = ASET_EMPTY;
    for (size_t i = 0; i < an->nclause && value != NO; i++) {
        if (an->clause[i] != but && clause_speaks_of(&an->table->rule[an->clause[i]], an->output, value)) {
            set = aset_or(an->space->domain[input].sets, set, sm_named_by(an, an->clause[i], input));
        }
    }
    return set;
}

static bool speaks_of_input(const struct rule *r, uint32_t input) {
    for (size_t i = 0; i < r->ncond; i++) {
        for (size_t k = 0; k < r->cond[i].ninput; k++) {
            if (r->cond[i].input[k] == input) {
                return true;
            }
        }
    }
    return false;
}

/* The candidate of the line comes after one whose needs ask for the input. */
static bool falls_back(const struct analysis *an, const struct line *l, uint32_t input) {
    const struct outcome *o = rule_outcome(&an->table->rule[l->rule], an->output);
    for (uint32_t k = 0; o->kind == OUTCOME_LIST && k < l->cand; k++) {
        for (size_t i = 0; i < an->nclause; i++) {
            const struct rule *c = &an->table->rule[an->clause[i]];
            if (!c->no_filter && clause_speaks_of(c, an->output, o->value[k]) && speaks_of_input(c, input)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- where it decides ---- */

/* The cells of the line inside `atoms` that no blocker has, and the SMs among them. */
static void count_line(struct analysis *an, struct swallowing *s, uint32_t line, uint32_t atoms, bool first) {
    struct asets *p = an->space->domain[s->input].sets;
    struct box b = box_copy(an->space, an->scratch, &an->plan->line[line].box);
    double before = s->answer.cells;
    if (!box_narrow(an->space, &b, s->input, atoms)) {
        return;
    }
    if (first) {
        blockers_clear(an);
        lines_meeting(an, &b, &an->meet[0]);
        blockers_before(an, &an->meet[0], line);
    } else {
        takers(an, line);
    }
    s->decided = ask_count(an, &b, &s->answer, &s->limit) && s->decided;
    uint32_t left = s->answer.cells > before ? aset_minus(p, b.set[s->input], s->found) : ASET_EMPTY;
    for (uint32_t i = aset_next(p, left, 0); i != NO; i = aset_next(p, left, i + 1)) {
        struct box one = box_copy(an->space, an->scratch, &b), witness;
        if (box_narrow(an->space, &one, s->input, aset_one(p, i)) &&
            ask_search(an, &one, true, &witness) == COVER_WITNESS) {
            s->found = aset_or(p, s->found, aset_one(p, i));
        }
    }
}

static bool chooses(const struct analysis *an, uint32_t line) {
    return an->plan->line[line].kind == LINE_VALUE && an->win[line] != COVER_ALL;
}

static void count_rule(struct analysis *an, struct swallowing *s) {
    struct asets *p = an->space->domain[s->input].sets;
    for (size_t i = 0; i < an->of_rule[s->rule].count; i++) {
        uint32_t line = an->of_rule[s->rule].line[i];
        const struct line *l = &an->plan->line[line];
        if (chooses(an, line) && !falls_back(an, l, s->input)) {
            count_line(an, s, line, aset_minus(p, s->atoms, clauses_name(an, l->value, s->input, NO)), false);
        }
    }
}

/* Two rules may win a cell with one value: it is counted for the line that answers first. */
static void count_clause(struct analysis *an, struct swallowing *s) {
    struct asets *p = an->space->domain[s->input].sets;
    const struct rule *c = &an->table->rule[s->rule];
    for (uint32_t i = 0; i < an->plan->nline; i++) {
        const struct line *l = &an->plan->line[i];
        if (l->value != NO && chooses(an, i) && clause_speaks_of(c, an->output, l->value)) {
            uint32_t named =
                aset_or(p, sm_named_by(an, l->rule, s->input), clauses_name(an, l->value, s->input, s->rule));
            count_line(an, s, i, aset_minus(p, s->atoms, named), true);
        }
    }
}

/* ---- messages ---- */

/* Whoever reads the chained input decides for the same SMs. */
static void note_chain(struct analysis *an, struct msg *m) {
    const struct output *o = &an->table->output[an->output];
    size_t shown = 0;
    for (uint32_t i = 0; o->input != NO && i < an->table->nrule && shown < 3; i++) {
        const struct rule *r = &an->table->rule[i];
        if (r->kind == RULE_RULE && speaks_of_input(r, o->input)) {
            msg_note(an->msgs, m, r->pos, "what it gives goes on as '%s': rule '%s' reads it", o->as, r->name);
            shown++;
        }
    }
}

/* At the first entry that takes more than it names. */
static void place(const struct analysis *an, const struct swallowing *s, struct msg *m) {
    struct asets *p = an->space->domain[s->input].sets;
    for (size_t i = 0; i < s->cond->entries.count; i++) {
        const struct entry *e = &s->cond->entries.entry[i];
        const struct entries one = {&s->cond->entries.entry[i], 1};
        if (e->not || aset_meets(p, s->found, domain_entries(an->space, s->input, &one, NO))) {
            m->pos = cond_entry_pos(s->cond, e);
            m->len = e->len;
            return;
        }
    }
}

static void settle(struct analysis *an, struct swallowing *s) {
    const struct rule *r = &an->table->rule[s->rule];
    const char *output = an->table->output[an->output].name;
    s->answer.at_least = s->answer.at_least || !s->decided;
    if (!s->answer.found) {
        if (!s->decided) {
            undecided(an, FINDING_SWALLOWED_SM, s->rule, &an->boxes->rule[s->rule].box[0]);
        }
        return;
    }
    allow_settle(an, &s->answer, FINDING_SWALLOWED_SM, s->rule, NULL);
    bool clause = r->kind == RULE_CLAUSE;
    const struct domain *d = &an->space->domain[s->input];
    bool newer = aset_has(d->sets, s->found, d->special[VALUE_NEWER - VALUE_OTHER]);
    struct msg *m = report(an, FINDING_SWALLOWED_SM, s->rule, &s->answer,
                           arena_printf(an->arena,
                                        "%s '%s' %s '%s'%s on SMs that '%s' takes in without naming them: %s; "
                                        "%s; name those that are meant%s",
                                        rule_word(r), r->name, clause ? "lets its value of" : "decides", output,
                                        clause ? " run" : "", cond_text(an->arena, an->table, s->cond),
                                        sms_text(an, s->input, s->found), example_text(an, &s->answer),
                                        newer ? ", or add `newer` if all are" : ""));
    place(an, s, m);
    note_chain(an, m);
}

static void look_at(struct analysis *an, uint32_t rule, const struct cond *c, uint32_t apart) {
    const struct rule *r = &an->table->rule[rule];
    bool clause = r->kind == RULE_CLAUSE;
    struct swallowing s = {.rule = rule, .input = c->input[0], .cond = c, .decided = true, .found = ASET_EMPTY};
    uint32_t atoms = clause ? clause_swallows(an, r, c) : rule_swallows(an, rule, c);
    s.atoms = aset_and(an->space->domain[s.input].sets, atoms, apart);
    s.limit = ask_limit(an);
    if (s.atoms == ASET_EMPTY) {
        return;
    }
    allow_expect(an, &s.answer, FINDING_SWALLOWED_SM, rule, NULL);
    if (clause) {
        count_clause(an, &s);
    } else {
        count_rule(an, &s);
    }
    settle(an, &s);
}

void analyse_swallowed(struct analysis *an) {
    const struct table *t = an->table;
    for (uint32_t input = 0; input < t->ninput; input++) {
        if (t->input[input].type != TYPE_SM) {
            continue;
        }
        uint32_t apart = sm_told_apart(an, input);
        for (uint32_t i = 0; i < t->nrule; i++) {
            const struct rule *r = &t->rule[i];
            const struct cond *c = plain_cond(r, input);
            bool decides = r->kind == RULE_RULE ? an->says[i] != NULL : r->kind == RULE_CLAUSE && !an->conflict;
            if (c && decides && an->boxes->rule[i].nbox) {
                look_at(an, i, c, apart);
            }
        }
    }
}
