/* data.c -- where the files lie that come with the program: templates/ and tables/ (the vocabularies).
 *
 * Beside the program: PREFIX/bin/turnout finds PREFIX/share/turnout, out/bin/turnout finds the working tree.  So an
 * installed copy can be moved, and no path is compiled in.
 */
#include "run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool readable(const char *path) {
    return access(path, R_OK) == 0;
}

/* The folder of the running program, or NULL where the system does not say. */
static char *program_folder(struct arena *a) {
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0) {
        return NULL;
    }
    path[n] = 0;
    char *slash = strrchr(path, '/');
    return slash ? arena_strdup(a, path, (size_t)(slash - path)) : NULL;
}

const char *data_folder(struct arena *a, const char *name) {
    char *program = program_folder(a);
    static const char *const below[] = {"../share/turnout", "../.."};
    for (size_t i = 0; program && i < sizeof below / sizeof *below; i++) {
        const char *path = arena_printf(a, "%s/%s/%s", program, below[i], name);
        if (readable(path)) {
            return path;
        }
    }
    return name;
}

const char *template_folder(struct arena *a, const char *given) {
    given = given ? given : getenv("TURNOUT_TEMPLATES");
    return given && *given ? given : data_folder(a, "templates");
}
