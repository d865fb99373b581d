"""One machine of FlashInfer 0.7.4: what mm_fp4 does with backend="auto", as CSV on standard output.

usage: mm_fp4.py ROOT SM     (ROOT: the unpacked wheel)

The decorated function itself is called, with tensors that have a shape and a dtype and nothing else: its checkers and
its heuristic decide, and the list they leave is read.  CUDA, cuDNN and the CuTe DSL (installed) are facts.  The columns
are those of tables/flashinfer-mm-fp4.ini.
"""
import csv
import itertools
import os
import sys
import types

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vllm"))
import world  # noqa: E402
import stubs  # noqa: E402

root, sm = sys.argv[1], int(sys.argv[2])
TRIP = os.environ.get("TRIP", "")
world.start(root, sm, "13.0", stubbed=("flashinfer.no_module",), package="flashinfer", version="0.7.4")
for name in ("__extract_mlir_values__", "__new_from_mlir_values__"):  # the CuTe DSL's dataclasses probe for these
    setattr(stubs.Stub, name, None)
import torch  # noqa: E402
from packaging.version import Version  # noqa: E402
from flashinfer.cute_dsl import availability  # noqa: E402
from flashinfer.gemm import gemm_base  # noqa: E402
from flashinfer.utils import BackendSupportedError  # noqa: E402

availability.is_cute_dsl_available = lambda: True
gemm_base._check_cute_dsl_arch = lambda device: None
gemm_base.CUTE_DSL_AVAILABLE = True
DEVICE = type("Device", (), {"type": "cuda", "index": 0})()


class Tensor(torch.Tensor):
    def __init__(self, shape, dtype):
        self.shape, self.dtype, self.ndim, self.device = shape, dtype, len(shape), DEVICE

    def dim(self):
        return self.ndim

    def is_contiguous(self):
        return True

    def stride(self):  # b is column-major
        return (1, self.shape[0])

    def numel(self):
        count = 1
        for n in self.shape:
            count *= n
        return count


class Reached(Exception):
    """The choice is made: what runs next is not asked."""


def stop(*args, **kwargs):
    raise Reached


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
    u8, f8 = world.DTYPES["uint8"], world.DTYPES["float8_e4m3fn"]
    alpha = Tensor((m if row["per_token"] == "yes" else 1,), world.DTYPES["float32"])
    try:
        gemm_base.mm_fp4(
            Tensor((m, k // 2), u8), Tensor((k // 2, n), u8), Tensor((m, k // 16), f8), Tensor((k // 16, n), f8), alpha,
            world.DTYPES["bfloat16"], Tensor((m, n), world.DTYPES["bfloat16"]), 16 if row["nvfp4"] == "yes" else 32,
            row["layout_8x4"] == "yes", "auto", row["nvfp4"] == "yes", batch_invariant=row["batch_invariant"] == "yes")
    except BackendSupportedError:
        return ["ERROR", "ERROR"]
    except Reached:
        order = gemm_base.mm_fp4.suitable_auto_backends
        return [order[0], " ".join(order)]


# the body of mm_fp4 comes after the choice, and is not run
names = gemm_base.mm_fp4.__code__.co_freevars
gemm_base.mm_fp4.__closure__[names.index("func")].cell_contents = stop
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["sm", *SPACE, "=backend", "ranked:backend"])
for values in itertools.product(*SPACE.values()):
    row = dict(zip(SPACE, values))
    if row["per_token"] == "yes" and row["m"] == "1":
        continue  # one row: its alpha is a scalar
    stubs.COUNTED.clear()
    answer = case(row)
    if stubs.COUNTED:
        sys.exit(f"a stub decided in {row}: {stubs.COUNTED[:3]}")
    out.writerow([sm, *values, *answer])
