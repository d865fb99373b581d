/* model_steps.c -- what reads the packed forms, as C text: one expression of slots, or a step per input.
 *
 * All tables of a look-up are one string, so that a compiler keeps one address; those of a small table of slots lie 4
 * bytes apart, so that a processor adds them from where they are.  A step takes a number of an argument, one of a struct,
 * or a text; the first that is rare leads away to what takes any.
 */
#include "model.h"

enum { APART = 1024, DIRECT = 256, MANY = 8 };

struct table_at { /* a table in the string */
    size_t at;
    unsigned width;
    bool apart; /* its numbers lie 4 bytes apart */
};
struct reader { /* the string, and how its tables are read */
    const struct model_output *output;
    const struct lowered *l;
    struct text bytes;
    int64_t table_bytes;     /* without what the slots of inputs are read in */
    struct table_at **class; /* per level: by slot */
    struct table_at **quick; /* per level: by quick index, where there is one: the slot, or (direct) the class */
    bool *direct;
    struct table_at **rows; /* per group; NULL: not read */
    bool used[2][5];        /* apart, width: what _read_ calls */
};

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
static const char *table_text(struct arena *a, const struct reader *r, const struct table_at *t, bool constant) {
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
    r->class[k] = put_table(r, slot, s->nslot, most, s->nslot <= APART);
    if (s->nquick > 0 && model_quick(m, v->input)) {
        r->direct[k] = s->nquick <= DIRECT;
        uint32_t *quick = arena_alloc(m->arena, s->nquick * sizeof *quick);
        for (size_t i = 0; i < s->nquick; i++) {
            quick[i] = r->direct[k] ? slot[s->quick[i]] : s->quick[i];
        }
        r->quick[k] = put_table(r, quick, s->nquick, r->direct[k] ? most : s->bad, r->direct[k]);
    }
}

static struct reader *read_lookup(struct arena *a, const struct model_output *o, const struct lowered *l) {
    struct reader *r = arena_alloc(a, sizeof *r);
    *r = (struct reader){.output = o, .l = l, .bytes = {.arena = a}};
    text_put(&r->bytes, "");
    r->class = arena_alloc(a, (l->nlevel + 1) * sizeof *r->class);
    r->quick = arena_alloc(a, (l->nlevel + 1) * sizeof *r->quick);
    r->direct = arena_alloc(a, (l->nlevel + 1) * sizeof *r->direct);
    r->rows = arena_alloc(a, (l->ngroup + 1) * sizeof *r->rows);
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

static const char *level_id(const struct reader *r, size_t k) {
    return r->output->model->input_id[r->l->level[k].input];
}

/* One expression, of slots. */
static void put_group(struct text *t, const struct reader *r, size_t index, unsigned depth) {
    const struct level_group *g = &r->l->group[index];
    if (r->rows[index]) {
        text_printf(t, "%s\n%*s", table_text(t->arena, r, r->rows[index], true), (int)(4 * depth), "");
    }
    if (index > 0) {
        put_group(t, r, index - 1, depth + 1);
        text_put(t, " + ");
    }
    for (size_t k = g->from; k < g->to; k++) {
        text_printf(t, "%s%s%s)", k > g->from ? " + " : "", table_text(t->arena, r, r->class[k], true), level_id(r, k));
    }
    text_put(t, r->rows[index] ? ")" : "");
}

static void write_read(struct text *into, const void *of) {
    const struct reader *r = of;
    text_put(into, "return ");
    put_group(into, r, r->l->ngroup - 1, 1);
    text_put(into, ";\n");
}

/* Large numbers all read the last place of the table. */
static void put_clamped(struct text *t, const struct model *m, uint32_t input, const char *name,
                        const char *otherwise) {
    const struct scale *s = &m->scale[input];
    text_printf(t, "    %s i_ = %s;\n", lower_is_long(m->space, input) ? "unsigned long long" : "unsigned",
                model_quick_place(m, t->arena, input, name));
    text_printf(t, "    if (!%s_LIKELY_(i_ < %zuu)) {\n", m->ID, s->nquick - 1);
    text_printf(t, "        if (!(i_ < %s)) {\n            return %s;\n        }\n",
                model_quick_covers(m, t->arena, input), otherwise);
    text_printf(t, "        i_ = %zuu;\n    }\n    ", s->nquick - 1);
}

/* A statement per input: nothing is held longer than it must, and the first number that is rare leads away. */
static void put_step(struct text *t, const struct reader *r, size_t k, const char *from, const char *sign,
                     const char *otherwise) {
    const struct model *m = r->output->model;
    uint32_t input = r->l->level[k].input;
    const char *name = arena_printf(t->arena, "%s%s", from, level_id(r, k));
    const char *test = model_quick(m, input) ? model_quick_test(m, t->arena, input, name) : NULL;
    bool sm = test && m->scale[input].slots == SLOTS_SM && r->l->nlevel > MANY; /* no detour for newer and none */
    bool quick = test != NULL;
    bool clamped = r->quick[k] && m->scale[input].covers > m->scale[input].nquick && !m->scale[input].by_piece;
    if (clamped) {
        text_put(t, "{\n");
        put_clamped(t, m, input, name, otherwise);
    } else if (sm) {
        text_printf(t, "{\n    unsigned i_ = (unsigned)%s;\n    if (!%s_LIKELY_(%s)) {\n", name, m->ID, test);
        text_printf(t, "        i_ = %s_settled_(%s_%s_slot_(%s));\n    }\n    ", m->id, m->id, m->input_id[input],
                    name);
    } else if (quick) {
        text_printf(t, "if (!%s_LIKELY_(%s)) {\n    return %s;\n}\n", m->ID, test, otherwise);
    }
    text_printf(t, "at_ %s %s", sign,
                table_text(t->arena, r, r->quick[k] && r->direct[k] ? r->quick[k] : r->class[k], false));
    if (r->quick[k]) {
        text_printf(t, "%s%s%s", r->direct[k] ? "" : table_text(t->arena, r, r->quick[k], false),
                    clamped ? "i_" : model_quick_index(m, t->arena, input, name), r->direct[k] ? "" : ")");
    } else if (quick) {
        text_printf(t, "%s%s", sm ? "i_" : "(unsigned)", sm ? "" : name);
    } else { /* a struct holds arguments only: nothing that must be computed */
        text_printf(t, "%s_%s_slot_(%s)", m->id, m->input_id[input],
                    from[0] ? name : model_expr(m, t->arena, input, AS_GIVEN));
    }
    text_put(t, clamped || sm ? ");\n}\n" : ");\n");
}

/* The same of a text. */
static void put_text_step(struct text *t, const struct reader *r, size_t k, const char *sign) {
    const struct model *m = r->output->model;
    const char *id = level_id(r, k);
    text_printf(t, "k_ = %s_%s_read_(%s);\nif (!%s_LIKELY_(k_ != ~0u)) {\n    return ~0u;\n}\n", m->id, id, id, m->ID);
    text_printf(t, "at_ %s %sk_);\n", sign, table_text(t->arena, r, r->class[k], false));
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

enum ask { ASK_NUMBERS, ASK_IN, ASK_TEXTS };

static void put_steps(struct text *t, const struct reader *r, enum ask ask) {
    bool in = ask == ASK_IN;
    const char *otherwise = call_otherwise(r, t->arena, in);
    for (size_t i = 0; i < r->l->ngroup; i++) {
        const struct level_group *g = &r->l->group[i];
        for (size_t k = g->from; k < g->to; k++) {
            const char *sign = k == 0 ? "=" : "+=";
            if (ask == ASK_TEXTS) {
                put_text_step(t, r, k, sign);
            } else {
                put_step(t, r, k, in ? "in_->" : "", sign, otherwise);
            }
        }
        if (r->rows[i]) {
            bool settle = (r->l->nlevel > MANY || ask == ASK_TEXTS) && i + 1 < r->l->ngroup;
            const char *id = r->output->model->id, *rows = table_text(t->arena, r, r->rows[i], false);
            if (settle) {
                text_printf(t, "at_ = %s_settled_(%sat_));\n", id, rows);
            } else {
                text_printf(t, "at_ = %sat_);\n", rows);
            }
        }
    }
}

static void write_steps(struct text *into, const void *of) {
    put_steps(into, of, ASK_NUMBERS);
}

static void write_steps_in(struct text *into, const void *of) {
    put_steps(into, of, ASK_IN);
}

static void write_steps_text(struct text *into, const void *of) {
    put_steps(into, of, ASK_TEXTS);
}

void model_steps(struct scope *item, const struct model_output *o, const struct lowered *l) {
    struct reader *r = read_lookup(scope_arena(item), o, l);
    scope_bytes(item, "tables", r->bytes.at, r->bytes.len);
    scope_number(item, "bytes", r->table_bytes);
    static const char *const used[2][5] = {{"", "", "u16", "u24", "u32"}, {"", "c8", "c16", "c24", "c32"}};
    for (size_t i = 0; i < 2; i++) {
        for (size_t width = i == 0 ? 2 : 1; width <= 4; width++) {
            scope_flag(item, used[i][width], r->used[i][width]);
        }
    }
    scope_body(item, "read", write_read, r);
    scope_body(item, "steps", write_steps, r);
    scope_body(item, "steps_in", write_steps_in, r);
    scope_body(item, "steps_text", write_steps_text, r);
}
