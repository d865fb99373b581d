"""One machine of FlashInfer 0.7.4: what trtllm_batch_decode_with_kv_cache_mla chooses with backend="auto", as CSV.

usage: mla.py ROOT SM     (ROOT: the unpacked wheel)

The function itself is called.  `backend` is the list that it hands to the autotuner, or what it resolves to; `runs` is the
first of them before any tuning, and ERROR where its own code refuses first.  The columns are those of
tables/flashinfer-mla.ini.
"""
import csv
import io
import random
import sys

import machine
import matrix
from machine import Reached, Tuner, reach, stubs, world

root, sm = sys.argv[1], int(sys.argv[2])
Tensor = machine.start(root, sm)
import cutlass  # noqa: E402

for dtype in ("Float16", "BFloat16", "Float8E4M3FN", "Float8E5M2", "Float32", "Int32"):
    setattr(cutlass, dtype, type(dtype, (), {"__init__": lambda self, *a: None}))
import torch  # noqa: E402
machine.dsl("4.8.0")  # what is imported when it is first asked for
from flashinfer.cute_dsl.attention import mla_dispatch  # noqa: E402, F401
from flashinfer.cute_dsl.attention.monolithic import mla_decode  # noqa: E402, F401
from flashinfer.cute_dsl.attention.wrappers import batch_mla  # noqa: E402, F401
from flashinfer.mla import _core as mla  # noqa: E402
from flashinfer.mla._batch_mla._backends import xqa_backend  # noqa: E402

TYPES = matrix.types("fp16", "bf16", "e4m3", "nvfp4")
DEFAULT = {"cuda": "13.0", "cute_dsl": "4.8.0", "q": "bf16", "kv": "bf16", "heads": "128", "page_size": "64", "q_len": "1",
           "ragged": "no", "lse": "no", "sparse": "no", "sinks": "none_given", "tensor_scale": "no", "skip_softmax": "no",
           "unshared": "no", "fp16_softmax": "no"}
YES = ["no", "yes"]
SPACE = [
    {"cuda": ["12.7", "12.8", "12.9"], "cute_dsl": ["absent", "4.6.2", "4.8.0"], "q": ["fp16", "bf16", "e4m3"],
     "kv": ["bf16", "e4m3", "nvfp4"], "heads": ["16", "64", "65", "127", "128", "129"], "page_size": ["16", "32", "64", "128"],
     "ragged": YES, "lse": YES, "sparse": YES},
    {"sinks": ["none_given", "one", "two"], "tensor_scale": YES, "skip_softmax": YES, "unshared": YES, "fp16_softmax": YES,
     "q_len": ["1", "4", "5"], "page_size": ["64", "128"], "ragged": YES, "sparse": YES, "heads": ["64", "96", "128"]},
]


def runner(name):
    made = type("Runner", (), {"__call__": reach(name), "__str__": lambda self: name})
    return lambda *a, **k: made()


device = None
mla.AutoTuner = Tuner
mla._BatchMLAPagedAttentionTrtllmGenBackend.from_functional = runner("trtllm-gen")
mla._BatchMLAPagedAttentionCuteDslMonolithicBackend.from_functional = runner("cute-dsl")
mla._BatchMLAPagedAttentionCuteDslModularBackend.from_functional = runner("cute-dsl")
mla._trtllm_batch_decode_sparse_mla_v32_sm120 = reach("sparse")
mla._build_mla_decode_tuning_config = lambda **_: None
xqa_backend.get_xqa_module_mla = reach("xqa")
mla.device_support_pdl = lambda device: True
mla.get_device_sm_count = lambda device: 148


def machine_of(row):
    """The libraries of this row; a device of its own, since what FlashInfer asks of one is cached."""
    global device
    torch.version.cuda, device = row["cuda"], torch.device()
    machine.dsl(row["cute_dsl"])
    if machine.TRIP == "stub":
        mla.get_compute_capability = lambda device: (stubs.Stub("major"), 0)


def call(row):
    yes = {name: row[name] == "yes" for name in row}
    heads, page, q_len, batch, i32 = int(row["heads"]), int(row["page_size"]), int(row["q_len"]), 4, world.DTYPES["int32"]
    ragged = dict(cum_seq_lens_q=Tensor((batch + 1,), i32, device), max_q_len=q_len) if yes["ragged"] else {}
    query = Tensor((batch * q_len, heads, 576) if ragged else (batch, q_len, heads, 576), TYPES[row["q"]], device)
    tables = (batch, 128) if not yes["unshared"] else (batch, 2, 128)
    if yes["sparse"]:
        tables = (batch * q_len, 64) if ragged else (batch, q_len, 64)
    scale = Tensor((1,), world.DTYPES["float32"], device) if yes["tensor_scale"] else 1.0
    sink = Tensor((heads,), world.DTYPES["float32"], device)
    mla.trtllm_batch_decode_with_kv_cache_mla(
        query, Tensor((64, page, 576), TYPES[row["kv"]], device), Tensor((1 << 24,), TYPES["nvfp4"], device), 128, 512, 64,
        Tensor(tables, i32, device), Tensor((batch,), i32, device), 1024, sparse_mla_top_k=64 if yes["sparse"] else 0,
        bmm1_scale=scale, bmm2_scale=scale, sinks={"none_given": None, "one": [sink], "two": [sink, sink]}[row["sinks"]],
        skip_softmax_threshold_scale_factor=1.0 if yes["skip_softmax"] else None, uses_shared_paged_kv_idx=not yes["unshared"],
        return_lse=yes["lse"], use_fp16_softmax=yes["fp16_softmax"] or None, **ragged)


def case(row):
    runs = "ERROR"
    try:
        call(row)
        sys.exit(f"nothing runs in {row}")
    except Reached as reached:
        runs, error = str(reached), reached
    except (ValueError, NotImplementedError, RuntimeError) as refused:
        error = refused
    chosen = {}
    trace = error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_name == "_mla_with_kv_cache_impl":
            chosen = trace.tb_frame.f_locals
        trace = trace.tb_next
    backend = chosen.get("resolved_backend", "auto")
    order = chosen["runner_names"] if backend == "autotune" else [backend] if backend != "auto" else ["ERROR"]
    return [order[0], runs, " ".join(order)]


def rows():
    for space in SPACE:
        for cell in matrix.products(space):
            yield {**DEFAULT, **cell}
    for cell in matrix.draws(SPACE, 4000, random.Random(sm)):
        yield {**DEFAULT, **cell}


def main():
    out = csv.writer(sys.stdout, lineterminator="\n")
    sys.stdout = io.StringIO()  # the package prints
    out.writerow(["sm", *DEFAULT, "=backend", "=runs", "ranked:backend"])
    for row in matrix.by_libraries(rows(), ("cuda", "cute_dsl"), machine_of):
        out.writerow([sm, *row.values(), *matrix.decided(case, row)])


main()
