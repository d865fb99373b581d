/* analyse_ask.c -- questions to the cover search, and what becomes of an answer that a limit cut short.
 *
 * In: a box and the blockers gathered for it.  Out: found or not, a witness, a count.
 * Guaranteed: a limit never turns into "clean": the question is named in a message, once per finding and rule; a
 * count that was cut short is a lower bound and says so.
 */
#include "analyse.h"

enum { SET_ASIDE = 64 }; /* boxes without a concrete cell before a question is called undecided */

struct cover_limit ask_limit(struct analysis *an) {
    if (an->limits->progress && an->question++ % 256 == 0) {
        an->limits->progress("questions of the analysis answered", an->question, 0);
    }
    an->unsure = NULL;
    return (struct cover_limit){an->limits->steps, 0};
}

/* Derived integers tie inputs together, so a box may have no concrete cell [note possible]: such boxes are set aside,
 * and when one of them was neither shown nor refuted and no other witness turns up, the question is undecided.  A
 * claim needs a sure witness; that a line wins is no claim. */
static enum cover search_possible(struct analysis *an, const struct box *b, bool sure, struct box *witness,
                                  struct cover_limit *limit) {
    size_t count = an->blockers.count;
    enum cover answer = COVER_UNDECIDED;
    for (int i = 0; i < SET_ASIDE; i++) {
        const struct blockers *by = &an->blockers;
        enum cover c = cover_search(an->space, an->scratch, b, by->box, by->count, limit, witness, NULL);
        enum possible p = c == COVER_WITNESS && an->derived ? box_possible(an->space, witness, NULL) : POSSIBLE_YES;
        if (c != COVER_WITNESS || p == POSSIBLE_YES || (p == POSSIBLE_UNKNOWN && !sure)) {
            answer = c == COVER_ALL && an->unsure ? COVER_UNDECIDED : c;
            break;
        }
        struct box *aside = arena_alloc(an->scratch, sizeof *aside);
        *aside = *witness;
        an->unsure = p == POSSIBLE_UNKNOWN ? aside : an->unsure;
        blockers_add(an, aside, NO);
    }
    an->blockers.count = count;
    return answer;
}

enum cover ask_search(struct analysis *an, const struct box *b, bool sure, struct box *witness) {
    struct cover_limit limit = ask_limit(an);
    return search_possible(an, b, sure, witness, &limit);
}

bool ask_taken(struct analysis *an, const struct box *b, struct cover_limit *limit) {
    struct box witness;
    an->unsure = NULL;
    limit->used += an->blockers.count + 1;
    return limit->used < limit->step && search_possible(an, b, false, &witness, limit) == COVER_ALL;
}

/* The same without what allowances let pass. */
static bool count_outside(struct analysis *an, const struct box *b, struct answer *of, struct cover_limit *limit) {
    size_t count = an->blockers.count;
    for (size_t i = 0; i < of->allowed.nbox; i++) {
        blockers_add(an, &of->allowed.box[i], NO);
    }
    of->outside->now = of->now;
    bool decided = ask_count(an, b, of->outside, limit);
    an->blockers.count = count;
    return decided;
}

bool ask_count(struct analysis *an, const struct box *b, struct answer *into, struct cover_limit *limit) {
    const struct blockers *by = &an->blockers;
    double seen = 0;
    if (an->untold && into->found) {
        return true;
    }
    if (!into->found) {
        enum cover c = search_possible(an, b, true, &into->witness, limit);
        if (c != COVER_WITNESS) {
            return c == COVER_ALL;
        }
        into->found = true;
        into->tag = into->now;
        if (an->untold) {
            return true;
        }
        seen = box_count(an->space, &into->witness);
    }
    bool at_least;
    double cells = cover_count(an->space, an->scratch, b, by->box, by->count, limit, &at_least);
    into->cells += cells > seen ? cells : seen;
    into->at_least = into->at_least || at_least;
    return !into->outside || count_outside(an, b, into, limit);
}

const struct box *line_won(struct analysis *an, uint32_t line) {
    if (!an->won[line].set) {
        takers(an, line);
        an->win[line] = ask_search(an, &an->plan->line[line].box, false, &an->won[line]);
    }
    return &an->won[line];
}

/* Where inputs are tied together the search needs the box to tell whether it has a cell.
 * Lines of never and failed cells have no rule and are asked nothing. */
void analyse_wins(struct analysis *an) {
    size_t n = an->plan->nline;
    an->win = arena_alloc(an->scratch, n * sizeof *an->win);
    an->won = arena_alloc(an->scratch, n * sizeof *an->won);
    for (uint32_t i = 0; i < n; i++) {
        const struct line *l = &an->plan->line[i];
        if (l->kind == LINE_NEVER || l->kind == LINE_FAILED) {
            continue;
        }
        bool listed;
        an->win[i] = line_taken(an, i, NO, ASET_FULL, &listed);
        if (an->win[i] == COVER_UNDECIDED) {
            an->win[i] = ask_search(an, &l->box, false, an->derived ? &an->won[i] : NULL);
        }
        if (an->win[i] == COVER_UNDECIDED) {
            undecided(an, FINDING_MASKED, l->rule, &l->box);
        }
    }
}

static const char *inputs_text(const struct analysis *an, const struct box *b) {
    struct text t = {.arena = an->arena};
    text_put(&t, "");
    for (uint64_t rest = b->named; rest; rest &= rest - 1) {
        text_printf(&t, "%s%s", t.len ? ", " : "", an->table->input[__builtin_ctzll(rest)].name);
    }
    return t.len ? t.at : "all inputs";
}

void undecided(struct analysis *an, enum finding f, uint32_t rule, const struct box *about) {
    const struct table *t = an->table;
    bool of_output = an->output != NO;
    const char *who = rule != NO  ? arena_printf(an->arena, "%s '%s'", rule_word(&t->rule[rule]), t->rule[rule].name)
                      : of_output ? arena_printf(an->arena, "output '%s'", t->output[an->output].name)
                                  : "the table";
    const char *key = arena_printf(an->arena, "%d %u %u", (int)f, rule, an->output);
    if (names_add(&an->asked, key, 0)) {
        const char *text =
            arena_printf(an->arena,
                         "'%s' of %s is undecided after %llu steps over %s; raise --max-steps, or split "
                         "what it names",
                         finding_info[f].flag, who, (unsigned long long)an->limits->steps, inputs_text(an, about));
        if (an->unsure) {
            text = arena_printf(an->arena, "'%s' of %s is undecided: no numbers were found for %s, and none ruled out",
                                finding_info[f].flag, who, box_text(an->space, an->arena, an->unsure));
        }
        report(an, FINDING_UNDECIDED, rule, NULL, text);
    }
}
