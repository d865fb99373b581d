/* read_file.c -- the bytes of one file.
 *
 * In:  a path.  Out: all its bytes, and what identifies the file; or why not, in words that are the same on every
 * machine.  A pipe is read to its end; a file that never ends is cut off where no table is that large.
 */
#include "read.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_READ = (1 << 28) + 1 }; /* one more than read_lines.c takes */

/* strerror() for the rare rest: the C locale, since setlocale() is never called. */
static const char *error_text(int error) {
    return error == ENOENT || error == ENOTDIR ? "no such file"
           : error == EACCES                   ? "permission denied"
           : error == EISDIR                   ? "is a directory"
           : error == ELOOP                    ? "too many symbolic links"
           : error == ENAMETOOLONG             ? "path is too long"
                                               : strerror(error);
}

/* expected: the size by stat, only a hint: the file may change or be a pipe. */
static bool read_all(struct arena *a, int fd, size_t expected, struct visited *v) {
    struct text all = {.arena = a};
    char part[1 << 14];
    ssize_t got = 1;
    if (expected > 0 && expected < LONGEST_READ) { /* once, instead of growing */
        all.at = arena_alloc(a, expected + 1);
        all.cap = expected + 1;
    }
    while (got != 0 && all.len < expected && all.cap > expected) { /* into its place */
        got = read(fd, all.at + all.len, expected - all.len);
        if (got < 0 && errno != EINTR) {
            return false;
        }
        all.len += got > 0 ? (size_t)got : 0;
    }
    while (got != 0 && all.len < LONGEST_READ) { /* it is longer, or nobody knows how long it is */
        got = read(fd, part, sizeof part);
        if (got < 0 && errno != EINTR) {
            return false;
        }
        text_add(&all, part, got > 0 ? (size_t)got : 0);
    }
    text_add(&all, "", 0);
    v->bytes = v->own = all.at;
    v->len = all.len;
    return true;
}

/* O_NOCTTY: a path that names a terminal must not become ours. */
const char *file_bytes(struct arena *a, const char *path, struct visited *v, bool *absent) {
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    *absent = fd < 0 && (errno == ENOENT || errno == ENOTDIR);
    if (fd < 0) {
        return error_text(errno);
    }
    int error = 0;
    if (fstat(fd, &st) != 0) {
        error = errno;
    } else if (S_ISDIR(st.st_mode)) {
        error = EISDIR;
    } else if (!read_all(a, fd, S_ISREG(st.st_mode) && st.st_size > 0 ? (size_t)st.st_size : 0, v)) {
        error = errno;
    } else {
        v->path = path;
        v->dev = st.st_dev;
        v->ino = st.st_ino;
    }
    close(fd);
    return error ? error_text(error) : NULL;
}

const char *path_below(const char *path) {
    const char *colon = strncmp(path, "git:", 4) == 0 ? strchr(path + 4, ':') : NULL;
    return colon ? colon + 1 : path;
}

const char *read_path(struct arena *a, const char *path, const struct read_options *o, struct visited *v,
                      bool *absent) {
    if (!o || !o->fetch) {
        return file_bytes(a, path, v, absent);
    }
    const char *why = o->fetch(o->from, a, path, &v->bytes, &v->len, absent);
    v->path = path;
    return why;
}
