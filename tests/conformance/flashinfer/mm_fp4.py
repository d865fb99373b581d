"""One machine of FlashInfer 0.7.4: what mm_fp4 does with backend="auto", as CSV on standard output.

usage: mm_fp4.py ROOT SM     (ROOT: the unpacked wheel)

The decorated function itself is called, with tensors that have a shape and a dtype and nothing else: its checkers and
its heuristic decide, and the list they leave is read.  CUDA, cuDNN and the CuTe DSL (installed) are facts.  The columns
are those of tables/flashinfer-mm-fp4.ini.
"""
import csv
import itertools
import sys
import types

import machine
import matrix
from machine import TRIP, Reached, stubs, world

root, sm = sys.argv[1], int(sys.argv[2])
Tensor = machine.start(root, sm)
import torch  # noqa: E402
from packaging.version import Version  # noqa: E402
from flashinfer.gemm import gemm_base  # noqa: E402
from flashinfer.utils import BackendSupportedError  # noqa: E402

machine.dsl("4.8.0")
gemm_base.CUTE_DSL_AVAILABLE = True
device = torch.device()

SPACE = {
    "cuda": ["12.6", "12.8", "12.9", "13.0", "13.1"],
    "cudnn_version": ["absent", "91001", "91002", "91399", "91400", "91499", "91500", "92000"],
    "nvfp4": ["yes", "no"],
    "m": ["1", "8", "9", "128"],
    "n": ["128", "132"],
    "k": ["128", "192", "96", "144"],
    "per_token": ["no", "yes"],
    "layout_8x4": ["no", "yes"],
    "batch_invariant": ["no", "yes"],
}


def case(row):
    m, n, k = int(row["m"]), int(row["n"]), int(row["k"])
    cuda = Version(row["cuda"])
    gemm_base.get_cuda_version = lambda: cuda
    gemm_base.CUDNN_AVAILABLE = row["cudnn_version"] != "absent"
    version = 0 if row["cudnn_version"] == "absent" else int(row["cudnn_version"])
    gemm_base.cudnn = types.SimpleNamespace(
        __version__="1.20.0", backend_version=lambda: stubs.Stub("cudnn") if TRIP == "stub" else version)
    u8, f8, bf16 = (world.DTYPES[name] for name in ("uint8", "float8_e4m3fn", "bfloat16"))

    def fp4(rows):
        return Tensor((rows, k // 2), u8, device), Tensor((rows, k // 16), f8, device)

    (a, a_scale), (b, b_scale) = fp4(m), fp4(n)
    try:
        gemm_base.mm_fp4(
            a, b.T, a_scale, b_scale.T, Tensor((m if row["per_token"] == "yes" else 1,), world.DTYPES["float32"], device), bf16,
            Tensor((m, n), bf16, device), 16 if row["nvfp4"] == "yes" else 32, row["layout_8x4"] == "yes", "auto",
            row["nvfp4"] == "yes", batch_invariant=row["batch_invariant"] == "yes")
    except BackendSupportedError:
        return ["ERROR", "ERROR"]
    except Reached:
        order = gemm_base.mm_fp4.suitable_auto_backends
        return [order[0], " ".join(order)]


# the body of mm_fp4 comes after the choice, and is not run
names = gemm_base.mm_fp4.__code__.co_freevars
gemm_base.mm_fp4.__closure__[names.index("func")].cell_contents = machine.reach("the body")
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["sm", *SPACE, "=backend", "ranked:backend"])
for values in itertools.product(*SPACE.values()):
    row = dict(zip(SPACE, values))
    if row["per_token"] == "yes" and row["m"] == "1":
        continue  # one row: its alpha is a scalar
    out.writerow([sm, *values, *matrix.decided(case, row)])
