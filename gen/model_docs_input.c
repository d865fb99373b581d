/* model_docs_input.c -- the inputs of a table: what each is, and the pieces that the table cuts its domain into.
 *
 * In:  struct table and struct space.  Out: the list `input`.
 */
#include "model_docs.h"

#include <inttypes.h>

enum { PIECES = 300 }; /* of one input; more are counted */

static const char *type_text(const struct docs *d, const struct input *in) {
    static const char *const scheme[] = {"version, PEP 440", "version, by its release numbers",
                                         "version as cuDNN counts", "version as CUDA counts"};
    static const char *const word[] = {"name", "enum", "SM", "", "int", "bool"};
    if (in->chain != NO) {
        return arena_printf(d->arena, "what %s decides", d->table->output[in->chain].name);
    }
    return in->type == TYPE_VERSION ? scheme[in->scheme] : word[in->type];
}

/* A derived integer as its section has it. */
static const char *from_text(const struct docs *d, const struct input *in) {
    if (!in->from_op) {
        return "";
    }
    const char *second =
        in->from[1] == NO ? arena_printf(d->arena, "%" PRId64, in->from_by) : d->table->input[in->from[1]].name;
    return arena_printf(d->arena, "%s %c %s", d->table->input[in->from[0]].name, in->from_op, second);
}

struct domain_of {
    const struct docs *docs;
    uint32_t input;
};

static void fill_piece(struct scope *item, const void *of, size_t index) {
    const struct domain_of *at = of;
    scope_text(item, "text", at->docs->space->domain[at->input].atom[index].label);
}

static void fill_alias(struct scope *item, const void *of, size_t index) {
    const struct domain_of *at = of;
    const struct input *in = &at->docs->table->input[at->input];
    scope_text(item, "name", in->alias[index].name);
    scope_text(item, "value", in->value[in->alias[index].value]);
}

struct read_by { /* the mappings of one input, in the order in which they are asked */
    const struct from **from;
    const struct mapping **mapping;
    size_t count;
};

static void fill_read(struct scope *item, const void *of, size_t index) {
    const struct read_by *r = of;
    scope_text(item, "file", r->from[index]->file);
    scope_text(item, "text", r->mapping[index]->text);
}

static struct read_by *read_by(struct arena *a, const struct table *t, uint32_t input) {
    struct read_by *r = arena_alloc(a, sizeof *r);
    for (size_t f = 0; f < t->nfrom; f++) {
        for (size_t i = 0; i < t->from[f].nmapping; i++) {
            if (t->from[f].mapping[i].input == input) {
                size_t count = r->count;
                *PUSH(a, r->from, count) = &t->from[f];
                *PUSH(a, r->mapping, r->count) = &t->from[f].mapping[i];
            }
        }
    }
    return r;
}

/* What can be said about an input, and the pieces of its domain that the table tells apart. */
static void fill_input(struct scope *item, const void *of, size_t index) {
    static const char *const when[] = {"", "build", "run"};
    static const char *const reduce[] = {"", "all", "same"};
    const struct docs *d = of;
    const struct input *in = &d->table->input[index];
    struct domain_of *at = arena_alloc(scope_arena(item), sizeof *at);
    *at = (struct domain_of){d, (uint32_t)index};
    size_t natom = d->space->domain[index].natom;
    scope_text(item, "name", in->name);
    scope_text(item, "id", d->input_id[index]);
    scope_text(item, "type", type_text(d, in));
    scope_text(item, "from", from_text(d, in));
    docs_text(item, "about", in->about);
    docs_text(item, "source", in->chain == NO ? docs_meta(d, "input", in->name, "source") : NULL);
    scope_text(item, "preset", in->preset);
    scope_text(item, "when", when[in->when]);
    scope_text(item, "reduce", in->reduce < 3 ? reduce[in->reduce] : "");
    scope_flag(item, "ranged", in->type == TYPE_INT);
    scope_number(item, "lo", in->lo);
    scope_number(item, "hi", in->hi);
    scope_list(item, "piece", natom < PIECES ? natom : PIECES, fill_piece, at);
    scope_flag(item, "more", natom > PIECES);
    scope_number(item, "left", (int64_t)natom - PIECES);
    const struct read_by *r = read_by(scope_arena(item), d->table, (uint32_t)index);
    scope_list(item, "read", r->count, fill_read, r);
    scope_list(item, "alias", in->nalias, fill_alias, at);
    docs_where(item, d, in->pos);
    docs_found(item, d, in->name);
}

void docs_inputs(struct scope *root, struct docs *d) {
    scope_list(root, "input", d->table->ninput, fill_input, d);
}
