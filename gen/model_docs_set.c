/* model_docs_set.c -- sets, facts, GPUs and retired flags of a table.
 *
 * In:  struct table, and the metadata of the sections that it does not keep.  Out: the lists `set`, `fact`, `gpu`,
 * `retired`.
 */
#include "model_docs.h"

#include <inttypes.h>

struct set_of {
    const struct docs *docs;
    const struct set *set;
};

/* The versions in which this part of the set holds. */
static const char *span_text(const struct docs *d, const struct set_part *p) {
    struct text t = {.arena = d->arena};
    text_put(&t, "");
    for (size_t i = 0; i < p->ninterval; i++) {
        text_printf(&t, "%s%s", i ? ", " : "", interval_text(d->arena, &p->interval[i]));
    }
    return t.at;
}

static void fill_set_part(struct scope *item, const void *of, size_t index) {
    const struct set_of *s = of;
    const struct set_part *p = &s->set->part[index];
    struct runs r = {0};
    runs_entries(s->docs, scope_arena(item), &r, &p->entries);
    docs_runs(item, "part", &r);
    scope_text(item, "span", span_text(s->docs, p));
}

/* Of an input, of a tuple of inputs, of an output, or of the SMs of a vocabulary. */
static const char *of_text(const struct docs *d, const struct set *s) {
    struct text t = {.arena = d->arena};
    if (s->output != NO) {
        return d->table->output[s->output].name;
    }
    text_put(&t, s->ninput > 1 ? "(" : "");
    for (size_t i = 0; i < s->ninput; i++) {
        text_printf(&t, "%s%s", i ? ", " : "", d->table->input[s->input[i]].name);
    }
    text_put(&t, s->ninput > 1 ? ")" : s->ninput ? "" : "sm");
    return t.at;
}

/* A set with its parts; @sets inside it lead on. */
static void fill_set(struct scope *item, const void *of, size_t index) {
    const struct docs *d = of;
    struct set_of *s = arena_alloc(scope_arena(item), sizeof *s);
    *s = (struct set_of){d, &d->table->set[index]};
    scope_text(item, "name", s->set->name);
    scope_text(item, "id", d->set_id[index]);
    scope_text(item, "of", of_text(d, s->set));
    scope_list(item, "values", s->set->npart, fill_set_part, s);
    docs_text(item, "about", docs_meta(d, "set", s->set->name, "about"));
    docs_text(item, "why", docs_meta(d, "set", s->set->name, "why"));
    docs_text(item, "source", docs_meta(d, "set", s->set->name, "source"));
    docs_where(item, d, s->set->pos);
}

static void bind_entries(struct scope *item, const struct docs *d, const char *name, const struct entries *e) {
    struct runs r = {0};
    runs_entries(d, scope_arena(item), &r, e);
    docs_runs(item, name, &r);
}

/* A fact in the words of its section. */
static void fill_fact(struct scope *item, const void *of, size_t index) {
    const struct docs *d = of;
    const struct fact *f = &d->table->fact[index];
    scope_text(item, "input", f->input == NO ? "" : d->table->input[f->input].name);
    scope_text(item, "input_id", f->input == NO ? "" : d->input_id[f->input]);
    scope_text(item, "of", f->of == NO ? "" : d->table->input[f->of].name);
    scope_text(item, "of_id", f->of == NO ? "" : d->input_id[f->of]);
    bind_entries(item, d, "yes", &f->yes);
    bind_entries(item, d, "either", &f->either);
    docs_text(item, "why", f->why);
    docs_text(item, "source", f->source);
    docs_where(item, d, f->pos);
}

static void fill_gpu(struct scope *item, const void *of, size_t index) {
    const struct docs *d = of;
    const struct gpu *g = &d->table->gpu[index];
    scope_number(item, "sm", g->sm);
    scope_text(item, "names", g->names);
    docs_text(item, "source", g->source);
}

static void fill_retired(struct scope *item, const void *of, size_t index) {
    const struct docs *d = of;
    const struct retired *r = &d->table->retired[index];
    scope_text(item, "name", r->name);
    docs_text(item, "instead", r->instead);
    docs_text(item, "why", r->why);
    docs_text(item, "source", r->source);
    docs_where(item, d, r->pos);
}

/* The GPUs only where an SM is asked for, or in a vocabulary. */
void docs_sets(struct scope *root, struct docs *d) {
    bool sm = d->table->ninput == 0;
    for (size_t i = 0; i < d->table->ninput; i++) {
        sm = sm || d->table->input[i].type == TYPE_SM;
    }
    scope_list(root, "set", d->table->nset, fill_set, d);
    scope_list(root, "fact", d->table->nfact, fill_fact, d);
    scope_list(root, "gpu", sm ? d->table->ngpu : 0, fill_gpu, d);
    scope_list(root, "retired", d->table->nretired, fill_retired, d);
}
