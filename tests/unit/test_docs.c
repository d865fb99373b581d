/* test_docs.c -- the pages of `turnout docs`: matrices against every cell, links, ids, and that each name is used. */
#include "../docs/matrices.h"

static void bench_file(struct bench *b, const char *path, uint32_t nodes) {
    static const char *const folder[] = {"tables"};
    struct read_options options = {.folder = folder, .nfolder = 1};
    memset(b, 0, sizeof *b);
    b->arena = arena_new();
    msgs_init(&b->msgs, b->arena, &b->sources);
    assert_true(bench_doc(b, read_table(b->arena, &b->msgs, path, &options), nodes));
}

static void bench_text(struct bench *b, const char *text) {
    memset(b, 0, sizeof *b);
    b->arena = arena_new();
    msgs_init(&b->msgs, b->arena, &b->sources);
    assert_true(bench_doc(b, read_bytes(b->arena, &b->msgs, "t.ini", text, strlen(text)), 1000000));
}

/* Names by prefix, a [never] that takes two inputs to get out of, a guard, a value that fails for some only. */
static const char made[] = "[table t]\n"
                           "[input arch]\ntype = name\n"
                           "[input gpu]\ntype = enum\nvalues = a, b, none\n"
                           "[input platform]\ntype = enum\nvalues = cuda, hip\ndefault = cuda\n"
                           "[input lib]\ntype = version\nabsent = yes\n"
                           "[input page]\ntype = int\nrange = 1..64\nunset = yes\n"
                           "[input fp4]\ntype = bool\n"
                           "[output k]\nvalues = fast, slow, odd\n"
                           "[output n]\ntype = int\n"
                           "[never x]\nplatform = cuda\ngpu = none\n"
                           "[never y]\nplatform = hip\ngpu = a, b\n"
                           "[never z]\nplatform = hip\nlib = present\n"
                           "[needs fast f]\nif fp4 = yes\nlib = >=1.2\nsource = s\n"
                           "[needs odd p]\npage = unset, %16\nfilter = no\nsource = s\n"
                           "[refuse r]\narch = Old\ngpu = b\nwhy = old\nsource = s\n"
                           "[rule one]\narch = A, B*\nk = fast > slow\nn = 4\nsource = s\n"
                           "[rule two]\narch = Bee\nk = odd\nn = NONE\nsource = s\n"
                           "[rule rest]\nelse = yes\nk = slow\nn = 8\n";

static void test_matrices(void **state) {
    (void)state;
    struct bench b;
    bench_text(&b, made);
    check_matrices(&b, true);
    bench_file(&b, "tables/gemma4.ini", 1000000);
    check_matrices(&b, true);
    bench_file(&b, "tests/header/chain.ini", 1000000);
    check_matrices(&b, false);
    bench_file(&b, "tests/faults/S1/before.ini", 1000000); /* incapable */
    check_matrices(&b, true);
    bench_file(&b, "tests/faults/A29/before.ini", 1000000); /* a gap */
    check_matrices(&b, true);
}

static void test_axes(void **state) {
    (void)state;
    static const char text[] = "[table t]\n[input x]\ntype = enum\nvalues = p, q\n[input y]\ntype = bool\n"
                               "[input z]\ntype = bool\n[output k]\nvalues = a, b\n[output c]\nvalues = a\n"
                               "[rule r]\nz = yes\ny = no\nk = a\nsource = s\n[rule s]\nz = no\ny = yes\nk = a\n"
                               "source = s\n[rule e]\nelse = yes\nk = b\nc = a\n";
    struct bench b;
    struct matrix m;
    bench_file(&b, "tables/gemma4.ini", 1000000);
    struct docs *d = bench_docs(&b);
    docs_matrix(d, 0, &m);
    assert_string_equal(d->table->input[m.row.input].name, "arch");
    assert_string_equal(d->table->input[m.column.input].name, "sm");
    assert_true(m.row.ngroup < m.row.nclass + 1 && m.column.ngroup < 10);
    arena_free(b.arena);
    bench_text(&b, text);
    d = bench_docs(&b);
    docs_matrix(d, 0, &m); /* not x, on which nothing depends */
    assert_string_equal(d->table->input[m.row.input].name, "z");
    assert_string_equal(d->table->input[m.column.input].name, "y");
    docs_matrix(d, 1, &m); /* a constant */
    assert_int_equal(m.row.input, NO);
    assert_int_equal(m.row.ngroup * m.column.ngroup, 1);
    assert_string_equal(m.cell[0].words.text, "a");
    arena_free(b.arena);
}

/* Without a diagram the answers stand, and the page says what was not looked for. */
static void test_limit(void **state) {
    (void)state;
    struct bench b;
    struct matrix m;
    bench_file(&b, "tables/gemma4.ini", 3);
    docs_matrix(bench_docs(&b), 0, &m);
    assert_true(m.unread);
    assert_true(m.row.ngroup > 1);
    arena_free(b.arena);
}

/* ---- texts and ids ---- */

static void linked(const char *text, const char *expected) {
    struct arena *a = arena_new();
    struct scope *root = scope_new(a), *s = scope_new(a);
    struct sources sources = {0};
    struct msgs msgs;
    struct text got = {.arena = a};
    msgs_init(&msgs, a, &sources);
    docs_text(s, "why", text);
    scope_group(root, "x", s);
    assert_true(template_line(a, &msgs, "@for x.why as part@@if part.web@<@part.href@>@else@@part.text@@end@@end@",
                              (struct pos){NO, 0, 0}, root, &got));
    assert_string_equal(got.at, expected);
    arena_free(a);
}

static void test_links(void **state) {
    (void)state;
    linked("", "");
    linked("no link", "no link");
    linked("https://a.b/c", "<https://a.b/c>");
    linked("see https://a.b/c, https://d.e/f.", "see <https://a.b/c>, <https://d.e/f>.");
    linked("(https://a.b/c)", "(<https://a.b/c>)");
    linked("https://a.b/c_(d)", "<https://a.b/c_(d)>");
    linked("x https://a.b/\"onclick=y", "x <https://a.b/>\"onclick=y");
    linked("http://a.b/<c>", "<http://a.b/><c>");
    linked("javascript:alert(1)", "javascript:alert(1)");
    linked("data:text/html,x file:///etc", "data:text/html,x file:///etc");
    linked("nothttps://a.b", "nothttps://a.b");
    linked("https://", "https://");
    linked("\xc3\xa9https://a.b/\xc3\xa9", "\xc3\xa9<https://a.b/>\xc3\xa9");
}

static void test_ids(void **state) {
    (void)state;
    struct docs d = {.arena = arena_new()};
    d.id.arena = d.arena;
    assert_string_equal(docs_id(&d, "needs", "prefill: fa4, aiter page-tree"), "needs-prefill-fa4-aiter-page-tree");
    assert_string_equal(docs_id(&d, "rule", "a b"), "rule-a-b");
    assert_string_equal(docs_id(&d, "rule", "a-b"), "rule-a-b-2");
    assert_string_equal(docs_id(&d, "rule", "\"><script>"), "rule-script-");
    arena_free(d.arena);
}

static void test_svg(void **state) {
    (void)state;
    struct arena *a = arena_new();
    static const char raw[] =
        "<?xml version=\"1.0\"?>\n<!DOCTYPE svg>\n<!-- Generated by graphviz -->\n"
        "<svg width=\"100pt\" height=\"50pt\"\n viewBox=\"0 0 100 50\" xmlns=\"http://www.w3.org/2000/svg\" "
        "xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n<!-- n1 -->\n<title>n1</title>\n"
        "<g id=\"a_p_n1\"><a xlink:title=\"it&#39;s &lt;\">\n<text>x</text>\n</a>\n</g>\n</svg>\n";
    assert_string_equal(docs_svg(a, raw, "of &lt;k&gt;"),
                        "<svg role=\"img\" aria-label=\"of &lt;k&gt;\" width=\"100pt\" height=\"50pt\"\n viewBox=\"0 0 "
                        "100 50\" style=\"min-width: 100px\" xmlns=\"http://www.w3.org/2000/svg\">\n"
                        "<g id=\"a_p_n1\"><g><title>it&#39;s &lt;</title>\n<text>x</text>\n</g>\n</g>\n</svg>\n");
    assert_null(docs_svg(a, "", "x"));
    assert_null(docs_svg(a, "<svg width=", "x"));
    assert_null(docs_svg(a, "<svg></svg>", "x"));
    assert_non_null(docs_svg(a, "<svg width=\"1pt\" xmlns=\"x\"></svg><!-- <a xlink:title=\"", "x"));
    arena_free(a);
}

/* ---- every name of the model ---- */

static void test_every_name(void **state) {
    (void)state;
    static const char *const table[] = {"tables/gemma4.ini", "tables/sglang-attention.ini", "tests/header/sink.ini",
                                        "tests/docs/hostile.ini"};
    static const char *const page[] = {"page.html.in", "page.md.in"};
    struct arena *a = arena_new();
    struct template_use use = {.bound.arena = a, .used.arena = a};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct bench b;
        bench_file(&b, table[i], 1000000);
        struct scope *root = docs_build(b.arena, &b.in);
        struct template_files f = {.folder = "templates/docs", .use = &use};
        for (size_t k = 0; k < sizeof page / sizeof *page; k++) {
            struct text t = {.arena = b.arena};
            bool fits = template_render(b.arena, &b.msgs, &f, page[k], root, &t);
            if (!fits) {
                msgs_print(&b.msgs, FORMAT_TEXT, false, stderr);
            }
            assert_true(fits);
        }
        arena_free(b.arena);
    }
    size_t unused = 0;
    for (size_t i = 0; i < use.nname; i++) {
        const char *name = use.name[i];
        /* a picture has more than a page asks for; an allowance has no guards */
        bool alike = strncmp(name, "diagram.", 8) == 0 || strcmp(name, "allow.guard") == 0;
        for (const char *same = "refuse.never.forbid.pin.clause."; *same; same = strchr(same, '.') + 1) {
            alike = alike || strncmp(name, same, (size_t)(strchr(same, '.') - same) + 1) == 0;
        }
        if (names_find(&use.used, name) == NO && !alike) {
            print_error("no template uses '%s'\n", name);
            unused++;
        }
    }
    assert_int_equal(unused, 0);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(test_matrices),   cmocka_unit_test(test_axes), cmocka_unit_test(test_limit),
        cmocka_unit_test(test_links),      cmocka_unit_test(test_ids),  cmocka_unit_test(test_svg),
        cmocka_unit_test(test_every_name),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
