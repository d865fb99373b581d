/* lower_tree.c -- a choice by one number, as balanced comparisons.
 *
 * In:  a scale and the outcome of each atom.  Out: nested `?:` of depth log2(pieces), legal in #if and in every constant
 * expression: linear chains are what compilers stop at.  Pieces with one outcome are merged first, also over numbers
 * that nobody asks about (outcome NO), so an SM set such as 100, 103 costs two comparisons.
 */
#include "lower.h"

#include <inttypes.h>

static bool merge_into(uint32_t *into, const uint32_t *with, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (into[i] != with[i] && into[i] != NO && with[i] != NO) {
            return false;
        }
    }
    for (size_t i = 0; i < n; i++) {
        into[i] = into[i] == NO ? with[i] : into[i];
    }
    return true;
}

/* A pattern that a piece inside the domain does not have is asked by nobody. */
static void piece_outcome(const struct scale *s, const struct piece *p, const uint32_t *outcome, uint32_t natom,
                          uint32_t *out) {
    bool inside = false;
    for (size_t i = 0; i < s->npattern; i++) {
        inside = inside || p->atom[i] != NO;
    }
    for (size_t i = 0; i < s->npattern; i++) {
        out[i] = p->atom[i] != NO ? outcome[p->atom[i]] : inside ? NO : outcome[natom];
    }
}

struct merged lower_merge(struct arena *a, const struct scale *s, const uint32_t *outcome, uint32_t natom) {
    size_t np = s->npattern;
    struct merged m = {.n = 0};
    m.number = arena_alloc(a, s->npiece * sizeof *m.number);
    m.outcome = arena_alloc(a, s->npiece * np * sizeof *m.outcome);
    for (size_t i = 0; i < s->npiece; i++) {
        uint32_t *at = &m.outcome[m.n * np];
        piece_outcome(s, &s->piece[i], outcome, natom, at);
        if (m.n == 0 || !merge_into(at - np, at, np)) {
            m.number[m.n++] = s->piece[i].number;
        }
    }
    return m;
}

void lower_number_text(struct text *t, const struct scale *s, uint64_t number) {
    int64_t n = (int64_t)number;
    if (!s->is_signed) {
        text_printf(t, number < 10 ? "%" PRIu64 "ULL" : "0x%016" PRIx64 "ULL", number);
    } else if (n == INT64_MIN) {
        text_put(t, "(-9223372036854775807LL - 1)");
    } else {
        bool wide = n > INT32_MAX || n < -INT32_MAX;
        text_printf(t, n < 0 ? "(%" PRId64 "%s)" : "%" PRId64 "%s", n, wide ? "LL" : "");
    }
}

void lower_bound_text(struct text *t, const struct scale *s, const struct domain *d, uint64_t number) {
    lower_number_text(t, s, number);
    for (size_t i = 0; i < d->ncut; i++) {
        uint64_t key;
        cut_key(&d->cut[i], &key);
        if (key == number) {
            text_printf(t, " /* %s */", cut_text(t->arena, &d->cut[i]));
            break;
        }
    }
}

uint32_t lower_residue(const struct domain *d, const uint32_t *outcome, const bool *open, uint32_t *only) {
    uint32_t first = NO;
    *only = NO;
    for (uint32_t i = 0; i < d->npattern; i++) {
        if (!open[i] || outcome[i] == NO) {
            continue;
        }
        if (first == NO) {
            first = i;
        } else if (outcome[i] != outcome[first]) {
            uint64_t differ = d->pattern[i] ^ d->pattern[first];
            uint32_t modulus = 0;
            while (!(differ >> modulus & 1)) {
                modulus++;
            }
            return modulus;
        }
    }
    *only = first == NO ? 0 : outcome[first];
    return NO;
}

static void new_line(struct text *t, const struct tree *tree, unsigned depth, const char *before) {
    text_printf(t, "%s%*s%s", tree->line ? tree->line : "", tree->line ? (int)(4 * depth) : 0, "", before);
}

static void write_residues(struct text *t, const struct tree *tree, const uint32_t *outcome, const bool *open,
                           unsigned depth) {
    const struct domain *d = tree->domain;
    uint32_t only, modulus = lower_residue(d, outcome, open, &only);
    if (modulus == NO) {
        tree->leaf(t, tree->of, only, depth);
        return;
    }
    text_printf(t, "%s %% %" PRId64 " == 0", tree->name, d->modulus[modulus]);
    for (int side = 0; side < 2; side++) {
        bool *half = arena_alloc(t->arena, d->npattern * sizeof *half);
        for (size_t i = 0; i < d->npattern; i++) {
            half[i] = open[i] && (d->pattern[i] >> modulus & 1) == (side == 0);
        }
        new_line(t, tree, depth + 1, side == 0 ? "? " : ": ");
        write_residues(t, tree, outcome, half, depth + 1);
    }
}

static void write_leaf(struct text *t, const struct tree *tree, const uint32_t *outcome, unsigned depth) {
    if (tree->scale->npattern == 1) {
        tree->leaf(t, tree->of, outcome[0], depth);
        return;
    }
    bool *open = arena_alloc(t->arena, tree->domain->npattern * sizeof *open);
    for (size_t i = 0; i < tree->domain->npattern; i++) {
        open[i] = true;
    }
    write_residues(t, tree, outcome, open, depth);
}

static void write_pieces(struct text *t, const struct tree *tree, const struct merged *m, size_t from, size_t to,
                         unsigned depth) {
    size_t np = tree->scale->npattern;
    if (to - from == 1) {
        write_leaf(t, tree, &m->outcome[from * np], depth);
        return;
    }
    size_t middle = from + (to - from) / 2;
    text_printf(t, "%s < ", tree->name);
    lower_bound_text(t, tree->scale, tree->domain, m->number[middle]);
    new_line(t, tree, depth + 1, "? ");
    write_pieces(t, tree, m, from, middle, depth + 1);
    new_line(t, tree, depth + 1, ": ");
    write_pieces(t, tree, m, middle, to, depth + 1);
}

void lower_tree(struct text *t, const struct tree *tree, unsigned depth) {
    if (tree->scale->truth && tree->outcome[2] == NO && tree->outcome[0] != tree->outcome[1]) {
        text_put(t, tree->name);
        new_line(t, tree, depth + 1, "? ");
        tree->leaf(t, tree->of, tree->outcome[1], depth + 1);
        new_line(t, tree, depth + 1, ": ");
        tree->leaf(t, tree->of, tree->outcome[0], depth + 1);
        return;
    }
    struct merged m = lower_merge(t->arena, tree->scale, tree->outcome, tree->domain->natom);
    write_pieces(t, tree, &m, 0, m.n, depth);
}

static bool inside(const struct scale *s, size_t piece) {
    for (size_t i = 0; i < s->npattern; i++) {
        if (s->piece[piece].atom[i] != NO) {
            return true;
        }
    }
    return false;
}

/* "from <= name < to" for the numbers of pieces from..to - 1; the first piece has no lower end, the last no upper. */
static void write_range(struct text *t, const struct scale *s, const char *name, size_t from, size_t to) {
    bool below = from > 0, above = to < s->npiece;
    uint64_t lo = s->piece[from].number, hi = above ? s->piece[to].number - 1 : 0;
    if (below && above && lo == hi) {
        text_printf(t, "%s == ", name);
        lower_number_text(t, s, lo);
        return;
    }
    text_put(t, below && above ? "(" : "");
    if (below) {
        text_printf(t, "%s >= ", name);
        lower_number_text(t, s, lo);
    }
    if (above) {
        text_printf(t, "%s%s <= ", below ? " && " : "", name);
        lower_number_text(t, s, hi);
    }
    text_put(t, below && above ? ")" : "");
}

const char *lower_known(struct arena *a, const struct scale *s, const char *name) {
    struct text t = {.arena = a};
    for (size_t from = 0, to; from < s->npiece; from = to) {
        for (to = from + 1; to < s->npiece && inside(s, to) == inside(s, from); to++) {
        }
        if (from == 0 && to == s->npiece) {
            return NULL;
        }
        if (inside(s, from)) {
            text_put(&t, t.len > 0 ? " || " : "");
            write_range(&t, s, name, from, to);
        }
    }
    return t.at;
}
