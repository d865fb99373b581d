/* which.h -- between which_*.c and cmd_which.c only: a model's files, and what they say about the inputs of a table.
 *
 *   which_file.c   the bytes of one file, and the few words of Python's JSON that are none
 *   which_json.c   the files that a table's [from FILE] sections name, through jansson
 *   which_path.c   what a path names in one document
 *   which_value.c  one expression over one document
 *   which_model.c  every mapped input: its text, where it stands, or why there is none
 *   which_print.c  what was read, for people and for scripts
 */
#ifndef WHICH_H
#define WHICH_H

#include "run.h"

struct json_t; /* of jansson; which_json.c and which_value.c look into it */

struct document {
    const char *name, *path; /* "config.json", "models/x/config.json" */
    struct json_t *root;     /* NULL: there is no such file */
};
struct said {                 /* of one input */
    const char *text;         /* what the table takes; NULL: nothing */
    const char *raw;          /* what the file says, where the table takes another word for it */
    const char *file, *where; /* "config.json", "text_config.head_dim | head_dim" */
    const char *why;          /* no text: what stands in the way */
};
struct model {
    struct arena *arena;
    struct loaded *l;
    const char *path;
    struct document *document; /* one per table.from */
    struct said said[64];      /* per input */
};

/* which_file.c.  NULL and *why, or the bytes; *absent: there is no such file. */
const char *which_file(struct arena *a, const char *path, size_t *len, bool *absent, const char **why);
/* NaN, Infinity and -Infinity outside of strings become null: Python writes them, and no other reader takes them. */
const char *which_clean(struct arena *a, const char *bytes, size_t len, size_t *out);

/* which_json.c.  false: messages say why. */
bool model_open(struct model *m, const char *path);
void model_close(struct model *m);

/* which_path.c.  which_base: where the path starts, the first object of `within` that has it or else the file. */
struct json_t *which_base(const struct from *f, const struct from_expr *path, struct json_t *root);
struct json_t *which_first(const struct from_expr *path, struct json_t *root); /* NULL: nothing */
void which_walk(const struct from_expr *path, struct json_t *root, bool (*visit)(void *to, struct json_t *at),
                void *to);
const char *which_path(struct arena *a, const struct from_expr *path); /* as written */

/* which_value.c.  The text of a value; NULL and *why (may be NULL: the file just does not say it).  *where: the
 * alternative that answered. */
const char *which_value(struct arena *a, const struct from *f, const struct from_expr *e, struct json_t *root,
                        const char **where, const char **why);

/* which_model.c: what the documents say, into m->said.  Faults of values are messages. */
void model_read(struct model *m);

/* which_print.c.  read: the inputs that are taken from the model. */
void model_text(const struct model *m, uint64_t read, FILE *out);
void model_json(const struct model *m, uint64_t read, FILE *out); /* members, the first without a comma */

#endif
