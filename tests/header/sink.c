/* sink.c -- reads what `turnout eval` answers and asks every run-time form of the emitted header the same.
 *
 * In:  CSV on standard input, its header line first.  Out: a line per row that disagrees, then "N rows, N wrong".
 * Also asks for numbers that are no cell of an input, which must give ERROR in every form.
 */
#define KITCHEN_SINK_EXPLAIN
#include "kitchen-sink.h"

#include <stdio.h>
#include <string.h>

#if !KITCHEN_SINK_HAS_KERNEL_SWITCH /* compiled with few nodes allowed: bit rows instead of a diagram */
#define kitchen_sink_kernel_switch kitchen_sink_kernel_at
#endif

static int wrong;

static void expect(int same, const char *what, const char *row) {
    if (!same) {
        printf("%s: %s\n", what, row);
        wrong++;
    }
}

static const char *text_or_null(const char *text, const char *null) {
    return strcmp(text, null) == 0 ? NULL : text;
}

static void ask(char *field[10], const char *row) {
    struct kitchen_sink_in in;
    int value, rule, last = 0, i, bit;
    unsigned long long bad;
    in.arch = kitchen_sink_arch_id(field[0], strlen(field[0]));
    in.sm = kitchen_sink_sm_parse(field[1], strlen(field[1]));
    in.kv = kitchen_sink_kv_id(field[2], KITCHEN_SINK_NUL);
    in.lib = kitchen_sink_lib_parse(field[3], strlen(field[3]));
    in.server = kitchen_sink_server_parse(field[4], KITCHEN_SINK_NUL);
    in.page = kitchen_sink_page_parse(field[5], strlen(field[5]));
    in.mla = kitchen_sink_mla_parse(field[6], strlen(field[6]));
    in.sinks = kitchen_sink_sinks_parse(field[7], strlen(field[7]));
    value = kitchen_sink_kernel_in(&in);
    expect(strcmp(kitchen_sink_kernel_name(value), field[8]) == 0 || (value == 0 && strcmp(field[8], "NEVER") == 0),
           "at", row);
    expect(value == kitchen_sink_kernel_switch(in.arch, in.sm, in.kv, in.lib, in.server, in.page, in.mla, in.sinks),
           "switch", row);
    expect(value == kitchen_sink_kernel_text(field[0], field[1], field[2], text_or_null(field[3], "absent"), field[4],
                                             field[5], field[6], field[7]),
           "text", row);
    rule = kitchen_sink_kernel_rule(in.arch, in.sm, in.kv, in.lib, in.server, in.page, in.mla, in.sinks);
    expect(strcmp(kitchen_sink_rule_name(rule), field[9]) == 0, "rule", row);
    /* a list is walked until the value that was chosen; each one before it must fail, the chosen one must not */
    for (i = 0; value != 0 && (last = kitchen_sink_kernel_candidate(rule, i)) != 0; i++) {
        bad = kitchen_sink_kernel_check(last, in.arch, in.sm, in.kv, in.lib, in.server, in.page, in.mla, in.sinks);
        expect((bad == 0) == (last == value), "check", row);
        for (bit = 0; bit < 64; bit++) {
            if (bad >> bit & 1) {
                expect(kitchen_sink_clause_name(kitchen_sink_kernel_clause(last, bit))[0] != '\0', "clause", row);
            }
        }
        if (last == value) {
            break;
        }
    }
}

static void ask_bad(int arch, int sm, int kv, unsigned long long lib, unsigned long long server, int page, int mla,
                    int sinks) {
    char row[200];
    sprintf(row, "arch=%d sm=%d kv=%d lib=%llx server=%llx page=%d mla=%d sinks=%d", arch, sm, kv, lib, server, page,
            mla, sinks);
    expect(kitchen_sink_kernel_at(arch, sm, kv, lib, server, page, mla, sinks) == KITCHEN_SINK_KERNEL_ERROR, "bad at",
           row);
    expect(kitchen_sink_kernel_switch(arch, sm, kv, lib, server, page, mla, sinks) == KITCHEN_SINK_KERNEL_ERROR,
           "bad switch", row);
    expect(kitchen_sink_kernel_rule(arch, sm, kv, lib, server, page, mla, sinks) == 0, "bad rule", row);
}

static void ask_all_bad(void) {
    static const int arch[] = {0, -1, 99, -2147483647 - 1, 2147483647},
                     sm[] = {0, -2, 49, 95, -2147483647 - 1}, kv[] = {0, 5, -7}, page[] = {-1000, -2, 0, 1025},
                     mla[] = {-1, -99}, sinks[] = {-1, 3, 77};
    const unsigned long long version = KITCHEN_SINK_VERSION(1, 2, 3);
    size_t i;
    expect(kitchen_sink_kernel_at(1, 100, 1, version, version, 64, 0, 0) == KITCHEN_SINK_KERNEL_FAST, "good", "");
    for (i = 0; i < sizeof arch / sizeof *arch; i++) {
        ask_bad(arch[i], 100, 1, version, version, 64, 0, 0);
    }
    for (i = 0; i < sizeof sm / sizeof *sm; i++) {
        ask_bad(1, sm[i], 1, version, version, 64, 0, 0);
    }
    for (i = 0; i < sizeof kv / sizeof *kv; i++) {
        ask_bad(1, 100, kv[i], version, version, 64, 0, 0);
    }
    ask_bad(1, 100, 1, 0, version, 64, 0, 0);
    ask_bad(1, 100, 1, version, 0, 64, 0, 0);
    ask_bad(1, 100, 1, version, 1, 64, 0, 0); /* absent is no cell of `server` */
    for (i = 0; i < sizeof page / sizeof *page; i++) {
        ask_bad(1, 100, 1, version, version, page[i], 0, 0);
    }
    for (i = 0; i < sizeof mla / sizeof *mla; i++) {
        ask_bad(1, 100, 1, version, version, 64, mla[i], 0);
    }
    for (i = 0; i < sizeof sinks / sizeof *sinks; i++) {
        ask_bad(1, 100, 1, version, version, 64, 0, sinks[i]);
    }
    expect(kitchen_sink_kernel_check(0, 1, 100, 1, version, version, 64, 0, 0) == ~0ULL, "check", "no value");
    expect(kitchen_sink_kernel_check(4, 1, 100, 1, version, version, 64, 0, 0) == ~0ULL, "check", "no value");
    expect(kitchen_sink_kernel_check(1, 1, 95, 1, version, version, 64, 0, 0) == ~0ULL, "check", "no SM");
    expect(kitchen_sink_sm_parse("newer", 5) == KITCHEN_SINK_SM_NEWER &&
               kitchen_sink_lib_parse("absent", KITCHEN_SINK_NUL) == KITCHEN_SINK_LIB_ABSENT &&
               kitchen_sink_lib_parse("absent?", 6) == KITCHEN_SINK_LIB_ABSENT &&
               kitchen_sink_lib_parse(NULL, 0) == KITCHEN_SINK_LIB_ABSENT &&
               kitchen_sink_lib_parse("absent1", 7) == 0 && kitchen_sink_server_parse("absent", 6) == 0,
           "parse", "the words of a table");
    expect(kitchen_sink_sm_parse("banana", 6) == 0 && kitchen_sink_page_parse("64k", 3) < 0 &&
               kitchen_sink_mla_parse("maybe", 5) < 0 && kitchen_sink_lib_parse("one", 3) == 0,
           "parse", "no value");
    expect(kitchen_sink_arch_id("Big-1x", 5) == 1 && kitchen_sink_kv_id("bf16", 4) == KITCHEN_SINK_KV_BFLOAT16, "id",
           "length, alias");
}

int sink_rows(void);
int sink_rows(void) {
    static char line[4096], row[4096];
    unsigned long rows = 0;
    while (fgets(line, sizeof line, stdin)) {
        char *field[10];
        char *at = line;
        int n;
        line[strcspn(line, "\r\n")] = '\0';
        strcpy(row, line);
        for (n = 0; n < 10 && at; n++) {
            field[n] = at;
            at = strchr(at, ',');
            if (at) {
                *at++ = '\0';
            }
        }
        if (n == 10 && rows++ > 0) {
            ask(field, row);
        }
    }
    ask_all_bad();
    printf("%lu rows, %d wrong\n", rows > 0 ? rows - 1 : 0, wrong);
    return wrong != 0;
}
