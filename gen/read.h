/* read.h -- between read.c and read_*.c only: one run of reading, over a table file and the files it uses. */
#ifndef READ_H
#define READ_H

#include "turnout.h"

#include <sys/types.h>

struct visited { /* a file that was opened: read once, and known while it is being read */
    const char *path;
    const char *bytes;
    size_t len;
    char *own; /* the same bytes and a NUL, where nobody else has them: they may be changed; or NULL */
    dev_t dev; /* dev and ino tell that two paths are one file; 0 when the bytes came from memory */
    ino_t ino;
    bool open; /* on the way from the table to the file being read now */
};
struct reading {
    struct arena *arena;
    struct arena *scratch; /* until all is read */
    struct msgs *msgs;
    const struct read_options *options; /* may be NULL */
    struct doc *doc;                    /* grows: used files first */
    struct names section;               /* "kind\nname" -> index into first */
    struct section **first;             /* as read; kind "": it stands where one of a used file stood */
    size_t nfirst;
    struct names text; /* short values -> key.text - 1: most values of a large table stand there many times */
    const char **texts;
    size_t ntext;
    char *pool; /* room for strings, without gaps between them */
    size_t npool;
    struct visited *visited;
    size_t nvisited;
};

/* read.c: a new entry in sources, for messages about a file. */
uint32_t source_new(struct reading *r, const char *path);
/* read.c: one file, the files it uses before its own sections; false: binary, nothing to go on with. */
bool reading_file(struct reading *r, uint32_t visited);
/* read_lines.c: cuts the file into lines and refuses what is no text; false: binary. */
bool lines_cut(struct reading *r, uint32_t file, const struct visited *v);
/* read_inih.c: lines to sections, through inih. */
struct doc keys_read(struct reading *r, uint32_t file);
/* read_use.c: reads the files that the [table] sections of `own` name. */
void use_follow(struct reading *r, const struct doc *own, const char *path);
/* read_replace.c: does it say `replaces = yes`? */
bool section_replaces(const struct section *s);
/* Of a file whose used files have been read: what replaced nothing is told, and what stands elsewhere taken out. */
void replace_settle(struct reading *r, uint32_t file, struct doc *own);
/* read_file.c: the whole file into *v.  NULL, or why not; *absent when there is no such file. */
const char *file_bytes(struct arena *a, const char *path, struct visited *v, bool *absent);
/* The same by options.fetch, where there is one. */
const char *read_path(struct arena *a, const char *path, const struct read_options *o, struct visited *v, bool *absent);
const char *path_below(const char *path); /* behind "git:REV:", else all of it */

#endif
