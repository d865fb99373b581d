/* words.c -- a hash of words, for tables whose order nothing depends on. */
#include "turnout.h"

uint64_t words_hash(const uint32_t *word, size_t count) {
    uint64_t h = 0x9e3779b97f4a7c15u + count;
    for (size_t i = 0; i < count; i++) {
        h = (h ^ word[i]) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h ^ h >> 29;
}
