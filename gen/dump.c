/* dump.c -- stages as text, for people who look for a fault: `--dump=boxes`, `--dump=plan`, `--dump=diagram`.
 *
 * In: the struct of one stage.  Out: lines on a stream, in the table's own words, one item a line, the same on every
 * machine.  Nothing else reads this text, and it may change with the stages.
 */
#include "turnout.h"

#include <inttypes.h>

static const char *const kind_word[] = {[RULE_RULE] = "rule",     [RULE_REFUSE] = "refuse", [RULE_NEVER] = "never",
                                        [RULE_FORBID] = "forbid", [RULE_PIN] = "pin",       [RULE_CLAUSE] = "needs"};

static void dump_region(const struct space *s, struct arena *a, const struct region *r, FILE *out) {
    for (size_t i = 0; i < r->nbox; i++) {
        fprintf(out, "    %s  # %.0f cells\n", box_text(s, a, &r->box[i]), box_count(s, &r->box[i]));
    }
    if (r->nbox == 0) {
        fprintf(out, "    (no cell)\n");
    }
}

void dump_boxes(const struct boxes *b, FILE *out) {
    struct arena *a = arena_new();
    const struct space *s = b->space;
    fprintf(out, "table %s\n", s->table->name);
    for (uint32_t i = 0; i < s->ninput; i++) {
        fprintf(out, "input %s: %u atoms\n", s->table->input[i].name, s->domain[i].natom);
        for (uint32_t k = 0; k < s->domain[i].natom; k++) {
            const struct atom *atom = &s->domain[i].atom[k];
            fprintf(out, "    %u: %s  # such as %s\n", k, atom->label, atom->text);
        }
    }
    for (uint32_t r = 0; r < s->table->nrule; r++) {
        const struct rule *rule = &s->table->rule[r];
        fprintf(out, "%s %s%s\n", kind_word[rule->kind], rule->name,
                rule->kind == RULE_CLAUSE ? " (where it fails)" : "");
        dump_region(s, a, &b->rule[r], out);
    }
    fprintf(out, "never, all together\n");
    dump_region(s, a, &b->never, out);
    arena_free(a);
}

static void dump_outcome(const struct output *o, enum verdict verdict, uint32_t value, int64_t number, FILE *out) {
    static const char *const word[] = {
        [VERDICT_NONE] = "NONE",         [VERDICT_ERROR] = "ERROR",         [VERDICT_GAP] = "GAP",
        [VERDICT_CONFLICT] = "CONFLICT", [VERDICT_EXHAUSTED] = "EXHAUSTED", [VERDICT_NEVER] = "NEVER"};
    if (verdict != VERDICT_VALUE) {
        fputs(word[verdict], out);
    } else if (value == NO) {
        fprintf(out, "%" PRId64, number);
    } else {
        fputs(o->value[value], out);
    }
}

static void dump_credit(const struct table *t, uint32_t rule, uint32_t cand, FILE *out) {
    if (rule != NO) {
        fprintf(out, "  # %s %s", kind_word[t->rule[rule].kind], t->rule[rule].name);
        if (cand != NO && cand > 0) {
            fprintf(out, ", candidate %u", cand + 1);
        }
    }
    fputc('\n', out);
}

static void dump_line(const struct table *t, struct arena *a, const struct plan *p, const struct line *l, FILE *out) {
    static const enum verdict verdict[] = {
        [LINE_NEVER] = VERDICT_NEVER,         [LINE_REFUSE] = VERDICT_ERROR, [LINE_VALUE] = VERDICT_VALUE,
        [LINE_NONE] = VERDICT_NONE,           [LINE_ERROR] = VERDICT_ERROR,  [LINE_INCAPABLE] = VERDICT_VALUE,
        [LINE_EXHAUSTED] = VERDICT_EXHAUSTED, [LINE_FAILED] = VERDICT_ERROR};
    fprintf(out, "    %s -> ", box_text(p->boxes->space, a, &l->box));
    dump_outcome(&t->output[p->output], verdict[l->kind], l->value, l->number, out);
    fputs(l->kind == LINE_INCAPABLE ? " (incapable)" : "", out);
    dump_credit(t, l->rule, l->cand, out);
}

void dump_plan(const struct plan *p, FILE *out) {
    struct arena *a = arena_new();
    const struct table *t = p->boxes->space->table;
    fprintf(out, "plan of %s: %zu lines, the first that covers a cell decides%s\n", t->output[p->output].name, p->nline,
            p->complete ? "" : "; cut by a limit");
    for (size_t i = 0; i < p->nline; i++) {
        dump_line(t, a, p, &p->line[i], out);
    }
    arena_free(a);
}

static void dump_child(const struct diagram *d, uint32_t at, FILE *out) {
    fprintf(out, at < d->nterminal ? "t%u" : "n%u", at);
}

void dump_diagram(const struct diagram *d, FILE *out) {
    struct arena *a = arena_new();
    const struct table *t = d->space->table;
    fprintf(out, "diagram of %s: %u nodes, %u terminals%s\n", t->output[d->output].name, d->nnode - d->nterminal,
            d->nterminal, d->complete ? "" : "; given up at the limit of nodes");
    double *cells = diagram_counts(d, a);
    for (uint32_t i = d->nnode; i-- > d->nterminal;) {
        const struct node *n = &d->node[i];
        fprintf(out, "n%u %s\n", i, t->input[n->input].name);
        for (uint32_t e = 0; e < n->nedge; e++) {
            fprintf(out, "    %s -> ", domain_text(d->space, a, n->input, n->edge[e].set));
            dump_child(d, n->edge[e].child, out);
            fputc('\n', out);
        }
    }
    for (uint32_t i = 0; i < d->nterminal; i++) {
        const struct terminal *end = &d->terminal[i];
        fprintf(out, "t%u ", i);
        dump_outcome(&t->output[d->output], end->verdict, end->value, end->number, out);
        fprintf(out, ", %.0f cells", cells[i]);
        dump_credit(t, end->rule, end->cand, out);
    }
    arena_free(a);
}
