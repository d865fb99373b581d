"""One machine of SGLang 0.5.23: the attention backend that an architecture asks for, as CSV on standard output.

usage: models.py ROOT PLATFORM SM CUDA     (ROOT: the unpacked wheel; SM 0 when not cuda)

For every architecture that has an override (the package's own registry), and an unknown one, with no attention flag
set: what collect_model_override_declarations declares for attention, and what the guards of the attention registry say
of it.  Exit 1 when a predicate is not as FIELD has it or a stub decided anything.
"""
import csv
import itertools
import logging
import os
import sys
import types

import stubs

root, platform, sm, cuda = sys.argv[1:5]
sm = int(sm)
stubs.ROOT[0] = os.path.abspath(root) + "/sglang/"
TRIP = os.environ.get("TRIP", "")
if platform == "hip":
    stubs.ABSENT.discard("aiter")
stubs.VALUES["torch"] = {"bfloat16": "bfloat16"}  # Qwen4Exp compares the type of the model with it
stubs.machine((sm + 20 if TRIP == "predicate" else sm) if platform == "cuda" else None, cuda, hip=platform == "hip")
package = types.ModuleType("sglang")
package.__path__ = [os.path.abspath(root) + "/sglang"]
package.__version__ = "0.5.23"
sys.modules["sglang"] = package
logging.disable(logging.CRITICAL)

from sglang.srt.arg_groups import model_override_base as base  # noqa: E402
from sglang.srt.arg_groups import overrides  # noqa: E402
from sglang.srt.configs.model_config import AttentionArch  # noqa: E402
from sglang.srt.model_executor.cuda_graph_config import default_cuda_graph_config  # noqa: E402
from sglang.srt.runtime_context import _PLATFORM_PROBES, get_platform  # noqa: E402
from sglang.srt.server_args import ServerArgs  # noqa: E402



# how much memory the GPU has is read with vendors' tools: a fact here
for module in [m for name, m in sys.modules.items() if name.startswith("sglang.srt")]:
    if "get_device_memory_capacity" in vars(module):
        module.get_device_memory_capacity = lambda device=None: 180 * 1024


def expected():
    if platform == "hip":
        return {"is_hip"}
    new = tuple(map(int, cuda.split("."))) >= (12, 8)
    true = {"is_cuda", "has_flashinfer"}
    true |= {"is_sm90", "is_hopper_with_cuda_12_3"} if sm // 10 == 9 else set()
    true |= {"is_blackwell"} if sm // 10 in (10, 11, 12) and new else set()
    true |= {"is_sm100", "is_sm100_or_sm110"} if sm // 10 == 10 and new else set()
    true |= {"is_sm110", "is_sm100_or_sm110"} if sm // 10 == 11 and new else set()
    true |= {"is_sm120"} if sm // 10 == 12 and new else set()
    return true


true = {name for name in _PLATFORM_PROBES if getattr(get_platform(), name)}
if true != expected():
    sys.exit(f"predicates of {sys.argv[2:]}: {sorted(true)}, expected {sorted(expected())}")

ARCH = sorted({*base._MODEL_OVERRIDE_FNS, *base.MODEL_OVERRIDES, "Step3p5ForCausalLM",
               "Step3p7ForConditionalGeneration", "LlamaForCausalLM"})
MATRIX = {
    "kv": ["auto", "fp8_e4m3", "fp8_e5m2"],
    "speculation": ["off", "EAGLE", "NEXTN", "DFLASH", "DSPARK"],
    "topk": ["unset", "1", "4"],
    "page": ["unset", "1", "64", "128"],
}
# what a configuration has besides, for the architectures that look at it
DEEPSEEK = set(base._MODEL_OVERRIDE_FNS) & {name for name, fns in base._MODEL_OVERRIDE_FNS.items()
                                            if any("deepseek_family" in fn.__qualname__ for fn in fns)}
MORE = {
    "mla": lambda arch: arch.startswith("Pixtral"),
    "sliding": lambda arch: arch.startswith("Exaone"),
    "mamba_layers": lambda arch: arch.startswith("Granite"),
    "nvfp4_experts": lambda arch: arch.startswith("MiniMaxM3"),
    "dsa": lambda arch: arch in DEEPSEEK,
    "sparse": lambda arch: arch.startswith(("MiniCPMFor", "MiniCPMSALA")),
    "extra_buffer": lambda arch: arch.startswith(("Qwen3Next", "Qwen3_5", "InternS2", "Qwen4Exp")),
    "radix": lambda arch: arch.startswith(("Qwen3Next", "Qwen3_5", "InternS2", "Qwen4Exp")),
}


def optional(text):
    return None if text in ("unset", "off") else int(text) if text.isdigit() else text


def case(row):
    hf = stubs.configuration(row)
    model = types.SimpleNamespace(
        hf_config=hf, hf_text_config=hf, attention_arch=AttentionArch.MLA if row["mla"] == "yes" else AttentionArch.MHA, has_attention_sinks=False,
        has_asymmetric_kv=False, is_encoder_decoder=False, context_len=4096, quantization=None, is_hybrid_swa=False,
        get_num_kv_heads=lambda tp, dcp=1: 8, is_fp4_experts=False, nvfp4_moe_meta=None, dtype="bfloat16",
        is_multimodal=False)
    args = ServerArgs(model_path="/nowhere", device="cuda")
    args._model_config = model
    args._quantization_explicitly_unset = False
    args.cuda_graph_config = default_cuda_graph_config()
    for field, key in (("speculative_algorithm", "speculation"), ("speculative_eagle_topk", "topk"), ("page_size", "page")):
        setattr(args, field, optional(row[key]))
    args.kv_cache_dtype = stubs.Stub("kv") if TRIP == "stub" else row["kv"]
    args.disable_radix_cache = row["radix"] == "no"
    args.mamba_radix_cache_strategy = "extra_buffer" if row["extra_buffer"] == "yes" else "no_buffer"
    declared = {}
    try:
        for _source, fields in overrides.collect_model_override_declarations(row["arch"], args, hf):
            declared |= fields
    except (ValueError, AssertionError):
        declared = None
    if stubs.COUNTED:
        sys.exit(f"a stub decided in {row}: {stubs.COUNTED[:3]}")
    if declared is None:
        return "ERROR", "ERROR"
    whole = declared.get("attention_backend")
    return tuple(declared.get(f"{half}_attention_backend") or whole or "NONE" for half in ("prefill", "decode"))


out = csv.writer(sys.stdout, lineterminator="\n")
head = ["arch", "platform", "sm", "cuda", *MATRIX, *MORE]
out.writerow([*head, "=prefill", "=decode"])
for arch in ARCH:
    more = [["no", "yes"] if asks(arch) else ["yes" if name == "radix" or name == "mla" and (
        arch in DEEPSEEK or arch.startswith("KimiK3")) else "no"] for name, asks in MORE.items()]
    for values in itertools.product(*MATRIX.values(), *more):
        row = dict(zip(head[4:], values), arch=arch, platform=platform, sm=sm or "none", cuda=cuda if sm else "absent")
        stubs.COUNTED.clear()
        try:
            out.writerow([*(row[name] for name in head), *case(row)])
        except Exception as fault:
            sys.exit(f"{row}: {type(fault).__name__} {fault}")
