/* Two tables in one space, and what of their lists is the same.  Which cells differ is compared with every cell in
 * tests/diff. */
#include "diff.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

struct loaded_text {
    struct msgs msgs;
    struct sources sources;
    struct table *table;
    const struct boxes *boxes;
    struct plan **plan;
};

static void load_text(struct arena *a, struct loaded_text *l, const char *text) {
    memset(l, 0, sizeof *l);
    msgs_init(&l->msgs, a, &l->sources);
    struct doc *doc = read_bytes(a, &l->msgs, "t.ini", text, strlen(text));
    l->table = table_build(a, &l->msgs, doc, "t.ini");
    l->boxes = boxes_build(a, &l->msgs, domain_build(a, &l->msgs, l->table));
    assert_int_equal(msgs_count(&l->msgs, LEVEL_ERROR), 0);
    const uint32_t *order = boxes_order(a, l->table);
    l->plan = arena_alloc(a, (l->table->noutput + 1) * sizeof(struct plan *));
    for (uint32_t i = 0; i < l->table->noutput; i++) {
        l->plan[order[i]] = plan_build(a, &l->msgs, l->boxes, order[i]);
        l->boxes = boxes_chain(a, &l->msgs, l->boxes, l->plan[order[i]]);
    }
}

static struct joint *join_texts(struct arena *a, struct loaded_text l[2], const char *old, const char *new) {
    load_text(a, &l[OLD], old);
    load_text(a, &l[NEW], new);
    return join(a, &l[NEW].msgs, (const struct boxes *const[]){l[OLD].boxes, l[NEW].boxes});
}

/* Where a text of the joint domain lies on a side. */
static const char *own_text(const struct joint *j, enum side side, uint32_t input, const char *text) {
    const char *error;
    uint32_t atom = domain_atom(j->space, input, text, &error);
    assert_int_not_equal(atom, NO);
    uint32_t own = j->side[side].atom[input][atom];
    return own == NO ? "none" : j->side[side].boxes->space->domain[j->side[side].input[input]].atom[own].label;
}

#define HEAD "[table t]\n[output o]\nvalues = x, y\n[rule rest]\nelse = yes\no = x\n"

static void test_names(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct loaded_text l[2];
    struct joint *j = join_texts(a, l, HEAD "[input arch]\ntype = name\n[rule r]\narch = A, B*\no = y\n",
                                 HEAD "[input arch]\ntype = name\n[rule r]\narch = Big, C\no = y\n");
    assert_string_equal(own_text(j, OLD, 0, "A"), "A");
    assert_string_equal(own_text(j, NEW, 0, "A"), "other");
    assert_string_equal(own_text(j, OLD, 0, "Big"), "B*");
    assert_string_equal(own_text(j, NEW, 0, "Bother"), "other");
    assert_string_equal(own_text(j, OLD, 0, "C"), "other");
    arena_free(a);
}

static void test_enums(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct loaded_text l[2];
    struct joint *j = join_texts(a, l, HEAD "[input kv]\ntype = enum\nvalues = a, b\naliases = c = b\n",
                                 HEAD "[input kv]\ntype = enum\nvalues = b, c, d\n");
    assert_string_equal(own_text(j, OLD, 0, "c"), "b"); /* what a user's `c` meant */
    assert_string_equal(own_text(j, NEW, 0, "a"), "none");
    assert_string_equal(own_text(j, OLD, 0, "d"), "none");
    struct region none = join_undeclared(j, OLD, 0);
    assert_int_equal(none.nbox, 1);
    assert_string_equal(box_text(j->space, a, &none.box[0]), "kv=d");
    arena_free(a);
}

static void test_sms(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct loaded_text l[2];
    struct joint *j = join_texts(a, l, HEAD "[sm 80]\ngpus = A\n[sm 100]\ngpus = B\n[input sm]\ntype = sm\n",
                                 HEAD "[sm 80]\ngpus = A\n[sm 90]\ngpus = H\n[sm 100]\ngpus = B\n[sm 120]\ngpus = R\n"
                                      "[input sm]\ntype = sm\n");
    assert_string_equal(own_text(j, OLD, 0, "120"), "newer"); /* above the highest that it knows */
    assert_string_equal(own_text(j, OLD, 0, "90"), "none");   /* another unknown number is an error */
    assert_string_equal(own_text(j, NEW, 0, "90"), "90");
    assert_string_equal(own_text(j, OLD, 0, "newer"), "newer");
    arena_free(a);
}

static void test_numbers_and_versions(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct loaded_text l[2];
    struct joint *j = join_texts(a, l,
                                 HEAD "[input n]\ntype = int\nrange = 1..64\n[input v]\ntype = version\n"
                                      "[rule r]\nn = >=8\nv = >=1.2\no = y\n",
                                 HEAD "[input n]\ntype = int\nrange = 1..128\n[input v]\ntype = version\nabsent = yes\n"
                                      "[rule r]\nn = %16\nv = >=2.0\no = y\n");
    assert_string_equal(own_text(j, OLD, 0, "8"), ">=8");
    assert_string_equal(own_text(j, OLD, 0, "80"), "none");
    assert_string_equal(own_text(j, OLD, 0, "64"), ">=8");
    assert_string_equal(own_text(j, OLD, 1, "1.5"), ">=1.2");
    assert_string_equal(own_text(j, NEW, 1, "1.5"), "<2.0");
    assert_string_equal(own_text(j, OLD, 1, "absent"), "none");
    arena_free(a);
}

/* A number cannot be compared with a word: the input stands there twice. */
static void test_twins(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct loaded_text l[2];
    struct joint *j =
        join_texts(a, l, HEAD "[input m]\ntype = int\n", HEAD "[input m]\ntype = bool\n[input k]\ntype = bool\n");
    assert_int_equal(j->space->ninput, 3);
    assert_string_equal(j->space->table->input[0].name, "m (new)");
    assert_string_equal(j->space->table->input[1].name, "k");
    assert_string_equal(j->space->table->input[2].name, "m (old)");
    assert_int_equal(j->side[OLD].input[0], NO);
    assert_int_equal(j->side[NEW].input[2], NO);
    arena_free(a);
}

/* ---- lists ---- */

static struct diff start(struct arena *a, struct joint *j) {
    return (struct diff){.arena = a, .joint = j, .space = j->space, .sayings = {.arena = a}};
}

static void add(struct diff *d, struct list *l, uint32_t atom, const char *value) {
    struct box b = box_full(d->space, d->arena);
    box_narrow(d->space, &b, 0, aset_one(d->space->domain[0].sets, atom));
    item_add(d, l, b, (struct item){.saying = say(d, SAY_VALUE, value), .rule = NO});
}

static void test_match(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct loaded_text l[2];
    const char *text = HEAD "[input e]\ntype = enum\nvalues = a, b, c, d, f\n";
    struct diff d = start(a, join_texts(a, l, text, text));
    struct list *list[2] = {arena_alloc(a, sizeof(struct list)), arena_alloc(a, sizeof(struct list))};
    for (uint32_t i = 0; i < 5; i++) {
        add(&d, list[OLD], i, "x");
    }
    add(&d, list[NEW], 4, "x"); /* moved to the front */
    add(&d, list[NEW], 0, "x");
    add(&d, list[NEW], 1, "y"); /* says something else */
    add(&d, list[NEW], 2, "x");
    add(&d, list[NEW], 2, "y"); /* behind the same box */
    add(&d, list[NEW], 3, "x");
    list_match(&d, list);
    const uint32_t old[] = {1, NO, 3, 5, NO}, new[] = {NO, 0, NO, 2, DEAD, 3};
    assert_memory_equal(list[OLD]->twin, old, sizeof old);
    assert_memory_equal(list[NEW]->twin, new, sizeof new);
    arena_free(a);
}

static void test_index(void **state) {
    (void)state;
    struct arena *a = arena_new();
    struct loaded_text l[2];
    struct text t = {.arena = a};
    text_put(&t, HEAD "[input arch]\ntype = name\n");
    for (int i = 0; i < 300; i++) {
        text_printf(&t, "[rule r%d]\narch = A%d, B%d\no = y\n", i, i, i / 2);
    }
    struct diff d = start(a, join_texts(a, l, t.at, t.at));
    struct list *list[2] = {arena_alloc(a, sizeof(struct list)), arena_alloc(a, sizeof(struct list))};
    for (uint32_t r = 0; r < l[OLD].table->nrule; r++) {
        for (int s = OLD; s <= NEW; s++) {
            struct box box;
            assert_true(join_box(d.joint, (enum side)s, &l[s].boxes->rule[r].box[0], &box));
            item_add(&d, list[s], box, (struct item){.saying = say(&d, SAY_VALUE, "y"), .rule = r});
        }
    }
    struct hits hits = {0};
    list_match(&d, list);
    index_build(&d, list[OLD]);
    assert_int_equal(list[OLD]->by, 0);
    for (uint32_t i = 1; i < 301; i += 11) { /* the two rules of one B, and the else */
        index_find(&d, list[OLD], &list[OLD]->item[i].box, (uint32_t)list[OLD]->nitem, &hits);
        assert_int_equal(hits.n, 3);
        index_find(&d, list[OLD], &list[OLD]->item[i].box, i, &hits);
        assert_int_equal(hits.n, i % 2 ? 1 : 2);
    }
    arena_free(a);
}

static void test_counts(void **state) {
    (void)state;
    struct arena *a = arena_new();
    assert_string_equal(count_text(a, 0, false), "0");
    assert_string_equal(count_text(a, 999, false), "999");
    assert_string_equal(count_text(a, 1234567, true), "at least 1,234,567");
    assert_string_equal(share_text(a, 5, 5), "100 %");
    assert_string_equal(share_text(a, 999999, 1000000), "99.9999 %");
    assert_string_equal(share_text(a, 1, 1e9), "under 0.0001 %");
    assert_string_equal(share_text(a, 1, 3), "33 %");
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(test_names), cmocka_unit_test(test_enums),
        cmocka_unit_test(test_sms),   cmocka_unit_test(test_numbers_and_versions),
        cmocka_unit_test(test_twins), cmocka_unit_test(test_match),
        cmocka_unit_test(test_index), cmocka_unit_test(test_counts),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
