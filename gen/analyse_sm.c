/* analyse_sm.c -- which SMs entries name, which of them are told apart, and SMs in words.
 *
 * In: entries of type sm, and the vocabulary.  Out: sets of atoms.
 * An entry names [note named]: a number, `newer`, `none`; both ends of a closed range and the bound of a comparison;
 * what the entries of a set name.  A major or a closed range names all its SMs where there is only one, or where one
 * family holds them all.  A list with `newer` names all that it takes: whoever writes that has thought of the rest.
 * Whatever else an entry accepts it swallows; a negation names nothing.
 * Families [note families] are the sets called after a number, such as 100f.  From the first of them on code is built
 * for one family and does not run beside it, so SMs of a family, and those not known yet, are told apart.  Code for an
 * older SM runs on the later ones of its major, and no more of those will come: nothing is swallowed there.
 */
#include "analyse.h"

#include <string.h>

enum { SHOWN_SMS = 6, SHOWN_GPUS = 1 };

/* A set of SMs whose name is a number and 'f', as CUDA calls its families. */
static bool is_family(const struct table *t, uint32_t set) {
    const struct set *s = &t->set[set];
    size_t digits = strspn(s->name, "0123456789");
    return digits > 0 && strcmp(s->name + digits, "f") == 0 && s->output == NO && !s->broken && s->ninput < 2 &&
           (s->ninput == 0 || t->input[s->input[0]].type == TYPE_SM);
}

static uint32_t set_atoms(const struct analysis *an, uint32_t input, uint32_t set) {
    struct entry e = {.kind = ENTRY_SET, .text = an->table->set[set].name, .set = set};
    return domain_entries(an->space, input, &(struct entries){&e, 1}, NO);
}

static bool one_family(const struct analysis *an, uint32_t input, uint32_t atoms) {
    for (uint32_t i = 0; i < an->table->nset; i++) {
        if (is_family(an->table, i) && aset_within(an->space->domain[input].sets, atoms, set_atoms(an, input, i))) {
            return true;
        }
    }
    return false;
}

/* Of the same family; where neither is in one, of the same major. */
bool sm_siblings(const struct analysis *an, uint32_t input, uint32_t x, uint32_t y) {
    const struct domain *d = &an->space->domain[input];
    const uint32_t both[] = {x, y};
    bool alone = !one_family(an, input, aset_one(d->sets, x)) && !one_family(an, input, aset_one(d->sets, y));
    return alone ? d->atom[x].lo / 10 == d->atom[y].lo / 10 : one_family(an, input, aset_of(d->sets, both, 2));
}

uint32_t sm_told_apart(const struct analysis *an, uint32_t input) {
    const struct domain *d = &an->space->domain[input];
    uint32_t newer = d->special[VALUE_NEWER - VALUE_OTHER];
    uint32_t set = newer == NO ? ASET_EMPTY : aset_one(d->sets, newer);
    for (uint32_t i = 0; i < an->table->nset; i++) {
        if (is_family(an->table, i)) {
            set = aset_or(d->sets, set, set_atoms(an, input, i));
        }
    }
    return set;
}

/* The known SMs in lo..hi. */
static uint32_t known(const struct analysis *an, uint32_t input, int64_t lo, int64_t hi) {
    const struct domain *d = &an->space->domain[input];
    uint32_t set = ASET_EMPTY;
    for (uint32_t i = 0; i < an->table->input[input].nvalue; i++) {
        if (lo <= d->atom[i].lo && d->atom[i].lo <= hi) {
            set = aset_or(d->sets, set, aset_one(d->sets, i));
        }
    }
    return set;
}

/* A major (ends: false) or a closed range, whose ends are always named. */
static uint32_t closed(const struct analysis *an, uint32_t input, const struct entry *e, bool ends) {
    struct asets *p = an->space->domain[input].sets;
    uint32_t all = known(an, input, e->lo, e->hi);
    if (aset_count(p, all) == 1 || one_family(an, input, all)) {
        return all;
    }
    return ends ? aset_or(p, known(an, input, e->lo, e->lo), known(an, input, e->hi, e->hi)) : ASET_EMPTY;
}

static uint32_t entry_names(const struct analysis *an, uint32_t input, const struct entry *e, int depth);

static uint32_t entries_name(const struct analysis *an, uint32_t input, const struct entry *e, size_t n, int depth) {
    uint32_t set = ASET_EMPTY;
    for (size_t i = 0; i < n; i++) {
        if (!e[i].not ) {
            set = aset_or(an->space->domain[input].sets, set, entry_names(an, input, &e[i], depth));
        }
    }
    return set;
}

/* Every part of a set, in whichever versions it is in force: the more is named, the less is claimed. */
static uint32_t set_names(const struct analysis *an, uint32_t input, uint32_t set, int depth) {
    uint32_t all = ASET_EMPTY;
    for (size_t i = 0; i < an->table->set[set].npart && depth < 64; i++) {
        const struct entries *es = &an->table->set[set].part[i].entries;
        all = aset_or(an->space->domain[input].sets, all, entries_name(an, input, es->entry, es->count, depth + 1));
    }
    return all;
}

static uint32_t entry_names(const struct analysis *an, uint32_t input, const struct entry *e, int depth) {
    const struct domain *d = &an->space->domain[input];
    switch (e->kind) {
    case ENTRY_SET:
        return set_names(an, input, e->set, depth);
    case ENTRY_ALL:
        return entries_name(an, input, e->part, e->npart, depth);
    case ENTRY_RANGE:
        return closed(an, input, e, true);
    case ENTRY_COMPARE: {
        bool low = e->op == COMPARE_GE || e->op == COMPARE_EQ, high = e->op == COMPARE_LE;
        return low ? known(an, input, e->lo, e->lo) : high ? known(an, input, e->hi, e->hi) : ASET_EMPTY;
    }
    case ENTRY_WORD:
        if (e->value >= VALUE_OTHER && e->value <= VALUE_ERROR) {
            uint32_t atom = d->special[e->value - VALUE_OTHER];
            return atom == NO ? ASET_EMPTY : aset_one(d->sets, atom);
        }
        return closed(an, input, e, false);
    case ENTRY_PREFIX:
    case ENTRY_MULTIPLE:
    case ENTRY_TUPLE:
    case ENTRY_COPY:
        break;
    }
    return ASET_EMPTY;
}

/* A list with `newer` names whatever it takes. */
uint32_t sm_named(const struct analysis *an, uint32_t input, const struct entries *es) {
    const struct domain *d = &an->space->domain[input];
    uint32_t set = entries_name(an, input, es->entry, es->count, 0), newer = d->special[VALUE_NEWER - VALUE_OTHER];
    return newer != NO && aset_has(d->sets, set, newer) ? ASET_FULL : set;
}

/* The parts of tuples that stand for the input; sets of tuples are not looked into, and name all. */
static uint32_t tuples_name(const struct analysis *an, uint32_t input, const struct entries *es, size_t part) {
    uint32_t set = ASET_EMPTY;
    for (size_t i = 0; i < es->count; i++) {
        const struct entry *e = &es->entry[i];
        if (e->kind != ENTRY_TUPLE || part >= e->npart) {
            return ASET_FULL;
        }
        set = aset_or(an->space->domain[input].sets, set, entries_name(an, input, &e->part[part], 1, 0));
    }
    return set;
}

uint32_t sm_named_by(const struct analysis *an, uint32_t rule, uint32_t input) {
    const struct rule *r = &an->table->rule[rule];
    uint32_t set = ASET_EMPTY;
    for (size_t i = 0; i < r->ncond; i++) {
        const struct cond *c = &r->cond[i];
        for (size_t k = 0; k < c->ninput; k++) {
            if (c->input[k] != input) {
                continue;
            }
            uint32_t more = c->form == COND_TUPLE ? tuples_name(an, input, &c->entries, k)
                                                  : sm_named(an, input, cond_entries(c, k));
            set = aset_or(an->space->domain[input].sets, set, more);
        }
    }
    return set;
}

/* ---- in words ---- */

/* The first names of what the SM is built into. */
static void put_gpus(struct text *t, const struct table *table, int64_t sm) {
    for (size_t i = 0; i < table->ngpu; i++) {
        const char *names = table->gpu[i].names;
        if (table->gpu[i].sm != sm || !names) {
            continue;
        }
        size_t len = 0;
        for (int shown = 0; names[len] && shown < SHOWN_GPUS; shown++) {
            len += strcspn(names + len + (shown > 0), ",") + (shown > 0);
        }
        text_put(t, " (");
        for (size_t k = 0; k < len; k++) {
            text_add(t, names[k] == '\n' ? " " : &names[k], 1);
        }
        text_put(t, names[len] ? ", ...)" : ")");
    }
}

const char *sms_text(const struct analysis *an, uint32_t input, uint32_t set) {
    const struct domain *d = &an->space->domain[input];
    uint32_t newer = d->special[VALUE_NEWER - VALUE_OTHER], count = 0;
    struct text t = {.arena = an->arena};
    text_put(&t, "");
    for (uint32_t i = aset_next(d->sets, set, 0); i != NO; i = aset_next(d->sets, set, i + 1)) {
        if (i == newer || count++ >= SHOWN_SMS) {
            continue;
        }
        text_printf(&t, "%s%s", t.len ? ", " : "", d->atom[i].text);
        put_gpus(&t, an->table, d->atom[i].lo);
    }
    if (count > SHOWN_SMS) {
        text_printf(&t, " and %u more", count - SHOWN_SMS);
    }
    if (newer != NO && aset_has(d->sets, set, newer)) {
        text_printf(&t, "%snewer ones that no vocabulary has yet", t.len ? " and " : "");
    }
    return t.at;
}
