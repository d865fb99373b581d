/* inih.c -- the INI library alone on one file: what reading costs at least. */
#include <ini.h>
#include <stdio.h>

static int count(void *user, const char *section, const char *name, const char *value) {
    (void)section, (void)name, (void)value;
    ++*(unsigned long *)user;
    return 1;
}

int main(int argc, char **argv) {
    unsigned long n = 0;
    if (argc < 2 || ini_parse(argv[1], count, &n) < 0) {
        return 2;
    }
    printf("%lu\n", n);
    return 0;
}
