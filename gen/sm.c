/* sm.c -- the words of type sm against the SMs that the vocabulary knows.
 *
 * In:   `100` (one SM), `90a` (exactly that SM: the letter says that code is built for its features alone), `10x` (the
 *       major: every known SM n with n / 10 == 10).  Families such as `100f` are sets of the vocabulary, not arithmetic.
 * Out:  inclusive bounds; whether the vocabulary has an SM there is a question of its own, since a message needs both.
 */
#include "turnout.h"

#include <string.h>

bool sm_word(const char *text, int64_t *lo, int64_t *hi) {
    size_t digits = strspn(text, "0123456789");
    int64_t number = 0;
    if (digits == 0 || digits > 6)
        return false;
    for (size_t i = 0; i < digits; i++)
        number = number * 10 + (text[i] - '0');
    if (!strcmp(text + digits, "x")) {
        *lo = number * 10;
        *hi = number * 10 + 9;
        return true;
    }
    *lo = *hi = number;
    return !text[digits] || !strcmp(text + digits, "a");
}

/* First SM not below n; the numbers ascend. */
static size_t sm_first(const struct input *in, int64_t n) {
    size_t lo = 0, hi = in->nvalue;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (in->number[mid] < n)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

uint32_t sm_index(const struct input *in, int64_t sm) {
    size_t i = sm_first(in, sm);
    return i < in->nvalue && in->number[i] == sm ? (uint32_t)i : NO;
}

bool sm_known(const struct input *in, int64_t lo, int64_t hi) {
    size_t i = sm_first(in, lo);
    return i < in->nvalue && in->number[i] <= hi;
}
