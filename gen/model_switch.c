/* model_switch.c -- a diagram as nested switches, to be read in a review.
 *
 * In:  the rule diagram.  Out: a function body in which every return names its rule and place.  Numbers outside a domain
 * were answered before it, so the edge that holds `other` or `newer` can be `default`.
 * Only below about LABELS labels: larger ones help no reader, and one huge switch does not compile in reasonable time.
 */
#include "model.h"

#include <inttypes.h>
#include <string.h>

enum { LABELS = 2000, WIDTH = 100 };

struct reading {
    const struct model_output *output;
    const struct diagram *d;
};

const char *model_provenance(const struct model *m, struct arena *a, const struct terminal *t) {
    if (t->rule == NO) {
        return t->verdict == VERDICT_NEVER ? " /* cannot occur */" : "";
    }
    const struct rule *r = &m->table->rule[t->rule];
    struct text c = {.arena = a};
    text_printf(&c, " /* %s ", r->kind == RULE_REFUSE ? "refuse" : "rule");
    template_escape(&c, "comment", r->name, strlen(r->name), 0);
    text_put(&c, ", ");
    const char *place = product_place(m->arena, m->in->sources, r->pos);
    template_escape(&c, "comment", place, strlen(place), 0);
    text_put(&c, " */");
    return c.at;
}

static bool by_pieces(const struct model *m, uint32_t input) {
    enum type type = m->table->input[input].type;
    return type == TYPE_VERSION || type == TYPE_INT || m->scale[input].truth;
}

static double labels(const struct reading *r, uint32_t node, double *memo) {
    if (node < r->d->nterminal) {
        return 0;
    }
    if (memo[node] == 0) {
        const struct node *n = &r->d->node[node];
        for (uint32_t e = 0; e < n->nedge; e++) {
            memo[node] += aset_count(r->d->space->domain[n->input].sets, n->edge[e].set);
            memo[node] += labels(r, n->edge[e].child, memo);
        }
    }
    return memo[node];
}

bool model_switch_fits(const struct model_output *o) {
    struct reading r = {o, o->model->in->rule[o->output]};
    struct arena *scratch = arena_new();
    bool fits = r.d->complete &&
                labels(&r, r.d->root, arena_alloc(scratch, ((size_t)r.d->nnode + 1) * sizeof(double))) <= LABELS;
    arena_free(scratch);
    return fits;
}

static void indent(struct text *t, unsigned depth) {
    text_printf(t, "%*s", (int)(4 * depth), "");
}

static void write_node(struct text *t, const struct reading *r, uint32_t node, unsigned depth);

/* The edge of `other` or `newer`; of a closed list the one with most values. */
static uint32_t default_edge(const struct reading *r, const struct node *n) {
    const struct domain *d = &r->d->space->domain[n->input];
    uint32_t open = d->special[VALUE_OTHER - VALUE_OTHER], newer = d->special[VALUE_NEWER - VALUE_OTHER], most = 0;
    open = open == NO ? newer : open;
    for (uint32_t e = 0; e < n->nedge; e++) {
        if (open != NO && aset_has(d->sets, n->edge[e].set, open)) {
            return e;
        }
        if (aset_count(d->sets, n->edge[e].set) > aset_count(d->sets, n->edge[most].set)) {
            most = e;
        }
    }
    return most;
}

static void write_labels(struct text *t, const struct reading *r, uint32_t input, uint32_t set, unsigned depth) {
    const struct model *m = r->output->model;
    const struct asets *sets = m->space->domain[input].sets;
    size_t start = t->len;
    indent(t, depth);
    for (uint32_t i = aset_next(sets, set, 0); i != NO; i = aset_next(sets, set, i + 1)) {
        const char *number = model_number(m, t->arena, input, i);
        if (t->len - start + strlen(number) > WIDTH) {
            text_put(t, "\n");
            start = t->len;
            indent(t, depth);
        } else if (t->len - start > 4 * depth) {
            text_put(t, " ");
        }
        text_printf(t, "case %s:", number);
    }
    text_put(t, "\n");
}

static void write_switch(struct text *t, const struct reading *r, const struct node *n, unsigned depth) {
    uint32_t otherwise = default_edge(r, n);
    indent(t, depth);
    text_printf(t, "switch (%s) {\n", model_expr(r->output->model, t->arena, n->input, AS_AT));
    for (uint32_t e = 0; e < n->nedge; e++) {
        if (e != otherwise) {
            write_labels(t, r, n->input, n->edge[e].set, depth);
            write_node(t, r, n->edge[e].child, depth + 1);
        }
    }
    indent(t, depth);
    text_put(t, "default:\n");
    write_node(t, r, n->edge[otherwise].child, depth + 1);
    indent(t, depth);
    text_put(t, "}\n");
}

/* ---- numbers in pieces ---- */

struct pieces {
    const struct reading *r;
    const struct domain *d;
    const char *name;
};

static void write_residues(struct text *t, const struct pieces *p, const uint32_t *outcome, const bool *open,
                           unsigned depth) {
    uint32_t only, modulus = lower_residue(p->d, outcome, open, &only);
    if (modulus == NO) {
        write_node(t, p->r, only, depth);
        return;
    }
    for (int side = 0; side < 2; side++) {
        bool *half = arena_alloc(t->arena, p->d->npattern * sizeof *half);
        for (size_t i = 0; i < p->d->npattern; i++) {
            half[i] = open[i] && (p->d->pattern[i] >> modulus & 1) == (side == 0);
        }
        indent(t, depth);
        text_printf(t, side == 0 ? "if (%s %% %" PRId64 " == 0) {\n" : "}\n", p->name, p->d->modulus[modulus]);
        write_residues(t, p, outcome, half, depth + (side == 0));
    }
}

static void write_piece(struct text *t, const struct pieces *p, size_t npattern, const uint32_t *outcome,
                        unsigned depth) {
    if (npattern == 1) {
        write_node(t, p->r, outcome[0], depth);
        return;
    }
    bool *open = arena_alloc(t->arena, npattern * sizeof *open);
    for (size_t i = 0; i < npattern; i++) {
        open[i] = true;
    }
    write_residues(t, p, outcome, open, depth);
}

static void write_pieces(struct text *t, const struct reading *r, const struct node *n, unsigned depth) {
    const struct model *m = r->output->model;
    const struct scale *s = &m->scale[n->input];
    struct pieces p = {r, &m->space->domain[n->input], model_expr(m, t->arena, n->input, AS_AT)};
    uint32_t *outcome = arena_alloc(t->arena, (p.d->natom + 1) * sizeof *outcome);
    outcome[p.d->natom] = NO;
    for (uint32_t e = 0; e < n->nedge; e++) {
        for (uint32_t i = aset_next(p.d->sets, n->edge[e].set, 0); i != NO;
             i = aset_next(p.d->sets, n->edge[e].set, i + 1)) {
            outcome[i] = n->edge[e].child;
        }
    }
    struct merged g = lower_merge(t->arena, s, outcome, p.d->natom);
    for (size_t i = 0; i + 1 < g.n; i++) {
        indent(t, depth);
        text_printf(t, "if (%s < ", p.name);
        lower_bound_text(t, s, p.d, g.number[i + 1]);
        text_put(t, ") {\n");
        write_piece(t, &p, s->npattern, &g.outcome[i * s->npattern], depth + 1);
        indent(t, depth);
        text_put(t, "}\n");
    }
    write_piece(t, &p, s->npattern, &g.outcome[(g.n - 1) * s->npattern], depth);
}

static void write_truth(struct text *t, const struct reading *r, const struct node *n, unsigned depth) {
    const struct asets *sets = r->d->space->domain[n->input].sets;
    uint32_t yes = aset_has(sets, n->edge[0].set, 1) ? 0 : 1;
    indent(t, depth);
    text_printf(t, "if (%s) {\n", model_expr(r->output->model, t->arena, n->input, AS_AT));
    write_node(t, r, n->edge[yes].child, depth + 1);
    indent(t, depth);
    text_put(t, "}\n");
    write_node(t, r, n->edge[1 - yes].child, depth);
}

static void write_node(struct text *t, const struct reading *r, uint32_t node, unsigned depth) {
    if (node < r->d->nterminal) {
        const struct terminal *at = &r->d->terminal[node];
        indent(t, depth);
        text_printf(t, "return %s;%s\n", model_outcome(r->output, t->arena, at, AS_AT),
                    model_provenance(r->output->model, t->arena, at));
        return;
    }
    const struct node *n = &r->d->node[node];
    if (r->output->model->scale[n->input].truth) {
        write_truth(t, r, n, depth);
    } else if (by_pieces(r->output->model, n->input)) {
        write_pieces(t, r, n, depth);
    } else {
        write_switch(t, r, n, depth);
    }
}

void model_switch(struct text *into, const void *of) {
    const struct model_output *o = of;
    struct reading r = {o, o->model->in->rule[o->output]};
    write_node(into, &r, r.d->root, 0);
}
