/* model_lookup.c -- the packed forms as templates see them: bytes, and what reads them (model_steps.c).
 *
 * An input's slot (model_slot.c) is read in a table of its own: what its class adds to the place of a row.  Numbers are
 * 8, 16, 24 or 32 bits each, lowest byte first.
 */
#include "model.h"

#include <string.h>

void model_numbers(struct scope *s, const char *name, const uint32_t *number, size_t n, unsigned width) {
    char *bytes = arena_alloc(scope_arena(s), n * width + 1);
    for (size_t i = 0; i < n; i++) {
        for (unsigned k = 0; k < width; k++) {
            bytes[i * width + k] = (char)(unsigned char)(number[i] >> 8 * k & 0xff);
        }
    }
    scope_bytes(s, name, bytes, n * width);
}

void model_bytes(struct scope *s, const char *name, const char *bits, const uint32_t *number, size_t n, uint32_t most) {
    model_numbers(s, name, number, n, lower_width(most));
    scope_number(s, bits, lower_width(most) * 8);
}

void model_words(struct scope *s, const char *name, const uint64_t *word, size_t n) {
    char *bytes = arena_alloc(scope_arena(s), n * 8 + 1);
    for (size_t i = 0; i < 8 * n; i++) {
        bytes[i] = (char)(unsigned char)(word[i / 8] >> 8 * (i % 8) & 0xff);
    }
    scope_bytes(s, name, bytes, n * 8);
}

/* ---- the class of a slot ---- */

uint32_t *model_slot_classes(struct arena *a, const struct model *m, uint32_t input, const uint32_t *class,
                             uint32_t *most) {
    const struct scale *s = &m->scale[input];
    uint32_t *of = arena_alloc(a, (s->nslot + 1) * sizeof *of);
    *most = 0;
    for (size_t i = 0; i < s->nslot; i++) {
        of[i] = class[s->slot[i] == NO ? m->space->domain[input].natom : s->slot[i]];
        *most = of[i] > *most ? of[i] : *most;
    }
    return of;
}

static void fill_class(struct scope *item, const void *of, size_t index) {
    scope_number(item, "number", ((const uint32_t *)of)[index]);
}

void model_atoms(struct scope *item, const struct model *m, uint32_t input, const uint32_t *class) {
    uint32_t *own = arena_alloc(scope_arena(item), sizeof *own);
    *own = input;
    model_list_inputs(item, "own", m, own, 1);
    scope_list(item, "class", m->space->domain[input].natom + 1, fill_class, class);
}

void model_class(struct scope *item, const struct model *m, uint32_t input, const uint32_t *class) {
    uint32_t most, *slot = model_slot_classes(scope_arena(item), m, input, class, &most);
    model_atoms(item, m, input, class);
    model_bytes(item, "map", "map_bits", slot, m->scale[input].nslot, most);
}

/* ---- levels ---- */

struct at_lookup {
    const struct model_output *output;
    size_t lookup; /* 0 values, 1 rules */
};

static void fill_bit_level(struct scope *item, const void *of, size_t index) {
    const struct at_lookup *at = of;
    const struct bit_rows *r = &at->output->lookup[at->lookup].rows;
    model_class(item, at->output->model, r->input[index], r->class[index]);
    model_words(item, "rows", r->row[index], r->nclass[index] * r->nword);
}

static const uint32_t *lookup_inputs(struct arena *a, const struct lowered *l, size_t *n) {
    if (l->form == FORM_ROWS) {
        *n = l->rows.ninput;
        return l->rows.input;
    }
    if (l->form == FORM_LISTS) {
        return model_list_reads(a, l, n);
    }
    uint32_t *input = arena_alloc(a, (l->nlevel + 1) * sizeof *input);
    for (*n = 0; *n < l->nlevel; (*n)++) {
        input[*n] = l->level[*n].input;
    }
    return input;
}

void model_ignored(struct scope *item, const char *name, const struct model_output *o, const uint32_t *input,
                   size_t ninput, uint64_t chained) {
    const struct model *m = o->model;
    uint64_t reads = 0, all = chained;
    for (size_t i = 0; i < ninput; i++) {
        reads |= model_below(m, input[i]);
    }
    for (size_t i = 0; i < m->nargument; i++) {
        all |= (uint64_t)1 << m->argument[i];
    }
    model_list_bits(item, name, m, all & ~reads);
}

static bool only_arguments(const struct model *m, const uint32_t *input, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (m->table->input[input[i]].chain != NO || m->table->input[input[i]].from_op) {
            return false;
        }
    }
    return true;
}

static void fill_lookup(struct scope *item, const void *of, size_t index) {
    static const char *const form[] = {"constant", "levels", "rows", "lists"}, *const name[] = {"at", "rule"};
    const struct model_output *o = of;
    const struct lowered *l = &o->lookup[index];
    struct arena *a = scope_arena(item);
    struct at_lookup *at = arena_alloc(a, sizeof *at);
    size_t ninput;
    const uint32_t *input = lookup_inputs(a, l, &ninput);
    *at = (struct at_lookup){o, index};
    scope_text(item, "name", name[index]);
    scope_flag(item, "explain", index == 1);
    scope_flag(item, "numbers", index == 0 && o->number != NULL);
    scope_text(item, "form", form[l->form]);
    scope_number(item, "constant", l->constant);
    scope_text(item, "dense", arena_printf(a, l->dense < 1e15 ? "%.0f" : "%.2g", l->dense));
    model_steps(item, o, l);
    scope_number(item, "nword", (int64_t)l->rows.nword);
    if (o->copies && index == 0) { /* all are handed on to the numbers */
        model_list_bits(item, "ignored", o->model, 0);
    } else {
        model_ignored(item, "ignored", o, input, ninput, o->chained);
    }
    model_ignored(item, "unread", o, input, ninput, o->chained);
    model_list_inputs(item, "path", o->model, input, ninput);
    bool plain = l->form == FORM_LEVELS && only_arguments(o->model, input, ninput) && !o->copies;
    scope_flag(item, "plain", index == 0 && plain);
    scope_flag(item, "other_in", index == 0 && !plain);
    scope_list(item, "level", l->form == FORM_ROWS ? ninput : 0, fill_bit_level, at);
    model_groups(item, o->model, l);
    model_lists(item, o->model, l);
    if (l->form == FORM_ROWS) {
        model_bytes(item, "table", "table_bits", l->rows.code, l->rows.ncode, l->most);
    } else {
        model_bytes(item, "table", "table_bits", l->lists.code, l->lists.nline, l->most);
    }
}

void model_lookups(struct scope *item, const struct model_output *o) {
    scope_list(item, "lookup", 2, fill_lookup, o);
}
