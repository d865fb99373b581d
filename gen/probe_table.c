/* probe_table.c -- what a machine has, as the inputs of one table.
 *
 * In:  a probe and a table.  Out: a text per input that the machine answers, one that the input's domain takes.
 * An input of type sm is the device; a version, or a bool, with the name of a library is that library's version, or
 * whether it is installed.  Words of the command line come before both.  Nothing is guessed: what does not fit the
 * input's domain is said, and the input stays open.
 */
#include "probe.h"

#include "model.h"

#include <inttypes.h>
#include <string.h>

/* Callers of a table give no value for what it decides or derives itself. */
static bool is_argument(const struct input *in) {
    return in->chain == NO && in->from_op == 0;
}

static const char *nearest_input(const struct table *t, const char *name) {
    const char *argument[64];
    size_t n = 0;
    for (size_t i = 0; i < t->ninput; i++) {
        argument[n] = t->input[i].name;
        n += is_argument(&t->input[i]);
    }
    return nearest(name, argument, n);
}

static bool take_word(struct probe *p, const struct loaded *l, const char *word, struct probe_cell *into) {
    const char *equal = strchr(word, '='), *error = NULL;
    if (!equal) {
        probe_say(p, true, "an input is given as NAME=VALUE, not as '%s'", word);
        return false;
    }
    const char *name = arena_strdup(p->arena, word, (size_t)(equal - word));
    uint32_t input = input_named(l->table, name);
    if (input == NO || !is_argument(&l->table->input[input])) {
        const char *near = nearest_input(l->table, name);
        probe_say(p, true, "'%s' is no input of table '%s'%s%s%s", name, l->table->name, near ? "; did you mean '" : "",
                  near ? near : "", near ? "'?" : "");
        return false;
    }
    if (domain_atom(l->space, input, equal + 1, &error) == NO) {
        probe_say(p, true, "%s: %s", name, error ? error : "no value of this input");
        return false;
    }
    into->text[input] = equal + 1;
    into->given[input] = true;
    return true;
}

bool probe_given(struct probe *p, const struct loaded *l, const char *const *word, size_t nword,
                 struct probe_cell *into) {
    bool fits = true;
    for (size_t i = 0; i < nword; i++) {
        fits = take_word(p, l, word[i], into) && fits;
    }
    return fits;
}

/* What this machine has for an input, in the input's own words; NULL: it does not say. */
static const char *found(struct probe *p, const struct input *in, const struct probe_device *device) {
    const struct probe_library *library = probe_library(p, in->name);
    bool gpu = p->driver.state == PROBE_READY || p->driver.state == PROBE_FAILED;
    if (in->type == TYPE_SM) {
        return !device ? (gpu ? NULL : "none") : device->sm > 0 ? arena_printf(p->arena, "%d", device->sm) : NULL;
    }
    if (!library) {
        return NULL;
    }
    if (in->type == TYPE_BOOL) {
        return library->version ? "yes" : "no";
    }
    if (in->type == TYPE_VERSION && !library->version && !in->absent) {
        probe_say(p, false, "%s: not installed, and this input has no cell for that", in->name);
        return NULL;
    }
    return in->type == TYPE_VERSION ? library->version ? library->version : "absent" : NULL;
}

struct probe_cell probe_cell(struct probe *p, const struct loaded *l, const struct probe_cell *given,
                             const struct probe_device *device) {
    struct probe_cell cell = *given;
    for (uint32_t i = 0; i < l->table->ninput; i++) {
        const struct input *in = &l->table->input[i];
        const char *error = NULL, *text = cell.text[i] || !is_argument(in) ? NULL : found(p, in, device);
        if (text && domain_atom(l->space, i, text, &error) == NO) {
            probe_say(p, false, "%s: %s", in->name, error ? error : "no value of this input");
        } else if (text) {
            cell.text[i] = text;
        }
    }
    return cell;
}

/* The key of DESIGN 4 reads better than the number of a piece; where there is none, the latter is exact. */
static void put_version(struct text *t, const struct space *s, uint32_t input, uint32_t atom, const char *text) {
    const struct version *v = version_parse(t->arena, s->table->input[input].scheme, text);
    uint64_t key = 0;
    if (!v || version_has_local(v) || !version_key(v, &key) || key >> 32 == 0) {
        key = lower_number(s, input, atom);
    }
    text_printf(t, "0x%" PRIX64 "ULL", key);
}

void probe_cflags(struct arena *a, const struct loaded *l, const struct probe_cell *c, struct text *into) {
    for (uint32_t i = 0; i < l->table->ninput; i++) {
        const struct input *in = &l->table->input[i];
        const char *text = c->text[i], *error = NULL;
        if (!text) {
            continue;
        }
        uint32_t atom = domain_atom(l->space, i, text, &error);
        bool plain = text[strspn(text, "0123456789")] == 0 && strlen(text) < 10;
        text_printf(into, "%s-D%s_%s=", into->len > 0 ? " " : "", model_id(a, l->table->name, true),
                    model_id(a, in->name, true));
        if (in->type == TYPE_VERSION) {
            put_version(into, l->space, i, atom, text);
        } else if (plain && (in->type == TYPE_SM || in->type == TYPE_INT)) {
            text_printf(into, "%s", text); /* the number itself, not that of its piece */
        } else {
            text_printf(into, "%" PRId64, (int64_t)lower_number(l->space, i, atom));
        }
    }
}
