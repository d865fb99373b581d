/* emit.c -- a target is a folder of templates; what it makes of one table.
 *
 * In:  templates/TARGET/target.ini and one table's model.  Out: file names and their bytes, nothing on disk.
 *   [target NAME]  about = ..., also = OTHER, ... (targets that come with it)
 *   [file NAME]    template = FILE; each = LIST (one file per item); if = FLAG.  NAME may hold markers.
 * No target has code here: a new language is a new folder.
 */
#include "model.h"

#include <string.h>

struct emission {
    struct arena *arena;
    struct msgs *msgs;
    const char *templates;
    struct scope *root;
    struct emitted_files *out;
    struct names done; /* targets */
    bool ok;
};

static const struct key *find_key(const struct section *s, const char *name) {
    for (size_t i = 0; i < s->nkey; i++) {
        if (strcmp(s->key[i].name, name) == 0) {
            return &s->key[i];
        }
    }
    return NULL;
}

static void fault(struct emission *e, struct pos pos, const char *word, const char *what) {
    e->ok = false;
    msg_add(e->msgs, FINDING_UNKNOWN, pos, strlen(word), "'%s' %s", word, what);
}

static void check_keys(struct emission *e, const struct section *s, const char *const *known, size_t nknown) {
    for (size_t i = 0; i < s->nkey; i++) {
        size_t k = 0;
        while (k < nknown && strcmp(known[k], s->key[i].name) != 0) {
            k++;
        }
        if (k == nknown) {
            fault(e, s->key[i].pos, s->key[i].name, "is no key of this section of a target");
        }
    }
}

/* One file, from the root or from a root that has the item of `each` too. */
static void emit_file(struct emission *e, struct template_files *f, const struct section *s, const struct scope *root) {
    const struct key *from = find_key(s, "template");
    struct text name = {.arena = e->arena}, bytes = {.arena = e->arena};
    if (!from) {
        fault(e, s->pos, s->name, "has no template");
        return;
    }
    bool named = template_line(e->arena, e->msgs, s->name, s->name_pos, root, &name);
    bool filled = template_render(e->arena, e->msgs, f, from->value, root, &bytes);
    if (!named || !filled) {
        e->ok = false;
        return;
    }
    *PUSH(e->arena, e->out->file, e->out->nfile) = (struct emitted){name.at, bytes.at, bytes.len};
}

static void emit_section(struct emission *e, struct template_files *f, const struct section *s) {
    static const char *const known[] = {"template", "each", "if"};
    const struct key *each = find_key(s, "each"), *only = find_key(s, "if");
    bool wanted = true;
    check_keys(e, s, known, sizeof known / sizeof *known);
    if (only && !template_flag(e->root, only->value, &wanted)) {
        fault(e, only->pos, only->value, "is no name of the model");
    }
    if (!wanted) {
        return;
    }
    if (!each) {
        emit_file(e, f, s, e->root);
        return;
    }
    struct template_items items = template_items(e->arena, e->root, each->value);
    if (!items.found) {
        fault(e, each->pos, each->value, "is no list of the model");
    }
    for (size_t i = 0; i < items.count; i++) {
        struct arena *scratch = arena_new();
        emit_file(e, f, s, template_item(scratch, e->root, &items, i));
        arena_free(scratch);
    }
}

static void emit_folder(struct emission *e, const char *target);

static void emit_also(struct emission *e, const struct section *s) {
    static const char *const known[] = {"about", "also"};
    const struct key *also = find_key(s, "also");
    check_keys(e, s, known, sizeof known / sizeof *known);
    for (const char *word = also ? also->value : ""; *word;) {
        size_t len = strcspn(word, ", \n");
        if (len > 0) {
            emit_folder(e, arena_strdup(e->arena, word, len));
        }
        word += len + strspn(word + len, ", \n");
    }
}

static void emit_folder(struct emission *e, const char *target) {
    struct template_files f = {.folder = arena_printf(e->arena, "%s/%s", e->templates, target)};
    struct doc *d = NULL;
    if (!names_add(&e->done, target, 1)) {
        return;
    }
    struct source *manifest = template_source(e->arena, e->msgs, arena_printf(e->arena, "%s/target.ini", f.folder));
    if (manifest) {
        *PUSH(e->arena, f.path, f.npath) = manifest->path;
        d = read_bytes(e->arena, e->msgs, manifest->path, manifest->bytes, manifest->len);
    }
    if (!d) {
        e->ok = false;
        return;
    }
    for (size_t i = 0; i < d->nsection; i++) {
        if (strcmp(d->section[i].kind, "file") == 0) {
            emit_section(e, &f, &d->section[i]);
        } else if (strcmp(d->section[i].kind, "target") == 0) {
            emit_also(e, &d->section[i]);
        } else {
            fault(e, d->section[i].pos, d->section[i].kind, "is no section of a target; [target] and [file NAME] are");
        }
    }
    for (size_t i = 0; i < f.npath; i++) {
        if (names_add(&e->done, f.path[i], 1)) {
            *PUSH(e->arena, e->out->read, e->out->nread) = f.path[i];
        }
    }
}

bool emit_scope(struct arena *a, struct msgs *m, struct scope *root, const char *templates, const char *target,
                struct emitted_files *out) {
    struct emission e = {.arena = a, .msgs = m, .templates = templates, .root = root, .out = out, .ok = true};
    e.done.arena = a;
    emit_folder(&e, target);
    return e.ok;
}

bool emit_target(struct arena *a, struct msgs *m, const struct emit_input *in, const char *templates,
                 const char *target, struct emitted_files *out) {
    const struct table *t = in->boxes->space->table;
    uint32_t given = 0; /* inputs that no decision of the table gives: the arguments of the header's functions */
    for (uint32_t i = 0; i < t->ninput; i++) {
        given += t->input[i].chain == NO;
    }
    if (given == 0 || t->noutput == 0) {
        msg_add(m, FINDING_MISSING, t->pos, 1, "table '%s' has no [%s ...]: there is nothing to emit", t->name,
                t->noutput == 0 ? "output" : "input");
        return false;
    }
    return emit_scope(a, m, model_build(a, m, in), templates, target, out);
}
