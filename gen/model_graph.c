/* model_graph.c -- an output's diagrams as nodes and edges, or as the ordered lines that they were made of.
 *
 * In:  the diagrams of values and of rules.  Out, per output: the list `diagram` of these two: its `terminal`s and, unless
 * a limit was reached, the `root` and its `node`s (children before parents, numbered behind the terminals); where one
 * was reached, its `line`s, the first that takes a cell decides.
 */
#include "model.h"

struct graph {
    const struct model_output *output;
    const struct diagram *diagram;
    const struct plan *plan; /* where the diagram is not complete */
    bool by_rule;
};
struct of_node {
    const struct graph *graph;
    const struct node *node;
};

/* ---- outcomes ---- */

/* is: value, none, or error, which a cell that cannot occur is too; upstream: by no rule, but of another output's. */
static void bind_outcome(struct scope *item, const struct graph *g, const struct terminal *t) {
    const struct model *m = g->output->model;
    const struct output *out = &m->table->output[g->output->output];
    bool value = t->verdict == VERDICT_VALUE, number = value && out->is_int;
    scope_text(item, "is", value ? "value" : t->verdict == VERDICT_NONE ? "none" : "error");
    scope_text(item, "value", value && !number ? out->value[t->value] : "");
    scope_flag(item, "int", number);
    scope_number(item, "number", number ? t->number : 0);
    scope_text(item, "times", number && t->copy != NO ? m->table->input[t->copy].name : "");
    scope_flag(item, "upstream", g->by_rule && t->verdict == VERDICT_ERROR && t->rule == NO);
    scope_number(item, "rule", t->rule == NO ? 0 : m->rule_number[t->rule]);
}

static void fill_terminal(struct scope *item, const void *of, size_t index) {
    const struct graph *g = of;
    bind_outcome(item, g, &g->diagram->terminal[index]);
}

static void fill_line(struct scope *item, const void *of, size_t index) {
    const struct graph *g = of;
    const struct line *l = &g->plan->line[index];
    struct terminal t = model_line(l);
    bind_outcome(item, g, &t);
    model_box(item, g->output->model, &l->box);
}

/* ---- nodes ---- */

static void fill_edge(struct scope *item, const void *of, size_t index) {
    const struct of_node *n = of;
    const struct edge *e = &n->node->edge[index];
    scope_number(item, "to", e->child);
    model_set(item, n->graph->output->model, n->node->input, e->set);
}

static void fill_node(struct scope *item, const void *of, size_t index) {
    const struct graph *g = of;
    struct of_node *n = arena_alloc(scope_arena(item), sizeof *n);
    *n = (struct of_node){g, &g->diagram->node[g->diagram->nterminal + index]};
    scope_text(item, "input", g->output->model->table->input[n->node->input].name);
    scope_list(item, "edge", n->node->nedge, fill_edge, n);
}

static void fill_graph(struct scope *item, const void *of, size_t index) {
    static const char *const of_what[] = {"value", "rule"};
    const struct model_output *o = of;
    const struct emit_input *in = o->model->in;
    struct graph *g = arena_alloc(scope_arena(item), sizeof *g);
    *g = (struct graph){o, index == 0 ? in->value[o->output] : in->rule[o->output], in->plan[o->output], index == 1};
    const struct diagram *d = g->diagram;
    scope_text(item, "of", of_what[index]);
    scope_flag(item, "complete", d->complete);
    scope_number(item, "root", d->complete ? (int64_t)d->root : 0);
    scope_list(item, "terminal", d->complete ? d->nterminal : 0, fill_terminal, g);
    scope_list(item, "node", d->complete && d->nnode > d->nterminal ? d->nnode - d->nterminal : 0, fill_node, g);
    scope_list(item, "line", d->complete ? 0 : g->plan->nline, fill_line, g);
    scope_text(item, "rest", o->model->table->output[o->output].gaps_none ? "none" : "error");
}

void model_graph(struct scope *item, const struct model_output *o) {
    scope_list(item, "diagram", 2, fill_graph, o);
}
