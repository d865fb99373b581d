"""One machine of one release of SGLang: its whole start-up with the user's three flags of attention (--attention-backend,
--prefill-attention-backend, --decode-attention-backend), as CSV.

usage: user.py ROOT VERSION PLATFORM SM CUDA PART CELLS OUT     (ROOT: the unpacked wheel; SM 0 when not cuda)

Each of the three flags alone, with each word that some release takes, for every model of ALONE, and every other flag
unset; and CELLS cells drawn from the whole product of models, words and flags, another sample on each machine, the same on
each run.  Each flag of a drawn cell is left unset about half of the time, or nearly all would be refused.  A word that this
release's parser does not take is answered from its own list, without a start.
OUT-sglang-user-attention.csv: attention_backend after the override of the architecture, and after the default; '-' where
start-up did not come as far.  OUT-sglang-user-start.csv: what follows from them, what the registry says when it builds
them, and yes or the validator that refuses; `reason` is its text.
Exit 1 as in startup.py, and when a refusal has no word in REASONS or GUARDS.
"""
import csv
import itertools
import random
import re
import sys
import types

import startup
import stubs
from startup import ARCH, MORE, flags, resolved, started

from sglang.srt.layers.attention import attention_registry as registry

part, drawn = map(int, sys.argv[6:8])
if startup.NEW:
    from sglang.srt.arg_groups.choices import ATTENTION_BACKEND_CHOICES as TAKEN
else:
    from sglang.srt.server_args import ATTENTION_BACKEND_CHOICES as TAKEN
WORDS = ["triton", "torch_native", "flex_attention", "dsa", "nsa", "qsa", "dsv4", "compressed", "cutlass_mla", "fa3", "fa4",
         "flashinfer", "llada2_cfg_flashinfer", "flashmla", "trtllm_mla", "cutedsl_mla", "tokenspeed_mla", "trtllm_mha",
         "hpc_ops", "minicpm_flashattn", "minicpm_flashinfer", "dual_chunk_flash_attn", "aiter", "wave", "intel_amx",
         "ascend", "intel_xpu"]
if not set(TAKEN) <= set(WORDS):
    sys.exit(f"backends that are not asked: {set(TAKEN) - set(WORDS)}")
REASONS = {  # what start-up says, and the word for the validator that says it, as the table has it
    "IQuestQ1 applies|One of the attention backends|GptOssForCausalLM requires|is required for Llama4|Gemma4 only supports|"
    "requires flashinfer prefill|FlashInfer backend can significantly|does not support triton attention": "model",
    "serial EAGLE|IQuestQ1 speculative decoding requires|only supports DSPARK|M3.1 NVFP4 (DSPARK|DFLASH) requires|"
    "Only EAGLE": "draft",
    "M3.1 NVFP4 requires --page-size": "page",
    "M3.1 NVFP4 requires --kv|DeepSeek DSA only supports|(fp8_e5m2|bfloat16) is not supported": "kv",
    "not compatible with radix cache|no_buffer": "mamba",
    "supported for deterministic inference,": "deterministic",
    "deterministic inference with|Deterministic inference with absorbed": "deterministic_mla",
    "with Flex Attention": "flex_draft",
    "TRTLLM MLA backend is only": "trtllm_mla_gpu",
    "TensorRT-LLM MLA backend only": "trtllm_mla_kv",
    "tokenspeed_mla backend is only": "tokenspeed_gpu",
    "tokenspeed_mla backend requires": "tokenspeed_kv",
    "CuteDSL MLA only supports decoding": "cutedsl_prefill",
    "CuteDSL MLA backend is only": "cutedsl_gpu",
    "CuteDSL MLA backend only": "cutedsl_kv",
    "TRTLLM MHA backend for prefill": "trtllm_mha_prefill",
    "TRTLLM FMHAv2 prefill": "trtllm_mha_fp8",
    "TRTLLM MHA backend for decode": "trtllm_mha_decode",
    "intel_xpu backend is only supported on decode": "xpu_mla",
    "trtllm_mha backend only supports topk": "trtllm_mha_tree",
    "with page_size > 1 is": "page_tree",
}
GUARDS = {"with MLA models": "needs_mla", "with non-MLA models|does not use an MLA": "needs_mha", "Cross attention": "encoder",
          "FlashAttention v3 Backend requires|requires an SM90": "gpu", "speculative decoding": "draft",
          "namespace .* not published": "yes"}  # past the guards: nothing is served here
BUILT = {}
FLAGS = ["asked", "asked_prefill", "asked_decode"]
MATRIX = {
    "kv": ["auto", "fp8_e4m3", "fp8_e5m2", "bfloat16"],
    "draft": ["off unset", "EAGLE unset", "EAGLE 1", "EAGLE 4", "NEXTN 1", "DFLASH unset"],
    "page": ["unset", "1", "32", "64", "128"],
    "deterministic": ["no", "yes"],
}


def asked(row):
    given = flags(row)
    for flag, field in zip(FLAGS, ("attention_backend", "prefill_attention_backend", "decode_attention_backend")):
        if row[flag] != "unset":
            given[field] = row[flag]
    return given


def refusal(error):
    for words, name in REASONS.items():
        if re.search(words, error):
            return name
    sys.exit(f"a refusal without a word: {error}")


SEEN = {}  # attention_backend after the override of the architecture, and after the default and the fall-back


def before(args, step):
    SEEN["own"] = resolved(args, "attention_backend") or "unset"
    step(args)


def after(args, step):
    try:
        step(args)
    finally:
        SEEN["whole"] = resolved(args, "attention_backend") or "unset"


def built(backend, row):
    """What the registry's factory says before it touches the backend itself: yes, or why not."""
    encoder, draft = row["arch"].startswith("Whisper"), row["draft"].split()[0]
    algorithm = None if draft == "off" else draft
    said = BUILT.get((backend, row["mla"], encoder, algorithm))
    if said is None:
        runner = types.SimpleNamespace(
            use_mla_backend=row["mla"] == "yes", init_new_workspace=False,
            server_args=types.SimpleNamespace(speculative_algorithm=algorithm),
            model_config=types.SimpleNamespace(is_encoder_decoder=encoder, hf_config=types.SimpleNamespace(architectures=[])))
        registry.get_spec = lambda: runner.server_args
        said = "yes"
        if backend not in registry.ATTENTION_BACKENDS:
            said = "unknown"
        else:
            try:
                registry.ATTENTION_BACKENDS[backend](runner)
            except (ValueError, AssertionError) as error:
                said = next((name for words, name in GUARDS.items() if re.search(words, str(error))), None)
                if not said:
                    sys.exit(f"a guard without a word: {error}")
            except Exception:  # past the guards: the stub world ends inside the backend
                pass
        stubs.COUNTED.clear()  # what stands behind the guards is a stub; they themselves ask facts
        BUILT[backend, row["mla"], encoder, algorithm] = said
    return said


def watch(name, see):
    """Has see look at the arguments around a step of start-up; 0.5.23 has hooks for that."""
    if startup.NEW:
        from sglang.srt.arg_groups.resolution_hooks import register_resolution_hook
        register_resolution_hook(name)(see)
    else:
        step = getattr(startup.ServerArgs, "_" + name)
        setattr(startup.ServerArgs, "_" + name, lambda args: see(args, step))


watch("handle_deterministic_inference", before)
watch("handle_attention_backend_compatibility", after)


def case(row):
    """What start-up says: both stages, then the rest, then the validator that refuses and its text."""
    SEEN.clear()
    unknown = [row[flag] for flag in FLAGS if row[flag] not in ("unset", *TAKEN)]
    args, error = (None, f"invalid choice: {unknown[0]}") if unknown else started(row, asked(row))
    own, whole = SEEN.get("own", "-"), SEEN.get("whole", "-")
    if error:  # the second table takes what start-up had come to
        had = (own if own != "-" else args and resolved(args, "attention_backend")) or "unset"
        return [own, "-"], [had, whole], ["-"] * 7 + ["choice" if unknown else refusal(error), error]
    base = resolved(args, "attention_backend")
    halves = [resolved(args, f"{half}_attention_backend") or base for half in ("prefill", "decode")]
    return [own, whole], [own, whole], [base, *halves, resolved(args, "page_size"), resolved(args, "kv_cache_dtype"),
                                            *(built(half, row) for half in halves), "yes", ""]


MODELS = [dict(zip(["arch", *MORE], values)) for arch in ARCH
          for values in itertools.product([arch], *(asks(arch) for asks in MORE.values()))]
UNSET = {name: choice[0] for name, choice in MATRIX.items()} | dict.fromkeys(FLAGS, "unset")
ALONE = ["LlamaForCausalLM", "DeepseekV3ForCausalLM", "KimiK25ForConditionalGeneration", "DeepseekV4ForCausalLM",
         "GptOssForCausalLM", "Gemma4ForConditionalGeneration", "Qwen3NextForCausalLM", "NemotronHForCausalLM",
         "WhisperForConditionalGeneration", "Lfm2ForCausalLM", "MossVLForConditionalGeneration"]


def cells():
    for model in MODELS:
        if model["arch"] in ALONE and model["asymmetric"] == "no" and model["radix"] == "yes":
            yield from (model | UNSET | {flag: word} for flag in FLAGS for word in WORDS)
    draw = random.Random(part)
    for _ in range(drawn):
        model = draw.choice(MODELS)
        rest = {name: draw.choice(choice) if draw.random() < .4 else choice[0] for name, choice in MATRIX.items()}
        for flag in FLAGS:
            rest[flag] = draw.choice(TAKEN) if draw.random() < .5 else "unset"
        yield model | rest


head = ["sglang", "arch", "platform", "sm", "cuda", *FLAGS, *MORE, "kv", "speculation", "topk", "page", "deterministic"]
after_it = [name for name in head if name not in ("sinks", "asymmetric", "sparse")]
files = [csv.writer(open(f"{sys.argv[8]}-{table}.csv", "w", newline="", encoding="utf-8"), lineterminator="\n")
         for table in ("sglang-user-attention", "sglang-user-start")]
files[0].writerow([*head, "=own", "=whole"])
files[1].writerow([*after_it, "model", "whole_backend", "=base", "=prefill", "=decode", "=page_size", "=kv_cache", "=built_prefill", "=built_decode", "=verdict", "reason"])
for row in cells():
    row |= startup.machine
    stages, before_it, answers = case(row)
    row["speculation"], row["topk"] = row["draft"].split()
    files[0].writerow([*(row[name] for name in head), *stages])
    files[1].writerow([*(row[name] for name in after_it), *("unset" if word == "-" else word for word in before_it), *answers])
