/* table_inputs.c -- [sm N] and [input NAME]: the vocabulary and the typed domains.
 *
 * Out:  table.gpu ascending, table.input in file order, and the map of names.  The values of enum, bool and sm inputs
 *       are complete; those of name inputs are added where the table mentions them (table_types.c).  Derived inputs get
 *       their factors in table_chain.c, when every input is known.
 */
#include "table.h"

#include <stdlib.h>
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

uint32_t build_find_output(const struct build *b, const char *name) {
    uint32_t found = names_find(&b->symbol, name);
    return found != NO && found & SYMBOL_OUTPUT ? found & ~(uint32_t)SYMBOL_OUTPUT : NO;
}

uint32_t build_value(struct build *b, uint32_t input, const char *name) {
    bool sm = input == VOCABULARY || b->t->input[input].type == TYPE_SM;
    return names_find(sm ? &b->vocabulary_value : &b->value[input], name);
}

static int gpu_order(const void *x, const void *y) {
    const struct gpu *p = x, *q = y;
    return (p->sm > q->sm) - (p->sm < q->sm);
}

static void vocabulary_section(struct build *b, const struct section *s) {
    int64_t sm;
    meta_check(b, s, KIND_SM);
    if (!meta_named(b, s))
        return;
    if (!meta_number(s->name, &sm) || sm < 1 || sm > 99999) {
        msg_add(b->m, FINDING_TYPE, s->name_pos, strlen(s->name), "'%s' is no SM number such as 90 or 100", s->name);
        return;
    }
    struct gpu *g = PUSH(b->a, b->t->gpu, b->t->ngpu);
    *g = (struct gpu){.sm = sm, .pos = s->name_pos};
    g->names = meta_text(b, s, "gpus");
    g->source = meta_text(b, s, "source");
}

void table_vocabulary(struct build *b) {
    struct input *in = &b->vocabulary;
    for (size_t i = 0; i < b->d->nsection; i++)
        if (meta_kind(b->d->section[i].kind) == KIND_SM)
            vocabulary_section(b, &b->d->section[i]);
    if (b->t->ngpu)
        qsort(b->t->gpu, b->t->ngpu, sizeof *b->t->gpu, gpu_order);
    *in = (struct input){.name = "sm", .type = TYPE_SM, .chain = NO, .from = {NO, NO}, .nvalue = b->t->ngpu};
    in->value = arena_alloc(b->a, (in->nvalue + 1) * sizeof *in->value);
    in->value_pos = arena_alloc(b->a, (in->nvalue + 1) * sizeof *in->value_pos);
    in->number = arena_alloc(b->a, (in->nvalue + 1) * sizeof *in->number);
    for (size_t i = 0; i < in->nvalue; i++) {
        in->number[i] = b->t->gpu[i].sm;
        in->value_pos[i] = b->t->gpu[i].pos;
        in->value[i] = arena_printf(b->a, "%lld", (long long)in->number[i]);
        names_add(&b->vocabulary_value, in->value[i], (uint32_t)i);
    }
}

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

/* `range = 1..1024`. */
bool input_range(struct build *b, const struct section *s, int64_t *lo, int64_t *hi) {
    const struct key *k = meta_key(s, "range");
    *lo = 0;
    *hi = INT32_MAX;
    if (!k || !*k->value)
        return false;
    struct entries es = cell_entries(b->a, b->m, k);
    if (es.count == 1 && es.entry->kind == ENTRY_RANGE && !es.entry->not &&meta_number(es.entry->text, lo) &&
        meta_number(es.entry->text2, hi) && *lo <= *hi)
        return true;
    *lo = 0;
    *hi = INT32_MAX;
    if (es.count)
        msg_add(b->m, FINDING_TYPE, es.entry->pos, es.entry->len,
                "'range' is the least and the greatest value: 1..1024");
    return false;
}

/* The declared values of an enum, or of an output: distinct plain words. */
void value_list(struct build *b, const struct key *k, struct names *n, const char ***value, struct pos **pos,
                size_t *nvalue) {
    struct entries es = meta_words(b, k);
    if (es.count > MAX_VALUE) {
        msg_add(b->m, FINDING_LIMIT, k->pos, strlen(k->name), "%zu values, the limit is %d", es.count, (int)MAX_VALUE);
        es.count = MAX_VALUE;
    }
    for (size_t i = 0; i < es.count; i++) {
        const struct entry *e = &es.entry[i];
        if (!names_add(n, e->text, (uint32_t)*nvalue)) {
            struct msg *msg = msg_add(b->m, FINDING_DUPLICATE, e->pos, e->len, "the value '%s' twice", e->text);
            msg_note(b->m, msg, (*pos)[names_find(n, e->text)], "the first is here");
            continue;
        }
        size_t count = *nvalue;
        *PUSH(b->a, *pos, count) = e->pos;
        *PUSH(b->a, *value, *nvalue) = e->text;
    }
}

/* `aliases = fp8 = fp8_e4m3, half = float16`: text of one alias per comma, so not a list of entries. */
static void input_aliases(struct build *b, const struct key *k, uint32_t input) {
    const char *at = k->value;
    while (*at) {
        size_t len = strcspn(at, ","), left = strcspn(at, "=,");
        const char *word[2] = {at, at + left + 1};
        size_t end[2] = {left, left < len ? len - left - 1 : 0};
        for (int i = 0; i < 2 && end[1]; i++) {
            for (; end[i] && strchr(" \t\n", *word[i]); end[i]--)
                word[i]++;
            for (; end[i] && strchr(" \t\n", word[i][end[i] - 1]);)
                end[i]--;
        }
        struct pos pos = key_at(k, (size_t)(word[0] - k->value));
        const char *name = arena_strdup(b->a, word[0], end[0]), *of = arena_strdup(b->a, word[1] - !end[1], end[1]);
        uint32_t value = build_value(b, input, of);
        struct input *in = &b->t->input[input];
        if (!*name || !*of || strcspn(name, " \t\n=") < end[0] || strcspn(of, " \t\n=") < end[1])
            msg_add(b->m, FINDING_SYNTAX, pos, 1, "an alias is written NAME = VALUE, aliases are separated by ','");
        else if (value == NO || value >= in->nvalue)
            msg_add(b->m, FINDING_UNKNOWN, key_at(k, (size_t)(word[1] - k->value)), end[1],
                    "'%s' is no value of '%s'%s", of, in->name, meta_hint(b, of, in->value, in->nvalue));
        else if (!names_add(&b->value[input], name, (uint32_t)(MAX_VALUE + in->nalias)))
            msg_add(b->m, FINDING_DUPLICATE, pos, end[0], "the value or alias '%s' twice", name);
        else
            *PUSH(b->a, in->alias, in->nalias) = (struct alias){.name = name, .value = value, .pos = pos};
        at += len + (at[len] == ',');
    }
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
    }
}

void table_inputs(struct build *b) {
    for (size_t i = 0; i < b->d->nsection; i++)
        if (meta_kind(b->d->section[i].kind) == KIND_INPUT)
            input_section(b, &b->d->section[i]);
}

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
