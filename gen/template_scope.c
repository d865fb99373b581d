/* template_scope.c -- names bound to what a template may ask for.
 *
 * In:  one call per name, from the model.  Out: a scope in which the engine finds them.
 * Lists and bodies are filled when a template asks, so that a table of 100,000 rules costs a target nothing that the
 * target does not print.  Binding a name twice is a mistake in the model; the later one wins.
 */
#include "template_parts.h"

#include <string.h>

struct scope *scope_new(struct arena *a) {
    struct scope *s = arena_alloc(a, sizeof *s);
    s->arena = a;
    return s;
}

struct arena *scope_arena(const struct scope *s) {
    return s->arena;
}

const struct binding *scope_find(const struct scope *s, const char *name, size_t len) {
    for (size_t i = s->nbinding; i-- > 0;) {
        if (strncmp(s->binding[i].name, name, len) == 0 && s->binding[i].name[len] == '\0') {
            return &s->binding[i];
        }
    }
    return NULL;
}

static struct binding *bind(struct scope *s, const char *name, enum binding_kind kind) {
    struct binding *b = PUSH(s->arena, s->binding, s->nbinding);
    b->name = name;
    b->kind = kind;
    return b;
}

void scope_bytes(struct scope *s, const char *name, const void *bytes, size_t len) {
    struct binding *b = bind(s, name, BIND_TEXT);
    b->bytes = len > 0 ? bytes : "";
    b->len = len;
}

void scope_text(struct scope *s, const char *name, const char *text) {
    scope_bytes(s, name, text, text ? strlen(text) : 0);
}

void scope_number(struct scope *s, const char *name, int64_t number) {
    scope_text(s, name, arena_printf(s->arena, "%lld", (long long)number));
}

void scope_flag(struct scope *s, const char *name, bool flag) {
    bind(s, name, BIND_FLAG)->flag = flag;
}

void scope_list(struct scope *s, const char *name, size_t count, scope_fill *fill, const void *of) {
    struct binding *b = bind(s, name, BIND_LIST);
    b->len = count;
    b->fill = fill;
    b->of = of;
}

void scope_group(struct scope *s, const char *name, struct scope *group) {
    bind(s, name, BIND_GROUP)->group = group;
}

void scope_body(struct scope *s, const char *name, scope_write *write, const void *of) {
    struct binding *b = bind(s, name, BIND_BODY);
    b->write = write;
    b->of = of;
}

void scope_later(struct scope *s, scope_fill *fill, const void *of, size_t index) {
    *PUSH(s->arena, s->later, s->nlater) = (struct later){fill, of, index};
}

bool scope_rest(struct scope *s) {
    if (s->nlater == 0) {
        return false;
    }
    const struct later *l = &s->later[--s->nlater];
    l->fill(s, l->of, l->index);
    return true;
}

void scope_all(struct scope *s, const struct scope *from) {
    for (size_t i = 0; i < from->nbinding; i++) {
        *PUSH(s->arena, s->binding, s->nbinding) = from->binding[i];
    }
}

/* "part", or "vectors.part" in the root's group `vectors`. */
static const struct binding *root_find(const struct scope *root, const char *name) {
    const char *dot = strchr(name, '.');
    const struct binding *b = scope_find(root, name, dot ? (size_t)(dot - name) : strlen(name));
    if (dot) {
        b = b && b->kind == BIND_GROUP ? scope_find(b->group, dot + 1, strlen(dot + 1)) : NULL;
    }
    return b;
}

struct template_items template_items(struct arena *a, const struct scope *root, const char *name) {
    const struct binding *b = root_find(root, name);
    const char *dot = strchr(name, '.');
    struct template_items items = {.name = arena_printf(a, "%s", dot ? dot + 1 : name)};
    if (b && b->kind == BIND_LIST) {
        items = (struct template_items){items.name, b->len, b->fill, b->of, true};
    }
    return items;
}

const struct scope *template_item(struct arena *a, const struct scope *root, const struct template_items *items,
                                  size_t index) {
    struct scope *all = scope_new(a), *item = scope_new(a);
    scope_number(item, "index", (int64_t)index);
    scope_number(item, "number", (int64_t)index + 1);
    items->fill(item, items->of, index);
    scope_all(all, root);
    scope_group(all, items->name, item);
    return all;
}

bool template_flag(const struct scope *root, const char *name, bool *flag) {
    const struct binding *b = root_find(root, name);
    *flag = b && (b->kind == BIND_FLAG ? b->flag : b->len > 0);
    return b != NULL;
}
