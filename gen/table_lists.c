/* table_lists.c -- what can only be said when every set is known: sets in sets, and lists of candidates in full.
 *
 * Out:  outcome.value of every list with its @sets replaced by their values, in order, each once.
 * Guarantee: a set that contains itself is an error that prints the way round; a list with a repeated candidate is an
 *       error where both are written out, and takes the first where a set brings the second.
 */
#include "table.h"

#include <string.h>

enum { NEW, OPEN, DONE };

static void cycle_message(struct build *b, const uint32_t *path, size_t npath, const struct entry *e) {
    struct text t = {.arena = b->a};
    text_put(&t, "");
    size_t from = 0;
    while (path[from] != e->set)
        from++;
    for (size_t i = from; i < npath; i++)
        text_printf(&t, "@%s > ", b->t->set[path[i]].name);
    struct msg *msg = msg_add(b->m, FINDING_CYCLE, e->pos, e->len, "a set contains itself: %s@%s", t.at, e->text);
    for (size_t i = from; i < npath; i++)
        msg_note(b->m, msg, b->t->set[path[i]].pos, "'@%s' is here", b->t->set[path[i]].name);
    b->t->set[e->set].broken = true; /* so that no later step walks it */
}

struct frame { /* a set being walked: which part, which entry next */
    size_t part, entry;
};

/* Depth first with a stack of its own: a chain of sets can be as long as the file. */
static void cycle_walk(struct build *b, uint32_t root, uint8_t *state, uint32_t *path, struct frame *frame) {
    size_t n = 0;
    path[n] = root;
    frame[n++] = (struct frame){0, 0};
    state[root] = OPEN;
    while (n) {
        const struct set *set = &b->t->set[path[n - 1]];
        struct frame *f = &frame[n - 1];
        if (f->part == set->npart) {
            state[path[--n]] = DONE;
            b->set_order[b->nset_order++] = path[n];
        } else if (f->entry == set->part[f->part].entries.count) {
            f->part++;
            f->entry = 0;
        } else {
            const struct entry *e = &set->part[f->part].entries.entry[f->entry++];
            if (e->kind != ENTRY_SET || e->set == NO || state[e->set] == DONE)
                continue;
            if (state[e->set] == OPEN) {
                cycle_message(b, path, n, e);
                continue;
            }
            state[e->set] = OPEN;
            path[n] = e->set;
            frame[n++] = (struct frame){0, 0};
        }
    }
}

void table_set_cycles(struct build *b) {
    size_t n = b->t->nset + 1;
    uint8_t *state = arena_alloc(b->a, n);
    b->set_order = arena_alloc(b->a, n * sizeof *b->set_order);
    uint32_t *path = arena_alloc(b->a, n * sizeof *path);
    struct frame *frame = arena_alloc(b->a, n * sizeof *frame);
    for (uint32_t i = 0; i < b->t->nset; i++)
        if (state[i] == NEW)
            cycle_walk(b, i, state, path, frame);
}

/* One list being made.  taken[v] and dropped[v] hold the number of the last list that took or dropped v. */
struct list {
    struct build *b;
    uint64_t *taken, *dropped, mark;
    size_t most;  /* values of the output that has the most */
    bool outcome; /* of a rule: the places are kept */
    uint32_t *value;
    struct pos *pos;
    size_t nvalue;
};

struct flat { /* per set of an output: its values in order, each once */
    uint32_t *value;
    size_t nvalue;
    bool versioned;
};

/* NONE and ERROR, which answers may name, stand behind the values. */
static size_t slot(const struct list *l, uint32_t value) {
    return value == VALUE_NONE ? l->most : value == VALUE_ERROR ? l->most + 1 : value;
}

static bool list_add(struct list *l, uint32_t value, struct pos pos) {
    if (l->dropped[slot(l, value)] == l->mark)
        return true;
    if (l->taken[slot(l, value)] == l->mark)
        return false;
    l->taken[slot(l, value)] = l->mark;
    size_t count = l->nvalue;
    if (l->outcome)
        *PUSH(l->b->a, l->pos, count) = pos;
    *PUSH(l->b->a, l->value, l->nvalue) = value;
    return true;
}

static void list_drop(struct list *l, const struct flat *flat, const struct entry *e) {
    if (e->kind != ENTRY_SET)
        l->dropped[slot(l, e->value)] = l->mark;
    for (size_t i = 0; e->kind == ENTRY_SET && i < flat[e->set].nvalue; i++)
        l->dropped[flat[e->set].value[i]] = l->mark;
}

/* `!` entries subtract from the positive ones, or from all values when there is none. */
static void flat_part(struct list *l, struct flat *flat, uint32_t set, const struct set_part *p) {
    const struct output *out = &l->b->t->output[l->b->t->set[set].output];
    bool all = true;
    l->mark++;
    for (size_t i = 0; i < p->entries.count; i++)
        if (p->entries.entry[i].not )
            list_drop(l, flat, &p->entries.entry[i]);
    for (size_t i = 0; i < p->entries.count; i++) {
        const struct entry *e = &p->entries.entry[i];
        if (e->kind == ENTRY_SET && flat[e->set].versioned)
            flat[set].versioned = true;
        if (e->not )
            continue;
        all = false;
        if (e->kind != ENTRY_SET)
            list_add(l, e->value, e->pos);
        for (size_t v = 0; e->kind == ENTRY_SET && v < flat[e->set].nvalue; v++)
            list_add(l, flat[e->set].value[v], e->pos);
    }
    for (uint32_t v = 0; all && v < out->nvalue; v++)
        list_add(l, v, out->value_pos[v]);
}

static bool part_good(const struct build *b, const struct set_part *p) {
    for (size_t i = 0; i < p->entries.count; i++) {
        const struct entry *e = &p->entries.entry[i];
        if (e->kind == ENTRY_SET ? e->set == NO || b->t->set[e->set].broken : e->kind != ENTRY_WORD || e->value == NO)
            return false; /* has its message */
    }
    return true;
}

/* Sets that a set names come before it in set_order.  Sets in sets can make much of little text, hence the limit. */
static struct flat *flat_sets(struct list *l) {
    enum { MOST = 20000000 };
    struct build *b = l->b;
    struct flat *flat = arena_alloc(b->a, (b->t->nset + 1) * sizeof *flat);
    size_t total = 0;
    for (size_t i = 0; i < b->t->nset; i++) {
        uint32_t s = b->set_order[i];
        const struct set *set = &b->t->set[s];
        if (set->output == NO || set->broken)
            continue;
        l->value = NULL, l->nvalue = 0;
        for (size_t p = 0; p < set->npart && total < MOST; p++) {
            flat[s].versioned = flat[s].versioned || set->part[p].ninterval;
            if (part_good(b, &set->part[p]))
                flat_part(l, flat, s, &set->part[p]);
        }
        flat[s].value = l->value;
        flat[s].nvalue = l->nvalue;
        if (total < MOST && (total += l->nvalue) >= MOST)
            msg_add(b->m, FINDING_LIMIT, set->pos, strlen(set->name), "sets of values with more than %d entries in all",
                    (int)MOST);
    }
    return flat;
}

static void list_outcome(struct list *l, const struct flat *flat, struct outcome *o) {
    if (o->ncand == 1 && o->cand->kind == ENTRY_WORD && !o->cand->not ) { /* most are: nothing to flatten */
        o->value = &o->cand->value;
        o->value_pos = &o->pos;
        o->nvalue = 1;
        return;
    }
    l->mark++;
    l->outcome = true;
    l->value = NULL, l->pos = NULL, l->nvalue = 0;
    for (size_t i = 0; i < o->ncand; i++)
        if (o->cand[i].not )
            list_drop(l, flat, &o->cand[i]);
    for (size_t i = 0; i < o->ncand; i++) {
        const struct entry *e = &o->cand[i];
        if (e->not )
            continue;
        if (e->kind != ENTRY_SET) {
            if (!list_add(l, e->value, e->pos))
                msg_add(l->b->m, FINDING_DUPLICATE, e->pos, e->len, "'%s' twice in one list", e->text);
            continue;
        }
        if (flat[e->set].versioned)
            msg_add(l->b->m, FINDING_TYPE, e->pos, e->len,
                    "'@%s' changes with the version; a list of values does not: write one rule per span of versions",
                    e->text);
        for (size_t v = 0; v < flat[e->set].nvalue; v++)
            list_add(l, flat[e->set].value[v], e->pos);
    }
    o->value = l->value;
    o->value_pos = l->pos;
    o->nvalue = (uint32_t)l->nvalue;
}

/* An @set among the targets of a clause: each value that is not one already. */
static void list_targets(struct list *l, const struct flat *flat, const struct late *late) {
    struct rule *r = &l->b->t->rule[late->rule];
    uint32_t output = l->b->t->set[late->set.set].output;
    l->mark++;
    l->outcome = false;
    l->value = NULL, l->nvalue = 0;
    for (size_t i = 0; i < r->ntarget; i++)
        if (r->target[i].output == output)
            l->taken[r->target[i].value] = l->mark;
    for (size_t i = 0; i < flat[late->set.set].nvalue; i++)
        if (list_add(l, flat[late->set.set].value[i], late->set.pos))
            *PUSH(l->b->a, r->target, r->ntarget) = (struct target){output, flat[late->set.set].value[i]};
    if (flat[late->set.set].versioned)
        msg_add(l->b->m, FINDING_TYPE, late->set.pos, late->set.len,
                "'@%s' changes with the version; a clause does not: write one clause per span of versions",
                late->set.text);
}

void table_lists(struct build *b) {
    struct table *t = b->t;
    size_t most = 1;
    for (size_t i = 0; i < t->noutput; i++)
        most = t->output[i].nvalue > most ? t->output[i].nvalue : most;
    struct list l = {.b = b, .most = most};
    l.taken = arena_alloc(b->a, (most + 2) * sizeof *l.taken);
    l.dropped = arena_alloc(b->a, (most + 2) * sizeof *l.dropped);
    struct flat *flat = flat_sets(&l);
    for (size_t r = 0; r < t->nrule; r++)
        for (size_t i = 0; i < t->rule[r].nassign; i++) {
            struct assign *as = &t->rule[r].assign[i];
            if (as->outcome.kind == OUTCOME_LIST && !t->output[as->output].is_int)
                list_outcome(&l, flat, &as->outcome);
        }
    for (size_t i = 0; i < b->nlate; i++)
        list_targets(&l, flat, &b->late[i]);
}
