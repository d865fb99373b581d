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
