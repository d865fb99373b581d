/* diff.c -- what two tables answer differently.
 *
 * In: both tables as far as their plans, and their findings.  Out: per output the boxes of cells whose answer changed,
 * the worst first, with who decides on either side; what is declared differently; findings that are new or fixed.
 * Nothing is compared as text: rules that were renamed, split, joined or moved differ only where an answer does.
 */
#include "diff.h"

#include <string.h>

/* Cells that both sides have: the product of the atoms that both declare. */
static double domain_cells(const struct diff *d, uint64_t apart) {
    double cells = 1;
    for (uint32_t i = 0; i < d->space->ninput; i++) {
        double both = 0;
        for (uint32_t atom = 0; atom < d->space->domain[i].natom; atom++) {
            bool has = true;
            for (int s = OLD; s <= NEW; s++) {
                has = has && (d->joint->side[s].input[i] == NO || d->joint->side[s].atom[i][atom] != NO);
            }
            both += has;
        }
        cells *= apart >> i & 1 ? 1 : both;
    }
    return cells;
}

/* The same items, to be matched and indexed anew: a whole list is asked for more than once. */
static struct list *list_copy(struct diff *d, const struct list *from) {
    struct list *l = arena_alloc(d->arena, sizeof *l);
    l->complete = from->complete;
    l->item = arena_alloc(d->arena, (from->nitem + 1) * sizeof *l->item);
    l->nitem = from->nitem;
    if (from->nitem) {
        memcpy(l->item, from->item, from->nitem * sizeof *l->item);
    }
    return l;
}

/* Rules of one item that stand in both tables under different names. */
static void note_renamed(struct diff *d, struct list *const list[2]) {
    const struct rule *rule[2] = {d->joint->side[OLD].table->rule, d->joint->side[NEW].table->rule};
    for (size_t i = 0; i < list[OLD]->nitem; i++) {
        uint32_t twin = list[OLD]->twin[i], old = list[OLD]->item[i].rule;
        uint32_t new = twin < DEAD ? list[NEW]->item[twin].rule : NO;
        if (old != NO && new != NO && strcmp(rule[OLD][old].name, rule[NEW][new].name) != 0) {
            names_add(&d->renamed, rule[OLD][old].name, new);
        }
    }
}

/* Of a choice only what both sides have is told: what is new elsewhere, the outcomes tell. */
static void keep_cells(const struct diff *d, struct pieces *p) {
    size_t kept = 0;
    for (size_t i = 0; i < p->n; i++) {
        if (say_is_cell(d, p->at[i].saying[OLD]) && say_is_cell(d, p->at[i].saying[NEW])) {
            p->at[kept++] = p->at[i];
        }
    }
    p->n = kept;
}

/* Pieces of two lists; through: only where the outputs that these inputs are chained to decide otherwise. */
static void compare_lists(struct diff *d, struct compared c, struct list *const list[2], uint64_t through) {
    d->steps = d->options->steps;
    list_match(d, list);
    index_build(d, list[OLD]);
    index_build(d, list[NEW]);
    note_renamed(d, list);
    struct pieces p = pieces_of(d, list);
    if (through) {
        p = pieces_through(d, &p, through, (list_named(list[OLD]) | list_named(list[NEW])) & chained_below(d, through));
    }
    if (c.view == VIEW_CHOICE) {
        keep_cells(d, &p);
    }
    c.domain = domain_cells(d, c.apart); /* of the joint space: cells that only one side has count too */
    changes_build(d, &c, list, &p);
    if (p.n || c.at_least || c.cells > 0) {
        *PUSH(d->arena, d->compared, d->ncompared) = c;
    }
}

/* Of both sides, what decides the output, in one step or in several. */
static uint64_t chains_of(struct diff *d, const uint32_t output[2]) {
    return chained_above(d, chained_for(d, OLD, output[OLD]) | chained_for(d, NEW, output[NEW]));
}

/* With chained inputs put through, so that only inputs that a caller gives are left. */
static void compare_whole(struct diff *d, struct compared c, uint64_t through) {
    struct list *list[2];
    for (int s = OLD; s <= NEW; s++) {
        list[s] = list_copy(d, list_whole(d, (enum side)s, c.output[s]));
    }
    uint64_t chained = chained_inputs(d, OLD) | chained_inputs(d, NEW);
    c.apart = chained | chained_below(d, chained & ~chains_of(d, c.output)) | d->functions;
    compare_lists(d, c, list, through);
}

/* Rules on chained inputs: at the same value first, then where the value itself is another one.  An output that does
 * not depend on any is asked without them. */
static void compare_output(struct diff *d, uint32_t old, uint32_t new) {
    struct compared c = {.output = {old, new}, .name = d->joint->side[NEW].table->output[new].name};
    uint64_t all[2] = {chained_inputs(d, OLD), chained_inputs(d, NEW)};
    uint64_t chained = chained_for(d, OLD, old) | chained_for(d, NEW, new), above = chains_of(d, c.output);
    struct region aside = {0};
    if (chained & ~(all[OLD] & all[NEW])) { /* an input on one side, a decision on the other: only its cells compare */
        compare_whole(d, c, 0);
        return;
    }
    c.apart = chained_below(d, (all[OLD] | all[NEW]) & ~above);
    if (chained) {
        aside = chain_aside(d, above, c.apart);
    }
    compare_lists(
        d, c,
        (struct list *const[]){list_build(d, OLD, old, &aside, c.apart), list_build(d, NEW, new, &aside, c.apart)}, 0);
    if (chained) {
        c.view = VIEW_THROUGH;
        compare_whole(d, c, above & all[OLD] & all[NEW]);
    }
}

/* Without clauses every value can run everywhere, on both sides. */
static bool has_needs(const struct diff *d) {
    for (int s = OLD; s <= NEW; s++) {
        const struct table *t = d->joint->side[s].table;
        for (size_t i = 0; i < t->nrule; i++) {
            if (t->rule[i].kind == RULE_CLAUSE) {
                return true;
            }
        }
    }
    return false;
}

/* A value that a user names is checked against its needs, whatever the rules select. */
static void compare_choices(struct diff *d, uint32_t old, uint32_t new) {
    const struct output *o[2] = {&d->joint->side[OLD].table->output[old], &d->joint->side[NEW].table->output[new]};
    for (size_t v = 0; v < o[NEW]->nvalue; v++) {
        struct compared c = {
            .view = VIEW_CHOICE, .output = {old, new}, .name = o[NEW]->name, .choice = o[NEW]->value[v]};
        bool both = false;
        for (size_t k = 0; k < o[OLD]->nvalue; k++) {
            both = both || strcmp(o[OLD]->value[k], c.choice) == 0;
        }
        if (!both) {
            continue;
        }
        /* a chained input stays a question of its own where a clause of the value names it */
        uint64_t named = choice_named(d, OLD, old, c.choice) | choice_named(d, NEW, new, c.choice);
        uint64_t below = chained_below(d, chained_inputs(d, OLD) | chained_inputs(d, NEW));
        c.apart = named & below ? 0 : below;
        struct list *const list[2] = {list_choice(d, OLD, old, c.choice, c.apart),
                                      list_choice(d, NEW, new, c.choice, c.apart)};
        if (list[OLD]->nneeds || list[NEW]->nneeds) {
            compare_lists(d, c, list, 0);
        }
    }
}

/* Outcomes of all outputs first: they are what a reader looks for. */
static void compare_outputs(struct diff *d) {
    const struct table *t = d->joint->side[NEW].table;
    for (int choices = 0; choices < 1 + has_needs(d); choices++) {
        for (uint32_t i = 0; i < t->noutput; i++) {
            uint32_t old = output_named(d->joint->side[OLD].table, t->output[i].name);
            if (old != NO && choices) {
                compare_choices(d, old, i);
            } else if (old != NO) {
                compare_output(d, old, i);
            }
        }
    }
}

/* Everything that both kinds of question need: the joint space, and what its sets are called. */
static struct diff *start(struct arena *a, struct msgs *m, const struct diff_side side[2],
                          const struct diff_options *o) {
    struct diff *d = arena_alloc(a, sizeof *d);
    *d = (struct diff){
        .arena = a, .msgs = m, .side = side, .options = o, .sayings = {.arena = a}, .renamed = {.arena = a}};
    for (int s = OLD; s <= NEW; s++) {
        const struct table *t = side[s].boxes->space->table;
        d->base[s] = t->noutput ? side[s].plan[boxes_order(a, t)[0]]->boxes : side[s].boxes; /* asked first */
    }
    d->joint = join(a, m, d->base);
    if (!d->joint) {
        return NULL;
    }
    d->space = d->joint->space;
    for (int s = OLD; s <= NEW; s++) {
        d->whole[s] = arena_alloc(a, (d->joint->side[s].table->noutput + 1) * sizeof *d->whole[s]);
    }
    chained_compute(d);
    diff_name_sets(d);
    return d;
}

struct diff *diff_build(struct arena *a, struct msgs *m, const struct diff_side side[2], const struct diff_options *o) {
    struct diff *d = start(a, m, side, o);
    if (d) {
        diff_declare(d);
        compare_outputs(d);
        diff_findings(d);
    }
    return d;
}

/* Against a side that has no cells.  Chained inputs keep the values that come out. */
static void cells_output(struct diff *d, uint32_t output) {
    uint64_t above = chained_above(d, chained_for(d, NEW, output));
    struct compared c = {.output = {output, output}, .name = d->joint->side[NEW].table->output[output].name};
    struct region aside = {0};
    struct list *nothing = arena_alloc(d->arena, sizeof *nothing);
    c.apart = chained_below(d, chained_inputs(d, NEW) & ~above);
    if (above) {
        aside = chain_aside(d, above, c.apart);
    }
    struct list *all = list_build(d, NEW, output, &aside, c.apart);
    nothing->complete = true;
    /* what is set aside on one side is set aside on the other, or all of it would be a change */
    for (size_t k = 0; k < all->nitem && d->saying[all->item[k].saying].say == SAY_ASIDE; k++) {
        item_add(d, nothing, all->item[k].box, all->item[k]);
    }
    item_add(d, nothing, box_full(d->space, d->arena), (struct item){.saying = say(d, SAY_ABSENT, NULL), .rule = NO});
    compare_lists(d, c, (struct list *const[]){nothing, all}, 0);
}

struct diff *diff_cells(struct arena *a, struct msgs *m, const struct diff_side *side, const struct diff_options *o) {
    struct diff_side *both = arena_alloc(a, 2 * sizeof *both);
    both[OLD] = both[NEW] = *side;
    struct diff *d = start(a, m, both, o);
    for (uint32_t i = 0; d && i < d->joint->side[NEW].table->noutput; i++) {
        cells_output(d, i);
    }
    return d;
}

bool diff_same(const struct diff *d) {
    return d->ncompared == 0 && d->ndeclared == 0 && d->nnews == 0;
}
