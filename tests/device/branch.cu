/* branch.cu -- a kernel that branches on the header's choice beside one that branches on a literal, form by form.
 *
 * The SM is that of the target, so both must be the same machine code: the header costs a kernel nothing.  The literal
 * is what a hand writes today for Gemma 4 with FlashInfer 0.6.10.post1; run.sh compares the bodies of NAME_header and
 * NAME_literal, and, where a GPU is, the choice itself is compared by the programs of device.cu.in.
 */
#include "gemma4.h"

#ifndef __NVCC__ /* clang without the headers of CUDA */
#define __global__ __attribute__((global))
#define INDEX (__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x())
#else
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#endif

#define ARCH GEMMA4_ARCH_Gemma4ForCausalLM
#define VERSION GEMMA4_VERSION_POST(0, 6, 10, 1)
#define ASK ARCH, GEMMA4_SM_DEVICE, VERSION, GEMMA4_QUANTIZATION_OTHER, 0
#ifdef __CUDA_ARCH__
#define LITERAL (__CUDA_ARCH__ == 1000 || __CUDA_ARCH__ == 1030)
#else
#define LITERAL 0
#endif

/* Both arms load, compute and store, so that neither can hide in the other. */
#define KERNEL(name, choice)                                                                                           \
    extern "C" __global__ void name(float *out, const float *in, int n) {                                              \
        int i = (int)INDEX;                                                                                            \
        if (i < n) {                                                                                                   \
            if (choice) {                                                                                              \
                out[i] = in[i] * 3.0f + in[2 * i];                                                                     \
            } else {                                                                                                   \
                out[i] = in[i] - 2.0f;                                                                                 \
            }                                                                                                          \
        }                                                                                                              \
    }

KERNEL(constant_header, GEMMA4_ATTENTION(ARCH, GEMMA4_SM_DEVICE, VERSION, GEMMA4_QUANTIZATION_OTHER, 0) ==
                            GEMMA4_ATTENTION_TRTLLM_MHA)
KERNEL(constant_literal, LITERAL)
KERNEL(lookup_header, gemma4_attention_at(ASK) == GEMMA4_ATTENTION_TRTLLM_MHA)
KERNEL(lookup_literal, LITERAL)
KERNEL(reading_header, gemma4_attention_switch(ASK) == GEMMA4_ATTENTION_TRTLLM_MHA)
KERNEL(reading_literal, LITERAL)

#ifdef __CUDA_ARCH__
#if GEMMA4_ATTENTION(GEMMA4_ARCH_Gemma4ForCausalLM, GEMMA4_SM_DEVICE, VERSION, GEMMA4_QUANTIZATION_OTHER, 0) == GEMMA4_ATTENTION_TRTLLM_MHA
#define PREPROCESSED 1
#else
#define PREPROCESSED 0
#endif
#else
#define PREPROCESSED 0
#endif
KERNEL(if_header, PREPROCESSED)
KERNEL(if_literal, LITERAL)
