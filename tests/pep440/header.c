/* header.c CASES PACKED -- the same checks through the text that emitted headers carry (templates/c/version.h.in).
 *
 * Compiled as C and as C++ with the markers replaced by TT and tt.  CASES is what packaging said (cases.py), PACKED
 * the cuts of each specifier as batch.c packed them, in the same order, with tables of many cuts between them, and
 * constants.h a sample for the constant form.  A text with a space before it takes the slow path, so each is asked
 * both ways.
 */
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 18], line2[1 << 18], spaced[1 << 16], cuts[1 << 16];
static char **text; /* the valid versions */
static size_t ntext, done, failed;

static void expect(int good, const char *what, const char *more) {
    done++;
    if (!good && failed++ < 20) {
        printf("header: wrong for '%s' '%s'\n", what, more);
    }
}

static char *unescape(char *s) {
    char *to = s;
    unsigned byte;
    for (char *p = s; *p != '\0'; p++) {
        if (*p != '%') {
            *to++ = *p;
        } else if (sscanf(p, "%%%2X", &byte) == 1) {
            *to++ = (char)byte;
            p += 2;
        }
    }
    *to = '\0';
    return s;
}

static int rank(const char *version, int ncut, int scheme, int local) {
    int fast = tt_version_rank(version, cuts, ncut, scheme, local);
    spaced[0] = ' ';
    strcpy(spaced + 1, version);
    expect(tt_version_rank(spaced, cuts, ncut, scheme, local) == fast, version, "with a space before it");
    return fast;
}

static void check_text(char *given, const char *normal) {
    int valid = strcmp(normal, "-") != 0;
    unescape(given);
    expect((rank(given, 0, 0, 0) == 0) == valid, given, normal);
    expect((rank(given, 0, 0, 1) == 0) == valid, given, normal);
    if (valid) {
        if ((ntext & (ntext - 1)) == 0) {
            text = (char **)realloc(text, (ntext < 1 ? 1 : 2 * ntext) * sizeof *text);
        }
        text[ntext] = (char *)malloc(strlen(given) + 1);
        strcpy(text[ntext++], given);
    }
}

/* A table of many cuts: "M scheme ncut local bytes", then "text@rank" for each version. */
static void check_many(void) {
    int scheme, ncut, local, start = 0, should;
    unsigned byte;
    size_t n = 0;
    char *p = line2, *rest;
    line2[strcspn(line2, "\n")] = '\0';
    if (sscanf(line2, "M %d %d %d %n", &scheme, &ncut, &local, &start) != 3) {
        expect(0, "many", line2);
        return;
    }
    for (p += start; *p != ' ' && sscanf(p, "%2x", &byte) == 1; p += 2) {
        cuts[n++] = (char)byte;
    }
    for (char *at = strtok(p, " "); at != NULL; at = strtok(NULL, " ")) {
        rest = strrchr(at, '@');
        should = rest != NULL ? atoi(rest + 1) : -1;
        if (rest != NULL) {
            *rest = '\0';
        }
        expect(rank(at, ncut, scheme, local) == should, "many", at);
    }
}

static void check_specifier(FILE *packed, const char *spec, char *index, const char *bit) {
    int scheme, ncut, local, start = 0;
    unsigned inside, byte;
    size_t n = 0;
    while (fgets(line2, sizeof line2, packed) != NULL && line2[0] == 'M') {
        check_many();
    }
    if (sscanf(line2, "P %d %d %d %u %n", &scheme, &ncut, &local, &inside, &start) != 4) {
        expect(0, spec, "no packed cuts");
        return;
    }
    for (const char *p = line2 + start; sscanf(p, "%2x", &byte) == 1; p += 2) {
        cuts[n++] = (char)byte;
    }
    for (char *at = strtok(index, ","); at != NULL; at = strtok(NULL, ","), bit++) {
        const char *version = text[strtoul(at, NULL, 10)];
        int r = rank(version, ncut, scheme, local);
        expect(r >= 0 && (inside >> r & 1) == (*bit == '1' ? 1u : 0u), spec, version);
    }
}

/* The constant form in a static initializer and in an array size. */
#define CHECK(version, key, cut, above) {version, key, cut, above},
static const struct {
    unsigned long long version, key, cut;
    int above;
} constant[] = {
#include "constants.h"
};
#undef CHECK
#define CHECK(version, key, cut, above)                                                                                \
    extern char constant_holds[(version) == key && ((version) >= cut) == above ? 1 : -1];
#include "constants.h"
#undef CHECK

static void check_constants(void) {
    for (size_t i = 0; i < sizeof constant / sizeof *constant; i++) {
        char name[32];
        snprintf(name, sizeof name, "constant %u", (unsigned)i);
        expect(constant[i].version == constant[i].key && (constant[i].version >= constant[i].cut) == constant[i].above,
               name, "");
    }
}

int main(int argc, char **argv) {
    FILE *in = argc > 2 ? fopen(argv[1], "r") : NULL, *packed = in != NULL ? fopen(argv[2], "r") : NULL;
    if (in == NULL || packed == NULL) {
        fputs("usage: header CASES PACKED\n", stderr);
        return 2;
    }
    while (fgets(line, sizeof line, in) != NULL) {
        char *word[4] = {line, line, line, line};
        size_t n = 1;
        line[strcspn(line, "\n")] = '\0';
        for (char *p = line; *p != '\0' && n < 4; p++) {
            if (*p == ' ') {
                *p = '\0';
                word[n++] = p + 1;
            }
        }
        if (line[0] == 'V') {
            check_text(word[1], word[2]);
        } else if (strchr("STUW", line[0]) != NULL) {
            check_specifier(packed, word[1], word[2], word[3]);
        }
    }
    check_constants();
    while (ntext > 0) {
        free(text[--ntext]);
    }
    free(text);
    fclose(in);
    fclose(packed);
    printf("%lu passed, %lu failed\n", (unsigned long)(done - failed), (unsigned long)failed);
    return failed != 0;
}
