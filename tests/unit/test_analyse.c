/* test_analyse.c -- what the golden files and the property test cannot show: limits, levels, the fields that json and
 * sarif print, sizes.
 */
#include "turnout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct run {
    struct arena *arena;
    struct msgs msgs;
    struct sources sources;
    struct boxes *boxes;
    struct plan **plan;
    struct limits limits;
};

static void load(struct run *r, const char *text) {
    memset(r, 0, sizeof *r);
    r->arena = arena_new();
    r->limits = (struct limits){.steps = 10000000, .nodes = 100000, .vectors = 100};
    msgs_init(&r->msgs, r->arena, &r->sources);
    assert_true(msgs_flag(&r->msgs, "-Wno-unsourced"));
    struct doc *doc = read_bytes(r->arena, &r->msgs, "t.ini", text, strlen(text));
    struct table *t = table_build(r->arena, &r->msgs, doc, "t.ini");
    if (msgs_count(&r->msgs, LEVEL_ERROR)) {
        msgs_print(&r->msgs, FORMAT_TEXT, false, stderr);
    }
    assert_int_equal(msgs_count(&r->msgs, LEVEL_ERROR), 0);
    r->boxes = boxes_build(r->arena, &r->msgs, domain_build(r->arena, &r->msgs, t));
    r->plan = arena_alloc(r->arena, t->noutput * sizeof(struct plan *));
    for (uint32_t i = 0; i < t->noutput; i++) {
        r->plan[i] = plan_build(r->arena, &r->msgs, r->boxes, i);
    }
}

static void look(struct run *r) {
    analyse(r->arena, &r->msgs, r->boxes, r->plan, &r->limits);
}

static const struct msg *find(const struct run *r, enum finding f) {
    for (size_t i = 0; i < r->msgs.nmsg; i++) {
        if (r->msgs.msg[i].finding == f) {
            return &r->msgs.msg[i];
        }
    }
    return NULL;
}

static size_t count(const struct run *r, enum finding f) {
    size_t n = 0;
    for (size_t i = 0; i < r->msgs.nmsg; i++) {
        n += r->msgs.msg[i].finding == f;
    }
    return n;
}

static const char crossing[] = "[table t]\n"
                               "[input a]\ntype = bool\n[input b]\ntype = bool\n[input n]\ntype = int\nrange = 1..4\n"
                               "[output o]\nvalues = x, y\n"
                               "[rule one]\na = yes\nn = 1, 2\no = x\n"
                               "[rule two]\nb = yes\no = y\n"
                               "[rule rest]\nelse = yes\no = x\n";

static void fields_for_json(void **state) {
    (void)state;
    struct run r;
    load(&r, crossing);
    look(&r);
    const struct msg *m = find(&r, FINDING_CONFLICT);
    assert_non_null(m);
    assert_string_equal(m->rule, "two");
    assert_string_equal(m->output, "o");
    assert_string_equal(m->witness, "a=yes b=yes n=1");
    assert_true(m->cells == 2 && m->share == 2.0 / 12 && !m->at_least);
    assert_int_equal(m->pos.line, 15);
    assert_int_equal(m->note[0].pos.line, 11);
    assert_non_null(strstr(m->note[1].text, "[rule one-and-two]\na = yes\nb = yes\nn = <=2\no = ?"));
    arena_free(r.arena);
}

/* Forty rules that cross in ten inputs: questions that need splits. */
static const char *tangle(struct arena *a) {
    struct text t;
    memset(&t, 0, sizeof t);
    t.arena = a;
    text_put(&t, "[table t]\n[output o]\nvalues = x, y\nhit = first\n");
    for (int i = 0; i < 10; i++) {
        text_printf(&t, "[input i%d]\ntype = int\nrange = 1..6\n", i);
    }
    for (int k = 0; k < 40; k++) {
        text_printf(&t, "[rule r%d]\ni%d = %d, %d\ni%d = %d\ni%d = %d..4\no = %s\n", k, k % 10, k % 4 + 1, 6,
                    (k + 1 + k % 3) % 10, k % 5 + 1, (k + 5 + k % 4) % 10, k % 3 + 1, k % 2 ? "x" : "y");
    }
    return t.at;
}

/* Every question that a limit cuts short is named, and nothing is claimed to be clean. */
static void limits_are_undecided(void **state) {
    (void)state;
    struct run r;
    struct arena *a = arena_new();
    load(&r, tangle(a));
    r.limits.steps = 30;
    look(&r);
    assert_int_equal(count(&r, FINDING_GAP), 0);
    const struct msg *m = find(&r, FINDING_UNDECIDED);
    assert_non_null(m);
    assert_int_equal(m->level, LEVEL_ERROR);
    assert_non_null(strstr(m->text, "undecided after 30 steps over "));
    assert_non_null(strstr(m->text, "--max-steps"));
    bool gap = false;
    for (size_t i = 0; i < r.msgs.nmsg; i++) {
        gap = gap || strstr(r.msgs.msg[i].text, "'gap' of output 'o' is undecided");
    }
    assert_true(gap);
    arena_free(r.arena);
    arena_free(a);
}

/* A count that was cut short is a lower bound, and says so; with more steps it is exact. */
static void counts_become_at_least(void **state) {
    (void)state;
    struct run r;
    struct arena *a = arena_new();
    double exact = 0, least = 0;
    load(&r, tangle(a));
    look(&r);
    exact = find(&r, FINDING_GAP)->cells;
    arena_free(r.arena);
    for (uint64_t steps = 100; steps < 100000; steps += steps / 3) {
        load(&r, tangle(a));
        r.limits.steps = steps;
        look(&r);
        const struct msg *m = find(&r, FINDING_GAP);
        if (m && m->at_least) {
            assert_non_null(strstr(m->text, "at least"));
            assert_true(m->cells < exact);
            least = m->cells;
        }
        arena_free(r.arena);
    }
    assert_true(least > 0);
    arena_free(a);
}

static void incomplete_plan_is_undecided(void **state) {
    (void)state;
    struct run r;
    load(&r, crossing);
    r.plan[0]->complete = false;
    look(&r);
    assert_int_equal(count(&r, FINDING_UNDECIDED), 1);
    assert_int_equal(count(&r, FINDING_CONFLICT), 0);
    arena_free(r.arena);
}

/* --no-allow shows what is allowed, and does not ask whether it still comes up. */
static void no_allow_shows_all(void **state) {
    (void)state;
    struct run r;
    struct arena *a = arena_new();
    const char *text = arena_printf(a, "%s[allow conflict one]\nwhy = w\n[allow masked two]\nwhy = w\n", crossing);
    load(&r, text);
    look(&r);
    assert_int_equal(find(&r, FINDING_CONFLICT)->level, LEVEL_NOTE);
    assert_int_equal(count(&r, FINDING_ALLOW), 1);
    arena_free(r.arena);
    load(&r, text);
    r.limits.no_allow = true;
    look(&r);
    assert_int_equal(find(&r, FINDING_CONFLICT)->level, LEVEL_ERROR);
    assert_int_equal(count(&r, FINDING_ALLOW), 0);
    arena_free(r.arena);
    arena_free(a);
}

/* A finding that is off cannot come up: its allowance is not outlived. */
static void off_is_not_outlived(void **state) {
    (void)state;
    struct run r;
    struct arena *a = arena_new();
    load(&r, arena_printf(a, "%s[allow masked two]\nwhy = w\n", crossing));
    assert_true(msgs_flag(&r.msgs, "-Wno-masked"));
    look(&r);
    assert_int_equal(count(&r, FINDING_ALLOW), 0);
    arena_free(r.arena);
    arena_free(a);
}

/* Rules that no other rule of their own could mask, but all of them together: the set is named, and no more. */
static void union_of_maskers_is_trimmed(void **state) {
    (void)state;
    struct run r;
    load(&r, "[table t]\n[input n]\ntype = int\nrange = 1..9\n[input a]\ntype = bool\n[output o]\nvalues = x, y\n"
             "hit = first\n"
             "[rule low]\nn = 1..3\no = x\n[rule aside]\na = no\nn = 2..8\no = x\n[rule mid]\nn = 4..6\no = y\n"
             "[rule high]\nn = 7..9\no = x\n[rule dead]\na = yes\nn = 2..8\no = y\n[rule rest]\nelse = yes\no = x\n");
    look(&r);
    const struct msg *m = NULL;
    for (size_t i = 0; i < r.msgs.nmsg; i++) {
        if (r.msgs.msg[i].finding == FINDING_MASKED && strcmp(r.msgs.msg[i].rule, "dead") == 0) {
            m = &r.msgs.msg[i];
        }
    }
    assert_non_null(m);
    assert_non_null(strstr(m->text, "'low', 'mid' and 'high' take all"));
    assert_int_equal(m->nnote, 3);
    arena_free(r.arena);
}

/* 2,000 rules over 13 inputs and 10^13 cells, half of them inside others: nothing to report but that the others could
 * be one, in a fraction of a second (here with sanitizers; the property is that it ends at all). */
static void large_table_is_clean(void **state) {
    (void)state;
    struct run r;
    struct arena *a = arena_new();
    struct text t;
    memset(&t, 0, sizeof t);
    t.arena = a;
    text_put(&t, "[table t]\n[input arch]\ntype = name\n[input lib]\ntype = version\nabsent = yes\n");
    for (int i = 0; i < 11; i++) {
        text_printf(&t, "[input i%d]\ntype = int\nrange = 1..9\n", i);
    }
    text_put(&t, "[output o]\nvalues = x, y\n[needs y lib]\nlib = >=0.6.10\n");
    for (int i = 0; i < 1000; i++) {
        text_printf(&t, "[rule w%d]\narch = A%d\no = x\n[rule n%d]\narch = A%d\ni%d = 2\ni%d = 3..5\no = y > x\n", i, i,
                    i, i, i % 11, (i + 1) % 11);
    }
    text_put(&t, "[rule rest]\nelse = yes\no = x\n");
    load(&r, t.at);
    look(&r);
    assert_int_equal(r.msgs.nmsg, 1);
    assert_int_equal(r.msgs.msg[0].finding, FINDING_MERGEABLE);
    assert_non_null(strstr(r.msgs.msg[0].text, "'w0' differs from 'w1', 'w2', 'w3', 'w4' and 995 more in 'arch' only"));
    arena_free(r.arena);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(fields_for_json),
        cmocka_unit_test(limits_are_undecided),
        cmocka_unit_test(counts_become_at_least),
        cmocka_unit_test(incomplete_plan_is_undecided),
        cmocka_unit_test(no_allow_shows_all),
        cmocka_unit_test(off_is_not_outlived),
        cmocka_unit_test(union_of_maskers_is_trimmed),
        cmocka_unit_test(large_table_is_clean),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
