/* which_value.c -- one expression of a [from FILE] section over one JSON document.
 *
 * In:   an expression, a document.  Out: a text or a number, or nothing; for nothing, what stands in the way.
 * null is as good as missing.  true and false are yes and no.  A number with a fraction is a text that only a name
 * takes.  Arithmetic is of whole numbers; what is too large, or divided by 0, is nothing.
 * Guarantee: every expression ends, and looks at no more than the document once per step of a path.
 */
#include "which.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

enum value_kind { VALUE_NOTHING, VALUE_NUMBER, VALUE_TEXT };
struct value {
    enum value_kind kind;
    int64_t number;
    const char *text;
};
struct looking {
    struct arena *arena;
    const struct from *from;
    json_t *root;
    const char *why;
};
static struct value eval(struct looking *l, const struct from_expr *e);

static struct value nothing(struct looking *l, const char *why) {
    l->why = why ? why : l->why;
    return (struct value){.kind = VALUE_NOTHING};
}

static struct value text_value(const char *text) {
    return (struct value){.kind = VALUE_TEXT, .text = text};
}

static struct value number_value(int64_t number) {
    return (struct value){.kind = VALUE_NUMBER, .number = number};
}

static struct value answer(bool yes) {
    return text_value(yes ? "yes" : "no");
}

/* Bytes that a terminal would obey are in no value. */
static bool is_plain(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)text[i] < ' ' || text[i] == 127) {
            return false;
        }
    }
    return true;
}

/* Whole numbers beyond 2^53 are not exact as a float. */
static struct value real_value(struct looking *l, double real) {
    double limit = 9007199254740992.0;
    int64_t whole = real > -limit && real < limit ? (int64_t)real : 0;
    bool exact = real > -limit && real < limit && !((double)whole < real) && !((double)whole > real);
    return exact ? number_value(whole) : text_value(arena_printf(l->arena, "%.17g", real));
}

static struct value value_of(struct looking *l, const struct from_expr *path, json_t *at) {
    switch (json_typeof(at)) {
    case JSON_STRING:
        if (!is_plain(json_string_value(at), json_string_length(at))) {
            return nothing(l, arena_printf(l->arena, "'%s' holds control characters", which_path(l->arena, path)));
        }
        return text_value(json_string_value(at));
    case JSON_INTEGER:
        return number_value(json_integer_value(at));
    case JSON_REAL:
        return real_value(l, json_real_value(at));
    case JSON_TRUE:
        return answer(true);
    case JSON_FALSE:
        return answer(false);
    case JSON_OBJECT:
    case JSON_ARRAY:
        return nothing(l, arena_printf(l->arena, "'%s' is %s", which_path(l->arena, path),
                                       json_is_array(at) ? "a list" : "an object"));
    case JSON_NULL:
        break;
    }
    return nothing(l, NULL);
}

static struct value path_value(struct looking *l, const struct from_expr *path) {
    json_t *at = which_first(path, which_base(l->from, path, l->root));
    if (!at) {
        return nothing(l, arena_printf(l->arena, "there is no '%s'", which_path(l->arena, path)));
    }
    return value_of(l, path, at);
}

/* Numbers and texts are compared as they are written. */
static const char *written(struct arena *a, const struct value *v) {
    return v->kind == VALUE_NUMBER ? arena_printf(a, "%" PRId64, v->number) : v->kind == VALUE_TEXT ? v->text : NULL;
}

/* The bool is that of the table stage's derived integers: whole numbers, no division by less than 1. */
static struct value arithmetic(struct looking *l, const struct from_expr *e) {
    struct value x = eval(l, &e->part[0]), y = x.kind == VALUE_NOTHING ? x : eval(l, &e->part[1]);
    int64_t number;
    if (x.kind == VALUE_NOTHING || y.kind == VALUE_NOTHING) {
        return nothing(l, NULL);
    }
    if (x.kind != VALUE_NUMBER || y.kind != VALUE_NUMBER) {
        return nothing(
            l, arena_printf(l->arena, "'%s' is no whole number", written(l->arena, x.kind != VALUE_NUMBER ? &x : &y)));
    }
    if (!derived_number(e->op, x.number, y.number, &number)) {
        return nothing(l, arena_printf(l->arena, "%" PRId64 " %c %" PRId64 " has no value", x.number, e->op, y.number));
    }
    return number_value(number);
}

struct member {
    struct looking *looking;
    const struct from_expr *path;
    const char *wanted;
    bool any, found;
};

/* A list counts by its members, an object by its keys. */
static bool look_at(void *to, json_t *at) {
    struct member *m = to;
    m->any = true;
    for (size_t i = 0; i < json_array_size(at) && !m->found; i++) {
        json_t *one = json_array_get(at, i);
        struct value v = json_is_object(one) || json_is_array(one) ? (struct value){.kind = VALUE_NOTHING}
                                                                   : value_of(m->looking, m->path, one);
        m->found = v.kind != VALUE_NOTHING && strcmp(written(m->looking->arena, &v), m->wanted) == 0;
    }
    if (json_is_object(at)) {
        m->found = json_object_get(at, m->wanted) != NULL;
    } else if (!json_is_array(at)) {
        struct value v = value_of(m->looking, m->path, at);
        m->found = v.kind != VALUE_NOTHING && strcmp(written(m->looking->arena, &v), m->wanted) == 0;
    }
    return m->found;
}

static struct value has(struct looking *l, const struct from_expr *e) {
    struct value y = eval(l, &e->part[1]);
    struct member m = {l, &e->part[0], written(l->arena, &y), false, false};
    if (!m.wanted) {
        return nothing(l, NULL);
    }
    which_walk(&e->part[0], which_base(l->from, &e->part[0], l->root), look_at, &m);
    return m.any ? answer(m.found)
                 : nothing(l, arena_printf(l->arena, "there is no '%s'", which_path(l->arena, &e->part[0])));
}

/* '*' stands for any text; linear but for going back to the last one. */
static bool matches(const char *pattern, const char *text) {
    const char *star = NULL, *again = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            again = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++again;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == 0;
}

static struct value mapped(struct looking *l, const struct from_expr *e) {
    struct value v = eval(l, &e->part[0]);
    const char *text = written(l->arena, &v);
    for (size_t i = 0; text && i < e->npair; i++) {
        if (e->pair[i].is_else || matches(e->pair[i].pattern, text)) {
            return text_value(e->pair[i].word);
        }
    }
    return nothing(l, text ? arena_printf(l->arena, "no word stands for '%s'", text) : NULL);
}

/* A text with a part that says nothing is nothing. */
static struct value joined(struct looking *l, const struct from_expr *e) {
    struct text t = {.arena = l->arena};
    text_put(&t, "");
    for (size_t i = 0; i < e->npart; i++) {
        struct value v = eval(l, &e->part[i]);
        if (v.kind == VALUE_NOTHING) {
            return nothing(l, NULL);
        }
        text_put(&t, written(l->arena, &v));
    }
    text_put(&t, e->text);
    return text_value(t.at);
}

static struct value same(struct looking *l, const struct from_expr *e) {
    struct value x = eval(l, &e->part[0]), y = x.kind == VALUE_NOTHING ? x : eval(l, &e->part[1]);
    if (x.kind == VALUE_NOTHING || y.kind == VALUE_NOTHING) {
        return nothing(l, NULL);
    }
    bool is = strcmp(written(l->arena, &x), written(l->arena, &y)) == 0;
    return answer(is == (e->kind == FROM_IS));
}

static struct value first_of(struct looking *l, const struct from_expr *e) {
    struct value v = {.kind = VALUE_NOTHING};
    for (size_t i = 0; i < e->npart && v.kind == VALUE_NOTHING; i++) {
        v = eval(l, &e->part[i]);
    }
    return v;
}

/* Also a list or an object, which is no value. */
static bool is_there(struct looking *l, const struct from_expr *e) {
    bool there = false;
    if (e->kind == FROM_PATH) {
        return which_first(e, which_base(l->from, e, l->root)) != NULL;
    }
    for (size_t i = 0; i < e->npart && e->kind == FROM_FIRST && !there; i++) {
        there = is_there(l, &e->part[i]);
    }
    return e->kind == FROM_FIRST ? there : eval(l, e).kind != VALUE_NOTHING;
}

static struct value eval(struct looking *l, const struct from_expr *e) {
    switch (e->kind) {
    case FROM_NUMBER:
        return number_value(e->number);
    case FROM_TEXT:
        return joined(l, e);
    case FROM_PATH:
        return path_value(l, e);
    case FROM_EXISTS:
        return answer(is_there(l, &e->part[0]));
    case FROM_NUMBERS:
        return arithmetic(l, e);
    case FROM_IS:
    case FROM_IS_NOT:
        return same(l, e);
    case FROM_HAS:
        return has(l, e);
    case FROM_MAP:
        return mapped(l, e);
    case FROM_FIRST:
        return first_of(l, e);
    }
    return nothing(l, NULL);
}

const char *which_value(struct arena *a, const struct from *f, const struct from_expr *e, struct json_t *root,
                        const char **where, const char **why) {
    struct looking l = {a, f, root, NULL};
    for (size_t i = 0; i < e->npart; i++) { /* FROM_FIRST, as from_read makes it */
        struct value v = eval(&l, &e->part[i]);
        const char *text = written(a, &v);
        if (text) {
            *where = e->part[i].said;
            return arena_strdup(a, text, strlen(text));
        }
    }
    *why = l.why;
    return NULL;
}
