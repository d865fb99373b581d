/* msg.c -- the messages of a run: collected in the order found, printed in file order.
 *
 * In:  findings from every stage, with places.  Out: the same ones, sorted, in one of four formats (msg_*.c).
 * Guaranteed: nothing is dropped silently (what is printed: msg_shown.c).  A finding that is off is not kept.  Levels
 * follow -W; faults of text cannot be lowered, because later stages rely on them.
 */
#include "msg.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* One X-macro row each: -W, --help, SARIF rules and the README check all read this. */
const struct finding_info finding_info[FINDING_COUNT] = {
#define FINDING(id, flag, level, about) [FINDING_##id] = {flag, about, level},
#include "findings.def"
#undef FINDING
};

const char *const level_name[] = {"off", "note", "warning", "error"};

void msgs_init(struct msgs *m, struct arena *a, struct sources *s) {
    memset(m, 0, sizeof *m);
    m->arena = a;
    m->sources = s;
    m->shown = 100;
    m->notes = 3;
    for (size_t f = 0; f < FINDING_COUNT; f++) {
        m->level[f] = m->asked[f] = finding_info[f].level;
    }
}

/* Stages after the faulty one assume that these were errors: a table with a syntax error has holes. */
static bool may_be_lowered(enum finding f) {
    return f >= FINDING_UNSOURCED && f != FINDING_UNDECIDED;
}

/* FINDING_COUNT: no such flag. */
static enum finding finding_named(const char *flag) {
    for (size_t f = 0; f < FINDING_COUNT; f++) {
        if (strcmp(finding_info[f].flag, flag) == 0) {
            return (enum finding)f;
        }
    }
    return FINDING_COUNT;
}

/* -Werror raises whatever is a warning in the end, wherever it stands on the command line. */
static void levels_settle(struct msgs *m) {
    for (size_t f = 0; f < FINDING_COUNT; f++) {
        bool raise = m->werror && !m->kept[f] && m->asked[f] == LEVEL_WARNING;
        m->level[f] = raise ? LEVEL_ERROR : m->asked[f];
    }
}

/* keep: -Werror leaves it a warning. */
static bool flag_one(struct msgs *m, const char *name, enum level level, bool keep) {
    enum finding f = finding_named(name);
    if (f == FINDING_COUNT || (level < LEVEL_ERROR && finding_info[f].level > level && !may_be_lowered(f))) {
        return false;
    }
    m->asked[f] = level;
    m->kept[f] = keep;
    return true;
}

/* -Wx: at least a warning, and an error if it is one by default. */
static bool flag_on(struct msgs *m, const char *name) {
    enum finding f = finding_named(name);
    enum level level =
        f == FINDING_COUNT || finding_info[f].level < LEVEL_WARNING ? LEVEL_WARNING : finding_info[f].level;
    return flag_one(m, name, level, false);
}

/* Exact names before prefixes: "-Werror" is no finding called "error". */
bool msgs_flag(struct msgs *m, const char *flag) {
    bool known = true;
    if (strcmp(flag, "-Werror") == 0 || strcmp(flag, "-Wno-error") == 0) {
        m->werror = flag[2] == 'e';
    } else if (strncmp(flag, "-Werror=", 8) == 0) {
        known = flag_one(m, flag + 8, LEVEL_ERROR, false);
    } else if (strncmp(flag, "-Wno-error=", 11) == 0) {
        known = flag_one(m, flag + 11, LEVEL_WARNING, true);
    } else if (strncmp(flag, "-Wno-", 5) == 0) {
        known = flag_one(m, flag + 5, LEVEL_OFF, false);
    } else {
        known = strncmp(flag, "-W", 2) == 0 && flag_on(m, flag + 2);
    }
    levels_settle(m);
    return known;
}

__attribute__((format(printf, 2, 0))) static const char *format_text(struct arena *a, const char *format,
                                                                     va_list args) {
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t size = len < 0 ? 1 : (size_t)len + 1;
    char *text = arena_alloc(a, size);
    vsnprintf(text, size, format, args);
    return text;
}

/* There may be very many: the array that became too small is given back. */
static struct msg *msg_push(struct msgs *m) {
    if ((m->nmsg & (m->nmsg - 1)) == 0) {
        struct arena *own = arena_child(m->arena);
        struct msg *more = arena_alloc(own, (m->nmsg ? 2 * m->nmsg : 1) * sizeof *more);
        if (m->nmsg) {
            memcpy(more, m->msg, m->nmsg * sizeof *more);
        }
        arena_free(m->list);
        m->list = own;
        m->msg = more;
    }
    return &m->msg[m->nmsg++];
}

/* A finding that is off still gives the caller something to write to, so that no caller has to ask. */
struct msg *msg_count(struct msgs *m, enum finding f, struct pos pos, size_t len) {
    struct msg *msg = m->level[f] == LEVEL_OFF ? arena_alloc(m->arena, sizeof *msg) : msg_push(m);
    msg->finding = f;
    msg->level = m->level[f];
    msg->pos = pos;
    msg->len = len == 0 ? 1 : len > UINT32_MAX ? UINT32_MAX : (uint32_t)len;
    msg->cells = msg->share = -1; /* does not apply, until the caller says so */
    return msg;
}

struct msg *msg_add(struct msgs *m, enum finding f, struct pos pos, size_t len, const char *format, ...) {
    struct msg *msg = msg_count(m, f, pos, len);
    va_list args;
    va_start(args, format);
    msg->text = format_text(m->arena, format, args);
    va_end(args);
    return msg;
}

struct msg *msg_answer(struct msgs *m, struct pos pos, const char *text) {
    struct msg *msg = msg_push(m);
    *msg = (struct msg){.finding = FINDING_COUNT, .level = LEVEL_NOTE, .pos = pos, .len = 1, .text = text};
    msg->cells = msg->share = -1;
    return msg;
}

/* msg must be the last one added (or one that is off): the array may have moved since an earlier one. */
void msg_note(struct msgs *m, struct msg *msg, struct pos pos, const char *format, ...) {
    struct note *note = PUSH(m->arena, msg->note, msg->nnote);
    va_list args;
    va_start(args, format);
    note->text = format_text(m->arena, format, args);
    va_end(args);
    note->pos = pos;
}

size_t msgs_count(const struct msgs *m, enum level level) {
    size_t count = 0;
    for (size_t i = 0; i < m->nmsg; i++) {
        count += m->msg[i].level == level;
    }
    return count;
}

/* A place without a file is the command line, or the run as a whole. */
const char *msg_path(const struct msgs *m, struct pos pos) {
    return pos.file < m->sources->nfile ? m->sources->file[pos.file].path : NULL;
}

void msgs_print_members(const struct msgs *m, FILE *out) {
    struct printed p = msgs_printed(m, FORMAT_JSON);
    p.out = out;
    msg_print_members(&p);
}

/* Text goes through memory: standard error has no buffer, and would be written word by word. */
void msgs_print(const struct msgs *m, enum format format, bool colour, FILE *out) {
    struct printed p = msgs_printed(m, format);
    char *bytes = NULL;
    size_t len = 0;
    FILE *memory = format == FORMAT_TEXT ? open_memstream(&bytes, &len) : NULL;
    p.colour = colour;
    p.out = memory ? memory : out;
    switch (format) {
    case FORMAT_TEXT:
        msg_print_text(&p);
        break;
    case FORMAT_JSON:
        msg_print_json(&p);
        break;
    case FORMAT_SARIF:
        msg_print_sarif(&p);
        break;
    case FORMAT_GITHUB:
        msg_print_github(&p);
        break;
    }
    if (memory && fclose(memory) == 0) {
        fwrite(bytes, 1, len, out);
    }
    free(bytes);
}
