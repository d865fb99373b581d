/* vector_rows.c -- the rows of the test vectors, each once, and their texts.
 *
 * In: cells in the order of the paths.  Out: struct vectors without equal rows.  Two rows are equal when every text is:
 * a high corner in the same cell differs where an int piece has several numbers.
 */
#include "vector.h"

#include <inttypes.h>
#include <string.h>

const char *vector_text(struct arena *a, const struct space *s, const struct vector *v, uint32_t input) {
    const struct atom *atom = &s->domain[input].atom[v->cell[input]];
    int64_t number;
    return vector_number(s, v, input, &number) ? arena_printf(a, "%" PRId64, number) : atom->text;
}

bool vector_number(const struct space *s, const struct vector *v, uint32_t input, int64_t *number) {
    const struct atom *atom = &s->domain[input].atom[v->cell[input]];
    if (v->value != NULL && v->value[input].known) {
        *number = v->value[input].number;
        return !v->value[input].unset;
    }
    *number = atom->hi;
    return s->table->input[input].type == TYPE_INT && v->high && atom->lo < atom->hi;
}

/* Do low and high differ in a number, although they are the same cell? */
static bool wide(const struct space *s, const uint32_t *cell) {
    for (uint32_t i = 0; i < s->ninput; i++) {
        const struct atom *atom = &s->domain[i].atom[cell[i]];
        if (s->table->input[i].type == TYPE_INT && atom->lo < atom->hi) {
            return true;
        }
    }
    return false;
}

static size_t row_slot(const struct job *j, const struct vector *v) {
    uint64_t h = v->high ? 0x9e3779b97f4a7c15u : 0x2545f4914f6cdd1du;
    for (uint32_t i = 0; i < j->space->ninput; i++) {
        h = (h ^ v->cell[i]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    size_t at = h & (j->cap - 1);
    for (; j->slot[at] != 0; at = (at + 1) & (j->cap - 1)) {
        const struct vector *have = &j->out->vector[j->slot[at] - 1];
        if (have->high == v->high && memcmp(have->cell, v->cell, j->space->ninput * sizeof *v->cell) == 0) {
            break;
        }
    }
    return at;
}

static void rows_grow(struct job *j) {
    j->cap = j->cap == 0 ? 1024 : 2 * j->cap;
    j->slot = arena_alloc(j->arena, j->cap * sizeof *j->slot);
    for (size_t i = 0; i < j->out->nvector; i++) {
        j->slot[row_slot(j, &j->out->vector[i])] = (uint32_t)i + 1;
    }
}

static struct vector row_new(const struct job *j, uint32_t output) {
    struct vector v = {.output = output};
    v.cell = arena_alloc(j->arena, j->space->ninput * sizeof *v.cell + 1);
    v.value = j->derived ? arena_alloc(j->arena, j->space->ninput * sizeof *v.value) : NULL;
    return v;
}

static void row_keep(struct job *j, struct vector v) {
    if (2 * j->out->nvector >= j->cap) {
        rows_grow(j);
    }
    size_t at = row_slot(j, &v);
    if (j->slot[at] == 0) {
        *PUSH(j->arena, j->out->vector, j->out->nvector) = v;
        j->slot[at] = (uint32_t)j->out->nvector;
    }
}

bool row_add(struct job *j, const uint32_t *cell, const struct box *of, uint32_t output, bool high) {
    struct vector v = row_new(j, output);
    for (uint32_t i = 0; i < j->space->ninput; i++) {
        v.cell[i] = cell[i];
    }
    if (!cell_complete(j, v.cell, of->named, v.value)) {
        return false;
    }
    v.high = high && wide(j->space, v.cell);
    row_keep(j, v);
    return true;
}

bool row_within(struct job *j, const struct box *of, uint32_t output) {
    struct vector v = row_new(j, output);
    if (!cell_within(j, of, v.cell, v.value)) {
        return false;
    }
    row_keep(j, v);
    return true;
}
