/* analyse_partly.c -- partly masked: under `first`, a rule that crosses earlier rules of its tier and loses cells to them.
 *
 * In: the lines of one output, in file order.  Out: a note per rule: how many cells it loses in which the earlier
 * rule gives something else, and to which rules.  Neither rule is inside the other, so it is not plain which of them
 * was meant; a rule inside an earlier one is masked, and one around it is what `first` is for.
 */
#include "analyse.h"

enum { SHOWN = 4 };

struct loss {
    uint32_t to; /* the rule that wins */
    struct answer answer;
};
struct losses {
    struct loss *at;
    size_t count;
    struct answer all;
    bool decided;
};

static struct loss *loss_to(struct analysis *an, struct losses *l, uint32_t rule) {
    for (size_t i = 0; i < l->count; i++) {
        if (l->at[i].to == rule) {
            return &l->at[i];
        }
    }
    struct loss *loss = PUSH(an->scratch, l->at, l->count);
    loss->to = rule;
    return loss;
}

/* Is the line all of what its rule covers? */
static bool is_whole(const struct analysis *an, uint32_t line) {
    const struct region *r = &an->boxes->rule[an->plan->line[line].rule];
    return r->nbox == 1 && r->box->set == an->plan->line[line].box.set;
}

static bool crosses(struct analysis *an, uint32_t line, uint32_t by) {
    uint32_t x = an->plan->line[line].rule, y = an->plan->line[by].rule;
    if (is_whole(an, line) && is_whole(an, by) && meets_leave(an->meets, line, by) &&
        meets_leave(an->meets, by, line)) {
        return true;
    }
    struct region p = region_of(an, x), q = region_of(an, y);
    return !region_within(an->space, &p, &q) && !region_within(an->space, &q, &p);
}

/* Cells of `line` that the earlier line `by` wins.  meet: the lines that meet `line`. */
static void count_loss(struct analysis *an, const struct meeting *meet, uint32_t line, uint32_t by, struct losses *out,
                       struct cover_limit *limit) {
    const struct line *l = an->plan->line;
    struct box both = box_copy(an->space, an->scratch, &l[line].box);
    if (!box_and(an->space, &both, &l[by].box)) {
        return;
    }
    blockers_clear(an);
    blockers_before(an, meet, by);
    for (uint32_t i = meeting_next(meet, by, line); i != NO; i = meeting_next(meet, i + 1, line)) {
        if (l[i].rule == l[line].rule) {
            blockers_add(an, &l[i].box, i); /* there the rule has an earlier candidate */
        }
    }
    struct loss *loss = loss_to(an, out, l[by].rule);
    out->decided = ask_count(an, &both, &loss->answer, limit) && out->decided;
}

/* Does an earlier line win cells of `line` at all?  Told from the index, where that can tell. */
static bool loses_some(struct analysis *an, const struct meeting *meet, uint32_t line, uint32_t by,
                       struct losses *out) {
    size_t before = 0;
    while (meet->line[before] < by) {
        before++;
    }
    if (!an->untold || an->derived || an->of_rule[an->plan->line[line].rule].count > 1 ||
        meets_covered_both(an->meets, line, by, meet->line, before) != COVER_WITNESS) {
        return false;
    }
    struct loss *loss = loss_to(an, out, an->plan->line[by].rule);
    loss->answer.found = true;
    return true;
}

static bool found_any(const struct losses *l) {
    return l->count && l->at[l->count - 1].answer.found;
}

/* Line against line, added up per rule that wins; a cell has one winner, so the sums are exact.  Where nobody asks how
 * many, the first will do. */
static struct losses losses_of(struct analysis *an, uint32_t rule, struct cover_limit *limit) {
    const struct span *s = &an->of_rule[rule];
    struct losses out = {.decided = true};
    an->untold = !told(an, FINDING_PARTLY_MASKED, an->table->rule[rule].pos);
    for (size_t i = 0; i < s->count; i++) {
        uint32_t line = s->line[i];
        const struct meeting *meet = line_meeting(an, line);
        uint32_t k = meeting_next(meet, an->first[line], line);
        for (; k != NO && !(an->untold && found_any(&out)); k = meeting_next(meet, k + 1, line)) {
            uint32_t by = an->plan->line[k].rule;
            if (by != rule && an->win[k] != COVER_ALL && !line_same(an, k, line) && crosses(an, k, line) &&
                !loses_some(an, meet, line, k, &out)) {
                count_loss(an, meet, line, k, &out, limit);
            }
        }
    }
    for (size_t i = 0; i < out.count; i++) {
        const struct answer *x = &out.at[i].answer;
        if (x->found && !out.all.found) {
            out.all = *x;
        } else if (x->found) {
            out.all.cells += x->cells;
            out.all.at_least = out.all.at_least || x->at_least;
        }
    }
    return out;
}

static void report_losses(struct analysis *an, uint32_t rule, const struct losses *l) {
    size_t others = 0, shown = 0;
    if (an->untold) {
        report(an, FINDING_PARTLY_MASKED, rule, NULL, NULL);
        return;
    }
    for (size_t i = 0; i < l->count; i++) {
        others += l->at[i].answer.found;
    }
    const char *whom = arena_printf(an->arena, "%zu earlier rules", others);
    for (size_t i = 0; i < l->count && others == 1; i++) {
        if (l->at[i].answer.found) {
            whom = arena_printf(an->arena, "'%s', an earlier rule", an->table->rule[l->at[i].to].name);
        }
    }
    struct msg *m = report(an, FINDING_PARTLY_MASKED, rule, &l->all,
                           arena_printf(an->arena, "rule '%s' loses cells to %s that it crosses: %s",
                                        an->table->rule[rule].name, whom, example_text(an, &l->all)));
    for (size_t i = 0; i < l->count && others > 1 && shown < SHOWN; i++) {
        const struct rule *by = &an->table->rule[l->at[i].to];
        if (l->at[i].answer.found) {
            msg_note(an->msgs, m, by->pos, "'%s' takes %s", by->name, cells_text(an, &l->at[i].answer));
            shown++;
        }
    }
    if (others > 1 && others > shown) {
        msg_note(an->msgs, m, no_place(m->pos), "and %zu more rules", others - shown);
    }
}

/* Every pair that crosses needs a box of its own for a moment; what is kept of a rule is a message. */
void analyse_partly(struct analysis *an) {
    struct cover_limit limit = ask_limit(an); /* for all rules together: these are notes */
    struct arena *scratch = an->scratch;
    struct blockers blockers = an->blockers;
    an->scratch = arena_new();
    an->blockers = (struct blockers){0};
    for (uint32_t i = 0; i < an->table->nrule && an->table->output[an->output].hit == HIT_FIRST; i++) {
        const struct rule *r = &an->table->rule[i];
        if (!an->of_rule[i].count || an->masked[i] || r->kind != RULE_RULE || r->is_else) {
            continue;
        }
        struct losses l = losses_of(an, i, &limit);
        l.all.at_least = l.all.at_least || !l.decided;
        if (l.all.found) {
            report_losses(an, i, &l);
        }
    }
    arena_free(an->scratch);
    an->scratch = scratch;
    an->blockers = blockers;
    an->untold = false;
}
