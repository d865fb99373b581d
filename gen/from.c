/* from.c -- the text of one key of a [from FILE] section, as an expression over a JSON document.
 *
 * In:   `head_dim | hidden_size / num_attention_heads`, `quant_algo: *FP4* -> nvfp4, FP8 -> fp8`, `exists kv_lora_rank`.
 * Out:  a tree (turnout.h); what the input's type makes of its words is left to the table stage.
 * Grammar:
 *   value   = alt { "|" alt }                                  the first that says something
 *   alt     = test [ ":" pattern "->" word { "," ... } ]       other words for it; `else` matches everything
 *   test    = sum [ ("is" ["not"] | "has") sum ]
 *   sum     = product { "+" product }     product = factor { ("*" | "/" | "%") factor }
 *   factor  = number | "text {value}" | path | "exists" factor | "(" value ")"
 *   path    = ["."] key { "." key | "[" number "]" | "[" "key" "]" | ".*" }
 * Guarantee: no loops and no calls, so every value ends; a fault is one message at its place.
 */
#include "from.h"

#include <string.h>

enum { LONGEST = 100 };
#define TOO_LONG "more than 100 operands in one sum or product"

/* ---- what stands between them ---- */

/* x op y, to the left */
static void pair_up(struct lexer *l, struct from_expr *e, enum from_kind kind, char op, const struct from_expr *y) {
    struct from_expr *both = arena_alloc(l->a, 2 * sizeof *both);
    both[0] = *e;
    both[1] = *y;
    *e = (struct from_expr){.kind = kind, .op = op, .part = both, .npart = 2, .text = ""};
}

static bool product(struct lexer *l, struct from_expr *e) {
    bool good = from_factor(l, e);
    size_t n = 0;
    for (lexer_blank(l); good && *l->at && strchr("*/%", *l->at); lexer_blank(l)) {
        struct from_expr y = {.text = ""};
        if (++n == LONGEST) {
            return from_fault(l, l->at, 1, TOO_LONG);
        }
        char op = *l->at++;
        good = from_factor(l, &y);
        pair_up(l, e, FROM_NUMBERS, op, &y);
    }
    return good;
}

static bool sum(struct lexer *l, struct from_expr *e) {
    bool good = product(l, e);
    size_t n = 0;
    while (good && from_takes_sign(l, "+")) {
        struct from_expr y = {.text = ""};
        if (++n == LONGEST) {
            return from_fault(l, l->at - 1, 1, TOO_LONG);
        }
        good = product(l, &y);
        pair_up(l, e, FROM_NUMBERS, '+', &y);
    }
    return good;
}

static bool test(struct lexer *l, struct from_expr *e) {
    struct from_expr y = {.text = ""};
    if (!sum(l, e)) {
        return false;
    }
    enum from_kind kind = from_takes(l, "is") ? FROM_IS : from_takes(l, "has") ? FROM_HAS : FROM_NUMBER;
    if (kind == FROM_NUMBER) {
        return true;
    }
    kind = kind == FROM_IS && from_takes(l, "not") ? FROM_IS_NOT : kind;
    if (kind == FROM_HAS && e->kind != FROM_PATH) {
        return from_fault(l, l->at, 1, "'has' asks about a path");
    }
    bool good = sum(l, &y);
    pair_up(l, e, kind, 0, &y);
    return good;
}

/* A plain word, or a text without braces. */
static const char *word(struct lexer *l, const char *wanted) {
    lexer_blank(l);
    const char *start = l->at;
    if (*start == '"') {
        return lexer_string(l);
    }
    while (*l->at && !strchr(" \t\n,|:()\"{}", *l->at) && strncmp(l->at, "->", 2) != 0) {
        l->at++;
    }
    if (l->at == start) {
        from_unexpected(l, wanted);
        return NULL;
    }
    return arena_strdup(l->a, start, (size_t)(l->at - start));
}

static bool pair(struct lexer *l, struct from_pair *p) {
    lexer_blank(l);
    bool quoted = *l->at == '"';
    p->pattern = word(l, "a value or 'else'");
    p->is_else = p->pattern && !quoted && !strcmp(p->pattern, "else");
    if (!p->pattern || (!from_takes_sign(l, "->") && !from_unexpected(l, "'->'"))) {
        return false;
    }
    lexer_blank(l);
    const char *start = l->at;
    p->pos = lexer_pos(l, start);
    p->word = word(l, "a word of the input");
    p->len = (uint32_t)lexer_span(start, l->at);
    return p->word != NULL;
}

/* Runs of blanks as one. */
static const char *one_line(struct arena *a, const char *at, size_t len) {
    char *text = arena_strdup(a, at, len), *to = text;
    for (const char *c = text; *c; c++) {
        bool blank = strchr(" \t\n", *c) != NULL;
        if (!blank || (to > text && to[-1] != ' ')) {
            *to++ = blank ? ' ' : *c;
        }
    }
    while (to > text && to[-1] == ' ') {
        to--;
    }
    *to = 0;
    return text;
}

static bool alternative(struct lexer *l, struct from_expr *e) {
    lexer_blank(l);
    const char *start = l->at;
    struct from_expr of = {.text = ""};
    bool good = test(l, &of);
    const char *said = one_line(l->a, start, (size_t)(l->at - start));
    *e = of;
    if (good && from_takes_sign(l, ":")) {
        *e = (struct from_expr){.kind = FROM_MAP, .text = "", .part = from_kept(l, &of), .npart = 1};
        do {
            struct from_pair p = {0};
            good = pair(l, &p);
            *PUSH(l->a, e->pair, e->npair) = p;
        } while (good && from_takes_sign(l, ","));
    }
    e->pos = lexer_pos(l, start);
    e->len = (uint32_t)lexer_span(start, l->at);
    e->said = said;
    return good;
}

bool from_value(struct lexer *l, struct from_expr *e) {
    struct from_expr first = {.kind = FROM_FIRST, .text = ""};
    bool good;
    do {
        struct from_expr one = {.text = ""};
        good = alternative(l, &one);
        *PUSH(l->a, first.part, first.npart) = one;
    } while (good && from_takes_sign(l, "|"));
    *e = first;
    return good;
}

/* Behind a whole expression; `exist a` is a path and something more. */
static bool unfinished(struct lexer *l, const struct from_expr *last) {
    static const char *const word[] = {"exists"};
    const char *wanted = "'|', ':', 'is', 'has' or a sign of arithmetic";
    const char *key = last->kind == FROM_PATH && last->nstep == 1 && !last->root ? last->step[0].key : NULL;
    bool near = key && nearest(key, word, 1);
    return from_unexpected(l, near ? arena_printf(l->a, "%s (or is '%s' meant for 'exists'?)", wanted, key) : wanted);
}

bool from_read(struct arena *a, struct msgs *m, const struct key *k, struct from_expr *out) {
    struct lexer l = {.a = a, .m = m, .k = k, .at = k->value};
    *out = (struct from_expr){.text = ""};
    if (!from_value(&l, out)) {
        return false;
    }
    lexer_blank(&l);
    return !*l.at || unfinished(&l, &out->part[out->npart - 1]);
}

/* `within = text_config, thinker_config.text_config`: paths only. */
bool from_paths(struct arena *a, struct msgs *m, const struct key *k, struct from_expr **out, size_t *nout) {
    struct lexer l = {.a = a, .m = m, .k = k, .at = k->value};
    bool good;
    do {
        struct from_expr e = {.text = ""};
        lexer_blank(&l);
        const char *start = l.at;
        good = from_factor(&l, &e);
        if (good && e.kind != FROM_PATH) {
            return from_fault(&l, start, lexer_span(start, l.at), "'within' takes paths");
        }
        *PUSH(a, *out, *nout) = e;
    } while (good && from_takes_sign(&l, ","));
    lexer_blank(&l);
    return good && (!*l.at || from_unexpected(&l, "','"));
}
