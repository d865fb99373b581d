/* hash.c -- milliseconds that the perfect hash of N names takes: hash N.  Beside it stands gperf. */
#include "lower.h"

#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
    struct arena *a = arena_new();
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
    const char **key = arena_alloc(a, (n + 1) * sizeof *key);
    for (size_t i = 0; i < n; i++) {
        key[i] = arena_printf(a, "A%05zu", i);
    }
    double start = now();
    lower_hash(a, key, n);
    printf("%.3f\n", now() - start);
    arena_free(a);
    return 0;
}
