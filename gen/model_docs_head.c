/* model_docs_head.c -- what stands at the head of a row or column of a matrix.
 *
 * In:  a group of atoms.  Out: its words (names, SMs, pieces of a version or number), the first of them for the head
 * and all of them for the list below the matrix; the set of the table that is just this group; the GPUs of its SMs.
 */
#include "model_docs.h"
#include "dot.h"

#include <string.h>

enum { WORDS = 4, HINT = 18 }; /* words of a head; characters of a hint */

/* The first GPU of an SM. */
static const char *gpu_name(const struct docs *d, struct arena *a, int64_t sm) {
    for (size_t i = 0; i < d->table->ngpu; i++) {
        if (d->table->gpu[i].sm == sm && d->table->gpu[i].names) {
            const char *names = d->table->gpu[i].names;
            return arena_strdup(a, names, strcspn(names, ",\n"));
        }
    }
    return "";
}

/* "B200, B300"; of more than two SMs the first and the last. */
static const char *gpu_hint(const struct docs *d, struct arena *a, uint32_t input, uint32_t set) {
    const struct asets *sets = d->space->domain[input].sets;
    const char *first = "", *last = "";
    uint32_t n = 0;
    if (d->table->input[input].type != TYPE_SM) {
        return "";
    }
    for (uint32_t i = aset_next(sets, set, 0); i != NO; i = aset_next(sets, set, i + 1)) {
        const char *name = i < d->table->input[input].nvalue ? gpu_name(d, a, d->table->input[input].number[i]) : "";
        if (name[0]) {
            first = n++ == 0 ? name : first;
            last = name;
        }
    }
    if (n > 2 && strlen(first) + strlen(last) > HINT) {
        return arena_printf(a, "%s ...", first);
    }
    return n < 2 ? first : arena_printf(a, "%s%s %s", first, n == 2 ? "," : " ...", last);
}

/* A set of the table itself that is just this group; those of the vocabulary would only repeat its numbers. */
static uint32_t set_of(const struct docs *d, uint32_t input, uint32_t set) {
    for (uint32_t i = 0; i < d->table->nset; i++) {
        const struct set *s = &d->table->set[i];
        bool own = s->pos.file == d->table->pos.file;
        bool plain = own && s->ninput == 1 && s->input[0] == input && s->npart == 1 && !s->part[0].ninterval;
        if (plain && domain_entries(d->space, input, &s->part[0].entries, NO) == set) {
            return i;
        }
    }
    return NO;
}

struct words_list {
    const char **word;
    size_t nword;
};

static void fill_bit(struct scope *item, const void *of, size_t index) {
    scope_text(item, "text", ((const struct words_list *)of)->word[index]);
}

/* A word with the places at which a narrow head may break it: Gemma4|For|Causal|LM, trtllm_|mha. */
static void fill_word(struct scope *item, const void *of, size_t index) {
    const char *from = ((const struct words_list *)of)->word[index];
    struct arena *a = scope_arena(item);
    struct words_list *bits = arena_alloc(a, sizeof *bits);
    scope_text(item, "text", from);
    for (const char *at = from; *at; at++) {
        bool hump = at > from && at[0] >= 'A' && at[0] <= 'Z' && (at[-1] < 'A' || at[-1] > 'Z');
        bool joint = at > from && at[-1] && strchr("_-.", at[-1]) && at[0] != '.';
        if (hump || joint) {
            *PUSH(a, bits->word, bits->nword) = arena_strdup(a, from, (size_t)(at - from));
            from = at;
        }
    }
    *PUSH(a, bits->word, bits->nword) = from;
    scope_list(item, "bit", bits->nword, fill_bit, bits);
}

/* What a group is called, word by word.  Of names the catch-all comes first: it says most. */
static struct words_list head_words(const struct matrix *m, struct arena *a, const struct axis *x, uint32_t group) {
    const struct docs *d = m->docs;
    struct words_list l = {0};
    if (x->input == NO) {
        *PUSH(a, l.word, l.nword) = d->table->output[m->output].name;
        return l;
    }
    const struct domain *of = &d->space->domain[x->input];
    uint32_t set = x->set[group], other = of->special[VALUE_OTHER - VALUE_OTHER];
    if (other != NO && aset_has(of->sets, set, other)) {
        *PUSH(a, l.word, l.nword) = "any other name";
        set = aset_minus(of->sets, set, aset_one(of->sets, other));
    }
    struct words w = {NULL, 0};
    if (set != ASET_EMPTY) {
        w = words_of(d->space, a, x->input, set);
    }
    for (size_t i = 0; i < w.nword; i++) {
        *PUSH(a, l.word, l.nword) = w.word[i];
    }
    return l;
}

/* One word more than WORDS is still shown: "+1 more" would take its place. */
void matrix_head(struct scope *item, const struct matrix *m, const struct axis *x, uint32_t group) {
    const struct docs *d = m->docs;
    struct arena *a = scope_arena(item);
    struct words_list *h = arena_alloc(a, sizeof *h);
    uint32_t set = x->input == NO ? NO : set_of(d, x->input, x->set[group]);
    *h = head_words(m, a, x, group);
    size_t shown = h->nword <= WORDS + 1 ? h->nword : WORDS;
    scope_list(item, "word", shown, fill_word, h);
    scope_list(item, "all", h->nword, fill_bit, h);
    scope_number(item, "left", (int64_t)(h->nword - shown));
    scope_flag(item, "more", h->nword > shown);
    scope_text(item, "set", set == NO ? "" : d->table->set[set].name);
    scope_text(item, "set_id", set == NO ? "" : d->set_id[set]);
    scope_text(item, "hint", x->input == NO ? "" : gpu_hint(d, a, x->input, x->set[group]));
}

/* Then the names that the heads leave out stand below the matrix. */
bool matrix_crowded(const struct matrix *m, const struct axis *x) {
    struct arena *a = arena_new();
    bool more = false;
    for (uint32_t g = 0; g < x->ngroup; g++) {
        more = more || head_words(m, a, x, g).nword > WORDS + 1;
    }
    arena_free(a);
    return more;
}
