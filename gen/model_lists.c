/* model_lists.c -- a look-up of the form `lists` as templates see it: bytes, and what reads them.
 *
 * In:  lists of lines (lower_lists.c).  Out, as calls up to their index, into the string `list_tables`: the list of a slot of
 * the input `list_by`, where a list starts, its items, the wide lines, the code of a line; per `test` of another input the
 * class of a slot, the set of a line, and where the rows of bits begin.  The same as plain data, for any language.
 */
#include "model.h"

struct lists {
    const struct model *model;
    const struct lowered *lowered;
    struct text bytes;
    const char **test_class, **test_set; /* per test */
    size_t *test_rows;
};
struct numbers { /* one table */
    const uint32_t *number;
    size_t n;
    uint32_t most;
};

static struct numbers numbers_of(const uint32_t *number, size_t n) {
    struct numbers t = {number, n, 0};
    for (size_t i = 0; i < n; i++) {
        t.most = number[i] > t.most ? number[i] : t.most;
    }
    return t;
}

/* Puts a table into the string; the call that reads it. */
static const char *put(struct lists *l, struct numbers t) {
    unsigned width = lower_width(t.most);
    const char *call = arena_printf(l->bytes.arena, "%s_u%u_(t_ + %zu, ", l->model->id, 8 * width, l->bytes.len);
    text_numbers(&l->bytes, t.number, t.n, width);
    return call;
}

static const char *put_class(struct lists *l, uint32_t input, const uint32_t *class) {
    uint32_t most;
    struct numbers t = {.n = l->model->scale[input].nslot};
    t.number = model_slot_classes(l->bytes.arena, l->model, input, class, &most);
    t.most = most;
    return put(l, t);
}

static void fill_test(struct scope *item, const void *of, size_t index) {
    const struct lists *l = of;
    const struct line_test *t = &l->lowered->lists.test[index];
    model_atoms(item, l->model, t->input, t->class);
    scope_text(item, "read", l->test_class[index]);
    scope_text(item, "set", l->test_set[index]);
    scope_number(item, "from", (int64_t)l->test_rows[index]);
    scope_number(item, "nbyte", (int64_t)t->nbyte);
    scope_number(item, "nword", (int64_t)t->nbyte / 8);
    scope_bytes(item, "rows", t->row, t->nclass * t->nbyte);
    model_bytes(item, "sets", "set_bits", t->set, l->lowered->lists.nline, t->nset);
}

/* The one input with lists, as a list of one, so that its names are an item's. */
static void fill_by(struct scope *item, const void *of, size_t index) {
    struct lists *l = arena_alloc(scope_arena(item), sizeof *l);
    (void)index;
    *l = *(const struct lists *)of;
    const struct line_lists *r = &l->lowered->lists;
    struct numbers start = numbers_of(r->start, r->nclass), items = numbers_of(r->item, r->nitem);
    struct numbers wide = numbers_of(r->wide, r->nwide), code = numbers_of(r->code, r->nline);
    size_t n = r->ntest + 1;
    l->bytes = (struct text){.arena = scope_arena(item)};
    text_put(&l->bytes, "");
    l->test_class = arena_alloc(scope_arena(item), n * sizeof *l->test_class);
    l->test_set = arena_alloc(scope_arena(item), n * sizeof *l->test_set);
    l->test_rows = arena_alloc(scope_arena(item), n * sizeof *l->test_rows);
    model_atoms(item, l->model, r->by, r->class);
    scope_text(item, "read", put_class(l, r->by, r->class));
    scope_text(item, "start", put(l, start));
    scope_text(item, "item", put(l, items));
    scope_text(item, "wide", put(l, wide));
    scope_text(item, "code", put(l, code));
    for (size_t k = 0; k < r->ntest; k++) {
        const struct line_test *t = &r->test[k];
        l->test_class[k] = put_class(l, t->input, t->class);
        l->test_set[k] = put(l, numbers_of(t->set, r->nline));
        l->test_rows[k] = l->bytes.len;
        text_add(&l->bytes, (const char *)t->row, t->nclass * t->nbyte);
    }
    scope_number(item, "nlist", (int64_t)r->nclass - 1);
    scope_number(item, "nwide", (int64_t)r->nwide);
    model_bytes(item, "starts", "start_bits", r->start, r->nclass, start.most);
    model_bytes(item, "items", "item_bits", r->item, r->nitem, items.most);
    model_bytes(item, "wides", "wide_bits", r->wide, r->nwide, wide.most);
    scope_list(item, "test", r->ntest, fill_test, l);
    scope_bytes(item, "tables", l->bytes.at, l->bytes.len);
}

void model_lists(struct scope *item, const struct model *m, const struct lowered *l) {
    struct lists *own = arena_alloc(scope_arena(item), sizeof *own);
    *own = (struct lists){.model = m, .lowered = l};
    scope_list(item, "by", l->form == FORM_LISTS ? 1 : 0, fill_by, own);
}

const uint32_t *model_list_reads(struct arena *a, const struct lowered *l, size_t *n) {
    uint32_t *input = arena_alloc(a, (l->lists.ntest + 1) * sizeof *input);
    input[0] = l->lists.by;
    for (*n = 1; *n <= l->lists.ntest; (*n)++) {
        input[*n] = l->lists.test[*n - 1].input;
    }
    return input;
}
