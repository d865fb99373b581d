/* dot.c -- a decision diagram as a picture: what templates/dot/diagram.dot.in sees.
 *
 * In: struct diagram, the rule diagram as a rule.  Out: the group `picture` (names, lists), and with dot_text the DOT
 * text.  Nothing is run: Graphviz is called by the Makefile.
 * A node is drawn as a small table: the input's name, then one row per edge in the table's own words, so that no label
 * floats over a crossing.  The widest edge of a node whose words would not fit says "else"; every edge has its full
 * list as tooltip.  Terminals are coloured by outcome, and each names its rule.
 * Guaranteed: at most DOT_NODES nodes, the ones nearest the root; the picture says what it leaves out.
 */
#include "dot.h"
#include "template.h"

#include <inttypes.h>

enum { ENDS = 60 }; /* terminals that can be told apart */

struct picture {
    const struct diagram *diagram;
    struct arena *arena;
    uint32_t *node; /* those drawn, from the root down */
    size_t nnode;
    bool *drawn; /* per node and terminal */
    uint32_t *terminal;
    size_t nterminal;
};

struct colour { /* Okabe and Ito's palette, told apart with any eyes and in grey by the names inside */
    const char *fill, *ink;
};
static const struct colour palette[] = {{"#56B4E9", "#000000"}, {"#E69F00", "#000000"}, {"#009E73", "#000000"},
                                        {"#F0E442", "#000000"}, {"#CC79A7", "#000000"}, {"#0072B2", "#FFFFFF"},
                                        {"#C0C0C0", "#000000"}};

/* ---- what is drawn ---- */

/* Breadth first, so that a cut leaves out what is far from the root. */
static void choose_nodes(struct picture *p) {
    const struct diagram *d = p->diagram;
    p->drawn = arena_alloc(p->arena, (size_t)d->nnode + 1);
    if (d->complete && d->root >= d->nterminal) {
        *PUSH(p->arena, p->node, p->nnode) = d->root;
        p->drawn[d->root] = true;
    }
    for (size_t i = 0; i < p->nnode; i++) {
        const struct node *n = &d->node[p->node[i]];
        for (uint32_t e = 0; e < n->nedge; e++) {
            uint32_t child = n->edge[e].child;
            if (!p->drawn[child] && (child < d->nterminal || p->nnode < DOT_NODES)) {
                p->drawn[child] = true;
                if (child >= d->nterminal) {
                    *PUSH(p->arena, p->node, p->nnode) = child;
                }
            }
        }
    }
    for (uint32_t t = 0; t < d->nterminal; t++) {
        if (p->drawn[t] || d->root == t) {
            *PUSH(p->arena, p->terminal, p->nterminal) = t;
        }
    }
}

static const char *node_id(const struct picture *p, struct arena *a, uint32_t at) {
    if (at < p->diagram->nterminal) {
        return arena_printf(a, "t%u", at);
    }
    return p->drawn[at] ? arena_printf(a, "n%u", at) : "more";
}

/* ---- what the template sees ---- */

static void fill_line(struct scope *item, const void *of, size_t index) {
    scope_text(item, "text", ((const struct words *)of)->word[index]);
}

struct at { /* a node of the picture */
    const struct picture *picture;
    uint32_t node, otherwise;
};

/* The rows in their order, "else" last. */
static const struct edge *edge_at(const struct at *at, size_t index) {
    const struct node *n = &at->picture->diagram->node[at->node];
    if (at->otherwise == NO || index < at->otherwise) {
        return &n->edge[index];
    }
    return &n->edge[index + 1 < n->nedge ? index + 1 : at->otherwise];
}

static void fill_edge(struct scope *item, const void *of, size_t index) {
    const struct at *at = of;
    const struct diagram *d = at->picture->diagram;
    struct arena *a = scope_arena(item);
    const struct node *n = &d->node[at->node];
    const struct edge *e = edge_at(at, index);
    struct words w = words_of(d->space, a, n->input, e->set);
    struct words *lines = arena_alloc(a, sizeof *lines);
    scope_text(item, "full", arena_printf(a, "%s %s", d->space->table->input[n->input].name, words_join(a, &w)));
    if (at->otherwise != NO && e == &n->edge[at->otherwise]) {
        *PUSH(a, lines->word, lines->nword) = "else";
    } else {
        *lines = words_wrap(a, &w);
    }
    scope_list(item, "line", lines->nword, fill_line, lines);
    scope_text(item, "child", node_id(at->picture, a, e->child));
    scope_flag(item, "to_node", e->child >= d->nterminal && at->picture->drawn[e->child]);
}

static void fill_node(struct scope *item, const void *of, size_t index) {
    const struct picture *p = of;
    struct arena *a = scope_arena(item);
    struct at *at = arena_alloc(a, sizeof *at);
    *at = (struct at){.picture = p, .node = p->node[index]};
    const struct node *n = &p->diagram->node[at->node];
    const struct input *in = &p->diagram->space->table->input[n->input];
    at->otherwise = words_else(p->diagram->space, a, n);
    scope_text(item, "id", node_id(p, a, at->node));
    scope_text(item, "input", in->name);
    scope_text(item, "about", in->about != NULL ? in->about : in->name);
    scope_list(item, "edge", n->nedge, fill_edge, at);
}

static const char *terminal_text(const struct picture *p, struct arena *a, const struct terminal *t) {
    const struct output *o = &p->diagram->space->table->output[p->diagram->output];
    static const char *const word[] = {
        [VERDICT_NONE] = "NONE",         [VERDICT_ERROR] = "ERROR",         [VERDICT_GAP] = "no rule",
        [VERDICT_CONFLICT] = "conflict", [VERDICT_EXHAUSTED] = "exhausted", [VERDICT_NEVER] = "cannot occur"};
    if (t->verdict != VERDICT_VALUE) {
        return word[t->verdict];
    }
    return o->is_int ? arena_printf(a, "%" PRId64, t->number) : o->value[t->value];
}

/* The number of the colour: the value's own, or the rank of the number among those of the diagram. */
static size_t terminal_colour(const struct diagram *d, const struct terminal *t) {
    size_t rank = t->value;
    if (d->space->table->output[d->output].is_int) {
        rank = 0;
        for (uint32_t i = 0; i < d->nterminal; i++) { /* ordered by number */
            const struct terminal *o = &d->terminal[i];
            rank += o->verdict == VERDICT_VALUE && o->number < t->number &&
                    (i + 1 == d->nterminal || d->terminal[i + 1].number != o->number);
        }
    }
    return rank % (sizeof palette / sizeof *palette);
}

static void fill_terminal(struct scope *item, const void *of, size_t index) {
    const struct picture *p = of;
    const struct diagram *d = p->diagram;
    const struct terminal *t = &d->terminal[p->terminal[index]];
    const struct rule *r = t->rule == NO ? NULL : &d->space->table->rule[t->rule];
    struct arena *a = scope_arena(item);
    const struct colour *c = t->verdict == VERDICT_VALUE ? &palette[terminal_colour(d, t)] : NULL;
    const struct outcome *o = r != NULL ? rule_outcome(r, d->output) : NULL;
    scope_text(item, "id", node_id(p, a, p->terminal[index]));
    scope_text(item, "text", terminal_text(p, a, t));
    scope_text(item, "fill", c != NULL ? c->fill : "#FFFFFF");
    scope_text(item, "ink", c != NULL ? c->ink : "#000000");
    scope_flag(item, "never", t->verdict == VERDICT_NEVER);
    scope_flag(item, "error", t->verdict != VERDICT_VALUE && t->verdict != VERDICT_NONE && t->verdict != VERDICT_NEVER);
    scope_flag(item, "has_rule", r != NULL);
    scope_text(item, "rule", r == NULL ? "" : r->kind == RULE_REFUSE ? arena_printf(a, "refuse %s", r->name) : r->name);
    scope_flag(item, "listed", o != NULL && t->cand != NO && o->kind == OUTCOME_LIST && o->nvalue > 1);
    scope_number(item, "choice", t->cand == NO ? 0 : (int64_t)t->cand + 1);
    scope_number(item, "choices", o != NULL ? (int64_t)o->nvalue : 0);
    scope_text(item, "why", r != NULL && r->why != NULL ? r->why : "");
}

/* Nodes that a path leads to: joining nodes may have left others behind. */
static size_t reached(const struct diagram *d, struct arena *a) {
    bool *seen = arena_alloc(a, (size_t)d->nnode + 1);
    size_t count = 0;
    seen[d->root] = true;
    for (uint32_t i = d->nnode; i-- > d->nterminal;) { /* parents first */
        count += seen[i];
        for (uint32_t e = 0; seen[i] && e < d->node[i].nedge; e++) {
            seen[d->node[i].edge[e].child] = true;
        }
    }
    return count;
}

static struct picture *draw(struct arena *a, const struct diagram *d, bool by_outcome) {
    struct picture *p = arena_alloc(a, sizeof *p);
    *p = (struct picture){.diagram = diagram_possible(a, d, by_outcome), .arena = a};
    choose_nodes(p);
    return p;
}

struct scope *dot_scope(struct arena *a, const struct diagram *whole) {
    uint32_t nnever = 0;
    for (uint32_t i = 0; i < whole->nterminal; i++) {
        nnever += whole->terminal[i].verdict == VERDICT_NEVER;
    }
    /* what can occur shows in the picture, so that many ends need no look */
    bool crowded = whole->nterminal - nnever > ENDS, never = nnever > 0;
    struct picture *p = draw(a, whole, crowded);
    size_t all = reached(p->diagram, a);
    if (!crowded && (all > DOT_NODES || p->nterminal > ENDS)) {
        crowded = true;
        p = draw(a, whole, true);
        all = reached(p->diagram, a);
    }
    const struct diagram *d = p->diagram;
    const struct table *t = d->space->table;
    struct scope *s = scope_new(a);
    scope_text(s, "table", t->name);
    scope_text(s, "output", t->output[d->output].name);
    scope_text(s, "about", t->about != NULL ? t->about : "");
    scope_flag(s, "has_about", t->about != NULL && t->about[0] != '\0');
    scope_flag(s, "empty", !d->complete);
    scope_flag(s, "never", never);
    scope_flag(s, "crowded", crowded);
    scope_flag(s, "cut", p->nnode < all);
    scope_number(s, "drawn", (int64_t)p->nnode);
    scope_number(s, "all", (int64_t)all);
    scope_list(s, "node", p->nnode, fill_node, p);
    scope_list(s, "terminal", p->nterminal, fill_terminal, p);
    return s;
}

bool dot_text(struct arena *a, struct msgs *m, struct template_files *f, const struct diagram *d, struct text *into) {
    struct scope *root = scope_new(a);
    scope_group(root, "picture", dot_scope(a, d));
    return template_render(a, m, f, "diagram.dot.in", root, into);
}
