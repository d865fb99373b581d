/* model_docs.c -- the root of what the templates of `turnout docs` see.
 *
 * In:  one table as far as the analysis got, with its findings and its drawn diagrams.  Out: a scope.  A table with
 * errors has a page too: it shows them.  Nothing in it depends on the machine, the pictures' font metrics apart.
 */
#include "model_docs.h"

#include <string.h>

/* ---- ids ---- */

/* By kind and name, to find again what a section says besides its meaning. */
static void name_sections(struct docs *d) {
    const struct doc *doc = d->in->doc;
    d->section.arena = d->arena;
    for (uint32_t i = 0; i < doc->nsection; i++) {
        const struct section *s = &doc->section[i];
        names_add(&d->section, arena_printf(d->arena, "%s %s", s->kind, s->name), i);
    }
}

/* A clause of a grid lies where a key of the section does. */
static void find_grids(struct docs *d) {
    const struct doc *doc = d->in->doc;
    struct names line = {.arena = d->arena};
    for (uint32_t i = 0; i < doc->nsection; i++) {
        const struct section *s = &doc->section[i];
        for (size_t k = 0; strcmp(s->kind, "grid") == 0 && k < s->nkey; k++) {
            names_add(&line, arena_printf(d->arena, "%u:%u", s->key[k].pos.file, s->key[k].pos.line), i);
        }
    }
    d->group = arena_alloc(d->arena, (d->table->nrule + 1) * sizeof *d->group);
    for (size_t i = 0; i < d->table->nrule; i++) {
        const struct rule *r = &d->table->rule[i];
        const char *place = arena_printf(d->arena, "%u:%u", r->pos.file, r->pos.line);
        d->group[i] = r->kind == RULE_CLAUSE && r->ncond > 0 ? names_find(&line, place) : NO;
    }
}

/* An array of ids that more than one list of the page uses. */
static const char **new_ids(struct docs *d, size_t n) {
    return arena_alloc(d->arena, (n + 1) * sizeof(const char *));
}

/* Outputs, inputs and sets first: their ids stay as short as they can be when a rule has the same name. */
static void name_ids(struct docs *d) {
    static const char *const kind[] = {"rule", "refuse", "never", "forbid", "pin", "needs"};
    const struct table *t = d->table;
    d->id.arena = d->arena;
    d->output_id = new_ids(d, t->noutput);
    d->input_id = new_ids(d, t->ninput);
    d->set_id = new_ids(d, t->nset);
    d->rule_id = new_ids(d, t->nrule);
    for (size_t i = 0; i < t->noutput; i++) {
        d->output_id[i] = docs_id(d, "output", t->output[i].name);
    }
    for (size_t i = 0; i < t->ninput; i++) {
        d->input_id[i] = docs_id(d, "input", t->input[i].name);
    }
    for (size_t i = 0; i < t->nset; i++) {
        d->set_id[i] = docs_id(d, "set", t->set[i].name);
    }
    for (size_t i = 0; i < t->nrule; i++) {
        d->rule_id[i] = docs_id(d, kind[t->rule[i].kind], t->rule[i].name);
    }
}

/* ---- the page as a whole ---- */

/* The head of the page, and the numbers in it. */
static void bind_page(struct scope *root, const struct docs *d) {
    struct scope *s = scope_new(d->arena);
    const struct table *t = d->table;
    struct pos file = {t->pos.file, 0, 0};
    size_t kinds[RULE_CLAUSE + 1] = {0};
    for (size_t i = 0; i < t->nrule; i++) {
        kinds[t->rule[i].kind]++;
    }
    scope_text(s, "name", t->name);
    docs_text(s, "about", t->about);
    docs_text(s, "source", docs_meta(d, "table", t->name, "source"));
    docs_text(s, "owner", docs_meta(d, "table", t->name, "owner"));
    scope_text(s, "plain_about", t->about);
    scope_text(s, "path", product_place(d->arena, d->in->sources, file));
    scope_text(s, "versions", t->versions == NO ? "" : t->input[t->versions].name);
    scope_number(s, "rules", (int64_t)kinds[RULE_RULE]);
    scope_number(s, "clauses", (int64_t)kinds[RULE_CLAUSE]);
    scope_number(s, "pins", (int64_t)kinds[RULE_PIN]);
    scope_group(root, "page", s);
}

static void fill_tier(struct scope *item, const void *of, size_t index) {
    scope_text(item, "name", ((const struct docs *)of)->table->tier[index]);
}

/* The picture as it was drawn, and what it leaves out, which dot_scope knows. */
static void fill_diagram(struct scope *item, const void *of, size_t index) {
    const struct docs *d = of;
    const char *svg = d->in->svg ? d->in->svg[index] : NULL;
    scope_text(item, "output", d->table->output[index].name);
    scope_text(item, "output_id", d->output_id[index]);
    scope_text(item, "svg", svg);
    scope_text(item, "none", d->in->no_svg ? d->in->no_svg : "it could not be drawn");
    scope_all(item, dot_scope(scope_arena(item), d->in->rule[index]));
}

/* ---- the source ---- */

/* A line with its kind, so that comments can step back and heads stand out. */
static void fill_line(struct scope *item, const void *of, size_t index) {
    const struct source *s = of;
    const char *from = s->line[index];
    size_t len = (size_t)(s->line[index + 1] - from);
    while (len > 0 && (from[len - 1] == '\n' || from[len - 1] == '\r')) {
        len--;
    }
    size_t blank = 0;
    while (blank < len && (from[blank] == ' ' || from[blank] == '\t')) {
        blank++;
    }
    char first = blank < len ? from[blank] : ' ';
    scope_bytes(item, "text", from, len);
    scope_text(item, "kind", first == '#' || first == ';' ? "comment" : first == '[' ? "head" : "plain");
}

static void bind_source(struct scope *root, const struct docs *d) {
    const struct source *s = docs_sourced(d) ? &d->in->sources->file[d->table->pos.file] : NULL;
    scope_list(root, "line", s ? s->nline : 0, fill_line, s);
}

/* Ids before everything that leads to them; the findings before the rules that they are about. */
struct scope *docs_build(struct arena *a, const struct docs_input *in) {
    struct docs *d = arena_alloc(a, sizeof *d);
    struct scope *root = scope_new(a);
    *d = (struct docs){.arena = a, .in = in, .space = in->boxes->space, .table = in->boxes->space->table};
    d->order = boxes_order(a, d->table);
    name_sections(d);
    find_grids(d);
    name_ids(d);
    docs_collect(d);
    docs_matrices(root, d);
    docs_inputs(root, d);
    docs_sets(root, d);
    docs_rules(root, d);
    docs_grids(root, d);
    docs_findings(root, d);
    bind_page(root, d);
    bind_source(root, d);
    scope_list(root, "tier", d->table->ntier > 1 ? d->table->ntier : 0, fill_tier, d);
    scope_list(root, "diagram", d->table->noutput, fill_diagram, d);
    return root;
}
