/* test_dump.c -- the text of stages, word by word. */
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct limits limits = {.nodes = 1000};

/* Two inputs, a refusal, a list, a copy of nothing, an else. */
static void fill(struct made *m) {
    const uint32_t list[] = {1, 2}, plain = 0;
    made_new(m, (const uint32_t[]){3, 2}, 2);
    made_rule(m, RULE_REFUSE, NULL, 0);
    made_box(m, &m->boxes->rule[0], 0, aset_one(m->space->domain[0].sets, 2));
    made_rule(m, RULE_RULE, list, 2);
    made_box(m, &m->boxes->rule[1], 0, aset_one(m->space->domain[0].sets, 0));
    struct rule *clause = made_rule(m, RULE_CLAUSE, NULL, 0);
    *PUSH(m->arena, clause->target, clause->ntarget) = (struct target){0, 1};
    made_box(m, &m->boxes->rule[2], 1, aset_one(m->space->domain[1].sets, 1));
    made_rule(m, RULE_RULE, &plain, 1)->is_else = true;
}

static void expect(char **text, size_t *len, FILE *out, const char *required) {
    (void)len;
    fclose(out);
    assert_string_equal(*text, required);
    free(*text);
}

static void test_boxes(void **state) {
    (void)state;
    struct made m;
    char *text;
    size_t len;
    fill(&m);
    FILE *out = open_memstream(&text, &len);
    dump_boxes(m.boxes, out);
    expect(&text, &len, out,
           "table made\n"
           "input x0: 3 atoms\n    0: 0  # such as 0\n    1: 1  # such as 1\n    2: 2  # such as 2\n"
           "input x1: 2 atoms\n    0: 0  # such as 0\n    1: 1  # such as 1\n"
           "refuse r0\n    x0=2  # 2 cells\n"
           "rule r1\n    x0=0  # 2 cells\n"
           "needs r2 (where it fails)\n    x1=1  # 3 cells\n"
           "rule r3\n    every cell  # 6 cells\n"
           "never, all together\n    (no cell)\n");
    arena_free(m.arena);
}

static void test_plan(void **state) {
    (void)state;
    struct made m;
    char *text;
    size_t len;
    fill(&m);
    FILE *out = open_memstream(&text, &len);
    dump_plan(plan_build(m.arena, &m.msgs, m.boxes, 0), out);
    expect(&text, &len, out,
           "plan of out: 5 lines, the first that covers a cell decides\n"
           "    x0=2 -> ERROR  # refuse r0\n"
           "    x0=0 x1=0 -> v1  # rule r1\n"
           "    x0=0 -> v2  # rule r1, candidate 2\n"
           "    x0=0 -> EXHAUSTED  # rule r1\n"
           "    every cell -> v0  # rule r3\n");
    arena_free(m.arena);
}

static void test_diagram(void **state) {
    (void)state;
    struct made m;
    char *text;
    size_t len;
    fill(&m);
    FILE *out = open_memstream(&text, &len);
    struct plan *p = plan_build(m.arena, &m.msgs, m.boxes, 0);
    dump_diagram(diagram_build(m.arena, &m.msgs, p, true, &limits), out);
    const struct limits none = {.nodes = 1};
    dump_diagram(diagram_build(m.arena, &m.msgs, p, true, &none), out);
    expect(&text, &len, out,
           "diagram of out: 2 nodes, 4 terminals\n"
           "n5 x0\n    0 -> n4\n    1 -> t0\n    2 -> t3\n"
           "n4 x1\n    0 -> t1\n    1 -> t2\n"
           "t0 v0, 2 cells  # rule r3\n"
           "t1 v1, 1 cells  # rule r1\n"
           "t2 v2, 1 cells  # rule r1, candidate 2\n"
           "t3 ERROR, 2 cells  # refuse r0\n"
           "diagram of out: 0 nodes, 0 terminals; given up at the limit of nodes\n");
    arena_free(m.arena);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_plan),
        cmocka_unit_test(test_diagram),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
