/* progress.c -- how far long work has come: one line on a terminal, nothing in a pipe.
 *
 * In: what is being done, how much of how much.  Out: on standard error, if that is a terminal that can overwrite a
 * line, first after half a second and then at most ten times a second; the line is gone before anything else is said.
 */
#include "run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_MS = 500, NEXT_MS = 100 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    bool known, terminal, shown;
    int64_t next; /* ms */
} state;

/* Wall clocks may jump. */
static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Once: a terminal stays one. */
static void look(void) {
    const char *term = getenv("TERM");
    state.known = true;
    state.terminal = isatty(fileno(stderr)) && term && *term && strcmp(term, "dumb") != 0;
    state.next = now_ms() + FIRST_MS;
}

static void show(const char *what, size_t done, size_t of) {
    if (!state.known) {
        look();
    }
    int64_t now = state.terminal ? now_ms() : 0;
    if (!state.terminal || now < state.next) {
        return;
    }
    if (of > 0) {
        fprintf(stderr, "\r\033[K%s: %zu %% (%zu of %zu)", what, done * 100 / of, done, of);
    } else if (done > 0) {
        fprintf(stderr, "\r\033[K%s: %zu", what, done);
    } else {
        fprintf(stderr, "\r\033[K%s", what);
    }
    fflush(stderr);
    state.shown = true;
    state.next = now + NEXT_MS;
}

/* diff reads two tables at once: whoever comes while the other one writes has nothing to add. */
void progress(const char *what, size_t done, size_t of) {
    if (pthread_mutex_trylock(&lock) == 0) {
        show(what, done, of);
        pthread_mutex_unlock(&lock);
    }
}

/* Before other output, which would otherwise follow on the same line. */
void progress_end(void) {
    pthread_mutex_lock(&lock);
    if (state.shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    state.shown = false;
    pthread_mutex_unlock(&lock);
}
