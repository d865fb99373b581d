/* targets.c -- the targets that there are: `turnout help targets`, and a part of `turnout help compile`.
 *
 * In:  the template folders.  Out: each folder with a target.ini whose [target] has an `about`, by its name; a folder
 * without one is of a command's own (docs), or a part of other targets.
 */
#include "run.h"

#include "template.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int compare_names(const void *x, const void *y) {
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* Entries of the folder in one order everywhere. */
static const char **folders(struct arena *a, const char *path, size_t *n) {
    const char **name = NULL;
    DIR *dir = opendir(path);
    const struct dirent *e;
    *n = 0;
    while (dir && (e = readdir(dir)) != NULL) {
        if (e->d_name[0] != '.') {
            *PUSH(a, name, *n) = arena_strdup(a, e->d_name, strlen(e->d_name));
        }
    }
    if (dir) {
        closedir(dir);
    }
    if (*n > 0) {
        qsort(name, *n, sizeof *name, compare_names);
    }
    return name;
}

/* What its target.ini says of itself, or NULL. */
static const char *about_of(struct arena *a, const char *path) {
    struct sources sources = {NULL, 0};
    struct msgs msgs;
    const char *file = arena_printf(a, "%s/target.ini", path), *about = NULL;
    if (access(file, R_OK) != 0) {
        return NULL;
    }
    msgs_init(&msgs, a, &sources);
    struct source *s = template_source(a, &msgs, file);
    struct doc *d = s ? read_bytes(a, &msgs, file, s->bytes, s->len) : NULL;
    for (size_t i = 0; d && i < d->nsection; i++) {
        for (size_t k = 0; strcmp(d->section[i].kind, "target") == 0 && k < d->section[i].nkey; k++) {
            about = strcmp(d->section[i].key[k].name, "about") == 0 ? d->section[i].key[k].value : about;
        }
    }
    return about;
}

void targets_help(FILE *out) {
    struct arena *a = arena_new();
    const char *path = template_folder(a, NULL);
    size_t n;
    const char **name = folders(a, path, &n);
    fprintf(out, "targets (--target NAME):\n");
    for (size_t i = 0; i < n; i++) {
        const char *about = about_of(a, arena_printf(a, "%s/%s", path, name[i]));
        if (about) {
            fprintf(out, "  %-24s %s%s\n", name[i], about, strcmp(name[i], "c") == 0 ? " (default)" : "");
        }
    }
    arena_free(a);
}
