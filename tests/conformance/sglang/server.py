"""One machine of one release of SGLang: its whole start-up (`ServerArgs` up to 0.5.18, `resolve_once` since) over a
sample of a matrix of models and flags, as CSV.

usage: server.py ROOT VERSION PLATFORM SM CUDA PART PARTS OUT     (ROOT: the unpacked wheel; SM 0 when not cuda)

OUT-sglang.csv: the attention backends as resolved, also where the server then refuses to start; ERROR where it stops
before it has chosen.  OUT-sglang-start.csv: what follows from them, page size, KV cache type, sampling backend and
whether the server is accepted by its own validators; where it is not, `reason` is their text, and the rest is not told.
Every model is asked without any flag; another cell, number i of the product, when the CRC-32 of "PART i" is divisible by
PARTS: another sample on each machine, the same on each run.
Exit 1 as in startup.py.
"""
import csv
import itertools
import sys
import zlib

import startup
import stubs
from startup import ARCH, MLA, TRIP, resolved, started

part, parts = map(int, sys.argv[6:8])
EITHER = {"PixtralForConditionalGeneration", "LlamaForCausalLM"}
HYBRID = ("Qwen3Next", "Qwen3_5", "InternS2", "Qwen4Exp", "Falcon", "Jet", "Lfm2", "Nemotron", "Kimi", "Bailing",
          "Granite", "MiniCPMV4")
MATRIX = {
    "kv": ["auto", "fp8_e4m3", "fp8_e5m2"],
    "draft": ["off unset", "EAGLE unset", "EAGLE 1", "EAGLE 4", "NEXTN 1", "DFLASH unset"],
    "page": ["unset", "1", "64", "128"],
    "deterministic": ["no", "yes"],
}
# what a configuration has besides, for the architectures that look at it
MORE = {
    "mla": lambda arch: ["yes"] if arch in MLA else ["no", "yes"] if arch in EITHER else ["no"],
    "sinks": lambda arch: ["no", "yes"] if arch == "LlamaForCausalLM" else ["no"],
    "asymmetric": lambda arch: ["no", "yes"] if arch == "LlamaForCausalLM" else ["no"],
    "sliding": lambda arch: ["no", "yes"] if arch.startswith("Exaone") else ["no"],
    "mamba_layers": lambda arch: ["no", "yes"] if arch.startswith("Granite") else ["no"],
    "nvfp4_experts": lambda arch: ["no", "yes"] if arch.startswith("MiniMaxM3") else ["no"],
    "dsa": lambda arch: ["no", "yes"] if arch in MLA | {"PixtralForConditionalGeneration"} else ["no"],
    "sparse": lambda arch: ["no", "yes"] if arch.startswith(("MiniCPMFor", "MiniCPMSALA")) else ["no"],
    "radix": lambda arch: ["yes", "no"] if arch.startswith(HYBRID) else ["yes"],
}


def flags(row):
    algorithm, topk = row["draft"].split()
    given = {"kv_cache_dtype": stubs.Stub("kv") if TRIP == "stub" else row["kv"],
             "enable_deterministic_inference": row["deterministic"] == "yes",
             "disable_radix_cache": row["radix"] == "no"}
    if algorithm != "off":
        given |= {"speculative_algorithm": algorithm, "speculative_draft_model_path": "/drafter"}
    if algorithm == "DFLASH":  # or it would be read from the drafter's files
        given["speculative_num_draft_tokens"] = 16
    if topk != "unset":
        given |= {"speculative_eagle_topk": int(topk), "speculative_num_steps": 3,
                  "speculative_num_draft_tokens": 4 if topk == "1" else 8}
    if row["page"] != "unset":
        given["page_size"] = int(row["page"])
    return given


def case(row):
    args, error = started(row, flags(row))
    whole = resolved(args, "attention_backend")
    halves = [resolved(args, f"{half}_attention_backend") or whole or "ERROR" for half in ("prefill", "decode")]
    if error:
        return [*halves, "-", "-", "-", "ERROR", error]
    return [*halves, *(resolved(args, name) for name in ("page_size", "kv_cache_dtype", "sampling_backend")), "yes", ""]


head = ["sglang", "arch", "platform", "sm", "cuda", *MORE, "kv", "speculation", "topk", "page", "deterministic"]
after = [name for name in head if name not in ("sinks", "asymmetric", "sliding", "dsa", "sparse")]
files = [csv.writer(open(f"{sys.argv[8]}-{table}.csv", "w", newline="", encoding="utf-8"), lineterminator="\n")
         for table in ("sglang", "sglang-start")]
files[0].writerow([*head, "=prefill", "=decode"])
files[1].writerow([*after, "prefill_backend", "decode_backend", "=page_size", "=kv_cache", "=sampling", "=accepted",
                   "reason"])
cells = itertools.chain.from_iterable(
    itertools.product([arch], *(asks(arch) for asks in MORE.values()), *MATRIX.values()) for arch in ARCH)
for number, values in enumerate(cells):
    default = tuple(choice[0] for choice in MATRIX.values())
    if zlib.crc32(f"{part} {number}".encode()) % parts and values[-len(default):] != default:
        continue
    row = dict(zip(["arch", *MORE, *MATRIX], values))
    row |= startup.machine
    answer = case(row)
    row["speculation"], row["topk"] = row["draft"].split()
    files[0].writerow([*(row[name] for name in head), *answer[:2]])
    if answer[0] != "ERROR":  # else start-up ended before it chose
        files[1].writerow([*(row[name] for name in after), *answer])
