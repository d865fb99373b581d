/* table_from.c -- [from FILE]: how the inputs of a table are read from a model's JSON files.
 *
 * Out:  table.from, in file order.
 * Guarantee: a key is an input that a user would give; every word that a mapping can yield is one that the input can
 *       have, as far as its type is closed.  A name input is open, so any text of a model is one of its values.
 */
#include "table.h"

#include <string.h>

/* Only what lies in the model's own folder, and only by its name. */
static bool file_name(const char *name) {
    size_t len = strlen(name);
    return len > 5 && !strcmp(name + len - 5, ".json") && !strpbrk(name, "/\\ ") && name[0] != '.';
}

static uint32_t from_input(struct build *b, const struct key *k) {
    uint32_t input = build_find_input(b, k->name);
    if (input == NO) {
        meta_unknown_from(b, k);
        return NO;
    }
    const struct input *in = &b->t->input[input];
    bool derived = in->from_op != 0 || in->from[0] != NO;
    if (in->chain != NO || derived)
        msg_add(b->m, FINDING_TYPE, k->pos, strlen(k->name), "'%s' is %s, not read from a model", k->name,
                derived ? "derived from other inputs" : "what an output decides");
    return in->chain != NO || derived ? NO : input;
}

/* One word that comes out. */
static void check_word(struct build *b, uint32_t input, const char *word, struct pos pos, uint32_t len) {
    const struct input *in = &b->t->input[input];
    struct entry e = {.kind = ENTRY_WORD, .text = word, .pos = pos, .len = len};
    bool version = in->type == TYPE_VERSION && version_parse(b->a, in->scheme, word);
    if (in->type == TYPE_NAME || version || !type_entry(b, input, &e))
        return;
    if ((in->type == TYPE_SM && e.value == NO) || e.value == VALUE_PRESENT)
        msg_add(b->m, FINDING_TYPE, pos, len, "'%s' is several values of '%s'", word, in->name);
}

/* What is only known with the model is looked at there. */
static void check_values(struct build *b, uint32_t input, const struct from_expr *e) {
    const struct input *in = &b->t->input[input];
    for (size_t i = 0; i < e->npart; i++) {
        const struct from_expr *alt = &e->part[i];
        bool answers =
            alt->kind == FROM_EXISTS || alt->kind == FROM_IS || alt->kind == FROM_IS_NOT || alt->kind == FROM_HAS;
        if (alt->kind == FROM_FIRST)
            check_values(b, input, alt);
        for (size_t p = 0; p < alt->npair; p++)
            check_word(b, input, alt->pair[p].word, alt->pair[p].pos, alt->pair[p].len);
        if (alt->kind == FROM_TEXT && !alt->npart)
            check_word(b, input, alt->text, alt->pos, alt->len);
        if ((alt->kind == FROM_NUMBERS || alt->kind == FROM_NUMBER) && in->type == TYPE_BOOL)
            msg_add(b->m, FINDING_TYPE, alt->pos, alt->len, "a number is no value of '%s', which is a bool", in->name);
        if (answers && (in->type == TYPE_INT || in->type == TYPE_SM || in->type == TYPE_VERSION))
            msg_add(b->m, FINDING_TYPE, alt->pos, alt->len, "this gives yes or no, but '%s' is of type %s", in->name,
                    type_name(in->type));
    }
}

static void mapping_read(struct build *b, const struct key *k, struct from *f) {
    struct mapping m = {.pos = k->pos, .input = from_input(b, k), .text = meta_line(b, k)};
    if (!*k->value || !from_read(b->a, b->m, k, &m.value) || m.input == NO)
        return;
    size_t before = msgs_count(b->m, LEVEL_ERROR);
    check_values(b, m.input, &m.value);
    if (msgs_count(b->m, LEVEL_ERROR) == before)
        *PUSH(b->a, f->mapping, f->nmapping) = m;
}

void table_from(struct build *b, const struct section *s) {
    struct from f = {.file = s->name, .pos = s->pos};
    size_t inputs = 0;
    meta_keys(b, s);
    if (!meta_named(b, s))
        return;
    if (!file_name(s->name))
        msg_add(b->m, FINDING_NAME, s->name_pos, strlen(s->name),
                "'%s' is no file of a model's folder, such as config.json", s->name);
    f.about = meta_text(b, s, "about");
    f.source = meta_text(b, s, "source");
    for (size_t i = 0; i < s->nkey; i++) {
        const struct key *k = &s->key[i];
        if (!strcmp(k->name, "within") && *k->value && (f.within_text = meta_line(b, k)))
            from_paths(b->a, b->m, k, &f.within, &f.nwithin);
        if (meta_allowed(b, k->name, KIND_FROM))
            continue;
        inputs++;
        mapping_read(b, k, &f);
    }
    if (!inputs)
        msg_add(b->m, FINDING_MISSING, s->pos, strlen(s->kind) + 1, "from '%s' reads no input", s->name);
    rule_unsourced(b, s);
    *PUSH(b->a, b->t->from, b->t->nfrom) = f;
}
