/* random.c -- random N [FIRST]: the matrices of N random tables (tests/property) against every cell. */
#include "matrices.h"
#include "property.h"

static uint64_t first = 1, most = 100;

/* In a cell with a conflict the diagram, which the notes come from, has one of its two answers. */
static bool is_decided(const struct bench *b) {
    for (size_t i = 0; i < b->msgs.nmsg; i++) {
        enum finding f = b->msgs.msg[i].finding;
        if (f == FINDING_CONFLICT || f == FINDING_UNDECIDED || f == FINDING_LIMIT) {
            return false;
        }
    }
    return true;
}

static bool is_plain(const struct table *t) {
    bool plain = true;
    for (size_t i = 0; i < t->ninput; i++) {
        plain = plain && t->input[i].chain == NO && !t->input[i].from_op;
    }
    return plain;
}

static bool try_seed(uint64_t seed) {
    struct bench b = {.arena = arena_new()};
    roll_seed(seed);
    const char *text = seed % 2 ? generate(b.arena) : generate_constructs(b.arena);
    msgs_init(&b.msgs, b.arena, &b.sources);
    struct doc *doc = read_bytes(b.arena, &b.msgs, "t.ini", text, strlen(text));
    if (!bench_doc(&b, doc, 100000) || !is_decided(&b)) {
        arena_free(b.arena);
        return false;
    }
    fprintf(stderr, "seed %llu\n", (unsigned long long)seed); /* the last one is at fault */
    check_matrices(&b, is_plain(b.in.boxes->space->table));
    return true;
}

static void test_random(void **state) {
    (void)state;
    size_t checked = 0;
    for (uint64_t seed = first; checked < most && seed < first + 20 * most; seed++) {
        checked += try_seed(seed);
    }
    printf("%zu tables\n", checked);
    assert_int_equal(checked, most);
}

int main(int argc, char **argv) {
    const struct CMUnitTest test[] = {cmocka_unit_test(test_random)};
    most = argc > 1 ? strtoull(argv[1], NULL, 10) : most;
    first = argc > 2 ? strtoull(argv[2], NULL, 10) : first;
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
