/* device.cu -- the header in device code: a look-up on constants must be a constant there, too. */
#include "gemma4.h"

#ifndef __global__ /* clang -nocudainc */
#define __global__ __attribute__((global))
#endif

extern "C" __global__ void folded(int *answer) {
    *answer = 1000 + gemma4_attention_at(GEMMA4_ARCH_Gemma4ForCausalLM, GEMMA4_SM_DEVICE,
                                         GEMMA4_VERSION_POST(0, 6, 10, 1), GEMMA4_QUANTIZATION_OTHER, 0);
}

extern "C" __global__ void looked_up(int *answer, int sm) {
    *answer = gemma4_attention_at(GEMMA4_ARCH_Gemma4ForCausalLM, sm, GEMMA4_VERSION_POST(0, 6, 10, 1),
                                  GEMMA4_QUANTIZATION_OTHER, 0);
}

#if GEMMA4_ATTENTION(GEMMA4_ARCH_Gemma4ForCausalLM, 100, GEMMA4_VERSION_POST(0, 6, 10, 1), GEMMA4_QUANTIZATION_OTHER, 0) != \
    GEMMA4_ATTENTION_TRTLLM_MHA
#error device
#endif
