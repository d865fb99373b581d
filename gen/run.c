/* run.c -- the straight line for one table, shared by the commands: read, table, domain, boxes, plan.
 *
 * Each stage runs only when no earlier one found a fault of text; the faults of one stage are reported together.
 */
#include "run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each output after those that it depends on: what they come to is known by then. */
static struct plan **plans_of(struct arena *a, struct loaded *l) {
    struct plan **plan = arena_alloc(a, (l->table->noutput + 1) * sizeof *plan);
    const uint32_t *order = boxes_order(a, l->table);
    for (uint32_t i = 0; i < l->table->noutput; i++) {
        progress("ordering rules, outputs done", i, l->table->noutput);
        plan[order[i]] = plan_build(a, &l->msgs, l->boxes, order[i]);
        l->boxes = boxes_chain(a, &l->msgs, l->boxes, plan[order[i]]);
    }
    return plan;
}

bool asked_for_tables(const struct options *o, const char *by) {
    if (o->noperand == 0) {
        fprintf(stderr, "turnout: error: %s takes at least one table\n", by);
        return false;
    }
    if (o->value[OPTION_OUTPUT] && !*o->value[OPTION_OUTPUT]) { /* an unset variable of a script: not the root */
        fprintf(stderr, "turnout: error: --output takes a folder, not ''\n");
        return false;
    }
    return true;
}

void begin(struct arena *a, struct loaded *l, const struct options *o) {
    *l = (struct loaded){.limits = {.steps = option_number(o, OPTION_STEPS, 10000000),
                                    .nodes = (uint32_t)option_number(o, OPTION_NODES, 200000),
                                    .spread = o->value[OPTION_NODES] ? 0 : 20,
                                    .vectors = (uint32_t)option_number(o, OPTION_VECTORS, 20000),
                                    .no_allow = o->value[OPTION_NO_ALLOW] != NULL,
                                    .progress = progress}};
    msgs_init(&l->msgs, a, &l->sources);
    l->msgs.notes = o->value[OPTION_NOTES] ? 0 : l->msgs.notes;
    for (size_t i = 0; i < o->nwarning; i++) {
        if (!msgs_flag(&l->msgs, o->warning[i])) {
            fprintf(stderr, "turnout: error: unknown finding in '%s'; 'turnout help check' lists them\n",
                    o->warning[i]);
            exit(STATUS_USAGE);
        }
    }
}

/* Did this table bring faults?  Those of the tables before it, in the same run, do not stop it. */
static bool at_fault(const struct loaded *l) {
    return msgs_count(&l->msgs, LEVEL_ERROR) > l->before;
}

bool load(struct arena *a, struct loaded *l, const struct options *o, const char *path) {
    l->before = msgs_count(&l->msgs, LEVEL_ERROR);
    l->table = NULL;
    const char **folder = arena_alloc(a, (o->nfolder + 1) * sizeof *folder);
    for (size_t i = 0; i < o->nfolder; i++) {
        folder[i] = o->folder[i];
    }
    folder[o->nfolder] = data_folder(a, "tables"); /* the vocabularies that come with the program, last */
    struct read_options r = l->reader;
    r.folder = folder;
    r.nfolder = o->nfolder + 1;
    progress("reading", 0, 0);
    l->doc = read_table(a, &l->msgs, path, &r);
    if (!l->doc) {
        return false;
    }
    l->table = table_build(a, &l->msgs, l->doc, path);
    if (!l->sections) {
        arena_free(l->doc->arena);
        l->doc = NULL;
    }
    if (!l->table || at_fault(l)) {
        return false;
    }
    l->space = domain_build(a, &l->msgs, l->table);
    if (!l->space || at_fault(l)) {
        return false;
    }
    struct boxes *boxes = boxes_build(a, &l->msgs, l->space);
    l->boxes = boxes;
    if (!boxes || at_fault(l)) {
        return false;
    }
    if (l->cells) {
        boxes_index(a, boxes);
    }
    l->plan = plans_of(a, l);
    return true;
}

enum format format_of(const struct options *o) {
    static const char *const name[] = {"text", "json", "sarif", "github"};
    const char *given = o->value[OPTION_FORMAT];
    for (int i = 0; given && i < 4; i++) {
        if (strcmp(given, name[i]) == 0) {
            return (enum format)i;
        }
    }
    if (given) {
        fprintf(stderr, "turnout: error: --format takes text, json, sarif or github, not '%s'\n", given);
        exit(STATUS_USAGE);
    }
    return FORMAT_TEXT;
}

bool colour_of(const struct options *o, FILE *out) {
    const char *given = o->value[OPTION_COLOUR];
    if (given && strcmp(given, "always") == 0) {
        return true;
    }
    if (given && strcmp(given, "never") == 0) {
        return false;
    }
    if (given && strcmp(given, "auto") != 0) {
        fprintf(stderr, "turnout: error: --color takes auto, always or never, not '%s'\n", given);
        exit(STATUS_USAGE);
    }
    const char *off = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fileno(out)) && !(off && *off) && !(term && strcmp(term, "dumb") == 0);
}

enum status finish(struct loaded *l, const struct options *o) {
    enum format format = format_of(o);
    FILE *out = format == FORMAT_TEXT ? stderr : stdout;
    progress_end();
    msgs_print(&l->msgs, format, colour_of(o, out), out);
    if (read_failed) {
        return STATUS_IO;
    }
    return msgs_count(&l->msgs, LEVEL_ERROR) > 0 ? STATUS_FINDINGS : STATUS_OK;
}

enum status finish_members(struct loaded *l) {
    progress_end();
    msgs_print_members(&l->msgs, stdout);
    fputs("}\n", stdout);
    if (read_failed) {
        return STATUS_IO;
    }
    return msgs_count(&l->msgs, LEVEL_ERROR) > 0 ? STATUS_FINDINGS : STATUS_OK;
}

void keep_errors(struct loaded *l) {
    size_t kept = 0;
    for (size_t i = 0; i < l->msgs.nmsg; i++) {
        if (l->msgs.msg[i].level == LEVEL_ERROR) {
            l->msgs.msg[kept++] = l->msgs.msg[i];
        }
    }
    l->msgs.nmsg = kept;
}

enum status finish_errors(struct loaded *l, const struct options *o) {
    keep_errors(l);
    return finish(l, o);
}
