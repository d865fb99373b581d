/* fuzz_front.c -- libFuzzer target: any bytes through the whole front end, as `turnout check` runs it.
 *
 * In:  bytes of a table.  Out: nothing; the sanitizers and the time limit judge.  Limits are small, so that a blow-up
 * must end as "undecided", and inputs are short (-max_len in run.sh).  The table pretends to lie in tables/, so that
 * `use = nvidia.ini` works; nothing is written.  One thing is checked beyond crashes: a file without a fault has each
 * of its bytes in a section, key or value (nothing is silently dropped).
 */
#include "turnout.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static FILE *nowhere;

static void print_all(const struct msgs *m) {
    if (!nowhere) {
        nowhere = fopen("/dev/null", "w");
    }
    for (int format = FORMAT_TEXT; format <= FORMAT_GITHUB; format++) {
        msgs_print(m, (enum format)format, true, nowhere);
    }
}

static size_t inked(const char *text, size_t len) {
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        n += text[i] != ' ' && text[i] != '\t' && text[i] != '\n';
    }
    return n;
}

/* What the reader understood: names and values, and the '=', '[' and ']' between them. */
static size_t inked_sections(const struct doc *doc, uint32_t file) {
    size_t n = 0;
    for (size_t i = 0; i < doc->nsection; i++) {
        const struct section *s = &doc->section[i];
        if (s->pos.file == file) {
            n += 2 + inked(s->kind, strlen(s->kind)) + inked(s->name, strlen(s->name));
            for (size_t j = 0; j < s->nkey; j++) {
                n +=
                    1 + inked(s->key[j].name, strlen(s->key[j].name)) + inked(s->key[j].value, strlen(s->key[j].value));
            }
        }
    }
    return n;
}

static void nothing_is_lost(const struct msgs *m, const struct doc *doc) {
    const struct source *s = &m->sources->file[0];
    size_t n = 0;
    bool in_value = false; /* an indented line goes on with the value, '[' or not */
    for (size_t i = 0; i < s->nline; i++) {
        const char *at = s->line[i] + strspn(s->line[i], " \t"), *end = s->line[i + 1];
        if (at >= end || *at == '\n' || *at == ';' || *at == '#') {
            continue;
        }
        bool section = *at == '[' && !(in_value && at > s->line[i]);
        n += inked(at, (size_t)((section ? strchr(at, ']') + 1 : end) - at)); /* behind ']' stands a comment */
        in_value = !section;
    }
    if (n != inked_sections(doc, 0)) {
        fprintf(stderr, "ERROR: %zu bytes of text, %zu understood\n", n, inked_sections(doc, 0));
        abort();
    }
}

/* The straight line of run.c, which stops after the first stage with an error. */
static void front_end(struct arena *a, struct msgs *m, const char *bytes, size_t len) {
    static const char path[] = "tables/fuzz.ini";
    const struct limits limits = {.steps = 20000, .nodes = 1000, .vectors = 100};
    struct doc *doc = read_bytes(a, m, path, bytes, len);
    if (doc && msgs_count(m, LEVEL_ERROR) == 0) {
        nothing_is_lost(m, doc);
    }
    struct table *t = doc ? table_build(a, m, doc, path) : NULL;
    if (!t || msgs_count(m, LEVEL_ERROR) > 0) {
        return;
    }
    struct space *s = domain_build(a, m, t);
    if (!s || msgs_count(m, LEVEL_ERROR) > 0) {
        return;
    }
    struct boxes *b = boxes_build(a, m, s);
    if (!b || msgs_count(m, LEVEL_ERROR) > 0) {
        return;
    }
    struct plan **plan = arena_alloc(a, (t->noutput + 1) * sizeof *plan);
    for (uint32_t i = 0; i < t->noutput; i++) {
        plan[i] = plan_build(a, m, b, i);
    }
    analyse(a, m, b, plan, &limits);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct sources sources = {0};
    struct msgs m;
    msgs_init(&m, a, &sources);
    front_end(a, &m, (const char *)data, size);
    print_all(&m);
    read_failed = 0;
    arena_free(a);
    return 0;
}
