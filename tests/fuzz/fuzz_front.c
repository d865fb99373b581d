/* fuzz_front.c -- libFuzzer target: any bytes through the whole front end, as `turnout check` runs it.
 *
 * In:  bytes of a table.  Out: nothing; the sanitizers and the time limit judge.  Limits are small, so that a blow-up
 * must end as "undecided", and inputs are short (-max_len in run.sh).  The table pretends to lie in tables/, so that
 * `use = nvidia.ini` works; nothing is written.
 */
#include "turnout.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FILE *nowhere;

static void print_all(const struct msgs *m) {
    if (!nowhere) {
        nowhere = fopen("/dev/null", "w");
    }
    for (int format = FORMAT_TEXT; format <= FORMAT_GITHUB; format++) {
        msgs_print(m, (enum format)format, true, nowhere);
    }
}

/* The straight line of run.c, which stops after the first stage with an error. */
static void front_end(struct arena *a, struct msgs *m, const char *bytes, size_t len) {
    static const char path[] = "tables/fuzz.ini";
    const struct limits limits = {.steps = 20000, .nodes = 1000, .vectors = 100};
    struct doc *doc = read_bytes(a, m, path, bytes, len);
    struct table *t = doc ? table_build(a, m, doc, path) : NULL;
    if (!t || msgs_count(m, LEVEL_ERROR) > 0) {
        return;
    }
    struct space *s = domain_build(a, m, t);
    if (!s || msgs_count(m, LEVEL_ERROR) > 0) {
        return;
    }
    struct boxes *b = boxes_build(a, m, s);
    if (!b || msgs_count(m, LEVEL_ERROR) > 0) {
        return;
    }
    struct plan **plan = arena_alloc(a, (t->noutput + 1) * sizeof *plan);
    for (uint32_t i = 0; i < t->noutput; i++) {
        plan[i] = plan_build(a, m, b, i);
    }
    analyse(a, m, b, plan, &limits);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct sources sources = {0};
    struct msgs m;
    msgs_init(&m, a, &sources);
    front_end(a, &m, (const char *)data, size);
    print_all(&m);
    read_failed = 0;
    arena_free(a);
    return 0;
}
