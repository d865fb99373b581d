"""The machine that vLLM sees: one NVIDIA GPU of a given SM and CUDA, third-party modules stubbed as for SGLang.

Facts are torch.cuda.*, torch.version.*, torch's dtypes, pynvml's answers and which extensions a CUDA wheel carries;
all else is a Stub, and one that is asked for its truth inside the package is counted (stubs.COUNTED).
"""
import importlib
import importlib.machinery
import itertools
import logging
import os
import random
import sys
import types

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "sglang"))
import stubs  # noqa: E402

# compiled parts of the wheel: they import, and nothing else is known of them
stubs.REAL |= {"regex", "choose", "formats"}

EXTENSIONS = {"_C_stable_libtorch", "_moe_C_stable_libtorch", "_qutlass_C", "_flashmla_C", "_flashmla_extension_C",
              "_deepselect_C", "_flashkda_C"}
FLASH_ATTENTION = {"_vllm_fa2_C", "_vllm_fa3_C"}


class Dtype:
    """A torch.dtype: itself and nothing else."""

    def __init__(self, name):
        self.name = name
        self.itemsize = {"float32": 4, "int32": 4, "int64": 8, "float64": 8}.get(name, 2 if "16" in name else 1)

    def __repr__(self):
        return f"torch.{self.name}"


DTYPES = {name: Dtype(name) for name in (
    "float16", "bfloat16", "float32", "float64", "int8", "uint8", "int16", "int32", "int64", "bool", "float8_e4m3fn",
    "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu", "float4_e2m1fn_x2", "uint16", "uint32",
    "uint64", "complex64")}
DTYPES["half"], DTYPES["float"] = DTYPES["float16"], DTYPES["float32"]


class Anything(type):
    """Of torch.Tensor: a class whose every attribute is a stub."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return stubs.Stub(f"{cls.__name__}.{name}")


class Library:
    """torch.library.Library: takes what is registered, and forgets it."""

    ns = "stub"

    def __init__(self, *args):
        self.define = self.impl = self._register_fake = lambda *a, **k: None


def custom_op(*args, **kwargs):
    """torch.library.custom_op: the function itself, with the decorators that may follow."""
    def register(function):
        function.register_fake = function.register_autograd = function.register_kernel = lambda *a, **k: None
        return function
    return register


class Finder(stubs.Finder):
    package, absent, stubbed = "vllm", set(), ()

    def create_module(self, spec):
        module = super().create_module(spec)
        module.__file__ = spec.name  # for logs
        return module

    def find_spec(self, name, path=None, target=None):
        top, last = name.split(".")[0], name.rsplit(".", 1)[-1]
        if "." in name and name in self.absent:  # a copy that the wheel carries
            raise ModuleNotFoundError(name, name=name)
        if top == self.package:
            compiled = last in EXTENSIONS | FLASH_ATTENTION or name.startswith(self.stubbed)
            return importlib.machinery.ModuleSpec(name, self, is_package=True) if compiled else None
        if top in stubs.REAL | stubs.ABSENT | self.absent or top in sys.stdlib_module_names:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)


def facts(name, **values):
    importlib.import_module(name).__dict__.update(values)


def start(root, sm, cuda, absent=(), stubbed=("vllm.third_party.pynvml", "vllm.entrypoints", "vllm.renderers", "vllm.ir",
                                       "vllm.vllm_flash_attn.cute"), package="vllm", version="0.33.0"):
    """Installs the stubs and the facts of one machine; before anything of the package is imported."""
    stubs.ROOT[0] = f"{os.path.abspath(root)}/{package}/"
    finder = Finder()
    finder.package, finder.absent, finder.stubbed = package, set(absent), tuple(stubbed)
    sys.meta_path.insert(0, finder)
    logging.disable(logging.CRITICAL)
    import torch

    torch.__dict__.update(DTYPES, __version__="2.14.1", Tensor=Anything("Tensor", (), {}),
                          dtype=Dtype, device=type("device", (), {"__init__": lambda self, *a: None, "type": "cuda", "index": 0}))
    torch.finfo = lambda dtype: types.SimpleNamespace(min=-3e38, max=3e38, eps=1e-7, tiny=1e-38, bits=8 * dtype.itemsize)
    torch.inf, torch.nan = float("inf"), float("nan")
    facts("torch.version", cuda=cuda, hip=None, xpu=None)
    capability = (sm // 10, sm % 10)
    facts("torch.cuda", is_available=lambda: True, device_count=lambda: 1, current_device=lambda: 0,
          is_initialized=lambda: True, get_device_capability=lambda *a: capability, get_device_name=lambda *a: "fake",
          get_device_properties=lambda *a: types.SimpleNamespace(
              major=capability[0], minor=capability[1], total_memory=180 << 30, multi_processor_count=148, name="fake"))
    facts("torch.xpu", is_available=lambda: False, device_count=lambda: 0)
    facts("torch.distributed", is_initialized=lambda: False)
    facts("torch.library", Library=Library, infer_schema=lambda *a, **k: "() -> ()",
          custom_op=custom_op)
    facts("torch._dynamo", disable=lambda f=None, **k: f if f else (lambda g: g))
    module = types.ModuleType(package)
    module.__path__ = [f"{os.path.abspath(root)}/{package}"]
    module.__version__, module.__file__ = version, module.__path__[0] + "/__init__.py"
    sys.modules[package] = module
    if package == "vllm":
        facts("vllm.third_party.pynvml", nvmlInit=lambda: None, nvmlShutdown=lambda: None, nvmlDeviceGetCount=lambda: 1,
              nvmlDeviceGetHandleByIndex=lambda index: index, nvmlDeviceGetName=lambda handle: "fake",
              nvmlDeviceGetCudaComputeCapability=lambda handle: capability)
        import vllm.platforms as platforms
        from vllm.platforms.cuda import CudaPlatform

        platforms._current_platform = CudaPlatform()


def predicates(platform, sm):
    """The first safety net: which of the platform's own questions are true on this SM."""
    asked = {f"{kind}({n})": ask(n)
             for kind, ask in (("is", platform.is_device_capability), ("family", platform.is_device_capability_family),
                               ("has", platform.has_device_capability))
             for n in (75, 80, 86, 89, 90, 100, 103, 107, 110, 120, 121)}
    asked |= {name: getattr(platform, name)() for name in ("is_cuda", "is_rocm", "is_xpu", "is_tpu", "is_cpu",
                                                           "supports_fp8", "support_deep_gemm")}
    true = {name for name, answer in asked.items() if answer}
    known = (75, 80, 86, 89, 90, 100, 103, 107, 110, 120, 121)
    expected = {"is_cuda"} | {f"is({n})" for n in known if n == sm} | {f"has({n})" for n in known if sm >= n}
    expected |= {f"family({n})" for n in known if n // 10 == sm // 10}
    expected |= {"supports_fp8"} if sm >= 89 else set()
    expected |= {"support_deep_gemm"} if sm == 90 or sm // 10 in (10, 12) else set()
    if true != expected:
        sys.exit(f"predicates of {sm}: {sorted(true ^ expected)} are not as expected")


def every(values, *names, **some):
    """A product for rows(): of these inputs all values, of those some."""
    return {name: values[name] for name in names} | some


def rows(values, spaces, seed, also=None):
    """What to ask: each of the spaces whole, every pair of inputs in all their values (with `also` a second time, above
    these), and 4,000 cells by chance.  values: of each input, the first is its default; spaces: input -> values."""
    default = {name: of[0] for name, of in values.items()}
    for space in spaces:
        for cell in itertools.product(*space.values()):
            yield default | dict(zip(space, cell))
    for a, b in itertools.combinations(values, 2):
        for cell in itertools.product(values[a], values[b]):
            yield default | dict(zip((a, b), cell))
            if also:
                yield default | also | dict(zip((a, b), cell))
    dice = random.Random(seed)
    for _ in range(4000):
        yield {name: of[0] if dice.random() < 0.6 else dice.choice(of) for name, of in values.items()}
