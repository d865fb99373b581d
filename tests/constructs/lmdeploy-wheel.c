/* What the wheel has code for is fixed when it is built; an engine that the user names is kept, and yet told what speaks
 * against it: every clause, also where nothing is refused. */
#define LMDEPLOY_WHEEL_SM80 1
#define LMDEPLOY_WHEEL_SM90 0
#define LMDEPLOY_WHEEL_SM120 0
#define LMDEPLOY_WHEEL_EXPLAIN
#define LMDEPLOY_WHEEL_RESOLVE
#include "lmdeploy-wheel.h"

#include <stdio.h>
#include <string.h>

static int wrong;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("lmdeploy-wheel: %s\n", what);
        wrong++;
    }
}

int main(void) {
    const int llama = lmdeploy_wheel_arch_id("LlamaForCausalLM", LMDEPLOY_WHEEL_NUL);
    const int mistral = lmdeploy_wheel_arch_id("Mistral", LMDEPLOY_WHEEL_NUL);
    struct lmdeploy_wheel_in in = {0, 120, 1, 0, 0, LMDEPLOY_WHEEL_QUANT_FP8};
    struct lmdeploy_wheel_choices user = {LMDEPLOY_WHEEL_ENGINE_TURBOMIND};
    struct lmdeploy_wheel_out out;
    char reasons[200] = "";
    expect(lmdeploy_wheel_engine_built(llama, 90, LMDEPLOY_WHEEL_QUANT_AWQ) == LMDEPLOY_WHEEL_ENGINE_TURBOMIND, "PTX");
    expect(lmdeploy_wheel_code_built(llama, 120, LMDEPLOY_WHEEL_QUANT_AWQ) == LMDEPLOY_WHEEL_CODE_ERROR, "no code");
    in.arch = mistral;
    expect(!lmdeploy_wheel_resolve(&in, &user, &out), "one of the outputs is an error");
    expect(out.engine.how == LMDEPLOY_WHEEL_CHOSEN && out.engine.value == user.engine, "kept");
    expect(out.engine.decided == LMDEPLOY_WHEEL_ENGINE_PYTORCH, "what the table would take");
    expect(strcmp(lmdeploy_wheel_rule_name(out.engine.rule), "order") == 0, "by which rule");
    for (int bit = 0; bit < 64; bit++) {
        if (out.engine.failed[0] >> bit & 1) {
            strcat(strcat(reasons, lmdeploy_wheel_clause_name(lmdeploy_wheel_engine_clause(user.engine, bit))), "; ");
        }
    }
    expect(strcmp(reasons, "turbomind architectures; turbomind quantization; turbomind sm120; ") == 0, reasons);
    expect(strcmp(lmdeploy_wheel_rule_name(out.code.rule), "no-code") == 0, "the rule of the error");
    in.arch = llama;
    in.sm = 90;
    in.quant = LMDEPLOY_WHEEL_QUANT_NONE;
    expect(lmdeploy_wheel_resolve(&in, 0, &out) && out.engine.how == LMDEPLOY_WHEEL_DECIDED &&
               out.engine.failed[0] == 0 && out.code.value == LMDEPLOY_WHEEL_CODE_SM80,
           "nobody asked");
    return wrong != 0;
}
