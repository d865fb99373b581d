"""One machine of one release of SGLang: the two backends inside DeepSeek sparse attention that its whole start-up resolves,
the KV cache it then has, and whether its own validators accept them, as CSV.

usage: dsa.py ROOT VERSION PLATFORM SM CUDA OUT     (ROOT: the unpacked wheel; SM 0 when not cuda)

Every architecture with a branch for it, every KV cache type, no backend flag; and for three of them every pair of flags.
Exit 1 as in startup.py.
"""
import csv
import itertools
import sys

import startup
import stubs
from startup import MLA, TRIP, resolved, started

ARCH = sorted({"PixtralForConditionalGeneration"} | MLA - {"DeepseekV2ForCausalLM", "DeepseekV4ForCausalLM", "Glm4MoeLiteForCausalLM",
                                                           "KimiK25ForConditionalGeneration", "KimiK3ForConditionalGeneration"})
KV = ["auto", "bfloat16", "fp8_e4m3", "fp8_e5m2"]
PAIRS = ["DeepseekV32ForCausalLM", "GlmMoeDsaForCausalLM", "HYV4ForCausalLM"]
NAME = "dsa" if startup.NEW or hasattr(startup.ServerArgs, "dsa_prefill_backend") else "nsa"
WORDS = ["flashmla_sparse", "flashmla_kv", "flashmla_auto", "fa3", "tilelang", "aiter", "trtllm"]
WORDS += ["flashmla_sparse_q8", "flashinfer_sparse_mla"] if startup.version not in ("0.5.12.post1", "0.5.13") else []
WORDS += ["triton"] if startup.NEW else []


def facts(row):
    given = startup.model({**row, "mla": "yes", "dsa": "yes", **dict.fromkeys(
        ("asymmetric", "sliding", "mamba_layers", "nvfp4_experts", "sparse"), "no")})
    if row["sinks"] == "yes":
        given["hf_config"].learnable_sink = True
    return given


def case(row):
    flags = {"kv_cache_dtype": stubs.Stub("kv") if TRIP == "stub" else row["kv"]}
    flags |= {f"{NAME}_{half}_backend": row[f"asked_{half}"] for half in ("prefill", "decode") if row[f"asked_{half}"] != "unset"}
    args, error = started(row, flags, facts)
    if error:
        return ["-", "-", "-", "ERROR", error]
    return [*(resolved(args, f"{NAME}_{half}_backend") or "off" for half in ("prefill", "decode")),
            resolved(args, "kv_cache_dtype"), "yes", ""]


def cells():
    for arch, kv, sinks in itertools.product(ARCH, KV, ["no", "yes"]):
        yield arch, sinks, kv, "unset", "unset"
        if arch in PAIRS:
            for pair in itertools.product(["unset", *WORDS], repeat=2):
                yield arch, sinks, kv, *pair


head = ["sglang", "arch", "platform", "sm", "cuda", "sinks", "kv", "asked_prefill", "asked_decode"]
with open(f"{sys.argv[6]}-sglang-dsa.csv", "w", newline="", encoding="utf-8") as stream:
    out = csv.writer(stream, lineterminator="\n")
    out.writerow([*head, "=prefill", "=decode", "=kv_cache", "=accepted", "reason"])
    for values in dict.fromkeys(cells()):
        row = startup.machine | dict(zip(["arch", *head[5:]], values))
        out.writerow([*(row[name] for name in head), *case(row)])
