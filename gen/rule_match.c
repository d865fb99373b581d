/* rule_match.c -- is an outcome among the answers that a pin or forbid names?
 *
 * In: the answers of one output, as table_outcomes.c read them.  Out: yes or no, negation included.
 */
#include "turnout.h"

/* Answers of int outputs take ranges and multiples, as conditions do. */
static bool number_matches(const struct entry *e, int64_t number) {
    bool all = true;
    switch (e->kind) {
    case ENTRY_MULTIPLE:
        return number % e->lo == 0;
    case ENTRY_ALL:
        for (size_t i = 0; i < e->npart; i++) {
            all = all && number_matches(&e->part[i], number) != e->part[i].not ;
        }
        return all;
    case ENTRY_COMPARE:
        return (e->lo <= number && number <= e->hi) != (e->op == COMPARE_NE);
    case ENTRY_WORD:
    case ENTRY_RANGE:
        return e->lo <= number && number <= e->hi;
    case ENTRY_SET:
    case ENTRY_PREFIX:
    case ENTRY_TUPLE:
    case ENTRY_COPY:
        break;
    }
    return false;
}

static bool is_outcome(const struct entry *e, uint32_t value) {
    return e->kind == ENTRY_WORD && e->value == value;
}

static bool has_special(const struct outcome *o, uint32_t value) {
    for (size_t i = 0; i < o->ncand; i++) {
        if (is_outcome(&o->cand[i], value)) {
            return true;
        }
    }
    return o->kind == (value == VALUE_NONE ? OUTCOME_NONE : OUTCOME_ERROR);
}

bool assign_has_value(const struct assign *e, uint32_t value) {
    const struct outcome *o = &e->outcome;
    bool has = false;
    if (value == VALUE_NONE || value == VALUE_ERROR) {
        return has_special(o, value) != e->negated;
    }
    for (size_t i = 0; i < o->nvalue; i++) {
        has = has || o->value[i] == value;
    }
    return has != e->negated;
}

bool assign_has_number(const struct assign *e, int64_t number) {
    const struct outcome *o = &e->outcome;
    bool has = o->kind == OUTCOME_INT && o->number == number;
    for (size_t i = 0; i < o->ncand; i++) {
        bool special = is_outcome(&o->cand[i], VALUE_NONE) || is_outcome(&o->cand[i], VALUE_ERROR);
        has = has || (!special && number_matches(&o->cand[i], number));
    }
    return has != e->negated;
}
