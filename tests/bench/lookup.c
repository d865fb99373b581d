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
/* One question in each of the ways that it can be asked. */
static struct asked {
    struct bench_in in;
    struct cell text;
    const char *right; /* the name of the table that its architecture is */
} asked[CELLS];

__attribute__((noinline)) static int empty(const struct asked *a) {
    __asm__ volatile("" : : "r"(a));
    return 0;
}
__attribute__((noinline)) static int at(const struct asked *a) {
    return bench_backend_in(&a->in);
}
__attribute__((noinline)) static int text(const struct asked *a) {
    return bench_backend_text(a->text.arch, a->text.sm, a->text.lib, a->text.quant, a->text.moe);
}
__attribute__((noinline)) static int name(const struct asked *a) {
    return bench_arch_id(a->text.arch, BENCH_NUL);
}
__attribute__((noinline)) static int version(const struct asked *a) {
    return (int)(bench_lib_parse(a->text.lib, BENCH_NUL) >> 40);
}
/* The least that finding a name can cost: its length, and one comparison with the right candidate. */
__attribute__((noinline)) static int compare(const struct asked *a) {
    return memcmp(a->text.arch, a->right, strlen(a->text.arch) + 1) == 0;
}

static void fill(struct asked *a, const struct cell *c) {
    a->in.arch = bench_arch_id(c->arch, BENCH_NUL);
    a->in.sm = bench_sm_parse(c->sm, BENCH_NUL);
    a->in.lib = bench_lib_parse(c->lib, BENCH_NUL);
    a->in.quant = bench_quant_id(c->quant, BENCH_NUL);
    a->in.moe = bench_moe_parse(c->moe, BENCH_NUL);
    a->text = *c;
    a->right = strdup(c->arch);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*ask)(const struct asked *a);
    } form[] = {{"empty", empty}, {"at", at},          {"text", text},
                {"name", name},   {"memcmp", compare}, {"version", version}};
    const char *wanted = argc > 1 ? argv[1] : "at";
    unsigned long calls = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000, sum = 0;
    for (size_t i = 0; i < CELLS; i++) {
        fill(&asked[i], &cell[i]);
    }
    if (!strcmp(wanted, "answers")) {
        for (size_t i = 0; i < CELLS; i++) {
            printf("%s %s\n", bench_backend_name(at(&asked[i])), bench_backend_name(text(&asked[i])));
        }
        return 0;
    }
    int (*volatile ask)(const struct asked *a) = empty;
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        if (!strcmp(wanted, form[i].name)) {
            ask = form[i].ask;
        }
    }
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (unsigned long k = 0; k < calls; k++) {
        sum += (unsigned long)ask(&asked[k % CELLS]);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    double ns = (double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec);
    printf("%.2f %lu\n", ns / (double)calls, sum);
    return 0;
}
