/* test_read.c -- the reader: values whole whatever inih cuts, places exact, every fault told, used files. */
#include "turnout.h"

#include <ini.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct arena *a;
static struct sources sources;
static struct msgs m;

static int setup(void **state) {
    (void)state;
    a = arena_new();
    sources = (struct sources){0};
    msgs_init(&m, a, &sources);
    read_failed = 0;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(a);
    return 0;
}

static struct doc *read_text(const char *text) {
    return read_bytes(a, &m, "t.ini", text, strlen(text));
}

/* "line:col text" of every message, one per line. */
static const char *faults(void) {
    struct text t = {.arena = a};
    text_put(&t, "");
    for (size_t i = 0; i < m.nmsg; i++) {
        text_printf(&t, "%u:%u+%u %s\n", m.msg[i].pos.line, m.msg[i].pos.col, m.msg[i].len, m.msg[i].text);
    }
    return t.at;
}

static const struct key *key_of(const struct doc *d, const char *name) {
    for (size_t i = 0; i < d->nsection; i++) {
        for (size_t j = 0; j < d->section[i].nkey; j++) {
            if (strcmp(d->section[i].key[j].name, name) == 0) {
                return &d->section[i].key[j];
            }
        }
    }
    return NULL;
}

static void assert_pos(struct pos p, uint32_t line, uint32_t col) {
    assert_int_equal(p.line, line);
    assert_int_equal(p.col, col);
}

static void sections_and_keys(void **state) {
    (void)state;
    const struct doc *d = read_text("; comment\n\n[table x]\nabout = a  b\t\n# more\n[needs FA3   head-512] ; c\n"
                                    "if  kv\t=nvfp4\nempty=\n[retired]\n[rule a] # c");
    assert_string_equal(faults(), "");
    assert_int_equal(d->nsection, 4);
    assert_string_equal(d->section[0].kind, "table");
    assert_string_equal(d->section[0].name, "x");
    assert_pos(d->section[0].pos, 3, 1);
    assert_pos(d->section[0].name_pos, 3, 8);
    assert_string_equal(d->section[0].key[0].value, "a  b");
    assert_pos(key_at(&d->section[0].key[0], 0), 4, 9);
    assert_string_equal(d->section[1].name, "FA3 head-512");
    assert_string_equal(d->section[1].key[0].name, "if kv");
    assert_string_equal(d->section[1].key[0].value, "nvfp4");
    assert_string_equal(d->section[1].key[1].value, "");
    assert_string_equal(d->section[2].kind, "retired");
    assert_string_equal(d->section[2].name, "");
    assert_int_equal(d->section[3].nkey, 0);
}

static void continuation_and_places(void **state) {
    (void)state;
    const struct doc *d = read_text("[set s]\nvalues = A, B,\n  C,\n; comment\n\n\tD  \n\n#x\n  E\nlast =\n  z");
    assert_string_equal(faults(), "");
    const struct key *k = key_of(d, "values");
    assert_string_equal(k->value, "A, B,\nC,\nD\nE");
    assert_int_equal(k->more->n, 4);
    assert_pos(key_at(k, 0), 2, 10);
    assert_pos(key_at(k, 3), 2, 13);
    assert_pos(key_at(k, 6), 3, 3);
    assert_pos(key_at(k, 9), 6, 2);
    assert_pos(key_at(k, 11), 9, 3);
    assert_pos(key_at(k, 12), 9, 4); /* its end */
    k = key_of(d, "last");
    assert_string_equal(k->value, "\nz");
    assert_pos(key_at(k, 1), 11, 3);
    assert_pos(key_at(k, 0), 10, 7);
}

/* Values of every length around inih's 199 bytes, with blanks and comment signs at every possible cut. */
static void long_values_are_whole(void **state) {
    (void)state;
    static const char *const pattern[] = {"x", "ab ", " #;", "a;", "[k]= ", ": ", "\xC3\xBC ", "|", "| "};
    for (size_t p = 0; p < sizeof pattern / sizeof *pattern; p++) {
        for (size_t len = 150; len < 650; len += len < 210 ? 1 : 37) {
            struct text value = {.arena = a};
            text_put(&value, "<");
            while (value.len < len) {
                text_put(&value, pattern[p]);
            }
            text_put(&value, ">");
            const char *text = arena_printf(a, "[s]\nkey=%s\nmore=\n  %s\n next\n", value.at, value.at);
            const struct doc *d = read_text(text);
            assert_string_equal(faults(), "");
            assert_string_equal(key_of(d, "key")->value, value.at);
            assert_string_equal(key_of(d, "more")->value, arena_printf(a, "\n%s\nnext", value.at));
        }
    }
}

static void long_keys_are_whole(void **state) {
    (void)state;
    for (int len = 40; len <= 150; len += 5) {
        const char *text = arena_printf(a, "[s]\n%0*d = %0*d\n  %0*d\n", len, 1, len * 2, 2, 300, 3);
        const struct doc *d = read_text(text);
        assert_string_equal(faults(), "");
        assert_string_equal(d->section[0].key[0].name, arena_printf(a, "%0*d", len, 1));
        assert_string_equal(d->section[0].key[0].value, arena_printf(a, "%0*d\n%0*d", len * 2, 2, 300, 3));
    }
    read_text(arena_printf(a, "[s]\n%0151d = 1\n more\n", 0));
    assert_string_equal(faults(), "2:1+151 key is longer than 150 bytes\n");
}

static void a_value_of_a_megabyte(void **state) {
    (void)state;
    struct text t = {.arena = a};
    text_put(&t, "[set s]\nvalues = A0");
    for (int i = 1; i < 100000; i++) {
        text_printf(&t, "%sA%d", i % 8 ? ", " : ",\n  ", i);
    }
    const struct doc *d = read_text(t.at);
    assert_string_equal(faults(), "");
    const struct key *k = key_of(d, "values");
    assert_int_equal(k->more->n, 12500);
    assert_pos(key_at(k, strlen(k->value) - 6), 2 + 12499, 3 + 7 * 8);
}

static void lines_that_are_nothing(void **state) {
    (void)state;
    read_text("x = 1\ny = 2\n more\n[a]\n indented\n again\nsm: 100\nnothing\n more\n = 2\n= 3\na ;b = 4\nk = v\n  "
              "[rule x]\n");
    assert_string_equal(
        faults(), "1:1+1 key before the first section: start with '[table NAME]'\n"
                  "5:2+8 indented line continues no key: sections and keys start in the first column\n"
                  "7:3+1 ':' before '=': INI takes it for '=', write 'key = value'\n"
                  "8:1+7 line is no section, key or comment: write 'key = value', or indent it to continue a value\n"
                  "11:1+1 no key before '='\n"
                  "12:1+4 a blank and ';' before '=' make the rest a comment\n"
                  "14:3+8 indented line continues the key above: a section starts in the first column\n");
}

static void headers_that_are_wrong(void **state) {
    (void)state;
    const struct doc *d = read_text("[rule a\nk = 1\n[rule b] k = 2\nk = 2\n[rule ; c]\nk = 3\n[]\nk = 4\n[ ]\n"
                                    "[rule 12345678901234567890123456789012345678901234]\n[rule "
                                    "123456789012345678901234567890123456789012345]\nk = 5\n");
    assert_string_equal(faults(), "1:1+7 section has no ']'\n"
                                  "3:10+5 text after ']': keys start on a line of their own\n"
                                  "5:7+4 a blank and ';' in a section name would start a comment\n"
                                  "7:1+2 section has no name\n"
                                  "9:1+3 section has no name\n"
                                  "11:2+50 section name has 50 bytes: at most 49 are taken\n");
    assert_int_equal(d->nsection, 5); /* those with a name are read, so that nothing else seems lost */
    assert_string_equal(d->section[0].key[0].value, "1");
    assert_string_equal(d->section[1].key[0].value, "2");
    assert_string_equal(d->section[4].key[0].value, "5");
    assert_int_equal(strlen(d->section[4].name), 45);
}

static void semicolons_do_not_cut(void **state) {
    (void)state;
    const struct doc *d = read_text("[a]\nk = one;two\nw = ;x\nv = a ; b\n  c\t;d\n;e\n  f\nu =;x\n");
    assert_string_equal(
        faults(),
        "3:5+2 a blank and ';' would cut the value here: write another sign, or put the comment on a line of its own\n"
        "4:7+3 a blank and ';' would cut the value here: write another sign, or put the comment on a line of its own\n"
        "5:5+2 a blank and ';' would cut the value here: write another sign, or put the comment on a line of its "
        "own\n");
    assert_string_equal(key_of(d, "k")->value, "one;two");
    assert_string_equal(key_of(d, "u")->value, ";x");
}

static void repetitions_show_the_first(void **state) {
    (void)state;
    const struct doc *d = read_text("[rule  a b]\nk = 1\nk\t = 2\n  3\nj = 4\n[rule a  b]\nk = 5\n[rule c]\nk = 6\n");
    assert_string_equal(faults(), "3:1+1 key 'k' is already in this section: join the two\n"
                                  "6:1+11 section [rule a b] is there already\n");
    assert_pos(m.msg[0].note[0].pos, 2, 1);
    assert_pos(m.msg[1].note[0].pos, 1, 1);
    assert_int_equal(d->nsection, 2);
    assert_int_equal(d->section[0].nkey, 2);
    assert_string_equal(d->section[0].key[0].value, "1");
    assert_string_equal(d->section[0].key[1].value, "4");
    assert_string_equal(d->section[1].key[0].value, "6");
}

/* An indented key would silently become part of the value above. */
static void indented_keys_are_told(void **state) {
    (void)state;
    read_text("[rule a]\nwhy = text\n  source = x\n  more\n[input k]\naliases = fp8 = fp8_e4m3,\n  half = float16\n"
              "v = >=1,\n  ==2,\n  <=3, a = b\n");
    assert_string_equal(faults(), "3:3+10 indented line continues the key above: a key starts in the first column\n");
}

static void text_that_is_no_text(void **state) {
    (void)state;
    const struct doc *d = read_text("\xEF\xBB\xBF[a]\r\nk = v\r\nj = \x01\x02 w\nu = \xC3\x28\xFF\n");
    assert_string_equal(faults(),
                        "1:0+1 file starts with a byte order mark: save it as UTF-8 without one\n"
                        "1:4+1 line ends with a carriage return: convert the file to newlines only (dos2unix)\n"
                        "3:5+1 control character 0x01 in text: only tabs and newlines are taken\n"
                        "4:5+1 byte 0xc3 is not UTF-8: convert the file\n");
    assert_string_equal(key_of(d, "k")->value, "v"); /* and read as it was meant */
    assert_string_equal(key_of(d, "j")->value, "w");
    m.nmsg = 0;
    d = read_text("[a]\rk = v\rj = w\r"); /* an old line end, alone */
    assert_int_equal(m.nmsg, 1);
    assert_string_equal(key_of(d, "j")->value, "w");
}

static void binary_stops(void **state) {
    (void)state;
    assert_null(read_bytes(a, &m, "t.ini", "[a]\nk = \0v\nx", 13));
    assert_null(read_bytes(a, &m, "t.ini", "\xFF\xFE[\0a\0]\0", 8));
    assert_null(read_bytes(a, &m, "t.ini", "\0", 1));
    assert_string_equal(faults(), "2:5+1 NUL byte: a table must be a text file\n"
                                  "1:4+1 NUL byte: the file is UTF-16, a table must be UTF-8\n"
                                  "1:1+1 NUL byte: a table must be a text file\n");
    assert_int_equal(read_failed, 0);
}

static void nothing_is_fine_here(void **state) {
    (void)state;
    assert_int_equal(read_bytes(a, &m, "t.ini", "", 0)->nsection, 0);
    assert_int_equal(read_text("\n\n ; c\n")->nsection, 0);
    assert_int_equal(m.nmsg, 0); /* that a table is missing is told by the table stage */
}

static void a_line_has_a_limit(void **state) {
    (void)state;
    const struct doc *d =
        read_text(arena_printf(a, "[a]\nk = %065533d\n more\nj = 1\n  %070000d\n x\ni = %065532d", 1, 2, 3));
    assert_string_equal(faults(), "2:1+1 line is longer than 64 KiB: continue it on indented lines\n"
                                  "5:3+1 line is longer than 64 KiB: continue it on indented lines\n");
    assert_int_equal(strlen(key_of(d, "i")->value), 65532);
}

/* Another build of inih may cut at '#': then the answer is an error, never a shorter value. */
static void disagreement_is_told(void **state) {
    (void)state;
    char *was = ini_inline_comment_prefixes;
    ini_inline_comment_prefixes = (char[]){"#"};
    read_text("[a]\nk = v #w\nj = x\n");
    ini_inline_comment_prefixes = was;
    assert_string_equal(faults(),
                        "2:0+1 the INI library reads this line in another way (it has another value): simplify it\n");
    m.nmsg = 0;
    was = ini_start_comment_prefixes;
    ini_start_comment_prefixes = (char[]){"[k"};
    read_text("[a]\nj = v\nk = x\n");
    ini_start_comment_prefixes = was;
    assert_string_equal(
        faults(), "2:0+1 the INI library reads this line in another way (it is in another section): simplify it\n");
    m.nmsg = 0;
    ini_allow_multiline = false;
    read_text("[a]\nj = v\n  w\n");
    ini_allow_multiline = true;
    assert_string_equal(faults(),
                        "3:0+1 the INI library reads this line in another way (it finds no value): simplify it\n");
}

/* ---- used files, in a folder of their own ---- */

static char folder[64];

static int setup_folder(void **state) {
    snprintf(folder, sizeof folder, "/tmp/turnout-read-XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? setup(state) : 1;
}

static void file_make(const char *name, const char *text) {
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static int teardown_folder(void **state) {
    static const char *const name[] = {"a.ini",        "sub/b.ini", "sub/c.ini", "inc/d.ini",
                                       "inc/link.ini", "self",      "sub",       "inc"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        remove(name[i]);
    }
    return chdir("/") == 0 && rmdir(folder) == 0 ? teardown(state) : 1;
}

static const char *section_names(const struct doc *d) {
    struct text t = {.arena = a};
    text_put(&t, "");
    for (size_t i = 0; i < d->nsection; i++) {
        text_printf(&t, "%s:%s ", sources.file[d->section[i].pos.file].path, d->section[i].name);
    }
    return t.at;
}

static void used_files_come_first(void **state) {
    (void)state;
    static const char *const inc[] = {"nowhere", "inc"};
    struct read_options o = {.folder = inc, .nfolder = 2};
    mkdir("sub", 0777);
    mkdir("inc", 0777);
    file_make("a.ini", "[table a]\nuse = sub/b.ini,\n  d.ini, ./sub/../sub/c.ini\n[set a1]\n");
    file_make("sub/b.ini", "[table b]\nuse = c.ini\n");
    file_make("sub/c.ini", "[table c]\n");
    file_make("inc/d.ini", "[table d]\n");
    const struct doc *d = read_table(a, &m, "a.ini", &o);
    assert_string_equal(faults(), "");
    assert_string_equal(section_names(d), "sub/c.ini:c sub/b.ini:b inc/d.ini:d a.ini:a a.ini:a1 ");
    assert_int_equal(sources.nfile, 4);
    assert_int_equal(read_failed, 0);
    d = read_table(a, &m, "./a.ini", &o);
    assert_string_equal(section_names(d), "./sub/c.ini:c ./sub/b.ini:b inc/d.ini:d ./a.ini:a ./a.ini:a1 ");
}

static void cycles_are_shown(void **state) {
    (void)state;
    static const char *const inc[] = {"inc"};
    struct read_options o = {.folder = inc, .nfolder = 1};
    mkdir("sub", 0777);
    mkdir("inc", 0777);
    file_make("a.ini", "[table a]\nuse = sub/b.ini\n");
    file_make("sub/b.ini", "[table b]\nuse = link.ini\n");
    assert_int_equal(symlink("../a.ini", "inc/link.ini"), 0); /* another path to the first file */
    const struct doc *d = read_table(a, &m, "a.ini", &o);
    assert_string_equal(faults(), "2:7+8 files use each other in a cycle: a.ini uses sub/b.ini uses inc/link.ini\n");
    assert_string_equal(section_names(d), "sub/b.ini:b a.ini:a ");
    m.nmsg = 0;
    file_make("a.ini", "[table a]\nuse = a.ini\n");
    read_table(a, &m, "a.ini", NULL);
    assert_string_equal(faults(), "2:7+5 files use each other in a cycle: a.ini uses a.ini\n");
}

static void paths_stay_inside(void **state) {
    (void)state;
    mkdir("sub", 0777);
    mkdir("inc", 0777);
    file_make("inc/d.ini", "[table d]\n");
    file_make("sub/b.ini",
              "[table b]\nuse = ../inc/d.ini, /etc/passwd, x/../../inc/d.ini, none.ini, .,, ../sub, c.ini,\n");
    mkdir("sub/c.ini", 0777);
    read_table(a, &m, "sub/b.ini", NULL);
    assert_string_equal(
        faults(),
        "2:7+12 '../inc/d.ini' is outside the folder of this file: put the file below it, or name its folder with -I\n"
        "2:21+11 '/etc/passwd' is outside the folder of this file: put the file below it, or name its folder with -I\n"
        "2:34+17 'x/../../inc/d.ini' is outside the folder of this file: put the file below it, or name its folder "
        "with -I\n"
        "2:53+8 cannot find 'none.ini' in 'sub/': add its folder with -I\n"
        "2:63+1 no file name: write 'use = nvidia.ini, ...'\n"
        "2:65+1 no file name: write 'use = nvidia.ini, ...'\n"
        "2:67+6 '../sub' is outside the folder of this file: put the file below it, or name its folder with -I\n"
        "2:75+5 cannot read 'sub/c.ini': is a directory\n"
        "2:81+1 no file name: write 'use = nvidia.ini, ...'\n");
    assert_int_equal(sources.nfile, 1);
    assert_int_equal(read_failed, 1);
    remove("sub/c.ini");
}

/* A folder that links to itself gives one file endless names. */
static void links_end(void **state) {
    (void)state;
    assert_int_equal(symlink(".", "self"), 0);
    file_make("a.ini", "[table a]\nuse = self/a.ini\n");
    read_table(a, &m, "a.ini", NULL);
    assert_string_equal(faults(), "2:7+10 files use each other in a cycle: a.ini uses self/a.ini\n");
}

static void files_that_cannot_be_read(void **state) {
    (void)state;
    assert_null(read_table(a, &m, "none.ini", NULL));
    assert_null(read_table(a, &m, ".", NULL));
    assert_string_equal(faults(),
                        "0:0+1 cannot read 'none.ini': no such file\n0:0+1 cannot read '.': is a directory\n");
    assert_string_equal(sources.file[m.msg[0].pos.file].path, "none.ini");
    assert_int_equal(read_failed, 1);
}

#define IN_MEMORY(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
#define IN_FOLDER(name) cmocka_unit_test_setup_teardown(name, setup_folder, teardown_folder)

int main(void) {
    const struct CMUnitTest test[] = {
        IN_MEMORY(sections_and_keys),
        IN_MEMORY(continuation_and_places),
        IN_MEMORY(long_values_are_whole),
        IN_MEMORY(long_keys_are_whole),
        IN_MEMORY(a_value_of_a_megabyte),
        IN_MEMORY(lines_that_are_nothing),
        IN_MEMORY(headers_that_are_wrong),
        IN_MEMORY(semicolons_do_not_cut),
        IN_MEMORY(repetitions_show_the_first),
        IN_MEMORY(indented_keys_are_told),
        IN_MEMORY(text_that_is_no_text),
        IN_MEMORY(binary_stops),
        IN_MEMORY(nothing_is_fine_here),
        IN_MEMORY(a_line_has_a_limit),
        IN_MEMORY(disagreement_is_told),
        IN_FOLDER(used_files_come_first),
        IN_FOLDER(cycles_are_shown),
        IN_FOLDER(paths_stay_inside),
        IN_FOLDER(links_end),
        IN_FOLDER(files_that_cannot_be_read),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
