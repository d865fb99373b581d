/* which_file.c -- the bytes of one file of a model.
 *
 * In:   a path.  Out: all its bytes, or why not.  Only regular files are read, and only up to a size that no
 *       configuration has: a pipe would wait, a device would never end.
 * Python's json module writes NaN, Infinity and -Infinity (time_step_limit of Mamba configurations), which are no JSON.
 */
#include "which.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST = 64 << 20 };

static const char *error_text(int error) {
    return error == ENOENT || error == ENOTDIR ? "no such file"
           : error == EACCES                   ? "permission denied"
                                               : strerror(error);
}

static const char *read_open(struct arena *a, int fd, size_t *len, const char **why) {
    struct stat st;
    struct text all = {.arena = a};
    char part[1 << 14];
    ssize_t got = 1;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        *why = S_ISDIR(st.st_mode) ? "is a folder" : "is no regular file";
        return NULL;
    }
    text_put(&all, "");
    while (got != 0 && all.len <= LARGEST) {
        got = read(fd, part, sizeof part);
        if (got < 0 && errno != EINTR) {
            *why = error_text(errno);
            return NULL;
        }
        text_add(&all, part, got > 0 ? (size_t)got : 0);
    }
    *why = all.len > LARGEST ? "larger than 64 MiB" : NULL;
    *len = all.len;
    return *why ? NULL : all.at;
}

const char *which_file(struct arena *a, const char *path, size_t *len, bool *absent, const char **why) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    *absent = fd < 0 && (errno == ENOENT || errno == ENOTDIR);
    if (fd < 0) {
        *why = error_text(errno);
        return NULL;
    }
    const char *bytes = read_open(a, fd, len, why);
    close(fd);
    return bytes;
}

/* The length of a number's name that starts here; 0: none does. */
static size_t no_number(const char *at, size_t left) {
    static const char *const word[] = {"NaN", "Infinity", "-Infinity"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        size_t len = strlen(word[i]);
        if (len <= left && memcmp(at, word[i], len) == 0) {
            return len;
        }
    }
    return 0;
}

/* Padded to the length of the word, so that places of faults stay right (NaN apart, which is shorter than null). */
const char *which_clean(struct arena *a, const char *bytes, size_t len, size_t *out) {
    struct text t = {.arena = a};
    bool quoted = false;
    text_put(&t, "");
    for (size_t i = 0; i < len; i++) {
        size_t word = quoted ? 0 : no_number(bytes + i, len - i);
        if (word > 0) {
            text_printf(&t, "%-*s", (int)word, "null");
            i += word - 1;
            continue;
        }
        text_add(&t, bytes + i, 1);
        if (quoted && bytes[i] == '\\' && i + 1 < len) {
            text_add(&t, bytes + ++i, 1);
        } else if (bytes[i] == '"') {
            quoted = !quoted;
        }
    }
    *out = t.len;
    return t.at;
}
