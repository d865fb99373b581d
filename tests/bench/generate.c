/* generate.c -- a large table as text, for the measurements of tests/bench and the fast path of diff.
 *
 *     generate RULES [NAMES [CHANGED [SEED [HIT]]]]
 *
 * RULES rules (hit = first unless HIT says otherwise) over NAMES architectures, 20 SMs, a version with 12 cuts, 16
 * quantizations, one bool and 32 backends, and an else.  CHANGED of them, spread evenly, differ from what the same
 * seed gives with CHANGED 0: the backend of the first of three, the quantization of the second, and the third is gone.
 * The same arguments give the same bytes everywhere.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SMS = 20, CUTS = 12, QUANTS = 16, BACKENDS = 32 };

static uint64_t state;

static uint32_t roll(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % n;
}

static const int sm[SMS] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 110, 120, 121};

static void put_head(uint32_t names, const char *hit) {
    printf("[table bench]\nabout = %u architectures, made by tests/bench/generate.c\n\n", names);
    for (int i = 0; i < SMS; i++) {
        printf("[sm %d]\ngpus = G%d\n\n", sm[i], sm[i]);
    }
    printf("[input arch]\ntype = name\n\n[input sm]\ntype = sm\n\n[input lib]\ntype = version\nabsent = yes\n\n"
           "[input quant]\ntype = enum\nvalues = q00");
    for (int i = 1; i < QUANTS; i++) {
        printf(", q%02d", i);
    }
    printf("\n\n[input moe]\ntype = bool\n\n[output backend]\nhit = %s\nvalues = b00", hit);
    for (int i = 1; i < BACKENDS; i++) {
        printf(", b%02d", i);
    }
    printf("\n\n");
}

enum change { BACKEND, QUANT, GONE, NONE };

static void put_rule(uint32_t index, uint32_t names, enum change change) {
    uint32_t narch = 1 + roll(3), first = roll(names), backend = roll(BACKENDS), quant = roll(QUANTS);
    uint32_t nsm = 1 + roll(3), at = roll(SMS), lo = roll(CUTS), hi = lo + 1 + roll(CUTS - lo), dice = roll(100);
    if (change == GONE) {
        return;
    }
    printf("[rule r%06u]\narch = A%05u", index, first);
    for (uint32_t i = 1; i < narch; i++) {
        printf(", A%05u", (first + i * 7) % names);
    }
    printf("\nsm = %d", sm[at]);
    for (uint32_t i = 1; i < nsm && at + i < SMS; i++) {
        printf(", %d", sm[at + i]);
    }
    if (dice < 70) {
        printf("\nlib = >=0.%u", lo);
        if (hi < CUTS) {
            printf(", <0.%u", hi);
        }
    }
    if (dice % 10 < 7) {
        printf("\nquant = q%02u", change == QUANT ? (quant + 5) % QUANTS : quant);
    }
    if (dice % 5 == 0) {
        printf("\nmoe = %s", dice % 2 ? "yes" : "no");
    }
    printf("\nbackend = b%02u\n\n", change == BACKEND ? (backend + 1) % BACKENDS : backend);
}

static uint32_t argument(int argc, char **argv, int i, uint32_t otherwise) {
    return argc > i ? (uint32_t)strtoul(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv) {
    uint32_t rules = argument(argc, argv, 1, 0), names = argument(argc, argv, 2, 1000);
    uint32_t changed = argument(argc, argv, 3, 0), seed = argument(argc, argv, 4, 1), done = 0;
    if (!rules || !names) {
        fprintf(stderr, "usage: generate RULES [NAMES [CHANGED [SEED [HIT]]]]\n");
        return 2;
    }
    state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
    put_head(names, argc > 5 ? argv[5] : "first");
    for (uint32_t i = 0; i < rules; i++) {
        bool now = (uint64_t)(i + 1) * changed / rules > done;
        done += now;
        put_rule(i, names, now ? (enum change)((done - 1) % 3) : NONE);
    }
    printf("[rule rest]\nelse = yes\nbackend = b00\n");
    return 0;
}
