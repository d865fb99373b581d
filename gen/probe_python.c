/* probe_python.c -- the versions of installed Python packages, from their metadata: NAME-VERSION.dist-info/METADATA.
 *
 * In:  folders in the order of sys.path.  Out: one row per library, absent ones too.
 * Python is not started: a server's interpreter takes seconds to import torch, and a probe must not run foreign code.
 * The first folder that has a package decides, as in Python.  Names are compared as PEP 503 says.
 */
#include "probe.h"

#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <string.h>

/* What tables call a library, and the package that it comes in; sglang 0.5.23 requires sgl-kernel by its new name. */
static const struct {
    const char *name, *package, *other;
} known[] = {{"flashinfer", "flashinfer-python", NULL},
             {"sglang", "sglang", NULL},
             {"vllm", "vllm", NULL},
             {"torch", "torch", NULL},
             {"triton", "triton", NULL},
             {"sgl-kernel", "sgl-kernel", "sglang-kernel"},
             {"flash-attn", "flash-attn", NULL},
             {"flash-attn-4", "flash-attn-4", NULL},
             {"cuda", "torch.version.cuda", NULL}};
enum { NKNOWN = sizeof known / sizeof *known, TORCH = 3, CUDA = NKNOWN - 1 };

void probe_say(struct probe *p, bool error, const char *format, ...) {
    va_list ap;
    char line[1024];
    va_start(ap, format);
    vsnprintf(line, sizeof line, format, ap);
    va_end(ap);
    for (size_t i = 0; i < p->nword; i++) {
        if (strcmp(p->word[i].text, line) == 0) {
            return; /* once, not for every device */
        }
    }
    *PUSH(p->arena, p->word, p->nword) = (struct probe_word){error, arena_strdup(p->arena, line, strlen(line))};
}

/* One name, letter case and runs of '-', '_' and '.' aside; y ends at `end`. */
static bool same_name(const char *x, const char *y, const char *end) {
    for (;; x++, y++) {
        bool dash_x = *x && strchr("-_.", *x), dash_y = y < end && strchr("-_.", *y);
        if (dash_x != dash_y) {
            return false;
        }
        if (dash_x) {
            x += strspn(x, "-_.") - 1;
            while (y + 1 < end && strchr("-_.", y[1])) {
                y++;
            }
        } else if (!*x || y >= end) {
            return !*x && y >= end;
        } else if (tolower((unsigned char)*x) != tolower((unsigned char)*y)) {
            return false;
        }
    }
}

/* The value of a header field of METADATA; the fields end at an empty line. */
static const char *metadata(struct arena *a, const char *path, const char *field) {
    char line[4096];
    const char *value = NULL;
    size_t len = strlen(field);
    FILE *in = fopen(path, "r");
    while (in && !value && fgets(line, sizeof line, in) && line[0] != '\n' && line[0] != '\r') {
        if (strncmp(line, field, len) == 0 && line[len] == ':') {
            const char *text = line + len + 1 + strspn(line + len + 1, " \t");
            value = arena_strdup(a, text, strcspn(text, " \t\r\n"));
        }
    }
    if (in) {
        fclose(in);
    }
    return value && *value ? value : NULL;
}

/* What another folder entry says of a library that this folder has already told of: a broken installation. */
static void take(struct probe *p, struct probe_library *l, const char *package, const char *version,
                 const char *folder) {
    if (!l->version) {
        l->package = package;
        l->version = version;
        l->folder = folder;
    } else if (strcmp(l->folder, folder) == 0 && strcmp(l->version, version) != 0) {
        bool later = strcmp(l->version, version) < 0; /* as text: not as the folder happens to list them */
        probe_say(p, false, "%s is there twice in '%s': %s and %s; which one runs cannot be told", l->package, folder,
                  later ? l->version : version, later ? version : l->version);
        l->version = later ? version : l->version;
    }
}

/* "flashinfer_python-0.6.10.post1.dist-info": the folder's name is enough where METADATA cannot be read. */
static void read_entry(struct probe *p, const char *folder, const char *entry) {
    const char *end = strrchr(entry, '.'), *dash = end;
    if (!end || strcmp(end, ".dist-info") != 0) {
        return;
    }
    while (dash > entry && *dash != '-') { /* the last: versions have none */
        dash--;
    }
    for (size_t i = 0; i < CUDA; i++) {
        bool other = known[i].other && same_name(known[i].other, entry, dash);
        if (!other && !same_name(known[i].package, entry, dash)) {
            continue;
        }
        const char *version = metadata(p->arena, arena_printf(p->arena, "%s/%s/METADATA", folder, entry), "Version");
        if (!version) {
            version = arena_strdup(p->arena, dash + 1, (size_t)(end - dash - 1));
        }
        take(p, &p->library[i], other ? known[i].other : known[i].package, version, folder);
    }
}

/* torch/version.py has a line  cuda: Optional[str] = '12.8'  (None without CUDA). */
static void read_cuda(struct probe *p) {
    const struct probe_library *torch = &p->library[TORCH];
    char line[1024];
    FILE *in = torch->folder ? fopen(arena_printf(p->arena, "%s/torch/version.py", torch->folder), "r") : NULL;
    while (in && fgets(line, sizeof line, in)) {
        char *equal = strchr(line, '='), *quote = equal ? strpbrk(equal, "'\"") : NULL;
        if (strncmp(line, "cuda", 4) == 0 && strchr(" :=", line[4]) && quote) {
            p->library[CUDA].version = arena_strdup(p->arena, quote + 1, strcspn(quote + 1, "'\"\n"));
            p->library[CUDA].folder = torch->folder;
        }
    }
    if (in) {
        fclose(in);
    }
}

/* Within one major release any driver runs any CUDA program; an older major does not. */
static void compare_cuda(struct probe *p) {
    const char *cuda = p->library[CUDA].version;
    int major = 0;
    for (const char *at = cuda ? cuda : ""; isdigit((unsigned char)*at) && major < 1000; at++) {
        major = major * 10 + (*at - '0');
    }
    if (p->driver.cuda_number > 0 && major > p->driver.cuda_number / 1000) {
        probe_say(p, false, "torch %s is built for CUDA %s, and the driver runs %s at most: it is too old for it",
                  p->library[TORCH].version, cuda, p->driver.cuda);
    }
}

void probe_libraries(struct probe *p, const char *python) {
    size_t nfolder = 0;
    const char **folder = probe_folders(p->arena, python, &nfolder);
    for (size_t i = 0; i < NKNOWN; i++) {
        *PUSH(p->arena, p->library, p->nlibrary) = (struct probe_library){known[i].name, known[i].package, NULL, NULL};
    }
    for (size_t i = 0; i < nfolder; i++) {
        struct dirent *e;
        DIR *dir = opendir(folder[i]);
        while (dir && (e = readdir(dir))) {
            read_entry(p, folder[i], e->d_name);
        }
        if (dir) {
            closedir(dir);
        }
    }
    if (python && nfolder == 0) {
        probe_say(p, true, "no Python packages are found for '%s': it is no interpreter, or a script that starts one",
                  python);
    }
    read_cuda(p);
    compare_cuda(p);
}

const struct probe_library *probe_library(const struct probe *p, const char *name) {
    for (size_t i = 0; i < p->nlibrary; i++) {
        const char *end = name + strlen(name);
        bool other = known[i].other && same_name(known[i].other, name, end);
        if (other || same_name(known[i].package, name, end) || same_name(known[i].name, name, end)) {
            return &p->library[i];
        }
    }
    return NULL;
}
