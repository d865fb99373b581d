/* products.c -- what a run may write: no file that it reads, and none that another table of the run has made.
 *
 * In:  the paths of one table's products.  Out: may they be written; if not, why, as a finding of that table.
 * Of two tables of one name only the last would be left, without a word; of a table that is also an output, nothing.
 * The same bytes again (a table that is named twice, a file that is of no table) destroy nothing.
 */
#include "run.h"

#include <string.h>
#include <sys/stat.h>

/* By whatever names: links and `./` lead to one file. */
static bool same_file(const char *x, const char *y) {
    struct stat p, q;
    return stat(x, &p) == 0 && stat(y, &q) == 0 && p.st_dev == q.st_dev && p.st_ino == q.st_ino;
}

static const char *among(const char *path, const char *const *file, size_t nfile) {
    for (size_t i = 0; i < nfile; i++) {
        if (same_file(path, file[i])) {
            return file[i];
        }
    }
    return NULL;
}

/* Would writing to the path destroy a file that this run has read?  Which? */
static const char *read_there(const struct products *p, const struct sources *s, const char *path) {
    for (size_t i = 0; i < s->nfile; i++) {
        if (same_file(path, s->file[i].path)) {
            return s->file[i].path;
        }
    }
    return among(path, p->read, p->nread);
}

bool products_claim(struct products *p, struct loaded *l, const char *path, const struct emitted *e) {
    const struct table *t = l->table;
    const char *read = read_there(p, &l->sources, path);
    if (read) {
        msg_add(&l->msgs, FINDING_FILE, t->pos, 0, "writing '%s' would destroy '%s', which is read; use another -o",
                path, read);
        return false;
    }
    uint32_t before = names_find(&p->made, path);
    if (before == NO) {
        names_add(&p->made, path, (uint32_t)p->nmade);
        *PUSH(p->made.arena, p->path, p->nmade) = path;
        *PUSH(p->made.arena, p->maker, p->nmaker) = t->path;
        *PUSH(p->made.arena, p->emitted, p->nemitted) = *e;
    } else if (p->emitted[before].len != e->len || memcmp(p->emitted[before].bytes, e->bytes, e->len) != 0) {
        msg_add(&l->msgs, FINDING_NAME, t->pos, 0,
                "'%s' is made from '%s' in this run already: give the table another name, or use another -o", path,
                p->maker[before]);
        return false;
    }
    return true;
}

const char *products_destroyed(const struct products *p, const struct loaded *l, const char *path) {
    const char *read = read_there(p, &l->sources, path);
    return read ? read : among(path, p->path, p->nmade);
}
