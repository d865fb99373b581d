"""One machine of one release of SGLang: its whole start-up (`ServerArgs` up to 0.5.18, `resolve_once` since) over a
sample of a matrix of models and flags, as CSV.

usage: server.py ROOT VERSION PLATFORM SM CUDA PART PARTS OUT     (ROOT: the unpacked wheel; SM 0 when not cuda)

OUT-sglang.csv: the attention backends as resolved, also where the server then refuses to start; ERROR where it stops
before it has chosen.  OUT-sglang-start.csv: what follows from them, page size, KV cache type, sampling backend and
whether the server is accepted by its own validators; where it is not, `reason` is their text, and the rest is not told.
OUT-sglang-flags.csv: what an accepted start leaves on, radix cache, overlap schedule and CUDA graphs.
Every model is asked without any flag; another cell, number i of the product, when the CRC-32 of "PART i" is divisible by
PARTS: another sample on each machine, the same on each run.
Exit 1 as in startup.py.
"""
import csv
import itertools
import sys
import zlib

import startup
from startup import ARCH, MORE, flags, resolved, started

part, parts = map(int, sys.argv[6:8])
MATRIX = {
    "kv": ["auto", "fp8_e4m3", "fp8_e5m2"],
    "draft": ["off unset", "EAGLE unset", "EAGLE 1", "EAGLE 4", "NEXTN 1", "DFLASH unset"],
    "page": ["unset", "1", "64", "128"],
    "deterministic": ["no", "yes"],
}


def graph(args, phase, flag):
    """Is a phase captured as a CUDA graph, and how: a flag in the older releases, a configuration since 0.5.18."""
    config = getattr(resolved(args, "cuda_graph_config"), phase, None) if hasattr(args, "cuda_graph_config") else None
    if config is not None:
        return getattr(config.backend, "value", config.backend)
    return "disabled" if resolved(args, flag) else "full" if phase == "decode" else "piecewise"


def case(row):
    args, error = started(row, flags(row))
    whole = resolved(args, "attention_backend")
    halves = [resolved(args, f"{half}_attention_backend") or whole or "ERROR" for half in ("prefill", "decode")]
    if error:
        return halves, ["-", "-", "-", "ERROR", error], None
    said = [resolved(args, name) for name in ("page_size", "kv_cache_dtype", "sampling_backend")]
    off = ["no" if resolved(args, name) else "yes" for name in ("disable_radix_cache", "disable_overlap_schedule")]
    off += [graph(args, "decode", "disable_cuda_graph"), graph(args, "prefill", "disable_piecewise_cuda_graph")]
    return halves, [*said, "yes", ""], off


head = ["sglang", "arch", "platform", "sm", "cuda", *MORE, "kv", "speculation", "topk", "page", "deterministic"]
after = [name for name in head if name not in ("sinks", "asymmetric", "sliding", "dsa", "sparse")]
files = [csv.writer(open(f"{sys.argv[8]}-{table}.csv", "w", newline="", encoding="utf-8"), lineterminator="\n")
         for table in ("sglang", "sglang-start", "sglang-flags")]
left = ["arch", "sglang", "platform", "sm", "cuda", "mamba_layers", "sparse", "radix", "speculation", "topk",
        "deterministic"]
backends = ["prefill_backend", "decode_backend"]
files[0].writerow([*head, "=prefill", "=decode"])
files[1].writerow([*after, *backends, "=page_size", "=kv_cache", "=sampling", "=accepted", "reason"])
files[2].writerow([*left, *backends, "=radix_cache", "=overlap", "=decode_graph", "=prefill_graph"])
lines = {}  # of the last, once each: most columns decide nothing there
cells = itertools.chain.from_iterable(
    itertools.product([arch], *(asks(arch) for asks in MORE.values()), *MATRIX.values()) for arch in ARCH)
for number, values in enumerate(cells):
    default = tuple(choice[0] for choice in MATRIX.values())
    if zlib.crc32(f"{part} {number}".encode()) % parts and values[-len(default):] != default:
        continue
    row = dict(zip(["arch", *MORE, *MATRIX], values))
    row |= startup.machine
    halves, answers, off = case(row)
    row["speculation"], row["topk"] = row["draft"].split()
    files[0].writerow([*(row[name] for name in head), *halves])
    if halves[0] != "ERROR":  # else start-up ended before it chose
        files[1].writerow([*(row[name] for name in after), *halves, *answers])
    if off:
        cell = tuple(str(row[name]) for name in left) + tuple(halves)
        if lines.setdefault(cell, off) != off:
            sys.exit(f"an input is missing in sglang-flags: {cell} gives {lines[cell]} and {off}")
files[2].writerows([*cell, *off] for cell, off in lines.items())
