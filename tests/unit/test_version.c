/* test_version.c -- versions, specifiers, cuts, keys and witnesses by hand; tests/pep440 asks packaging itself. */
#include "turnout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct arena *arena;

static int setup(void **state) {
    (void)state;
    arena = arena_new();
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

static const struct version *parse(enum scheme s, const char *text) {
    const struct version *v = version_parse(arena, s, text);
    if (v == NULL) {
        fail_msg("'%s' should be a version", text);
    }
    return v;
}

static size_t specifier(enum scheme s, const char *spec, struct interval out[2], const char **error) {
    static const char *const op[] = {">=", "<=", ">", "<", "==", "!=", "~="};
    for (int i = 0; i < 7; i++) {
        if (strncmp(spec, op[i], strlen(op[i])) == 0) {
            return version_specifier(arena, s, (enum compare)i, spec + strlen(op[i]), out, error);
        }
    }
    fail_msg("'%s' has no operator", spec);
    return 0;
}

static bool holds_under(enum scheme s, const char *spec, const char *text) {
    struct interval in[2];
    const char *error = NULL;
    size_t n = specifier(s, spec, in, &error);
    if (n == 0) {
        fail_msg("'%s': %s", spec, error);
    }
    const struct version *v = parse(s, text);
    return interval_has(&in[0], v) || (n == 2 && interval_has(&in[1], v));
}

static bool holds(const char *spec, const char *text) {
    return holds_under(SCHEME_PEP440, spec, text);
}

static void test_order(void **state) {
    static const char *const ascending[] = {"0.dev0",
                                            "0",
                                            "1.dev0",
                                            "1.dev1",
                                            "1a0.dev0",
                                            "1a0",
                                            "1a0.post0.dev0",
                                            "1a0.post0",
                                            "1a1",
                                            "1b0",
                                            "1rc0",
                                            "1rc1",
                                            "1",
                                            "1+a",
                                            "1+a.b",
                                            "1+a.1",
                                            "1+b",
                                            "1+1",
                                            "1+1.a",
                                            "1+2",
                                            "1+10",
                                            "1.post0.dev0",
                                            "1.post0",
                                            "1.post0+a",
                                            "1.post1",
                                            "1.0.0.1",
                                            "1.0.1",
                                            "1.1",
                                            "1.9",
                                            "1.10",
                                            "1.2147483648",
                                            "1.4294967296",
                                            "10",
                                            "99999999999999999999",
                                            "100000000000000000000",
                                            "1!0"};
    (void)state;
    for (size_t i = 0; i < sizeof ascending / sizeof *ascending; i++) {
        for (size_t j = 0; j < sizeof ascending / sizeof *ascending; j++) {
            int c = version_compare(parse(SCHEME_PEP440, ascending[i]), parse(SCHEME_PEP440, ascending[j]));
            assert_int_equal((c > 0) - (c < 0), (i > j) - (i < j));
        }
    }
    assert_int_equal(version_compare(parse(SCHEME_PEP440, "1.0.0"), parse(SCHEME_PEP440, "1")), 0);
}

static void test_normal_form(void **state) {
    static const char *const same[][2] = {{" V1!01.0-ALPHA-05.r4.DEV+Ab_01-x\n", "1!1.0a5.post4.dev0+ab.1.x"},
                                          {"1.0-1", "1.0.post1"},
                                          {"1.0a.", "1.0a0"},
                                          {"1.0-c1", "1.0rc1"},
                                          {"1.0preview_2", "1.0rc2"},
                                          {"1.0_rev3", "1.0.post3"},
                                          {"0!1.0.0", "1.0.0"},
                                          {"\xe3\x80\x80"
                                           "1.0\xc2\xa0",
                                           "1.0"}};
    static const char *const none[] = {"",     " ",     "1.",   "1..2",        ".1",      "v",         "vv1",    "1.x",
                                       "1.0-", "1!",    "1!!2", "1.0+",        "1.0+a.",  "1.0+a+b",   "1.0--1", "1 .0",
                                       "a1",   "1.0.*", "main", "1.0\xc3\xa9", "1.0-1-1", "1.0dev1rc1"};
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_string_equal(version_text(arena, parse(SCHEME_PEP440, same[i][0])), same[i][1]);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_null(version_parse(arena, SCHEME_PEP440, none[i]));
    }
}

static void test_specifiers(void **state) {
    (void)state;
    assert_true(holds(">=0.6.10.post1", "0.6.10.post1"));
    assert_false(holds(">=0.6.10.post1", "0.6.10"));
    assert_true(holds(">0.6.10", "0.6.11.dev0"));
    assert_false(holds(">0.6.10", "0.6.10.post1")); /* > leaves the posts of its version out */
    assert_false(holds(">0.6.10", "0.6.10+cu128"));
    assert_true(holds(">0.6.10.post1", "0.6.10.post2"));
    assert_false(holds("<0.7", "0.7rc1")); /* < leaves the pre-releases of its version out */
    assert_true(holds("<0.7rc1", "0.7b2"));
    assert_true(holds("<1.7.post1", "1.7rc1")); /* as 26.4 has it; earlier releases of packaging differ */
    assert_true(holds("<=0.6.10", "0.6.10+cu128"));
    assert_false(holds("<=0.6.10", "0.6.10.post0.dev0"));
    assert_true(holds("==1.2.*", "1.2.dev0"));
    assert_true(holds("==1.2.*", "1.2.9.post1+x"));
    assert_false(holds("==1.2.*", "1.20"));
    assert_false(holds("!=1.2.*", "1.2"));
    assert_true(holds("==1.0", "1.0.0+cu128"));
    assert_false(holds("==1.0+cu128", "1.0"));
    assert_false(holds("==1.0+cu128", "1.0+cu129"));
    assert_true(holds("!=1.0+cu128", "1.0+cu128.1"));
    assert_true(holds("~=2.2.post3", "2.9"));
    assert_false(holds("~=2.2.post3", "3.dev0"));
    assert_false(holds("~=1!2.2", "2.3"));
    assert_false(holds("<0", "0.dev0"));
    assert_true(holds(">= v1.0 ", "1.0"));
}

static void test_refused_specifiers(void **state) {
    static const char *const refused[][2] = {{"===1.0", "'==='"},
                                             {">=1.x", "'.x'"},
                                             {">=", "is no version"},
                                             {">=1.0+cu128", "local part"},
                                             {">=1.2.*", "'.*' may follow"},
                                             {"==1.0rc1.*", "'.*' may follow"},
                                             {"~=1", "two numbers"},
                                             {"~=1.2.*", "'.*' may follow"},
                                             {"==1.2.*.*", "'.*'"},
                                             {"<1.0 2.0", "'2.0'"}};
    struct interval in[2];
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const char *error = NULL;
        assert_int_equal(specifier(SCHEME_PEP440, refused[i][0], in, &error), 0);
        if (error == NULL || strstr(error, refused[i][1]) == NULL) {
            fail_msg("'%s': '%s' does not speak of %s", refused[i][0], error != NULL ? error : "", refused[i][1]);
        }
    }
    const char *error = NULL;
    assert_int_equal(specifier(SCHEME_RELEASE, ">=0.6.10.post1", in, &error), 0); /* dropped silently otherwise */
    assert_non_null(strstr(error, "scheme = pep440"));
}

static void expect_piece(enum scheme s, const char *spec, size_t which, const char *text, const char *witness) {
    struct interval in[2];
    const char *error = NULL;
    assert_true(specifier(s, spec, in, &error) > which);
    const char *w = interval_witness(arena, s, &in[which]);
    assert_string_equal(interval_text(arena, &in[which]), text);
    assert_string_equal(w != NULL ? w : "none", witness);
    assert_true(w == NULL || interval_has(&in[which], parse(s, w)));
}

static void test_pieces(void **state) {
    (void)state;
    expect_piece(SCHEME_PEP440, ">=0.6.10.post1", 0, "[0.6.10.post1, ..)", "0.6.10.post1");
    expect_piece(SCHEME_PEP440, "<0.6.10", 0, "(.., 0.6.10.dev0)", "0.6.9");
    expect_piece(SCHEME_PEP440, "!=0.6.10.post1", 0, "(.., 0.6.10.post1)", "0.6.10");
    expect_piece(SCHEME_PEP440, "!=0.6.10.post1", 1, "(0.6.10.post1, ..)", "0.6.11");
    expect_piece(SCHEME_PEP440, "<=0.6.10", 0, "(.., 0.6.10]", "0.6.10");
    expect_piece(SCHEME_PEP440, ">1.0", 0, "(1.0.post*, ..)", "1.1");
    expect_piece(SCHEME_PEP440, ">1.0a1", 0, "[1.0a2.dev0, ..)", "1.0a2");
    expect_piece(SCHEME_PEP440, "==1.2.*", 0, "[1.2.dev0, 1.3.dev0)", "1.2");
    expect_piece(SCHEME_PEP440, "==1.0+cu", 0, "[1.0+cu, 1.0+cu]", "1.0+cu");
    expect_piece(SCHEME_PEP440, ">=0.dev0", 0, "(.., ..)", "0");
    expect_piece(SCHEME_PEP440, "!=0.dev0", 0, "[0.dev1, ..)", "0.dev1");
    expect_piece(SCHEME_PEP440, "<0a0", 0, "(.., 0a0)", "0.dev0");
    expect_piece(SCHEME_PEP440, "<0", 0, "(0.post*, 0.post*]", "none");
    expect_piece(SCHEME_PEP440, "<1!0", 0, "(.., 1!0.dev0)", "0");
    expect_piece(SCHEME_RELEASE, "<=0.6.10", 0, "(.., 0.6.10.post*]", "0.6.10");
    expect_piece(SCHEME_CUDNN, ">=90100", 0, "[9.1.0, ..)", "9.1.0");
    expect_piece(SCHEME_CUDNN, "<2047.0", 0, "(.., 2047.0)", "0"); /* 2046 would read as 2.0.46 */
}

/* Between a lower and an upper end given by two specifiers. */
static const char *between(const char *lower, const char *upper) {
    struct interval in[2], piece;
    const char *error = NULL;
    assert_int_equal(specifier(SCHEME_PEP440, lower, in, &error), 1);
    piece.lo = in[0].lo;
    assert_int_equal(specifier(SCHEME_PEP440, upper, in, &error), 1);
    piece.hi = in[0].hi;
    const char *w = interval_witness(arena, SCHEME_PEP440, &piece);
    assert_true(w == NULL || interval_has(&piece, parse(SCHEME_PEP440, w)));
    return w != NULL ? w : "none";
}

static void test_narrow_pieces(void **state) {
    (void)state;
    assert_string_equal(between(">1.0", "<1.0.1"), "1.0.0.1");
    assert_string_equal(between(">1.0", "<1.0.0.0.1"), "1.0.0.0.0.1");
    assert_string_equal(between(">1.0", "<1.0"), "none");
    assert_string_equal(between(">=1.0", "<1.0.post1"), "1.0");
    assert_string_equal(between(">1.0a1", "<1.0a2"), "1.0a2.dev0");
    assert_string_equal(between(">1.0a1", "<1.0a2.dev0"), "none"); /* nothing lies there: one cut, not two */
    assert_string_equal(between(">1.0.dev1", "<1.0.dev2"), "none");
    assert_string_equal(between(">1.0.post1", "<1.0.post2.dev0"), "none");
    struct interval x[2], y[2];
    const char *error;
    assert_int_equal(specifier(SCHEME_PEP440, "!=1.0+a", x, &error), 2);
    assert_int_equal(specifier(SCHEME_PEP440, "!=1.0+a.0a", y, &error), 2);
    const struct interval piece = {x[1].lo, y[0].hi};
    assert_string_equal(interval_witness(arena, SCHEME_PEP440, &piece), "1.0+a.00a");
    assert_int_equal(specifier(SCHEME_PEP440, "!=1.0+b", y, &error), 2);
    const struct interval wider = {x[1].lo, y[0].hi};
    assert_string_equal(interval_witness(arena, SCHEME_PEP440, &wider), "1.0+a.1");
}

static uint64_t key(const char *text) {
    uint64_t k = 0;
    if (!version_key(parse(SCHEME_PEP440, text), &k)) {
        fail_msg("'%s' should have a key", text);
    }
    return k;
}

static void test_keys(void **state) {
    static const char *const unfit[] = {"1!1.0",
                                        "2048",
                                        "1.256",
                                        "1.0.256",
                                        "1.0.0.1",
                                        "1.0.post15",
                                        "1.0rc32",
                                        "1.0.dev33554431",
                                        "18446744073709551617",
                                        "0.0.0.dev5"};
    uint64_t k;
    (void)state;
    assert_true(key("0.6.10.post1") ==
                (UINT64_C(6) << 45 | UINT64_C(10) << 37 | UINT64_C(4) << 34 | UINT64_C(2) << 25 | 0x1ffffff));
    assert_true(key("1.0.dev7") == (UINT64_C(1) << 53 | 7));
    assert_true(key("1.0a2.dev7") == (UINT64_C(1) << 53 | UINT64_C(1) << 34 | UINT64_C(2) << 29 | 7));
    assert_true(key("2.9.1+cu128") == key("2.9.1.0"));
    assert_true(key("2047.255.255rc31.post14") < UINT64_MAX);
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++) {
        assert_false(version_key(parse(SCHEME_PEP440, unfit[i]), &k));
    }
    assert_true(version_has_local(parse(SCHEME_PEP440, "2.9.1+cu128")));
    assert_false(version_has_local(parse(SCHEME_PEP440, "2.9.1")));
}

/* The key of the lower cut of a specifier; *exact is what cut_key returned. */
static uint64_t lower_key(const char *spec, bool *exact) {
    struct interval in[2];
    const char *error = NULL;
    uint64_t k = 0;
    assert_int_equal(specifier(SCHEME_PEP440, spec, in, &error), 1);
    *exact = cut_key(&in[0].lo, &k);
    return k;
}

static void test_cut_keys(void **state) {
    bool exact;
    (void)state;
    assert_true(lower_key(">=0.6.10.post1", &exact) == key("0.6.10.post1") && exact);
    assert_true(lower_key(">=1.256", &exact) == key("2.dev0") && exact); /* the next that fits */
    assert_true(lower_key(">=1.2.3.4", &exact) == key("1.2.4.dev0") && exact);
    assert_true(lower_key(">1.2.255", &exact) == key("1.3.dev0") && exact);
    assert_true(lower_key(">=1.0.dev40000000", &exact) == key("1.0.dev0") + 0x1ffffff && exact);
    assert_true(lower_key(">=2047.255.255.1", &exact) == UINT64_MAX && exact);
    assert_true(lower_key(">=1!0", &exact) == UINT64_MAX && exact);
    assert_true(lower_key("==1.0+cu128", &exact) == key("1.0") + 1 && !exact);
}

static void test_pack(void **state) {
    struct interval in[2];
    const char *error;
    struct text t = {.arena = arena};
    (void)state;
    assert_int_equal(specifier(SCHEME_PEP440, "==1.2.*", in, &error), 1);
    const struct cut cut[] = {in[0].lo, in[0].hi};
    assert_false(version_pack(&t, cut, 2));
    assert_int_equal(t.len, 16 + 10 + 10);
    assert_memory_equal(t.at + 16, "<1.2.dev0\0<1.3.dev0", 20);
    assert_int_equal((unsigned char)t.at[5] & 0xe0, 2 << 5);
    assert_int_equal(specifier(SCHEME_PEP440, "==1.2+a", in, &error), 1);
    t = (struct text){.arena = arena};
    assert_true(version_pack(&t, &in[0].hi, 1));
    assert_memory_equal(t.at + 8, "+1.2+a", 7);
}

static void test_vendor_schemes(void **state) {
    (void)state;
    assert_string_equal(version_text(arena, parse(SCHEME_CUDNN, "90100")), "9.1.0");
    assert_string_equal(version_text(arena, parse(SCHEME_CUDNN, "8905")), "8.9.5");
    assert_string_equal(version_text(arena, parse(SCHEME_CUDNN, "9.19.1.2")), "9.19.1.2");
    assert_string_equal(version_text(arena, parse(SCHEME_CUDNN, "9")), "9");
    assert_string_equal(version_text(arena, parse(SCHEME_CUDA, "12080")), "12.8");
    assert_string_equal(version_text(arena, parse(SCHEME_CUDA, "9020")), "9.2");
    assert_true(holds_under(SCHEME_CUDNN, ">=9.1", "90100"));
    assert_false(holds_under(SCHEME_CUDNN, ">=9", "8905"));
    assert_true(holds_under(SCHEME_CUDNN, ">=91900", "9.19.1.2"));
    assert_true(holds_under(SCHEME_CUDA, ">=12.8", "12080"));
    assert_true(holds_under(SCHEME_CUDA, "==12.*", "12090"));
    assert_false(holds_under(SCHEME_CUDA, ">=13", "12090"));
    assert_true(holds_under(SCHEME_RELEASE, ">=0.28.1", "0.28.1.dev3+x"));
    assert_false(holds_under(SCHEME_RELEASE, ">0.28.1", "0.28.1.post3"));
}

/* Reported faults of version comparisons: what the type says in their place.  All texts are versions but one. */
static void test_reports(void **state) {
    (void)state;
    /* B01 text order: 0.2.10 was below 0.2.3 */
    assert_true(holds(">=0.2.3", "0.2.10"));
    /* B03 three gates by text order */
    assert_false(holds(">=4.45.1", "4.9.0"));
    assert_true(holds(">=4.53.0", "4.100.0"));
    assert_true(holds(">=0.6.4", "0.6.10"));
    /* B05 a nightly build is below its release; .dev0 or scheme = release takes it in */
    assert_false(holds(">=2.3.0", "2.3.0.dev20240301+cu121"));
    assert_true(holds(">=2.3.0.dev0", "2.3.0.dev20240301+cu121"));
    assert_true(holds_under(SCHEME_RELEASE, ">=2.3.0", "2.3.0.dev20240301+cu121"));
    /* B07 a capability as text: 10.0 was below 9.0 */
    assert_true(holds(">=9.0", "10.0"));
    /* B09 as a float: 2.10 was 2.1 */
    assert_false(holds("<2.10", "2.10"));
    assert_true(holds("<2.10", "2.1"));
    assert_false(holds("==2.1", "2.10"));
    /* B11 a YAML number loses its zero, and the version does not change */
    assert_true(holds("==10.0", "10"));
    assert_true(holds("==8.0", "8"));
    /* B13 the vendor integer of cuDNN changed its form with 9 */
    assert_true(holds_under(SCHEME_CUDNN, ">=9.1", "90100"));
    assert_true(holds_under(SCHEME_CUDNN, "<9", "8905"));
    assert_false(holds_under(SCHEME_CUDNN, ">=9", "8907"));
    /* B15 a cap on the patch: 2.8.4+local is above it, 2.8.3+local is not */
    assert_false(holds("<=2.8.3", "2.8.4+cu128torch2.8"));
    assert_true(holds("<=2.8.3", "2.8.3+cu128torch2.8"));
    /* B17 a gate without the post of the pin lets the older build pass */
    assert_true(holds(">=0.3.14", "0.3.14"));
    assert_false(holds(">=0.3.14.post1", "0.3.14"));
    assert_true(holds(">=0.3.14.post1", "0.3.14.post1"));
    /* B19 sibling packages: dev, unknown and post are different versions, and `unknown` alone is none */
    assert_false(holds("==0.6.7", "0.6.7.dev20260301"));
    assert_false(holds("==0.6.7.dev20260301", "0.0.0+unknown"));
    assert_false(holds("==0.6.10", "0.6.8.post1"));
    assert_true(holds("<0.6.10", "0.6.8.post1"));
    assert_null(version_parse(arena, SCHEME_PEP440, "unknown"));
    /* B21 equality takes the local part along unless it names one */
    assert_true(holds("==0.4.5", "0.4.5+cu129"));
    assert_false(holds("==0.4.5+cu128", "0.4.5+cu129"));
    /* B23 a vendor's build of a release candidate is below the release, and counts as it under scheme = release */
    assert_false(holds(">=0.28.1", "0.28.1rc1.dev491+das"));
    assert_true(holds_under(SCHEME_RELEASE, ">=0.28.1", "0.28.1rc1.dev491+das"));
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test_setup_teardown(test_order, setup, teardown),
        cmocka_unit_test_setup_teardown(test_normal_form, setup, teardown),
        cmocka_unit_test_setup_teardown(test_specifiers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused_specifiers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pieces, setup, teardown),
        cmocka_unit_test_setup_teardown(test_narrow_pieces, setup, teardown),
        cmocka_unit_test_setup_teardown(test_keys, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut_keys, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pack, setup, teardown),
        cmocka_unit_test_setup_teardown(test_vendor_schemes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_reports, setup, teardown),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
