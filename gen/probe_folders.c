/* probe_folders.c -- where Python looks for packages, found without starting it.
 *
 * In:  an interpreter, a prefix, or nothing: then PYTHONPATH, and the environment ($VIRTUAL_ENV, $CONDA_PREFIX) or the
 * first python3 of PATH with packages below its prefix.  Out: folders that are there, in the order of sys.path.
 * An approximation where Python can be told otherwise (site customisation, .pth files, -I): hence each version is
 * printed with its folder.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "probe.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct folders {
    struct arena *arena;
    const char **folder;
    size_t count;
    const char *only; /* "python3.12", or NULL: of any version */
};

static bool is_folder(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static void add(struct folders *f, const char *path) {
    for (size_t i = 0; i < f->count; i++) {
        if (strcmp(f->folder[i], path) == 0) {
            return;
        }
    }
    if (is_folder(path)) {
        *PUSH(f->arena, f->folder, f->count) = path;
    }
}

static int newest_first(const void *x, const void *y) {
    const char *const *a = x, *const *b = y;
    size_t la = strlen(*a), lb = strlen(*b);
    return la != lb ? (la > lb ? -1 : 1) : strcmp(*b, *a); /* python3.12 before python3.9 before python3 */
}

/* lib/python3*, those of the interpreter's own version where it is known. */
static const char **versions(struct folders *f, const char *lib, size_t *count) {
    const char **name = NULL;
    struct dirent *e;
    DIR *dir = opendir(lib);
    while (dir && (e = readdir(dir))) {
        bool python = strncmp(e->d_name, "python3", 7) == 0;
        bool wanted = !f->only || strcmp(e->d_name, f->only) == 0 || strcmp(e->d_name, "python3") == 0;
        if (python && wanted) {
            *PUSH(f->arena, name, *count) = arena_strdup(f->arena, e->d_name, strlen(e->d_name));
        }
    }
    if (dir) {
        closedir(dir);
    }
    if (*count > 1) {
        qsort(name, *count, sizeof *name, newest_first);
    }
    return name;
}

static bool add_prefix(struct folders *f, const char *prefix) {
    static const char *const lib[] = {"lib", "lib64"}, *const packages[] = {"site-packages", "dist-packages"};
    size_t before = f->count;
    for (size_t i = 0; i < sizeof lib / sizeof *lib; i++) {
        size_t n = 0;
        const char *below = arena_printf(f->arena, "%s/%s", prefix, lib[i]);
        const char **version = versions(f, below, &n);
        for (size_t k = 0; k < 2 * n; k++) {
            add(f, arena_printf(f->arena, "%s/%s/%s", below, version[k / 2], packages[k % 2]));
        }
    }
    return f->count > before;
}

static const char *parent(struct arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? arena_strdup(a, path, slash > path ? (size_t)(slash - path) : 1) : ".";
}

/* A key of PREFIX/pyvenv.cfg ("home = /usr/bin"), or NULL. */
static const char *venv_key(struct arena *a, const char *prefix, const char *key) {
    char line[4096];
    const char *value = NULL;
    FILE *in = fopen(arena_printf(a, "%s/pyvenv.cfg", prefix), "r");
    while (in && !value && fgets(line, sizeof line, in)) {
        char *equal = strchr(line, '=');
        if (equal && strncmp(line, key, strlen(key)) == 0 &&
            line + strlen(key) + strspn(line + strlen(key), " ") == equal) {
            equal += 1 + strspn(equal + 1, " ");
            value = arena_strdup(a, equal, strcspn(equal, "\r\n"));
        }
    }
    if (in) {
        fclose(in);
    }
    return value;
}

/* What a system's interpreter searches: the user's own packages first, /usr/local before /usr. */
static void add_system(struct folders *f, const char *prefix) {
    const char *home = getenv("HOME");
    if (home && *home && !getenv("PYTHONNOUSERSITE")) {
        add_prefix(f, arena_printf(f->arena, "%s/.local", home));
    }
    if (strcmp(prefix, "/usr") == 0) {
        add_prefix(f, "/usr/local");
    }
    add_prefix(f, prefix);
}

/* A virtual environment hides the packages of the interpreter that it was made of, unless it says otherwise. */
static void add_environment(struct folders *f, const char *prefix) {
    const char *home = venv_key(f->arena, prefix, "home");
    const char *system = venv_key(f->arena, prefix, "include-system-site-packages");
    if (!home) {
        add_system(f, prefix);
        return;
    }
    add_prefix(f, prefix);
    if (system && strcmp(system, "true") == 0) {
        add_system(f, parent(f->arena, home));
    }
}

/* The interpreter behind all links is called python3.12: which of lib/python3* is its own. */
static void take_version(struct folders *f, const char *real) {
    const char *slash = strrchr(real, '/'), *name = slash ? slash + 1 : real;
    size_t digits = strncmp(name, "python3.", 8) == 0 ? strspn(name + 8, "0123456789") : 0;
    f->only = digits > 0 ? arena_strdup(f->arena, name, 8 + digits) : NULL;
}

static bool has_packages(const struct folders *f, const char *prefix) {
    struct folders own = {.arena = f->arena, .only = f->only};
    return add_prefix(&own, prefix);
}

/* The prefix of an interpreter: where it lies, or where the link leads when no packages lie there. */
static bool add_interpreter(struct folders *f, const char *python) {
    char *real = realpath(python, NULL);
    const char *prefix = python;
    if (!real) {
        return false;
    }
    if (!is_folder(python)) {
        take_version(f, real);
        prefix = parent(f->arena, parent(f->arena, python));
        prefix = has_packages(f, prefix) ? prefix : parent(f->arena, parent(f->arena, real));
    }
    free(real);
    if (!has_packages(f, prefix)) {
        return false;
    }
    add_environment(f, prefix);
    return true;
}

/* The words of a list such as PATH; an empty word is the folder that the program runs in. */
static const char **words(struct arena *a, const char *list, size_t *count) {
    const char **word = NULL;
    while (list && *list) {
        size_t len = strcspn(list, ":");
        *PUSH(a, word, *count) = len > 0 ? arena_strdup(a, list, len) : ".";
        list += len + (list[len] == ':');
    }
    return word;
}

/* The first of PATH that has packages: a shim, which starts another, has none. */
static bool add_named(struct folders *f, const char *name) {
    size_t n = 0;
    const char **path = words(f->arena, getenv("PATH"), &n);
    for (size_t i = 0; i < n; i++) {
        if (add_interpreter(f, arena_printf(f->arena, "%s/%s", path[i], name))) {
            return true;
        }
    }
    return false;
}

static void add_default(struct folders *f) {
    const char *environment = getenv("VIRTUAL_ENV");
    if (!environment || !*environment) {
        environment = getenv("CONDA_PREFIX");
    }
    if (environment && *environment) {
        add_environment(f, environment);
    } else if (!add_named(f, "python3")) {
        add_system(f, "/usr");
    }
}

const char **probe_folders(struct arena *a, const char *python, size_t *nfolder) {
    struct folders f = {.arena = a};
    size_t n = 0;
    if (!python) {
        const char **path = words(a, getenv("PYTHONPATH"), &n);
        for (size_t i = 0; i < n; i++) {
            add(&f, path[i]);
        }
        add_default(&f);
    } else if (strchr(python, '/')) {
        add_interpreter(&f, python);
    } else {
        add_named(&f, python);
    }
    *nfolder = f.count;
    return f.folder;
}
