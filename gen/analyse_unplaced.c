/* analyse_unplaced.c -- unplaced SM: a known SM that no rule names falls into a catch-all, while a sibling of it has a
 * rule and another value.
 *
 * In: the lines of one output.  Out: a warning per rule that has a sibling: the SMs, the cells in which they get
 * something else, one of them, and what both get there; rules that miss no further SM are its notes.  Claimed only
 * where all of this holds:
 *   no rule and no refusal of the output has a condition that takes the SM, whatever the rest of it says;
 *   the rule takes an older sibling, the nearest by number (same family; where neither is in one, same major), by a
 *   plain condition, and wins with a value there: the SM came later, and nobody has placed it;
 *   in the same cell with the SM in place of the sibling another value, or NONE, comes out;
 *   no needs clause of the sibling's value fails there: then it is known why.
 * Where rules conflict nobody can say what comes out, and nothing is claimed.
 */
#include "analyse.h"

enum { SHOWN = 3 };

struct pair { /* what an answer's tag stands for */
    uint32_t line, other, sibling;
};
struct unplaced {
    uint32_t rule, input;
    uint32_t found; /* SMs */
    struct pair *pair;
    size_t npair;
    struct answer answer;
    struct cover_limit limit;
    bool decided;
};

/* What conditions of the output's rules and refusals take of the input. */
static uint32_t placed(const struct analysis *an, uint32_t input) {
    const struct table *t = an->table;
    struct asets *p = an->space->domain[input].sets;
    uint32_t set = ASET_EMPTY;
    for (uint32_t i = 0; i < t->nrule; i++) {
        bool decides = (t->rule[i].kind == RULE_RULE && an->says[i]) ||
                       (t->rule[i].kind == RULE_REFUSE && rule_refuses(&t->rule[i], an->output));
        const struct region *r = &an->boxes->rule[i];
        for (size_t k = 0; decides && k < r->nbox; k++) {
            if (r->box[k].set[input] != ASET_FULL) {
                set = aset_or(p, set, r->box[k].set[input]);
            }
        }
    }
    return set;
}

/* The atoms that a rule takes by one plain condition: all its boxes have the same set there. */
static uint32_t taken(const struct analysis *an, uint32_t rule, uint32_t input) {
    const struct rule *r = &an->table->rule[rule];
    bool plain = false;
    for (size_t i = 0; i < r->ncond; i++) {
        for (size_t k = 0; k < r->cond[i].ninput; k++) {
            if (r->cond[i].input[k] == input) {
                if (plain || r->cond[i].form != COND_PLAIN) {
                    return ASET_EMPTY;
                }
                plain = true;
            }
        }
    }
    struct asets *p = an->space->domain[input].sets;
    uint32_t set = ASET_EMPTY;
    for (size_t i = 0; plain && i < an->boxes->rule[rule].nbox; i++) {
        set = aset_or(p, set, an->boxes->rule[rule].box[i].set[input]);
    }
    return set;
}

/* The nearest older sibling of an SM among some, or NO.  Atoms of known SMs ascend. */
static uint32_t older_sibling(const struct analysis *an, uint32_t input, uint32_t sm, uint32_t among) {
    struct asets *p = an->space->domain[input].sets;
    for (uint32_t i = sm; i-- > 0;) {
        if (aset_has(p, among, i) && sm_siblings(an, input, sm, i)) {
            return i;
        }
    }
    return NO;
}

/* Blockers that hold where the input is the sibling are moved to the SM; the others go. */
static void move_blockers(struct analysis *an, uint32_t input, uint32_t sibling, uint32_t sm) {
    struct blockers *by = &an->blockers;
    struct asets *p = an->space->domain[input].sets;
    size_t kept = 0;
    for (size_t i = 0; i < by->count; i++) {
        if (!aset_has(p, by->box[i]->set[input], sibling)) {
            continue;
        }
        struct box *moved = arena_alloc(an->scratch, sizeof *moved);
        *moved = box_copy(an->space, an->scratch, by->box[i]);
        moved->set[input] = aset_one(p, sm);
        moved->named |= (uint64_t)1 << input;
        by->box[kept] = moved;
        by->line[kept++] = NO;
    }
    by->count = kept;
}

/* Adds the cells of b (at the SM) that line `other` answers and that `line` would win at the sibling. */
static void count_pair(struct analysis *an, struct unplaced *u, const struct box *b, struct pair pair, uint32_t sm) {
    uint32_t value = an->plan->line[pair.line].value;
    double before = u->answer.cells;
    takers(an, pair.line);
    move_blockers(an, u->input, pair.sibling, sm);
    lines_meeting(an, b, &an->meet[0]);
    blockers_before(an, &an->meet[0], pair.other);
    for (size_t i = 0; i < an->nclause && value != NO; i++) {
        const struct region *fails = &an->boxes->rule[an->clause[i]];
        bool speaks = clause_speaks_of(&an->table->rule[an->clause[i]], an->output, value);
        for (size_t k = 0; speaks && k < fails->nbox; k++) {
            blockers_add(an, &fails->box[k], NO);
        }
    }
    u->answer.now = (uint32_t)u->npair;
    *PUSH(an->scratch, u->pair, u->npair) = pair;
    u->decided = ask_count(an, b, &u->answer, &u->limit) && u->decided;
    if (u->answer.cells > before) {
        struct asets *p = an->space->domain[u->input].sets;
        u->found = aset_or(p, u->found, aset_one(p, sm));
    }
}

/* One line of the rule, moved from the sibling to the SM, against all that answer there. */
static void look_at_line(struct analysis *an, struct unplaced *u, uint32_t line, uint32_t sm, uint32_t sibling) {
    struct asets *p = an->space->domain[u->input].sets;
    struct box at = box_copy(an->space, an->scratch, &an->plan->line[line].box);
    if (an->plan->line[line].kind != LINE_VALUE || an->win[line] == COVER_ALL ||
        !aset_has(p, at.set[u->input], sibling)) {
        return;
    }
    at.set[u->input] = aset_one(p, sm);
    at.named |= (uint64_t)1 << u->input;
    struct meeting *meet = &an->meet[1];
    lines_meeting(an, &at, meet);
    for (size_t k = 0; k < meet->count; k++) {
        uint32_t i = meet->line[k];
        enum line_kind kind = an->plan->line[i].kind;
        struct box b = box_copy(an->space, an->scratch, &at);
        if ((kind == LINE_VALUE || kind == LINE_NONE) && !line_same(an, i, line) &&
            box_and(an->space, &b, &an->plan->line[i].box)) {
            count_pair(an, u, &b, (struct pair){line, i, sibling}, sm);
        }
    }
}

/* Rules that miss the same SMs, or fewer. */
static void note_others(struct analysis *an, struct msg *m, const struct unplaced *u, size_t n) {
    struct asets *p = an->space->domain[u->input].sets;
    size_t count = 0;
    for (size_t i = 1; i < n; i++) {
        const struct rule *r = &an->table->rule[u[i].rule];
        if (u[i].answer.found && aset_within(p, u[i].found, u->found)) {
            if (count++ < SHOWN) {
                msg_note(an->msgs, m, r->pos, "'%s' has one too: %s", r->name, cells_text(an, &u[i].answer));
            }
        }
    }
    if (count > SHOWN) {
        msg_note(an->msgs, m, no_place(m->pos), "and %zu more rules have one", count - SHOWN);
    }
}

/* n: it and the rules after it. */
static void settle(struct analysis *an, struct unplaced *u, size_t n) {
    const struct rule *r = &an->table->rule[u->rule];
    u->answer.at_least = u->answer.at_least || !u->decided;
    if (!u->answer.found) {
        if (!u->decided) {
            undecided(an, FINDING_UNPLACED_SM, u->rule, &an->boxes->rule[u->rule].box[0]);
        }
        return;
    }
    allow_settle(an, &u->answer, FINDING_UNPLACED_SM, u->rule, NULL);
    const struct pair *pair = &u->pair[u->answer.tag];
    const struct rule *other = &an->table->rule[an->plan->line[pair->other].rule];
    const char *gives = line_outcome_text(an, an->plan, pair->line);
    struct msg *m =
        report(an, FINDING_UNPLACED_SM, u->rule, &u->answer,
               arena_printf(an->arena,
                            "no rule of '%s' names %s, though '%s' has an older sibling: in %s, '%s' gives %s, where "
                            "'%s' gives %s to %s; name them where they belong",
                            an->table->output[an->output].name, sms_text(an, u->input, u->found), r->name,
                            example_text(an, &u->answer), other->name, line_outcome_text(an, an->plan, pair->other),
                            r->name, gives, an->space->domain[u->input].atom[pair->sibling].text));
    msg_note(an->msgs, m, other->pos, "'%s' takes what no rule names", other->name);
    note_others(an, m, u, n);
}

static struct unplaced look_at_rule(struct analysis *an, uint32_t rule, uint32_t input, uint32_t left) {
    struct asets *p = an->space->domain[input].sets;
    uint32_t has = taken(an, rule, input), n = (uint32_t)an->table->input[input].nvalue;
    struct unplaced u = {.rule = rule, .input = input, .found = ASET_EMPTY, .decided = true, .limit = ask_limit(an)};
    allow_expect(an, &u.answer, FINDING_UNPLACED_SM, rule, NULL);
    for (uint32_t sm = aset_next(p, left, 0); sm != NO && sm < n && has != ASET_EMPTY;
         sm = aset_next(p, left, sm + 1)) {
        uint32_t sibling = older_sibling(an, input, sm, has);
        for (size_t i = 0; sibling != NO && i < an->of_rule[rule].count; i++) {
            look_at_line(an, &u, an->of_rule[rule].line[i], sm, sibling);
        }
    }
    return u;
}

static void look_at_input(struct analysis *an, uint32_t input, uint32_t left) {
    const struct table *t = an->table;
    struct asets *p = an->space->domain[input].sets;
    struct unplaced *u = NULL;
    size_t nu = 0;
    for (uint32_t i = 0; i < t->nrule && left != ASET_EMPTY; i++) {
        if (t->rule[i].kind == RULE_RULE && an->says[i]) {
            struct unplaced now = look_at_rule(an, i, input, left);
            if (now.answer.found || !now.decided) {
                *PUSH(an->scratch, u, nu) = now;
            }
        }
    }
    for (size_t i = 0; i < nu; i++) {
        bool told = false;
        for (size_t k = 0; k < i && u[i].answer.found; k++) {
            told = told || (u[k].answer.found && aset_within(p, u[i].found, u[k].found));
        }
        if (!told) {
            settle(an, &u[i], nu - i);
        }
    }
}

void analyse_unplaced(struct analysis *an) {
    const struct table *t = an->table;
    for (uint32_t input = 0; input < t->ninput && !an->conflict; input++) {
        if (t->input[input].type == TYPE_SM) {
            look_at_input(an, input, aset_minus(an->space->domain[input].sets, ASET_FULL, placed(an, input)));
        }
    }
}
