/* floor.c -- what reading a table costs at least, with inih and a little more: the floor below `turnout check`.
 *
 *     floor MODE FILE
 *
 * alone: every key and value is delivered.  copy: and kept.  names: and every word of a value looked up among those
 * before it, without any check of it.  lines: as names, with the lines cut beforehand and handed over one by one, which
 * inih's missing line numbers make necessary.  Prints milliseconds of processor time and the number of keys and names.
 */
#include <ini.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum mode { ALONE, COPY, NAMES, LINES };
enum { SLOTS = 1 << 16 };

struct floor {
    enum mode mode;
    unsigned long nkey, nname;
    char *kept, *end; /* room for all values */
    const char *slot[SLOTS];
    uint32_t len[SLOTS];
    const char *line, *text_end;
};

static void look_up(struct floor *f, const char *word, size_t len) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < len; i++) {
        h = (h ^ (unsigned char)word[i]) * 16777619u;
    }
    uint32_t at = (h ^ h >> 15) % SLOTS;
    while (f->slot[at] && (f->len[at] != len || memcmp(f->slot[at], word, len) != 0)) {
        at = (at + 1) % SLOTS;
    }
    if (!f->slot[at] && f->nname < SLOTS / 2) {
        f->slot[at] = word;
        f->len[at] = (uint32_t)len;
        f->nname++;
    }
}

static int take(void *user, const char *section, const char *name, const char *value) {
    struct floor *f = user;
    (void)section, (void)name;
    f->nkey++;
    if (f->mode == ALONE) {
        return 1;
    }
    size_t len = strlen(value);
    char *own = memcpy(f->end, value, len + 1);
    f->end += len + 1;
    for (const char *c = own; f->mode >= NAMES && *c;) {
        size_t word = strcspn(c, ",");
        look_up(f, c, word);
        c += word;
        c += strspn(c, ", ");
    }
    return 1;
}

static char *next(char *out, int size, void *user) {
    struct floor *f = user;
    if (f->line == f->text_end) {
        return NULL;
    }
    const char *end = memchr(f->line, '\n', (size_t)(f->text_end - f->line));
    size_t len = (size_t)((end ? end + 1 : f->text_end) - f->line);
    len = len < (size_t)size ? len : (size_t)size - 1;
    memcpy(out, f->line, len);
    out[len] = '\0';
    f->line += len;
    return out;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
    static const char *const name[] = {"alone", "copy", "names", "lines"};
    static struct floor f;
    FILE *in = argc == 3 ? fopen(argv[2], "rb") : NULL;
    if (!in || fseek(in, 0, SEEK_END) != 0) {
        fprintf(stderr, "usage: floor alone|copy|names|lines FILE\n");
        return 2;
    }
    while (f.mode < LINES && strcmp(argv[1], name[f.mode]) != 0) {
        f.mode++;
    }
    size_t size = (size_t)ftell(in);
    rewind(in);
    double start = now();
    char *text = f.mode == LINES ? malloc(size + 1) : NULL;
    f.kept = f.end = malloc(size + 1);
    if (f.mode == LINES) {
        size = text ? fread(text, 1, size, in) : 0;
        f.line = text;
        f.text_end = text + size;
    }
    int bad = f.mode == LINES ? ini_parse_stream(next, &f, take, &f) : ini_parse_file(in, take, &f);
    printf("%.1f ms, %lu keys, %lu names\n", now() - start, f.nkey, f.nname);
    free(text);
    free(f.kept);
    fclose(in);
    return bad < 0;
}
