/* table_inputs.c -- [input NAME]: the typed domains.
 *
 * Out:  table.input in file order, and the map of names.  The values of enum, bool and sm inputs
 *       are complete; those of name inputs are added where the table mentions them (table_types.c).  Derived inputs get
 *       their factors in table_chain.c, when every input is known.
 */
#include "table.h"

#include <string.h>

static const char *const type_word[] = {"name", "enum", "sm", "version", "int", "bool"};

const char *type_name(enum type t) {
    return type_word[t];
}

struct input *build_input(struct build *b, uint32_t input) {
    return input == VOCABULARY ? &b->vocabulary : &b->t->input[input];
}

uint32_t build_find_input(const struct build *b, const char *name) {
    uint32_t found = names_find(&b->symbol, name);
    return found != NO && !(found & SYMBOL_OUTPUT) ? found : NO;
}

uint32_t build_symbol(struct build *b, const struct key *k) {
    size_t at = ((uintptr_t)k->name >> 4) % (sizeof b->recent / sizeof *b->recent);
    if (b->recent[at].name != k->name) {
        b->recent[at].name = k->name;
        b->recent[at].symbol = names_find(&b->symbol, k->name);
    }
    return b->recent[at].symbol;
}

uint32_t build_find_output(const struct build *b, const char *name) {
    uint32_t found = names_find(&b->symbol, name);
    return found != NO && found & SYMBOL_OUTPUT ? found & ~(uint32_t)SYMBOL_OUTPUT : NO;
}

/* Aliases of an enum are found too, as MAX_VALUE + their index (table_types.c). */
uint32_t build_value(struct build *b, uint32_t input, const char *name) {
    bool sm = input == VOCABULARY || b->t->input[input].type == TYPE_SM;
    return names_find(sm ? &b->vocabulary_value : &b->value[input], name);
}

/* Where the input or output was declared. */
static struct pos symbol_pos(const struct build *b, uint32_t symbol) {
    if (symbol & SYMBOL_OUTPUT)
        return b->t->output[symbol & ~(uint32_t)SYMBOL_OUTPUT].pos;
    return b->t->input[symbol].pos;
}

/* A name that a key can be: not taken, not the name of metadata, and made of letters, digits, '_', '-' and '.'. */
bool symbol_add(struct build *b, const char *name, struct pos pos, uint32_t symbol) {
    const char *what = symbol & SYMBOL_OUTPUT ? "output" : "input";
    if (meta_reserved(name)) {
        msg_add(b->m, FINDING_NAME, pos, strlen(name),
                "the %s '%s' has the name of a key or reserved word of the language", what, name);
        return false;
    }
    if (!meta_identifier(name)) {
        msg_add(b->m, FINDING_NAME, pos, strlen(name),
                "the %s '%s' is no name: a letter, then letters, digits, '_', '-' or '.'", what, name);
        return false;
    }
    if (names_add(&b->symbol, name, symbol))
        return true;
    struct msg *msg = msg_add(b->m, FINDING_DUPLICATE, pos, strlen(name), "the name '%s' is taken", name);
    msg_note(b->m, msg, symbol_pos(b, names_find(&b->symbol, name)), "the first is here");
    return false;
}

/* The new input, or NO after a message. */
uint32_t input_new(struct build *b, const struct section *s, const char *name, struct pos pos) {
    struct table *t = b->t;
    if (t->ninput == MAX_SYMBOL) {
        msg_add(b->m, FINDING_LIMIT, s->pos, 1, "more than %d inputs", (int)MAX_SYMBOL);
        return NO;
    }
    if (!symbol_add(b, name, pos, (uint32_t)t->ninput))
        return NO;
    struct input *in = PUSH(b->a, t->input, t->ninput);
    *in = (struct input){.name = name, .pos = pos, .chain = NO, .from = {NO, NO}, .lo = 0, .hi = INT32_MAX};
    return (uint32_t)t->ninput - 1;
}

/* A key that speaks of another type is a mistake about the type, not to be passed over. */
static void input_keys_of_type(struct build *b, const struct section *s, const struct input *in) {
    static const struct {
        const char *key;
        unsigned types;
    } of[] = {{"values", 1u << TYPE_ENUM},  {"aliases", 1u << TYPE_ENUM},   {"range", 1u << TYPE_INT},
              {"unset", 1u << TYPE_INT},    {"absent", 1u << TYPE_VERSION}, {"scheme", 1u << TYPE_VERSION},
              {"unknown", 1u << TYPE_BOOL}, {"from", 1u << TYPE_INT}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const struct key *k = meta_key(s, of[i].key);
        if (k && !(of[i].types >> in->type & 1))
            msg_add(b->m, FINDING_TYPE, k->pos, strlen(k->name), "'%s' has no meaning for an input of type %s", k->name,
                    type_name(in->type));
    }
}

/* A derived input is an int without saying so. */
static void input_type(struct build *b, const struct section *s, struct input *in) {
    const struct key *k = meta_key(s, "type");
    uint32_t type = TYPE_NAME;
    if (k)
        meta_choice(b, k, type_word, sizeof type_word / sizeof *type_word, &type);
    else if (meta_key(s, "from"))
        type = TYPE_INT;
    else
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1,
                "input '%s' has no 'type': name, enum, sm, version, int or bool", s->name);
    in->type = (enum type)type;
    if (k || type == TYPE_INT)
        input_keys_of_type(b, s, in);
}

/* Those of the vocabulary are shared by all inputs of type sm. */
static void input_values(struct build *b, const struct section *s, uint32_t input) {
    struct input *in = &b->t->input[input];
    const struct key *values = meta_key(s, "values"), *aliases = meta_key(s, "aliases");
    if (in->type == TYPE_ENUM && !values)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1, "input '%s' of type enum has no 'values'",
                in->name);
    if (in->type == TYPE_ENUM && values)
        value_list(b, values, &b->value[input], &in->value, &in->value_pos, &in->nvalue);
    if (in->type == TYPE_ENUM && aliases && values)
        input_aliases(b, aliases, input);
    if (in->type == TYPE_BOOL)
        for (int i = 0; i < 2; i++) {
            size_t count = in->nvalue;
            *PUSH(b->a, in->value_pos, count) = in->pos;
            *PUSH(b->a, in->value, in->nvalue) = i ? "yes" : "no";
            names_add(&b->value[input], i ? "yes" : "no", (uint32_t)i);
        }
    if (in->type == TYPE_SM && b->vocabulary.nvalue == 0)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1,
                "input '%s' is of type sm, but no [sm N] is known; name a vocabulary: use = nvidia.ini", in->name);
    if (in->type == TYPE_SM) {
        in->value = b->vocabulary.value;
        in->value_pos = b->vocabulary.value_pos;
        in->number = b->vocabulary.number;
        in->nvalue = b->vocabulary.nvalue;
    }
}

/* An input with a fault in one of its keys is declared all the same, so that what speaks of it is not accused too. */
static void input_section(struct build *b, const struct section *s) {
    static const char *const when[] = {"any", "build", "run"}, *const reduce[] = {"none", "all", "same"},
                             *const scheme[] = {"pep440", "release", "cudnn", "cuda"};
    meta_check(b, s, KIND_INPUT);
    uint32_t input = meta_named(b, s) ? input_new(b, s, s->name, s->name_pos) : NO, word = 0;
    if (input == NO)
        return;
    struct input *in = &b->t->input[input];
    const struct key *k = meta_key(s, "when");
    in->about = meta_text(b, s, "about");
    input_type(b, s, in);
    if (k && meta_choice(b, k, when, 3, &word))
        in->when = (enum when)word;
    if ((k = meta_key(s, "reduce")))
        meta_choice(b, k, reduce, 3, &in->reduce);
    if ((k = meta_key(s, "scheme")) && meta_choice(b, k, scheme, 4, &word))
        in->scheme = (enum scheme)word;
    in->absent = meta_yes(b, s, "absent");
    in->unset = meta_yes(b, s, "unset");
    in->unknown = meta_yes(b, s, "unknown");
    if (in->type == TYPE_INT)
        input_range(b, s, &in->lo, &in->hi);
    input_values(b, s, input);
    if ((k = meta_key(s, "default")) && *k->value) {
        in->preset = meta_text(b, s, "default");
        in->preset_pos = key_at(k, 0);
        input_preset(b, k, input);
    }
}

void table_inputs(struct build *b) {
    for (size_t i = 0; i < b->d->nsection; i++)
        if (b->kind[i] == KIND_INPUT)
            input_section(b, &b->d->section[i]);
}

/* Where an input must be meant; an output of that name is the likeliest mistake. */
uint32_t input_find(struct build *b, const char *name, struct pos pos, size_t len) {
    uint32_t input = build_find_input(b, name);
    if (input != NO)
        return input;
    const char *all[MAX_SYMBOL];
    for (size_t i = 0; i < b->t->ninput; i++)
        all[i] = b->t->input[i].name;
    if (build_find_output(b, name) != NO)
        msg_add(b->m, FINDING_UNKNOWN, pos, len, "'%s' is an output; give it 'as = NAME' to use it as an input", name);
    else
        msg_add(b->m, FINDING_UNKNOWN, pos, len, "unknown input '%s'%s", name, meta_hint(b, name, all, b->t->ninput));
    return NO;
}
