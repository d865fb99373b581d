/* fold.c -- functions whose instructions run.sh counts. */
#include "gemma4.h"
#include "kitchen-sink.h"

#ifdef __cplusplus
extern "C" {
#endif
int folded(void);
int folded_sink(void);
int folded_switch(void);
int looked_up(int arch, int sm, unsigned long long flashinfer, int quantization, int moe);

int folded(void) {
    return gemma4_attention_at(GEMMA4_ARCH_Gemma4ForCausalLM, 100, GEMMA4_VERSION_POST(0, 6, 10, 1),
                               GEMMA4_QUANTIZATION_OTHER, GEMMA4_MOE_NO);
}
int folded_sink(void) {
    return kitchen_sink_kernel_at(KITCHEN_SINK_ARCH_OTHER, 100, KITCHEN_SINK_KV_AUTO, KITCHEN_SINK_LIB_ABSENT,
                                  KITCHEN_SINK_VERSION(1, 2, 3), 64, KITCHEN_SINK_MLA_NO, KITCHEN_SINK_SINKS_NO);
}
int folded_switch(void) {
    return gemma4_attention_switch(GEMMA4_ARCH_Gemma4ForCausalLM, 100, GEMMA4_VERSION_POST(0, 6, 10, 1),
                                   GEMMA4_QUANTIZATION_OTHER, GEMMA4_MOE_NO);
}
#ifndef ONLY_FOLDED
int looked_up(int arch, int sm, unsigned long long flashinfer, int quantization, int moe) {
    return gemma4_attention_at(arch, sm, flashinfer, quantization, moe);
}
#endif
#ifdef __cplusplus
}
#endif
