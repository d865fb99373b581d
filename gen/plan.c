/* plan.c -- every output as one ordered list of lines, first match wins.
 *
 * In: the regions of boxes.c.  Out: struct plan: never, then refusals, then tier by tier the rules (the stricter first
 * under `specific`, else file order), then that tier's else, at last what `exhausted = next` left over.  Needs are
 * expanded here (named note [needs are lines]): a rule with the list v1 > v2 becomes
 *     rule and needs(v1) -> v1,   rule and needs(v2) -> v2,   rule -> EXHAUSTED
 * so that incapable, exhausted and masked candidates are all the one question "does this line win a cell".
 * Guaranteed: in every cell without a conflict the first covering line gives the outcome of decide().
 */
#include "turnout.h"

#include <string.h>

enum { PIECE_LIMIT = 20000 }; /* boxes that one candidate may become before the plan is called incomplete */

/* A number that is copied from an input keeps the input; all others have none. */
static void add_line(struct plan *p, struct box box, struct line line, uint32_t copy) {
    line.box = box;
    line.copy = copy;
    *PUSH(p->growing, p->line, p->nline) = line;
}

static void add_region(struct plan *p, const struct region *r, struct line line) {
    for (size_t i = 0; i < r->nbox; i++) {
        add_line(p, r->box[i], line, NO);
    }
}

/* Takes every box of `minus` out of `from`; false when that becomes too many boxes. */
static bool take_out(const struct space *s, struct arena *a, struct region *from, const struct region *minus) {
    bool cut = false;
    *from = region_sharp(s, a, from, minus, PIECE_LIMIT, &cut);
    return !cut;
}

/* The cells of `where` in which every filtering clause of a value holds. */
static struct region capable(struct arena *a, struct plan *p, const struct region *where, uint32_t value) {
    const struct table *t = p->boxes->space->table;
    struct region left = *where;
    for (size_t i = 0; i < p->nclause && left.nbox > 0; i++) {
        uint32_t c = p->clause[i];
        if (clause_speaks_of(&t->rule[c], p->output, value) &&
            !take_out(p->boxes->space, a, &left, &p->boxes->rule[c])) {
            p->complete = false;
            break;
        }
    }
    return left;
}

static void add_list(struct arena *a, struct plan *p, const struct entrant *e, const struct outcome *o) {
    const struct rule *r = &p->boxes->space->table->rule[e->rule];
    bool lone = o->nvalue == 1 && !r->exhausted_next, everywhere = false;
    size_t first = p->nline;
    for (uint32_t i = 0; i < o->nvalue; i++) {
        struct region yes = capable(a, p, &e->region, o->value[i]);
        add_region(p, &yes, (struct line){.kind = LINE_VALUE, .rule = e->rule, .cand = i, .value = o->value[i]});
        everywhere = lone && yes.box == e->region.box; /* no clause took anything away: nothing is left over */
    }
    if (everywhere && p->nline > first) {
        p->line[p->nline - 1].again = (uint32_t)(p->nline - first);
    } else if (!r->exhausted_next) {
        add_region(p, &e->region,
                   (struct line){.kind = lone ? LINE_INCAPABLE : LINE_EXHAUSTED,
                                 .rule = e->rule,
                                 .cand = lone ? 0 : NO,
                                 .value = lone ? o->value[0] : NO});
    }
}

/* The copied value of one atom, as a line; the needs of a copied value are checked, they do not filter. */
static void add_copied(struct arena *a, struct plan *p, const struct entrant *e, const struct outcome *o,
                       const struct region *here, uint32_t atom) {
    const struct space *s = p->boxes->space;
    struct line line = {.kind = LINE_ERROR, .rule = e->rule, .value = NO};
    if (s->table->output[p->output].is_int) {
        struct copied c = copied_number(s, p->output, o, atom);
        line.kind = c.good ? LINE_VALUE : LINE_ERROR;
        line.number = c.number;
        for (size_t i = 0; i < here->nbox; i++) {
            add_line(p, here->box[i], line, c.copy);
        }
        return;
    }
    if ((line.value = copied_value(s, p->output, o->input, atom)) != NO) {
        struct region yes = capable(a, p, here, line.value);
        line.kind = LINE_VALUE;
        add_region(p, &yes, line);
        line.kind = LINE_INCAPABLE;
    }
    add_region(p, here, line);
}

static void add_copy(struct arena *a, struct plan *p, const struct entrant *e, const struct outcome *o) {
    const struct space *s = p->boxes->space;
    for (uint32_t atom = 0; atom < s->domain[o->input].natom; atom++) {
        struct box at = box_full(s, a);
        at.set[o->input] = aset_one(s->domain[o->input].sets, atom);
        at.named = (uint64_t)1 << o->input;
        struct region here = {NULL, 0};
        for (size_t i = 0; i < e->region.nbox; i++) {
            struct box box = box_copy(s, a, &e->region.box[i]);
            if (box_and(s, &box, &at)) {
                *PUSH(a, here.box, here.nbox) = box;
            }
        }
        if (here.nbox > 0) {
            add_copied(a, p, e, o, &here, atom);
        }
    }
}

static void add_rule(struct arena *a, struct plan *p, const struct entrant *e) {
    const struct outcome *o = e->says;
    switch (o->kind) {
    case OUTCOME_LIST:
        add_list(a, p, e, o);
        break;
    case OUTCOME_COPY:
    case OUTCOME_PRODUCT:
        add_copy(a, p, e, o);
        break;
    case OUTCOME_NONE:
        add_region(p, &e->region, (struct line){.kind = LINE_NONE, .rule = e->rule, .value = NO});
        break;
    case OUTCOME_ERROR:
        add_region(p, &e->region, (struct line){.kind = LINE_ERROR, .rule = e->rule, .value = NO});
        break;
    case OUTCOME_INT:
        add_region(p, &e->region, (struct line){.kind = LINE_VALUE, .rule = e->rule, .value = NO, .number = o->number});
        break;
    }
}

struct entrants {
    struct arena *arena; /* gone when the lines are there */
    struct entrant *at;
    size_t count;
};

/* A box joins those of its rule at the same versions. */
static void enter_box(const struct boxes *b, struct entrants *list, size_t first, const struct entrant *e,
                      const struct box *box) {
    struct arena *a = list->arena;
    uint32_t versions = b->space->table->versions;
    size_t k = first;
    while (k < list->count && versions != NO && list->at[k].region.box[0].set[versions] != box->set[versions]) {
        k++;
    }
    if (k == list->count) {
        *PUSH(a, list->at, list->count) = *e;
    }
    struct region *into = &list->at[k].region;
    *PUSH(a, into->box, into->nbox) = *box;
}

/* A rule enters once, or, where it compares otherwise at other versions, once per span of versions. */
static void enter(struct arena *a, const struct plan *p, struct entrants *list, uint32_t rule,
                  const struct outcome *says) {
    const struct boxes *b = p->boxes;
    struct entrant e = {.rule = rule, .says = says};
    struct region r = boxes_covered(a, b, p->output, rule);
    uint32_t versions = b->space->table->versions;
    size_t first = list->count;
    for (size_t i = 0; i < r.nbox; i++) {
        uint32_t left = versions == NO ? ASET_EMPTY : r.box[i].set[versions];
        bool spans = left != ASET_EMPTY && plan_versioned(b, rule);
        if (!spans) {
            enter_box(b, list, first, &e, &r.box[i]);
        }
        while (spans && left != ASET_EMPTY) {
            struct box box = box_copy(b->space, a, &r.box[i]);
            uint32_t span = plan_span(b, rule, left);
            if (box_narrow(b->space, &box, versions, span)) {
                enter_box(b, list, first, &e, &box);
            }
            left = aset_minus(b->space->domain[versions].sets, left, span);
        }
    }
}

static struct entrants entrants_of(struct arena *a, struct arena *scratch, const struct plan *p, uint32_t tier,
                                   bool is_else) {
    const struct table *t = p->boxes->space->table;
    struct entrants list = {scratch, NULL, 0};
    for (uint32_t i = 0; i < t->nrule; i++) {
        const struct rule *r = &t->rule[i];
        bool of_group = r->kind == RULE_RULE && r->tier == tier && r->is_else == is_else;
        const struct outcome *says = of_group ? rule_outcome(r, p->output) : NULL;
        if (says) {
            enter(a, p, &list, i, says);
        }
    }
    return list;
}

/* `else` counts a rule whose list is empty as covering: its cells are taken out of the else. */
static void add_else(struct arena *a, struct plan *p, struct entrant *e, const struct entrants *rules) {
    const struct table *t = p->boxes->space->table;
    for (size_t i = 0; i < rules->count; i++) {
        if (t->rule[rules->at[i].rule].exhausted_next &&
            !take_out(p->boxes->space, a, &e->region, &rules->at[i].region)) {
            p->complete = false;
        }
    }
    add_rule(a, p, e);
}

static void add_tier(struct arena *a, struct plan *p, uint32_t tier) {
    const struct boxes *b = p->boxes;
    struct arena *scratch = arena_new();
    struct entrants rules = entrants_of(a, scratch, p, tier, false);
    struct entrants elses = entrants_of(a, scratch, p, tier, true);
    if (b->space->table->output[p->output].hit == HIT_SPECIFIC) {
        plan_order(b, rules.at, rules.count);
    }
    for (size_t i = 0; i < rules.count; i++) {
        add_rule(a, p, &rules.at[i]);
    }
    for (size_t i = 0; i < elses.count; i++) {
        add_else(a, p, &elses.at[i], &rules);
    }
    arena_free(scratch);
}

struct plan *plan_build(struct arena *a, struct msgs *m, const struct boxes *b, uint32_t output) {
    (void)m;
    const struct table *t = b->space->table;
    struct plan *p = arena_alloc(a, sizeof *p);
    *p = (struct plan){.boxes = b, .output = output, .complete = true, .growing = arena_new()};
    add_region(p, &b->never, (struct line){.kind = LINE_NEVER, .rule = NO, .value = NO});
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind == RULE_CLAUSE && !t->rule[i].no_filter) {
            *PUSH(a, p->clause, p->nclause) = i;
        }
        if (t->rule[i].kind == RULE_REFUSE && rule_refuses(&t->rule[i], output)) {
            add_region(p, &b->rule[i], (struct line){.kind = LINE_REFUSE, .rule = i, .value = NO});
        }
    }
    for (uint32_t tier = 0; tier < t->ntier; tier++) {
        add_tier(a, p, tier);
    }
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind == RULE_RULE && t->rule[i].exhausted_next && rule_outcome(&t->rule[i], output)) {
            struct region r = boxes_covered(a, b, output, i);
            add_region(p, &r, (struct line){.kind = LINE_EXHAUSTED, .rule = i, .cand = NO, .value = NO});
        }
    }
    struct region failed = boxes_failed(a, b, output);
    add_region(p, &failed, (struct line){.kind = LINE_FAILED, .rule = NO, .cand = NO, .value = NO});
    if (p->nline) {
        p->line = memcpy(arena_alloc(a, p->nline * sizeof *p->line), p->line, p->nline * sizeof *p->line);
    }
    arena_free(p->growing);
    p->growing = NULL;
    return p;
}
