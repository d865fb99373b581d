/* test_dot.c -- pictures: words, "else", escapes, colours, the cut of large diagrams, and that nothing is left out. */
#include "made.h"
#include "template.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const struct limits limits = {.nodes = 1000000};

static const char *picture(struct made *m, bool by_rule, const struct limits *l) {
    struct plan *p = plan_build(m->arena, &m->msgs, m->boxes, 0);
    struct diagram *d = diagram_build(m->arena, &m->msgs, p, by_rule, l);
    struct template_files f = {.folder = "templates/dot"};
    struct text t = {.arena = m->arena};
    assert_true(dot_text(m->arena, &m->msgs, &f, d, &t));
    assert_int_equal(m->msgs.nmsg, !d->complete);
    return t.at;
}

static void has(const char *text, const char *part) {
    if (strstr(text, part) == NULL) {
        print_error("'%s' is missing in:\n%s", part, text);
        fail();
    }
}

static void has_not(const char *text, const char *part) {
    if (strstr(text, part) != NULL) {
        print_error("'%s' is in:\n%s", part, text);
        fail();
    }
}

static void rule_on(struct made *m, uint32_t value, uint32_t input, uint32_t set) {
    made_rule(m, RULE_RULE, &value, 1);
    made_box(m, &m->boxes->rule[m->table->nrule - 1], input, set);
}

static void rule_else(struct made *m, uint32_t value) {
    made_rule(m, RULE_RULE, &value, 1)->is_else = true;
}

/* One node with a row for each group; what is too long says else, and the tooltip still has all of it. */
static void test_words(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){8}, 1);
    m.table->input[0].name = "sm";
    m.table->input[0].about = "the \"GPU\"";
    rule_on(&m, 0, 0, aset_range(m.space->domain[0].sets, 2, 3));
    rule_else(&m, 1);
    const char *text = picture(&m, true, &limits);
    has(text, "<b>sm</b>");
    has(text, ">2, 3<");
    has(text, ">else<");
    has(text, "tooltip=\"sm 2, 3\"");
    has(text, "tooltip=\"sm 0, 1, 4, 5, 6, 7\"");
    has(text, "tooltip=\"the \\\"GPU\\\"\"");
    has(text, "<b>v0</b><br/><font point-size=\"9\">r0</font>");
    has(text, "<b>made: out</b>");
    assert_true(strstr(text, ">2, 3<") < strstr(text, ">else<"));
    has(picture(&m, false, &limits), "<b>v0</b>>");
    has_not(picture(&m, false, &limits), "r0");
    arena_free(m.arena);
}

/* Known SMs in a row are written as a range, long lists are counted. */
static void test_long(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){60}, 1);
    struct asets *p = m.space->domain[0].sets;
    uint32_t odd = ASET_EMPTY;
    for (uint32_t i = 0; i < 60; i++) {
        m.space->domain[0].atom[i].label = arena_printf(m.arena, "Model%uForCausalLM", i);
        odd = i % 2 && i < 40 ? aset_or(p, odd, aset_one(p, i)) : odd;
    }
    rule_on(&m, 0, 0, odd);
    rule_else(&m, 1);
    const char *text = picture(&m, true, &limits);
    has(text, "Model1ForCausalLM, Model3ForCausalLM,<br");
    has(text, "Model15ForCausalLM, +12 more<");
    has(text, "Model37ForCausalLM, Model39ForCausalLM\"");
    m.table->input[0].type = TYPE_SM;
    m.table->input[0].nvalue = 59;
    m.boxes->rule[0].box[0].set[0] = aset_range(p, 10, 59);
    text = picture(&m, true, &limits);
    has(text, ">Model10ForCausalLM..Model58ForCausalLM,<br align='left'/>Model59ForCausalLM<");
    arena_free(m.arena);
}

static void test_escapes(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){2}, 1);
    m.table->about = "a <b> & \"c\"";
    m.space->domain[0].atom[0].label = "<0.6 & \"x\"";
    rule_on(&m, 0, 0, aset_one(m.space->domain[0].sets, 0));
    m.table->rule[0].why = "says \"so\" \\ <i>";
    rule_else(&m, 1);
    const char *text = picture(&m, true, &limits);
    has(text, "a &lt;b&gt; &amp; &quot;c&quot;");
    has(text, "&lt;0.6 &amp; &quot;x&quot;");
    has(text, "tooltip=\"x0 <0.6 & \\\"x\\\"\"");
    has(text, "says \\\"so\\\" \\\\ <i>");
    arena_free(m.arena);
}

/* NONE, errors and cells that cannot occur look different; a list says which choice. */
static void test_kinds(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){6}, 1);
    struct asets *p = m.space->domain[0].sets;
    const uint32_t list[] = {1, 2};
    made_rule(&m, RULE_REFUSE, NULL, 0);
    made_box(&m, &m.boxes->rule[0], 0, aset_one(p, 0));
    made_rule(&m, RULE_RULE, list, 2);
    made_box(&m, &m.boxes->rule[1], 0, aset_range(p, 2, 3));
    rule_on(&m, 0, 0, aset_one(p, 4));
    m.table->rule[2].assign[0].outcome.kind = OUTCOME_NONE;
    made_box(&m, &m.boxes->never, 0, aset_one(p, 1));
    rule_else(&m, 0);
    const char *text = picture(&m, true, &limits);
    has(text, "octagon");
    has(text, "refuse r0");
    has(text, "r1, choice 1 of 2");
    has(text, "<b>NONE</b>");
    has(text, "without the cells that cannot occur");
    has_not(text, "label=\"cannot occur\"");
    has(text, "#56B4E9");
    has(text, "#E69F00");
    arena_free(m.arena);
}

static void test_numbers(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){3}, 1);
    m.table->output[0].is_int = true;
    for (uint32_t i = 0; i < 3; i++) {
        made_rule(&m, RULE_RULE, &i, 1);
        struct outcome *o = &m.table->rule[i].assign[0].outcome;
        *o = (struct outcome){.kind = OUTCOME_INT, .number = i == 0 ? -64 : 128};
        made_box(&m, &m.boxes->rule[i], 0, aset_one(m.space->domain[0].sets, i));
    }
    const char *text = picture(&m, true, &limits);
    has(text, "<b>-64</b>");
    has(text, "<b>128</b><br/><font point-size=\"9\">r1");
    has(text, "<b>128</b><br/><font point-size=\"9\">r2");
    has_not(text, "#009E73"); /* two numbers, two colours */
    arena_free(m.arena);
}

/* Sums of 24 bits modulo 16: more than 200 nodes. */
static void test_cut(void **state) {
    (void)state;
    struct made m;
    uint32_t natom[24];
    for (uint32_t i = 0; i < 24; i++) {
        natom[i] = 3;
    }
    made_new(&m, natom, 24);
    m.table->output[0].hit = HIT_FIRST;
    for (uint32_t i = 0; i < 24; i++) {
        for (uint32_t k = i % 2; k < i; k += 5) {
            const uint32_t v = (i + k) % VALUE;
            made_rule(&m, RULE_RULE, &v, 1);
            struct region *r = &m.boxes->rule[m.table->nrule - 1];
            made_box(&m, r, i, aset_one(m.space->domain[i].sets, k % 3));
            made_box(&m, r, k, aset_one(m.space->domain[k].sets, i % 3));
        }
    }
    rule_else(&m, 0);
    const char *text = picture(&m, false, &limits);
    has(text, "cut: 200 of ");
    has(text, " -> more ");
    has(text, "label=\"more\"");
    const struct limits few = {.nodes = 10};
    has(picture(&m, false, &few), "no picture: the diagram passes the limit of nodes");
    arena_free(m.arena);
}

/* What cannot occur is not asked: x1 decides nothing in the cells that are left, and two nodes become one. */
static void test_never(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){3, 2}, 2);
    struct asets *x0 = m.space->domain[0].sets, *x1 = m.space->domain[1].sets;
    rule_on(&m, 0, 0, aset_one(x0, 0));
    rule_on(&m, 1, 1, aset_one(x1, 1));
    rule_else(&m, 2);
    m.table->output[0].hit = HIT_FIRST;
    has(picture(&m, false, &limits), "<b>x1</b>");
    made_box(&m, &m.boxes->never, 1, aset_one(x1, 1));
    const char *text = picture(&m, false, &limits);
    has_not(text, "<b>x1</b>");
    has(text, "<b>v2</b>");
    has_not(text, "<b>v1</b>");
    m.boxes->never.box[0] = box_full(m.space, m.arena);
    has(picture(&m, false, &limits), "label=\"cannot occur\"");
    arena_free(m.arena);
}

/* One answer everywhere: no node, one terminal. */
static void test_constant(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){3}, 1);
    rule_else(&m, 1);
    const char *text = picture(&m, true, &limits);
    has(text, "<b>v1</b>");
    has_not(text, "->");
    arena_free(m.arena);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(test_words), cmocka_unit_test(test_long),     cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_kinds), cmocka_unit_test(test_numbers),  cmocka_unit_test(test_cut),
        cmocka_unit_test(test_never), cmocka_unit_test(test_constant),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
