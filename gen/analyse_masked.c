/* analyse_masked.c -- masked: a rule whose every cell is taken by others, also by a union of them.
 *
 * In: which lines win.  Out: per masked rule a message that names a sufficient set of maskers: a single one where
 * there is one (the cover search tries that first), else the set that the proof used, trimmed within a step limit.
 * Under `specific` and `any` a cell also goes to an earlier rule of the same outcome [note credit]; that counts only
 * in an output without conflicts, so that no rule is accused because of cells that nobody decides.
 */
#include "analyse.h"

enum { TRIM_STEPS = 500000, PIECES = 64 };

struct maskers {
    uint32_t *rule; /* NO: never */
    size_t count;
};

/* Cells of line y in which its rule is credited before that of line x: not where a rule after x's beats it.  Where
 * a rule between the two does, that one is a taker itself; where y's rule has an earlier candidate of another outcome,
 * it does not win, or else the output had a conflict. */
static struct region credited_pieces(struct analysis *an, uint32_t x, uint32_t y, const struct box *where,
                                     bool *undecided) {
    const struct line *line = an->plan->line;
    struct region all = {NULL, 0}, minus = {NULL, 0};
    *PUSH(an->scratch, all.box, all.nbox) = box_copy(an->space, an->scratch, where);
    for (uint32_t i = an->first[y]; i < an->last[y] && an->table->output[an->output].hit == HIT_SPECIFIC; i++) {
        if (line[i].rule > line[x].rule && box_meets(an->space, &line[i].box, where) &&
            lines_inside(an, i, y) != ASET_EMPTY) {
            *PUSH(an->scratch, minus.box, minus.nbox) = line[i].box;
        }
    }
    return minus.nbox ? region_sharp(an->space, an->scratch, &all, &minus, PIECES, undecided) : all;
}

/* Adds the cells of line x that an earlier rule of the same outcome is credited with. */
static bool add_credited(struct analysis *an, uint32_t x) {
    const struct line *line = an->plan->line;
    bool undecided = false, inside = an->table->output[an->output].hit == HIT_SPECIFIC;
    const struct meeting *meet = line_meeting(an, x);
    for (uint32_t y = meeting_next(meet, an->first[x], an->last[x]); y != NO && !undecided;
         y = meeting_next(meet, y + 1, an->last[x])) {
        if (line[y].rule >= line[x].rule || !line_same(an, x, y) || (inside && lines_inside(an, x, y) != ASET_EMPTY)) {
            continue;
        }
        struct box both = box_copy(an->space, an->scratch, &line[x].box);
        if (box_and(an->space, &both, &line[y].box)) {
            struct region r = credited_pieces(an, x, y, &both, &undecided);
            for (size_t i = 0; i < r.nbox; i++) {
                blockers_add(an, &r.box[i], y);
            }
        }
    }
    return !undecided;
}

/* Only a rule that overlaps an earlier one of the same outcome; those pairs are known. */
static bool may_be_credited(const struct analysis *an, uint32_t rule) {
    for (size_t i = 0; i < an->noverlap && !an->conflict; i++) {
        if (an->overlap[i].y == rule) {
            return true;
        }
    }
    return false;
}

/* In the order found, each once. */
static void add_masker(struct analysis *an, struct maskers *m, uint32_t rule) {
    for (size_t i = 0; i < m->count; i++) {
        if (m->rule[i] == rule) {
            return;
        }
    }
    *PUSH(an->scratch, m->rule, m->count) = rule;
}

static bool among(const struct maskers *m, uint32_t rule) {
    for (size_t i = 0; i < m->count; i++) {
        if (m->rule[i] == rule) {
            return true;
        }
    }
    return false;
}

/* Leaves only blockers of the maskers and of the rule itself. */
static void keep_maskers(struct analysis *an, uint32_t rule, const struct maskers *only) {
    struct blockers *b = &an->blockers;
    size_t kept = 0;
    for (size_t i = 0; i < b->count; i++) {
        uint32_t by = an->plan->line[b->line[i]].rule;
        if (by == rule || among(only, by)) {
            b->box[kept] = b->box[i];
            b->line[kept++] = b->line[i];
        }
    }
    b->count = kept;
}

/* Is every line of the rule taken (by `only` alone, when given)?  Collects the rules that the proof used. */
static bool all_taken(struct analysis *an, uint32_t rule, bool credit, const struct maskers *only, struct maskers *used,
                      struct cover_limit *limit) {
    const struct span *s = &an->of_rule[rule];
    for (size_t i = 0; i < s->count; i++) {
        takers(an, s->line[i]);
        if (credit && !add_credited(an, s->line[i])) {
            return false;
        }
        struct blockers *b = &an->blockers;
        if (only) {
            keep_maskers(an, rule, only);
        }
        if (cover_search(an->space, an->scratch, &an->plan->line[s->line[i]].box, b->box, b->count, limit, NULL,
                         b->used) != COVER_ALL) {
            return false;
        }
        for (size_t k = 0; used && k < b->count; k++) {
            uint32_t by = an->plan->line[b->line[k]].rule;
            if (b->used[k] && by != rule) {
                add_masker(an, used, by);
            }
        }
    }
    return true;
}

/* Drops maskers that are not needed, the last found first. */
static void trim(struct analysis *an, uint32_t rule, bool credit, struct maskers *m) {
    struct cover_limit limit = {TRIM_STEPS, 0};
    for (size_t i = m->count; i-- > 0 && m->count > 1 && limit.used < limit.step;) {
        struct maskers fewer = {arena_alloc(an->scratch, m->count * sizeof *fewer.rule), 0};
        for (size_t k = 0; k < m->count; k++) {
            if (k != i) {
                fewer.rule[fewer.count++] = m->rule[k];
            }
        }
        if (all_taken(an, rule, credit, &fewer, NULL, &limit)) {
            *m = fewer;
        }
    }
}

/* The first three by name; all of them are in the notes. */
static const char *maskers_text(const struct analysis *an, const struct maskers *m) {
    struct text t = {.arena = an->arena};
    for (size_t i = 0; i < m->count && i < 3; i++) {
        const char *name = m->rule[i] == NO ? "[never]" : an->table->rule[m->rule[i]].name;
        const char *quote = m->rule[i] == NO ? "" : "'";
        text_printf(&t, "%s%s%s%s", !i ? "" : i + 1 == m->count ? " and " : ", ", quote, name, quote);
    }
    if (m->count > 3) {
        text_printf(&t, " and %zu more", m->count - 3);
    }
    return t.at;
}

/* How much of the rule each masker has; they may share cells, so the numbers may add up to more. */
static void note_masker(struct analysis *an, struct msg *m, uint32_t rule, uint32_t by) {
    const struct table *t = an->table;
    if (by == NO) {
        msg_note(an->msgs, m, no_place(m->pos), "the [never] sections exclude cells of it");
        return;
    }
    struct region own = region_of(an, rule), other = region_of(an, by);
    struct region both = region_and(an->space, an->scratch, &own, &other);
    struct answer x = rule_cells(an, &both);
    msg_note(an->msgs, m, t->rule[by].pos, "%s '%s'%s has %s of it", rule_word(&t->rule[by]), t->rule[by].name,
             tier_text(an, by), cells_text(an, &x));
}

/* Nobody wrote that it is in this tier: it may be the surprise. */
static void note_tier(struct analysis *an, struct msg *m, uint32_t rule) {
    const struct rule *r = &an->table->rule[rule];
    if (r->kind == RULE_RULE && !r->tier_given && an->table->ntier > 1) {
        msg_note(an->msgs, m, no_place(m->pos), "'%s' names no tier, so it is in the %s, '%s'; write `tier = NAME`",
                 r->name, r->is_else ? "last" : "first", an->table->tier[r->tier]);
    }
}

/* Why a rule wins nothing although no rule takes its cells: it has no line in them. */
static const char *lineless_text(const struct analysis *an, uint32_t rule) {
    return an->table->rule[rule].is_else ? "the rules of its tier cover, if only with an empty list, all of"
                                         : "no candidate's needs hold in any of";
}

/* Without a rule that only its equals mask, or that keeps an else out with an empty list, cells may change. */
static const char *advice_text(const struct rule *r, const struct maskers *m, bool credit) {
    if (credit || r->exhausted_next) {
        return m->count == 1 ? "give it cells that the other has not" : "give it cells that they have not";
    }
    return m->count == 1 ? "delete it, or narrow the other" : "delete it, or narrow them";
}

static bool is_never(struct analysis *an, uint32_t rule) {
    struct region own = region_of(an, rule);
    return an->boxes->never.nbox && region_within(an->space, &own, &an->boxes->never);
}

static void report_masked(struct analysis *an, uint32_t rule, const struct maskers *m, bool credit) {
    const struct rule *r = &an->table->rule[rule];
    struct region own = region_of(an, rule);
    struct answer x = rule_cells(an, &own);
    const char *output = an->table->output[an->output].name, *text;
    bool never = is_never(an, rule);
    if (never) {
        text = arena_printf(an->arena, "%s '%s' has no cell: all of them are never", rule_word(r), r->name);
    } else if (!m->count || (m->count == 1 && m->rule[0] == NO)) {
        text = arena_printf(an->arena, "rule '%s' never decides '%s': %s its %s that can occur", r->name, output,
                            lineless_text(an, rule), cells_text(an, &x));
    } else {
        text = arena_printf(an->arena, "%s '%s' never decides '%s': %s %s all of its %s; %s", rule_word(r), r->name,
                            output, maskers_text(an, m), m->count == 1 ? "takes" : "take", cells_text(an, &x),
                            advice_text(r, m, credit));
    }
    const char *second = m->count == 1 && m->rule[0] != NO ? an->table->rule[m->rule[0]].name : NULL;
    report_second(an, second);
    allow_whole(an, never ? FINDING_EMPTY : FINDING_MASKED, rule, second);
    struct msg *msg = report(an, never ? FINDING_EMPTY : FINDING_MASKED, rule, never ? NULL : &x, text);
    for (size_t i = 0; i < m->count && !never; i++) {
        note_masker(an, msg, rule, m->rule[i]);
    }
    note_tier(an, msg, rule);
}

/* A rule that wins may still be masked by its equals, so it is asked about with them. */
static void look_at_rule(struct analysis *an, uint32_t rule) {
    const struct span *s = &an->of_rule[rule];
    bool wins = false;
    for (size_t i = 0; i < s->count; i++) {
        wins = wins || an->win[s->line[i]] == COVER_WITNESS;
        if (an->win[s->line[i]] == COVER_UNDECIDED) {
            return;
        }
    }
    struct maskers m = {NULL, 0};
    struct cover_limit limit = ask_limit(an);
    if (wins && !may_be_credited(an, rule)) {
        return;
    }
    if (!all_taken(an, rule, wins, NULL, &m, &limit)) {
        if (!wins || limit.used >= limit.step) { /* what wins nothing is taken: only the proof is missing */
            undecided(an, FINDING_MASKED, rule, &an->plan->line[s->line[0]].box);
        }
        return;
    }
    an->masked[rule] = an->spoken[rule] = true;
    enum finding f = is_never(an, rule) ? FINDING_EMPTY : FINDING_MASKED;
    if (told(an, f, an->table->rule[rule].pos)) {
        trim(an, rule, wins, &m);
        report_masked(an, rule, &m, wins);
    } else {
        report(an, f, rule, NULL, NULL);
    }
}

void analyse_masked(struct analysis *an) {
    const struct table *t = an->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        bool decides = (an->says[i] && t->rule[i].kind == RULE_RULE) ||
                       (t->rule[i].kind == RULE_REFUSE && rule_refuses(&t->rule[i], an->output));
        if (decides && an->boxes->rule[i].nbox) {
            look_at_rule(an, i);
        }
    }
}
