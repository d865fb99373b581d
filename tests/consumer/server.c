/* server.c -- the start-up of a server that asks a table which attention backend to use.
 *
 * Comes in: --model-path DIR with a Hugging Face config.json, --sm, --flashinfer (without it: not installed) and
 * --attention-backend.  Goes out: one log line with the choice, the rule and the reason, as SGLang logs it; or, for
 * a backend that the user asked for and that cannot run, every needs clause that fails and status 1.
 * The generated header decides everything; this file only reads, and prints what the header says.
 */
#define GEMMA4_EXPLAIN
#include "gemma4.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    const char *model_path, *sm, *flashinfer, *attention_backend;
};
struct model {
    json_t *config;
    const char *architecture;
    char quantization[64];
    int moe;
};

static int options_read(struct options *o, int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
        const char **into = strcmp(argv[i], "--model-path") == 0          ? &o->model_path
                            : strcmp(argv[i], "--sm") == 0                ? &o->sm
                            : strcmp(argv[i], "--flashinfer") == 0        ? &o->flashinfer
                            : strcmp(argv[i], "--attention-backend") == 0 ? &o->attention_backend
                                                                          : NULL;
        if (into == NULL) {
            return 0;
        }
        *into = argv[i + 1];
    }
    return argc % 2 == 1 && o->model_path != NULL && o->sm != NULL;
}

/* The quantization as SGLang resolves it: what ModelOpt calls NVFP4 is modelopt_fp4, FP8 is modelopt_fp8. */
static void quantization_read(struct model *m) {
    json_t *quantization = json_object_get(m->config, "quantization_config");
    const char *method = json_string_value(json_object_get(quantization, "quant_method"));
    const char *algorithm = json_string_value(json_object_get(quantization, "quant_algo"));

    if (method == NULL) {
        method = "none";
    } else if (strcmp(method, "modelopt") == 0 && algorithm != NULL) {
        method = strstr(algorithm, "FP4") != NULL ? "modelopt_fp4" : "modelopt_fp8";
    }
    snprintf(m->quantization, sizeof m->quantization, "%s", method);
}

static int model_read(struct model *m, const char *folder) {
    char path[4096];
    json_error_t error;

    snprintf(path, sizeof path, "%s/config.json", folder);
    m->config = json_load_file(path, 0, &error);
    if (m->config == NULL) {
        fprintf(stderr, "server: %s:%d: %s\n", path, error.line, error.text);
        return 0;
    }
    m->architecture = json_string_value(json_array_get(json_object_get(m->config, "architectures"), 0));
    if (m->architecture == NULL) {
        fprintf(stderr, "server: %s: no 'architectures'\n", path);
        return 0;
    }
    m->moe = json_is_true(json_object_get(json_object_get(m->config, "text_config"), "enable_moe_block"));
    quantization_read(m);
    return 1;
}

/* The text of an input as the user knows it, for "found". */
static const char *found(int input, const struct options *o, const struct model *m) {
    const char *text[GEMMA4_INPUTS] = {m->architecture, o->sm, o->flashinfer == NULL ? "absent" : o->flashinfer,
                                       m->quantization, m->moe ? "yes" : "no"};
    return text[input];
}

static unsigned long long check(int value, const struct gemma4_in *in) {
    return gemma4_attention_check(value, in->arch, in->sm, in->flashinfer, in->quantization, in->moe);
}

/* Every clause of the value that fails: what it requires, what was found, and why. */
static void failing_print(FILE *out, int value, const struct gemma4_in *in, const struct options *o,
                          const struct model *m) {
    unsigned long long bad = check(value, in);

    for (int bit = 0; bit < 64; bit++) {
        if ((bad >> bit & 1) == 0) {
            continue;
        }
        int clause = gemma4_attention_clause(value, bit);
        unsigned long long inputs = gemma4_clause_inputs(clause);
        fprintf(out, "  %s: required %s; found", gemma4_clause_name(clause), gemma4_clause_needs(clause));
        for (int i = 0; i < GEMMA4_INPUTS; i++) {
            if (inputs >> i & 1) {
                fprintf(out, " %s=%s", gemma4_input_name(i), found(i, o, m));
            }
        }
        fprintf(out, " (%s: %s)\n", gemma4_clause_place(clause), gemma4_clause_why(clause));
    }
}

static int user_choice(const struct options *o, const struct model *m, const struct gemma4_in *in, int chosen) {
    const char *name = o->attention_backend;
    int value = GEMMA4_ATTENTION_ERROR;

    for (int i = GEMMA4_ATTENTION_TRTLLM_MHA; i <= GEMMA4_ATTENTION_TRITON; i++) {
        if (strcmp(name, gemma4_attention_name(i)) == 0) {
            value = i;
        }
    }
    if (value == GEMMA4_ATTENTION_ERROR) {
        fprintf(stderr, "server: --attention-backend %s: no such backend\n", name);
        return 1;
    }
    if (check(value, in) != 0) {
        fprintf(stderr, "server: --attention-backend %s cannot run %s on sm%s:\n", name, m->architecture, o->sm);
        failing_print(stderr, value, in, o, m);
        fprintf(stderr, "  leave the flag out for %s\n", gemma4_attention_name(chosen));
        return 1;
    }
    printf("Use %s as attention backend on sm%s for %s (--attention-backend)\n", name, o->sm, m->architecture);
    return 0;
}

static int own_choice(const struct options *o, const struct model *m, const struct gemma4_in *in, int chosen) {
    int rule = gemma4_attention_rule(in->arch, in->sm, in->flashinfer, in->quantization, in->moe);
    int rejected;

    if (chosen == GEMMA4_ATTENTION_ERROR) {
        fprintf(stderr, "server: no attention backend for %s on sm%s: %s (%s, %s)\n", m->architecture, o->sm,
                gemma4_rule_why(rule), gemma4_rule_name(rule), gemma4_rule_place(rule));
        return 1;
    }
    if (chosen == GEMMA4_ATTENTION_NONE) {
        printf("No rule for %s: %s\n", m->architecture, gemma4_rule_why(rule));
        return 0;
    }
    printf("Use %s as attention backend on sm%s for %s (rule %s, %s: %s)\n", gemma4_attention_name(chosen), o->sm,
           m->architecture, gemma4_rule_name(rule), gemma4_rule_place(rule), gemma4_rule_why(rule));
    for (int i = 0; (rejected = gemma4_attention_candidate(rule, i)) != 0 && rejected != chosen; i++) {
        printf(" not %s:\n", gemma4_attention_name(rejected));
        failing_print(stdout, rejected, in, o, m);
    }
    return 0;
}

int main(int argc, char **argv) {
    struct options o = {NULL, NULL, NULL, NULL};
    struct model m = {NULL, NULL, "", 0};

    if (!options_read(&o, argc, argv)) {
        fprintf(stderr, "usage: server --model-path DIR --sm SM [--flashinfer VERSION] [--attention-backend NAME]\n");
        return 2;
    }
    if (!model_read(&m, o.model_path)) {
        json_decref(m.config);
        return 2;
    }
    struct gemma4_in in;
    in.arch = gemma4_arch_id(m.architecture, GEMMA4_NUL);
    in.sm = gemma4_sm_parse(o.sm, GEMMA4_NUL);
    in.flashinfer = gemma4_flashinfer_parse(o.flashinfer, GEMMA4_NUL);
    in.quantization = gemma4_quantization_id(m.quantization, GEMMA4_NUL);
    in.moe = m.moe ? GEMMA4_MOE_YES : GEMMA4_MOE_NO;

    int status = 2;
    if (!gemma4_sm_known(in.sm)) {
        fprintf(stderr, "server: --sm %s: no such SM\n", o.sm);
    } else if (in.flashinfer == 0) {
        fprintf(stderr, "server: --flashinfer %s: no version\n", o.flashinfer);
    } else {
        int chosen = gemma4_attention_in(&in);
        status = o.attention_backend != NULL ? user_choice(&o, &m, &in, chosen) : own_choice(&o, &m, &in, chosen);
    }
    json_decref(m.config);
    return status;
}
