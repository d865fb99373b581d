/* texts.c -- the quick ways of a text against the complete ones, and no byte read behind a NUL.
 *
 * Every beginning of some texts, each also with one byte changed, stands in memory of exactly its size (built with
 * sanitizers); what a NUL ends must give what the same bytes with a length give, and the texts together what their
 * numbers give.
 */
#include "gemma4.h"
#include "kitchen-sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const text[] = {"Big-1",       "odd name",
                                   "Tiny",        "TinyX-long-name-for-a-prefix",
                                   "other",       "Gemma4ForConditionalGeneration",
                                   "Gemma4*",     "ERROR",
                                   "100",         "90",
                                   "9",           "007",
                                   "0",           "122",
                                   "123",         "999",
                                   "1000",        "sm_100a",
                                   "10.0",        "none",
                                   "newer",       "12345678",
                                   "123456789",   "unset",
                                   "-5",          "yes",
                                   "no",          "true",
                                   "false",       "1",
                                   "unknown",     "auto",
                                   "bfloat16",    "bf16",
                                   "fp8_e4m3",    "fp8",
                                   "0.5.18",      "0.6.10.post1",
                                   "0.6.10.p0st", "00.05.1",
                                   "1.2.3",       "1.2.3rc1",
                                   "1.2.30",      "1.3",
                                   "1.3.99",      "2",
                                   "2.0",         "1!2.0",
                                   "3.0.0.1",     "99.99.99",
                                   "100.1.1",     "10.10",
                                   "10.100",      "1.2.3.4",
                                   "2.9.1+cu128", "v1.2",
                                   "1.",          "1..2",
                                   "absent"};
static unsigned long checked, failed;

static void same(const char *what, const char *t, long long quick, long long complete) {
    checked++;
    if (quick != complete && failed++ < 10) {
        printf("%s '%s': %lld, with a length %lld\n", what, t, quick, complete);
    }
}

#define SAME(function) same(#function, exact, (long long)function(exact, ~0ULL), (long long)function(exact, n))

static void check(const char *bytes, size_t n) {
    char *exact = (char *)malloc(n + 1);
    if (!exact) {
        exit(3);
    }
    memcpy(exact, bytes, n);
    exact[n] = '\0';
    SAME(kitchen_sink_arch_id);
    SAME(kitchen_sink_sm_parse);
    SAME(kitchen_sink_kv_id);
    SAME(kitchen_sink_lib_parse);
    SAME(kitchen_sink_server_parse);
    SAME(kitchen_sink_page_parse);
    SAME(kitchen_sink_mla_parse);
    SAME(kitchen_sink_sinks_parse);
    SAME(gemma4_arch_id);
    SAME(gemma4_flashinfer_parse);
    SAME(gemma4_quantization_id);
    for (int i = 0; i < 5; i++) { /* as each input, beside others that are fine */
        const char *a[5] = {"Gemma4ForCausalLM", "100", "0.6.11", "nvfp4", "no"};
        a[i] = n == 0 && i % 2 ? NULL : exact;
        same("gemma4_attention_text", exact, gemma4_attention_text(a[0], a[1], a[2], a[3], a[4]),
             gemma4_attention_at(gemma4_arch_id(a[0], ~0ULL), gemma4_sm_parse(a[1], ~0ULL),
                                 gemma4_flashinfer_parse(a[2], ~0ULL), gemma4_quantization_id(a[3], ~0ULL),
                                 gemma4_moe_parse(a[4], ~0ULL)));
    }
    free(exact);
}

int main(void) {
    static const char change[] = "05.xA\xff";
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        char bytes[64];
        for (size_t n = 0; n <= strlen(text[i]); n++) {
            memcpy(bytes, text[i], n);
            check(bytes, n);
            for (size_t k = 0; n > 0 && k + 1 < sizeof change; k++) {
                size_t at = k % 2 ? n - 1 : n / 2;
                bytes[at] = change[k];
                check(bytes, n);
                bytes[at] = text[i][at];
            }
        }
    }
    /* a NUL inside is no text's */
    same("arch, NUL inside", "", kitchen_sink_arch_id("Big-1\0x", 7), KITCHEN_SINK_ARCH_OTHER);
    same("kv, NUL inside", "", kitchen_sink_kv_id("fp8\0", 4), 0);
    printf("%lu texts, %lu failed\n", checked, failed);
    return failed != 0;
}
