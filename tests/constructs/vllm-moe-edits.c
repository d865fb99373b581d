/* A choice that cannot run is told, and the table's own takes its place; later decisions see what came out. */
#define VLLM_MOE_EDITS_EXPLAIN
#define VLLM_MOE_EDITS_RESOLVE
#include "vllm-moe-edits.h"

#include <stdio.h>
#include <string.h>

static int wrong;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("vllm-moe-edits: %s\n", what);
        wrong++;
    }
}

int main(void) {
    struct vllm_moe_edits_in in = {90, VLLM_MOE_EDITS_WEIGHTS_FP8, VLLM_MOE_EDITS_ACTIVATIONS_FP8, 0, 1};
    struct vllm_moe_edits_choices user = {VLLM_MOE_EDITS_MOE_MARLIN};
    struct vllm_moe_edits_out out;
    expect(vllm_moe_edits_resolve(&in, &user, &out), "something comes out");
    expect(out.moe.how == VLLM_MOE_EDITS_FELL_BACK && out.moe.value == VLLM_MOE_EDITS_MOE_DEEP_GEMM, "fell back");
    expect(out.moe.failed[0] == 1, "and says why");
    expect(strcmp(vllm_moe_edits_rule_name(out.moe.rule), "inserted") == 0, "by which rule");
    expect(out.all2all.value == VLLM_MOE_EDITS_ALL2ALL_DEEPEP, "what follows from it");
    user.moe = VLLM_MOE_EDITS_MOE_TRITON;
    expect(vllm_moe_edits_resolve(&in, &user, &out), "something comes out");
    expect(out.moe.how == VLLM_MOE_EDITS_CHOSEN && out.moe.value == VLLM_MOE_EDITS_MOE_TRITON, "chosen");
    expect(out.all2all.value == VLLM_MOE_EDITS_ALL2ALL_NAIVE, "what follows from the choice");
    expect(vllm_moe_edits_all2all_at(90, in.weights, in.activations, 0, 1) == VLLM_MOE_EDITS_ALL2ALL_DEEPEP, "at");
    expect(vllm_moe_edits_all2all_at_given(90, in.weights, in.activations, 0, 1, VLLM_MOE_EDITS_MOE_TRITON) ==
               VLLM_MOE_EDITS_ALL2ALL_NAIVE,
           "at_given");
    return wrong != 0;
}
