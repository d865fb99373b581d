/* diagram.c -- N random small tables: both diagrams and the vectors of every output, against decide() in every cell.
 *
 *     diagram [N [SEED]]     exit status 1 when a difference was printed
 *     diagram table SEED     the table of a seed, when it has no cell without an answer; else exit status 2
 *
 * The tables are those of tests/property/generate.c.
 */
#include "property.h"

#include <stdlib.h>
#include <string.h>

static const struct limits limits = {.steps = 10000000, .nodes = 100000, .vectors = 2000};
static size_t ncell, nvector, nconflict;

static bool build(struct table_run *r, const char *text) {
    *r = (struct table_run){.arena = r->arena, .text = text};
    msgs_init(&r->msgs, r->arena, &r->sources);
    struct doc *doc = read_bytes(r->arena, &r->msgs, "t.ini", text, strlen(text));
    r->table = doc ? table_build(r->arena, &r->msgs, doc, "t.ini") : NULL;
    if (!r->table || msgs_count(&r->msgs, LEVEL_ERROR)) {
        return false;
    }
    r->space = domain_build(r->arena, &r->msgs, r->table);
    r->boxes = boxes_build(r->arena, &r->msgs, r->space);
    r->plan = arena_alloc(r->arena, r->table->noutput * sizeof(struct plan *));
    for (uint32_t i = 0; i < r->table->noutput; i++) {
        r->plan[i] = plan_build(r->arena, &r->msgs, r->boxes, i);
    }
    return msgs_count(&r->msgs, LEVEL_ERROR) == 0;
}

static bool next_cell(const struct space *s, uint32_t *cell) {
    for (uint32_t i = 0; i < s->ninput; i++) {
        if (++cell[i] < s->domain[i].natom) {
            return true;
        }
        cell[i] = 0;
    }
    return false;
}

static double all_cells(const struct space *s) {
    double n = 1;
    for (uint32_t i = 0; i < s->ninput; i++) {
        n *= s->domain[i].natom;
    }
    return n;
}

static bool tell(const struct table_run *r, uint64_t seed, const uint32_t *cell, const char *what) {
    fprintf(stderr, "seed %llu: %s at", (unsigned long long)seed, what);
    for (uint32_t i = 0; cell && i < r->space->ninput; i++) {
        fprintf(stderr, " %s=%s", r->table->input[i].name, r->space->domain[i].atom[cell[i]].label);
    }
    fputc('\n', stderr);
    return false;
}

static bool same(const struct terminal *t, const struct decided *e, bool by_rule) {
    bool value = e->verdict != VERDICT_VALUE || (t->value == e->value && t->number == e->number);
    bool cand = !by_rule || e->verdict != VERDICT_VALUE || t->cand == e->cand;
    return t->verdict == e->verdict && value && cand && t->rule == (by_rule ? e->rule : NO);
}

/* As diagram_at, in a diagram whose sets need not cover the domain; NO: left out. */
static uint32_t possible_at(const struct diagram *d, const uint32_t *cell) {
    uint32_t at = d->root;
    while (at != NO && at >= d->nterminal) {
        const struct node *n = &d->node[at];
        uint32_t e = 0;
        while (e < n->nedge && !aset_has(d->space->domain[n->input].sets, n->edge[e].set, cell[n->input])) {
            e++;
        }
        if (e < n->nedge && n->edge[e].child >= at) {
            return NO; /* a child must come before its parent */
        }
        at = e < n->nedge ? n->edge[e].child : NO;
    }
    return at;
}

/* The diagram for the eye gives the same in every cell that can occur, and has no more nodes. */
static bool compare_possible(const struct table_run *r, uint64_t seed, const struct diagram *d) {
    const struct diagram *p = diagram_possible(r->arena, d, false), *q = diagram_possible(r->arena, d, true);
    uint32_t cell[64] = {0};
    do {
        uint32_t at = diagram_at(d, cell);
        if (d->terminal[at].verdict == VERDICT_NEVER) {
            continue;
        }
        uint32_t outcome = possible_at(q, cell);
        if (possible_at(p, cell) != at || outcome == NO || q->terminal[outcome].verdict != d->terminal[at].verdict ||
            q->terminal[outcome].value != d->terminal[at].value) {
            return tell(r, seed, cell, "the diagram without never differs");
        }
    } while (next_cell(r->space, cell));
    return (p->nnode <= d->nnode && q->nnode <= p->nnode) || tell(r, seed, NULL, "the diagram without never is larger");
}

/* What the rule diagram implies has the shape of what the plan gives. */
static bool compare_shape(const struct table_run *r, uint64_t seed, const struct diagram *d,
                          const struct diagram *implied) {
    bool good = d->nnode == implied->nnode && d->nlevel == implied->nlevel && d->nterminal == implied->nterminal;
    for (uint32_t k = 0; good && k < d->nlevel; k++) {
        good = d->order[k] == implied->order[k];
    }
    for (uint32_t t = 0; good && t < d->nterminal; t++) {
        const struct terminal *x = &d->terminal[t], *y = &implied->terminal[t];
        good = x->verdict == y->verdict && x->value == y->value && x->number == y->number && x->copy == y->copy;
    }
    return good || tell(r, seed, NULL, "the value diagram that the rule diagram implies differs");
}

static bool compare_cells(const struct table_run *r, uint64_t seed, const struct diagram *d, bool by_rule) {
    uint32_t cell[64] = {0};
    double *count = arena_alloc(r->arena, (d->nterminal + 1) * sizeof *count);
    do {
        uint32_t at = diagram_at(d, cell);
        struct decided e = decide(r->boxes, d->output, cell);
        count[at]++;
        ncell++;
        nconflict += e.verdict == VERDICT_CONFLICT;
        if (e.verdict != VERDICT_CONFLICT && !same(&d->terminal[at], &e, by_rule)) {
            return tell(r, seed, cell, by_rule ? "the rule diagram differs" : "the value diagram differs");
        }
    } while (next_cell(r->space, cell));
    for (uint32_t t = 0; t < d->nterminal; t++) {
        if (count[t] != diagram_count(d, t)) {
            return tell(r, seed, NULL, "diagram_count differs");
        }
    }
    return true;
}

/* Every terminal is asked by a row, and no row lies in a never cell. */
static bool compare_vectors(const struct table_run *r, uint64_t seed, struct diagram *const *d) {
    struct msgs quiet = r->msgs;
    const struct vectors *v = vector_build(r->arena, &quiet, r->boxes, d, &limits);
    nvector += v->nvector;
    for (size_t i = 0; i < v->nvector; i++) {
        if (decide(r->boxes, 0, v->vector[i].cell).verdict == VERDICT_NEVER) {
            return tell(r, seed, v->vector[i].cell, "a vector in a never cell");
        }
    }
    for (uint32_t o = 0; o < r->table->noutput; o++) {
        bool *asked = arena_alloc(r->arena, d[o]->nterminal + 1);
        for (size_t i = 0; i < v->nvector; i++) {
            asked[diagram_at(d[o], v->vector[i].cell)] = true;
        }
        for (uint32_t t = 0; t < d[o]->nterminal; t++) {
            if (!asked[t] && d[o]->terminal[t].verdict != VERDICT_NEVER && v->total <= (double)v->nvector &&
                !strstr(v->rule, "left out")) {
                return tell(r, seed, NULL, "a terminal without a vector");
            }
        }
    }
    return true;
}

static bool one(uint64_t seed) {
    struct table_run r = {.arena = arena_new()};
    roll_seed(seed);
    bool good = true;
    if (build(&r, generate(r.arena)) && all_cells(r.space) <= MOST_CELLS) {
        struct diagram **rule = arena_alloc(r.arena, r.table->noutput * sizeof *rule);
        for (uint32_t o = 0; o < r.table->noutput && good; o++) {
            struct diagram *value = diagram_build(r.arena, &r.msgs, r.plan[o], false, &limits);
            rule[o] = diagram_build(r.arena, &r.msgs, r.plan[o], true, &limits);
            struct diagram *implied = diagram_value(r.arena, rule[o]);
            nconflict = 0;
            good = compare_cells(&r, seed, value, false) && compare_cells(&r, seed, rule[o], true) &&
                   compare_cells(&r, seed, implied, false) &&
                   (nconflict > 0 || compare_shape(&r, seed, value, implied)) && compare_possible(&r, seed, value) &&
                   compare_possible(&r, seed, rule[o]);
        }
        good = good && compare_vectors(&r, seed, rule);
    }
    if (!good) {
        fputs(r.text, stderr);
    }
    arena_free(r.arena);
    return good;
}

static int print_table(uint64_t seed) {
    struct table_run r = {.arena = arena_new()};
    roll_seed(seed);
    bool good = build(&r, generate(r.arena));
    if (good) {
        analyse(r.arena, &r.msgs, r.boxes, r.plan, &limits);
        good = msgs_count(&r.msgs, LEVEL_ERROR) == 0;
    }
    if (good) {
        fputs(r.text, stdout);
    }
    arena_free(r.arena);
    return good ? 0 : 2;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "table") == 0) {
        return print_table(strtoull(argv[2], NULL, 10));
    }
    unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000, passed = 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (unsigned long i = 0; i < n; i++) {
        passed += one(seed + i);
    }
    printf("diagrams: %zu cells and %zu vectors compared\n%lu passed, %lu failed\n", ncell, nvector, passed,
           n - passed);
    return passed != n;
}
