/* property.c -- N random small tables: what every stage up to the analysis says, against every cell decided by hand.
 *
 *     property [N [SEED]]      prints the table of the first differences; exit status 1 when there are any
 */
#include "property.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static size_t differences;
static uint64_t seed_now;

void differ(const struct table_run *r, const char *format, ...) {
    va_list args;
    static uint64_t shown;
    if (differences++ < 3 && shown != seed_now) {
        shown = seed_now;
        fprintf(stderr, "---- seed %llu\n%s\n", (unsigned long long)seed_now, r->text);
    }
    if (differences < 20) {
        va_start(args, format);
        fprintf(stderr, "seed %llu: ", (unsigned long long)seed_now);
        vfprintf(stderr, format, args);
        fputc('\n', stderr);
        va_end(args);
    }
}

bool run_table(struct table_run *r, const char *text, bool findings) {
    struct limits limits = {.steps = 10000000, .nodes = 100000, .vectors = 100, .today = TODAY};
    limits.steps = r->steps ? r->steps : limits.steps;
    *r = (struct table_run){.arena = r->arena, .steps = r->steps, .text = text};
    msgs_init(&r->msgs, r->arena, &r->sources);
    struct doc *doc = read_bytes(r->arena, &r->msgs, "t.ini", text, strlen(text));
    r->table = doc ? table_build(r->arena, &r->msgs, doc, "t.ini") : NULL;
    if (!r->table || msgs_count(&r->msgs, LEVEL_ERROR)) {
        return false;
    }
    r->space = domain_build(r->arena, &r->msgs, r->table);
    struct boxes *boxes = boxes_build(r->arena, &r->msgs, r->space);
    r->base = r->boxes = boxes;
    if (text[strlen(text) / 2] % 2) { /* some tables are asked with the index of decide(), some without */
        boxes_index(r->arena, boxes);
    }
    if (msgs_count(&r->msgs, LEVEL_ERROR)) {
        return false;
    }
    r->plan = arena_alloc(r->arena, r->table->noutput * sizeof(struct plan *));
    r->order = boxes_order(r->arena, r->table);
    for (uint32_t i = 0; i < r->table->noutput; i++) {
        r->plan[r->order[i]] = plan_build(r->arena, &r->msgs, r->boxes, r->order[i]);
        r->boxes = boxes_chain(r->arena, &r->msgs, r->boxes, r->plan[r->order[i]]);
    }
    if (findings) {
        analyse(r->arena, &r->msgs, r->boxes, r->plan, &limits);
    }
    return true;
}

static bool one(uint64_t seed, bool show) {
    struct table_run r = {.arena = arena_new()};
    seed_now = seed;
    roll_seed(seed);
    const char *text = seed % 2 ? generate(r.arena) : generate_constructs(r.arena);
    if (show) {
        fputs(text, stdout);
    }
    bool good = run_table(&r, text, true);
    if (!good) {
        differ(&r, "the generated table has a fault of text");
        msgs_print(&r.msgs, FORMAT_TEXT, false, stderr);
    } else {
        good = compare(&r);
        good = compare_advice(&r) && good;
    }
    if (good && chance(20)) {
        r.steps = 1 + roll(400);
        good = run_table(&r, text, true) && compare(&r);
    }
    arena_free(r.arena);
    return good;
}

int main(int argc, char **argv) {
    unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000, passed = 0;
    unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    for (unsigned long i = 0; i < n; i++) {
        passed += one(seed + i, n == 1);
    }
    printf("compared:");
    for (size_t f = 0; f < FINDING_COUNT; f++) {
        if (seen[f]) {
            printf(" %s %zu", finding_info[f].flag, seen[f]);
        }
    }
    printf(", advice taken %zu, %zu with until\n%lu passed, %lu failed\n", followed, followed_until,
           passed, n - passed);
    return passed != n;
}
