/* join_inputs.c -- the inputs of two tables as one list.
 *
 * In: both tables.  Out: a table of inputs only, which of each side's inputs every one of them is, and one section
 * whose conditions cut each domain where either side cuts it.
 * An input of the same name is the same one where its values can be compared: words with words (name, enum, bool),
 * numbers with numbers, versions of one scheme, the same formula, the same chained output.  Where they cannot, the
 * input stands there twice, as "mode (old)" and "mode (new)".
 */
#include "join.h"

#include <stdlib.h>
#include <string.h>

/* Types whose values are compared by their text. */
static bool is_word(enum type t) {
    return t == TYPE_NAME || t == TYPE_ENUM || t == TYPE_BOOL;
}

/* Is input x of one table the same as input y of the other? */
static bool same_input(const struct table *const table[2], uint32_t x, uint32_t y) {
    const struct input *p = &table[OLD]->input[x], *q = &table[NEW]->input[y];
    if (strcmp(p->name, q->name) != 0 || p->from_op != q->from_op || (p->chain == NO) != (q->chain == NO)) {
        return false;
    }
    if (p->chain != NO && strcmp(table[OLD]->output[p->chain].name, table[NEW]->output[q->chain].name) != 0) {
        return false;
    }
    for (int i = 0; i < 2 && p->from_op; i++) {
        if ((p->from[i] == NO) != (q->from[i] == NO) ||
            (p->from[i] == NO ? p->from_by != q->from_by : !same_input(table, p->from[i], q->from[i]))) {
            return false;
        }
    }
    return (is_word(p->type) && is_word(q->type)) ||
           (p->type == q->type && (p->type != TYPE_VERSION || p->scheme == q->scheme));
}

/* Those of the new table in its order, then what only the old one has. */
static size_t pair_inputs(const struct table *const table[2], uint32_t input[2][64], uint32_t joint[2][64]) {
    size_t n = table[NEW]->ninput;
    memset(joint[OLD], 0xff, 64 * sizeof joint[OLD][0]); /* NO */
    for (uint32_t y = 0; y < table[NEW]->ninput; y++) {
        input[NEW][y] = joint[NEW][y] = y;
        input[OLD][y] = NO;
        for (uint32_t x = 0; x < table[OLD]->ninput; x++) {
            if (joint[OLD][x] == NO && same_input(table, x, y)) {
                input[OLD][y] = x;
                joint[OLD][x] = y;
            }
        }
    }
    for (uint32_t x = 0; x < table[OLD]->ninput; x++) {
        if (joint[OLD][x] != NO) {
            continue;
        }
        if (n < 64) {
            input[OLD][n] = x;
            input[NEW][n] = NO;
            joint[OLD][x] = (uint32_t)n;
        }
        n++;
    }
    return n;
}

/* ---- values ---- */

static size_t declared_values(const struct input *in) { /* without NONE and ERROR of a chained one */
    return in->chain != NO && in->nvalue >= 2 ? in->nvalue - 2 : in->nvalue;
}

/* Each once, in the order in which they come. */
static void add_value(struct arena *a, struct input *to, struct names *seen, const char *value) {
    if (names_add(seen, value, (uint32_t)to->nvalue)) {
        *PUSH(a, to->value, to->nvalue) = value;
    }
}

/* The new table first, since its order is what a reader has before him.  Where one side takes any name, so does the
 * joint input; what is closed on the other side is not declared there. */
static void join_words(struct arena *a, struct input *to, const struct input *const from[2]) {
    struct names seen = {.arena = a}, prefixes = {.arena = a};
    bool name = false, word = false;
    for (int s = NEW; s >= OLD; s--) {
        for (size_t i = 0; from[s] && i < declared_values(from[s]); i++) {
            add_value(a, to, &seen, from[s]->value[i]);
        }
        for (size_t i = 0; from[s] && i < from[s]->nprefix; i++) {
            if (names_add(&prefixes, from[s]->prefix[i], 0)) {
                *PUSH(a, to->prefix, to->nprefix) = from[s]->prefix[i];
            }
        }
        name = name || (from[s] && from[s]->type == TYPE_NAME);
        word = word || (from[s] && from[s]->type == TYPE_ENUM);
    }
    to->type = name ? TYPE_NAME : word ? TYPE_ENUM : TYPE_BOOL;
    if (to->chain != NO) {
        add_value(a, to, &seen, "NONE");
        add_value(a, to, &seen, "ERROR");
    }
}

static int sm_order(const void *x, const void *y) {
    const int64_t *p = x, *q = y;
    return (*p > *q) - (*p < *q);
}

/* Ascending, as a vocabulary is: `newer` lies above all that either side knows. */
static void join_sms(struct arena *a, struct input *to, const struct input *const from[2]) {
    size_t n = 0;
    int64_t *all = NULL;
    for (int s = OLD; s <= NEW; s++) {
        for (size_t i = 0; from[s] && i < from[s]->nvalue; i++) {
            *PUSH(a, all, n) = from[s]->number[i];
        }
    }
    if (n) {
        qsort(all, n, sizeof *all, sm_order);
    }
    for (size_t i = 0; i < n; i++) {
        if (i && all[i] == all[i - 1]) {
            continue;
        }
        size_t count = to->nvalue;
        *PUSH(a, to->number, count) = all[i];
        *PUSH(a, to->value, to->nvalue) = arena_printf(a, "%lld", (long long)all[i]);
    }
}

/* ---- cuts ---- */

static struct entries *entries_for(struct arena *a, struct rule *cuts, uint32_t input) {
    struct cond *c = PUSH(a, cuts->cond, cuts->ncond);
    c->input = arena_alloc(a, sizeof *c->input);
    c->input[0] = input;
    c->ninput = 1;
    return &c->entries;
}

static void add_entry(struct arena *a, struct entries *to, struct entry e) {
    *PUSH(a, to->entry, to->count) = e;
}

/* An interval from a cut upwards cuts the domain there and nowhere else. */
static void join_versions(struct arena *a, struct entries *to, const struct domain *d) {
    for (size_t i = 0; i < d->ncut; i++) {
        struct interval *above = arena_alloc(a, sizeof *above);
        above->lo = d->cut[i];
        add_entry(a, to, (struct entry){.kind = ENTRY_COMPARE, .value = NO, .interval = above, .ninterval = 1});
    }
}

/* Where a side's range ends, the joint domain is cut too. */
static void join_ints(struct arena *a, struct entries *to, const struct domain *d, const struct input *own,
                      const struct input *joint) {
    struct entry e = {.kind = ENTRY_RANGE, .value = NO, .lo = own->lo, .hi = own->hi};
    add_entry(a, to, e);
    for (size_t i = 0; i < d->nbound; i++) {
        e.lo = d->bound[i];
        e.hi = joint->hi;
        add_entry(a, to, e);
    }
    for (size_t i = 0; i < d->nmodulus; i++) {
        struct entry multiple = {.kind = ENTRY_MULTIPLE, .value = NO, .lo = d->modulus[i], .hi = d->modulus[i]};
        add_entry(a, to, multiple);
    }
}

/* ---- all of it ---- */

static const char *joint_name(struct arena *a, const struct table *const table[2], const struct input *const from[2]) {
    enum side s = from[NEW] ? NEW : OLD;
    for (size_t i = 0; i < table[!s]->ninput && !from[!s]; i++) {
        if (strcmp(table[!s]->input[i].name, from[s]->name) == 0) {
            return arena_printf(a, "%s (%s)", from[s]->name, s == OLD ? "old" : "new");
        }
    }
    return from[s]->name;
}

/* Wide enough for both: what one of them does not declare is told apart later (join.c, [note declared]). */
static void join_one(struct arena *a, struct input *to, const struct input *const from[2]) {
    const struct input *one = from[NEW] ? from[NEW] : from[OLD], *two = from[OLD] ? from[OLD] : one;
    to->about = one->about;
    to->type = one->type;
    to->scheme = one->scheme;
    to->chain = one->chain;
    to->lo = one->lo < two->lo ? one->lo : two->lo;
    to->hi = one->hi > two->hi ? one->hi : two->hi;
    to->absent = one->absent || two->absent;
    to->unset = one->unset || two->unset;
    to->unknown = one->unknown || two->unknown;
    if (is_word(to->type)) {
        join_words(a, to, from);
    } else if (to->type == TYPE_SM) {
        join_sms(a, to, from);
    }
}

/* Shared inputs have one formula; of the others only one side has it. */
static void join_formula(struct input *to, const struct input *own, const uint32_t joint[64]) {
    to->from_op = own->from_op;
    to->from_by = own->from_by;
    for (int i = 0; i < 2; i++) {
        to->from[i] = own->from[i] == NO ? NO : joint[own->from[i]];
    }
}

struct table *join_inputs(struct arena *a, const struct table *const table[2], const struct space *const space[2],
                          uint32_t input[2][64], uint32_t joint[2][64]) {
    static const char *tier = "default";
    size_t n = pair_inputs(table, input, joint);
    if (n > 64) {
        return NULL;
    }
    struct table *t = arena_alloc(a, sizeof *t);
    *t = (struct table){.name = table[NEW]->name, .path = table[NEW]->path, .versions = NO, .ninput = n};
    t->input = arena_alloc(a, (n + 1) * sizeof *t->input);
    t->tier = &tier;
    t->ntier = 1;
    struct rule *cuts = PUSH(a, t->rule, t->nrule);
    *cuts = (struct rule){.kind = RULE_PIN, .name = ""};
    for (uint32_t i = 0; i < n; i++) {
        const struct input *from[2];
        for (int s = OLD; s <= NEW; s++) {
            from[s] = input[s][i] == NO ? NULL : &table[s]->input[input[s][i]];
        }
        t->input[i] = (struct input){.name = joint_name(a, table, from), .chain = NO, .from = {NO, NO}};
        join_one(a, &t->input[i], from);
        enum side shown = from[NEW] ? NEW : OLD;
        join_formula(&t->input[i], from[shown], joint[shown]);
        struct entries *e = entries_for(a, cuts, i);
        for (int s = OLD; s <= NEW; s++) {
            if (from[s] && t->input[i].type == TYPE_VERSION) {
                join_versions(a, e, &space[s]->domain[input[s][i]]);
            } else if (from[s] && t->input[i].type == TYPE_INT) {
                join_ints(a, e, &space[s]->domain[input[s][i]], from[s], &t->input[i]);
            }
        }
    }
    return t;
}
