/* batch.c CASES [PACKED CONSTANTS] -- checks gen/version*.c against what packaging said (cases.py writes the lines).
 *
 * Besides each line: cuts and keys agree, witnesses lie inside, two different cuts always have a version between them.
 * Written for header.c: PACKED, one line per specifier, its cuts as the emitted header would hold them, then tables of
 * many cuts; CONSTANTS, a C header that asks the same of the constant form.
 * Prints each mismatch (the first 20 of a kind) and, as last line, the counts.
 */
#include "turnout.h"

#include <stdlib.h>
#include <string.h>

struct kind {
    const char *name;
    size_t done, failed;
};
enum { TEXT, ORDER, CHECK, SET, RELEASE, CUDNN, CUDA, INVALID, KEY, KEY_CUT, WITNESS, BETWEEN, NKIND };
static struct kind kind[NKIND] = {{"texts", 0, 0},
                                  {"order of pairs", 0, 0},
                                  {"specifier checks", 0, 0},
                                  {"specifier set checks", 0, 0},
                                  {"checks under scheme release", 0, 0},
                                  {"checks under scheme cudnn", 0, 0},
                                  {"checks under scheme cuda", 0, 0},
                                  {"refused specifiers", 0, 0},
                                  {"pairs of keys", 0, 0},
                                  {"keys against cuts", 0, 0},
                                  {"witnesses", 0, 0},
                                  {"pairs of cuts", 0, 0}};
static struct arena *arena;
static const struct version **version;
static const char **version_rank;
static size_t nversion;
static FILE *packed, *constants;
static struct cut *cut; /* of the last specifiers, for BETWEEN */
static size_t ncut;

static void expect(int k, bool good, const char *what, const char *more) {
    kind[k].done++;
    if (!good && kind[k].failed++ < 20) {
        printf("%s: wrong for '%s' '%s'\n", kind[k].name, what, more);
    }
}

static char *unescape(char *text) {
    char *to = text;
    for (char *p = text; *p != '\0'; p++) {
        unsigned byte;
        if (*p != '%') {
            *to++ = *p;
        } else if (sscanf(p, "%%%2X", &byte) == 1) {
            *to++ = (char)byte;
            p += 2;
        }
    }
    *to = '\0';
    return text;
}

/* "op text" taken apart as cell.c does. */
static size_t specifier(enum scheme scheme, const char *spec, struct interval out[2], const char **error) {
    static const char *const op[] = {">=", "<=", ">", "<", "==", "!=", "~="};
    for (int i = 0; i < 7; i++) {
        if (strncmp(spec, op[i], strlen(op[i])) == 0) {
            return version_specifier(arena, scheme, (enum compare)i, spec + strlen(op[i]), out, error);
        }
    }
    *error = "no operator";
    return 0;
}

static bool has(const struct interval *i, size_t n, const struct version *v) {
    return interval_has(&i[0], v) || (n == 2 && interval_has(&i[1], v));
}

static void check_text(char *text, char *normal) {
    const char *given = arena_strdup(arena, text, strlen(text));
    const struct version *v = version_parse(arena, SCHEME_PEP440, unescape(text));
    bool valid = strcmp(normal, "-") != 0;
    expect(TEXT, valid == (v != NULL) && (!valid || strcmp(version_text(arena, v), unescape(normal)) == 0), given,
           normal);
    if (valid) {
        *PUSH(arena, version, nversion) = v;
    }
}

static void check_order(char *line) {
    size_t i, j;
    int sign;
    if (sscanf(line, "%zu %zu %d", &i, &j, &sign) == 3) {
        int c = version_compare(version[i], version[j]), d = version_compare(version[j], version[i]);
        expect(ORDER, (c > 0) - (c < 0) == sign && (d > 0) - (d < 0) == -sign, version_text(arena, version[i]),
               version_text(arena, version[j]));
    }
}

/* One question to the constant form, in the shortest macro that says the version. */
static void put_constant(uint64_t key, uint64_t bound, bool above) {
    static const char *const letter[] = {"", "A", "B", "RC"};
    int dev = (int)(key & 0x1ffffff), post = (int)(key >> 25 & 15) - 1, pre = (int)(key >> 29 & 31);
    int phase = (int)(key >> 34 & 7);
    struct text t = {.arena = arena};
    text_printf(&t, "(%u, %u, %u", (unsigned)(key >> 53), (unsigned)(key >> 45 & 255), (unsigned)(key >> 37 & 255));
    const char *release = t.at;
    dev = dev == 0x1ffffff ? -1 : dev;
    fputs("CHECK(TT_VERSION", constants);
    if (phase == 4 && dev < 0) {
        fprintf(constants, post < 0 ? "%s)" : "_POST%s, %d)", release, post);
    } else if (phase == 4) {
        fprintf(constants, "_POST_DEV%s, %d, %d)", release, post, dev);
    } else if (phase == 0) {
        fprintf(constants, "_DEV%s, %d)", release, dev);
    } else if (post < 0 && dev < 0) {
        fprintf(constants, "_%s%s, %d)", letter[phase], release, pre);
    } else if (post < 0 && phase == 3) {
        fprintf(constants, "_RC_DEV%s, %d, %d)", release, pre, dev);
    } else {
        fprintf(constants, "_PARTS%s, %d, %d, %d, %d)", release, phase, pre, post, dev);
    }
    fprintf(constants, ", 0x%llXULL, 0x%llXULL, %d)\n", (unsigned long long)key, (unsigned long long)bound, above);
}

static void check_key(const struct cut *c, const struct version *v, const char *spec) {
    uint64_t bound, key;
    bool locals = cut_key(c, &bound);
    if (version_key(v, &key) && (locals || !version_has_local(v))) {
        if (constants != NULL && kind[KEY_CUT].done % 200 == 0) {
            put_constant(key, bound, cut_below(c, v));
        }
        expect(KEY_CUT, (key >= bound) == cut_below(c, v), spec, version_text(arena, v));
    }
}

static void check_interval(enum scheme scheme, const struct interval *i, const char *spec) {
    const char *w = interval_witness(arena, scheme, i);
    const struct version *v = w != NULL ? version_parse(arena, scheme, w) : NULL;
    bool empty = i->lo.base != NULL && i->hi.base != NULL && cut_compare(&i->lo, &i->hi) >= 0;
    expect(WITNESS, empty ? w == NULL : v != NULL && interval_has(i, v) && strcmp(version_text(arena, v), w) == 0, spec,
           w != NULL ? w : "none");
}

/* Checks "i,j,... 0110..." of one specifier or of several (all must hold). */
static void check_bits(int k, enum scheme scheme, const char *spec, struct interval (*in)[2], const size_t *n,
                       size_t nspec, char *index, const char *bit) {
    for (char *at = strtok(index, ","); at != NULL; at = strtok(NULL, ","), bit++) {
        const struct version *v = version[strtoul(at, NULL, 10)];
        const char *text = version_text(arena, v);
        const struct version *w = scheme == SCHEME_PEP440 ? v : version_parse(arena, scheme, text);
        bool all = true;
        for (size_t s = 0; s < nspec; s++) {
            all = all && has(in[s], n[s], w);
        }
        expect(k, all == (*bit == '1'), spec, text);
        for (size_t s = 0; k == CHECK && s < 2 * n[0]; s++) {
            const struct cut *c = s % 2 == 0 ? &in[0][s / 2].lo : &in[0][s / 2].hi;
            if (c->base != NULL) {
                check_key(c, v, spec);
            }
        }
    }
}

static int by_place(const void *x, const void *y) {
    return cut_compare(x, y);
}

static void put_hex(const struct text *t) {
    for (size_t i = 0; i < t->len; i++) {
        fprintf(packed, "%02x", (unsigned)t->at[i] & 0xff);
    }
}

/* All the cuts as one table, and the ranks of the latest versions, most of them close to one of these cuts. */
static void put_many(void) {
    size_t n = 0;
    qsort(cut, ncut, sizeof *cut, by_place);
    for (size_t i = 0; i < ncut; i++) {
        if (n == 0 || cut_compare(&cut[n - 1], &cut[i]) != 0) {
            cut[n++] = cut[i];
        }
    }
    struct text t = {.arena = arena};
    bool local = version_pack(&t, cut, n);
    fprintf(packed, "M 0 %zu %d ", n, local);
    put_hex(&t);
    for (size_t i = nversion > 500 ? nversion - 500 : 0; i < nversion; i++) {
        size_t rank = 0;
        while (rank < n && cut_below(&cut[rank], version[i])) {
            rank++;
        }
        fprintf(packed, " %s@%zu", version_text(arena, version[i]), rank);
    }
    fputs("\n", packed);
}

/* Two different cuts always have a version between them. */
static void check_between(void) {
    for (size_t i = 0; i < ncut; i++) {
        for (size_t j = 0; j < ncut; j++) {
            int c = cut_compare(&cut[i], &cut[j]);
            const struct interval piece = {cut[i], cut[j]};
            const char *w = interval_witness(arena, SCHEME_PEP440, &piece);
            bool inside = w != NULL && interval_has(&piece, version_parse(arena, SCHEME_PEP440, w));
            expect(BETWEEN, (c < 0) == inside && (c == 0) == (cut_compare(&cut[j], &cut[i]) == 0),
                   cut_text(arena, &cut[i]), cut_text(arena, &cut[j]));
        }
    }
    if (packed != NULL) {
        put_many();
    }
    ncut = 0;
}

/* For header.c: the scheme, the packed cuts, and bit r set where rank r means inside. */
static void put_packed(enum scheme scheme, const struct interval *in, size_t n) {
    struct cut c[4];
    size_t count = 0;
    unsigned inside = 0;
    for (size_t i = 0; i < n; i++) {
        inside |= in[i].lo.base == NULL ? 1u : 0;
        if (in[i].lo.base != NULL) {
            c[count++] = in[i].lo;
            inside |= 1u << count;
        }
        if (in[i].hi.base != NULL && (count == 0 || cut_compare(&c[count - 1], &in[i].hi) != 0)) {
            c[count++] = in[i].hi;
        } else if (in[i].hi.base != NULL) {
            inside &= ~(1u << count);
        }
    }
    struct text t = {.arena = arena};
    bool local = version_pack(&t, c, count);
    fprintf(packed, "P %d %zu %d %u ", (int)scheme, count, local, inside);
    put_hex(&t);
    fprintf(packed, "%s\n", t.len == 0 ? "-" : "");
}

static void check_specifier(int k, enum scheme scheme, char *spec, char *index, const char *bit) {
    struct interval in[1][2];
    const char *error;
    size_t n = specifier(scheme, unescape(spec), in[0], &error);
    expect(k, n > 0, spec, n > 0 ? "" : error);
    if (n == 0) {
        return;
    }
    check_bits(k, scheme, spec, in, &n, 1, index, bit);
    if (packed != NULL) {
        put_packed(scheme, in[0], n);
    }
    for (size_t i = 0; i < n; i++) {
        check_interval(scheme, &in[0][i], spec);
        for (int side = 0; k == CHECK && side < 2; side++) {
            const struct cut *c = side == 0 ? &in[0][i].lo : &in[0][i].hi;
            if (c->base != NULL) {
                *PUSH(arena, cut, ncut) = *c;
            }
        }
    }
    if (ncut >= 24) {
        check_between();
    }
}

static void check_set(char *specs, char *index, const char *bit) {
    struct interval in[8][2];
    size_t n[8], count = 0;
    const char *error;
    char *whole = arena_strdup(arena, specs, strlen(specs));
    for (char *spec = unescape(specs); spec != NULL && count < 8; count++) {
        char *comma = strchr(spec, ',');
        if (comma != NULL) {
            *comma++ = '\0';
        }
        n[count] = specifier(SCHEME_PEP440, spec, in[count], &error);
        spec = comma;
    }
    check_bits(SET, SCHEME_PEP440, whole, in, n, count, index, bit);
}

static void check_rank(char *line) {
    size_t i;
    char rank[32];
    uint64_t key;
    if (sscanf(line, "%zu %31s", &i, rank) == 2 && i == kind[KEY].done) {
        version_rank = version_rank != NULL ? version_rank : calloc(nversion, sizeof *version_rank);
        version_rank[i] = strcmp(rank, "-") != 0 ? arena_strdup(arena, rank, strlen(rank)) : NULL;
        expect(KEY, version_key(version[i], &key) == (version_rank[i] != NULL), version_text(arena, version[i]), rank);
    }
}

/* A million pairs of those that fit, neighbours in the list (mutations) and distant ones. */
static void check_keys(void) {
    uint64_t state = 440;
    for (size_t done = 0; version_rank != NULL && done < 1000000;) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        size_t i = (size_t)(state >> 33) % nversion;
        size_t j = done % 2 == 0 ? (size_t)(state >> 11) % nversion : (i + done % 40) % nversion;
        uint64_t x, y;
        if (version_rank[i] != NULL && version_rank[j] != NULL) {
            long a = atol(version_rank[i]), b = atol(version_rank[j]);
            bool fit = version_key(version[i], &x) && version_key(version[j], &y);
            expect(KEY, fit && (x > y) - (x < y) == (a > b) - (a < b), version_rank[i], version_rank[j]);
            done++;
        }
    }
    free(version_rank);
}

static void check_line(char *line) {
    char *word[4] = {line, NULL, NULL, NULL};
    struct interval out[2];
    const char *error;
    size_t n = 1;
    if (line[0] == 'O' || line[0] == 'R') {
        line[0] == 'O' ? check_order(line + 2) : check_rank(line + 2);
        return;
    }
    for (char *p = line; *p != '\0' && n < 4; p++) {
        if (*p == ' ') {
            *p = '\0';
            word[n++] = p + 1;
        }
    }
    if (line[0] == 'V') {
        check_text(word[1], word[2]);
    } else if (line[0] == 'S') {
        check_specifier(CHECK, SCHEME_PEP440, word[1], word[2], word[3]);
    } else if (line[0] == 'T') {
        check_specifier(RELEASE, SCHEME_RELEASE, word[1], word[2], word[3]);
    } else if (line[0] == 'U') {
        check_specifier(CUDNN, SCHEME_CUDNN, word[1], word[2], word[3]);
    } else if (line[0] == 'W') {
        check_specifier(CUDA, SCHEME_CUDA, word[1], word[2], word[3]);
    } else if (line[0] == 'C') {
        check_set(word[1], word[2], word[3]);
    } else if (line[0] == 'X') {
        expect(INVALID, specifier(SCHEME_PEP440, unescape(word[1]), out, &error) == 0 && error != NULL, word[1], "");
    }
}

int main(int argc, char **argv) {
    static char line[65536];
    size_t done = 0, failed = 0;
    FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL;
    packed = argc > 2 ? fopen(argv[2], "w") : NULL;
    constants = argc > 3 ? fopen(argv[3], "w") : NULL;
    if (in == NULL || (argc > 2 && packed == NULL) || (argc > 3 && constants == NULL)) {
        fputs("usage: batch CASES [PACKED CONSTANTS]\n", stderr);
        return 2;
    }
    arena = arena_new();
    while (fgets(line, sizeof line, in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        check_line(line);
    }
    check_keys();
    for (int k = 0; k < NKIND; k++) {
        printf("%s: %zu checked, %zu wrong\n", kind[k].name, kind[k].done, kind[k].failed);
        done += kind[k].done;
        failed += kind[k].failed;
    }
    fclose(in);
    if (packed != NULL) {
        fclose(packed);
    }
    if (constants != NULL) {
        fclose(constants);
    }
    arena_free(arena);
    printf("%zu passed, %zu failed\n", done - failed, failed);
    return failed != 0;
}
