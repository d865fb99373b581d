/* diff_declared.c -- what the two tables declare differently: the part of a difference that is no cell.
 *
 * In: both tables.  Out: one line each for what was added, removed or changed of inputs, outputs, values and answers' use.
 */
#include "diff.h"

#include <stdarg.h>
#include <string.h>

__attribute__((format(printf, 4, 5))) static void declare(struct diff *d, enum side side, struct pos pos,
                                                          const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t size = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    char *text = arena_alloc(d->arena, size);
    vsnprintf(text, size, format, again);
    va_end(again);
    va_end(args);
    *PUSH(d->arena, d->declared, d->ndeclared) = (struct declared){side, pos, text};
}

/* ---- lists of words ---- */

struct words {
    const char *const *word;
    size_t n;
};

enum { SHOWN = 8 };
static const char *words_text(struct diff *d, const struct words *w) {
    struct text t = {.arena = d->arena};
    text_put(&t, "");
    for (size_t i = 0; i < w->n && i < SHOWN; i++) {
        text_printf(&t, "%s'%s'", i ? ", " : "", w->word[i]);
    }
    if (w->n > SHOWN) {
        text_printf(&t, " and %zu more", w->n - SHOWN);
    }
    return t.at;
}

/* Words of x that y has not. */
static struct words words_without(struct diff *d, const struct words *x, const struct words *y) {
    struct names has = {.arena = d->arena};
    const char **left = arena_alloc(d->arena, (x->n + 1) * sizeof *left);
    size_t n = 0;
    for (size_t i = 0; i < y->n; i++) {
        names_add(&has, y->word[i], 0);
    }
    for (size_t i = 0; i < x->n; i++) {
        if (names_find(&has, x->word[i]) == NO) {
            left[n++] = x->word[i];
        }
    }
    return (struct words){left, n};
}

static void declare_words(struct diff *d, const char *what, const char *name, const struct pos pos[2],
                          const struct words words[2]) {
    struct words added = words_without(d, &words[NEW], &words[OLD]), gone = words_without(d, &words[OLD], &words[NEW]);
    if (added.n) {
        declare(d, NEW, pos[NEW], "%s '%s' has new values: %s", what, name, words_text(d, &added));
    }
    if (gone.n) {
        declare(d, OLD, pos[OLD], "%s '%s' no longer has the values %s", what, name, words_text(d, &gone));
    }
}

static void declare_flag(struct diff *d, const char *what, const char *name, const struct pos pos[2], const char *flag,
                         bool old, bool new) {
    if (old != new) {
        enum side side = new ? NEW : OLD;
        declare(d, side, pos[side], "%s '%s' %s '%s'", what, name, new ? "can now be" : "can no longer be", flag);
    }
}

static void declare_change(struct diff *d, const char *what, const char *name, struct pos pos, const char *key,
                           const char *old, const char *new) {
    if (strcmp(old ? old : "", new ? new : "") != 0) {
        declare(d, NEW, pos, "%s '%s': %s: %s, was %s", what, name, key, new ? new : "not given",
                old ? old : "not given");
    }
}

/* ---- inputs ---- */

static const char *const type_text[] = {"name", "enum", "sm", "version", "int", "bool"},
                         *const when_text[] = {"any", "build", "run"}, *const reduce_text[] = {"none", "all", "same"};
/* An alias that names another value now changes what a caller's word means, though no cell changed. */
static void declare_aliases(struct diff *d, const struct input *old, const struct input *new) {
    const struct input *const of[2] = {old, new};
    for (int s = OLD; s <= NEW; s++) {
        for (size_t i = 0; i < of[s]->nalias; i++) {
            const struct alias *al = &of[s]->alias[i], *twin = NULL;
            for (size_t k = 0; k < of[!s]->nalias; k++) {
                twin = strcmp(of[!s]->alias[k].name, al->name) == 0 ? &of[!s]->alias[k] : twin;
            }
            const char *value = of[s]->value[al->value];
            if (!twin) {
                declare(d, (enum side)s, al->pos, "input '%s' %s the alias %s = %s", of[s]->name,
                        s == NEW ? "now has" : "no longer has", al->name, value);
            } else if (s == NEW && strcmp(value, old->value[twin->value]) != 0) {
                declare(d, NEW, al->pos, "input '%s': the alias '%s' is %s, was %s", new->name, al->name, value,
                        old->value[twin->value]);
            }
        }
    }
}

static const char *range_text(struct diff *d, int64_t lo, int64_t hi) {
    return arena_printf(d->arena, "%lld..%lld", (long long)lo, (long long)hi);
}

/* Names are an open set and a derived range follows from the factors: neither is declared, so neither is told. */
static void declare_input(struct diff *d, const struct input *old, const struct input *new) {
    const struct pos pos[2] = {old->pos, new->pos};
    bool closed = new->type == TYPE_ENUM || new->type == TYPE_SM;
    declare_change(d, "input", new->name, new->pos, "type", type_text[old->type], type_text[new->type]);
    if (new->chain != NO) {
        return; /* the output tells */
    }
    if (closed && old->type == new->type) {
        declare_words(d, "input", new->name, pos,
                      (struct words[]){{old->value, old->nvalue}, {new->value, new->nvalue}});
    }
    declare_flag(d, "input", new->name, pos, "absent", old->absent, new->absent);
    declare_flag(d, "input", new->name, pos, "unset", old->unset && !old->from_op, new->unset && !new->from_op);
    declare_flag(d, "input", new->name, pos, "unknown", old->unknown, new->unknown);
    if (new->type == TYPE_INT && !new->from_op) {
        declare_change(d, "input", new->name, new->pos, "range", range_text(d, old->lo, old->hi),
                       range_text(d, new->lo, new->hi));
    }
    declare_aliases(d, old, new);
    declare_change(d, "input", new->name, new->pos, "default", old->preset, new->preset);
    declare_change(d, "input", new->name, new->pos, "when", when_text[old->when], when_text[new->when]);
    declare_change(d, "input", new->name, new->pos, "reduce", reduce_text[old->reduce], reduce_text[new->reduce]);
}

/* What an input is, as far as that makes its values comparable. */
static const char *what_text(struct diff *d, enum side side, const struct input *in) {
    static const char *const scheme[] = {"pep440", "release", "cudnn", "cuda"};
    const struct table *t = d->joint->side[side].table;
    if (in->chain != NO) {
        return arena_printf(d->arena, "what output '%s' decides", t->output[in->chain].name);
    }
    if (in->from_op) {
        const char *number = arena_printf(d->arena, "%lld", (long long)in->from_by);
        return arena_printf(d->arena, "%s %c %s", t->input[in->from[0]].name, in->from_op,
                            in->from[1] == NO ? number : t->input[in->from[1]].name);
    }
    return in->type == TYPE_VERSION ? arena_printf(d->arena, "of type version, scheme %s", scheme[in->scheme])
                                    : arena_printf(d->arena, "of type %s", type_text[in->type]);
}

/* Told once, for the new one. */
static void declare_twin(struct diff *d, const struct input *new) {
    const struct table *t = d->joint->side[OLD].table;
    for (size_t i = 0; i < t->ninput && new; i++) {
        if (strcmp(t->input[i].name, new->name) == 0) {
            declare(d, NEW, new->pos, "input '%s' is %s, was %s: it stands here as '%s (new)' and '%s (old)'",
                    new->name, what_text(d, NEW, new), what_text(d, OLD, &t->input[i]), new->name, new->name);
        }
    }
}

static void declare_inputs(struct diff *d) {
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        const struct input *of[2];
        for (int s = OLD; s <= NEW; s++) {
            const struct joint_side *side = &d->joint->side[s];
            of[s] = side->input[i] == NO ? NULL : &side->table->input[side->input[i]];
        }
        enum side s = of[NEW] ? NEW : OLD;
        if (of[OLD] && of[NEW]) {
            declare_input(d, of[OLD], of[NEW]);
        } else if (strchr(d->space->table->input[i].name, '(')) { /* it stands there twice */
            declare_twin(d, of[NEW]);
        } else {
            declare(d, s, of[s]->pos, s == NEW ? "input '%s' of type %s is new" : "input '%s' of type %s is gone",
                    of[s]->name, type_text[of[s]->type]);
        }
    }
}

/* ---- outputs ---- */

uint32_t output_named(const struct table *t, const char *name) {
    for (uint32_t i = 0; i < t->noutput; i++) {
        if (strcmp(t->output[i].name, name) == 0) {
            return i;
        }
    }
    return NO;
}

static void declare_output(struct diff *d, const struct output *old, const struct output *new) {
    static const char *const override[] = {"no", "keep", "check", "fallback"};
    const struct pos pos[2] = {old->pos, new->pos};
    declare_change(d, "output", new->name, new->pos, "type", old->is_int ? "int" : "enum",
                   new->is_int ? "int" : "enum");
    if (!old->is_int && !new->is_int) {
        declare_words(d, "output", new->name, pos,
                      (struct words[]){{old->value, old->nvalue}, {new->value, new->nvalue}});
    }
    if (old->is_int && new->is_int) {
        declare_change(d, "output", new->name, new->pos, "range", range_text(d, old->lo, old->hi),
                       range_text(d, new->lo, new->hi));
    }
    declare_change(d, "output", new->name, new->pos, "as", old->as, new->as);
    declare_change(d, "output", new->name, new->pos, "override", override[old->override], override[new->override]);
    declare_change(d, "output", new->name, new->pos, "ranked", old->ranked ? "yes" : "no", new->ranked ? "yes" : "no");
}

static void declare_outputs(struct diff *d) {
    for (int s = NEW; s >= OLD; s--) {
        const struct table *t = d->joint->side[s].table, *other = d->joint->side[!s].table;
        for (size_t i = 0; i < t->noutput; i++) {
            uint32_t twin = output_named(other, t->output[i].name);
            if (twin == NO) {
                declare(d, (enum side)s, t->output[i].pos, s == NEW ? "output '%s' is new" : "output '%s' is gone",
                        t->output[i].name);
            } else if (s == NEW) {
                declare_output(d, &other->output[twin], &t->output[i]);
            }
        }
    }
}

static void declare_retired(struct diff *d) {
    for (int s = NEW; s >= OLD; s--) {
        const struct table *t = d->joint->side[s].table, *other = d->joint->side[!s].table;
        for (size_t i = 0; i < t->nretired; i++) {
            bool found = false;
            for (size_t k = 0; k < other->nretired; k++) {
                found = found || strcmp(other->retired[k].name, t->retired[i].name) == 0;
            }
            if (!found) {
                declare(d, (enum side)s, t->retired[i].pos,
                        s == NEW ? "'%s' is retired now" : "'%s' is not retired any more", t->retired[i].name);
            }
        }
    }
}

/* ---- vocabularies: they decide nothing, and what they declare is all that they say ---- */

static struct words sm_words(struct diff *d, const struct table *t) {
    const char **word = arena_alloc(d->arena, (t->ngpu + 1) * sizeof *word);
    for (size_t i = 0; i < t->ngpu; i++) {
        word[i] = arena_printf(d->arena, "%lld", (long long)t->gpu[i].sm);
    }
    return (struct words){word, t->ngpu};
}

static const char *set_members(struct diff *d, const struct set *set) {
    struct text t = {.arena = d->arena};
    text_put(&t, "");
    for (size_t p = 0; p < set->npart; p++) {
        for (size_t i = 0; i < set->part[p].entries.count; i++) {
            text_printf(&t, "%s%s", t.len ? ", " : "", entry_text(d->arena, &set->part[p].entries.entry[i]));
        }
    }
    return t.at;
}

/* A table that uses the vocabulary tells what a changed set does to its cells. */
static void declare_vocabulary(struct diff *d) {
    const struct table *t[2] = {d->joint->side[OLD].table, d->joint->side[NEW].table};
    const struct pos pos[2] = {t[OLD]->pos, t[NEW]->pos};
    if (t[OLD]->noutput || t[NEW]->noutput) {
        return;
    }
    declare_words(d, "vocabulary", t[NEW]->name, pos, (struct words[]){sm_words(d, t[OLD]), sm_words(d, t[NEW])});
    for (int s = NEW; s >= OLD; s--) {
        for (size_t i = 0; i < t[s]->nset; i++) {
            const struct set *set = &t[s]->set[i], *twin = NULL;
            for (size_t k = 0; k < t[!s]->nset; k++) {
                twin = strcmp(t[!s]->set[k].name, set->name) == 0 ? &t[!s]->set[k] : twin;
            }
            if (!twin) {
                declare(d, (enum side)s, set->pos, s == NEW ? "set '%s' is new" : "set '%s' is gone", set->name);
            } else if (s == NEW) {
                declare_change(d, "set", set->name, set->pos, "its values", set_members(d, twin), set_members(d, set));
            }
        }
    }
}

void diff_declare(struct diff *d) {
    const struct table *old = d->joint->side[OLD].table, *new = d->joint->side[NEW].table;
    if (strcmp(old->name, new->name) != 0) {
        declare(d, NEW, new->pos, "the table is named '%s', was '%s'", new->name, old->name);
    }
    declare_inputs(d);
    declare_outputs(d);
    declare_retired(d);
    declare_vocabulary(d);
    diff_from(d);
}
