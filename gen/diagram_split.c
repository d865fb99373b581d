/* diagram_split.c -- the lines of a state, by the atoms of the input that is tested next.
 *
 * In: the state at stack[base..], its level.  Out: the level's partition of its atoms into blocks that no line of the
 * state tells apart, and for each block the lines that it leaves.
 * Which lines meet which block is noted once for all blocks (as indices behind the state on the stack), so that an
 * input of 10,000 names, each named by a few lines, does not ask every line about every name.
 */
#include "diagram.h"

enum { WORK_LIMIT = 1 << 30 }; /* words noted and pushed in all */

/* Splits every block that the set cuts in two; looks at no other block. */
static void refine(struct layer *l, const struct asets *sets, uint32_t set) {
    uint32_t ntouched = 0;
    for (uint32_t a = aset_next(sets, set, 0); a != NO; a = aset_next(sets, set, a + 1)) {
        if (l->hit[l->block[a]]++ == 0) {
            l->touched[ntouched++] = l->block[a];
        }
    }
    for (uint32_t i = 0; i < ntouched; i++) { /* a block whose atoms are all inside stays */
        uint32_t old = l->touched[i];
        l->split[old] = l->hit[old] == l->size[old] ? old : NO;
    }
    for (uint32_t a = aset_next(sets, set, 0); a != NO; a = aset_next(sets, set, a + 1)) {
        uint32_t old = l->block[a];
        if (l->split[old] == NO) {
            l->split[old] = l->nblock;
            l->size[l->nblock] = l->hit[l->nblock] = 0;
            l->split[l->nblock] = l->nblock;
            l->nblock++;
        }
        if (l->split[old] != old) {
            l->block[a] = l->split[old];
            l->size[l->split[old]]++;
            l->size[old]--;
        }
    }
    for (uint32_t i = 0; i < ntouched; i++) {
        l->hit[l->touched[i]] = 0;
    }
}

/* The partition of the level's atoms by the lines of the state that name it. */
static void partition(struct build *b, struct layer *l, uint32_t level, size_t base, size_t count) {
    const struct asets *sets = b->space->domain[l->input].sets;
    l->nblock = 1;
    l->size[0] = l->natom;
    l->hit[0] = 0;
    l->split[0] = NO;
    for (uint32_t a = 0; a < l->natom; a++) {
        l->block[a] = 0;
    }
    uint64_t stamp = ++b->stamp;
    for (size_t i = base; i < base + count; i++) {
        const struct class *c = &b->class[b->stack[i]];
        if (c->level == level && l->seen[c->set] != stamp) {
            l->seen[c->set] = stamp;
            refine(l, sets, l->set[c->set]);
        }
    }
    for (uint32_t a = l->natom; a-- > 0;) {
        l->first[l->block[a]] = a;
    }
}

/* The next block of a set, in no particular order: by the blocks or by the atoms, whichever are fewer. */
static uint32_t next_block(const struct layer *l, const struct asets *sets, uint32_t set, uint32_t *at) {
    if (aset_count(sets, set) > l->nblock) {
        while (*at < l->nblock) {
            uint32_t block = (*at)++;
            if (aset_has(sets, set, l->first[block])) {
                return block;
            }
        }
        return NO;
    }
    for (uint32_t a = aset_next(sets, set, *at); a != NO; a = aset_next(sets, set, a + 1)) {
        if (l->first[l->block[a]] == a) { /* a block lies inside or outside as a whole */
            *at = a + 1;
            return l->block[a];
        }
    }
    return NO;
}

static void stack_extend(struct build *b, size_t n) {
    for (size_t end = b->nstack + n; b->nstack < end;) {
        *PUSH(b->scratch, b->stack, b->nstack) = 0;
    }
}

/* Counts the lines of each block into hit[]; returns their sum. */
static uint64_t count_lines(struct build *b, struct layer *l, const struct spread *s) {
    const struct asets *sets = b->space->domain[l->input].sets;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct class *c = &b->class[b->stack[s->base + i]];
        for (uint32_t at = 0, k; c->level == s->level && (k = next_block(l, sets, l->set[c->set], &at)) != NO;) {
            l->hit[k]++;
            sum++;
        }
    }
    return sum;
}

static void note_lines(struct build *b, struct layer *l, const struct spread *s) {
    const struct asets *sets = b->space->domain[l->input].sets;
    uint32_t *start = b->stack + s->start, *line = b->stack + s->line, *wide = b->stack + s->wide, nwide = 0;
    for (uint32_t k = 0; k < l->nblock; k++) {
        start[k + 1] = start[k] + l->hit[k];
        l->hit[k] = start[k];
    }
    for (uint32_t i = 0; i < s->count; i++) {
        const struct class *c = &b->class[b->stack[s->base + i]];
        if (c->level != s->level) {
            wide[nwide++] = i;
        }
        for (uint32_t at = 0, k; c->level == s->level && (k = next_block(l, sets, l->set[c->set], &at)) != NO;) {
            line[l->hit[k]++] = i;
        }
    }
}

struct spread split_state(struct build *b, uint32_t level, size_t base) {
    struct layer *l = &b->level[level];
    struct spread s = {.level = level, .base = base, .count = (uint32_t)(b->nstack - base), .start = b->nstack};
    partition(b, l, level, base, s.count);
    uint64_t sum = count_lines(b, l, &s);
    for (uint32_t i = 0; i < s.count; i++) {
        s.nwide += b->class[b->stack[base + i]].level != level;
    }
    b->work += sum + (uint64_t)s.nwide * l->nblock;
    if (b->work > WORK_LIMIT) {
        b->over = true;
        return s;
    }
    s.wide = s.start + l->nblock + 1;
    s.line = s.wide + s.nwide;
    stack_extend(b, s.line + sum - s.start);
    note_lines(b, l, &s);
    return s;
}

/* Pushes what the block leaves of the state, in the order of the state. */
void split_push(struct build *b, const struct spread *s, uint32_t block) {
    uint32_t own = b->stack[s->start + block], end = b->stack[s->start + block + 1], wide = 0;
    while (own < end || wide < s->nwide) {
        uint32_t i = own < end ? b->stack[s->line + own] : NO;
        bool first = wide < s->nwide && b->stack[s->wide + wide] < i;
        uint32_t class = b->stack[s->base + (first ? b->stack[s->wide + wide] : i)];
        *PUSH(b->scratch, b->stack, b->nstack) = first ? class : b->class[class].next;
        wide += first;
        own += !first;
    }
}
