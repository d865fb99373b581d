/* cell_lexer.c -- places, blanks, words and quoted text: what the lexers of entries and of outcomes share.
 *
 * In:   the value of one key; its lines are joined by '\n', which is a blank here.
 * Out:  words and texts in the arena, and the place in the source of every byte.
 */
#include "cell.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

/* Bytes that end a word; the signs ! @ % are special only in front of one. */
static bool is_stop(char c) {
    static const bool stop[256] = {
        [0] = true,   [' '] = true, ['\t'] = true, ['\n'] = true, [','] = true, ['|'] = true, ['&'] = true,
        ['('] = true, [')'] = true, ['<'] = true,  ['>'] = true,  ['='] = true, ['"'] = true};
    return stop[(unsigned char)c];
}

void list_add(struct lexer *l, struct list *list, const struct entry *e) {
    if (list->count < FEW)
        list->few[list->count++] = *e;
    else
        *PUSH(l->a, list->entry, list->count) = *e;
}

struct entry *list_keep(struct lexer *l, struct list *list) {
    if (list->count > FEW)
        return list->entry;
    size_t bytes = list->count * sizeof *list->few;
    return memcpy(arena_alloc(l->a, bytes), list->few, bytes);
}

void lexer_blank(struct lexer *l) {
    while (is_blank(*l->at))
        l->at++;
}

struct pos lexer_pos(const struct lexer *l, const char *at) {
    return key_at(l->k, (size_t)(at - l->k->value));
}

size_t lexer_span(const char *from, const char *to) {
    const char *end = memchr(from, '\n', (size_t)(to - from));
    if (end)
        to = end;
    return to > from ? (size_t)(to - from) : 1;
}

void lexer_skip(struct lexer *l, const char *stop) {
    while (*l->at && !strchr(stop, *l->at))
        l->at++;
}

const char *lexer_word(struct lexer *l) {
    const char *start = l->at;
    while (!is_stop(*l->at))
        l->at++;
    return arena_strdup(l->a, start, (size_t)(l->at - start));
}

const char *lexer_string(struct lexer *l) {
    const char *start = l->at++;
    struct text t = {.arena = l->a};
    text_put(&t, "");
    while (*l->at && *l->at != '"') {
        if (l->at[0] == '\\' && (l->at[1] == '"' || l->at[1] == '\\'))
            l->at++;
        text_add(&t, *l->at == '\n' ? " " : l->at, 1);
        l->at++;
    }
    if (*l->at == 0) {
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, start), lexer_span(start, l->at), "text without its closing '\"'");
        return NULL;
    }
    l->at++;
    return t.at;
}
