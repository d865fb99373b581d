/* explain_choice.c -- what becomes of a user's own choice of an output.
 *
 * In: a question, an output that the rules have decided, and the value that the user asked for.  Out: the answer.
 *     override = keep       the choice wins, unchecked
 *     override = check      it wins where its needs and the forbids hold, else the answer is ERROR
 *     override = fallback   it wins there, else what the rules say
 *     no override           the rules say; whether the choice could run is told all the same
 * A refusal comes before every choice.  A forbid that speaks of other outputs too is asked as far as those are decided.
 */
#include "explain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* All of them: outputs have few. */
static const char *values_text(const struct question *q, const struct output *o) {
    struct text t = {.arena = q->arena};
    text_put(&t, "");
    for (size_t i = 0; i < o->nvalue; i++) {
        text_printf(&t, "%s%s", i ? ", " : "", o->value[i]);
    }
    return t.at;
}

/* NONE and ERROR are outcomes of rules: nobody can choose them. */
static bool parse_value(struct question *q, const struct output *o, uint32_t input, const char *word, struct own *own) {
    for (uint32_t i = 0; i < o->nvalue; i++) {
        if (strcmp(o->value[i], word) == 0) {
            own->value = i;
            return true;
        }
    }
    const char *near = nearest(word, o->value, o->nvalue);
    question_fault(q, input,
                   near ? "'%s' is no value of output '%s'; did you mean '%s'?" : "'%s' is no value of output '%s': %s",
                   word, o->name, near ? near : values_text(q, o));
    return false;
}

/* The name of the value, not an alias: outputs have none. */
bool choice_parse(struct question *q, uint32_t output, uint32_t input, const char *word) {
    const struct output *o = &q->inquiry->table->output[output];
    struct own own = {.word = word, .value = NO};
    char *end = NULL;
    if (o->is_int) {
        own.number = strtoll(word, &end, 10);
        if (end == word || *end || own.number < o->lo || own.number > o->hi) {
            question_fault(q, input, "'%s' is no number that output '%s' can have: %" PRId64 "..%" PRId64, word,
                           o->name, o->lo, o->hi);
            return false;
        }
    } else if (!parse_value(q, o, input, word, &own)) {
        return false;
    }
    q->own[output] = own;
    return true;
}

/* ---- forbids ---- */

/* Entries of int outputs are resolved to bounds and moduli by the table stage. */
static bool number_in(const struct entry *e, int64_t number) {
    bool all = true;
    if (e->kind == ENTRY_ALL) {
        for (size_t i = 0; i < e->npart; i++) {
            all = all && number_in(&e->part[i], number) != e->part[i].not ;
        }
        return all;
    }
    if (e->kind == ENTRY_MULTIPLE) {
        return e->lo && number % e->lo == 0;
    }
    return (e->lo <= number && number <= e->hi) != (e->kind == ENTRY_COMPARE && e->op == COMPARE_NE);
}

static bool is_word(const struct entry *e, uint32_t value) {
    return e->kind == ENTRY_WORD && e->value == value;
}

/* Is the answer among those that a forbid names? */
static bool among(const struct output *out, const struct outcome *o, const struct decided *d) {
    uint32_t special = d->verdict == VERDICT_NONE ? VALUE_NONE : d->verdict == VERDICT_ERROR ? VALUE_ERROR : NO;
    if (special == NO && d->verdict != VERDICT_VALUE) {
        return false;
    }
    if (o->kind == OUTCOME_NONE || o->kind == OUTCOME_ERROR) {
        return special == (o->kind == OUTCOME_NONE ? VALUE_NONE : VALUE_ERROR);
    }
    if (o->kind == OUTCOME_INT && special == NO) {
        return o->number == d->number;
    }
    for (size_t i = 0; i < o->nvalue && !out->is_int; i++) {
        if (o->value[i] == (special == NO ? d->value : special)) {
            return true;
        }
    }
    for (size_t i = 0; i < o->ncand && out->is_int; i++) {
        const struct entry *e = &o->cand[i];
        bool word = is_word(e, VALUE_NONE) || is_word(e, VALUE_ERROR);
        if (word ? is_word(e, special) : special == NO && number_in(e, d->number)) {
            return true;
        }
    }
    return false;
}

/* Outputs without an answer (a gap, a conflict) are no combination. */
bool forbid_hit(const struct question *q, uint32_t rule) {
    const struct rule *r = &q->inquiry->table->rule[rule];
    if (r->kind != RULE_FORBID || !r->nassign || !rule_holds(q, rule)) {
        return false;
    }
    for (size_t i = 0; i < r->nassign; i++) {
        const struct assign *a = &r->assign[i];
        const struct decided *d = &q->answer[a->output];
        bool answers = d->verdict == VERDICT_VALUE || d->verdict == VERDICT_NONE;
        if (!(q->decided >> a->output & 1) || !answers ||
            among(&q->inquiry->table->output[a->output], &a->outcome, d) == a->negated) {
            return false;
        }
    }
    return true;
}

/* Does anything forbid the choice, which stands as the answer now? */
static void look_for_forbid(const struct question *q, uint32_t output, struct own *own) {
    const struct table *t = q->inquiry->table;
    for (uint32_t r = 0; r < t->nrule && !own->forbidden; r++) {
        for (size_t i = 0; i < t->rule[r].nassign && t->rule[r].kind == RULE_FORBID; i++) {
            if (t->rule[r].assign[i].output == output && forbid_hit(q, r)) {
                own->forbidden = true;
                own->forbid = r;
            }
        }
    }
}

/* ---- the choice ---- */

/* What a refusal says, no choice can change. */
static bool refused(const struct question *q, uint32_t output) {
    const struct decided *d = &q->rules[output];
    return d->verdict == VERDICT_NEVER || (d->rule != NO && q->inquiry->table->rule[d->rule].kind == RULE_REFUSE);
}

/* The choice stands as the answer while forbids are asked, since they ask about answers. */
void choice_resolve(struct question *q, uint32_t output) {
    const struct output *o = &q->inquiry->table->output[output];
    struct own *own = &q->own[output];
    struct decided *d = &q->answer[output];
    if (!own->word || o->override == OVERRIDE_NO || refused(q, output)) {
        return;
    }
    *d = (struct decided){.verdict = VERDICT_VALUE,
                          .value = own->value,
                          .number = own->number,
                          .copy = NO,
                          .rule = NO,
                          .other = NO,
                          .cand = NO};
    bool runs = o->is_int || rejected_of(q, output, own->value, false).nclause == 0;
    look_for_forbid(q, output, own);
    own->taken = o->override == OVERRIDE_KEEP || (runs && !own->forbidden);
    if (!own->taken && o->override == OVERRIDE_FALLBACK) {
        *d = q->rules[output];
    } else if (!own->taken) {
        d->verdict = VERDICT_ERROR;
        d->error = arena_printf(
            q->arena, runs ? "the choice '%s' is forbidden here" : "the choice '%s' cannot run here", own->word);
        d->value = NO;
    }
}
