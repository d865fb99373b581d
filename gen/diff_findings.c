/* diff_findings.c -- findings that one table has and the other has not.
 *
 * In: the messages of both analyses.  Out: what is new, and what is fixed.  Two messages are the same finding when they
 * speak of the same rule and output, also where the rule was renamed.
 */
#include "diff.h"

#include <string.h>

struct findings {
    const struct msgs *of[2];
    bool *gone[2]; /* per message: has a twin, or is none of this comparison */
};

/* A message without a rule or output has NULL there. */
static bool same_text(const char *x, const char *y) {
    return strcmp(x ? x : "", y ? y : "") == 0;
}

static bool same_subject(const struct diff *d, const struct msg *x, const struct msg *y) {
    (void)d;
    if (x->finding != y->finding || !same_text(x->output, y->output) || !same_text(x->rule, y->rule)) {
        return false;
    }
    bool once = x->finding == FINDING_UNSOURCED;                        /* of a table, and it counts */
    return once || x->rule || x->output || same_text(x->text, y->text); /* an input, a set: only the text names it */
}

/* The same words too: settles nearly all of them at once. */
static bool same_whole(const struct diff *d, const struct msg *x, const struct msg *y) {
    return same_subject(d, x, y) && same_text(x->text, y->text);
}

/* The rule has the same boxes and outcomes under another name. */
static bool same_renamed(const struct diff *d, const struct msg *x, const struct msg *y) {
    uint32_t now = x->rule ? names_find(&d->renamed, x->rule) : NO;
    return x->finding == y->finding && same_text(x->output, y->output) && now != NO && y->rule &&
           strcmp(d->joint->side[NEW].table->rule[now].name, y->rule) == 0;
}

typedef bool same(const struct diff *d, const struct msg *x, const struct msg *y);

/* By finding first, so that long lists are not compared with each other. */
static void pair_up(const struct diff *d, struct findings *f, struct arena *a, same *is_same) {
    size_t *next[FINDING_COUNT] = {NULL}, count[FINDING_COUNT] = {0}, first[FINDING_COUNT] = {0};
    for (size_t i = 0; i < f->of[OLD]->nmsg; i++) {
        enum finding kind = f->of[OLD]->msg[i].finding;
        if (!f->gone[OLD][i]) {
            *PUSH(a, next[kind], count[kind]) = i;
        }
    }
    for (size_t i = 0; i < f->of[NEW]->nmsg; i++) {
        const struct msg *m = &f->of[NEW]->msg[i];
        size_t *from = &first[m->finding]; /* both lists are in the order of the file: few are left in front */
        while (*from < count[m->finding] && f->gone[OLD][next[m->finding][*from]]) {
            ++*from;
        }
        for (size_t k = *from; k < count[m->finding] && !f->gone[NEW][i]; k++) {
            size_t old = next[m->finding][k];
            if (!f->gone[OLD][old] && is_same(d, &f->of[OLD]->msg[old], m)) {
                f->gone[OLD][old] = f->gone[NEW][i] = true;
            }
        }
    }
}

/* Errors before warnings before notes. */
static void collect(struct diff *d, const struct findings *f, enum side side, enum level level) {
    for (size_t i = 0; i < f->of[side]->nmsg; i++) {
        const struct msg *m = &f->of[side]->msg[i];
        if (!f->gone[side][i] && m->level == level) {
            *PUSH(d->arena, d->news, d->nnews) = (struct news){side, m};
        }
    }
}

/* Strictest first, so that two findings of one rule are not mixed up. */
void diff_findings(struct diff *d) {
    struct arena *a = arena_new();
    struct findings f = {.of = {d->side[OLD].msgs, d->side[NEW].msgs}};
    for (int s = OLD; s <= NEW; s++) {
        f.gone[s] = arena_alloc(a, f.of[s]->nmsg + 1);
    }
    d->findings = d->side[OLD].analysed && d->side[NEW].analysed;
    if (d->findings) {
        pair_up(d, &f, a, same_whole);
        pair_up(d, &f, a, same_subject);
        pair_up(d, &f, a, same_renamed);
        for (int s = NEW; s >= OLD; s--) {
            for (int level = LEVEL_ERROR; level >= LEVEL_NOTE; level--) {
                collect(d, &f, (enum side)s, (enum level)level);
            }
        }
    }
    arena_free(a);
}
