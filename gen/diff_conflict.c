/* diff_conflict.c -- cells in which the rules of one side contradict each other, as items of their own.
 *
 * In: the plan of an output that has a conflict; its order would give the word to one of the two rules.  Out: an item
 * before all rules for every part of a meeting of two rules in which decide() finds a conflict.  A part lies on one
 * side of every line of the plan, so that one cell stands for all of it.
 */
#include "diff.h"

#include <string.h>

enum { PARTS = 1 << 12, LINES = 2000 }; /* of one meeting; of a plan that was not analysed */

struct conflicts {
    struct diff *d;
    struct list *list;
    enum side side;
    const struct boxes *boxes;
    const struct plan *plan;
    struct arena *scratch;
};

/* The analysis has looked at all pairs; without it small tables are looked at here. */
static bool has_conflict(struct diff *d, enum side side, uint32_t output) {
    const struct diff_side *s = &d->side[side];
    const char *name = s->boxes->space->table->output[output].name;
    bool found = false;
    for (size_t i = 0; i < s->msgs->nmsg; i++) {
        const struct msg *m = &s->msgs->msg[i];
        found = found || (m->finding == FINDING_CONFLICT && m->output && strcmp(m->output, name) == 0);
    }
    if (s->analysed && s->msgs->level[FINDING_CONFLICT] != LEVEL_OFF) {
        return found;
    }
    bool small = s->plan[output]->nline <= LINES, first = s->boxes->space->table->output[output].hit == HIT_FIRST;
    d->unasked = d->unasked || (!small && !first);
    return small;
}

/* Two rules that compete: of one tier, both elses or both not. */
static bool same_group(const struct table *t, const struct line *x, const struct line *y) {
    if (x->rule == NO || y->rule == NO || x->rule == y->rule) {
        return false;
    }
    const struct rule *p = &t->rule[x->rule], *q = &t->rule[y->rule];
    return p->kind == RULE_RULE && q->kind == RULE_RULE && p->tier == q->tier && p->is_else == q->is_else;
}

/* Can the two contradict each other at all? */
static bool may_clash(const struct conflicts *k, const struct line *x, const struct line *y) {
    const struct table *t = k->boxes->space->table;
    enum hit hit = t->output[k->plan->output].hit;
    bool is_else = x->rule != NO && t->rule[x->rule].is_else;
    if (!same_group(t, x, y) || (hit == HIT_FIRST && !is_else) || !box_meets(k->boxes->space, &x->box, &y->box)) {
        return false;
    }
    if (hit == HIT_UNIQUE || is_else) {
        return true;
    }
    return x->kind != y->kind || x->value != y->value || x->number != y->number || x->kind == LINE_ERROR;
}

/* Cuts every part in two: in the line's box, and outside. */
static struct region cut_by(const struct conflicts *k, const struct region *parts, const struct box *by, bool *cut) {
    const struct space *s = k->boxes->space;
    struct box copy = *by;
    struct region one = {&copy, 1}, inside = region_and(s, k->scratch, parts, &one);
    struct region all = region_sharp(s, k->scratch, parts, &one, PARTS, cut);
    region_add(k->scratch, &all, &inside);
    *cut = *cut || all.nbox > PARTS;
    return all;
}

/* decide() is the definition, and slow: it is asked once for each part. */
static void add_parts(struct conflicts *k, const struct region *parts, uint32_t rule) {
    const struct space *s = k->boxes->space;
    for (size_t i = 0; i < parts->nbox; i++) {
        uint32_t cell[64];
        struct box box;
        for (uint32_t input = 0; input < s->ninput; input++) {
            cell[input] = aset_next(s->domain[input].sets, parts->box[i].set[input], 0);
        }
        if (decide(k->boxes, k->plan->output, cell).verdict == VERDICT_CONFLICT &&
            join_box(k->d->joint, k->side, &parts->box[i], &box)) {
            item_add(k->d, k->list, box, (struct item){.saying = say(k->d, SAY_CONFLICT, NULL), .rule = rule});
        }
    }
}

/* All cells of two lines that meet. */
static void look_at(struct conflicts *k, const struct line *x, const struct line *y) {
    struct region parts = {0};
    bool cut = false;
    k->scratch = arena_new();
    struct box both = box_copy(k->boxes->space, k->scratch, &x->box);
    box_and(k->boxes->space, &both, &y->box);
    *PUSH(k->scratch, parts.box, parts.nbox) = both;
    for (size_t i = 0; i < k->plan->nline && !cut; i++) {
        if (box_meets(k->boxes->space, &both, &k->plan->line[i].box)) {
            parts = cut_by(k, &parts, &k->plan->line[i].box, &cut);
        }
    }
    if (cut) {
        k->list->complete = false;
    } else {
        add_parts(k, &parts, x->rule < y->rule ? x->rule : y->rule);
    }
    arena_free(k->scratch);
}

void list_conflicts(struct diff *d, struct list *l, enum side side, uint32_t output) {
    struct conflicts k = {.d = d, .list = l, .side = side, .plan = d->side[side].plan[output]};
    k.boxes = k.plan->boxes;
    if (!has_conflict(d, side, output)) {
        return;
    }
    for (size_t i = 0; i < k.plan->nline; i++) {
        for (size_t n = i + 1; n < k.plan->nline; n++) {
            if (may_clash(&k, &k.plan->line[i], &k.plan->line[n])) {
                look_at(&k, &k.plan->line[i], &k.plan->line[n]);
            }
        }
    }
}
