/* expect_sm.c -- swallowed and unplaced SMs, cell by cell.
 *
 * What an entry names is read from its text; families are the sets called after a number.  One input of type sm.
 */
#include "property.h"

#include <stdlib.h>
#include <string.h>

static uint32_t sm_input(const struct table *t) {
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (t->input[i].type == TYPE_SM) {
            return i;
        }
    }
    return NO;
}

/* ---- families, siblings, names ---- */

static bool in_family(const struct table *t, size_t set, long sm) {
    const struct set *s = &t->set[set];
    char *end;
    strtol(s->name, &end, 10);
    for (size_t i = 0; end != s->name && strcmp(end, "f") == 0 && i < s->part[0].entries.count; i++) {
        if (strtol(s->part[0].entries.entry[i].text, NULL, 10) == sm) {
            return true;
        }
    }
    return false;
}

static bool has_family(const struct table *t, long sm) {
    for (size_t i = 0; i < t->nset; i++) {
        if (in_family(t, i, sm)) {
            return true;
        }
    }
    return false;
}

static bool siblings(const struct table *t, long x, long y) {
    for (size_t i = 0; i < t->nset; i++) {
        if (in_family(t, i, x) && in_family(t, i, y)) {
            return true;
        }
    }
    return !has_family(t, x) && !has_family(t, y) && x / 10 == y / 10;
}

/* Known SMs from lo to hi are one, or all of one family. */
static bool one_kind(const struct table *t, long lo, long hi) {
    const struct input *in = &t->input[sm_input(t)];
    size_t count = 0;
    bool family = false;
    for (size_t s = 0; s < t->nset; s++) {
        bool all = true;
        for (size_t i = 0; i < in->nvalue; i++) {
            bool here = lo <= in->number[i] && in->number[i] <= hi;
            count += here && s == 0;
            all = all && (!here || in_family(t, s, (long)in->number[i]));
        }
        family = family || all;
    }
    return count == 1 || family;
}

enum { NEWER = 1000000 };

/* Does a positive entry name the SM? */
static bool entry_names(const struct table *t, const struct entry *e, long sm) {
    long number = e->text ? strtol(e->text, NULL, 10) : 0;
    switch (e->kind) {
    case ENTRY_WORD:
        if (strcmp(e->text, "newer") == 0) {
            return sm == NEWER;
        }
        if (strchr(e->text, 'x')) {
            return sm / 10 == number && one_kind(t, number * 10, number * 10 + 9);
        }
        return number == sm;
    case ENTRY_RANGE: {
        long to = strtol(e->text2, NULL, 10);
        return sm == number || sm == to || (number <= sm && sm <= to && one_kind(t, number, to));
    }
    case ENTRY_COMPARE:
        return sm == number && e->op != COMPARE_GT && e->op != COMPARE_LT;
    case ENTRY_SET:
        for (size_t i = 0; i < t->set[e->set].part[0].entries.count; i++) {
            if (entry_names(t, &t->set[e->set].part[0].entries.entry[i], sm)) {
                return true;
            }
        }
        return false;
    case ENTRY_ALL:
        for (size_t i = 0; i < e->npart; i++) {
            if (entry_names(t, &e->part[i], sm)) {
                return true;
            }
        }
        return false;
    case ENTRY_PREFIX:
    case ENTRY_MULTIPLE:
    case ENTRY_TUPLE:
    case ENTRY_COPY:
        break;
    }
    return false;
}

/* `newer` speaks for the whole list. */
static bool names(const struct table *t, const struct entries *es, long sm) {
    for (size_t i = 0; i < es->count; i++) {
        const struct entry *e = &es->entry[i];
        if (!e->not &&(entry_names(t, e, sm) || entry_names(t, e, NEWER))) {
            return true;
        }
    }
    return false;
}

/* The only condition of a rule on the input, or NULL. */
static const struct cond *cond_on(const struct rule *r, uint32_t input) {
    for (size_t i = 0; i < r->ncond; i++) {
        if (r->cond[i].form == COND_PLAIN && r->cond[i].input[0] == input) {
            return &r->cond[i];
        }
    }
    return NULL;
}

/* Any entry that is no negation; one that only negates keeps a value from SMs. */
static bool lets_in(const struct table *t, const struct entries *es) {
    for (size_t i = 0; i < es->count; i++) {
        const struct entry *e = &es->entry[i];
        const struct entries part = {e->part, e->npart};
        bool leaf = e->kind != ENTRY_ALL && e->kind != ENTRY_SET;
        if (!e->not &&(leaf || lets_in(t, &part) ||
                       (e->kind == ENTRY_SET && lets_in(t, &t->set[e->set].part[0].entries)))) {
            return true;
        }
    }
    return false;
}

static bool guarded(const struct rule *r) {
    for (size_t i = 0; i < r->ncond; i++) {
        if (r->cond[i].guard) {
            return true;
        }
    }
    return false;
}

/* ---- swallowed ---- */

struct at { /* one cell of one output */
    struct expectations *x;
    const struct oracle *o;
    uint32_t input;
    size_t c;
    long sm;
};

/* A clause of the value, `but` apart, names the SM. */
static bool clause_names(const struct at *at, uint32_t value, uint32_t but) {
    const struct table *t = at->x->run->table;
    for (uint32_t i = 0; i < t->nrule && value != NO; i++) {
        const struct cond *c = cond_on(&t->rule[i], at->input);
        for (size_t k = 0; i != but && k < t->rule[i].ncond; k++) {
            c = &t->rule[i].cond[k];
            if (clause_speaks_of(&t->rule[i], at->o->output, value) && c->form == COND_PLAIN &&
                c->input[0] == at->input && names(t, &c->entries, at->sm)) {
                return true;
            }
        }
    }
    return false;
}

static bool falls_back(const struct at *at, const struct said *s, const struct outcome *out) {
    const struct table *t = at->x->run->table;
    for (uint32_t k = 0; out->kind == OUTCOME_LIST && k < s->cand; k++) {
        for (uint32_t i = 0; i < t->nrule; i++) {
            if (!t->rule[i].no_filter && clause_speaks_of(&t->rule[i], at->o->output, out->value[k]) &&
                cond_on(&t->rule[i], at->input)) {
                return true;
            }
        }
    }
    return false;
}

/* Of several rules that win with one value, the one whose line comes first. */
static bool answers_first(const struct at *at, uint32_t rule) {
    const struct plan *p = at->x->run->plan[at->o->output];
    for (size_t i = 0; i < p->nline; i++) {
        if (box_has(at->x->run->space, &p->line[i].box, at->x->cell[at->c])) {
            return p->line[i].rule == rule;
        }
    }
    return false;
}

static void expect_swallowed(const struct at *at, uint32_t rule) {
    const struct table *t = at->x->run->table;
    const struct rule *r = &t->rule[rule];
    const struct said *s = oracle_said(at->o, at->c, rule);
    bool chooses =
        s->wins && s->verdict == VERDICT_VALUE &&
        (s->value == NO || t->output[at->o->output].is_int || !value_fails(at->o, s->value, at->x->cell[at->c]));
    uint32_t value = t->output[at->o->output].is_int ? NO : s->value;
    if (!chooses || (at->sm != NEWER && !has_family(t, at->sm))) {
        return;
    }
    const struct cond *c = cond_on(r, at->input);
    bool named = c && names(t, &c->entries, at->sm);
    if (c && !named && !falls_back(at, s, rule_outcome(r, at->o->output)) && !clause_names(at, value, NO)) {
        expect_cell(at->x, FINDING_SWALLOWED_SM, rule, at->o->output, NULL, at->c);
    }
    for (uint32_t i = 0; i < t->nrule && value != NO && !at->o->conflict && answers_first(at, rule); i++) {
        const struct rule *clause = &t->rule[i];
        const struct cond *on = cond_on(clause, at->input);
        if (clause_speaks_of(clause, at->o->output, value) && on && !guarded(clause) && !clause->no_filter &&
            lets_in(t, &on->entries) && !names(t, &on->entries, at->sm) && !named && !clause_names(at, value, i)) {
            expect_cell(at->x, FINDING_SWALLOWED_SM, i, at->o->output, NULL, at->c);
        }
    }
}

/* ---- unplaced ---- */

static bool takes(const struct at *at, uint32_t rule, uint32_t atom) {
    const struct cond *c = cond_on(&at->x->run->table->rule[rule], at->input);
    const struct space *s = at->x->run->space;
    return c && aset_has(s->domain[at->input].sets, domain_entries(s, at->input, &c->entries, NO), atom);
}

static bool is_placed(const struct at *at, uint32_t atom) {
    const struct table *t = at->x->run->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        bool decides = (t->rule[i].kind == RULE_RULE && rule_outcome(&t->rule[i], at->o->output)) ||
                       (t->rule[i].kind == RULE_REFUSE && rule_refuses(&t->rule[i], at->o->output));
        if (decides && at->x->run->boxes->rule[i].nbox && takes(at, i, atom)) {
            return true;
        }
    }
    return false;
}

/* The cell with another SM. */
static size_t moved(const struct at *at, uint32_t to) {
    size_t step = 1;
    for (uint32_t i = 0; i < at->input; i++) {
        step *= at->x->run->space->domain[i].natom;
    }
    return at->c + step * to - step * at->x->cell[at->c][at->input];
}

static bool unplaced_here(const struct at *at, uint32_t rule) {
    const struct table *t = at->x->run->table;
    const struct oracle *o = at->o;
    const uint32_t *cell = at->x->cell[at->c];
    bool is_int = t->output[o->output].is_int;
    uint32_t sibling = cell[at->input];
    while (sibling-- > 0 &&
           !(takes(at, rule, sibling) && siblings(t, at->sm, (long)t->input[at->input].number[sibling]))) {
    }
    if (sibling == NO || o->rule[at->c] == NO ||
        (o->verdict[at->c] != VERDICT_VALUE && o->verdict[at->c] != VERDICT_NONE)) {
        return false;
    }
    size_t there = moved(at, sibling);
    const struct said *here = oracle_said(o, at->c, o->rule[at->c]), *s = oracle_said(o, there, rule);
    if (!s->wins || s->verdict != VERDICT_VALUE || said_same(here, s)) {
        return false;
    }
    if (is_int) {
        return true;
    }
    if (value_fails(o, s->value, at->x->cell[there]) ||
        (here->verdict == VERDICT_VALUE && value_fails(o, here->value, cell))) {
        return false;
    }
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (clause_speaks_of(&t->rule[i], o->output, s->value) &&
            region_at(at->x->run->space, &at->x->run->boxes->rule[i], cell)) {
            return false;
        }
    }
    return true;
}

/* Rules whose SMs an earlier one misses too are notes of that. */
static void expect_unplaced(struct expectations *x, const struct oracle *o, uint32_t input) {
    const struct table *t = x->run->table;
    uint64_t *missed = arena_alloc(x->run->arena, (t->nrule + 1) * sizeof *missed);
    for (uint32_t i = 0; i < t->nrule && !o->conflict; i++) {
        bool *cell = arena_alloc(x->run->arena, x->ncell);
        for (size_t c = 0; t->rule[i].kind == RULE_RULE && rule_outcome(&t->rule[i], o->output) && c < x->ncell; c++) {
            uint32_t atom = x->cell[c][input];
            struct at at = {x, o, input, c, 0};
            if (atom < t->input[input].nvalue && !o->skip[c] && !is_placed(&at, atom)) {
                at.sm = (long)t->input[input].number[atom];
                cell[c] = unplaced_here(&at, i);
                missed[i] |= cell[c] ? (uint64_t)1 << atom : 0;
            }
        }
        bool told = false;
        for (uint32_t k = 0; k < i; k++) {
            told = told || (missed[i] & ~missed[k]) == 0;
        }
        for (size_t c = 0; missed[i] && !told && c < x->ncell; c++) {
            if (cell[c]) {
                expect_cell(x, FINDING_UNPLACED_SM, i, o->output, NULL, c);
            }
        }
    }
}

void expect_sm(struct expectations *x, const struct oracle *o) {
    const struct table *t = x->run->table;
    uint32_t input = sm_input(t);
    for (size_t c = 0; input != NO && c < x->ncell; c++) {
        uint32_t atom = x->cell[c][input];
        bool newer = atom == x->run->space->domain[input].special[VALUE_NEWER - VALUE_OTHER];
        struct at at = {x, o, input, c, newer ? NEWER : 0};
        at.sm = atom < t->input[input].nvalue ? (long)t->input[input].number[atom] : at.sm;
        for (uint32_t i = 0; i < t->nrule && (at.sm || newer) && !o->skip[c]; i++) {
            if (t->rule[i].kind == RULE_RULE && rule_outcome(&t->rule[i], o->output)) {
                expect_swallowed(&at, i);
            }
        }
    }
    if (input != NO) {
        expect_unplaced(x, o, input);
    }
}
