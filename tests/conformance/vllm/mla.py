"""One machine of vLLM 0.33.0: the attention backends of MLA layers over a matrix of cases, as CSV on standard output.

usage: mla.py ROOT SM FLASHINFER TOKENSPEED     (ROOT: the unpacked wheel; the two packages: yes or no)

As attention.py; the columns are those of tables/vllm-mla.ini.
"""
import csv
import os
import sys
import types

import world
import stubs

root, sm, flashinfer, tokenspeed = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
TRIP = os.environ.get("TRIP", "")
absent = {name for name, there in (("flashinfer", flashinfer), ("tokenspeed_mla", tokenspeed)) if there == "no"}
world.start(root, sm + 20 if TRIP == "predicate" else sm, "13.0", absent=absent)
if flashinfer == "yes":  # FlashInfer 0.6.18 and newer take ckv_scale_arr by keyword, which vLLM asks for
    world.facts("flashinfer.mla", BatchMLAPagedAttentionWrapper=type("Wrapper", (), {
        "run": lambda self, *, ckv_scale_arr=None: None}))
from vllm.platforms import current_platform  # noqa: E402

world.predicates(current_platform, sm)
import choose  # noqa: E402

BACKENDS = ["FLASHINFER_MLA", "TOKENSPEED_MLA", "CUTLASS_MLA", "FLASH_ATTN_MLA", "FLASHMLA", "TRITON_MLA",
            "FLASHINFER_MLA_SPARSE", "FLASHMLA_SPARSE", "FLASH_ATTN_MLA_SPARSE", "FLASH_ATTN_MLA_SPARSE_FA4",
            "FLASHINFER_MLA_SPARSE_SM90", "FLASHINFER_MLA_SPARSE_SM120"]
FLAG = ["no", "yes"]
KV = ["auto", "float16", "bfloat16", "fp8", "fp8_e4m3", "fp8_e5m2", "fp8_ds_mla", "nvfp4_ds_mla", "nvfp4",
      "int8_per_token_head", "turboquant_k8v4"]
VALUES = {  # the first is the default
    "sparse": FLAG,
    "dtype": ["bfloat16", "float16", "float32"],
    "kv": KV,
    "block": ["unset", "16", "24", "32", "64", "96", "128", "256"],
    "heads": ["128", "1", "8", "12", "16", "17", "32", "64"],
    "nope": ["128", "64", "96", "192", "256"],
    "rope": ["64", "0", "32"],
    "lora": ["512", "256", "448", "576"],
    "v": ["128", "64", "256"],
    "topk": ["unset", "512", "1000", "2048"],
    "dcp": ["1", "2", "8"],
    "pcp": FLAG, "sinks": FLAG, "non_causal": FLAG, "batch_invariant": FLAG,
}
SPACES = [  # products; what is not named is the default
    {"sparse": FLAG, "dtype": VALUES["dtype"], "kv": KV, "block": ["unset", "16", "24", "32", "64", "128"],
     "rope": ["64", "0"], "topk": ["unset", "2048"], "heads": ["16", "128"]},
    {"sparse": FLAG, "nope": VALUES["nope"], "rope": VALUES["rope"], "lora": VALUES["lora"], "v": ["128", "64"],
     "topk": ["unset", "2048"], "kv": ["auto", "fp8"]},
    {"sparse": FLAG, "heads": VALUES["heads"], "dcp": VALUES["dcp"], "pcp": FLAG, "kv": ["auto", "fp8"],
     "topk": VALUES["topk"], "non_causal": FLAG, "batch_invariant": FLAG},
]


def configuration(row):
    numbers = {name: int(row[name]) for name in ("nope", "rope", "lora", "v")}
    text = types.SimpleNamespace(qk_nope_head_dim=numbers["nope"], qk_rope_head_dim=numbers["rope"],
                                 kv_lora_rank=numbers["lora"], v_head_dim=numbers["v"])
    if row["topk"] != "unset":
        text.index_topk = int(row["topk"])
    return types.SimpleNamespace(
        attention_config=types.SimpleNamespace(flash_attn_version=None, use_non_causal=row["non_causal"] == "yes",
                                               use_trtllm_attention=None, backend=None, backend_per_kind={}),
        model_config=types.SimpleNamespace(
            is_diffusion=False, hf_text_config=text, is_mm_prefix_lm=False, rswa_window=None,
            get_head_size=lambda: numbers["lora"] + numbers["rope"],
            get_num_attention_heads=lambda parallel: int(row["heads"]), get_num_kv_heads=lambda parallel: 1),
        cache_config=types.SimpleNamespace(
            cache_dtype=row["kv"], user_specified_block_size=row["block"] != "unset",
            block_size=16 if row["block"] == "unset" else int(row["block"])),
        parallel_config=types.SimpleNamespace(decode_context_parallel_size=int(row["dcp"]),
                                              prefill_context_parallel_size=1 + (row["pcp"] == "yes")),
        kv_transfer_config=None, speculative_config=None)


def case(row):
    choose.batch_invariant(row["batch_invariant"] == "yes")
    _, order, reasons = choose.choose(
        configuration(row), BACKENDS, head_size=int(row["lora"]) + int(row["rope"]), kv_cache_dtype=row["kv"],
        dtype=stubs.Stub("dtype") if TRIP == "stub" else world.DTYPES[row["dtype"]], use_mla=True,
        has_sink=row["sinks"] == "yes", use_sparse=row["sparse"] == "yes", num_heads=int(row["heads"]))
    return [order[0] if order else "ERROR", " ".join(order) or "ERROR", *reasons]


HEAD = ["sm", *VALUES, "gathered", "head", "flashinfer", "tokenspeed"]
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow([*HEAD, "=backend", "ranked:backend", *(f"fails:{name}" for name in BACKENDS)])
choose.prepare(BACKENDS)
seen = set()
for row in sorted(world.rows(VALUES, SPACES, sm, {"sparse": "yes", "topk": "2048"}), key=lambda row: row["batch_invariant"]):
    row |= {"sm": str(sm), "gathered": str(int(row["heads"]) * int(row["dcp"])),
            "head": str(int(row["lora"]) + int(row["rope"])), "flashinfer": flashinfer, "tokenspeed": tokenspeed}
    cell = tuple(row[name] for name in HEAD)
    if cell not in seen:
        seen.add(cell)
        stubs.COUNTED.clear()
        out.writerow([*cell, *case(row)])
