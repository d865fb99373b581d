/* diff_list.c -- an output of one side as items over the joint space.
 *
 * In: its plan.  Out: items in order: what is set aside, cells that the side has not, cells that cannot occur, then the
 * lines of the plan, and one item for the gap that is left.
 */
#include "diff.h"

#include <inttypes.h>
#include <string.h>

/* Sayings have equal numbers exactly where they are the same outcome: all comparisons are of numbers. */
uint32_t say(struct diff *d, enum say say, const char *text) {
    const char *key = arena_printf(d->arena, "%d%s", (int)say, text ? text : "");
    uint32_t at = names_find(&d->sayings, key);
    if (at == NO) {
        at = (uint32_t)d->nsaying;
        *PUSH(d->arena, d->saying, d->nsaying) = (struct saying){say, text, text, NO, 0};
        names_add(&d->sayings, key, at);
    }
    return at;
}

/* Two copies of one input are the same value, wherever they are written. */
uint32_t say_number(struct diff *d, int64_t number, uint32_t copy) {
    if (copy == NO) {
        return say(d, SAY_VALUE, arena_printf(d->arena, "%" PRId64, number));
    }
    const char *name = d->space->table->input[copy].name;
    uint32_t at = say(d, SAY_VALUE,
                      number == 1 ? arena_printf(d->arena, "<%s>", name)
                                  : arena_printf(d->arena, "%" PRId64 " * <%s>", number, name));
    d->saying[at].copy = copy;
    d->saying[at].number = number;
    return at;
}

bool say_is_cell(const struct diff *d, uint32_t saying) {
    return d->saying[saying].say < SAY_NEVER;
}

void item_add(struct diff *d, struct list *l, struct box box, struct item item) {
    item.box = box;
    *PUSH(d->arena, l->item, l->nitem) = item;
}

/* Cells of which nothing is asked, by the kind of reason. */
static void add_region(struct diff *d, struct list *l, const struct region *r, enum say what) {
    for (size_t i = 0; i < r->nbox; i++) {
        item_add(d, l, r->box[i], (struct item){.saying = say(d, what, NULL), .rule = NO});
    }
}

/* What tells two outcomes of one kind apart; NULL where nothing does. */
static const char *line_text(const struct table *t, uint32_t output, const struct line *l) {
    const struct outcome *o = l->rule == NO ? NULL : rule_outcome(&t->rule[l->rule], output);
    switch (l->kind) {
    case LINE_VALUE:
    case LINE_INCAPABLE:
        return t->output[output].value[l->value];
    case LINE_REFUSE:
        return t->rule[l->rule].why;
    case LINE_FAILED:
        return "a decision that this one depends on has no value here";
    case LINE_ERROR: /* of a copy: what is copied is no value */
        return o && o->kind == OUTCOME_ERROR ? o->error : "the copied input is no value here";
    case LINE_NEVER:
    case LINE_NONE:
    case LINE_EXHAUSTED:
        break;
    }
    return NULL;
}

/* A refusal and an ERROR of a rule are one outcome, told apart by their texts. */
static enum say line_say(enum line_kind kind) {
    switch (kind) {
    case LINE_NEVER:
        return SAY_NEVER;
    case LINE_REFUSE:
    case LINE_ERROR:
    case LINE_FAILED:
        return SAY_ERROR;
    case LINE_VALUE:
        return SAY_VALUE;
    case LINE_NONE:
        return SAY_NONE;
    case LINE_INCAPABLE:
        return SAY_INCAPABLE;
    case LINE_EXHAUSTED:
        return SAY_EXHAUSTED;
    }
    return SAY_ASIDE;
}

/* Rules of a tier that are elses, and those that are not. */
static uint32_t line_group(const struct table *t, const struct line *l) {
    const struct rule *r = l->rule == NO ? NULL : &t->rule[l->rule];
    return r && r->kind == RULE_RULE ? 1 + 2 * r->tier + r->is_else : 0;
}

static uint32_t line_saying(struct diff *d, const struct table *t, uint32_t output, const struct line *l,
                            uint32_t *of_value) {
    if (l->kind == LINE_VALUE && !t->output[output].is_int) { /* by far the most */
        if (of_value[l->value] == NO) {
            of_value[l->value] = say(d, SAY_VALUE, line_text(t, output, l));
        }
        return of_value[l->value];
    }
    if (l->kind == LINE_VALUE) {
        return say_number(d, l->number, NO);
    }
    return say(d, line_say(l->kind), line_text(t, output, l));
}

/* A copied number: where the joint piece has one number only, that number; else a formula. */
static void add_copy(struct diff *d, struct list *l, struct box box, struct item item, uint32_t copy, int64_t times) {
    const struct domain *of = &d->space->domain[copy];
    uint32_t left = box.set[copy];
    for (uint32_t a = aset_next(of->sets, left, 0); a != NO && a < int_natom(of);
         a = aset_next(of->sets, left, a + 1)) {
        struct box one = box_copy(d->space, d->arena, &box);
        int64_t number;
        if (of->atom[a].lo == of->atom[a].hi && !__builtin_mul_overflow(of->atom[a].lo, times, &number) &&
            box_narrow(d->space, &one, copy, aset_one(of->sets, a))) {
            item.saying = say_number(d, number, NO);
            item_add(d, l, one, item);
        }
    }
    item.saying = say_number(d, times, copy);
    item_add(d, l, box, item);
}

/* A clause with `filter = no` leaves the value in its list, and yet it cannot run where the clause fails: those cells come
 * before the line's others. */
static void add_unfiltered(struct diff *d, struct list *l, enum side side, uint32_t output, const struct line *line,
                           struct item item) {
    const struct boxes *b = d->base[side];
    const struct table *t = d->joint->side[side].table;
    for (uint32_t i = 0; i < t->nrule && line->value != NO; i++) {
        const struct rule *r = &t->rule[i];
        if (r->kind != RULE_CLAUSE || !r->no_filter || !clause_speaks_of(r, output, line->value)) {
            continue;
        }
        item.saying = say(d, SAY_INCAPABLE, line_text(t, output, line));
        for (size_t k = 0; k < b->rule[i].nbox; k++) {
            struct box fails = box_copy(b->space, d->arena, &b->rule[i].box[k]), box;
            if (box_and(b->space, &fails, &line->box) && join_box(d->joint, side, &fails, &box)) {
                item_add(d, l, box, item);
            }
        }
    }
}

static void add_line(struct diff *d, struct list *l, enum side side, uint32_t output, const struct line *line,
                     uint32_t *of_value, bool unfiltered) {
    const struct table *t = d->joint->side[side].table;
    struct item item = {.rule = line->rule, .group = line_group(t, line)};
    struct box box;
    if (!join_box(d->joint, side, &line->box, &box)) {
        return;
    }
    if (list_is_ranked(d, side, output, line)) {
        list_ranked(d, l, side, output, line, item);
        return;
    }
    if (line->kind == LINE_VALUE && line->copy != NO) {
        add_copy(d, l, box, item, d->joint->side[side].joint[line->copy], line->number);
        return;
    }
    bool order = t->output[output].ranked && !d->options->first; /* told as it is */
    if (unfiltered && !order && line->kind == LINE_VALUE) {
        add_unfiltered(d, l, side, output, line, item);
    }
    item.saying = line_saying(d, t, output, line, of_value);
    item_add(d, l, box, item);
}

/* The boxes of [never] sections come first in `never`, in their order; behind them what facts rule out. */
static void add_never(struct diff *d, struct list *l, enum side side) {
    const struct boxes *b = d->joint->side[side].boxes;
    const struct table *t = b->space->table;
    struct item item = {.saying = say(d, SAY_NEVER, NULL), .rule = NO};
    size_t at = 0, end = 0;
    for (uint32_t rule = 0; at < b->never.nbox; at++) {
        for (; at == end && rule < t->nrule; rule++) {
            end += t->rule[rule].kind == RULE_NEVER ? b->rule[rule].nbox : 0;
            item.rule = rule;
        }
        if (at >= end) {
            item.rule = NO;
        }
        struct box box;
        if (join_box(d->joint, side, &b->never.box[at], &box)) {
            item_add(d, l, box, item);
        }
    }
}

/* In this order: what is set aside is nobody's business, and where a side has no cell nothing of it can occur. */
struct list *list_start(struct diff *d, enum side side, const struct region *aside, uint64_t apart) {
    struct list *l = arena_alloc(d->arena, sizeof *l);
    struct region none = join_undeclared(d->joint, side, apart), derived = {0};
    l->complete = !(aside->nbox && d->aside_cut);
    for (size_t i = 0; i < d->joint->boxes->never.nbox; i++) {
        if (!(d->joint->boxes->never.box[i].named & apart)) {
            *PUSH(d->arena, derived.box, derived.nbox) = d->joint->boxes->never.box[i];
        }
    }
    add_region(d, l, &derived, SAY_ASIDE);
    add_region(d, l, aside, SAY_ASIDE);
    add_region(d, l, &none, SAY_ABSENT);
    add_never(d, l, side);
    return l;
}

/* As the plan has it: refusals, then the rules tier by tier; the last item makes the list whole. */
struct list *list_build(struct diff *d, enum side side, uint32_t output, const struct region *aside, uint64_t apart) {
    const struct plan *p = d->side[side].plan[output];
    const struct output *o = &d->joint->side[side].table->output[output];
    struct list *l = list_start(d, side, aside, apart);
    uint32_t *of_value = arena_alloc(d->arena, (o->nvalue + 1) * sizeof *of_value);
    memset(of_value, 0xff, o->nvalue * sizeof *of_value);
    l->complete = l->complete && p->complete;
    bool unfiltered = false; /* most tables have no such clause */
    for (uint32_t c = 0; c < d->joint->side[side].table->nrule; c++) {
        unfiltered = unfiltered || d->joint->side[side].table->rule[c].no_filter;
    }
    size_t i = 0;
    for (; i < p->nline && (p->line[i].kind == LINE_NEVER || p->line[i].kind == LINE_REFUSE); i++) {
        if (p->line[i].kind == LINE_REFUSE) {
            add_line(d, l, side, output, &p->line[i], of_value, unfiltered);
        }
    }
    list_conflicts(d, l, side, output, apart);
    for (; i < p->nline; i++) {
        add_line(d, l, side, output, &p->line[i], of_value, unfiltered);
    }
    item_add(d, l, box_full(d->space, d->arena),
             (struct item){.saying = say(d, o->gaps_none ? SAY_NONE : SAY_GAP, NULL), .rule = NO});
    return l;
}
