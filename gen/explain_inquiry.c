/* explain_inquiry.c -- what is the same for all questions to one table.
 *
 * In: a loaded table.  Out: which inputs each output depends on, directly and down to what a user gives; boxes for
 * outputs that are decided before all inputs stand; version texts that were parsed already; how faults are told.
 */
#include "explain.h"

#include <stdarg.h>
#include <string.h>

static uint64_t bit(uint32_t i) {
    return (uint64_t)1 << i;
}

/* Pins and forbids ask about an output; they do not decide it. */
static bool speaks_of(const struct rule *r, uint32_t output) {
    bool target = r->kind == RULE_REFUSE && rule_refuses(r, output);
    for (size_t i = 0; i < r->ntarget; i++) {
        target = target || r->target[i].output == output;
    }
    return target || (r->kind == RULE_RULE && rule_outcome(r, output));
}

/* A set that holds other values in other versions speaks of the version too. */
static uint64_t named_by(const struct space *s, const struct rule *r, uint32_t output) {
    uint64_t named = 0;
    for (size_t c = 0; c < r->ncond; c++) {
        bool versioned = s->table->versions != NO && domain_versioned(s, &r->cond[c].entries);
        named |= versioned ? bit(s->table->versions) : 0;
        for (size_t i = 0; i < r->cond[c].ninput; i++) {
            named |= bit(r->cond[c].input[i]);
        }
    }
    const struct outcome *o = r->kind == RULE_RULE ? rule_outcome(r, output) : NULL;
    return o && (o->kind == OUTCOME_COPY || o->kind == OUTCOME_PRODUCT) ? named | bit(o->input) : named;
}

/* Down to inputs that a user gives: through factors, facts, and outputs that are inputs. */
static uint64_t below(const struct inquiry *n, uint64_t inputs) {
    uint64_t all = inputs, before;
    do {
        before = all;
        for (uint32_t i = 0; i < n->space->ninput; i++) {
            const struct input *in = &n->table->input[i];
            if (all >> i & 1 && in->from_op) {
                all |= bit(in->from[0]) | (in->from[1] == NO ? 0 : bit(in->from[1]));
            }
            if (all >> i & 1 && in->chain != NO) {
                all |= n->named[in->chain];
            }
        }
        for (size_t i = 0; i < n->table->nfact; i++) {
            if (all >> n->table->fact[i].input & 1) {
                all |= bit(n->table->fact[i].of) | (n->table->versions == NO ? 0 : bit(n->table->versions));
            }
        }
    } while (all != before);
    return all;
}

/* Chained inputs, and what is derived from them. */
static uint64_t late_inputs(const struct table *t) {
    uint64_t late = 0, before;
    do {
        before = late;
        for (uint32_t i = 0; i < t->ninput; i++) {
            const struct input *in = &t->input[i];
            bool from = in->from_op && ((late >> in->from[0] & 1) || (in->from[1] != NO && late >> in->from[1] & 1));
            late |= from || in->chain != NO ? bit(i) : 0;
        }
    } while (late != before);
    return late;
}

/* Made once: eval asks a million questions. */
struct inquiry *inquiry_new(struct arena *a, const struct loaded *l) {
    struct inquiry *n = arena_alloc(a, sizeof *n);
    *n = (struct inquiry){.l = l, .space = l->space, .table = l->table, .arena = a};
    n->late = late_inputs(l->table);
    for (uint32_t o = 0; o < l->table->noutput; o++) {
        for (size_t r = 0; r < l->table->nrule; r++) {
            n->named[o] |= speaks_of(&l->table->rule[r], o) ? named_by(l->space, &l->table->rule[r], o) : 0;
        }
        n->view[o].boxes = l->plan[o]->boxes;
    }
    for (uint32_t o = 0; o < l->table->noutput; o++) {
        n->below[o] = below(n, n->named[o]);
    }
    return n;
}

/* A cell that is only settled in part: what cannot occur is asked of the settled part. */
const struct boxes *inquiry_view(struct question *q, uint32_t output) {
    struct inquiry *n = q->inquiry;
    struct view *v = &n->view[output];
    const struct boxes *whole = n->l->plan[output]->boxes;
    uint64_t all = n->space->ninput == MOST ? UINT64_MAX : bit(n->space->ninput) - 1;
    uint64_t pending = (all & ~q->settled) | q->missing | (n->late & ~n->below[output]);
    if (pending == v->pending) {
        return v->boxes;
    }
    struct boxes *b = arena_alloc(n->arena, sizeof *b);
    *b = *whole;
    b->never = (struct region){NULL, 0};
    for (size_t i = 0; i < whole->never.nbox; i++) {
        if (!(whole->never.box[i].named & pending)) {
            *PUSH(n->arena, b->never.box, b->never.nbox) = whole->never.box[i];
        }
    }
    *v = (struct view){pending, pending ? b : whole};
    return v->boxes;
}

/* Version texts are few and dear: each is parsed once. */
uint32_t inquiry_atom(struct inquiry *n, uint32_t input, const char *text, const char **error) {
    struct names *seen = &n->seen[input];
    uint32_t atom = n->table->input[input].type == TYPE_VERSION ? names_find(seen, text) : NO;
    if (atom == NO && (atom = domain_atom(n->space, input, text, error)) != NO &&
        n->table->input[input].type == TYPE_VERSION) {
        seen->arena = n->arena;
        names_add(seen, arena_strdup(n->arena, text, strlen(text)), atom);
    }
    return atom;
}

/* Kept with the question, because the caller may print it later. */
void question_fault(struct question *q, uint32_t input, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t size = len < 0 ? 1 : (size_t)len + 1;
    char *text = arena_alloc(q->arena, size);
    vsnprintf(text, size, format, args);
    va_end(args);
    q->faults++;
    if (q->fault) {
        q->fault(q->to, input, text);
    }
}

uint32_t question_version(const struct question *q) {
    uint32_t versions = q->inquiry->table->versions;
    return versions == NO ? NO : q->cell[versions];
}
