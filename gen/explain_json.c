/* explain_json.c -- an explanation for a script: the same content as explain_text.c, as JSON.
 *
 * In: reasons.  Out: one JSON object per output, without a line end behind it.  Keys that do not apply are left out;
 * lists are there even when they are empty, but for those that speak of trouble.
 */
#include "explain.h"
#include "msg.h"

#include <inttypes.h>
#include <string.h>

struct writing {
    const struct question *q;
    uint32_t output;
    const struct table *table;
    FILE *out;
};

static void put_string(FILE *out, const char *key, const char *value) {
    if (value) {
        fprintf(out, ", \"%s\": ", key);
        json_quoted(out, value);
    }
}

static const struct source *file_of(const struct writing *w, struct pos pos) {
    return &w->q->inquiry->l->sources.file[pos.file];
}

/* Without the closing brace: some have more to say. */
static void open_rule(const struct writing *w, uint32_t rule) {
    const struct rule *r = &w->table->rule[rule];
    fprintf(w->out, "{\"kind\": \"%s\"", why_kind(r));
    put_string(w->out, "name", r->name);
    put_string(w->out, "file", file_of(w, r->pos)->path);
    fprintf(w->out, ", \"line\": %u", (unsigned)r->pos.line);
    put_string(w->out, "why", r->why);
    put_string(w->out, "source", r->source);
    put_string(w->out, "evidence", r->evidence);
    put_string(w->out, "says", r->kind == RULE_RULE ? why_says(w->q, w->output, rule) : NULL);
}

/* Closes the object that open_rule began. */
static void put_unmet(const struct writing *w, const struct unmet *u) {
    fputs(", \"unmet\": [", w->out);
    for (size_t i = 0; i < u->ncond; i++) {
        fputs(i ? ", {\"condition\": " : "{\"condition\": ", w->out);
        json_quoted(w->out, why_condition(w->q->arena, w->table, u->cond[i]));
        fputs(", \"found\": {", w->out);
        for (size_t k = 0; k < u->cond[i]->ninput; k++) {
            uint32_t input = u->cond[i]->input[k];
            fputs(k ? ", " : "", w->out);
            json_quoted(w->out, w->table->input[input].name);
            fputs(": ", w->out);
            json_quoted(w->out, w->q->text[input] ? w->q->text[input] : "");
        }
        fputs("}}", w->out);
    }
    fputs("]", w->out);
    put_string(w->out, "unnamed", u->failed == NO ? NULL : w->table->input[u->failed].name);
    fputs("}", w->out);
}

/* An empty list says that all needs hold. */
static void put_clauses(const struct writing *w, const struct rejected *r) {
    fputc('[', w->out);
    for (size_t i = 0; i < r->nclause; i++) {
        fputs(i ? ", " : "", w->out);
        open_rule(w, r->clause[i].rule);
        put_unmet(w, &r->clause[i]);
    }
    fputc(']', w->out);
}

/* Candidates in their order of preference. */
static void put_rejected(const struct writing *w, const char *key, const struct rejected *r, size_t n) {
    fprintf(w->out, ", \"%s\": [", key);
    for (size_t i = 0; i < n; i++) {
        fputs(i ? ", {\"value\": " : "{\"value\": ", w->out);
        json_quoted(w->out, w->table->output[w->output].value[r[i].value]);
        fputs(", \"clauses\": ", w->out);
        put_clauses(w, &r[i]);
        fputc('}', w->out);
    }
    fputc(']', w->out);
}

/* Left out when empty: these keys speak of trouble. */
static void put_rules(const struct writing *w, const char *key, const uint32_t *rule, size_t n) {
    if (n == 0) {
        return;
    }
    fprintf(w->out, ", \"%s\": [", key);
    for (size_t i = 0; i < n; i++) {
        fputs(i ? ", " : "", w->out);
        open_rule(w, rule[i]);
        fputc('}', w->out);
    }
    fputc(']', w->out);
}

/* "verdict" and the value; numbers of int outputs are numbers. */
static void put_decided(const struct writing *w, const struct decided *d) {
    static const char *const verdict[] = {
        [VERDICT_VALUE] = "value", [VERDICT_NONE] = "none",         [VERDICT_ERROR] = "error",
        [VERDICT_GAP] = "gap",     [VERDICT_CONFLICT] = "conflict", [VERDICT_EXHAUSTED] = "exhausted",
        [VERDICT_NEVER] = "never"};
    fprintf(w->out, "\"verdict\": \"%s\"", verdict[d->verdict]);
    if (d->verdict == VERDICT_VALUE && d->value == NO) {
        fprintf(w->out, ", \"value\": %" PRId64, d->number);
    } else if (d->verdict == VERDICT_VALUE) {
        put_string(w->out, "value", w->table->output[w->output].value[d->value]);
    }
    put_string(w->out, "error", d->error);
}

/* What the rules say is told beside it, since an override hides it. */
static void put_choice(const struct writing *w, const struct reason *r) {
    static const char *const override[] = {"no", "keep", "check", "fallback"};
    const struct own *own = &w->q->own[w->output];
    if (!own->word) {
        return;
    }
    fputs(", \"choice\": {\"value\": ", w->out);
    json_quoted(w->out, own->word);
    fprintf(w->out, ", \"override\": \"%s\", \"taken\": %s, \"by_the_rules\": {",
            override[w->table->output[w->output].override], own->taken ? "true" : "false");
    put_decided(w, &w->q->rules[w->output]);
    fputs("}, \"clauses\": ", w->out);
    put_clauses(w, &r->choice);
    put_rules(w, "forbidden", &own->forbid, own->forbidden);
    fputc('}', w->out);
}

/* One a line, as in the other lists that may be long. */
static void put_beaten(const struct writing *w, const struct reason *r) {
    fputs(",\n    \"gave_way\": [", w->out);
    for (size_t i = 0; i < r->nbeaten; i++) {
        const struct beaten *b = &r->beaten[i];
        fputs(i ? ",\n      " : "", w->out);
        open_rule(w, b->rule);
        put_string(w->out, "because", b->code);
        put_string(w->out, "text", b->why);
        if (b->nrejected) {
            put_rejected(w, "rejected", b->rejected, b->nrejected);
        }
        fputc('}', w->out);
    }
    fputs("],\n    \"near\": [", w->out);
    for (size_t i = 0; i < r->nnear; i++) {
        fputs(i ? ",\n      " : "", w->out);
        open_rule(w, r->near[i].rule);
        put_unmet(w, &r->near[i]);
    }
    fprintf(w->out, "], \"further\": %zu", r->nfurther);
}

static void put_inputs(const struct writing *w, const char *key, uint64_t inputs) {
    fprintf(w->out, ", \"%s\": [", key);
    for (const char *comma = ""; inputs; inputs &= inputs - 1, comma = ", ") {
        fputs(comma, w->out);
        json_quoted(w->out, w->table->input[__builtin_ctzll(inputs)].name);
    }
    fputc(']', w->out);
}

/* "rule" where one decides, "rules" where several do; null: none does, and `gaps = NONE`. */
static void put_deciders(const struct writing *w, const struct change *c) {
    put_string(w->out, "rule", c->nrule == 1 && c->rule[0] != NO ? w->table->rule[c->rule[0]].name : NULL);
    for (size_t i = 0; c->nrule > 1 && i < c->nrule; i++) {
        fputs(i ? ", " : ", \"rules\": [", w->out);
        const char *name = c->rule[i] == NO ? NULL : w->table->rule[c->rule[i]].name;
        name ? json_quoted(w->out, name) : (void)fputs("null", w->out);
    }
    fputs(c->nrule > 1 ? "]" : "", w->out);
}

/* All values of a change, where text shows eight. */
static void put_changes(const struct writing *w, const struct changes *c) {
    fputs(",\n    \"change\": [", w->out);
    for (size_t i = 0; i < c->count; i++) {
        const struct change *one = &c->at[i];
        fputs(i ? ",\n      {\"input\": " : "{\"input\": ", w->out);
        json_quoted(w->out, w->table->input[one->input].name);
        if (one->example) {
            put_string(w->out, "example", one->words);
        } else {
            fputs(", \"values\": ", w->out);
            atoms_json(w->q, one->input, one->set, w->out);
        }
        fputs(", ", w->out);
        put_decided(w, &one->answer);
        put_deciders(w, one);
        fputc('}', w->out);
    }
    fputc(']', w->out);
    put_inputs(w, "not_tried", c->untried);
}

/* Facts have no name but that of their input. */
static void put_facts(const struct writing *w, const struct reason *r) {
    for (size_t i = 0; i < r->nfact; i++) {
        const struct fact *f = &w->table->fact[r->fact[i]];
        fputs(i ? ", " : ", \"facts\": [", w->out);
        fputs("{\"input\": ", w->out);
        json_quoted(w->out, w->table->input[f->input].name);
        put_string(w->out, "of", w->table->input[f->of].name);
        put_string(w->out, "file", file_of(w, f->pos)->path);
        fprintf(w->out, ", \"line\": %u}", (unsigned)f->pos.line);
    }
    fputs(r->nfact ? "]" : "", w->out);
}

/* One label per piece, so that a script need not take a list apart. */
void atoms_json(const struct question *q, uint32_t input, uint32_t set, FILE *out) {
    const struct domain *d = &q->inquiry->space->domain[input];
    const char *comma = "[";
    for (uint32_t at = aset_next(d->sets, set, 0); at != NO; at = aset_next(d->sets, set, at + 1)) {
        fputs(comma, out);
        json_quoted(out, d->atom[at].label);
        comma = ", ";
    }
    fputc(']', out);
}

void explain_json(const struct question *q, uint32_t output, const struct reason *r, const struct changes *c,
                  FILE *out) {
    struct writing w = {q, output, q->inquiry->table, out};
    uint32_t both[2] = {r->d->rule, r->d->other};
    fputs("{\"output\": ", out);
    json_quoted(out, w.table->output[output].name);
    fputs(", ", out);
    put_decided(&w, r->d);
    if (r->d->verdict == VERDICT_CONFLICT) {
        put_rules(&w, "rules", both, 2);
    } else if (r->d->rule != NO) {
        fputs(",\n    \"rule\": ", out);
        open_rule(&w, r->d->rule);
        fputc('}', out);
    }
    put_choice(&w, r);
    put_rejected(&w, "rejected", r->rejected, r->nrejected);
    if (r->chosen.nclause) {
        fputs(", \"cannot_run\": ", out);
        put_clauses(&w, &r->chosen);
    }
    put_rules(&w, "forbidden", r->forbid, r->nforbid);
    put_rules(&w, "never", r->never, r->nnever);
    put_facts(&w, r);
    if (c) {
        put_beaten(&w, r);
        put_changes(&w, c);
    }
    fputc('}', out);
}

/* Four objects, so that a script sees what the user said and what followed. */
void given_json(const struct question *q, FILE *out) {
    static const struct {
        enum origin origin;
        const char *key;
    } part[] = {{ORIGIN_GIVEN, "given"},
                {ORIGIN_DEFAULT, "default"},
                {ORIGIN_FACT, "fact"},
                {ORIGIN_DERIVED, "derived"},
                {ORIGIN_DECIDED, "decided"}};
    const struct table *t = q->inquiry->table;
    for (size_t p = 0; p < sizeof part / sizeof *part; p++) {
        const char *comma = "";
        fprintf(out, "%s\"%s\": {", p ? ", " : "", part[p].key);
        for (uint32_t i = 0; i < t->ninput; i++) {
            if (q->origin[i] == part[p].origin) {
                fputs(comma, out);
                json_quoted(out, t->input[i].name);
                fputs(": ", out);
                json_quoted(out, q->text[i]);
                comma = ", ";
            }
        }
        fputc('}', out);
    }
}

void answer_json(const struct question *q, uint32_t output, FILE *out) {
    struct writing w = {q, output, q->inquiry->table, out};
    const struct decided *d = &q->answer[output];
    fputs("{\"output\": ", out);
    json_quoted(out, w.table->output[output].name);
    fputs(", ", out);
    put_decided(&w, d);
    put_string(out, "rule", d->rule == NO ? NULL : w.table->rule[d->rule].name);
    fputc('}', out);
}

void answers_open_json(const char *table, FILE *out) {
    fputs("{\"turnout\": 1,\n \"table\": ", out);
    json_quoted(out, table);
    fputs(",\n ", out);
}
