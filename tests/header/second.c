/* second.c -- another unit that includes the same header, this time without the explanations. */
#include "gemma4.h"

int other_unit(int sm);
int other_unit(int sm) {
    const struct gemma4_in in = {GEMMA4_ARCH_Gemma4ForCausalLM, sm, GEMMA4_VERSION_POST(0, 6, 10, 1),
                                 GEMMA4_QUANTIZATION_OTHER, GEMMA4_MOE_NO};
    return gemma4_attention_in(&in);
}
