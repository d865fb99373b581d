/* analyse_conflict.c -- conflict and overlap: two rules that win one cell.
 *
 * In: the lines of one output.  Out: per pair of rules at most one message: a conflict when their outcomes differ in
 * some cell (under `unique`, and between elses, when they meet at all), else an overlap note.
 * Pairs come from analyse_meet.c, never from trying all.  A pair is a conflict only where both win: the cell is in no
 * earlier group, in no rule strictly inside either of them, and their lists resolve to different values there.
 */
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 3 }; /* crossing boxes that are written out */

struct crossing { /* line x of a rule meets line y of `rule`, a later one in the file */
    uint32_t rule, x, y;
    uint32_t versions; /* where neither is inside the other */
    bool same;
};
struct crossings {
    struct crossing *at;
    size_t count;
};

/* Errors with different texts are different outcomes; copies that fail all have one. */
static const char *error_text(const struct analysis *an, const struct line *l) {
    const struct outcome *o = rule_outcome(&an->table->rule[l->rule], an->output);
    return o && o->kind == OUTCOME_ERROR && o->error ? o->error : "";
}

/* A value that cannot run there is still that value: incapable is another finding. */
bool line_same(const struct analysis *an, uint32_t x, uint32_t y) {
    const struct line *p = &an->plan->line[x], *q = &an->plan->line[y];
    enum line_kind kp = p->kind == LINE_INCAPABLE ? LINE_VALUE : p->kind;
    enum line_kind kq = q->kind == LINE_INCAPABLE ? LINE_VALUE : q->kind;
    if (kp != kq || (kp == LINE_VALUE && (p->value != q->value || p->number != q->number || p->copy != q->copy))) {
        return false;
    }
    return kp != LINE_ERROR || strcmp(error_text(an, p), error_text(an, q)) == 0;
}

/* Elses of a tier are a group of their own, and no policy lets them overlap. */
static bool is_else(const struct analysis *an, uint32_t line) {
    return an->table->rule[an->plan->line[line].rule].is_else;
}

static bool by_specificity(const struct analysis *an, uint32_t line) {
    return an->table->output[an->output].hit == HIT_SPECIFIC && !is_else(an, line);
}

static bool must_not_meet(const struct analysis *an, uint32_t line) {
    return an->table->output[an->output].hit == HIT_UNIQUE || is_else(an, line);
}

/* Total, so that the order of messages does not depend on qsort. */
static int by_rule(const void *x, const void *y) {
    const struct crossing *p = x, *q = y;
    if (p->rule != q->rule) {
        return p->rule < q->rule ? -1 : 1;
    }
    if (p->x != q->x) {
        return p->x < q->x ? -1 : 1;
    }
    return p->y < q->y ? -1 : p->y > q->y;
}

/* Collects the later rules that line x meets and that are not ordered with its rule everywhere. */
static void cross(struct analysis *an, struct crossings *list, uint32_t x) {
    const struct meeting *meet = line_meeting(an, x);
    for (uint32_t y = meeting_next(meet, an->first[x], an->last[x]); y != NO;
         y = meeting_next(meet, y + 1, an->last[x])) {
        struct crossing c = {an->plan->line[y].rule, x, y, ASET_FULL, line_same(an, x, y)};
        if (c.rule <= an->plan->line[x].rule) {
            continue;
        }
        if (by_specificity(an, x)) {
            uint32_t either = lines_inside(an, x, y), other = lines_inside(an, y, x);
            if (either == ASET_FULL || other == ASET_FULL) {
                continue;
            }
            if (either != ASET_EMPTY || other != ASET_EMPTY) {
                struct asets *p = an->space->domain[an->table->versions].sets;
                c.versions = aset_minus(p, aset_minus(p, ASET_FULL, either), other);
            }
        }
        *PUSH(an->scratch, list->at, list->count) = c;
    }
}

/* Everything that keeps one of the two from winning a cell of both: earlier groups, earlier candidates, rules inside
 * either. */
static void crossing_blockers(struct analysis *an, const struct crossing *c, const struct box *both) {
    struct meeting *meet = &an->meet[1];
    lines_meeting(an, both, meet);
    blockers_clear(an);
    blockers_before(an, meet, an->first[c->x]);
    uint32_t rule_x = an->plan->line[c->x].rule, end = an->last[c->x];
    for (uint32_t i = meeting_next(meet, an->first[c->x], end); i != NO; i = meeting_next(meet, i + 1, end)) {
        uint32_t rule = an->plan->line[i].rule;
        if (rule == rule_x || rule == c->rule) {
            if (i < (rule == rule_x ? c->x : c->y)) {
                blockers_add(an, &an->plan->line[i].box, i);
            }
        } else if (by_specificity(an, c->x)) {
            blockers_add_at(an, i, lines_inside(an, i, c->x));
            blockers_add_at(an, i, lines_inside(an, i, c->y));
        }
    }
}

/* Of a ranked output: counts the cells in which the orders differ as different outcomes, and the others as the same. */
static bool count_orders(struct analysis *an, const struct crossing *c, const struct box *both, struct answer *into,
                         struct answer *differ, struct cover_limit *limit) {
    bool cut = false, decided = true;
    struct region apart = order_differs(an, c->x, c->y, both, &cut);
    for (size_t i = 0; i < apart.nbox && differ; i++) {
        differ->now = into->now;
        decided = ask_count(an, &apart.box[i], differ, limit) && decided;
        blockers_add(an, &apart.box[i], NO);
    }
    return ask_count(an, both, into, limit) && decided && !cut;
}

/* Adds the cells that both lines win; differ: where ranked orders go apart. */
static bool crossing_count(struct analysis *an, const struct crossing *c, struct answer *into, struct answer *differ,
                           struct cover_limit *limit) {
    struct box both = box_copy(an->space, an->scratch, &an->plan->line[c->x].box);
    if (!box_and(an->space, &both, &an->plan->line[c->y].box) ||
        (c->versions != ASET_FULL && !box_narrow(an->space, &both, an->table->versions, c->versions))) {
        return true;
    }
    crossing_blockers(an, c, &both);
    bool ranked = an->table->output[an->output].ranked && an->plan->line[c->x].kind == LINE_VALUE;
    return ranked && differ ? count_orders(an, c, &both, into, differ, limit) : ask_count(an, &both, into, limit);
}

/* The rule that decides the crossing: strictly inside both. */
static void advise_crossing(struct analysis *an, struct msg *m, uint32_t x, uint32_t y) {
    struct region rx = region_of(an, x), ry = region_of(an, y);
    const char *nx = an->table->rule[x].name, *ny = an->table->rule[y].name;
    struct region both = region_and(an->space, an->scratch, &rx, &ry);
    bool versioned = an->versioned[x] || an->versioned[y];
    bool equal = region_within(an->space, &rx, &ry) && region_within(an->space, &ry, &rx);
    /* where inputs follow from others, also if they differ in cells that cannot occur */
    equal = equal || (!versioned && !(would_be_stricter(an, x, &both, y) && would_be_stricter(an, y, &both, x)));
    if (equal) {
        msg_note(an->msgs, m, no_place(m->pos), "both have the same cells: delete one, or put it into another tier");
        return;
    }
    struct text t = {.arena = an->arena};
    for (size_t i = 0; i < both.nbox && i < SHOWN; i++) {
        const char *name =
            i ? arena_printf(an->arena, "%s-and-%s-%zu", nx, ny, i + 1) : arena_printf(an->arena, "%s-and-%s", nx, ny);
        text_printf(&t, "%s%s", i ? "\n\n" : "", rule_skeleton(an, name, &both.box[i], "?", an->table->rule[x].tier));
    }
    if (both.nbox > SHOWN) {
        text_printf(&t, "\n\n; and %zu more boxes", both.nbox - SHOWN);
    }
    msg_note(an->msgs, m, no_place(m->pos),
             "a rule for the crossing decides it (one more condition in either rule leaks cells to the others):\n%s",
             t.at);
}

/* The caret is at the later rule; the earlier one is the second place. */
static void report_conflict(struct analysis *an, const struct crossing *c, const struct answer *x) {
    uint32_t rule_x = an->plan->line[c->x].rule;
    const char *nx = an->table->rule[rule_x].name, *ny = an->table->rule[c->rule].name;
    const char *gx = line_outcome_text(an, an->plan, c->x), *gy = line_outcome_text(an, an->plan, c->y), *text;
    if (is_else(an, c->x)) {
        text = arena_printf(an->arena, "the elses '%s' and '%s' overlap in %s; give one of them a condition or a tier",
                            nx, ny, example_text(an, x));
    } else if (must_not_meet(an, c->x)) {
        text = arena_printf(an->arena, "rules '%s' and '%s' overlap in %s; '%s' is unique, so make them disjoint", nx,
                            ny, example_text(an, x), an->table->output[an->output].name);
    } else {
        text =
            arena_printf(an->arena, "rule '%s' gives %s, but '%s' gives %s in %s", ny, gy, nx, gx, example_text(an, x));
    }
    report_second(an, nx);
    struct msg *m = report(an, FINDING_CONFLICT, c->rule, x, text);
    msg_note(an->msgs, m, an->table->rule[rule_x].pos, "'%s' gives %s", nx, gx);
    if (by_specificity(an, c->x)) {
        advise_crossing(an, m, rule_x, c->rule);
    }
}

/* All crossings of two rules: those with different outcomes first. */
static void look_at_pair(struct analysis *an, const struct crossing *c, size_t n) {
    struct answer differ = {0}, same = {0};
    struct cover_limit limit = ask_limit(an);
    const char *name = an->table->rule[an->plan->line[c->x].rule].name;
    bool decided = true, told_conflict = told(an, FINDING_CONFLICT, an->table->rule[c->rule].pos);
    allow_expect(an, &differ, FINDING_CONFLICT, c->rule, name);
    for (size_t i = 0; i < n; i++) {
        bool conflict = !c[i].same || must_not_meet(an, c[i].x);
        struct answer *into = conflict ? &differ : &same;
        bool ranked = an->table->output[an->output].ranked;
        if (!conflict && !ranked && (an->overlap_cut || differ.found)) {
            continue;
        }
        into->now = (uint32_t)i;
        an->untold = conflict && !told_conflict;
        decided = crossing_count(an, &c[i], into, conflict ? NULL : &differ, &limit) && decided;
    }
    an->untold = false;
    differ.at_least = differ.at_least || !decided;
    same.at_least = same.at_least || !decided;
    if (differ.found && !told_conflict) {
        an->conflict = true;
        report(an, FINDING_CONFLICT, c->rule, NULL, NULL);
    } else if (differ.found) {
        an->conflict = true;
        allow_settle(an, &differ, FINDING_CONFLICT, c->rule, name);
        report_conflict(an, &c[differ.tag], &differ);
    } else if (!decided) {
        an->conflict = true;
        undecided(an, FINDING_CONFLICT, c->rule, &an->plan->line[c->y].box);
    } else if (same.found) {
        struct overlap *o = PUSH(an->scratch, an->overlap, an->noverlap);
        *o = (struct overlap){an->plan->line[c->x].rule, c->rule, c[same.tag].y, same};
    }
    an->overlap_steps += differ.found ? 0 : limit.used;
    an->overlap_cut = an->overlap_steps > an->limits->steps;
}

/* Rule by rule, so that the memory is that of one rule's crossings. */
void analyse_conflicts(struct analysis *an) {
    for (uint32_t r = 0; r < an->table->nrule; r++) {
        const struct span *s = &an->of_rule[r];
        struct crossings list = {NULL, 0};
        if (an->table->rule[r].kind != RULE_RULE ||
            (an->table->output[an->output].hit == HIT_FIRST && !an->table->rule[r].is_else)) {
            continue;
        }
        for (size_t i = 0; i < s->count; i++) {
            cross(an, &list, s->line[i]);
        }
        if (list.count) {
            qsort(list.at, list.count, sizeof *list.at, by_rule);
        }
        for (size_t i = 0, k; i < list.count; i = k) {
            for (k = i; k < list.count && list.at[k].rule == list.at[i].rule;) {
                k++;
            }
            look_at_pair(an, &list.at[i], k - i);
        }
    }
}

static void report_overlap(struct analysis *an, const struct overlap *o) {
    const char *nx = an->table->rule[o->x].name, *ny = an->table->rule[o->y].name;
    report_second(an, nx);
    struct msg *m = report(an, FINDING_OVERLAP, o->y, &o->answer,
                           arena_printf(an->arena, "rules '%s' and '%s' both give %s in %s; '%s' is credited", nx, ny,
                                        line_outcome_text(an, an->plan, o->line), example_text(an, &o->answer), nx));
    msg_note(an->msgs, m, an->table->rule[o->x].pos, "'%s' is here", nx);
}

/* After analyse_masked: a rule that is masked by its equals needs no note about overlapping them. */
void analyse_overlaps(struct analysis *an) {
    for (size_t i = 0; i < an->noverlap; i++) {
        if (!an->masked[an->overlap[i].x] && !an->masked[an->overlap[i].y]) {
            report_overlap(an, &an->overlap[i]);
        }
    }
    if (an->overlap_cut) {
        report(an, FINDING_OVERLAP, NO, NULL,
               arena_printf(an->arena, "more rules of '%s' overlap than were counted in %llu steps (see --max-steps)",
                            an->table->output[an->output].name, (unsigned long long)an->limits->steps));
    }
}
