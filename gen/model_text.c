/* model_text.c -- names in both directions: a number's text, and a text's number through a perfect hash.
 *
 * Text k of an input is "ERROR" for 0, then its values, prefixes and other (so that text id is the name of an id), then
 * its aliases.  All texts lie behind each other in one string, each with its NUL; their places are a table of bytes.
 */
#include "model.h"

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

static void bind_hash(struct scope *item, const struct texts *t) {
    struct arena *a = scope_arena(item);
    struct lowered_hash h = lower_hash(a, t->key, t->nkey);
    size_t nslot = (size_t)1 << h.slot_bits, nbucket = (size_t)1 << h.bucket_bits;
    uint32_t *slot = arena_alloc(a, nslot * sizeof *slot);
    for (size_t i = 0; i < nslot; i++) {
        slot[i] = h.key[i] == 0 ? 0 : t->key_text[h.key[i] - 1];
    }
    scope_number(item, "hash_seed", (int64_t)h.seed);
    scope_number(item, "bucket_down", 64 - (int64_t)h.bucket_bits);
    scope_number(item, "slot_down", 64 - (int64_t)h.bucket_bits - (int64_t)h.slot_bits);
    scope_number(item, "last_slot", (int64_t)nslot - 1);
    bind_numbers(item, "shift", "shift_bits", h.shift, nbucket);
    bind_numbers(item, "slot", "slot_bits", slot, nslot);
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

void model_texts(struct scope *item, const struct model *m, uint32_t input) {
    struct arena *a = scope_arena(item);
    struct texts t = collect(m, a, input);
    struct text all = {.arena = a};
    uint32_t *place = arena_alloc(a, (t.ntext + 1) * sizeof *place);
    for (size_t i = 0; i < t.ntext; i++) {
        place[i] = (uint32_t)all.len;
        text_add(&all, t.text[i], strlen(t.text[i]) + (i + 1 < t.ntext)); /* C adds the last NUL */
    }
    place[t.ntext] = (uint32_t)all.len + 1;
    scope_bytes(item, "texts", all.at, all.len);
    bind_numbers(item, "places", "place_bits", place, t.ntext + 1);
    scope_flag(item, "aliased", m->table->input[input].nalias > 0);
    bind_numbers(item, "text_ids", "text_id_bits", t.id, t.ntext);
    scope_number(item, "nnamed", (int64_t)m->space->domain[input].natom + 1);
    bind_hash(item, &t);
    bind_prefixes(item, m, input);
    uint32_t other = m->space->domain[input].special[0];
    scope_number(item, "unknown_id", other == NO ? 0 : (int64_t)other + 1);
}
