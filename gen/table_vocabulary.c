/* table_vocabulary.c -- [sm N]: the SMs that are known, by number.
 *
 * Out:  table.gpu ascending, and the vocabulary as an input of type sm, which sets of sm are resolved against even in a
 *       file that has no input of that type.
 */
#include "table.h"

#include <stdlib.h>
#include <string.h>

static int gpu_order(const void *x, const void *y) {
    const struct gpu *p = x, *q = y;
    return (p->sm > q->sm) - (p->sm < q->sm);
}

static void vocabulary_section(struct build *b, const struct section *s) {
    int64_t sm;
    meta_check(b, s, KIND_SM);
    if (!meta_named(b, s))
        return;
    if (!meta_number(s->name, &sm) || sm < 1 || sm > 99999) {
        msg_add(b->m, FINDING_TYPE, s->name_pos, strlen(s->name), "'%s' is no SM number such as 90 or 100", s->name);
        return;
    }
    struct gpu *g = PUSH(b->a, b->t->gpu, b->t->ngpu);
    *g = (struct gpu){.sm = sm, .pos = s->name_pos};
    g->names = meta_text(b, s, "gpus");
    g->source = meta_text(b, s, "source");
}

void table_vocabulary(struct build *b) {
    struct input *in = &b->vocabulary;
    for (size_t i = 0; i < b->d->nsection; i++)
        if (b->kind[i] == KIND_SM)
            vocabulary_section(b, &b->d->section[i]);
    if (b->t->ngpu)
        qsort(b->t->gpu, b->t->ngpu, sizeof *b->t->gpu, gpu_order);
    *in = (struct input){.name = "sm", .type = TYPE_SM, .chain = NO, .from = {NO, NO}, .nvalue = b->t->ngpu};
    in->value = arena_alloc(b->a, (in->nvalue + 1) * sizeof *in->value);
    in->value_pos = arena_alloc(b->a, (in->nvalue + 1) * sizeof *in->value_pos);
    in->number = arena_alloc(b->a, (in->nvalue + 1) * sizeof *in->number);
    for (size_t i = 0; i < in->nvalue; i++) {
        in->number[i] = b->t->gpu[i].sm;
        in->value_pos[i] = b->t->gpu[i].pos;
        in->value[i] = arena_printf(b->a, "%lld", (long long)in->number[i]);
        names_add(&b->vocabulary_value, in->value[i], (uint32_t)i);
    }
}
