/* template_file.c -- a template and the parts that it includes, read from the target's folder.
 *
 * In:  a file name.  Out: its lines given to template_parse.c, its path in the list for the depfile, its bytes among the
 * sources so that messages can show its lines.  A file outside the folder is refused, so that a target is one folder.
 */
#include "template_parts.h"

#include <errno.h>
#include <string.h>

static bool read_all(struct text *t, const char *path) {
    FILE *in = fopen(path, "rb");
    char part[4096];
    size_t n;
    if (!in) {
        return false;
    }
    while ((n = fread(part, 1, sizeof part, in)) > 0) {
        text_add(t, part, n);
    }
    bool whole = ferror(in) == 0;
    fclose(in);
    return whole;
}

static struct source *source_at(struct arena *a, struct msgs *m, const char *path, struct pos pos) {
    struct text t = {.arena = a};
    for (size_t i = 0; i < m->sources->nfile; i++) { /* a template of several outputs is read once */
        if (strcmp(m->sources->file[i].path, path) == 0 && m->sources->file[i].line) {
            return &m->sources->file[i];
        }
    }
    text_put(&t, "");
    if (!read_all(&t, path)) {
        msg_add(m, FINDING_FILE, pos, 1, "template '%s' cannot be read: %s", path, strerror(errno));
        read_failed = 1;
        return NULL;
    }
    struct source *s = PUSH(m->arena, m->sources->file, m->sources->nfile);
    *s = (struct source){.path = path, .bytes = t.at, .len = t.len};
    for (const char *line = t.at; line < t.at + t.len;) {
        const char *end = memchr(line, '\n', (size_t)(t.at + t.len - line));
        *PUSH(a, s->line, s->nline) = line;
        line = end ? end + 1 : t.at + t.len;
    }
    size_t n = s->nline;
    *PUSH(a, s->line, n) = t.at + t.len;
    return s;
}

struct source *template_source(struct arena *a, struct msgs *m, const char *path) {
    return source_at(a, m, path, (struct pos){NO, 0, 0});
}

static void parse_lines(struct parse *p, const struct source *s) {
    for (size_t i = 0; i < s->nline; i++) {
        p->line = (uint32_t)i + 1;
        p->start = s->line[i];
        if (!parse_directive(p, s->line[i], s->line[i + 1])) {
            parse_run(p, s->line[i], s->line[i + 1]);
        }
    }
}

void parse_file(struct parse *p, const char *file, const char *at, size_t len) {
    const char *path = arena_printf(p->arena, "%s/%s", p->files->folder, file);
    if (strchr(file, '/') || p->depth > 8) {
        parse_fault(p, at, len, "", file, " is no file of the target's own folder, or it includes itself");
        return;
    }
    struct pos pos = p->depth > 0 ? parse_place(p, at) : (struct pos){NO, 0, 0};
    struct source *s = source_at(p->arena, p->msgs, path, pos);
    if (!s) {
        p->ok = false;
        return;
    }
    *PUSH(p->arena, p->files->path, p->files->npath) = path;
    struct parse saved = *p;
    p->file = (uint32_t)(s - p->msgs->sources->file);
    p->depth++;
    parse_lines(p, s);
    if (p->nopen != saved.nopen) {
        struct part *open = p->nopen > saved.nopen ? p->open[p->nopen - 1].owner : NULL;
        p->ok = false;
        msg_add(p->msgs, FINDING_SYNTAX, open ? open->pos : (struct pos){p->file, 0, 0}, 1,
                open ? "this block is not closed by an '@end'" : "more '@end' than blocks");
        p->nopen = saved.nopen;
    }
    p->file = saved.file;
    p->line = saved.line;
    p->start = saved.start;
    p->depth = saved.depth;
}

bool template_parse(struct arena *a, struct msgs *m, struct template_files *f, const char *file, struct tree *t) {
    struct parse p = {.arena = a, .msgs = m, .files = f};
    parse_begin(&p, t);
    parse_file(&p, file, file, 1);
    return p.ok;
}
