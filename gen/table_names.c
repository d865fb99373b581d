/* table_names.c -- names as C identifiers: what would not compile in a header is an error here.
 *
 * In:   every name that a header is made of.  A byte that no identifier may have becomes '_'; tables, inputs, outputs,
 *       enum values and output values are emitted in upper case behind the table's name, values of name inputs keep
 *       their case; table, inputs and outputs are also emitted in lower case, as functions, parameters and fields.
 * Out:  nothing but messages: two names that give one identifier, with both places; words that mean something else
 *       where a name stands alone are in table_words.c.
 */
#include "table.h"

#include <ctype.h>
#include <string.h>

/* The identifier that a name becomes; to: toupper, tolower, or NULL to keep the case. */
const char *name_mapped(struct build *b, const char *name, int (*to)(int)) {
    char *id = arena_strdup(b->a, name, strlen(name));
    for (char *c = id; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        *c = byte < 128 && isalnum(byte) ? (char)(to ? to(byte) : byte) : '_';
    }
    return id;
}

struct owner { /* whose identifier it is */
    const char *name;
    struct pos pos; /* line 0: a fixed identifier of the language, such as the outcome NONE */
    const void *of; /* the input or output that has it as a value */
};

enum { SYMBOL, UPPER, LOWER }; /* names as such, macros, functions and tags */

struct taken {
    struct names names;
    struct owner *owner;
    size_t nowner;
};

/* quiet: two values of one chained input, of which the output has told. */
static bool take(struct build *b, struct taken *t, const char *id, struct owner who, bool quiet) {
    if (names_add(&t->names, id, (uint32_t)t->nowner)) {
        *PUSH(b->a, t->owner, t->nowner) = who;
        return true;
    }
    const struct owner *first = &t->owner[names_find(&t->names, id)];
    if (quiet && first->of == who.of)
        return false;
    struct msg *msg =
        msg_add(b->m, FINDING_NAME, who.pos, strlen(who.name), "'%s' and %s'%s' give one C identifier: %s", who.name,
                first->pos.line ? "" : "the reserved ", first->name, id);
    if (first->pos.line)
        msg_note(b->m, msg, first->pos, "'%s' is here", first->name);
    return false;
}

/* What the header declares besides: for itself, for each input, for each output (@ stands for the name).  Whatever is
 * not to be called from outside ends in '_' there, so no input or output does; tests/names compares this with what is
 * emitted. */
static const char *const fixed_upper[] = {"FN",
                                          "NUL",
                                          "EXPLAIN",
                                          "CONSTANT",
                                          "INPUTS",
                                          "VERSION",
                                          "VERSION_A",
                                          "VERSION_B",
                                          "VERSION_RC",
                                          "VERSION_DEV",
                                          "VERSION_POST",
                                          "VERSION_RC_DEV",
                                          "VERSION_POST_DEV",
                                          "VERSION_PARTS",
                                          "VERSION_CUDA",
                                          "VERSION_CUDNN",
                                          "RESOLVE",
                                          "DECIDED",
                                          "CHOSEN",
                                          "REFUSED",
                                          "FELL_BACK",
                                          "RULE_UPSTREAM",
                                          "RETIRED",
                                          "CHECK_RETIRED",
                                          NULL};
static const char *const fixed_lower[] = {"in",
                                          "out",
                                          "choices",
                                          "how",
                                          "resolve",
                                          "resolve_devices",
                                          "retired",
                                          "retired_name",
                                          "retired_instead",
                                          "retired_why",
                                          "forbid_name",
                                          "forbid_place",
                                          "forbid_source",
                                          "forbid_why",
                                          "input_name",
                                          "clause_inputs",
                                          "clause_name",
                                          "clause_needs",
                                          "clause_place",
                                          "clause_source",
                                          "clause_why",
                                          "rule_evidence",
                                          "rule_name",
                                          "rule_place",
                                          "rule_refuses",
                                          "rule_source",
                                          "rule_why",
                                          "version_parts",
                                          "version_rank",
                                          "version_rank_key",
                                          NULL};
static const char *const input_upper[] = {"@_KNOWN_", "@_DEVICE", NULL};
static const char *const input_lower[] = {"@", "@_id", "@_known", "@_name", "@_parse", NULL};
static const char *const output_upper[] = {
    "@", "@_CHECK_WORDS", "@_FORBID_WORDS", "@_PICK_", "HAS_@_CONSTANT", "HAS_@_SWITCH", "@_BUILT", NULL};
static const char *const output_lower[] = {"@",
                                           "@_at",
                                           "@_at_given",
                                           "@_built",
                                           "@_candidate",
                                           "@_check",
                                           "@_check_word",
                                           "@_check_word_given",
                                           "@_forbidden",
                                           "@_forbidden_word",
                                           "@_forbid",
                                           "@_clause",
                                           "@_in",
                                           "@_name",
                                           "@_rule",
                                           "@_rule_given",
                                           "@_ranked",
                                           "@_ranked_given",
                                           "@_devices",
                                           "@_devices_given",
                                           "@_choice",
                                           "@_alternative",
                                           "@_switch",
                                           "@_text",
                                           NULL};

static bool take_family(struct build *b, struct taken *t, const char *const *family, const char *id, struct owner who) {
    for (size_t i = 0; family[i]; i++) {
        size_t head = strcspn(family[i], "@");
        const char *tail = family[i][head] ? family[i] + head + 1 : "";
        const char *all = arena_printf(b->a, "%.*s%s%s", (int)head, family[i], family[i][head] ? id : "", tail);
        if (!take(b, t, all, who.name ? who : (struct owner){.name = family[i]}, false))
            return false; /* one message for a name is enough */
    }
    return true;
}

static void take_value(struct build *b, struct taken *t, const char *prefix, const char *name, struct owner who,
                       bool quiet) {
    take(b, t, arena_printf(b->a, "%s_%s", prefix, name), who, quiet);
}

/* The special cells of a type are emitted beside its values. */
static void input_values(struct build *b, struct taken *t, const struct input *in) {
    static const char *const special[][3] = {
        [TYPE_NAME] = {"other"},     [TYPE_ENUM] = {0},      [TYPE_SM] = {"newer", "none"},
        [TYPE_VERSION] = {"absent"}, [TYPE_INT] = {"unset"}, [TYPE_BOOL] = {"unknown"}};
    const char *prefix = name_mapped(b, in->name, toupper);
    for (size_t i = 0; special[in->type][i]; i++)
        take_value(b, t, prefix, name_mapped(b, special[in->type][i], toupper),
                   (struct owner){.name = special[in->type][i]}, true);
    for (size_t i = 0; i < in->nvalue; i++)
        take_value(b, t, prefix, name_mapped(b, in->value[i], in->type == TYPE_NAME ? NULL : toupper),
                   (struct owner){in->value[i], in->value_pos[i], in}, in->chain != NO);
    for (size_t i = 0; i < in->nprefix; i++)
        take_value(b, t, prefix, arena_printf(b->a, "PREFIX_%s", name_mapped(b, in->prefix[i], NULL)),
                   (struct owner){in->prefix[i], in->prefix_pos[i], in}, false);
}

/* Digits and '_' are the output's macros for the values of the first input. */
static bool is_number_(const char *id) {
    size_t digits = strspn(id, "0123456789");
    return digits && !strcmp(id + digits, "_");
}

static void output_values(struct build *b, struct taken *t, const struct output *out) {
    static const char *const outcome[] = {"NONE", "ERROR"};
    const char *prefix = name_mapped(b, out->name, toupper);
    for (size_t i = 0; i < 2; i++)
        take_value(b, t, prefix, outcome[i], (struct owner){.name = outcome[i]}, true);
    for (size_t i = 0; i < out->nvalue; i++) {
        const char *id = name_mapped(b, out->value[i], toupper);
        if (is_number_(id))
            msg_add(b->m, FINDING_NAME, out->value_pos[i], strlen(out->value[i]),
                    "the value '%s' gives a C identifier that the header keeps for itself: %s_%s", out->value[i],
                    prefix, id);
        else if (strcmp(out->value[i], "NONE") != 0 && strcmp(out->value[i], "ERROR") != 0) /* these have a message */
            take_value(b, t, prefix, id, (struct owner){out->value[i], out->value_pos[i], out}, false);
    }
}

/* A name of its own; of two that clash, only the first one's values are looked at. */
static bool symbol_name(struct build *b, struct taken *t, const char *what, const char *name, struct pos pos) {
    bool output = *what == 'o';
    struct owner who = {name, pos, NULL};
    const char *upper = name_mapped(b, name, toupper), *lower = name_mapped(b, name, tolower);
    name_alone(b, what, name, pos);
    if (upper[strlen(upper) - 1] == '_')
        msg_add(b->m, FINDING_NAME, pos, strlen(name),
                "the %s '%s' ends as the names that a header keeps for itself do", what, name);
    return take(b, &t[SYMBOL], upper, who, false) &&
           take_family(b, &t[UPPER], output ? output_upper : input_upper, upper, who) &&
           take_family(b, &t[LOWER], output ? output_lower : input_lower, lower, who);
}

void table_names(struct build *b) {
    const struct table *t = b->t;
    struct taken taken[] = {[SYMBOL] = {.names = {.arena = b->a}},
                            [UPPER] = {.names = {.arena = b->a}},
                            [LOWER] = {.names = {.arena = b->a}}};
    bool good[2 * MAX_SYMBOL];
    if (*t->name && !meta_identifier(t->name))
        msg_add(b->m, FINDING_NAME, b->main->name_pos, strlen(t->name),
                "the table '%s' is no name: a letter, then letters, digits, '_', '-' or '.'", t->name);
    name_alone(b, "table", t->name, b->main->name_pos);
    take_family(b, &taken[UPPER], fixed_upper, "", (struct owner){0});
    take_family(b, &taken[LOWER], fixed_lower, "", (struct owner){0});
    for (size_t i = 0; i < t->noutput; i++)
        good[i] = symbol_name(b, taken, "output", t->output[i].name, t->output[i].pos);
    for (size_t i = 0; i < t->ninput; i++)
        good[MAX_SYMBOL + i] = symbol_name(b, taken, "input", t->input[i].name, t->input[i].pos);
    for (size_t i = 0; i < t->ninput; i++) /* given with -D */
        if (good[MAX_SYMBOL + i] && t->input[i].when == WHEN_BUILD)
            take(b, &taken[UPPER], name_mapped(b, t->input[i].name, toupper),
                 (struct owner){t->input[i].name, t->input[i].pos, NULL}, false);
    for (size_t i = 0; i < t->nretired; i++)
        take_value(b, &taken[UPPER], "RETIRED", name_mapped(b, t->retired[i].name, toupper),
                   (struct owner){t->retired[i].name, t->retired[i].pos, NULL}, false);
    for (size_t i = 0; i < t->noutput; i++)
        if (good[i])
            output_values(b, &taken[UPPER], &t->output[i]);
    for (size_t i = 0; i < t->ninput; i++)
        if (good[MAX_SYMBOL + i])
            input_values(b, &taken[UPPER], &t->input[i]);
}
