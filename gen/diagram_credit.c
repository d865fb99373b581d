/* diagram_credit.c -- who is credited under `specific`, where several winners say the same.
 *
 * Note [credit].  The winners of a cell are the covering rules that no stricter rule covers too; the first of them in
 * file order is credited.  The order of the plan is only a linear extension of "stricter first", so the first
 * finished line f gives the right outcome, and yet a rule behind it may be the credited one: g, earlier in the file
 * than f, meeting f, not wider than f.  No linear order serves every cell (a wide and early, d inside a, b crossing
 * both: d wants to stand before a, b before d, a before b).  So in a rule diagram of a `specific` output the list is
 * not cut at f: kept are the g that are rivals of f or of an unfinished line before it and that no finished line
 * kills, and the unfinished lines that could still kill one of those.  Plans without rivals pay nothing.
 * A rank is a rule at one span of versions; diagram_rivals.c finds who is whose rival and killer.
 */
#include "diagram.h"

static bool bit_has(const uint64_t *word, uint32_t bit) {
    return word[bit / 64] >> (bit % 64) & 1;
}

static void bit_set(uint64_t *word, uint32_t bit) {
    word[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static bool bits_meet(const struct bits *b, const uint64_t *word) {
    for (uint32_t i = 0; i < b->n; i++) {
        if (b->word[i] & word[b->at[i]]) {
            return true;
        }
    }
    return false;
}

/* Can this line, behind the first finished one, still be the credited one? */
static bool in_play(const struct credit *c, uint32_t rank) {
    return c->rival[rank].n > 0 && !bit_has(c->own, rank) && bits_meet(&c->rival[rank], c->ahead) &&
           !bits_meet(&c->killer[rank], c->done);
}

/* ahead: the first finished line and those before it; done: all that are finished. */
static void gather(struct build *b, const uint32_t *list, size_t first, size_t count) {
    struct credit *c = b->credit;
    for (size_t i = 0; i < count; i++) {
        const struct class *k = &b->class[list[i]];
        if (k->rank != NO && i <= first) {
            bit_set(c->ahead, k->rank);
        }
        if (k->rank != NO && k->level == b->nlevel) {
            bit_set(c->done, k->rank);
        }
    }
}

static void forget(struct build *b, const uint32_t *list, size_t count) {
    struct credit *c = b->credit;
    for (size_t i = 0; i < count; i++) {
        uint32_t rank = b->class[list[i]].rank;
        if (rank != NO) {
            c->ahead[rank / 64] = c->done[rank / 64] = c->own[rank / 64] = 0;
        }
        for (uint32_t w = 0; rank != NO && w < c->killer[rank].n; w++) {
            c->need[c->killer[rank].at[w]] = 0;
        }
    }
}

/* Marks the lines in play with KEEP, and in `need` those that could kill one of them. */
enum { KEEP = 1 << 30 }; /* there are fewer classes */
static void mark(struct build *b, uint32_t *list, size_t first, size_t count) {
    struct credit *c = b->credit;
    bit_set(c->own, b->class[list[first]].rank);
    for (size_t i = first + 1; i < count; i++) {
        const struct class *k = &b->class[list[i]];
        if (k->rank == NO || !in_play(c, k->rank)) {
            continue;
        }
        for (uint32_t w = 0; w < c->killer[k->rank].n; w++) {
            c->need[c->killer[k->rank].at[w]] |= c->killer[k->rank].word[w];
        }
        if (k->level == b->nlevel) {
            bit_set(c->own, k->rank);
        }
        list[i] |= KEEP;
    }
}

/* list[first] is the first finished line.  Keeps of the lines behind it those that matter (note [credit]); returns
 * the new count. */
size_t credit_keep(struct build *b, uint32_t *list, size_t first, size_t count) {
    gather(b, list, first, count);
    mark(b, list, first, count);
    size_t kept = first + 1;
    for (size_t i = first + 1; i < count; i++) {
        uint32_t class = list[i] & ~(uint32_t)KEEP;
        const struct class *k = &b->class[class];
        bool kills = k->rank != NO && k->level < b->nlevel && bit_has(b->credit->need, k->rank);
        bool keeps = kills || (list[i] & KEEP);
        list[i] = list[kept]; /* all lines stay in the list, for forget() */
        list[keeps ? kept : i] = class;
        kept += keeps;
    }
    forget(b, list, count);
    return kept;
}

/* Every line of the list is finished and a winner. */
uint32_t credit_terminal(const struct build *b, const uint32_t *list, size_t count) {
    uint32_t best = 0;
    for (size_t i = 1; i < count; i++) {
        uint32_t rank = b->class[list[i]].rank;
        if (b->credit->rule[rank] < b->credit->rule[b->class[list[best]].rank]) {
            best = (uint32_t)i;
        }
    }
    return b->class[list[best]].terminal;
}
