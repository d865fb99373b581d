/* analyse_report.c -- from a finding to a message: place, subject, witness, count, share.
 *
 * In: what was found, of which rule (NO: of the output in hand, else of the table).  Out: a message with every field
 * that --format=json and sarif show.  The text ends in what to do; second places are notes.
 */
#include "analyse.h"

#include <string.h>

const char *rule_word(const struct rule *r) {
    switch (r->kind) {
    case RULE_RULE:
        return "rule";
    case RULE_REFUSE:
        return "refuse";
    case RULE_NEVER:
        return "never";
    case RULE_FORBID:
        return "forbid";
    case RULE_PIN:
        return "pin";
    case RULE_CLAUSE:
        return "needs";
    }
    return "rule";
}

/* "[rule NAME]"; a clause may be one line of a grid, so it is marked at its first byte only. */
size_t rule_len(const struct rule *r) {
    return r->kind == RULE_CLAUSE ? 1 : strlen(rule_word(r)) + strlen(r->name) + 3;
}

/* Advice speaks of no line of the table. */
struct pos no_place(struct pos near) {
    return (struct pos){near.file, 0, 0};
}

struct region region_of(struct analysis *an, uint32_t rule) {
    return boxes_covered(an->scratch, an->boxes, an->output, rule);
}

/* Whole rules are counted as the domain is: a chained input without override has one value in a cell. */
struct answer rule_cells(struct analysis *an, const struct region *r) {
    struct answer x = {0};
    struct cover_limit limit = {REGION_STEPS, 0}; /* a count for a message, not a question of the table */
    bool decided = true;
    an->unsure = NULL;
    blockers_clear(an);
    for (size_t i = 0; i < an->boxes->nchain; i++) {
        const struct chain *c = &an->boxes->chain[i];
        bool decides = an->table->output[c->output].override == OVERRIDE_NO;
        for (size_t k = 0; decides && k < c->other.nbox; k++) {
            blockers_add(an, &c->other.box[k], NO);
        }
    }
    for (size_t i = 0; i < r->nbox; i++) {
        decided = ask_count(an, &r->box[i], &x, &limit) && decided;
        blockers_add(an, &r->box[i], NO);
    }
    x.at_least = x.at_least || !decided;
    return x;
}

/* An allowance may turn any message into one that is printed in full, so then all have their text. */
bool told(struct analysis *an, enum finding f, struct pos pos) {
    return an->table->nallow > 0 || msgs_shows(an->msgs, f, pos);
}

/* Every message of the analysis is made here, so that none lacks a field.  text NULL: it is only counted. */
struct msg *report(struct analysis *an, enum finding f, uint32_t rule, const struct answer *x, const char *text) {
    const struct table *t = an->table;
    struct pos pos = rule != NO ? t->rule[rule].pos : an->output != NO ? t->output[an->output].pos : t->pos;
    if (x && x->outside && x->outside->found) {
        *PUSH(an->arena, an->outside, an->noutside) = an->msgs->nmsg;
    }
    size_t len = rule != NO ? rule_len(&t->rule[rule]) : 1;
    struct msg *m = text ? msg_add(an->msgs, f, pos, len, "%s", text) : msg_count(an->msgs, f, pos, len);
    m->rule = rule != NO ? t->rule[rule].name : NULL;
    m->output = an->output != NO ? t->output[an->output].name : NULL;
    if (x && x->found && text) {
        m->witness = box_witness(an->space, an->arena, &x->witness);
        m->cells = x->cells / an->unasked;
        m->share = m->cells / an->domain;
        m->at_least = x->at_least;
    }
    return m;
}

void report_second(struct analysis *an, const char *name) {
    if (name) {
        *PUSH(an->arena, an->second, an->nsecond) = (struct second){an->msgs->nmsg, name};
    }
}

/* At one concrete cell, decide.c knows; after `from`. */
static uint32_t failing_clause(const struct analysis *an, uint32_t value, const struct box *at, uint32_t from) {
    uint32_t cell[64];
    for (uint32_t i = 0; i < an->space->ninput; i++) {
        cell[i] = aset_next(an->space->domain[i].sets, at->set[i], 0);
    }
    return decide_failing(an->boxes, an->output, value, cell, from);
}

static void note_clause(struct analysis *an, struct msg *m, uint32_t value, const struct box *at, uint32_t clause) {
    const char *name = an->table->output[an->output].value[value];
    const struct rule *c = &an->table->rule[clause];
    msg_note(an->msgs, m, c->pos, "'%s' %s (needs '%s')", name, failing_text(an, clause, at), c->name);
}

void note_failing(struct analysis *an, struct msg *m, uint32_t value, const struct box *at) {
    uint32_t clause = failing_clause(an, value, at, NO);
    if (clause != NO) {
        note_clause(an, m, value, at, clause);
    }
}

void note_all_failing(struct analysis *an, struct msg *m, uint32_t value, const struct box *at) {
    for (uint32_t c = failing_clause(an, value, at, NO); c != NO; c = failing_clause(an, value, at, c)) {
        note_clause(an, m, value, at, c);
    }
}
