/* explain_report.c -- answers that are trouble, as findings: what `check` would say of this one cell.
 *
 * In: reasons.  Out: messages of the findings gap, conflict, exhausted, copied, incapable and forbidden, at the place
 * that has to change, with the level that -W and an [allow] give them.  They make the exit status; sarif and github show them.
 */
#include "explain.h"

#include <string.h>

struct reporting {
    struct msgs *msgs;
    const struct question *q;
    uint32_t output;
    const char *cell;
};

static bool named(const char *name, const char *const *known, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (known[i] && strcmp(name, known[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Why an [allow] of this finding, of one of these names and of this cell lets it pass; NULL: none does. */
static const char *allowed(const struct reporting *r, enum finding f, const char *const *name, size_t n) {
    const struct table *t = r->q->inquiry->table;
    const struct boxes *b = r->q->inquiry->l->boxes;
    for (size_t i = 0; i < t->nallow && !r->q->inquiry->l->limits.no_allow; i++) {
        bool here = t->allow[i].ncond == 0;
        for (size_t k = 0; k < b->allow[i].nbox; k++) {
            here = here || box_has(r->q->inquiry->space, &b->allow[i].box[k], r->q->cell);
        }
        if (t->allow[i].finding == f && here && named(t->allow[i].rule, name, n)) {
            return t->allow[i].why ? t->allow[i].why : "no reason given";
        }
    }
    return NULL;
}

/* The cell stands in front: one rule may be in trouble in many rows. */
static void report(const struct reporting *r, enum finding f, struct pos pos, const char *rule, const char *second,
                   const char *text) {
    const struct output *o = &r->q->inquiry->table->output[r->output];
    const char *const name[] = {rule, second, o->name};
    struct msg *m = msg_add(r->msgs, f, pos, 1, "%s: %s", r->cell, text);
    m->rule = rule;
    m->output = o->name;
    m->witness = r->cell;
    m->cells = 1;
    m->allowed = m->level == LEVEL_ERROR ? allowed(r, f, name, 3) : NULL;
    m->level = m->allowed ? LEVEL_NOTE : m->level;
}

/* `<input>` where the input is unset, or no value of the output. */
static bool is_copy(const struct table *t, uint32_t output, const struct decided *d) {
    const struct outcome *o = d->verdict == VERDICT_ERROR && d->rule != NO && t->rule[d->rule].kind == RULE_RULE
                                  ? rule_outcome(&t->rule[d->rule], output)
                                  : NULL;
    return o && (o->kind == OUTCOME_COPY || o->kind == OUTCOME_PRODUCT);
}

/* Places are those that `check` would show. */
static void report_decided(const struct reporting *r, const struct decided *d) {
    const struct table *t = r->q->inquiry->table;
    const struct output *o = &t->output[r->output];
    struct arena *a = r->msgs->arena;
    if (d->verdict == VERDICT_GAP) {
        report(r, FINDING_GAP, o->pos, NULL, NULL, arena_printf(a, "no rule gives '%s'", o->name));
    } else if (d->verdict == VERDICT_EXHAUSTED) {
        const struct rule *by = d->rule == NO ? NULL : &t->rule[d->rule];
        report(r, FINDING_EXHAUSTED, by ? by->pos : o->pos, by ? by->name : NULL, NULL,
               by ? arena_printf(a, "nothing of the list of rule '%s' can run", by->name)
                  : arena_printf(a, "nothing that the rules name for '%s' can run", o->name));
    } else if (is_copy(t, r->output, d)) {
        const struct rule *by = &t->rule[d->rule];
        const char *name = t->input[rule_outcome(by, r->output)->input].name;
        report(r, FINDING_COPIED, by->pos, by->name, NULL,
               arena_printf(a, "rule '%s' copies '%s', which is no value of '%s'", by->name, name, o->name));
    } else if (d->verdict == VERDICT_CONFLICT) {
        report(r, FINDING_CONFLICT, t->rule[d->rule].pos, t->rule[d->rule].name, t->rule[d->other].name,
               arena_printf(a, "rules '%s' and '%s' conflict over '%s'", t->rule[d->rule].name, t->rule[d->other].name,
                            o->name));
    }
}

void report_answer(struct msgs *m, const struct question *q, uint32_t output, const struct reason *reason,
                   const char *cell) {
    struct reporting r = {m, q, output, cell};
    const struct table *t = q->inquiry->table;
    const struct decided *d = reason->d;
    report_decided(&r, d);
    for (size_t i = 0; i < reason->chosen.nclause && d->rule != NO; i++) { /* a user's own risk is no fault of a rule */
        const struct rule *by = &t->rule[d->rule], *clause = &t->rule[reason->chosen.clause[i].rule];
        report(&r, FINDING_INCAPABLE, by->pos, by->name, clause->name,
               arena_printf(m->arena, "rule '%s' selects '%s' where its needs '%s' fail: %s", by->name,
                            t->output[output].value[d->value], clause->name, why_unmet(q, &reason->chosen.clause[i])));
    }
    for (size_t i = 0; i < reason->nforbid; i++) {
        const struct rule *f = &t->rule[reason->forbid[i]];
        if (f->assign[0].output != output) {
            continue; /* told with its first output */
        }
        report(&r, FINDING_FORBIDDEN, f->pos, f->name, NULL,
               arena_printf(m->arena, "forbidden by '%s', but it comes out", f->name));
    }
}
