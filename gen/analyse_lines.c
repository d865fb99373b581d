/* analyse_lines.c -- the lines of one output, arranged for questions: groups, spans, takers.
 *
 * In: a plan.  Out: for each line its group, for each rule its lines, and which lines come before one wherever they
 * cover [note takers].  Which lines meet is found by analyse_meet.c.
 */
#include "analyse.h"

#include <string.h>

/* ---- groups and spans ---- */

bool line_left_over(const struct analysis *an, uint32_t line) {
    const struct line *l = &an->plan->line[line];
    return l->kind == LINE_EXHAUSTED && an->table->rule[l->rule].exhausted_next;
}

/* Equal for lines of one group, and only for those. */
static uint32_t group_key(const struct analysis *an, uint32_t line) {
    const struct line *l = &an->plan->line[line];
    if (l->kind == LINE_NEVER || l->kind == LINE_REFUSE) {
        return 0;
    }
    if (l->kind == LINE_FAILED) {
        return NO;
    }
    if (line_left_over(an, line)) {
        return NO - 1;
    }
    return 1 + 2 * an->table->rule[l->rule].tier + an->table->rule[l->rule].is_else;
}

/* Lines of one group lie together in the plan: its first and last are enough. */
static void find_groups(struct analysis *an) {
    uint32_t n = (uint32_t)an->plan->nline;
    an->first = arena_alloc(an->scratch, n * sizeof *an->first);
    an->last = arena_alloc(an->scratch, n * sizeof *an->last);
    for (uint32_t i = 0; i < n; i++) {
        an->first[i] = i && group_key(an, i) == group_key(an, i - 1) ? an->first[i - 1] : i;
    }
    for (uint32_t i = n; i-- > 0;) {
        an->last[i] = i + 1 < n && an->first[i + 1] == an->first[i] ? an->last[i + 1] : i + 1;
    }
}

/* What `exhausted = next` left over is kept apart: there the rule does not compete. */
static void find_spans(struct analysis *an) {
    an->of_rule = arena_alloc(an->scratch, an->table->nrule * sizeof *an->of_rule);
    an->left_over = arena_alloc(an->scratch, an->table->nrule * sizeof *an->left_over);
    for (uint32_t i = 0; i < an->plan->nline; i++) {
        if (an->plan->line[i].rule != NO) {
            struct span *s = (line_left_over(an, i) ? an->left_over : an->of_rule) + an->plan->line[i].rule;
            *PUSH(an->scratch, s->line, s->count) = i;
        }
    }
}

/* Compared once: outcomes are few, and lie far apart in memory. */
static void find_outcomes(struct analysis *an) {
    const struct rule *r = an->table->rule;
    uint32_t n = (uint32_t)an->table->nrule, cap = 1;
    while (cap < n) {
        cap *= 2;
    }
    struct arena *a = arena_new();
    uint32_t *head = arena_alloc(a, cap * sizeof *head), *next = arena_alloc(a, (n + 1) * sizeof *next);
    an->says = arena_alloc(an->scratch, (n + 1) * sizeof *an->says);
    an->outcome = arena_alloc(an->scratch, (n + 1) * sizeof *an->outcome);
    for (uint32_t i = 0; i < n; i++) {
        const struct outcome *o = an->says[i] = rule_outcome(&r[i], an->output);
        an->outcome[i] = NO;
        if (!o) {
            continue;
        }
        uint32_t word[] = {(uint32_t)o->kind, o->nvalue, o->nvalue ? o->value[0] : NO, (uint32_t)o->number};
        uint32_t *at = &head[words_hash(word, sizeof word / sizeof *word) & (cap - 1)], first = *at;
        while (first && !outcomes_equal(&r[first - 1], &r[i], an->output)) {
            first = next[first - 1];
        }
        if (!first) { /* the first of its kind stands for it */
            next[i] = *at;
            *at = first = i + 1;
        }
        an->outcome[i] = first - 1;
    }
    arena_free(a);
}

/* ---- which lines meet ---- */

static void lines_index(struct analysis *an) {
    size_t n = an->plan->nline;
    const struct box **box = arena_alloc(an->scratch, (n + 1) * sizeof(const struct box *));
    for (size_t i = 0; i < n; i++) {
        box[i] = &an->plan->line[i].box;
    }
    an->meets = meets_make(an->scratch, an->space, box, n);
    for (size_t i = 0; i < sizeof an->meet / sizeof *an->meet; i++) {
        an->meet[i] = (struct meeting){NULL, 0, 0};
    }
}

void lines_meeting(struct analysis *an, const struct box *b, struct meeting *into) {
    meets_ask(an->meets, b, into);
}

const struct meeting *line_meeting(struct analysis *an, uint32_t line) {
    return meets_known(an->meets, line);
}

uint32_t meeting_next(const struct meeting *m, uint32_t from, uint32_t end) {
    size_t lo = 0, hi = m->count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (m->line[middle] < from) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo < m->count && m->line[lo] < end ? m->line[lo] : NO;
}

/* All of it lies in the scratch of this output: what the last one left must not be looked at. */
void analyse_lines(struct analysis *an, uint32_t output) {
    an->plan = an->plans[output];
    an->output = output;
    find_groups(an);
    find_spans(an);
    lines_index(an);
    an->relations = plan_relations(an->scratch, an->plan);
    an->versioned = arena_alloc(an->scratch, an->table->nrule * sizeof *an->versioned);
    for (uint32_t i = 0; i < an->table->nrule; i++) {
        an->versioned[i] = plan_versioned(an->boxes, i);
    }
    find_outcomes(an);
    an->blockers = (struct blockers){0};
    an->overlap = NULL;
    an->noverlap = 0;
    an->overlap_steps = 0;
    an->conflict = an->overlap_cut = false;
    an->masked = arena_alloc(an->scratch, an->table->nrule * sizeof *an->masked);
}

/* ---- blockers ---- */

void blockers_clear(struct analysis *an) {
    an->blockers.count = 0;
}

void blockers_room(struct analysis *an, size_t cap) {
    struct blockers *b = &an->blockers;
    if (cap <= b->cap) {
        return;
    }
    struct blockers bigger = {.count = b->count, .cap = cap > 2 * b->cap ? cap : 2 * b->cap + 64};
    bigger.box = arena_alloc(an->scratch, bigger.cap * sizeof(const struct box *));
    bigger.line = arena_alloc(an->scratch, bigger.cap * sizeof *bigger.line);
    bigger.used = arena_alloc(an->scratch, bigger.cap * sizeof *bigger.used);
    if (b->count) {
        memcpy(bigger.box, b->box, b->count * sizeof(const struct box *));
        memcpy(bigger.line, b->line, b->count * sizeof *b->line);
    }
    *b = bigger;
}

void blockers_add(struct analysis *an, const struct box *box, uint32_t line) {
    struct blockers *b = &an->blockers;
    if (b->count == b->cap) {
        blockers_room(an, b->cap + 1);
    }
    b->box[b->count] = box;
    b->line[b->count++] = line;
}

void blockers_before(struct analysis *an, const struct meeting *m, uint32_t end) {
    for (size_t i = 0; i < m->count && m->line[i] < end; i++) {
        blockers_add(an, &an->plan->line[m->line[i]].box, m->line[i]);
    }
}

/* ---- which rule is strictly inside which ---- */

/* Rules whose conditions change with the version are compared at each version that the two lines share. */
uint32_t lines_inside(struct analysis *an, uint32_t x, uint32_t y) {
    return plan_inside(an->relations, x, y);
}

void blockers_add_at(struct analysis *an, uint32_t x, uint32_t versions) {
    const struct box *box = &an->plan->line[x].box;
    if (versions == ASET_EMPTY) {
        return;
    }
    if (versions != ASET_FULL) {
        struct box *part = arena_alloc(an->scratch, sizeof *part);
        *part = box_copy(an->space, an->scratch, box);
        if (!box_narrow(an->space, part, an->table->versions, versions)) {
            return;
        }
        box = part;
    }
    blockers_add(an, box, x);
}

/* Parts of boxes, which stand for some versions only, are not those of the index.  Where inputs are tied together a
 * box may be without a cell: only the cover search knows. */
enum cover takers_cover(const struct analysis *an, uint32_t line, uint32_t input, uint32_t set) {
    const struct blockers *b = &an->blockers;
    for (size_t i = 0; i < b->count; i++) {
        if (b->box[i] != &an->plan->line[b->line[i]].box) {
            return COVER_UNDECIDED;
        }
    }
    return an->derived ? COVER_UNDECIDED : meets_covered(an->meets, line, input, set, b->line, b->count);
}

/* [note takers]: earlier groups take whatever they cover; within the group an earlier candidate of the same rule does,
 * and of other rules those that the hit policy puts before it.  Under `unique` and `any`, and among elses, nobody is
 * put before anybody: two that meet there are a conflict or agree, and neither is accused of hiding the other. */
void takers(struct analysis *an, uint32_t line) {
    const struct line *l = &an->plan->line[line];
    const struct meeting *meet = line_meeting(an, line);
    enum hit hit = l->kind == LINE_REFUSE ? HIT_FIRST : an->table->output[an->output].hit;
    bool in_order = hit == HIT_FIRST, inside = hit == HIT_SPECIFIC;
    if (line_left_over(an, line) || (l->rule != NO && an->table->rule[l->rule].is_else)) {
        in_order = inside = false; /* elses that overlap are a conflict */
    }
    blockers_clear(an);
    blockers_room(an, meet->count);
    blockers_before(an, meet, an->first[line]);
    for (uint32_t i = meeting_next(meet, an->first[line], an->last[line]); i != NO;
         i = meeting_next(meet, i + 1, an->last[line])) {
        bool own = an->plan->line[i].rule == l->rule;
        if (own || in_order) {
            if (i < line) {
                blockers_add(an, &an->plan->line[i].box, i);
            }
        } else if (inside) {
            blockers_add_at(an, i, lines_inside(an, i, line));
        }
    }
}

/* Where earlier lines come before later ones those that meet it are the list. */
enum cover line_taken(struct analysis *an, uint32_t line, uint32_t input, uint32_t set, bool *listed) {
    const struct line *l = &an->plan->line[line];
    enum hit hit = l->kind == LINE_REFUSE ? HIT_FIRST : an->table->output[an->output].hit;
    *listed = an->derived || hit != HIT_FIRST || line_left_over(an, line) ||
              (l->rule != NO && an->table->rule[l->rule].is_else);
    if (!*listed) {
        const struct meeting *meet = line_meeting(an, line);
        size_t before = 0;
        while (before < meet->count && meet->line[before] < line) {
            before++;
        }
        enum cover c = meets_covered(an->meets, line, input, set, meet->line, before);
        if (c != COVER_UNDECIDED) {
            return c;
        }
        *listed = true;
    }
    takers(an, line);
    return takers_cover(an, line, input, set);
}
