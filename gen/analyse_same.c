/* analyse_same.c -- are two rules the same but for one condition?
 *
 * In: rules as they are written.  Out: a hash that is the sum of their parts, so that any condition can be left out of
 * it; and the comparison that a hash stands for, word by word.
 * The words count, not the cells: a name that only one of them mentions would be `other` without it.
 */
#include "analyse.h"

#include <string.h>

static uint64_t hash_text(uint64_t h, const char *text) {
    for (const char *c = text ? text : "\1"; *c; c++) {
        h = (h ^ (unsigned char)*c) * 1099511628211u;
    }
    return (h ^ '\n') * 1099511628211u;
}

/* The words of a condition; since and until have both ends in one entry. */
static const char *cond_words(struct arena *a, const struct cond *c) {
    struct text t = {.arena = a};
    text_printf(&t, "%d", (int)c->form);
    for (size_t i = 0; i < c->ninput; i++) {
        text_printf(&t, " %u", c->input[i]);
    }
    for (size_t i = 0; i < c->entries.count; i++) {
        const struct entry *e = &c->entries.entry[i];
        text_printf(&t, "%c%s", e->group ? '|' : ',', entry_text(a, e));
        for (size_t k = 0; k < e->ninterval; k++) {
            text_printf(&t, " %s", interval_text(a, &e->interval[k]));
        }
    }
    return t.at;
}

/* From the entry itself where its text is that of the source, as it is of words and comparisons. */
static uint64_t hash_entry(struct arena *a, uint64_t h, const struct entry *e) {
    bool plain = e->kind == ENTRY_WORD || e->kind == ENTRY_SET || e->kind == ENTRY_PREFIX || e->kind == ENTRY_COMPARE;
    h = (h ^ (uint64_t)e->kind ^ (uint64_t)e->op << 8 ^ (uint64_t)e->not << 16 ^ (uint64_t)(e->group > 0) << 17) *
        1099511628211u;
    h = hash_text(h, plain ? e->text : entry_text(a, e));
    /* since and until have both ends in one entry, whose text is one of them */
    bool closed = e->ninterval == 1 && e->op == COMPARE_GE && e->interval->hi.base;
    return closed ? hash_text(h, interval_text(a, e->interval)) : h;
}

/* Equal for equal words. */
static uint64_t hash_cond(struct arena *a, const struct cond *c) {
    uint64_t h = (14695981039346656037u ^ (uint64_t)c->form) * 1099511628211u;
    for (size_t i = 0; i < c->ninput; i++) {
        h = (h ^ c->input[i]) * 1099511628211u;
    }
    for (size_t i = 0; i < c->entries.count; i++) {
        h = hash_entry(a, h, &c->entries.entry[i]);
    }
    return h;
}

static uint64_t hash_rest(const struct rule *r) {
    uint64_t h = 14695981039346656037u;
    h = (h ^ r->tier ^ (uint64_t)r->is_else << 32 ^ (uint64_t)r->exhausted_next << 33) * 1099511628211u;
    for (size_t i = 0; i < r->nassign; i++) {
        const struct outcome *o = &r->assign[i].outcome;
        uint64_t one = (h ^ r->assign[i].output ^ (uint64_t)o->kind << 32 ^ (uint64_t)o->number << 8) * 1099511628211u;
        for (size_t k = 0; k < o->nvalue; k++) {
            one = (one ^ o->value[k]) * 1099511628211u;
        }
        h = one;
    }
    return h;
}

/* hash: of each condition. */
uint64_t same_hash(struct arena *a, const struct rule *r, uint64_t *hash, struct same_list *of_list) {
    uint64_t sum = hash_rest(r);
    for (size_t k = 0; k < r->ncond; k++) {
        struct same_list *known = &of_list[r->cond[k].list];
        if (!known->hash || !r->cond[k].list) {
            known->hash = hash_cond(a, &r->cond[k]);
        }
        sum += hash[k] = known->hash;
    }
    return sum;
}

/* Outputs in the same order, and the same words. */
static bool same_outcomes(const struct rule *x, const struct rule *y) {
    bool same = x->tier == y->tier && x->is_else == y->is_else && x->nassign == y->nassign && x->ncond == y->ncond;
    for (size_t i = 0; same && i < x->nassign; i++) {
        uint32_t output = x->assign[i].output;
        same = rule_outcome(y, output) && outcomes_equal(x, y, output);
    }
    return same;
}

static bool same_text(const char *x, const char *y) {
    return x && y ? strcmp(x, y) == 0 : x == y;
}

static bool nothing_lost(const struct rule *x, const struct rule *y) {
    return same_text(x->why, y->why) && same_text(x->source, y->source) && same_text(x->evidence, y->evidence) &&
           same_text(x->owner, y->owner) && same_text(x->review, y->review) && same_text(x->about, y->about) &&
           same_text(x->use, y->use);
}

static bool same_words(struct arena *a, const struct cond *x, const struct cond *y) {
    return (x->list && x->list == y->list) ||
           (x->input[0] == y->input[0] && strcmp(cond_words(a, x), cond_words(a, y)) == 0);
}

/* Equal but for these conditions, which are of one input. */
bool same_but(struct arena *a, const struct rule *x, uint32_t cx, const struct rule *y, uint32_t cy) {
    if (!same_outcomes(x, y) || !nothing_lost(x, y) || x->cond[cx].input[0] != y->cond[cy].input[0]) {
        return false;
    }
    for (uint32_t i = 0; i < x->ncond; i++) {
        bool found = i == cx;
        for (uint32_t k = 0; k < y->ncond && !found; k++) {
            found = k != cy && same_words(a, &x->cond[i], &y->cond[k]);
        }
        if (!found) {
            return false;
        }
    }
    return true;
}
