"""One machine of FlashInfer 0.7.4: what top_k_varlen offers for backend="auto", as CSV on standard output.

usage: topk.py ROOT SM     (ROOT: the unpacked wheel)

The decorated function itself is called; `backend` is the list that its checkers and its heuristic leave, first and in order.
The columns are those of tables/flashinfer-topk.ini.
"""
import csv
import random
import sys
import types

import machine
import matrix
from machine import Reached, stubs, world

root, sm = sys.argv[1], int(sys.argv[2])
Tensor = machine.start(root, sm)
import torch  # noqa: E402

machine.dsl("4.8.0")
from flashinfer.topk_varlen import topk_varlen as topk  # noqa: E402
from flashinfer.utils import BackendSupportedError  # noqa: E402

TYPES = matrix.types("fp32", "fp16", "bf16")
DEFAULT = {"cute_dsl": "4.8.0", "dtype": "fp32", "columns": "32768", "batch": "64", "top_k": "2048", "hint": "no", "compress": "1",
           "mode": "decode", "load_balance": "yes", "rows": "compact"}
YES = ["no", "yes"]
COLUMNS = ["512", "2047", "2048", "4096", "4098", "8192", "8193", "32767", "32768", "65535", "65536", "131072", "131073", "524288", "524289"]
SPACE = [
    {"dtype": list(TYPES), "columns": COLUMNS, "batch": ["1", "2", "16", "17", "63", "64", "127", "128", "255", "256", "1024", "1025"],
     "top_k": ["512", "1024", "2048", "4096"], "hint": YES},
    {"cute_dsl": ["absent", "4.6.2", "4.7.0", "4.8.0"], "dtype": list(TYPES), "columns": ["2048", "8190", "32768"], "batch": ["1", "64", "2048"],
     "top_k": ["500", "2048", "16384", "16385"], "hint": YES, "compress": ["1", "2", "4"], "mode": ["decode", "windowed", "paged"],
     "load_balance": YES, "rows": ["compact", "padded", "odd", "overlapping"]},
]


def machine_of(row):
    machine.dsl(row["cute_dsl"])
    topk._CUTE_DSL_AVAILABLE = row["cute_dsl"] != "absent"
    topk._cute_dsl_supports_arch.cache_clear()
    topk._radix_filter_kernel_dsl_ok.cache_clear()
    # what the package says of cutlass.memory: from 4.8
    memory = types.ModuleType("cutlass.memory")
    if row["cute_dsl"] == "4.8.0":
        memory.SmemAllocator = memory.get_smem_capacity_in_bytes = object()
    sys.modules["cutlass.memory"] = memory
    import cutlass

    cutlass.memory = memory


def case(row):
    columns, batch, top_k, i32 = int(row["columns"]), int(row["batch"]), int(row["top_k"]), world.DTYPES["int32"]
    strides = {"compact": columns, "padded": columns // 4 * 4 + 4, "odd": columns + 1 + (columns % 4 == 3), "overlapping": columns - 4}
    asked = stubs.Stub("size") if machine.TRIP == "stub" else columns
    logits = Tensor((batch, asked), TYPES[row["dtype"]], device, (strides[row["rows"]], 1))
    lens = Tensor((batch,), i32, device)
    mode = {"decode": {}, "windowed": dict(row_starts=lens), "paged": dict(page_table=Tensor((batch, columns), i32, device))}[row["mode"]]
    topk.top_k_varlen.suitable_auto_backends = []
    try:
        topk.top_k_varlen(logits, lens, top_k, pre_idx=Tensor((batch, top_k), i32, device) if row["hint"] == "yes" else None,
                          compress_ratio=int(row["compress"]), load_balance=row["load_balance"] == "yes", **mode)
    except BackendSupportedError:
        return ["ERROR", "ERROR"]
    except Reached:
        order = topk.top_k_varlen.suitable_auto_backends
        return [order[0], " ".join(order)]


def rows():
    for space in SPACE:
        for cell in matrix.products(space):
            yield {**DEFAULT, **cell}
    for cell in matrix.draws(SPACE, 4000, random.Random(sm)):
        yield {**DEFAULT, **cell}


device = torch.device()
cell = topk.top_k_varlen.__closure__[topk.top_k_varlen.__code__.co_freevars.index("func")]
cell.cell_contents = machine.reach("the body")
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["sm", *DEFAULT, "=backend", "ranked:backend"])
for row in matrix.by_libraries(rows(), ("cute_dsl",), machine_of):
    out.writerow([sm, *row.values(), *matrix.decided(case, row)])
