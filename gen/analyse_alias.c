/* analyse_alias.c -- alias drift: an alias and its value are one value here, but told apart elsewhere.
 *
 * In: the aliases that an input of the table declares.  Out: a warning per alias, where
 *   another input or output of the tables of the run has both words as values of their own: what is copied or compared
 *   there is another word; or
 *   two sections that decide one output name it by different words: one only by the alias, the other only by the value.
 *   The table takes them for one, code that compares words does not.  A section that names both is asked nothing.
 */
#include "analyse.h"

#include <string.h>

struct drift {
    uint32_t input;
    const struct alias *alias;
    const char *value;
};
struct spelling { /* how a section names the value */
    bool alias, value;
    const struct entry *at; /* the alias, else the value */
};

/* ---- told apart by a declaration ---- */

static bool has_word(const char *const *value, size_t n, const char *word) {
    for (size_t i = 0; i < n; i++) {
        if (strcmp(value[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_both(const char *const *value, size_t n, const struct drift *d) {
    return has_word(value, n, d->alias->name) && has_word(value, n, d->value);
}

static struct msg *add(struct analysis *an, const struct drift *d, const char *text) {
    struct msg *m = msg_add(an->msgs, FINDING_ALIAS_DRIFT, d->alias->pos, strlen(d->alias->name), "%s", text);
    m->rule = an->table->input[d->input].name;
    return m;
}

static bool apart_in(struct analysis *an, const struct drift *d, const struct table *t) {
    const char *of = t == an->table ? "" : arena_printf(an->arena, " of table '%s'", t->name);
    const char *who = NULL;
    struct pos pos = {NO, 0, 0};
    for (size_t i = 0; i < t->ninput && !who; i++) {
        const struct input *in = &t->input[i];
        bool words = (in->type == TYPE_ENUM || in->type == TYPE_NAME) && in->chain == NO;
        if (words && has_both(in->value, in->nvalue, d)) {
            who = arena_printf(an->arena, "input '%s'%s", in->name, of);
            pos = in->pos;
        }
    }
    for (size_t i = 0; i < t->noutput && !who; i++) {
        if (!t->output[i].is_int && has_both(t->output[i].value, t->output[i].nvalue, d)) {
            who = arena_printf(an->arena, "output '%s'%s", t->output[i].name, of);
            pos = t->output[i].pos;
        }
    }
    if (who) {
        struct msg *m = add(an, d,
                            arena_printf(an->arena,
                                         "'%s' is '%s' for input '%s', but for %s both are values of their own; make "
                                         "one the alias of the other there too, or tell them apart here",
                                         d->alias->name, d->value, an->table->input[d->input].name, who));
        msg_note(an->msgs, m, pos, "%s is here", who);
    }
    return who != NULL;
}

/* ---- two spellings ---- */

static void spell(const struct analysis *an, const struct drift *d, const struct entries *es, struct spelling *s,
                  int depth) {
    for (size_t i = 0; i < es->count; i++) {
        const struct entry *e = &es->entry[i];
        if (e->kind == ENTRY_SET && depth < 64 && an->table->set[e->set].ninput == 1) {
            for (size_t k = 0; k < an->table->set[e->set].npart; k++) {
                spell(an, d, &an->table->set[e->set].part[k].entries, s, depth + 1);
            }
        } else if (e->kind == ENTRY_WORD) {
            bool alias = strcmp(e->text, d->alias->name) == 0, value = strcmp(e->text, d->value) == 0;
            s->at = (alias && !s->alias) || (value && !s->value && !s->alias) ? e : s->at;
            s->alias = s->alias || alias;
            s->value = s->value || value;
        }
    }
}

static struct spelling spelling_of(const struct analysis *an, const struct drift *d, const struct rule *r) {
    struct spelling s = {false, false, NULL};
    for (size_t i = 0; i < r->ncond; i++) {
        const struct cond *c = &r->cond[i];
        for (size_t k = 0; k < c->ninput; k++) {
            if (c->input[k] != d->input) {
                continue;
            }
            if (c->form != COND_TUPLE) {
                spell(an, d, cond_entries(c, k), &s, 0);
            }
            for (size_t e = 0; c->form == COND_TUPLE && e < c->entries.count; e++) {
                if (c->entries.entry[e].kind == ENTRY_TUPLE) {
                    spell(an, d, &(struct entries){&c->entries.entry[e].part[k], 1}, &s, 0);
                }
            }
        }
    }
    return s;
}

static bool decides(const struct rule *r, uint32_t output) {
    bool needs = false;
    for (size_t i = 0; i < r->ntarget; i++) {
        needs = needs || r->target[i].output == output;
    }
    return (r->kind == RULE_RULE && rule_outcome(r, output)) || (r->kind == RULE_REFUSE && rule_refuses(r, output)) ||
           (r->kind == RULE_CLAUSE && needs);
}

/* The first section with the one word, and the first with the other. */
static bool two_spellings(struct analysis *an, const struct drift *d, uint32_t output) {
    struct spelling x = {false, false, NULL}, y = x;
    const struct rule *rx = NULL, *ry = NULL;
    for (size_t i = 0; i < an->table->nrule; i++) {
        const struct rule *r = &an->table->rule[i];
        struct spelling s = spelling_of(an, d, r);
        if (!decides(r, output) || s.alias == s.value) {
            continue;
        }
        if (s.alias && !rx) {
            x = s;
            rx = r;
        } else if (s.value && !ry) {
            y = s;
            ry = r;
        }
    }
    if (!rx || !ry) {
        return false;
    }
    report_second(an, rx->name);
    struct msg *m = add(an, d,
                        arena_printf(an->arena,
                                     "'%s' in %s '%s' and '%s' in %s '%s' are one value of '%s'; code that compares "
                                     "words takes them for two, so write one of them",
                                     d->alias->name, rule_word(rx), rx->name, d->value, rule_word(ry), ry->name,
                                     an->table->input[d->input].name));
    m->pos = x.at->pos;
    m->len = x.at->len;
    m->output = an->table->output[output].name;
    msg_note(an->msgs, m, y.at->pos, "'%s' is here", d->value);
    return true;
}

/* One message per alias. */
static void look_at(struct analysis *an, const struct drift *d) {
    bool told = apart_in(an, d, an->table);
    for (size_t i = 0; i < an->limits->ntable && !told; i++) {
        told = an->limits->tables[i] != an->table && apart_in(an, d, an->limits->tables[i]);
    }
    for (uint32_t i = 0; i < an->table->noutput && !told; i++) {
        told = two_spellings(an, d, i);
    }
}

void analyse_alias(struct analysis *an) {
    const struct table *t = an->table;
    for (uint32_t i = 0; i < t->ninput; i++) {
        for (size_t k = 0; k < t->input[i].nalias; k++) {
            const struct alias *a = &t->input[i].alias[k];
            if (a->value < t->input[i].nvalue) {
                look_at(an, &(struct drift){i, a, t->input[i].value[a->value]});
            }
        }
    }
}
