/* options.c -- the command line by the rows of options.def: parsing and --help.
 *
 * Long options take "--name VALUE" or "--name=VALUE", short ones "-o VALUE" or "-oVALUE".  "-W..." goes to msgs_flag,
 * "-MD FILE" and "-MT FILE" are --depfile and --depfile-target as compilers spell them, "--" ends the options and "-" is
 * an operand (standard input).
 */
#include "run.h"

#include <stdlib.h>
#include <string.h>

static const struct option_row {
    char letter;
    const char *name, *argument, *commands, *help;
} row[OPTION_COUNT] = {
#define OPTION(id, letter, name, argument, commands, help) {letter, name, argument, commands, help},
#include "options.def"
#undef OPTION
};

static bool takes(const struct command *c, size_t i) {
    return !c || row[i].commands[0] == '*' || strchr(row[i].commands, c->letter) != NULL;
}

static void usage_error(const struct command *c, const char *text, const char *word, const char *near) {
    fprintf(stderr, "turnout: error: %s '%s'", text, word);
    if (near) {
        fprintf(stderr, "; did you mean '%s'?", near);
    }
    fprintf(stderr, "\nturnout: note: 'turnout help %s' lists the options\n", c->name);
}

static const char *nearest_option(const struct command *c, const char *name) {
    const char *known[OPTION_COUNT];
    size_t n = 0;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (takes(c, i)) {
            known[n++] = row[i].name;
        }
    }
    return nearest(name, known, n);
}

static void keep(struct arena *a, struct options *o, size_t i, const char *argument) {
    o->value[i] = argument;
    if (i == OPTION_INCLUDE) {
        *PUSH(a, o->folder, o->nfolder) = argument;
    }
}

/* "name" or "name=argument", without the dashes; next is the word behind.  Returns the words taken, 0 on an error. */
static int parse_long(struct arena *a, const struct command *c, struct options *o, const char *word, const char *next) {
    const char *equal = strchr(word, '=');
    size_t len = equal ? (size_t)(equal - word) : strlen(word);
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (!takes(c, i) || strlen(row[i].name) != len || strncmp(row[i].name, word, len) != 0) {
            continue;
        }
        if (!row[i].argument && equal) {
            usage_error(c, "no argument goes with", word, NULL);
            return 0;
        }
        const char *argument = !row[i].argument ? "" : equal ? equal + 1 : next;
        if (!argument) {
            usage_error(c, "an argument is missing after", word, NULL);
            return 0;
        }
        keep(a, o, i, argument);
        return row[i].argument && !equal ? 2 : 1;
    }
    char *name = arena_strdup(a, word, len);
    usage_error(c, "unknown option", word, nearest_option(c, name));
    return 0;
}

static int parse_short(struct arena *a, const struct command *c, struct options *o, const char *word,
                       const char *next) {
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (!takes(c, i) || row[i].letter != word[0] || !word[0]) {
            continue;
        }
        const char *argument = !row[i].argument ? "" : word[1] ? word + 1 : next;
        if (!argument || (!row[i].argument && word[1])) {
            usage_error(c, argument ? "no argument goes with" : "an argument is missing after", word, NULL);
            return 0;
        }
        keep(a, o, i, argument);
        return row[i].argument && !word[1] ? 2 : 1;
    }
    usage_error(c, "unknown option", word, NULL);
    return 0;
}

bool options_parse(struct arena *a, const struct command *c, int argc, char **argv, struct options *o) {
    bool ended = false;
    for (int i = 0; i < argc;) {
        const char *word = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;
        int taken = 1;
        if (ended || word[0] != '-' || !word[1]) {
            *PUSH(a, o->operand, o->noperand) = word;
        } else if (strcmp(word, "--") == 0) {
            ended = true;
        } else if (word[1] == 'W' && word[2]) {
            *PUSH(a, o->warning, o->nwarning) = word;
        } else if (strcmp(word, "-MD") == 0) {
            taken = parse_long(a, c, o, "depfile", next);
        } else if (strcmp(word, "-MT") == 0) {
            taken = parse_long(a, c, o, "depfile-target", next);
        } else if (word[1] == '-') {
            taken = parse_long(a, c, o, word + 2, next);
        } else {
            taken = parse_short(a, c, o, word + 1, next);
        }
        if (taken == 0) {
            return false;
        }
        i += taken;
    }
    return true;
}

static void help_options(FILE *out, const struct command *c) {
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (!takes(c, i)) {
            continue;
        }
        char left[64];
        int n = row[i].letter ? snprintf(left, sizeof left, "-%c, --%s", row[i].letter, row[i].name)
                              : snprintf(left, sizeof left, "    --%s", row[i].name);
        if (row[i].argument && n > 0) {
            snprintf(left + n, sizeof left - (size_t)n, " %s", row[i].argument);
        }
        fprintf(out, "  %-24s %s\n", left, row[i].help);
    }
    fprintf(out, "  %-24s %s\n", "    -W[no-|error=]NAME",
            "turn a finding on, off, or into an error; -Werror: all warnings");
}

void options_help(FILE *out, const struct command *c) {
    if (c) {
        fprintf(out, "usage: turnout %s [OPTION...] %s\n%s\n\noptions:\n", c->name, c->operands, c->about);
        help_options(out, c);
        if (c->letter == 'c') {
            fprintf(out, "\n");
            targets_help(out);
        }
        if (c->letter == 'k' || c->letter == 'c') {
            fprintf(out, "\nfindings (-WNAME):\n");
            static const char *const level[] = {"off", "note", "warning", "error"};
            for (size_t i = 0; i < FINDING_COUNT; i++) {
                fprintf(out, "  %-24s %s (%s)\n", finding_info[i].flag, finding_info[i].about,
                        level[finding_info[i].level]);
            }
        }
    } else {
        fprintf(out, "usage: turnout COMMAND [OPTION...] OPERAND...\n"
                     "Compiles rule tables (INI) into proven C/C++/CUDA headers.\n\ncommands:\n");
        for (size_t i = 0; i < ncommand; i++) {
            char left[64];
            snprintf(left, sizeof left, "%s %s", command[i].name, command[i].operands);
            fprintf(out, "  %-32s %s\n", left, command[i].about);
        }
        fprintf(out, "\n'turnout help COMMAND' lists the options of one command.\n");
    }
    bool probe = c && c->letter == 'p';
    fprintf(out, "\nexit status: 0 fine, 1 %s, 2 usage, 3 input/output or memory\n",
            probe ? "no device, or a fault of driver, packages or table" : "findings at error level or a difference");
}

uint64_t option_number(const struct options *o, enum option id, uint64_t otherwise) {
    if (!o->value[id]) {
        return otherwise;
    }
    char *end = NULL;
    unsigned long long n = strtoull(o->value[id], &end, 10);
    if (end == o->value[id] || *end || n == 0 || o->value[id][0] == '-') {
        fprintf(stderr, "turnout: error: --%s takes a whole number from 1, not '%s'\n", row[id].name, o->value[id]);
        exit(STATUS_USAGE);
    }
    return n;
}
