/* test_lower.c -- packed tables against the diagrams they come from, on random tables; scales, trees and hashes. */
#include "made.h"
#include "lower.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { TABLE = 1500 };

static const struct limits limits = {.steps = 1000000, .nodes = 1000000, .vectors = 1000};
static size_t nform[4], ngroup[8]; /* how often each was read; of levels: in so many loads */

/* ---- the packed forms, read as the header reads them; cell[i] == natom is a number of no atom ---- */

static uint32_t read_levels(const struct lowered *l, const uint32_t *cell) {
    uint32_t row = 0;
    for (size_t k = 0; k < l->nlevel; k++) {
        const struct level_rows *v = &l->level[k];
        assert_true(row < v->nrow);
        row = v->next[(size_t)row * v->nclass + v->class[cell[v->input]]];
        assert_true(row <= v->most);
    }
    return row;
}

/* A group at once; the first level alone is not read. */
static uint32_t read_groups(const struct lowered *l, const uint32_t *cell) {
    uint32_t at = 0, loads = 0;
    for (size_t i = 0; i < l->ngroup; i++) {
        const struct level_group *g = &l->group[i];
        assert_int_equal(g->from, i == 0 ? 0 : l->group[i - 1].to);
        for (size_t k = g->from; k < g->to; k++) {
            at += l->level[k].class[cell[l->level[k].input]] * g->stride[k - g->from];
        }
        assert_true(at < g->ncell);
        at = g->cell[at];
        assert_true(at <= g->most);
        loads += i > 0 || g->to > 1;
    }
    assert_int_equal(l->group[l->ngroup - 1].to, l->nlevel);
    ngroup[loads < 7 ? loads : 7]++;
    return at;
}

static uint32_t read_rows(const struct bit_rows *r, const uint32_t *cell) {
    for (size_t w = 0; w < r->nword; w++) {
        uint64_t bits = UINT64_MAX;
        for (size_t i = 0; i < r->ninput; i++) {
            bits &= r->row[i][r->class[i][cell[r->input[i]]] * r -> nword + w];
        }
        for (uint32_t b = 0; b < 64; b++) {
            if (bits >> b & 1) {
                return r->code[w * 64 + b];
            }
        }
    }
    return 0;
}

static bool line_takes(const struct line_lists *l, uint32_t line, const uint32_t *cell) {
    bool takes = true;
    for (size_t k = 0; k < l->ntest; k++) {
        const struct line_test *t = &l->test[k];
        uint32_t set = t->set[line];
        takes = takes && (t->row[t->class[cell[t->input]] * t -> nbyte + set / 8] >> set % 8 & 1);
    }
    return takes;
}

/* As the header: the list of the one input and the wide lines, in the order of both. */
static uint32_t read_lists(const struct lowered *lowered, const uint32_t *cell) {
    const struct line_lists *l = &lowered->lists;
    uint32_t list = l->class[cell[l->by]], own = 0, end = 0;
    size_t wide = l->nwide;
    if (list + 1 < l->nclass) {
        own = l->start[list];
        end = l->start[list + 1];
        wide = 0;
    }
    while (own < end || wide < l->nwide) {
        uint32_t x = own < end ? l->item[own] : NO, y = wide < l->nwide ? l->wide[wide] : NO, line = x < y ? x : y;
        assert_true(x != y && line < l->nline && l->code[line] <= lowered->most);
        own += x < y;
        wide += x > y;
        if (line_takes(l, line, cell)) {
            return l->code[line];
        }
    }
    return 0;
}

static uint32_t read_lowered(const struct lowered *l, const uint32_t *cell) {
    nform[l->form]++;
    switch (l->form) {
    case FORM_CONSTANT:
        return l->constant;
    case FORM_LEVELS:
        assert_int_equal(read_levels(l, cell), read_groups(l, cell));
        return read_groups(l, cell);
    case FORM_LISTS:
        return read_lists(l, cell);
    case FORM_ROWS:
        break;
    }
    return read_rows(&l->rows, cell);
}

static uint32_t line_code(const struct line *l) {
    return l->kind == LINE_VALUE || l->kind == LINE_INCAPABLE ? l->value + 1 : l->kind == LINE_NONE ? VALUE + 1 : 0;
}

static uint32_t terminal_code(const struct terminal *t) {
    return t->verdict == VERDICT_VALUE ? t->value + 1 : t->verdict == VERDICT_NONE ? VALUE + 1 : 0;
}

/* Every input of the support once with a number of no atom. */
static void check_bad_numbers(const struct made *m, const struct diagram *d, const struct lowered *packed,
                              const struct lowered *rows, const struct lowered *lists, const uint32_t *cell) {
    for (uint32_t k = 0; k < d->nlevel; k++) {
        uint32_t bad[INPUT];
        memcpy(bad, cell, sizeof bad);
        bad[d->order[k]] = m->space->domain[d->order[k]].natom;
        assert_int_equal(read_lowered(packed, bad), 0);
        assert_int_equal(read_rows(&rows->rows, bad), 0);
        assert_int_equal(read_lowered(lists, bad), 0);
    }
}

static void check_table(struct made *m) {
    struct plan *p = plan_build(m->arena, &m->msgs, m->boxes, 0);
    struct diagram *d = diagram_build(m->arena, &m->msgs, p, false, &limits);
    uint32_t *code = arena_alloc(m->arena, (d->nterminal + 1) * sizeof *code);
    uint32_t *of_line = arena_alloc(m->arena, (p->nline + 1) * sizeof *of_line);
    for (uint32_t i = 0; i < d->nterminal; i++) {
        code[i] = terminal_code(&d->terminal[i]);
    }
    for (size_t i = 0; i < p->nline; i++) {
        of_line[i] = line_code(&p->line[i]);
    }
    uint32_t rest = m->table->output[0].gaps_none ? VALUE + 1 : 0;
    struct lowered packed = lower_diagram(m->arena, m->arena, d, code), rows = lower_plan(m->arena, p, of_line, rest), lists;
    bool listed = lower_lists(m->arena, p, of_line, rest, 1e9, &lists);
    assert_int_equal(listed, p->nline > 0);
    lists = listed ? lists : rows;
    assert_false(listed && lower_lists(m->arena, p, of_line, rest, lists.lists.bytes, &(struct lowered){0}));
    uint32_t cell[INPUT] = {0};
    do {
        uint32_t expected = code[diagram_at(d, cell)];
        assert_int_equal(read_lowered(&packed, cell), expected);
        assert_int_equal(read_rows(&rows.rows, cell), expected);
        assert_int_equal(read_lowered(&lists, cell), expected);
        check_bad_numbers(m, d, &packed, &rows, &lists, cell);
    } while (next_cell(m->space, cell));
}

static void test_random(void **state) {
    (void)state;
    for (seed = 1; seed <= TABLE; seed++) {
        struct made m;
        uint64_t kept = seed;
        made_random(&m);
        check_table(&m);
        arena_free(m.arena);
        seed = kept;
    }
    assert_true(nform[FORM_LEVELS] > 100 && nform[FORM_LISTS] > 100 && ngroup[0] > 100 && ngroup[1] > 100 &&
                ngroup[2] > 100);
}

/* A dense table would be 17 ** 4 codes; a few rules make few rows. */
static void test_levels(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){17, 17, 17, 17}, 4);
    for (uint32_t i = 0; i < 40; i++) {
        uint32_t value = i % VALUE;
        made_rule(&m, RULE_RULE, &value, 1);
        for (uint32_t k = 0; k < 4; k++) {
            made_box(&m, &m.boxes->rule[i], k, aset_one(m.space->domain[k].sets, (i * (k + 1) + k) % 17));
        }
    }
    uint32_t rest = 0;
    made_rule(&m, RULE_RULE, &rest, 1)->is_else = true;
    memset(ngroup, 0, sizeof ngroup);
    check_table(&m);
    assert_true(ngroup[1] == 0 && ngroup[2] + ngroup[3] > 17 * 17);
    arena_free(m.arena);
}

/* ---- scales and trees ---- */

static void write_outcome(struct text *t, const void *of, uint32_t outcome, unsigned depth) {
    (void)of;
    (void)depth;
    text_printf(t, "%u", outcome);
}

static const char *tree_text(struct made *m, const struct scale *s, const uint32_t *outcome) {
    struct text t = {.arena = m->arena};
    struct tree tree = {
        .scale = s, .domain = &m->space->domain[0], .name = "x", .outcome = outcome, .line = "", .leaf = write_outcome};
    lower_tree(&t, &tree, 0);
    return t.at;
}

static uint32_t atom_of(const struct scale *s, int64_t number) {
    uint32_t atom = s->piece[0].atom[0];
    for (size_t i = 1; i < s->npiece && (int64_t)s->piece[i].number <= number; i++) {
        atom = s->piece[i].atom[0];
    }
    return atom;
}

static void test_sm(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){6}, 1); /* 80, 90, 100, 103, newer, none */
    struct input *in = &m.table->input[0];
    static int64_t number[] = {80, 90, 100, 103};
    in->type = TYPE_SM;
    in->number = number;
    in->nvalue = 4;
    m.table->input[0].chain = NO;
    m.space->domain[0].special[VALUE_NEWER - VALUE_OTHER] = 4;
    m.space->domain[0].special[VALUE_NONE - VALUE_OTHER] = 5;
    struct scale s = lower_scale(m.space, m.arena, 0);
    assert_int_equal(atom_of(&s, -2), NO);
    assert_int_equal(atom_of(&s, -1), 5);
    assert_int_equal(atom_of(&s, 0), NO);
    assert_int_equal(atom_of(&s, 90), 1);
    assert_int_equal(atom_of(&s, 95), NO);
    assert_int_equal(atom_of(&s, 103), 3);
    assert_int_equal(atom_of(&s, 104), 4);
    assert_int_equal(atom_of(&s, INT32_MAX), 4);
    assert_int_equal(s.nslot, 129); /* 0 .. 103, newer up to 127, none */
    assert_int_equal(s.slot[s.bad], NO);
    assert_int_equal(s.slot[90], 1);
    assert_int_equal(s.slot[95], NO);
    assert_int_equal(s.slot[104], 4);
    assert_int_equal(s.slot[127], 4);
    assert_int_equal(s.slot[128], 5);
    assert_int_equal(lower_slot(m.space, 0, &s, 90), 90);
    assert_int_equal(lower_slot(m.space, 0, &s, 95), 95);
    assert_int_equal(s.slot[lower_slot(m.space, 0, &s, 5000)], 4);
    assert_int_equal(lower_slot(m.space, 0, &s, -1), 128);
    assert_int_equal(lower_slot(m.space, 0, &s, -2), s.bad);
    assert_string_equal(lower_known(m.arena, &s, "x"), "x == (-1) || x == 80 || x == 90 || x == 100 || x >= 103");
    /* a set of SMs costs two comparisons when numbers between them are nobody's */
    assert_string_equal(tree_text(&m, &s, (const uint32_t[]){0, 0, 1, 1, 0, 0, NO}),
                        "x < 100    ? 0    : x < 104        ? 1        : 0");
    arena_free(m.arena);
}

static void test_int(void **state) {
    (void)state;
    struct made m;
    made_new(&m, (const uint32_t[]){0}, 1);
    struct input *in = &m.table->input[0];
    in->type = TYPE_INT;
    in->lo = 1;
    in->hi = 100;
    in->chain = NO;
    in->unset = true;
    struct space *space = domain_build(m.arena, &m.msgs, m.table);
    m.space = space;
    struct scale s = lower_scale(space, m.arena, 0);
    assert_int_equal((int64_t)lower_number(space, 0, 1), -1);
    assert_int_equal(atom_of(&s, -1), 1);
    assert_int_equal(atom_of(&s, 0), NO);
    assert_int_equal(atom_of(&s, 1), 0);
    assert_int_equal(atom_of(&s, 100), 0);
    assert_int_equal(atom_of(&s, 101), NO);
    assert_int_equal(s.quick_from, -1);
    assert_int_equal(s.covers, 102); /* -1 .. 100; what lies above is one piece */
    assert_int_equal(s.nquick, 3);   /* -1, 0, 1 .. 100 */
    for (size_t i = 0; i < s.covers; i++) {
        size_t at = i < s.nquick ? i : s.nquick - 1;
        assert_int_equal(s.slot[s.quick[at]], atom_of(&s, s.quick_from + (int64_t)i));
    }
    assert_int_equal(s.slot[s.bad], NO);
    assert_string_equal(lower_known(m.arena, &s, "x"), "x == (-1) || (x >= 1 && x <= 100)");
    arena_free(m.arena);
}

/* ---- hashes ---- */

static void check_keys(struct arena *a, const char *const *key, size_t nkey, bool words, bool whole) {
    struct lowered_hash h = lower_hash(a, key, nkey);
    size_t used = 0;
    assert_int_equal(h.words, words);
    assert_int_equal(h.whole, whole);
    for (size_t i = 0; i < (size_t)1 << h.slot_bits; i++) {
        used += h.key[i] != 0;
    }
    assert_int_equal(used, nkey);
    for (size_t i = 0; i < nkey; i++) {
        uint64_t hash = lower_hash_text(&h, key[i]);
        assert_int_equal(h.key[lower_hash_slot(&h, hash, h.shift[lower_hash_bucket(&h, hash)])], i + 1);
    }
}

/* Names of models, or words of at most 8 bytes. */
static void check_hash(size_t nkey) {
    struct arena *a = arena_new();
    const char **key = arena_alloc(a, (nkey + 1) * sizeof *key), **word = arena_alloc(a, (nkey + 1) * sizeof *word);
    for (size_t i = 0; i < nkey; i++) {
        key[i] = arena_printf(a, "Model%zuFor%zuGeneration", i * 7919, i % 13);
        word[i] = arena_printf(a, i % 2 ? "q%zu" : "%zuint", i);
    }
    check_keys(a, key, nkey, nkey == 0, false);
    check_keys(a, word, nkey, true, false);
    arena_free(a);
}

static void test_hash(void **state) {
    (void)state;
    for (size_t n = 0; n < 40; n++) {
        check_hash(n);
    }
    check_hash(10000);
}

/* Beginning, middle, end and length are the same: every byte must count. */
static void test_hash_whole(void **state) {
    static const char *const key[] = {"TheSameBeginning-A-and-the-same-end-of-a-name",
                                      "TheSameBeginning-B-and-the-same-end-of-a-name", "another"};
    (void)state;
    struct arena *a = arena_new();
    check_keys(a, key, 3, false, true);
    check_keys(a, key + 1, 2, false, false);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(test_random), cmocka_unit_test(test_levels), cmocka_unit_test(test_sm),
        cmocka_unit_test(test_int),    cmocka_unit_test(test_hash),   cmocka_unit_test(test_hash_whole),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
