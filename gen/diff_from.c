/* diff_from.c -- what the two tables read differently from a model's files: no cell, but what `which` answers.
 *
 * In: the [from FILE] sections of both tables.  Out: a line per input and file that is read anew, no longer, or by
 * another expression; blanks between words and signs make no difference.
 */
#include "diff.h"

#include <ctype.h>
#include <string.h>

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '"';
}

/* Without the blanks beside signs. */
static const char *bare(struct arena *a, const char *text) {
    struct text t = {.arena = a};
    text_put(&t, "");
    for (const char *c = text; *c; c++) {
        if (*c != ' ' && *c != '\t') {
            text_add(&t, c, 1);
        } else if (t.len && in_word(t.at[t.len - 1]) && in_word(c[1])) {
            text_put(&t, " ");
        }
    }
    return t.at;
}

static const struct mapping *mapping_of(const struct table *t, const char *file, const char *input) {
    for (size_t f = 0; f < t->nfrom; f++) {
        for (size_t i = 0; i < t->from[f].nmapping && strcmp(t->from[f].file, file) == 0; i++) {
            if (strcmp(t->input[t->from[f].mapping[i].input].name, input) == 0) {
                return &t->from[f].mapping[i];
            }
        }
    }
    return NULL;
}

static void declare(struct diff *d, enum side side, struct pos pos, const char *text) {
    *PUSH(d->arena, d->declared, d->ndeclared) = (struct declared){side, pos, text};
}

static void declare_mapping(struct diff *d, enum side side, const struct from *f, const struct mapping *m) {
    const struct table *t = d->joint->side[side].table;
    const char *name = t->input[m->input].name;
    const struct mapping *twin = mapping_of(d->joint->side[!side].table, f->file, name);
    if (!twin) {
        declare(d, side, m->pos,
                arena_printf(d->arena, "input '%s' is %s from %s%s: %s", name, side == NEW ? "read" : "no longer read",
                             f->file, side == NEW ? " now" : "", m->text));
    } else if (side == NEW && strcmp(bare(d->arena, twin->text), bare(d->arena, m->text)) != 0) {
        declare(
            d, NEW, m->pos,
            arena_printf(d->arena, "input '%s' is read from %s by: %s, was %s", name, f->file, m->text, twin->text));
    }
}

/* The files that both read. */
static void declare_within(struct diff *d, const struct from *f) {
    const struct table *old = d->joint->side[OLD].table;
    for (size_t i = 0; i < old->nfrom; i++) {
        const char *x = old->from[i].within_text, *y = f->within_text;
        if (strcmp(old->from[i].file, f->file) == 0 &&
            strcmp(bare(d->arena, x ? x : ""), bare(d->arena, y ? y : "")) != 0) {
            declare(d, NEW, f->pos,
                    arena_printf(d->arena, "paths of %s are looked for within: %s, was %s", f->file,
                                 y ? y : "not given", x ? x : "not given"));
        }
    }
}

void diff_from(struct diff *d) {
    for (int s = NEW; s >= OLD; s--) {
        const struct table *t = d->joint->side[s].table;
        for (size_t f = 0; f < t->nfrom; f++) {
            for (size_t i = 0; i < t->from[f].nmapping; i++) {
                declare_mapping(d, (enum side)s, &t->from[f], &t->from[f].mapping[i]);
            }
            if (s == NEW) {
                declare_within(d, &t->from[f]);
            }
        }
    }
}
