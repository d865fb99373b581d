/* model_place.c -- a place in a table as products name it.
 *
 * In:  a place.  Out: the last two parts of its path, and its line: builds call the compiler with paths of their
 * machine, and from many folders, and the products are the same everywhere.
 */
#include "model.h"

#include <string.h>

const char *product_place(struct arena *a, const struct sources *s, struct pos pos) {
    if (pos.file >= s->nfile) { /* NO, too */
        return "";
    }
    const char *path = s->file[pos.file].path, *at = path + strlen(path);
    for (int slashes = 0; at > path; at--) {
        slashes += at[-1] == '/';
        if (slashes == 2) {
            break;
        }
    }
    while (strncmp(at, "./", 2) == 0 || strncmp(at, "../", 3) == 0) {
        at += at[1] == '/' ? 2 : 3;
    }
    return pos.line ? arena_printf(a, "%s:%u", at, (unsigned)pos.line) : at;
}
