/* dot_words.c -- the sets of a node's edges as short texts for a picture.
 *
 * In: a set of atoms.  Out: its words (a known SM, a name, a value, or pieces joined by the domain), broken into lines
 * of which the last counts what does not fit; and which edge of a node is better called "else".
 */
#include "dot.h"

#include <string.h>

enum { WIDTH = 36, LINES = 5, WORDS = 3, TOOLTIP = 500 };

/* An SM, a name or a value each; three or more known SMs in a row as "80..90". */
static struct words each_word(const struct space *s, struct arena *a, uint32_t input, uint32_t set) {
    const struct domain *d = &s->domain[input];
    size_t known = s->table->input[input].type == TYPE_SM ? s->table->input[input].nvalue : 0;
    struct words w = {NULL, 0};
    for (uint32_t i = aset_next(d->sets, set, 0); i != NO; i = aset_next(d->sets, set, i + 1)) {
        uint32_t last = i;
        while (last + 1 < known && aset_has(d->sets, set, last + 1)) {
            last++;
        }
        const char *word = d->atom[i].label;
        if (last >= i + 2) {
            word = arena_printf(a, "%s..%s", word, d->atom[last].label);
            i = last;
        }
        *PUSH(a, w.word, w.nword) = word;
    }
    return w;
}

/* The pieces of a version or a number are joined and named by the domain: "absent, <0.6". */
struct words words_of(const struct space *s, struct arena *a, uint32_t input, uint32_t set) {
    enum type type = s->table->input[input].type;
    if (type != TYPE_VERSION && type != TYPE_INT) {
        return each_word(s, a, input, set);
    }
    struct words w = {NULL, 0};
    char *text = arena_printf(a, "%s", domain_text(s, a, input, set));
    for (char *comma; (comma = strstr(text, ", ")) != NULL; text = comma + 2) {
        *comma = '\0';
        *PUSH(a, w.word, w.nword) = text;
    }
    *PUSH(a, w.word, w.nword) = text;
    return w;
}

/* The edge that says "else", or NO: the one with most atoms, where its words are too many or a negation. */
uint32_t words_else(const struct space *s, struct arena *a, const struct node *n) {
    const struct asets *p = s->domain[n->input].sets;
    uint32_t most = 0;
    for (uint32_t e = 1; e < n->nedge; e++) {
        most = aset_count(p, n->edge[e].set) >= aset_count(p, n->edge[most].set) ? e : most;
    }
    struct words w = words_of(s, a, n->input, n->edge[most].set);
    return w.nword > WORDS || w.word[0][0] == '!' ? most : NO;
}

/* Words broken into lines of about WIDTH bytes, the last one counting what does not fit. */
struct words words_wrap(struct arena *a, const struct words *w) {
    struct words lines = {NULL, 0};
    struct text line = {.arena = a};
    for (size_t i = 0; i < w->nword; i++) {
        const char *comma = i + 1 < w->nword ? "," : "";
        if (line.len > 0 && line.len + strlen(w->word[i]) > WIDTH) {
            if (lines.nword + 1 == LINES) {
                text_printf(&line, " +%zu more", w->nword - i);
                break;
            }
            *PUSH(a, lines.word, lines.nword) = line.at;
            line = (struct text){.arena = a};
        }
        text_printf(&line, "%s%s%s", line.len > 0 ? " " : "", w->word[i], comma);
    }
    *PUSH(a, lines.word, lines.nword) = line.at;
    return lines;
}

const char *words_join(struct arena *a, const struct words *w) {
    struct text t = {.arena = a};
    for (size_t i = 0; i < w->nword && i < TOOLTIP; i++) {
        text_printf(&t, "%s%s", i > 0 ? ", " : "", w->word[i]);
    }
    if (w->nword > TOOLTIP) {
        text_printf(&t, ", +%zu more", w->nword - TOOLTIP);
    }
    return t.at;
}
