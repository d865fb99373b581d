/* model_slot.c -- the slot of a number as C text: what the packed forms read their tables at.
 *
 * In:  a scale.  Out: per input a body that returns the slot of `x`.  Nearly every number costs one comparison; the rest
 * is marked as unlikely, and constants fold either way.
 */
#include "model.h"

#include <inttypes.h>

struct slot_of {
    const struct model *model;
    uint32_t input;
};

static void write_leaf(struct text *t, const void *of, uint32_t outcome, unsigned depth) {
    const struct scale *s = of;
    (void)depth;
    text_printf(t, "%uu", (unsigned)(outcome == NO ? s->bad : outcome));
}

/* The pieces, each to its slot. */
static void write_pieces(struct text *into, const struct slot_of *x) {
    const struct scale *s = &x->model->scale[x->input];
    const struct domain *d = &x->model->space->domain[x->input];
    uint32_t *outcome = arena_alloc(into->arena, (d->natom + 1) * sizeof *outcome);
    outcome[d->natom] = s->bad;
    for (uint32_t i = 0; i < s->nslot; i++) {
        if (s->slot[i] != NO) {
            outcome[s->slot[i]] = i;
        }
    }
    struct tree tree = {
        .scale = s, .domain = d, .name = "x", .outcome = outcome, .line = "\n", .leaf = write_leaf, .of = s};
    lower_tree(into, &tree, 1);
}

/* How far a number lies behind another, as an unsigned one. */
const char *model_place(const struct model *m, struct arena *a, uint32_t input, const char *name, int64_t behind) {
    bool wide = lower_is_long(m->space, input), above = behind > 0;
    uint64_t from = above ? (uint64_t)behind : -(uint64_t)behind;
    const char *type = wide ? "unsigned long long" : "unsigned", *end = wide ? "ULL" : "u";
    if (m->scale[input].slots == SLOTS_VERSION) {
        return name;
    }
    return from == 0 ? arena_printf(a, "(%s)%s", type, name)
                     : arena_printf(a, "(%s)%s %c %" PRIu64 "%s", type, name, above ? '-' : '+', from, end);
}

const char *model_quick_place(const struct model *m, struct arena *a, uint32_t input, const char *name) {
    return model_place(m, a, input, name, m->scale[input].quick_from);
}

/* Where the table of quick slots is read for a number. */
const char *model_quick_index(const struct model *m, struct arena *a, uint32_t input, const char *name) {
    const struct scale *s = &m->scale[input];
    const char *place = model_quick_place(m, a, input, name);
    struct text t = {.arena = a};
    if (!s->by_piece) {
        bool clamped = s->covers > s->nquick;
        return clamped ? arena_printf(a, "%s < %zuu ? %s : %zuu", place, s->nquick - 1, place, s->nquick - 1) : place;
    }
    for (size_t i = 2; i + 1 < s->npiece; i++) {
        text_printf(&t, "%s(%s >= ", i > 2 ? " + " : "", name);
        lower_number_text(&t, s, s->piece[i].number);
        text_printf(&t, " ? %zuu : 0u)", s->npattern);
    }
    if (s->npattern > 1) {
        text_printf(&t, "%s(%s %% %" PRId64 " == 0 ? 1u : 0u)", t.len > 0 ? " + " : "", name,
                    m->space->domain[input].modulus[0]);
    }
    return t.at;
}

/* How many numbers from there on are quick. */
const char *model_quick_covers(const struct model *m, struct arena *a, uint32_t input) {
    const struct scale *s = &m->scale[input];
    bool wide = lower_is_long(m->space, input);
    uint64_t covers = wide || s->covers < UINT32_MAX ? s->covers : UINT32_MAX;
    return arena_printf(a, "%" PRIu64 "%s", covers, wide ? "ULL" : "u");
}

/* A C expression: does the number cost no more than this comparison?  NULL: there is no such number. */
const char *model_quick_test(const struct model *m, struct arena *a, uint32_t input, const char *name) {
    const struct scale *s = &m->scale[input];
    switch (s->slots) {
    case SLOTS_ID:
        return arena_printf(a, "(unsigned)%s < %zuu", name, s->nslot);
    case SLOTS_SM:
        return arena_printf(a, "(unsigned)%s < %zuu", name, s->nslot - 1);
    case SLOTS_BOOL:
        return arena_printf(a, "(unsigned)%s < %zuu", name, s->nslot - 1);
    case SLOTS_VERSION:
        return arena_printf(a, "%s < %zuu", name, s->nslot);
    case SLOTS_ATOM:
        break;
    }
    if (s->nquick == 0) {
        return NULL;
    }
    return arena_printf(a, "%s < %s", model_quick_place(m, a, input, name), model_quick_covers(m, a, input));
}

/* Its slot then. */
static const char *quick_slot(const struct model *m, struct arena *a, uint32_t input, const char *name) {
    const struct scale *s = &m->scale[input];
    if (s->slots == SLOTS_ATOM) {
        return arena_printf(a, "%s_%s_quick_(%s)", m->id, m->input_id[input], model_quick_index(m, a, input, name));
    }
    return arena_printf(a, "(unsigned)%s", name);
}

static void write_slot(struct text *into, const void *of) {
    const struct slot_of *x = of;
    const struct model *m = x->model;
    const struct scale *s = &m->scale[x->input];
    const char *test = model_quick_test(m, into->arena, x->input, "x");
    text_put(into, "return ");
    if (test) {
        text_printf(into, "%s_LIKELY_(%s)\n    ? %s\n    : ", m->ID, test, quick_slot(m, into->arena, x->input, "x"));
    }
    switch (s->slots) {
    case SLOTS_ID:
        text_put(into, "0u");
        break;
    case SLOTS_SM:
        text_printf(into, "x >= 0 ? %zuu : x == -1 ? %zuu : 0u", s->nslot - 2, s->nslot - 1);
        break;
    case SLOTS_BOOL:
        text_printf(into, s->truth ? "x < 0 ? %uu : 1u" : "%uu", (unsigned)s->bad);
        break;
    case SLOTS_VERSION:
    case SLOTS_ATOM:
        text_printf(into, "%s_%s_rare_(x)", m->id, m->input_id[x->input]);
        break;
    }
    text_put(into, ";\n");
}

/* Large numbers all read the last place of the table. */
void model_clamped(struct text *t, const struct model *m, uint32_t input, const char *name, const char *otherwise) {
    const struct scale *s = &m->scale[input];
    text_printf(t, "    unsigned long long i_ = %s;\n", model_quick_place(m, t->arena, input, name));
    text_printf(t, "    if (!%s_LIKELY_(i_ < %zuu)) {\n", m->ID, s->nquick - 1);
    text_printf(t, "        if (!(i_ < %s)) {\n            return %s;\n        }\n",
                model_quick_covers(m, t->arena, input), otherwise);
    text_printf(t, "        i_ = %zuu;\n    }\n    i_ = %s_index_(i_);\n    ", s->nquick - 1, m->id);
}

/* The slot of any SM, as i_. */
void model_detour(struct text *t, const struct model *m, uint32_t input, const char *name) {
    size_t quick = m->scale[input].nslot - 1;
    text_printf(t, "{\n    unsigned long long i_ = (unsigned)%s;\n", name);
    text_printf(t, "    if (!%s_LIKELY_(i_ < %zuu)) {\n        i_ = %s_index_(%s_%s_slot_(%s));\n    }\n    ", m->ID,
                quick, m->id, m->id, m->input_id[input], name);
}

static bool is_wide(const struct model *m, uint32_t input) {
    return m->table->input[input].type == TYPE_VERSION || lower_is_long(m->space, input);
}

/* The places of the levels of a group that are wide, or those that are not, one or the other. */
static size_t put_places(struct text *t, const struct guarding *x, const struct guard *g, bool wide) {
    const struct model *m = x->model;
    size_t n = 0;
    for (size_t i = 0; i < g->nlevel; i++) {
        size_t k = g->level[i];
        uint32_t input = x->lowered->level[k].input;
        if (is_wide(m, input) != wide) {
            continue;
        }
        const char *name = arena_printf(t->arena, "%s%s", x->from, m->input_id[input]);
        const char *place = model_place(m, t->arena, input, name, x->guards->place[k].from);
        bool sum = g->nlevel > 1 && x->guards->place[k].from != 0;
        text_printf(t, "%s%s%s%s", n++ > 0 ? " | " : "", sum ? "(" : "", place, sum ? ")" : "");
    }
    return n;
}

/* Every number of a group has a place?  Those of 32 bits are settled first: else each is made 64 bits wide. */
void model_guard(struct text *t, const struct guarding *x, size_t index, const char *otherwise) {
    const struct model *m = x->model;
    const struct guard *g = &x->guards->guard[index];
    struct text some = {.arena = t->arena}, wide = {.arena = t->arena};
    size_t nsome = put_places(&some, x, g, false), nwide = put_places(&wide, x, g, true);
    text_printf(t, "if (!%s_LIKELY_(%s", m->ID, g->nlevel > 1 ? "(" : "");
    if (nsome > 0 && nwide > 0) {
        text_printf(t, "%s_wide_(%s) | %s", m->id, some.at, wide.at);
    } else {
        text_put(t, nsome > 0 ? some.at : wide.at);
    }
    text_printf(t, "%s < %uu)) {\n    return %s;\n}\n", g->nlevel > 1 ? ")" : "", (unsigned)g->below, otherwise);
}

static void write_rare(struct text *into, const void *of) {
    text_put(into, "return ");
    write_pieces(into, of);
    text_put(into, ";\n");
}

bool model_quick(const struct model *m, uint32_t input) {
    const struct scale *s = &m->scale[input];
    return m->table->input[input].from_op == 0 && (s->slots != SLOTS_ATOM || s->nquick > 0);
}

void model_slot(struct scope *item, const struct model *m, uint32_t input) {
    struct slot_of *x = arena_alloc(scope_arena(item), sizeof *x);
    *x = (struct slot_of){m, input};
    scope_body(item, "choose", write_slot, x);
    const struct scale *s = &m->scale[input];
    scope_flag(item, "rare", s->slots == SLOTS_VERSION || s->slots == SLOTS_ATOM);
    scope_body(item, "pieces", write_rare, x);
    scope_flag(item, "quick", s->nquick > 0);
    model_bytes(item, "quick_slots", "quick_bits", s->quick, s->nquick, s->bad);
}
