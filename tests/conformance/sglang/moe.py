"""One machine of one release of SGLang: what its whole start-up makes of quantization and mixture-of-experts flags, over
a sample of a matrix of models, checkpoints and flags, as CSV.

usage: moe.py ROOT VERSION PLATFORM SM CUDA PART CELLS OUT     (ROOT: the unpacked wheel; SM 0 when not cuda)

OUT-sglang-quantization.csv: what the package's ModelConfig finds, what the arguments hold in the end, and what ModelConfig
then makes of those (ERROR: it refuses).  OUT-sglang-moe.csv: the MoE runner and the all-to-all backend, where start-up came
as far.  OUT-sglang-moe-start.csv: whether shared experts may be fused, and whether the validators of all this accept the
server; where they do not, `reason` is their text, and runner and all-to-all backend are as far as start-up came.
Always asked: every architecture that the code names with every checkpoint and no flag, the others with three of them; and
an unknown architecture with every checkpoint and every --quantization.  Besides CELLS cells drawn from the whole product,
others on each machine, the same on each run (CRC-32 of PART, the cell's number and the column).
Four ranks, no speculation, and the token budgets of the all-to-all backends set high by their environment variables.
Exit 1 as in startup.py.
"""
import csv
import itertools
import os
import re
import sys
import zlib

import startup
import stubs
from startup import ARCH, MLA, TRIP, fact, resolved, started, version

part, wanted = map(int, sys.argv[6:8])
release = [int(n) for n in re.findall(r"\d+", version)[:3]]

# which architectures have code for their MoE or quantization, in any of the releases
NAMED = """DeepseekV3ForCausalLM DeepseekV32ForCausalLM KimiK25ForConditionalGeneration MistralLarge3ForCausalLM
PixtralForConditionalGeneration GlmMoeDsaForCausalLM Glm5NextForConditionalGeneration HYV4ForCausalLM HYV4ForCausalLMNextN
LongcatFlashForCausalLM LongcatFlashForCausalLMNextN Dots3NoteForCausalLM DeepseekV4ForCausalLM GptOssForCausalLM
Glm4MoeForCausalLM BailingMoeV3ForCausalLM BailingMoeV3VLForConditionalGeneration BeamForCausalLM Cohere2MoeForCausalLM
Cohere2VisionForConditionalGeneration Llama4ForConditionalGeneration Llama4ForCausalLM MiniMaxM2ForCausalLM
MiniMaxM3SparseForCausalLM MiniMaxM3SparseForConditionalGeneration InternS2MobiusForConditionalGeneration
MiMoV2ForCausalLM MiMoV2FlashForCausalLM NemotronHForCausalLM NemotronHPuzzleForCausalLM NemotronH_Omni_Reasoning_V3
Qwen3MoeForCausalLM Qwen3VLMoeForConditionalGeneration Qwen3NextForCausalLM Qwen3_5MoeForConditionalGeneration
Qwen3_5ForConditionalGeneration InternS2PreviewForConditionalGeneration Qwen4ExpForConditionalGeneration
Gemma4ForConditionalGeneration Gemma4ForCausalLM Gemma4UnifiedForConditionalGeneration DiffusionGemmaForBlockDiffusion
KimiK3ForConditionalGeneration LlamaForCausalLM""".split()
GROUP = {"num_bits": 4, "group_size": 32, "strategy": "group", "type": "int", "symmetric": True}


def mixed(algorithm):
    return {"quant_method": "modelopt", "quant_algo": "MIXED_PRECISION",
            "quantized_layers": {"model.layers.0.mlp.experts.0.up_proj": {"quant_algo": algorithm},
                                 "model.layers.0.self_attn.q_proj": {"quant_algo": "FP8"}}}


def compressed(format, weights):
    return {"quant_method": "compressed-tensors", "format": format, "quantization_status": "compressed",
            "config_groups": {"group_0": {"format": format, "weights": weights, "targets": ["Linear"]}}}


# quantization_config of config.json, by the word of the table; `file` stands in hf_quant_config.json instead
CHECKPOINT = {
    "bf16": None,
    "fp8": {"quant_method": "fp8", "weight_block_size": [128, 128], "activation_scheme": "dynamic"},
    "mxfp8": {"quant_method": "mxfp8", "weight_block_size": [1, 32], "scale_fmt": "ue8m0"},
    "mxfp4": {"quant_method": "mxfp4"},
    "awq": {"quant_method": "awq", "bits": 4, "group_size": 128, "zero_point": True, "version": "gemm"},
    "gptq": {"quant_method": "gptq", "bits": 4, "group_size": 128, "sym": True, "desc_act": False},
    "bitsandbytes": {"quant_method": "bitsandbytes", "load_in_4bit": True},
    "auto_round": {"quant_method": "auto-round", "bits": 4, "group_size": 128, "sym": True,
                   "packing_format": "auto_round:auto_gptq"},
    "quark": {"quant_method": "quark"},
    "modelopt_fp8": {"quant_method": "modelopt", "quant_algo": "FP8"},
    "modelopt_fp4": {"quant_method": "modelopt", "quant_algo": "NVFP4", "group_size": 16},
    "modelopt_mxfp8": {"quant_method": "modelopt", "quant_algo": "MXFP8"},
    "modelopt_mixed": mixed("NVFP4"),
    "modelopt_w4a16": mixed("W4A16_NVFP4"),
    "modelopt_w4afp8": mixed("W4A8_AWQ"),
    "compressed_int4": compressed("pack-quantized", GROUP),
    "compressed_nvfp4": compressed("nvfp4-pack-quantized", {"num_bits": 4, "group_size": 16, "type": "float"}),
    "compressed_mxfp4": compressed("mxfp4-pack-quantized", {"num_bits": 4, "group_size": 32, "type": "float"}),
    "compressed_fp8": compressed("float-quantized", {"num_bits": 8, "strategy": "channel", "type": "float"}),
}
EXPERTS = {  # routed experts in another format than the rest says
    "mxfp4": {"fp8": ("DeepseekV4", "BailingMoeV3", "MiMoV2")},
    "nvfp4": {"fp8": ("DeepseekV4",), "mxfp8": ("MiniMaxM3",)},
}
QUANTIZATION = ["unset", "unquant", "fp8", "mxfp8", "mxfp4", "modelopt", "modelopt_fp8", "modelopt_fp4", "modelopt_mixed",
                "nvfp4_online", "awq", "awq_marlin", "gptq", "gptq_marlin", "moe_wna16", "bitsandbytes", "w8a8_int8",
                "w8a8_fp8", "w4afp8", "compressed-tensors", "auto-round", "quark", "quark_mxfp4"]


def choices(name, field):
    """The words that the command line of this release takes."""
    for module in ("sglang.srt.arg_groups.choices", "sglang.srt.server_args"):
        found = getattr(sys.modules.get(module), name, None)
        if found:
            return list(found)
    return list(field)


A2A = ["off", "deepep", "mooncake", "nixl", "mori", "flashinfer", "megamoe"]
if release >= [0, 5, 23]:
    A2A += ["pplx", "flashinfer_megamoe"]
RUNNER = [r for r in choices("MOE_RUNNER_BACKEND_CHOICES", []) if not r.startswith(("lora_", "intel"))]
KNOWN = [q for q in QUANTIZATION if q == "unset" or q in choices("QUANTIZATION_CHOICES", [])]
MATRIX = {
    "quantization": KNOWN,
    "moe_runner": RUNNER,
    "moe_a2a": A2A,
    "ep": ["one", "some", "all"],
    "dp_attention": ["no", "yes"],
}
RANKS = {"one": 1, "some": 2, "all": 4}
os.environ |= {"SGLANG_MORI_NUM_MAX_DISPATCH_TOKENS_PER_RANK": "1048576",
               "SGLANG_PPLX_NUM_MAX_DISPATCH_TOKENS_PER_RANK": "1048576",
               "SGLANG_FLASHINFER_NUM_MAX_DISPATCH_TOKENS_PER_RANK": "1048576"}
CASE = {}
fact("has_fp8_weights_in_checkpoint", lambda path: CASE["fp8_weights"] == "yes")
fact("is_triton_kernels_available", lambda: CASE["triton_kernels"] == "yes")
fact("get_nvidia_driver_version", lambda: (int(CASE["driver"]), 10))


def facts(row):
    given = startup.model({**row, "mla": "yes" if row["arch"] in MLA else "no",
                           "dsa": "yes" if row["arch"] in ("DeepseekV32ForCausalLM", "GlmMoeDsaForCausalLM") else "no",
                           **dict.fromkeys(("sinks", "asymmetric", "sliding", "mamba_layers", "nvfp4_experts", "sparse"),
                                           "no")})
    del given["quantization"]
    hf = given["hf_config"]
    hf.mlp_hidden_act = "relu2"
    config = CHECKPOINT[row["checkpoint"]]
    hf.quantization_config = config and {**config}
    if row["experts"] == "nvfp4":
        hf.quantization_config |= {"moe_quant_algo": "NVFP4", "moe_quant_format": "nvfp4-pack-quantized"}
        if row["checkpoint"] == "fp8":
            hf.quantization_config |= {"quant_algo": "MIXED_PRECISION", "group_size": 16}
            given["nvfp4_moe_meta"] = {"group_size": 16, "exclude_modules": []} if release >= [0, 5, 18] else None
    # DeepSeek-V4 alone in the older releases
    known = release >= [0, 5, 23] or row["arch"].startswith("DeepseekV4")
    given["is_fp4_experts"] = row["experts"] == "mxfp4" and known
    given["hf_quant_config"] = hf.quantization_config or {}
    return given


def flags(row):
    given = {"moe_runner_backend": stubs.Stub("runner") if TRIP == "stub" else row["moe_runner"],
             "moe_a2a_backend": row["moe_a2a"].replace("off", "none"), "tp_size": 4, "ep_size": RANKS[row["ep"]]}
    if row["quantization"] != "unset":
        given["quantization"] = row["quantization"]
    if row["dp_attention"] == "yes":
        given |= {"enable_dp_attention": True, "dp_size": 4}
    return given


FILES = ("Quantization method specified", "Unknown quantization method", "quantization is currently not supported in ROCm")
KERNELS = ("Invalid quantization", "The expert parallel size must be", "flashinfer_cutedsl supports", "FP8/MXFP8 Cutlass MoE")
OVERRIDES = {"W4A16_NVFP4": "modelopt_mixed", "M3.1 NVFP4": "minimax_m3_nvfp4"}  # raised for; what they set is then lost
OTHERS = ("TRTLLM FMHAv2", "TRTLLM MHA")  # of attention: sglang-start.ini has them


def case(row):
    """What each table is asked and answers; a table that start-up did not come to is not there."""
    CASE.update(row)
    args, error = started(row, flags(row), facts)
    if error.startswith(OTHERS):
        return
    files = any(words in error for words in FILES)
    config = getattr(args, "_model_config" if startup.NEW else "model_config", None)
    if files or config is None:  # ModelConfig refuses; or something else does before it is asked
        if files:
            write("sglang-quantization", row, "ERROR", "-", "-")
        return
    row["declared"] = config.quantization or "bf16"
    quantization, row["runner"], a2a = (resolved(args, name) for name in
                                        ("quantization", "moe_runner_backend", "moe_a2a_backend"))
    row["resolved"], row["a2a"] = quantization or "bf16", a2a.replace("none", "off")
    row["resolved"] = next((given for words, given in OVERRIDES.items() if error.startswith(words)), row["resolved"])
    kernels = error.startswith(KERNELS)
    loaded = "-"
    if not error:
        try:
            startup.MODEL[:] = [facts(row)]
            loaded = startup.ModelConfig(model_path="", quantization=quantization).quantization or "bf16"
        except ValueError:
            loaded = "ERROR"
        if stubs.COUNTED:
            sys.exit(f"a stub decided in {row}: {stubs.COUNTED[:3]}")
    write("sglang-quantization", row, row["declared"], row["resolved"] if kernels or not error else "-", loaded)
    if kernels or not error:
        write("sglang-moe", row, row["runner"], "-" if error else row["a2a"])
    fusion = "no" if resolved(args, "disable_shared_experts_fusion") else "yes"
    write("sglang-moe-start", row, "-" if error else fusion, "ERROR" if error else "yes", error)


def more(arch, checkpoint):
    """What else is asked of these: experts, FP8 weights unsaid, triton_kernels, driver."""
    yield "same", "no", "yes", "580"
    for experts, among in EXPERTS.items():
        if arch.startswith(among.get(checkpoint, ("-",))):
            yield experts, "no", "yes", "580"
    if arch == "DeepseekV3ForCausalLM" and checkpoint == "bf16":
        yield "same", "yes", "yes", "580"
    if arch == "GptOssForCausalLM":
        yield "same", "no", "no", "580"
        yield "same", "no", "yes", "595"


def draw(cell, column, among):
    return among[zlib.crc32(f"{part} {cell} {column}".encode()) % len(among)]


def cells():
    """The cells that are always asked, then as many as wanted out of the whole product."""
    default = [choice[0] for choice in MATRIX.values()]
    for arch in sorted({*ARCH, *NAMED}):
        for checkpoint in CHECKPOINT if arch in NAMED else ["bf16", "fp8", "modelopt_fp4"]:
            for what in more(arch, checkpoint):
                yield arch, checkpoint, *what, *default
    for checkpoint, quantization in itertools.product(CHECKPOINT, KNOWN[1:]):
        yield "LlamaForCausalLM", checkpoint, *next(more("", "")), quantization, *default[1:]
    for cell in range(wanted):
        arch, checkpoint = draw(cell, "arch", NAMED), draw(cell, "checkpoint", list(CHECKPOINT))
        often = {"moe_a2a": 2, "dp_attention": 2}
        flags = {column: draw(cell, column, choice) if draw(cell, f"set {column}", range(often.get(column, 3))) == 0
                 else choice[0] for column, choice in MATRIX.items()}  # two in three, or half, have no such flag
        if flags["quantization"] != "unset" and draw(cell, "any", range(4)):
            checkpoint = "bf16"  # with others most are refused at once
        yield arch, checkpoint, *draw(cell, "more", list(more(arch, checkpoint))), *flags.values()


MACHINE = ["sglang", "arch", "platform", "sm", "cuda", "checkpoint", "experts"]
ASKED = {
    "sglang-quantization": [*MACHINE, "fp8_weights", "quantization", "runner_set"],
    "sglang-moe": [*MACHINE, "triton_kernels", "driver", "declared", "resolved", "moe_runner", "moe_a2a", "ep"],
    "sglang-moe-start": [*MACHINE, "declared", "resolved", "runner", "a2a", "moe_runner", "moe_a2a", "ep", "dp_attention"],
}
ANSWERS = {
    "sglang-quantization": ["=declared", "=resolved", "=loaded"],
    "sglang-moe": ["=runner", "=a2a"],
    "sglang-moe-start": ["=fusion", "=accepted", "reason"],
}
told = {table: {} for table in ASKED}


def write(table, row, *answers):
    """One line for each cell of a table: another one of the product that is the same to it has the same answers."""
    cell = tuple(str(row[name]) for name in ASKED[table])
    before = told[table].setdefault(cell, list(answers))
    for i, answer in enumerate(answers[:len(ANSWERS[table])]):
        if "-" in (before[i], answer):
            before[i] = answer if before[i] == "-" else before[i]
        elif before[i] != answer and ANSWERS[table][i] != "reason":
            sys.exit(f"an input is missing in {table}: {cell} gives {before} and {answers}")


for values in dict.fromkeys(cells()):
    row = startup.machine | dict(zip(["arch", "checkpoint", "experts", "fp8_weights", "triton_kernels", "driver", *MATRIX], values))
    row["runner_set"] = "no" if row["moe_runner"] in ("auto", "megamoe") else "yes"
    case(row)
for table, rows in told.items():
    with open(f"{sys.argv[8]}-{table}.csv", "w", newline="", encoding="utf-8") as stream:
        out = csv.writer(stream, lineterminator="\n")
        out.writerow([*ASKED[table], *ANSWERS[table]])
        out.writerows([*cell, *answers] for cell, answers in rows.items())
