/* merge.c -- mergeable and unused, taken at their word: what is said to make no difference is changed, and every cell
 * of the table decided again.
 */
#include "property.h"

#include <stdlib.h>
#include <string.h>

/* ---- mergeable ---- */

/* The text from a section's header to the next one. */
static const char *section_of(const char *text, const char *name, size_t *len) {
    size_t n = strlen(name);
    for (const char *at = strstr(text, "[rule "); at; at = strstr(at + 1, "[rule ")) {
        if (strncmp(at + 6, name, n) == 0 && at[6 + n] == ']') {
            const char *next = strstr(at, "\n[");
            *len = next ? (size_t)(next + 1 - at) : strlen(at);
            return at;
        }
    }
    return NULL;
}

static const char *replaced(struct arena *a, const char *text, const char *name, const char *with) {
    size_t len;
    const char *at = section_of(text, name, &len);
    if (!at) {
        return text;
    }
    return arena_printf(a, "%.*s%s%s%s", (int)(at - text), text, with, *with ? "\n" : "", at + len);
}

/* The names between quotes in "rule 'a' differs from 'b', 'c' and 'd' in 'arch' only", without the first and last. */
static const char *without_others(struct arena *a, const char *text, const char *message) {
    const char *end = strstr(message, "' only");
    for (const char *at = strstr(message, " differs from "); at && (at = strchr(at, '\'')) && at < end;) {
        const char *close = strchr(at + 1, '\'');
        if (close == end) {
            break;
        }
        text = replaced(a, text, arena_strdup(a, at + 1, (size_t)(close - at - 1)), "");
        at = close + 1;
    }
    return text;
}

/* A copy of a piece is a formula; the concrete cell makes it a number. */
static int64_t number_of(const struct said *s, const struct space *space, const uint32_t *cell) {
    return s->copy == NO ? s->number : s->number * strtoll(space->domain[s->copy].atom[cell[s->copy]].text, NULL, 10);
}

static bool same_answer(const struct oracle *o, size_t c, const struct oracle *p, size_t d) {
    if (o->verdict[c] == VERDICT_NEVER || p->verdict[d] == VERDICT_NEVER) {
        return true; /* where numbers are tied, the pieces may be others */
    }
    if (o->verdict[c] != p->verdict[d]) {
        return false;
    }
    bool valued = o->verdict[c] == VERDICT_VALUE || (o->verdict[c] == VERDICT_ERROR && o->rule[c] != NO);
    const struct table *t = o->boxes->space->table, *u = p->boxes->space->table;
    if (!valued || t->rule[o->rule[c]].kind != RULE_RULE || u->rule[p->rule[d]].kind != RULE_RULE) {
        return true;
    }
    const struct said *x = oracle_said(o, c, o->rule[c]), *y = oracle_said(p, d, p->rule[d]);
    const struct space *space = o->boxes->space;
    return x->value == y->value && strcmp(x->error ? x->error : "", y->error ? y->error : "") == 0 &&
           number_of(x, space, o->cell[c]) == number_of(y, space, o->cell[c]);
}

/* The same concrete cell of the other table. */
static size_t cell_in(const struct space *s, const uint32_t *cell, const struct space *other) {
    size_t at = 0, step = 1;
    for (uint32_t i = 0; i < other->ninput; i++) {
        const char *error;
        uint32_t atom = domain_atom(other, i, s->domain[i].atom[cell[i]].text, &error);
        at += step * (atom == NO ? 0 : atom);
        step *= other->domain[i].natom;
    }
    return at;
}

bool check_merge(struct expectations *x, const struct msg *m) {
    struct table_run again = {.arena = x->run->arena};
    if (strstr(m->text, " more in '") || strstr(m->text, "(see --max-steps)")) {
        return true; /* not all are named; no claim */
    }
    const char *section = m->nnote ? strstr(m->note[m->nnote - 1].text, "\n[rule ") : NULL;
    if (!section) {
        differ(x->run, "no section: %s", m->text);
        return false;
    }
    const char *text = replaced(x->run->arena, x->run->text, m->rule, section + 1);
    text = without_others(x->run->arena, text, m->text);
    if (!run_table(&again, text, false)) {
        differ(&again, "the merged rule has a fault of text: %s", m->text);
        msgs_print(&again.msgs, FORMAT_TEXT, false, stderr);
        return false;
    }
    size_t ncell;
    uint32_t **cell = cells_of(x->run->arena, again.space, &ncell);
    struct oracle **of = arena_alloc(x->run->arena, again.table->noutput * sizeof(struct oracle *));
    for (uint32_t i = 0; cell && i < again.table->noutput; i++) {
        uint32_t o = again.order[i];
        struct oracle *p = of[o] = oracle_build(x->run->arena, again.base, of, o, cell, ncell, NO);
        for (size_t c = 0; c < x->ncell; c++) {
            size_t d = cell_in(x->run->space, x->cell[c], again.space);
            if (!same_answer(x->oracle[o], c, p, d)) {
                differ(x->run, "cell %zu of output %u changes: %s\n%s", c, o, m->text, section);
                return false;
            }
        }
    }
    seen[m->finding]++;
    return true;
}

/* ---- unused ---- */

static size_t moved(const struct expectations *x, size_t c, uint32_t input, uint32_t atom) {
    size_t step = 1;
    for (uint32_t i = 0; i < input; i++) {
        step *= x->run->space->domain[i].natom;
    }
    return c + step * atom - step * x->cell[c][input];
}

/* No answer depends on which of these atoms the input has. */
static bool indifferent(const struct expectations *x, uint32_t input, const bool *atoms) {
    const struct domain *d = &x->run->space->domain[input];
    for (uint32_t o = 0; o < x->run->table->noutput; o++) {
        for (size_t c = 0; c < x->ncell; c++) {
            for (uint32_t a = 0; atoms[x->cell[c][input]] && a < d->natom; a++) {
                if (atoms[a] && !same_answer(x->oracle[o], c, x->oracle[o], moved(x, c, input, a))) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool clause_matters(const struct expectations *x, uint32_t clause) {
    const struct rule *r = &x->run->table->rule[clause];
    for (size_t k = 0; k < r->ntarget; k++) {
        const struct oracle *o = x->oracle[r->target[k].output];
        for (size_t c = 0; c < x->ncell; c++) {
            for (uint32_t i = 0; i < x->run->table->nrule; i++) {
                const struct said *s = oracle_said(o, c, i);
                if (s->covers && s->verdict == VERDICT_VALUE && s->value == r->target[k].value) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* An input, two values of an enum, or a clause; sets have no cells. */
bool check_unused(struct expectations *x, const struct msg *m) {
    const struct table *t = x->run->table;
    bool good = true;
    for (uint32_t i = 0; i < t->ninput; i++) {
        bool all = strstr(m->text, "no section names it") != NULL, atoms[64] = {false};
        if (strcmp(t->input[i].name, m->rule) != 0 || strstr(m->text, "needs '") == m->text) {
            continue;
        }
        for (uint32_t a = 0; a < x->run->space->domain[i].natom && a < 64; a++) {
            const char *quoted = arena_printf(x->run->arena, "'%s'", x->run->space->domain[i].atom[a].text);
            atoms[a] = all || strstr(m->text, quoted) != NULL;
        }
        good = good && indifferent(x, i, atoms);
    }
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind == RULE_CLAUSE && strcmp(t->rule[i].name, m->rule) == 0 &&
            strstr(m->text, "needs '") == m->text) {
            good = good && !clause_matters(x, i);
        }
    }
    if (!good) {
        differ(x->run, "it decides something: %s", m->text);
    }
    seen[m->finding]++;
    return good;
}
