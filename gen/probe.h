/* probe.h -- between probe*.c and cmd_probe.c only: what this machine has.
 *
 *   probe_driver.c  libcuda.so.1, opened at run time: the driver and its devices
 *   probe_folders.c the folders in which Python looks for packages
 *   probe_python.c  the packages installed there, from their metadata
 *   probe_table.c   the same as the inputs of one table, one cell per device
 *   probe_answer.c  what that table decides there
 *   probe_print.c   all of it for people and for scripts
 *
 * Whatever the machine is like, a probe ends: what cannot be found is a line in `said`, never a crash.
 */
#ifndef PROBE_H
#define PROBE_H

#include "run.h"

enum probe_state {
    PROBE_READY,   /* at least one device */
    PROBE_MISSING, /* no libcuda.so.1 */
    PROBE_OLD,     /* it lacks a function, or says that it is too old */
    PROBE_STUB,    /* the toolkit's, for linking only */
    PROBE_EMPTY,   /* a driver without a device */
    PROBE_FAILED   /* any other answer */
};
struct probe_device {
    const char *name, *uuid; /* uuid: "GPU-..."; NULL where the driver does not say */
    int sm;                  /* 0: the driver did not say */
};
struct probe_driver {
    enum probe_state state;
    const char *version, *cuda; /* "580.65.06", "13.0" (the newest CUDA it runs); NULL: not known */
    int cuda_number;            /* 13000; 0: not known */
    struct probe_device *device;
    size_t ndevice;
};
struct probe_library {
    const char *name;    /* as a table calls it: flashinfer, sgl-kernel, cuda (torch.version.cuda) */
    const char *package; /* whose metadata says so */
    const char *version; /* NULL: not installed */
    const char *folder;
};
struct probe_word { /* a line for the user */
    bool error;
    const char *text;
};
struct probe {
    struct arena *arena;
    struct probe_driver driver;
    struct probe_library *library;
    size_t nlibrary;
    struct probe_word *word;
    size_t nword;
};
void probe_say(struct probe *p, bool error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The driver and its devices; what is wrong is said, with what to do. */
void probe_driver(struct probe *p);
extern const char *const probe_state_name[]; /* "ready", "missing" ...: of --format=json */

/* The folders of `python` (an interpreter or its prefix), or of the one that a shell would start, in the order in
 * which it searches them.  python is NULL or a path. */
const char **probe_folders(struct arena *a, const char *python, size_t *nfolder);

/* Every library of the list, installed or not. */
void probe_libraries(struct probe *p, const char *python);
/* What an input of that name asks for, '-' and '_' alike; NULL: no library that a probe looks for. */
const struct probe_library *probe_library(const struct probe *p, const char *name);

/* The inputs of a table on one device. */
struct probe_cell {
    const char *text[64]; /* NULL: this machine does not answer it */
    bool given[64];       /* on the command line */
};
/* false: a usage error was said.  word: the INPUT=VALUE operands. */
bool probe_given(struct probe *p, const struct loaded *l, const char *const *word, size_t nword,
                 struct probe_cell *into);
/* device NULL: there is none, which an input of type sm calls `none`. */
struct probe_cell probe_cell(struct probe *p, const struct loaded *l, const struct probe_cell *given,
                             const struct probe_device *device);
/* "-DGEMMA4_SM=90 -DGEMMA4_FLASHINFER=0x...ULL": the numbers that the header's forms take, as words that a shell, make
 * and ninja leave alone. */
void probe_cflags(struct arena *a, const struct loaded *l, const struct probe_cell *c, struct text *into);

struct inquiry;
struct question; /* explain.h */
struct question *probe_ask(struct probe *p, struct inquiry *inquiry, const struct probe_cell *cell);
void probe_answer_text(const struct question *q, FILE *out); /* a line per output, and one for what is open */
void probe_answer_json(const struct question *q, FILE *out); /* members, beginning with a comma */
void probe_compare(struct probe *p, struct question *const *q, size_t n); /* warns where devices get different answers */

void probe_text(const struct probe *p, FILE *out);
/* Members of an object, without its braces; the second begins with a comma. */
void probe_json(const struct probe *p, FILE *out);
void probe_json_cells(const struct probe *p, const struct loaded *l, const struct probe_cell *cell,
                      struct question *const *q, size_t ncell, FILE *out);

#endif
