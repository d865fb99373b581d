/* main.c -- the commands, and nothing else. */
#include "run.h"

#include <string.h>

static const struct command *command_named(const char *name) {
    for (size_t i = 0; i < ncommand; i++) {
        if (strcmp(command[i].name, name) == 0) {
            return &command[i];
        }
    }
    return NULL;
}

static enum status unknown_command(const char *name) {
    const char *known[16]; /* more than there are commands */
    for (size_t i = 0; i < ncommand; i++) {
        known[i] = command[i].name;
    }
    const char *near = nearest(name, known, ncommand);
    fprintf(stderr, "turnout: error: unknown command '%s'", name);
    if (near) {
        fprintf(stderr, "; did you mean '%s'?", near);
    }
    fprintf(stderr, "\n");
    options_help(stderr, NULL);
    return STATUS_USAGE;
}

static enum status run_command(const struct command *c, int argc, char **argv) {
    struct arena *a = arena_new();
    struct options o = {.value = {NULL}};
    enum status status = STATUS_USAGE;
    if (options_parse(a, c, argc, argv, &o)) {
        if (o.value[OPTION_HELP]) {
            options_help(stdout, c);
            status = STATUS_OK;
        } else if (o.value[OPTION_VERSION]) {
            printf("turnout %s\n", TURNOUT_VERSION);
            status = STATUS_OK;
        } else {
            status = c->run(a, &o);
        }
    }
    arena_free(a);
    return status;
}

static enum status run(int argc, char **argv) {
    if (argc < 2) {
        options_help(stderr, NULL);
        return STATUS_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        if (argc > 2 && strncmp(argv[2], "--", 2) == 0) {
            return manual(argv[2] + 2); /* for `make install` */
        }
        if (argc > 2 && strcmp(argv[2], "targets") == 0) {
            targets_help(stdout);
            return STATUS_OK;
        }
        const struct command *of = argc > 2 ? command_named(argv[2]) : NULL;
        if (argc > 2 && !of) {
            return unknown_command(argv[2]);
        }
        options_help(stdout, of);
        return STATUS_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("turnout %s\n", TURNOUT_VERSION);
        return STATUS_OK;
    }
    const struct command *c = command_named(argv[1]);
    return c ? run_command(c, argc - 2, argv + 2) : unknown_command(argv[1]);
}

int main(int argc, char **argv) {
    enum status status = run(argc, argv);
    progress_end();
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "turnout: error: standard output could not be written\n");
        status = STATUS_IO;
    }
    return status;
}
