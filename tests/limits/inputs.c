/* inputs.c -- the run-time forms of the project's own tables in a loop, for instruction counts.
 *
 *     inputs FORM CALLS        FORM: empty, gemma4, llamacpp, sglang
 *
 * The cells are read in turn, each with numbers as a server has them after start-up.
 */
#include "gemma4.h"
#include "llamacpp.h"
#include "sglang-attention.h"

#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 8 };
static struct gemma4_in gemma4[CELLS];
static struct llamacpp_in llamacpp[CELLS];
static struct sglang_attention_in sglang[CELLS];

__attribute__((noinline)) static int ask_empty(const void *in) {
    __asm__ volatile("" : : "r"(in));
    return 0;
}
__attribute__((noinline)) static int ask_gemma4(const struct gemma4_in *in) {
    return gemma4_attention_in(in);
}
__attribute__((noinline)) static int ask_llamacpp(const struct llamacpp_in *in) {
    return llamacpp_kernel_in(in);
}
__attribute__((noinline)) static int ask_sglang(const struct sglang_attention_in *in) {
    return sglang_attention_prefill_in(in);
}

static void fill(int i) {
    static const int sm[CELLS] = {100, 90, 103, 80, 120, 89, 75, 100};
    gemma4[i] = (struct gemma4_in){i % 5 + 1, sm[i], gemma4_flashinfer_parse(i % 2 ? "0.6.10.post1" : "0.5", GEMMA4_NUL),
                                   i % 2 + 1, i / 2 % 2};
    llamacpp[i] = (struct llamacpp_in){1, LLAMACPP_CHIP_nvidia, sm[i], sm[i], i % 2 ? 128 : 64, i % 2 ? 128 : 64,
                                       1 << i % 4, 1 << i, 1, 1 + i % 3, 0, 0, 256 << i, i % 2, 1, 1};
    sglang[i] = (struct sglang_attention_in){1 + i, SGLANG_ATTENTION_PLATFORM_CUDA, sm[i], sglang_attention_cuda_parse("12.8", SGLANG_ATTENTION_NUL),
                                             i % 2, i / 2 % 2, 0, 0, 1 + i % 2, 1, 64, 1, 8, 0};
}

int main(int argc, char **argv) {
    const char *form = argc > 1 ? argv[1] : "empty";
    unsigned long calls = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000, sum = 0;
    for (int i = 0; i < CELLS; i++) {
        fill(i);
    }
    for (unsigned long k = 0; k < calls; k++) {
        size_t i = k % CELLS;
        sum += (unsigned long)(*form == 'g'   ? ask_gemma4(&gemma4[i])
                               : *form == 'l' ? ask_llamacpp(&llamacpp[i])
                               : *form == 's' ? ask_sglang(&sglang[i])
                                              : ask_empty(&gemma4[i]));
    }
    printf("%lu\n", sum);
    return 0;
}
