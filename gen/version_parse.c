/* version_parse.c -- the text of a version, as PEP 440 reads it.
 *
 * In: any text.  Out: a struct version in the arena, or NULL when the text is no version.
 * Accepts what packaging 26.4 accepts: space around it (also Unicode's), a leading v, any case, every separator and
 * spelling (1.0-alpha.1, 1.0c1, 1.0-5, 1.0.rev2), local parts.  Numbers of any length.
 * The schemes release, cudnn and cuda keep the release only.  A vendor integer has four digits or more and no dot:
 * cudnn 90100 is 9.1.0 and 8905, as before cuDNN 9, is 8.9.5; cuda 12080 is 12.8.
 */
#include "version.h"

#include <string.h>

/* White space as Python's \s has it; the UTF-8 bytes of the larger ones. */
static const char *skip_space(const char *p) {
    static const char *const wide[] = {"\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\xa8",
                                       "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80"};
    for (;;) {
        const char *start = p;
        while (*p == ' ' || (*p >= '\t' && *p <= '\r') || (*p >= 0x1c && *p <= 0x1f)) {
            p++;
        }
        if (p[0] == '\xe2' && p[1] == '\x80' && (p[2] & 0xff) >= 0x80 && (p[2] & 0xff) <= 0x8a) {
            p += 3; /* the spaces of fixed width, U+2000 to U+200A */
        }
        for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
            size_t n = strlen(wide[i]);
            p += strncmp(p, wide[i], n) == 0 ? n : 0;
        }
        if (p == start) {
            return p;
        }
    }
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_separator(char c) {
    return c == '.' || c == '-' || c == '_';
}

static bool is_local(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z');
}

static struct digits scan_digits(const char **p) {
    while (**p == '0') {
        (*p)++;
    }
    const char *at = *p;
    while (is_digit(**p)) {
        (*p)++;
    }
    return (struct digits){at, (size_t)(*p - at)};
}

/* "[._-]? word [._-]? digits?", as the parts after the release are written; index of the word found, or NO. */
static uint32_t scan_part(const char **p, const char *const *word, uint32_t nword, struct digits *number) {
    const char *q = *p + (is_separator(**p) ? 1 : 0);
    for (uint32_t i = 0; i < nword; i++) {
        size_t n = strlen(word[i]);
        if (strncmp(q, word[i], n) == 0) {
            q += n;
            q += is_separator(*q) ? 1 : 0; /* also where no number follows: 1.0a. is 1.0a0 */
            *number = scan_digits(&q);
            *p = q;
            return i;
        }
    }
    return NO;
}

static void scan_release(struct arena *a, const char **p, struct version *v) {
    struct digits first = scan_digits(p);
    if (**p == '!' && is_digit((*p)[1])) {
        (*p)++;
        v->epoch = first;
        first = scan_digits(p);
    }
    *PUSH(a, v->release, v->nrelease) = first;
    while (**p == '.' && is_digit((*p)[1])) {
        (*p)++;
        *PUSH(a, v->release, v->nrelease) = scan_digits(p);
    }
}

static void scan_suffix(const char **p, struct version *v) {
    static const char *const pre[] = {"alpha", "a", "beta", "b", "preview", "pre", "c", "rc"};
    static const enum phase phase[] = {PHASE_A, PHASE_A, PHASE_B, PHASE_B, PHASE_RC, PHASE_RC, PHASE_RC, PHASE_RC};
    static const char *const post[] = {"post", "rev", "r"};
    static const char *const dev[] = {"dev"};
    uint32_t i = scan_part(p, pre, 8, &v->pre);
    if ((*p)[0] == '-' && is_digit((*p)[1])) {
        (*p)++; /* 1.0-5 is 1.0.post5 */
        v->post = scan_digits(p);
        v->has_post = true;
    } else {
        v->has_post = scan_part(p, post, 3, &v->post) != NO;
    }
    v->has_dev = scan_part(p, dev, 1, &v->dev) != NO;
    v->phase = i != NO ? phase[i] : v->has_dev && !v->has_post ? PHASE_DEV : PHASE_FINAL;
}

static void scan_local(struct arena *a, const char **p, struct version *v) {
    const char *q = *p;
    while ((v->nlocal == 0 ? *q == '+' : is_separator(*q)) && is_local(q[1])) {
        const char *at = ++q;
        struct local l = {.number = true};
        for (; is_local(*q); q++) {
            l.number = l.number && is_digit(*q);
        }
        l.part = (struct digits){at, (size_t)(q - at)};
        if (l.number) {
            l.part = scan_digits(&at);
        }
        *PUSH(a, v->local, v->nlocal) = l;
        *p = q;
    }
}

/* A vendor integer cut into major, minor and patch from its end, so many digits each.  CUDA's last digit goes without
 * saying where it is zero: 12080 is 12.8. */
static void vendor_integer(struct arena *a, enum scheme scheme, struct version *v) {
    const char *at = v->release[0].at;
    const size_t len = v->release[0].len;
    const size_t patch = scheme == SCHEME_CUDA ? 1 : 2, minor = scheme == SCHEME_CUDNN && len == 4 ? 1 : 2;
    const size_t part[] = {len - minor - patch, minor, patch};
    v->nrelease = 0;
    v->release = NULL;
    for (size_t i = 0; i < 3; i++) {
        const char *stop = at + part[i];
        while (at < stop && *at == '0') {
            at++;
        }
        if (i < 2 || at < stop || scheme == SCHEME_CUDNN) {
            *PUSH(a, v->release, v->nrelease) = (struct digits){at, (size_t)(stop - at)};
        }
        at = stop;
    }
}

struct version *version_scan(struct arena *a, enum scheme scheme, const char *text, bool wildcard, const char **rest) {
    size_t len = strlen(text);
    char *copy = arena_strdup(a, text, len); /* digits point into it */
    struct version *v = arena_alloc(a, sizeof *v);
    for (char *c = copy; *c != '\0'; c++) {
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    }
    const char *p = skip_space(copy);
    p += *p == 'v' ? 1 : 0;
    if (is_digit(*p)) {
        scan_release(a, &p, v);
        if (wildcard && p[0] == '.' && p[1] == '*') {
            p += 2;
            v->wildcard = true;
            v->phase = PHASE_FINAL;
        } else {
            scan_suffix(&p, v);
            scan_local(a, &p, v);
        }
        p = skip_space(p);
    }
    *rest = text + (p - copy);
    if (v->nrelease == 0 || *p != '\0') {
        return NULL;
    }
    if ((scheme == SCHEME_CUDNN || scheme == SCHEME_CUDA) && v->nrelease == 1 && v->release[0].len >= 4) {
        vendor_integer(a, scheme, v);
    }
    return v;
}

const struct version *version_parse(struct arena *a, enum scheme scheme, const char *text) {
    const char *rest;
    struct version *v = version_scan(a, scheme, text, false, &rest);
    return v == NULL || scheme == SCHEME_PEP440 ? v : version_release(a, v);
}
