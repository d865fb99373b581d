/* test_cell.c -- entries and outcomes as text: kinds, places, canonical text, and faults that cost one message each. */
#include "turnout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct fix {
    struct arena *a;
    struct msgs m;
    struct sources s;
};

static int setup(void **state) {
    struct arena *a = arena_new();
    struct fix *f = arena_alloc(a, sizeof *f);
    f->a = a;
    msgs_init(&f->m, a, &f->s);
    *state = f;
    return 0;
}

static int teardown(void **state) {
    struct fix *f = *state;
    arena_free(f->a);
    return 0;
}

/* A key as read.c makes it, by way of read.c: one value of one line (or several, joined by '\n'). */
static const struct key *key(struct fix *f, const char *value) {
    struct text t = {.arena = f->a};
    text_put(&t, "[set s]\nx = ");
    for (const char *c = value; *c; c++) {
        text_add(&t, c, 1);
        if (*c == '\n')
            text_put(&t, "    ");
    }
    text_put(&t, "\n");
    struct doc *d = read_bytes(f->a, &f->m, "test.ini", t.at, t.len);
    assert_non_null(d);
    assert_int_equal(d->nsection, 1);
    assert_int_equal(d->section[0].nkey, 1);
    return &d->section[0].key[0];
}

static const char *joined(struct fix *f, const struct entries *es) {
    struct text t = {.arena = f->a};
    text_put(&t, "");
    for (size_t i = 0; i < es->count; i++)
        text_printf(&t, "%s%s",
                    i == 0                                         ? ""
                    : es->entry[i].group == es->entry[i - 1].group ? ", "
                                                                   : " | ",
                    entry_text(f->a, &es->entry[i]));
    return t.at;
}

/* What is lexed, as text; lexing that text again gives the same. */
static void test_entries(void **state) {
    static const struct {
        const char *text, *canonical, *kinds; /* one letter per entry_kind */
    } row[] = {
        {"trtllm_mha", "trtllm_mha", "W"},
        {"A,B ,  C", "A, B, C", "WWW"},
        {"A,\nB,\nC", "A, B, C", "WWW"},
        {"@mla, !@mha, !x", "@mla, !@mha, !x", "SSW"},
        {"! x", "!x", "W"},
        {"Gemma4*, !Qwen*", "Gemma4*, !Qwen*", "PP"},
        {"80..90", "80..90", "R"},
        {"-4..-1, -3", "-4..-1, -3", "RW"},
        {">=0.6.10.post1 , <0.7", ">=0.6.10.post1, <0.7", "CC"},
        {">= 0.6", ">=0.6", "C"},
        {"==1.2.*, !=1.2.3, ~=1.4, >1, <2, <=3", "==1.2.*, !=1.2.3, ~=1.4, >1, <2, <=3", "CCCCCC"},
        {"absent | <0.6 | >=0.8, <0.9", "absent | <0.6 | >=0.8, <0.9", "WCCC"},
        {"%16, % 8", "%16, %8", "MM"},
        {"<=512&%8&!64", "<=512 & %8 & !64", "A"},
        {"(192,128), ( 576 , 512 )", "(192, 128), (576, 512)", "TT"},
        {"(Gemma*, !x, 1..2, >=3)", "(Gemma*, !x, 1..2, >=3)", "T"},
        {"<user_attention>", "<user_attention>", "Y"},
        {"<0.7", "<0.7", "C"},
        {"\"NVIDIA B200\", \"a,b\"", "\"NVIDIA B200\", \"a,b\"", "WW"},
        {"\"say \\\"hi\\\" \\\\\"", "\"say \\\"hi\\\" \\\\\"", "W"},
        {"100f, 10x, 90a, newer", "100f, 10x, 90a, newer", "WWWW"},
        {"1..2..3", "1..2..3", "R"},
        {"..9, 9..", "..9, 9..", "WW"},
    };
    struct fix *f = *state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct entries es = cell_entries(f->a, &f->m, key(f, row[i].text));
        assert_string_equal(joined(f, &es), row[i].canonical);
        assert_int_equal(es.count, strlen(row[i].kinds));
        for (size_t e = 0; e < es.count; e++)
            assert_int_equal("WSPRCMTAY"[es.entry[e].kind], row[i].kinds[e]);
        struct entries again = cell_entries(f->a, &f->m, key(f, row[i].canonical));
        assert_string_equal(joined(f, &again), row[i].canonical);
    }
    assert_int_equal(f->m.nmsg, 0);
}

/* One message per fault, and what is good beside it is still read. */
static void test_entry_faults(void **state) {
    static const struct {
        const char *text, *kept;
        size_t nmsg;
        uint32_t col; /* of the first message, from 1 in the value */
        const char *message;
    } row[] = {
        {"A B", "A, B", 1, 3, "expected ',' between entries, found 'B'"},
        {"A,\nB\nC", "A, B, C", 1, 6, "expected ',' between entries, found 'C'"},
        {"A,,B", "A, B", 1, 3, "an entry is missing here"},
        {"A,", "A", 1, 3, "an entry is missing at the end"},
        {"A > B, C", "A, C", 1, 3,
         "expected ',' between entries, found '>'; '>' orders the candidates of an outcome, entries are separated by "
         "','"},
        {"!!A, B", "B", 1, 2, "unexpected '!'; '!' stands once, in front of the entry"},
        {"@, B", "B", 1, 1, "'@' without a set behind it"},
        {"%, B", "B", 1, 1, "'%' without a number behind it"},
        {">=, B", "B", 1, 1, "'>=' without a value behind it"},
        {"===1, B", "B", 1, 1, "'===' is no comparison here; write '=='"},
        {"=1, B", "B", 1, 1, "'=' is no comparison here; write '=='"},
        {"=>1, B", "B", 1, 1, "'=>' is no comparison here; write '>='"},
        {"=<1, B", "B", 1, 1, "'=<' is no comparison here; write '<='"},
        {"*, B", "B", 1, 1, "'*' alone accepts everything; leave the key out instead"},
        {"a*b, B", "B", 1, 1, "'a*b': '*' stands only at the end of a prefix"},
        {"(A, B", "", 1, 1, "'(' without its ')'"},
        {"(A, (B, C)), D", "D", 1, 5, "a tuple inside a tuple"},
        {"(A, , B), C", "C", 1, 5, "an entry is missing here"},
        {"A), B", "A, B", 1, 2, "expected ',' between entries, found ')'; no '(' is open"},
        {"A &, B", "B", 1, 4, "an entry is missing here"},
        {"& A, B", "B", 1, 1, "unexpected '&'"},
        {"\"open, B", "", 1, 1, "text without its closing '\"'"},
        {"a | | b", "a | b", 1, 5, "an entry is missing here"},
    };
    struct fix *f = *state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        f->m.nmsg = 0;
        const struct key *k = key(f, row[i].text);
        struct entries es = cell_entries(f->a, &f->m, k);
        if (strcmp(row[i].text, "a | | b") != 0) /* groups go on counting */
            assert_string_equal(joined(f, &es), row[i].kept);
        assert_int_equal(f->m.nmsg, row[i].nmsg);
        assert_string_equal(f->m.msg[0].text, row[i].message);
        struct pos at = key_at(k, row[i].col - 1);
        assert_int_equal(f->m.msg[0].pos.line, at.line);
        assert_int_equal(f->m.msg[0].pos.col, at.col);
        assert_true(f->m.msg[0].len >= 1);
    }
}

static void test_places(void **state) {
    struct fix *f = *state;
    struct entries es = cell_entries(f->a, &f->m, key(f, "A, !@set,\n80..90 & %8, (1,\n2)"));
    static const uint32_t want[][3] = {{2, 5, 1}, {2, 8, 5}, {3, 5, 11}, {3, 18, 3}};
    assert_int_equal(es.count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(es.entry[i].pos.line, want[i][0]);
        assert_int_equal(es.entry[i].pos.col, want[i][1]);
        assert_int_equal(es.entry[i].len, want[i][2]);
    }
    assert_int_equal(es.entry[3].part[1].pos.line, 4);
    assert_int_equal(es.entry[3].part[1].pos.col, 5);
}

/* More than fit on the stack. */
static void test_long_list(void **state) {
    struct fix *f = *state;
    struct text t = {.arena = f->a};
    for (int i = 0; i < 1000; i++)
        text_printf(&t, "%sname%d", i ? ", " : "", i);
    struct entries es = cell_entries(f->a, &f->m, key(f, t.at));
    assert_int_equal(es.count, 1000);
    assert_string_equal(es.entry[8].text, "name8");
    assert_string_equal(es.entry[999].text, "name999");
}

static void test_outcomes(void **state) {
    static const struct {
        const char *text;
        enum outcome_kind kind;
        const char *cand; /* joined by " > " */
        const char *error;
        int64_t number;
    } row[] = {
        {"fa3", OUTCOME_LIST, "fa3", NULL, 0},
        {"trtllm_mha > flashinfer>@tail", OUTCOME_LIST, "trtllm_mha > flashinfer > @tail", NULL, 0},
        {"a >\nb > c > d > e > f > g > h > i > j", OUTCOME_LIST, "a > b > c > d > e > f > g > h > i > j", NULL, 0},
        {"64", OUTCOME_LIST, "64", NULL, 0},
        {"NONE", OUTCOME_NONE, "", NULL, 0},
        {"ERROR", OUTCOME_ERROR, "", NULL, 0},
        {"ERROR \"no kernel, > 3 and * too\"", OUTCOME_ERROR, "", "no kernel, > 3 and * too", 0},
        {"ERROR\"close\"", OUTCOME_ERROR, "", "close", 0},
        {"<user_attention>", OUTCOME_COPY, "<user_attention>", NULL, 0},
        {"64 * kpool", OUTCOME_PRODUCT, "kpool", NULL, 64},
        {"kpool*8", OUTCOME_PRODUCT, "kpool", NULL, 8},
    };
    struct fix *f = *state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct outcome o;
        struct text t = {.arena = f->a};
        text_put(&t, "");
        assert_true(cell_outcome(f->a, &f->m, key(f, row[i].text), &o));
        assert_int_equal(o.kind, row[i].kind);
        for (size_t c = 0; c < o.ncand; c++)
            text_printf(&t, "%s%s", c ? " > " : "", entry_text(f->a, &o.cand[c]));
        assert_string_equal(t.at, row[i].cand);
        assert_int_equal(o.number, row[i].number);
        assert_int_equal(o.pos.line, 2);
        assert_int_equal(o.pos.col, 5);
        if (row[i].error)
            assert_string_equal(o.error, row[i].error);
        else
            assert_null(o.error);
    }
    assert_int_equal(f->m.nmsg, 0);
}

static void test_outcome_faults(void **state) {
    static const struct {
        const char *text, *message;
    } row[] = {
        {"fa3 triton", "expected '>' between candidates, found 't'"},
        {"fa3, triton", "expected '>' between candidates, found ','"},
        {"fa3 >", "an entry is missing at the end"},
        {"> fa3", "a candidate is missing in front of '>'"},
        {"fa3 > > triton", "a candidate is missing in front of '>'"},
        {"fa3 > !triton", "'!triton' is no candidate; an outcome lists values and @sets"},
        {"fa3 > NONE", "'NONE' stands alone, not in a list of candidates"},
        {"ERROR > fa3", "'ERROR' stands alone, not in a list of candidates"},
        {"NONE > fa3", "'NONE' stands alone, not in a list of candidates"},
        {"<a> > fa3", "the copy '<a>' stands alone, not in a list of candidates"},
        {"ERROR no kernel", "the text of ERROR stands in quotes: ERROR \"text\""},
        {"ERROR \"a\" b", "text behind the text of ERROR"},
        {"ERROR \"a", "text without its closing '\"'"},
        {"a * b", "a product is a number from 0 to 9999999999 and an input: 64 * kpool"},
        {"64 *", "a product is a number from 0 to 9999999999 and an input: 64 * kpool"},
        {"99999999999 * a", "a product is a number from 0 to 9999999999 and an input: 64 * kpool"},
    };
    struct fix *f = *state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct outcome o;
        f->m.nmsg = 0;
        assert_false(cell_outcome(f->a, &f->m, key(f, row[i].text), &o));
        assert_int_equal(f->m.nmsg, 1);
        assert_string_equal(f->m.msg[0].text, row[i].message);
    }
}

/* Any bytes: no crash, no endless run, and a message or an entry. */
static void test_garbage(void **state) {
    static const char byte[] = "aB0.@!%*(),|&<>=\"\\-~ \n;:#/\x01\xc3\xa4";
    struct fix *f = *state;
    uint32_t seed = 7;
    for (int i = 0; i < 20000; i++) {
        char value[24] = "x";
        size_t len = (seed >> 8) % 20;
        for (size_t c = 0; c < len; c++) {
            seed = seed * 1664525u + 1013904223u;
            value[1 + c] = byte[(seed >> 16) % (sizeof byte - 1)];
        }
        seed = seed * 1664525u + 1013904223u;
        struct key k = {.name = "x", .value = value + (seed >> 20) % 2, .pos = {0, 1, 1}, .col = 5};
        struct outcome o;
        f->m.nmsg = 0;
        struct entries es = cell_entries(f->a, &f->m, &k);
        assert_true(es.count || f->m.nmsg);
        f->m.nmsg = 0;
        assert_true(cell_outcome(f->a, &f->m, &k, &o) != (f->m.nmsg > 0));
    }
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test_setup_teardown(test_entries, setup, teardown),
        cmocka_unit_test_setup_teardown(test_entry_faults, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places, setup, teardown),
        cmocka_unit_test_setup_teardown(test_long_list, setup, teardown),
        cmocka_unit_test_setup_teardown(test_outcomes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_outcome_faults, setup, teardown),
        cmocka_unit_test_setup_teardown(test_garbage, setup, teardown),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
