/* cmd_diff.c -- `turnout diff OLD NEW`: the cells whose answer changed.
 *
 * A table is a file, or git:REV:PATH.  Both are loaded and analysed at once, each by a thread of its own: they share
 * nothing.  Exit status: 0 nothing differs, 1 something does, 2 usage or a table with faults of text, 3 input/output.
 */
#include "cmd_diff.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 20000, BOXES = 50 }; /* rules from which on the findings are not compared unless asked */

void loading_start(struct loading *s, const struct options *o, const char *path) {
    *s = (struct loading){.o = o, .path = path, .arena = arena_new()};
    begin(s->arena, &s->l, o);
}

/* A table that is too large for it is compared all the same; the output says what was left out. */
static bool wants_findings(const struct options *o, const struct table *t) {
    const char *when = o->value[OPTION_FINDINGS];
    return when && strcmp(when, "auto") != 0 ? strcmp(when, "yes") == 0 : t->nrule < LARGE;
}

static void *load_side(void *at) {
    struct loading *s = at;
    s->loaded = load(s->arena, &s->l, s->o, s->path);
    if (s->loaded && wants_findings(s->o, s->l.table)) {
        analyse(s->arena, &s->l.msgs, s->l.boxes, s->l.plan, &s->l.limits);
        s->analysed = true;
    }
    return NULL;
}

/* Without a thread the two are simply read one after the other. */
void loading_both(struct loading side[2]) {
    pthread_t thread;
    bool started = pthread_create(&thread, NULL, load_side, &side[0]) == 0;
    load_side(&side[1]);
    if (started) {
        pthread_join(thread, NULL);
    } else {
        load_side(&side[0]);
    }
}

struct diff_side loading_side(const struct loading *s) {
    return (struct diff_side){s->path, &s->l.msgs, s->l.boxes, s->l.plan, s->analysed};
}

struct diff_options diff_options_of(const struct options *o, const struct loading *s) {
    return (struct diff_options){.boxes = option_number(o, OPTION_BOXES, BOXES),
                                 .steps = 20 * s->l.limits.steps,
                                 .first = o->value[OPTION_FIRST] != NULL,
                                 .progress = progress};
}

enum status loading_faults(struct loading *s) {
    keep_errors(&s->l);
    progress_end();
    msgs_print(&s->l.msgs, FORMAT_TEXT, colour_of(s->o, stderr), stderr);
    fprintf(stderr, "turnout: error: '%s' cannot be compared\n", s->path);
    return read_failed ? STATUS_IO : STATUS_USAGE;
}

/* ---- formats ---- */

typedef void printer(const struct diff *d, const struct diff_printed *p);

/* Told before anything is read. */
static printer *printer_of(const struct options *o) {
    static const char *const name[] = {"text", "markdown", "json", "sarif"};
    static printer *const by[] = {diff_print_text, diff_print_markdown, diff_print_json, diff_print_sarif};
    const char *given = o->value[OPTION_FORMAT];
    for (size_t i = 0; given && i < sizeof by / sizeof *by; i++) {
        if (strcmp(given, name[i]) == 0) {
            return by[i];
        }
    }
    if (given) {
        fprintf(stderr, "turnout: error: --format takes text, markdown, json or sarif, not '%s'\n", given);
        exit(STATUS_USAGE);
    }
    return diff_print_text;
}

static bool findings_fit(const struct options *o) {
    const char *when = o->value[OPTION_FINDINGS];
    bool fits = !when || strcmp(when, "auto") == 0 || strcmp(when, "yes") == 0 || strcmp(when, "no") == 0;
    if (!fits) {
        fprintf(stderr, "turnout: error: --findings takes auto, yes or no, not '%s'\n", when);
    }
    return fits;
}

/* ---- two tables ---- */

/* A revision that is not there would look like a missing file. */
static bool side_start(struct arena *a, struct loading *s, const struct options *o, const char *path) {
    loading_start(s, o, path);
    if (!is_git_path(path)) {
        return true;
    }
    const char *fault = git_fault(a, path);
    if (fault) {
        fprintf(stderr, "turnout: error: '%s': %s\n", path, fault);
        return false;
    }
    s->l.reader.fetch = git_fetch;
    s->l.reader.from = (void *)(uintptr_t)path;
    return true;
}

/* Faults of both tables in one run. */
static enum status compare(struct arena *a, struct loading side[2], const struct options *o, printer *print) {
    enum status status = STATUS_OK;
    for (int i = 0; i < 2; i++) {
        if (!side[i].loaded) {
            enum status one = loading_faults(&side[i]);
            status = one > status ? one : status;
        }
    }
    if (status != STATUS_OK) {
        return status;
    }
    const struct diff_side as[2] = {loading_side(&side[0]), loading_side(&side[1])};
    const struct diff_options options = diff_options_of(o, &side[1]);
    struct diff *d = diff_build(a, &side[1].l.msgs, as, &options);
    progress_end();
    if (!d) {
        return loading_faults(&side[1]);
    }
    print(d, &(struct diff_printed){.out = stdout, .colour = colour_of(o, stdout)});
    return diff_same(d) ? STATUS_OK : STATUS_FINDINGS;
}

enum status cmd_diff(struct arena *a, const struct options *o) {
    printer *print = printer_of(o);
    struct loading side[2];
    if (!findings_fit(o)) {
        return STATUS_USAGE;
    }
    if (o->value[OPTION_GIT]) {
        return diff_driver(a, o);
    }
    if (o->value[OPTION_CELLS]) {
        return diff_textconv(a, o);
    }
    if (o->noperand != 2) {
        fprintf(stderr, "turnout: error: diff takes two tables, OLD and NEW\n");
        return STATUS_USAGE;
    }
    bool good = side_start(a, &side[0], o, o->operand[0]);
    good = side_start(a, &side[1], o, o->operand[1]) && good;
    if (good) {
        loading_both(side);
    }
    enum status status = good ? compare(a, side, o, print) : STATUS_IO;
    arena_free(side[0].arena);
    arena_free(side[1].arena);
    return status;
}
