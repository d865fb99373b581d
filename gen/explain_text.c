/* explain_text.c -- an explanation for a person: the answer on the first line, then why, indented.
 *
 * In: reasons.  Out: text.  The first line is the one that servers log; what follows names every rule and clause with
 * its place, says what was found and what would have been needed, and ends with what would change the answer.
 */
#include "explain.h"

#include <string.h>

struct telling {
    const struct question *q;
    uint32_t output;
    const struct table *table;
    struct text *out;
};

/* Servers log this line; scripts cut it at the arrow. */
static void put_answer(const struct telling *t, const struct decided *d) {
    const struct table *table = t->table;
    text_printf(t->out, "%s:", table->name);
    for (size_t i = 0; i < t->q->nword; i++) {
        text_printf(t->out, " %s", t->q->word[i]);
    }
    text_printf(t->out, " -> %s=%s", table->output[t->output].name, answer_text(t->q->arena, table, t->output, d));
    if (d->verdict == VERDICT_CONFLICT) {
        text_printf(t->out, " (%s, and %s)", why_place(t->q, d->rule), why_place(t->q, d->other));
    } else if (d->rule != NO) {
        text_printf(t->out, " (%s)", why_place(t->q, d->rule));
    } else if (t->q->own[t->output].taken) {
        text_put(t->out, " (your choice)");
    }
    text_put(t->out, "\n");
}

static void put_field(const struct telling *t, const char *indent, const char *name, const char *text) {
    if (text && *text) {
        text_printf(t->out, "%s%s: %s\n", indent, name, text);
    }
}

/* In the order in which a reader asks. */
static void put_rule(const struct telling *t, uint32_t rule, const char *indent) {
    const struct rule *r = &t->table->rule[rule];
    put_field(t, indent, "why", r->why);
    put_field(t, indent, "source", r->source);
    put_field(t, indent, "evidence", r->evidence);
}

/* One line per failing clause; a clause without `why` ends with what was found. */
static void put_rejected(const struct telling *t, const struct rejected *r, const char *word) {
    for (size_t i = 0; i < r->nclause; i++) {
        const struct rule *c = &t->table->rule[r->clause[i].rule];
        text_printf(t->out, "  %s %s: needs '%s' (%s:%u): %s%s%s\n", word, t->table->output[t->output].value[r->value],
                    c->name, t->q->inquiry->l->sources.file[c->pos.file].path, (unsigned)c->pos.line,
                    why_unmet(t->q, &r->clause[i]), c->why ? "; " : "", c->why ? c->why : "");
    }
}

static void put_all_rejected(const struct telling *t, const struct rejected *r, size_t n) {
    for (size_t i = 0; i < n; i++) {
        put_rejected(t, &r[i], "rejected");
    }
}

static void put_forbid(const struct telling *t, uint32_t rule, const char *word) {
    const char *why = t->table->rule[rule].why;
    text_printf(t->out, "  %s: %s%s%s\n", word, why_place(t->q, rule), why ? ": " : "", why ? why : "");
}

/* The user's own choice: what would have come out, or why it does not. */
static void put_choice(const struct telling *t, const struct reason *r) {
    static const char *const override[] = {"no", "keep", "check", "fallback"};
    const struct output *o = &t->table->output[t->output];
    const struct own *own = &t->q->own[t->output];
    const struct decided *rules = &t->q->rules[t->output];
    if (!own->word) {
        return;
    }
    bool runs = r->choice.nclause == 0;
    if (o->override == OVERRIDE_NO) {
        text_printf(t->out, "  your choice %s=%s: %s; the output has no `override`, so the rules decide\n", o->name,
                    own->word, runs ? "nothing speaks against it" : "it cannot run here");
    } else {
        text_printf(t->out, "  your choice %s=%s: %s (override = %s)\n", o->name, own->word,
                    own->taken ? "taken" : "not taken", override[o->override]);
        text_printf(t->out, "  by the rules: %s%s%s%s\n", answer_text(t->q->arena, t->table, t->output, rules),
                    rules->rule == NO ? "" : " (", rules->rule == NO ? "" : why_place(t->q, rules->rule),
                    rules->rule == NO ? "" : ")");
    }
    for (size_t i = 0; i < r->nrejected; i++) {
        runs = runs || r->rejected[i].value == r->choice.value; /* told there */
    }
    if (!runs && (!own->taken || r->chosen.nclause == 0)) {
        put_rejected(t, &r->choice, "not taken:");
    }
    if (own->forbidden) {
        put_forbid(t, own->forbid, own->taken ? "forbidden" : "not taken");
    }
}

/* What its list comes to here decides whether there is a conflict at all. */
static void put_side(const struct telling *t, const char *word, uint32_t rule) {
    const char *here = why_here(t->q, t->output, rule);
    text_printf(t->out, "  %s: %s -> %s%s%s\n", word, why_place(t->q, rule), why_says(t->q, t->output, rule),
                here ? ", here " : "", here ? here : "");
    put_rule(t, rule, "    ");
}

static void put_conflict(const struct telling *t, const struct decided *d) {
    static const char *const because[] = {
        [HIT_SPECIFIC] = "neither is more specific; 'turnout check' prints the rule that settles it",
        [HIT_FIRST] = "both are an else of one tier",
        [HIT_UNIQUE] = "the output's `hit` is unique, so no two rules may cover one cell",
        [HIT_ANY] = "the output's `hit` is any, so rules that cover one cell must agree"};
    bool elses = t->table->rule[d->rule].is_else;
    text_printf(t->out, "  two rules decide this cell: %s\n",
                because[elses ? HIT_FIRST : t->table->output[t->output].hit]);
    put_side(t, "one", d->rule);
    put_side(t, "other", d->other);
}

/* Every reason: taking one away may not be enough. */
static void put_never(const struct telling *t, const struct reason *r) {
    text_put(t->out, "  this cell cannot occur, so no rule is asked; the header answers ERROR\n");
    for (size_t i = 0; i < r->nnever; i++) {
        const struct rule *n = &t->table->rule[r->never[i]];
        text_printf(t->out, "  %s%s%s\n", why_place(t->q, r->never[i]), n->why ? ": " : "", n->why ? n->why : "");
    }
    for (size_t i = 0; i < r->nfact; i++) {
        const struct fact *f = &t->table->fact[r->fact[i]];
        text_printf(t->out, "  fact %s, %s:%u: %s=%s does not go with %s=%s\n", t->table->input[f->input].name,
                    t->q->inquiry->l->sources.file[f->pos.file].path, (unsigned)f->pos.line,
                    t->table->input[f->input].name, t->q->text[f->input], t->table->input[f->of].name,
                    t->q->text[f->of]);
    }
}

static void put_trouble(const struct telling *t, const struct reason *r) {
    const struct decided *d = r->d;
    if (d->verdict == VERDICT_GAP) {
        text_put(t->out, "  no rule covers this cell\n");
    } else if (d->verdict == VERDICT_EXHAUSTED) {
        text_put(t->out, "  nothing that the rules name can run here\n");
    } else if (d->verdict == VERDICT_CONFLICT) {
        put_conflict(t, d);
    } else if (d->verdict == VERDICT_NEVER) {
        put_never(t, r);
    }
}

/* A rule that gave way because of its list shows the list. */
static void put_beaten(const struct telling *t, const struct reason *r) {
    for (size_t i = 0; i < r->nbeaten; i++) {
        const struct beaten *b = &r->beaten[i];
        bool refuse = t->table->rule[b->rule].kind == RULE_REFUSE;
        text_printf(t->out, "  gave way: %s -> %s: %s\n", why_place(t->q, b->rule),
                    refuse ? "ERROR" : why_says(t->q, t->output, b->rule), b->why);
        put_all_rejected(t, b->rejected, b->nrejected);
    }
}

/* How many more there are tells whether the table is large or the cell is odd. */
static void put_near(const struct telling *t, const struct reason *r) {
    for (size_t i = 0; i < r->nnear; i++) {
        text_printf(t->out, "  came close: %s -> %s: would need %s\n", why_place(t->q, r->near[i].rule),
                    why_says(t->q, t->output, r->near[i].rule), why_unmet(t->q, &r->near[i]));
    }
    if (r->nnear && r->nfurther) {
        text_printf(t->out, "  further away: %zu more %s\n", r->nfurther, r->nfurther == 1 ? "rule" : "rules");
    }
}

/* Two by name, more by the first; NO: no rule decides, and `gaps = NONE`. */
static void put_deciders(const struct telling *t, const struct change *one) {
    bool skip = one->rule[0] == NO && one->nrule > 1;
    uint32_t rule = one->rule[skip], other = one->nrule == 2 && !skip ? one->rule[1] : NO;
    if (rule == NO) {
        return;
    }
    text_printf(t->out, " (%s %s", why_kind(&t->table->rule[rule]), t->table->rule[rule].name);
    if (other != NO) {
        text_printf(t->out, " and %s", t->table->rule[other].name);
    }
    text_put(t->out, one->nrule > 1 && other == NO ? " and others)" : ")");
}

/* One line per input and outcome. */
static void put_changes(const struct telling *t, const struct changes *c) {
    for (size_t i = 0; i < c->count; i++) {
        const struct change *one = &c->at[i];
        const char *answer = answer_text(t->q->arena, t->table, t->output, &one->answer);
        if (t->q->model) {
            text_printf(t->out, "  %s: %s", why_with(t->q, one), answer);
        } else {
            text_printf(t->out, "  %s=%s%s would give %s", t->table->input[one->input].name, one->words,
                        one->example ? ", for example," : "", answer);
        }
        put_deciders(t, one);
        text_put(t->out, "\n");
    }
    for (uint64_t rest = c->untried; rest; rest &= rest - 1) {
        text_printf(t->out, "  another %s: not tried, it has too many values\n",
                    t->table->input[__builtin_ctzll(rest)].name);
    }
}

void explain_text(const struct question *q, uint32_t output, const struct reason *r, const struct changes *c,
                  struct text *out) {
    struct telling t = {q, output, q->inquiry->table, out};
    put_answer(&t, r->d);
    if (!c) {
        return; /* the answer only */
    }
    const struct rule *by = r->d->rule == NO ? NULL : &t.table->rule[r->d->rule];
    put_field(&t, "  ", "error", by && by->kind == RULE_REFUSE ? NULL : r->d->error); /* a refusal's is its why */
    if (by && r->d->verdict != VERDICT_CONFLICT && !q->own[output].taken) {
        put_rule(&t, r->d->rule, "  ");
    }
    if (output == 0) {
        put_field(&t, "  ", "not given", why_origins(q));
    }
    put_choice(&t, r);
    put_trouble(&t, r);
    put_all_rejected(&t, r->rejected, r->nrejected);
    put_rejected(&t, &r->chosen, "cannot run:");
    for (size_t i = 0; i < r->nforbid; i++) {
        if (!q->own[output].forbidden) {
            put_forbid(&t, r->forbid[i], "forbidden");
        }
    }
    put_beaten(&t, r);
    put_near(&t, r);
    put_changes(&t, c);
}
