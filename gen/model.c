/* model.c -- the root of what templates see.
 *
 * In:  one table with everything that analysis and lowering made of it.  Out: a scope.  Nothing in it depends on the
 * machine: no date, no absolute path, no order of a hash.
 */
#include "model.h"

#include <string.h>

static void bind_table(struct scope *root, const struct model *m) {
    struct scope *s = scope_new(m->arena);
    struct pos file = {m->table->pos.file, 0, 0};
    scope_text(s, "name", m->table->name);
    scope_text(s, "id", m->id);
    scope_text(s, "ID", m->ID);
    scope_text(s, "about", m->table->about);
    scope_text(s, "path", product_place(m->arena, m->in->sources, file));
    scope_group(root, "table", s);
}

/* Which helpers a product needs at all. */
static void bind_has(struct scope *root, const struct model *m) {
    struct scope *s = scope_new(m->arena);
    bool has[TYPE_BOOL + 1] = {false}, rows = false;
    for (size_t i = 0; i < m->nargument; i++) {
        has[m->table->input[m->argument[i]].type] = true;
    }
    for (size_t i = 0; i < m->table->noutput; i++) {
        rows = rows || m->output[i].lookup[0].form >= FORM_ROWS || m->output[i].lookup[1].form == FORM_ROWS;
    }
    scope_flag(s, "words", m->texts->words);
    scope_flag(s, "long", m->texts->longer);
    scope_flag(s, "whole", m->texts->whole);
    scope_flag(s, "sm", has[TYPE_SM]);
    scope_flag(s, "version", has[TYPE_VERSION]);
    scope_flag(s, "number", has[TYPE_SM] || has[TYPE_INT]);
    scope_flag(s, "rows", rows);
    scope_flag(s, "dense", model_dense(m));
    scope_flag(s, "plain", m->nargument == m->table->ninput);
    scope_number(s, "inputs", (int64_t)m->table->ninput);
    model_resolve(root, s, m);
    scope_group(root, "has", s);
}

static void name_all(struct model *m) {
    const struct table *t = m->table;
    m->id = model_lower(m->arena, t->name);
    m->ID = model_id(m->arena, t->name, true);
    m->input_id = arena_alloc(m->arena, (t->ninput + 1) * sizeof *m->input_id);
    m->input_ID = arena_alloc(m->arena, (t->ninput + 1) * sizeof *m->input_ID);
    m->output = arena_alloc(m->arena, (t->noutput + 1) * sizeof *m->output);
    for (size_t i = 0; i < t->ninput; i++) {
        m->input_id[i] = model_lower(m->arena, t->input[i].name);
        m->input_ID[i] = model_id(m->arena, t->input[i].name, true);
    }
    for (uint32_t i = 0; i < t->noutput; i++) {
        m->output[i].model = m;
        m->output[i].output = i;
        m->output[i].id = model_lower(m->arena, t->output[i].name);
        m->output[i].ID = model_id(m->arena, t->output[i].name, true);
    }
}

static void fill_picture(struct scope *item, const void *of, size_t index) {
    const struct model *m = of;
    scope_all(item, dot_scope(scope_arena(item), m->in->rule[index]));
}

struct scope *model_build(struct arena *a, struct msgs *msgs, const struct emit_input *in) {
    struct model *m = arena_alloc(a, sizeof *m);
    struct scope *root = scope_new(a);
    *m = (struct model){.arena = a, .msgs = msgs, .in = in, .space = in->boxes->space};
    m->table = m->space->table;
    m->scale = lower_scales(m->space, a);
    name_all(m);
    model_inputs(root, m);
    model_rules(root, m);
    model_outputs(root, m);
    bind_table(root, m);
    bind_has(root, m);
    model_vectors(root, m);
    scope_list(root, "picture", m->table->noutput, fill_picture, m);
    return root;
}
