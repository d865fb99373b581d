/* domain_set.c -- lists of entries as one set of atoms: negation, version groups, named sets.
 *
 * In: the entries of a condition or of a set.  Out: an aset id.
 * One list [note negation]: what positive entries accept, or the whole domain when there is none, without what `!`
 * entries accept.  `unset`, `absent`, `none`, `newer`, `unknown`, and NONE and ERROR of a chained input, are not
 * in that whole domain: they are accepted only when a list names them, and naming them beside `!` entries adds them.
 * `other` is in it.
 * Named sets are resolved once per input and version atom, however often and however deeply they are named.
 */
#include "domain.h"

void gather_start(struct gather *g, struct asets *sets) {
    g->sets = sets;
    g->set = ASET_EMPTY;
    g->natom = 0;
}

/* Atoms wait until the buffer is full, so a list of names makes few sets on its way. */
void gather_atom(struct gather *g, uint32_t atom) {
    if (atom == NO)
        return;
    g->atom[g->natom++] = atom;
    if (g->natom == sizeof g->atom / sizeof *g->atom)
        gather_done(g);
}

void gather_set(struct gather *g, uint32_t set) {
    g->set = aset_or(g->sets, g->set, set);
}

uint32_t gather_done(struct gather *g) {
    if (g->natom)
        gather_set(g, aset_of(g->sets, g->atom, g->natom));
    g->natom = 0;
    return g->set;
}

struct pick { /* one list, while it is read */
    const struct space *space;
    uint32_t input, version_atom;
    struct gather yes, special, no;
    bool any_yes, any_no;
};

/* Nothing read yet. */
static void pick_start(struct pick *p, const struct space *s, uint32_t input, uint32_t version_atom) {
    p->space = s;
    p->input = input;
    p->version_atom = version_atom;
    p->any_yes = p->any_no = false;
    gather_start(&p->yes, s->domain[input].sets);
    gather_start(&p->special, s->domain[input].sets);
    gather_start(&p->no, s->domain[input].sets);
}

/* The domain without the cells that only a name accepts. */
static uint32_t regular(const struct domain *d) {
    uint32_t set = ASET_FULL;
    for (uint32_t v = VALUE_NEWER; v <= VALUE_ERROR; v++)
        if (d->special[v - VALUE_OTHER] != NO)
            set = aset_minus(d->sets, set, aset_one(d->sets, d->special[v - VALUE_OTHER]));
    return set;
}

/* [note negation] */
static uint32_t pick_done(struct pick *p) {
    const struct domain *d = &p->space->domain[p->input];
    uint32_t set = gather_done(&p->yes);
    if (!p->any_yes && p->any_no)
        set = regular(d);
    set = aset_or(d->sets, set, gather_done(&p->special));
    return aset_minus(d->sets, set, gather_done(&p->no));
}

static uint32_t set_atoms(const struct space *s, uint32_t input, uint32_t set, uint32_t version_atom);

static void pick_entry(struct pick *p, const struct entry *e, struct gather *to);

/* `<=512 & %8`: all parts hold; parts that are all negated start from the regular cells. */
static uint32_t all_atoms(const struct pick *of, const struct entry *e) {
    const struct domain *d = &of->space->domain[of->input];
    uint32_t set = ASET_FULL;
    bool any_yes = false;
    for (size_t i = 0; i < e->npart; i++) {
        struct pick p;
        pick_start(&p, of->space, of->input, of->version_atom);
        pick_entry(&p, &e->part[i], &p.yes);
        uint32_t part = gather_done(&p.yes);
        any_yes |= !e->part[i].not ;
        set = e->part[i].not ? aset_minus(d->sets, set, part) : aset_and(d->sets, set, part);
    }
    return any_yes ? set : aset_and(d->sets, set, regular(d));
}

/* One entry, without its `!`, into one of the three heaps. */
static void pick_entry(struct pick *p, const struct entry *e, struct gather *to) {
    if (e->kind == ENTRY_SET) {
        gather_set(to, set_atoms(p->space, p->input, e->set, p->version_atom));
        return;
    }
    if (e->kind == ENTRY_ALL) {
        gather_set(to, all_atoms(p, e));
        return;
    }
    switch (p->space->table->input[p->input].type) {
    case TYPE_NAME:
    case TYPE_ENUM:
    case TYPE_BOOL:
        name_entry(p->space, p->input, e, to);
        break;
    case TYPE_SM:
        sm_entry(p->space, p->input, e, to);
        break;
    case TYPE_VERSION:
        version_entry(p->space, p->input, e, to);
        break;
    case TYPE_INT:
        int_entry(p->space, p->input, e, to);
        break;
    }
}

/* The entry names a cell that no negation holds. */
static bool is_special(const struct pick *p, const struct entry *e) {
    const struct domain *d = &p->space->domain[p->input];
    if (e->kind != ENTRY_WORD)
        return false;
    for (uint32_t v = VALUE_NEWER; v <= VALUE_ERROR; v++)
        if (e->value == v || (d->special[v - VALUE_OTHER] != NO && e->value == d->special[v - VALUE_OTHER]))
            return v != VALUE_PRESENT;
    return false;
}

/* The specifiers of one group hold together; entry[*i] is its first.  Leaves *i at the last entry of the group's run
 * of specifiers. */
static void pick_group(struct pick *p, const struct entries *e, size_t first) {
    uint32_t set = ASET_FULL;
    for (size_t i = first; i < e->count; i++) {
        const struct entry *other = &e->entry[i];
        if (other->kind != ENTRY_COMPARE || other->not || other->group != e->entry[first].group)
            continue;
        struct gather one;
        gather_start(&one, p->yes.sets);
        version_entry(p->space, p->input, other, &one);
        set = aset_and(one.sets, set, gather_done(&one));
    }
    gather_set(&p->yes, set);
}

/* Is this the first specifier of its group? */
static bool group_starts(const struct entries *e, size_t at) {
    for (size_t i = 0; i < at; i++)
        if (e->entry[i].kind == ENTRY_COMPARE && !e->entry[i].not &&e->entry[i].group == e->entry[at].group)
            return false;
    return true;
}

/* Adds a list to what was read before: the parts of a set are read one after the other. */
static void pick_entries(struct pick *p, const struct entries *e) {
    bool version = p->space->table->input[p->input].type == TYPE_VERSION;
    for (size_t i = 0; i < e->count; i++) {
        const struct entry *entry = &e->entry[i];
        if (entry->not ) {
            p->any_no = true;
            pick_entry(p, entry, &p->no);
        } else if (is_special(p, entry)) {
            pick_entry(p, entry, &p->special);
        } else if (version && entry->kind == ENTRY_COMPARE) {
            p->any_yes = true;
            if (group_starts(e, i))
                pick_group(p, e, i);
        } else {
            p->any_yes = true;
            pick_entry(p, entry, &p->yes);
        }
    }
}

/* A value of the input, as the table stage left it: its index is its atom. */
static bool is_value(const struct input *in, const struct entry *e) {
    return e->kind == ENTRY_WORD && !e->not &&e->value < in->nvalue && e->text == in->value[e->value] &&
           (in->type == TYPE_NAME || in->type == TYPE_ENUM || in->type == TYPE_BOOL);
}

uint32_t domain_entries(const struct space *s, uint32_t input, const struct entries *e, uint32_t version_atom) {
    struct pick p;
    if (e->count == 1 && is_value(&s->table->input[input], e->entry))
        return aset_one(s->domain[input].sets, e->entry->value);
    pick_start(&p, s, input, version_atom);
    pick_entries(&p, e);
    return pick_done(&p);
}

bool domain_part_holds(const struct space *s, const struct set *set, size_t part, uint32_t version_atom) {
    uint32_t versions = s->table->versions;
    if (!set->part[part].ninterval)
        return true;
    if (version_atom == NO || versions == NO)
        return false;
    for (size_t i = 0; i < set->part[part].ninterval && i < 2; i++) {
        const struct domain *d = &s->domain[versions];
        if (aset_has(d->sets, version_set(d, &set->part[part].interval[i]), version_atom))
            return true;
    }
    return false;
}

/* The parts in force are one list, so that `values since 2.0 = !x` takes x away from the values above it. */
static uint32_t resolve(const struct space *s, uint32_t input, const struct set *set, uint32_t version_atom) {
    struct pick p;
    pick_start(&p, s, input, version_atom);
    for (size_t i = 0; i < set->npart; i++)
        if (domain_part_holds(s, set, i, version_atom))
            pick_entries(&p, &set->part[i].entries);
    return pick_done(&p);
}

/* A set that names itself is a fault of the table stage; here it only must not run forever. */
static uint32_t set_atoms(const struct space *s, uint32_t input, uint32_t set, uint32_t version_atom) {
    if (set >= s->table->nset)
        return ASET_EMPTY;
    struct set_atoms *of = &s->of_set[set];
    if (!of->versioned)
        version_atom = NO;
    for (size_t i = 0; i < of->nat; i++)
        if (of->at[i].input == input && of->at[i].version_atom == version_atom)
            return of->at[i].set;
    if (of->open || s->table->set[set].ninput > 1)
        return ASET_EMPTY;
    of->open = true;
    uint32_t atoms = resolve(s, input, &s->table->set[set], version_atom);
    of->open = false;
    size_t at = of->nat;
    PUSH(s->arena, of->at, of->nat);
    of->at[at].input = input;
    of->at[at].version_atom = version_atom;
    of->at[at].set = atoms;
    return atoms;
}

static bool entry_versioned(const struct space *s, const struct entry *e);

/* Its own parts, or those of a set that it names. */
static bool set_versioned(const struct space *s, uint32_t set) {
    struct set_atoms *of = &s->of_set[set];
    if (of->known)
        return of->versioned;
    of->known = true; /* before its members: a set that names itself is a fault */
    const struct set *from = &s->table->set[set];
    for (size_t i = 0; i < from->npart; i++) {
        of->versioned |= from->part[i].ninterval > 0;
        of->versioned |= domain_versioned(s, &from->part[i].entries);
    }
    return of->versioned;
}

static bool entry_versioned(const struct space *s, const struct entry *e) {
    if (e->kind == ENTRY_SET)
        return e->set < s->table->nset && set_versioned(s, e->set);
    bool versioned = false;
    for (size_t i = 0; i < e->npart; i++)
        versioned |= entry_versioned(s, &e->part[i]);
    return versioned;
}

bool domain_versioned(const struct space *s, const struct entries *e) {
    bool versioned = false;
    for (size_t i = 0; i < e->count; i++)
        versioned |= entry_versioned(s, &e->entry[i]);
    return versioned;
}

void domain_sets(struct space *s) {
    for (uint32_t i = 0; i < s->table->nset; i++)
        set_versioned(s, i);
}
