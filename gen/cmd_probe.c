/* cmd_probe.c -- `turnout probe [TABLE [INPUT=VALUE...]]`: what this machine has, and what a table makes of it.
 *
 * The only command that looks at the machine.  Printed: driver, devices and libraries; with a table each device's
 * inputs, as words for `turnout explain`, and what the table decides where no input is open; with --cflags those inputs
 * as compiler flags, and nothing where the machine has no single answer: a build must not be specialised to half of it.
 * Status: 0 every device answered, 1 no device or a fault of driver, packages or table, 2 usage, 3 input/output.
 */
#include "probe.h"

#include "explain.h"

#include <string.h>

struct probing {
    struct probe probe;
    const struct options *o;
    struct loaded l;
    struct probe_cell *cell; /* one per device; one without a device where there is none */
    size_t ncell;
    struct question **asked; /* one per cell */
};

static void say_words(const struct probe *p) {
    for (size_t i = 0; i < p->nword; i++) {
        fprintf(stderr, "turnout: %s: %s\n", p->word[i].error ? "error" : "warning", p->word[i].text);
    }
}

static size_t nerror(const struct probe *p) {
    size_t n = 0;
    for (size_t i = 0; i < p->nword; i++) {
        n += p->word[i].error;
    }
    return n;
}

static void fill_cells(struct probing *c, const struct probe_cell *given) {
    struct probe *p = &c->probe;
    for (size_t i = 0; i < p->driver.ndevice; i++) {
        struct probe_cell cell = probe_cell(p, &c->l, given, &p->driver.device[i]);
        *PUSH(p->arena, c->cell, c->ncell) = cell;
    }
    if (c->ncell == 0) {
        struct probe_cell cell = probe_cell(p, &c->l, given, NULL);
        *PUSH(p->arena, c->cell, c->ncell) = cell;
    }
    struct inquiry *inquiry = inquiry_new(p->arena, &c->l);
    c->asked = arena_alloc(p->arena, c->ncell * sizeof *c->asked);
    for (size_t i = 0; i < c->ncell; i++) {
        c->asked[i] = probe_ask(p, inquiry, &c->cell[i]);
    }
    probe_compare(p, c->asked, c->ncell);
}

/* "sm=90 flashinfer=0.6.9", in the order of the table. */
static const char *cell_words(const struct probing *c, size_t index) {
    const struct table *t = c->l.table;
    struct text words = {.arena = c->probe.arena};
    text_put(&words, "");
    for (size_t i = 0; i < t->ninput; i++) {
        if (c->cell[index].text[i]) {
            text_printf(&words, "%s%s=%s", words.len > 0 ? " " : "", t->input[i].name, c->cell[index].text[i]);
        }
    }
    return words.at;
}

static void print_cells(const struct probing *c) {
    for (size_t i = 0; i < c->ncell; i++) {
        if (c->o->value[OPTION_QUIET]) {
            printf("%s\n", cell_words(c, i));
            continue;
        }
        if (c->probe.driver.ndevice > 0) {
            printf("%s on device %zu: %s\n", c->l.table->name, i, cell_words(c, i));
        } else {
            printf("%s without a device: %s\n", c->l.table->name, cell_words(c, i));
        }
        probe_answer_text(c->asked[i], stdout);
    }
}

static void print_json(const struct probing *c) {
    printf("{\"turnout\": 1,\n ");
    probe_json(&c->probe, stdout);
    if (c->l.table) {
        probe_json_cells(&c->probe, &c->l, c->cell, c->asked, c->ncell, stdout);
    }
    printf("}\n");
}

/* One line of flags, or none. */
static enum status print_cflags(struct probing *c) {
    struct probe *p = &c->probe;
    const char *first = NULL;
    for (size_t i = 0; i < p->driver.ndevice && nerror(p) == 0; i++) {
        struct text flags = {.arena = p->arena};
        text_put(&flags, "");
        probe_cflags(p->arena, &c->l, &c->cell[i], &flags);
        if (!first) {
            first = flags.at;
        } else if (strcmp(first, flags.at) != 0) {
            probe_say(p, true, "no flags for all devices at once: device 0 asks for '%s', device %zu for '%s'", first,
                      i, flags.at);
        }
    }
    say_words(p);
    if (nerror(p) > 0) {
        return STATUS_FINDINGS;
    }
    printf("%s\n", first);
    return STATUS_OK;
}

static enum status print_all(struct probing *c, bool json) {
    if (json) {
        print_json(c);
    } else {
        if (!c->o->value[OPTION_QUIET] || !c->l.table) {
            probe_text(&c->probe, stdout);
        }
        if (c->l.table) {
            print_cells(c);
        }
        fflush(stdout); /* the warnings come behind what they speak of */
        say_words(&c->probe);
    }
    return nerror(&c->probe) > 0 ? STATUS_FINDINGS : STATUS_OK;
}

static enum status usage(const char *what, const char *word) {
    fprintf(stderr, "turnout: error: %s%s%s%s\n", what, word ? " '" : "", word ? word : "", word ? "'" : "");
    return STATUS_USAGE;
}

enum status cmd_probe(struct arena *a, const struct options *o) {
    const char *format = o->value[OPTION_FORMAT];
    struct probing c = {.probe = {.arena = a}, .o = o};
    struct probe_cell given = {.text = {NULL}};
    if (format && strcmp(format, "text") != 0 && strcmp(format, "json") != 0) {
        return usage("probe prints as text or json, not as", format);
    }
    if (o->value[OPTION_CFLAGS] && (o->noperand == 0 || format)) {
        return usage(format ? "--cflags has one form, and takes no --format" : "--cflags takes a table", NULL);
    }
    if (o->noperand > 0) {
        begin(a, &c.l, o);
        if (!load(a, &c.l, o, o->operand[0])) {
            enum status status = finish_errors(&c.l, o);
            return status == STATUS_OK ? STATUS_FINDINGS : status;
        }
        if (!probe_given(&c.probe, &c.l, o->operand + 1, o->noperand - 1, &given)) {
            say_words(&c.probe);
            return STATUS_USAGE;
        }
    }
    probe_driver(&c.probe);
    probe_libraries(&c.probe, o->value[OPTION_PYTHON]);
    if (c.l.table) {
        fill_cells(&c, &given);
    }
    return o->value[OPTION_CFLAGS] ? print_cflags(&c) : print_all(&c, format && strcmp(format, "json") == 0);
}
