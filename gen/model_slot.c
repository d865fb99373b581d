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

/* How far a number lies behind quick_from, as an unsigned one. */
const char *model_quick_place(const struct model *m, struct arena *a, uint32_t input, const char *name) {
    const struct scale *s = &m->scale[input];
    bool wide = lower_is_long(m->space, input), above = s->quick_from > 0;
    uint64_t from = above ? (uint64_t)s->quick_from : -(uint64_t)s->quick_from;
    const char *type = wide ? "unsigned long long" : "unsigned", *end = wide ? "ULL" : "u";
    return s->quick_from == 0 ? arena_printf(a, "(%s)%s", type, name)
                              : arena_printf(a, "(%s)%s %c %" PRIu64 "%s", type, name, above ? '-' : '+', from, end);
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
