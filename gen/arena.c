/* arena.c -- memory in blocks that are released together; growing arrays, text buffers.
 *
 * In:  sizes.  Out: zeroed memory, aligned to 16, that lives until arena_free().
 * Guaranteed: no function returns NULL.  When memory runs out, or a size would overflow, the program says so and
 * exits with status 3: no caller has a path for it, and nothing has been written by then (write.c runs last).
 */
#include "turnout.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, FIRST_BLOCK = 1 << 12, LARGEST_BLOCK = 1 << 24, PAGES = 1 << 21 };

struct block {
    struct block *next; /* older, or outsized */
    size_t used, cap;   /* bytes behind this head; from PAGES on with it, it comes from pages.c */
};
#define HEAD ((sizeof(struct block) + ALIGN - 1) / ALIGN * ALIGN)

struct arena {
    struct block *block; /* newest first */
    size_t next_cap, size;
    struct arena *child, *next, *parent; /* its children are linked by next */
};

/* The one exit below main: there is nobody left who could do something about it. */
static void out_of_memory(void) {
    fputs("turnout: error: out of memory\n", stderr);
    exit(3);
}

/* The first block comes with the first allocation: an arena for one question may need none. */
struct arena *arena_new(void) {
    struct arena *a = calloc(1, sizeof *a);
    if (!a) {
        out_of_memory();
    } else {
        a->next_cap = FIRST_BLOCK;
    }
    return a;
}

struct arena *arena_child(struct arena *parent) {
    struct arena *a = arena_new();
    a->parent = parent;
    a->next = parent->child;
    parent->child = a;
    return a;
}

static void block_free(struct block *b) {
    if (HEAD + b->cap < PAGES) {
        free(b);
    } else {
        pages_free(b, HEAD + b->cap);
    }
}

void arena_free(struct arena *a) {
    if (!a) {
        return;
    }
    while (a->child) {
        arena_free(a->child);
    }
    for (struct arena **c = a->parent ? &a->parent->child : NULL; c; c = *c == a ? NULL : &(*c)->next) {
        if (*c == a) {
            *c = a->next;
            break;
        }
    }
    for (struct block *b = a->block, *next; b; b = next) {
        next = b->next;
        block_free(b);
    }
    free(a);
}

/* Blocks double up to LARGEST_BLOCK, so that a small table costs one and a large one few. */
static void block_add(struct arena *a, size_t size) {
    size_t cap = size > a->next_cap - HEAD ? size : a->next_cap - HEAD, all = HEAD + cap;
    struct block *b = all < cap ? NULL : all < PAGES ? calloc(1, all) : pages_new(all);
    if (!b) {
        out_of_memory();
        return;
    }
    b->cap = cap;
    if (a->next_cap < LARGEST_BLOCK) {
        a->next_cap *= 2;
    }
    /* an outsized item gets a block of its own behind the current one, whose rest stays in use */
    if (a->block && size == cap && a->block->cap - a->block->used > size / 8) {
        b->next = a->block->next;
        a->block->next = b;
    } else {
        b->next = a->block;
        a->block = b;
    }
}

/* Everything is forgotten; the newest block stays, for an arena that is filled again and again. */
void arena_clear(struct arena *a) {
    struct block *b = a->block;
    if (!b) {
        return;
    }
    for (struct block *old = b->next, *next; old; old = next) {
        next = old->next;
        block_free(old);
    }
    memset((char *)b + HEAD, 0, b->used);
    b->next = NULL;
    b->used = 0;
    a->size = 0;
}

static size_t aligned(size_t size) {
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

/* calloc has zeroed the block, and nothing is ever given back to it, so what is handed out is zeroed too.  Even an
 * item of no size gets a place of its own. */
void *arena_alloc(struct arena *a, size_t size) {
    if (size > SIZE_MAX / 2) {
        out_of_memory();
    }
    size = aligned(size + (size == 0));
    struct block *b = a->block;
    if (!b || b->cap - b->used < size) {
        block_add(a, size);
        b = a->block->cap - a->block->used >= size ? a->block : a->block->next;
    }
    void *p = (char *)b + HEAD + b->used;
    b->used += size;
    a->size += size;
    return p;
}

/* text may hold NULs; it may be NULL when len is 0. */
char *arena_strdup(struct arena *a, const char *text, size_t len) {
    char *copy = arena_alloc(a, len + 1);
    if (len) {
        memcpy(copy, text, len);
    }
    return copy;
}

/* Measured first, then printed: the format is walked twice, the memory is exact. */
char *arena_printf(struct arena *a, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    size_t size = len < 0 ? 1 : (size_t)len + 1;
    char *text = arena_alloc(a, size);
    vsnprintf(text, size, format, again);
    va_end(again);
    va_end(args);
    return text;
}

size_t arena_size(const struct arena *a) {
    size_t size = a->size;
    for (const struct arena *c = a->child; c; c = c->next) {
        size += arena_size(c);
    }
    return size;
}

/* The last thing that was handed out can become longer where it lies. */
static bool extend(struct arena *a, const void *last, size_t size, size_t more) {
    struct block *b = a->block;
    if (!b || (const char *)last + size != (const char *)b + HEAD + b->used || b->cap - b->used < more) {
        return false;
    }
    b->used += more;
    a->size += more;
    return true;
}

/* The capacity is a function of the count (1, 2, 4, 8 ...), so that an array needs no field for it. */
void *arena_grow(struct arena *a, void *old, size_t count, size_t item) {
    if ((count & (count - 1)) != 0) {
        return old;
    }
    if (count > SIZE_MAX / 4 / item) {
        out_of_memory();
    }
    size_t have = aligned(count * item), want = aligned((count ? count * 2 : 1) * item);
    if (count && (have == want || extend(a, old, have, want - have))) {
        return old;
    }
    void *grown = arena_alloc(a, want);
    if (count) {
        memcpy(grown, old, count * item);
    }
    return grown;
}

/* What has a block to itself is resized with it, which moves pages, not bytes; NULL: it has none.  The new bytes are
 * not zeroed. */
static void *resize(struct arena *a, void *old, size_t size, size_t want) {
    for (struct block **at = &a->block; *at && size >= PAGES; at = &(*at)->next) {
        struct block *b = *at;
        if ((char *)b + HEAD != old || b->used != size || b->cap != size) {
            continue;
        }
        b = want > SIZE_MAX - HEAD ? NULL : pages_resize(b, HEAD + size, HEAD + want);
        if (!b) {
            out_of_memory();
            return NULL;
        }
        *at = b;
        a->size += want - size;
        b->used = b->cap = want;
        return (char *)b + HEAD;
    }
    return NULL;
}

/* Makes room for `more` bytes and the NUL.  A small old buffer stays in the arena: doubling keeps that below the size
 * of the text itself. */
static void text_reserve(struct text *t, size_t more) {
    if (more > SIZE_MAX / 4 || t->len > SIZE_MAX / 4) {
        out_of_memory();
    }
    if (t->at && t->cap - t->len > more) {
        return;
    }
    size_t cap = t->cap ? t->cap : 64;
    while (cap - t->len <= more) {
        cap *= 2;
    }
    char *at = resize(t->arena, t->at, t->cap, cap);
    if (!at) {
        at = arena_alloc(t->arena, cap);
        if (t->len) {
            memcpy(at, t->at, t->len);
        }
    }
    t->at = at;
    t->cap = cap;
}

/* Also with len 0: never NULL. */
void text_add(struct text *t, const char *bytes, size_t len) {
    text_reserve(t, len);
    if (len) {
        memcpy(t->at + t->len, bytes, len);
    }
    t->len += len;
    t->at[t->len] = '\0';
}

void text_bytes(struct text *t, uint64_t number, unsigned width) {
    char byte[8];
    for (unsigned i = 0; i < width; i++) {
        byte[i] = (char)(unsigned char)(number >> 8 * i & 0xff);
    }
    text_add(t, byte, width);
}

void text_numbers(struct text *t, const uint32_t *number, size_t n, unsigned width) {
    text_reserve(t, n * width);
    for (size_t i = 0; i < n; i++) {
        for (unsigned k = 0; k < width; k++) {
            t->at[t->len++] = (char)(unsigned char)(number[i] >> 8 * k & 0xff);
        }
    }
    t->at[t->len] = '\0';
}

void text_put(struct text *t, const char *string) {
    text_add(t, string, strlen(string));
}

void text_printf(struct text *t, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    size_t more = len < 0 ? 0 : (size_t)len;
    text_reserve(t, more);
    vsnprintf(t->at + t->len, more + 1, format, again);
    t->len += more;
    va_end(again);
    va_end(args);
}
