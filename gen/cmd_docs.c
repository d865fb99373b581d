/* cmd_docs.c -- `turnout docs TABLE...`: Markdown and one HTML page per table, for those who ask what it decides.
 *
 * A table with findings at error level has its pages too: they show the findings; the exit status is 1 then.  A fault
 * of text leaves none.  The pictures are drawn by Graphviz where it is installed: the only program that this one runs,
 * and in this command only.
 */
#include "run.h"
#include "template.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct documentation {
    struct arena *arena;
    const struct options *o;
    struct loaded *l;
    struct diagram **value, **rule;
    const char **svg;
    const char *no_svg; /* why there is no picture */
    const char *templates;
    struct products products;
    bool differs;
};

/* ---- pictures ---- */

/* The child: dot reads the file and writes to the pipe; what it says besides is of no use to a reader of the page. */
static void become_dot(FILE *in, const int fd[2], const char *id) {
    dup2(fileno(in), STDIN_FILENO);
    dup2(fd[1], STDOUT_FILENO);
    close(fd[0]);
    close(fd[1]);
    if (freopen("/dev/null", "w", stderr)) {
        execlp("dot", "dot", id, "-Tsvg", (char *)NULL);
    }
    _exit(127);
}

/* All that it writes; the end of the pipe is its end. */
static int read_child(struct text *out, const int fd[2], pid_t child) {
    char part[1 << 14];
    int status = -1;
    close(fd[1]);
    for (ssize_t n; (n = read(fd[0], part, sizeof part)) > 0;) {
        text_add(out, part, (size_t)n);
    }
    close(fd[0]);
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The exit status of dot; 127: there is none; -1: it could not be run. */
static int run_dot(const struct text *text, const char *id, struct text *out) {
    int fd[2], status = -1;
    FILE *in = tmpfile();
    if (!in) {
        return -1;
    }
    if (fwrite(text->at, 1, text->len, in) == text->len && fflush(in) == 0 && fseek(in, 0, SEEK_SET) == 0 &&
        pipe(fd) == 0) {
        fflush(NULL); /* nothing buffered is written twice */
        pid_t child = fork();
        if (child == 0) {
            become_dot(in, fd, id);
        }
        status = read_child(out, fd, child);
    }
    fclose(in);
    return status;
}

static const char *draw_one(struct documentation *d, uint32_t output) {
    const struct table *t = d->l->table;
    struct template_files f = {.folder = arena_printf(d->arena, "%s/docs", d->templates)};
    struct text text = {.arena = d->arena}, out = {.arena = d->arena}, label = {.arena = d->arena};
    if (!dot_text(d->arena, &d->l->msgs, &f, d->rule[output], &text)) {
        return NULL;
    }
    text_put(&out, "");
    int status = run_dot(&text, arena_printf(d->arena, "-Gid=picture-%s", t->output[output].name), &out);
    if (status != 0) {
        d->no_svg = status == 127 ? "Graphviz was not installed when this page was made" : "Graphviz could not draw it";
        return NULL;
    }
    const char *plain = arena_printf(d->arena, "Decision diagram of %s", t->output[output].name);
    template_escape(&label, "html", plain, strlen(plain), 0);
    return docs_svg(d->arena, out.at, label.at);
}

/* A diagram that has passed its limit has no picture; the page says so. */
static void draw(struct documentation *d) {
    uint32_t n = (uint32_t)d->l->table->noutput;
    d->value = arena_alloc(d->arena, (n + 1) * sizeof(struct diagram *));
    d->rule = arena_alloc(d->arena, (n + 1) * sizeof(struct diagram *));
    d->svg = arena_alloc(d->arena, (n + 1) * sizeof(const char *));
    d->no_svg = NULL;
    for (uint32_t i = 0; i < n; i++) {
        d->value[i] = diagram_build(d->arena, &d->l->msgs, d->l->plan[i], false, &d->l->limits);
        d->rule[i] = diagram_build(d->arena, &d->l->msgs, d->l->plan[i], true, &d->l->limits);
        if (d->o->value[OPTION_NO_PICTURES]) {
            d->no_svg = "this page was made without pictures";
        } else if (d->rule[i]->complete) {
            d->svg[i] = draw_one(d, i);
        }
    }
}

/* ---- pages ---- */

static void write_all(struct documentation *d, const struct emitted_files *files) {
    const char *folder = d->o->value[OPTION_OUTPUT] ? d->o->value[OPTION_OUTPUT] : "out/docs";
    for (size_t i = 0; i < files->nfile; i++) {
        const struct emitted *e = &files->file[i];
        const char *path = arena_printf(d->arena, "%s/%s", folder, e->name);
        if (!products_claim(&d->products, d->l, path, e)) {
            return;
        }
        switch (write_file(&d->l->msgs, path, e->bytes, e->len, d->o->value[OPTION_CHECK] != NULL)) {
        case WRITTEN_NEW:
            printf("wrote %s\n", path);
            break;
        case WRITTEN_DIFFERS:
            printf("%s: is not what '%s' makes\n", path, d->l->table->path);
            d->differs = true;
            break;
        case WRITTEN_SAME:
        case WRITTEN_FAILED:
            break;
        }
    }
}

/* Findings do not stop a page: they are part of it. */
static void document(struct documentation *d, const char *path) {
    struct loaded *l = d->l;
    size_t first_msg = l->msgs.nmsg;
    struct emitted_files files = {0};
    if (!load(d->arena, l, d->o, path)) {
        return;
    }
    analyse(d->arena, &l->msgs, l->boxes, l->plan, &l->limits);
    draw(d);
    struct docs_input in = {.sources = &l->sources, .msgs = &l->msgs, .first_msg = first_msg, .doc = l->doc};
    in.boxes = l->boxes;
    in.plan = l->plan;
    in.value = d->value;
    in.rule = d->rule;
    in.svg = d->svg;
    in.no_svg = d->no_svg;
    struct scope *root = docs_build(d->arena, &in);
    if (emit_scope(d->arena, &l->msgs, root, d->templates, "docs", &files)) {
        write_all(d, &files);
    }
}

enum status cmd_docs(struct arena *a, const struct options *o) {
    if (!asked_for_tables(o, "docs")) {
        return STATUS_USAGE;
    }
    struct loaded l;
    begin(a, &l, o);
    l.sections = true;
    l.cells = true;
    struct documentation d = {.arena = a,
                              .o = o,
                              .l = &l,
                              .templates = template_folder(a, o->value[OPTION_TEMPLATES]),
                              .products = {.made = {.arena = a}}};
    for (size_t i = 0; i < o->noperand; i++) {
        document(&d, o->operand[i]);
    }
    enum status status = finish_errors(&l, o);
    return write_failed ? STATUS_IO : d.differs && status == STATUS_OK ? STATUS_FINDINGS : status;
}
