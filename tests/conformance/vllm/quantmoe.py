"""One machine of vLLM 0.33.0: the kernel of a fused MoE layer with quantized weights over a matrix of cases, as CSV on
standard output.

usage: quantmoe.py ROOT SM FORMAT [PACKAGE...]     (ROOT: the unpacked wheel; FORMAT: fp8; PACKAGE: one that is absent)

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
world.start(root, sm + 20 if TRIP == "predicate" else sm, "13.0", absent=absent)
from vllm.platforms import current_platform as platform  # noqa: E402

world.predicates(platform, sm)


class GemmType(enum.Enum):  # of humming-kernels 0.1.19, humming/config/enum.py
    INDEXED, GROUPED_CONTIGUOUS, GROUPED_MASKED = "indexed", "grouped_contiguous", "grouped_masked"


if "humming" not in absent:
    world.facts("humming.config", GemmType=GemmType)
from vllm import _custom_ops as ops  # noqa: E402
from vllm.config import vllm as current  # noqa: E402
from vllm.model_executor.layers.fused_moe import config as moe  # noqa: E402
from vllm.model_executor.layers.fused_moe.activation import MoEActivation  # noqa: E402
from vllm.model_executor.layers.quantization.utils import quant_utils as keys  # noqa: E402
from vllm.utils import deep_gemm  # noqa: E402

FLAG = ["no", "yes"]
ALL2ALL = ["off", "allgather_reducescatter", "deepep_high_throughput", "deepep_low_latency", "deepep_v2",
           "flashinfer_nvlink_two_sided", "flashinfer_nvlink_one_sided", "flashinfer_all2allv", "nixl_ep", "moonep"]
LAYER = {  # what every format has; the first is the default
    "activation": ["silu"] + [a.value for a in MoEActivation if a.value != "silu"],
    "ep": FLAG,
    "all2all": ALL2ALL,
    "eplb": FLAG,
    "routing": ["DeepSeekV3"] + [r.name for r in moe.RoutingMethodType if r.name != "DeepSeekV3"],
    "hash_routing": FLAG, "decomposed": FLAG, "batch_invariant": FLAG, "lora": FLAG,
    "experts": ["128", "8", "992", "993", "1024", "2048", "2049"],
    "humming_gemm": ["auto", "indexed", "grouped"],
}
ENVIRONMENT = {  # column -> value -> variables
    "batch_invariant": {"yes": {"VLLM_BATCH_INVARIANT": "1"}},
    "humming_gemm": {"indexed": {"VLLM_HUMMING_MOE_GEMM_TYPE": "indexed"}, "grouped": {"VLLM_HUMMING_MOE_GEMM_TYPE": "grouped"}},
    "deep_gemm_env": {"on": {"VLLM_USE_DEEP_GEMM": "1"}, "off": {"VLLM_USE_DEEP_GEMM": "0"}, "moe_off": {"VLLM_MOE_USE_DEEP_GEMM": "0"}},
}


def every(values, *names, **some):
    """A product: of these inputs all values, of those some."""
    return {name: values[name] for name in names} | some


class Fp8:
    """select_fp8_moe_backend: weights and activations are its arguments."""

    packages = ["flashinfer", "deep_gemm", "humming", "hpc"]
    values = {
        "weights": ["tensor", "channel", "block128", "block"],
        "activations": ["static", "dynamic", "token", "group128", "none"],
        "user": ["auto", "triton", "deep_gemm", "cutlass", "flashinfer_trtllm", "flashinfer_cutlass", "marlin", "humming",
                 "aiter", "hpc", "flashinfer_cutedsl"],
        "deep_gemm_env": ["default", "on", "off", "moe_off"],
        "model": ["llama", "qwen3_5_text", "qwen3_5_moe_text", "kolibri1"],
        "cutlass": ["yes", "no"], "group_gemm": ["yes", "no"],
        "sp": FLAG,
        "logits": ["bfloat16", "float32", "float16"],
        "hidden": ["4096", "4160", "2880"],
        "swiglu": FLAG,
        **LAYER}
    spaces = [
        every(values, "weights", "activations", "cutlass", "all2all", "batch_invariant"),
        every(values, "weights", "activations", "ep", "sp", "lora", deep_gemm_env=["default", "on", "moe_off"],
              experts=["128", "993", "2049"]),
        every(values, "weights", "activation", "swiglu", "cutlass", activations=["static", "group128"]),
        every(values, "routing", "logits", "eplb", weights=["tensor", "block128"], activations=["static", "group128"]),
        every(values, "user", "deep_gemm_env", weights=["channel", "block128", "tensor"],
              activations=["static", "token", "group128"], all2all=["off", "deepep_low_latency", "flashinfer_nvlink_one_sided"]),
        every(values, "model", "deep_gemm_env", "ep", "humming_gemm", weights=["block128"], activations=["group128"],
              all2all=["off", "nixl_ep", "deepep_v2", "moonep"])]
    weight = {"tensor": [keys.kFp8StaticTensorSym], "channel": [keys.kFp8StaticChannelSym], "block128": [keys.kFp8Static128BlockSym],
              "block": [keys.create_fp8_quant_key(static=True, group_shape=keys.GroupShape(*shape)) for shape in ((64, 64), (32, 128))]}
    activation = {"static": keys.kFp8StaticTensorSym, "dynamic": keys.kFp8DynamicTensorSym, "token": keys.kFp8DynamicTokenSym,
                  "group128": keys.kFp8Dynamic128Sym, "none": None}

    def __init__(self):
        from vllm.model_executor.layers.fused_moe.oracle import fp8
        self.oracle, self.resolve = fp8, "backend_to_kernel_cls"
        self.backends = [b for b in fp8.Fp8MoeBackend if b.name not in ("NONE", "EMULATION", "TRITON_MXFP8", "AITER_MXFP8")]

    def questions(self, row):
        # what the compiled part of the wheel says of this GPU is a fact
        ops.torch.ops._C.cutlass_group_gemm_supported = lambda capability: row["group_gemm"] == "yes"
        for weight in self.weight[row["weights"]]:
            yield lambda config, weight=weight: self.oracle.select_fp8_moe_backend(
                config, weight, self.activation[row["activations"]], row["cutlass"] == "yes")


ELSEWHERE = ("AITER", "XPU", "CPU")  # of other platforms: refused here, which is checked
LAST = {"Monolithic": "_MONOLITHIC", "Modular": "_MODULAR", "BatchedHummingGroupedExperts": "_BATCHED",
        "HummingGroupedExperts": "_GROUPED", "HummingIndexedExperts": "_INDEXED"}


def title(backend, kernel, kernels):
    """The table's word for a kernel class of a backend."""
    last = [word for end, word in LAST.items() if kernel.__name__.endswith(end) and len(kernels) > 1]
    return backend.value + "".join(last[:1])


WORD = [("current device ", "device"), ("no act_and_mul", "gated"), (" activation format", "format"), (" activation", "activation"),
        ("quantization scheme", "scheme"), ("parallel config", "parallel"), ("hash routing", "hash"),
        ("routes adjusted", "decomposed"), ("routing method", "routing"), ("router logits dtype", "logits"),
        ("hidden dim is not", "shape"), ("batch invariance", "batch-invariant"), ("LoRA", "lora"),
        ("at most 2048 experts", "experts"), ("padded experts", "experts"), ("SwiGLU alpha/beta/clamp", "swiglu"),
        ("preferred gemm type", "gemm")]


def slug(reason):
    if "SwiGLU alpha" in reason:  # its text names the scheme and the activation, too
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
        hf_text_config=types.SimpleNamespace(model_type=row.get("model")), quantization_config=None))
    on, sp = row["all2all"] != "off", row.get("sp") == "yes"
    dp = 2 if row.get("dp", "yes" if on and not sp else "no") == "yes" else 1
    ep = row["ep"] == "yes"
    parallel = moe.FusedMoEParallelConfig(
        tp_size=1 if ep else 2, pcp_size=2 if on and dp == 1 and not sp else 1, dp_size=dp, ep_size=2 if ep else 1, tp_rank=0,
        pcp_rank=0, dp_rank=0, ep_rank=0, sp_size=2 if sp else 1, use_ep=ep,
        all2all_backend=row["all2all"] if on else "allgather_reducescatter", enable_eplb=row["eplb"] == "yes")
    if parallel.use_all2all_kernels is not on:
        sys.exit(f"{row}: no such parallel configuration")
    swiglu = {"swiglu_limit": 7.0} if row.get("swiglu") == "yes" else {}
    config = moe.FusedMoEConfig(
        num_experts=int(row["experts"]), experts_per_token=8, hidden_dim=int(row.get("hidden", 4096)), intermediate_size=4096,
        num_local_experts=int(row["experts"]), num_logical_experts=int(row["experts"]),
        activation=stubs.Stub("activation") if TRIP == "stub" else MoEActivation(row["activation"]), device="cuda",
        routing_method=moe.RoutingMethodType[row["routing"]], moe_parallel_config=parallel, in_dtype=world.DTYPES["bfloat16"],
        max_num_tokens=256,
        router_logits_dtype=world.DTYPES[row.get("logits", "bfloat16")], moe_backend=row.get("user", "auto"),
        is_lora_enabled=row["lora"] == "yes", has_hash_routing=row["hash_routing"] == "yes",
        require_decomposed_backend=row["decomposed"] == "yes", **swiglu)
    return config


def asked(format_, question, config):
    """Which kernels the package asks, in order, and what: [(name, class, arguments)]."""
    found, real = [], getattr(format_.oracle, format_.resolve)

    def writes(backend):
        kernels = real(backend)
        return [type("Asks", (), {"is_supported_config": staticmethod(
            lambda cls, *arguments, kernel=kernel: (found.append((backend, kernel, kernels, arguments)), (False, "asked"))[1])})
            for kernel in kernels]

    setattr(format_.oracle, format_.resolve, writes)
    try:
        question(config)
    except (ValueError, NotImplementedError):
        pass  # it has been refused everything, or the user's word is none
    finally:
        setattr(format_.oracle, format_.resolve, real)
    return [(title(backend, kernel, kernels), kernel, arguments) for backend, kernel, kernels, arguments in found]


def answer(format_, question, row):
    config = configuration(row)
    try:
        backend, kernel = question(config)
        taken = title(backend, kernel, getattr(format_.oracle, format_.resolve)(backend))
    except (ValueError, NotImplementedError):
        taken = "ERROR"
    order, reasons = [], {}
    for name, kernel, arguments in asked(format_, question, config):
        supported, reason = kernel.is_supported_config(kernel, *arguments)
        if name.startswith(ELSEWHERE):
            if supported or slug(reason) != "device":
                sys.exit(f"{row}: {name} is not refused for its device")
            continue
        reasons[name] = "" if supported else slug(reason)
        if supported:
            order.append(name)
    if [taken] != (order[:1] or ["ERROR"]):
        sys.exit(f"{row}: {taken} is not the first of {order}")
    return [taken, " ".join(order) or "ERROR", *(reasons.get(name, "-") for name in NAMES)]


def possible(row):
    """The sizes that go with an all2all: it is used with expert parallelism over several data or sequence parallel ranks."""
    if row["all2all"] != "off":
        row["ep"] = "yes"
    elif row["ep"] == "yes" and (row.get("sp") == "yes" or row.get("dp") == "yes"):
        row["ep"] = "no"
    return row


format_ = {"fp8": Fp8}[form]()
NAMES = [title(backend, kernel, kernels) for backend in format_.backends if not backend.name.startswith(ELSEWHERE)
         for kernels in [getattr(format_.oracle, format_.resolve)(backend)] for kernel in kernels]
HEAD = ["sm", *format_.values, *format_.packages]
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow([*HEAD, "=kernel", "ranked:kernel", *(f"reason:{name}" for name in NAMES)])
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
