/* table_conds.c -- the keys of a section with conditions.
 *
 * In:   a key: metadata of its kind of section, `input`, `if input`, `any(a, b)`, `(dk, dv)`, or an output.
 * Out:  a condition with its inputs and resolved entries; `since` and `until` as one more, on the table's `versions`.
 * Guarantee: a key that is none of these is a message; a condition after a message is left out of its rule, and the
 *       message keeps every later stage from running.
 */
#include "table.h"

#include <string.h>

/* Where the inputs of a key's name begin, and its form. */
struct head {
    const char *at; /* behind `if ` and `any` */
    enum cond_form form;
    bool guard;
};

static struct head key_head(const char *name) {
    struct head h = {.at = name, .form = COND_PLAIN};
    if (!strncmp(h.at, "if", 2) && (h.at[2] == ' ' || h.at[2] == '\t')) {
        h.guard = true;
        for (h.at += 2; *h.at == ' ' || *h.at == '\t';)
            h.at++;
    }
    if (*h.at == '(')
        h.form = COND_TUPLE;
    if (!strncmp(h.at, "any", 3) && h.at[3 + strspn(h.at + 3, " \t")] == '(') {
        h.form = COND_ANY;
        h.at += 3 + strspn(h.at + 3, " \t");
    }
    return h;
}

/* Names of inputs and outputs come before metadata; they are never the same (symbol_add). */
enum key_class key_classify(struct build *b, const struct key *k, enum kind kind) {
    uint32_t symbol = build_symbol(b, k);
    if (symbol != NO)
        return symbol & SYMBOL_OUTPUT ? KEY_OUTCOME : KEY_COND;
    struct head h = key_head(k->name);
    if (meta_allowed(b, k->name, kind))
        return KEY_META;
    if (h.guard && !(kind & (KIND_NEEDS | KIND_GRID))) {
        msg_add(b->m, FINDING_UNKNOWN, k->pos, strlen(k->name),
                "'%s': 'if' belongs to needs clauses and grids; here every condition is one", k->name);
        return KEY_BAD;
    }
    if (h.guard || h.form != COND_PLAIN)
        return KEY_COND;
    meta_unknown_key(b, k, kind);
    return KEY_BAD;
}

/* The inputs inside `(a, b)`. */
static bool head_inputs(struct build *b, const struct key *k, const struct head *h, struct cond *c) {
    struct pos pos = k->pos;
    pos.col += (uint32_t)(h->at - k->name);
    struct key text = meta_key_text(b, k->name, h->at, pos);
    struct entries es = cell_entries(b->a, b->m, &text);
    bool good = es.count == 1 && meta_plain(es.entry, ENTRY_TUPLE) && es.entry->npart > 1;
    if (!good && es.count)
        msg_add(b->m, FINDING_SYNTAX, pos, strlen(h->at), "'%s' is not a list of inputs: (a, b)", h->at);
    for (size_t i = 0; good && i < es.entry->npart; i++) {
        const struct entry *e = &es.entry->part[i];
        bool word = meta_plain(e, ENTRY_WORD);
        uint32_t input = word ? input_find(b, e->text, e->pos, e->len) : NO;
        if (!word)
            msg_add(b->m, FINDING_SYNTAX, e->pos, e->len, "'%s' is no input", entry_text(b->a, e));
        for (size_t j = 0; j < c->ninput && input != NO; j++)
            if (c->input[j] == input) {
                msg_add(b->m, FINDING_DUPLICATE, e->pos, e->len, "the input '%s' twice", e->text);
                input = NO;
            }
        good = input != NO;
        if (good)
            *PUSH(b->a, c->input, c->ninput) = input;
    }
    return good;
}

/* The words of any() have an index of their own in each input. */
static bool any_resolve(struct build *b, struct cond *c) {
    bool good = true;
    c->each = arena_alloc(b->a, c->ninput * sizeof *c->each);
    for (size_t i = 0; i < c->ninput; i++) {
        size_t bytes = c->entries.count * sizeof *c->entries.entry;
        struct entries *each = &c->each[i];
        *each = c->entries;
        each->entry = memcpy(arena_alloc(b->a, bytes + 1), c->entries.entry, bytes);
        for (size_t e = 0; e < each->count; e++) {
            struct entry *all = &each->entry[e];
            if (all->npart)
                all->part = memcpy(arena_alloc(b->a, all->npart * sizeof *all->part), all->part,
                                   all->npart * sizeof *all->part);
        }
        good = entries_resolve(b, c->input[i], each) && good;
    }
    c->entries = c->each[0];
    return good;
}

struct same *same_find(struct build *b, uint32_t symbol, const struct key *k) {
    uint32_t at = k->text ? b->of_text[k->text] : 0;
    while (at && b->same[at - 1].symbol != symbol)
        at = b->same[at - 1].next;
    return at ? &b->same[at - 1] : NULL;
}

struct same *same_add(struct build *b, uint32_t symbol, const struct key *k) {
    struct same *same = PUSH(b->a, b->same, b->nsame);
    same->symbol = symbol;
    same->next = b->of_text[k->text];
    b->of_text[k->text] = (uint32_t)b->nsame;
    return same;
}

/* Entries that were read without a message are those of every condition on this input with the same text, which is
 * most of a large table. */
static bool list_read(struct build *b, const struct key *k, struct cond *c) {
    uint32_t input = c->input[0];
    struct same *same = same_find(b, input, k);
    if (!same) {
        size_t nmsg = b->m->nmsg;
        c->entries = cell_entries(b->a, b->m, k);
        if (!entries_resolve(b, input, &c->entries))
            return false;
        if (!k->text || b->m->nmsg > nmsg)
            return true;
        same = same_add(b, input, k);
        same->entries = c->entries;
        same->list = ++b->t->nlist;
    }
    c->entries = same->entries;
    c->list = same->list;
    c->col = k->col;
    return true;
}

/* A condition whose key or entries have a message is not kept by the caller. */
bool cond_read(struct build *b, const struct key *k, struct cond *c) {
    uint32_t plain = build_symbol(b, k); /* an input named `any` or `if` is refused, so no doubt here */
    struct head h = {.at = k->name, .form = COND_PLAIN};
    if (plain == NO || plain & SYMBOL_OUTPUT) {
        h = key_head(k->name);
        plain = NO;
    }
    *c = (struct cond){.form = h.form, .guard = h.guard, .pos = k->pos};
    if (h.form != COND_PLAIN) {
        if (!head_inputs(b, k, &h, c))
            return false;
    } else {
        struct pos pos = k->pos;
        pos.col += (uint32_t)(h.at - k->name);
        if (plain == NO)
            plain = input_find(b, h.at, pos, strlen(h.at));
        if (plain == NO)
            return false;
        c->input = &b->number[plain];
        c->ninput = 1;
    }
    if (!*k->value)
        return false;
    if (h.form == COND_PLAIN)
        return list_read(b, k, c);
    c->entries = cell_entries(b->a, b->m, k);
    if (h.form == COND_ANY)
        return any_resolve(b, c);
    return tuple_resolve(b, c->input, c->ninput, &c->entries);
}

/* The lower edge of a version: [since, until) divides the versions without a remainder, which `<` of PEP 440 does not
 * (it leaves the pre-releases of its version out). */
static bool span_edge(struct build *b, const char *text, struct pos pos, size_t len, struct cut *out) {
    const struct input *in = &b->t->input[b->t->versions];
    struct interval at[2];
    const char *error = NULL;
    if (version_specifier(b->a, in->scheme, COMPARE_GE, text, at, &error) == 1) {
        *out = at[0].lo;
        return true;
    }
    msg_add(b->m, FINDING_TYPE, pos, len, "%s", error ? error : "no version");
    return false;
}

/* Either bound may be missing. */
bool span_interval(struct build *b, const char *since, const char *until, struct pos pos, size_t len,
                   struct interval *out) {
    *out = (struct interval){0};
    if (since && !span_edge(b, since, pos, len, &out->lo))
        return false;
    if (until && !span_edge(b, until, pos, len, &out->hi))
        return false;
    if (!since || !until || cut_compare(&out->lo, &out->hi) < 0)
        return true;
    msg_add(b->m, FINDING_TYPE, pos, len, "since %s until %s holds no version", since, until);
    return false;
}

/* One entry carries both bounds; its text is the one that stands first, for messages. */
bool cond_span(struct build *b, const struct section *s, bool guard, struct cond *c) {
    const struct key *since = meta_key(s, "since"), *until = meta_key(s, "until"), *k = since ? since : until;
    if (!k)
        return false;
    if (b->t->versions == NO) {
        msg_add(b->m, FINDING_MISSING, k->pos, strlen(k->name),
                "'%s' needs 'versions = INPUT' in [table], the input whose versions are meant", k->name);
        return false;
    }
    struct entry *e = arena_alloc(b->a, sizeof *e);
    *e = (struct entry){.kind = ENTRY_COMPARE, .op = since ? COMPARE_GE : COMPARE_LT, .text = k->value, .ninterval = 1};
    e->pos = key_at(k, 0);
    e->len = (uint32_t)strcspn(k->value, "\n");
    *c = (struct cond){.form = COND_PLAIN, .guard = guard, .pos = k->pos, .entries = {e, 1}};
    c->input = &b->number[b->t->versions];
    c->ninput = 1;
    struct interval *span = arena_alloc(b->a, sizeof *span);
    e->interval = span;
    return span_interval(b, since ? since->value : NULL, until ? until->value : NULL, e->pos, e->len, span);
}
