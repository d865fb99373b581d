/* guards.c -- numbers of several inputs are tested at once: near the ends of each such test, and anywhere else, the answer
 * is that of the way that asks about each number by itself.  guards.inc is made by guards.awk: a header, `struct
 * asked_in`, FIELDS, change, which puts a number into one of them, and one_by_one, at and by_struct, which ask.
 */
#include <limits.h>
#include <stdio.h>

static unsigned long long state = 1;
static unsigned long long random_bits(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

/* One of a few, near a power of two, or at an end of its type. */
static long long number(void) {
    static const int few[] = {2, 4, 8, 16, 128, 128, 1026, 0};
    unsigned long long bits = random_bits();
    int most = few[bits >> 8 & 7];
    if (most > 0) {
        return (long long)((bits >> 16) % (unsigned long long)most);
    }
    long long near = (bits >> 11 & 3 ? 1LL << (bits >> 16) % 31 : 0) + (long long)((bits >> 24) % 5) - 2;
    return bits >> 13 & 7 ? near : bits >> 32 & 1 ? INT_MAX : INT_MIN;
}

#include "guards.inc"

/* A walk from one cell that has an answer to the next; those without, beside the way, are compared as well. */
int main(void) {
    unsigned long without = 0, answers = 0;
    static struct asked_in from, asked;
    for (int i = 0; i < 1000000; i++) {
        asked = from;
        for (unsigned long long n = answers > 0 ? random_bits() % 3 + 1 : FIELDS; n > 0; n--) {
            const int field = answers > 0 ? (int)(random_bits() % FIELDS) : (int)n - 1;
            change(&asked, field, number());
        }
        const int right = one_by_one(&asked);
        if (at(&asked) != right || by_struct(&asked) != right) {
            printf("cell %d: %d and %d, one by one %d\n", i, at(&asked), by_struct(&asked), right);
            return 1;
        }
        without += right == 0, answers += right != 0;
        from = right != 0 ? asked : from;
    }
    printf("%lu answers, %lu without\n", answers, without);
    return without < 10000 || answers < 10000;
}
