/* which_path.c -- what a path names in a JSON document.
 *
 * In:   a path, a document.  Out: its values in the order of the file; `.*` names every member of an object or list.
 * null is as good as missing.  Guarantee: no part of the document is looked at more than once per step.
 */
#include "which.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

struct walk { /* over everything that a path names */
    const struct from_expr *path;
    bool (*visit)(void *to, json_t *at); /* true: enough */
    void *to;
};

static bool walk(const struct walk *w, size_t step, json_t *at) {
    bool enough = false;
    if (!at || json_is_null(at)) {
        return false;
    }
    if (step == w->path->nstep) {
        return w->visit(w->to, at);
    }
    const struct from_step *s = &w->path->step[step];
    if (s->kind == STEP_KEY) {
        return walk(w, step + 1, json_object_get(at, s->key));
    }
    if (s->kind == STEP_INDEX) {
        return s->index >= 0 && walk(w, step + 1, json_array_get(at, (size_t)s->index));
    }
    for (size_t i = 0; i < json_array_size(at) && !enough; i++) {
        enough = walk(w, step + 1, json_array_get(at, i));
    }
    for (void *i = json_object_iter(at); i && !enough; i = json_object_iter_next(at, i)) {
        enough = walk(w, step + 1, json_object_iter_value(i));
    }
    return enough;
}

static bool take_first(void *to, json_t *at) {
    *(json_t **)to = at;
    return true;
}

json_t *which_first(const struct from_expr *path, json_t *root) {
    json_t *found = NULL;
    struct walk w = {path, take_first, &found};
    walk(&w, 0, root);
    return found;
}

/* Where the path is: the first object of `within` that has it, or else the file. */
json_t *which_base(const struct from *f, const struct from_expr *path, json_t *root) {
    for (size_t i = 0; i < f->nwithin && !path->root; i++) {
        json_t *base = which_first(&f->within[i], root);
        if (base && which_first(path, base)) {
            return base;
        }
    }
    return root;
}

const char *which_path(struct arena *a, const struct from_expr *path) {
    struct text t = {.arena = a};
    text_put(&t, path->root ? "." : "");
    for (size_t i = 0; i < path->nstep; i++) {
        const struct from_step *s = &path->step[i];
        const char *dot = i ? "." : "";
        if (s->kind == STEP_INDEX) {
            text_printf(&t, "[%" PRId64 "]", s->index);
        } else {
            text_printf(&t, "%s%s", dot, s->kind == STEP_KEY ? s->key : "*");
        }
    }
    return t.at;
}

void which_walk(const struct from_expr *path, json_t *root, bool (*visit)(void *to, json_t *at), void *to) {
    struct walk w = {path, visit, to};
    walk(&w, 0, root);
}
