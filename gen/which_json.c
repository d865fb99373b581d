/* which_json.c -- the JSON files of a model that a table reads.
 *
 * In:   a folder, or one of the files; the table's [from FILE] sections.  Out: a document per section.
 * config.json must be there where the table reads it; the other files may be missing.  A file that is no JSON is a
 * message at its place.  Of a key that stands twice the last counts, as in Python, and a warning says so.
 */
#include "which.h"

#include <jansson.h>
#include <string.h>
#include <sys/stat.h>

static const char *folder_of(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? arena_strdup(a, path, (size_t)(slash - path) + 1) : "";
}

static const char *file_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* For messages with the line that they speak of. */
static uint32_t source_add(struct model *m, const char *path, const char *bytes, size_t len) {
    struct sources *all = m->l->msgs.sources;
    struct source s = {.path = path, .bytes = bytes, .len = len};
    size_t count = 0;
    *PUSH(m->arena, s.line, count) = bytes;
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] == '\n') {
            *PUSH(m->arena, s.line, count) = bytes + i + 1;
        }
    }
    *PUSH(m->arena, s.line, count) = bytes + len;
    s.nline = count - 1;
    *PUSH(m->arena, all->file, all->nfile) = s;
    return (uint32_t)all->nfile - 1;
}

/* The library's words, without the token that the caret shows. */
static const char *error_words(struct arena *a, const json_error_t *e) {
    const char *near = strstr(e->text, " near ");
    if (json_error_code(e) == json_error_null_character || json_error_code(e) == json_error_null_byte_in_key) {
        return "a NUL in a key";
    }
    return arena_strdup(a, e->text, near ? (size_t)(near - e->text) : strlen(e->text));
}

static struct msg *json_fault(struct model *m, uint32_t file, const json_error_t *e, const char *text) {
    uint32_t line = e->line > 0 ? (uint32_t)e->line : 1, col = e->column > 0 ? (uint32_t)e->column : 1;
    return msg_add(&m->l->msgs, FINDING_SYNTAX, (struct pos){file, line, col}, 1, "%s", text);
}

/* Numbers beyond 64 bits are read as Python's float would. */
static json_t *parse(struct model *m, uint32_t file, const char *bytes, size_t len) {
    size_t flags = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, clean_len;
    const char *clean = which_clean(m->arena, bytes, len, &clean_len);
    json_error_t e;
    json_t *root = NULL;
    for (int i = 0; i < 3 && !root; i++) {
        root = json_loadb(clean, clean_len, flags, &e);
        if (!root && json_error_code(&e) == json_error_duplicate_key && flags & JSON_REJECT_DUPLICATES) {
            flags &= ~(size_t)JSON_REJECT_DUPLICATES;
            json_fault(m, file, &e, "a key stands twice in one object; the last counts")->level = LEVEL_WARNING;
        } else if (!root && json_error_code(&e) == json_error_numeric_overflow && !(flags & JSON_DECODE_INT_AS_REAL)) {
            flags |= JSON_DECODE_INT_AS_REAL;
        } else {
            break;
        }
    }
    if (!root) {
        json_fault(m, file, &e, arena_printf(m->arena, "no JSON: %s", error_words(m->arena, &e)));
    } else if (!json_is_object(root)) {
        e.line = e.column = 1;
        json_fault(m, file, &e, "no configuration: the file is no JSON object");
        json_decref(root);
        root = NULL;
    }
    return root;
}

/* false: told. */
static bool document_open(struct model *m, struct document *d, bool needed) {
    size_t len = 0;
    bool absent;
    const char *why, *bytes = which_file(m->arena, d->path, &len, &absent, &why);
    if (!bytes && absent && !needed) {
        return true;
    }
    uint32_t file = source_add(m, d->path, bytes ? bytes : "", bytes ? len : 0);
    if (!bytes) {
        msg_add(&m->l->msgs, FINDING_FILE, (struct pos){file, 0, 0}, 1, "cannot read '%s': %s", d->path, why);
        read_failed = 1;
        return false;
    }
    d->root = parse(m, file, bytes, len);
    return d->root != NULL;
}

/* A file is taken for the section of its name, or else for config.json: people rename their copies. */
bool model_open(struct model *m, const char *path) {
    const struct table *t = m->l->table;
    struct stat st;
    bool folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode), good = true, found = false;
    const char *below =
        folder ? path[strlen(path) - 1] == '/' ? path : arena_printf(m->arena, "%s/", path) : folder_of(m->arena, path);
    const char *own = "config.json";
    m->path = path;
    m->document = arena_alloc(m->arena, (t->nfrom + 1) * sizeof *m->document);
    for (size_t i = 0; i < t->nfrom && !folder; i++) {
        own = strcmp(t->from[i].file, file_of(path)) == 0 ? t->from[i].file : own;
    }
    for (size_t i = 0; i < t->nfrom; i++) {
        struct document *d = &m->document[i];
        bool given = !folder && strcmp(t->from[i].file, own) == 0;
        d->name = t->from[i].file;
        d->path = given ? path : arena_printf(m->arena, "%s%s", below, d->name);
        good = document_open(m, d, given || strcmp(d->name, "config.json") == 0) && good;
        found = found || d->root;
    }
    if (good && !found) {
        uint32_t file = source_add(m, path, "", 0);
        msg_add(&m->l->msgs, FINDING_FILE, (struct pos){file, 0, 0}, 1, "'%s' has none of the files that '%s' reads",
                path, t->name);
        read_failed = 1;
    }
    return good && found;
}

void model_close(struct model *m) {
    for (size_t i = 0; i < m->l->table->nfrom; i++) {
        json_decref(m->document[i].root);
    }
}
