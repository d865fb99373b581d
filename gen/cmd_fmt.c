/* cmd_fmt.c -- `turnout fmt FILE...`: rewrites each file in the canonical layout; --check only says which would change.
 *
 * A file with a fault of text is reported and left alone.  "-" reads standard input and prints the result.
 */
#include "run.h"

#include <errno.h>
#include <string.h>

static char *slurp(struct arena *a, FILE *in, size_t *len) {
    struct text t = {.arena = a};
    char block[65536];
    text_put(&t, "");
    for (size_t n; (n = fread(block, 1, sizeof block, in)) > 0;) {
        text_add(&t, block, n);
    }
    *len = t.len;
    return ferror(in) ? NULL : t.at;
}

/* The layout of a file does not depend on the files it uses: whether they are there is for `check` to say. */
static void keep_faults_of_text(struct msgs *m) {
    size_t kept = 0;
    for (size_t i = 0; i < m->nmsg; i++) {
        if (m->msg[i].pos.file == 0 && m->msg[i].finding != FINDING_FILE) {
            m->msg[kept++] = m->msg[i];
        }
    }
    m->nmsg = kept;
    read_failed = 0;
}

static enum status fmt_file(struct arena *a, const struct options *o, const char *path) {
    bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    size_t len = 0, out_len = 0;
    char *bytes = in ? slurp(a, in, &len) : NULL;
    if (in && !standard) {
        fclose(in);
    }
    if (!bytes) {
        fprintf(stderr, "%s: error: cannot be read: %s\n", path, strerror(errno));
        return STATUS_IO;
    }
    struct loaded l = {.table = NULL};
    msgs_init(&l.msgs, a, &l.sources);
    read_bytes(a, &l.msgs, standard ? "<stdin>" : path, bytes, len);
    keep_faults_of_text(&l.msgs);
    enum status status = finish(&l, o);
    if (status != STATUS_OK) {
        return status;
    }
    const char *out = fmt(a, bytes, len, &out_len);
    if (standard) {
        fwrite(out, 1, out_len, stdout);
        return STATUS_OK;
    }
    switch (write_file(&l.msgs, path, out, out_len, o->value[OPTION_CHECK] != NULL)) {
    case WRITTEN_DIFFERS:
        printf("%s: not in the layout that 'turnout fmt' writes\n", path);
        return STATUS_FINDINGS;
    case WRITTEN_FAILED:
        finish(&l, o);
        return STATUS_IO;
    case WRITTEN_NEW:
        printf("%s: laid out anew\n", path);
        break;
    case WRITTEN_SAME:
        break;
    }
    return STATUS_OK;
}

enum status cmd_fmt(struct arena *a, const struct options *o) {
    if (o->noperand == 0) {
        fprintf(stderr, "turnout: error: fmt takes at least one file\n");
        return STATUS_USAGE;
    }
    enum status status = STATUS_OK;
    for (size_t i = 0; i < o->noperand; i++) {
        enum status one = fmt_file(a, o, o->operand[i]);
        status = one > status ? one : status;
    }
    return status;
}
