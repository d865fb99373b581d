/* test_arena.c -- blocks, growing arrays, text, names: alignment, zeroes, growth, and the sizes that cannot be. */
#include "turnout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void is_zeroed_and_aligned(void **state) {
    (void)state;
    struct arena *a = arena_new();
    for (size_t size = 0; size < 300000; size = size * 3 + 1) {
        unsigned char *p = arena_alloc(a, size);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < size; i++) {
            assert_int_equal(p[i], 0);
            p[i] = 0xFF; /* the sanitizer sees when this is not ours */
        }
    }
    assert_true(arena_size(a) >= 200000);
    arena_free(a);
    arena_free(NULL);
}

/* A large item must not throw away the rest of a block, nor be given out twice. */
static void large_items_are_apart(void **state) {
    (void)state;
    struct arena *a = arena_new();
    char *small = arena_alloc(a, 100), *large = arena_alloc(a, 1 << 20), *next = arena_alloc(a, 100);
    memset(small, 1, 100);
    memset(large, 2, 1 << 20);
    memset(next, 3, 100);
    assert_int_equal(small[99], 1);
    assert_int_equal(large[0], 2);
    assert_int_equal(large[(1 << 20) - 1], 2);
    assert_int_equal(next[0], 3);
    arena_free(a);
}

static void arrays_grow(void **state) {
    (void)state;
    struct arena *a = arena_new();
    uint32_t *item = NULL;
    size_t nitem = 0;
    for (uint32_t i = 0; i < 10000; i++) {
        uint32_t *new_item = PUSH(a, item, nitem);
        assert_int_equal(*new_item, 0);
        *new_item = i;
    }
    assert_int_equal(nitem, 10000);
    for (uint32_t i = 0; i < 10000; i++) {
        assert_int_equal(item[i], i);
    }
    arena_free(a);
}

static void text_grows(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct text t = {.arena = a};
    text_put(&t, "");
    assert_string_equal(t.at, "");
    for (int i = 0; i < 1000; i++) {
        text_printf(&t, "%d,", i);
    }
    text_add(&t, "x\0y", 3);
    assert_int_equal(t.len, 10 * 2 + 90 * 3 + 900 * 4 + 3);
    assert_memory_equal(t.at + t.len - 3, "x\0y", 4);
    assert_string_equal(arena_printf(a, "%s-%d", "a", 7), "a-7");
    assert_string_equal(arena_strdup(a, "abc", 2), "ab");
    struct text bytes = {.arena = t.arena};
    text_bytes(&bytes, 0x030201, 4);
    text_bytes(&bytes, 0x0908070605040302, 8);
    assert_int_equal(bytes.len, 12);
    assert_memory_equal(bytes.at, "\1\2\3\0\2\3\4\5\6\7\x08\x09", 13);
    arena_free(a);
}

/* Beyond some megabytes a text has a block to itself, which is resized; what else was handed out stays. */
static void large_texts_grow(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct text t = {.arena = a}, u = {.arena = a};
    char *beside = NULL;
    for (uint32_t i = 0; i < 3000000; i++) {
        text_printf(&t, "%07u,", i);
        if (i % 2 == 0) {
            text_add(&u, "x", 1);
        }
        if (i % 500000 == 0) {
            beside = arena_strdup(a, "beside", 6);
        }
    }
    assert_int_equal(t.len, 24000000);
    assert_int_equal(u.len, 1500000);
    assert_int_equal(strlen(u.at), u.len);
    assert_string_equal(beside, "beside");
    for (uint32_t i = 0; i < 3000000; i += 4999) {
        char number[16];
        snprintf(number, sizeof number, "%07u,", i);
        assert_memory_equal(t.at + 8 * (size_t)i, number, 8);
    }
    assert_string_equal(t.at + t.len - 8, "2999999,");
    arena_free(a);
}

static void cleared_arenas_are_new(void **state) {
    (void)state;
    struct arena *a = arena_new();
    arena_clear(a);
    for (size_t round = 0; round < 20; round++) {
        for (size_t size = 1; size < 3000000; size = size * 7 + round) {
            unsigned char *p = arena_alloc(a, size);
            for (size_t i = 0; i < size; i += 1 + size / 50) {
                assert_int_equal(p[i], 0);
            }
            memset(p, 0xFF, size);
        }
        arena_clear(a);
        assert_int_equal(arena_size(a), 0);
    }
    arena_free(a);
}

static void names_are_found(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct names n = {.arena = a};
    assert_int_equal(names_find(&n, "x"), NO);
    for (uint32_t i = 0; i < 5000; i++) {
        assert_true(names_add(&n, arena_printf(a, "name%u", i), i));
    }
    assert_false(names_add(&n, "name7", 99));
    assert_int_equal(n.count, 5000);
    for (uint32_t i = 0; i < 5000; i++) {
        assert_int_equal(names_find(&n, arena_printf(a, "name%u", i)), i);
    }
    assert_int_equal(names_find(&n, "name5000"), NO);
    arena_free(a);
}

/* A size that overflows is treated as memory that is not there: a message and status 3. */
static void no_memory_exits_3(void **state) {
    (void)state;
    for (int way = 0; way < 2; way++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct arena *a = arena_new();
            fclose(stderr);
            if (way == 0) {
                arena_alloc(a, SIZE_MAX - 8);
            } else {
                arena_grow(a, NULL, (size_t)1 << 62, 64);
            }
            _exit(0);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 3);
    }
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(is_zeroed_and_aligned), cmocka_unit_test(large_items_are_apart),
        cmocka_unit_test(arrays_grow),           cmocka_unit_test(text_grows),
        cmocka_unit_test(large_texts_grow),      cmocka_unit_test(cleared_arenas_are_new),
        cmocka_unit_test(names_are_found),       cmocka_unit_test(no_memory_exits_3),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
