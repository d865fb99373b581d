/* analyse_lines.c -- the lines of one output, arranged for questions: groups, spans, bit rows, takers.
 *
 * In: a plan.  Out: for each line its group, for each rule its lines, and which lines come before one wherever they
 * cover [note takers].  Which lines meet a box is answered by bit rows: per input and atom set, the lines that meet
 * it, made when first asked for; ANDed over the inputs that the box names.
 */
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

enum { MEMO = 1 << 14 };

/* ---- groups and spans ---- */

bool line_left_over(const struct analysis *an, uint32_t line) {
    const struct line *l = &an->plan->line[line];
    return l->kind == LINE_EXHAUSTED && an->table->rule[l->rule].exhausted_next;
}

/* Equal for lines of one group, and only for those. */
static uint32_t group_key(const struct analysis *an, uint32_t line) {
    const struct line *l = &an->plan->line[line];
    if (l->kind == LINE_NEVER || l->kind == LINE_REFUSE) {
        return 0;
    }
    if (line_left_over(an, line)) {
        return NO;
    }
    return 1 + 2 * an->table->rule[l->rule].tier + an->table->rule[l->rule].is_else;
}

/* Lines of one group lie together in the plan: its first and last are enough. */
static void find_groups(struct analysis *an) {
    uint32_t n = (uint32_t)an->plan->nline;
    an->first = arena_alloc(an->scratch, n * sizeof *an->first);
    an->last = arena_alloc(an->scratch, n * sizeof *an->last);
    for (uint32_t i = 0; i < n; i++) {
        an->first[i] = i && group_key(an, i) == group_key(an, i - 1) ? an->first[i - 1] : i;
    }
    for (uint32_t i = n; i-- > 0;) {
        an->last[i] = i + 1 < n && an->first[i + 1] == an->first[i] ? an->last[i + 1] : i + 1;
    }
}

/* What `exhausted = next` left over is kept apart: there the rule does not compete. */
static void find_spans(struct analysis *an) {
    an->of_rule = arena_alloc(an->scratch, an->table->nrule * sizeof *an->of_rule);
    an->left_over = arena_alloc(an->scratch, an->table->nrule * sizeof *an->left_over);
    for (uint32_t i = 0; i < an->plan->nline; i++) {
        if (an->plan->line[i].rule != NO) {
            struct span *s = (line_left_over(an, i) ? an->left_over : an->of_rule) + an->plan->line[i].rule;
            *PUSH(an->scratch, s->line, s->count) = i;
        }
    }
}

/* ---- bit rows ---- */

struct place {
    uint32_t set, line;
};

static int by_set(const void *x, const void *y) {
    const struct place *p = x, *q = y;
    if (p->set != q->set) {
        return p->set < q->set ? -1 : 1;
    }
    return p->line < q->line ? -1 : p->line > q->line;
}

/* The distinct sets of one input, each with its lines. */
static void find_sets(struct analysis *an, uint32_t input, struct place *place) {
    struct row_of *r = &an->row[input];
    uint32_t n = (uint32_t)an->plan->nline;
    for (uint32_t i = 0; i < n; i++) {
        place[i] = (struct place){an->plan->line[i].box.set[input], i};
    }
    qsort(place, n, sizeof *place, by_set);
    for (uint32_t i = 0; i < n; i++) {
        r->nset += i == 0 || place[i].set != place[i - 1].set;
    }
    r->set = arena_alloc(an->scratch, r->nset * sizeof *r->set);
    r->line = arena_alloc(an->scratch, r->nset * sizeof(uint32_t *));
    r->nline = arena_alloc(an->scratch, r->nset * sizeof *r->nline);
    uint32_t *line = arena_alloc(an->scratch, n * sizeof *line);
    for (uint32_t i = 0, k = 0; i < n; i++) {
        if (i && place[i].set != place[i - 1].set) {
            k++;
        }
        if (r->nline[k]++ == 0) {
            r->set[k] = place[i].set;
            r->line[k] = &line[i];
        }
        line[i] = place[i].line;
    }
}

/* A row is made at most once per distinct set, over the distinct sets of the lines rather than the lines. */
static const uint64_t *row(struct analysis *an, uint32_t input, uint32_t set) {
    struct row_of *r = &an->row[input];
    const struct asets *p = an->space->domain[input].sets;
    if (set >= r->cap) {
        size_t cap = (size_t)set * 2 + 16;
        uint64_t **bigger = arena_alloc(an->scratch, cap * sizeof(uint64_t *));
        if (r->cap) {
            memcpy(bigger, r->row, r->cap * sizeof(uint64_t *));
        }
        r->row = bigger;
        r->cap = cap;
    }
    if (!r->row[set]) {
        uint64_t *word = r->row[set] = arena_alloc(an->scratch, an->nword * sizeof *word);
        for (size_t k = 0; k < r->nset; k++) {
            for (size_t i = 0; aset_meets(p, set, r->set[k]) && i < r->nline[k]; i++) {
                word[r->line[k][i] / 64] |= (uint64_t)1 << r->line[k][i] % 64;
            }
        }
    }
    return r->row[set];
}

void lines_meeting(struct analysis *an, const struct box *b, uint64_t *word) {
    size_t n = an->plan->nline;
    for (size_t w = 0; w < an->nword; w++) {
        word[w] = (w + 1) * 64 <= n ? UINT64_MAX : ((uint64_t)1 << n % 64) - 1;
    }
    for (uint64_t rest = b->named; rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rest);
        const uint64_t *meets = row(an, i, b->set[i]);
        for (size_t w = 0; w < an->nword; w++) {
            word[w] &= meets[w];
        }
    }
}

void analyse_lines(struct analysis *an, uint32_t output) {
    an->plan = an->plans[output];
    an->output = output;
    find_groups(an);
    find_spans(an);
    an->nword = an->plan->nline / 64 + 1;
    for (size_t i = 0; i < sizeof an->meet / sizeof *an->meet; i++) {
        an->meet[i] = arena_alloc(an->scratch, an->nword * sizeof *an->meet[i]);
    }
    an->row = arena_alloc(an->scratch, (an->space->ninput + 1) * sizeof *an->row);
    struct place *place = arena_alloc(an->scratch, an->plan->nline * sizeof *place);
    for (uint32_t i = 0; i < an->space->ninput; i++) {
        find_sets(an, i, place);
    }
    an->memo = arena_alloc(an->scratch, MEMO * sizeof *an->memo);
    an->versioned = arena_alloc(an->scratch, an->table->nrule * sizeof *an->versioned);
    for (uint32_t i = 0; i < an->table->nrule; i++) {
        an->versioned[i] = plan_versioned(an->boxes, i);
    }
    an->blockers = (struct blockers){0};
    an->overlap = NULL;
    an->noverlap = 0;
    an->overlap_steps = 0;
    an->conflict = an->overlap_cut = false;
    an->masked = arena_alloc(an->scratch, an->table->nrule * sizeof *an->masked);
}

/* ---- blockers ---- */

void blockers_clear(struct analysis *an) {
    an->blockers.count = 0;
}

void blockers_add(struct analysis *an, const struct box *box, uint32_t line) {
    struct blockers *b = &an->blockers;
    if (b->count == b->cap) {
        struct blockers bigger = {.count = b->count, .cap = b->cap * 2 + 64};
        bigger.box = arena_alloc(an->scratch, bigger.cap * sizeof(const struct box *));
        bigger.line = arena_alloc(an->scratch, bigger.cap * sizeof *bigger.line);
        bigger.used = arena_alloc(an->scratch, bigger.cap * sizeof *bigger.used);
        if (b->count) {
            memcpy(bigger.box, b->box, b->count * sizeof(const struct box *));
            memcpy(bigger.line, b->line, b->count * sizeof *b->line);
        }
        *b = bigger;
    }
    b->box[b->count] = box;
    b->line[b->count++] = line;
}

uint32_t bits_next(const uint64_t *word, uint32_t from, uint32_t end) {
    for (uint32_t w = from / 64; from < end && w <= (end - 1) / 64; w++) {
        uint64_t rest = word[w] & (w == from / 64 ? UINT64_MAX << from % 64 : UINT64_MAX);
        if (rest) {
            uint32_t line = w * 64 + (uint32_t)__builtin_ctzll(rest);
            return line < end ? line : NO;
        }
    }
    return NO;
}

void blockers_before(struct analysis *an, const uint64_t *word, uint32_t end) {
    for (uint32_t i = bits_next(word, 0, end); i != NO; i = bits_next(word, i + 1, end)) {
        blockers_add(an, &an->plan->line[i].box, i);
    }
}

/* ---- which rule is strictly inside which ---- */

static bool stricter(struct analysis *an, uint32_t rule, uint32_t than, uint32_t version) {
    uint32_t key = rule * 0x9e3779b1u ^ than * 0x85ebca77u ^ version * 0xc2b2ae3du;
    struct stricter *m = &an->memo[(key ^ key >> 15) % MEMO];
    if (!m->answer || m->rule != rule || m->than != than || m->version != version) {
        bool is = plan_stricter(an->boxes, rule, than, version);
        *m = (struct stricter){rule, than, version, is ? 2 : 1};
    }
    return m->answer == 2;
}

/* Rules whose conditions change with the version are compared at each version that the two lines share. */
uint32_t lines_inside(struct analysis *an, uint32_t x, uint32_t y) {
    const struct line *lx = &an->plan->line[x], *ly = &an->plan->line[y];
    uint32_t input = an->table->versions;
    if (lx->rule == ly->rule) {
        return ASET_EMPTY;
    }
    if (input == NO || (!an->versioned[lx->rule] && !an->versioned[ly->rule])) {
        return stricter(an, lx->rule, ly->rule, NO) ? ASET_FULL : ASET_EMPTY;
    }
    struct asets *p = an->space->domain[input].sets;
    uint32_t common = aset_and(p, lx->box.set[input], ly->box.set[input]), inside = ASET_EMPTY;
    for (uint32_t v = aset_next(p, common, 0); v != NO; v = aset_next(p, common, v + 1)) {
        if (stricter(an, lx->rule, ly->rule, v)) {
            inside = aset_or(p, inside, aset_one(p, v));
        }
    }
    return inside;
}

void blockers_add_at(struct analysis *an, uint32_t x, uint32_t versions) {
    const struct box *box = &an->plan->line[x].box;
    if (versions == ASET_EMPTY) {
        return;
    }
    if (versions != ASET_FULL) {
        struct box *part = arena_alloc(an->scratch, sizeof *part);
        *part = box_copy(an->space, an->scratch, box);
        if (!box_narrow(an->space, part, an->table->versions, versions)) {
            return;
        }
        box = part;
    }
    blockers_add(an, box, x);
}

void takers(struct analysis *an, uint32_t line) {
    const struct line *l = &an->plan->line[line];
    uint64_t *word = an->meet[0];
    enum hit hit = l->kind == LINE_REFUSE ? HIT_FIRST : an->table->output[an->output].hit;
    bool in_order = hit == HIT_FIRST, inside = hit == HIT_SPECIFIC;
    if (line_left_over(an, line) || (l->rule != NO && an->table->rule[l->rule].is_else)) {
        in_order = inside = false; /* elses that overlap are a conflict */
    }
    lines_meeting(an, &l->box, word);
    blockers_clear(an);
    blockers_before(an, word, an->first[line]);
    for (uint32_t i = bits_next(word, an->first[line], an->last[line]); i != NO;
         i = bits_next(word, i + 1, an->last[line])) {
        bool own = an->plan->line[i].rule == l->rule;
        if (own || in_order) {
            if (i < line) {
                blockers_add(an, &an->plan->line[i].box, i);
            }
        } else if (inside) {
            blockers_add_at(an, i, lines_inside(an, i, line));
        }
    }
}
