"""One machine of FlashInfer 0.7.4: what mm_fp4 does with backend="auto", as CSV on standard output.

usage: mm_fp4.py ROOT SM     (ROOT: the unpacked wheel)

The decorated function itself is called, with tensors that have a shape and a dtype and nothing else.  `backend` is the
list that its checkers and its heuristic leave; `runs` is what its body then runs before any autotuning, or ERROR when the
body itself refuses.  CUDA, cuDNN and the CuTe DSL (installed) are facts.  The columns are those of
tables/flashinfer-mm-fp4.ini.
"""
import csv
import itertools
import sys
import types

import machine
import matrix
from machine import TRIP, Reached, Tuner, stubs, world

root, sm = sys.argv[1], int(sys.argv[2])
Tensor = machine.start(root, sm)
import torch  # noqa: E402
from packaging.version import Version  # noqa: E402
from flashinfer.gemm import gemm_base  # noqa: E402
from flashinfer.gemm.batch_invariant import api as invariant, tuning  # noqa: E402
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


def name(what, attribute=None):
    """A factory of runners: the runner is its name."""
    return (lambda *a: types.SimpleNamespace(**{attribute: lambda *a: what})) if attribute else lambda *a: what


gemm_base.AutoTuner = tuning.AutoTuner = Tuner
gemm_base._get_stream_cache_buf = lambda *a: Tensor((1 << 20,), world.DTYPES["uint8"], device)
gemm_base.__dict__.update(
    _cudnn_gemm_fp4_runner=name("cudnn"), get_cutlass_fp4_gemm_module=name("cutlass", "cutlass_fp4_gemm_runner"),
    _cute_dsl_gemm_fp4_runner=name("cute-dsl"), _b12x_gemm_fp4_runner=name("b12x"),
    _cutedsl_low_latency_blockscaled_gemm_runner=name("cutedsl_low_latency"))
tuning._runner = name("batch_invariant")
tuning.part_of = invariant.part_of = lambda device: (148, f"sm_{sm}")
listed = []


def case(row):
    m, n, k = int(row["m"]), int(row["n"]), int(row["k"])
    cuda = Version(row["cuda"])
    gemm_base.get_cuda_version = lambda: cuda
    gemm_base.CUDNN_AVAILABLE = row["cudnn_version"] != "absent"
    version = 0 if row["cudnn_version"] == "absent" else int(row["cudnn_version"])
    gemm_base.cudnn = types.SimpleNamespace(
        __version__="1.20.0", backend_version=lambda: stubs.Stub("cudnn") if TRIP == "stub" else version)
    u8, bf16 = world.DTYPES["uint8"], world.DTYPES["bfloat16"]
    nvfp4, block = row["nvfp4"] == "yes", 16 if row["nvfp4"] == "yes" else 32

    def fp4(rows):
        """Packed values, and their scales in the swizzled layout: whole tiles of 128 rows and 4 blocks."""
        return Tensor((rows, k // 2), u8, device), Tensor((-(-rows // 128) * 128, -(-k // (4 * block)) * 4), u8, device)

    (a, a_scale), (b, b_scale) = fp4(m), fp4(n)
    listed.clear()
    runs = refused = None
    try:
        gemm_base.mm_fp4(
            a, b.T, a_scale, b_scale.T, Tensor((m if row["per_token"] == "yes" else 1,), world.DTYPES["float32"], device), bf16,
            Tensor((m, n), bf16, device), block, row["layout_8x4"] == "yes", "auto", nvfp4,
            batch_invariant=row["batch_invariant"] == "yes")
    except Reached as reached:
        runs = str(reached)
    except (BackendSupportedError, ValueError) as error:
        refused = str(error)
    if runs is None and refused is None:
        sys.exit(f"nothing runs in {row}")
    order = listed or ["ERROR"]
    return [order[0], runs or "ERROR", " ".join(order)]


# the list is read where the checks end and the body begins
cell = gemm_base.mm_fp4.__closure__[gemm_base.mm_fp4.__code__.co_freevars.index("func")]
body = cell.cell_contents


def watched(*args, **kwargs):
    listed.extend(gemm_base.mm_fp4.suitable_auto_backends)
    return body(*args, **kwargs)


cell.cell_contents = watched
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["sm", *SPACE, "=backend", "=runs", "ranked:backend"])
for values in itertools.product(*SPACE.values()):
    row = dict(zip(SPACE, values))
    if row["per_token"] == "yes" and row["m"] == "1":
        continue  # one row: its alpha is a scalar
    out.writerow([sm, *values, *matrix.decided(case, row)])
