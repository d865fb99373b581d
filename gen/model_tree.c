/* model_tree.c -- a diagram as one expression: the body of a constant macro, and C++11's single return.
 *
 * In:  a diagram, and for a macro the atom of the input whose number picked it.  Out: `?:` balanced at each node.
 * Every path of the diagram is written out, since an expression cannot share; what would pass LEAVES is not emitted,
 * and the header says so.  Macros that nobody would read are written without names and line by full line: they cost
 * every compiler that only passes over them less.
 */
#include "model.h"

#include <string.h>

enum { LEAVES = 20000, TOTAL = 100000, WORK = 20000000, READ = 4000, LINE = 2000 };

struct expression {
    const struct model_output *output;
    const struct diagram *d;
    uint32_t pinned, atom; /* NO: nothing is pinned */
    bool macro;
};

static const struct diagram *value_diagram(const struct model_output *o) {
    return o->model->in->value[o->output];
}

/* Past the nodes of the pinned input. */
static uint32_t resolve(const struct expression *x, uint32_t node) {
    while (node >= x->d->nterminal && x->d->node[node].input == x->pinned) {
        const struct node *n = &x->d->node[node];
        uint32_t e = 0;
        while (!aset_has(x->d->space->domain[n->input].sets, n->edge[e].set, x->atom)) {
            e++;
        }
        node = n->edge[e].child;
    }
    return node;
}

/* A terminal of an enum output by its number. */
static void write_code(struct text *t, const struct expression *x, const struct terminal *terminal) {
    const struct output *out = &x->output->model->table->output[x->output->output];
    size_t none = out->nvalue + 1, value = terminal->value + (size_t)1;
    text_printf(t, "%zu", terminal->verdict == VERDICT_VALUE ? value : terminal->verdict == VERDICT_NONE ? none : 0);
}

static void write_node(struct text *t, const void *of, uint32_t node, unsigned depth) {
    const struct expression *x = of;
    const struct model *m = x->output->model;
    bool dense = x->macro && x->output->dense;
    if (node < x->d->nterminal && dense && !m->table->output[x->output->output].is_int) {
        write_code(t, x, &x->d->terminal[node]);
        return;
    }
    if (node < x->d->nterminal) {
        text_put(t, model_outcome(x->output, t->arena, &x->d->terminal[node], x->macro ? AS_MACRO : AS_AT));
        text_put(t, x->macro ? "" : model_provenance(m, t->arena, &x->d->terminal[node]));
        return;
    }
    const struct node *n = &x->d->node[node];
    const struct domain *d = &m->space->domain[n->input];
    uint32_t *outcome = arena_alloc(t->arena, (d->natom + 1) * sizeof *outcome);
    for (uint32_t e = 0; e < n->nedge; e++) {
        uint32_t child = resolve(x, n->edge[e].child);
        for (uint32_t i = aset_next(d->sets, n->edge[e].set, 0); i != NO;
             i = aset_next(d->sets, n->edge[e].set, i + 1)) {
            outcome[i] = child;
        }
    }
    outcome[d->natom] = NO;
    const char *name =
        x->macro ? arena_printf(t->arena, "(%s)", m->input_id[n->input]) : model_expr(m, t->arena, n->input, AS_AT);
    struct tree tree = {&m->scale[n->input], d, name, outcome, dense ? NULL : x->macro ? " \\\n" : "\n", write_node, x};
    lower_tree(t, &tree, depth);
}

static void write_expression(struct text *into, const void *of) {
    const struct expression *x = of;
    write_node(into, x, resolve(x, x->d->root), 0);
    text_put(into, x->macro ? " \\\n" : "\n");
}

/* ---- sizes ---- */

/* Leaves below each node; pieces of a scale count as many as they can become. */
static double leaves(const struct expression *x, uint32_t node, double *memo) {
    node = resolve(x, node);
    if (node < x->d->nterminal) {
        return 1;
    }
    if (memo[node] == 0) {
        const struct node *n = &x->d->node[node];
        const struct asets *sets = x->d->space->domain[n->input].sets;
        for (uint32_t e = 0; e < n->nedge; e++) {
            double runs = 0;
            for (uint32_t i = aset_next(sets, n->edge[e].set, 0), last = NO - 1; i != NO;
                 last = i, i = aset_next(sets, n->edge[e].set, i + 1)) {
                runs += i != last + 1;
            }
            memo[node] += runs * leaves(x, n->edge[e].child, memo);
        }
    }
    return memo[node];
}

static uint32_t pick_pasted(const struct model_output *o, const struct diagram *d) {
    for (uint32_t k = 0; k < d->nlevel; k++) {
        const struct input *in = &o->model->table->input[d->order[k]];
        if ((in->type == TYPE_NAME || in->type == TYPE_ENUM) && in->chain == NO) {
            return d->order[k];
        }
    }
    return NO;
}

/* Below the root input the sub-diagrams do not depend on the atom: equal ones are one macro, and are counted once. */
bool model_tree_fits(struct model_output *o) {
    const struct diagram *d = value_diagram(o);
    struct expression x = {.output = o, .d = d};
    double total = 0, most = 0, work = 0;
    o->pasted = x.pinned = d->complete ? pick_pasted(o, d) : NO;
    uint32_t natom = o->pasted == NO ? 1 : o->model->space->domain[o->pasted].natom;
    bool at_root = o->pasted != NO && d->node[d->root].input == o->pasted;
    struct arena *scratch = arena_new();
    double *memo = arena_alloc(scratch, ((size_t)d->nnode + 1) * sizeof *memo);
    bool *seen = arena_alloc(scratch, (size_t)d->nnode + 1);
    for (x.atom = 0; d->complete && x.atom < natom && total <= TOTAL && work <= WORK; x.atom++) {
        uint32_t top = resolve(&x, d->root);
        if (at_root && seen[top]) {
            continue;
        }
        if (!at_root) {
            memset(memo, 0, ((size_t)d->nnode + 1) * sizeof *memo);
            work += d->nnode;
        }
        seen[top] = true;
        double n = leaves(&x, top, memo);
        most = n > most ? n : most;
        total += n;
    }
    arena_free(scratch);
    o->dense = total > READ;
    return d->complete && most <= LEAVES && total <= TOTAL && work <= WORK;
}

/* Are the macros of a table in a file of their own?  One may ask another, so it is all of them or none. */
bool model_dense(const struct model *m) {
    for (size_t i = 0; i < m->table->noutput; i++) {
        if (m->output[i].constant && m->output[i].dense) {
            return true;
        }
    }
    return false;
}

/* ---- macros ---- */

struct macros {
    const struct model_output *output;
    struct expression *x;
    const char **body; /* per atom of the pasted input */
    uint32_t *same;    /* the first atom with the same body */
};

static void write_body(struct text *into, const void *of) {
    text_put(into, of);
}

static void fill_macro(struct scope *item, const void *of, size_t index) {
    const struct macros *s = of;
    const struct model *m = s->output->model;
    uint32_t input = s->output->pasted;
    scope_number(item, "id", input == NO ? 0 : (int64_t)index + 1);
    scope_text(item, "about", input == NO ? "" : m->space->domain[input].atom[index].label);
    scope_flag(item, "shared", s->same[index] != index);
    scope_number(item, "same", (int64_t)s->same[index] + 1);
    scope_body(item, "tree", write_body, s->body[index]);
}

/* Lines of no more than LINE bytes, cut where there is a space. */
static const char *cut_lines(struct arena *a, const struct text *body) {
    struct text lines = {.arena = a};
    const char *from = body->at, *end = body->at + body->len;
    while (end - from > LINE) {
        const char *to = from + LINE;
        while (*to != ' ') {
            to--;
        }
        text_add(&lines, from, (size_t)(to - from));
        text_put(&lines, " \\\n");
        from = to + 1;
    }
    text_add(&lines, from, (size_t)(end - from));
    return lines.at;
}

static void fill_bodies(struct macros *s, struct arena *a, uint32_t natom) {
    struct names seen = {.arena = a};
    for (uint32_t i = 0; i < natom; i++) {
        struct expression x = {
            .output = s->output, .d = value_diagram(s->output), .pinned = s->output->pasted, .atom = i, .macro = true};
        struct text body = {.arena = a};
        write_expression(&body, &x);
        s->body[i] = s->output->dense ? cut_lines(a, &body) : body.at;
        names_add(&seen, s->body[i], i);
        s->same[i] = names_find(&seen, s->body[i]);
    }
}

void model_macros(struct scope *item, const struct model_output *o) {
    struct arena *a = scope_arena(item);
    struct macros *s = arena_alloc(a, sizeof *s);
    uint32_t natom = o->pasted == NO ? 1 : o->model->space->domain[o->pasted].natom;
    s->output = o;
    s->body = arena_alloc(a, natom * sizeof *s->body);
    s->same = arena_alloc(a, natom * sizeof *s->same);
    if (o->constant) {
        fill_bodies(s, a, natom);
    }
    scope_list(item, "macro", o->constant ? natom : 0, fill_macro, s);
}

void model_expression(struct text *into, const void *of) {
    const struct model_output *o = of;
    struct expression x = {.output = o, .d = o->model->in->rule[o->output], .pinned = NO, .atom = 0};
    write_expression(into, &x);
}
