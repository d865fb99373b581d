/* diff_credit.c -- who decides in the cells of a change, on either side.
 *
 * In: a change and the pieces.  Out: its cells, and per side the rules that decide them, those with the most cells
 * first. The item that wins a piece names the rule, but under `specific` and `any` another rule of the same outcome
 * may be the one that is credited: then the piece is cut at every item of the group, and decide() is asked in each
 * part, while there are steps left; after that the winning item, which says the same, names the rule.
 */
#include "diff.h"

#include <stdlib.h>

enum { PARTS = 512, ASKING = 20000 }; /* of one piece; steps of the comparison for a part: decide() is slow */

struct credit {
    struct diff *d;
    struct arena *scratch;
    enum side side;
    struct list *list;
    uint32_t output;
    uint64_t settle; /* inputs that are not asked about */
    bool derived;    /* some of them are computed: decide() cannot be asked */
    struct change *change;
};

/* Few rules decide in one box, so that a search by hand is enough. */
static void add_share(const struct credit *k, uint32_t rule, double cells) {
    struct change *c = k->change;
    for (size_t i = 0; i < c->nby[k->side]; i++) {
        if (c->by[k->side][i].rule == rule) {
            c->by[k->side][i].cells += cells;
            return;
        }
    }
    *PUSH(k->d->arena, c->by[k->side], c->nby[k->side]) = (struct share_of){rule, cells};
}

/* Other rules of the group that say the same in a part of the box. */
static bool has_rivals(const struct credit *k, const struct box *b, uint32_t item) {
    const struct item *own = &k->list->item[item];
    for (size_t i = item + 1; own->group && i < k->list->nitem && k->list->item[i].group == own->group; i++) {
        const struct item *other = &k->list->item[i];
        if (other->rule != own->rule && other->saying == own->saying && box_meets(k->d->space, b, &other->box)) {
            return true;
        }
    }
    return false;
}

/* The parts of the box by which items of the group they are in. */
static struct region parts_of(const struct credit *k, const struct box *b, uint32_t group, bool *cut) {
    const struct space *s = k->d->space;
    struct region parts = {0};
    *PUSH(k->scratch, parts.box, parts.nbox) = box_copy(s, k->scratch, b);
    for (size_t i = 0; i < k->list->nitem && !*cut; i++) {
        const struct item *item = &k->list->item[i];
        if (item->group != group || !box_meets(s, b, &item->box)) {
            continue;
        }
        struct box copy = item->box;
        struct region one = {&copy, 1}, inside = region_and(s, k->scratch, &parts, &one);
        parts = region_sharp(s, k->scratch, &parts, &one, PARTS, cut);
        region_add(k->scratch, &parts, &inside);
        *cut = *cut || parts.nbox > PARTS;
    }
    return parts;
}

/* By decide() at one cell.  What chained inputs are there follows from the others where the list does not name them. */
static uint32_t credited(const struct credit *k, const struct box *b) {
    const struct joint_side *of = &k->d->joint->side[k->side];
    uint32_t cell[64], own[64];
    for (uint32_t i = 0; i < k->d->space->ninput; i++) {
        cell[i] = aset_next(k->d->space->domain[i].sets, b->set[i], 0);
    }
    join_cell(k->d->joint, k->side, cell, own);
    if (k->settle) {
        chain_settle(k->d, k->side, k->settle, own);
    }
    for (uint32_t i = 0; i < of->table->ninput; i++) {
        if (own[i] == NO) {
            return NO;
        }
    }
    return decide(k->d->side[k->side].plan[k->output]->boxes, k->output, own).rule;
}

/* The usual piece has no rivals and is told by its item. */
static void credit_piece(struct credit *k, const struct box *b, uint32_t item) {
    const struct item *own = &k->list->item[item];
    enum hit hit = k->d->joint->side[k->side].table->output[k->output].hit;
    bool cut = false,
         asks = own->group && own->group % 2 && hit == HIT_SPECIFIC && !k->derived && has_rivals(k, b, item);
    struct region parts = {0};
    if (asks) {
        parts = parts_of(k, b, own->group, &cut);
    }
    if (!asks || cut) {
        add_share(k, own->rule, box_count(k->d->space, b));
        return;
    }
    for (size_t i = 0; i < parts.nbox; i++) {
        bool paid = k->d->steps > ASKING;
        k->d->steps -= paid ? ASKING : 0;
        uint32_t rule = paid ? credited(k, &parts.box[i]) : NO;
        add_share(k, rule == NO ? own->rule : rule, box_count(k->d->space, &parts.box[i]));
    }
}

/* Ties by the order of the file. */
static int most_first(const void *x, const void *y) {
    const struct share_of *p = x, *q = y;
    if (p->cells != q->cells) {
        return p->cells > q->cells ? -1 : 1;
    }
    return p->rule < q->rule ? -1 : p->rule > q->rule;
}

void change_credit(struct diff *d, const struct compared *c, struct change *ch, struct list *const list[2],
                   const struct pieces *p) {
    struct credit k = {.d = d, .scratch = arena_new(), .change = ch, .settle = c->apart};
    struct region part = {0};
    k.derived = c->apart & ~chained_inputs(d, OLD) & ~chained_inputs(d, NEW);
    for (size_t i = 0; i < p->n; i++) {
        const struct piece *piece = &p->at[i];
        if (piece->saying[OLD] != ch->saying[OLD] || piece->saying[NEW] != ch->saying[NEW] ||
            !box_meets(d->space, &piece->box, &ch->box)) {
            continue;
        }
        struct box both = box_copy(d->space, k.scratch, &piece->box);
        box_and(d->space, &both, &ch->box);
        *PUSH(k.scratch, part.box, part.nbox) = both;
        ch->cells += box_count(d->space, &both);
        for (int s = OLD; s <= NEW; s++) {
            k.side = (enum side)s;
            k.list = list[s];
            k.output = c->output[s];
            credit_piece(&k, &both, piece->item[s]);
        }
    }
    for (int s = OLD; s <= NEW; s++) {
        if (ch->nby[s]) {
            qsort(ch->by[s], ch->nby[s], sizeof *ch->by[s], most_first);
        }
    }
    ch->witness = box_witness(d->space, d->arena, &part.box[0]);
    change_why(d, c, ch, &part);
    arena_free(k.scratch);
}
