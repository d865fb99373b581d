/* Every set operation against plain arrays of bool, at widths around the word size; ids as equality; the cache. */
#include "turnout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { MOST = 300, SETS = 40 };

struct model {
    bool has[MOST];
    uint32_t id;
};

static uint64_t seed = 1;
static uint32_t dice(uint32_t sides) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % sides;
}

static uint32_t model_count(const struct model *m, uint32_t natom) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < natom; i++)
        n += m->has[i];
    return n;
}

static void same(const struct asets *p, const struct model *m) {
    uint32_t natom = asets_natom(p), next = NO;
    for (uint32_t i = natom; i-- > 0;) {
        assert_int_equal(aset_has(p, m->id, i), m->has[i]);
        next = m->has[i] ? i : next;
        assert_int_equal(aset_next(p, m->id, i), next);
    }
    assert_int_equal(aset_next(p, m->id, natom), NO);
    assert_int_equal(aset_count(p, m->id), model_count(m, natom));
    assert_int_equal(m->id == ASET_EMPTY, model_count(m, natom) == 0);
    assert_int_equal(m->id == ASET_FULL, model_count(m, natom) == natom);
}

static struct model made(struct asets *p, uint32_t natom) {
    struct model m = {.id = ASET_EMPTY};
    uint32_t atom[MOST], n = 0, lo = dice(natom), hi = dice(natom);
    switch (dice(4)) {
    case 0:
        m.has[lo] = true;
        m.id = aset_one(p, lo);
        break;
    case 1:
        for (uint32_t i = lo; i <= hi; i++)
            m.has[i] = true;
        m.id = aset_range(p, lo, hi);
        break;
    case 2:
        for (uint32_t i = 0; i < natom; i++)
            m.has[i] = true;
        m.id = ASET_FULL;
        break;
    default:
        for (uint32_t i = 0; i < natom; i++)
            if (dice(3) == 0) {
                m.has[i] = true;
                atom[n++] = i;
            }
        m.id = aset_of(p, atom, n);
    }
    return m;
}

static void pair(struct asets *p, const struct model *x, const struct model *y, struct model *out) {
    uint32_t natom = asets_natom(p);
    struct model both = {0}, either = {0}, minus = {0};
    bool equal = true;
    for (uint32_t i = 0; i < natom; i++) {
        both.has[i] = x->has[i] && y->has[i];
        either.has[i] = x->has[i] || y->has[i];
        minus.has[i] = x->has[i] && !y->has[i];
        equal = equal && x->has[i] == y->has[i];
    }
    both.id = aset_and(p, x->id, y->id);
    either.id = aset_or(p, x->id, y->id);
    minus.id = aset_minus(p, x->id, y->id);
    same(p, &both);
    same(p, &either);
    same(p, &minus);
    assert_int_equal(aset_meets(p, x->id, y->id), model_count(&both, natom) > 0);
    assert_int_equal(aset_within(p, x->id, y->id), model_count(&minus, natom) == 0);
    assert_int_equal(x->id == y->id, equal);
    *out = dice(3) == 0 ? both : dice(2) ? either : minus;
}

static void against_arrays(void **state) {
    (void)state;
    static const uint32_t width[] = {1, 2, 5, 63, 64, 65, 127, 128, 129, 200, MOST};
    for (size_t w = 0; w < sizeof width / sizeof *width; w++) {
        struct arena *a = arena_new();
        struct asets *p = asets_new(a, width[w]);
        struct model m[SETS];
        for (int i = 0; i < SETS; i++)
            m[i] = made(p, width[w]);
        for (int round = 0; round < 400; round++) {
            uint32_t x = dice(SETS), y = dice(SETS);
            struct model out;
            pair(p, &m[x], &m[y], &out);
            m[dice(SETS)] = dice(4) ? out : made(p, width[w]);
        }
        arena_free(a);
    }
}

static void edges(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct asets *none = asets_new(a, 0), *p = asets_new(a, 70);
    assert_int_equal(aset_range(none, 0, 5), ASET_EMPTY);
    assert_int_equal(aset_one(none, 0), ASET_EMPTY);
    assert_int_equal(aset_count(none, ASET_FULL), 0);
    assert_int_equal(aset_one(p, 70), ASET_EMPTY);
    assert_int_equal(aset_range(p, 3, 2), ASET_EMPTY);
    assert_int_equal(aset_range(p, 0, NO), ASET_FULL);
    assert_int_equal(aset_of(p, NULL, 0), ASET_EMPTY);
    assert_int_equal(asets_natom(p), 70);
    arena_free(a);
}

/* One name out of 10,000, many of them: equal sets are found again while the tables grow. */
static void many(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct asets *p = asets_new(a, 10000);
    static uint32_t id[10000];
    for (uint32_t i = 0; i < 10000; i++)
        id[i] = aset_one(p, i);
    size_t size = arena_size(a);
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(aset_one(p, i), id[i]);
    assert_int_equal(arena_size(a), size);
    uint32_t all = ASET_EMPTY;
    for (uint32_t i = 0; i < 10000; i++)
        all = aset_or(p, all, id[i]);
    assert_int_equal(all, ASET_FULL);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(against_arrays),
        cmocka_unit_test(edges),
        cmocka_unit_test(many),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
