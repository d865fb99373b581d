/* test_cover.c -- the cover search against counting cells one by one, and the sizes it is built for. */
#include "turnout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static uint64_t seed = 1;

static uint32_t below(uint32_t n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

static struct space *space_new(struct arena *a, uint32_t ninput, uint32_t natom) {
    struct space *s = arena_alloc(a, sizeof *s);
    *s = (struct space){.arena = a, .ninput = ninput};
    s->domain = arena_alloc(a, (ninput + 1) * sizeof *s->domain);
    for (uint32_t i = 0; i < ninput; i++) {
        s->domain[i].natom = natom ? natom : 1 + below(4);
        s->domain[i].sets = asets_new(a, s->domain[i].natom);
    }
    return s;
}

static void name_input(const struct space *s, struct box *b, uint32_t input, uint32_t set) {
    b->set[input] = set;
    b->named = set == ASET_FULL ? b->named & ~((uint64_t)1 << input) : b->named | (uint64_t)1 << input;
    assert_true(set != ASET_EMPTY && input < s->ninput);
}

/* Each input is named with probability 1/often, by a set of the given share of its atoms in 16ths. */
static struct box *box_random(const struct space *s, struct arena *a, uint32_t often, uint32_t share) {
    struct box *b = arena_alloc(a, sizeof *b);
    *b = box_full(s, a);
    for (uint32_t i = 0; i < s->ninput; i++) {
        uint32_t set = aset_one(s->domain[i].sets, below(s->domain[i].natom));
        for (uint32_t k = 0; k < s->domain[i].natom; k++) {
            if (below(16) < share) {
                set = aset_or(s->domain[i].sets, set, aset_one(s->domain[i].sets, k));
            }
        }
        if (below(often) == 0) {
            name_input(s, b, i, set);
        }
    }
    return b;
}

static bool cell_next(const struct space *s, uint32_t *cell) {
    for (uint32_t i = 0; i < s->ninput; i++) {
        if (++cell[i] < s->domain[i].natom) {
            return true;
        }
        cell[i] = 0;
    }
    return false;
}

static bool blocked(const struct space *s, const struct box *const *by, size_t nby, const bool *only,
                    const uint32_t *cell) {
    for (size_t i = 0; i < nby; i++) {
        if ((!only || only[i]) && box_has(s, by[i], cell)) {
            return true;
        }
    }
    return false;
}

static double count_slowly(const struct space *s, const struct box *b, const struct box *const *by, size_t nby,
                           const bool *only) {
    uint32_t cell[64] = {0};
    double cells = 0;
    do {
        cells += box_has(s, b, cell) && !blocked(s, by, nby, only, cell);
    } while (cell_next(s, cell));
    return cells;
}

/* Inside b, free of blockers, and no input can take one more atom of b. */
static void assert_maximal(const struct space *s, struct arena *a, const struct box *b, const struct box *const *by,
                           size_t nby, const struct box *witness) {
    assert_true(box_within(s, witness, b));
    assert_true(count_slowly(s, witness, by, nby, NULL) == box_count(s, witness));
    for (uint32_t i = 0; i < s->ninput; i++) {
        assert_int_equal(witness->named >> i & 1, witness->set[i] != ASET_FULL);
        for (uint32_t k = 0; k < s->domain[i].natom; k++) {
            if (!aset_has(s->domain[i].sets, b->set[i], k) || aset_has(s->domain[i].sets, witness->set[i], k)) {
                continue;
            }
            struct box wider = box_copy(s, a, witness);
            name_input(s, &wider, i, aset_or(s->domain[i].sets, wider.set[i], aset_one(s->domain[i].sets, k)));
            assert_true(count_slowly(s, &wider, by, nby, NULL) < box_count(s, &wider));
        }
    }
}

static void search_equals_brute_force(void **state) {
    (void)state;
    size_t covered = 0, runs = 3000;
    for (size_t run = 0; run < runs; run++) {
        struct arena *a = arena_new();
        struct space *s = space_new(a, below(6), 0);
        uint32_t often = 1 + below(3), share = below(16);
        const struct box *by[24];
        size_t nby = below(25);
        for (size_t i = 0; i < nby; i++) {
            by[i] = box_random(s, a, often, share);
        }
        struct box *b = box_random(s, a, 3, 8), witness;
        bool used[25], at_least;
        struct cover_limit limit = {1000000, 0}, again = limit;
        double cells = count_slowly(s, b, by, nby, NULL);
        enum cover answer = cover_search(s, a, b, by, nby, &limit, &witness, used);
        assert_int_equal(answer, cells > 0 ? COVER_WITNESS : COVER_ALL);
        if (answer == COVER_WITNESS) {
            assert_maximal(s, a, b, by, nby, &witness);
        } else {
            covered++;
            assert_true(count_slowly(s, b, by, nby, used) == 0);
        }
        assert_true(cover_count(s, a, b, by, nby, &again, &at_least) == cells);
        assert_false(at_least);
        arena_free(a);
    }
    assert_in_range(covered, runs / 10, runs * 9 / 10); /* both answers are tried */
}

static void one_blocker_is_named_alone(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct space *s = space_new(a, 3, 4);
    struct box *part = box_random(s, a, 1, 0), *all = arena_alloc(a, sizeof *all);
    *all = box_full(s, a);
    const struct box *by[] = {part, all, part};
    bool used[3];
    struct cover_limit limit = {1000, 0};
    assert_int_equal(cover_search(s, a, part, by + 1, 1, &limit, NULL, used), COVER_ALL);
    assert_int_equal(cover_search(s, a, all, by, 3, &limit, NULL, used), COVER_ALL);
    assert_true(!used[0] && used[1] && !used[2]);
    arena_free(a);
}

/* A limit is never an answer: undecided, and the count a lower bound. */
static void limit_is_undecided(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct space *s = space_new(a, 12, 6);
    const struct box *by[300];
    for (size_t i = 0; i < 300; i++) {
        by[i] = box_random(s, a, 2, 6);
    }
    struct box b = box_full(s, a), witness;
    struct cover_limit limit = {200, 0};
    bool at_least;
    assert_int_equal(cover_search(s, a, &b, by, 300, &limit, &witness, NULL), COVER_UNDECIDED);
    assert_in_range(limit.used, 200, 2000);
    limit.used = 0;
    double least = cover_count(s, a, &b, by, 300, &limit, &at_least);
    assert_true(at_least);
    limit = (struct cover_limit){100000000, 0};
    assert_true(least <= cover_count(s, a, &b, by, 300, &limit, &at_least));
    arena_free(a);
}

/* Every pair of 24 inputs excludes (1, 1): at most one input is 1 in what is left.  A diagram has 2 million states. */
static void all_pairs_are_quick(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct space *s = space_new(a, 24, 2);
    const struct box *by[300];
    size_t nby = 0;
    for (uint32_t i = 0; i < 24; i++) {
        for (uint32_t j = 0; j < i; j++) {
            struct box *pair = arena_alloc(a, sizeof *pair);
            *pair = box_full(s, a);
            name_input(s, pair, i, aset_one(s->domain[i].sets, 1));
            name_input(s, pair, j, aset_one(s->domain[j].sets, 1));
            by[nby++] = pair;
        }
    }
    struct box b = box_full(s, a), witness;
    struct cover_limit limit = {1000000, 0};
    bool at_least;
    assert_int_equal(cover_search(s, a, &b, by, nby, &limit, &witness, NULL), COVER_WITNESS);
    assert_true(cover_count(s, a, &b, by, nby, &limit, &at_least) == 25);
    assert_false(at_least);
    arena_free(a);
}

/* 13 inputs, 2 x 10^9 cells, 2,000 rules that name three to four inputs: is each one masked by those before it? */
static void large_table_is_within_reach(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct space *s = space_new(a, 13, 5);
    static const struct box *by[2000];
    for (size_t i = 0; i < 2000; i++) {
        by[i] = box_random(s, a, 3, 4);
    }
    size_t masked = 0;
    for (size_t i = 0; i < 2000; i += 20) {
        struct cover_limit limit = {10000000, 0};
        struct box witness;
        enum cover answer = cover_search(s, a, by[i], by, i, &limit, &witness, NULL);
        assert_int_not_equal(answer, COVER_UNDECIDED);
        masked += answer == COVER_ALL;
    }
    assert_in_range(masked, 1, 99);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(search_equals_brute_force),   cmocka_unit_test(one_blocker_is_named_alone),
        cmocka_unit_test(limit_is_undecided),          cmocka_unit_test(all_pairs_are_quick),
        cmocka_unit_test(large_table_is_within_reach),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
