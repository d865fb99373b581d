/* analyse_forbid.c -- forbidden: a combination of inputs and outputs that must never come out does come out.
 *
 * In: the plans of all outputs.  Out: one error per [forbid] section: how many cells, one of them, and what gives each
 * output its value there.  One answer per named output is tried, one output after the other; the cells in which all of
 * them come out are counted.
 * [note chosen] With an override a user may choose what no rule does.  At run time a choice is checked against the
 * forbids whose other outputs are decided before it; so of the last output of a forbid only what rules decide counts
 * here, and of each other one also what a user may choose: every cell of its chained input, or, where no input is `as`
 * it, every value that is not refused and whose needs hold (keep: needs are not asked).
 */
#include "analyse.h"

#include <string.h>

enum giver { GIVEN_LINE, GIVEN_GAP, GIVEN_CHAIN, GIVEN_CHOICE };
struct given { /* what is tried for one output */
    enum giver by;
    uint32_t line, value; /* LINE; CHOICE */
};
struct forbidding {
    const struct rule *forbid;
    uint32_t last;       /* of its outputs, the one that is decided last */
    struct given *given; /* per assign */
    struct given **at;   /* per combination that was counted */
    size_t nat;
    struct answer answer; /* tag: index into at */
    struct cover_limit limit;
    bool decided;
};

static const struct assign *assign_at(const struct forbidding *f, size_t n) {
    return &f->forbid->assign[n];
}

/* Boxes that do not meet b would only cost steps. */
static void block(struct analysis *an, const struct region *r, const struct box *b) {
    for (size_t i = 0; i < r->nbox; i++) {
        if (box_meets(an->space, &r->box[i], b)) {
            blockers_add(an, &r->box[i], NO);
        }
    }
}

/* Where nobody can choose the value: refused cells, and, unless the choice is kept, those where its needs fail. */
static void block_choice(struct analysis *an, const struct plan *p, uint32_t value, const struct box *b) {
    const struct table *t = an->table;
    for (uint32_t r = 0; r < t->nrule; r++) {
        bool fails = t->output[p->output].override != OVERRIDE_KEEP && clause_speaks_of(&t->rule[r], p->output, value);
        if (fails || (t->rule[r].kind == RULE_REFUSE && rule_refuses(&t->rule[r], p->output))) {
            block(an, &an->boxes->rule[r], b);
        }
    }
}

/* The cells of b in which just this combination comes out: not those of an earlier part of the forbid's region (its
 * boxes may overlap), and of each output not those that an earlier line of its plan takes. */
static void count(struct analysis *an, struct forbidding *f, const struct region *where, size_t part,
                  const struct box *b) {
    struct region before = {where->box, part};
    size_t nassign = f->forbid->nassign;
    blockers_clear(an);
    block(an, &before, b);
    block(an, &an->boxes->never, b);
    for (size_t i = 0; i < nassign; i++) {
        const struct plan *p = an->plans[assign_at(f, i)->output];
        for (uint32_t k = 0; f->given[i].by <= GIVEN_GAP && k < f->given[i].line; k++) {
            if (box_meets(an->space, &p->line[k].box, b)) {
                blockers_add(an, &p->line[k].box, NO);
            }
        }
        if (f->given[i].by == GIVEN_CHOICE) {
            block_choice(an, p, f->given[i].value, b);
        }
    }
    f->answer.now = (uint32_t)f->nat;
    f->decided = ask_count(an, b, &f->answer, &f->limit) && f->decided;
    size_t size = nassign * sizeof *f->given;
    *PUSH(an->scratch, f->at, f->nat) = memcpy(arena_alloc(an->scratch, size), f->given, size);
}

static void choose(struct analysis *an, struct forbidding *f, const struct region *where, size_t part,
                   const struct box *b, size_t n);

/* The atom of its chained input that a line gives, or FULL where no input is `as` the output. */
static uint32_t decided_set(const struct analysis *an, const struct output *o, const struct line *l) {
    if (o->input >= an->space->ninput) {
        return ASET_FULL;
    }
    const struct domain *d = &an->space->domain[o->input];
    int64_t number = l->number;
    uint32_t atom = l->kind == LINE_NONE ? d->special[VALUE_NONE - VALUE_OTHER] : o->is_int ? NO : l->value;
    if (l->copy != NO) {
        const struct domain *of = &an->space->domain[l->copy];
        number *= of->atom[aset_next(of->sets, l->box.set[l->copy], 0)].lo;
    }
    for (uint32_t i = 0; atom == NO && i < int_natom(d); i++) {
        atom = int_has(d, i, number) ? i : NO;
    }
    return atom == NO ? ASET_EMPTY : aset_one(d->sets, atom);
}

/* Later outputs that depend on this one are asked where its chained input has what the line gives. */
static bool narrow(const struct analysis *an, struct box *b, const struct output *o, const struct line *l) {
    return o->input >= an->space->ninput || box_narrow(an->space, b, o->input, decided_set(an, o, l));
}

static void choose_line(struct analysis *an, struct forbidding *f, const struct region *where, size_t part,
                        const struct box *b, size_t n) {
    const struct assign *a = assign_at(f, n);
    const struct plan *p = an->plans[a->output];
    const struct output *o = &an->table->output[a->output];
    for (uint32_t i = 0; i < p->nline; i++) {
        enum line_kind kind = p->line[i].kind;
        bool comes_out = kind == LINE_VALUE || kind == LINE_INCAPABLE || kind == LINE_NONE;
        if (!comes_out || !box_meets(an->space, &p->line[i].box, b) || !line_matches(an, p, i, a)) {
            continue;
        }
        struct box less = box_copy(an->space, an->scratch, b);
        f->given[n] = (struct given){GIVEN_LINE, i, NO};
        if (box_and(an->space, &less, &p->line[i].box) && narrow(an, &less, o, &p->line[i])) {
            choose(an, f, where, part, &less, n + 1);
        }
    }
    if (o->gaps_none && none_matches(a)) {
        static const struct line none = {.kind = LINE_NONE, .copy = NO};
        struct box less = box_copy(an->space, an->scratch, b);
        f->given[n] = (struct given){GIVEN_GAP, (uint32_t)p->nline, NO};
        if (narrow(an, &less, o, &none)) {
            choose(an, f, where, part, &less, n + 1);
        }
    }
}

/* Chooses an answer for assign n and the following ones, inside b. */
static void choose(struct analysis *an, struct forbidding *f, const struct region *where, size_t part,
                   const struct box *b, size_t n) {
    if (n == f->forbid->nassign) {
        count(an, f, where, part, b);
        return;
    }
    const struct assign *a = assign_at(f, n);
    const struct output *o = &an->table->output[a->output];
    bool chosen = o->override != OVERRIDE_NO && a->output != f->last;
    if (chosen && o->input < an->space->ninput) {
        struct box less = box_copy(an->space, an->scratch, b);
        f->given[n] = (struct given){GIVEN_CHAIN, NO, NO};
        if (box_narrow(an->space, &less, o->input, chain_answering(an->space, a, o->input))) {
            choose(an, f, where, part, &less, n + 1);
        }
        return;
    }
    choose_line(an, f, where, part, b, n);
    for (uint32_t v = 0; chosen && v < o->nvalue; v++) {
        f->given[n] = (struct given){GIVEN_CHOICE, NO, v};
        f->answer.at_least = f->answer.at_least || f->answer.found; /* cells of two choices are not told apart */
        if (assign_has_value(a, v) && !f->answer.found) {
            choose(an, f, where, part, b, n + 1);
        }
    }
}

/* ---- messages ---- */

static const char *given_text(const struct analysis *an, const struct forbidding *f, size_t n) {
    uint32_t output = assign_at(f, n)->output;
    const struct given *g = &f->at[f->answer.tag][n];
    const struct output *o = &an->table->output[output];
    switch (g->by) {
    case GIVEN_LINE:
        return line_outcome_text(an, an->plans[output], g->line);
    case GIVEN_CHAIN: {
        const struct domain *d = &an->space->domain[o->input];
        return d->atom[aset_next(d->sets, f->answer.witness.set[o->input], 0)].text;
    }
    case GIVEN_CHOICE:
        return o->value[g->value];
    case GIVEN_GAP:
        break;
    }
    return "NONE";
}

static const char *combination_text(const struct analysis *an, const struct forbidding *f) {
    struct text t = {.arena = an->arena};
    text_put(&t, "");
    for (size_t i = 0; i < f->forbid->nassign; i++) {
        text_printf(&t, "%s%s=%s", i ? " " : "", an->table->output[assign_at(f, i)->output].name, given_text(an, f, i));
    }
    return t.at;
}

static void note_given(struct analysis *an, struct msg *m, const struct forbidding *f, size_t n) {
    uint32_t output = assign_at(f, n)->output;
    const struct given *g = &f->at[f->answer.tag][n];
    const struct output *o = &an->table->output[output];
    const char *what = given_text(an, f, n);
    if (g->by == GIVEN_LINE) {
        const struct rule *by = &an->table->rule[an->plans[output]->line[g->line].rule];
        msg_note(an->msgs, m, by->pos, "rule '%s' gives %s=%s there", by->name, o->name, what);
    } else if (g->by == GIVEN_GAP) {
        msg_note(an->msgs, m, o->pos, "no rule covers it, so %s is %s there", o->name, what);
    } else {
        msg_note(an->msgs, m, o->pos, "%s=%s there, by the rules or by a user's choice", o->name, what);
    }
}

static void report_forbidden(struct analysis *an, uint32_t rule, const struct forbidding *f) {
    struct msg *m = report(an, FINDING_FORBIDDEN, rule, &f->answer,
                           arena_printf(an->arena, "forbidden by '%s', but %s comes out in %s", f->forbid->name,
                                        combination_text(an, f), example_text(an, &f->answer)));
    for (size_t i = 0; i < f->forbid->nassign; i++) {
        note_given(an, m, f, i);
    }
}

void analyse_forbids(struct analysis *an) {
    for (uint32_t i = 0; i < an->table->nrule; i++) {
        const struct rule *r = &an->table->rule[i];
        const struct region *where = &an->boxes->rule[i];
        if (r->kind != RULE_FORBID || !r->nassign || !where->nbox) {
            continue;
        }
        struct forbidding f = {.forbid = r, .limit = ask_limit(an), .decided = true};
        f.last = boxes_forbid_asked(an->scratch, an->table, i);
        f.given = arena_alloc(an->scratch, r->nassign * sizeof *f.given);
        allow_expect(an, &f.answer, FINDING_FORBIDDEN, i, NULL);
        for (size_t part = 0; part < where->nbox; part++) {
            choose(an, &f, where, part, &where->box[part], 0);
        }
        f.answer.at_least = f.answer.at_least || !f.decided;
        if (f.answer.found) {
            allow_settle(an, &f.answer, FINDING_FORBIDDEN, i, NULL);
            report_forbidden(an, i, &f);
        } else if (!f.decided) {
            undecided(an, FINDING_FORBIDDEN, i, &where->box[0]);
        }
    }
}
