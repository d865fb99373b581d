/* explain_operands.c -- the INPUT=VALUE and OUTPUT=VALUE words of `explain` and `which`.
 *
 * In:   words of the command line.  Out: the texts of a question's inputs, the user's own choices; every fault is told,
 *       with the nearest name.
 */
#include "explain.h"

#include <string.h>

/* Some texts speak of the value only. */
void question_told(void *to, uint32_t input, const char *text) {
    const struct question *q = to;
    const char *name = input == NO ? NULL : q->inquiry->table->input[input].name;
    bool says = !name || strstr(text, arena_printf(q->arena, "'%s'", name)) || strncmp(text, name, strlen(name)) == 0;
    fprintf(stderr, "turnout: error: %s%s%s\n", says ? "" : name, says ? "" : ": ", text);
}

/* Outputs too: a choice may be misspelled. */
static const char *nearest_name(const struct table *t, const char *name) {
    const char *known[2 * MOST];
    size_t n = 0;
    for (size_t i = 0; i < t->ninput; i++) {
        known[n++] = t->input[i].name;
    }
    for (size_t i = 0; i < t->noutput; i++) {
        known[n++] = t->output[i].name;
    }
    return nearest(name, known, n);
}

static uint32_t output_named(const struct table *t, const char *name) {
    for (uint32_t i = 0; i < t->noutput; i++) {
        if (strcmp(t->output[i].name, name) == 0) {
            return i;
        }
    }
    return NO;
}

/* The name ends at the first '=': a value may hold more of them. */
static void take_operand(struct question *q, const char *word) {
    const struct table *t = q->inquiry->table;
    const char *equal = strchr(word, '=');
    if (!equal) {
        question_fault(q, NO, "an input is given as NAME=VALUE, not as '%s'", word);
        return;
    }
    char *name = arena_strdup(q->arena, word, (size_t)(equal - word));
    uint32_t input = input_named(t, name), output = output_named(t, name);
    if (input == NO && output == NO) {
        const char *near = nearest_name(t, name);
        question_fault(q, NO, near ? "unknown input '%s'; did you mean '%s'?" : "unknown input '%s'", name, near);
    } else if (input != NO ? q->text[input] != NULL : q->own[output].word != NULL) {
        question_fault(q, input, "'%s' is given twice", name);
    } else if (input != NO) {
        q->text[input] = equal + 1;
    } else {
        choice_parse(q, output, NO, equal + 1);
    }
}

/* All of them, so that all faults are told. */
bool question_operands(struct question *q, const char *const *word, size_t nword) {
    q->word = word;
    q->nword = nword;
    for (size_t i = 0; i < nword; i++) {
        take_operand(q, word[i]);
    }
    return q->faults == 0;
}
