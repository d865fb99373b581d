/* model_reader.c -- the tables of a look-up as one string, so that a compiler keeps one address.
 *
 * In:  levels in groups, with the places that are tested at once.  Out: per group its rows, per level its classes by slot,
 * by place and by quick index.  The numbers of a small table lie 4 bytes apart, so that a processor adds them from where
 * they are.
 */
#include "model_steps.h"

/* Puts a table into the string. */
static struct table_at *put_table(struct reader *r, const uint32_t *number, size_t n, uint32_t most, bool apart) {
    struct table_at *t = arena_alloc(r->bytes.arena, sizeof *t);
    unsigned width = lower_width(most), step = apart ? 4 : width;
    *t = (struct table_at){r->bytes.len, width, apart};
    text_numbers(&r->bytes, number, n, step);
    return t;
}

/* How a table is read, up to the index: behind t_, or (in a constant expression) by its own function, for g++ hashes
 * what it hands on, and that would be all tables. */
const char *model_table(struct arena *a, const struct reader *r, const struct table_at *t, bool constant) {
    const struct model_output *o = r->output;
    const char *id = o->model->id, *form = r->l == &o->lookup[0] ? "at" : "rule";
    char kind = t->apart ? 'c' : 'u';
    if (constant) {
        return arena_printf(a, "%s_%s_%s_%c%u_(%zuu, ", id, o->id, form, kind, 8 * t->width, t->at);
    }
    return t->at > 0 ? arena_printf(a, "%s_%c%u_(t_ + %zu, ", id, kind, 8 * t->width, t->at)
                     : arena_printf(a, "%s_%c%u_(t_, ", id, kind, 8 * t->width);
}

static void note_used(struct reader *r, const struct table_at *t) {
    if (t) {
        r->used[t->apart][t->width] = true;
    }
}

/* The classes by place; true: those by slot are in the same table. */
static bool put_places(struct reader *r, size_t k, const uint32_t *of_slot, uint32_t most) {
    const struct model *m = r->output->model;
    const struct place *p = &r->guards.place[k];
    uint32_t input = r->l->level[k].input;
    const struct scale *s = &m->scale[input];
    bool same = p->count > 0 && s->slots != SLOTS_ATOM;
    size_t n = p->count > s->nslot ? p->count : s->nslot;
    uint32_t *class = arena_alloc(m->arena, (n + 1) * sizeof *class);
    for (size_t i = 0; i < n; i++) {
        uint32_t slot = i < p->count ? lower_slot(m->space, input, s, p->from + (int64_t)i) : (uint32_t)i;
        same = same && (slot == i || i >= s->nslot);
        class[i] = of_slot[slot];
    }
    if (p->count > 0) {
        r->place[k] = put_table(r, class, same ? n : p->count, most, p->apart);
    }
    r->class[k] = same ? r->place[k] : NULL;
    return same;
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
    uint32_t *slot = model_slot_classes(m->arena, m, v->input, class, &most);
    if (put_places(r, k, slot, most)) {
        return;
    }
    r->class[k] = put_table(r, slot, s->nslot, most, s->nslot <= LOWER_APART);
    if (r->guards.place[k].count > 0) {
        return;
    }
    if (s->nquick > 0 && model_quick(m, v->input)) {
        r->direct[k] = s->nquick <= LOWER_DIRECT;
        uint32_t *quick = arena_alloc(m->arena, s->nquick * sizeof *quick);
        for (size_t i = 0; i < s->nquick; i++) {
            quick[i] = r->direct[k] ? slot[s->quick[i]] : s->quick[i];
        }
        r->quick[k] = put_table(r, quick, s->nquick, r->direct[k] ? most : s->bad, r->direct[k]);
    }
}

struct reader *model_reader(struct arena *a, const struct model_output *o, const struct lowered *l) {
    struct reader *r = arena_alloc(a, sizeof *r);
    *r = (struct reader){.output = o, .l = l, .bytes = {.arena = a}};
    text_put(&r->bytes, "");
    r->class = arena_alloc(a, (l->nlevel + 1) * sizeof *r->class);
    r->quick = arena_alloc(a, (l->nlevel + 1) * sizeof *r->quick);
    r->direct = arena_alloc(a, (l->nlevel + 1) * sizeof *r->direct);
    r->place = arena_alloc(a, (l->nlevel + 1) * sizeof *r->place);
    r->rows = arena_alloc(a, (l->ngroup + 1) * sizeof *r->rows);
    r->guards.place = arena_alloc(a, (l->nlevel + 1) * sizeof *r->guards.place);
    if (l == &o->lookup[0]) {
        r->guards = lower_guards(a, o->model->space, o->model->scale, l);
    }
    for (size_t i = 0; i < l->ngroup; i++) {
        const struct level_group *g = &l->group[i];
        if (i > 0 || g->to > 1) {
            r->rows[i] = put_table(r, g->cell, g->ncell, g->most, false);
            r->table_bytes += (int64_t)(g->ncell * lower_width(g->most));
        }
        note_used(r, r->rows[i]);
        for (size_t k = g->from; k < g->to; k++) {
            put_level(r, g, k);
            note_used(r, r->class[k]);
        }
    }
    return r;
}
