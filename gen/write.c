/* write.c -- a file on disk becomes these bytes, or stays as it is.
 *
 * In:  a path and all bytes of the file.  Out: whether it was the same already, is new, or differs (--check).
 * Guaranteed: a file that is the same is not touched, so make rebuilds nothing.  Otherwise the bytes go to a
 * temporary file beside it that is renamed when it is complete: at every moment the path holds the old file or the
 * new one, and a failing run leaves neither a half file nor the temporary one.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "turnout.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int write_failed;

/* What stands at the path now. */
enum old { OLD_SAME, OLD_DIFFERS, OLD_ABSENT, OLD_NO_FILE, OLD_ERROR };

/* The sizes are equal already; a file that shrinks meanwhile differs. */
static bool bytes_same(int fd, const char *bytes, size_t len) {
    char part[1 << 14];
    while (len > 0) {
        ssize_t got = read(fd, part, len < sizeof part ? len : sizeof part);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0 || memcmp(part, bytes, (size_t)got) != 0) {
            return false;
        }
        bytes += got;
        len -= (size_t)got;
    }
    return true;
}

/* Renaming over a device or a folder would destroy it or fail: only a regular file is replaced. */
static enum old old_file(const char *path, const char *bytes, size_t len) {
    struct stat st;
    if (stat(path, &st) != 0) {
        return errno == ENOENT ? OLD_ABSENT : OLD_ERROR;
    }
    if (!S_ISREG(st.st_mode)) {
        return OLD_NO_FILE;
    }
    if (st.st_size < 0 || (uintmax_t)st.st_size != len) {
        return OLD_DIFFERS;
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool same = fd >= 0 && bytes_same(fd, bytes, len);
    if (fd >= 0) {
        close(fd);
    }
    return same ? OLD_SAME : OLD_DIFFERS;
}

/* Every folder on the way to the file; one that is there already is fine, whatever made it. */
static bool folders_make(struct arena *a, const char *path) {
    char *folder = arena_strdup(a, path, strlen(path));
    for (char *slash = strchr(folder + (*folder == '/'), '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST && errno != EISDIR) {
            struct stat st;
            int error = errno;
            if (stat(folder, &st) != 0) { /* a read-only file system says EROFS for folders that exist */
                errno = error;
                return false;
            }
        }
        *slash = '/';
    }
    return true;
}

/* A short write is not an error: a full disk says so at the next. */
static bool bytes_write(int fd, const char *bytes, size_t len) {
    while (len > 0) {
        ssize_t put = write(fd, bytes, len);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put <= 0) {
            return false;
        }
        bytes += put;
        len -= (size_t)put;
    }
    return true;
}

/* A new version of a file keeps its permissions. */
static void mode_keep(int fd, const char *path) {
    struct stat st;
    if (stat(path, &st) != 0 || fchmod(fd, st.st_mode & 0777) != 0) {
        errno = 0; /* then it has those of a new file */
    }
}

/* The process id keeps two runs apart that write the same file; one of a crashed run is replaced. */
static bool file_replace(struct arena *a, const char *path, const char *bytes, size_t len) {
    const char *temporary = arena_printf(a, "%s.%ld.tmp", path, (long)getpid());
    unlink(temporary);
    int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        return false;
    }
    mode_keep(fd, path);
    bool written = bytes_write(fd, bytes, len);
    int error = errno;
    if (close(fd) != 0 && written) { /* network file systems tell here that the disk is full */
        written = false;
        error = errno;
    }
    if (written && rename(temporary, path) != 0) {
        written = false;
        error = errno;
    }
    if (!written) {
        unlink(temporary);
    }
    errno = error;
    return written;
}

/* The path as the caller gave it, never the temporary or the resolved one. */
static enum written failed(struct msgs *m, const char *path, const char *why) {
    msg_add(m, FINDING_FILE, (struct pos){NO, 0, 0}, 1, "cannot write '%s': %s", path, why);
    write_failed = 1;
    return WRITTEN_FAILED;
}

static const char *error_text(int error) {
    return error == EACCES || error == EPERM ? "permission denied"
           : error == ENOTDIR                ? "a part of the path is a file"
           : error == ENOSPC                 ? "no space left"
           : error == EROFS                  ? "read-only file system"
           : error == ENAMETOOLONG           ? "path is too long"
                                             : strerror(error);
}

enum written write_file(struct msgs *m, const char *path, const char *bytes, size_t len, bool check_only) {
    switch (old_file(path, bytes, len)) {
    case OLD_SAME:
        return WRITTEN_SAME;
    case OLD_NO_FILE:
        return failed(m, path, "is there and no regular file");
    case OLD_ERROR:
        return failed(m, path, error_text(errno));
    case OLD_DIFFERS:
    case OLD_ABSENT:
        break;
    }
    if (check_only) {
        return WRITTEN_DIFFERS;
    }
    char *real = realpath(path, NULL); /* a symbolic link stays one; NULL: no such file yet */
    bool written = folders_make(m->arena, path) && file_replace(m->arena, real ? real : path, bytes, len);
    int error = errno;
    free(real);
    if (!written) {
        return failed(m, path, error_text(error));
    }
    return WRITTEN_NEW;
}
