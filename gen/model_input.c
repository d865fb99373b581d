/* model_input.c -- an input as templates see it: its identifiers, its named numbers, its domain, its cut points.
 *
 * `input.expr` is what a function of the header reads: the argument itself, the output that a chained input comes from,
 * or the arithmetic of a derived one; `input.given` the same where chained inputs are arguments of their own.
 */
#include "model.h"

static const char *const type_word[] = {"name", "enum", "sm", "version", "int", "bool"};

const char *model_type(const struct model *m, uint32_t input) {
    return type_word[m->table->input[input].type];
}

/* ---- the numbers that have names ---- */

struct named {
    const struct model *model;
    uint32_t input;
    uint32_t *atom;
    size_t natom;
};

static void fill_value(struct scope *item, const void *of, size_t index) {
    const struct named *n = of;
    struct arena *a = scope_arena(item);
    struct text number = {.arena = a};
    uint32_t atom = n->atom[index];
    lower_number_text(&number, &n->model->scale[n->input], lower_number(n->model->space, n->input, atom));
    scope_text(item, "id", model_atom(n->model, a, n->input, atom));
    scope_text(item, "name", n->model->space->domain[n->input].atom[atom].label);
    scope_text(item, "number", number.at);
}

static void add_values(struct scope *item, const struct model *m, uint32_t input) {
    struct arena *a = scope_arena(item);
    struct named *n = arena_alloc(a, sizeof *n);
    *n = (struct named){.model = m, .input = input};
    for (uint32_t i = 0; i < m->space->domain[input].natom; i++) {
        if (model_atom(m, a, input, i)) {
            *PUSH(a, n->atom, n->natom) = i;
        }
    }
    scope_list(item, "value", n->natom, fill_value, n);
}

/* ---- types ---- */

static void add_number(struct scope *item, const struct model *m, uint32_t input, const char *name, uint64_t number) {
    struct text t = {.arena = scope_arena(item)};
    lower_number_text(&t, &m->scale[input], number);
    scope_text(item, name, t.at);
}

/* What a text that is not there (a null pointer) means: absent, none, unset, else nothing. */
static void add_missing(struct scope *item, const struct model *m, uint32_t input) {
    static const uint32_t candidate[] = {VALUE_ABSENT, VALUE_NONE, VALUE_UNSET};
    const struct input *in = &m->table->input[input];
    uint64_t number = 0;
    bool zero = in->type != TYPE_INT && in->type != TYPE_BOOL;
    if (!zero && m->scale[input].npiece > 1) {
        number = m->scale[input].piece[1].number - 1; /* of no cell */
    }
    for (size_t i = 0; i < 3; i++) {
        uint32_t atom = m->space->domain[input].special[candidate[i] - VALUE_OTHER];
        if (atom != NO && in->chain == NO) {
            number = lower_number(m->space, input, atom);
            break;
        }
    }
    add_number(item, m, input, "missing", number);
}

/* What a text that is none gives: a number of no cell. */
static void add_bad(struct scope *item, const struct model *m, uint32_t input) {
    enum type type = m->table->input[input].type;
    const struct scale *s = &m->scale[input];
    bool zero = type != TYPE_INT && type != TYPE_BOOL;
    add_number(item, m, input, "bad", zero ? 0 : s->npiece > 1 ? s->piece[1].number - 1 : 0);
}

/* ---- releases as texts ---- */

enum { CELLS_ALIGNED = 1024, CELLS = 64, CELLS_EACH = 4 };

struct releases {          /* the numbers major << 16 | minor << 8 | patch at which another slot begins */
    uint32_t *from, *slot; /* slot[i]: below from[i]; slot[n] from the last one on */
    size_t n;
};

static struct releases tell_releases(struct arena *a, const struct domain *d) {
    const uint64_t rest = UINT64_C(0x1001ffffff), below = ((uint64_t)1 << 37) - 1;
    struct releases r = {.n = 0};
    uint32_t at = 0;
    size_t nslot = 0;
    *PUSH(a, r.slot, nslot) = 2;
    for (size_t i = 0; i < d->ncut; i++) {
        uint64_t key;
        cut_key(&d->cut[i], &key);
        if (key == UINT64_MAX) {
            continue;
        }
        uint32_t from = (uint32_t)(key >> 37) + ((key & below) > rest);
        if (r.n == 0 || from > at) {
            *PUSH(a, r.from, r.n) = at = from;
            *PUSH(a, r.slot, nslot) = 0;
        }
        r.slot[nslot - 1] = (uint32_t)i + 3;
    }
    return r;
}

/* Does another slot begin inside a cell? */
static bool aligned_at(const struct releases *r, uint32_t down) {
    for (size_t i = 0; i < r->n; i++) {
        if (r->from[i] & ((1u << down) - 1)) {
            return false;
        }
    }
    return true;
}

/* Cells of releases, few enough: the slot of each, or which of `from` to begin at. */
static void add_releases(struct scope *item, const struct domain *d) {
    struct arena *a = scope_arena(item);
    struct releases r = tell_releases(a, d);
    uint32_t down = 24, first = r.n ? r.from[0] : 0, last = r.n ? r.from[r.n - 1] : 0, most = 2;
    while (down > 0 && !aligned_at(&r, down)) {
        down--;
    }
    bool aligned = last >> down < CELLS_ALIGNED;
    while (!aligned && (last >> down) - (first >> down) >= CELLS + CELLS_EACH * r.n) {
        down++;
    }
    uint32_t base = aligned ? 0 : first >> down << down;
    size_t ncell = ((last - base) >> down) + !aligned;
    uint32_t *cell = arena_alloc(a, (ncell + 1) * sizeof *cell);
    for (size_t i = 0, k = 0; i <= ncell; i++) {
        while (k < r.n && r.from[k] <= base + ((uint32_t)i << down)) {
            k++;
        }
        cell[i] = aligned ? r.slot[k] : (uint32_t)k;
    }
    for (size_t i = 0; i <= r.n; i++) {
        most = r.slot[i] > most ? r.slot[i] : most;
    }
    bool cells = r.n > 0 && r.n <= 256;
    scope_flag(item, "releases", cells);
    scope_flag(item, "aligned", aligned);
    scope_number(item, "release_base", base);
    scope_number(item, "release_down", down);
    scope_number(item, "release_most", last);
    scope_number(item, "release_last", r.slot[r.n]);
    scope_number(item, "release_first", r.slot[0]);
    scope_number(item, "ncell", (int64_t)ncell);
    model_numbers(item, "cells", cell, cells ? ncell + aligned : 0, aligned ? lower_width(most) : 1);
    model_numbers(item, "releases_at", r.from, cells ? r.n : 0, 4);
    model_bytes(item, "release_slots", "release_bits", r.slot, cells ? r.n + 1 : 0, most);
}

static void add_version(struct scope *item, const struct model *m, uint32_t input) {
    const struct domain *d = &m->space->domain[input];
    struct text cuts = {.arena = scope_arena(item)}, numbers = {.arena = scope_arena(item)};
    text_put(&cuts, "");
    bool local = version_pack(&cuts, d->cut, d->ncut);
    const struct scale *slots = &m->scale[input];
    for (size_t i = 0; i < slots->nslot; i++) {
        uint64_t number = slots->slot[i] == NO ? 0 : lower_number(m->space, input, slots->slot[i]);
        text_bytes(&numbers, number, 8);
    }
    add_releases(item, d);
    scope_bytes(item, "cuts", cuts.at, cuts.len);
    scope_number(item, "ncut", (int64_t)d->ncut);
    scope_bytes(item, "keys", numbers.at, numbers.len);
    scope_number(item, "nslot", (int64_t)slots->nslot);
    scope_number(item, "local", local);
    scope_number(item, "scheme_number", (int64_t)m->table->input[input].scheme);
}

static void bind_input(struct scope *item, const struct model *m, uint32_t input) {
    const struct input *in = &m->table->input[input];
    const char *known = lower_known(scope_arena(item), &m->scale[input], "(x)");
    bool chained = in->chain != NO;
    scope_text(item, "name", in->name);
    scope_text(item, "id", m->input_id[input]);
    scope_text(item, "ID", m->input_ID[input]);
    scope_text(item, "type", type_word[in->type]);
    scope_text(item, "about", in->about);
    scope_number(item, "bit", input);
    scope_flag(item, "long", lower_is_long(m->space, input));
    scope_flag(item, "argument", !chained && in->from_op == 0);
    scope_text(item, "of", chained ? m->output[in->chain].id : "");
    scope_flag(item, "build", in->when == WHEN_BUILD);
    scope_flag(item, "all", in->reduce == 1);
    scope_flag(item, "ids", in->type == TYPE_NAME || in->type == TYPE_ENUM);
    scope_flag(item, "absent", in->absent);
    scope_flag(item, "prefixes", in->nprefix > 0);
    scope_flag(item, "bounded", known != NULL);
    scope_text(item, "known", known);
    scope_text(item, "expr", model_expr(m, scope_arena(item), input, AS_AT));
    scope_text(item, "macro", model_expr(m, scope_arena(item), input, AS_MACRO));
    scope_text(item, "given", model_expr(m, scope_arena(item), input, AS_GIVEN));
    model_slot(item, m, input);
    add_values(item, m, input);
    model_domain(item, m, input);
    add_missing(item, m, input);
    add_bad(item, m, input);
    if (in->type == TYPE_VERSION) {
        add_version(item, m, input);
    } else if (in->type == TYPE_INT) {
        add_number(item, m, input, "low", (uint64_t)in->lo);
        add_number(item, m, input, "high", (uint64_t)in->hi);
    }
    scope_number(item, "nsm", in->type == TYPE_SM ? (int64_t)m->scale[input].nslot - 1 : 0);
    if (in->type == TYPE_NAME || in->type == TYPE_ENUM) {
        model_texts(item, m, input);
    }
    scope_flag(item, "unset", m->space->domain[input].special[VALUE_UNSET - VALUE_OTHER] != NO);
    scope_flag(item, "unknown", m->space->domain[input].special[VALUE_UNKNOWN - VALUE_OTHER] != NO);
}

/* ---- lists ---- */

void model_input(struct scope *item, const struct model *m, uint32_t input) {
    scope_all(item, m->input_scope[input]);
}

void model_some_input(struct scope *item, const void *of, size_t index) {
    const struct some_inputs *s = of;
    model_input(item, s->model, s->input[index]);
}

void model_list_inputs(struct scope *s, const char *name, const struct model *m, const uint32_t *input, size_t n) {
    struct some_inputs *of = arena_alloc(scope_arena(s), sizeof *of);
    *of = (struct some_inputs){m, input};
    scope_list(s, name, n, model_some_input, of);
}

void model_list_bits(struct scope *s, const char *name, const struct model *m, uint64_t inputs) {
    uint32_t *input = NULL;
    size_t n = 0;
    for (uint32_t i = 0; i < m->table->ninput; i++) {
        if (inputs >> i & 1) {
            *PUSH(scope_arena(s), input, n) = i;
        }
    }
    model_list_inputs(s, name, m, input, n);
}

void model_inputs(struct scope *root, struct model *m) {
    m->every = arena_alloc(m->arena, (m->table->ninput + 1) * sizeof *m->every);
    m->argument = NULL;
    m->texts = arena_alloc(m->arena, sizeof *m->texts);
    m->input_scope = arena_alloc(m->arena, (m->table->ninput + 1) * sizeof *m->input_scope);
    for (uint32_t i = 0; i < m->table->ninput; i++) {
        m->every[i] = i;
        if (m->table->input[i].chain == NO && m->table->input[i].from_op == 0) {
            *PUSH(m->arena, m->argument, m->nargument) = i;
        }
    }
    for (uint32_t i = 0; i < m->table->ninput; i++) { /* once: an input is an item of many lists */
        m->input_scope[i] = scope_new(m->arena);
        bind_input(m->input_scope[i], m, i);
    }
    model_list_inputs(root, "input", m, m->every, m->table->ninput);
    model_list_inputs(root, "argument", m, m->argument, m->nargument);
}
