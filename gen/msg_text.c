/* msg_text.c -- messages for a person at a terminal: GNU form, the source line, a caret.
 *
 *     tables/a.ini:12:8: error: unknown architecture 'Gema4' [-Wunknown]
 *        12 | arch = Gema4
 *           |        ^~~~~
 *     tables/a.ini:3:1: note: declared here
 *
 * Allowed findings are one line a reason (msg_allowed.c), without source and notes; --no-allow shows them in full.
 * In:  sorted messages.  Out: text.  Guaranteed: a table cannot write control codes to the terminal, and a line of
 * any length is shown as a window around the caret.  Also here: the nearest word, for "did you mean".
 */
#include "msg.h"

#include <string.h>

enum { WINDOW = 140, BEFORE = 60 }; /* bytes of a source line that are shown, and those kept left of the caret */

static const char *const level_colour[] = {"", "\033[1;36m", "\033[1;35m", "\033[1;31m"};

/* Codes only when asked: main knows whether this is a terminal and what NO_COLOR says. */
static const char *paint(const struct printed *p, const char *code) {
    return p->colour ? code : "";
}

/* Bytes below space other than tab and newline, and DEL, are what a terminal might obey. */
static bool is_control(char c) {
    return ((unsigned char)c < ' ' && c != '\t' && c != '\n') || c == 127;
}

/* Bytes beyond ASCII pass: a table may be written in any language. */
static void put_safe(FILE *out, const char *text, size_t len) {
    for (size_t i = 0; i < len; i++) {
        fputc(is_control(text[i]) ? '?' : text[i], out);
    }
}

/* Carets count characters, columns count bytes: a tail byte has no width. */
static bool is_utf8_tail(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Under each character before the caret goes a blank (a tab stays one, so that it lines up at any tab width). */
static void caret_print(const struct printed *p, const char *at, size_t before, size_t len) {
    for (size_t i = 0; i < before; i++) {
        if (!is_utf8_tail(at[i])) {
            fputc(at[i] == '\t' ? '\t' : ' ', p->out);
        }
    }
    fprintf(p->out, "%s^", paint(p, "\033[1;32m"));
    for (size_t i = 1; i < len; i++) {
        if (!is_utf8_tail(at[before + i])) {
            fputc('~', p->out);
        }
    }
    fprintf(p->out, "%s\n", paint(p, "\033[0m"));
}

/* The line's bytes without its end; false when the place has none. */
static bool source_line(const struct msgs *m, struct pos pos, const char **at, size_t *len) {
    if (pos.file >= m->sources->nfile || pos.line == 0 || pos.line > m->sources->file[pos.file].nline) {
        return false;
    }
    const struct source *s = &m->sources->file[pos.file];
    *at = s->line[pos.line - 1];
    *len = (size_t)(s->line[pos.line] - *at);
    while (*len && ((*at)[*len - 1] == '\n' || (*at)[*len - 1] == '\r')) {
        (*len)--;
    }
    return pos.col != 0 && pos.col <= *len + 1;
}

/* A short line whole, a long one as a window that begins and ends between characters. */
static void source_print(const struct printed *p, struct pos pos, size_t mark) {
    const char *at;
    size_t len;
    if (!source_line(p->msgs, pos, &at, &len)) {
        return;
    }
    size_t caret = pos.col - 1, from = 0, to = len;
    if (len > WINDOW) {
        from = caret > BEFORE ? caret - BEFORE : 0;
        while (from > 0 && is_utf8_tail(at[from])) {
            from--;
        }
        to = len - from > WINDOW ? from + WINDOW : len;
        while (to < len && is_utf8_tail(at[to])) {
            to++;
        }
    }
    const char *left = from > 0 ? "..." : "", *right = to < len ? "..." : "";
    fprintf(p->out, "%5u | %s", pos.line, left);
    put_safe(p->out, at + from, to - from);
    fprintf(p->out, "%s\n      | %s", right, from > 0 ? "   " : "");
    /* never underline beyond what is shown */
    size_t room = to > caret ? to - caret : 1;
    caret_print(p, at + from, caret - from, mark < room ? mark : room);
}

/* path:line:col, as far as each is known; the program's name when there is no place at all. */
static void place_print(const struct printed *p, struct pos pos) {
    const char *path = msg_path(p->msgs, pos);
    fputs(paint(p, "\033[1m"), p->out);
    put_safe(p->out, path ? path : "turnout", strlen(path ? path : "turnout"));
    if (path && pos.line) {
        fprintf(p->out, ":%u", pos.line);
        if (pos.col) {
            fprintf(p->out, ":%u", pos.col);
        }
    }
    fprintf(p->out, ":%s ", paint(p, "\033[0m"));
}

static void level_print(const struct printed *p, enum level level) {
    fprintf(p->out, "%s%s:%s ", paint(p, level_colour[level]), level_name[level], paint(p, "\033[0m"));
}

/* The line is a section's header, which says no more than the text does. */
static bool is_header(const struct msgs *m, struct pos pos) {
    const char *at;
    size_t len;
    return source_line(m, pos, &at, &len) && len && *at == '[';
}

/* [-Werror=x] instead of [-Wx] tells that a flag made it an error. */
static void msg_print(const struct printed *p, const struct msg *msg) {
    place_print(p, msg->pos);
    level_print(p, msg->level);
    put_safe(p->out, msg->text, strlen(msg->text));
    fprintf(p->out, " [%s%s]\n",
            msg->level == LEVEL_ERROR && msg->level != finding_info[msg->finding].level ? "-Werror=" : "-W",
            finding_info[msg->finding].flag);
    if (msg->level != LEVEL_NOTE || !is_header(p->msgs, msg->pos)) {
        source_print(p, msg->pos, msg->len);
    }
    for (size_t i = 0; i < msg->nnote; i++) {
        place_print(p, msg->note[i].pos);
        level_print(p, LEVEL_NOTE);
        put_safe(p->out, msg->note[i].text, strlen(msg->note[i].text));
        fputc('\n', p->out);
        if (!is_header(p->msgs, msg->note[i].pos)) {
            source_print(p, msg->note[i].pos, 1);
        }
    }
}

static void allowed_print(const struct printed *p, size_t i) {
    const char *text = msg_allowed(p, i);
    if (text) {
        place_print(p, p->msg[i]->pos);
        level_print(p, LEVEL_NOTE);
        put_safe(p->out, text, strlen(text));
        fprintf(p->out, " [-W%s]\n", finding_info[p->msg[i]->finding].flag);
    }
}

/* What msgs.shown left out is counted at the end, in the order of findings.def. */
void msg_print_text(const struct printed *p) {
    for (size_t i = 0; i < p->nmsg; i++) {
        if (p->msg[i]->allowed) {
            allowed_print(p, i);
        } else {
            msg_print(p, p->msg[i]);
        }
    }
    for (size_t f = 0; f < FINDING_COUNT; f++) {
        if (p->left[f]) {
            place_print(p, (struct pos){NO, 0, 0});
            level_print(p, p->left_level[f]);
            fprintf(p->out, "%zu more of the same kind, not shown (--format=json has all) [-W%s]\n", p->left[f],
                    finding_info[f].flag);
        }
    }
}

/* ---- did you mean ---- */

enum { LONGEST = 63 }; /* longer words are not compared: nobody mistypes them */

/* By hand: tolower() would follow the locale. */
static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t least(size_t x, size_t y) {
    return x < y ? x : y;
}

/* Edits (insert, delete, replace, swap of neighbours) that make x into y, letter case apart; at most `limit` + 1. */
static size_t edits(const char *x, size_t nx, const char *y, size_t ny, size_t limit) {
    size_t row[3][LONGEST + 1];
    for (size_t j = 0; j <= ny; j++) {
        row[0][j] = j;
    }
    for (size_t i = 1; i <= nx; i++) {
        size_t *now = row[i % 3], *up = row[(i + 2) % 3], *upup = row[(i + 1) % 3], best = now[0] = i;
        for (size_t j = 1; j <= ny; j++) {
            bool same = lower(x[i - 1]) == lower(y[j - 1]);
            now[j] = least(least(now[j - 1], up[j]) + 1, up[j - 1] + !same);
            if (i > 1 && j > 1 && lower(x[i - 1]) == lower(y[j - 2]) && lower(x[i - 2]) == lower(y[j - 1])) {
                now[j] = least(now[j], upup[j - 2] + 1);
            }
            best = least(best, now[j]);
        }
        if (best > limit) {
            return limit +
                   1; /* a later row is never better, not even by a swap: that costs one more than two rows above */
        }
    }
    return row[nx % 3][ny];
}

/* The first of equally near ones wins, so the answer follows the order of declaration.  limit: a third of the word,
 * but one edit for words of two letters. */
const char *nearest(const char *word, const char *const *candidate, size_t ncandidate) {
    size_t len = strlen(word), limit = len / 3 + (len == 2), best = limit + 1;
    const char *found = NULL;
    for (size_t i = 0; i < ncandidate && len <= LONGEST && best > 0; i++) {
        size_t other = strlen(candidate[i]), gap = other > len ? other - len : len - other;
        if (other > LONGEST || gap >= best || strcmp(candidate[i], word) == 0) {
            continue;
        }
        size_t distance = edits(word, len, candidate[i], other, limit);
        if (distance < best) {
            best = distance;
            found = candidate[i];
        }
    }
    return found;
}
