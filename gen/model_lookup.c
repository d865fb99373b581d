/* model_lookup.c -- the packed forms as templates see them: classes, rows and bytes.
 *
 * A level has one input; its class comes from a table of bytes (ids, SMs) or from comparisons (`level.choose`), its row
 * from the level before.  All tables of numbers are bytes, 8, 16 or 24 bits each, lowest byte first.
 */
#include "model.h"

void model_bytes(struct scope *s, const char *name, const char *bits, const uint32_t *number, size_t n, uint32_t most) {
    unsigned width = most < 1u << 8 ? 1 : most < 1u << 16 ? 2 : 3;
    char *bytes = arena_alloc(scope_arena(s), n * width + 1);
    for (size_t i = 0; i < n; i++) {
        for (unsigned k = 0; k < width; k++) {
            bytes[i * width + k] = (char)(unsigned char)(number[i] >> 8 * k & 0xff);
        }
    }
    scope_bytes(s, name, bytes, n * width);
    scope_number(s, bits, width * 8);
}

void model_words(struct scope *s, const char *name, const uint64_t *word, size_t n) {
    char *bytes = arena_alloc(scope_arena(s), n * 8 + 1);
    for (size_t i = 0; i < 8 * n; i++) {
        bytes[i] = (char)(unsigned char)(word[i / 8] >> 8 * (i % 8) & 0xff);
    }
    scope_bytes(s, name, bytes, n * 8);
}

/* ---- the class of a number ---- */

struct choice {
    const struct model *model;
    uint32_t input;
    uint32_t *class; /* per atom, then of no atom */
};

static void write_class(struct text *t, const void *of, uint32_t outcome, unsigned depth) {
    (void)of;
    (void)depth;
    text_printf(t, "%uu", (unsigned)outcome);
}

static void write_choice(struct text *into, const void *of) {
    const struct choice *c = of;
    struct tree tree = {.scale = &c->model->scale[c->input],
                        .domain = &c->model->space->domain[c->input],
                        .name = "x",
                        .outcome = c->class,
                        .line = "\n",
                        .leaf = write_class};
    bool all_same = true;
    for (uint32_t i = 0; i < tree.domain->natom; i++) {
        all_same = all_same && c->class[i] == c->class[i + 1];
    }
    text_put(into, all_same ? "return (void)x, " : "return ");
    lower_tree(into, &tree, 0);
    text_put(into, ";\n");
}

void model_class(struct scope *item, const struct model *m, uint32_t input, uint32_t *class) {
    struct arena *a = scope_arena(item);
    const struct scale *s = &m->scale[input];
    uint32_t natom = m->space->domain[input].natom, most = 0;
    struct choice *c = arena_alloc(a, sizeof *c);
    uint32_t *own = arena_alloc(a, sizeof *own), *slot = arena_alloc(a, (s->nslot + 1) * sizeof *slot);
    *c = (struct choice){m, input, class};
    *own = input;
    model_list_inputs(item, "own", m, own, 1);
    scope_flag(item, "mapped", s->slots != SLOTS_NONE);
    for (size_t i = 0; i < s->nslot; i++) {
        slot[i] = class[s->slot[i] == NO ? natom : s->slot[i]];
        most = slot[i] > most ? slot[i] : most;
    }
    model_bytes(item, "map", "map_bits", slot, s->nslot, most);
    scope_number(item, "nslot", (int64_t)s->nslot);
    scope_body(item, "choose", write_choice, c);
}

/* ---- levels ---- */

struct at_lookup {
    const struct model_output *output;
    size_t lookup; /* 0 values, 1 rules */
};

/* The inputs of the levels up to this one, and without it. */
static void bind_path(struct scope *item, const struct model_output *o, const struct lowered *l, size_t index) {
    uint32_t *path = arena_alloc(scope_arena(item), (index + 1) * sizeof *path);
    for (size_t i = 0; i <= index; i++) {
        path[i] = l->level[i].input;
    }
    model_list_inputs(item, "path", o->model, path, index + 1);
    model_list_inputs(item, "earlier", o->model, path, index);
}

static void fill_level(struct scope *item, const void *of, size_t index) {
    const struct at_lookup *at = of;
    const struct model_output *o = at->output;
    const struct lowered *l = &o->lookup[at->lookup];
    const struct level_rows *v = &l->level[index];
    uint32_t natom = o->model->space->domain[v->input].natom, *class;
    class = arena_alloc(scope_arena(item), (natom + 1) * sizeof *class);
    for (uint32_t i = 0; i <= natom; i++) { /* a dense index is a sum; one row: the class is already the next row */
        uint32_t c = v->class[i];
        class[i] = l->form == FORM_DENSE ? c * l->stride[index] : index == 0 ? v->next[c] : c;
    }
    model_class(item, o->model, v->input, class);
    bind_path(item, o, l, index);
    model_bytes(item, "rows", "row_bits", v->next, (size_t)v->nrow * v->nclass, v->most);
    scope_number(item, "nclass", v->nclass);
    scope_number(item, "before", (int64_t)index - 1);
}

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

static void fill_lookup(struct scope *item, const void *of, size_t index) {
    static const char *const form[] = {"constant", "levels", "dense", "rows"}, *const name[] = {"at", "rule"};
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
    scope_number(item, "top", (int64_t)l->nlevel - 1);
    scope_number(item, "nword", (int64_t)l->rows.nword);
    if (o->copies && index == 0) { /* all are handed on to the numbers */
        model_list_bits(item, "ignored", o->model, 0);
    } else {
        model_ignored(item, "ignored", o, input, ninput, o->chained);
    }
    model_list_inputs(item, "path", o->model, input, ninput);
    if (l->form == FORM_ROWS) {
        scope_list(item, "level", ninput, fill_bit_level, at);
        model_bytes(item, "table", "table_bits", l->rows.code, l->rows.ncode, l->most);
    } else {
        scope_list(item, "level", l->nlevel, fill_level, at);
        model_bytes(item, "table", "table_bits", l->dense, l->ndense, l->most);
    }
}

void model_lookups(struct scope *item, const struct model_output *o) {
    scope_list(item, "lookup", 2, fill_lookup, o);
}
