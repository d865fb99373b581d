/* analyse_forbid.c -- forbidden: a combination of inputs and outputs that must never come out does come out.
 *
 * In: the plans of all outputs.  Out: one error per [forbid] section: how many cells, one of them, and which line of
 * each output gives it there.  One line per named output is chosen, one output after the other; the cells in which all
 * of them answer first are counted.
 */
#include "analyse.h"

#include <string.h>

struct forbidding {
    const struct rule *forbid;
    uint32_t *line; /* per assign: the line tried now; nline: no line covers, which gives NONE */
    uint32_t **at;  /* per combination that was counted: its lines */
    size_t nat;
    struct answer answer; /* tag: index into at */
    struct cover_limit limit;
    bool decided;
};

/* Lines before the chosen one, of every output of the forbid. */
static void add_blockers(struct analysis *an, const struct forbidding *f, const struct box *b) {
    for (size_t i = 0; i < f->forbid->nassign; i++) {
        const struct plan *p = an->plans[f->forbid->assign[i].output];
        for (uint32_t k = 0; k < f->line[i]; k++) {
            if (box_meets(an->space, &p->line[k].box, b)) {
                blockers_add(an, &p->line[k].box, NO);
            }
        }
    }
}

/* All outputs answer as chosen: the cells of b in no earlier line of any of them. */
static void count(struct analysis *an, struct forbidding *f, const struct region *where, size_t part,
                  const struct box *b) {
    blockers_clear(an);
    for (size_t i = 0; i < part; i++) {
        blockers_add(an, &where->box[i], NO);
    }
    add_blockers(an, f, b);
    f->answer.now = (uint32_t)f->nat;
    f->decided = ask_count(an, b, &f->answer, &f->limit) && f->decided;
    size_t size = f->forbid->nassign * sizeof *f->line;
    *PUSH(an->scratch, f->at, f->nat) = memcpy(arena_alloc(an->scratch, size), f->line, size);
}

/* Chooses a line for assign n and the following ones, inside b. */
static void choose(struct analysis *an, struct forbidding *f, const struct region *where, size_t part,
                   const struct box *b, size_t n) {
    if (n == f->forbid->nassign) {
        count(an, f, where, part, b);
        return;
    }
    const struct assign *a = &f->forbid->assign[n];
    const struct plan *p = an->plans[a->output];
    for (uint32_t i = 0; i < p->nline; i++) {
        enum line_kind kind = p->line[i].kind;
        bool comes_out = kind == LINE_VALUE || kind == LINE_INCAPABLE || kind == LINE_NONE;
        if (!comes_out || !box_meets(an->space, &p->line[i].box, b) || !line_matches(an, p, i, a)) {
            continue;
        }
        struct box less = box_copy(an->space, an->scratch, b);
        f->line[n] = i;
        if (box_and(an->space, &less, &p->line[i].box)) {
            choose(an, f, where, part, &less, n + 1);
        }
    }
    if (an->table->output[a->output].gaps_none && none_matches(a)) {
        f->line[n] = (uint32_t)p->nline;
        choose(an, f, where, part, b, n + 1);
    }
}

/* Past the last line no rule covers, and `gaps = NONE` answers. */
static const char *given(const struct analysis *an, uint32_t output, uint32_t line) {
    return line == an->plans[output]->nline ? "NONE" : line_outcome_text(an, an->plans[output], line);
}

static const char *combination_text(const struct analysis *an, const struct forbidding *f) {
    struct text t = {.arena = an->arena};
    text_put(&t, "");
    for (size_t i = 0; i < f->forbid->nassign; i++) {
        uint32_t output = f->forbid->assign[i].output;
        text_printf(&t, "%s%s=%s", i ? " " : "", an->table->output[output].name,
                    given(an, output, f->at[f->answer.tag][i]));
    }
    return t.at;
}

static void report_forbidden(struct analysis *an, uint32_t rule, const struct forbidding *f) {
    struct msg *m = report(an, FINDING_FORBIDDEN, rule, &f->answer,
                           arena_printf(an->arena, "forbidden by '%s', but %s comes out in %s", f->forbid->name,
                                        combination_text(an, f), example_text(an, &f->answer)));
    for (size_t i = 0; i < f->forbid->nassign; i++) {
        uint32_t output = f->forbid->assign[i].output;
        const struct plan *p = an->plans[output];
        const char *name = an->table->output[output].name, *what = given(an, output, f->at[f->answer.tag][i]);
        if (f->at[f->answer.tag][i] == p->nline) {
            msg_note(an->msgs, m, an->table->output[output].pos, "no rule covers it, so %s is %s there", name, what);
        } else {
            const struct rule *by = &an->table->rule[p->line[f->at[f->answer.tag][i]].rule];
            msg_note(an->msgs, m, by->pos, "rule '%s' gives %s=%s there", by->name, name, what);
        }
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
        f.line = arena_alloc(an->scratch, r->nassign * sizeof *f.line);
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
