/* template.c -- a parsed template filled in from a scope.
 *
 * In:  a template and the names that the model binds.  Out: text.
 * Guaranteed: nothing is printed in place of a name that is not bound, and no fault goes unreported; after one the
 * rest is still looked at, so that every fault of a template shows in one run.
 */
#include "template_parts.h"

#include <string.h>

struct frame { /* one loop variable, or a group of the root */
    const char *var;
    size_t len;
    struct scope *scope;
    size_t index, count;
    const struct frame *up;
};
struct render {
    struct arena *arena;
    struct msgs *msgs;
    struct template_use *use;
    struct tree *tree;
    const struct scope *root;
    const struct frame *frame;
    struct text *out;
    struct arena **scratch; /* per depth of loops and bodies: what one item needs, gone with it */
    size_t nscratch, depth;
    bool ok;
};
struct found { /* what a name means here */
    const struct binding *binding;
    const struct frame *frame; /* loop names: index, number, first, last */
    enum loop_name { LOOP_NOT, LOOP_INDEX, LOOP_NUMBER, LOOP_FIRST, LOOP_LAST } loop;
};

static void parts_render(struct render *r, const struct part *part, size_t npart);

static void fault(struct render *r, const struct part *p, const char *word, const char *what) {
    r->ok = false;
    msg_add(r->msgs, FINDING_UNKNOWN, p->pos, p->len, "'%s' %s", word, what);
}

static const char *part_name(const struct render *r, const struct part *p) {
    return arena_strdup(r->arena, p->text, p->len);
}

static enum loop_name loop_name(const char *name, size_t len) {
    static const char *const known[] = {"", "index", "number", "first", "last"};
    for (size_t i = LOOP_INDEX; i <= LOOP_LAST; i++) {
        if (strlen(known[i]) == len && strncmp(known[i], name, len) == 0) {
            return (enum loop_name)i;
        }
    }
    return LOOP_NOT;
}

/* "input" is bound in the root; "input.name" in the innermost loop over an `input`, or in the root's group. */
static bool find(const struct render *r, const char *name, size_t len, struct found *f) {
    const char *dot = memchr(name, '.', len);
    *f = (struct found){.loop = LOOP_NOT};
    if (!dot) {
        f->binding = scope_find(r->root, name, len);
        return f->binding != NULL;
    }
    size_t head = (size_t)(dot - name), tail = len - head - 1;
    for (f->frame = r->frame; f->frame; f->frame = f->frame->up) {
        if (f->frame->len == head && strncmp(f->frame->var, name, head) == 0) {
            f->binding = scope_find(f->frame->scope, dot + 1, tail);
            f->loop = f->binding ? LOOP_NOT : loop_name(dot + 1, tail);
            while (f->loop == LOOP_NOT && !f->binding && scope_rest(f->frame->scope)) {
                f->binding = scope_find(f->frame->scope, dot + 1, tail);
            }
            return f->loop != LOOP_NOT || f->binding;
        }
    }
    const struct binding *group = scope_find(r->root, name, head);
    f->binding = group && group->kind == BIND_GROUP ? scope_find(group->group, dot + 1, tail) : NULL;
    return f->binding != NULL;
}

static bool found_true(const struct found *f) {
    switch (f->loop) {
    case LOOP_FIRST:
        return f->frame->index == 0;
    case LOOP_LAST:
        return f->frame->index + 1 == f->frame->count;
    case LOOP_INDEX:
    case LOOP_NUMBER:
        return true;
    case LOOP_NOT:
        break;
    }
    return f->binding->kind == BIND_FLAG ? f->binding->flag : f->binding->kind >= BIND_GROUP || f->binding->len > 0;
}

static struct define *find_define(const struct render *r, const struct part *p) {
    for (size_t i = 0; i < r->tree->ndefine; i++) {
        struct define *d = &r->tree->define[i];
        if (strlen(d->name) == p->len && strncmp(d->name, p->text, p->len) == 0) {
            return d;
        }
    }
    return NULL;
}

static void define_render(struct render *r, const struct part *p, struct define *d) {
    if (d->open) {
        fault(r, p, d->name, "is defined by itself");
        return;
    }
    d->open = true;
    parts_render(r, d->part, d->npart);
    d->open = false;
}

static void mark_render(struct render *r, const struct part *p) {
    struct found f;
    struct define *d = find_define(r, p);
    if (d) {
        define_render(r, p, d);
    } else if (!find(r, p->text, p->len, &f)) {
        fault(r, p, part_name(r, p), "is not bound here");
    } else if (f.loop == LOOP_INDEX || f.loop == LOOP_NUMBER) {
        text_printf(r->out, "%zu", f.frame->index + (f.loop == LOOP_NUMBER));
    } else if (f.loop != LOOP_NOT || f.binding->kind != BIND_TEXT) {
        fault(r, p, part_name(r, p), "is no text, and can only stand in '@if', '@for' or '@body'");
    } else if (!p->escape) {
        text_add(r->out, f.binding->bytes, f.binding->len);
    } else if (!template_escape(r->out, p->escape, f.binding->bytes, f.binding->len, p->indent)) {
        fault(r, p, p->escape, "is no escape");
    }
}

/* Names that a scope binds are remembered the first time a scope of that kind is seen. */
static void note_bound(struct render *r, const char *var, size_t len, struct scope *s) {
    while (r->use && scope_rest(s)) {
    }
    for (size_t i = 0; r->use && i < s->nbinding; i++) {
        const char *name = arena_printf(r->use->bound.arena, "%.*s.%s", (int)len, var, s->binding[i].name);
        if (names_add(&r->use->bound, name, 1)) {
            *PUSH(r->use->bound.arena, r->use->name, r->use->nname) = name;
        }
    }
}

static struct arena *scratch_open(struct render *r) {
    if (r->depth == r->nscratch) {
        *PUSH(r->arena, r->scratch, r->nscratch) = arena_new();
    }
    return r->scratch[r->depth++];
}

static void for_render(struct render *r, const struct part *p) {
    struct found f;
    if (!find(r, p->text, p->len, &f) || f.loop != LOOP_NOT || f.binding->kind != BIND_LIST) {
        fault(r, p, part_name(r, p), "is no list here");
        return;
    }
    struct frame frame = {.var = p->var, .len = strlen(p->var), .count = f.binding->len, .up = r->frame};
    for (size_t i = 0; i < f.binding->len; i++) {
        struct scope *item = scope_new(scratch_open(r));
        f.binding->fill(item, f.binding->of, i);
        frame.scope = item;
        frame.index = i;
        if (i == 0) {
            note_bound(r, frame.var, frame.len, item);
        } else if (p->separator) {
            text_put(r->out, p->separator);
        }
        r->frame = &frame;
        parts_render(r, p->part, p->npart);
        r->frame = frame.up;
        arena_clear(r->scratch[--r->depth]);
    }
}

static void if_render(struct render *r, const struct part *p) {
    struct found f;
    if (!find(r, p->text, p->len, &f)) {
        fault(r, p, part_name(r, p), "is not bound here");
        return;
    }
    bool yes;
    if (!p->word) {
        yes = found_true(&f);
    } else if (f.loop != LOOP_NOT || f.binding->kind != BIND_TEXT) {
        fault(r, p, part_name(r, p), "is no text and cannot be compared");
        return;
    } else {
        yes = strlen(p->word) == f.binding->len && memcmp(p->word, f.binding->bytes, f.binding->len) == 0;
    }
    if (yes != p->negated) {
        parts_render(r, p->part, p->npart);
    } else {
        parts_render(r, p->otherwise, p->notherwise);
    }
}

static void body_render(struct render *r, const struct part *p) {
    struct found f;
    if (!find(r, p->text, p->len, &f) || f.loop != LOOP_NOT || f.binding->kind != BIND_BODY) {
        fault(r, p, part_name(r, p), "is no body here");
        return;
    }
    struct text body = {.arena = scratch_open(r)};
    text_put(&body, "");
    f.binding->write(&body, f.binding->of);
    for (const char *line = body.at; *line;) {
        size_t len = strcspn(line, "\n");
        if (len > 0) {
            text_printf(r->out, "%*s", (int)p->indent, "");
        }
        text_add(r->out, line, len);
        text_put(r->out, "\n");
        line += len + (line[len] == '\n');
    }
    arena_clear(r->scratch[--r->depth]);
}

static void parts_render(struct render *r, const struct part *part, size_t npart) {
    for (size_t i = 0; i < npart; i++) {
        switch (part[i].kind) {
        case PART_TEXT:
            text_add(r->out, part[i].text, part[i].len);
            break;
        case PART_MARK:
            mark_render(r, &part[i]);
            break;
        case PART_FOR:
            for_render(r, &part[i]);
            break;
        case PART_IF:
            if_render(r, &part[i]);
            break;
        case PART_BODY:
            body_render(r, &part[i]);
            break;
        }
    }
}

/* Every name that a template mentions, also in branches that this table does not take. */
static void note_used(struct render *r, const struct part *part, size_t npart) {
    for (size_t i = 0; i < npart; i++) {
        if (part[i].kind != PART_TEXT) {
            struct define *d = find_define(r, &part[i]);
            if (d) {
                d->used = true;
            } else if (r->use) {
                names_add(&r->use->used, arena_strdup(r->use->used.arena, part[i].text, part[i].len), 1);
            }
        }
        note_used(r, part[i].part, part[i].npart);
        note_used(r, part[i].otherwise, part[i].notherwise);
    }
}

static void tree_check(struct render *r) {
    note_used(r, r->tree->part, r->tree->npart);
    for (size_t i = 0; i < r->tree->ndefine; i++) {
        note_used(r, r->tree->define[i].part, r->tree->define[i].npart);
    }
    for (size_t i = 0; i < r->tree->ndefine; i++) {
        const struct define *d = &r->tree->define[i];
        if (!d->used) {
            r->ok = false;
            msg_add(r->msgs, FINDING_UNKNOWN, d->pos, strlen(d->name), "nothing uses '%s'", d->name);
        }
    }
    for (size_t i = 0; i < r->root->nbinding; i++) {
        const struct binding *b = &r->root->binding[i];
        if (b->kind == BIND_GROUP) {
            note_bound(r, b->name, strlen(b->name), b->group);
        }
    }
}

static bool tree_render(struct arena *a, struct msgs *m, struct template_use *use, struct tree *t,
                        const struct scope *root, struct text *into) {
    struct render r = {.arena = a, .msgs = m, .use = use, .tree = t, .root = root, .out = into, .ok = true};
    text_put(into, "");
    tree_check(&r);
    parts_render(&r, t->part, t->npart);
    for (size_t i = 0; i < r.nscratch; i++) {
        arena_free(r.scratch[i]);
    }
    return r.ok;
}

bool template_render(struct arena *a, struct msgs *m, struct template_files *f, const char *file,
                     const struct scope *root, struct text *into) {
    struct tree t;
    return template_parse(a, m, f, file, &t) && tree_render(a, m, f->use, &t, root, into);
}

bool template_line(struct arena *a, struct msgs *m, const char *text, struct pos pos, const struct scope *root,
                   struct text *into) {
    struct tree t;
    return template_parse_line(a, m, text, pos, &t) && tree_render(a, m, NULL, &t, root, into);
}
