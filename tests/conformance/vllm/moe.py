"""One machine of vLLM 0.33.0: the kernel of an unquantized fused MoE layer over a matrix of cases, as CSV on standard
output.

usage: moe.py ROOT SM FLASHINFER     (ROOT: the unpacked wheel; FLASHINFER: yes or no)

select_unquantized_moe_backend itself gives the first; the order is its own list of backends, each kernel class of them
asked with its own is_supported_config.  The columns are those of tables/vllm-moe-unquantized.ini.
"""
import csv
import itertools
import os
import random
import sys
import types

import world
import stubs

root, sm, flashinfer = sys.argv[1], int(sys.argv[2]), sys.argv[3]
TRIP = os.environ.get("TRIP", "")
absent = {"nixl_ep", "deep_ep", "mori"} | ({"flashinfer"} if flashinfer == "no" else set())  # the first three: communication
world.start(root, sm + 20 if TRIP == "predicate" else sm, "13.0", absent=absent)
from vllm.platforms import current_platform as platform  # noqa: E402

world.predicates(platform, sm)
from vllm import envs  # noqa: E402
from vllm.model_executor.layers.fused_moe import config as moe  # noqa: E402
from vllm.model_executor.layers.fused_moe import modular_kernel as mk  # noqa: E402
from vllm.model_executor.layers.fused_moe.activation import MoEActivation  # noqa: E402
from vllm.model_executor.layers.fused_moe.oracle import unquantized  # noqa: E402

NAME = {"TrtLlmBf16ExpertsMonolithic": "FLASHINFER_TRTLLM_MONOLITHIC", "TrtLlmBf16ExpertsModular": "FLASHINFER_TRTLLM_MODULAR",
        "FlashInferExperts": "FLASHINFER_CUTLASS", "TritonExperts": "TRITON", "BatchedTritonExperts": "BATCHED_TRITON"}
FLAG = ["no", "yes"]
VALUES = {  # the first is the default
    "activation": ["silu"] + [a.value for a in MoEActivation if a.value != "silu"],
    "all2all": ["off", "allgather_reducescatter", "deepep_high_throughput", "deepep_low_latency", "deepep_v2",
                "flashinfer_nvlink_two_sided", "flashinfer_nvlink_one_sided", "flashinfer_all2allv", "nixl_ep",
                "mori_low_latency", "passthrough"],
    "dp": FLAG,
    "eplb": FLAG,
    "routing": ["Default"] + [r.name for r in moe.RoutingMethodType if r.name != "Default"],
    "experts": ["128", "8", "992", "993", "1024", "2048", "2049"],
    "hash_routing": FLAG, "decomposed": FLAG, "batch_invariant": FLAG,
}


def configuration(row):
    off = row["all2all"] == "off"
    parallel = moe.FusedMoEParallelConfig.__new__(moe.FusedMoEParallelConfig)
    parallel.__dict__.update(
        dp_size=2 if row["dp"] == "yes" else 1, pcp_size=1, sp_size=1 if off else 2, ep_size=1, tp_size=2, use_ep=not off,
        tp_rank=0, pcp_rank=0, dp_rank=0, ep_rank=0,
        all2all_backend="allgather_reducescatter" if off else row["all2all"], enable_eplb=row["eplb"] == "yes")
    activation = MoEActivation(row["activation"])
    return types.SimpleNamespace(
        num_experts=int(row["experts"]), activation=stubs.Stub("activation") if TRIP == "stub" else activation,
        routing_method=moe.RoutingMethodType[row["routing"]], moe_parallel_config=parallel,
        router_logits_dtype=None, hidden_dim=4096, moe_backend="auto", is_lora_enabled=False,
        is_act_and_mul=activation.is_gated, has_hash_routing=row["hash_routing"] == "yes",
        require_decomposed_backend=row["decomposed"] == "yes")


def case(row):
    envs.VLLM_BATCH_INVARIANT = row["batch_invariant"] == "yes"
    config = configuration(row)
    batched = config.moe_parallel_config.use_batched_activation_format
    form = mk.FusedMoEActivationFormat.BatchedExperts if batched else mk.FusedMoEActivationFormat.Standard
    try:
        taken = NAME[unquantized.select_unquantized_moe_backend(config)[1].__name__]
    except NotImplementedError:
        taken = "ERROR"
    order = [NAME[kernel.__name__] for backend in unquantized._get_priority_backends(config)
             for kernel in unquantized.backend_to_kernel_cls(backend)
             if kernel.is_supported_config(kernel, config, None, None, form)[0]]
    if [taken] != (order[:1] or ["ERROR"]):
        sys.exit(f"{row}: {taken} is not the first of {order}")
    return [taken, " ".join(order) or "ERROR"]


def rows():
    default = {name: values[0] for name, values in VALUES.items()}
    for a, b, c in itertools.combinations(VALUES, 3):  # every three inputs, in all their values
        for values in itertools.product(VALUES[a], VALUES[b], VALUES[c]):
            yield default | dict(zip((a, b, c), values))
    dice = random.Random(sm)
    for _ in range(4000):
        yield {name: values[0] if dice.random() < 0.4 else dice.choice(values) for name, values in VALUES.items()}


HEAD = ["sm", *VALUES, "flashinfer"]
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow([*HEAD, "=kernel", "ranked:kernel"])
for name in ("FLASHINFER_TRTLLM", "FLASHINFER_CUTLASS", "TRITON", "BATCHED_TRITON"):  # imports, before anything counts
    unquantized.backend_to_kernel_cls(unquantized.UnquantizedMoeBackend[name])
seen = set()
for row in rows():
    row |= {"sm": str(sm), "flashinfer": flashinfer}
    cell = tuple(row[name] for name in HEAD)
    if cell not in seen:
        seen.add(cell)
        stubs.COUNTED.clear()
        answer = case(row)
        if stubs.COUNTED:
            sys.exit(f"a stub decided in {row}: {stubs.COUNTED[:3]}")
        out.writerow([*cell, *answer])
