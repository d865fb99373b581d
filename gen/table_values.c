/* table_values.c -- what the keys `range`, `values`, `aliases` and `default` of an input or output say.
 *
 * In:   one key.  Out: bounds, the declared values and their places, aliases.
 * Guarantee: values are distinct plain words and at most MAX_VALUE; an alias is none of the values; a default is one
 *       value that the input can have.
 */
#include "table.h"

#include <string.h>

/* `range = 1..1024`. */
bool input_range(struct build *b, const struct section *s, int64_t *lo, int64_t *hi) {
    const struct key *k = meta_key(s, "range");
    *lo = 0;
    *hi = INT32_MAX;
    if (!k || !*k->value)
        return false;
    struct entries es = cell_entries(b->a, b->m, k);
    if (es.count == 1 && meta_plain(es.entry, ENTRY_RANGE) && meta_number(es.entry->text, lo) &&
        meta_number(es.entry->text2, hi) && *lo <= *hi)
        return true;
    *lo = 0;
    *hi = INT32_MAX;
    if (es.count)
        msg_add(b->m, FINDING_TYPE, es.entry->pos, es.entry->len,
                "'range' is the least and the greatest value, of at most 15 digits: 1..1024");
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
void input_aliases(struct build *b, const struct key *k, uint32_t input) {
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

/* `default = x`: what eval and explain take when the input is not given. */
void input_preset(struct build *b, const struct key *k, uint32_t input) {
    const struct input *in = &b->t->input[input];
    struct entries es = meta_words(b, k);
    struct entry e = es.count == 1 ? es.entry[0] : (struct entry){.text = ""};
    bool version = in->type == TYPE_VERSION && version_parse(b->a, in->scheme, e.text);
    if (es.count > 1)
        msg_add(b->m, FINDING_TYPE, es.entry[1].pos, es.entry[1].len, "'default' is one value");
    if (es.count != 1 || in->type == TYPE_NAME || version || !type_entry(b, input, &e))
        return;
    if ((in->type == TYPE_SM && e.value == NO) || e.value == VALUE_PRESENT)
        msg_add(b->m, FINDING_TYPE, e.pos, e.len, "'default' is one value, '%s' is several", e.text);
}
