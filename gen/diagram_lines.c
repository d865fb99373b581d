/* diagram_lines.c -- the lines of a plan made ready for a diagram.
 *
 * In: struct plan.  Out, in struct build: the levels (the inputs that some line names, the most-named first, declared
 * order breaks ties), the terminals, and one class per line: the chain of its conditions in the order of the levels,
 * unnamed inputs left out, shared from the back.  The root state (all lines, then the gap) lies on the stack.
 * Guaranteed: two lines with the same conditions left and the same outcome are the same class.
 */
#include "diagram.h"

static struct layer *level_add(struct build *b, uint32_t input) {
    struct layer *l = PUSH(b->scratch, b->level, b->nlevel);
    uint32_t n = b->space->domain[input].natom;
    *l = (struct layer){.input = input, .natom = n};
    uint32_t **array[] = {&l->block, &l->size, &l->hit, &l->split, &l->first, &l->child, &l->touched};
    for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
        *array[i] = arena_alloc(b->scratch, (n + 1) * sizeof **array[i]);
    }
    l->edge = arena_alloc(b->scratch, (n + 1) * sizeof *l->edge);
    return l;
}

static void levels_build(struct build *b) {
    size_t named[64] = {0};
    for (size_t i = 0; i < b->plan->nline; i++) {
        const struct line *l = &b->plan->line[i];
        for (uint32_t k = 0; k < b->space->ninput; k++) {
            named[k] += l->box.named >> k & 1;
            for (uint32_t j = 0; j < l->again; j++) {
                named[k] += l[-(ptrdiff_t)j].box.named >> k & 1;
            }
        }
    }
    for (;;) {
        uint32_t most = 0;
        for (uint32_t k = 1; k < b->space->ninput; k++) {
            most = named[k] > named[most] ? k : most;
        }
        if (b->space->ninput == 0 || named[most] == 0) {
            break;
        }
        level_add(b, most);
        named[most] = 0;
    }
}

/* The distinct sets of one level, numbered from 0; returns a map from set id to number. */
static uint32_t *level_sets(struct build *b, struct layer *l) {
    uint32_t most = 0;
    for (size_t i = 0; i < b->plan->nline; i++) {
        uint32_t set = b->plan->line[i].box.set[l->input];
        most = set > most ? set : most;
    }
    uint32_t *number = arena_alloc(b->scratch, ((size_t)most + 1) * sizeof *number);
    for (size_t i = 0; i < b->plan->nline; i++) {
        uint32_t set = b->plan->line[i].box.set[l->input];
        if (set != ASET_FULL && number[set] == 0) {
            *PUSH(b->scratch, l->set, l->nset) = set;
            number[set] = l->nset;
        }
    }
    l->seen = arena_alloc(b->scratch, ((size_t)l->nset + 1) * sizeof *l->seen);
    return number;
}

static struct terminal line_terminal(const struct build *b, const struct line *l) {
    struct terminal t = {
        .verdict = VERDICT_VALUE, .value = l->value, .number = l->number, .copy = l->copy, .rule = NO, .cand = NO};
    switch (l->kind) {
    case LINE_NEVER:
        t.verdict = VERDICT_NEVER;
        break;
    case LINE_REFUSE:
    case LINE_ERROR:
    case LINE_FAILED:
        t.verdict = VERDICT_ERROR;
        break;
    case LINE_NONE:
        t.verdict = VERDICT_NONE;
        break;
    case LINE_EXHAUSTED:
        t.verdict = VERDICT_EXHAUSTED;
        break;
    case LINE_VALUE:
    case LINE_INCAPABLE:
        break;
    }
    if (t.verdict != VERDICT_VALUE) {
        t.value = t.copy = NO;
        t.number = 0;
    }
    /* what `exhausted = next` leaves over is nobody's: decide() credits no rule either */
    bool credited =
        b->by_rule && l->rule != NO && !(l->kind == LINE_EXHAUSTED && b->space->table->rule[l->rule].exhausted_next);
    if (credited) {
        t.rule = l->rule;
        t.cand = l->kind == LINE_REFUSE || l->kind == LINE_EXHAUSTED ? NO : l->cand;
    }
    return t;
}

static uint32_t terminal_intern(struct build *b, struct terminal t) {
    const uint32_t word[] = {
        (uint32_t)t.verdict, t.value, (uint32_t)t.number, (uint32_t)((uint64_t)t.number >> 32), t.copy, t.rule, t.cand};
    size_t at = words_hash(word, sizeof word / sizeof *word) & (b->terminal_cap - 1);
    for (; b->terminal_slot[at] != 0; at = (at + 1) & (b->terminal_cap - 1)) {
        if (diagram_terminals(&b->terminal[b->terminal_slot[at] - 1], &t) == 0) {
            return b->terminal_slot[at] - 1;
        }
    }
    *PUSH(b->scratch, b->terminal, b->nterminal) = t;
    b->terminal_slot[at] = (uint32_t)b->nterminal;
    return (uint32_t)b->nterminal - 1;
}

static uint64_t class_hash(const struct class *c) {
    const uint32_t word[] = {c->level, c->set, c->next, c->terminal, c->rank};
    return words_hash(word, sizeof word / sizeof *word);
}

static void class_grow(struct build *b) {
    b->class_cap = b->class_cap == 0 ? 1024 : 2 * b->class_cap;
    b->class_slot = arena_alloc(b->scratch, b->class_cap * sizeof *b->class_slot);
    for (uint32_t i = 0; i < b->nclass; i++) {
        size_t at = class_hash(&b->class[i]) & (b->class_cap - 1);
        while (b->class_slot[at] != 0) {
            at = (at + 1) & (b->class_cap - 1);
        }
        b->class_slot[at] = i + 1;
    }
}

/* suffix NO: the class is the bare chain of conditions itself, whose index serves as the suffix of others. */
static uint32_t class_intern(struct build *b, struct class c) {
    if (2 * b->nclass >= b->class_cap) {
        class_grow(b);
    }
    size_t at = class_hash(&c) & (b->class_cap - 1);
    for (; b->class_slot[at] != 0; at = (at + 1) & (b->class_cap - 1)) {
        const struct class *have = &b->class[b->class_slot[at] - 1];
        if (have->level == c.level && have->set == c.set && have->next == c.next && have->terminal == c.terminal &&
            have->rank == c.rank) {
            return b->class_slot[at] - 1;
        }
    }
    c.suffix = c.suffix == NO ? (uint32_t)b->nclass : c.suffix;
    *PUSH(b->scratch, b->class, b->nclass) = c;
    b->class_slot[at] = (uint32_t)b->nclass;
    return (uint32_t)b->nclass - 1;
}

/* A class that no line before this one can have. */
static uint32_t class_push(struct build *b, struct class c) {
    *PUSH(b->scratch, b->class, b->nclass) = c;
    return (uint32_t)b->nclass - 1;
}

/* One class for the whole line; number: per level, the map of level_sets.  fresh: it is the first with its terminal,
 * and credit is not told apart. */
static uint32_t line_class(struct build *b, const struct line *l, uint32_t *const *number, uint32_t terminal,
                           uint32_t rank, bool fresh) {
    struct class bare = {.level = b->nlevel, .terminal = NO, .rank = NO, .suffix = NO};
    struct class full = {.level = b->nlevel, .terminal = terminal, .rank = rank};
    uint32_t suffix = class_intern(b, bare);
    full.suffix = suffix;
    uint32_t at = fresh ? class_push(b, full) : class_intern(b, full);
    for (uint32_t k = b->nlevel; l != NULL && k-- > 0;) {
        uint32_t set = l->box.set[b->level[k].input];
        if (set != ASET_FULL) {
            bare.level = full.level = k;
            bare.set = full.set = number[k][set] - 1;
            bare.next = suffix;
            suffix = class_intern(b, bare);
            full.next = at;
            full.suffix = suffix;
            at = fresh ? class_push(b, full) : class_intern(b, full);
        }
    }
    return at;
}

void lines_build(struct build *b) {
    levels_build(b);
    uint32_t **number = arena_alloc(b->scratch, (b->nlevel + 1) * sizeof *number);
    for (uint32_t k = 0; k < b->nlevel; k++) {
        number[k] = level_sets(b, &b->level[k]);
    }
    for (b->terminal_cap = 16; b->terminal_cap < 2 * b->plan->nline; b->terminal_cap *= 2) {
    }
    b->terminal_slot = arena_alloc(b->scratch, b->terminal_cap * sizeof *b->terminal_slot);
    uint32_t *rank = arena_alloc(b->scratch, (b->plan->nline + 1) * sizeof *rank);
    b->credit = rivals_build(b, rank);
    for (size_t i = 0; i < b->plan->nline; i++) {
        const struct line *l = &b->plan->line[i];
        size_t before = b->nterminal;
        uint32_t terminal = terminal_intern(b, line_terminal(b, l));
        bool fresh = b->nterminal > before && b->credit == NULL;
        *PUSH(b->scratch, b->stack, b->nstack) = line_class(b, l, number, terminal, rank[i], fresh);
        for (uint32_t j = 0; j < l->again; j++) { /* the order of nodes follows how many lines there are */
            uint32_t same = b->stack[b->nstack - l->again];
            *PUSH(b->scratch, b->stack, b->nstack) = same;
        }
    }
    bool none = b->space->table->output[b->plan->output].gaps_none;
    struct terminal gap = {
        .verdict = none ? VERDICT_NONE : VERDICT_GAP, .value = NO, .copy = NO, .rule = NO, .cand = NO};
    *PUSH(b->scratch, b->stack, b->nstack) = line_class(b, NULL, number, terminal_intern(b, gap), NO, false);
    b->seen = arena_alloc(b->scratch, (b->nclass + 1) * sizeof *b->seen);
}
