/* The report: winner, eligible, rejected with the reason; a pinned backend that falls back. */
#define TENSORRT_LLM_UNKNOWN_EXPLAIN
#define TENSORRT_LLM_UNKNOWN_RESOLVE
#include "tensorrt-llm-unknown.h"

#include <stdio.h>
#include <string.h>

static void report(const struct tensorrt_llm_unknown_in *in, char *text) {
    int rule = tensorrt_llm_unknown_backend_rule(in->sm, in->paged_kv, in->cross, in->mla, in->model), v = 0;
    for (int i = 0; (v = tensorrt_llm_unknown_backend_candidate(rule, i)) != 0; i++) {
        unsigned long long bad = tensorrt_llm_unknown_backend_check(v, in->sm, in->paged_kv, in->cross, in->mla, in->model);
        strcat(strcat(text, tensorrt_llm_unknown_backend_name(v)), bad ? ":" : "");
        for (int bit = 0; bit < 64; bit++) {
            if (bad >> bit & 1) {
                strcat(strcat(text, " "),
                       tensorrt_llm_unknown_clause_name(tensorrt_llm_unknown_backend_clause(v, bit)));
            }
        }
        strcat(text, "; ");
    }
}

int main(void) {
    struct tensorrt_llm_unknown_in in = {100, TENSORRT_LLM_UNKNOWN_PAGED_KV_UNKNOWN, TENSORRT_LLM_UNKNOWN_CROSS_UNKNOWN,
                                         0, TENSORRT_LLM_UNKNOWN_MODEL_OTHER};
    struct tensorrt_llm_unknown_choices user = {TENSORRT_LLM_UNKNOWN_BACKEND_TRTLLM_GEN};
    struct tensorrt_llm_unknown_out out;
    char text[1000] = "";
    report(&in, text);
    int good = strcmp(text, "trtllm_gen: trtllm_gen paged; xqa; fmha; unfused; ") == 0;
    if (!good) {
        printf("%s\n", text);
    }
    good = tensorrt_llm_unknown_resolve(&in, &user, &out) && good;
    good = good && out.backend.how == TENSORRT_LLM_UNKNOWN_FELL_BACK &&
           out.backend.value == TENSORRT_LLM_UNKNOWN_BACKEND_XQA;
    return !good;
}
