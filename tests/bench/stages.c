/* stages.c -- processor time and memory of every stage of the compiler on one table, for tests/bench/run.sh.
 *
 *     stages TABLE FOLDER [compile]
 *
 * One line per stage: its name, milliseconds, bytes of the arena so far.  `compile` goes on to the diagrams.
 */
#include "turnout.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct timespec last;

static void stage(const struct arena *a, const char *name) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    double ms = (double)(now.tv_sec - last.tv_sec) * 1e3 + (double)(now.tv_nsec - last.tv_nsec) / 1e6;
    printf("%-10s %10.2f %12zu\n", name, ms, arena_size(a));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &last);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: stages TABLE FOLDER [compile]\n");
        return 2;
    }
    struct arena *a = arena_new();
    struct sources sources = {NULL, 0};
    struct msgs m;
    const char *folder[] = {argv[2]};
    struct read_options o = {.folder = folder, .nfolder = 1};
    struct limits limits = {.steps = 10000000, .nodes = 200000, .spread = 20, .vectors = 20000};
    msgs_init(&m, a, &sources);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &last);
    struct doc *d = read_table(a, &m, argv[1], &o);
    stage(a, "read");
    struct table *t = d ? table_build(a, &m, d, argv[1]) : NULL;
    stage(a, "table");
    struct space *s = t ? domain_build(a, &m, t) : NULL;
    stage(a, "domain");
    struct boxes *b = s ? boxes_build(a, &m, s) : NULL;
    stage(a, "boxes");
    if (!b) {
        return 1;
    }
    struct plan **plan = arena_alloc(a, (t->noutput + 1) * sizeof *plan);
    for (uint32_t i = 0; i < t->noutput; i++) {
        plan[i] = plan_build(a, &m, b, i);
    }
    stage(a, "plan");
    analyse(a, &m, b, plan, &limits);
    stage(a, "analyse");
    for (uint32_t i = 0; argc > 3 && i < t->noutput; i++) {
        struct diagram *rule = diagram_build(a, &m, plan[i], true, &limits);
        stage(a, "by rule");
        if (rule->complete) {
            diagram_value(a, rule);
        }
        stage(a, "values");
    }
    arena_free(a);
    return 0;
}
