/* analyse_spare.c -- mergeable: entries of a rule that can go without changing a cell.
 *
 * In: the conditions of the rules that are lists without `!`.  Out: a note per condition with such entries, and the
 * section without them.  An entry can go where
 *   the other entries of its list take (of an SM: name) all that it takes; or
 *   in every output of the rule the cells that it alone brings are won by others, and without them the rule is ordered
 *   with all others as before (analyse_order.c).  Not asked of rules with `exhausted = next`: an else counts them as
 *   covering where they do not win.
 * A name stays where the table does not mention it elsewhere: without it, it would be `other`.
 */
#include "analyse.h"

#include <string.h>

struct spare {
    uint32_t rule, entry;
    uint32_t own; /* atoms that no other entry of the list takes; EMPTY: it is needless in any case */
    uint32_t all; /* what the list takes */
    uint32_t cond : 24, input : 6;
    bool alone : 1;   /* these are all of its atoms */
    bool decides : 1; /* it wins a cell in some output, or that is not known */
};

/* ---- what may go ---- */

static uint32_t atoms_of(const struct analysis *an, const struct cond *c, size_t entry) {
    return domain_entries(an->space, c->input[0], &(struct entries){&c->entries.entry[entry], 1}, NO);
}

/* What each entry alone takes, and all of them together.  Most lists name things once: then the whole has as many atoms as its entries. */
static uint32_t own_atoms(const struct analysis *an, const struct cond *c, uint32_t *all, uint32_t *own) {
    struct asets *p = an->space->domain[c->input[0]].sets;
    uint32_t whole = domain_entries(an->space, c->input[0], &c->entries, NO);
    size_t n = c->entries.count, sum = 0;
    for (size_t i = 0; i < n; i++) {
        own[i] = all[i] = atoms_of(an, c, i);
        sum += aset_count(p, all[i]);
    }
    if (sum == aset_count(p, whole)) {
        return whole;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            own[i] = k == i ? own[i] : aset_minus(p, own[i], all[k]);
        }
    }
    return whole;
}

static bool may_be_list(const struct analysis *an, const struct cond *c) {
    return c->form == COND_PLAIN && c->entries.count > 1 && an->table->input[c->input[0]].type != TYPE_VERSION;
}

static bool is_list(const struct analysis *an, const struct cond *c) {
    bool list = may_be_list(an, c);
    for (size_t i = 0; list && i < c->entries.count; i++) {
        list = !c->entries.entry[i].not ;
    }
    return list;
}

/* What its entries take, and what each of them alone does; of a list it is found once.  NULL: it is none. */
static uint32_t *atoms_known(const struct analysis *an, struct arena *a, uint32_t **of_list, const struct cond *c) {
    static uint32_t none[1];
    uint32_t *known = c->list ? of_list[c->list] : NULL, n = (uint32_t)c->entries.count;
    if (!known && is_list(an, c)) {
        known = arena_alloc(a, (2 * n + 1) * sizeof *known);
        known[2 * n] = own_atoms(an, c, known, known + n);
    }
    of_list[c->list] = known ? known : none;
    return known == none ? NULL : known;
}

static void find(struct analysis *an, const struct mentions *m, uint32_t rule, uint32_t cond, const uint32_t *all) {
    const struct cond *c = &an->table->rule[rule].cond[cond];
    const uint32_t *own = all + c->entries.count;
    for (uint32_t i = 0; i < c->entries.count; i++) {
        if (mentioned_again(an->table, m, c, i)) {
            an->spare[an->nspare++] = (struct spare){.rule = rule,
                                                     .entry = i,
                                                     .own = own[i],
                                                     .all = own[c->entries.count],
                                                     .cond = cond & 0xffffff,
                                                     .input = c->input[0] & 0x3f,
                                                     .alone = own[i] == all[i]};
        }
    }
}

static bool is_asked(const struct analysis *an, uint32_t rule) {
    const struct rule *r = &an->table->rule[rule];
    return r->kind == RULE_RULE && !r->exhausted_next && an->boxes->rule[rule].nbox == 1;
}

void analyse_spare_find(struct analysis *an) {
    an->spare_limit = (struct cover_limit){an->limits->steps, 0};
    struct arena *a = arena_new();
    struct mentions m = mentions_count(an->table, a);
    uint32_t **of_list = arena_alloc(a, (an->table->nlist + 1) * sizeof *of_list);
    const struct rule *r = an->table->rule;
    size_t most = 0;
    for (uint32_t i = 0; i < an->table->nrule; i++) {
        for (uint32_t k = 0; k < r[i].ncond && is_asked(an, i); k++) {
            most += may_be_list(an, &r[i].cond[k]) ? r[i].cond[k].entries.count : 0;
        }
    }
    an->spare = arena_alloc(an->arena, (most + 1) * sizeof *an->spare);
    for (uint32_t i = 0; i < an->table->nrule; i++) {
        for (uint32_t k = 0; k < r[i].ncond && is_asked(an, i); k++) {
            const uint32_t *known = may_be_list(an, &r[i].cond[k]) ? atoms_known(an, a, of_list, &r[i].cond[k]) : NULL;
            if (known) {
                find(an, &m, i, k, known);
            }
        }
    }
    arena_free(a);
}

/* ---- what decides nothing ---- */

/* Does the line win a cell that only the entry brings?  A box that it wins often says so. */
static bool wins(struct analysis *an, const struct spare *s, uint32_t line, uint32_t *asked) {
    uint32_t input = s->input;
    const struct asets *p = an->space->domain[input].sets;
    if (an->win[line] != COVER_WITNESS) {
        return true;
    }
    uint32_t own = s->own, all = an->plan->line[line].box.set[input];
    own = all == s->all || aset_within(p, own, all) ? own : aset_and(an->space->domain[input].sets, own, all);
    bool listed = *asked == line;
    enum cover c = own == ASET_EMPTY ? COVER_ALL
                   : listed          ? takers_cover(an, line, input, own)
                                     : line_taken(an, line, input, own, &listed);
    *asked = listed ? line : NO;
    if (c != COVER_UNDECIDED) {
        return c == COVER_WITNESS;
    }
    *asked = NO; /* what follows has takers of its own */
    if (aset_meets(p, line_won(an, line)->set[input], s->own)) {
        return true;
    }
    struct box b = box_copy(an->space, an->scratch, &an->plan->line[line].box);
    if (!box_narrow(an->space, &b, input, s->own)) {
        return false;
    }
    takers(an, line);
    return !ask_taken(an, &b, &an->spare_limit);
}

void analyse_spare(struct analysis *an) {
    uint32_t asked = NO; /* the line whose takers are at hand: entries of one rule stand together */
    for (size_t i = 0; i < an->nspare; i++) {
        struct spare *s = &an->spare[i];
        const struct span *of = &an->of_rule[s->rule];
        if (s->own == ASET_EMPTY || s->decides || !an->says[s->rule]) {
            continue;
        }
        s->decides = an->conflict;
        for (size_t k = 0; k < of->count && !s->decides; k++) {
            s->decides = an->win[of->line[k]] != COVER_ALL && wins(an, s, of->line[k], &asked);
        }
    }
}

/* ---- messages ---- */

/* Words are also read by people: an alias stands beside its value on purpose, `newer` beside an open range of SMs, and
 * a number beside an entry that does not name it. */
static bool needless(const struct analysis *an, const struct cond *c, size_t entry) {
    uint32_t input = c->input[0];
    struct asets *p = an->space->domain[input].sets;
    enum type type = an->table->input[input].type;
    uint32_t named = ASET_EMPTY;
    for (size_t i = 0; i < c->entries.count; i++) {
        const struct entries one = {&c->entries.entry[i], 1};
        bool counts = i != entry && (type != TYPE_ENUM || one.entry->kind == ENTRY_SET);
        if (counts) {
            uint32_t more = type == TYPE_SM ? sm_named(an, input, &one) : domain_entries(an->space, input, &one, NO);
            named = aset_or(p, named, more);
        }
    }
    return c->entries.entry[entry].value != VALUE_NEWER && aset_within(p, atoms_of(an, c, entry), named);
}

/* The list without the entries that go. */
static const char *rest_of(const struct analysis *an, const struct cond *c, const bool *gone) {
    struct text t = {.arena = an->arena};
    for (size_t i = 0; i < c->entries.count; i++) {
        if (!gone[i]) {
            text_printf(&t, "%s%s", t.len ? ", " : "", entry_written(an, &c->entries.entry[i]));
        }
    }
    return t.at;
}

static const char *gone_text(const struct analysis *an, const struct cond *c, const bool *gone) {
    struct text t = {.arena = an->arena};
    for (size_t i = 0; i < c->entries.count; i++) {
        if (gone[i]) {
            text_printf(&t, "%s'%s'", t.len ? ", " : "", entry_written(an, &c->entries.entry[i]));
        }
    }
    return t.at;
}

static bool stays(struct analysis *an, uint32_t rule, const struct cond *c, const bool *gone) {
    struct asets *p = an->space->domain[c->input[0]].sets;
    uint32_t left = ASET_EMPTY;
    for (size_t i = 0; i < c->entries.count; i++) {
        left = gone[i] ? left : aset_or(p, left, atoms_of(an, c, i));
    }
    struct region as = {arena_alloc(an->scratch, sizeof *as.box), 1};
    as.box[0] = box_copy(an->space, an->scratch, &an->boxes->rule[rule].box[0]);
    return box_narrow(an->space, &as.box[0], c->input[0], left) && may_stand_for(an, &rule, 1, &as, &an->spare_limit);
}

static struct msg *report_at(struct analysis *an, const struct spare *s, const char *text) {
    const struct entry *e = &an->table->rule[s->rule].cond[s->cond].entries.entry[s->entry];
    struct msg *m = report(an, FINDING_MERGEABLE, s->rule, NULL, text);
    m->pos = cond_entry_pos(&an->table->rule[s->rule].cond[s->cond], e);
    m->len = e->len;
    return m;
}

static void tell(struct analysis *an, const struct spare *s, const bool *gone, bool taken) {
    const struct rule *r = &an->table->rule[s->rule];
    const struct cond *c = &r->cond[s->cond];
    if (!section_can(an, s->rule, c)) {
        return;
    }
    if (!told(an, FINDING_MERGEABLE, cond_entry_pos(c, &c->entries.entry[s->entry]))) {
        report_at(an, s, NULL);
        return;
    }
    const char *text =
        arena_printf(an->arena, "%s can go from '%s' of rule '%s' without changing a cell: %s", gone_text(an, c, gone),
                     an->table->input[c->input[0]].name, r->name,
                     taken ? "the rest of the list takes it too" : "the rule wins no cell that only it brings");
    const char *section = section_with(an, s->rule, c, rest_of(an, c, gone));
    struct msg *m = report_at(an, s, text);
    msg_note(an->msgs, m, no_place(m->pos), "in place of '%s':\n%s", r->name, section);
}

/* Of one condition: the first needless entry, else all that decide nothing and share no atom with another. */
static void look_at_cond(struct analysis *an, const struct spare *s, size_t n) {
    const struct cond *c = &an->table->rule[s->rule].cond[s->cond];
    const struct spare *first = NULL;
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        any = any || s[i].own == ASET_EMPTY || (s[i].alone && !s[i].decides);
    }
    bool *gone = any ? arena_alloc(an->scratch, c->entries.count + 1) : NULL;
    if (!any) {
        return;
    }
    for (size_t i = 0; i < n && !first; i++) {
        if (s[i].own == ASET_EMPTY && needless(an, c, s[i].entry)) {
            gone[s[i].entry] = true;
            tell(an, &s[i], gone, true);
            return;
        }
    }
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i].own != ASET_EMPTY && s[i].alone && !s[i].decides) {
            gone[s[i].entry] = true;
            first = first ? first : &s[i];
            count++;
        }
    }
    if (first && count < c->entries.count && stays(an, s->rule, c, gone)) {
        tell(an, first, gone, false);
    }
}

void analyse_spare_told(struct analysis *an) {
    for (size_t i = 0, k; i < an->nspare; i = k) {
        const struct spare *s = &an->spare[i];
        for (k = i; k < an->nspare && an->spare[k].rule == s->rule && an->spare[k].cond == s->cond;) {
            k++;
        }
        if (may_change(an, s->rule)) {
            look_at_cond(an, s, k - i);
        }
    }
    if (an->spare_limit.used >= an->spare_limit.step) {
        report(an, FINDING_MERGEABLE, NO, NULL,
               arena_printf(an->arena, "more entries could go than were looked at in %llu steps (see --max-steps)",
                            (unsigned long long)an->spare_limit.step));
    }
}
