/* cmd_fmt.c -- `turnout fmt FILE...`: rewrites each file in the canonical layout; --check only says which would change.
 *
 * A file with a fault of text is reported and left alone, the others are done all the same.  "-" reads standard input
 * and prints the result.  As JSON: one document that names every file and whether it is (or was) in the layout.
 */
#include "msg.h"
#include "run.h"

#include <errno.h>
#include <string.h>

struct laying {
    struct arena *arena;
    const struct options *o;
    struct loaded *l;
    enum format format;
    size_t told; /* files named in the JSON document */
    bool differs, failed;
};

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
static bool faults_of_text(struct msgs *m, size_t from, uint32_t file) {
    size_t kept = from;
    for (size_t i = from; i < m->nmsg; i++) {
        if (m->msg[i].pos.file == file && m->msg[i].finding != FINDING_FILE) {
            m->msg[kept++] = m->msg[i];
        }
    }
    m->nmsg = kept;
    read_failed = 0;
    return kept > from;
}

/* What becomes of one file, where it says more than its exit status. */
static void tell(struct laying *f, const char *path, uint32_t file, bool differs, const char *text) {
    switch (f->format) {
    case FORMAT_TEXT:
        printf("%s: %s\n", path, text);
        break;
    case FORMAT_JSON:
        fputs(f->told++ ? ",\n  {\"file\": " : "\n  {\"file\": ", stdout);
        json_quoted(stdout, path);
        printf(", \"differs\": %s}", differs ? "true" : "false");
        break;
    case FORMAT_SARIF:
    case FORMAT_GITHUB:
        msg_answer(&f->l->msgs, (struct pos){file, 0, 0}, text);
    }
}

/* Written only when different, so that editors and make see no change. */
static void put_file(struct laying *f, const char *path, uint32_t file, const char *out, size_t len) {
    bool check = f->o->value[OPTION_CHECK] != NULL;
    switch (write_file(&f->l->msgs, path, out, len, check)) {
    case WRITTEN_DIFFERS:
        tell(f, path, file, true, "not in the layout that 'turnout fmt' writes");
        f->differs = true;
        break;
    case WRITTEN_NEW:
        tell(f, path, file, true, "laid out anew");
        break;
    case WRITTEN_SAME:
        if (f->format == FORMAT_JSON) {
            tell(f, path, file, false, "");
        }
        break;
    case WRITTEN_FAILED:
        f->failed = true;
    }
}

/* Standard input goes to standard output; --check prints nothing but the name. */
static void put_standard(struct laying *f, uint32_t file, const char *bytes, size_t len, const char *out,
                         size_t out_len) {
    bool same = len == out_len && memcmp(bytes, out, len) == 0;
    if (!f->o->value[OPTION_CHECK]) {
        fwrite(out, 1, out_len, stdout);
    } else if (!same || f->format == FORMAT_JSON) {
        tell(f, "<stdin>", file, !same, "not in the layout that 'turnout fmt' writes");
        f->differs = f->differs || !same;
    }
}

/* Neither a fault nor a file that cannot be read stops the next one. */
static void fmt_file(struct laying *f, const char *path) {
    struct msgs *m = &f->l->msgs;
    bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    size_t len = 0, out_len = 0;
    errno = in ? 0 : errno;
    char *bytes = in ? slurp(f->arena, in, &len) : NULL;
    if (!bytes) {
        msg_add(m, FINDING_FILE, (struct pos){NO, 0, 0}, 1, "cannot read '%s': %s", path, strerror(errno));
        f->failed = true;
    }
    if (in && !standard) {
        fclose(in);
    }
    if (!bytes) {
        return;
    }
    uint32_t file = (uint32_t)m->sources->nfile;
    size_t before = m->nmsg;
    read_bytes(f->arena, m, standard ? "<stdin>" : path, bytes, len);
    if (faults_of_text(m, before, file)) {
        return;
    }
    const char *out = fmt(f->arena, bytes, len, &out_len);
    if (standard) {
        put_standard(f, file, bytes, len, out, out_len);
    } else {
        put_file(f, path, file, out, out_len);
    }
}

/* Formats of messages and a laid-out text cannot share standard output. */
static bool usage_fits(const struct options *o) {
    bool standard = false, print = !o->value[OPTION_CHECK] && format_of(o) != FORMAT_TEXT;
    for (size_t i = 0; i < o->noperand; i++) {
        standard = standard || strcmp(o->operand[i], "-") == 0;
    }
    if (o->noperand == 0) {
        fprintf(stderr, "turnout: error: fmt takes at least one file\n");
    } else if (standard && print) {
        fprintf(stderr, "turnout: error: fmt prints the text of standard input, so --format goes with --check only\n");
    }
    return o->noperand > 0 && !(standard && print);
}

enum status cmd_fmt(struct arena *a, const struct options *o) {
    struct loaded l;
    begin(a, &l, o);
    struct laying f = {.arena = a, .o = o, .l = &l, .format = format_of(o)};
    if (!usage_fits(o)) {
        return STATUS_USAGE;
    }
    fputs(f.format == FORMAT_JSON ? "{\"turnout\": 1,\n \"files\": [" : "", stdout);
    for (size_t i = 0; i < o->noperand; i++) {
        fmt_file(&f, o->operand[i]);
    }
    enum status status = msgs_count(&l.msgs, LEVEL_ERROR) || f.differs ? STATUS_FINDINGS : STATUS_OK;
    if (f.format == FORMAT_JSON) {
        fputs("],\n ", stdout);
        finish_members(&l);
    } else {
        fflush(stdout);
        finish(&l, o);
    }
    return f.failed ? STATUS_IO : status;
}
