/* advice.c -- the ready-made rules that messages offer, taken at their word: pasted into the table, does the finding go?
 *
 * A conflict's rule for the crossing must end that conflict; a gap's rule must fill the gap cells of its box.
 */
#include "property.h"

#include <string.h>

size_t followed, followed_until;

static const char *advice_of(const struct msg *m) {
    for (size_t i = 0; i < m->nnote; i++) {
        const char *at = strstr(m->note[i].text, "\n[rule ");
        if (at && !strstr(at, "; ")) {
            return at;
        }
    }
    return NULL;
}

/* The advice with an outcome in place of every '?'. */
static const char *filled(const struct table_run *r, const char *advice, const char *output) {
    struct text t = {.arena = r->arena};
    const char *value = strcmp(output, "o") == 0                              ? "v0"
                        : r->table->noutput > 1 && r->table->output[1].is_int ? "16"
                                                                              : "w0";
    text_put(&t, r->text);
    for (const char *c = advice; *c; c++) {
        text_add(&t, *c == '?' ? value : c, *c == '?' ? strlen(value) : 1);
    }
    text_put(&t, "\n");
    return t.at;
}

static const struct msg *same_message(const struct table_run *r, const struct msg *m) {
    for (size_t i = 0; i < r->msgs.nmsg; i++) {
        const struct msg *x = &r->msgs.msg[i];
        bool rule = (!x->rule && !m->rule) || (x->rule && m->rule && strcmp(x->rule, m->rule) == 0);
        if (x->finding == m->finding && rule && strcmp(x->output, m->output) == 0 &&
            x->note[0].pos.line == m->note[0].pos.line) {
            return x;
        }
    }
    return NULL;
}

/* The rule NAME, the last one, covers gap cells only, and they are gaps no more.  (Its entries may cut the domain
 * anew, so counts before and after cannot be compared.) */
static bool fills_gaps(struct table_run *r, const char *output) {
    uint32_t o = r->table->noutput > 1 && strcmp(r->table->output[1].name, output) == 0,
             rule = (uint32_t)r->table->nrule - 1;
    size_t ncell;
    uint32_t **cell = cells_of(r->arena, r->space, &ncell);
    if (!cell) {
        return true;
    }
    struct oracle **nothing = arena_alloc(r->arena, r->table->noutput * sizeof(struct oracle *));
    const struct oracle *with = oracle_build(r->arena, r->base, nothing, o, cell, ncell, NO);
    const struct oracle *without = oracle_build(r->arena, r->base, nothing, o, cell, ncell, rule);
    for (size_t c = 0; c < ncell; c++) {
        bool here = region_at(r->space, &r->boxes->rule[rule], cell[c]);
        bool gap = without->verdict[c] == VERDICT_GAP || without->verdict[c] == VERDICT_NEVER;
        if (here && (!gap || with->verdict[c] == VERDICT_GAP)) {
            return false;
        }
    }
    return true;
}

static bool follow(struct table_run *r, const struct msg *m, const char *advice) {
    struct table_run again = {.arena = r->arena};
    const char *text = filled(r, advice, m->output);
    if (!run_table(&again, text, true)) {
        differ(&again, "the advice has a fault of text: %s", m->text);
        msgs_print(&again.msgs, FORMAT_TEXT, false, stderr);
        return false;
    }
    if (m->finding == FINDING_GAP ? !fills_gaps(&again, m->output) : same_message(&again, m) != NULL) {
        differ(&again, "the advice does not end it: %s", m->text);
        return false;
    }
    followed++;
    followed_until += strstr(advice, "\nuntil ") != NULL;
    return true;
}

bool compare_advice(struct table_run *r) {
    bool good = true;
    for (size_t i = 0; i < r->msgs.nmsg && good; i++) {
        const struct msg *m = &r->msgs.msg[i];
        bool offers = m->finding == FINDING_CONFLICT || m->finding == FINDING_GAP;
        const char *advice = offers ? advice_of(m) : NULL;
        bool first = offers && strcmp(m->output, r->table->output[r->order[0]].name) == 0; /* waits for no other output */
        if (advice && first && chance(25)) {
            good = follow(r, m, advice);
        }
    }
    return good;
}
