/* from_factor.c -- the operands of a [from FILE] expression: paths, numbers, texts, `exists`, brackets.
 *
 * In:   a place in the value of one key.  Out: one operand, and the place behind it; or a message at the fault.
 * Guarantee: brackets inside each other are limited, so that no table exhausts the stack.
 */
#include "from.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 32, DIGITS = 18 };

bool from_fault(struct lexer *l, const char *at, size_t len, const char *text) {
    msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, at), len ? len : 1, "%s", text);
    return false;
}

/* What stands where something else must; a misspelled word is likely one of these. */
bool from_unexpected(struct lexer *l, const char *wanted) {
    static const char *const word[] = {"exists", "is", "is not", "has", "else"};
    size_t len = strcspn(l->at, " \t\n,|:()[]{}\"");
    char *found = arena_strdup(l->a, l->at, len ? len : *l->at != 0);
    const char *near = nearest(found, word, sizeof word / sizeof *word);
    if (!*l->at) {
        return from_fault(l, l->at, 1, arena_printf(l->a, "%s is missing at the end", wanted));
    }
    return from_fault(l, l->at, strlen(found),
                      arena_printf(l->a, "expected %s, found '%s'%s%s%s", wanted, found, near ? "; did you mean '" : "",
                                   near ? near : "", near ? "'?" : ""));
}

static bool is_key(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* A key may hold '-', but `->` ends it. */
static size_t key_len(const char *at) {
    size_t len = 0;
    while (is_key(at[len]) || (len && at[len] == '-' && is_key(at[len + 1]))) {
        len++;
    }
    return len;
}

/* Is this word next?  Then it is taken. */
bool from_takes(struct lexer *l, const char *word) {
    lexer_blank(l);
    size_t len = key_len(l->at);
    bool is = len == strlen(word) && !strncmp(l->at, word, len);
    l->at += is ? len : 0;
    return is;
}

bool from_takes_sign(struct lexer *l, const char *sign) {
    lexer_blank(l);
    bool is = !strncmp(l->at, sign, strlen(sign));
    l->at += is ? strlen(sign) : 0;
    return is;
}

struct from_expr *from_kept(struct lexer *l, const struct from_expr *e) {
    struct from_expr *k = arena_alloc(l->a, sizeof *k);
    *k = *e;
    return k;
}

/* ---- factors ---- */

static bool number(struct lexer *l, int64_t *out) {
    const char *start = l->at;
    size_t len = strspn(l->at, "0123456789");
    if (len == 0 || len > DIGITS || is_key(l->at[len])) {
        return from_fault(l, start, len, "expected a number of at most 18 digits");
    }
    for (*out = 0; l->at < start + len; l->at++) {
        *out = *out * 10 + (*l->at - '0');
    }
    return true;
}

/* `[2]`, `["quant method"]` */
static bool bracket(struct lexer *l, struct from_step *step) {
    const char *start = l->at++;
    lexer_blank(l);
    if (*l->at == '"' && l->inside) {
        return from_fault(l, l->at, 1, "a text inside a text");
    }
    if (*l->at == '"') {
        step->key = lexer_string(l);
        if (!step->key) {
            return false;
        }
    } else if (!number(l, &step->index)) {
        return false;
    } else {
        step->kind = STEP_INDEX;
    }
    return from_takes_sign(l, "]") || from_fault(l, start, 1, "'[' without its ']'");
}

/* A step behind '.', or the first one. */
static bool named_step(struct lexer *l, struct from_step *step, bool first) {
    size_t len = key_len(l->at);
    if (*l->at == '*' && !first) {
        step->kind = STEP_EVERY;
        l->at++;
        return true;
    }
    if (len == 0 || isdigit((unsigned char)*l->at)) {
        return from_unexpected(l, first ? "a path, a number, a text or '('" : "a key, '*' or '['");
    }
    step->key = arena_strdup(l->a, l->at, len);
    l->at += len;
    return true;
}

static bool path(struct lexer *l, struct from_expr *e) {
    e->kind = FROM_PATH;
    e->root = *l->at == '.';
    l->at += e->root;
    bool bracketed = *l->at == '[', good = true;
    do {
        struct from_step step = {STEP_KEY, NULL, 0};
        good = bracketed ? bracket(l, &step) : named_step(l, &step, e->nstep == 0 && !e->root);
        *PUSH(l->a, e->step, e->nstep) = step;
        bracketed = *l->at == '[';
    } while (good && (bracketed || (*l->at == '.' && l->at++)));
    return good;
}

/* `"w{bits}a{input_bits}"`: a part per piece of text and per brace. */
static bool text(struct lexer *l, struct from_expr *e) {
    const char *start = l->at++;
    struct text piece = {.arena = l->a};
    bool open = true;
    text_put(&piece, "");
    e->kind = FROM_TEXT;
    while (*l->at && *l->at != '"') {
        if (*l->at == '{') {
            struct from_expr inner = {.text = ""}, before = {.kind = FROM_TEXT, .text = piece.at};
            l->at++;
            l->inside = true;
            bool good = from_value(l, &inner) && (from_takes_sign(l, "}") || from_unexpected(l, "'}'"));
            l->inside = false;
            if (!good) {
                return false;
            }
            *PUSH(l->a, e->part, e->npart) = before;
            *PUSH(l->a, e->part, e->npart) = inner;
            piece = (struct text){.arena = l->a};
            text_put(&piece, "");
            continue;
        }
        l->at += l->at[0] == '\\' && l->at[1] && strchr("\"\\{}", l->at[1]);
        text_add(&piece, *l->at == '\n' ? " " : l->at, 1);
        l->at++;
    }
    open = *l->at == 0;
    l->at += !open;
    e->text = piece.at; /* with parts: what stands behind the last of them */
    return !open || from_fault(l, start, lexer_span(start, l->at), "text without its closing '\"'");
}

bool from_factor(struct lexer *l, struct from_expr *e) {
    lexer_blank(l);
    const char *start = l->at;
    struct from_expr of = {.text = ""};
    bool good;
    if (l->depth >= DEEPEST) {
        return from_fault(l, start, 1, "more than 32 brackets inside each other");
    }
    l->depth++;
    if (isdigit((unsigned char)*start)) {
        e->kind = FROM_NUMBER;
        good = number(l, &e->number);
    } else if (*start == '"' && l->inside) {
        good = from_fault(l, start, 1, "a text inside a text");
    } else if (*start == '"') {
        good = text(l, e);
    } else if (from_takes_sign(l, "(")) {
        good = from_value(l, e) && (from_takes_sign(l, ")") || from_fault(l, start, 1, "'(' without its ')'"));
    } else if (from_takes(l, "exists")) {
        good = from_factor(l, &of);
        e->kind = FROM_EXISTS;
        e->part = from_kept(l, &of);
        e->npart = 1;
    } else {
        good = path(l, e);
    }
    l->depth--;
    return good;
}
