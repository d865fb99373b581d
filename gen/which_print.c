/* which_print.c -- what was read from a model, before the answers.
 *
 * In:   a model.  Out: a line per input with the file and the expression that said it, in the order of the table; or
 *       the same as a JSON list.
 */
#include "which.h"

#include "msg.h"

static const char *other_text(const struct model *m, uint32_t input) {
    const struct said *s = &m->said[input];
    return !s->raw             ? ""
           : s->raw == s->text ? "; the table does not name it, so it counts as other"
                               : arena_printf(m->arena, "; '%s' is no value of it, so it counts as other", s->raw);
}

void model_text(const struct model *m, uint64_t read, FILE *out) {
    const struct table *t = m->l->table;
    fprintf(out, "%s for %s:\n", t->name, m->path);
    for (uint32_t i = 0; i < t->ninput; i++) {
        const struct said *s = &m->said[i];
        if (read >> i & 1) {
            fprintf(out, "  %s=%s (%s: %s%s)\n", t->input[i].name, s->text, s->file, s->where, other_text(m, i));
        }
    }
}

static void put_member(FILE *out, const char *key, const char *value) {
    fprintf(out, ", \"%s\": ", key);
    json_quoted(out, value);
}

void model_json(const struct model *m, uint64_t read, FILE *out) {
    const struct table *t = m->l->table;
    const char *comma = "";
    fputs("\"model\": ", out);
    json_quoted(out, m->path);
    fputs(",\n \"read\": [", out);
    for (uint32_t i = 0; i < t->ninput; i++) {
        const struct said *s = &m->said[i];
        if (read >> i & 1) {
            fprintf(out, "%s\n   {\"input\": ", comma);
            json_quoted(out, t->input[i].name);
            put_member(out, "value", s->text);
            put_member(out, "file", s->file);
            put_member(out, "from", s->where);
            if (s->raw) {
                put_member(out, "says", s->raw);
            }
            fputs("}", out);
            comma = ",";
        }
    }
    fputs("]", out);
}
