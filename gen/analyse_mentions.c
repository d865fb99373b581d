/* analyse_mentions.c -- how often the table mentions a name or a prefix.
 *
 * In: the table.  Out: per name and prefix of a name input how often sets and plain conditions have it; more than once
 * is as good as once more, so what stands in many conditions is counted twice.
 * A name that nobody mentions any more would be `other`: an entry can go only where another one says the same name.
 */
#include "analyse.h"

static void count(const struct mentions *m, const struct table *t, uint32_t input, const struct entries *es) {
    const struct input *in = &t->input[input];
    for (size_t i = 0; i < es->count && in->type == TYPE_NAME; i++) {
        const struct entry *e = &es->entry[i];
        if (e->kind == ENTRY_WORD && e->value < in->nvalue) {
            m->word[input][e->value]++;
        } else if (e->kind == ENTRY_PREFIX && e->value < in->nprefix) {
            m->prefix[input][e->value]++;
        }
    }
}

struct mentions mentions_count(const struct table *t, struct arena *a) {
    struct mentions m = {arena_alloc(a, t->ninput * sizeof(uint32_t *)),
                         arena_alloc(a, t->ninput * sizeof(uint32_t *))};
    uint32_t *often = arena_alloc(a, (t->nlist + 1) * sizeof *often);
    for (uint32_t i = 0; i < t->ninput; i++) {
        m.word[i] = arena_alloc(a, (t->input[i].nvalue + 1) * sizeof(uint32_t));
        m.prefix[i] = arena_alloc(a, (t->input[i].nprefix + 1) * sizeof(uint32_t));
    }
    for (size_t i = 0; i < t->nset; i++) {
        for (size_t k = 0; k < t->set[i].npart && t->set[i].ninput == 1; k++) {
            count(&m, t, t->set[i].input[0], &t->set[i].part[k].entries);
        }
    }
    for (size_t i = 0; i < t->nrule; i++) {
        for (size_t k = 0; k < t->rule[i].ncond; k++) {
            const struct cond *c = &t->rule[i].cond[k];
            if (c->form == COND_PLAIN && often[c->list] < 2) { /* once more is as good as many times */
                often[c->list] += c->list > 0;
                count(&m, t, c->input[0], &c->entries);
            }
        }
    }
    return m;
}

bool mentioned_again(const struct table *t, const struct mentions *m, const struct cond *c, size_t entry) {
    const struct entry *e = &c->entries.entry[entry];
    uint32_t input = c->input[0];
    if (t->input[input].type != TYPE_NAME || e->value == VALUE_OTHER) {
        return true;
    }
    return e->kind == ENTRY_WORD ? m->word[input][e->value] > 1
                                 : e->kind != ENTRY_PREFIX || m->prefix[input][e->value] > 1;
}
