"""One machine of one release of SGLang: its whole start-up (`ServerArgs` up to 0.5.18, `resolve_once` since) over a
sample of a matrix of models and flags, as CSV.

usage: server.py ROOT VERSION PLATFORM SM CUDA PART PARTS OUT     (ROOT: the unpacked wheel; SM 0 when not cuda)

OUT-sglang.csv: the attention backends as resolved, also where the server then refuses to start; ERROR where it stops
before it has chosen.  OUT-sglang-start.csv: what follows from them, page size, KV cache type, sampling backend and
whether the server is accepted by its own validators; where it is not, `reason` is their text, and the rest is not told.
Every model is asked without any flag; another cell, number i of the product, when the CRC-32 of "PART i" is divisible by
PARTS: another sample on each machine, the same on each run.
Exit 1 when a predicate is not as FIELD has it, when a stub decided anything, or the harness itself broke the start-up.
"""
import csv
import glob
import itertools
import logging
import os
import re
import sys
import types
import zlib

import stubs

root, version, platform, sm, cuda, part, parts, out = sys.argv[1:9]
sm, part, parts = int(sm), int(part), int(parts)
stubs.ROOT[0] = os.path.abspath(root) + "/sglang/"
TRIP = os.environ.get("TRIP", "")  # run.sh sees with this that both safety nets hold
if platform == "hip":
    stubs.ABSENT.discard("aiter")
stubs.VALUES["torch"] = {"bfloat16": "bfloat16"}
# the kernels are stubs, but for the one number that start-up reads from them
for file in glob.glob(f"{root}/sglang/**/fla/chunk_delta_h.py", recursive=True):
    with open(file, encoding="utf-8") as stream:
        chunk = int(re.search(r"^CHUNK_SIZE = (\d+)$", stream.read(), re.M).group(1))
    stubs.VALUES[os.path.relpath(file, root)[:-3].replace("/", ".")] = {"CHUNK_SIZE": chunk}
stubs.machine((sm + 20 if TRIP == "predicate" else sm) if platform == "cuda" else None, cuda, hip=platform == "hip")
package = types.ModuleType("sglang")
package.__path__ = [os.path.abspath(root) + "/sglang"]
package.__version__ = version
sys.modules["sglang"] = package
logging.disable(logging.CRITICAL)

from sglang.srt.configs.model_config import AttentionArch  # noqa: E402
from sglang.srt.server_args import ServerArgs  # noqa: E402
from sglang.srt.utils import common  # noqa: E402

PREDICATES = ["is_cuda", "is_hip", "is_npu", "is_xpu", "is_mps", "is_cpu", "is_musa", "is_sm90_supported",
              "is_hopper_with_cuda_12_3", "is_blackwell_supported", "is_sm100_supported", "is_sm110_supported",
              "is_sm120_supported", "is_flashinfer_available"]


def expected():
    new, hopper = [tuple(map(int, cuda.split("."))) >= v for v in ((12, 8), (12, 3))]
    if platform == "hip":
        return {"is_hip"}
    true = {"is_cuda", "is_flashinfer_available"}
    true |= {"is_sm90_supported", "is_hopper_with_cuda_12_3"} if sm // 10 == 9 and hopper else set()
    true |= {"is_blackwell_supported"} if sm // 10 in (10, 11, 12) and new else set()
    true |= {"is_sm100_supported"} if sm // 10 == 10 and new else set()
    true |= {"is_sm110_supported"} if sm // 10 == 11 and new else set()
    true |= {"is_sm120_supported"} if sm // 10 == 12 and new else set()
    return true


def holds(name):
    found = getattr(common, name, None)
    return found is not None and bool(found())


true = {name for name in PREDICATES if holds(name)}
known = {name for name in PREDICATES if hasattr(common, name)}
if true != expected() & known:
    sys.exit(f"predicates of {sys.argv[2:6]}: {sorted(true)}, expected {sorted(expected() & known)}")

NAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "architectures.txt")
with open(NAMES, encoding="utf-8") as stream:
    ARCH = stream.read().split()
MLA = {"DeepseekV2ForCausalLM", "DeepseekV3ForCausalLM", "DeepseekV32ForCausalLM", "DeepseekV4ForCausalLM",
       "KimiK25ForConditionalGeneration", "MistralLarge3ForCausalLM", "GlmMoeDsaForCausalLM",
       "Glm5NextForConditionalGeneration", "HYV4ForCausalLM", "HYV4ForCausalLMNextN", "LongcatFlashForCausalLM",
       "LongcatFlashForCausalLMNextN", "Dots3NoteForCausalLM", "KimiK3ForConditionalGeneration",
       "Glm4MoeLiteForCausalLM"}
EITHER = {"PixtralForConditionalGeneration", "LlamaForCausalLM"}
HYBRID = ("Qwen3Next", "Qwen3_5", "InternS2", "Qwen4Exp", "Falcon", "Jet", "Lfm2", "Nemotron", "Kimi", "Bailing",
          "Granite", "MiniCPMV4")
MATRIX = {
    "kv": ["auto", "fp8_e4m3", "fp8_e5m2"],
    "draft": ["off unset", "EAGLE unset", "EAGLE 1", "EAGLE 4", "NEXTN 1", "DFLASH unset"],
    "page": ["unset", "1", "64", "128"],
    "deterministic": ["no", "yes"],
}
# what a configuration has besides, for the architectures that look at it
MORE = {
    "mla": lambda arch: ["yes"] if arch in MLA else ["no", "yes"] if arch in EITHER else ["no"],
    "sinks": lambda arch: ["no", "yes"] if arch == "LlamaForCausalLM" else ["no"],
    "asymmetric": lambda arch: ["no", "yes"] if arch == "LlamaForCausalLM" else ["no"],
    "sliding": lambda arch: ["no", "yes"] if arch.startswith("Exaone") else ["no"],
    "mamba_layers": lambda arch: ["no", "yes"] if arch.startswith("Granite") else ["no"],
    "nvfp4_experts": lambda arch: ["no", "yes"] if arch.startswith("MiniMaxM3") else ["no"],
    "dsa": lambda arch: ["no", "yes"] if arch in MLA | {"PixtralForConditionalGeneration"} else ["no"],
    "sparse": lambda arch: ["no", "yes"] if arch.startswith(("MiniCPMFor", "MiniCPMSALA")) else ["no"],
    "radix": lambda arch: ["yes", "no"] if arch.startswith(HYBRID) else ["yes"],
}
NEW = hasattr(ServerArgs, "resolve_once")
MODEL = []  # the configuration of the case
ARGS = []   # its ServerArgs, also when the constructor raises

os.environ["SGLANG_OPT_DEEPGEMM_MEGA_MOE_NUM_MAX_TOKENS_PER_RANK"] = "1048576"  # as MiniMax-M3 asks for at start-up

# file, network and memory probes are facts here
for module in [m for name, m in sys.modules.items() if name.startswith("sglang.srt")]:
    for name, answer in (("get_device_memory_capacity", lambda device=None: 180 * 1024),
                         ("has_fp8_weights_in_checkpoint", lambda path: False),
                         ("get_config", lambda *a, **k: MODEL[0].hf_config)):
        if name in vars(module):
            setattr(module, name, answer)
if not NEW:
    ServerArgs.get_model_config = lambda self: MODEL[0]
    start = ServerArgs.__post_init__

    def remembered(self):
        ARGS.append(self)
        start(self)

    ServerArgs.__post_init__ = remembered


def model(row):
    hf = stubs.configuration(row, quantization_config=None)
    return types.SimpleNamespace(
        hf_config=hf, hf_text_config=hf, attention_arch=AttentionArch.MLA if row["mla"] == "yes" else AttentionArch.MHA,
        has_attention_sinks=row["sinks"] == "yes", has_asymmetric_kv=row["asymmetric"] == "yes",
        is_encoder_decoder=row["arch"].startswith("Whisper"), context_len=4096, quantization=None, is_hybrid_swa=False,
        get_num_kv_heads=lambda tp, dcp=1: 8, is_fp4_experts=False, nvfp4_moe_meta=None, dtype="bfloat16",
        is_multimodal=False, is_multimodal_piecewise_cuda_graph_supported=False,
        is_piecewise_cuda_graph_disabled_model=False, decision_config=None, joint_head_config=None, pointer_head=None,
        hf_quant_config=None)


def flags(row):
    algorithm, topk = row["draft"].split()
    given = {"kv_cache_dtype": stubs.Stub("kv") if TRIP == "stub" else row["kv"],
             "enable_deterministic_inference": row["deterministic"] == "yes",
             "disable_radix_cache": row["radix"] == "no"}
    if algorithm != "off":
        given |= {"speculative_algorithm": algorithm, "speculative_draft_model_path": "/drafter"}
    if algorithm == "DFLASH":  # or it would be read from the drafter's files
        given["speculative_num_draft_tokens"] = 16
    if topk != "unset":
        given |= {"speculative_eagle_topk": int(topk), "speculative_num_steps": 3,
                  "speculative_num_draft_tokens": 4 if topk == "1" else 8}
    if row["page"] != "unset":
        given["page_size"] = int(row["page"])
    return given


def started(row):
    """The arguments as far as start-up came, and what it raised."""
    MODEL[:] = [model(row)]
    ARGS.clear()
    stubs.COUNTED.clear()
    environment = dict(os.environ)
    error = ""
    try:
        if NEW:
            ARGS.append(ServerArgs(model_path="/nowhere", **flags(row)))
            ARGS[-1]._model_config = MODEL[0]
            ARGS[-1].resolve_once()
        else:
            ServerArgs(model_path="/nowhere", **flags(row))
    except (ValueError, AssertionError, NotImplementedError, RuntimeError) as fault:
        error = str(fault).split("\n")[0] or type(fault).__name__
        if "requires an independent MTP draft checkpoint" in error:  # what is in the drafter's files is left out
            error = ""
    finally:
        os.environ.clear()
        os.environ.update(environment)
    return ARGS[-1], error


def case(row):
    args, error = started(row)
    if stubs.COUNTED:  # a module was imported for the first time, or a stub decided
        args, error = started(row)
    if stubs.COUNTED:
        sys.exit(f"a stub decided in {row}: {stubs.COUNTED[:3]}")

    def resolved(name):
        for _source, fields in reversed(getattr(args, "_resolved_overrides", None) or []):
            if name in fields:
                return fields[name]
        return getattr(args, name)

    whole = resolved("attention_backend")
    halves = [resolved(f"{half}_attention_backend") or whole or "ERROR" for half in ("prefill", "decode")]
    if error:
        return [*halves, "-", "-", "-", "ERROR", error]
    return [*halves, resolved("page_size"), resolved("kv_cache_dtype"), resolved("sampling_backend"), "yes", ""]


head = ["sglang", "arch", "platform", "sm", "cuda", *MORE, "kv", "speculation", "topk", "page", "deterministic"]
after = [name for name in head if name not in ("sinks", "asymmetric", "sliding", "dsa", "sparse")]
files = [csv.writer(open(f"{out}-{table}.csv", "w", newline="", encoding="utf-8"), lineterminator="\n")
         for table in ("sglang", "sglang-start")]
files[0].writerow([*head, "=prefill", "=decode"])
files[1].writerow([*after, "prefill_backend", "decode_backend", "=page_size", "=kv_cache", "=sampling", "=accepted",
                   "reason"])
cells = itertools.chain.from_iterable(
    itertools.product([arch], *(asks(arch) for asks in MORE.values()), *MATRIX.values()) for arch in ARCH)
for number, values in enumerate(cells):
    default = tuple(choice[0] for choice in MATRIX.values())
    if zlib.crc32(f"{part} {number}".encode()) % parts and values[-len(default):] != default:
        continue
    row = dict(zip(["arch", *MORE, *MATRIX], values))
    row |= {"sglang": version, "platform": platform, "sm": sm or "none", "cuda": cuda if sm else "absent"}
    answer = case(row)
    row["speculation"], row["topk"] = row["draft"].split()
    files[0].writerow([*(row[name] for name in head), *answer[:2]])
    if answer[0] != "ERROR":  # else start-up ended before it chose
        files[1].writerow([*(row[name] for name in after), *answer])
