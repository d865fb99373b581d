/* cmd_which.c -- `turnout which TABLE MODEL [INPUT=VALUE...]`: what a table chooses for a model, by its own files.
 *
 * An input is what the command line says, else what the model's files say (the table's [from FILE] sections), else what
 * this machine has, else a fact or default.  A machine without a GPU says nothing about what it lacks: it is not the one
 * that will serve.  Devices that differ are answered one by one.  With --all the machine is not asked: what neither the
 * words nor the model say stays open.
 * Status as for `explain`; 3 when a file of the model cannot be read, 1 when it is no JSON.
 */
#include "explain.h"
#include "msg.h"
#include "probe.h"
#include "which.h"

#include <string.h>

struct group { /* devices with the same inputs */
    struct probe_cell cell;
    size_t *device, ndevice;
};
struct asking {
    struct arena *arena;
    const struct options *o;
    struct loaded l;
    struct model model;
    struct probe probe;
    struct question given; /* by the words and the model */
    struct group *group;
    size_t ngroup;
    bool blamed; /* the machine, for what is missing */
};

/* ---- what is missing ---- */

static const char *lacking(struct asking *k, uint32_t input) {
    const struct said *s = &k->model.said[input];
    const struct input *in = &k->l.table->input[input];
    bool here = in->type == TYPE_SM || probe_library(&k->probe, in->name);
    const char *said = s->why ? s->why : "the model does not say it";
    k->blamed = k->blamed || here;
    return !here || k->o->value[OPTION_ALL] ? said
           : k->probe.driver.ndevice > 0    ? arena_printf(k->arena, "%s, and this machine neither", said)
                                            : arena_printf(k->arena, "%s, and there is no GPU here", said);
}

/* A value that the model has, but that the input does not, is no reason to take the default. */
static void missing(struct asking *k, uint32_t input) {
    const char *name = k->l.table->input[input].name;
    fprintf(stderr, "turnout: error: '%s' is not known: %s; give %s=VALUE, or leave it open with --all\n", name,
            lacking(k, input), name);
}

static void told(void *to, uint32_t input, const char *text) {
    struct asking *k = to;
    if (input != NO && !k->given.text[input] && strstr(text, "is not given")) {
        missing(k, input);
    } else {
        question_told(&k->given, input, text);
    }
}

/* ---- inputs ---- */

/* false: faults were told. */
static bool take_given(struct asking *k) {
    struct question *q = &k->given;
    *q = (struct question){.inquiry = inquiry_new(k->arena, &k->l), .arena = k->arena, .fault = question_told, .to = q};
    bool fits = question_operands(q, k->o->operand + 2, k->o->noperand - 2);
    for (uint32_t i = 0; i < k->l.table->ninput; i++) {
        const struct said *s = &k->model.said[i];
        bool open = !q->text[i];
        if (open && s->text) {
            q->text[i] = s->text;
            q->read |= (uint64_t)1 << i;
        } else if (open && s->where && k->o->value[OPTION_ALL]) {
            fprintf(stderr, "turnout: warning: '%s' stays open: %s\n", k->l.table->input[i].name, s->why);
        } else if (open && s->where) {
            missing(k, i);
            fits = false;
        }
    }
    q->model = k->model.path;
    return fits;
}

/* Is there anything left that a machine could say? */
static bool asks_machine(const struct asking *k) {
    bool asks = false;
    for (uint32_t i = 0; i < k->l.table->ninput && !k->o->value[OPTION_ALL]; i++) {
        const struct input *in = &k->l.table->input[i];
        bool argument = in->chain == NO && in->from_op == 0 && !k->given.text[i];
        asks = asks || (argument && (in->type == TYPE_SM || in->type == TYPE_VERSION || in->type == TYPE_BOOL));
    }
    return asks;
}

static bool same_cell(const struct asking *k, const struct probe_cell *x, const struct probe_cell *y) {
    for (uint32_t i = 0; i < k->l.table->ninput; i++) {
        const char *p = x->text[i] ? x->text[i] : "", *q = y->text[i] ? y->text[i] : "";
        if (strcmp(p, q) != 0) {
            return false;
        }
    }
    return true;
}

static void add_cell(struct asking *k, const struct probe_cell *cell, size_t device) {
    struct group *g = NULL;
    for (size_t i = 0; i < k->ngroup && !g; i++) {
        g = same_cell(k, &k->group[i].cell, cell) ? &k->group[i] : NULL;
    }
    if (!g) {
        g = PUSH(k->arena, k->group, k->ngroup);
        g->cell = *cell;
    }
    *PUSH(k->arena, g->device, g->ndevice) = device;
}

static void fill_cells(struct asking *k) {
    struct probe_cell base = {.text = {NULL}};
    k->probe.arena = k->arena;
    for (uint32_t i = 0; i < k->l.table->ninput; i++) {
        base.text[i] = k->given.text[i];
        base.given[i] = base.text[i] != NULL;
    }
    if (!asks_machine(k)) {
        add_cell(k, &base, 0);
        return;
    }
    probe_driver(&k->probe);
    probe_libraries(&k->probe, k->o->value[OPTION_PYTHON]);
    for (size_t i = 0; i < k->probe.driver.ndevice; i++) {
        struct probe_cell cell = probe_cell(&k->probe, &k->l, &base, &k->probe.driver.device[i]);
        add_cell(k, &cell, i);
    }
    if (k->ngroup == 0) {
        struct probe_cell cell = probe_cell(&k->probe, &k->l, &base, NULL);
        for (uint32_t i = 0; i < k->l.table->ninput; i++) {
            const char *text = cell.text[i];
            bool lacks = text && (!strcmp(text, "none") || !strcmp(text, "absent") || !strcmp(text, "no"));
            cell.text[i] = lacks && !base.given[i] ? NULL : text;
        }
        add_cell(k, &cell, 0);
    }
}

/* ---- answers ---- */

/* Everything that was found, as words for `explain`. */
static void name_words(struct asking *k, struct question *q) {
    const struct table *t = k->l.table;
    const char **word = NULL;
    q->nword = 0;
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (q->text[i]) {
            *PUSH(k->arena, word, q->nword) = arena_printf(k->arena, "%s=%s", t->input[i].name, q->text[i]);
        }
    }
    for (uint32_t i = 0; i < t->noutput; i++) {
        if (q->own[i].word) {
            *PUSH(k->arena, word, q->nword) = arena_printf(k->arena, "%s=%s", t->output[i].name, q->own[i].word);
        }
    }
    q->word = word;
}

static void say_devices(const struct asking *k, const struct group *g, FILE *out, bool json) {
    for (size_t i = 0; i < g->ndevice && k->probe.driver.ndevice > 0; i++) {
        fprintf(out, "%s%zu", i ? ", " : json ? "" : "on device ", g->device[i]);
    }
}

/* What this machine said, which the reader may not expect. */
static void say_machine(const struct asking *k, const struct group *g) {
    const struct table *t = k->l.table;
    if (k->probe.driver.ndevice > 0 && asks_machine(k)) {
        fputs("  ", stdout);
        say_devices(k, g, stdout, false);
        puts(":");
    }
    for (uint32_t i = 0; i < t->ninput; i++) {
        if (g->cell.text[i] && !g->cell.given[i]) {
            printf("  %s=%s (this machine)\n", t->input[i].name, g->cell.text[i]);
        }
    }
}

/* false: faults were told. */
static bool answer_group(struct asking *k, const struct group *g, size_t index) {
    struct question q = k->given;
    enum format format = format_of(k->o);
    memcpy(q.text, g->cell.text, sizeof q.text);
    q.fault = told;
    q.to = k;
    name_words(k, &q);
    if (!question_prepare(&q, &k->l, k->o)) {
        return false;
    }
    if (format == FORMAT_TEXT && !k->o->value[OPTION_QUIET]) {
        if (index == 0) {
            model_text(&k->model, k->given.read, stdout);
        }
        say_machine(k, g);
    }
    if (format == FORMAT_JSON && index == 0) {
        answers_open_json(k->l.table->name, stdout);
        model_json(&k->model, k->given.read, stdout);
        fputs(",\n \"cells\": [", stdout);
    }
    if (format == FORMAT_JSON) {
        fputs(index > 0 ? ",\n  {\"devices\": [" : "\n  {\"devices\": [", stdout);
        say_devices(k, g, stdout, true);
        fputs("], ", stdout);
    }
    question_answers(&q, &k->l, k->o);
    fputs(format == FORMAT_JSON ? "]}" : "", stdout);
    return true;
}

/* Why the machine has not said more is only of interest where something is missing. */
static enum status unanswered(const struct asking *k) {
    for (size_t i = 0; i < k->probe.nword && k->blamed; i++) {
        fprintf(stderr, "turnout: note: %s\n", k->probe.word[i].text);
    }
    return STATUS_USAGE;
}

static enum status which(struct asking *k) {
    if (!model_open(&k->model, k->o->operand[1])) {
        enum status status = finish(&k->l, k->o);
        return status == STATUS_OK ? STATUS_FINDINGS : status;
    }
    model_read(&k->model);
    if (format_of(k->o) == FORMAT_TEXT) { /* warnings about the files: answers do not repeat them */
        finish(&k->l, k->o);
        k->l.msgs.nmsg = 0;
    }
    if (!take_given(k)) {
        return STATUS_USAGE;
    }
    fill_cells(k);
    for (size_t i = 0; i < k->ngroup; i++) {
        if (!answer_group(k, &k->group[i], i)) {
            return unanswered(k);
        }
    }
    return finish_answers(&k->l, k->o);
}

static enum status usage(const char *text, const char *word) {
    fprintf(stderr, "turnout: error: %s%s%s%s\n", word ? "'" : "", word ? word : "", word ? "' " : "", text);
    return STATUS_USAGE;
}

enum status cmd_which(struct arena *a, const struct options *o) {
    struct asking k = {.arena = a, .o = o};
    if (o->noperand < 2) {
        return usage("which takes a table, a model's folder or config.json, and INPUT=VALUE words", NULL);
    }
    begin(a, &k.l, o);
    if (!load(a, &k.l, o, o->operand[0])) {
        enum status status = finish_errors(&k.l, o);
        return status == STATUS_OK ? STATUS_FINDINGS : status;
    }
    if (k.l.table->noutput == 0) {
        return usage("decides nothing: it has no output", k.l.table->name);
    }
    if (k.l.table->nfrom == 0) {
        return usage("has no [from config.json] section, so no model can be read; 'turnout explain' takes the inputs",
                     k.l.table->name);
    }
    keep_errors(&k.l);
    k.model = (struct model){.arena = a, .l = &k.l};
    enum status status = which(&k);
    model_close(&k.model);
    return status;
}
