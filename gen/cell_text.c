/* cell_text.c -- an entry as text again, as fmt writes it and messages quote it.
 *
 * Guarantee: lexing the text gives an entry of the same meaning.
 */
#include "cell.h"

#include <string.h>

static void entry_put(struct text *t, const struct entry *e) {
    static const char *const open[] = {"", "@", "", "", "", "%", "(", "", "<"};
    bool quote = e->kind == ENTRY_WORD && e->text[strcspn(e->text, " \t,|&()<>=\"")];
    if (e->not )
        text_put(t, "!");
    text_put(t, e->kind == ENTRY_COMPARE ? compare_text(e->op) : quote ? "\"" : e->bare ? "" : open[e->kind]);
    for (size_t i = 0; i < e->npart; i++) {
        if (i)
            text_put(t, e->kind == ENTRY_ALL ? " & " : ", ");
        entry_put(t, &e->part[i]);
    }
    for (const char *c = e->npart || !e->text ? "" : e->text; *c; c++) {
        if (quote && (*c == '"' || *c == '\\'))
            text_put(t, "\\");
        text_add(t, c, 1);
    }
    if (e->kind == ENTRY_RANGE)
        text_printf(t, "..%s", e->text2);
    text_put(t, e->kind == ENTRY_TUPLE ? ")" : e->kind == ENTRY_COPY ? ">" : e->kind == ENTRY_PREFIX ? "*" : "");
    text_put(t, quote ? "\"" : "");
}

const char *entry_text(struct arena *a, const struct entry *e) {
    struct text t = {.arena = a};
    text_put(&t, "");
    entry_put(&t, e);
    return t.at;
}
