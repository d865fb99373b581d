/* test_write.c -- files: untouched when the same, whole or not at all, nothing left behind, faults told. */
#include "turnout.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct arena *a;
static struct sources sources;
static struct msgs m;
static char folder[64];

static int setup(void **state) {
    (void)state;
    a = arena_new();
    sources = (struct sources){0};
    msgs_init(&m, a, &sources);
    write_failed = 0;
    snprintf(folder, sizeof folder, "/tmp/turnout-write-XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : 1;
}

static size_t entries_of(const char *path) {
    size_t n = 0;
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    }
    closedir(dir);
    return n;
}

static int teardown(void **state) {
    (void)state;
    static const char *const name[] = {"f", "link", "pipe", "p/q/r/f", "p/q/r", "p/q", "p", "f/g"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        remove(name[i]);
    }
    arena_free(a);
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : 1;
}

static enum written put(const char *path, const char *text, bool check) {
    return write_file(&m, path, text, strlen(text), check);
}

static void assert_holds(const char *path, const char *text) {
    char got[100] = "";
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    got[fread(got, 1, sizeof got - 1, f)] = '\0';
    fclose(f);
    assert_string_equal(got, text);
}

static void the_same_is_untouched(void **state) {
    (void)state;
    struct stat before, after;
    assert_int_equal(put("f", "one", false), WRITTEN_NEW);
    assert_int_equal(stat("f", &before), 0);
    assert_int_equal(put("f", "one", false), WRITTEN_SAME);
    assert_int_equal(stat("f", &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(put("f", "two", false), WRITTEN_NEW);
    assert_holds("f", "two");
    assert_int_equal(put("f", "", false), WRITTEN_NEW);
    assert_int_equal(put("f", "", false), WRITTEN_SAME);
    assert_int_equal(entries_of("."), 1);
    assert_int_equal(m.nmsg, 0);
}

static void check_touches_nothing(void **state) {
    (void)state;
    assert_int_equal(put("p/q/r/f", "one", true), WRITTEN_DIFFERS);
    assert_int_equal(entries_of("."), 0);
    assert_int_equal(put("f", "one", false), WRITTEN_NEW);
    assert_int_equal(put("f", "two", true), WRITTEN_DIFFERS);
    assert_int_equal(put("f", "longer", true), WRITTEN_DIFFERS);
    assert_int_equal(put("f", "one", true), WRITTEN_SAME);
    assert_holds("f", "one");
}

static void folders_are_made(void **state) {
    (void)state;
    assert_int_equal(put("p/q/r/f", "one", false), WRITTEN_NEW);
    assert_holds("p/q/r/f", "one");
    assert_int_equal(put("p/q/r/f", "two", false), WRITTEN_NEW);
}

static void permissions_and_links_stay(void **state) {
    (void)state;
    struct stat st;
    assert_int_equal(put("f", "one", false), WRITTEN_NEW);
    assert_int_equal(chmod("f", 0640), 0);
    assert_int_equal(symlink("f", "link"), 0);
    assert_int_equal(put("link", "two", false), WRITTEN_NEW);
    assert_holds("f", "two");
    assert_int_equal(lstat("link", &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat("f", &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
}

static void no_place_to_write(void **state) {
    (void)state;
    assert_int_equal(put("f", "one", false), WRITTEN_NEW);
    assert_int_equal(put("f/g", "one", false), WRITTEN_FAILED);
    assert_int_equal(put(".", "one", false), WRITTEN_FAILED);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_int_equal(put("pipe", "one", true), WRITTEN_FAILED); /* and does not wait for a reader */
    assert_int_equal(put("pipe", "one", false), WRITTEN_FAILED);
    assert_int_equal(m.nmsg, 4);
    assert_string_equal(m.msg[0].text, "cannot write 'f/g': a part of the path is a file");
    assert_string_equal(m.msg[1].text, "cannot write '.': is there and no regular file");
    assert_string_equal(m.msg[3].text, "cannot write 'pipe': is there and no regular file");
    assert_int_equal(write_failed, 1);
    assert_holds("f", "one");
}

/* A full disk, played by a limit on the size of files: the old file stays, the temporary one goes. */
static void full_disk_leaves_the_old(void **state) {
    (void)state;
    struct rlimit was, small;
    char *large = arena_alloc(a, 100001);
    memset(large, 'x', 100000);
    assert_int_equal(put("f", "one", false), WRITTEN_NEW);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    small = was;
    small.rlim_cur = 5000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    enum written written = put("f", large, false);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
    assert_int_equal(written, WRITTEN_FAILED);
    assert_holds("f", "one");
    assert_int_equal(entries_of("."), 1);
}

#define IN_FOLDER(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest test[] = {
        IN_FOLDER(the_same_is_untouched),      IN_FOLDER(check_touches_nothing), IN_FOLDER(folders_are_made),
        IN_FOLDER(permissions_and_links_stay), IN_FOLDER(no_place_to_write),     IN_FOLDER(full_disk_leaves_the_old),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
