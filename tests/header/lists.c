/* lists.c -- the rows of `turnout eval` on standard input against a header whose rules are looked up in lists. */
#define BENCH_EXPLAIN
#include "bench.h"

#include <stdio.h>
#include <string.h>

int main(void) {
    char line[512], *cell[7];
    unsigned rows = 0, wrong = 0;
    while (fgets(line, sizeof line, stdin)) {
        int n = 0;
        line[strcspn(line, "\r\n")] = '\0';
        for (char *at = strtok(line, ","); at && n < 7; at = strtok(NULL, ",")) {
            cell[n++] = at;
        }
        int arch = bench_arch_id(cell[0], BENCH_NUL), sm = bench_sm_parse(cell[1], BENCH_NUL);
        unsigned long long lib = bench_lib_parse(cell[2], BENCH_NUL);
        int quant = bench_quant_id(cell[3], BENCH_NUL), moe = bench_moe_parse(cell[4], BENCH_NUL);
        int value = bench_backend_at(arch, sm, lib, quant, moe), rule = bench_backend_rule(arch, sm, lib, quant, moe);
        if (n != 7 || strcmp(bench_backend_name(value), cell[5]) != 0 || strcmp(bench_rule_name(rule), cell[6]) != 0) {
            printf("%s,%s: %s by %s, not %s by %s\n", cell[0], cell[1], bench_backend_name(value),
                   bench_rule_name(rule), cell[5], cell[6]);
            wrong++;
        }
        /* a number that is none of an input's */
        wrong += bench_backend_rule(0, sm, lib, quant, moe) != 0 || bench_backend_rule(arch, 1, lib, quant, moe) != 0 ||
                 bench_backend_rule(arch, sm, lib, 99, moe) != 0 ||
                 bench_backend_rule(1 << 30, sm, lib, quant, moe) != 0;
        rows++;
    }
    printf("%u rows, %u wrong\n", rows, wrong);
    return rows < 1000 || wrong != 0;
}
