"""One machine of vLLM 0.33.0: the kernel of linear layers in FP8 blocks, NVFP4, MXFP4, MXFP8 or with weights of a few bits,
as CSV on standard output.

usage: linears.py ROOT SM FORMAT [PACKAGE...]     (ROOT: the unpacked wheel; FORMAT: block, nvfp4, mxfp4, mxfp8 or
                                                   mixed; PACKAGE: one that is absent)

The package's own function chooses; the list that it walks, after --linear-backend and Humming's priority, is written down
as it goes by, and each kernel of it asked as the function asks: the order, and the first reason of those that are refused
(`-`: not on the list).  Kernels are not set up, only chosen.  What
the compiled part of the wheel says of a GPU is a fact here, with both answers.
"""
import csv
import os
import sys
import types

import world
import stubs

root, sm, form, packages = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
TRIP = os.environ.get("TRIP", "")
world.start(root, sm + 20 if TRIP == "predicate" else sm, "13.0", absent={"nixl_ep", "deep_ep", "mori", *packages})
from vllm.platforms import current_platform as platform  # noqa: E402

world.predicates(platform, sm)
for module in ("blockscaled", "mxfp8_linear"):
    if "b12x" not in packages:
        world.facts(f"b12x.gemm.{module}", is_supported=lambda: stubs.Stub("answer") if TRIP == "stub" else True)
from vllm import _custom_ops as ops  # noqa: E402
from vllm.config import vllm as current  # noqa: E402
from vllm.model_executor.kernels import linear  # noqa: E402
from vllm.model_executor.kernels.linear.scaled_mm import cutlass  # noqa: E402
from vllm.model_executor.layers.quantization.utils import quant_utils as keys  # noqa: E402
from vllm.scalar_type import scalar_types as scalar  # noqa: E402
from vllm.utils import deep_gemm, flashinfer  # noqa: E402

FLAG = ["no", "yes"]
every = world.every
DTYPE = ["bfloat16", "float16", "float32"]


WORD = [  # what a reason says, the more special first
    ("per token group activation", "scales"), ("(1,128)", "scales"), ("1x128 activation", "scales"), ("128x128", "blocks"),
    ("output dtype of bfloat16", "out"), ("Should not use deepgemm", "model"), ("metadata is not supported", "metadata"),
    ("input dtype", "dtype"), ("dtype must match", "dtype"), ("must be a positive multiple", "shape"),
    ("MXFP4", "activations"), ("amd-quark", "package"), ("mm_mxfp8", "shape"), ("Marlin MXFP8", "shape"),
    ("capability of 90", "capability"), ("Zero points", "zero-points"), ("uant type", "types"), ("Weight type", "types"),
    ("evenly divide", "divides"), ("not divisible by group", "split"), ("roup size", "group"),
    ("group_size 128", "group"), ("in_features per", "split"), ("bfloat16 output", "out"), ("pack factor", "pack"),
    ("not installed", "package"), ("divisible by", "shape"), ("activations", "activations"),
    ("Activation type", "activations")]


def reason(told, word=None):
    """A verdict (yes or no, text) as the word of a clause, "" when there is no objection."""
    return "" if told[0] else word or next(word for text, word in WORD if text in told[1].split(";")[0])


class Block:
    packages = ["flashinfer", "deep_gemm", "humming", "b12x"]
    values = {
        "weights": ["block128", "block"], "activations": ["group128", "group64"],
        "dtype": DTYPE, "out_dtype": DTYPE, "n": ["4096", "64", "96", "192", "100"], "k": ["4096", "128", "192", "100"],
        "user": ["auto", "cutlass", "flashinfer_cutlass", "marlin", "humming", "triton", "deep_gemm", "torch", "b12x",
                 "exllama"],
        "model": ["llama", "qwen3_5_text", "qwen3_5_moe_text", "kolibri1"],
        "deep_gemm_env": ["on", "off"], "flashinfer_env": FLAG, "batch_invariant": FLAG, "cutlass_block": ["yes", "no"]}
    spaces = [every(values, "weights", "activations", "dtype", "out_dtype", "n", "k", "cutlass_block"),
              every(values, "user", "model", "deep_gemm_env", "flashinfer_env", "batch_invariant", "cutlass_block"),
              every(values, "user", "weights", "activations", "n", "k", "batch_invariant", flashinfer_env=FLAG)]
    names = {"FlashInferFp8DeepGEMMDynamicBlockScaledKernel": "FLASHINFER_DEEPGEMM",
             "DeepGemmFp8BlockScaledMMKernel": "DEEPGEMM",
             "CutlassFp8BlockScaledMMKernel": "CUTLASS", "B12xFp8BlockScaledMMKernel": "B12X",
             "MarlinFP8ScaledMMLinearKernel": "MARLIN", "HummingFP8ScaledMMLinearKernel": "HUMMING",
             "TritonFp8BlockScaledMMKernel": "TRITON", "BlockWiseTorchFP8ScaledMMLinearKernel": "TORCH"}

    def question(self, row):
        block = (128, 128) if row["weights"] == "block128" else (64, 64)
        cutlass.CUTLASS_BLOCK_FP8_SUPPORTED = row["cutlass_block"] == "yes"
        return linear.FP8ScaledMMLinearLayerConfig(
            weight_quant_key=keys.create_fp8_quant_key(static=True, group_shape=keys.GroupShape(*block)),
            activation_quant_key=keys.kFp8Dynamic128Sym if row["activations"] == "group128" else keys.kFp8Dynamic64Sym,
            input_dtype=world.DTYPES[row["dtype"]], out_dtype=world.DTYPES[row["out_dtype"]],
            weight_shape=(int(row["n"]), int(row["k"])))

    def choose(self, row, layer):
        return linear.init_fp8_linear_kernel(layer.activation_quant_key, layer.weight_quant_key, layer.input_dtype,
                                             layer.out_dtype, layer.weight_shape)

    def reason(self, kernel, layer):
        told = reason(kernel.is_supported(sm), "supported") or reason(kernel.can_implement(layer))
        if (told == "") is not linear.is_supported_and_can_implement_kernel(kernel, layer, None)[0]:
            sys.exit(f"{kernel} is not asked like this")
        return told


class Nvfp4:
    packages = ["flashinfer", "humming", "b12x", "fbgemm_gpu"]
    values = {
        "a16": FLAG,
        "user": ["auto", "b12x", "cutlass", "flashinfer_cutlass", "flashinfer_cutedsl", "flashinfer_trtllm",
                 "flashinfer_cudnn", "flashinfer_b12x", "humming", "marlin", "torch", "fbgemm", "emulation", "exllama"],
        "batch_invariant": FLAG, "cutlass_fp4": ["yes", "no"]}
    spaces = [every(values, *values)]
    names = {"FlashInferCuteDslNvFp4LinearKernel": "FLASHINFER_CUTEDSL",
             "FlashInferCutlassNvFp4LinearKernel": "FLASHINFER_CUTLASS",
             "FlashInferB12xNvFp4LinearKernel": "FLASHINFER_B12X", "CutlassNvFp4LinearKernel": "CUTLASS",
             "FlashInferCuteDslNvFp4W4A16LinearKernel": "FLASHINFER_CUTEDSL_A16", "MarlinNvFp4LinearKernel": "MARLIN",
             "FlashInferTrtllmNvFp4LinearKernel": "FLASHINFER_TRTLLM",
             "FlashInferCudnnNvFp4LinearKernel": "FLASHINFER_CUDNN",
             "FbgemmNvFp4LinearKernel": "FBGEMM", "B12xNvFp4LinearKernel": "B12X", "B12xNvFp4W4A16LinearKernel": "B12X_A16",
             "TorchNvFp4LinearKernel": "TORCH", "EmulationNvFp4LinearKernel": "EMULATION",
             "HummingNvFp4LinearKernel": "HUMMING"}

    def question(self, row):
        ops.torch.ops._C.cutlass_scaled_mm_supports_fp4 = lambda capability: row["cutlass_fp4"] == "yes"
        return linear.NvFp4LinearLayerConfig()

    def choose(self, row, layer):
        return linear.init_nvfp4_linear_kernel(row["a16"] == "yes")

    def reason(self, kernel, layer):
        return reason(kernel.is_supported(), "supported") or reason(kernel.can_implement(layer))


class Mxfp4(Nvfp4):
    packages = ["flashinfer", "humming", "b12x", "quark"]
    values = {
        "activations": ["mxfp4", "none", "mxfp6", "other", "unsuited"],
        "user": ["auto", "b12x", "flashinfer_cutlass", "humming", "marlin", "emulation", "cutlass"]}
    spaces = [every(values, *values)]
    names = {"FlashInferMxFp4LinearKernel": "FLASHINFER", "MarlinMxFp4LinearKernel": "MARLIN",
             "HummingMxFp4LinearKernel": "HUMMING", "B12xMxFp4LinearKernel": "B12X",
             "EmulationMxfp4LinearKernel": "EMULATION"}
    keys = {"mxfp4": [keys.kMxfp4Dynamic], "none": [None], "mxfp6": [keys.kMxfp6E3M2Dynamic, keys.kMxfp6E2M3Dynamic],
            "other": [keys.kFp8DynamicTokenSym, keys.kInt8DynamicTokenSym, keys.kMxfp8Dynamic, keys.kFp8Dynamic128Sym,
                      keys.kFp8StaticTensorSym, keys.kInt8StaticTensorSym],
            "unsuited": [keys.kFp8DynamicTensorSym, keys.kInt8DynamicTensorSym, keys.kInt8DynamicTokenAsym]}

    def question(self, row):
        return [linear.MxFp4LinearLayerConfig(activation_quant_key=key) for key in self.keys[row["activations"]]]

    def choose(self, row, layer):
        return linear.init_mxfp4_linear_kernel(layer.activation_quant_key)

    def reason(self, kernel, layer):
        return (reason(kernel.is_supported(), "supported")
                or reason((kernel._supports_quant_scheme(keys.kMxfp4Static, layer.activation_quant_key), ""), "scheme")
                or reason(kernel.can_implement(layer)))


class Mxfp8(Nvfp4):
    packages = ["flashinfer", "humming", "b12x", "deep_gemm"]
    values = {
        "n": ["4096", "64", "128", "144", "1"], "k": ["4096", "32", "128", "144", "1"],
        "bmm": FLAG,
        "user": ["auto", "b12x", "flashinfer_cutlass", "flashinfer_cutedsl", "flashinfer_trtllm", "humming", "marlin",
                 "torch", "deep_gemm", "emulation", "cutlass"],
        "deep_gemm_env": ["on", "off"]}
    spaces = [every(values, *values)]
    names = {"FlashInferCutedslMxfp8LinearKernel": "FLASHINFER_CUTEDSL",
             "FlashInferCutlassMxfp8LinearKernel": "FLASHINFER_CUTLASS", "MarlinMxfp8LinearKernel": "MARLIN",
             "B12xMxfp8LinearKernel": "B12X", "EmulationMxfp8LinearKernel": "EMULATION",
             "HummingMxfp8LinearKernel": "HUMMING", "FlashInferTrtllmMxfp8LinearKernel": "FLASHINFER_TRTLLM",
             "TorchMxFp8LinearKernel": "TORCH", "DeepGemmMxfp8BmmLinearKernel": "DEEPGEMM_BMM"}

    def question(self, row):
        return linear.Mxfp8LinearLayerConfig(weight_shape=(int(row["n"]), int(row["k"])),
                                             bmm_batch_size=16 if row["bmm"] == "yes" else None)

    def choose(self, row, layer):
        return linear.init_mxfp8_linear_kernel(weight_shape=layer.weight_shape, bmm_batch_size=layer.bmm_batch_size)


class Mixed:
    packages = ["conch", "humming"]
    values = {
        "weights": ["uint4b8", "uint4", "int4", "uint8", "uint8b128", "fp8", "fp4", "uint2b2"],
        "activations": ["bfloat16", "float16", "float32", "int8", "fp8", "fp8_e5m2"],
        "zero_points": FLAG,
        "group": ["128", "channel", "16", "32", "64", "256", "whole"],
        "k": ["4096", "2048", "192", "96", "100"], "parts": ["1", "2"],
        "n": ["4096", "192", "96", "100", "4"],
        "out_dtype": ["bfloat16", "float16"],
        "user": ["auto", "cutlass", "marlin", "triton", "machete", "conch", "exllama", "humming", "torch"]}
    spaces = [every(values, "weights", "activations", "zero_points", "group"),
              every(values, "weights", "activations", "k", "n", group=["128", "channel", "32"]),
              every(values, "user", "weights", "activations", "group"),
              every(values, "group", "k", "parts", "n", weights=["uint4b8", "uint4"], activations=["bfloat16", "float16"]),
              every(values, "out_dtype", "n", "k", "zero_points", "group", weights=["int4"], activations=["fp8", "int8"])]
    names = {"CutlassW4A8LinearKernel": "CUTLASS_W4A8", "MacheteLinearKernel": "MACHETE", "MarlinLinearKernel": "MARLIN",
             "ConchLinearKernel": "CONCH", "ExllamaLinearKernel": "EXLLAMA", "TritonW4A16LinearKernel": "TRITON",
             "HummingLinearKernel": "HUMMING"}
    weight = {"fp8": "float8_e4m3fn", "fp4": "float4_e2m1f"}
    dtypes = {"fp8": "float8_e4m3fn", "fp8_e5m2": "float8_e5m2"}

    def question(self, row):
        k, n = int(row["k"]), int(row["n"])
        full = k * int(row["parts"])
        return linear.MPLinearLayerConfig(
            full_weight_shape=(full, n), partition_weight_shape=(k, n),
            weight_type=getattr(scalar, self.weight.get(row["weights"], row["weights"])),
            act_type=world.DTYPES[self.dtypes.get(row["activations"], row["activations"])],
            group_size={"channel": -1, "whole": full}.get(row["group"]) or int(row["group"]),
            zero_points=row["zero_points"] == "yes", out_type=world.DTYPES[row["out_dtype"]])

    def choose(self, row, layer):
        return linear.choose_mp_linear_kernel(layer)

    def reason(self, kernel, layer):
        return reason((kernel.get_min_capability() <= sm, ""), "capability") or reason(kernel.can_implement(layer))


ENVIRONMENT = {  # column -> value -> variables
    "batch_invariant": {"yes": {"VLLM_BATCH_INVARIANT": "1"}},
    "flashinfer_env": {"yes": {"VLLM_BLOCKSCALE_FP8_GEMM_FLASHINFER": "1"},
                       "no": {"VLLM_BLOCKSCALE_FP8_GEMM_FLASHINFER": "0"}},
    "deep_gemm_env": {"off": {"VLLM_USE_DEEP_GEMM": "0"}}}
walked = []
resolve = linear._resolve_backend_kernels


def keeps(*arguments, **named):
    walked[:] = [resolve(*arguments, **named)]
    return walked[0]


linear._resolve_backend_kernels = keeps


def answer(format_, row, layer):
    walked.clear()
    try:
        chosen = format_.choose(row, layer)
        taken = format_.names[(chosen if isinstance(chosen, type) else type(chosen)).__name__]
    except ValueError:
        taken = "ERROR"
    reasons = {format_.names[kernel.__name__]: format_.reason(kernel, layer) for kernel in (walked[0] if walked else ())}
    order = [name for name, told in reasons.items() if not told]
    if not walked:  # one is forced
        order = [taken] if taken != "ERROR" else []
    if [taken] != (order[:1] or ["ERROR"]):
        sys.exit(f"{row}: {taken} is not the first of {order}")
    return taken, " ".join(order) or "ERROR", *(reasons.get(name, "-") for name in format_.names.values())


def prepare(row):
    for column, values in ENVIRONMENT.items():
        for variables in values.values():
            for name in variables:
                os.environ.pop(name, None)
        os.environ.update(values.get(row.get(column), {}))
    deep_gemm.is_deep_gemm_supported.cache_clear()  # they keep what the variables were
    flashinfer.is_flashinfer_fp8_blockscale_gemm_supported.cache_clear()
    current._current_vllm_config = types.SimpleNamespace(
        kernel_config=types.SimpleNamespace(linear_backend=row["user"], linear_backend_per_quant=None),
        model_config=types.SimpleNamespace(hf_text_config=types.SimpleNamespace(model_type=row.get("model")),
                                           quantization_config=None))


format_ = {"block": Block, "nvfp4": Nvfp4, "mxfp4": Mxfp4, "mxfp8": Mxfp8, "mixed": Mixed}[form]()
for table in vars(linear).values():  # the choice ends where a kernel would be set up
    if isinstance(table, dict) and platform._enum in table:
        for kernel in table[platform._enum]:
            kernel.__init__ = lambda self, *arguments, **named: None
linear.DeepGemmMxfp8BmmLinearKernel.__init__ = lambda self, *arguments, **named: None
# pydantic, which is a stub, would make the class; no user's override here
world.facts("vllm.config.quantization", QuantizationConfigArgs=type("QuantizationConfigArgs", (), {}))
HEAD = ["sm", *format_.values, *format_.packages]
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow([*HEAD, "=kernel", "ranked:kernel", *(f"reason:{name}" for name in format_.names.values())])
seen = set()
for row in world.rows(format_.values, format_.spaces, sm):
    row |= {"sm": str(sm)} | {name: "no" if name in packages else "yes" for name in format_.packages}
    cell = tuple(row[name] for name in HEAD)
    if cell in seen:
        continue
    seen.add(cell)
    prepare(row)
    stubs.COUNTED.clear()
    layers = format_.question(row)
    answers = {answer(format_, row, layer) for layer in (layers if isinstance(layers, list) else [layers])}
    if stubs.COUNTED:
        sys.exit(f"a stub decided in {row}: {stubs.COUNTED[:3]}")
    if len(answers) != 1:
        sys.exit(f"{row}: layers of one kind are answered differently: {answers}")
    out.writerow([*cell, *answers.pop()])
