// server.cc -- the same table in a C++ server that is built for one machine and still starts on any.
//
// What the build knows is decided by the compiler: a template takes the backend as argument, a static_assert keeps a
// promise of the release notes, and an unused kernel is never instantiated.  What only the start-up knows (the
// checkpoint, the installed FlashInfer) goes through the header's look-up.  Prints one line for each.
#define GEMMA4_EXPLAIN
#include "gemma4.h"

#include <jansson.h>

#include <iostream>
#include <memory>
#include <string>

// The release notes say so; a change of the table that breaks it breaks the build.
static_assert(GEMMA4_ATTENTION(GEMMA4_ARCH_Gemma4ForCausalLM, 100, GEMMA4_VERSION_POST(0, 6, 10, 1),
                               GEMMA4_QUANTIZATION_OTHER, GEMMA4_MOE_NO) == GEMMA4_ATTENTION_TRTLLM_MHA,
              "B200 gets trtllm_mha");
static_assert(GEMMA4_ATTENTION(GEMMA4_ARCH_Gemma4ForCausalLM, 120, GEMMA4_VERSION_POST(0, 6, 10, 1),
                               GEMMA4_QUANTIZATION_OTHER, GEMMA4_MOE_NO) == GEMMA4_ATTENTION_TRITON,
              "RTX PRO 6000 gets triton");

#ifndef SERVER_SM
#define SERVER_SM 100
#endif

template <int Backend> struct Attention;
template <> struct Attention<GEMMA4_ATTENTION_TRTLLM_MHA> {
    static const char *kernel() {
        return "fmhaSm100";
    }
};
template <> struct Attention<GEMMA4_ATTENTION_TRITON> {
    static const char *kernel() {
        return "extend_attention_fwd";
    }
};

// Chosen while compiling: no table and no branch is left of it.
using Built = Attention<gemma4_attention_at(GEMMA4_ARCH_Gemma4ForConditionalGeneration, SERVER_SM,
                                            GEMMA4_VERSION(0, 6, 12), GEMMA4_QUANTIZATION_OTHER, GEMMA4_MOE_NO)>;

struct Release {
    void operator()(json_t *json) const {
        json_decref(json);
    }
};

static std::string text(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value == nullptr ? "" : value;
}

static std::string quantization(const json_t *config) {
    const json_t *object = json_object_get(config, "quantization_config");
    std::string method = text(object, "quant_method");
    if (method == "modelopt") {
        return text(object, "quant_algo").find("FP4") != std::string::npos ? "modelopt_fp4" : "modelopt_fp8";
    }
    return method.empty() ? "none" : method;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        std::cerr << "usage: server CONFIG_JSON SM FLASHINFER\n";
        return 2;
    }
    json_error_t error;
    std::unique_ptr<json_t, Release> config(json_load_file(argv[1], 0, &error));
    if (!config) {
        std::cerr << argv[1] << ":" << error.line << ": " << error.text << "\n";
        return 2;
    }
    const char *architecture = json_string_value(json_array_get(json_object_get(config.get(), "architectures"), 0));
    std::string resolved = quantization(config.get());

    gemma4_in in;
    in.arch = gemma4_arch_id(architecture, GEMMA4_NUL);
    in.sm = gemma4_sm_parse(argv[2], GEMMA4_NUL);
    in.flashinfer = gemma4_flashinfer_parse(argv[3], GEMMA4_NUL);
    in.quantization = gemma4_quantization_id(resolved.c_str(), GEMMA4_NUL);
    in.moe = json_is_true(json_object_get(json_object_get(config.get(), "text_config"), "enable_moe_block"));

    int chosen = gemma4_attention_in(&in);
    int rule = gemma4_attention_rule(in.arch, in.sm, in.flashinfer, in.quantization, in.moe);
    std::cout << "built for sm" << SERVER_SM << ": " << Built::kernel() << "\n"
              << "Use " << gemma4_attention_name(chosen) << " as attention backend on sm" << argv[2] << " for "
              << (architecture == nullptr ? "?" : architecture) << " (rule " << gemma4_rule_name(rule) << ", "
              << gemma4_rule_place(rule) << ": " << gemma4_rule_why(rule) << ")\n";
    return chosen == GEMMA4_ATTENTION_ERROR;
}
