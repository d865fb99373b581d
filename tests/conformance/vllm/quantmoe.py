"""One machine of vLLM 0.33.0: the kernel of a fused MoE layer with quantized weights over a matrix of cases, as CSV on
standard output.

usage: quantmoe.py ROOT SM FORMAT [PACKAGE...]     (ROOT: the unpacked wheel; FORMAT: fp8, nvfp4, mxfp8 or mxfp4;
                                                    PACKAGE: one that is absent)

The package's own select_..._moe_backend gives the first.  Before that it is run with kernel classes that write down
what they are asked and refuse: so the list that it walks, after every environment variable and flag, is its own; each
real class then answers the same question with its is_supported_config: the order, and the first reason of those that
are refused (`-`: not on the list).  The columns are those of tables/vllm-moe-FORMAT.ini.
"""
import csv
import enum
import os
import sys
import types

import world
import stubs

root, sm, form, packages = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
TRIP = os.environ.get("TRIP", "")
absent = {"nixl_ep", "deep_ep", "mori", *packages}  # the first three: communication
absent |= {f"vllm.third_party.{name}" for name in packages}
world.start(root, sm + 20 if TRIP == "predicate" else sm, "13.0", absent=absent)
from vllm.platforms import current_platform as platform  # noqa: E402

world.predicates(platform, sm)


class GemmType(enum.Enum):  # of humming-kernels 0.1.19, humming/config/enum.py
    INDEXED, GROUPED_CONTIGUOUS, GROUPED_MASKED = "indexed", "grouped_contiguous", "grouped_masked"


if "humming" not in absent:
    world.facts("humming.config", GemmType=GemmType)
if "flashinfer" not in absent:  # situ: FlashInfer's MoE kernels know SiTU
    world.facts("flashinfer.fused_moe.core",
                ActivationType=types.SimpleNamespace(**{} if "situ" in absent else {"Situ": 9}))
if "b12x" not in absent:
    world.facts("b12x.moe.fused_moe", is_supported=lambda: True)
import formats  # noqa: E402
from vllm.config import vllm as current  # noqa: E402
from vllm.model_executor.layers.fused_moe import config as moe  # noqa: E402
from vllm.model_executor.layers.fused_moe import modular_kernel as mk  # noqa: E402
from vllm.model_executor.layers.fused_moe.activation import MoEActivation  # noqa: E402
from vllm.utils import deep_gemm  # noqa: E402

ENVIRONMENT = {  # column -> value -> variables
    "batch_invariant": {"yes": {"VLLM_BATCH_INVARIANT": "1"}},
    "humming_gemm": {value: {"VLLM_HUMMING_MOE_GEMM_TYPE": value} for value in ("indexed", "grouped")},
    "b12x_a16": {"yes": {"VLLM_B12X_MOE_FP4_FORCE_A16": "1"}},
    "deep_gemm_env": {"on": {"VLLM_USE_DEEP_GEMM": "1"}, "off": {"VLLM_USE_DEEP_GEMM": "0"},
                      "moe_off": {"VLLM_MOE_USE_DEEP_GEMM": "0"}},
}
ELSEWHERE = ("AITER", "XPU", "CPU", "TRITON_MXFP8")  # of other platforms: refused here, which is checked
LAST = {"Monolithic": "_MONOLITHIC", "Modular": "_MODULAR", "BatchedHummingGroupedExperts": "_BATCHED",
        "HummingGroupedExperts": "_GROUPED", "HummingIndexedExperts": "_INDEXED", "LoRAExperts": "_LORA"}


def title(backend, kernel, kernels):
    """The table's word for a kernel class of a backend."""
    last = [word for end, word in LAST.items() if kernel.__name__.endswith(end) and len(kernels) > 1]
    return backend.value + "".join(last[:1])


WORD = [  # what a reason says, the more special first
    ("expert biases", "bias"), ("not support bias", "bias"), ("input/output dtype", "dtype"), ("SiTU beta", "situ"),
    ("uninterleave with W4A8", "w4a8"), ("requires the per-rank", "intermediate"), ("W4A8 supports only", "w4a8"),
    ("W4A8 requires hidden", "w4a8"), ("amd-quark", "package"), ("current device ", "device"), ("no act_and_mul", "gated"),
    (" activation format", "format"), (" activation", "activation"), ("quantization scheme", "scheme"),
    ("parallel config", "parallel"), ("hash routing", "hash"), ("routes adjusted", "decomposed"),
    ("routing method", "routing"), ("router logits dtype", "logits"), ("hidden dim is not", "shape"),
    ("batch invariance", "batch-invariant"), ("LoRA", "lora"), ("at most 2048 experts", "experts"),
    ("padded experts", "experts"), ("preferred gemm type", "gemm")]


def slug(reason, kernel, arguments):
    if kernel.__name__ == "FlashInferMoeEpExperts" and mk.FusedMoEExperts.is_supported_config(kernel, *arguments)[0]:
        return "moe-ep"  # a list of its own, in some of the same words
    if "apply the SwiGLU alpha" in reason:  # its text names the scheme and the activation, too
        return "swiglu"
    return next(word for text, word in WORD if text in reason)


class Asked(Exception):
    """Everything has been refused."""


def configuration(row):
    for column, values in ENVIRONMENT.items():
        for variables in values.values():
            for name in variables:
                os.environ.pop(name, None)
    for column, values in ENVIRONMENT.items():
        os.environ.update(values.get(row.get(column), {}))
    deep_gemm.is_deep_gemm_supported.cache_clear()  # it keeps what the variable was
    current._current_vllm_config = types.SimpleNamespace(model_config=types.SimpleNamespace(
        hf_text_config=types.SimpleNamespace(model_type=row.get("model")), quantization_config=None),
        weight_transfer_config=None,
        parallel_config=types.SimpleNamespace(enable_dbo=False, enable_eplb=row["eplb"] == "yes"))
    on, sp = row["all2all"] != "off", row.get("sp") == "yes"
    dp = 2 if row.get("dp", "yes" if on and not sp else "no") == "yes" else 1
    ep = row["ep"] == "yes"
    parallel = moe.FusedMoEParallelConfig(
        tp_size=1 if ep else 2, pcp_size=2 if on and dp == 1 and not sp else 1, dp_size=dp, ep_size=2 if ep else 1,
        sp_size=2 if sp else 1, tp_rank=0, pcp_rank=0, dp_rank=0, ep_rank=0, use_ep=ep,
        all2all_backend=row["all2all"] if on else "allgather_reducescatter", enable_eplb=row["eplb"] == "yes")
    if parallel.use_all2all_kernels is not on:
        sys.exit(f"{row}: no such parallel configuration")
    yes = {name for name, value in row.items() if value == "yes"}
    more = {"swiglu_limit": 7.0} if yes & {"swiglu", "clamp"} else {}
    more |= {"swiglu_alpha": 1.7} if "alpha" in yes else {}
    more |= dict(activation_situ_beta=4.0, activation_situ_linear_beta=25.0 if "situ_standard" in yes else 1.0)
    config = moe.FusedMoEConfig(
        num_experts=int(row["experts"]), experts_per_token=8, hidden_dim=int(row.get("hidden", 4096)),
        intermediate_size=int(row.get("intermediate", 2048)) * (1 if ep else 2),
        num_local_experts=int(row["experts"]), num_logical_experts=int(row["experts"]),
        activation=stubs.Stub("activation") if TRIP == "stub" else MoEActivation(row["activation"]), device="cuda",
        routing_method=moe.RoutingMethodType[row["routing"]], moe_parallel_config=parallel, max_num_tokens=256,
        in_dtype=world.DTYPES[row.get("dtype", "bfloat16")],
        router_logits_dtype=world.DTYPES[row.get("logits", "bfloat16")], moe_backend=row.get("user", "auto"),
        is_lora_enabled=row["lora"] == "yes", has_hash_routing=row["hash_routing"] == "yes",
        require_decomposed_backend=row["decomposed"] == "yes", has_bias="bias" in yes, **more)
    return config


def asked(format_, question, config):
    """Which kernels the package asks, in order, and what: [(name, class, arguments)]."""
    found, real = [], getattr(format_.oracle, format_.resolve)

    def asks(backend, kernel, kernels):
        return type("Asks", (), {"is_supported_config": staticmethod(
            lambda cls, *arguments: (found.append((backend, kernel, kernels, arguments)), (False, "asked"))[1])})

    def writes(backend):
        kernels = real(backend)
        return [asks(backend, kernel, kernels) for kernel in kernels]

    setattr(format_.oracle, format_.resolve, writes)
    if lora := getattr(format_, "lora", None):  # a class that the user's word puts in front
        backend, kernel = format_.oracle.Mxfp4MoeBackend.FLASHINFER_TRTLLM_MXFP4_BF16, lora.TrtLlmMxfp4LoRAExperts
        lora.TrtLlmMxfp4LoRAExperts = asks(backend, kernel, [kernel] * 2)
    try:
        question(config)
    except (ValueError, NotImplementedError):
        pass  # it has been refused everything, or the user's word is none
    finally:
        setattr(format_.oracle, format_.resolve, real)
        if lora:
            lora.TrtLlmMxfp4LoRAExperts = kernel
    return [(title(backend, kernel, kernels), kernel, arguments) for backend, kernel, kernels, arguments in found]


def answer(format_, question, row):
    config = configuration(row)
    later = ["no"] if hasattr(format_, "later") else []
    try:
        backend, kernel = question(config)
        taken = title(backend, kernel, getattr(format_.oracle, format_.resolve)(backend))
        later = [format_.refuses(config, backend, kernel) for _ in later]
    except (ValueError, NotImplementedError):
        taken = "ERROR"
    order, reasons = [], {}
    for name, kernel, arguments in asked(format_, question, config):
        supported, reason = kernel.is_supported_config(kernel, *arguments)
        if name.startswith(ELSEWHERE):
            if supported or slug(reason, kernel, arguments) != "device":
                sys.exit(f"{row}: {name} is not refused for its device")
            continue
        reasons[name] = "" if supported else slug(reason, kernel, arguments)
        if supported:
            order.append(name)
    if [taken] != (order[:1] or ["ERROR"]):
        sys.exit(f"{row}: {taken} is not the first of {order}")
    return [taken, " ".join(order) or "ERROR", *later, *(reasons.get(name, "-") for name in NAMES)]


def possible(row):
    """The sizes that go with an all2all: it is used with expert parallelism over several data or sequence parallel ranks."""
    if row["all2all"] != "off":
        row["ep"] = "yes"
    elif row["ep"] == "yes" and (row.get("sp") == "yes" or row.get("dp") == "yes"):
        row["ep"] = "no"
    return row


format_ = getattr(formats, form.capitalize())()
NAMES = [title(backend, kernel, kernels) for backend in format_.backends if not backend.name.startswith(ELSEWHERE)
         for kernels in [getattr(format_.oracle, format_.resolve)(backend)] for kernel in kernels]
NAMES += ["FLASHINFER_TRTLLM_MXFP4_BF16_LORA"] if hasattr(format_, "lora") else []
HEAD = ["sm", *format_.values, *format_.packages]
out = csv.writer(sys.stdout, lineterminator="\n")
LATER = [f"later:{format_.later}"] if hasattr(format_, "later") else []
out.writerow([*HEAD, "=kernel", "ranked:kernel", *LATER, *(f"reason:{name}" for name in NAMES)])
seen = set()
for row in world.rows(format_.values, format_.spaces, sm):
    row = possible(row) | {"sm": str(sm)} | {name: "no" if name in packages else "yes" for name in format_.packages}
    cell = tuple(row[name] for name in HEAD)
    if cell in seen:
        continue
    seen.add(cell)
    stubs.COUNTED.clear()
    answers = {tuple(answer(format_, question, row)) for question in format_.questions(row)}
    if stubs.COUNTED:
        sys.exit(f"a stub decided in {row}: {stubs.COUNTED[:3]}")
    if len(answers) != 1:
        sys.exit(f"{row}: layers of one kind are answered differently: {answers}")
    out.writerow([*cell, *answers.pop()])
