/* oracle.c -- every cell of a small table, decided by the words of the language.
 *
 * Shares nothing with plan, cover and analyse, and with decide() only the regions of boxes.c (which have tests of
 * their own): which of two rules is more specific is found by writing out their sets of cells.
 */
#include "property.h"

#include <string.h>

bool region_at(const struct space *s, const struct region *r, const uint32_t *cell) {
    for (size_t i = 0; i < r->nbox; i++) {
        if (box_has(s, &r->box[i], cell)) {
            return true;
        }
    }
    return false;
}

uint32_t **cells_of(struct arena *a, const struct space *s, size_t *ncell) {
    size_t n = 1;
    for (uint32_t i = 0; i < s->ninput; i++) {
        n *= s->domain[i].natom;
    }
    *ncell = n;
    if (n > MOST_CELLS) {
        return NULL;
    }
    uint32_t **cell = arena_alloc(a, n * sizeof(uint32_t *));
    for (size_t c = 0; c < n; c++) {
        size_t rest = c;
        cell[c] = arena_alloc(a, (s->ninput + 1) * sizeof *cell[c]);
        for (uint32_t i = 0; i < s->ninput; i++) {
            cell[c][i] = (uint32_t)(rest % s->domain[i].natom);
            rest /= s->domain[i].natom;
        }
    }
    return cell;
}

struct said *oracle_said(const struct oracle *o, size_t cell, uint32_t rule) {
    return &o->said[cell * o->boxes->space->table->nrule + rule];
}

bool said_same(const struct said *x, const struct said *y) {
    return x->verdict == y->verdict && x->value == y->value && x->number == y->number && x->copy == y->copy &&
           strcmp(x->error ? x->error : "", y->error ? y->error : "") == 0;
}

bool said_alike(const struct said *x, const struct said *y) {
    return said_same(x, y) && x->order == y->order;
}

bool value_fails(const struct oracle *o, uint32_t value, const uint32_t *cell) {
    const struct table *t = o->boxes->space->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind != RULE_CLAUSE || t->rule[i].no_filter) {
            continue;
        }
        for (size_t k = 0; k < t->rule[i].ntarget; k++) {
            if (t->rule[i].target[k].output == o->output && t->rule[i].target[k].value == value &&
                region_at(o->boxes->space, &o->boxes->rule[i], cell)) {
                return true;
            }
        }
    }
    return false;
}

static void say_list(const struct oracle *o, const struct rule *r, const struct outcome *out, const uint32_t *cell,
                     struct said *s) {
    s->verdict = VERDICT_EXHAUSTED;
    s->cand = NO;
    for (uint32_t i = 0; i < out->nvalue && s->verdict == VERDICT_EXHAUSTED; i++) {
        if ((out->nvalue == 1 && !r->exhausted_next) || !value_fails(o, out->value[i], cell)) {
            s->verdict = VERDICT_VALUE;
            s->value = out->value[i];
            s->cand = i;
        }
    }
    for (uint32_t i = 0; i < out->nvalue && o->boxes->space->table->output[o->output].ranked; i++) {
        if (!value_fails(o, out->value[i], cell)) {
            s->order = s->order << 4 | (out->value[i] + 1);
        }
    }
    bool ranked = o->boxes->space->table->output[o->output].ranked;
    s->order = s->order || !ranked || s->value == NO ? s->order : s->value + 1;
}

/* Copies: a value of the same name; a number in the output's range, where the input has one there. */
static void say_copy(const struct oracle *o, const struct outcome *out, const uint32_t *cell, struct said *s) {
    const struct table *t = o->boxes->space->table;
    const struct output *output = &t->output[o->output];
    const struct input *in = &t->input[out->input];
    const struct domain *d = &o->boxes->space->domain[out->input];
    uint32_t atom = cell[out->input];
    int64_t factor = out->kind == OUTCOME_PRODUCT ? out->number : 1;
    s->verdict = VERDICT_ERROR;
    s->error = "copy";
    for (uint32_t v = 0; v < output->nvalue; v++) {
        if (atom < in->nvalue && strcmp(output->value[v], in->value[atom]) == 0) {
            s->verdict = VERDICT_VALUE;
            s->value = v;
            s->order = output->ranked ? v + 1 : 0;
        }
    }
    bool number = atom != d->special[VALUE_UNSET - VALUE_OTHER] && atom != d->special[VALUE_NONE - VALUE_OTHER] &&
                  atom != d->special[VALUE_ERROR - VALUE_OTHER];
    if (output->is_int && number && d->atom[atom].lo * factor >= output->lo &&
        d->atom[atom].hi * factor <= output->hi) {
        s->verdict = VERDICT_VALUE;
        s->copy = d->atom[atom].lo == d->atom[atom].hi || factor == 0 ? NO : out->input;
        s->number = s->copy == NO ? factor * d->atom[atom].lo : factor;
    }
    s->error = s->verdict == VERDICT_VALUE ? NULL : s->error;
}

/* Where a chained input has no value, a rule has cells only when it speaks of that input, or of unset of what is
 * computed from it. */
static bool speaks(const struct oracle *o, uint32_t rule, const uint32_t *cell) {
    const struct space *s = o->boxes->space;
    const struct rule *r = &s->table->rule[rule];
    for (uint32_t i = 0; i < s->ninput; i++) {
        const struct domain *d = &s->domain[i];
        bool failed =
            cell[i] == d->special[VALUE_NONE - VALUE_OTHER] || cell[i] == d->special[VALUE_ERROR - VALUE_OTHER];
        bool named = !failed || s->table->input[i].chain == NO || !(o->depends >> i & 1);
        for (size_t c = 0; c < r->ncond; c++) {
            uint32_t of = r->cond[c].input[0];
            named = named || (r->cond[c].form == COND_PLAIN && of == i) ||
                    (s->table->input[of].from_op &&
                     (s->table->input[of].from[0] == i || s->table->input[of].from[1] == i) &&
                     cell[of] == s->domain[of].special[VALUE_UNSET - VALUE_OTHER]);
        }
        if (!named) {
            return false;
        }
    }
    return true;
}

static void say(const struct oracle *o, uint32_t rule, const uint32_t *cell, struct said *s) {
    const struct rule *r = &o->boxes->space->table->rule[rule];
    const struct outcome *out = r->kind == RULE_RULE ? rule_outcome(r, o->output) : NULL;
    *s = (struct said){.value = NO, .copy = NO};
    s->covers = out && region_at(o->boxes->space, &o->boxes->rule[rule], cell) && speaks(o, rule, cell);
    if (!s->covers) {
        return;
    }
    switch (out->kind) {
    case OUTCOME_LIST:
        say_list(o, r, out, cell, s);
        break;
    case OUTCOME_COPY:
    case OUTCOME_PRODUCT:
        say_copy(o, out, cell, s);
        break;
    case OUTCOME_NONE:
        s->verdict = VERDICT_NONE;
        break;
    case OUTCOME_ERROR:
        s->verdict = VERDICT_ERROR;
        s->error = out->error;
        break;
    case OUTCOME_INT:
        s->verdict = VERDICT_VALUE;
        s->number = out->number;
        break;
    }
}

/* -1 x is a strict subset of y, 0 equal, 1 neither; only at cells of one version (NO: all).  Remembered. */
static int compare_sets(const struct oracle *o, uint32_t x, uint32_t y, uint32_t version) {
    uint32_t input = o->boxes->space->table->versions;
    size_t nrule = o->boxes->space->table->nrule;
    signed char *memo = &o->memo[((version == NO ? 0 : version + 1) * nrule + x) * nrule + y];
    if (*memo) {
        return *memo - 3;
    }
    bool inside = true, equal = true;
    for (size_t c = 0; c < o->ncell; c++) {
        if (o->tied[c] || (version != NO && o->cell[c][input] != version)) {
            continue; /* derived integers stand for the cells that define them */
        }
        bool in_x = region_at(o->boxes->space, &o->boxes->rule[x], o->cell[c]);
        bool in_y = region_at(o->boxes->space, &o->boxes->rule[y], o->cell[c]);
        inside = inside && (!in_x || in_y);
        equal = equal && in_x == in_y;
    }
    *memo = equal ? 3 : inside ? 2 : 4;
    return *memo - 3;
}

static bool inside(const struct oracle *o, uint32_t x, uint32_t y, size_t cell) {
    uint32_t input = o->boxes->space->table->versions;
    int at = input == NO ? 0 : compare_sets(o, x, y, o->cell[cell][input]);
    return (at ? at : compare_sets(o, x, y, NO)) == -1;
}

static bool takes_part(const struct oracle *o, size_t cell, uint32_t rule, uint32_t tier, bool is_else) {
    const struct rule *r = &o->boxes->space->table->rule[rule];
    return oracle_said(o, cell, rule)->covers && r->tier == tier && r->is_else == is_else;
}

static bool passes(const struct oracle *o, size_t cell, uint32_t rule) {
    return o->boxes->space->table->rule[rule].exhausted_next &&
           oracle_said(o, cell, rule)->verdict == VERDICT_EXHAUSTED;
}

/* One group of a tier: marks winners; true when there is one.  *passed: a rule with an empty list was there. */
static bool decide_group(struct oracle *o, size_t cell, uint32_t tier, bool is_else, bool *passed) {
    const struct table *t = o->boxes->space->table;
    enum hit hit = t->output[o->output].hit;
    uint32_t first = NO;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (!takes_part(o, cell, i, tier, is_else)) {
            continue;
        }
        bool wins = !passes(o, cell, i);
        *passed = *passed || !wins;
        o->left_over[cell * t->nrule + i] = !wins;
        for (uint32_t k = 0; k < t->nrule && wins; k++) {
            bool other = k != i && takes_part(o, cell, k, tier, is_else) && !passes(o, cell, k);
            wins =
                !(other && !is_else && ((hit == HIT_FIRST && k < i) || (hit == HIT_SPECIFIC && inside(o, k, i, cell))));
        }
        struct said *s = oracle_said(o, cell, i);
        s->wins = wins;
        if (wins && first == NO) {
            first = i;
            o->verdict[cell] = s->verdict;
            o->rule[cell] = i;
        } else if (wins && (is_else || hit == HIT_UNIQUE || !said_alike(s, oracle_said(o, cell, first)))) {
            o->verdict[cell] = VERDICT_CONFLICT;
            o->conflict = true;
        }
    }
    return first != NO;
}

/* What a chained input of an output is where this comes out; NO: nobody says. */
static uint32_t chained_atom(const struct oracle *o, size_t cell) {
    const struct space *s = o->boxes->space;
    const struct output *out = &s->table->output[o->output];
    if (out->input == NO || o->verdict[cell] == VERDICT_GAP || o->verdict[cell] == VERDICT_CONFLICT) {
        return NO;
    }
    const struct domain *d = &s->domain[out->input];
    if (o->verdict[cell] != VERDICT_VALUE) {
        return d->special[(o->verdict[cell] == VERDICT_NONE ? VALUE_NONE : VALUE_ERROR) - VALUE_OTHER];
    }
    const struct said *said = oracle_said(o, cell, o->rule[cell]);
    int64_t number = said->number;
    if (said->copy != NO) {
        number *= s->domain[said->copy].atom[o->cell[cell][said->copy]].lo;
    }
    for (uint32_t i = 0; out->is_int && i < int_natom(d); i++) {
        if (int_has(d, i, number)) {
            return i;
        }
    }
    return out->is_int ? NO : said->value;
}

/* A forbid is asked of the last output that it speaks of: by an answer, or by a condition on what is decided. */
uint32_t oracle_asked(const struct oracle *o, struct oracle *const *all, uint32_t rule) {
    const struct table *t = o->boxes->space->table;
    const struct rule *r = &t->rule[rule];
    uint64_t named = 0;
    uint32_t last = NO;
    for (size_t c = 0; c < r->ncond; c++) {
        for (size_t k = 0; k < r->cond[c].ninput; k++) {
            uint32_t of = r->cond[c].input[k];
            bool derived = t->input[of].from_op;
            named |= (uint64_t)1 << of | (derived ? (uint64_t)1 << t->input[of].from[0] : 0);
            named |= derived && t->input[of].from[1] != NO ? (uint64_t)1 << t->input[of].from[1] : 0;
        }
    }
    for (uint32_t i = 0; i < t->noutput; i++) {
        bool speaks_of = t->output[i].input != NO && (named >> t->output[i].input & 1);
        for (size_t k = 0; k < r->nassign; k++) {
            speaks_of = speaks_of || r->assign[k].output == i;
        }
        bool unknown = speaks_of && !(i == o->output || (all[i] && all[i]->place < o->place));
        bool later = speaks_of && all[i] && (last == NO || last == o->output || all[last]->place < all[i]->place);
        if (unknown && !all[i]) {
            return NO;
        }
        last = later || (speaks_of && last == NO) ? i : last;
    }
    return last;
}

/* Does a forbid that is asked of this output speak against the atom of its chained input? */
static bool is_forbidden(const struct oracle *o, struct oracle *const *upstream, uint32_t atom, size_t c) {
    const struct space *s = o->boxes->space;
    const struct table *t = s->table;
    for (uint32_t r = 0; r < t->nrule; r++) {
        bool all = t->rule[r].kind == RULE_FORBID && region_at(s, &o->boxes->rule[r], o->cell[c]) &&
                   oracle_asked(o, upstream, r) == o->output;
        for (size_t i = 0; i < t->rule[r].nassign && all; i++) {
            const struct assign *e = &t->rule[r].assign[i];
            uint32_t input = t->output[e->output].input;
            uint32_t at = e->output == o->output ? atom : input != NO ? o->cell[c][input] : NO;
            const struct domain *d = at != NO ? &s->domain[input] : NULL;
            bool none = at != NO && at == d->special[VALUE_NONE - VALUE_OTHER];
            all = at != NO && at != d->special[VALUE_ERROR - VALUE_OTHER] &&
                  (none                          ? assign_has_value(e, VALUE_NONE)
                   : t->output[e->output].is_int ? assign_has_number(e, d->atom[at].lo)
                                                 : assign_has_value(e, at));
        }
        if (all) {
            return true;
        }
    }
    return false;
}

static bool refused(const struct oracle *o, const uint32_t *cell) {
    const struct table *t = o->boxes->space->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind == RULE_REFUSE && rule_refuses(&t->rule[i], o->output) &&
            region_at(o->boxes->space, &o->boxes->rule[i], cell)) {
            return true;
        }
    }
    return false;
}

static bool any_need_fails(const struct oracle *o, uint32_t value, const uint32_t *cell) {
    const struct table *t = o->boxes->space->table;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (clause_speaks_of(&t->rule[i], o->output, value) && region_at(o->boxes->space, &o->boxes->rule[i], cell)) {
            return true;
        }
    }
    return false;
}

/* Can the chained input of this output be what it is in the cell: decided, or chosen by a user? */
static bool chain_possible(const struct oracle *o, struct oracle *const *upstream, size_t c) {
    const struct space *s = o->boxes->space;
    const struct output *out = &s->table->output[o->output];
    const struct domain *d = &s->domain[out->input];
    uint32_t atom = o->cell[c][out->input];
    bool none = atom == d->special[VALUE_NONE - VALUE_OTHER], error = atom == d->special[VALUE_ERROR - VALUE_OTHER];
    bool open = o->atom[c] == NO; /* a gap: any value, unless it could not be chosen either */
    if (open && none && out->override > OVERRIDE_KEEP && is_forbidden(o, upstream, atom, c)) {
        return false;
    }
    if (o->atom[c] == atom || (open && (out->override == OVERRIDE_NO || none || error))) {
        return true;
    }
    if (out->override == OVERRIDE_NO || refused(o, o->cell[c]) || none) {
        return false;
    }
    if (error) {
        return out->override == OVERRIDE_CHECK;
    }
    bool needs = out->is_int || !any_need_fails(o, atom, o->cell[c]);
    return out->override == OVERRIDE_KEEP || (needs && !is_forbidden(o, upstream, atom, c));
}

/* Do some numbers of the factors' pieces give one of this piece? */
static bool derived_fits(const struct space *s, uint32_t input, const uint32_t *cell) {
    const struct input *in = &s->table->input[input];
    const struct domain *x = &s->domain[in->from[0]], *y = in->from[1] == NO ? NULL : &s->domain[in->from[1]];
    const struct domain *d = &s->domain[input];
    bool unset = cell[in->from[0]] >= int_natom(x) || (y && cell[in->from[1]] >= int_natom(y));
    if (unset || cell[input] >= int_natom(d)) {
        return unset && cell[input] == d->special[VALUE_UNSET - VALUE_OTHER];
    }
    for (int64_t i = s->table->input[in->from[0]].lo; i <= s->table->input[in->from[0]].hi; i++) {
        int64_t from = y ? s->table->input[in->from[1]].lo : in->from_by,
                to = y ? s->table->input[in->from[1]].hi : from;
        for (int64_t k = from; k <= to && int_has(x, cell[in->from[0]], i); k++) {
            int64_t number;
            if ((!y || int_has(y, cell[in->from[1]], k)) && derived_number(in->from_op, i, k, &number) &&
                int_has(d, cell[input], number)) {
                return true;
            }
        }
    }
    return false;
}

/* Chained inputs that are decided later, and what is computed from them, as bits. */
static uint64_t waiting(const struct table *t, struct oracle *const *upstream) {
    uint64_t waits = 0;
    for (uint32_t pass = 0; pass <= t->ninput; pass++) {
        for (uint32_t i = 0; i < t->ninput; i++) {
            const struct input *in = &t->input[i];
            bool derived =
                in->from_op && ((waits >> in->from[0] & 1) || (in->from[1] != NO && (waits >> in->from[1] & 1)));
            waits |= (uint64_t)(derived || (in->chain != NO && !upstream[in->chain])) << i;
        }
    }
    return waits;
}

bool oracle_never(const struct boxes *b, struct oracle *const *upstream, uint32_t **cell, size_t c) {
    const struct table *t = b->space->table;
    bool never = region_at(b->space, &b->never, cell[c]);
    for (uint32_t i = 0; i < t->noutput && !never; i++) {
        never = upstream[i] && t->output[i].input != NO && !chain_possible(upstream[i], upstream, c);
    }
    uint64_t waits = waiting(t, upstream);
    for (uint32_t i = 0; i < t->ninput && !never; i++) {
        never = t->input[i].from_op && !(waits >> i & 1) && !derived_fits(b->space, i, cell[c]);
    }
    return never;
}

/* Cells that differ in an input only that is decided later are one cell; and those that rules are compared without. */
static void look_around(struct oracle *o, size_t c) {
    const struct space *s = o->boxes->space;
    uint64_t waits = waiting(s->table, o->upstream);
    for (uint32_t i = 0; i < s->ninput; i++) {
        uint32_t of = s->table->input[i].chain;
        const struct oracle *up = of == NO ? NULL : o->upstream[of];
        bool derived = s->table->input[i].from_op && !(waits >> i & 1);
        o->tied[c] = o->tied[c] || (derived && !derived_fits(s, i, o->cell[c]));
        o->skip[c] = o->skip[c] || ((waits >> i & 1) && o->cell[c][i] > 0);
        bool follows = up && s->table->output[of].override == OVERRIDE_NO;
        o->tied[c] = o->tied[c] || (follows && up->atom[c] != NO && up->atom[c] != o->cell[c][i]);
    }
}

/* By what its sections name. */
static uint64_t depends_on(const struct table *t, uint32_t output) {
    uint64_t named = 0;
    for (uint32_t i = 0; i < t->nrule; i++) {
        const struct rule *r = &t->rule[i];
        const struct outcome *out = r->kind == RULE_RULE ? rule_outcome(r, output) : NULL;
        bool of = out || (r->kind == RULE_REFUSE && rule_refuses(r, output));
        for (size_t k = 0; k < r->ntarget; k++) {
            of = of || r->target[k].output == output;
        }
        for (size_t c = 0; c < r->ncond && of; c++) {
            for (size_t k = 0; k < r->cond[c].ninput; k++) {
                named |= (uint64_t)1 << r->cond[c].input[k];
            }
        }
        named |= out && (out->kind == OUTCOME_COPY || out->kind == OUTCOME_PRODUCT) ? (uint64_t)1 << out->input : 0;
    }
    for (uint32_t pass = 0; pass < t->ninput; pass++) {
        for (uint32_t i = 0; i < t->ninput; i++) {
            if ((named >> i & 1) && t->input[i].from_op) {
                named |= (uint64_t)1 << t->input[i].from[0];
                named |= t->input[i].from[1] == NO ? 0 : (uint64_t)1 << t->input[i].from[1];
            }
        }
    }
    return named;
}

/* Before never and facts; returns whether an empty list was passed over. */
static void decide_cell(struct oracle *o, size_t cell) {
    const struct table *t = o->boxes->space->table;
    bool passed = false, failed = false;
    o->rule[cell] = NO;
    for (uint32_t i = 0; i < t->nrule; i++) {
        if (t->rule[i].kind == RULE_REFUSE && rule_refuses(&t->rule[i], o->output) &&
            region_at(o->boxes->space, &o->boxes->rule[i], o->cell[cell])) {
            o->verdict[cell] = VERDICT_ERROR;
            o->rule[cell] = i;
            return;
        }
    }
    for (uint32_t tier = 0; tier < t->ntier; tier++) {
        bool here = false;
        if (decide_group(o, cell, tier, false, &here)) {
            break;
        }
        if (!here && decide_group(o, cell, tier, true, &here)) {
            break;
        }
        passed = passed || here;
        o->verdict[cell] = VERDICT_GAP;
    }
    for (uint32_t i = 0; i < t->ninput; i++) {
        const struct domain *d = &o->boxes->space->domain[i];
        bool has = o->cell[cell][i] == d->special[VALUE_NONE - VALUE_OTHER] ||
                   o->cell[cell][i] == d->special[VALUE_ERROR - VALUE_OTHER];
        failed = failed || (has && t->input[i].chain != NO && (o->depends >> i & 1));
    }
    if (o->verdict[cell] == VERDICT_GAP) {
        bool none = t->output[o->output].gaps_none;
        o->verdict[cell] = passed ? VERDICT_EXHAUSTED : failed ? VERDICT_ERROR : none ? VERDICT_NONE : VERDICT_GAP;
    } else {
        memset(&o->left_over[cell * t->nrule], 0, t->nrule * sizeof *o->left_over);
    }
}

/* A cell that cannot occur has no answer, whatever the rules say. */
static void take_out(struct oracle *o, size_t cell) {
    size_t nrule = o->boxes->space->table->nrule;
    o->verdict[cell] = VERDICT_NEVER;
    o->rule[cell] = NO;
    memset(&o->left_over[cell * nrule], 0, nrule * sizeof *o->left_over);
    for (uint32_t i = 0; i < nrule; i++) {
        oracle_said(o, cell, i)->wins = false;
    }
}

struct oracle *oracle_build(struct arena *a, const struct boxes *b, struct oracle *const *upstream, uint32_t output,
                            uint32_t **cell, size_t ncell, uint32_t without) {
    struct oracle *o = arena_alloc(a, sizeof *o);
    size_t nrule = b->space->table->nrule;
    *o = (struct oracle){.boxes = b, .output = output, .cell = cell, .ncell = ncell, .upstream = upstream};
    o->depends = depends_on(b->space->table, output);
    for (uint32_t i = 0; i < b->space->table->noutput; i++) {
        o->place += upstream[i] != NULL;
    }
    o->said = arena_alloc(a, ncell * nrule * sizeof *o->said);
    o->verdict = arena_alloc(a, ncell * sizeof *o->verdict);
    o->rule = arena_alloc(a, ncell * sizeof *o->rule);
    o->atom = arena_alloc(a, ncell * sizeof *o->atom);
    o->skip = arena_alloc(a, ncell);
    o->tied = arena_alloc(a, ncell);
    o->left_over = arena_alloc(a, ncell * nrule * sizeof *o->left_over);
    uint32_t versions = b->space->table->versions;
    size_t nversion = versions == NO ? 1 : b->space->domain[versions].natom + 1;
    o->memo = arena_alloc(a, nversion * nrule * nrule);
    for (size_t c = 0; c < ncell; c++) {
        look_around(o, c);
        for (uint32_t i = 0; i < nrule; i++) {
            say(o, i, cell[c], oracle_said(o, c, i));
            oracle_said(o, c, i)->covers = oracle_said(o, c, i)->covers && i != without;
        }
    }
    for (size_t c = 0; c < ncell; c++) {
        bool before = o->conflict;
        decide_cell(o, c);
        o->torn = o->torn || o->conflict;
        o->atom[c] = chained_atom(o, c);
        if (oracle_never(b, upstream, cell, c)) {
            o->conflict = before;
            take_out(o, c);
        }
    }
    return o;
}
