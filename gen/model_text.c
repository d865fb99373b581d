/* model_text.c -- names in both directions: a number's text, and a text's number through a perfect hash.
 *
 * Text k of an input is "ERROR" for 0, then its values, prefixes and other (so that text id is the name of an id), then
 * its aliases.  All texts lie behind each other in one string, each with its NUL; their places are a table of bytes.
 */
#include "model.h"

#include <inttypes.h>
#include <string.h>

struct texts {
    const char **text;
    size_t ntext;
    uint32_t *id;       /* of texts that can be looked up: their id */
    const char **key;   /* these texts */
    uint32_t *key_text; /* and their index */
    size_t nkey;
};

static void add_text(struct texts *t, struct arena *a, const char *text, uint32_t id, struct names *seen) {
    if (id > 0 && names_add(seen, text, id)) {
        *PUSH(a, t->key_text, t->nkey) = (uint32_t)t->ntext;
        t->nkey--;
        *PUSH(a, t->key, t->nkey) = text;
    }
    *PUSH(a, t->id, t->ntext) = id;
    t->ntext--;
    *PUSH(a, t->text, t->ntext) = text;
}

static struct texts collect(const struct model *m, struct arena *a, uint32_t input) {
    const struct input *in = &m->table->input[input];
    const struct domain *d = &m->space->domain[input];
    struct names seen = {.arena = a};
    struct texts t = {.ntext = 0};
    add_text(&t, a, "ERROR", 0, &seen);
    for (uint32_t i = 0; i < d->natom; i++) {
        bool plain = i < in->nvalue && in->chain == NO;
        bool unknown = i == d->special[VALUE_UNKNOWN - VALUE_OTHER];
        add_text(&t, a, d->atom[i].label, plain || unknown ? i + 1 : 0, &seen);
    }
    for (size_t i = 0; i < in->nalias; i++) {
        add_text(&t, a, in->alias[i].name, in->alias[i].value + 1, &seen);
    }
    return t;
}

static uint32_t most_of(const uint32_t *number, size_t n) {
    uint32_t most = 0;
    for (size_t i = 0; i < n; i++) {
        most = number[i] > most ? number[i] : most;
    }
    return most;
}

static void bind_numbers(struct scope *s, const char *name, const char *bits, const uint32_t *number, size_t n) {
    model_bytes(s, name, bits, number, n, most_of(number, n));
}

static void put_numbers(struct text *t, const uint64_t *number, size_t n, unsigned width) {
    for (size_t i = 0; i < n; i++) {
        text_bytes(t, number[i], width);
    }
}

/* Per slot of the hash: the word, then the ids; or the place of the name, behind its id.  Then the shifts. */
static void bind_hash(struct scope *item, const struct texts *t, const struct lowered_hash *h, const uint32_t *place,
                      uint32_t unknown) {
    struct arena *a = scope_arena(item);
    size_t nslot = (size_t)1 << h->slot_bits, nbucket = (size_t)1 << h->bucket_bits;
    uint64_t *slot = arena_alloc(a, nslot * sizeof *slot), *word = arena_alloc(a, nslot * sizeof *word);
    uint64_t *shift = arena_alloc(a, nbucket * sizeof *shift), most = 0;
    struct text all = {.arena = a};
    for (size_t i = 0; i < nslot; i++) {
        uint32_t text = h->key[i] == 0 ? 0 : t->key_text[h->key[i] - 1];
        word[i] = h->key[i] == 0 ? 0 : lower_hash_word(t->text[text]);
        slot[i] = !h->words ? place[text] : h->key[i] == 0 ? unknown : t->id[text];
        most = slot[i] > most ? slot[i] : most;
    }
    for (size_t i = 0; i < nbucket; i++) {
        shift[i] = h->shift[i];
    }
    unsigned slot_bytes = lower_width((uint32_t)most), shift_bytes = lower_width(most_of(h->shift, nbucket));
    put_numbers(&all, word, h->words ? nslot : 0, 8);
    scope_number(item, "ids_at", (int64_t)all.len);
    put_numbers(&all, slot, nslot, slot_bytes);
    scope_number(item, "shift_at", (int64_t)all.len);
    put_numbers(&all, shift, h->bucket_bits ? nbucket : 0, shift_bytes);
    scope_bytes(item, "slots", all.at, all.len);
    scope_flag(item, "words", h->words);
    scope_flag(item, "whole", h->whole);
    scope_flag(item, "direct", h->bucket_bits == 0);
    scope_text(item, "hash_seed", arena_printf(a, "0x%" PRIx64 "ULL", h->seed));
    scope_number(item, "bucket_down", 64 - (int64_t)h->bucket_bits);
    scope_number(item, "slot_down", 64 - (int64_t)h->bucket_bits - (int64_t)h->slot_bits);
    scope_number(item, "last_slot", (int64_t)nslot - 1);
    scope_number(item, "slot_bits", 8 * slot_bytes);
    scope_number(item, "shift_bits", 8 * shift_bytes);
}

struct prefixes {
    const char **text;
    uint32_t *id;
    size_t n;
};

static void fill_prefix(struct scope *item, const void *of, size_t index) {
    const struct prefixes *p = of;
    scope_text(item, "text", p->text[index]);
    scope_number(item, "id", p->id[index]);
}

/* The longest first, so that the first that matches is the longest that does. */
static void bind_prefixes(struct scope *item, const struct model *m, uint32_t input) {
    const struct input *in = &m->table->input[input];
    const struct domain *d = &m->space->domain[input];
    struct arena *a = scope_arena(item);
    struct prefixes *p = arena_alloc(a, sizeof *p);
    for (uint32_t i = (uint32_t)in->nvalue; in->type == TYPE_NAME && i < d->special[0]; i++) {
        const char *text = in->prefix[d->atom[i].lo];
        *PUSH(a, p->id, p->n) = i + 1;
        p->n--;
        *PUSH(a, p->text, p->n) = text;
        for (size_t k = p->n - 1; k > 0 && strlen(p->text[k - 1]) < strlen(text); k--) {
            p->text[k] = p->text[k - 1];
            p->id[k] = p->id[k - 1];
            p->text[k - 1] = text;
            p->id[k - 1] = i + 1;
        }
    }
    scope_list(item, "prefix", p->n, fill_prefix, p);
}

/* All texts behind each other, for names that are no words each with its id before it. */
static uint32_t *place_texts(struct text *all, const struct texts *t, unsigned id_bytes) {
    uint32_t *place = arena_alloc(all->arena, (t->ntext + 1) * sizeof *place);
    text_put(all, "");
    for (size_t i = 0; i < t->ntext; i++) {
        text_bytes(all, t->id[i], id_bytes);
        place[i] = (uint32_t)all->len;
        text_add(all, t->text[i], strlen(t->text[i]) + 1);
    }
    text_add(all, "\0\0\0\0\0\0\0", id_bytes ? 7 : 0); /* names are read 8 bytes at a time */
    return place;
}

void model_texts(struct scope *item, const struct model *m, uint32_t input) {
    struct arena *a = scope_arena(item);
    struct texts t = collect(m, a, input);
    struct lowered_hash h = lower_hash(a, t.key, t.nkey);
    struct text all = {.arena = a};
    unsigned id_bytes = lower_width(most_of(t.id, t.ntext));
    uint32_t *place = place_texts(&all, &t, h.words ? 0 : id_bytes);
    scope_bytes(item, "texts", all.at, all.len - 1); /* C adds the last NUL */
    bind_numbers(item, "places", "place_bits", place, t.ntext);
    scope_number(item, "text_id_bits", id_bytes * 8);
    scope_number(item, "nnamed", (int64_t)m->space->domain[input].natom + 1);
    uint32_t other = m->space->domain[input].special[0], unknown = other == NO ? 0 : other + 1;
    /* a name that the table does not have is no error: it takes no detour, unless prefixes are asked */
    bool quick = other != NO && m->table->input[input].nprefix == 0;
    scope_flag(item, "quick_unknown", quick);
    bind_hash(item, &t, &h, place, unknown);
    bind_prefixes(item, m, input);
    scope_number(item, "unknown_id", unknown);
    *m->texts = (struct model_texts){.words = m->texts->words || h.words,
                                     .longer = m->texts->longer || !h.words,
                                     .whole = m->texts->whole || h.whole};
}
