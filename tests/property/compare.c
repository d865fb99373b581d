/* compare.c -- every finding of analyse() against the cells that the oracle says it is about.
 *
 * What must be found is written down as (finding, rule, output, second subject) with the set of its cells; each message
 * must be one of them, with that count and a witness inside; each of them must have its message.
 */
#include "property.h"

#include <string.h>

size_t seen[FINDING_COUNT];

static const char *key_of(struct arena *a, enum finding f, const char *rule, const char *output, const char *second) {
    return arena_printf(a, "%s|%s|%s|%s", finding_info[f].flag, rule ? rule : "", output ? output : "",
                        second ? second : "");
}

struct expected *expect_named(struct expectations *x, enum finding f, const char *rule, const char *output,
                              const char *second) {
    const char *key = key_of(x->run->arena, f, rule, output, second);
    uint32_t at = names_find(&x->index, key);
    if (at == NO) {
        at = (uint32_t)x->count;
        names_add(&x->index, key, at);
        PUSH(x->run->arena, x->at, x->count)->key = key;
    }
    return &x->at[at];
}

struct expected *expect(struct expectations *x, enum finding f, uint32_t rule, uint32_t output, const char *second) {
    const struct table *t = x->run->table;
    return expect_named(x, f, rule == NO ? NULL : t->rule[rule].name, output == NO ? NULL : t->output[output].name,
                        second);
}

void expect_cell(struct expectations *x, enum finding f, uint32_t rule, uint32_t output, const char *second,
                 size_t cell) {
    struct expected *e = expect(x, f, rule, output, second);
    if (!e->cell) {
        e->cell = arena_alloc(x->run->arena, x->ncell * sizeof *e->cell);
    }
    e->cell[cell] = true;
}

/* ---- pairs ---- */

static void expect_pairs(struct expectations *x, const struct oracle *o, size_t c, const bool *masked) {
    const struct table *t = x->run->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        for (uint32_t k = i + 1; k < t->nrule; k++) {
            const struct said *p = oracle_said(o, c, i), *q = oracle_said(o, c, k);
            if (!p->wins || !q->wins) {
                continue;
            }
            bool must = t->rule[i].is_else || t->output[o->output].hit == HIT_UNIQUE;
            if (must || !said_alike(p, q)) {
                expect_cell(x, FINDING_CONFLICT, k, o->output, t->rule[i].name, c);
            } else if (!masked[i] && !masked[k]) {
                expect_cell(x, FINDING_OVERLAP, k, o->output, t->rule[i].name, c);
            }
        }
    }
}

/* A pair in conflict is not reported as an overlap too. */
static void drop_overlaps(struct expectations *x) {
    size_t len = strlen(finding_info[FINDING_OVERLAP].flag);
    for (size_t i = 0; i < x->count; i++) {
        struct expected *e = &x->at[i];
        if (strncmp(e->key, finding_info[FINDING_OVERLAP].flag, len) == 0) {
            const char *conflict =
                arena_printf(x->run->arena, "%s%s", finding_info[FINDING_CONFLICT].flag, e->key + len);
            e->met = names_find(&x->index, conflict) != NO;
            e->key = e->met ? "" : e->key;
        }
    }
}

/* ---- rules ---- */

static bool is_else_or_not(const struct table *t, uint32_t rule) {
    return t->rule[rule].is_else;
}

/* What a rule covers of the output; a refusal, where it holds. */
static bool has_cell(const struct oracle *o, size_t c, uint32_t rule) {
    bool rules = o->boxes->space->table->rule[rule].kind == RULE_RULE;
    return rules ? oracle_said(o, c, rule)->covers : region_at(o->boxes->space, &o->boxes->rule[rule], o->cell[c]);
}

static bool own_cell(const struct oracle *o, size_t c, uint32_t rule) {
    const struct table *t = o->boxes->space->table;
    if (t->rule[rule].kind == RULE_REFUSE) {
        return o->rule[c] == rule;
    }
    if (!oracle_said(o, c, rule)->wins) {
        return false;
    }
    for (uint32_t i = 0; i < rule && !o->conflict && !is_else_or_not(t, rule); i++) {
        if (oracle_said(o, c, i)->wins) {
            return false; /* credited to that one */
        }
    }
    return true;
}

static bool decides_output(const struct rule *r, uint32_t output) {
    return (r->kind == RULE_RULE && rule_outcome(r, output)) || (r->kind == RULE_REFUSE && rule_refuses(r, output));
}

/* A chained input without override has another value than the decided one. */
static bool untrue(const struct expectations *x, const struct oracle *o, size_t c) {
    const struct table *t = x->run->table;
    for (uint32_t i = 0; i < t->noutput; i++) {
        const struct oracle *up = o->upstream[i];
        if (i != o->output && up && up->place < o->place && t->output[i].input != NO &&
            t->output[i].override == OVERRIDE_NO && up->atom[c] != NO &&
            o->cell[c][t->output[i].input] != up->atom[c]) {
            return true;
        }
    }
    return false;
}

static void expect_masked(struct expectations *x, const struct oracle *o, bool *masked) {
    const struct table *t = x->run->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        bool own = false, alive = false;
        if (!decides_output(&t->rule[i], o->output) || !o->boxes->rule[i].nbox) {
            continue;
        }
        for (size_t c = 0; c < o->ncell; c++) {
            own = own || own_cell(o, c, i);
            alive = alive || (has_cell(o, c, i) && o->verdict[c] != VERDICT_NEVER);
        }
        masked[i] = !own;
        for (size_t c = 0; !own && c < o->ncell; c++) {
            if (!alive) {
                expect(x, FINDING_EMPTY, i, o->output, NULL);
            } else if (has_cell(o, c, i) && !o->skip[c] && !untrue(x, o, c)) {
                expect_cell(x, FINDING_MASKED, i, o->output, NULL, c);
            }
        }
    }
}

static bool named_itself(const struct outcome *o, const char *value) {
    for (size_t i = 0; i < o->ncand; i++) {
        if (o->cand[i].kind == ENTRY_WORD && strcmp(o->cand[i].text, value) == 0) {
            return true;
        }
    }
    return false;
}

/* A rule of its tier with `exhausted = next` covers the cell, so an else has no list there. */
static bool kept_out(const struct oracle *o, size_t c, uint32_t rule) {
    const struct table *t = o->boxes->space->table;
    for (uint32_t i = 0; t->rule[rule].is_else && i < t->nrule; i++) {
        if (t->rule[i].exhausted_next && !t->rule[i].is_else && t->rule[i].tier == t->rule[rule].tier &&
            oracle_said(o, c, i)->covers) {
            return true;
        }
    }
    return false;
}

static void expect_values(struct expectations *x, const struct oracle *o, const bool *masked) {
    const struct table *t = x->run->table;
    const struct output *output = &t->output[o->output];
    bool *chosen = arena_alloc(x->run->arena, output->nvalue + 1);
    for (uint32_t i = 0; i < t->nrule; i++) {
        const struct outcome *out = t->rule[i].kind == RULE_RULE ? rule_outcome(&t->rule[i], o->output) : NULL;
        if (!out || (out->kind != OUTCOME_LIST && out->kind != OUTCOME_COPY) || output->is_int ||
            !o->boxes->rule[i].nbox) {
            continue;
        }
        bool *own = arena_alloc(x->run->arena, output->nvalue + 1);
        for (size_t c = 0; c < o->ncell; c++) {
            const struct said *s = oracle_said(o, c, i);
            if (s->wins && s->verdict == VERDICT_VALUE) {
                own[s->value] = chosen[s->value] = true;
            }
            for (uint64_t order = s->covers && !kept_out(o, c, i) ? s->order : 0; order;
                 order >>= 4) { /* ranked: it need not be the first */
                own[(order & 15) - 1] = chosen[(order & 15) - 1] = true;
            }
        }
        for (uint32_t k = 0; out->kind == OUTCOME_LIST && out->nvalue > 1 && !masked[i] && k < out->nvalue; k++) {
            if (!own[out->value[k]] && named_itself(out, output->value[out->value[k]])) {
                expect(x, FINDING_MASKED_CANDIDATE, i, o->output, output->value[out->value[k]]);
            }
        }
    }
    for (uint32_t v = 0; v < output->nvalue && output->override == OVERRIDE_NO; v++) {
        if (!chosen[v]) {
            expect(x, FINDING_NEVER_CHOSEN, NO, o->output, output->value[v]);
        }
    }
}

static void expect_needs(struct expectations *x, const struct oracle *o, size_t c) {
    const struct table *t = x->run->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        const struct said *s = oracle_said(o, c, i);
        const struct outcome *out = t->rule[i].kind == RULE_RULE ? rule_outcome(&t->rule[i], o->output) : NULL;
        if (s->wins && s->verdict == VERDICT_ERROR && (out->kind == OUTCOME_COPY || out->kind == OUTCOME_PRODUCT)) {
            expect_cell(x, FINDING_COPIED, i, o->output, NULL, c);
        }
        if ((s->wins && s->verdict == VERDICT_EXHAUSTED) || o->left_over[c * t->nrule + i]) {
            expect_cell(x, FINDING_EXHAUSTED, i, o->output, NULL, c);
        }
        for (uint32_t k = 0; k < t->nrule && s->wins && s->verdict == VERDICT_VALUE && s->value != NO; k++) {
            if (clause_speaks_of(&t->rule[k], o->output, s->value) &&
                region_at(o->boxes->space, &o->boxes->rule[k], o->cell[c])) {
                expect_cell(x, FINDING_INCAPABLE, i, o->output, t->rule[k].name, c);
            }
        }
    }
}

/* ---- partly masked ---- */

static bool within(const struct oracle *o, uint32_t x, uint32_t y) {
    for (size_t c = 0; c < o->ncell; c++) {
        if (oracle_said(o, c, x)->covers && !oracle_said(o, c, y)->covers) {
            return false;
        }
    }
    return true;
}

static void expect_losses(struct expectations *x, const struct oracle *o, const bool *masked) {
    const struct table *t = x->run->table;
    for (uint32_t i = 0; i < t->nrule && t->output[o->output].hit == HIT_FIRST; i++) {
        for (uint32_t k = 0; k < i && !masked[i] && !t->rule[i].is_else; k++) {
            bool crosses =
                !t->rule[k].is_else && t->rule[k].tier == t->rule[i].tier && !within(o, i, k) && !within(o, k, i);
            for (size_t c = 0; crosses && c < o->ncell; c++) {
                if (o->skip[c]) {
                    continue;
                }
                const struct said *s = oracle_said(o, c, i), *by = oracle_said(o, c, k);
                bool passes = t->rule[i].exhausted_next && s->verdict == VERDICT_EXHAUSTED;
                if (s->covers && !passes && by->wins && !said_same(s, by)) {
                    expect_cell(x, FINDING_PARTLY_MASKED, i, o->output, NULL, c);
                }
            }
        }
    }
}

/* ---- pins and forbids ---- */

static bool answers(const struct oracle *o, size_t c, const struct assign *as) {
    const struct output *output = &o->boxes->space->table->output[o->output];
    const struct outcome *out = &as->outcome;
    enum verdict v = o->verdict[c];
    bool is = false;
    if (v == VERDICT_GAP || v == VERDICT_EXHAUSTED) {
        return false;
    }
    uint32_t special = v == VERDICT_NONE ? VALUE_NONE : v == VERDICT_ERROR ? VALUE_ERROR : NO;
    if (special == NO && output->is_int) {
        const struct said *s = oracle_said(o, c, o->rule[c]);
        int64_t times = s->copy == NO ? 1 : o->boxes->space->domain[s->copy].atom[o->cell[c][s->copy]].lo;
        return assign_has_number(as, s->number * times);
    }
    is = (v == VERDICT_NONE && out->kind == OUTCOME_NONE) || (v == VERDICT_ERROR && out->kind == OUTCOME_ERROR);
    for (size_t i = 0; i < out->ncand; i++) {
        const struct entry *e = &out->cand[i];
        if (special != NO) {
            is = is || (e->kind == ENTRY_WORD && e->value == special);
        } else {
            is = is || strcmp(e->text, output->value[oracle_said(o, c, o->rule[c])->value]) == 0;
        }
    }
    return is != as->negated;
}

/* A pin that does not name a chained input speaks of what the rules decide, not of a user's choice. */
static bool pinned_here(const struct expectations *x, const struct rule *r, const struct oracle *o, size_t c) {
    const struct table *t = x->run->table;
    bool here = o->verdict[c] != VERDICT_NEVER && !o->skip[c];
    for (uint32_t i = 0; i < t->noutput; i++) {
        const struct oracle *up = x->oracle[i];
        bool named = false;
        for (size_t k = 0; k < r->ncond; k++) {
            named = named || (r->cond[k].form == COND_PLAIN && r->cond[k].input[0] == t->output[i].input);
        }
        bool chosen = t->output[i].input != NO && t->output[i].override != OVERRIDE_NO && up->place < o->place &&
                      up->atom[c] != NO && up->atom[c] != x->cell[c][t->output[i].input];
        here = here && (named || !chosen);
    }
    return here;
}

/* What a user may choose counts for every output of a forbid but the one decided last. */
static bool comes_out(const struct expectations *x, const struct rule *r, const struct assign *as, size_t c) {
    const struct table *t = x->run->table;
    const struct oracle *o = x->oracle[as->output];
    const struct output *out = &t->output[as->output];
    bool last = oracle_asked(o, x->oracle, (uint32_t)(r - t->rule)) == as->output;
    if (out->override != OVERRIDE_NO && !last) {
        const struct domain *d = &x->run->space->domain[out->input];
        uint32_t atom = x->cell[c][out->input];
        return atom == d->special[VALUE_ERROR - VALUE_OTHER]  ? false
               : atom == d->special[VALUE_NONE - VALUE_OTHER] ? assign_has_value(as, VALUE_NONE)
               : out->is_int                                  ? assign_has_number(as, d->atom[atom].lo)
                                                              : assign_has_value(as, atom);
    }
    bool decided = o->verdict[c] == VERDICT_VALUE || o->verdict[c] == VERDICT_NONE;
    return decided && answers(o, c, as) && (out->input == NO || x->cell[c][out->input] == o->atom[c]);
}

static void expect_pins(struct expectations *x, uint32_t rule, size_t c) {
    const struct rule *r = &x->run->table->rule[rule];
    bool forbidden = r->kind == RULE_FORBID && !oracle_never(x->run->base, x->oracle, x->cell, c);
    if (!region_at(x->run->space, &x->run->boxes->rule[rule], x->cell[c])) {
        return;
    }
    for (size_t k = 0; k < r->nassign; k++) {
        const struct oracle *o = x->oracle[r->assign[k].output];
        if (r->kind == RULE_PIN && pinned_here(x, r, o, c) && !answers(o, c, &r->assign[k])) {
            expect_cell(x, FINDING_BROKEN_PIN, rule, r->assign[k].output, NULL, c);
        }
        forbidden = forbidden && comes_out(x, r, &r->assign[k], c);
    }
    if (forbidden) {
        expect_cell(x, FINDING_FORBIDDEN, rule, NO, NULL, c);
    }
}

/* Not asked where two rules conflict: nobody answers there. */
static bool asked(const struct expectations *x, const struct rule *r) {
    for (size_t k = 0; k < r->nassign; k++) {
        if (x->oracle[r->assign[k].output]->conflict) {
            return false;
        }
    }
    return r->kind == RULE_PIN || r->kind == RULE_FORBID;
}

static void expect_empty(struct expectations *x) {
    const struct table *t = x->run->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        const struct region *r = &x->run->boxes->rule[i];
        bool pinned = t->rule[i].kind == RULE_PIN || t->rule[i].kind == RULE_FORBID || t->rule[i].kind == RULE_CLAUSE;
        bool alive = false;
        for (size_t c = 0; c < x->ncell; c++) {
            alive = alive || (region_at(x->run->space, r, x->cell[c]) &&
                              !(pinned && region_at(x->run->space, &x->run->boxes->never, x->cell[c])));
        }
        if (!alive && (pinned || !r->nbox)) {
            expect(x, FINDING_EMPTY, i, NO, NULL);
        }
    }
}

static void expect_all(struct expectations *x) {
    const struct table *t = x->run->table;
    for (uint32_t i = 0; i < t->noutput; i++) {
        const struct oracle *o = x->oracle[i];
        bool *masked = arena_alloc(x->run->arena, t->nrule + 1);
        expect_masked(x, o, masked);
        expect_values(x, o, masked);
        expect_losses(x, o, masked);
        expect_sm(x, o);
        for (size_t c = 0; c < x->ncell; c++) {
            if (o->skip[c]) {
                continue;
            }
            expect_pairs(x, o, c, masked);
            expect_needs(x, o, c);
            if (o->verdict[c] == VERDICT_GAP) {
                expect_cell(x, FINDING_GAP, NO, i, NULL, c);
            }
        }
    }
    drop_overlaps(x);
    for (uint32_t i = 0; i < t->nrule; i++) {
        for (size_t c = 0; asked(x, &t->rule[i]) && c < x->ncell; c++) {
            expect_pins(x, i, c);
        }
    }
    expect_empty(x);
    expect_text(x);
}

/* ---- messages ---- */

/* Every cell that the text speaks of is one of the finding's cells. */
static bool witness_inside(const struct expectations *x, const char *output, const char *text, const bool *cell) {
    const struct space *s = x->run->space;
    uint32_t atom[64];
    memset(atom, 0xff, sizeof atom);
    for (const char *at = text; strchr(at, '=');) {
        size_t name = strcspn(at, "="), len = strcspn(at + name + 1, " ");
        for (uint32_t i = 0; i < s->ninput; i++) {
            const char *error, *value = arena_strdup(x->run->arena, at + name + 1, len);
            if (strlen(s->table->input[i].name) == name && strncmp(at, s->table->input[i].name, name) == 0) {
                atom[i] = domain_atom(s, i, value, &error);
            }
        }
        at += name + 1 + len;
        at += *at == ' ';
    }
    size_t n = 0;
    const bool *skip = NULL;
    for (uint32_t i = 0; output && i < s->table->noutput; i++) {
        skip = strcmp(s->table->output[i].name, output) == 0 ? x->oracle[i]->skip : skip;
    }
    for (size_t c = 0; c < x->ncell; c++) {
        bool here = !skip || !skip[c];
        for (uint32_t i = 0; i < s->ninput; i++) {
            here = here && (atom[i] == NO || atom[i] == x->cell[c][i]);
        }
        n += here;
        if (here && !cell[c]) {
            return false;
        }
    }
    return n > 0;
}

static const char *second_of(const struct expectations *x, const struct msg *m) {
    const struct table *t = x->run->table;
    switch (m->finding) {
    case FINDING_CONFLICT:
    case FINDING_OVERLAP:
    case FINDING_INCAPABLE:
        for (uint32_t i = 0; i < t->nrule; i++) {
            if (m->nnote && t->rule[i].pos.line == m->note[0].pos.line && t->rule[i].pos.col == m->note[0].pos.col) {
                return t->rule[i].name;
            }
        }
        return "?";
    case FINDING_MASKED_CANDIDATE:
    case FINDING_EXPIRED:
    case FINDING_NEVER_CHOSEN: {
        const struct source *f = &x->run->sources.file[m->pos.file];
        return arena_strdup(x->run->arena, f->line[m->pos.line - 1] + m->pos.col - 1, m->len);
    }
    default:
        return NULL;
    }
}

static bool is_asked(const struct expectations *x, const struct msg *m) {
    const struct table *t = x->run->table;
    for (uint32_t i = 0; i < t->nrule && m->rule; i++) {
        bool pin = t->rule[i].kind == RULE_PIN || t->rule[i].kind == RULE_FORBID;
        if (pin && m->finding != FINDING_EMPTY && strcmp(t->rule[i].name, m->rule) == 0 && !asked(x, &t->rule[i])) {
            return false;
        }
    }
    return m->finding != FINDING_UNUSED && m->finding != FINDING_UNSOURCED && m->finding != FINDING_SUBSUMED &&
           m->finding != FINDING_MERGEABLE && m->finding != FINDING_ALLOW;
}

static bool check_message(struct expectations *x, const struct msg *m) {
    const char *key = key_of(x->run->arena, m->finding, m->rule, m->output, second_of(x, m));
    uint32_t at = names_find(&x->index, key);
    bool known = at != NO && *x->at[at].key;
    const char *masked = key_of(x->run->arena, FINDING_MASKED, m->rule, m->output, NULL);
    if (!known && x->run->steps && m->finding == FINDING_MASKED_CANDIDATE && names_find(&x->index, masked) != NO) {
        return true; /* that the whole rule is masked was left open */
    }
    if (!known && x->run->steps && (m->finding == FINDING_UNDECIDED || m->finding == FINDING_UNPLACED_SM || !m->rule)) {
        return true; /* of the rules without a place for an SM another may be the first */
    }
    if (!known) {
        differ(x->run, "not expected: %s: %s", key, m->text);
        return false;
    }
    struct expected *e = &x->at[at];
    double cells = 0;
    for (size_t c = 0; c < x->ncell && e->cell; c++) {
        cells += e->cell[c];
    }
    e->met = true;
    seen[m->finding]++;
    bool fewer = x->run->steps && m->at_least && m->cells <= cells;
    if (e->cell && (m->cells != cells || m->at_least) && !fewer) {
        differ(x->run, "%s has %.0f cells, not %.0f: %s", key, cells, m->cells, m->text);
        return false;
    }
    if (e->cell && !witness_inside(x, m->output, m->witness, e->cell)) {
        differ(x->run, "%s: '%s' is no witness: %s", key, m->witness, m->text);
        return false;
    }
    return true;
}

/* The maskers that the notes name have every cell of the rule that it could win (never apart). */
static bool check_maskers(struct expectations *x, const struct msg *m) {
    const struct table *t = x->run->table;
    uint32_t rule = 0;
    while (strcmp(t->rule[rule].name, m->rule) != 0) {
        rule++;
    }
    for (uint32_t i = 0; i < t->noutput; i++) {
        for (size_t c = 0; strcmp(t->output[i].name, m->output) == 0 && c < x->ncell; c++) {
            const struct said *s = oracle_said(x->oracle[i], c, rule);
            bool has = t->rule[rule].kind == RULE_REFUSE
                           ? region_at(x->run->space, &x->run->boxes->rule[rule], x->cell[c])
                           : s->covers;
            bool taken = !has || x->oracle[i]->verdict[c] == VERDICT_NEVER ||
                         (t->rule[rule].exhausted_next && s->verdict == VERDICT_EXHAUSTED);
            for (size_t k = 0; k < m->nnote && !taken; k++) {
                for (uint32_t by = 0; by < t->nrule; by++) {
                    taken = taken || (t->rule[by].pos.line == m->note[k].pos.line &&
                                      region_at(x->run->space, &x->run->boxes->rule[by], x->cell[c]));
                }
            }
            /* an else is also kept out by the empty lists of its tier */
            if (!taken && !t->rule[rule].is_else) {
                differ(x->run, "cell %zu is taken by none of those named: %s", c, m->text);
                return false;
            }
        }
    }
    return true;
}

/* A rule that may go, as the message says, goes without changing any cell. */
static bool check_removal(struct expectations *x, const struct msg *m) {
    const struct table *t = x->run->table;
    uint32_t rule = 0, output = 0;
    while (strcmp(t->rule[rule].name, m->rule) != 0) {
        rule++;
    }
    while (strcmp(t->output[output].name, m->output) != 0) {
        output++;
    }
    const struct oracle *with = x->oracle[output];
    struct oracle **before = arena_alloc(x->run->arena, t->noutput * sizeof(struct oracle *));
    for (uint32_t i = 0; x->run->order[i] != output; i++) {
        before[x->run->order[i]] = x->oracle[x->run->order[i]];
    }
    const struct oracle *o = oracle_build(x->run->arena, x->run->base, before, output, x->cell, x->ncell, rule);
    for (size_t c = 0; c < x->ncell; c++) {
        bool same = o->verdict[c] == with->verdict[c];
        if (same && o->verdict[c] == VERDICT_VALUE) {
            same = said_same(oracle_said(o, c, o->rule[c]), oracle_said(with, c, with->rule[c]));
        }
        if (!same) {
            differ(x->run, "cell %zu changes without '%s': %s", c, m->rule, m->text);
            return false;
        }
    }
    seen[FINDING_SUBSUMED] += m->finding == FINDING_SUBSUMED;
    return true;
}

/* ---- decide and plan ---- */

static bool check_cell(struct expectations *x, const struct oracle *o, size_t c) {
    struct decided d = decide(x->run->plan[o->output]->boxes, o->output, x->cell[c]);
    enum verdict verdict = o->verdict[c];
    bool same =
        d.verdict == verdict && (verdict == VERDICT_CONFLICT || verdict == VERDICT_EXHAUSTED || d.rule == o->rule[c]);
    if (same && verdict == VERDICT_VALUE) {
        const struct said *s = oracle_said(o, c, o->rule[c]);
        same = d.value == s->value && d.number == s->number && d.copy == s->copy && d.cand == s->cand;
    }
    if (!same) {
        differ(x->run, "decide: verdict %d rule %u, not %d %u, at cell %zu of %s", (int)d.verdict, d.rule, (int)verdict,
               o->rule[c], c, x->run->table->output[o->output].name);
        return false;
    }
    const struct plan *p = x->run->plan[o->output];
    uint32_t line = 0;
    while (line < p->nline && !box_has(x->run->space, &p->line[line].box, x->cell[c])) {
        line++;
    }
    enum line_kind kind = line < p->nline ? p->line[line].kind : LINE_NEVER;
    bool agree = verdict == VERDICT_CONFLICT;
    switch (kind) {
    case LINE_NEVER:
        agree = agree || (line < p->nline ? verdict == VERDICT_NEVER
                                          : verdict == VERDICT_GAP || (verdict == VERDICT_NONE &&
                                                                       x->run->table->output[o->output].gaps_none));
        break;
    case LINE_VALUE:
    case LINE_INCAPABLE:
        agree =
            agree || (verdict == VERDICT_VALUE && p->line[line].value == d.value && p->line[line].number == d.number &&
                      p->line[line].copy == d.copy && (kind == LINE_INCAPABLE) == d.incapable);
        break;
    case LINE_NONE:
        agree = agree || verdict == VERDICT_NONE;
        break;
    case LINE_ERROR:
    case LINE_REFUSE:
    case LINE_FAILED:
        agree = agree || verdict == VERDICT_ERROR;
        break;
    case LINE_EXHAUSTED:
        agree = agree || verdict == VERDICT_EXHAUSTED;
        break;
    }
    if (!agree) {
        differ(x->run, "plan: line %u of kind %d, but verdict %d, at cell %zu of %s", line, (int)kind, (int)verdict, c,
               x->run->table->output[o->output].name);
    }
    return agree;
}

/* Both diagrams say what decide() says, where it has one answer. */
static bool check_diagram(struct expectations *x, const struct oracle *o, size_t c) {
    struct table_run *r = x->run;
    struct decided d = decide(r->plan[o->output]->boxes, o->output, x->cell[c]);
    for (int by_rule = 0; by_rule < 2; by_rule++) {
        struct diagram **at = &r->diagram[2 * o->output + (uint32_t)by_rule];
        static const struct limits limits = {.steps = 10000000, .nodes = 100000, .vectors = 100};
        *at = *at ? *at : diagram_build(r->arena, &r->msgs, r->plan[o->output], by_rule == 1, &limits);
        const struct terminal *t = &(*at)->terminal[diagram_at(*at, x->cell[c])];
        bool value = d.verdict != VERDICT_VALUE || (t->value == d.value && t->number == d.number && t->copy == d.copy);
        bool rule = !by_rule || t->rule == d.rule || d.verdict == VERDICT_NEVER || d.verdict == VERDICT_EXHAUSTED;
        if (d.verdict != VERDICT_CONFLICT && (t->verdict != d.verdict || !value || !rule)) {
            differ(r, "diagram: verdict %d, but decide %d, at cell %zu of %s", (int)t->verdict, (int)d.verdict, c,
                   r->table->output[o->output].name);
            return false;
        }
    }
    return true;
}

/* What is allowed is a note, and an allowance of what does not come up is an error. */
static bool check_allow(const struct table_run *r, const struct allow *al) {
    bool fired = false, told = false, notes = true;
    for (size_t i = 0; i < r->msgs.nmsg; i++) {
        const struct msg *m = &r->msgs.msg[i];
        bool subject = m->rule && strcmp(m->rule, al->rule) == 0;
        if (m->finding == al->finding && subject) {
            fired = true;
            notes = notes && m->level == LEVEL_NOTE && m->allowed;
        }
        told = told || (m->finding == FINDING_ALLOW && m->pos.line == al->pos.line);
    }
    seen[FINDING_ALLOW]++;
    if (fired == told || !notes) {
        differ(r, "the allowance of %s for '%s': fired %d, told %d, notes %d", finding_info[al->finding].flag, al->rule,
               fired, told, notes);
        return false;
    }
    return true;
}

/* With few steps something may be left open, and then that is said. */
static bool left_open(const struct table_run *r) {
    for (size_t i = 0; i < r->msgs.nmsg && r->steps; i++) {
        if (r->msgs.msg[i].finding == FINDING_UNDECIDED || strstr(r->msgs.msg[i].text, "(see --max-steps)")) {
            return true;
        }
    }
    return false;
}

bool compare(struct table_run *r) {
    struct expectations x = {.run = r};
    bool good = true;
    x.index.arena = r->arena;
    x.cell = cells_of(r->arena, r->space, &x.ncell);
    if (!x.cell) {
        return true; /* too large to look at every cell */
    }
    x.oracle = arena_alloc(r->arena, r->table->noutput * sizeof(struct oracle *));
    r->diagram = arena_alloc(r->arena, 2 * r->table->noutput * sizeof(struct diagram *));
    for (uint32_t i = 0; i < r->table->noutput; i++) {
        uint32_t output = r->order[i];
        struct oracle *o = oracle_build(r->arena, r->base, x.oracle, output, x.cell, x.ncell, NO);
        for (size_t c = 0; good && c < x.ncell; c++) {
            good = check_cell(&x, o, c) && check_diagram(&x, o, c);
        }
        x.oracle[output] = o;
        if (o->torn && r->table->output[output].input != NO) {
            return good; /* what follows is not defined */
        }
    }
    expect_all(&x);
    for (size_t i = 0; i < r->msgs.nmsg; i++) {
        const struct msg *m = &r->msgs.msg[i];
        bool may_go = m->finding == FINDING_SUBSUMED || strstr(m->text, "; delete it, or narrow");
        good = (!may_go || check_removal(&x, m)) && good;
        good = (m->finding != FINDING_MASKED || check_maskers(&x, m)) && good;
        good = (m->finding != FINDING_MERGEABLE || check_merge(&x, m)) && good;
        good = (m->finding != FINDING_UNUSED || check_unused(&x, m)) && good;
        good = (!is_asked(&x, m) || check_message(&x, m)) && good;
    }
    for (size_t i = 0; i < r->table->nallow; i++) {
        good = check_allow(r, &r->table->allow[i]) && good;
    }
    for (size_t i = 0; i < x.count; i++) {
        if (!x.at[i].met && *x.at[i].key && !left_open(r)) {
            differ(r, "not found: %s", x.at[i].key);
            good = false;
        }
    }
    return good;
}
