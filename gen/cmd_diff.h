/* cmd_diff.h -- between cmd_diff.c and cmd_diff_*.c. */
#ifndef CMD_DIFF_H
#define CMD_DIFF_H

#include "run.h"

struct loading { /* one table, loaded and analysed by a thread of its own */
    const struct options *o;
    const char *path;
    struct arena *arena;
    struct loaded l;
    bool loaded, analysed;
};

/* cmd_diff.c */
void loading_start(struct loading *s, const struct options *o, const char *path);
void loading_both(struct loading side[2]);
struct diff_side loading_side(const struct loading *s);
struct diff_options diff_options_of(const struct options *o, const struct loading *s);
/* Tells why a table could not be loaded: 2, or 3 when it could not be read. */
enum status loading_faults(struct loading *s);

/* cmd_diff_git.c: git:REV:PATH */
bool is_git_path(const char *path);
const char *git_fault(struct arena *a, const char *path); /* why nothing can be read there; NULL: something may */
const char *git_fetch(void *from, struct arena *a, const char *path, const char **bytes, size_t *len, bool *absent);
const char *file_fetch(struct arena *a, const char *path, const char **bytes, size_t *len, bool *absent);
int git_run(char *const argv[]); /* with our standard output; its exit status, or -1 */

/* cmd_diff_driver.c: what git calls, as diff.NAME.command and as diff.NAME.textconv */
enum status diff_driver(struct arena *a, const struct options *o);
enum status diff_textconv(struct arena *a, const struct options *o);

#endif
