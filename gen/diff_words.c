/* diff_words.c -- cells, sayings, rules and places in the tables' own words.
 *
 * A set that both tables have under one name, or only the new one, is written by its name: "arch=@gemma4", "sm=100f".
 */
#include "diff.h"

#include <math.h>
#include <string.h>

enum { NAMED = 2 }; /* members from which on the name of a set is the better word */

/* The own set of a named set of one input; EMPTY: none that could be written. */
static uint32_t own_set(const struct space *s, uint32_t set) {
    const struct set *of = &s->table->set[set];
    struct entry e = {.kind = ENTRY_SET, .text = of->name, .set = set, .value = NO};
    struct entries es = {&e, 1};
    if (of->broken || of->output != NO || of->ninput != 1 || domain_versioned(s, &es)) {
        return ASET_EMPTY;
    }
    return domain_entries(s, of->input[0], &es, NO);
}

/* By name: the sides number their sets differently. */
static uint32_t set_named(const struct table *t, const char *name) {
    for (uint32_t i = 0; i < t->nset; i++) {
        if (strcmp(t->set[i].name, name) == 0) {
            return i;
        }
    }
    return NO;
}

/* Families of SMs are written without '@'. */
static const char *set_word(struct diff *d, const struct set *set, uint32_t input) {
    int64_t lo, hi;
    bool bare = d->space->table->input[input].type == TYPE_SM && !sm_word(set->name, &lo, &hi);
    return bare ? set->name : arena_printf(d->arena, "@%s", set->name);
}

/* A name that means other values in the two tables would mislead, and is not used. */
void diff_name_sets(struct diff *d) {
    const struct space *s[2] = {d->joint->side[OLD].boxes->space, d->joint->side[NEW].boxes->space};
    for (uint32_t i = 0; i < s[NEW]->table->nset; i++) {
        const struct set *set = &s[NEW]->table->set[i];
        uint32_t own = own_set(s[NEW], i), old = set_named(s[OLD]->table, set->name);
        if (own == ASET_EMPTY || own == ASET_FULL) {
            continue;
        }
        uint32_t input = d->joint->side[NEW].joint[set->input[0]], joint = join_set(d->joint, NEW, input, own);
        bool same = old == NO;
        if (old != NO) {
            uint32_t was = own_set(s[OLD], old);
            same = was != ASET_EMPTY && d->joint->side[OLD].joint[s[OLD]->table->set[old].input[0]] == input &&
                   join_set(d->joint, OLD, input, was) == joint;
        }
        if (same && aset_count(d->space->domain[input].sets, joint) >= NAMED) {
            struct set_word *w = PUSH(d->arena, d->set_word, d->nset_word);
            *w = (struct set_word){input, joint, set_word(d, set, input)};
        }
    }
}

/* Three known SMs in a row and more are a closed range, which holds neither newer ones nor none. */
static const char *sm_words(const struct diff *d, uint32_t input, uint32_t set) {
    const struct input *in = &d->space->table->input[input];
    const struct domain *of = &d->space->domain[input];
    struct text t = {.arena = d->arena};
    text_put(&t, "");
    for (uint32_t i = aset_next(of->sets, set, 0); i != NO; i = aset_next(of->sets, set, i + 1)) {
        uint32_t last = i;
        while (last + 1 < in->nvalue && aset_has(of->sets, set, last + 1)) {
            last++;
        }
        bool range = i < in->nvalue && last > i + 1;
        text_printf(&t, range ? "%s%s..%s" : "%s%s", t.len ? ", " : "", of->atom[i].label, of->atom[last].label);
        i = range ? last : i;
    }
    return t.at;
}

/* Few values of a closed list are named, not negated. */
static const char *enum_words(const struct diff *d, uint32_t input, uint32_t set) {
    enum { FEW = 4 };
    const struct domain *of = &d->space->domain[input];
    struct text t = {.arena = d->arena};
    text_put(&t, "");
    for (uint32_t i = aset_next(of->sets, set, 0); i != NO; i = aset_next(of->sets, set, i + 1)) {
        text_printf(&t, "%s%s", t.len ? ", " : "", of->atom[i].label);
    }
    return aset_count(of->sets, set) <= FEW ? t.at : domain_text(d->space, d->arena, input, set);
}

/* The shortest words that are exact. */
const char *set_words(const struct diff *d, uint32_t input, uint32_t set) {
    enum type type = d->space->table->input[input].type;
    for (size_t i = 0; i < d->nset_word; i++) {
        if (d->set_word[i].input == input && d->set_word[i].set == set) {
            return d->set_word[i].text;
        }
    }
    return type == TYPE_SM     ? sm_words(d, input, set)
           : type == TYPE_ENUM ? enum_words(d, input, set)
                               : domain_text(d->space, d->arena, input, set);
}

/* Of a set that is too long to be written out: two different ones differ in this. */
static uint32_t fingerprint(const struct domain *of, uint32_t set) {
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (uint32_t i = aset_next(of->sets, set, 0); i != NO; i = aset_next(of->sets, set, i + 1)) {
        for (const char *c = of->atom[i].label; *c; c++) {
            hash = (hash ^ (unsigned char)*c) * 16777619u;
        }
        hash = (hash ^ ',') * 16777619u;
    }
    return hash;
}

const char *where_text(const struct diff *d, const struct box *b, bool exact) {
    struct text t = {.arena = d->arena};
    if (!b->named) {
        return "every cell";
    }
    for (uint64_t rest = b->named; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        const char *words = set_words(d, i, b->set[i]);
        text_printf(&t, "%s%s=%s", t.len ? " " : "", d->space->table->input[i].name, words);
        if (exact && strstr(words, ", ... (")) {
            text_printf(&t, " #%08x", (unsigned)fingerprint(&d->space->domain[i], b->set[i]));
        }
    }
    return t.at;
}

const char *saying_text(const struct diff *d, uint32_t saying) {
    const struct saying *s = &d->saying[saying];
    switch (s->say) {
    case SAY_VALUE:
        return s->text;
    case SAY_INCAPABLE:
        return arena_printf(d->arena, "%s, which cannot run", s->text);
    case SAY_ERROR:
        return s->text ? arena_printf(d->arena, "ERROR \"%s\"", s->text) : "ERROR";
    case SAY_GAP:
        return "a gap";
    case SAY_EXHAUSTED:
        return "an exhausted list";
    case SAY_CONFLICT:
        return "a conflict";
    case SAY_NONE:
        return "NONE";
    case SAY_RUNS:
        return "can run";
    case SAY_FAILS:
        return "cannot run";
    case SAY_NEVER:
        return "cannot occur";
    case SAY_ABSENT:
        return "no such cell";
    case SAY_ASIDE:
    case SAY_OPEN:
        break;
    }
    return "";
}

const char *place_text(const struct diff *d, struct arena *a, enum side side, struct pos pos) {
    const struct sources *s = d->side[side].msgs->sources;
    const char *path = pos.file < s->nfile ? s->file[pos.file].path : d->side[side].name;
    return pos.line ? arena_printf(a, "%s:%u", path, (unsigned)pos.line) : path;
}

const char *rule_text(const struct diff *d, struct arena *a, enum side side, uint32_t rule) {
    static const char *const kind[] = {"rule", "refuse", "never", "forbid", "pin", "needs"};
    if (rule == NO) {
        return "no rule";
    }
    const struct rule *r = &d->joint->side[side].table->rule[rule];
    return arena_printf(a, "%s %s", kind[r->kind], r->name);
}

/* 1234567 -> "1,234,567"; beyond 10^15 in powers of ten, since doubles end near there. */
const char *count_text(struct arena *a, double cells, bool at_least) {
    struct text t = {.arena = a};
    const char *digits = arena_printf(a, "%.0f", cells);
    size_t len = strlen(digits);
    text_put(&t, at_least ? "at least " : "");
    if (cells >= 1e15) {
        text_printf(&t, "%.3g", cells);
        return t.at;
    }
    for (size_t i = 0; i < len; i++) {
        text_printf(&t, "%s%c", i && (len - i) % 3 == 0 ? "," : "", digits[i]);
    }
    return t.at;
}

/* Never "100 %" for less than all, nor "0 %" for something. */
const char *share_text(struct arena *a, double cells, double of) {
    double percent = of > 0 ? 100 * cells / of : 0;
    if (cells == of) {
        return "100 %";
    }
    return percent >= 99.5   ? arena_printf(a, "%.6g %%", fmin(percent, 99.9999))
           : percent >= 1e-4 ? arena_printf(a, "%.2g %%", percent)
                             : "under 0.0001 %";
}
