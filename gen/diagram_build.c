/* diagram_build.c -- states to nodes, from the most-named input down.
 *
 * At a state the atoms of the first input that any of its lines still names are grouped by what they leave of the
 * lines (diagram_split.c); every group is one child state.  A state is trimmed before it is looked up: cut after the
 * first finished line, a line behind one with the same conditions left is dropped, and so are the last lines that say
 * what the finished one says anyway.
 * Guaranteed: the depth of recursion is the number of levels; never endless: max_state ends it with `over`.
 */
#include "diagram.h"

static bool finished(const struct build *b, uint32_t class) {
    return b->class[class].level == b->nlevel;
}

/* Drops what an earlier line of the list makes unreachable; returns the count.  Where credit is told apart, a line
 * with the same conditions left may still take the credit, and only the very same class is dropped. */
static size_t drop_repeats(struct build *b, uint32_t *list, size_t count) {
    size_t kept = 0;
    b->stamp++;
    for (size_t i = 0; i < count; i++) {
        const struct class *c = &b->class[list[i]];
        uint32_t key = b->credit == NULL || c->rank == NO ? c->suffix : list[i];
        if (b->seen[key] != b->stamp && b->seen[c->suffix] != b->stamp) {
            b->seen[key] = b->stamp;
            list[kept++] = list[i];
        }
    }
    return kept;
}

/* Brings the list at stack[base..] into the form that the memo knows. */
static void state_trim(struct build *b, size_t base) {
    uint32_t *list = b->stack + base;
    size_t count = drop_repeats(b, list, b->nstack - base);
    size_t end = 0;
    while (!finished(b, list[end])) { /* the gap at the end is always finished */
        end++;
    }
    uint32_t last = list[end];
    if (b->credit != NULL && b->class[last].rank != NO) {
        count = credit_keep(b, list, end, count);
    } else {
        count = end + 1;
    }
    if (count == end + 1) {
        while (end > 0 && b->class[list[end - 1]].terminal == b->class[last].terminal) {
            end--;
        }
        list[end] = last;
        count = end + 1;
    }
    b->nstack = base + count;
}

static uint32_t state_level(const struct build *b, size_t base) {
    uint32_t level = b->nlevel;
    for (size_t i = base; i < b->nstack; i++) {
        uint32_t of = b->class[b->stack[i]].level;
        level = of < level ? of : level;
    }
    return level;
}

static uint32_t state_terminal(const struct build *b, size_t base) {
    size_t count = b->nstack - base;
    if (b->credit != NULL && count > 1) {
        return credit_terminal(b, b->stack + base, count);
    }
    return b->class[b->stack[base]].terminal;
}

uint32_t state_build(struct build *b, size_t base) {
    state_trim(b, base);
    size_t count = b->nstack - base;
    uint32_t level = state_level(b, base), node;
    if (level == b->nlevel || b->over) {
        node = b->over ? 0 : state_terminal(b, base);
        b->nstack = base;
        return node;
    }
    uint64_t hash = words_hash(b->stack + base, count);
    node = memo_find(b, b->stack + base, count, hash);
    if (node == NO) {
        struct layer *l = &b->level[level];
        struct spread spread = split_state(b, level, base);
        for (uint32_t k = 0; k < l->nblock && !b->over; k++) {
            size_t child = b->nstack;
            split_push(b, &spread, k);
            l->child[k] = state_build(b, child);
        }
        if (!b->over) {
            node = node_intern(b, l);
            memo_add(b, b->stack + base, count, hash, node);
        }
    }
    b->nstack = base;
    return b->over ? 0 : node;
}
