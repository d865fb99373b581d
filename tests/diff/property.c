/* property.c -- N random pairs of small tables: every box that diff shows, against decide() in every joint cell.
 *
 *     property [N [SEED]]      prints the tables of the first differences; exit status 1 when there are any
 *
 * The tables are those of tests/property/generate.c; the new one is the old one with a few sections changed, moved, taken
 * out or taken from another table, or another table altogether.  In every third pair one output decides another, and a third
 * one copies what the first has decided; what these decide may be an input of others or of none.
 */
#include "../property/property.h"
#include "diff.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_JOINT = 60000 };

static uint64_t seed_now;
static size_t ncell, nchanged, nbox, nagain, nchain;
static bool failed;

static void wrong(const char *const text[2], const char *format, ...) {
    va_list args;
    static int shown;
    if (!failed && shown++ < 2) {
        fprintf(stderr, "---- seed %llu, old\n%s---- new\n%s----\n", (unsigned long long)seed_now, text[OLD],
                text[NEW]);
    }
    if (shown < 8) {
        va_start(args, format);
        fprintf(stderr, "seed %llu: ", (unsigned long long)seed_now);
        vfprintf(stderr, format, args);
        fputc('\n', stderr);
        va_end(args);
    }
    failed = true;
}

/* ---- a changed table ---- */

struct parts { /* sections of a text */
    const char *at[256];
    size_t n;
};

static struct parts cut(struct arena *a, const char *text) {
    struct parts p = {.n = 0};
    while (*text && p.n < 256) {
        const char *end = strstr(text + 1, "\n[");
        size_t len = end ? (size_t)(end - text) + 1 : strlen(text);
        p.at[p.n++] = arena_strdup(a, text, len);
        text += len;
    }
    return p;
}

static bool is_kind(const char *section, const char *kind) {
    return strncmp(section + 1, kind, strlen(kind)) == 0;
}

/* Another line of the table with the same key takes the place of one. */
static const char *change_line(struct arena *a, const struct parts *p, const struct parts *other, const char *section) {
    const char *line = strchr(section, '\n');
    for (uint32_t skip = roll(4); line && line[1] && skip; skip--) {
        line = strchr(line + 1, '\n');
    }
    if (!line || !line[1]) {
        return section;
    }
    line++;
    size_t key = strcspn(line, "=\n"), len = strcspn(line, "\n");
    const struct parts *from = chance(70) ? p : other;
    for (int tries = 0; tries < 40 && key < len; tries++) {
        const char *donor = from->at[roll((uint32_t)from->n)];
        const char *name = arena_printf(a, "\n%.*s=", (int)key, line), *found = strstr(donor, name);
        if (found && !is_kind(donor, "table") && !is_kind(donor, "output") && !is_kind(donor, "set")) {
            return arena_printf(a, "%.*s%.*s%s", (int)(line - section), section, (int)strcspn(found + 1, "\n"),
                                found + 1, line + len);
        }
    }
    return section;
}

static const char *mutate(struct arena *a, const char *text, const char *another) {
    struct parts p = cut(a, text), q = cut(a, another);
    struct text t = {.arena = a};
    for (uint32_t n = 1 + roll(3); n; n--) {
        uint32_t i = 1 + roll((uint32_t)p.n - 1), k = 1 + roll((uint32_t)p.n - 1);
        const char *swap = p.at[i];
        switch (roll(6)) {
        case 0: /* taken out */
            if (is_kind(p.at[i], "rule") || is_kind(p.at[i], "needs") || is_kind(p.at[i], "never")) {
                p.at[i] = "";
            }
            break;
        case 1: /* moved */
            p.at[i] = p.at[k];
            p.at[k] = swap;
            break;
        case 2: /* from the other table */
            k = roll((uint32_t)q.n);
            if (is_kind(q.at[k], "rule") && is_kind(p.at[i], "rule")) {
                p.at[i] = arena_printf(a, "[rule z%u]%s", n, strchr(q.at[k], '\n'));
            } else if (is_kind(q.at[k], "input") && is_kind(p.at[i], "input") && roll(2)) {
                p.at[i] = q.at[k];
            }
            break;
        case 3:
            if (is_kind(p.at[i], "input") && strstr(p.at[i], "values = k0")) {
                p.at[i] = "[input kv]\ntype = enum\nvalues = k2, k1, k0, k3\n";
            }
            break;
        default:
            if (!is_kind(p.at[i], "table")) {
                p.at[i] = change_line(a, &p, &q, p.at[i]);
            }
        }
    }
    text_put(&t, "");
    for (size_t i = 0; i < p.n; i++) {
        text_put(&t, p.at[i]);
    }
    return t.at;
}

/* p is decided by rules on what o has decided, and q copies that, or what p has decided: the same places in both tables.
 * as: which of the two are inputs, too, by bits, and whether q asks for what p has decided. */
static const char *chain(struct arena *a, const char *text, const char *override, uint32_t as) {
    struct parts p = cut(a, text);
    struct text t = {.arena = a};
    bool is_int = false;
    text_put(&t, "");
    for (size_t i = 0; i < p.n; i++) {
        is_int = is_int || strstr(p.at[i], "[output p]\ntype = int");
        if (strncmp(p.at[i], "[output o]\n", 11) == 0) {
            text_printf(&t, "[output o]\nas = oc\n%s%s", override, p.at[i] + 11);
        } else if ((as & 1) && strncmp(p.at[i], "[output p]\n", 11) == 0) {
            text_printf(&t, "[output p]\nas = pc\n%s", p.at[i] + 11);
        } else {
            text_put(&t, p.at[i]);
        }
    }
    const char *value[2] = {is_int ? "16" : "w0", is_int ? "32" : "w1"};
    text_printf(&t, "[rule c0]\noc = v0\np = %s\n", value[roll(2)]);
    text_printf(&t, "[rule c1]\noc = %s\np = %s\n", chance(50) ? "v1, NONE" : "!v0", value[roll(2)]);
    text_printf(&t, "[output q]\nvalues = v0, v1, k1, x\nhit = %s\n%s", chance(50) ? "specific" : "first",
                as & 2 ? "as = qc\n" : "");
    text_printf(&t, "[rule d0]\noc = %s\nq = %s\n", chance(50) ? "v0" : "v1, NONE", chance(50) ? "x" : "<oc>");
    if ((as & 5) == 5) { /* at the same value in both, or numbers of one atom would be told apart by the other table */
        text_printf(&t, "[rule d1]\npc = %s\nq = %s\n", value[as >> 3], chance(50) ? "<oc>" : "x");
    }
    text_printf(&t, "[rule d2]\n%sq = %s\n", chance(50) ? "else = yes\n" : "", chance(50) ? "<oc>" : "v0");
    return t.at;
}

/* Under `first` one rule decides, so that there is one order. */
static const char *rank(struct arena *a, const char *text) {
    const char *at = strstr(text, "[output o]\n"), *hit = at ? strstr(at, "\nhit = ") : NULL;
    if (!hit) {
        return text;
    }
    return arena_printf(a, "%.*sranked = yes%.*shit = first%s", (int)(at + 11 - text), text, (int)(hit + 1 - at - 10),
                        at + 10, hit + 1 + strcspn(hit + 1, "\n"));
}

/* ---- what decide() says ---- */

static bool ranked(const struct diff *d, const char *name) {
    bool all = !d->options->first;
    for (int s = OLD; s <= NEW; s++) {
        const struct table *t = d->joint->side[s].table;
        uint32_t output = output_named(t, name);
        all = all && output != NO && t->output[output].ranked;
    }
    return all;
}

/* The candidates from the selected one on that can run. */
static uint32_t say_order(struct diff *d, const struct boxes *b, uint32_t output, const uint32_t *own,
                          const struct decided *now, bool whole) {
    const struct output *o = &b->space->table->output[output];
    const struct outcome *list = rule_outcome(&b->space->table->rule[now->rule], output);
    struct text t = {.arena = d->arena};
    text_put(&t, o->value[now->value]);
    for (size_t i = now->cand + 1; whole && list->kind == OUTCOME_LIST && i < list->nvalue; i++) {
        if (decide_failing(b, output, list->value[i], own, NO) == NO) {
            text_printf(&t, " > %s", o->value[list->value[i]]);
        }
    }
    return say(d, SAY_VALUE, t.at);
}

/* A clause that filters no list forbids its value all the same; orders (`ranked`) are told as they are. */
static bool unfiltered_fails(const struct boxes *b, uint32_t output, uint32_t value, const uint32_t *cell) {
    const struct table *t = b->space->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        bool speaks =
            t->rule[i].kind == RULE_CLAUSE && t->rule[i].no_filter && clause_speaks_of(&t->rule[i], output, value);
        for (size_t k = 0; speaks && k < b->rule[i].nbox; k++) {
            if (box_has(b->space, &b->rule[i].box[k], cell)) {
                return true;
            }
        }
    }
    return false;
}

static uint32_t expected(struct diff *d, enum side side, uint32_t output, const uint32_t *own, uint32_t *rule) {
    const struct boxes *b = d->side[side].plan[output]->boxes;
    const struct output *o = &b->space->table->output[output];
    *rule = NO;
    for (uint32_t i = 0; i < b->space->ninput; i++) {
        if (own[i] == NO) {
            return say(d, SAY_ABSENT, NULL);
        }
    }
    struct decided now = decide(b, output, own);
    *rule = now.rule;
    switch (now.verdict) {
    case VERDICT_VALUE:
        if (o->is_int) {
            return say_number(d, now.number, now.copy == NO ? NO : d->joint->side[side].joint[now.copy]);
        }
        now.incapable = now.incapable || (!ranked(d, o->name) && unfiltered_fails(b, output, now.value, own));
        return now.incapable ? say(d, SAY_INCAPABLE, o->value[now.value])
                             : say_order(d, b, output, own, &now, ranked(d, o->name));
    case VERDICT_NONE:
        return say(d, SAY_NONE, NULL);
    case VERDICT_ERROR:
        return say(d, SAY_ERROR, now.error);
    case VERDICT_GAP:
        return say(d, SAY_GAP, NULL);
    case VERDICT_CONFLICT:
        *rule = NO;
        return say(d, SAY_CONFLICT, NULL);
    case VERDICT_EXHAUSTED:
        return say(d, SAY_EXHAUSTED, NULL);
    case VERDICT_NEVER:
        break;
    }
    return say(d, SAY_NEVER, NULL);
}

/* The side's own cell of a joint one.  Inputs that are left out have no value there: they get the first that can come
 * out, which an output that does not depend on them does not look at. */
static void own_cell(struct diff *d, enum side side, uint32_t output, const uint32_t *cell, uint64_t apart,
                     uint32_t *own) {
    const struct joint_side *of = &d->joint->side[side];
    const struct boxes *b = d->side[side].plan[output]->boxes;
    uint32_t n = 0, left[64];
    join_cell(d->joint, side, cell, own);
    for (uint32_t i = 0; i < of->table->ninput; i++) {
        if (apart >> of->joint[i] & 1) {
            own[i] = 0;
            left[n++] = i;
        }
    }
    for (uint32_t i = 0; i < of->table->ninput; i++) {
        if (own[i] == NO) {
            return;
        }
    }
    while (n && region_at(b->space, &b->never, own)) {
        uint32_t k = 0;
        while (k < n && ++own[left[k]] == b->space->domain[left[k]].natom) {
            own[left[k++]] = 0;
        }
        if (k == n) {
            return;
        }
    }
}

static bool differs(const struct diff *d, const uint32_t saying[2]) {
    return saying[OLD] != saying[NEW] && (say_is_cell(d, saying[OLD]) || say_is_cell(d, saying[NEW]));
}

struct counted {
    double cells, added, removed;
    double *of, *again; /* per change; also in one before it */
};

static bool credits(const struct change *ch, enum side side, uint32_t rule) {
    for (size_t i = 0; i < ch->nby[side]; i++) {
        if (ch->by[side][i].rule == rule) {
            return true;
        }
    }
    return rule == NO;
}

/* One cell of one view: it is in a change exactly when it differs, and there it says so and names the rule. */
static void check_cell(struct diff *d, const char *const text[2], const struct compared *c, const uint32_t *cell,
                       const uint32_t saying[2], const uint32_t rule[2], struct counted *count) {
    bool found = false, differ = differs(d, saying);
    for (size_t i = 0; c && i < c->nchange; i++) {
        const struct change *ch = &c->change[i];
        if (!box_has(d->space, &ch->box, cell) || !(say_is_cell(d, saying[OLD]) || say_is_cell(d, saying[NEW]))) {
            continue;
        }
        count->again[i] += found;
        found = true;
        if (ch->saying[OLD] != saying[OLD] || ch->saying[NEW] != saying[NEW]) {
            wrong(text, "%s: %s: box says %s -> %s, decide %s -> %s", c->name, ch->where,
                  saying_text(d, ch->saying[OLD]), saying_text(d, ch->saying[NEW]), saying_text(d, saying[OLD]),
                  saying_text(d, saying[NEW]));
            return;
        }
        count->of[i]++;
        for (int s = OLD; s <= NEW; s++) {
            if (!credits(ch, (enum side)s, rule[s])) {
                wrong(text, "%s: %s: side %d does not name rule %u", c->name, ch->where, s, rule[s]);
            }
        }
    }
    if (differ && !found) {
        struct box at = box_full(d->space, d->arena);
        for (uint32_t i = 0; i < d->space->ninput; i++) {
            box_narrow(d->space, &at, i, aset_one(d->space->domain[i].sets, cell[i]));
        }
        wrong(text, "a cell in no box: %s: %s -> %s", box_text(d->space, d->arena, &at), saying_text(d, saying[OLD]),
              saying_text(d, saying[NEW]));
    }
    if (differ) {
        enum say old = d->saying[saying[OLD]].say, new = d->saying[saying[NEW]].say;
        *(old == SAY_ABSENT ? &count->added : new == SAY_ABSENT ? &count->removed : &count->cells) += 1;
    }
}

static void check_counts(const char *const text[2], const struct compared *c, const struct counted *count) {
    if (!c) {
        if (count->cells + count->added + count->removed > 0) {
            wrong(text, "changed cells and nothing said");
        }
        return;
    }
    if (c->cells != count->cells || c->added != count->added || c->removed != count->removed || c->hidden != 0 ||
        c->at_least) {
        wrong(text, "%s: %g + %g + %g cells counted, %g + %g + %g told, %g hidden%s", c->name, count->cells,
              count->added, count->removed, c->cells, c->added, c->removed, c->hidden, c->at_least ? ", at least" : "");
    }
    for (size_t i = 0; i < c->nchange; i++) {
        const struct change *ch = &c->change[i];
        if (ch->cells != count->of[i] || ch->again != count->again[i]) {
            wrong(text, "%s: %s: %g cells counted, %g of them again, %g and %g told", c->name, ch->where, count->of[i],
                  count->again[i], ch->cells, ch->again);
        }
        nagain += (size_t)ch->again;
    }
    nbox += c->nchange;
    nchanged += (size_t)(count->cells + count->added + count->removed);
}

/* ---- every cell ---- */

static bool next_cell(const struct space *s, uint32_t *cell, uint64_t skip) {
    for (uint32_t i = 0; i < s->ninput; i++) {
        if (skip >> i & 1) {
            continue;
        }
        if (++cell[i] < s->domain[i].natom) {
            return true;
        }
        cell[i] = 0;
    }
    return false;
}

static bool possible(const struct diff *d, const uint32_t *cell) {
    return !region_at(d->space, &d->joint->boxes->never, cell);
}

static uint32_t joint_atom(const struct diff *d, uint32_t input, uint32_t saying) {
    const struct saying *s = &d->saying[saying];
    const struct domain *of = &d->space->domain[input];
    const char *error;
    if (s->say == SAY_VALUE || s->say == SAY_INCAPABLE) {
        return domain_atom(d->space, input, s->value, &error);
    }
    return of->special[(s->say == SAY_NONE ? VALUE_NONE : VALUE_ERROR) - VALUE_OTHER];
}

struct told { /* what the two views say of one output */
    const struct compared *view[2];
    struct counted count[2];
};

static struct told told_of(struct diff *d, const char *name) {
    struct told t = {.view = {NULL, NULL}};
    for (size_t i = 0; i < d->ncompared; i++) {
        if (strcmp(d->compared[i].name, name) == 0 && d->compared[i].view != VIEW_CHOICE) {
            t.view[d->compared[i].view] = &d->compared[i];
        }
    }
    for (int v = 0; v < 2; v++) {
        t.count[v].of = arena_alloc(d->arena, (1 + (t.view[v] ? t.view[v]->nchange : 0)) * sizeof(double));
        t.count[v].again = arena_alloc(d->arena, (1 + (t.view[v] ? t.view[v]->nchange : 0)) * sizeof(double));
    }
    return t;
}

/* Chained inputs that an output does not depend on. */
static uint64_t apart_of(struct diff *d, uint64_t above) {
    return chained_below(d, (chained_inputs(d, OLD) | chained_inputs(d, NEW)) & ~above);
}

static void check_output(struct diff *d, const char *const text[2], const uint32_t output[2]) {
    struct told t = told_of(d, d->joint->side[NEW].table->output[output[NEW]].name);
    uint64_t apart = apart_of(d, 0);
    uint32_t cell[64] = {0};
    do {
        uint32_t saying[2], rule[2], own[64];
        for (int s = OLD; s <= NEW; s++) {
            own_cell(d, (enum side)s, output[s], cell, apart, own);
            saying[s] = expected(d, (enum side)s, output[s], own, &rule[s]);
        }
        ncell++;
        if (possible(d, cell)) {
            check_cell(d, text, t.view[0], cell, saying, rule, &t.count[0]);
        }
    } while (next_cell(d->space, cell, apart));
    check_counts(text, t.view[0], &t.count[0]);
}

/* The chained inputs that an output depends on, in the order in which they are decided, and the outputs that do. */
struct upstream {
    uint64_t above, apart;
    uint32_t n, input[2], by[2][2];
};

static struct upstream upstream_of(struct diff *d, const uint32_t output[2]) {
    static const char *const input[] = {"oc", "pc"}, *const name[] = {"o", "p"};
    struct upstream u = {.n = 0};
    for (int s = OLD; s <= NEW; s++) {
        u.above |= chained_for(d, (enum side)s, output[s]);
    }
    for (uint32_t k = 2; k-- > 0;) { /* what p depends on, q does by it */
        for (uint32_t i = 0; i < d->space->ninput; i++) {
            if (strcmp(d->space->table->input[i].name, input[k]) != 0 || !(u.above >> i & 1)) {
                continue;
            }
            u.input[1] = u.input[0];
            u.input[0] = i;
            for (int s = OLD; s <= NEW; s++) {
                u.by[1][s] = u.by[0][s];
                u.by[0][s] = output_named(d->joint->side[s].table, name[k]);
                u.above |= chained_for(d, (enum side)s, u.by[0][s]);
            }
            u.n++;
        }
    }
    u.apart = apart_of(d, u.above);
    return u;
}

static bool nothing_out(const struct diff *d, uint32_t saying) {
    return d->saying[saying].say == SAY_GAP || d->saying[saying].say == SAY_CONFLICT;
}

/* What one side says with every chained input as decided there, which is put into the cell; where one of them has no
 * value that could be read, that.  value: NO where the side has no such cell. */
static uint32_t settled(struct diff *d, enum side side, const struct upstream *u, uint32_t output, uint32_t *cell,
                        uint32_t *rule, uint32_t value[2], bool *open) {
    uint32_t own[64], saying;
    uint64_t waiting = u->apart | u->above;
    value[0] = value[1] = *rule = NO;
    for (uint32_t k = 0; k < u->n; k++) {
        uint32_t unused;
        own_cell(d, side, u->by[k][side], cell, waiting, own);
        saying = expected(d, side, u->by[k][side], own, &unused);
        *open = *open || nothing_out(d, saying);
        if (!say_is_cell(d, saying) || nothing_out(d, saying)) {
            if (chained_above(d, chained_for(d, side, output)) >> u->input[k] & 1) {
                return saying;
            }
            continue; /* only the other side depends on it */
        }
        cell[u->input[k]] = value[k] = joint_atom(d, u->input[k], saying);
        waiting &= ~(UINT64_C(1) << u->input[k]);
    }
    own_cell(d, side, output, cell, waiting, own);
    return expected(d, side, output, own, rule);
}

/* The cell of a choice: no chained input has a value there that nobody could have brought about. */
static bool may_be(struct diff *d, enum side side, const struct upstream *u, const uint32_t *own, uint32_t saying) {
    const struct boxes *b = d->side[side].boxes;
    const struct joint_side *of = &d->joint->side[side];
    if (d->saying[saying].say == SAY_ABSENT || region_at(b->space, &d->base[side]->never, own)) {
        return true;
    }
    for (size_t i = d->base[side]->never.nbox; i < b->never.nbox; i++) {
        bool left_out = false;
        for (uint32_t k = 0; k < of->table->ninput; k++) {
            left_out = left_out || ((u->apart >> of->joint[k] & 1) && (b->never.box[i].named >> k & 1));
        }
        if (!left_out && box_has(b->space, &b->never.box[i], own)) {
            return false;
        }
    }
    for (uint32_t k = 1; k < u->n; k++) { /* the first has the override */
        uint32_t rule;
        if (nothing_out(d, expected(d, side, u->by[k][side], own, &rule))) {
            return false;
        }
    }
    return true;
}

/* With an override: every value that may be chosen on both sides. */
static void check_chosen(struct diff *d, const char *const text[2], const uint32_t output[2], const struct upstream *u,
                         struct told *t) {
    uint32_t cell[64] = {0};
    do {
        uint32_t saying[2], rule[2], own[64];
        bool may = possible(d, cell);
        for (int s = OLD; s <= NEW; s++) {
            own_cell(d, (enum side)s, output[s], cell, u->apart, own);
            saying[s] = expected(d, (enum side)s, output[s], own, &rule[s]);
            may = may && may_be(d, (enum side)s, u, own, saying[s]);
        }
        if (may) {
            check_cell(d, text, t->view[0], cell, saying, rule, &t->count[0]);
        }
    } while (next_cell(d->space, cell, u->apart));
}

/* Each side at what its outputs have decided: where all of that is the same it is a cell, and elsewhere it follows. */
static void check_chained(struct diff *d, const char *const text[2], const struct upstream *u,
                          const uint32_t output[2]) {
    bool override = d->joint->side[NEW].table->output[u->by[0][NEW]].override != OVERRIDE_NO;
    struct told t = told_of(d, d->joint->side[NEW].table->output[output[NEW]].name);
    uint32_t cell[64] = {0};
    nchain++;
    if (override) {
        check_chosen(d, text, output, u, &t);
    }
    do {
        uint32_t value[2][2], saying[2], rule[2];
        bool open = false, otherwise = false;
        for (int s = OLD; s <= NEW; s++) {
            saying[s] = settled(d, (enum side)s, u, output[s], cell, &rule[s], value[s], &open);
        }
        for (uint32_t k = 0; k < u->n; k++) {
            uint32_t old = value[OLD][k], new = value[NEW][k];
            otherwise = otherwise || (old != new &&old != NO &&new != NO);
            cell[u->input[k]] = new != NO ? new : old != NO ? old : 0;
        }
        int view = open || otherwise;
        if (possible(d, cell) && !(override && view == 0)) {
            check_cell(d, text, t.view[view], cell, saying, rule, &t.count[view]);
        }
        for (uint32_t k = 0; k < u->n; k++) {
            cell[u->input[k]] = 0;
        }
    } while (next_cell(d->space, cell, u->above | u->apart));
    check_counts(text, t.view[0], &t.count[0]);
    check_counts(text, t.view[1], &t.count[1]);
}

/* Can the value run here, by its clauses one by one? */
static uint32_t expected_choice(struct diff *d, enum side side, uint32_t output, uint32_t value, const uint32_t *own) {
    const struct boxes *b = d->base[side];
    const struct table *t = b->space->table;
    for (uint32_t i = 0; i < b->space->ninput; i++) {
        if (own[i] == NO) {
            return say(d, SAY_ABSENT, NULL);
        }
    }
    if (region_at(b->space, &b->never, own)) {
        return say(d, SAY_NEVER, NULL);
    }
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (clause_speaks_of(&t->rule[i], output, value) && region_at(b->space, &b->rule[i], own)) {
            return say(d, SAY_FAILS, NULL);
        }
    }
    return say(d, SAY_RUNS, NULL);
}

static void check_choice(struct diff *d, const char *const text[2], const uint32_t output[2], const uint32_t value[2]) {
    const struct output *o = &d->joint->side[NEW].table->output[output[NEW]];
    const struct compared *c = NULL;
    for (size_t i = 0; i < d->ncompared; i++) {
        if (d->compared[i].view == VIEW_CHOICE && strcmp(d->compared[i].name, o->name) == 0 &&
            strcmp(d->compared[i].choice, o->value[value[NEW]]) == 0) {
            c = &d->compared[i];
        }
    }
    struct counted count = {.of = arena_alloc(d->arena, (1 + (c ? c->nchange : 0)) * sizeof(double)),
                            .again = arena_alloc(d->arena, (1 + (c ? c->nchange : 0)) * sizeof(double))};
    uint64_t below = chained_below(d, chained_inputs(d, OLD) | chained_inputs(d, NEW));
    uint64_t named = choice_named(d, OLD, output[OLD], o->value[value[NEW]]) |
                     choice_named(d, NEW, output[NEW], o->value[value[NEW]]);
    uint32_t cell[64] = {0}, rule[2] = {NO, NO};
    do {
        uint32_t saying[2], own[64];
        for (int s = OLD; s <= NEW; s++) {
            join_cell(d->joint, (enum side)s, cell, own);
            saying[s] = expected_choice(d, (enum side)s, output[s], value[s], own);
        }
        if (possible(d, cell) && say_is_cell(d, saying[OLD]) && say_is_cell(d, saying[NEW])) {
            check_cell(d, text, c, cell, saying, rule, &count);
        }
    } while (next_cell(d->space, cell, named & below ? 0 : below));
    check_counts(text, c, &count);
}

static void check_choices(struct diff *d, const char *const text[2], const uint32_t output[2]) {
    const struct output *old = &d->joint->side[OLD].table->output[output[OLD]];
    const struct output *new = &d->joint->side[NEW].table->output[output[NEW]];
    for (uint32_t v = 0; v < new->nvalue; v++) {
        for (uint32_t k = 0; k < old->nvalue; k++) {
            if (strcmp(old->value[k], new->value[v]) == 0) {
                check_choice(d, text, output, (uint32_t[]){k, v});
            }
        }
    }
}

static void check_pair(struct diff *d, const char *const text[2]) {
    const struct table *t[2] = {d->joint->side[OLD].table, d->joint->side[NEW].table};
    for (uint32_t i = 0; i < t[NEW]->noutput; i++) {
        uint32_t output[2] = {output_named(t[OLD], t[NEW]->output[i].name), i};
        if (output[OLD] == NO) {
            continue;
        }
        check_choices(d, text, output);
        struct upstream u = upstream_of(d, output);
        if (u.n) {
            check_chained(d, text, &u, output);
        } else {
            check_output(d, text, output);
        }
    }
}

static double joint_cells(const struct space *s) {
    double cells = 1;
    for (uint32_t i = 0; i < s->ninput; i++) {
        cells *= s->domain[i].natom;
    }
    return cells;
}

/* As run.c does it. */
static bool load_text(struct table_run *r, struct arena *a, const char *text, bool findings,
                      const struct boxes **told) {
    static const struct limits limits = {.steps = 10000000, .nodes = 100000, .vectors = 100};
    *r = (struct table_run){.arena = a, .text = text};
    msgs_init(&r->msgs, a, &r->sources);
    struct doc *doc = read_bytes(a, &r->msgs, "t.ini", text, strlen(text));
    r->table = doc ? table_build(a, &r->msgs, doc, "t.ini") : NULL;
    if (!r->table || msgs_count(&r->msgs, LEVEL_ERROR)) {
        return false;
    }
    r->space = domain_build(a, &r->msgs, r->table);
    const struct boxes *boxes = boxes_build(a, &r->msgs, r->space);
    if (msgs_count(&r->msgs, LEVEL_ERROR)) {
        return false;
    }
    const uint32_t *order = boxes_order(a, r->table);
    r->plan = arena_alloc(a, (r->table->noutput + 1) * sizeof(struct plan *));
    for (uint32_t i = 0; i < r->table->noutput; i++) {
        r->plan[order[i]] = plan_build(a, &r->msgs, boxes, order[i]);
        boxes = boxes_chain(a, &r->msgs, boxes, r->plan[order[i]]);
    }
    if (findings) {
        analyse(a, &r->msgs, boxes, r->plan, &limits);
    }
    *told = boxes;
    return true;
}

/* 1 good, 0 a difference, -1 no pair: a fault of text, or too large. */
static int one(uint64_t seed) {
    struct arena *a = arena_new();
    struct table_run r[2];
    struct diff_side side[2];
    int result = -1;
    seed_now = seed;
    roll_seed(seed * 7919 + 13);
    const char *text[2] = {generate(a), generate(a)};
    bool chained = seed % 3 == 0 && strstr(text[0], "[output p]"), findings = chance(60);
    text[NEW] = chance(80) || chained ? mutate(a, text[OLD], text[NEW]) : text[NEW];
    if (chained) {
        static const char *const policy[] = {"", "", "override = keep\n", "override = check\n",
                                             "override = fallback\n"};
        const char *override = policy[roll(5)];
        uint32_t as = roll(16);
        text[OLD] = chain(a, text[OLD], override, as);
        text[NEW] = chain(a, text[NEW], override, as);
    }
    const struct boxes *boxes[2];
    if (chance(20)) {
        text[OLD] = rank(a, text[OLD]);
        text[NEW] = rank(a, text[NEW]);
    }
    bool loaded = load_text(&r[OLD], a, text[OLD], findings, &boxes[OLD]) &&
                  load_text(&r[NEW], a, text[NEW], findings, &boxes[NEW]);
    for (int s = OLD; s <= NEW && loaded; s++) {
        side[s] = (struct diff_side){s ? "new" : "old", &r[s].msgs, boxes[s], r[s].plan, findings};
    }
    struct diff_options options = {.boxes = 100000, .steps = UINT64_C(1) << 40, .first = chance(50)};
    struct diff *d = loaded ? diff_build(a, &r[NEW].msgs, side, &options) : NULL;
    if (d && joint_cells(d->space) < MOST_JOINT) {
        failed = false;
        check_pair(d, text);
        result = !failed;
    }
    arena_free(a);
    return result;
}

int main(int argc, char **argv) {
    unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000, count[2] = {0};
    unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    for (unsigned long i = 0; count[0] + count[1] < n && i < 10 * n; i++) {
        int result = one(seed + i);
        if (result >= 0) {
            count[result]++;
        }
    }
    printf("compared: %zu cells, %zu changed, in %zu boxes, %zu in more than one; %zu chained outputs\n%lu passed, %lu "
           "failed\n",
           ncell, nchanged, nbox, nagain, nchain, count[1], count[0]);
    return count[0] > 0;
}
