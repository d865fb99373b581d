/* rule.c -- small questions about one resolved rule, asked by every stage after the table stage. */
#include "turnout.h"

const struct outcome *rule_outcome(const struct rule *r, uint32_t output) {
    for (size_t i = 0; i < r->nassign; i++) {
        if (r->assign[i].output == output) {
            return &r->assign[i].outcome;
        }
    }
    return NULL;
}

bool clause_speaks_of(const struct rule *r, uint32_t output, uint32_t value) {
    for (size_t i = 0; i < r->ntarget; i++) {
        if (r->target[i].output == output && r->target[i].value == value) {
            return r->kind == RULE_CLAUSE;
        }
    }
    return false;
}

bool rule_refuses(const struct rule *r, uint32_t output) {
    bool refuses = r->noutput == 0;
    for (size_t i = 0; i < r->noutput; i++) {
        refuses = refuses || r->output[i] == output;
    }
    return refuses;
}

/* The entries of a list lie on one line, and their places are those of its first condition. */
struct pos cond_entry_pos(const struct cond *c, const struct entry *e) {
    if (!c->list) {
        return e->pos;
    }
    return (struct pos){c->pos.file, c->pos.line, c->col + e->pos.col - c->entries.entry[0].pos.col};
}

const char *cond_text(struct arena *a, const struct table *t, const struct cond *c) {
    struct text text = {.arena = a};
    text_put(&text, c->form == COND_ANY ? "any(" : c->form == COND_TUPLE ? "(" : "");
    for (size_t i = 0; i < c->ninput; i++) {
        text_printf(&text, "%s%s", i ? ", " : "", t->input[c->input[i]].name);
    }
    text_put(&text, c->form == COND_PLAIN ? " = " : ") = ");
    for (size_t i = 0; i < c->entries.count; i++) {
        const struct entry *e = &c->entries.entry[i];
        bool bar = i && e->group != c->entries.entry[i - 1].group;
        text_printf(&text, "%s%s", !i ? "" : bar ? " | " : ", ", entry_text(a, e));
    }
    return text.at;
}
