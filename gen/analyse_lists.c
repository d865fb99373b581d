/* analyse_lists.c -- cross-list: a name that is missing from a list which is otherwise the same as another.
 *
 * In: the lists that tables of the run write out for one input of names or of an enum: values of sets that rules use,
 * and conditions of rules and refusals, of FEW plain words or more.  Out: a warning at each list that lacks just one
 * word of another one, of this table or of any other of the run.
 * Lists that differ on purpose are common, so nothing is said where the table deals with the word on its own: it is
 * excluded (`!x`) or named beside at most FEW - 2 others by a rule, refusal, needs clause or fact.  What a backend
 * supports is said in needs clauses and grids; those differ by nature and are not compared, nor are SMs and numbers.
 */
#include "analyse.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 3, SHOWN = 3 };

struct list {
    const struct table *table;
    uint32_t input;
    const char *kind, *name; /* of its section */
    const struct cond *cond; /* NULL: a set */
    const struct entries *entries;
    const char **word; /* sorted */
    size_t nword;
    uint64_t hash; /* the sum of its words': one less is one subtraction */
};
struct lists {
    struct list *at;
    size_t count;
    struct names seen; /* hash and size -> the first list */
    uint32_t *next;    /* the next one of the same hash and size */
};

static uint64_t word_hash(const char *word) {
    uint64_t h = 14695981039346656037u;
    for (const char *c = word; *c; c++) {
        h = (h ^ (unsigned char)*c) * 1099511628211u;
    }
    return h ^ h >> 29;
}

/* An alias stands for its value; NULL: no plain word. */
static const char *word_of(const struct table *t, uint32_t input, const struct entry *e) {
    const struct input *in = &t->input[input];
    return e->kind == ENTRY_WORD && !e->not &&e->value < in->nvalue ? in->value[e->value] : NULL;
}

static int by_text(const void *x, const void *y) {
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static void add_list(struct arena *a, struct lists *l, struct list now) {
    const struct entries *es = now.entries;
    now.word = es->count >= FEW ? arena_alloc(a, es->count * sizeof(const char *)) : NULL;
    for (size_t i = 0; i < es->count && now.word; i++) {
        const char *word = word_of(now.table, now.input, &es->entry[i]);
        if (!word) {
            return;
        }
        now.word[now.nword++] = word;
    }
    if (!now.word) {
        return;
    }
    qsort(now.word, now.nword, sizeof(const char *), by_text);
    size_t kept = 1;
    for (size_t i = 1; i < now.nword; i++) {
        if (strcmp(now.word[i], now.word[kept - 1]) != 0) {
            now.word[kept++] = now.word[i];
        }
    }
    now.nword = kept;
    for (size_t i = 0; i < kept; i++) {
        now.hash += word_hash(now.word[i]);
    }
    *PUSH(a, l->at, l->count) = now;
}

/* Values of a chained input are declared by its output, so nobody forgets one there. */
static bool compared(const struct table *t, uint32_t input) {
    const struct input *in = &t->input[input];
    return (in->type == TYPE_NAME || in->type == TYPE_ENUM) && in->chain == NO;
}

/* A set that no rule uses decides nothing; `unused` tells of it. */
static void mark_sets(const struct table *t, const struct entries *es, bool *used) {
    for (size_t i = 0; i < es->count; i++) {
        uint32_t set = es->entry[i].kind == ENTRY_SET ? es->entry[i].set : NO;
        if (set == NO || used[set]) {
            continue;
        }
        used[set] = true;
        for (size_t k = 0; k < t->set[set].npart; k++) {
            mark_sets(t, &t->set[set].part[k].entries, used);
        }
    }
}

static bool decides(const struct rule *r) {
    return r->kind == RULE_RULE || r->kind == RULE_REFUSE;
}

/* In the order of the file as far as its kinds of sections go: conditions, then sets. */
static void gather(struct arena *a, struct lists *l, const struct table *t) {
    bool *used = arena_alloc(a, t->nset + 1);
    for (uint32_t i = 0; i < t->nrule; i++) {
        const struct rule *r = &t->rule[i];
        for (size_t k = 0; decides(r) && k < r->ncond; k++) {
            const struct cond *c = &r->cond[k];
            if (c->form == COND_PLAIN && compared(t, c->input[0])) {
                mark_sets(t, &c->entries, used);
                add_list(a, l, (struct list){t, c->input[0], rule_word(r), r->name, c, &c->entries, NULL, 0, 0});
            }
        }
    }
    for (uint32_t i = 0; i < t->nset; i++) {
        const struct set *s = &t->set[i];
        if (used[i] && s->ninput == 1 && s->npart == 1 && compared(t, s->input[0])) {
            add_list(a, l, (struct list){t, s->input[0], "set", s->name, NULL, &s->part[0].entries, NULL, 0, 0});
        }
    }
}

static const char *hash_key(struct arena *a, uint64_t hash, size_t nword) {
    return arena_printf(a, "%llx %zu", (unsigned long long)hash, nword);
}

static void index_lists(struct arena *a, struct lists *l) {
    l->next = arena_alloc(a, (l->count + 1) * sizeof *l->next);
    l->seen.arena = a;
    for (size_t i = l->count; i-- > 0;) {
        const char *key = hash_key(a, l->at[i].hash, l->at[i].nword);
        uint32_t first = names_find(&l->seen, key);
        l->next[i] = NO;
        if (first == NO) {
            names_add(&l->seen, key, (uint32_t)i);
            continue;
        }
        while (l->next[first] != NO) {
            first = l->next[first];
        }
        l->next[first] = (uint32_t)i;
    }
}

/* Hashes only find candidates: x has all words of y but the one at `but`. */
static bool all_but(const struct list *x, const struct list *y, size_t but) {
    for (size_t i = 0; i < x->nword; i++) {
        if (strcmp(x->word[i], y->word[i + (i >= but)]) != 0) {
            return false;
        }
    }
    return true;
}

/* ---- dealt with on its own ---- */

static bool entries_single_out(const struct table *t, uint32_t input, const struct entries *es, const char *word) {
    const struct input *in = &t->input[input];
    for (size_t i = 0; i < es->count; i++) {
        const struct entry *e = &es->entry[i];
        bool is = e->kind == ENTRY_WORD && e->value < in->nvalue && strcmp(in->value[e->value], word) == 0;
        if (is && (e->not || es->count < FEW)) {
            return true;
        }
    }
    return false;
}

/* Pins, forbids and never cells say what must come out or cannot be, not how it is decided. */
static bool singled_out(const struct table *t, uint32_t input, const char *word) {
    for (size_t i = 0; i < t->nrule; i++) {
        const struct rule *r = &t->rule[i];
        for (size_t k = 0; (decides(r) || r->kind == RULE_CLAUSE) && k < r->ncond; k++) {
            for (size_t n = 0; r->cond[k].form != COND_TUPLE && n < r->cond[k].ninput; n++) {
                if (r->cond[k].input[n] == input && entries_single_out(t, input, cond_entries(&r->cond[k], n), word)) {
                    return true;
                }
            }
        }
    }
    for (size_t i = 0; i < t->nfact; i++) {
        if (t->fact[i].of == input && (entries_single_out(t, input, &t->fact[i].yes, word) ||
                                       entries_single_out(t, input, &t->fact[i].either, word))) {
            return true;
        }
    }
    return false;
}

/* ---- messages ---- */

struct lack {
    uint32_t list;
    const char *word;
    uint32_t *by; /* lists that have it */
    size_t nby;
};

static struct pos place_of(const struct list *l, const char *word, uint32_t *len) {
    const struct entry *found = &l->entries->entry[0];
    for (size_t i = 0; word && i < l->entries->count; i++) {
        if (strcmp(word_of(l->table, l->input, &l->entries->entry[i]), word) == 0) {
            found = &l->entries->entry[i];
        }
    }
    *len = found->len;
    return l->cond ? cond_entry_pos(l->cond, found) : found->pos;
}

static void report_lack(struct analysis *an, const struct lists *l, const struct lack *lack) {
    const struct list *x = &l->at[lack->list], *y = &l->at[lack->by[0]];
    const char *in = y->table == x->table ? "" : arena_printf(an->arena, " of table '%s'", y->table->name);
    bool set = y->table == x->table && strcmp(y->kind, "set") == 0;
    const char *fix = set ? arena_printf(an->arena, "'@%s, !%s'", y->name, lack->word) : "'!' and the name";
    uint32_t len;
    struct pos pos = place_of(x, NULL, &len);
    report_second(an, y->name);
    struct msg *m =
        msg_add(an->msgs, FINDING_CROSS_LIST, pos, len,
                "the list of '%s' in %s '%s' lacks '%s', which stands with all its %zu names in %s '%s'%s; "
                "add it, or say with %s that it is left out",
                x->table->input[x->input].name, x->kind, x->name, lack->word, x->nword, y->kind, y->name, in, fix);
    m->rule = x->name;
    for (size_t i = 0; i < lack->nby && i < SHOWN; i++) {
        y = &l->at[lack->by[i]];
        pos = place_of(y, lack->word, &len);
        msg_note(an->msgs, m, pos, "'%s' is in the list of %s '%s'", lack->word, y->kind, y->name);
    }
}

/* One message for a word however many lists have it. */
static struct lack *lack_of(struct analysis *an, struct lack **lack, size_t *n, uint32_t list, const char *word) {
    for (size_t i = 0; i < *n; i++) {
        if ((*lack)[i].list == list && strcmp((*lack)[i].word, word) == 0) {
            return &(*lack)[i];
        }
    }
    struct lack *now = PUSH(an->scratch, *lack, *n);
    now->list = list;
    now->word = word;
    return now;
}

/* Only lists of the table in hand: the others have their own turn. */
static void look_at_list(struct analysis *an, const struct lists *l, uint32_t y, struct lack **lack, size_t *n) {
    const struct list *has = &l->at[y];
    const struct input *in = &has->table->input[has->input];
    for (size_t but = 0; has->nword > FEW && but < has->nword; but++) {
        const char *key = hash_key(an->scratch, has->hash - word_hash(has->word[but]), has->nword - 1);
        for (uint32_t x = names_find(&l->seen, key); x != NO; x = l->next[x]) {
            const struct list *of = &l->at[x];
            const struct input *other = &of->table->input[of->input];
            if (of->table == an->table && other->type == in->type && strcmp(other->name, in->name) == 0 &&
                all_but(of, has, but) && !singled_out(of->table, of->input, has->word[but])) {
                struct lack *now = lack_of(an, lack, n, x, has->word[but]);
                *PUSH(an->scratch, now->by, now->nby) = y;
            }
        }
    }
}

void analyse_lists(struct analysis *an) {
    struct lists l = {NULL, 0, {0}, NULL};
    struct lack *lack = NULL;
    size_t nlack = 0;
    gather(an->scratch, &l, an->table);
    for (size_t i = 0; i < an->limits->ntable; i++) {
        if (an->limits->tables[i] != an->table) {
            gather(an->scratch, &l, an->limits->tables[i]);
        }
    }
    index_lists(an->scratch, &l);
    for (uint32_t i = 0; i < l.count; i++) {
        look_at_list(an, &l, i, &lack, &nlack);
    }
    for (size_t i = 0; i < nlack; i++) {
        report_lack(an, &l, &lack[i]);
    }
}
