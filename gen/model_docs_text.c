/* model_docs_text.c -- ids, places, and texts of which some words lead somewhere.
 *
 * In:  names and metadata of a table.  Out: ids that are unique on the page and made of letters, digits, '.', '_' and
 * '-'; texts as lists of parts, where an address of the web is a part of its own and @sets lead to their definition.
 * Guaranteed: only http and https addresses become links, and they hold no character that could end a link in HTML or
 * Markdown; a place on the page is linked only when it is there.
 */
#include "model_docs.h"

#include <string.h>

enum { SOURCE_LINES = 5000 }; /* a longer table is not shown as text */

/* ---- ids ---- */

static bool id_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
}

/* Runs of other characters become one '-'; a second of the same id gets a number. */
const char *docs_id(struct docs *d, const char *kind, const char *name) {
    struct text t = {.arena = d->arena};
    text_put(&t, kind);
    text_put(&t, "-");
    for (; *name; name++) {
        if (id_char(*name)) {
            text_add(&t, name, 1);
        } else if (t.at[t.len - 1] != '-') {
            text_put(&t, "-");
        }
    }
    const char *id = t.at;
    for (unsigned n = 2; !names_add(&d->id, id, 0); n++) {
        id = arena_printf(d->arena, "%s-%u", t.at, n);
    }
    return id;
}

/* ---- places ---- */

/* A table of many thousand rules is not repeated on its page. */
bool docs_sourced(const struct docs *d) {
    const struct sources *s = d->in->sources;
    return d->table->pos.file < s->nfile && s->file[d->table->pos.file].nline <= SOURCE_LINES;
}

const char *docs_href(const struct docs *d, struct arena *a, struct pos pos) {
    bool here = docs_sourced(d) && pos.file == d->table->pos.file && pos.line > 0;
    return here && pos.line <= d->in->sources->file[pos.file].nline ? arena_printf(a, "#L%u", (unsigned)pos.line)
                                                                    : NULL;
}

/* ---- metadata that the resolved table does not keep ---- */

const char *docs_meta(const struct docs *d, const char *kind, const char *name, const char *key) {
    uint32_t at = names_find(&d->section, arena_printf(d->arena, "%s %s", kind, name));
    const struct section *s = at == NO ? NULL : &d->in->doc->section[at];
    for (size_t i = 0; s && i < s->nkey; i++) {
        if (strcmp(s->key[i].name, key) == 0) {
            return s->key[i].value;
        }
    }
    return NULL;
}

/* ---- parts ---- */

void runs_add(struct arena *a, struct runs *r, const char *text, const char *href) {
    *PUSH(a, r->run, r->nrun) = (struct run){text, href};
}

/* Only what leads off the page starts with a scheme; ids start with '#'. */
static void fill_part(struct scope *item, const void *of, size_t index) {
    const struct run *r = &((const struct runs *)of)->run[index];
    scope_text(item, "text", r->text);
    scope_text(item, "href", r->href);
    scope_flag(item, "web", r->href && r->href[0] != '#');
}

/* The parts live as long as the scope that names them. */
void docs_runs(struct scope *s, const char *name, const struct runs *r) {
    struct runs *kept = arena_alloc(scope_arena(s), sizeof *kept);
    *kept = *r;
    scope_list(s, name, r->nrun, fill_part, kept);
}

void docs_where(struct scope *s, const struct docs *d, struct pos pos) {
    struct runs r = {0};
    const char *place = product_place(d->arena, d->in->sources, pos);
    if (place[0]) {
        runs_add(scope_arena(s), &r, place, docs_href(d, scope_arena(s), pos));
    }
    docs_runs(s, "place", &r);
}

/* Bytes of an address at the start of the text; 0: there is none. */
static size_t address_len(const char *at) {
    size_t head = strncmp(at, "https://", 8) == 0 ? 8 : strncmp(at, "http://", 7) == 0 ? 7 : 0, len = head;
    bool round = false;
    while (head && at[len] > ' ' && at[len] < 127 && !strchr("<>\"'`|\\^{}[]*", at[len]) && (at[len] != ')' || round)) {
        round = round || at[len] == '(';
        len++;
    }
    while (len > head && strchr(".,;:!?", at[len - 1])) { /* of the sentence, not of the address */
        len--;
    }
    return len > head ? len : 0;
}

/* Text between addresses stays as it is. */
void docs_text(struct scope *s, const char *name, const char *text) {
    struct arena *a = scope_arena(s);
    struct runs r = {0};
    const char *from = text ? text : "", *at = from;
    while (*at) {
        size_t len = *at == 'h' && (at == from || !id_char(at[-1])) ? address_len(at) : 0;
        if (len == 0) {
            at++;
            continue;
        }
        if (at > from) {
            runs_add(a, &r, arena_strdup(a, from, (size_t)(at - from)), NULL);
        }
        char *address = arena_strdup(a, at, len);
        runs_add(a, &r, address, address);
        from = at += len;
    }
    if (at > from) {
        runs_add(a, &r, from, NULL);
    }
    docs_runs(s, name, &r);
}

/* Entries as the table writes them; an @set leads to its definition. */
void runs_entries(const struct docs *d, struct arena *a, struct runs *r, const struct entries *e) {
    for (size_t i = 0; i < e->count; i++) {
        const struct entry *at = &e->entry[i];
        bool bar = i && at->group != e->entry[i - 1].group, set = at->kind == ENTRY_SET && at->set < d->table->nset;
        if (i > 0) {
            runs_add(a, r, bar ? " | " : ", ", NULL);
        }
        runs_add(a, r, entry_text(a, at), set ? arena_printf(a, "#%s", d->set_id[at->set]) : NULL);
    }
}
