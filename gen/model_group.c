/* model_group.c -- the packed look-up as plain data, for any language: the list `group` of a lookup of the form `levels`.
 *
 * In:  levels in groups (lower_groups.c).  Out, per group: its `level`s (the input `own`, and per atom, then of no atom,
 * a `class` with the number that it adds), the `cells` that the sum is looked up in when it is `read`; else the sum is
 * the place already.  The first group starts from 0, every other one from what the group before it gave.
 */
#include "model.h"

struct of_group {
    const struct model *model;
    const struct lowered *lowered;
    const struct level_group *group;
};
struct of_class {
    const struct of_group *of;
    size_t level;
};

static bool is_read(const struct of_group *g) {
    return g->group->from > 0 || g->group->to > 1;
}

/* A first level that stands alone gives the cell itself. */
static void fill_class(struct scope *item, const void *of, size_t index) {
    const struct of_class *c = of;
    const struct level_group *g = c->of->group;
    uint32_t class = c->of->lowered->level[c->level].class[index];
    scope_number(item, "number", is_read(c->of) ? (int64_t) class * g->stride[c->level - g->from] : g->cell[class]);
}

static void fill_level(struct scope *item, const void *of, size_t index) {
    const struct of_group *g = of;
    struct arena *a = scope_arena(item);
    struct of_class *c = arena_alloc(a, sizeof *c);
    uint32_t *own = arena_alloc(a, sizeof *own);
    *c = (struct of_class){g, g->group->from + index};
    *own = g->lowered->level[c->level].input;
    model_list_inputs(item, "own", g->model, own, 1);
    scope_list(item, "class", g->model->space->domain[*own].natom + 1, fill_class, c);
}

static void fill_group(struct scope *item, const void *of, size_t index) {
    const struct of_group *all = of;
    struct of_group *g = arena_alloc(scope_arena(item), sizeof *g);
    *g = (struct of_group){all->model, all->lowered, &all->lowered->group[index]};
    scope_flag(item, "read", is_read(g));
    scope_list(item, "level", g->group->to - g->group->from, fill_level, g);
    model_bytes(item, "cells", "cell_bits", g->group->cell, g->group->ncell, g->group->most);
}

void model_groups(struct scope *item, const struct model *m, const struct lowered *l) {
    struct of_group *g = arena_alloc(scope_arena(item), sizeof *g);
    *g = (struct of_group){.model = m, .lowered = l};
    scope_list(item, "group", l->form == FORM_LEVELS ? l->ngroup : 0, fill_group, g);
}
