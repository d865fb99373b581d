/* table_entries.c -- the entries of a condition or set against one input.
 *
 * In:   entries as lexed, and the input they speak of.
 * Out:  @sets and bare families (100f) bound to table.set, `&` and simple entries resolved by their type.
 * Guarantee: a set is only used where its `of` fits; '|' is only accepted where it has a meaning of its own, which is
 *       in version conditions, since there ',' joins specifiers.
 */
#include "table.h"

#include <string.h>

uint32_t set_find(struct build *b, const struct entry *e) {
    uint32_t set = names_find(&b->set, e->text);
    if (set == NO)
        msg_add(b->m, FINDING_UNKNOWN, e->pos, e->len, "unknown set '@%s'%s", e->text,
                meta_names_hint(b, e->text, &b->set));
    return set;
}

/* What a set is of, for messages: 'arch', '(dk, dv)', 'sm'. */
const char *set_of(struct build *b, const struct set *set) {
    struct text t = {.arena = b->a};
    if (set->output != NO)
        return b->t->output[set->output].name;
    text_put(&t, set->ninput > 1 ? "(" : "");
    for (size_t i = 0; i < set->ninput; i++)
        text_printf(&t, "%s%s", i ? ", " : "", b->t->input[set->input[i]].name);
    text_put(&t, set->ninput > 1 ? ")" : set->ninput ? "" : "sm");
    return t.at;
}

/* Sets of sm serve every input of type sm, sets of an output also the input that it is `as`. */
static bool set_fits(struct build *b, const struct set *set, uint32_t input) {
    const struct input *in = build_input(b, input);
    if (set->output != NO)
        return in->chain == set->output;
    if (set->ninput == 0)
        return in->type == TYPE_SM;
    if (set->ninput > 1)
        return false;
    return set->input[0] == input || (in->type == TYPE_SM && b->t->input[set->input[0]].type == TYPE_SM);
}

static bool set_entry(struct build *b, uint32_t input, struct entry *e) {
    e->set = set_find(b, e);
    if (e->set == NO || b->t->set[e->set].broken)
        return false;
    const struct set *set = &b->t->set[e->set];
    if (set_fits(b, set, input))
        return true;
    struct msg *msg = msg_add(b->m, FINDING_TYPE, e->pos, e->len, "'@%s' is a set of '%s', not of '%s'", e->text,
                              set_of(b, set), build_input(b, input)->name);
    msg_note(b->m, msg, set->pos, "the set is here");
    return false;
}

/* A bare word of type sm that is no SM but the name of a set of SMs: 100f. */
static bool is_family(struct build *b, uint32_t input, const struct entry *e) {
    uint32_t set = e->kind == ENTRY_WORD ? names_find(&b->set, e->text) : NO;
    int64_t lo, hi;
    return set != NO && build_input(b, input)->type == TYPE_SM && !sm_word(e->text, &lo, &hi) &&
           set_fits(b, &b->t->set[set], input);
}

static bool all_entry(struct build *b, uint32_t input, struct entry *e) {
    enum type type = build_input(b, input)->type;
    bool good = type == TYPE_INT || type == TYPE_SM;
    if (!good)
        return type_refuse(b, build_input(b, input), e);
    for (size_t i = 0; i < e->npart; i++)
        good = entry_resolve(b, input, &e->part[i]) && good;
    return good;
}

bool entry_resolve(struct build *b, uint32_t input, struct entry *e) {
    if (is_family(b, input, e)) {
        e->kind = ENTRY_SET;
        e->bare = true;
    }
    if (e->kind == ENTRY_SET)
        return set_entry(b, input, e);
    if (e->kind == ENTRY_ALL)
        return all_entry(b, input, e);
    return type_entry(b, input, e);
}

bool entries_resolve(struct build *b, uint32_t input, struct entries *es) {
    bool good = true;
    for (size_t i = 0; i < es->count; i++) {
        struct entry *e = &es->entry[i];
        if (e->group && e->group != e[-1].group && build_input(b, input)->type != TYPE_VERSION) {
            msg_add(b->m, FINDING_SYNTAX, e->pos, e->len, "'|' in front of '%s': entries of '%s' are separated by ','",
                    entry_text(b->a, e), build_input(b, input)->name);
            good = false;
        }
        good = entry_resolve(b, input, e) && good;
    }
    return good;
}
