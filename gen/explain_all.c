/* explain_all.c -- every outcome that an output can have while some inputs are left open.
 *
 * In: the given inputs, and an output's plan.  Out: per outcome its cells, as boxes.
 * Each line's part of the given cells, without the lines before it, is cut into disjoint pieces [note pieces]; so the
 * pieces of all outcomes, and the cells that cannot occur, tile what was asked.  explain_boxes.c makes boxes of them
 * that a person can read.
 * Guaranteed: every cell that can occur is in exactly one outcome's count; a limit makes the answer `cut`, not less.
 */
#include "explain.h"

#include <stdlib.h>
#include <string.h>

enum { PIECES = 1 << 15, SPLIT = 1 << 13, LOOKS = 200000000 };

/* Given inputs are one atom wide; so are chained inputs that nothing before this output speaks of, which would only
 * multiply the counts. */
static void narrow(struct reaching *r) {
    const struct question *q = r->q;
    uint64_t named = 0;
    r->whole = box_full(r->space, r->arena);
    for (size_t i = 0; i < r->plan->nline; i++) {
        named |= r->plan->line[i].box.named;
    }
    for (uint32_t i = 0; i < r->space->ninput; i++) {
        bool given = q->settled >> i & 1 && !(q->missing >> i & 1);
        bool later = !(named >> i & 1) && q->inquiry->late >> i & 1;
        if (given || later) {
            box_narrow(r->space, &r->whole, i, aset_one(r->space->domain[i].sets, q->cell[i]));
            r->out->hidden |= (uint64_t)1 << i;
        }
    }
}

/* What a line says, without its cells. */
static struct reachable outcome_of(const struct reaching *r, const struct line *l) {
    struct reachable x = {.kind = l->kind, .value = NO, .copy = NO};
    const struct table *t = r->space->table;
    if (l->kind == LINE_VALUE || l->kind == LINE_INCAPABLE) {
        x.value = l->value;
        x.number = l->value == NO ? l->number : 0;
        x.copy = l->value == NO ? l->copy : NO;
    } else if (l->kind == LINE_ERROR || l->kind == LINE_REFUSE) {
        const struct outcome *o = rule_outcome(&t->rule[l->rule], r->plan->output);
        x.kind = LINE_ERROR;
        x.error = l->kind == LINE_REFUSE ? t->rule[l->rule].why : o ? o->error : NULL;
    } else if (l->kind == LINE_FAILED) {
        x.kind = LINE_ERROR;
        x.error = "a decision that this one depends on has no value here";
    }
    return x;
}

/* Errors with different texts are different outcomes, as in pins. */
static bool same(const struct reachable *x, const struct reachable *y) {
    const char *p = x->error ? x->error : "", *q = y->error ? y->error : "";
    return x->kind == y->kind && x->gap == y->gap && x->value == y->value && x->number == y->number &&
           x->copy == y->copy && strcmp(p, q) == 0;
}

/* Outcomes are few, so they are looked up one by one. */
static struct reachable *group_of(struct reaching *r, const struct reachable *like) {
    for (size_t i = 0; i < r->out->count; i++) {
        if (same(&r->out->at[i], like)) {
            return &r->out->at[i];
        }
    }
    struct reachable *new = PUSH(r->arena, r->out->at, r->out->count);
    *new = *like;
    return new;
}

/* The pieces of a box that none of the first n lines has [note pieces]. */
static void add_pieces(struct reaching *r, const struct box *box, size_t n, const struct reachable *like,
                       uint32_t rule) {
    struct box own = box_copy(r->space, r->arena, box);
    struct region before = {NULL, 0};
    bool cut = false;
    if (!box_and(r->space, &own, &r->whole)) {
        return;
    }
    r->looks += n;
    if (r->looks > LOOKS) {
        r->out->cut = true;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (box_meets(r->space, &own, &r->plan->line[i].box)) {
            *PUSH(r->arena, before.box, before.nbox) = r->plan->line[i].box;
        }
    }
    struct region one = {&own, 1};
    struct region rest = region_sharp(r->space, r->arena, &one, &before, SPLIT, &cut);
    r->npiece += rest.nbox;
    r->out->cut = r->out->cut || cut || r->npiece > PIECES;
    for (size_t i = 0; i < rest.nbox && !r->out->cut; i++) {
        if (r->plan->boxes && box_possible(r->space, &rest.box[i], NULL) == POSSIBLE_NO) {
            *PUSH(r->arena, r->never.box, r->never.nbox) = rest.box[i];
            continue;
        }
        struct reachable *to = group_of(r, like);
        size_t nrule = to->piece.nbox;
        *PUSH(r->arena, to->rule, nrule) = rule;
        *PUSH(r->arena, to->piece.box, to->piece.nbox) = rest.box[i];
        to->cells += box_count(r->space, &rest.box[i]);
        r->out->cells += box_count(r->space, &rest.box[i]);
    }
}

/* What no line covers comes last; `gaps = NONE` makes it an answer. */
static void cut_up(struct reaching *r) {
    for (size_t i = 0; i < r->plan->nline && !r->out->cut; i++) {
        const struct line *l = &r->plan->line[i];
        if (l->kind == LINE_NEVER) {
            *PUSH(r->arena, r->never.box, r->never.nbox) = l->box;
        } else {
            struct reachable like = outcome_of(r, l);
            add_pieces(r, &l->box, i, &like, l->rule);
        }
    }
    struct reachable rest = {.kind = LINE_NONE, .value = NO, .copy = NO};
    rest.gap = !r->space->table->output[r->plan->output].gaps_none;
    if (!r->out->cut) {
        add_pieces(r, &r->whole, r->plan->nline, &rest, NO);
    }
}

/* Trouble first, then values as declared, then NONE and ERROR. */
static int rank(const struct reachable *x) {
    if (x->gap) {
        return 0;
    }
    switch (x->kind) {
    case LINE_EXHAUSTED:
        return 1;
    case LINE_INCAPABLE:
        return 2;
    case LINE_VALUE:
        return 3;
    case LINE_NONE:
        return 4;
    case LINE_ERROR:
    case LINE_FAILED:
    case LINE_REFUSE:
        return 5;
    case LINE_NEVER:
        break;
    }
    return 6;
}

/* The order in which lines come would depend on tiers and file order. */
static int in_order(const void *a, const void *b) {
    const struct reachable *x = a, *y = b;
    if (rank(x) != rank(y)) {
        return rank(x) - rank(y);
    }
    if (x->value != y->value) {
        return x->value < y->value ? -1 : 1;
    }
    if (x->number != y->number) {
        return x->number < y->number ? -1 : 1;
    }
    return strcmp(x->error ? x->error : "", y->error ? y->error : "");
}

/* A plan that a limit cut does not say what it leaves out. */
struct reach reach_of(const struct question *q, uint32_t output, size_t most_shown) {
    struct reach out = {.output = output};
    struct reaching r = {.q = q, .arena = q->arena, .space = q->inquiry->space, .out = &out};
    r.plan = q->inquiry->l->plan[output];
    out.cut = !r.plan->complete;
    narrow(&r);
    cut_up(&r);
    if (out.count > 1) {
        qsort(out.at, out.count, sizeof *out.at, in_order);
    }
    for (size_t i = 0; i < out.count && !out.cut; i++) {
        reach_show(&r, &out.at[i], most_shown);
    }
    return out;
}
