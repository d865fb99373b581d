/* model_docs_words.c -- atoms and outcomes in words, and the colour that goes with an outcome.
 *
 * In:  an answer, or a set of atoms.  Out: text in the table's own words, the kind of the answer, a colour of seven and
 * a pattern of three, so that 21 values differ; the text is always there too, so nothing is told by colour alone.
 * Numbers take the colour of their rank among all numbers that the rules of the output write.
 */
#include "model_docs.h"
#include "dot.h"

#include <inttypes.h>

enum { COLOURS = 7, PATTERNS = 3 }; /* those of the page's style sheet, and of dot.c */

/* How many smaller numbers the output's rules name. */
static uint32_t number_rank(const struct docs *d, uint32_t output, int64_t number) {
    struct names seen = {.arena = arena_new()};
    uint32_t rank = 0;
    for (size_t i = 0; i < d->table->nrule; i++) {
        const struct outcome *o = rule_outcome(&d->table->rule[i], output);
        bool named = o && d->table->rule[i].kind == RULE_RULE && o->kind == OUTCOME_INT && o->number < number;
        rank += named && names_add(&seen, arena_printf(seen.arena, "%" PRId64, o->number), 0);
    }
    arena_free(seen.arena);
    return rank;
}

/* Seven colours, then the same with another pattern. */
static struct outcome_words coloured(const char *text, uint32_t index) {
    return (struct outcome_words){text, "value", index % COLOURS, index / COLOURS % PATTERNS};
}

struct outcome_words docs_value(const struct docs *d, struct arena *a, uint32_t output, uint32_t value) {
    (void)a;
    return coloured(d->table->output[output].value[value], value);
}

/* The second rule of a conflict says something else, which the reader should see at once. */
static const char *conflict_text(const struct docs *d, struct arena *a, const struct decided *of) {
    const struct table *t = d->table;
    if (of->rule == NO || of->other == NO) {
        return "conflict";
    }
    return arena_printf(a, "conflict: %s, %s", t->rule[of->rule].name, t->rule[of->other].name);
}

struct outcome_words docs_outcome(const struct docs *d, struct arena *a, uint32_t output, const struct decided *of) {
    switch (of->verdict) {
    case VERDICT_VALUE:
        if (!d->table->output[output].is_int) {
            return docs_value(d, a, output, of->value);
        }
        return coloured(arena_printf(a, "%" PRId64, of->number), number_rank(d, output, of->number));
    case VERDICT_NONE:
        return (struct outcome_words){"NONE", "none", 0, 0};
    case VERDICT_ERROR:
        return (struct outcome_words){"ERROR", "error", 0, 0};
    case VERDICT_GAP:
        return (struct outcome_words){"no rule", "gap", 0, 0};
    case VERDICT_CONFLICT:
        return (struct outcome_words){conflict_text(d, a, of), "conflict", 0, 0};
    case VERDICT_EXHAUSTED:
        return (struct outcome_words){"nothing left", "exhausted", 0, 0};
    case VERDICT_NEVER:
        break;
    }
    return (struct outcome_words){"cannot occur", "never", 0, 0};
}

void docs_bind_outcome(struct scope *s, const struct outcome_words *w) {
    scope_text(s, "text", w->text);
    scope_number(s, "colour", w->colour);
    scope_number(s, "pattern", w->pattern);
}

/* A piece of a version or of a number as an interval, the rest as the table has it. */
const char *docs_atom(const struct docs *d, struct arena *a, uint32_t input, uint32_t atom) {
    const struct domain *of = &d->space->domain[input];
    return of->natom == 1 ? of->atom[0].label : docs_atoms(d, a, input, aset_one(of->sets, atom));
}

const char *docs_atoms(const struct docs *d, struct arena *a, uint32_t input, uint32_t set) {
    struct words w = words_of(d->space, a, input, set);
    return words_join(a, &w);
}
