/* cmd_compile.c -- `turnout compile TABLE...`: the whole straight line, and the files it ends in.
 *
 * Nothing is written for a table with a finding at error level, nor when a template is at fault.  With --check nothing
 * is written at all; a file that would change makes the exit status 1.
 */
#include "msg.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

struct compilation {
    struct arena *arena;
    const struct options *o;
    struct loaded *l; /* shared by the tables of a run */
    struct diagram **value, **rule;
    struct vectors *vectors;
    struct emitted_files files;
    size_t first_source; /* of this table, in the sources of the run */
    struct products products;
    bool differs;
    size_t told; /* files named in the JSON document */
};

static const char *output_folder(const struct options *o) {
    return o->value[OPTION_OUTPUT] ? o->value[OPTION_OUTPUT] : "out";
}

/* Where that would be long, the lines are not walked again for the values. */
static void draw_output(struct compilation *c, uint32_t i) {
    enum { LARGE = 5000 };
    const struct limits *l = &c->l->limits;
    bool large = c->l->plan[i]->nline > LARGE;
    if (!large) {
        c->value[i] = diagram_build(c->arena, &c->l->msgs, c->l->plan[i], false, l);
    }
    c->rule[i] = diagram_build(c->arena, &c->l->msgs, c->l->plan[i], true, l);
    if (large && c->rule[i]->complete) {
        c->value[i] = diagram_value(c->arena, c->rule[i]);
    } else if (large) {
        c->value[i] = diagram_build(c->arena, &c->l->msgs, c->l->plan[i], false, l);
    }
}

static void draw(struct compilation *c) {
    uint32_t n = (uint32_t)c->l->table->noutput;
    c->value = arena_alloc(c->arena, (n + 1) * sizeof(struct diagram *));
    c->rule = arena_alloc(c->arena, (n + 1) * sizeof(struct diagram *));
    for (uint32_t i = 0; i < n; i++) {
        progress("drawing diagrams, outputs done", i, n);
        draw_output(c, i);
    }
    c->vectors = vector_build(c->arena, &c->l->msgs, c->l->boxes, c->rule, &c->l->limits);
}

/* --templates, $TURNOUT_TEMPLATES, or the folder that comes with the program. */
static bool emit(struct compilation *c) {
    struct emit_input in = {&c->l->sources, c->l->boxes, c->l->plan, c->value, c->rule, c->vectors};
    const char *target = c->o->value[OPTION_TARGET] ? c->o->value[OPTION_TARGET] : "c";
    return emit_target(c->arena, &c->l->msgs, &in, template_folder(c->arena, c->o->value[OPTION_TEMPLATES]), target,
                       &c->files);
}

/* In JSON the files are members of the one document; sarif and github say only what is wrong. */
static void tell(struct compilation *c, const char *path, enum written written) {
    bool differs = written == WRITTEN_DIFFERS;
    const char *text = differs ? arena_printf(c->arena, "%s: is not what '%s' makes", path, c->l->table->path)
                               : arena_printf(c->arena, "wrote %s", path);
    switch (format_of(c->o)) {
    case FORMAT_TEXT:
        printf("%s\n", text);
        break;
    case FORMAT_JSON:
        fputs(c->told++ ? ",\n  {\"file\": " : "\n  {\"file\": ", stdout);
        json_quoted(stdout, path);
        fputs(", \"table\": ", stdout);
        json_quoted(stdout, c->l->table->path);
        printf(", \"is\": \"%s\"}", differs ? "different" : written == WRITTEN_NEW ? "written" : "the same");
        break;
    case FORMAT_SARIF:
    case FORMAT_GITHUB:
        if (differs) {
            msg_answer(&c->l->msgs, (struct pos){NO, 0, 0}, text);
        }
    }
}

static const char *path_of(const struct compilation *c, size_t file) {
    return arena_printf(c->arena, "%s/%s", output_folder(c->o), c->files.file[file].name);
}

static bool may_write(struct compilation *c) {
    bool may = true;
    c->products.read = c->files.read;
    c->products.nread = c->files.nread;
    for (size_t i = 0; i < c->files.nfile && may; i++) {
        may = products_claim(&c->products, c->l, path_of(c, i), &c->files.file[i]);
    }
    return may;
}

static void write_depfile(struct compilation *c, const struct text *depfile) {
    const char *path = c->o->value[OPTION_DEPFILE], *lost = products_destroyed(&c->products, c->l, path);
    if (lost) {
        msg_add(&c->l->msgs, FINDING_FILE, (struct pos){NO, 0, 0}, 1,
                "the depfile '%s' would destroy '%s'; -MD takes a file of its own", path, lost);
        return;
    }
    write_file(&c->l->msgs, path, depfile->at, depfile->len, false);
}

/* Writes every file; returns whether one differs from what stood there (--check). */
static bool write_all(struct compilation *c) {
    bool check = c->o->value[OPTION_CHECK] != NULL, differs = false;
    progress_end();
    for (size_t i = 0; i < c->files.nfile; i++) {
        const struct emitted *e = &c->files.file[i];
        const char *path = path_of(c, i);
        switch (write_file(&c->l->msgs, path, e->bytes, e->len, check)) {
        case WRITTEN_NEW:
            tell(c, path, WRITTEN_NEW);
            break;
        case WRITTEN_DIFFERS:
            tell(c, path, WRITTEN_DIFFERS);
            differs = true;
            break;
        case WRITTEN_SAME:
            if (format_of(c->o) == FORMAT_JSON) {
                tell(c, path, WRITTEN_SAME);
            }
            break;
        case WRITTEN_FAILED:
            break;
        }
    }
    return differs;
}

/* make's quoting: a space, '#' and '$' would be read as something else. */
static void put_word(struct text *t, const char *word) {
    for (; *word; word++) {
        if (*word == ' ' || *word == '#' || *word == '\\') {
            text_put(t, "\\");
        } else if (*word == '$') {
            text_put(t, "$");
        }
        text_add(t, word, 1);
    }
}

/* Every file that this table's products are made of, once: tables, vocabularies, templates. */
static const char **files_read(const struct compilation *c, size_t *count) {
    struct names seen = {.arena = c->arena};
    const char **file = NULL;
    size_t nsource = c->l->sources.nfile - c->first_source;
    for (size_t i = 0; i < nsource + c->files.nread; i++) {
        const char *path = i < nsource ? c->l->sources.file[c->first_source + i].path : c->files.read[i - nsource];
        if (names_add(&seen, path, 1)) {
            *PUSH(c->arena, file, *count) = path;
        }
    }
    return file;
}

static void put_rule(struct compilation *c, struct text *t) {
    size_t nread = 0;
    const char **read = files_read(c, &nread);
    const char *target = c->o->value[OPTION_DEPTARGET];
    if (target) { /* a stamp, or the one file that a build asks for */
        put_word(t, target);
    }
    for (size_t i = 0; !target && i < c->files.nfile; i++) {
        text_put(t, i > 0 ? " " : "");
        put_word(t, path_of(c, i));
    }
    text_put(t, ":");
    for (size_t i = 0; i < nread; i++) {
        text_put(t, " ");
        put_word(t, read[i]);
    }
    text_put(t, "\n");
    for (size_t i = 0; i < nread; i++) { /* a file that is gone is no error: as gcc -MP */
        put_word(t, read[i]);
        text_put(t, ":\n");
    }
}

static void compile_table(struct compilation *c, const char *path, struct text *depfile) {
    struct loaded *l = c->l;
    c->files = (struct emitted_files){0}; /* of this table alone */
    if (!load(c->arena, l, c->o, path)) {
        return;
    }
    analyse(c->arena, &l->msgs, l->boxes, l->plan, &l->limits);
    if (msgs_count(&l->msgs, LEVEL_ERROR) > l->before) {
        return;
    }
    draw(c);
    if (emit(c) && msgs_count(&l->msgs, LEVEL_ERROR) == l->before && may_write(c)) {
        c->differs = write_all(c) || c->differs;
        put_rule(c, depfile);
    }
}

enum status cmd_compile(struct arena *a, const struct options *o) {
    if (!asked_for_tables(o, "compile")) {
        return STATUS_USAGE;
    }
    struct loaded l;
    begin(a, &l, o);
    l.cells = true;
    struct compilation c = {.arena = a, .o = o, .l = &l, .products = {.made = {.arena = a}}};
    struct text depfile = {.arena = a};
    text_put(&depfile, "");
    bool json = format_of(o) == FORMAT_JSON;
    fputs(json ? "{\"turnout\": 1,\n \"files\": [" : "", stdout);
    for (size_t i = 0; i < o->noperand; i++) {
        c.first_source = l.sources.nfile;
        compile_table(&c, o->operand[i], &depfile);
    }
    if (o->value[OPTION_DEPFILE] && msgs_count(&l.msgs, LEVEL_ERROR) == 0 && !o->value[OPTION_CHECK]) {
        write_depfile(&c, &depfile);
    }
    fputs(json ? "],\n " : "", stdout);
    enum status status = json ? finish_members(&l) : finish(&l, o);
    return write_failed ? STATUS_IO : c.differs && status == STATUS_OK ? STATUS_FINDINGS : status;
}
