"""One machine of FlashInfer 0.7.4: what its GEMMs do with backend="auto", as CSV on standard output.

usage: gemm.py ROOT SM     (ROOT: the unpacked wheel)

The decorated functions themselves are called, with tensors that have a shape and a dtype and nothing else.  `backend` is
the list that their checkers and heuristic leave; `runs` is what their body then runs before any autotuning, or ERROR when
the body itself refuses.  CUDA, cuDNN and the CuTe DSL are facts.  The columns are those of tables/flashinfer-gemm.ini.
"""
import csv
import itertools
import sys
import types

import machine
import matrix
from machine import Reached, Tuner, reach, stubs, world

root, sm = sys.argv[1], int(sys.argv[2])
Tensor = machine.start(root, sm)
import torch  # noqa: E402
from packaging.version import Version  # noqa: E402
from flashinfer.gemm import gemm_base, gemm_mm_mxfp8_cute_dsl, gemm_svdquant, svdquant_sm120_auto  # noqa: E402
from flashinfer.gemm.batch_invariant import api as invariant, tuning  # noqa: E402
from flashinfer.gemm.kernels import gemm_fp8_groupwise_sm107  # noqa: E402
from flashinfer.utils import BackendSupportedError, LibraryError  # noqa: E402
import cutlass.utils  # noqa: E402

DTYPES = world.DTYPES
OUT = {"bf16": DTYPES["bfloat16"], "fp16": DTYPES["float16"], "fp32": DTYPES["float32"]}
FP8 = {"e4m3": DTYPES["float8_e4m3fn"], "e5m2": DTYPES["float8_e5m2"]}
BF16, U8, F32 = DTYPES["bfloat16"], DTYPES["uint8"], DTYPES["float32"]

DEFAULT = {"cuda": "13.0", "cudnn_version": "92301", "cute_dsl": "4.8.0", "m": "128", "n": "4096", "k": "4096", "result": "bf16",
           "a": "e4m3", "b": "e4m3", "k_major": "yes", "bias": "no", "pdl": "no", "scales": "128x4", "scale_major": "MN",
           "granularity": "1x128x128", "split": "no", "rank": "32", "prepared": "no", "batch_invariant": "no"}
YES = ["no", "yes"]
CUDNN, DSL = ["absent", "92300", "92301"], ["absent", "4.5.2", "4.6.2", "4.8.0"]
CUDA = ["12.6", "12.8", "12.9", "13.0"]
TYPES = {"a": ["e4m3", "e5m2"], "b": ["e4m3", "e5m2"]}
SPACE = [
    ("bmm_fp8", {"cudnn_version": CUDNN, "cute_dsl": DSL, "m": ["8", "16"], "n": ["8", "12", "16"], "k": ["16", "24", "128"],
                 "result": list(OUT), **TYPES, "k_major": YES, "batch_invariant": YES}),
    ("mm_fp8", {"cudnn_version": CUDNN, "cute_dsl": DSL, "m": ["1", "128"], "result": list(OUT), **TYPES, "k_major": YES,
               "prepared": YES}),
    ("mm_bf16", {"cuda": ["12.6", "13.0"], "cudnn_version": ["absent", "92300"], "cute_dsl": ["absent", "4.6.2", "4.8.0"],
                 "m": ["32", "33"], "n": ["8", "12", "14", "16"], "k": ["128", "136", "140", "192"], "result": list(OUT),
                 "k_major": YES, "bias": YES, "pdl": YES, "batch_invariant": YES}),
    ("bmm_bf16", {"cudnn_version": CUDNN, "cute_dsl": DSL, "n": ["8", "12", "14"], "k": ["64", "72", "76"], "result": list(OUT)}),
    ("mm_mxfp8", {"cuda": CUDA, "cudnn_version": ["absent", "92300"], "cute_dsl": DSL[:3], "m": ["8", "128"],
                  "n": ["120", "128", "132"], "k": ["96", "128", "144", "160"], "result": list(OUT), "k_major": YES,
                  "scales": ["128x4", "8x4", "linear"], "batch_invariant": YES}),
    ("mm_mxfp8", {"cute_dsl": DSL, **TYPES, "batch_invariant": YES}),
    ("bmm_mxfp8", {"cudnn_version": CUDNN, "n": ["120", "128"], "k": ["96", "128"], "result": list(OUT), **TYPES, "k_major": YES,
                   "scales": ["128x4", "linear"]}),
    ("gemm_fp8_nt_groupwise", {"cuda": CUDA[:3], "cute_dsl": DSL[2:], "m": ["4", "6", "32", "36"], "n": ["160", "8192", "8320"],
                               "k": ["1280", "1408", "2000", "14336"], "result": ["bf16", "fp32"], **TYPES, "k_major": YES,
                               "scale_major": ["default", "K", "MN"], "granularity": ["1x128x128", "128x128x128"], "split": YES}),
    ("mm_nvfp4_svdquant", {"cuda": CUDA, "cute_dsl": DSL, "n": ["128", "144"], "k": ["128", "144"], "bias": YES,
                           "rank": ["32", "48", "64", "96"]}),
    ("nvfp4_quantize_smooth", {"cuda": CUDA, "cute_dsl": DSL, "n": ["128", "136"]}),
    ("SegmentGEMMWrapper.run", {"cuda": ["12.1", "12.2", "12.3", "12.4", *CUDA]}),
]


def name(what, attribute=None):
    """A factory of runners: the runner is its name."""
    return (lambda *a, **k: types.SimpleNamespace(**{attribute: lambda *a: what})) if attribute else lambda *a, **k: what


for module in (gemm_base, gemm_svdquant, svdquant_sm120_auto, tuning):
    module.AutoTuner = Tuner
gemm_base._get_stream_cache_buf = gemm_svdquant._get_stream_cache_buf = lambda *a: Tensor((1 << 20,), U8, device)
gemm_base.__dict__.update(
    get_gemm_sm100_module_cutlass_fp8=name("cutlass_sm10x", "cutlass_fp8_gemm_runner"),
    get_gemm_sm120_module_cutlass_fp8=name("cutlass_sm12x", "cutlass_fp8_gemm_runner"),
    get_gemm_module=lambda: types.SimpleNamespace(cublas_fp8_gemm_runner=lambda: "cublas"),
    _cudnn_gemm_fp8_runner=name("cudnn"), _cute_dsl_fp8_gemm_runner_sm107=name("cute-dsl_sm107"),
    trtllm_low_latency_gemm=reach("trtllm_low_latency"),
    _cudnn_gemm_bf16_runner=name("cudnn"), get_mm_bf16_cublaslt_module=name("cublaslt", "cublaslt_bf16_gemm_runner"),
    get_gemm_sm100_module_cutlass_bf16=name("cutlass", "cutlass_bf16_gemm_runner"), _tgv_gemm_runner=name("tgv"),
    _tinygemm_bf16_gemm_runner=name("tinygemm"), _cute_dsl_bf16_runners=lambda *a: ["cute-dsl"],
    get_gemm_sm100_module_cutlass_mxfp8=name("cutlass", "cutlass_mxfp8_gemm_runner"),
    get_gemm_sm120_module_cutlass_mxfp8=name("cutlass", "cutlass_mxfp8_gemm_runner"),
    _cutedsl_low_latency_blockscaled_gemm_runner=name("cutedsl_low_latency"), _cudnn_mm_mxfp8_runner=name("cudnn"),
    _b12x_gemm_mxfp8_runner=name("b12x"), _load_gemm_sm120_mxfp8_module=reach("cutlass"), _cudnn_gemm_mxfp8_runner=name("cudnn"),
    get_gemm_sm100_module=reach("cutlass"), get_gemm_sm120_module=reach("cutlass"),
    launch_compute_sm80_group_gemm_args=reach("sm80"), launch_compute_sm90_group_gemm_args=reach("sm90"))
gemm_fp8_groupwise_sm107.gemm_fp8_nt_groupwise_sm107 = reach("cute-dsl")
cutlass.utils.get_smem_capacity_in_bytes = lambda arch: 232448
gemm_svdquant.__dict__.update(
    device_support_pdl=lambda device: True, _sm120_nvfp4_svdquant_runner=name("cute-dsl"), get_nvfp4_svdquant_module=reach("cutlass"),
    _sm120_nvfp4_svdquant_unfused_runner=name("cute-dsl-unfused"), _nvfp4_svdquant_gemm_runner=name("cutlass"))
svdquant_sm120_auto._CutlassAutoRunner = name("cutlass-sm120")
from flashinfer.quantization.kernels import nvfp4_quantize  # noqa: E402

nvfp4_quantize.nvfp4_quantize_smooth_cute_dsl = reach("cute-dsl")
tuning._runner = invariant._runner = name("batch_invariant")
tuning.part_of = invariant.part_of = lambda device: (148, f"sm_{sm}")

lists = {}
device = None


def watch(api):
    """The list is read where the checks end and the body begins."""
    wrapper = getattr(gemm_svdquant if "svd" in api or "smooth" in api else gemm_base, api)
    cell = wrapper.__closure__[wrapper.__code__.co_freevars.index("func")]
    body = cell.cell_contents

    def watched(*args, **kwargs):
        lists[api] = list(wrapper.suitable_auto_backends)
        return body(*args, **kwargs)

    cell.cell_contents = watched
    return wrapper


APIS = {api: watch(api) for api in dict(SPACE) if "." not in api}


def machine_of(row):
    """The libraries of this row; a device of its own, since what FlashInfer asks of one is cached."""
    global device
    torch.version.cuda, device = row["cuda"], torch.device()
    cuda = Version(row["cuda"])
    for module in (gemm_base, gemm_svdquant, gemm_mm_mxfp8_cute_dsl):
        module.get_cuda_version = lambda: cuda
    gemm_base.CUDNN_AVAILABLE = row["cudnn_version"] != "absent" if machine.TRIP != "stub" else stubs.Stub("cudnn")
    version = 0 if row["cudnn_version"] == "absent" else int(row["cudnn_version"])
    gemm_base.cudnn = types.SimpleNamespace(
        __version__="1.20.0", backend_version=lambda: version)
    gemm_mm_mxfp8_cute_dsl.importlib = machine.dsl(row["cute_dsl"])
    gemm_mm_mxfp8_cute_dsl._b12x_mxfp8_dsl_supported.cache_clear()
    from flashinfer.cute_dsl import availability

    gemm_base.CUTE_DSL_AVAILABLE = availability.is_cute_dsl_available()


def scale(rows, k, layout):
    if layout == "linear":
        return Tensor((rows, k // 32), U8, device)
    kind = gemm_base.SfLayout.layout_8x4 if layout == "8x4" else gemm_base.SfLayout.layout_128x4
    return Tensor((gemm_base._mxfp8_swizzled_scale_len(rows, k, kind),), U8, device)


def weight(shape, dtype, k_major):
    """B of shape (.., k, n): the transpose of a row-major (.., n, k), or row-major itself."""
    return Tensor((*shape[:-2], shape[-1], shape[-2]), dtype, device).transpose(-2, -1) if k_major else Tensor(shape, dtype, device)


def call(api, row):
    m, n, k, rank = (int(row[x]) for x in ("m", "n", "k", "rank"))
    out, k_major, invariantly = OUT[row["result"]], row["k_major"] == "yes", row["batch_invariant"] == "yes"
    a, b, one = FP8[row["a"]], FP8[row["b"]], Tensor((1,), F32, device)
    bias = Tensor((n,), BF16, device) if row["bias"] == "yes" else None
    function = APIS.get(api)
    if api == "bmm_fp8":
        function(Tensor((2, m, k), a, device), weight((2, k, n), b, k_major), one, one, out, backend="auto",
                 batch_invariant=invariantly)
    elif api == "mm_fp8":
        other = Tensor((k // 128, n, 128), b, device) if row["prepared"] == "yes" else weight((n, k), b, not k_major)
        function(Tensor((m, k), a, device), other, one, out, backend="auto")
    elif api == "mm_bf16":
        function(Tensor((m, k), BF16, device), weight((k, n), BF16, k_major), bias, row["pdl"] == "yes", out_dtype=out, backend="auto",
                 batch_invariant=invariantly)
    elif api == "bmm_bf16":
        function(Tensor((2, m, k), BF16, device), weight((2, k, n), BF16, k_major), out_dtype=out, backend="auto")
    elif api == "mm_mxfp8":
        other = scale(n, k, row["scales"])
        function(Tensor((m, k), a, device), weight((k, n), b, k_major), scale(m, k, row["scales"]),
                 other.T if other.ndim == 2 else other, out_dtype=out, use_8x4_sf_layout=row["scales"] == "8x4", backend="auto",
                 batch_invariant=invariantly)
    elif api == "bmm_mxfp8":
        function(Tensor((2, m, k), a, device), weight((2, k, n), b, k_major), scale(2 * m, k, row["scales"]),
                 scale(2 * n, k, row["scales"]), out, backend="auto")
    elif api == "gemm_fp8_nt_groupwise":
        tactic = gemm_fp8_groupwise_sm107.SM107BlockwiseTactic(False, 4 if row["split"] == "yes" else 1)
        gemm_fp8_groupwise_sm107.default_tactic = lambda *a: tactic
        mode, (gm, gn, gk) = row["scale_major"], (int(x) for x in row["granularity"].split("x"))
        shapes = [(k // gk, m // gm), (k // gk, n // gn)]
        sa, sb = (Tensor(shape if mode == "MN" else shape[::-1], F32, device) for shape in shapes)
        function(Tensor((m, k), a, device), weight((n, k), b, not k_major), sa, sb, None if mode == "default" else mode,
                 scale_granularity_mnk=(gm, gn, gk), out_dtype=out, backend="auto")
    elif api == "mm_nvfp4_svdquant":
        def fp4(rows):
            return Tensor((rows, k // 2), U8, device), Tensor((-(-rows // 128) * 128 * -(-(k // 16) // 4) * 4,), U8, device)

        (x, x_sf), (w, w_sf) = fp4(m), fp4(n)
        function(x, w, x_sf, w_sf, one, Tensor((m, rank), BF16, device), Tensor((n, rank), BF16, device), bias, backend="auto")
    elif api == "nvfp4_quantize_smooth":
        function(Tensor((m, n), BF16, device), Tensor((n,), BF16, device), one, backend="auto")
    else:
        wrapper = gemm_base.SegmentGEMMWrapper(Tensor((1 << 20,), U8, device), "auto")
        wrapper.run(Tensor((m, k), BF16, device), Tensor((2, n, k), BF16, device), 2, True, seg_indptr=Tensor((3,), DTYPES["int64"], device))


def case(api, row):
    lists.clear()
    refused = runs = None
    try:
        call(api, row)
    except Reached as reached:
        runs = str(reached)
    except (BackendSupportedError, LibraryError, ValueError) as error:
        refused = str(error)
    if runs is None and refused is None:
        sys.exit(f"nothing runs in {api} {row}")
    order = lists.get(api, [runs] if runs and api not in APIS else ["ERROR"])
    return [order[0], runs or "ERROR", " ".join(order)]


def main():
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["api", "sm", *DEFAULT, "=backend", "=runs", "ranked:backend"])
    for api, space in SPACE:
        space = dict(sorted(space.items(), key=lambda one: one[0] not in ("cuda", "cudnn_version", "cute_dsl")))  # machines outside
        before = None
        for values in itertools.product(*space.values()):
            row = DEFAULT | dict(zip(space, values))
            libraries = row["cuda"], row["cudnn_version"], row["cute_dsl"]
            if libraries != before:
                machine_of(row)
                before = libraries
            out.writerow([api, sm, *row.values(), *matrix.decided(case, api, row)])


main()
