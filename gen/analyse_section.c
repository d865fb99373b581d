/* analyse_section.c -- a rule's section as it is written, with another value for one of its conditions.
 *
 * In: the source, and where the section and the condition stand in it.  Out: the section's lines, without comments
 * behind it, ready to paste: whatever else is said in it stays, `why` and `source` too.
 */
#include "analyse.h"

#include <string.h>

static const char *line_at(const struct source *s, uint32_t line, size_t *len) {
    const char *at = s->line[line - 1];
    *len = (size_t)(s->line[line] - at);
    while (*len && (at[*len - 1] == '\n' || at[*len - 1] == '\r')) {
        (*len)--;
    }
    return at;
}

static bool continues(const char *at, size_t len) {
    return len > 0 && (*at == ' ' || *at == '\t');
}

/* The last line of the section that says something. */
static uint32_t section_end(const struct source *s, uint32_t first) {
    uint32_t last = first;
    for (uint32_t i = first + 1; i <= s->nline; i++) {
        size_t len;
        const char *at = line_at(s, i, &len);
        if (len && *at == '[') {
            break;
        }
        size_t blank = 0;
        while (blank < len && (at[blank] == ' ' || at[blank] == '\t')) {
            blank++;
        }
        bool says = blank < len && at[blank] != '#' && at[blank] != ';';
        last = says ? i : last;
    }
    return last;
}

/* `name =`, and nothing longer: since, until, any(), tuples and guards are written otherwise. */
static bool key_is(const char *at, size_t len, const char *name) {
    size_t n = strlen(name);
    if (len < n || strncmp(at, name, n) != 0) {
        return false;
    }
    while (n < len && (at[n] == ' ' || at[n] == '\t')) {
        n++;
    }
    return n < len && at[n] == '=';
}

const char *entry_written(const struct analysis *an, const struct entry *e) {
    size_t len = 0;
    const struct sources *s = an->msgs->sources;
    bool placed = e->pos.file < s->nfile && e->pos.line && e->pos.line <= s->file[e->pos.file].nline && e->pos.col;
    const char *at = placed ? line_at(&s->file[e->pos.file], e->pos.line, &len) : NULL;
    return at && e->pos.col - 1 + e->len <= len ? arena_strdup(an->arena, at + e->pos.col - 1, e->len)
                                                : entry_text(an->arena, e);
}

bool section_can(const struct analysis *an, uint32_t rule, const struct cond *c) {
    struct pos of = an->table->rule[rule].pos;
    if (of.file >= an->msgs->sources->nfile || c->pos.file != of.file) {
        return false;
    }
    size_t len;
    const char *at = line_at(&an->msgs->sources->file[of.file], c->pos.line, &len);
    return key_is(at + c->pos.col - 1, len - (c->pos.col - 1), an->table->input[c->input[0]].name);
}

const char *section_with(const struct analysis *an, uint32_t rule, const struct cond *c, const char *value) {
    const struct rule *r = &an->table->rule[rule];
    if (!section_can(an, rule, c)) {
        return NULL;
    }
    const struct source *s = &an->msgs->sources->file[r->pos.file];
    struct text t = {.arena = an->arena};
    uint32_t last = section_end(s, r->pos.line);
    for (uint32_t i = r->pos.line; i <= last; i++) {
        size_t len;
        const char *at = line_at(s, i, &len), *equal = memchr(at, '=', len);
        if (i != c->pos.line) {
            text_printf(&t, "%s", t.len ? "\n" : "");
            text_add(&t, at, len);
            continue;
        }
        if (value && equal) {
            text_put(&t, "\n");
            text_add(&t, at, (size_t)(equal - at) + 1);
            text_printf(&t, " %s", value);
        }
        for (size_t more; i < last && continues(line_at(s, i + 1, &more), more);) {
            i++;
        }
    }
    return t.at;
}
