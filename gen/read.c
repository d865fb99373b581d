/* read.c -- a table file and the files it uses, as sections of keys with raw values.
 *
 * In:  a path, or bytes.  Out: struct doc: every section, those of used files first; sources holds the text of each
 * file read, for messages and for the depfile.
 * Guaranteed: nothing is dropped without a message, and nothing is read but the file, the files it names by `use`
 * below its own folder, and the -I folders.  Files: read_file.c (bytes), read_lines.c (lines), read_keys.c (what a
 * line says), read_inih.c (inih), read_use.c (used files), read_replace.c (sections in their place).
 */
#include "read.h"

#include <string.h>

_Atomic int read_failed; /* also for used files: the table was not read whole */

/* Even a file that cannot be read is a source: its message names it. */
uint32_t source_new(struct reading *r, const char *path) {
    struct sources *s = r->msgs->sources;
    struct source *source = PUSH(r->arena, s->file, s->nfile);
    source->path = path;
    source->bytes = "";
    return (uint32_t)(s->nfile - 1);
}

static void sections_add(struct reading *r, const struct doc *own) {
    struct doc *d = r->doc;
    if (!d->nsection) {
        d->section = own->section;
        d->nsection = own->nsection;
        return;
    }
    struct section *all = arena_alloc(d->arena, (d->nsection + own->nsection) * sizeof *all);
    memcpy(all, d->section, d->nsection * sizeof *all);
    if (own->nsection) {
        memcpy(all + d->nsection, own->section, own->nsection * sizeof *all);
    }
    d->section = all;
    d->nsection += own->nsection;
}

/* Used files are known only when the file itself was read, but go before it: what is declared comes first.
 * r->visited may move in between, hence the copy. */
bool reading_file(struct reading *r, uint32_t visited) {
    struct visited v = r->visited[visited];
    uint32_t file = source_new(r, v.path);
    if (!lines_cut(r, file, &v)) {
        return false;
    }
    struct doc own = keys_read(r, file);
    r->visited[visited].open = true;
    use_follow(r, &own, v.path);
    r->visited[visited].open = false;
    replace_settle(r, file, &own);
    sections_add(r, &own);
    return true;
}

static struct doc *read_visited(struct arena *a, struct msgs *m, const struct read_options *o, struct visited v) {
    struct reading r = {.arena = a, .scratch = arena_new(), .msgs = m, .options = o};
    r.doc = arena_alloc(a, sizeof *r.doc);
    r.doc->arena = arena_child(a);
    r.section.arena = r.text.arena = r.scratch;
    *PUSH(a, r.visited, r.nvisited) = v;
    bool good = reading_file(&r, 0);
    r.doc->ntext = (uint32_t)r.ntext;
    arena_free(r.scratch);
    return good ? r.doc : NULL;
}

/* For tests and fuzzing: no -I, used files are still looked for beside path. */
struct doc *read_bytes(struct arena *a, struct msgs *m, const char *path, const char *bytes, size_t len) {
    return read_visited(a, m, NULL, (struct visited){.path = path, .bytes = bytes, .len = len});
}

struct doc *read_table(struct arena *a, struct msgs *m, const char *path, const struct read_options *o) {
    struct visited v = {.path = path};
    bool absent;
    const char *why = read_path(a, path, o, &v, &absent);
    if (why) {
        struct reading r = {.arena = a, .msgs = m};
        msg_add(m, FINDING_FILE, (struct pos){source_new(&r, path), 0, 0}, 1, "cannot read '%s': %s", path, why);
        read_failed = 1;
        return NULL;
    }
    return read_visited(a, m, o, v);
}

/* An offset at or beyond the end is the place just behind the value. */
struct pos key_at(const struct key *k, size_t offset) {
    struct pos pos = {k->pos.file, k->pos.line, k->col};
    size_t start = 0;
    if (k->more) {
        size_t low = 0, high = k->more->n; /* start[low] <= offset < start[high] */
        while (high - low > 1) {
            size_t middle = low + (high - low) / 2;
            *(k->more->start[middle] <= offset ? &low : &high) = middle;
        }
        pos = k->more->pos[low];
        start = k->more->start[low];
    }
    pos.col += (uint32_t)(offset - start);
    return pos;
}
