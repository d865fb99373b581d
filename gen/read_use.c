/* read_use.c -- `use = nvidia.ini, models.ini`: which files those are, each read once.
 *
 * In:  the sections of one file.  Out: the sections of the files that it names, in doc before its own.
 * Guaranteed: a name is looked up below the folder of the file that names it, then below each -I folder, and
 * nowhere else: absolute names and '..' that climb out are errors (told from the text alone; symbolic links are
 * followed, since build systems lay out their inputs by them).  A file that uses itself by any path is told with the
 * whole cycle.
 */
#include "read.h"

#include <string.h>

enum { DEEPEST = 32 };

/* Without `.`, empty parts and `x/..`; NULL when it climbs out. */
static const char *name_normal(struct arena *a, const char *name) {
    char *out = arena_alloc(a, strlen(name) + 2);
    size_t len = 0;
    for (const char *part = name; *part;) {
        size_t n = strcspn(part, "/");
        if (n == 2 && strncmp(part, "..", 2) == 0) {
            if (len == 0) {
                return NULL;
            }
            while (len > 0 && out[--len] != '/') {
            }
        } else if (n > 0 && !(n == 1 && *part == '.')) {
            out[len] = '/';
            memcpy(out + len + (len > 0), part, n);
            len += n + (len > 0);
        }
        part += n + (part[n] == '/');
    }
    out[len] = '\0';
    return out;
}

/* A file in the current folder has no folder part, and its used files get none either: paths in output stay short. */
static const char *path_join(struct arena *a, const char *folder, const char *name) {
    size_t len = strlen(folder);
    bool ends = len && (folder[len - 1] == '/' || path_below(folder) == folder + len);
    return len == 0 ? name : arena_printf(a, "%s%s%s", folder, ends ? "" : "/", name);
}

/* With the slash; "" is the current folder. */
static const char *folder_of(struct arena *a, const char *path) {
    const char *below = path_below(path), *slash = strrchr(below, '/');
    return arena_strdup(a, path, slash ? (size_t)(slash - path) + 1 : (size_t)(below - path));
}

/* One name of a `use`. */
struct use {
    struct reading *r;
    struct pos pos;
    const char *name, *folder;
};

/* Every folder that was looked in is named: the answer is usually a missing -I. */
static void fault_missing(const struct use *u) {
    struct text where = {.arena = u->r->arena};
    text_printf(&where, "'%s'", *u->folder ? u->folder : ".");
    for (size_t i = 0; u->r->options && i < u->r->options->nfolder; i++) {
        text_printf(&where, ", '%s'", u->r->options->folder[i]);
    }
    msg_add(u->r->msgs, FINDING_FILE, u->pos, strlen(u->name), "cannot find '%s' in %s: add its folder with -I",
            u->name, where.at);
    read_failed = 1;
}

/* The file in the first folder that has it; false: told. */
static bool use_find(const struct use *u, const char *normal, struct visited *v) {
    size_t nfolder = u->r->options ? u->r->options->nfolder : 0;
    for (size_t i = 0; i <= nfolder; i++) {
        const char *path = path_join(u->r->arena, i == 0 ? u->folder : u->r->options->folder[i - 1], normal);
        bool absent;
        const char *why = read_path(u->r->arena, path, u->r->options, v, &absent);
        if (!why) {
            return true;
        }
        if (!absent) {
            msg_add(u->r->msgs, FINDING_FILE, u->pos, strlen(u->name), "cannot read '%s': %s", path, why);
            read_failed = 1;
            return false;
        }
    }
    fault_missing(u);
    return false;
}

/* Two paths may lead to one file; bytes from memory have a path only. */
static bool same_file(const struct visited *x, const struct visited *y) {
    return (x->ino != 0 && x->dev == y->dev && x->ino == y->ino) || strcmp(x->path, y->path) == 0;
}

/* The files still open between the first and the end are the cycle. */
static void fault_cycle(const struct use *u, const char *path, uint32_t first) {
    struct text way = {.arena = u->r->arena};
    for (uint32_t i = first; i < u->r->nvisited; i++) {
        if (u->r->visited[i].open) {
            text_printf(&way, "%s uses ", u->r->visited[i].path);
        }
    }
    msg_add(u->r->msgs, FINDING_FILE, u->pos, strlen(u->name), "files use each other in a cycle: %s%s", way.at, path);
}

/* The text of the name is judged before anything is opened. */
static void use_one(const struct use *u) {
    struct visited v = {.path = NULL};
    const char *normal = name_normal(u->r->arena, u->name);
    size_t len = strlen(u->name), depth = 0;
    if (len == 0 || (normal && !*normal)) {
        msg_add(u->r->msgs, FINDING_SYNTAX, u->pos, 1, "no file name: write 'use = nvidia.ini, ...'");
        return;
    }
    if (*u->name == '/' || !normal) {
        msg_add(u->r->msgs, FINDING_FILE, u->pos, len,
                "'%s' is outside the folder of this file: put the file below it, or name its folder with -I", u->name);
        return;
    }
    if (!use_find(u, normal, &v)) {
        return;
    }
    for (uint32_t i = 0; i < u->r->nvisited; i++) {
        depth += u->r->visited[i].open;
        if (same_file(&v, &u->r->visited[i])) {
            if (u->r->visited[i].open) {
                fault_cycle(u, v.path, i);
            }
            return; /* read already */
        }
    }
    if (depth >= DEEPEST) {
        msg_add(u->r->msgs, FINDING_LIMIT, u->pos, len, "files use each other more than %d deep", DEEPEST);
        return;
    }
    *PUSH(u->r->arena, u->r->visited, u->r->nvisited) = v;
    reading_file(u->r, (uint32_t)(u->r->nvisited - 1));
}

/* Names are separated by commas or line ends. */
static void use_key(struct reading *r, const struct key *key, const char *folder) {
    for (const char *at = key->value;; at++) {
        size_t skip = strspn(at, " \t"), len = strcspn(at + skip, ",\n");
        const char *end = at + skip + len;
        while (len > 0 && (at[skip + len - 1] == ' ' || at[skip + len - 1] == '\t')) {
            len--;
        }
        struct use u = {.r = r, .pos = key_at(key, (size_t)(at - key->value) + skip), .folder = folder};
        u.name = arena_strdup(r->arena, at + skip, len);
        if (len > 0 || *end != '\n') { /* `use =` alone on its line, or `a,` at the end of one */
            use_one(&u);
        }
        at = end;
        if (!*at) {
            return;
        }
    }
}

/* Vocabularies may use vocabularies; only [table] sections name files. */
void use_follow(struct reading *r, const struct doc *own, const char *path) {
    for (size_t i = 0; i < own->nsection; i++) {
        const struct section *s = &own->section[i];
        for (size_t j = 0; j < s->nkey && strcmp(s->kind, "table") == 0; j++) {
            if (strcmp(s->key[j].name, "use") == 0) {
                use_key(r, &s->key[j], folder_of(r->arena, path));
            }
        }
    }
}
