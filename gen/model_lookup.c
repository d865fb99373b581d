/* model_lookup.c -- the packed forms as templates see them: bytes, and what reads them.
 *
 * An input's slot (model_slot.c) is read in a table of its own: what its class adds to the place of a row.  All tables
 * of a look-up are one string, so that a compiler keeps one address.  Numbers are 8, 16, 24 or 32 bits each, lowest byte
 * first; those of a small table of slots lie 4 bytes apart, so that a processor adds them from where they are.
 */
#include "model.h"

#include <string.h>

enum { APART = 1024, MANY = 8 };

void model_bytes(struct scope *s, const char *name, const char *bits, const uint32_t *number, size_t n, uint32_t most) {
    unsigned width = lower_width(most);
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

/* ---- the class of a slot ---- */

static uint32_t *slot_classes(struct arena *a, const struct model *m, uint32_t input, const uint32_t *class,
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

void model_class(struct scope *item, const struct model *m, uint32_t input, uint32_t *class) {
    struct arena *a = scope_arena(item);
    uint32_t *own = arena_alloc(a, sizeof *own), most;
    uint32_t *slot = slot_classes(a, m, input, class, &most);
    *own = input;
    model_list_inputs(item, "own", m, own, 1);
    model_bytes(item, "map", "map_bits", slot, m->scale[input].nslot, most);
    scope_list(item, "class", m->space->domain[input].natom + 1, fill_class, class);
}

/* ---- levels ---- */

struct reader { /* the string, and how its tables are read: calls, up to their index */
    const struct model_output *output;
    const struct lowered *l;
    struct text bytes;
    int64_t table_bytes;                 /* without what the slots of inputs are read in */
    const char **class, **quick, **rows; /* per level, per level (NULL: none), per group (NULL: not read) */
};

struct at_lookup {
    const struct model_output *output;
    size_t lookup; /* 0 values, 1 rules */
};

/* Puts a table into the string. */
static const char *put_table(struct reader *r, const uint32_t *number, size_t n, uint32_t most, bool apart) {
    struct arena *a = r->bytes.arena;
    unsigned width = lower_width(most), step = apart ? 4 : width;
    const char *at = r->bytes.len > 0 ? arena_printf(a, " + %zu", r->bytes.len) : "";
    for (size_t i = 0; i < n * step; i++) {
        char byte = (char)(unsigned char)(i % step < width ? number[i / step] >> 8 * (i % step) & 0xff : 0);
        text_add(&r->bytes, &byte, 1);
    }
    return arena_printf(a, "%s_%c%u_(t_%s, ", r->output->model->id, apart ? 'c' : 'u', 8 * width, at);
}

/* What the class of a level adds to the place of a row. */
static void put_level(struct reader *r, const struct level_group *g, size_t k) {
    const struct model *m = r->output->model;
    const struct level_rows *v = &r->l->level[k];
    const struct scale *s = &m->scale[v->input];
    uint32_t natom = m->space->domain[v->input].natom, most;
    uint32_t *class = arena_alloc(m->arena, (natom + 1) * sizeof *class);
    bool direct = k == 0 && g->to == 1; /* nothing else is added: its cells are read here */
    for (uint32_t i = 0; i <= natom; i++) {
        class[i] = direct ? g->cell[v->class[i]] : v->class[i] * g->stride[k - g->from];
    }
    uint32_t *slot = slot_classes(m->arena, m, v->input, class, &most);
    r->class[k] = put_table(r, slot, s->nslot, most, s->nslot <= APART);
    if (s->nquick > 0 && model_quick(m, v->input)) {
        r->quick[k] = put_table(r, s->quick, s->nquick, s->bad, false);
    }
}

static struct reader *read_lookup(struct arena *a, const struct model_output *o, const struct lowered *l) {
    struct reader *r = arena_alloc(a, sizeof *r);
    *r = (struct reader){.output = o, .l = l, .bytes = {.arena = a}};
    text_put(&r->bytes, "");
    r->class = arena_alloc(a, (l->nlevel + 1) * sizeof *r->class);
    r->quick = arena_alloc(a, (l->nlevel + 1) * sizeof *r->quick);
    r->rows = arena_alloc(a, (l->ngroup + 1) * sizeof *r->rows);
    for (size_t i = 0; i < l->ngroup; i++) {
        const struct level_group *g = &l->group[i];
        if (i > 0 || g->to > 1) {
            r->rows[i] = put_table(r, g->cell, g->ncell, g->most, false);
            r->table_bytes += (int64_t)(g->ncell * lower_width(g->most));
        }
        for (size_t k = g->from; k < g->to; k++) {
            put_level(r, g, k);
        }
    }
    return r;
}

static const char *level_id(const struct reader *r, size_t k) {
    return r->output->model->input_id[r->l->level[k].input];
}

/* One expression, of slots. */
static void put_group(struct text *t, const struct reader *r, size_t index, unsigned depth) {
    const struct level_group *g = &r->l->group[index];
    if (r->rows[index]) {
        text_printf(t, "%s\n%*s", r->rows[index], (int)(4 * depth), "");
    }
    if (index > 0) {
        put_group(t, r, index - 1, depth + 1);
        text_put(t, " + ");
    }
    for (size_t k = g->from; k < g->to; k++) {
        text_printf(t, "%s%s%s)", k > g->from ? " + " : "", r->class[k], level_id(r, k));
    }
    text_put(t, r->rows[index] ? ")" : "");
}

static void write_read(struct text *into, const void *of) {
    const struct reader *r = of;
    text_put(into, "return ");
    put_group(into, r, r->l->ngroup - 1, 1);
    text_put(into, ";\n");
}

/* A statement per input: nothing is held longer than it must, and the first number that is rare leads away. */
static void put_step(struct text *t, const struct reader *r, size_t k, const char *from, const char *sign,
                     const char *otherwise) {
    const struct model *m = r->output->model;
    uint32_t input = r->l->level[k].input;
    const char *name = arena_printf(t->arena, "%s%s", from, level_id(r, k));
    if (model_quick(m, input)) {
        text_printf(t, "if (!%s_LIKELY_(%s)) {\n    return %s;\n}\n", m->ID, model_quick_test(m, t->arena, input, name),
                    otherwise);
    }
    text_printf(t, "at_ %s %s", sign, r->class[k]);
    if (r->quick[k]) {
        text_printf(t, "%s%s)", r->quick[k], model_quick_index(m, t->arena, input, name));
    } else if (model_quick(m, input)) {
        text_printf(t, "(unsigned)%s", name);
    } else {
        text_printf(t, "%s_%s_slot_(%s)", m->id, m->input_id[input], model_expr(m, t->arena, input, AS_GIVEN));
    }
    text_put(t, ");\n");
}

/* Ask in the way that takes any number: of arguments, or of the struct that they are kept in. */
static const char *call_otherwise(const struct reader *r, struct arena *a, bool in) {
    const struct model_output *o = r->output;
    const struct model *m = o->model;
    struct text t = {.arena = a};
    text_printf(&t, "%s_%s_%s_rare_%s", m->id, o->id, r->l == &o->lookup[0] ? "at" : "rule", in ? "in_(in_" : "(");
    for (size_t i = 0; i < m->nargument && !in; i++) {
        text_printf(&t, "%s%s", i > 0 ? ", " : "", m->input_id[m->argument[i]]);
    }
    for (uint32_t i = 0; i < m->table->ninput && !in; i++) {
        if (o->chained >> i & 1) {
            text_printf(&t, ", %s", m->input_id[i]);
        }
    }
    text_put(&t, ")");
    return t.at;
}

static void put_steps(struct text *t, const struct reader *r, bool in) {
    const char *otherwise = call_otherwise(r, t->arena, in);
    for (size_t i = 0; i < r->l->ngroup; i++) {
        const struct level_group *g = &r->l->group[i];
        for (size_t k = g->from; k < g->to; k++) {
            put_step(t, r, k, in ? "in_->" : "", k == 0 ? "=" : "+=", otherwise);
        }
        if (r->rows[i]) {
            bool settle = r->l->nlevel > MANY && i + 1 < r->l->ngroup;
            const char *id = r->output->model->id;
            if (settle) {
                text_printf(t, "at_ = %s_settled_(%sat_));\n", id, r->rows[i]);
            } else {
                text_printf(t, "at_ = %sat_);\n", r->rows[i]);
            }
        }
    }
}

static void write_steps(struct text *into, const void *of) {
    put_steps(into, of, false);
}

static void write_steps_in(struct text *into, const void *of) {
    put_steps(into, of, true);
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

static bool only_arguments(const struct model *m, const uint32_t *input, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (m->table->input[input[i]].chain != NO || m->table->input[input[i]].from_op) {
            return false;
        }
    }
    return true;
}

static void fill_lookup(struct scope *item, const void *of, size_t index) {
    static const char *const form[] = {"constant", "levels", "rows"}, *const name[] = {"at", "rule"};
    const struct model_output *o = of;
    const struct lowered *l = &o->lookup[index];
    struct arena *a = scope_arena(item);
    struct at_lookup *at = arena_alloc(a, sizeof *at);
    size_t ninput;
    const uint32_t *input = lookup_inputs(a, l, &ninput);
    struct reader *r = read_lookup(a, o, l);
    *at = (struct at_lookup){o, index};
    scope_text(item, "name", name[index]);
    scope_flag(item, "explain", index == 1);
    scope_flag(item, "numbers", index == 0 && o->number != NULL);
    scope_text(item, "form", form[l->form]);
    scope_number(item, "constant", l->constant);
    scope_bytes(item, "tables", r->bytes.at, r->bytes.len);
    scope_number(item, "bytes", r->table_bytes);
    scope_text(item, "dense", arena_printf(a, l->dense < 1e15 ? "%.0f" : "%.2g", l->dense));
    scope_body(item, "read", write_read, r);
    scope_body(item, "steps", write_steps, r);
    scope_body(item, "steps_in", write_steps_in, r);
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
    model_bytes(item, "table", "table_bits", l->rows.code, l->rows.ncode, l->most);
}

void model_lookups(struct scope *item, const struct model_output *o) {
    scope_list(item, "lookup", 2, fill_lookup, o);
}
