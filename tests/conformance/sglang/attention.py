"""One machine of SGLang 0.5.23: its own generic attention default over a matrix of cases, as CSV on standard output.

usage: attention.py ROOT PLATFORM SM CUDA FLASHINFER     (ROOT: the unpacked wheel; SM 0 when not cuda)
       SHIM=FOLDER attention.py ...                      the same for what the emitted shim fills: "N cells, M fields filled"

One process per machine: the predicates are cached and some are read at import.  The package's own code decides:
`_deterministic_attention_backend`, then `handle_attention_backend_compatibility`, with a plain namespace as model
configuration.  The column `error` is what its own validators say (start-up), `registry` what the registry of
backends says when the backend is built.  Exit 1 when a predicate is not as FIELD has it or a stub decided anything.
"""
import csv
import functools
import itertools
import logging
import os
import sys
import types

import stubs

root, platform, sm, cuda, flashinfer = sys.argv[1:6]
sm = int(sm)
stubs.ROOT[0] = os.path.abspath(root) + "/sglang/"
if flashinfer == "no":
    stubs.ABSENT.add("flashinfer")
if platform == "hip":
    stubs.ABSENT.discard("aiter")
TRIP = os.environ.get("TRIP", "")  # run.sh sees with this that both safety nets hold
stubs.machine((sm + 20 if TRIP == "predicate" else sm) if platform == "cuda" else None, cuda, hip=platform == "hip", mps=platform == "mps")
package = types.ModuleType("sglang")
package.__path__ = [os.path.abspath(root) + "/sglang"]
package.__version__ = "0.5.23"
sys.modules["sglang"] = package
logging.disable(logging.CRITICAL)

from sglang.srt.arg_groups import overrides  # noqa: E402
from sglang.srt.arg_groups.attention_hook import handle_attention_backend_compatibility  # noqa: E402
from sglang.srt.configs.model_config import AttentionArch  # noqa: E402
from sglang.srt.layers.attention import attention_registry as registry  # noqa: E402
from sglang.srt.model_executor.cuda_graph_config import default_cuda_graph_config  # noqa: E402
from sglang.srt.runtime_context import _PLATFORM_PROBES, get_platform  # noqa: E402
from sglang.srt.server_args import ServerArgs  # noqa: E402


def expected():
    new, hopper = [tuple(map(int, cuda.split("."))) >= v for v in ((12, 8), (12, 3))]
    if platform == "hip":
        return {"is_hip"}
    if platform == "mps":
        return {"is_mps"}
    true = {"is_cuda"}
    true |= {"has_flashinfer"} if flashinfer == "yes" else set()
    true |= {"is_sm90", "is_hopper_with_cuda_12_3"} if sm // 10 == 9 and hopper else set()
    true |= {"is_blackwell"} if sm // 10 in (10, 11, 12) and new else set()
    true |= {"is_sm100", "is_sm100_or_sm110"} if sm // 10 == 10 and new else set()
    true |= {"is_sm110", "is_sm100_or_sm110"} if sm // 10 == 11 and new else set()
    true |= {"is_sm120"} if sm // 10 == 12 and new else set()
    return true


true = {name for name in _PLATFORM_PROBES if getattr(get_platform(), name)}
if true != expected():
    sys.exit(f"predicates of {sys.argv[2:]}: {sorted(true)}, expected {sorted(expected())}")

MATRIX = {
    "arch": ["LlamaForCausalLM", "DeepseekV3ForCausalLM", "WhisperForConditionalGeneration"],
    "mla": ["no", "yes"],
    "sinks": ["no", "yes"],
    "asymmetric": ["no", "yes"],
    "speculation": ["off", "EAGLE", "DFLASH"],
    "topk": ["unset", "1", "4"],
    "page": ["unset", "1", "64"],
    "kv": ["auto", "fp8_e4m3", "fp8_e5m2"],
    "kv_heads": ["8", "16", "128"],
    "deterministic": ["no", "yes"],
}


def optional(text):
    return None if text in ("unset", "off") else int(text) if text.isdigit() else text


@functools.lru_cache(maxsize=None)
def guard(backend, mla, encoder):
    """What the registry's factory says before it touches the backend itself."""
    runner = types.SimpleNamespace(use_mla_backend=mla, init_new_workspace=False,
                                   model_config=types.SimpleNamespace(is_encoder_decoder=encoder))
    try:
        registry.ATTENTION_BACKENDS[backend](runner)
    except (ValueError, AssertionError) as error:
        return str(error).split(".")[0]
    except Exception:  # past the guards: the stub world ends inside the backend
        return ""
    return ""


def server_args(row):
    hf = types.SimpleNamespace(architectures=[row["arch"]], model_type="fake")
    mla = row["mla"] == "yes"
    model = types.SimpleNamespace(
        hf_config=hf, hf_text_config=hf, attention_arch=AttentionArch.MLA if mla else AttentionArch.MHA,
        has_attention_sinks=row["sinks"] == "yes", has_asymmetric_kv=row["asymmetric"] == "yes",
        is_encoder_decoder=row["arch"].startswith("Whisper"), context_len=4096, quantization=None,
        is_hybrid_swa=False, get_num_kv_heads=lambda tp, dcp=1: int(row["kv_heads"]))
    args = ServerArgs(model_path="/nowhere", device="cuda" if platform in ("cuda", "hip") else platform)
    args._model_config = model
    args.cuda_graph_config = default_cuda_graph_config()
    for field, key in (("speculative_algorithm", "speculation"), ("speculative_eagle_topk", "topk"), ("page_size", "page")):
        setattr(args, field, optional(row[key]))
    args.kv_cache_dtype = stubs.Stub("kv") if TRIP == "stub" else row["kv"]
    args.enable_deterministic_inference = row["deterministic"] == "yes"
    return args


def resolved(args):
    """SGLang's own resolution, and what its validators say."""
    error = ""
    try:
        overrides.run_post_process_pass(args, overrides._deterministic_attention_backend)
        handle_attention_backend_compatibility(args)
    except (ValueError, AssertionError) as fault:
        error = str(fault).split(".")[0]
    prefill, decode = overrides.attention_backends_of(overrides.resolved_view(args))
    return prefill, decode, error


def case(row):
    args = server_args(row)
    prefill, decode, error = resolved(args)
    if stubs.COUNTED and not error:
        sys.exit(f"a stub decided in {row}: {stubs.COUNTED[:3]}")
    model = args._model_config
    return prefill, decode, error, guard(prefill, row["mla"] == "yes", model.is_encoder_decoder) if prefill else ""


# What a user may have set of the fields, before the shim looks at them.
USER = [{}, {"attention_backend": "triton"}, {"prefill_attention_backend": "triton", "decode_attention_backend": "flashinfer"},
        {"prefill_attention_backend": "triton"}, {"decode_attention_backend": "triton"}]


def fill_case(shim, row, user):
    """The shim fills what is unset and nothing else, and SGLang then comes to what it comes to without it."""
    own, filled = server_args(row), server_args(row)
    for field, value in user.items():
        setattr(own, field, value)
        setattr(filled, field, value)
    before = {name: getattr(filled, name) for name in overrides.field_names(ServerArgs)}
    reasons = shim.fill(filled, filled._model_config)
    changed = {name for name, value in before.items() if getattr(filled, name) is not value}
    if TRIP == "shim" and changed:
        setattr(filled, min(changed), "aiter")
    want, found = resolved(own), resolved(filled)
    open_fields = {"prefill_attention_backend", "decode_attention_backend"} - set(user)
    if changed != set(reasons) or not changed <= (set() if "attention_backend" in user else open_fields):
        sys.exit(f"the shim changed {sorted(changed)} of {row} with {user}")
    if want != found:
        sys.exit(f"SGLang comes to {want}, with the shim to {found}: {row} with {user}; {[str(r) for r in reasons.values()]}")
    if any(r.rule is None or ".ini:" not in str(r) for r in reasons.values()):
        sys.exit(f"no reason: {reasons}")
    return len(changed)


def fill_all(folder):
    sys.path.insert(0, folder)
    stubs.REAL.update(("sglang_attention", "sglang_attention_shim"))
    import sglang_attention_shim as shim
    cells = filled = 0
    for number, values in enumerate(itertools.product(*MATRIX.values())):
        row = dict(zip(MATRIX, values))
        stubs.COUNTED.clear()
        filled += fill_case(shim, row, USER[number % len(USER) if number % 2 else 0])
        cells += 1
    print(f"{cells} cells, {filled} fields filled")
    sys.exit(0 if filled else "nothing was filled")


if "SHIM" in os.environ:
    fill_all(os.environ["SHIM"])


out = csv.writer(sys.stdout, lineterminator="\n")
head = ["arch", "platform", "sm", "cuda", "flashinfer", *list(MATRIX)[1:]]
out.writerow([*head, "=prefill", "=decode", "error", "registry"])
for values in itertools.product(*MATRIX.values()):
    row = dict(zip(MATRIX, values))
    stubs.COUNTED.clear()
    row |= {"platform": platform, "sm": sm or "none", "cuda": cuda if sm else "absent", "flashinfer": flashinfer}
    out.writerow([*(row[name] for name in head), *case(row)])
