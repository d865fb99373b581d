/* lookup.c -- one form of an emitted header in a loop, for instruction counts and times.
 *
 *     lookup FORM CALLS        FORM: empty, at, text, name, memcmp, version; CELLS.h holds the cells, one row each
 *
 * Prints nanoseconds a call and the sum of the answers.  The cells are read in turn, so that no branch predictor learns
 * one of them by heart; hot means that all tables are in the cache.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct cell {
    const char *arch, *sm, *lib, *quant, *moe;
};
static const struct cell cell[] = {
#include "cells.h"
};
enum { CELLS = sizeof cell / sizeof *cell };
static struct bench_in in[CELLS];

__attribute__((noinline)) static int empty(const struct bench_in *i) {
    __asm__ volatile("" : : "r"(i));
    return 0;
}
__attribute__((noinline)) static int at(const struct bench_in *i) {
    return bench_backend_in(i);
}
__attribute__((noinline)) static int text(const struct cell *c) {
    return bench_backend_text(c->arch, c->sm, c->lib, c->quant, c->moe);
}
__attribute__((noinline)) static int name(const struct cell *c) {
    return bench_arch_id(c->arch, BENCH_NUL);
}
__attribute__((noinline)) static int version(const struct cell *c) {
    return (int)(bench_lib_parse(c->lib, BENCH_NUL) >> 40);
}
/* The least that finding a name can cost: its length, and one comparison with the right candidate. */
static const char *volatile right[CELLS];
__attribute__((noinline)) static int compare(const struct cell *c, size_t i) {
    const char *r = right[i];
    return memcmp(c->arch, r, strlen(c->arch) + 1) == 0;
}

int main(int argc, char **argv) {
    const char *form = argc > 1 ? argv[1] : "at";
    unsigned long calls = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000, sum = 0;
    for (size_t i = 0; i < CELLS; i++) {
        in[i].arch = bench_arch_id(cell[i].arch, BENCH_NUL);
        in[i].sm = bench_sm_parse(cell[i].sm, BENCH_NUL);
        in[i].lib = bench_lib_parse(cell[i].lib, BENCH_NUL);
        in[i].quant = bench_quant_id(cell[i].quant, BENCH_NUL);
        in[i].moe = bench_moe_parse(cell[i].moe, BENCH_NUL);
        right[i] = strdup(cell[i].arch);
    }
    if (!strcmp(form, "answers")) {
        for (size_t i = 0; i < CELLS; i++) {
            printf("%s %s\n", bench_backend_name(at(&in[i])), bench_backend_name(text(&cell[i])));
        }
        return 0;
    }
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (unsigned long k = 0; k < calls; k++) {
        size_t i = k % CELLS;
        sum += (unsigned long)(*form == 'e'   ? empty(&in[i])
                               : *form == 'a' ? at(&in[i])
                               : *form == 't' ? text(&cell[i])
                               : *form == 'n' ? name(&cell[i])
                               : *form == 'm' ? compare(&cell[i], i)
                                              : version(&cell[i]));
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    double ns = (double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec);
    printf("%.2f %lu\n", ns / (double)calls, sum);
    return 0;
}
