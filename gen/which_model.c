/* which_model.c -- what a model's files say about the inputs of a table.
 *
 * In:   a table with [from FILE] sections, their documents.  Out: per input a text that its domain takes.
 * The first section that says something counts.  What is none of the input's values is the table's `other`, where it
 * has one (a name always has, an enum may declare it), and that is said; elsewhere it is an error, never another value.
 */
#include "which.h"

#include <string.h>

/* A value called `other`; a name has the cell without declaring it. */
static const char *open_value(const struct input *in) {
    for (size_t i = 0; i < in->nvalue && in->type == TYPE_ENUM; i++) {
        if (strcmp(in->value[i], "other") == 0) {
            return "other";
        }
    }
    return NULL;
}

static void take(struct model *m, const struct mapping *map, struct said *s, const char *text) {
    const struct space *space = m->l->space;
    const struct input *in = &m->l->table->input[map->input];
    const char *error = NULL;
    uint32_t atom = domain_atom(space, map->input, text, &error);
    s->text = text;
    if (atom != NO && in->type == TYPE_NAME && atom == space->domain[map->input].special[0] && strcmp(text, "other")) {
        s->raw = text; /* it stays in the output: that is the name to look for */
    } else if (atom == NO && open_value(in)) {
        s->raw = text;
        s->text = open_value(in);
    } else if (atom == NO) {
        s->text = NULL;
        s->why = arena_printf(m->arena, "%s says '%s' (%s), which is no value of '%s'%s%s", s->file, text, s->where,
                              in->name, error ? ": " : "", error ? error : "");
    }
}

void model_read(struct model *m) {
    const struct table *t = m->l->table;
    for (size_t f = 0; f < t->nfrom; f++) {
        for (size_t i = 0; i < t->from[f].nmapping && m->document[f].root; i++) {
            const struct mapping *map = &t->from[f].mapping[i];
            struct said *s = &m->said[map->input];
            const char *where = NULL, *why = NULL;
            if (s->text || s->where) {
                continue;
            }
            const char *text = which_value(m->arena, &t->from[f], &map->value, m->document[f].root, &where, &why);
            if (text) {
                s->file = t->from[f].file;
                s->where = where;
                take(m, map, s, text);
            } else if (why && !s->why) {
                s->why = arena_printf(m->arena, "in %s %s", t->from[f].file, why);
            }
        }
    }
}
