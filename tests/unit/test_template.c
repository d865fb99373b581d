/* test_template.c -- the template engine: what it fills in, and that every fault is told with its place. */
#include "template.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

struct bench {
    struct arena *arena;
    struct msgs msgs;
    struct sources sources;
    struct scope *root;
    struct template_files files;
    struct template_use use;
};

static void fill_edge(struct scope *item, const void *of, size_t index) {
    static const char *const name[] = {"x", "y"};
    (void)of;
    scope_text(item, "name", name[index]);
}

static unsigned nweight; /* how often it was asked for */
static void bind_weight(struct scope *item, const void *of, size_t index) {
    (void)of;
    nweight++;
    scope_number(item, "weight", 10 * (int64_t)index);
}

static void bind_mood(struct scope *item, const void *of, size_t index) {
    (void)of;
    (void)index;
    scope_text(item, "mood", "calm");
}

static void fill_node(struct scope *item, const void *of, size_t index) {
    static const char *const name[] = {"red", "green", "blue"};
    (void)of;
    scope_text(item, "name", name[index]);
    scope_flag(item, "dark", index == 2);
    scope_list(item, "edge", index, fill_edge, NULL);
    scope_later(item, bind_weight, NULL, index);
    scope_later(item, bind_mood, NULL, index);
}

static void write_tree(struct text *into, const void *of) {
    text_put(into, of);
}

static void bench_new(struct bench *b) {
    memset(b, 0, sizeof *b);
    b->arena = arena_new();
    msgs_init(&b->msgs, b->arena, &b->sources);
    b->root = scope_new(b->arena);
    b->files.folder = "out/test_template";
    b->files.use = &b->use;
    b->use.bound.arena = b->use.used.arena = b->arena;
    mkdir("out", 0777);
    mkdir(b->files.folder, 0777);
    struct scope *t = scope_new(b->arena);
    scope_text(t, "name", "a \"*/ ?\?/ \\ b\n\xc3\xa9");
    scope_text(t, "empty", "");
    scope_text(t, "kind", "sm");
    scope_number(t, "count", -42);
    scope_flag(t, "yes", true);
    scope_flag(t, "no", false);
    scope_body(t, "tree", write_tree, "one\n\ntwo\n");
    scope_group(b->root, "table", t);
    scope_list(b->root, "node", 3, fill_node, NULL);
    scope_list(b->root, "none", 0, fill_node, NULL);
}

static void put_file(const struct bench *b, const char *name, const char *bytes) {
    FILE *f = fopen(arena_printf(b->arena, "%s/%s", b->files.folder, name), "wb");
    assert_non_null(f);
    fputs(bytes, f);
    fclose(f);
}

/* The text that a template gives; NULL when it is faulty. */
static const char *rendered(struct bench *b, const char *bytes) {
    struct text t = {.arena = b->arena};
    put_file(b, "main.in", bytes);
    b->sources.nfile = 0; /* the same name again, with other bytes */
    return template_render(b->arena, &b->msgs, &b->files, "main.in", b->root, &t) ? t.at : NULL;
}

static void gives(const char *bytes, const char *expected) {
    struct bench b;
    bench_new(&b);
    const char *text = rendered(&b, bytes);
    if (!text) {
        print_error("'%s' is refused: %s\n", bytes, b.msgs.msg[0].text);
    }
    assert_non_null(text);
    assert_string_equal(text, expected);
    assert_int_equal(b.msgs.nmsg, 0);
    arena_free(b.arena);
}

/* Exactly one message, there. */
static void refuses(const char *bytes, uint32_t line, uint32_t col, const char *part) {
    struct bench b;
    bench_new(&b);
    if (rendered(&b, bytes)) {
        print_error("'%s' is accepted\n", bytes);
    }
    assert_int_equal(b.msgs.nmsg, 1);
    const struct msg *m = &b.msgs.msg[0];
    if (m->pos.line != line || m->pos.col != col || !strstr(m->text, part)) {
        print_error("'%s' gives %u:%u '%s'\n", bytes, m->pos.line, m->pos.col, m->text);
    }
    assert_int_equal(m->pos.line, line);
    assert_int_equal(m->pos.col, col);
    assert_non_null(strstr(m->text, part));
    assert_int_equal(m->level, LEVEL_ERROR);
    arena_free(b.arena);
}

static void test_markers(void **state) {
    (void)state;
    gives("", "");
    gives("plain\n", "plain\n");
    gives("no line end", "no line end");
    gives("@table.kind@ and @table.count@\n", "sm and -42\n");
    gives("me@@here @@@table.kind@@@\n", "me@here @sm@\n");
    gives("  @# a comment\nx\n", "x\n");
}

static void test_loops(void **state) {
    (void)state;
    gives("@for node\n<@node.name@>\n@end\n", "<red>\n<green>\n<blue>\n");
    gives("[@for node \", \"@@node.name@@end@]\n", "[red, green, blue]\n");
    gives("[@for node@@node.index@@node.number@@if node.last@!@end@@end@]\n", "[011223!]\n");
    gives("@for none\nx\n@end\n[@for none \", \"@x@end@]\n", "[]\n");
    gives("@for node\n@node.name@:@for node.edge \"+\"@@node.index@@edge.name@@end@\n@end\n",
          "red:\ngreen:1x\nblue:2x+2y\n");
    gives("@for node as a\n@for node as b\n@if a.first@@b.name@@end@\n@end\n@end\n", "red\ngreen\nblue\n\n\n\n\n\n\n");
    gives("@for node as x@@x.name@@end@\n", "redgreenblue\n");
}

/* What is left for later is made once per item, and only when it is asked for. */
static void test_later(void **state) {
    (void)state;
    struct bench b;
    bench_new(&b);
    b.files.use = NULL;
    nweight = 0;
    assert_string_equal(rendered(&b, "@for node@@node.name@@node.index@@node.mood@ @end@"),
                        "red0calm green1calm blue2calm ");
    assert_int_equal(nweight, 0);
    assert_string_equal(rendered(&b, "@for node@@node.weight@@if node.weight@+@end@@node.weight@ @end@"),
                        "0+0 10+10 20+20 ");
    assert_int_equal(nweight, 3);
    assert_null(rendered(&b, "@for node@@node.height@@end@"));
    arena_free(b.arena);
}

static void test_conditions(void **state) {
    (void)state;
    gives("@if table.yes\n1\n@else\n2\n@end\n@if table.no\n3\n@else\n4\n@end\n", "1\n4\n");
    gives("@if not table.yes@1@else@2@end@@if not table.no@3@end@\n", "23\n");
    gives("@if table.kind = sm@1@else@2@end@@if table.kind = smx@3@else@4@end@\n", "14\n");
    gives("@if not table.kind = sm@1@else@2@end@\n", "2\n");
    gives("@if table.empty@1@else@2@end@@if table.name@3@end@\n", "23\n");
    gives("@if node@1@end@@if none@2@end@\n", "1\n");
    gives("@for node@@if node.dark@d@else@@if node.first@f@else@-@end@@end@@end@\n", "f-d\n");
}

static void test_bodies(void **state) {
    (void)state;
    gives("{\n    @body table.tree\n}\n", "{\n    one\n\n    two\n}\n");
}

static void test_defines(void **state) {
    (void)state;
    gives("@define a <@node.name@>\n@for node@@a@@end@\n", "<red><green><blue>\n");
    gives("@define a @for node \"|\"@@node.name@@end@\n@define b (@a@)\n@b@\n", "(red|green|blue)\n");
}

static void test_includes(void **state) {
    (void)state;
    struct bench b;
    bench_new(&b);
    put_file(&b, "part.in", "@define x X\npart @table.kind@\n");
    const char *text = rendered(&b, "a\n@include part.in\n@x@\n");
    assert_non_null(text);
    assert_string_equal(text, "a\npart sm\nX\n");
    assert_int_equal(b.files.npath, 2);
    assert_string_equal(b.files.path[0], "out/test_template/main.in");
    assert_string_equal(b.files.path[1], "out/test_template/part.in");
    arena_free(b.arena);
}

static void test_escapes(void **state) {
    (void)state;
    gives("@table.name:c@\n", "a \\\"*/ ?\\?/ \\\\ b\\n\\303\\251\n");
    gives("@table.name:comment@\n", "a \"* / ? ?/ \\ b <U+00E9>\n");
    gives("@table.name:html@\n", "a &quot;*/ ?\?/ \\ b \xc3\xa9\n");
    gives("@table.name:md@\n", "a \"\\*/ ?\?/ \\\\ b \xc3\xa9\n");
    gives("@table.name:dot@\n", "a \\\"*/ ?\?/ \\\\ b\\n\xc3\xa9\n");
    gives("@table.name:json@\n", "a \\\"*/ ?\?/ \\\\ b\\n\\u00e9\n");
    gives("@table.name:py@\n", "a \\\"*/ ?\?/ \\\\ b\\n\\u00e9\n");
    gives("@table.name:rust@\n", "a \\\"*/ ?\?/ \\\\ b\\n\\u{e9}\n");
    gives("@table.kind:hex@ @table.kind:bytes@\n", "736d \"sm\"\n");
}

static void escaped(const char *escape, const char *bytes, size_t len, const char *expected) {
    struct arena *a = arena_new();
    struct text t = {.arena = a};
    text_put(&t, "");
    assert_true(template_escape(&t, escape, bytes, len, 4));
    assert_string_equal(t.at, expected);
    arena_free(a);
}

/* Octal escapes are as short as the next byte allows; comments cannot end; code points beyond 16 bits. */
static void test_escape_edges(void **state) {
    (void)state;
    escaped("c", "\0001\0x\377", 5, "\\0001\\0x\\377");
    escaped("c", "?\?\?\?", 4, "?\\?\\?\\?");
    escaped("comment", "**//**/", 7, "** // ** /");
    escaped("comment", "\xf0\x9f\x98\x80\xff", 5, "<U+1F600><U+00FF>");
    escaped("json", "\xf0\x9f\x98\x80", 4, "\\ud83d\\ude00");
    escaped("py", "\xf0\x9f\x98\x80", 4, "\\U0001f600");
    escaped("rust", "\xf0\x9f\x98\x80\xed\xa0\x80", 7, "\\u{1f600}\\u{ed}\\u{a0}\\u{80}");
    char zeros[300] = {0};
    struct arena *a = arena_new();
    struct text t = {.arena = a};
    assert_true(template_escape(&t, "bytes", zeros, sizeof zeros, 4));
    for (const char *line = t.at; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        assert_true(strcspn(line, "\n") <= 120);
    }
    assert_null(strstr(t.at, "\n\""));
    assert_non_null(strstr(t.at, "\"\n    \""));
    arena_free(a);
}

static void test_faults(void **state) {
    (void)state;
    refuses("x\n@table.nmae@\n", 2, 2, "'table.nmae' is not bound here");
    refuses("@node.name@\n", 1, 2, "'node.name' is not bound here");
    refuses("@for nodes\n@end\n", 1, 6, "'nodes' is no list here");
    refuses("@if table.nope\n@end\n", 1, 5, "'table.nope' is not bound here");
    refuses("@table.yes@\n", 1, 2, "'table.yes' is no text");
    refuses("@table.tree@\n", 1, 2, "'table.tree' is no text");
    refuses("@body table.name\n", 1, 7, "'table.name' is no body here");
    refuses("@table.kind:cc@\n", 1, 2, "'cc' is no escape");
    refuses("@if table.yes = 1@@end@\n", 1, 5, "cannot be compared");
    refuses("@define a x\n", 1, 9, "nothing uses 'a'");
    refuses("@define a @b@\n@define b @a@\n@a@\n", 2, 12, "defined by itself");
    refuses("user@example.org\n", 1, 5, "'@' without a second one");
    refuses("a@b c@\n", 1, 3, "'b c' is no name");
    refuses("@for node\nx\n", 1, 6, "not closed");
    refuses("@if table.yes\n@for node\nx\n@end\n", 1, 5, "not closed");
    refuses("@end\n", 1, 2, "'@end' without");
    refuses("@else\n", 1, 2, "'@else' without");
    refuses("@if table.yes\n@else\n@else\n@end\n", 3, 2, "'@else' without");
    refuses("@for node , \nx\n@end\n", 1, 6, "not 'node ,'");
    refuses("@define a.b x\n", 1, 9, "'@define' takes");
    refuses("@include ../main.in\n", 1, 10, "no file of the target's own folder");
    refuses("@include main.in\n", 1, 10, "includes itself");
    refuses("x\n@include gone.in\n", 2, 10, "cannot be read");
}

/* Every fault of a template shows in one run. */
static void test_all_faults(void **state) {
    (void)state;
    struct bench b;
    bench_new(&b);
    assert_null(rendered(&b, "@a.b@\n@c.d@\n@for x\n@end\n"));
    assert_int_equal(b.msgs.nmsg, 3);
    arena_free(b.arena);
}

static void test_use(void **state) {
    (void)state;
    struct bench b;
    bench_new(&b);
    assert_non_null(rendered(&b, "@for node@@node.name@@end@@if table.yes@@else@@table.kind@@end@\n"));
    assert_int_not_equal(names_find(&b.use.used, "table.kind"), NO); /* also in a branch that is not taken */
    assert_int_not_equal(names_find(&b.use.bound, "node.edge"), NO);
    assert_int_equal(names_find(&b.use.used, "node.edge"), NO);
    arena_free(b.arena);
}

static void test_lines(void **state) {
    (void)state;
    struct bench b;
    bench_new(&b);
    struct text t = {.arena = b.arena};
    struct pos nowhere = {NO, 0, 0};
    assert_true(template_line(b.arena, &b.msgs, "@table.kind@.h", nowhere, b.root, &t));
    assert_string_equal(t.at, "sm.h");
    assert_false(template_line(b.arena, &b.msgs, "@table.nope@.h", nowhere, b.root, &t));
    struct template_items items = template_items(b.arena, b.root, "node");
    assert_true(items.found);
    assert_int_equal(items.count, 3);
    t.len = 0;
    const struct scope *with = template_item(b.arena, b.root, &items, 1);
    assert_true(template_line(b.arena, &b.msgs, "@table.kind@.@node.name@@node.number@", nowhere, with, &t));
    assert_string_equal(t.at, "sm.green2");
    assert_false(template_items(b.arena, b.root, "nodes").found);
    arena_free(b.arena);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(test_markers),    cmocka_unit_test(test_loops),        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_bodies),     cmocka_unit_test(test_defines),      cmocka_unit_test(test_includes),
        cmocka_unit_test(test_escapes),    cmocka_unit_test(test_escape_edges), cmocka_unit_test(test_faults),
        cmocka_unit_test(test_all_faults), cmocka_unit_test(test_use),          cmocka_unit_test(test_lines),
        cmocka_unit_test(test_later),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
