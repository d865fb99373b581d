/* diff_conflict.c -- cells in which the rules of one side contradict each other, as items of their own.
 *
 * In: the plan of an output that has a conflict; its order would give the word to one of the two rules.  Out: an item
 * before all rules for every box of cells that two lines with different outcomes both win: no earlier group has them,
 * no earlier line of the two rules, and no rule that is strictly inside one of the two.
 * Guaranteed: within the steps of the comparison; where they end nothing is said about what is left of the lines.
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
    uint64_t apart;
    struct relations *relations;
    struct arena *scratch;
    uint32_t *group; /* per line: equal for those that compete, ascending */
    uint64_t steps;  /* left */
};

/* The analysis has looked at all pairs; without it small tables are looked at here. */
static bool has_conflict(struct diff *d, enum side side, uint32_t output) {
    const struct diff_side *s = &d->side[side];
    const char *name = s->boxes->space->table->output[output].name;
    bool found = false;
    for (size_t i = 0; i < s->msgs->nmsg; i++) {
        const struct msg *m = &s->msgs->msg[i];
        found = found || ((m->finding == FINDING_CONFLICT || m->finding == FINDING_UNDECIDED) && m->output &&
                          strcmp(m->output, name) == 0);
    }
    if (s->analysed && s->msgs->level[FINDING_CONFLICT] != LEVEL_OFF) {
        return found;
    }
    bool small = s->plan[output]->nline <= LINES, first = s->boxes->space->table->output[output].hit == HIT_FIRST;
    d->unasked = d->unasked || (!small && !first);
    return small;
}

static bool is_else(const struct conflicts *k, uint32_t line) {
    return k->boxes->space->table->rule[k->plan->line[line].rule].is_else;
}

static bool by_specificity(const struct conflicts *k, uint32_t line) {
    return k->boxes->space->table->output[k->plan->output].hit == HIT_SPECIFIC && !is_else(k, line);
}

/* 0: never and refusals; NO: what no tier has decided. */
static uint32_t group_of(const struct table *t, const struct line *l) {
    if (l->rule == NO || t->rule[l->rule].kind != RULE_RULE) {
        return l->kind == LINE_FAILED ? NO : 0;
    }
    bool left_over = l->kind == LINE_EXHAUSTED && t->rule[l->rule].exhausted_next;
    return left_over ? NO : 1 + 2 * t->rule[l->rule].tier + t->rule[l->rule].is_else;
}

/* Errors with different texts are different outcomes; copies that fail all have one. */
static const char *error_text(const struct conflicts *k, const struct line *l) {
    const struct outcome *o = rule_outcome(&k->boxes->space->table->rule[l->rule], k->plan->output);
    return o && o->kind == OUTCOME_ERROR && o->error ? o->error : "";
}

/* A value that cannot run is that value all the same. */
static bool same_outcome(const struct conflicts *k, const struct line *x, const struct line *y) {
    enum line_kind p = x->kind == LINE_INCAPABLE ? LINE_VALUE : x->kind;
    enum line_kind q = y->kind == LINE_INCAPABLE ? LINE_VALUE : y->kind;
    if (p != q || (p == LINE_VALUE && (x->value != y->value || x->number != y->number || x->copy != y->copy))) {
        return false;
    }
    return p != LINE_ERROR || strcmp(error_text(k, x), error_text(k, y)) == 0;
}

/* Of a ranked output they may go on in different ways. */
static bool may_rank_apart(const struct conflicts *k, const struct line *x, const struct line *y) {
    enum line_kind kind = x->kind == y->kind ? x->kind : LINE_NEVER;
    return k->boxes->space->table->output[k->plan->output].ranked && !k->d->options->first && kind == LINE_VALUE;
}

/* Can the two contradict each other at all?  They are of one group. */
static bool may_clash(const struct conflicts *k, uint32_t x, uint32_t y) {
    const struct line *p = &k->plan->line[x], *q = &k->plan->line[y];
    enum hit hit = k->boxes->space->table->output[k->plan->output].hit;
    if (p->rule == q->rule || (hit == HIT_FIRST && !is_else(k, x)) || !box_meets(k->boxes->space, &p->box, &q->box)) {
        return false;
    }
    return hit == HIT_UNIQUE || is_else(k, x) || !same_outcome(k, p, q) || may_rank_apart(k, p, q);
}

/* A line keeps what it covers at these versions from the two. */
static void add_blocker(struct conflicts *k, struct region *by, uint32_t line, uint32_t versions) {
    if (versions == ASET_EMPTY) {
        return;
    }
    struct box box = box_copy(k->boxes->space, k->scratch, &k->plan->line[line].box);
    if (versions == ASET_FULL || box_narrow(k->boxes->space, &box, k->boxes->space->table->versions, versions)) {
        *PUSH(k->scratch, by->box, by->nbox) = box;
    }
}

static struct region blockers(struct conflicts *k, uint32_t x, uint32_t y, const struct box *both) {
    const struct line *line = k->plan->line;
    struct region by = {0};
    for (uint32_t i = 0; i < k->plan->nline && k->group[i] <= k->group[x]; i++) {
        bool own = line[i].rule == line[x].rule || line[i].rule == line[y].rule;
        if (!box_meets(k->boxes->space, both, &line[i].box)) {
            continue;
        }
        if (k->group[i] < k->group[x] || (own && i < (line[i].rule == line[x].rule ? x : y))) {
            add_blocker(k, &by, i, ASET_FULL);
        } else if (!own && by_specificity(k, x)) {
            add_blocker(k, &by, i, plan_inside(k->relations, i, x));
            add_blocker(k, &by, i, plan_inside(k->relations, i, y));
        }
    }
    return by;
}

/* The cells of both lines, at the versions at which neither rule is inside the other; false: there are none. */
static bool meeting_of(struct conflicts *k, uint32_t x, uint32_t y, struct box *both) {
    const struct space *s = k->boxes->space;
    *both = box_copy(s, k->scratch, &k->plan->line[x].box);
    if (!box_and(s, both, &k->plan->line[y].box)) {
        return false;
    }
    uint32_t either = ASET_EMPTY, other = ASET_EMPTY;
    if (by_specificity(k, x)) {
        either = plan_inside(k->relations, x, y);
        other = plan_inside(k->relations, y, x);
    }
    if (either == ASET_FULL || other == ASET_FULL) {
        return false;
    }
    if (either == ASET_EMPTY && other == ASET_EMPTY) {
        return true;
    }
    struct asets *p = s->domain[s->table->versions].sets;
    return box_narrow(s, both, s->table->versions, aset_minus(p, aset_minus(p, ASET_FULL, either), other));
}

/* Before all rules, in the joint space; what was not looked at names no rule.  Cells that cannot occur have cut the box,
 * so that it may name inputs that are left out. */
static void add_item(struct conflicts *k, const struct box *own, enum say what, uint32_t rule) {
    struct box box;
    if (join_box(k->d->joint, k->side, own, &box)) {
        box_forget(&box, k->apart);
        item_add(k->d, k->list, box, (struct item){.saying = say(k->d, what, NULL), .rule = rule});
    }
    k->list->complete = k->list->complete && what != SAY_OPEN;
}

/* Where they contradict each other: in all of it, but for orders that begin alike. */
static struct region clash_of(struct conflicts *k, uint32_t x, uint32_t y, struct box *both, bool *cut) {
    const struct line *p = &k->plan->line[x], *q = &k->plan->line[y];
    bool apart = k->boxes->space->table->output[k->plan->output].hit == HIT_UNIQUE || is_else(k, x);
    if (apart || !same_outcome(k, p, q)) {
        return (struct region){both, 1};
    }
    return ranked_differs(k->d, k->side, k->plan->output, p, q, both, cut);
}

static void look_at(struct conflicts *k, uint32_t x, uint32_t y) {
    uint32_t rule_x = k->plan->line[x].rule, rule_y = k->plan->line[y].rule;
    struct box both;
    bool cut = false;
    k->scratch = arena_new();
    if (meeting_of(k, x, y, &both)) {
        struct region one = clash_of(k, x, y, &both, &cut), by = blockers(k, x, y, &both);
        struct region won = region_sharp_limit(k->boxes->space, k->scratch, &one, &by, PARTS, &k->steps, &cut);
        for (size_t i = 0; i < won.nbox; i++) {
            add_item(k, &won.box[i], SAY_CONFLICT, rule_x < rule_y ? rule_x : rule_y);
        }
        if (cut) {
            add_item(k, &both, SAY_OPEN, NO);
        }
    }
    arena_free(k->scratch);
}

/* Every pair of a group is a step, and every pair that may clash as many as the plan has lines.  false: the steps are
 * used up. */
static bool look_at_pairs(struct conflicts *k, uint32_t x) {
    uint64_t lines = k->plan->nline;
    for (uint32_t y = x + 1; y < lines && k->group[y] == k->group[x]; y++) {
        bool clash = may_clash(k, x, y);
        uint64_t cost = clash ? lines : 1;
        if (k->steps <= cost) {
            return false;
        }
        k->steps -= cost;
        if (clash) {
            look_at(k, x, y);
        }
    }
    return true;
}

void box_forget(struct box *b, uint64_t inputs) {
    for (uint64_t rest = b->named & inputs; rest; rest &= rest - 1) {
        b->set[__builtin_ctzll(rest)] = ASET_FULL;
    }
    b->named &= ~inputs;
}

void list_conflicts(struct diff *d, struct list *l, enum side side, uint32_t output, uint64_t apart) {
    const struct plan *p = d->side[side].plan[output];
    struct conflicts k = {.d = d, .list = l, .side = side, .plan = p, .boxes = p->boxes, .apart = apart};
    k.steps = d->options->steps;
    if (!has_conflict(d, side, output)) {
        return;
    }
    struct arena *a = arena_new();
    k.relations = plan_relations(a, p);
    k.group = arena_alloc(a, (p->nline + 1) * sizeof *k.group);
    for (uint32_t i = 0; i < p->nline; i++) {
        k.group[i] = group_of(k.boxes->space->table, &p->line[i]);
    }
    bool left = true;
    for (uint32_t x = 0; x < p->nline; x++) {
        bool competes = k.group[x] != 0 && k.group[x] != NO;
        left = left && (!competes || look_at_pairs(&k, x));
        if (!left && competes) {
            add_item(&k, &p->line[x].box, SAY_OPEN, NO);
        }
    }
    arena_free(a);
}
