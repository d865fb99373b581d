/* model_steps.c -- what reads the packed forms, as C text: one expression of slots, or a step per input.
 *
 * In:  the tables of a look-up (model_reader.c).  A step takes a number of an argument, one of a struct, or a text; the
 * first that is rare leads away to what takes any.
 */
#include "model_steps.h"

static const char *level_id(const struct reader *r, size_t k) {
    return r->output->model->input_id[r->l->level[k].input];
}

/* One expression, of slots. */
static void put_group(struct text *t, const struct reader *r, size_t index, unsigned depth) {
    const struct level_group *g = &r->l->group[index];
    if (r->rows[index]) {
        text_printf(t, "%s\n%*s", model_table(t->arena, r, r->rows[index], true), (int)(4 * depth), "");
    }
    if (index > 0) {
        put_group(t, r, index - 1, depth + 1);
        text_put(t, " + ");
    }
    for (size_t k = g->from; k < g->to; k++) {
        text_printf(t, "%s%s%s)", k > g->from ? " + " : "", model_table(t->arena, r, r->class[k], true),
                    level_id(r, k));
    }
    text_put(t, r->rows[index] ? ")" : "");
}

static void write_read(struct text *into, const void *of) {
    const struct reader *r = of;
    text_put(into, "return ");
    put_group(into, r, r->l->ngroup - 1, 1);
    text_put(into, ";\n");
}

/* Where a step stands: in its group, where the order is free, and in the look-up. */
struct step {
    size_t level;
    bool first, last, settled; /* settled: what is summed up so far is the place of a row */
};

/* What a step does with what it reads.  A sum is settled before the last number is added, which makes an index of it. */
static void put_sum(struct text *t, const struct reader *r, const struct step *s, const char *class) {
    if (s->settled && !s->last) {
        text_printf(t, "at_ = %s_settled_(at_ + %s);\n", r->output->model->id, class);
    } else {
        text_printf(t, "at_ %s %s;\n", s->first ? "=" : "+=", class);
    }
}

/* A statement per input: nothing is held longer than it must, and the first number that is rare leads away. */
static void put_step(struct text *t, const struct reader *r, const struct step *s, const char *from,
                     const char *otherwise) {
    size_t k = s->level;
    const struct model *m = r->output->model;
    struct arena *a = t->arena;
    uint32_t input = r->l->level[k].input;
    const char *name = arena_printf(a, "%s%s", from, level_id(r, k));
    if (r->place[k]) {
        put_sum(t, r, s,
                arena_printf(a, "%s%s)", model_table(a, r, r->place[k], false),
                             model_place(m, a, input, name, r->guards.place[k].from)));
        return;
    }
    const char *test = model_quick(m, input) ? model_quick_test(m, a, input, name) : NULL;
    bool sm = test && m->scale[input].slots == SLOTS_SM && r->guards.nguard > 0; /* no detour for newer and none */
    bool quick = test != NULL;
    bool clamped = r->quick[k] && m->scale[input].covers > m->scale[input].nquick && !m->scale[input].by_piece;
    struct text class = {.arena = a};
    if (clamped) {
        text_put(t, "{\n");
        model_clamped(t, m, input, name, otherwise);
    } else if (sm) {
        model_detour(t, m, input, name);
    } else if (quick) {
        text_printf(t, "if (!%s_LIKELY_(%s)) {\n    return %s;\n}\n", m->ID, test, otherwise);
    }
    text_put(&class, model_table(a, r, r->quick[k] && r->direct[k] ? r->quick[k] : r->class[k], false));
    if (r->quick[k]) {
        text_printf(&class, "%s%s%s", r->direct[k] ? "" : model_table(a, r, r->quick[k], false),
                    clamped ? "i_" : model_quick_index(m, a, input, name), r->direct[k] ? ")" : "))");
    } else if (quick) {
        text_printf(&class, "%s%s)", sm ? "i_" : "(unsigned)", sm ? "" : name);
    } else { /* a struct holds arguments only: nothing that must be computed */
        text_printf(&class, "%s_%s_slot_(%s))", m->id, m->input_id[input],
                    from[0] ? name : model_expr(m, a, input, AS_GIVEN));
    }
    put_sum(t, r, s, class.at);
    text_put(t, clamped || sm ? "}\n" : "");
}

/* The same of a text. */
static void put_text_step(struct text *t, const struct reader *r, const struct step *s) {
    size_t k = s->level;
    const struct model *m = r->output->model;
    const char *id = level_id(r, k);
    text_printf(t, "k_ = %s_%s_read_(%s);\nif (!%s_LIKELY_(k_ != ~0u)) {\n    return ~0u;\n}\n", m->id, id, id, m->ID);
    put_sum(t, r, s, arena_printf(t->arena, "%sk_)", model_table(t->arena, r, r->class[k], false)));
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

static const struct table_at *table_of(const struct reader *r, size_t k, enum ask ask) {
    bool by_slot = ask == ASK_TEXTS || !(r->place[k] || r->direct[k]);
    return by_slot ? r->class[k] : r->place[k] ? r->place[k] : r->quick[k];
}

/* A group: what is added from where it lies comes last, for it makes the index. */
static void put_group_steps(struct text *t, const struct reader *r, size_t i, enum ask ask, const char *otherwise) {
    const struct level_group *g = &r->l->group[i];
    struct step s = {.first = i == 0, .settled = i > 0};
    size_t left = g->to - g->from;
    for (int apart = 0; apart < 2; apart++) {
        for (s.level = g->from; s.level < g->to; s.level++) {
            if (table_of(r, s.level, ask)->apart != apart) {
                continue;
            }
            s.last = --left == 0;
            if (ask == ASK_TEXTS) {
                put_text_step(t, r, &s);
            } else {
                put_step(t, r, &s, ask == ASK_IN ? "in_->" : "", otherwise);
            }
            s.first = false;
        }
    }
}

static void put_steps(struct text *t, const struct reader *r, enum ask ask) {
    bool in = ask == ASK_IN;
    const char *otherwise = call_otherwise(r, t->arena, in);
    struct guarding x = {r->output->model, r->l, &r->guards, in ? "in_->" : ""};
    bool several = false;
    for (size_t i = 0; i < r->guards.nguard && ask != ASK_TEXTS; i++) {
        model_guard(t, &x, i, otherwise);
        several = several || r->guards.guard[i].nlevel > 1;
    }
    if (in && several) {
        text_printf(t, "%s_AGAIN_;\n", r->output->model->ID);
    }
    for (size_t i = 0; i < r->l->ngroup; i++) {
        put_group_steps(t, r, i, ask, otherwise);
        if (r->rows[i]) {
            bool settle = (r->l->nlevel > LOWER_MANY || ask == ASK_TEXTS) && i + 1 < r->l->ngroup;
            const char *id = r->output->model->id, *rows = model_table(t->arena, r, r->rows[i], false);
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
    struct reader *r = model_reader(scope_arena(item), o, l);
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
