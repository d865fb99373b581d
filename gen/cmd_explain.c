/* cmd_explain.c -- `turnout explain TABLE input=value...`: what is chosen in one cell, by which rule, and why.
 *
 * The first line is the answer, in the form that logs use; behind it, unless -q: the reason and source of the rule,
 * each rejected candidate with the failing clause, and the rules that the winner beat.
 */
#include "run.h"

#include <string.h>

struct question {
    const struct loaded *l;
    struct arena *arena;
    uint32_t cell[64];
    const char *given[64]; /* the user's text; NULL: the default is taken */
};

static bool bad(const char *text, const char *word, const char *near) {
    fprintf(stderr, "turnout: error: %s '%s'", text, word);
    if (near) {
        fprintf(stderr, "; did you mean '%s'?", near);
    }
    fprintf(stderr, "\n");
    return false;
}

static const char *nearest_input(const struct table *t, const char *name) {
    const char *known[64];
    for (size_t i = 0; i < t->ninput; i++) {
        known[i] = t->input[i].name;
    }
    return nearest(name, known, t->ninput);
}

static bool take_operand(struct question *q, const char *word) {
    const struct table *t = q->l->table;
    const char *equal = strchr(word, '=');
    if (!equal) {
        return bad("an input is given as NAME=VALUE, not as", word, NULL);
    }
    char *name = arena_strdup(q->arena, word, (size_t)(equal - word));
    uint32_t input = input_named(t, name);
    if (input == NO) {
        return bad("unknown input", name, nearest_input(t, name));
    }
    const char *error = NULL;
    q->cell[input] = domain_atom(q->l->space, input, equal + 1, &error);
    q->given[input] = equal + 1;
    return q->cell[input] != NO || bad(error ? error : "no value of its input:", word, NULL);
}

/* Inputs that are not given take their default; one without is an error. */
static bool take_presets(struct question *q) {
    const struct table *t = q->l->table;
    bool fits = true;
    for (uint32_t i = 0; i < t->ninput; i++) {
        const char *error = NULL;
        if (q->given[i]) {
            continue;
        }
        if (t->input[i].preset) {
            q->cell[i] = domain_atom(q->l->space, i, t->input[i].preset, &error);
        } else {
            fits = bad("this input has no default and must be given:", t->input[i].name, NULL);
        }
    }
    return fits;
}

static void print_answer(const struct question *q, const struct options *o, uint32_t output, const struct decided *d) {
    const struct table *t = q->l->table;
    printf("%s:", t->name);
    for (size_t i = 1; i < o->noperand; i++) {
        printf(" %s", o->operand[i]);
    }
    printf(" -> %s=%s", t->output[output].name, answer_text(q->arena, t, output, d));
    if (d->rule != NO) {
        const struct rule *r = &t->rule[d->rule];
        printf(" (%s %s, %s:%u)", r->kind == RULE_REFUSE ? "refuse" : "rule", r->name,
               q->l->sources.file[r->pos.file].path, (unsigned)r->pos.line);
    }
    printf("\n");
}

static void print_field(const char *name, const char *text) {
    if (text) {
        printf("  %s: %s\n", name, text);
    }
}

/* "; requires sm = 100f, found sm=90": every condition of the clause, in the user's own words. */
static void print_required(const struct question *q, const struct cond *c) {
    const struct table *t = q->l->table;
    printf("; %s %s", c->guard ? "where" : "requires", cond_text(q->arena, t, c));
    for (size_t k = 0; k < c->ninput && !c->guard; k++) {
        const char *found = q->given[c->input[k]] ? q->given[c->input[k]] : t->input[c->input[k]].preset;
        printf(", found %s=%s", t->input[c->input[k]].name, found);
    }
}

/* Every clause of a value that fails here: "trtllm_mha: needs NAME fails: why". */
static void print_failing(const struct question *q, uint32_t output, uint32_t value, const char *word) {
    const struct table *t = q->l->table;
    for (uint32_t c = NO; (c = decide_failing(q->l->boxes, output, value, q->cell, c)) != NO;) {
        const struct rule *r = &t->rule[c];
        printf("  %s %s: needs '%s' fails", word, t->output[output].value[value], r->name);
        for (size_t i = 0; i < r->ncond; i++) {
            print_required(q, &r->cond[i]);
        }
        printf("%s%s\n", r->why ? ": " : "", r->why ? r->why : "");
    }
}

static void print_candidates(const struct question *q, uint32_t output, const struct decided *d) {
    const struct outcome *o = d->rule == NO ? NULL : rule_outcome(&q->l->table->rule[d->rule], output);
    if (!o || o->kind != OUTCOME_LIST) {
        return;
    }
    size_t until = d->cand < o->nvalue ? d->cand : o->nvalue;
    for (size_t i = 0; i < until; i++) {
        print_failing(q, output, o->value[i], "rejected");
    }
    if (d->incapable) {
        print_failing(q, output, o->value[until], "cannot run:");
    }
}

/* The rules that cover the cell too, and gave way. */
static void print_beaten(const struct question *q, uint32_t output, const struct decided *d) {
    const struct table *t = q->l->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        const struct rule *r = &t->rule[i];
        if (i == d->rule || r->kind != RULE_RULE || !rule_outcome(r, output)) {
            continue;
        }
        for (size_t k = 0; k < q->l->boxes->rule[i].nbox; k++) {
            if (box_has(q->l->space, &q->l->boxes->rule[i].box[k], q->cell)) {
                printf("  gave way: rule %s (%s:%u)%s\n", r->name, q->l->sources.file[r->pos.file].path,
                       (unsigned)r->pos.line, r->is_else ? ", an else" : "");
                break;
            }
        }
    }
}

static void explain_output(const struct question *q, const struct options *o, uint32_t output) {
    struct decided d = decide(q->l->boxes, output, q->cell);
    print_answer(q, o, output, &d);
    if (o->value[OPTION_QUIET]) {
        return;
    }
    print_field("error", d.error);
    if (d.rule != NO) {
        const struct rule *r = &q->l->table->rule[d.rule];
        print_field("why", r->why);
        print_field("source", r->source);
        print_field("evidence", r->evidence);
    }
    print_candidates(q, output, &d);
    print_beaten(q, output, &d);
}

enum status cmd_explain(struct arena *a, const struct options *o) {
    if (o->noperand < 1) {
        fprintf(stderr, "turnout: error: explain takes a table and input=value words\n");
        return STATUS_USAGE;
    }
    struct loaded l;
    begin(a, &l, o);
    bool fits = load(a, &l, o, o->operand[0]);
    enum status status = finish_errors(&l, o);
    if (!fits) {
        return status == STATUS_OK ? STATUS_FINDINGS : status;
    }
    struct question q = {.l = &l, .arena = a};
    for (size_t i = 1; i < o->noperand; i++) {
        fits = take_operand(&q, o->operand[i]) && fits;
    }
    if (!take_presets(&q) || !fits) {
        return STATUS_USAGE;
    }
    for (uint32_t i = 0; i < l.table->noutput; i++) {
        explain_output(&q, o, i);
    }
    return STATUS_OK;
}
