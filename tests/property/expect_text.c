/* expect_text.c -- findings about what is written rather than about cells: expired, cross-list, alias drift.
 *
 * Every list against every other, word by word; every section against every other.
 */
#include "property.h"

#include <string.h>

static void expect_expired(struct expectations *x) {
    const struct table *t = x->run->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].review && strcmp(t->rule[i].review, TODAY) < 0) {
            expect(x, FINDING_EXPIRED, i, NO, t->rule[i].review);
        }
    }
}

/* ---- lists of names ---- */

struct words {
    uint32_t rule;
    const char *word[8];
    size_t count;
};

static bool has(const struct words *w, const char *word) {
    for (size_t i = 0; i < w->count; i++) {
        if (strcmp(w->word[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static bool within(const struct words *x, const struct words *y) {
    for (size_t i = 0; i < x->count; i++) {
        if (!has(y, x->word[i])) {
            return false;
        }
    }
    return true;
}

static bool decides(const struct rule *r) {
    return r->kind == RULE_RULE || r->kind == RULE_REFUSE;
}

/* Only names are long enough here; false: the list holds something else. */
static bool words_of(const struct cond *c, struct words *w) {
    w->count = 0;
    for (size_t i = 0; i < c->entries.count; i++) {
        const struct entry *e = &c->entries.entry[i];
        if (e->kind != ENTRY_WORD || e->not || strcmp(e->text, "other") == 0) {
            return false;
        }
        w->word[w->count++] = e->text;
    }
    return w->count >= 3;
}

static bool singled_out(const struct table *t, const char *word) {
    for (size_t i = 0; i < t->nrule; i++) {
        for (size_t k = 0; k < t->rule[i].ncond; k++) {
            const struct cond *c = &t->rule[i].cond[k];
            for (size_t e = 0; (decides(&t->rule[i]) || t->rule[i].kind == RULE_CLAUSE) && e < c->entries.count; e++) {
                const struct entry *at = &c->entries.entry[e];
                if (c->form == COND_PLAIN && t->input[c->input[0]].type == TYPE_NAME && at->kind == ENTRY_WORD &&
                    strcmp(at->text, word) == 0 && (at->not || c->entries.count < 3)) {
                    return true;
                }
            }
        }
    }
    return false;
}

static void expect_lists(struct expectations *x) {
    const struct table *t = x->run->table;
    struct words *w = arena_alloc(x->run->arena, (t->nrule + 1) * sizeof *w);
    for (uint32_t i = 0; i < t->nrule; i++) {
        for (size_t k = 0; decides(&t->rule[i]) && k < t->rule[i].ncond; k++) {
            const struct cond *c = &t->rule[i].cond[k];
            if (c->form == COND_PLAIN && t->input[c->input[0]].type == TYPE_NAME && !words_of(c, &w[i])) {
                w[i].count = 0;
            }
        }
    }
    for (uint32_t i = 0; i < t->nrule; i++) {
        for (uint32_t k = 0; k < t->nrule; k++) {
            if (!w[i].count || w[k].count != w[i].count + 1 || !within(&w[i], &w[k])) {
                continue;
            }
            for (size_t n = 0; n < w[k].count; n++) {
                if (!has(&w[i], w[k].word[n]) && !singled_out(t, w[k].word[n])) {
                    expect(x, FINDING_CROSS_LIST, i, NO, NULL);
                }
            }
        }
    }
}

/* ---- aliases ---- */

static bool spells(const struct expectations *x, const struct rule *r, const char *word) {
    for (size_t i = 0; i < r->ncond; i++) {
        const struct cond *c = &r->cond[i];
        for (size_t k = 0; k < c->ninput; k++) {
            for (size_t e = 0; strcmp(x->run->table->input[c->input[k]].name, "kv") == 0 && e < c->entries.count; e++) {
                const struct entry *at = &c->entries.entry[e];
                at = at->kind == ENTRY_TUPLE ? &at->part[k] : at;
                if (at->kind == ENTRY_WORD && strcmp(at->text, word) == 0) {
                    return true;
                }
            }
        }
    }
    return false;
}

static bool speaks_of(const struct rule *r, uint32_t output) {
    for (size_t i = 0; i < r->ntarget; i++) {
        if (r->target[i].output == output) {
            return true;
        }
    }
    return (r->kind == RULE_RULE && rule_outcome(r, output)) || (r->kind == RULE_REFUSE && rule_refuses(r, output));
}

/* kk is an alias of k1; sets do not name k1. */
static void expect_alias(struct expectations *x) {
    const struct table *t = x->run->table;
    bool declared = false, apart = false;
    for (size_t i = 0; i < t->ninput; i++) {
        declared = declared || t->input[i].nalias;
    }
    for (size_t i = 0; i < t->output[0].nvalue; i++) {
        apart = apart || strcmp(t->output[0].value[i], "kk") == 0;
    }
    if (!declared) {
        return;
    }
    const char *key = NULL;
    for (uint32_t o = 0; o < t->noutput && !key && !apart; o++) {
        bool alias = false, value = false;
        for (size_t i = 0; i < t->nrule; i++) {
            bool kk = speaks_of(&t->rule[i], o) && spells(x, &t->rule[i], "kk");
            bool k1 = speaks_of(&t->rule[i], o) && spells(x, &t->rule[i], "k1");
            alias = alias || (kk && !k1);
            value = value || (k1 && !kk);
        }
        key = alias && value ? t->output[o].name : NULL;
    }
    if (apart || key) {
        expect_named(x, FINDING_ALIAS_DRIFT, "kv", key, NULL);
    }
}

void expect_text(struct expectations *x) {
    expect_expired(x);
    expect_lists(x);
    expect_alias(x);
}
