/* table_rules.c -- [rule], [refuse], [forbid], [never] and [pin]: conditions and outcomes.
 *
 * Out:  one struct rule each, in file order; metadata in its fields.
 * Guarantee: each kind has what it must have (a rule an outcome, a refusal its `why`) and nothing that it cannot have;
 *       an outcome or condition that could not be resolved is left out after its message.
 */
#include "table.h"

#include <string.h>

/* The same for every section with conditions. */
void rule_meta(struct build *b, const struct section *s, struct rule *r) {
    const struct key *review = meta_key(s, "review");
    r->about = meta_text(b, s, "about");
    r->why = meta_text(b, s, "why");
    r->source = meta_text(b, s, "source");
    r->evidence = meta_text(b, s, "evidence");
    r->owner = meta_text(b, s, "owner");
    r->review = meta_text(b, s, "review");
    if (review)
        r->review_pos = key_at(review, 0);
}

/* Most tables are rules, so there is room for as many as there are sections; a grid makes several of one. */
void rule_add(struct build *b, const struct rule *r) {
    if (b->t->nrule == b->rule_cap) {
        b->rule_cap = b->rule_cap ? b->rule_cap * 2 : b->d->nsection;
        struct rule *more = arena_alloc(b->a, b->rule_cap * sizeof *more);
        if (b->t->nrule)
            memcpy(more, b->t->rule, b->t->nrule * sizeof *more);
        b->t->rule = more;
    }
    b->t->rule[b->t->nrule++] = *r;
}

void rule_name(struct build *b, const char *name) {
    if (b->allows)
        names_add(&b->rule, name, 0);
}

void rule_unsourced(struct build *b, const struct section *s) {
    if (!meta_key(s, "source"))
        *PUSH(b->a, b->unsourced, b->nunsourced) = s;
}

/* tier, else, exhausted: how a rule takes part in the decision. */
static void rule_policy(struct build *b, const struct section *s, struct rule *r) {
    static const char *const exhausted[] = {"error", "next"};
    const struct key *tier = meta_key(s, "tier"), *k = meta_key(s, "exhausted");
    uint32_t word = 0;
    r->is_else = meta_yes(b, s, "else");
    r->exhausted_next = k && meta_choice(b, k, exhausted, 2, &word) && word == 1;
    r->tier = r->is_else ? (uint32_t)b->t->ntier - 1 : 0;
    if (!tier || !*tier->value)
        return;
    uint32_t found = names_find(&b->tier, tier->value);
    r->tier_given = found != NO;
    if (found != NO)
        r->tier = found;
    else
        msg_add(b->m, FINDING_UNKNOWN, key_at(tier, 0), strcspn(tier->value, "\n"), "unknown tier '%s'%s", tier->value,
                b->tier.count ? meta_hint(b, tier->value, b->t->tier, b->t->ntier)
                              : "; declare it in [table]: tiers = model, default");
}

/* `outputs = a, b`; without it a refusal is of all. */
static void refuse_outputs(struct build *b, const struct section *s, struct rule *r) {
    const struct key *k = meta_key(s, "outputs");
    const char *name[MAX_SYMBOL];
    for (size_t i = 0; i < b->t->noutput; i++)
        name[i] = b->t->output[i].name;
    struct entries es = k ? meta_words(b, k) : (struct entries){0};
    for (size_t i = 0; i < es.count; i++) {
        const struct entry *e = &es.entry[i];
        uint32_t output = build_find_output(b, e->text);
        if (output == NO)
            msg_add(b->m, FINDING_UNKNOWN, e->pos, e->len, "unknown output '%s'%s", e->text,
                    meta_hint(b, e->text, name, b->t->noutput));
        for (size_t j = 0; j < r->noutput && output != NO; j++)
            if (r->output[j] == output) {
                msg_add(b->m, FINDING_DUPLICATE, e->pos, e->len, "the output '%s' twice", e->text);
                output = NO;
            }
        if (output != NO)
            *PUSH(b->a, r->output, r->noutput) = output;
    }
}

/* A rule selects, a pin or forbid matches, the others have no outcome. */
static void rule_outcome_key(struct build *b, const struct key *k, enum kind kind, struct rule *r) {
    struct assign assign;
    uint32_t output = build_find_output(b, k->name);
    bool good = false;
    if (kind & (KIND_REFUSE | KIND_NEVER))
        msg_add(b->m, FINDING_TYPE, k->pos, strlen(k->name), "'%s' is an output; %s", k->name,
                kind == KIND_NEVER ? "[never] has conditions only" : "name what is refused by 'outputs = ...'");
    else if (kind == KIND_RULE)
        good = outcome_read(b, k, output, r->why, &assign);
    else
        good = outcome_match(b, k, output, &assign);
    if (good)
        r->assign[r->nassign++] = assign;
}

/* What each kind must have. */
static void rule_complete(struct build *b, const struct section *s, enum kind kind, size_t nkey_cond, size_t nkey_out) {
    size_t len = strlen(s->kind) + 1;
    if (kind & (KIND_RULE | KIND_PIN | KIND_FORBID) && nkey_out == 0 && b->t->noutput)
        msg_add(b->m, FINDING_MISSING, s->pos, len, "%s '%s' names no output", s->kind, s->name);
    if (kind & KIND_NEVER && nkey_cond == 0)
        msg_add(b->m, FINDING_MISSING, s->pos, len, "never '%s' has no condition and would leave no cell", s->name);
    if (kind & KIND_REFUSE && !meta_key(s, "why"))
        msg_add(b->m, FINDING_MISSING, s->pos, len, "refuse '%s' has no 'why', the text of the error", s->name);
}

static enum rule_kind rule_kind(enum kind kind) {
    return kind == KIND_RULE     ? RULE_RULE
           : kind == KIND_REFUSE ? RULE_REFUSE
           : kind == KIND_NEVER  ? RULE_NEVER
           : kind == KIND_FORBID ? RULE_FORBID
                                 : RULE_PIN;
}

/* Of every key, in a list that is used again. */
static enum key_class *key_classes(struct build *b, const struct section *s, enum kind kind, size_t *ncond,
                                   size_t *nout) {
    if (s->nkey > b->class_cap) {
        b->class_cap = s->nkey * 2;
        b->class = arena_alloc(b->a, b->class_cap * sizeof *b->class);
    }
    for (size_t i = 0; i < s->nkey; i++) {
        b->class[i] = key_classify(b, &s->key[i], kind);
        *ncond += b->class[i] == KEY_COND;
        *nout += b->class[i] == KEY_OUTCOME;
    }
    return b->class;
}

/* Counts of keys, not of what could be resolved, tell whether something is missing: one fault, one message. */
void table_rule(struct build *b, const struct section *s, enum kind kind) {
    size_t nkey_cond = 0, nkey_out = 0;
    struct cond cond;
    struct rule r = {.kind = rule_kind(kind), .name = s->name, .pos = s->pos};
    meta_keys(b, s);
    meta_named(b, s);
    rule_meta(b, s, &r);
    if (kind == KIND_RULE)
        rule_policy(b, s, &r);
    if (kind != KIND_NEVER && !r.is_else) /* these state no fact about a system */
        rule_unsourced(b, s);
    if (kind == KIND_REFUSE)
        refuse_outputs(b, s, &r);
    enum key_class *class = key_classes(b, s, kind, &nkey_cond, &nkey_out);
    bool spans = meta_key(s, "since") || meta_key(s, "until");
    r.cond = arena_alloc(b->a, (nkey_cond + spans) * sizeof *r.cond);
    r.assign = arena_alloc(b->a, nkey_out * sizeof *r.assign);
    for (size_t i = 0; i < s->nkey; i++) {
        if (class[i] == KEY_OUTCOME)
            rule_outcome_key(b, &s->key[i], kind, &r);
        if (class[i] == KEY_COND && cond_read(b, &s->key[i], &cond))
            r.cond[r.ncond++] = cond;
    }
    if (spans && cond_span(b, s, false, &cond))
        r.cond[r.ncond++] = cond;
    rule_complete(b, s, kind, nkey_cond, nkey_out);
    rule_add(b, &r);
    rule_name(b, s->name);
}

/* One note for all of them: a table that grows its sources rule by rule is not buried in notes. */
void table_sources(struct build *b) {
    enum { SHOWN = 3 };
    if (b->nunsourced == 0)
        return;
    const struct section *s = b->unsourced[0];
    struct msg *msg;
    if (b->nunsourced == 1)
        msg =
            msg_add(b->m, FINDING_UNSOURCED, s->pos, strlen(s->kind) + 1, "%s '%s' has no 'source'", s->kind, s->name);
    else
        msg = msg_add(b->m, FINDING_UNSOURCED, s->pos, strlen(s->kind) + 1, "%s '%s' and %zu more have no 'source'",
                      s->kind, s->name, b->nunsourced - 1);
    for (size_t i = 1; i < b->nunsourced && i <= SHOWN; i++)
        msg_note(b->m, msg, b->unsourced[i]->pos, "%s '%s' is here", b->unsourced[i]->kind, b->unsourced[i]->name);
}
