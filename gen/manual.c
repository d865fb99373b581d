/* manual.c -- `turnout help --man`, `--bash`, `--zsh` and `--fish`: man page and shell completion, for `make install`.
 *
 * In:  the rows of commands.c, options.def and findings.def, which --help prints too.  Out: templates/help filled in on
 * standard output, so that none of them can say something else than the program does.
 * Scope: the group `program`; the lists `command` (with `command.option`), `option` and `finding`.
 */
#include "run.h"

#include "template.h"

#include <string.h>

static const struct option_row {
    char letter;
    const char *name, *argument, *commands, *help;
} row[OPTION_COUNT] = {
#define OPTION(id, letter, name, argument, commands, help) {letter, name, argument, commands, help},
#include "options.def"
#undef OPTION
};

/* roff reads '\' everywhere, '.' and "'" at the start of a line; a bare '-' may become a typographic hyphen.  Shells get
 * texts in single quotes; zsh reads brackets and ':' in them. */
static const struct product {
    const char *form, *file;
    const char *special, *const *written; /* these bytes are written so */
    bool roff;
} product[] = {{"man", "turnout.1.in", "-\\", (const char *const[]){"\\-", "\\e"}, true},
               {"bash", "turnout.bash.in", "", NULL, false}, /* names only */
               {"zsh", "turnout.zsh.in", "'[]:\\", (const char *const[]){"'\\''", "\\[", "\\]", "\\:", "\\\\"}, false},
               {"fish", "turnout.fish.in", "'\\", (const char *const[]){"\\'", "\\\\"}, false}};

static const char *for_product(struct arena *a, const struct product *p, const char *text) {
    struct text t = {.arena = a};
    text_put(&t, p->roff && (text[0] == '.' || text[0] == '\'') ? "\\&" : "");
    for (; *text; text++) {
        const char *special = strchr(p->special, *text);
        if (special) {
            text_put(&t, p->written[special - p->special]);
        } else {
            text_add(&t, text, 1);
        }
    }
    return t.at;
}

static void bind_option(struct scope *item, const struct product *p, size_t i) {
    struct arena *a = scope_arena(item);
    char letter[2] = {row[i].letter, 0};
    scope_text(item, "letter", arena_strdup(a, letter, strlen(letter)));
    scope_flag(item, "short", row[i].letter != 0);
    scope_text(item, "name", for_product(a, p, row[i].name));
    scope_text(item, "argument", row[i].argument ? for_product(a, p, row[i].argument) : "");
    scope_flag(item, "takes", row[i].argument != NULL);
    scope_text(item, "help", for_product(a, p, row[i].help));
}

static void fill_option(struct scope *item, const void *of, size_t index) {
    bind_option(item, of, index);
}

struct of_command {
    const struct product *product;
    size_t option[OPTION_COUNT], noption;
};

static void fill_command_option(struct scope *item, const void *of, size_t index) {
    const struct of_command *c = of;
    bind_option(item, c->product, c->option[index]);
}

static void fill_command(struct scope *item, const void *of, size_t index) {
    struct arena *a = scope_arena(item);
    struct of_command *c = arena_alloc(a, sizeof *c);
    c->product = of;
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (row[i].commands[0] == '*' || strchr(row[i].commands, command[index].letter)) {
            c->option[c->noption++] = i;
        }
    }
    scope_text(item, "name", for_product(a, c->product, command[index].name));
    scope_text(item, "operands", for_product(a, c->product, command[index].operands));
    scope_text(item, "about", for_product(a, c->product, command[index].about));
    scope_list(item, "option", c->noption, fill_command_option, c);
}

static void fill_finding(struct scope *item, const void *of, size_t index) {
    static const char *const level[] = {"off", "note", "warning", "error"};
    struct arena *a = scope_arena(item);
    scope_text(item, "flag", for_product(a, of, finding_info[index].flag));
    scope_text(item, "about", for_product(a, of, finding_info[index].about));
    scope_text(item, "level", level[finding_info[index].level]);
}

static bool print_product(struct arena *a, const struct product *p) {
    struct sources sources = {NULL, 0};
    struct msgs msgs;
    struct scope *root = scope_new(a), *program = scope_new(a);
    struct template_files files = {.folder = arena_printf(a, "%s/help", data_folder(a, "templates"))};
    struct text page = {.arena = a};
    msgs_init(&msgs, a, &sources);
    scope_text(program, "version", TURNOUT_VERSION);
    scope_group(root, "program", program);
    scope_list(root, "command", ncommand, fill_command, p);
    scope_list(root, "option", OPTION_COUNT, fill_option, p);
    scope_list(root, "finding", FINDING_COUNT, fill_finding, p);
    if (!template_render(a, &msgs, &files, p->file, root, &page)) {
        msgs_print(&msgs, FORMAT_TEXT, false, stderr);
        return false;
    }
    fwrite(page.at, 1, page.len, stdout);
    return true;
}

enum status manual(const char *form) {
    for (size_t i = 0; i < sizeof product / sizeof *product; i++) {
        if (strcmp(product[i].form, form) == 0) {
            struct arena *a = arena_new();
            bool printed = print_product(a, &product[i]);
            arena_free(a);
            return printed ? STATUS_OK : STATUS_IO;
        }
    }
    fprintf(stderr, "turnout: error: help has no form '--%s'; --man, --bash, --zsh and --fish are there\n", form);
    return STATUS_USAGE;
}
