/* model_docs_finding.c -- the findings of a table and the allowances that let some of them stay.
 *
 * In:  the messages of this table's stages.  Out: the lists `finding` (errors first, then warnings and allowed ones; each by
 * place, each once), `remark` (notes) and `allow`; per rule the findings about it.
 */
#include "model_docs.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 100 }; /* of one kind, as on a terminal */

static const char *level_text(const struct msg *m) {
    static const char *const word[] = {"off", "note", "warning", "error"};
    return m->allowed ? "allowed" : word[m->level];
}

/* Found earlier first where the place is the same: both point into one array. */
static int by_place(const void *x, const void *y) {
    const struct msg *a = *(const struct msg *const *)x, *b = *(const struct msg *const *)y;
    const int64_t of_a[] = {a->pos.file, a->pos.line, a->pos.col};
    const int64_t of_b[] = {b->pos.file, b->pos.line, b->pos.col};
    for (size_t i = 0; i < sizeof of_a / sizeof *of_a; i++) {
        if (of_a[i] != of_b[i]) {
            return of_a[i] < of_b[i] ? -1 : 1;
        }
    }
    return a < b ? -1 : a > b;
}

/* Those of one level, each once, as many of a kind as a terminal shows. */
static void collect_level(struct docs *d, const struct msg *const *all, size_t n, const char *level) {
    struct names seen = {.arena = d->arena};
    size_t count[FINDING_COUNT] = {0};
    for (size_t i = 0; i < n; i++) {
        const struct msg *m = all[i];
        if (strcmp(level_text(m), level) != 0 ||
            !names_add(&seen, arena_printf(d->arena, "%s %s", product_place(d->arena, d->in->sources, m->pos), m->text),
                       0)) {
            continue;
        }
        if (count[m->finding]++ < SHOWN) {
            *PUSH(d->arena, d->msg, d->nmsg) = m;
        } else {
            d->left++;
        }
    }
}

void docs_collect(struct docs *d) {
    const struct msgs *all = d->in->msgs;
    size_t n = all->nmsg - d->in->first_msg;
    const struct msg **sorted = arena_alloc(d->arena, (n + 1) * sizeof(const struct msg *));
    for (size_t i = 0; i < n; i++) {
        sorted[i] = &all->msg[d->in->first_msg + i];
    }
    qsort(sorted, n, sizeof(const struct msg *), by_place);
    collect_level(d, sorted, n, "error");
    collect_level(d, sorted, n, "warning");
    collect_level(d, sorted, n, "allowed");
    collect_level(d, sorted, n, "note");
}

/* ---- one finding ---- */

struct told {
    const struct docs *docs;
    const struct msg *msg;
};

struct code { /* the lines behind the first: a rule that could be written */
    const char **line;
    size_t nline;
};

static void fill_code(struct scope *item, const void *of, size_t index) {
    scope_text(item, "text", ((const struct code *)of)->line[index]);
}

static void fill_told(struct scope *item, const void *of, size_t index) {
    const struct told *t = of;
    struct arena *a = scope_arena(item);
    const char *text = t->msg->note[index].text;
    struct code *code = arena_alloc(a, sizeof *code);
    size_t len = strcspn(text, "\n");
    docs_text(item, "text", arena_strdup(a, text, len));
    for (text += len; *text; text += len) {
        len = strcspn(++text, "\n");
        *PUSH(a, code->line, code->nline) = arena_strdup(a, text, len);
    }
    scope_list(item, "code", code->nline, fill_code, code);
    docs_where(item, t->docs, t->msg->note[index].pos);
}

/* What a finding is called wherever the page names it. */
static void bind_finding(struct scope *item, const struct docs *d, size_t index) {
    const struct msg *m = d->msg[index];
    scope_text(item, "level", level_text(m));
    scope_text(item, "flag", finding_info[m->finding].flag);
    scope_text(item, "id", arena_printf(scope_arena(item), "finding-%zu", index + 1));
}

static void fill_finding(struct scope *item, const void *of, size_t index) {
    const struct docs *d = of;
    struct told *t = arena_alloc(scope_arena(item), sizeof *t);
    *t = (struct told){d, d->msg[index]};
    bind_finding(item, d, index);
    scope_text(item, "means", finding_info[t->msg->finding].about);
    docs_text(item, "text", t->msg->text);
    docs_text(item, "allowed", t->msg->allowed);
    docs_where(item, d, t->msg->pos);
    scope_list(item, "note", t->msg->nnote, fill_told, t);
}

/* Notes ask for nothing: a list of their own, behind the others. */
static void fill_remark(struct scope *item, const void *of, size_t index) {
    const struct docs *d = of;
    fill_finding(item, d, d->nmsg - d->nremark + index);
}

/* ---- by rule ---- */

struct about_rule {
    const struct docs *docs;
    size_t *msg;
    size_t nmsg;
};

static void fill_found(struct scope *item, const void *of, size_t index) {
    const struct about_rule *f = of;
    bind_finding(item, f->docs, f->msg[index]);
}

/* So that a rule shows at a glance what is wrong with it. */
void docs_found(struct scope *item, const struct docs *d, const char *rule) {
    struct about_rule *f = arena_alloc(scope_arena(item), sizeof *f);
    f->docs = d;
    for (size_t i = 0; i < d->nmsg; i++) {
        if (d->msg[i]->rule && strcmp(d->msg[i]->rule, rule) == 0) {
            *PUSH(scope_arena(item), f->msg, f->nmsg) = i;
        }
    }
    scope_list(item, "found", f->nmsg, fill_found, f);
}

/* ---- allowances ---- */

/* An allowance is shown also where the finding that it lets pass is not (--no-allow). */
static void fill_allow(struct scope *item, const void *of, size_t index) {
    const struct docs *d = of;
    const struct allow *al = &d->table->allow[index];
    scope_text(item, "flag", finding_info[al->finding].flag);
    scope_text(item, "rule", al->rule);
    docs_conds(item, d, al->cond, al->ncond);
    docs_text(item, "why", al->why);
    docs_text(item, "source", al->source);
    docs_where(item, d, al->pos);
}

static size_t count_level(const struct docs *d, const char *level) {
    size_t n = 0;
    for (size_t i = 0; i < d->nmsg; i++) {
        n += strcmp(level_text(d->msg[i]), level) == 0;
    }
    return n;
}

void docs_findings(struct scope *root, struct docs *d) {
    struct scope *s = scope_new(d->arena);
    scope_number(s, "error", (int64_t)count_level(d, "error"));
    scope_number(s, "warning", (int64_t)count_level(d, "warning"));
    scope_number(s, "allowed", (int64_t)count_level(d, "allowed"));
    scope_number(s, "note", (int64_t)count_level(d, "note"));
    scope_flag(s, "any", d->nmsg > 0);
    scope_flag(s, "more", d->left > 0);
    scope_number(s, "left", (int64_t)d->left);
    scope_group(root, "count", s);
    d->nremark = count_level(d, "note");
    scope_list(root, "finding", d->nmsg - d->nremark, fill_finding, d);
    scope_list(root, "remark", d->nremark, fill_remark, d);
    scope_list(root, "allow", d->table->nallow, fill_allow, d);
}
