/* version.h -- the parsed version, between the version*.c files only.
 *
 * Numbers of PEP 440 have no largest value, so every number is kept as its digits without leading zeros: longer is
 * larger, equal lengths compare as text.  Zero is the empty text.
 */
#ifndef TURNOUT_VERSION_H
#define TURNOUT_VERSION_H

#include "turnout.h"

struct digits {
    const char *at;
    size_t len; /* 0: the number zero */
};
struct local {
    bool number;        /* all digits: above every text, compared as a number */
    struct digits part; /* else lower-case letters and digits, compared as text */
};
enum phase { PHASE_DEV, PHASE_A, PHASE_B, PHASE_RC, PHASE_FINAL }; /* DEV: a dev part, neither pre nor post */
struct version {
    struct digits epoch, pre, post, dev;
    struct digits *release; /* as written: 1.0 has two, which matters to ~= and .* */
    size_t nrelease;
    struct local *local;
    size_t nlocal;
    enum phase phase;
    bool has_post, has_dev;
    bool wildcard; /* the text ended in .* (specifiers only) */
};

/* The sides of a cut, and of a version itself, so that one comparison serves both.  The cuts that specifiers give are
 * written in one way each, so two cuts with no version between them are equal (version_cut.c proves it):
 *   BEFORE(V)      just below V; "above all local forms of 1.0" is BEFORE(1.0.post0.dev0)
 *   AFTER(V)       just above V, where V has a local part: 1.0+cu is below, 1.0+cu.1 above
 *   AFTER_POSTS(V) above every V.postN, where V is a final release: what > means; no version is the next one */
enum side { SIDE_BEFORE = -1, SIDE_SELF = 0, SIDE_AFTER = 1, SIDE_AFTER_POSTS = 2 };

int digits_compare(struct digits x, struct digits y);
struct digits digits_next(struct arena *a, struct digits d);     /* d + 1 */
struct digits digits_previous(struct arena *a, struct digits d); /* d - 1; d is not zero */
int place_compare(const struct version *x, int x_side, const struct version *y, int y_side);
struct version *version_release(struct arena *a, const struct version *of); /* its epoch and release only */
/* As version_parse, and one .* where wildcard says so; *rest is where the text stops being a version. */
struct version *version_scan(struct arena *a, enum scheme scheme, const char *text, bool wildcard, const char **rest);

#endif
