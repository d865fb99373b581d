/* read_lists.c -- names kept once, and the lists of a key and of a section while they grow.
 *
 * In:  what read_keys.c understood of each line.  Out: keys with their values and places, sections with their keys.
 * Guaranteed: each list is used again for the next key or section, and copied in its final size when that is complete:
 * most have one piece and a few keys, and there are hundreds of thousands of them.
 */
#include "read_keys.h"

#include <string.h>

/* Names hold runs of blanks as one space, so that `if  kv` and `if kv` are the same key. */
void name_put(char *name, struct span s) {
    size_t len = 0;
    for (const char *at = s.at; at < s.end; at++) {
        if (*at != ' ' && *at != '\t') {
            name[len++] = *at;
        } else if (at[-1] != ' ' && at[-1] != '\t') {
            name[len++] = ' ';
        }
    }
    name[len] = '\0';
}

static struct known *word_find(struct keys *k, struct span s) {
    char buffer[LONGEST_KEY + 1];
    bool fits = span_len(s) < sizeof buffer;
    char *text = fits ? buffer : arena_alloc(k->r->arena, span_len(s) + 1);
    name_put(text, s);
    uint32_t at = names_find(&k->word, text);
    if (at != NO) {
        return &k->known[at];
    }
    struct known *w = PUSH(k->r->scratch, k->known, k->nknown);
    w->text = fits ? arena_strdup(k->r->arena, text, strlen(text)) : text;
    w->len = strlen(w->text);
    names_add(&k->word, w->text, (uint32_t)k->nknown - 1);
    return w;
}

/* The same few names head thousands of lines, mostly in one order. */
struct known *word_known(struct keys *k, struct span s) {
    struct known *w = k->nknown ? &k->known[k->known[k->last].next] : NULL;
    if (!w || w->len != span_len(s) || memcmp(w->text, s.at, w->len) != 0) {
        w = word_find(k, s);
        k->known[k->last].next = (size_t)(w - k->known);
    }
    k->last = (size_t)(w - k->known);
    return w;
}

static void *copy(struct arena *a, const void *from, size_t count, size_t item) {
    return count ? memcpy(arena_alloc(a, count * item), from, count * item) : NULL;
}

/* Room for one more in a list that is used again. */
static void *room(struct arena *a, void *list, size_t count, size_t cap, size_t item) {
    if (count < cap) {
        return list;
    }
    void *more = arena_alloc(a, (cap * 2 + 16) * item);
    return count ? memcpy(more, list, count * item) : more;
}

/* A string that is kept for good, right behind the one before. */
static char *pool_keep(struct reading *r, const char *text, size_t len) {
    enum { POOL = 1 << 16 };
    if (r->npool <= len) {
        r->npool = len < POOL ? POOL : len + 1;
        r->pool = arena_alloc(r->arena, r->npool);
    }
    char *own = memcpy(r->pool, text, len);
    r->pool += len + 1; /* the NUL is there */
    r->npool -= len + 1;
    return own;
}

/* The same text is kept once. */
static void value_keep(struct keys *k) {
    enum { SHORT = 256 };
    struct reading *r = k->r;
    if (k->nplace > 1 || k->value.len >= SHORT) {
        k->key->value = pool_keep(r, k->value.at, k->value.len);
        return;
    }
    uint32_t at = names_find(&r->text, k->value.at);
    if (at == NO) {
        const char **text = PUSH(r->scratch, r->texts, r->ntext);
        at = (uint32_t)r->ntext - 1;
        *text = pool_keep(r, k->value.at, k->value.len);
        names_add(&r->text, *text, at);
    }
    k->key->value = r->texts[at];
    k->key->text = at + 1;
}

/* A value is complete only when the next key, section or the end comes. */
void key_close(struct keys *k) {
    struct arena *a = k->r->doc->arena;
    if (k->key) {
        value_keep(k);
        k->key->col = k->place[0].col;
        if (k->nplace > 1) {
            k->key->more = arena_alloc(a, sizeof *k->key->more);
            k->key->more->n = k->nplace;
            k->key->more->pos = copy(a, k->place, k->nplace, sizeof *k->place);
            k->key->more->start = copy(a, k->start, k->nplace, sizeof *k->start);
        }
    }
    k->key = NULL;
    k->nplace = k->value.len = 0;
    k->value.at[0] = '\0';
}

/* Those of a section that stands there already are forgotten. */
void section_close(struct keys *k) {
    key_close(k);
    if (k->section && k->section != &k->repeated) {
        k->section->key = copy(k->r->doc->arena, k->list, k->nlist, sizeof *k->list);
        k->section->nkey = k->nlist;
    }
    k->nlist = 0;
}

/* The value gets its line end before inih delivers the piece; the place is where the piece starts. */
void piece_add(struct keys *k, const char *at) {
    struct arena *a = k->r->scratch;
    if (k->nplace) {
        text_put(&k->value, "\n");
    }
    k->place = room(a, k->place, k->nplace, k->place_cap, sizeof *k->place);
    k->start = room(a, k->start, k->nplace, k->place_cap, sizeof *k->start);
    k->place_cap = k->nplace < k->place_cap ? k->place_cap : k->place_cap * 2 + 16;
    k->start[k->nplace] = k->value.len;
    k->place[k->nplace++] = pos_of(k, at);
}

/* A new key at the end of the section's. */
struct key *key_add(struct keys *k) {
    k->list = room(k->r->scratch, k->list, k->nlist, k->list_cap, sizeof *k->list);
    k->list_cap = k->nlist < k->list_cap ? k->list_cap : k->list_cap * 2 + 16;
    return &k->list[k->nlist++];
}

/* No file has more sections than lines that start with '['. */
void keys_begin(struct keys *k) {
    size_t n = 0;
    for (size_t i = 0; i < k->source->nline; i++) {
        n += *k->source->line[i] == '[';
    }
    k->doc.section = arena_alloc(k->r->doc->arena, n * sizeof *k->doc.section);
    k->value.arena = k->word.arena = k->r->scratch;
    text_put(&k->value, "");
}

void keys_end(struct keys *k) {
    section_close(k);
}
