/* read_replace.c -- `replaces = yes`: a section that stands where a used file has one of its kind and name.
 *
 * In:  the sections of a file whose used files have been read (read_keys.c has put the replacing section into the place
 * of the other, and marked it here by an empty kind).  Out: those of the file itself.
 * Guaranteed: the order is that of the used file, so that `hit = first` sees the rule where it was; one that found
 * nothing to replace is an error, since a name that changed there would leave two rules.
 */
#include "read.h"

#include <string.h>

/* Whatever its value: table_meta.c tells of any but yes. */
static const struct key *replaces(const struct section *s) {
    for (size_t i = 0; i < s->nkey; i++) {
        if (strcmp(s->key[i].name, "replaces") == 0) {
            return &s->key[i];
        }
    }
    return NULL;
}

bool section_replaces(const struct section *s) {
    return replaces(s) != NULL;
}

/* r->first points into the sections as they were read: they stay where they are. */
void replace_settle(struct reading *r, uint32_t file, struct doc *own) {
    size_t nleft = 0;
    for (size_t i = 0; i < own->nsection; i++) {
        const struct section *s = &own->section[i];
        const struct key *key = *s->kind && s->pos.file == file ? replaces(s) : NULL;
        nleft += *s->kind != 0;
        if (key && !read_failed) { /* of a file that is missing that is told, and fmt needs none */
            msg_add(r->msgs, FINDING_UNKNOWN, key->pos, strlen(key->name),
                    "no file that is used here has [%s%s%s]: there is nothing to replace", s->kind, *s->name ? " " : "",
                    s->name);
        }
    }
    if (nleft == own->nsection) {
        return;
    }
    struct section *left = arena_alloc(r->doc->arena, (nleft + 1) * sizeof *left);
    nleft = 0;
    for (size_t i = 0; i < own->nsection; i++) {
        if (*own->section[i].kind) {
            left[nleft++] = own->section[i];
        }
    }
    own->section = left;
    own->nsection = nleft;
}
