"""One machine of vLLM 0.33.0: the kernel of W8A8 linear layers, as CSV on standard output.

usage: linear.py ROOT SM FLASHINFER HUMMING     (ROOT: the unpacked wheel; the two packages: yes or no)

choose_scaled_mm_linear_kernel gives the first, its list of kernels the order; the columns are those of
tables/vllm-linear.ini.  What the compiled part of the wheel says of FP8 is a fact here, with both answers.
"""
import csv
import itertools
import os
import sys

import world
import stubs

root, sm, flashinfer, humming = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
TRIP = os.environ.get("TRIP", "")
absent = {name for name, there in (("flashinfer", flashinfer), ("humming", humming)) if there == "no"}
absent |= {"b12x", "nixl_ep", "deep_ep", "mori"}  # the last three: communication, no selection
world.start(root, sm + 20 if TRIP == "predicate" else sm, "13.0", absent=absent)
from vllm.platforms import current_platform as platform  # noqa: E402

world.predicates(platform, sm)
from vllm import _custom_ops as ops  # noqa: E402
from vllm import envs  # noqa: E402
from vllm.model_executor.kernels import linear  # noqa: E402
from vllm.model_executor.kernels.linear.scaled_mm.ScaledMMLinearKernel import (  # noqa: E402
    FP8ScaledMMLinearLayerConfig, Int8ScaledMMLinearLayerConfig)
from vllm.model_executor.layers.quantization.utils import quant_utils as keys  # noqa: E402

NAME = {"FlashInferFP8ScaledMMLinearKernel": "FLASHINFER_FP8", "CutlassFP8ScaledMMLinearKernel": "CUTLASS_FP8",
        "PerTensorTorchFP8ScaledMMLinearKernel": "TORCH_FP8_TENSOR", "MarlinFP8ScaledMMLinearKernel": "MARLIN_FP8",
        "ChannelWiseTorchFP8ScaledMMLinearKernel": "TORCH_FP8_OTHER", "HummingFP8ScaledMMLinearKernel": "HUMMING_FP8",
        "CutlassInt8ScaledMMLinearKernel": "CUTLASS_INT8", "TritonInt8ScaledMMLinearKernel": "TRITON_INT8",
        "HummingInt8ScaledMMLinearKernel": "HUMMING_INT8"}
BF16 = world.DTYPES["bfloat16"]
FP8 = {  # weights, activations
    "fp8_tensor": [(keys.kFp8StaticTensorSym, keys.kFp8StaticTensorSym), (keys.kFp8StaticTensorSym, keys.kFp8DynamicTensorSym)],
    "fp8_other": [(keys.kFp8StaticChannelSym, keys.kFp8DynamicTokenSym), (keys.kFp8StaticTensorSym, keys.kFp8DynamicTokenSym),
                  (keys.kFp8StaticChannelSym, keys.kFp8StaticTensorSym)]}


def layers(quant):
    """Every layer of this kind: they must all be answered alike."""
    if quant == "int8":
        for static, channel, symmetric, fused in itertools.product([False, True], repeat=4):
            yield Int8ScaledMMLinearLayerConfig(is_static_input_scheme=static, is_channelwise=channel,
                                                input_symmetric=symmetric, is_fused_module=fused)
    else:
        for weights, activations in FP8[quant]:
            yield FP8ScaledMMLinearLayerConfig(weight_quant_key=weights, activation_quant_key=activations,
                                               weight_shape=(4096, 4096), input_dtype=BF16, out_dtype=BF16)


def case(layer, quant):
    table, text = ((linear._POSSIBLE_INT8_KERNELS, "int8_w8a8") if quant == "int8" else
                   (linear._POSSIBLE_FP8_KERNELS, "fp8_w8a8"))
    try:
        taken = NAME[linear.choose_scaled_mm_linear_kernel(layer, table, quantization=text).__name__]
    except ValueError:
        taken = "ERROR"
    order = [NAME[kernel.__name__] for kernel in
             linear._resolve_backend_kernels(table[platform._enum], "scaled-mm", quantization=text)
             if linear.is_supported_and_can_implement_kernel(kernel, layer, None)[0]]
    if [taken] != (order[:1] or ["ERROR"]):
        sys.exit(f"{quant}: {taken} is not the first of {order}")
    return [taken, " ".join(order) or "ERROR"]


out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["sm", "quant", "batch_invariant", "cutlass_fp8", "flashinfer", "humming", "=kernel", "ranked:kernel"])
stubs.COUNTED.clear()
for quant, invariant, cutlass in itertools.product(["int8", *FP8], ["no", "yes"], ["yes", "no"]):
    envs.VLLM_BATCH_INVARIANT = invariant == "yes"
    said = stubs.Stub("answer") if TRIP == "stub" else cutlass == "yes"
    ops.cutlass_scaled_mm_supports_fp8 = lambda capability, said=said: said
    answers = {tuple(case(layer, quant)) for layer in layers(quant)}
    if stubs.COUNTED:
        sys.exit(f"a stub decided in {quant}: {stubs.COUNTED[:3]}")
    if len(answers) != 1:
        sys.exit(f"{quant}: layers of one kind are answered differently: {answers}")
    out.writerow([sm, quant, invariant, cutlass, flashinfer, humming, *answers.pop()])
