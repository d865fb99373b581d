/* test_msg.c -- findings: levels and -W, order, counting beyond 100, and the four formats to the byte. */
#include "turnout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct arena *a;
static struct sources sources;
static struct msgs m;

static const char file_text[] = "[rule x]\narch = Gema4\n\ta = \xC3\xBC b\n";

static int setup(void **state) {
    (void)state;
    a = arena_new();
    sources = (struct sources){0};
    struct source *s = PUSH(a, sources.file, sources.nfile);
    s->path = "t/a.ini";
    s->bytes = file_text;
    s->len = sizeof file_text - 1;
    for (const char *c = file_text; *c; c = strchr(c, '\n') + 1) {
        *PUSH(a, s->line, s->nline) = c;
    }
    size_t end = s->nline;
    *PUSH(a, s->line, end) = file_text + s->len;
    msgs_init(&m, a, &sources);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(a);
    return 0;
}

static const char *printed(enum format format, bool colour) {
    char *at = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&at, &len);
    msgs_print(&m, format, colour, out);
    fclose(out);
    const char *copy = arena_strdup(a, at, len);
    free(at);
    return copy;
}

static struct pos pos(uint32_t line, uint32_t col) {
    return (struct pos){0, line, col};
}

static void text_has_caret(void **state) {
    (void)state;
    struct msg *msg = msg_add(&m, FINDING_UNKNOWN, pos(2, 8), 5, "unknown value '%s'", "Gema4");
    msg_note(&m, msg, pos(1, 1), "in this rule");
    assert_string_equal(printed(FORMAT_TEXT, false), "t/a.ini:2:8: error: unknown value 'Gema4' [-Wunknown]\n"
                                                     "    2 | arch = Gema4\n"
                                                     "      |        ^~~~~\n"
                                                     "t/a.ini:1:1: note: in this rule\n");
    msg_note(&m, msg, pos(2, 8), "and here");
    assert_non_null(strstr(printed(FORMAT_TEXT, false), "note: and here\n    2 | arch = Gema4\n"));
}

/* One line for all of one subject and reason, the largest first told; the notes stay for scripts. */
static void allowed_is_one_line(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct msg *msg = msg_add(&m, FINDING_INCAPABLE, pos(1, 1), 8, "rule 'x' selects what cannot run, case %d", i);
        msg_note(&m, msg, pos(2, 8), "because of this");
        msg->rule = "x";
        msg->allowed = i < 2 ? "as in the server" : "another reason";
        msg->level = LEVEL_NOTE;
        msg->cells = i + 1;
    }
    assert_string_equal(printed(FORMAT_TEXT, false),
                        "t/a.ini:1:1: note: allowed: incapable of 'x', 2 findings, the largest in 2 cells: as in the "
                        "server [-Wincapable]\n"
                        "t/a.ini:1:1: note: allowed: incapable of 'x' in 3 cells: another reason [-Wincapable]\n");
    assert_non_null(strstr(printed(FORMAT_JSON, false), "\"allowed\": \"as in the server\", \"cells\": 2"));
    assert_non_null(strstr(printed(FORMAT_JSON, false), "because of this"));
    assert_non_null(strstr(printed(FORMAT_SARIF, false),
                           "\"suppressions\": [{\"kind\": \"inSource\", \"justification\": \"another reason\"}]"));
    assert_null(strstr(printed(FORMAT_GITHUB, false), "because of this"));
}

/* Carets count characters, keep tabs, and never leave the line. */
static void caret_lines_up(void **state) {
    (void)state;
    msg_add(&m, FINDING_SYNTAX, pos(3, 9), 1, "x");
    msg_add(&m, FINDING_SYNTAX, pos(3, 6), 99, "y");
    msg_add(&m, FINDING_SYNTAX, pos(3, 99), 1, "z");
    assert_string_equal(printed(FORMAT_TEXT, false), "t/a.ini:3:6: error: y [-Wsyntax]\n"
                                                     "    3 | \ta = \xC3\xBC b\n"
                                                     "      | \t    ^~~\n"
                                                     "t/a.ini:3:9: error: x [-Wsyntax]\n"
                                                     "    3 | \ta = \xC3\xBC b\n"
                                                     "      | \t      ^\n"
                                                     "t/a.ini:3:99: error: z [-Wsyntax]\n");
}

static void long_line_is_a_window(void **state) {
    (void)state;
    char *line = arena_alloc(a, 100001);
    memset(line, 'x', 100000);
    sources.file[0].line = arena_alloc(a, 2 * sizeof(char *));
    sources.file[0].line[0] = line;
    sources.file[0].line[1] = line + 100000;
    sources.file[0].nline = 1;
    msg_add(&m, FINDING_SYNTAX, pos(1, 50000), 100000, "x");
    const char *text = printed(FORMAT_TEXT, false);
    assert_true(strlen(text) < 500);
    assert_non_null(strstr(text, "    1 | ...xxx"));
    assert_non_null(strstr(text, "xxx...\n"));
    assert_non_null(strstr(text, " ^~~~"));
}

/* A place may be a file, a line, or nothing at all. */
static void places_may_be_coarse(void **state) {
    (void)state;
    msg_add(&m, FINDING_SYNTAX, pos(2, 0), 1, "line");
    msg_add(&m, FINDING_MISSING, pos(0, 0), 1, "file");
    msg_add(&m, FINDING_FILE, (struct pos){NO, 0, 0}, 1, "none");
    assert_string_equal(printed(FORMAT_TEXT, false), "turnout: error: none [-Wfile]\n"
                                                     "t/a.ini: error: file [-Wmissing]\n"
                                                     "t/a.ini:2: error: line [-Wsyntax]\n");
}

static void terminal_is_safe(void **state) {
    (void)state;
    msg_add(&m, FINDING_SYNTAX, pos(0, 0), 1, "a\033[31mb\x7F\r");
    assert_string_equal(printed(FORMAT_TEXT, false), "t/a.ini: error: a?[31mb?? [-Wsyntax]\n");
}

static void colour_only_when_asked(void **state) {
    (void)state;
    msg_add(&m, FINDING_SYNTAX, pos(2, 1), 4, "x");
    assert_null(strchr(printed(FORMAT_TEXT, false), '\033'));
    assert_non_null(strstr(printed(FORMAT_TEXT, true), "\033[1;31merror:\033[0m x"));
}

static void flags_change_levels(void **state) {
    (void)state;
    assert_int_equal(m.level[FINDING_MASKED], LEVEL_WARNING);
    assert_true(msgs_flag(&m, "-Werror"));
    assert_int_equal(m.level[FINDING_MASKED], LEVEL_ERROR);
    assert_int_equal(m.level[FINDING_OVERLAP], LEVEL_NOTE);
    assert_true(msgs_flag(&m, "-Woverlap")); /* a warning, so -Werror makes it an error, in any order */
    assert_int_equal(m.level[FINDING_OVERLAP], LEVEL_ERROR);
    assert_true(msgs_flag(&m, "-Wno-error=masked"));
    assert_int_equal(m.level[FINDING_MASKED], LEVEL_WARNING);
    assert_true(msgs_flag(&m, "-Wno-error"));
    assert_int_equal(m.level[FINDING_OVERLAP], LEVEL_WARNING);
    assert_true(msgs_flag(&m, "-Werror=subsumed"));
    assert_int_equal(m.level[FINDING_SUBSUMED], LEVEL_ERROR);
    assert_true(msgs_flag(&m, "-Wno-gap"));
    assert_int_equal(m.level[FINDING_GAP], LEVEL_OFF);
    assert_true(msgs_flag(&m, "-Wgap"));
    assert_int_equal(m.level[FINDING_GAP], LEVEL_ERROR);
}

static void wrong_flags_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"-Wnothing", "-W", "-Wno-nothing", "-Werror=nothing",      "gap",
                                        "-w",        "",   "-Wno-syntax",  "-Wno-error=duplicate", "-Wno-undecided",
                                        "-Wno-"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(msgs_flag(&m, wrong[i]));
    }
    assert_int_equal(m.level[FINDING_SYNTAX], LEVEL_ERROR);
    assert_true(msgs_flag(&m, "-Wsyntax"));
    assert_int_equal(m.level[FINDING_SYNTAX], LEVEL_ERROR);
}

static void off_is_not_kept(void **state) {
    (void)state;
    assert_true(msgs_flag(&m, "-Wno-masked"));
    struct msg *msg = msg_add(&m, FINDING_MASKED, pos(1, 1), 1, "x");
    msg->rule = "r"; /* may be written to */
    msg_note(&m, msg, pos(1, 1), "y");
    assert_int_equal(m.nmsg, 0);
    assert_string_equal(printed(FORMAT_TEXT, false), "");
}

static void warning_raised_says_so(void **state) {
    (void)state;
    assert_true(msgs_flag(&m, "-Werror"));
    msg_add(&m, FINDING_MASKED, pos(0, 0), 1, "x");
    assert_string_equal(printed(FORMAT_TEXT, false), "t/a.ini: error: x [-Werror=masked]\n");
    assert_int_equal(msgs_count(&m, LEVEL_ERROR), 1);
    assert_int_equal(msgs_count(&m, LEVEL_WARNING), 0);
}

static size_t lines(const char *text, const char *with) {
    size_t n = 0, len = strlen(with); /* no strstr: the sanitizer measures the whole text at each call */
    for (const char *c = text; *c; c++) {
        n += *c == *with && strncmp(c, with, len) == 0;
    }
    return n;
}

/* One reason of many rules is read once, per file. */
static void allowed_by_reason(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 10; i++) {
        struct msg *msg = msg_add(&m, i == 9 ? FINDING_MASKED : FINDING_INCAPABLE, pos(1 + i % 3, 1), 1, "x %u", i);
        msg->rule = arena_printf(a, "r%u", i / 2);
        msg->allowed = "no kernel";
        msg->level = LEVEL_NOTE;
        msg->cells = i;
    }
    assert_string_equal(printed(FORMAT_TEXT, false),
                        "t/a.ini:1:1: note: allowed: incapable of 'r0', 'r1', 'r3' and 2 more, 9 findings, the largest "
                        "in 8 cells: no kernel [-Wincapable]\n"
                        "t/a.ini:1:1: note: allowed: masked of 'r4' in 9 cells: no kernel [-Wmasked]\n");
    assert_int_equal(lines(printed(FORMAT_JSON, false), "no kernel"), 10);
}

/* Four notes of a kind in a file are one line, at the first of them, with the largest; scripts get all of them. */
static void notes_are_rolled(void **state) {
    (void)state;
    static const double cells[] = {5, 70, 6, 8, 70};
    for (uint32_t i = 0; i < 5; i++) {
        struct msg *msg = msg_add(&m, FINDING_PARTLY_MASKED, pos(1 + i % 3, 1), 1, "loses %u", i);
        msg->rule = arena_printf(a, "r%u", i);
        msg->cells = cells[i];
        msg_note(&m, msg, pos(1, 1), "to this");
    }
    for (uint32_t i = 0; i < 4; i++) {
        msg_add(&m, FINDING_OVERLAP, pos(3, 1), 1, "both %u", i)->level = i < 3 ? LEVEL_NOTE : LEVEL_ERROR;
    }
    const char *text = printed(FORMAT_TEXT, false);
    assert_non_null(strstr(text,
                           "t/a.ini: note: 5 notes: a rule that crosses another of its tier and loses cells to it; "
                           "most cells of 'r1' (line 2), 'r4' (line 2), 'r3' (line 1); --notes shows each "
                           "[-Wpartly-masked]\n"));
    assert_int_equal(lines(text, "loses"), 1); /* that line's own */
    assert_int_equal(lines(text, "to this"), 0);
    assert_int_equal(lines(text, "both"), 4);
    assert_int_equal(
        lines(printed(FORMAT_GITHUB, false), "::notice file=t/a.ini,title=turnout -Wpartly-masked::5 notes"), 1);
    assert_int_equal(lines(printed(FORMAT_JSON, false), "\"message\": \"loses"), 5);
    assert_int_equal(lines(printed(FORMAT_SARIF, false), "\"text\": \"loses"), 5);
    m.notes = 0;
    assert_int_equal(lines(printed(FORMAT_TEXT, false), "note: loses"), 5);
    m.notes = 3;
    for (size_t i = 0; i < m.nmsg; i++) {
        m.msg[i].level = LEVEL_WARNING; /* as -Wpartly-masked makes it */
    }
    assert_int_equal(lines(printed(FORMAT_TEXT, false), "warning: loses"), 5);
}

static void many_are_counted(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 30000; i++) {
        msg_add(&m, FINDING_GAP, pos(0, 0), 1, "gap %u", i);
    }
    msg_add(&m, FINDING_MASKED, pos(0, 0), 1, "other");
    msg_add(&m, FINDING_MASKED, pos(0, 0), 1, "other"); /* the same twice is told once */
    const char *text = printed(FORMAT_TEXT, false);
    assert_int_equal(lines(text, "error: gap"), 100);
    assert_int_equal(lines(text, "other"), 1);
    assert_non_null(
        strstr(text, "turnout: error: 29900 more of the same kind, not shown (--format=json has all) [-Wgap]"));
    assert_int_equal(lines(printed(FORMAT_JSON, false), "\"message\": \"gap"), 30000);
    assert_int_equal(lines(printed(FORMAT_SARIF, false), "\"text\": \"gap"), 30000);
    const char *github = printed(FORMAT_GITHUB, false);
    assert_int_equal(lines(github, "::gap"), 100);
    assert_non_null(strstr(github, "::error title=turnout -Wgap::29900 more"));
    m.shown = 0;
    assert_int_equal(lines(printed(FORMAT_TEXT, false), "error: gap"), 30000);
}

static struct msg *rich(void) {
    struct msg *msg = msg_add(&m, FINDING_MASKED, pos(3, 7), 2, "a \"b\" \\ \n\x01\xFF\xC3\xBC%%,:");
    msg->rule = "r";
    msg->output = "o";
    msg->witness = "arch=A";
    msg->cells = 12;
    msg->share = 0.25;
    msg_note(&m, msg, pos(1, 1), "here");
    msg_note(&m, msg, (struct pos){NO, 0, 0}, "nowhere");
    return msg;
}

/* Whatever the order in which 1,000 findings come, each twice: leaving out the texts that msgs_shows says nobody sees
 * changes nothing of what is printed. */
static void counted_ones_need_no_text(void **state) {
    (void)state;
    for (uint32_t step = 1; step < 1000; step += 222) {
        const char *text[2];
        for (int brief = 0; brief < 2; brief++) {
            size_t without = 0;
            m.nmsg = m.placed = m.place[FINDING_GAP].npos = m.place[FINDING_MASKED].npos = 0;
            m.brief = brief;
            for (uint32_t i = 0; i < 1000; i++) {
                enum finding f = i % 3 ? FINDING_GAP : FINDING_MASKED;
                struct pos at = pos(1 + i * step % 1009 / 400, 1 + i * step % 1009 % 400);
                if (msgs_shows(&m, f, at)) {
                    msg_add(&m, f, at, 1, "number %u", i);
                    msg_add(&m, f, at, 1, "number %u", i);
                } else {
                    msg_count(&m, f, at, 1);
                    without++;
                }
            }
            text[brief] = printed(FORMAT_GITHUB, false);
            assert_true(brief ? without > 400 : without == 0);
        }
        assert_string_equal(text[0], text[1]);
    }
}

static void json_is_exact(void **state) {
    (void)state;
    assert_string_equal(printed(FORMAT_JSON, false),
                        "{\"turnout\": 1,\n \"findings\": [],\n \"errors\": 0, \"warnings\": 0, \"notes\": 0}\n");
    rich();
    assert_string_equal(
        printed(FORMAT_JSON, false),
        "{\"turnout\": 1,\n \"findings\": [\n"
        "  {\"finding\": \"masked\", \"level\": \"warning\", \"file\": \"t/a.ini\", \"line\": 3, \"column\": 7, "
        "\"length\": 2, \"message\": \"a \\\"b\\\" \\\\ \\n\\u0001\\ufffd\xC3\xBC%,:\", \"rule\": \"r\", \"output\": "
        "\"o\", "
        "\"witness\": \"arch=A\", \"cells\": 12, \"at_least\": false, \"share\": 0.25, \"notes\": ["
        "{\"level\": \"note\", \"file\": \"t/a.ini\", \"line\": 1, \"column\": 1, \"message\": \"here\"}, "
        "{\"level\": \"note\", \"message\": \"nowhere\"}]}],\n"
        " \"errors\": 0, \"warnings\": 1, \"notes\": 0}\n");
}

static void sarif_counts_utf16(void **state) {
    (void)state;
    struct msg *msg = rich();
    msg->pos.col = 9;
    const char *text = printed(FORMAT_SARIF, false);
    assert_non_null(strstr(text, "\"ruleId\": \"masked\", "));
    assert_non_null(strstr(text, "\"region\": {\"startLine\": 3, \"startColumn\": 8, \"endColumn\": 10}"));
    assert_non_null(strstr(text, "\"text\": \"a \\\"b\\\" \\\\ \\n\\u0001\\ufffd\xC3\xBC%,:\\nnowhere\""));
    assert_non_null(
        strstr(text, "\"relatedLocations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"t/a.ini\"}, "
                     "\"region\": {\"startLine\": 1, \"startColumn\": 1, \"endColumn\": 2}}, "
                     "\"message\": {\"text\": \"here\"}}]"));
    assert_non_null(strstr(text, "\"properties\": {\"rule\": \"r\", \"output\": \"o\", \"witness\": \"arch=A\", "
                                 "\"cells\": 12, \"atLeast\": false, \"share\": 0.25}"));
    assert_int_equal(lines(text, "\"shortDescription\""), FINDING_COUNT);
}

static void github_is_one_line(void **state) {
    (void)state;
    rich();
    sources.file[0].path = "t,a:.ini";
    assert_string_equal(printed(FORMAT_GITHUB, false),
                        "::warning file=t%2Ca%3A.ini,line=3,col=7,title=turnout -Wmasked::"
                        "a \"b\" \\ %0A%01\xFF\xC3\xBC%25,:%0At,a:.ini:1: note: here%0Anote: nowhere\n");
}

static void nearest_word(void **state) {
    (void)state;
    static const char *const word[] = {"arch", "attention", "sm", "flashinfer", "Gemma4ForConditionalGeneration"};
    assert_string_equal(nearest("atention", word, 5), "attention");
    assert_string_equal(nearest("flashinfre", word, 5), "flashinfer"); /* a swap is one edit */
    assert_string_equal(nearest("ATTENTION", word, 5), "attention");
    assert_string_equal(nearest("Gemma4ForConditionalGenration", word, 5), "Gemma4ForConditionalGeneration");
    assert_string_equal(nearest("sn", word, 5), "sm");
    assert_null(nearest("kv", word, 5));
    assert_null(nearest("", word, 5));
    assert_null(nearest("arch", word, 1)); /* itself is no advice */
    char long_word[3000];
    memset(long_word, 'a', sizeof long_word - 1);
    long_word[sizeof long_word - 1] = '\0';
    assert_null(nearest(long_word, word, 5));
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test_setup_teardown(text_has_caret, setup, teardown),
        cmocka_unit_test_setup_teardown(allowed_is_one_line, setup, teardown),
        cmocka_unit_test_setup_teardown(allowed_by_reason, setup, teardown),
        cmocka_unit_test_setup_teardown(notes_are_rolled, setup, teardown),
        cmocka_unit_test_setup_teardown(caret_lines_up, setup, teardown),
        cmocka_unit_test_setup_teardown(long_line_is_a_window, setup, teardown),
        cmocka_unit_test_setup_teardown(places_may_be_coarse, setup, teardown),
        cmocka_unit_test_setup_teardown(terminal_is_safe, setup, teardown),
        cmocka_unit_test_setup_teardown(colour_only_when_asked, setup, teardown),
        cmocka_unit_test_setup_teardown(flags_change_levels, setup, teardown),
        cmocka_unit_test_setup_teardown(wrong_flags_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(off_is_not_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(warning_raised_says_so, setup, teardown),
        cmocka_unit_test_setup_teardown(many_are_counted, setup, teardown),
        cmocka_unit_test_setup_teardown(counted_ones_need_no_text, setup, teardown),
        cmocka_unit_test_setup_teardown(json_is_exact, setup, teardown),
        cmocka_unit_test_setup_teardown(sarif_counts_utf16, setup, teardown),
        cmocka_unit_test_setup_teardown(github_is_one_line, setup, teardown),
        cmocka_unit_test_setup_teardown(nearest_word, setup, teardown),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
