"""One machine of one release of SGLang, ready to be started: the package is imported with the machine's facts, its
predicates are what FIELD has, and whatever it would read from files, networks or GPUs is a fact.

What it takes is on the command line of the program that imports it: ROOT VERSION PLATFORM SM CUDA (ROOT: the unpacked
wheel; SM 0 when not cuda).  Exit 1 when a predicate is not as expected.
started(): one start-up, `ServerArgs` up to 0.5.18, `resolve_once` since; it ends the program when a stub decided anything.
"""
import functools
import glob
import logging
import os
import re
import sys
import types

import msgspec

import stubs

root, version, platform, sm, cuda = sys.argv[1:6]
sm = int(sm)
stubs.ROOT[0] = os.path.abspath(root) + "/sglang/"
TRIP = os.environ.get("TRIP", "")  # run.sh sees with this that both safety nets hold
if platform == "hip":
    stubs.ABSENT.discard("aiter")
stubs.VALUES["torch"] = {"bfloat16": "bfloat16"}
stubs.VALUES["sgl_kernel.scalar_type"] = {"scalar_types": stubs.Words()}
# the kernels are stubs, but for the one number that start-up reads from them
for file in glob.glob(f"{root}/sglang/**/fla/chunk_delta_h.py", recursive=True):
    with open(file, encoding="utf-8") as stream:
        chunk = int(re.search(r"^CHUNK_SIZE = (\d+)$", stream.read(), re.M).group(1))
    stubs.VALUES[os.path.relpath(file, root)[:-3].replace("/", ".")] = {"CHUNK_SIZE": chunk}
# asked anew by each start-up, and always the same
fields = functools.lru_cache(maxsize=None)(msgspec.structs.fields)
msgspec.structs.fields = lambda struct: fields(struct if isinstance(struct, type) else type(struct))
stubs.machine((sm + 20 if TRIP == "predicate" else sm) if platform == "cuda" else None, cuda, hip=platform == "hip")
package = types.ModuleType("sglang")
package.__path__ = [os.path.abspath(root) + "/sglang"]
package.__version__ = version
sys.modules["sglang"] = package
logging.disable(logging.CRITICAL)
logging.Logger.info_once = logging.Logger.warning_once = lambda *_args, **_more: None  # the server's own additions

from sglang.srt.configs.model_config import AttentionArch, ModelConfig  # noqa: E402
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

machine = {"sglang": version, "platform": platform, "sm": sm or "none", "cuda": cuda if sm else "absent"}
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
MODEL = []  # what the files of the case's model say
ARGS = []   # its ServerArgs, also when the constructor raises

os.environ["SGLANG_OPT_DEEPGEMM_MEGA_MOE_NUM_MAX_TOKENS_PER_RANK"] = "1048576"  # as MiniMax-M3 asks for at start-up


def fact(name, answer):
    """Wherever the package took a function by its name, it gives this answer."""
    for module in [m for name, m in sys.modules.items() if name.startswith("sglang.srt")]:
        if name in vars(module):
            setattr(module, name, answer)


# file, network and memory probes are facts here
fact("get_device_memory_capacity", lambda device=None: 180 * 1024)
fact("has_fp8_weights_in_checkpoint", lambda path: False)
fact("get_config", lambda *a, **k: MODEL[0]["hf_config"])
if not NEW:
    start = ServerArgs.__post_init__

    def remembered(self):
        ARGS.append(self)
        start(self)

    ServerArgs.__post_init__ = remembered
if hasattr(ModelConfig, "has_asymmetric_kv"):
    del ModelConfig.has_asymmetric_kv  # derived from files; a fact


def told(self, model_path, quantization=None, is_draft_model=False, **_rest):
    """The package's ModelConfig, with facts instead of files; where the quantization is none of them, it comes to it by
    its own code."""
    vars(self).update({"quantization": quantization, **MODEL[0]}, model_path=os.path.dirname(NAMES), revision=None,
                      is_draft_model=is_draft_model, is_draft_quantization_explicit=False)
    if "quantization" not in MODEL[0]:
        self._verify_quantization()


ModelConfig.__init__ = told


def model(row):
    """What ModelConfig would find in the files of the model."""
    hf = stubs.configuration(row, quantization_config=None)
    return {"hf_config": hf, "hf_text_config": hf,
            "attention_arch": AttentionArch.MLA if row["mla"] == "yes" else AttentionArch.MHA,
            "has_attention_sinks": row["sinks"] == "yes", "has_asymmetric_kv": row["asymmetric"] == "yes",
            "is_encoder_decoder": row["arch"].startswith("Whisper"), "context_len": 4096, "quantization": None,
            "is_hybrid_swa": False,
            "get_num_kv_heads": lambda tp, dcp=1: 8, "is_fp4_experts": False, "nvfp4_moe_meta": None,
            "dtype": "bfloat16", "is_multimodal": False, "is_multimodal_piecewise_cuda_graph_supported": False,
            "is_piecewise_cuda_graph_disabled_model": False, "decision_config": None, "joint_head_config": None,
            "pointer_head": None, "hf_quant_config": {}}


def flags(row):
    """What the user says besides a backend, as ServerArgs takes it."""
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


def once(facts, given):
    """The arguments as far as start-up came, and what it raised."""
    MODEL[:] = [facts]
    ARGS.clear()
    stubs.COUNTED.clear()
    environment = dict(os.environ)
    error = ""
    try:
        if NEW:
            ARGS.append(ServerArgs(model_path="/nowhere", **given))
            ARGS[-1].resolve_once()
        else:
            ServerArgs(model_path="/nowhere", **given)
    except (ValueError, AssertionError, NotImplementedError, RuntimeError) as fault:
        error = str(fault).split("\n")[0] or type(fault).__name__
        if "requires an independent MTP draft checkpoint" in error:  # what is in the drafter's files is left out
            error = ""
    except (AttributeError, TypeError) as fault:  # a quantization that was asked for, and a checkpoint without any
        if "'NoneType' object" not in str(fault) or not given.get("quantization"):
            raise
        error = str(fault)
    finally:
        os.environ.clear()
        os.environ.update(environment)
    return ARGS[-1], error


def started(row, given, facts=model):
    """One start-up of the model of a row with these flags."""
    args, error = once(facts(row), given)
    if stubs.COUNTED:  # a module was imported for the first time, or a stub decided
        args, error = once(facts(row), given)
    if stubs.COUNTED:
        sys.exit(f"a stub decided in {row}: {stubs.COUNTED[:3]}")
    return args, error


def resolved(args, name):
    """A field as start-up leaves it: the last declaration wins."""
    for _source, fields in reversed(getattr(args, "_resolved_overrides", None) or []):
        if name in fields:
            return fields[name]
    return getattr(args, name)
