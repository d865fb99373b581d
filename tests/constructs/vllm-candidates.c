/* An explicit choice in vLLM's way: taken, or refused with every reason and what would run instead. */
#define VLLM_CANDIDATES_EXPLAIN
#define VLLM_CANDIDATES_RESOLVE
#include "vllm-candidates.h"

#include <stdio.h>
#include <string.h>

static int wrong;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("vllm-candidates: %s\n", what);
        wrong++;
    }
}

int main(void) {
    struct vllm_candidates_in in = {90, VLLM_CANDIDATES_KV_NVFP4, 512, 1, 8};
    struct vllm_candidates_choices user = {VLLM_CANDIDATES_BACKEND_FLASH_ATTN};
    struct vllm_candidates_out out;
    char reasons[1000] = "";
    expect(!vllm_candidates_resolve(&in, &user, &out), "the choice is refused");
    expect(out.backend.how == VLLM_CANDIDATES_REFUSED && out.backend.value == VLLM_CANDIDATES_BACKEND_ERROR, "how");
    expect(out.backend.decided == VLLM_CANDIDATES_BACKEND_FLEX_ATTENTION, "what the table would take");
    for (int bit = 0; bit < 64; bit++) {
        if (out.backend.failed[0] >> bit & 1) {
            int clause = vllm_candidates_backend_clause(user.backend, bit);
            strcat(strcat(reasons, vllm_candidates_clause_needs(clause)), "; ");
        }
    }
    expect(strcmp(reasons, "kv = auto; head = <=256 & %8; block = %16; ") == 0, reasons);
    expect(vllm_candidates_backend_alternative(0, 90, VLLM_CANDIDATES_KV_NVFP4, 512, 1, 8) ==
               VLLM_CANDIDATES_BACKEND_FLEX_ATTENTION,
           "the alternative");
    expect(vllm_candidates_backend_alternative(1, 90, VLLM_CANDIDATES_KV_NVFP4, 512, 1, 8) == 0, "no other one");
    in.kv = VLLM_CANDIDATES_KV_AUTO;
    in.head = 128;
    in.block = 32;
    expect(vllm_candidates_resolve(&in, &user, &out) && out.backend.value == user.backend &&
               out.backend.how == VLLM_CANDIDATES_CHOSEN && out.backend.failed[0] == 0,
           "the choice is taken");
    expect(vllm_candidates_resolve(&in, 0, &out) && out.backend.how == VLLM_CANDIDATES_DECIDED, "no choice");
    expect(strcmp(vllm_candidates_rule_name(out.backend.rule), "others") == 0, "the rule");
    user.backend = 99;
    expect(!vllm_candidates_resolve(&in, &user, &out), "no such backend");
    return wrong != 0;
}
