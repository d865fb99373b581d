/* forms.c -- two tables' headers in one unit, in every place that takes a constant; and the rows of sink.c.
 *
 * The first half is for the compiler: it must take each constant.  The second half compares the forms with each other
 * and, for chain.ini, with the same decision written by hand.
 */
#define GEMMA4_EXPLAIN
#include "gemma4.h"
#include "chain.h"
#include "gemma4.h" /* twice does no harm */

#include <stdio.h>
#include <string.h>

#define NEW GEMMA4_VERSION_POST(0, 6, 10, 1)
#define ON(sm, version) GEMMA4_ATTENTION(GEMMA4_ARCH_Gemma4ForConditionalGeneration, sm, version, GEMMA4_QUANTIZATION_OTHER, 0)

/* ---- #if ---- */
#if ON(100, NEW) != GEMMA4_ATTENTION_TRTLLM_MHA || ON(90, NEW) != GEMMA4_ATTENTION_TRITON
#error the change that this project starts from
#endif
#if ON(100, GEMMA4_VERSION(0, 6, 10)) != GEMMA4_ATTENTION_TRITON || ON(100, GEMMA4_FLASHINFER_ABSENT) != GEMMA4_ATTENTION_TRITON
#error versions
#endif
#if ON(95, NEW) != GEMMA4_ATTENTION_ERROR || ON(99 + 1, NEW) != ON(100, NEW) || ON(4711, NEW) != ON(GEMMA4_SM_NEWER, NEW)
#error SMs
#endif
#if CHAIN_PAGE(CHAIN_ARCH_A, 1, 8, 8) != 64 || CHAIN_PAGE(CHAIN_ARCH_A, 0, 64, 4 + 4) != 16
#error chained
#endif

/* ---- other constants ---- */
enum places { PLACE = ON(100, NEW), OTHER_PLACE = CHAIN_PAGE(CHAIN_ARCH_OTHER, 1, 1, 1) };
struct bits {
    unsigned field : ON(90, NEW);
};
static const int initial = ON(100, NEW);
static const char array[ON(90, NEW)] = {0};
#ifdef __cplusplus
template <int backend> struct kernel {
    enum { value = backend };
};
static_assert(kernel<ON(100, NEW)>::value == GEMMA4_ATTENTION_TRTLLM_MHA, "template argument");
static_assert(gemma4_attention_at(1, 100, NEW, 2, 0) == ON(100, NEW), "look-up");
static_assert(gemma4_attention_switch(1, 100, NEW, 2, 0) == ON(100, NEW), "switch");
static_assert(gemma4_attention_check(GEMMA4_ATTENTION_TRTLLM_MHA, 1, 90, NEW, 2, 0) == 1, "check");
static_assert(chain_page_at(1, 1, 8, 8) == 64 && chain_page_switch(1, 1, 8, 8) == 64, "chained");
#if __cplusplus >= 201402L
static_assert(gemma4_arch_id("Gemma4ForCausalLM", GEMMA4_NUL) == GEMMA4_ARCH_Gemma4ForCausalLM, "id");
static_assert(gemma4_sm_parse("sm_100a", GEMMA4_NUL) == 100, "SM");
#endif
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(ON(100, NEW) == GEMMA4_ATTENTION_TRTLLM_MHA, "static assertion");
#endif

static int picked(int value) {
    switch (value) {
    case ON(100, NEW):
        return 1;
    case ON(90, NEW):
        return 2;
    default:
        return 0;
    }
}

/* ---- what other units of the program see ---- */
int other_unit(int sm);
int sink_rows(void);

static int wrong;

static void expect(int same, const char *what) {
    if (!same) {
        printf("forms.c: %s\n", what);
        wrong++;
    }
}

static int page_by_hand(int arch, int fast, int heads, int kv_heads) {
    int ratio;
    if (heads < 1 || heads > 128 || kv_heads < 1 || kv_heads > 128) {
        return CHAIN_PAGE_ERROR;
    }
    ratio = heads / kv_heads;
    return arch == CHAIN_ARCH_A && fast ? 64
           : ratio >= 8                 ? 16
           : kv_heads == 3              ? CHAIN_PAGE_ERROR
           : kv_heads == 5              ? CHAIN_PAGE_NONE
                                        : 1;
}

static void compare_chain(void) {
    int arch, fast, heads, kv;
    for (arch = 1; arch <= 2; arch++) {
        for (fast = 0; fast < 2; fast++) {
            for (heads = -1; heads < 131; heads++) {
                for (kv = -1; kv < 131; kv++) {
                    int page = chain_page_at(arch, fast, heads, kv);
                    expect(page == page_by_hand(arch, fast, heads, kv), "chain: at");
                    expect(page == chain_page_switch(arch, fast, heads, kv), "chain: switch");
                }
            }
        }
    }
}

/* A version as its key and as what the parser makes of its text: one answer in every function.  A macro takes keys only. */
static void compare_versions(void) {
    static const char *const text[] = {NULL, "0.6.10", "0.6.10.post1", "0.6.16", "2047.255.255", "none"};
    static const unsigned long long key[] = {GEMMA4_FLASHINFER_ABSENT, GEMMA4_VERSION(0, 6, 10), NEW,
                                             GEMMA4_VERSION(0, 6, 16), GEMMA4_VERSION(2047, 255, 255), 0};
    size_t i;
    int sm;
    for (i = 0; i < sizeof key / sizeof *key; i++) {
        const unsigned long long number = gemma4_flashinfer_parse(text[i], GEMMA4_NUL);
        expect(number < 16 && (number == key[i] || number > 1), "version: a small number");
        expect(gemma4_flashinfer_known(number) == gemma4_flashinfer_known(key[i]), "version: known");
        for (sm = -3; sm < 200; sm++) {
            struct gemma4_in in = {1, 0, 0, 2, 0};
            const int at = gemma4_attention_at(1, sm, key[i], 2, 0);
            in.sm = sm;
            in.flashinfer = number;
            expect(gemma4_attention_at(1, sm, number, 2, 0) == at && gemma4_attention_in(&in) == at, "version: look-up");
            expect(gemma4_attention_switch(1, sm, number, 2, 0) == at, "version: switch");
            expect(gemma4_attention_rule(1, sm, number, 2, 0) == gemma4_attention_rule(1, sm, key[i], 2, 0), "version: rule");
            expect(gemma4_attention_check(1, 1, sm, number, 2, 0) == gemma4_attention_check(1, 1, sm, key[i], 2, 0),
                   "version: check");
            expect(number < 2 || ON(sm, number) == GEMMA4_ATTENTION_ERROR, "version: a macro");
        }
    }
    expect(!gemma4_flashinfer_known(16) && gemma4_attention_at(1, 100, 16, 2, 0) == GEMMA4_ATTENTION_ERROR, "version: none");
}

/* Every name, with a length and with a NUL; nothing that differs from all in one byte or is shorter or longer. */
static void compare_names(void) {
    char text[128];
    int id;
    for (id = 1; id < GEMMA4_ARCH_OTHER; id++) {
        const char *name = gemma4_arch_name(id);
        const size_t length = strlen(name);
        size_t i;
        memset(text, 'x', sizeof text);
        memcpy(text, name, length);
        expect(gemma4_arch_id(name, GEMMA4_NUL) == id && gemma4_arch_id(text, length) == id, "names: found");
        expect(gemma4_arch_id(text, length + 1) == GEMMA4_ARCH_OTHER, "names: longer");
        for (i = 0; i < length; i++) {
            expect(gemma4_arch_id(text, i) == GEMMA4_ARCH_OTHER, "names: shorter");
            text[i] = (char)(text[i] ^ 1);
            expect(gemma4_arch_id(text, length) == GEMMA4_ARCH_OTHER, "names: one byte");
            text[i] = (char)(text[i] ^ 1);
        }
    }
    expect(gemma4_arch_id("", GEMMA4_NUL) == GEMMA4_ARCH_OTHER && gemma4_arch_id("", 0) == GEMMA4_ARCH_OTHER, "names: empty");
    expect(gemma4_arch_id("ERROR", GEMMA4_NUL) == GEMMA4_ARCH_OTHER && gemma4_arch_id("other", 5) == GEMMA4_ARCH_OTHER, "names: words");
    expect(gemma4_sm_parse("100", GEMMA4_NUL) == 100 && gemma4_sm_parse("100", 2) == 10 && gemma4_sm_parse("sm_103a", GEMMA4_NUL) == 103, "sm");
    expect(gemma4_sm_parse("12345678", GEMMA4_NUL) == 12345678 && gemma4_sm_parse("", GEMMA4_NUL) == 0 && gemma4_sm_parse("9x", GEMMA4_NUL) == 0, "sm: odd");
    expect(gemma4_moe_parse("yes", GEMMA4_NUL) == 1 && gemma4_moe_parse("yes", 2) < 0 && gemma4_moe_parse("false", 5) == 0, "bool");
}
#if defined(__cplusplus) && __cplusplus >= 201402L
static_assert(gemma4_arch_id("Gemma4ForCausalLM", GEMMA4_NUL) == GEMMA4_ARCH_Gemma4ForCausalLM, "a name is a constant, too");
static_assert(gemma4_moe_parse("no", GEMMA4_NUL) == GEMMA4_MOE_NO, "and a truth value");
#endif

static void compare_gemma4(void) {
    static const unsigned long long version[] = {0, GEMMA4_FLASHINFER_ABSENT, GEMMA4_VERSION(0, 6, 10), NEW,
                                                 GEMMA4_VERSION(0, 6, 16), GEMMA4_VERSION(2047, 255, 255)};
    int arch, sm, quantization, moe;
    size_t i;
    for (arch = -1; arch < 8; arch++) {
        for (sm = -3; sm < 200; sm++) {
            for (i = 0; i < sizeof version / sizeof *version; i++) {
                for (quantization = -1; quantization < 5; quantization++) {
                    for (moe = -1; moe < 3; moe++) {
                        int at = gemma4_attention_at(arch, sm, version[i], quantization, moe);
                        expect(at == gemma4_attention_switch(arch, sm, version[i], quantization, moe), "gemma4: switch");
                        if (arch == 1 && quantization == 2 && moe >= 0) {
                            expect(at == ON(sm, version[i]), "gemma4: macro");
                        }
                    }
                }
            }
        }
    }
}

int main(void) {
    struct bits bits = {1};
    enum gemma4_attention value = (enum gemma4_attention)gemma4_attention_at(1, 100, NEW, 2, 0);
    expect(picked(PLACE) == 1 && picked(initial) == 1 && sizeof array == 2 && array[0] == 0 && bits.field == 1, "constants");
    expect((int)OTHER_PLACE == 1 && (int)value == picked(PLACE), "enum");
    expect(other_unit(100) == PLACE && other_unit(90) == picked((int)sizeof array), "two units");
    expect(strcmp(gemma4_rule_name(gemma4_attention_rule(1, 100, NEW, 2, 0)), "gemma4") == 0, "rule");
    expect(strncmp(gemma4_rule_place(gemma4_attention_rule(1, 100, NEW, 2, 0)), "tables/gemma4.ini:", 18) == 0, "place");
    expect(gemma4_attention_text("Gemma4ForCausalLM", "10.0", "0.6.10.post1", "none", "no") == PLACE, "text");
    expect(gemma4_attention_text("Gemma4ForCausalLM", NULL, NULL, "none", "no") == GEMMA4_ATTENTION_TRITON, "no text");
    compare_chain();
    compare_gemma4();
    compare_versions();
    compare_names();
    wrong += sink_rows();
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
