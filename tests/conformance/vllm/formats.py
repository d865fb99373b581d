"""The formats of quantmoe.py: of each the question, the values of every input and the products that are asked whole, as the
oracle of its name in vllm/model_executor/layers/fused_moe/oracle branches on them.  After world.start().
"""
import importlib
import os

import world
from vllm import _custom_ops as ops
from vllm.model_executor.layers.fused_moe import config as moe
from vllm.model_executor.layers.fused_moe.activation import MoEActivation
from vllm.model_executor.layers.quantization.utils import quant_utils as keys

every = world.every
FLAG = ["no", "yes"]
ALL2ALL = ["off", "allgather_reducescatter", "deepep_high_throughput", "deepep_low_latency", "deepep_v2",
           "flashinfer_nvlink_two_sided", "flashinfer_nvlink_one_sided", "flashinfer_all2allv", "nixl_ep", "moonep"]
GATED = ["silu", "swigluoai"]
SOME = ["off", "deepep_low_latency", "flashinfer_nvlink_one_sided"]
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


def oracle(name):
    return importlib.import_module("vllm.model_executor.layers.fused_moe.oracle." + name)


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
              activations=["static", "token", "group128"], all2all=SOME),
        every(values, "model", "deep_gemm_env", "ep", "humming_gemm", weights=["block128"], activations=["group128"],
              all2all=["off", "nixl_ep", "deepep_v2", "moonep"])]
    weight = {"tensor": [keys.kFp8StaticTensorSym], "channel": [keys.kFp8StaticChannelSym],
              "block128": [keys.kFp8Static128BlockSym],
              "block": [keys.create_fp8_quant_key(static=True, group_shape=keys.GroupShape(*shape))
                        for shape in ((64, 64), (32, 128))]}
    activation = {"static": keys.kFp8StaticTensorSym, "dynamic": keys.kFp8DynamicTensorSym,
                  "token": keys.kFp8DynamicTokenSym, "group128": keys.kFp8Dynamic128Sym, "none": None}

    def __init__(self):
        self.oracle, self.resolve = oracle("fp8"), "backend_to_kernel_cls"
        self.backends = [b for b in self.oracle.Fp8MoeBackend
                         if b.name not in ("NONE", "EMULATION", "TRITON_MXFP8", "AITER_MXFP8")]

    def questions(self, row):
        # what the compiled part of the wheel says of this GPU is a fact
        ops.torch.ops._C.cutlass_group_gemm_supported = lambda capability: row["group_gemm"] == "yes"
        for weight in self.weight[row["weights"]]:
            yield lambda config, weight=weight: self.oracle.select_fp8_moe_backend(
                config, weight, self.activation[row["activations"]], row["cutlass"] == "yes")


class Nvfp4:
    """select_nvfp4_moe_backend: the activations are its argument."""

    packages = ["flashinfer", "humming", "b12x", "situ"]
    values = {
        "activations": ["nvfp4", "token", "none"],
        "user": ["auto", "b12x", "cutlass", "flashinfer_trtllm", "flashinfer_cutlass", "flashinfer_cutedsl",
                 "flashinfer_moe_ep_cutedsl", "flashinfer_b12x", "marlin", "humming", "emulation", "triton"],
        "dtype": ["bfloat16", "float16", "float32"],
        "logits": ["bfloat16", "float32", "float16"],
        "bias": FLAG,
        "clamp": FLAG, "alpha": FLAG,
        "situ_standard": ["yes", "no"],
        "b12x_a16": FLAG,
        **LAYER}
    spaces = [
        every(values, "activations", "all2all", "batch_invariant", "lora", "bias", "ep"),
        every(values, "activations", "activation", "clamp", "ep", "bias"),
        every(values, "activations", "routing", "logits", "eplb", ep=["no"], all2all=ALL2ALL[:2]),
        every(values, "user", "activations", "activation", "clamp"),
        every(values, "user", "activations", "ep", "bias", "eplb", "alpha", "b12x_a16",
              all2all=["off", "deepep_low_latency", "flashinfer_nvlink_two_sided"]),
        every(values, "dtype", "situ_standard", "b12x_a16", "activations", user=["b12x", "flashinfer_moe_ep_cutedsl"],
              activation=["silu", "situ", "swigluoai_uninterleave"], ep=["no", "yes"]),
        every(values, "humming_gemm", "ep", "activations", user=["auto", "humming"], batch_invariant=FLAG, lora=FLAG)]
    keys = {"nvfp4": keys.kNvfp4Dynamic, "token": keys.kNvfp4DynamicToken, "none": None}

    def __init__(self):
        self.oracle, self.resolve = oracle("nvfp4"), "backend_to_kernel_cls"
        self.backends = list(self.oracle.NvFp4MoeBackend)

    def questions(self, row):
        yield lambda config: self.oracle.select_nvfp4_moe_backend(config, keys.kNvfp4Static, self.keys[row["activations"]])


class Mxfp8:
    """select_mxfp8_moe_backend: weights and activations in MXFP8."""

    packages = ["flashinfer", "deep_gemm", "humming"]
    values = {
        "user": ["auto", "flashinfer_trtllm", "deep_gemm", "marlin", "xpu", "aiter", "triton", "humming", "cutlass"],
        "deep_gemm_env": ["on", "off"],
        "sp": FLAG,
        "logits": ["bfloat16", "float32", "float16"],
        "swiglu": FLAG,
        **LAYER}
    spaces = [
        every(values, "all2all", "batch_invariant", "lora", "sp", "ep", "eplb"),
        every(values, "activation", "swiglu", "ep", experts=["128", "993", "2049"], all2all=["off", "deepep_v2"]),
        every(values, "routing", "logits", "eplb", "hash_routing", "decomposed", all2all=ALL2ALL[:2]),
        every(values, "user", "deep_gemm_env", "activation", all2all=SOME),
        every(values, "user", "humming_gemm", "ep", "lora", "batch_invariant", "swiglu")]

    def __init__(self):
        self.oracle, self.resolve = oracle("mxfp8"), "_mxfp8_backend_to_kernel_cls"
        self.backends = list(self.oracle._SUPPORTED_BACKENDS)

    def questions(self, row):
        for value in "10":  # not read here, though it is for MoE

            def question(config, value=value):
                os.environ["VLLM_MOE_USE_DEEP_GEMM"] = value
                return self.oracle.select_mxfp8_moe_backend(config)
            yield question


class Mxfp4:
    """select_mxfp4_moe_backend, whose argument are the activations that the checkpoint or the user wants, and
    select_deepseek_v4_mxfp4_moe_backend.  What make_mxfp4_moe_kernel then says of the choice is asked, too."""

    packages = ["flashinfer", "deep_gemm", "humming", "triton_kernels", "quark", "b12x", "situ"]
    values = {
        "selector": ["general", "deepseek_v4"],
        "activations": ["none", "mxfp8", "mxfp4", "fp8", "other"],
        "user": ["auto", "b12x", "deep_gemm", "flashinfer_trtllm", "flashinfer_cutlass", "flashinfer_moe_ep_cutedsl",
                 "flashinfer_moe_ep_mega_deep_gemm", "triton", "triton_unfused", "humming", "marlin", "aiter", "emulation",
                 "cutlass"],
        "deep_gemm_env": ["on", "off"],
        "mxfp4_cutlass": ["yes", "no"],
        "dp": FLAG,
        "dtype": ["bfloat16", "float16", "float32"],
        "hidden": ["4096", "4224", "2880"],
        "intermediate": ["2048", "1440", "1000"],
        "bias": FLAG,
        "alpha": FLAG,
        "situ_standard": ["yes", "no"],
        "b12x_a16": FLAG,
        **LAYER}
    spaces = [
        every(values, "selector", "activations", "all2all", "ep", "batch_invariant", "lora", activation=GATED),
        every(values, "selector", "activations", "activation", "mxfp4_cutlass", "ep"),
        every(values, "selector", "routing", "eplb", "dp", activation=GATED, all2all=ALL2ALL[:2]),
        every(values, "user", "selector", "activations", "activation"),
        every(values, "user", "selector", "lora", "ep", "eplb", "dp", activation=GATED,
              all2all=["off", "nixl_ep", "deepep_v2"]),
        every(values, "dtype", "hidden", "intermediate", "bias", "b12x_a16", "situ_standard", "selector", user=["b12x"],
              activation=["silu", "situ", "relu2_no_mul"]),
        every(values, "user", "dtype", "bias", "alpha", "activations", ep=["yes"], routing=["DeepSeekV3", "DeepseekV4"]),
        every(values, "humming_gemm", "ep", "deep_gemm_env", "selector", user=["auto", "humming", "deep_gemm"], lora=FLAG)]
    keys = {"none": None, "mxfp8": keys.kMxfp8Dynamic, "mxfp4": keys.kMxfp4Dynamic, "fp8": keys.kFp8StaticTensorSym,
            "other": keys.kFp8DynamicTokenSym}
    later = "validate"

    def __init__(self):
        self.oracle, self.resolve = oracle("mxfp4"), "backend_to_kernel_cls"
        # pydantic, which is a stub, would make the class; no user's override here: `activations` is what both come to
        self.oracle.QuantizationConfigArgs = type("QuantizationConfigArgs", (), {})
        self.lora = importlib.import_module("vllm.model_executor.layers.fused_moe.experts.trtllm_lora_moe")
        self.backends = [b for b in self.oracle.Mxfp4MoeBackend if b.name != "NONE"]

    def questions(self, row):
        # what the compiled part of the wheel says of this GPU is a fact
        ops.torch.ops._C.mxfp4_experts_quant_supported = lambda capability: row["mxfp4_cutlass"] == "yes"
        if row["selector"] == "general":
            yield lambda config: self.oracle.select_mxfp4_moe_backend(config, self.keys[row["activations"]])
        else:
            yield self.oracle.select_deepseek_v4_mxfp4_moe_backend

    def refuses(self, config, backend, kernel):
        """What the maker of the kernel says of the choice."""
        try:
            self.oracle._validate_mxfp4_experts_config(kernel, config, backend)
        except ValueError:
            return "yes"
        return "no"
