/* A pinned backend that cannot run gives way to the table's own, by rule and by value, and every clause that fails is
 * told; what may run is offered in its order. */
#define TENSORRT_LLM_FAMILY_EXPLAIN
#define TENSORRT_LLM_FAMILY_RESOLVE
#include "tensorrt-llm-family.h"

#include <stdio.h>
#include <string.h>

static int wrong;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("tensorrt-llm-family: %s\n", what);
        wrong++;
    }
}

int main(void) {
    struct tensorrt_llm_family_in in = {90, TENSORRT_LLM_FAMILY_FAMILY_TRTLLM, TENSORRT_LLM_FAMILY_QUANT_FP8_E4M3};
    struct tensorrt_llm_family_choices user = {TENSORRT_LLM_FAMILY_MOE_TRTLLM_NVFP4};
    struct tensorrt_llm_family_out out;
    char reasons[200] = "";
    expect(tensorrt_llm_family_resolve(&in, &user, &out), "something comes out");
    expect(out.moe.how == TENSORRT_LLM_FAMILY_FELL_BACK && out.moe.value == TENSORRT_LLM_FAMILY_MOE_CUTLASS_SM90 &&
               out.moe.decided == out.moe.value,
           "the table's own");
    expect(strcmp(tensorrt_llm_family_rule_name(out.moe.rule), "order") == 0, "its rule");
    for (int bit = 0; bit < 64; bit++) {
        if (out.moe.failed[0] >> bit & 1) {
            int clause = tensorrt_llm_family_moe_clause(user.moe, bit);
            strcat(strcat(reasons, tensorrt_llm_family_clause_why(clause)), "; ");
        }
    }
    expect(strcmp(reasons, "trtllm-gen; NVFP4 weights only; ") == 0, reasons);
    expect(tensorrt_llm_family_moe_ranked(0, 90, in.family, in.quant) == TENSORRT_LLM_FAMILY_MOE_CUTLASS_SM90 &&
               tensorrt_llm_family_moe_ranked(1, 90, in.family, in.quant) == TENSORRT_LLM_FAMILY_MOE_CUTLASS_ANY &&
               tensorrt_llm_family_moe_ranked(2, 90, in.family, in.quant) == TENSORRT_LLM_FAMILY_MOE_VANILLA &&
               tensorrt_llm_family_moe_ranked(3, 90, in.family, in.quant) == 0,
           "the order");
    in.sm = 100;
    in.quant = TENSORRT_LLM_FAMILY_QUANT_NVFP4;
    expect(tensorrt_llm_family_resolve(&in, &user, &out) && out.moe.how == TENSORRT_LLM_FAMILY_CHOSEN &&
               out.moe.failed[0] == 0,
           "it can run");
    user.moe = TENSORRT_LLM_FAMILY_MOE_VANILLA;
    in.sm = 120;
    expect(tensorrt_llm_family_resolve(&in, &user, &out) && out.moe.how == TENSORRT_LLM_FAMILY_FELL_BACK &&
               out.moe.value == TENSORRT_LLM_FAMILY_MOE_NONE,
           "falls back on NONE, which is an answer");
    return wrong != 0;
}
