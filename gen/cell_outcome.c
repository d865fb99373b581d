/* cell_outcome.c -- the text of an outcome.
 *
 * In:   one key whose value is `fa3`, `trtllm_mha > flashinfer > @tail`, `NONE`, `ERROR "text"`, `<input>`, `64`,
 *       or `64 * kpool`.
 * Out:  its kind and its parts with their places; whether a word is a value or a number is for the table stage to say,
 *       since only the output's type tells: a lone number is a list of one word here.
 * Guarantee: the whole value is read, or there is a message.
 */
#include "cell.h"

#include <ctype.h>
#include <string.h>

/* Nothing may follow what has been read. */
static bool at_end(struct lexer *l, const char *what) {
    lexer_blank(l);
    if (*l->at == 0)
        return true;
    msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, l->at), lexer_span(l->at, l->at + strlen(l->at)), "text behind %s",
            what);
    return false;
}

/* Behind the word ERROR: its text, in quotes because it may hold any sign. */
static bool outcome_error(struct lexer *l, struct outcome *out) {
    out->kind = OUTCOME_ERROR;
    lexer_blank(l);
    if (*l->at == 0)
        return true; /* the table stage takes the section's `why` */
    if (*l->at != '"') {
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, l->at), lexer_span(l->at, l->at + strlen(l->at)),
                "the text of ERROR stands in quotes: ERROR \"text\"");
        return false;
    }
    out->error = lexer_string(l);
    return out->error && at_end(l, "the text of ERROR");
}

static bool all_digits(const char *text) {
    size_t len = strlen(text);
    return len && strspn(text, "0123456789") == len;
}

/* `64 * kpool` or `kpool * 64`, with or without blanks; `*` is otherwise the end of a prefix. */
static bool outcome_product(struct lexer *l, struct outcome *out) {
    const char *star = strchr(l->at, '*'), *half[2], *place[2];
    for (int i = 0; i < 2; i++) {
        const char *end = i ? l->at + strlen(l->at) : star;
        place[i] = i ? star + 1 : l->at;
        while (place[i] < end && isspace((unsigned char)*place[i]))
            place[i]++;
        while (end > place[i] && isspace((unsigned char)end[-1]))
            end--;
        half[i] = arena_strdup(l->a, place[i], (size_t)(end - place[i]));
    }
    int factor = all_digits(half[0]) ? 0 : 1;
    const char *input = half[1 - factor];
    if (!all_digits(half[factor]) || strlen(half[factor]) > 10 || !*input ||
        input[strcspn(input, " \t\n,|&()<>=\"*")]) {
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, l->at), lexer_span(l->at, l->at + strlen(l->at)),
                "a product is a number from 0 to 9999999999 and an input: 64 * kpool");
        return false;
    }
    out->kind = OUTCOME_PRODUCT;
    for (const char *c = half[factor]; *c; c++)
        out->number = out->number * 10 + (*c - '0');
    struct entry *e = PUSH(l->a, out->cand, out->ncand);
    e->text = input;
    e->pos = lexer_pos(l, place[1 - factor]);
    e->len = (uint32_t)strlen(input);
    return true;
}

/* One candidate: a value or an @set of values; anything else that an entry can be is no candidate. */
static bool candidate_check(struct lexer *l, const struct entry *e, bool alone) {
    bool sign = e->not ;
    bool reserved = e->kind == ENTRY_WORD && (!strcmp(e->text, "NONE") || !strcmp(e->text, "ERROR"));
    if (e->kind == ENTRY_COPY && alone)
        return true;
    if (!reserved && !sign && (e->kind == ENTRY_WORD || e->kind == ENTRY_SET))
        return true;
    if (reserved)
        msg_add(l->m, FINDING_SYNTAX, e->pos, e->len, "'%s' stands alone, not in a list of candidates", e->text);
    else if (e->kind == ENTRY_COPY)
        msg_add(l->m, FINDING_SYNTAX, e->pos, e->len, "the copy '<%s>' stands alone, not in a list of candidates",
                e->text);
    else
        msg_add(l->m, FINDING_SYNTAX, e->pos, e->len, "'%s' is no candidate; an outcome lists values and @sets",
                entry_text(l->a, e));
    return false;
}

/* Behind a candidate: '>', or the end. */
static bool list_separator(struct lexer *l, bool *good) {
    lexer_blank(l);
    if (*l->at && *l->at != '>') {
        msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, l->at), 1, "expected '>' between candidates, found '%c'", *l->at);
        *good = false;
        lexer_skip(l, ">");
    }
    return *l->at && l->at++;
}

static bool outcome_list(struct lexer *l, struct outcome *out) {
    struct list list;
    struct entry e;
    bool good = true;
    list.entry = list.few;
    list.count = 0;
    do {
        e = (struct entry){0};
        lexer_blank(l);
        if (*l->at == '>') {
            msg_add(l->m, FINDING_SYNTAX, lexer_pos(l, l->at), 1, "a candidate is missing in front of '>'");
            good = false;
            continue;
        }
        bool read = lexer_entry(l, &e);
        lexer_blank(l);
        if (read && candidate_check(l, &e, *l->at == 0 && list.count == 0)) {
            list_add(l, &list, &e);
            continue;
        }
        lexer_skip(l, ">");
        good = false;
    } while (list_separator(l, &good));
    out->cand = list_keep(l, &list);
    out->ncand = list.count;
    if (good && out->cand[0].kind == ENTRY_COPY)
        out->kind = OUTCOME_COPY;
    return good;
}

bool cell_outcome(struct arena *a, struct msgs *m, const struct key *k, struct outcome *out) {
    struct lexer l = {.a = a, .m = m, .k = k, .at = k->value};
    lexer_blank(&l);
    const char *start = l.at;
    *out = (struct outcome){.kind = OUTCOME_LIST, .pos = lexer_pos(&l, start), .input = NO};
    out->len = (uint32_t)lexer_span(start, start + strlen(start));
    const char *word = lexer_word(&l);
    lexer_blank(&l);
    if (!strcmp(word, "ERROR") && *l.at != '>')
        return outcome_error(&l, out);
    if (!strcmp(word, "NONE") && *l.at == 0) {
        out->kind = OUTCOME_NONE;
        return true;
    }
    l.at = start;
    if (strchr(start, '*') && !strchr(start, '>'))
        return outcome_product(&l, out);
    return outcome_list(&l, out);
}
