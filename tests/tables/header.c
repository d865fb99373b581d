/* header.c -- the generated header of sglang-attention.ini against recorded cells.
 * Comes in: a CSV on standard input, its columns in the order of the table's inputs, then prefill and decode as SGLang
 * 0.5.23 itself has chosen them.  Goes out: each line that the header's look-up by strings answers otherwise, and
 * status 1; or the number of cells.
 */
#include "sglang-attention.h"

#include <stdio.h>
#include <string.h>

enum { INPUTS = 14, COLUMNS = INPUTS + 2 };

/* Cuts the line at its commas; "absent" is the missing text. */
static int split(char *line, const char **column) {
    int n = 0;

    line[strcspn(line, "\n")] = '\0';
    for (char *at = line; at != NULL && n < COLUMNS; n++) {
        char *comma = strchr(at, ',');
        if (comma != NULL) {
            *comma++ = '\0';
        }
        column[n] = n < INPUTS && strcmp(at, "absent") == 0 ? NULL : at;
        at = comma;
    }
    return n;
}

int main(void) {
    char line[1024];
    const char *c[COLUMNS];
    int cells = 0, bad = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (split(line, c) != COLUMNS) {
            fprintf(stderr, "line %d: not %d columns\n", cells + 1, COLUMNS);
            return 2;
        }
        const char *prefill = sglang_attention_prefill_name(sglang_attention_prefill_text(
            c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11], c[12], c[13]));
        const char *decode = sglang_attention_decode_name(sglang_attention_decode_text(
            c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11], c[12], c[13]));
        if (strcmp(prefill, c[INPUTS]) != 0 || strcmp(decode, c[INPUTS + 1]) != 0) {
            printf("line %d: the header says %s and %s, SGLang %s and %s\n", cells + 1, prefill, decode, c[INPUTS],
                   c[INPUTS + 1]);
            bad++;
        }
        cells++;
    }
    printf("%d cells\n", cells);
    return bad > 0 || cells == 0;
}
