/* read_keys.h -- between read_keys.c, which understands lines, and read_inih.c, which has inih read them. */
#ifndef READ_KEYS_H
#define READ_KEYS_H

#include "read.h"

enum {
    LONGEST_LINE = 1 << 16,
    LONGEST_HEAD = 49, /* MAX_SECTION - 1 and MAX_NAME - 1 of inih */
    LONGEST_KEY = 150  /* leaves room for a piece of the value in a line of inih */
};

struct span { /* [at, end) of one line */
    const char *at, *end;
};

struct keys {
    struct reading *r;
    const struct source *source;
    uint32_t file, line; /* the line being read, from 1 */
    struct doc doc;
    struct section *section; /* in doc, or a throw-away one for a repeated section; NULL before the first */
    struct section repeated;
    struct names word; /* names of keys and kinds of sections: each is kept once -> index into known */
    struct known {
        const char *text;
        size_t len, next; /* next: the word that came after it the last time, often the one that comes again */
        size_t in, key;   /* the last section with such a key, and which of its keys that is */
    } * known;
    size_t last; /* word */
    size_t nknown, nopened; /* sections so far, repeated ones too */
    struct key *key;        /* in list, or a throw-away one for a repeated key; NULL: nothing to continue */
    struct key again;
    bool faulty;   /* a bad line: lines that continue it are part of that fault */
    bool homeless; /* keys before the first section were told */

    /* used again for every section and key, and copied when that is complete */
    struct key *list;  /* keys of the section */
    struct pos *place; /* of the pieces of the key, with their offsets */
    size_t *start;
    size_t nlist, nplace, list_cap, place_cap;
    struct text value; /* of the key, as far as inih delivered it */

    /* what the line says, for inih */
    char head[LONGEST_HEAD + 1];    /* HAND_SECTION */
    char key_name[LONGEST_KEY + 1]; /* HAND_KEY; still that of a HAND_MORE */
    struct span piece;              /* HAND_KEY, HAND_MORE: of the value */
};

enum hand { HAND_NOTHING, HAND_SECTION, HAND_KEY, HAND_MORE };
/* Understands one line that is trimmed, not empty and no comment.  HAND_NOTHING: it was a fault. */
enum hand keys_line(struct keys *k, struct span line, bool indented);

/* read_lists.c */
void name_put(char *name, struct span s); /* blanks joined; room for all of s and a NUL */
struct known *word_known(struct keys *k, struct span s);
struct key *key_add(struct keys *k);
void piece_add(struct keys *k, const char *at);
void key_close(struct keys *k);
void section_close(struct keys *k);
void keys_begin(struct keys *k);
void keys_end(struct keys *k); /* the last section has all its keys */
struct pos pos_of(const struct keys *k, const char *at);
struct span trimmed(const char *at, const char *end); /* without blanks at the ends */
size_t span_len(struct span s);

#endif
