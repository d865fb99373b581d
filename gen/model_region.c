/* model_region.c -- sets of atoms and boxes as plain data.
 *
 * In:  regions.  Out: a list `box` of items with a list `cond`, one per input that the box names: the input, and its
 * atoms as a number in hexadecimal (`mask`: bit i is atom i) and as runs (`run.first` to `run.last`).
 */
#include "model.h"

struct some_boxes {
    const struct model *model;
    const struct box *box;
};
struct one_box {
    const struct model *model;
    const struct box *box;
    uint32_t input[64];
};

/* ---- one set ---- */

struct runs {
    uint32_t *first, *last;
    size_t n;
};

static void fill_run(struct scope *item, const void *of, size_t index) {
    const struct runs *r = of;
    scope_number(item, "first", r->first[index]);
    scope_number(item, "last", r->last[index]);
}

static struct runs *find_runs(struct arena *a, const struct domain *d, uint32_t set) {
    struct runs *r = arena_alloc(a, sizeof *r);
    for (uint32_t i = aset_next(d->sets, set, 0); i != NO; i = aset_next(d->sets, set, i + 1)) {
        if (r->n > 0 && r->last[r->n - 1] + 1 == i) {
            r->last[r->n - 1] = i;
        } else {
            *PUSH(a, r->first, r->n) = i;
            r->n--;
            *PUSH(a, r->last, r->n) = i;
        }
    }
    return r;
}

/* Four atoms a digit, the highest digit first. */
static const char *mask_text(struct arena *a, const struct domain *d, uint32_t set) {
    uint32_t ndigit = (d->natom + 3) / 4;
    unsigned char *digit = arena_alloc(a, ndigit + 1);
    for (uint32_t i = aset_next(d->sets, set, 0); i != NO; i = aset_next(d->sets, set, i + 1)) {
        digit[i / 4] |= (unsigned char)(1u << i % 4);
    }
    struct text t = {.arena = a};
    text_put(&t, "0x");
    while (ndigit > 1 && digit[ndigit - 1] == 0) {
        ndigit--;
    }
    for (uint32_t i = ndigit; i-- > 0;) {
        text_add(&t, &"0123456789abcdef"[digit[i]], 1);
    }
    return t.at;
}

void model_set(struct scope *item, const struct model *m, uint32_t input, uint32_t set) {
    const struct domain *d = &m->space->domain[input];
    struct runs *r = find_runs(scope_arena(item), d, set);
    scope_text(item, "mask", mask_text(scope_arena(item), d, set));
    scope_list(item, "run", r->n, fill_run, r);
}

/* ---- boxes ---- */

static void fill_cond(struct scope *item, const void *of, size_t index) {
    const struct one_box *b = of;
    uint32_t input = b->input[index];
    scope_text(item, "input", b->model->table->input[input].name);
    scope_number(item, "bit", input);
    model_set(item, b->model, input, b->box->set[input]);
}

void model_box(struct scope *item, const struct model *m, const struct box *box) {
    struct one_box *b = arena_alloc(scope_arena(item), sizeof *b);
    size_t n = 0;
    b->model = m;
    b->box = box;
    for (uint32_t i = 0; i < m->table->ninput; i++) {
        if (box->named >> i & 1) {
            b->input[n++] = i;
        }
    }
    scope_list(item, "cond", n, fill_cond, b);
}

static void fill_box(struct scope *item, const void *of, size_t index) {
    const struct some_boxes *s = of;
    model_box(item, s->model, &s->box[index]);
}

void model_boxes(struct scope *item, const struct model *m, const struct region *r) {
    struct some_boxes *s = arena_alloc(scope_arena(item), sizeof *s);
    *s = (struct some_boxes){m, r->box};
    scope_list(item, "box", r->nbox, fill_box, s);
}
