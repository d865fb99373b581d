/* test_emit.c -- targets: what they make of a table, that every name of the model is used by one, and their faults. */
#include "model.h"

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
    struct emit_input in;
};

static const struct limits limits = {.steps = 1000000, .nodes = 1000000, .vectors = 200};

/* The whole straight line up to emit. */
static void bench_load(struct bench *b, const char *path, uint32_t nodes) {
    static const char *const folder[] = {"tables"};
    struct read_options options = {.folder = folder, .nfolder = 1};
    struct limits few = limits;
    few.nodes = nodes;
    memset(b, 0, sizeof *b);
    b->arena = arena_new();
    msgs_init(&b->msgs, b->arena, &b->sources);
    struct doc *doc = read_table(b->arena, &b->msgs, path, &options);
    struct table *t = table_build(b->arena, &b->msgs, doc, path);
    assert_int_equal(msgs_count(&b->msgs, LEVEL_ERROR), 0);
    struct space *s = domain_build(b->arena, &b->msgs, t);
    const struct boxes *boxes = boxes_build(b->arena, &b->msgs, s);
    struct plan **plan = arena_alloc(b->arena, (t->noutput + 1) * sizeof *plan);
    struct diagram **value = arena_alloc(b->arena, (t->noutput + 1) * sizeof *value);
    struct diagram **rule = arena_alloc(b->arena, (t->noutput + 1) * sizeof *rule);
    for (uint32_t i = 0; i < t->noutput; i++) {
        plan[i] = plan_build(b->arena, &b->msgs, boxes, i);
        value[i] = diagram_build(b->arena, &b->msgs, plan[i], false, &few);
        rule[i] = diagram_build(b->arena, &b->msgs, plan[i], true, &few);
    }
    struct vectors *v = vector_build(b->arena, &b->msgs, boxes, rule, &limits);
    b->in = (struct emit_input){&b->sources, boxes, plan, value, rule, v};
}

static const struct emitted *find_file(const struct emitted_files *f, const char *name) {
    for (size_t i = 0; i < f->nfile; i++) {
        if (strcmp(f->file[i].name, name) == 0) {
            return &f->file[i];
        }
    }
    return NULL;
}

static void test_c(void **state) {
    (void)state;
    struct bench b;
    struct emitted_files files = {0};
    bench_load(&b, "tables/gemma4.ini", 1000000);
    assert_true(emit_target(b.arena, &b.msgs, &b.in, "templates", "c", &files));
    const struct emitted *header = find_file(&files, "gemma4.h");
    assert_non_null(header);
    assert_int_equal(header->len, strlen(header->bytes));
    assert_non_null(strstr(header->bytes, "/* rule gemma4, tables/gemma4.ini:"));
    assert_non_null(find_file(&files, "gemma4.attention.dot"));
    size_t here = 0;
    for (size_t i = 0; i < files.nread; i++) {
        here += strcmp(files.read[i], "templates/c/header.h.in") == 0;
        here += strcmp(files.read[i], "templates/c/target.ini") == 0;
    }
    assert_int_equal(here, 2);
    arena_free(b.arena);
}

/* ---- every name of the model ---- */

static void use_folder(struct bench *b, struct template_use *use, const struct scope *root, const char *folder) {
    struct template_files f = {.folder = arena_printf(b->arena, "templates/%s", folder), .use = use};
    const char *manifest = arena_printf(b->arena, "%s/target.ini", f.folder);
    struct source *s = template_source(b->arena, &b->msgs, manifest);
    struct doc *d = read_bytes(b->arena, &b->msgs, manifest, s->bytes, s->len);
    for (size_t i = 0; i < d->nsection; i++) {
        const char *template = NULL, *each = NULL;
        for (size_t k = 0; k < d->section[i].nkey; k++) {
            const struct key *key = &d->section[i].key[k];
            template = strcmp(key->name, "template") == 0 ? key->value : template;
            each = strcmp(key->name, "each") == 0 ? key->value : each;
            if (strcmp(key->name, "if") == 0) {
                names_add(&use->used, arena_strdup(use->used.arena, key->value, strlen(key->value)), 1);
            }
        }
        if (template) {
            struct template_items items = template_items(b->arena, root, each ? each : "none");
            const struct scope *with = each ? template_item(b->arena, root, &items, 0) : root;
            struct text t = {.arena = b->arena};
            assert_true(template_render(b->arena, &b->msgs, &f, template, with, &t));
        }
    }
}

/* The engine's own, and what no target of ours asks for. */
static bool excused(const char *name) {
    static const char *const known[] = {"picture.index", "picture.number", "vectors.parts", "vector.words",
                                        "answer.id",     "check.class",    "edge.mask",     "cell.name",
                                        "answer.name",   "both.name"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void test_every_name(void **state) {
    (void)state;
    static const char *const table[] = {"tables/gemma4.ini", "tests/header/sink.ini", "tests/header/chain.ini"};
    static const char *const folder[] = {"c", "dot", "python", "json"};
    struct arena *a = arena_new();
    struct template_use use = {.bound.arena = a, .used.arena = a};
    for (size_t i = 0; i < 2 * sizeof table / sizeof *table; i++) {
        struct bench b;
        bench_load(&b, table[i / 2], i % 2 == 0 ? 1000000 : 3);
        struct scope *root = model_build(b.arena, &b.msgs, &b.in);
        for (size_t k = 0; k < sizeof folder / sizeof *folder; k++) {
            use_folder(&b, &use, root, folder[k]);
        }
        arena_free(b.arena);
    }
    size_t unused = 0;
    for (size_t i = 0; i < use.nname; i++) {
        const char *name = use.name[i];
        if (strncmp(name, "argument.", 9) == 0) { /* the same items as `input` */
            name = arena_printf(a, "input.%s", name + 9);
        }
        if (names_find(&use.used, name) == NO && !excused(name)) {
            print_error("no template uses '%s'\n", use.name[i]);
            unused++;
        }
    }
    assert_int_equal(unused, 0);
    arena_free(a);
}

/* ---- a target of one's own, and faulty ones ---- */

static void put_file(const char *path, const char *bytes) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(bytes, f);
    fclose(f);
}

static bool own_target(struct bench *b, const char *manifest, const char *template, struct emitted_files *files) {
    mkdir("out", 0777);
    mkdir("out/test_emit", 0777);
    mkdir("out/test_emit/own", 0777);
    put_file("out/test_emit/own/target.ini", manifest);
    put_file("out/test_emit/own/one.in", template);
    bench_load(b, "tables/gemma4.ini", 1000000);
    return emit_target(b->arena, &b->msgs, &b->in, "out/test_emit", "own", files);
}

static void test_own(void **state) {
    (void)state;
    struct bench b;
    struct emitted_files files = {0};
    assert_true(own_target(&b,
                           "[file @table.name@.@input.name@.txt]\ntemplate = one.in\neach = input\n"
                           "[file never.txt]\ntemplate = gone.in\nif = has.rows\n",
                           "@input.name@ of @table.name@: @for input.value \" \"@@value.name@=@value.number@@end@\n",
                           &files));
    assert_int_equal(files.nfile, 5);
    const struct emitted *moe = find_file(&files, "gemma4.moe.txt");
    assert_non_null(moe);
    assert_string_equal(moe->bytes, "moe of gemma4: no=0 yes=1\n");
    assert_string_equal(find_file(&files, "gemma4.sm.txt")->bytes, "sm of gemma4: newer=2147483647 none=(-1)\n");
    arena_free(b.arena);
}

/* Outputs alone, be they inputs of each other: functions without arguments are no header. */
static void test_no_arguments(void **state) {
    (void)state;
    struct bench b;
    struct emitted_files files = {0};
    mkdir("out", 0777);
    mkdir("out/test_emit", 0777);
    put_file("out/test_emit/alone.ini", "[table alone]\n[output a]\nvalues = x, y\nas = given\noverride = check\n"
                                        "[output b]\nvalues = x, y\n[rule a]\na = x\n[rule b]\nb = <given>\n");
    bench_load(&b, "out/test_emit/alone.ini", 1000000);
    assert_false(emit_target(b.arena, &b.msgs, &b.in, "templates", "c", &files));
    assert_int_equal(b.msgs.msg[b.msgs.nmsg - 1].finding, FINDING_MISSING);
    assert_int_equal(files.nfile, 0);
    arena_free(b.arena);
}

static void refuses(const char *manifest, const char *template, const char *part) {
    struct bench b;
    struct emitted_files files = {0};
    assert_false(own_target(&b, manifest, template, &files));
    bool found = false;
    for (size_t i = 0; i < b.msgs.nmsg; i++) {
        found = found || (b.msgs.msg[i].level == LEVEL_ERROR && strstr(b.msgs.msg[i].text, part));
    }
    if (!found) {
        print_error("'%s' gives %zu messages without '%s'\n", manifest, b.msgs.nmsg, part);
    }
    assert_true(found);
    arena_free(b.arena);
    read_failed = 0;
}

static void test_faults(void **state) {
    (void)state;
    refuses("[file a.txt]\ntemplate = gone.in\n", "", "'out/test_emit/own/gone.in' cannot be read");
    refuses("[file a.txt]\ntemplate = one.in\n", "@table.nope@\n", "'table.nope' is not bound");
    refuses("[file @table.nope@.txt]\ntemplate = one.in\n", "", "'table.nope' is not bound");
    refuses("[file a.txt]\neach = input\n", "", "has no template");
    refuses("[file a.txt]\ntemplate = one.in\neach = inputs\n", "", "'inputs' is no list");
    refuses("[file a.txt]\ntemplate = one.in\nif = has.nope\n", "", "'has.nope' is no name");
    refuses("[file a.txt]\ntemplate = one.in\nwhen = x\n", "", "'when' is no key");
    refuses("[files a.txt]\ntemplate = one.in\n", "", "'files' is no section");
    refuses("[target own]\nalso = gone\n", "", "'out/test_emit/gone/target.ini' cannot be read");
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(test_c),
        cmocka_unit_test(test_every_name),
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_no_arguments),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
