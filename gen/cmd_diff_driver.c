/* cmd_diff_driver.c -- what git calls for a table, set up by two lines of its configuration.
 *
 *     git config diff.turnout.command  'turnout diff --git'          `git diff` shows the cells that changed
 *     git config diff.turnout.textconv 'turnout diff --cells'        `git log -p` shows the lines of cells that changed
 *
 * The command gets PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE, and the two files lie anywhere: what they
 * use is looked up beside PATH in the working tree.  The other gets a file, and prints one line a box.
 * git stops at an exit status other than 0, so both end in 0 whenever they have shown something; what is no table, or
 * has faults, is shown as text.
 */
#include "cmd_diff.h"

#include <string.h>
#include <unistd.h>

struct driven {        /* one side of a call by git */
    const char *label; /* "a/tables/gemma4.ini" */
    const char *file;  /* where its bytes are */
};

/* Labels are "a/PATH" and "b/PATH", as in a patch. */
static const char *driver_fetch(void *from, struct arena *a, const char *path, const char **bytes, size_t *len,
                                bool *absent) {
    const struct driven *side = from;
    bool labelled = strncmp(path, side->label, 2) == 0;
    return file_fetch(a, strcmp(path, side->label) == 0 ? side->file : labelled ? path + 2 : path, bytes, len, absent);
}

/* As git shows it by itself. */
static enum status show_patch(const char *old, const char *new) {
    const char *const argv[] = {"git",           "--no-pager", "diff", "--no-index", "--no-ext-diff",
                                "--no-textconv", "--",         old,    new,          NULL};
    fflush(stdout);
    return git_run((char *const *)(uintptr_t)argv) < 0 ? STATUS_IO : STATUS_OK;
}

static enum status show_cells(struct arena *a, struct loading *s, const struct options *o) {
    const struct diff_side as = loading_side(s);
    struct diff_options options = diff_options_of(o, s);
    options.boxes = option_number(o, OPTION_BOXES, 2000);
    struct diff *d = diff_cells(a, &s->l.msgs, &as, &options);
    progress_end();
    if (d) {
        diff_print_cells(d, &(struct diff_printed){.out = stdout});
    }
    return d ? STATUS_OK : STATUS_USAGE;
}

static enum status show_two(struct arena *a, struct loading side[2], const struct options *o) {
    const struct diff_side as[2] = {loading_side(&side[0]), loading_side(&side[1])};
    const struct diff_options options = diff_options_of(o, &side[1]);
    struct diff *d = diff_build(a, &side[1].l.msgs, as, &options);
    progress_end();
    if (d) {
        diff_print_text(d, &(struct diff_printed){.out = stdout, .colour = colour_of(o, stdout)});
    }
    return d ? STATUS_OK : STATUS_USAGE;
}

/* One of the two may be missing: a table that was added or removed. */
static enum status show_driven(struct arena *a, struct loading side[2], const struct options *o,
                               const char *const file[2]) {
    bool added = strcmp(file[0], "/dev/null") == 0, gone = strcmp(file[1], "/dev/null") == 0;
    loading_both(side);
    if (side[0].loaded && side[1].loaded && side[1].l.table->noutput) {
        return show_two(a, side, o);
    }
    if (added && side[1].loaded && side[1].l.table->noutput) {
        printf("a new table\n");
        return show_cells(a, &side[1], o);
    }
    if (gone && side[0].loaded && side[0].l.table->noutput) {
        printf("the table is gone\n");
        return STATUS_OK;
    }
    return STATUS_USAGE;
}

enum status diff_driver(struct arena *a, const struct options *o) {
    if (o->noperand == 1) { /* a path with conflicts */
        printf("%s: not merged yet\n", o->operand[0]);
        return STATUS_OK;
    }
    if (o->noperand < 7) {
        fprintf(stderr, "turnout: error: diff --git is called by git, with a path and two files\n");
        return STATUS_USAGE;
    }
    const char *path = o->operand[0], *const file[2] = {o->operand[1], o->operand[4]};
    const char *named[2] = {path, o->noperand > 7 ? o->operand[7] : path}; /* the eighth: the name after a renaming */
    struct driven from[2];
    struct loading side[2];
    for (int i = 0; i < 2; i++) {
        from[i] = (struct driven){arena_printf(a, "%c/%s", "ab"[i], named[i]), file[i]};
        loading_start(&side[i], o, from[i].label);
        side[i].l.reader.fetch = driver_fetch;
        side[i].l.reader.from = &from[i];
    }
    printf("diff --turnout %s %s\n", from[0].label, from[1].label);
    enum status status = show_driven(a, side, o, file);
    arena_free(side[0].arena);
    arena_free(side[1].arena);
    return status == STATUS_OK ? status : show_patch(file[0], file[1]);
}

static enum status show_text(struct arena *a, const char *path) {
    const char *bytes = NULL;
    size_t len = 0;
    bool absent;
    const char *why = file_fetch(a, path, &bytes, &len, &absent);
    if (why) {
        fprintf(stderr, "turnout: error: cannot read '%s': %s\n", path, why);
        return STATUS_IO;
    }
    fwrite(bytes, 1, len, stdout);
    return STATUS_OK;
}

/* A vocabulary decides nothing, and a table with faults cannot be asked. */
enum status diff_textconv(struct arena *a, const struct options *o) {
    struct loading s;
    if (o->noperand != 1) {
        fprintf(stderr, "turnout: error: diff --cells takes one table\n");
        return STATUS_USAGE;
    }
    loading_start(&s, o, o->operand[0]);
    bool fits = load(s.arena, &s.l, o, o->operand[0]) && s.l.table->noutput;
    enum status status = fits ? show_cells(a, &s, o) : show_text(a, o->operand[0]);
    arena_free(s.arena);
    return status;
}
