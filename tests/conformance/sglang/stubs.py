"""Stand-ins for every third-party module, so that a package's selection code runs without torch or a GPU.

Only `torch.cuda.*` and `torch.version.*` answer with facts (set by machine()); everything else is a Stub.  A stub
lies silently, so each truth test and comparison of one is counted with the place it happened: COUNTED must stay
empty while a case runs.
"""
import importlib
import importlib.abc
import importlib.machinery
import sys
import traceback
import types

REAL = {"numpy", "msgspec", "packaging", "typing_extensions"}
ABSENT = {"torch_npu", "torch_musa", "torchada", "aiter", "mlx", "habana_frameworks", "intel_extension_for_pytorch",
          "sgl_kernel_npu"}
COUNTED = []
VALUES = {}  # of a module that is stubbed: what else is a fact
ROOT = ["/sglang/"]  # where the package lies: set by the harness


def count(what):
    for f in reversed(traceback.extract_stack()):
        if f.filename.startswith(ROOT[0]):
            COUNTED.append(f"{f.filename[len(ROOT[0]):]}:{f.lineno} {what}")
            return


class Stub:
    """Any attribute, call, subscript or base class; false and unequal to everything, and counted."""

    def __init__(self, name="stub"):
        object.__setattr__(self, "_name", name)

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        child = Stub(f"{self._name}.{name}")
        object.__setattr__(self, name, child)
        return child

    def __call__(self, *args, **kwargs):
        # as a decorator a stub hands the function back
        if len(args) == 1 and not kwargs and (isinstance(args[0], type) or isinstance(args[0], types.FunctionType)):
            return args[0]
        return Stub(self._name + "()")

    def __getitem__(self, key):
        return Stub(self._name + "[]")

    def __setitem__(self, key, value):
        pass

    def __mro_entries__(self, bases):
        return (StubBase,)

    def __or__(self, other):
        return Stub("union")

    __ror__ = __or__

    def __iter__(self):
        return iter(())

    def __bool__(self):
        count(f"bool({self._name})")
        return False

    def __eq__(self, other):
        if other is not self:
            count(f"{self._name} == {type(other).__name__}")
        return other is self

    def __hash__(self):
        return id(self)

    def arithmetic(self, *other):
        return Stub("arithmetic")

    __neg__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __floordiv__ = arithmetic
    __rtruediv__ = __rfloordiv__ = __mod__ = __pow__ = __and__ = __invert__ = arithmetic

    def order(self, other):
        count(f"{self._name} ordered")
        return False

    __lt__ = __le__ = __gt__ = __ge__ = order

    def __int__(self):
        count(f"int({self._name})")
        return 0

    __index__ = __int__

    def __float__(self):
        count(f"float({self._name})")
        return 0.0

    def __len__(self):
        count(f"len({self._name})")
        return 0

    def __contains__(self, item):
        count(f"in {self._name}")
        return False

    def __enter__(self):
        return self

    def __exit__(self, *a):
        return False


class StubBase:
    def __init_subclass__(cls, **kwargs):
        pass

    def __class_getitem__(cls, item):
        return cls


class Words:
    """An enumeration: each member is its own name."""

    def __getattr__(self, name):
        return name


MISSING = {"torch.npu", "torch.mps", "torch.hpu", "torch.musa"}  # a server probes these with hasattr


class StubModule(types.ModuleType):
    __path__ = []
    __version__ = "0"

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__") or f"{self.__name__}.{name}" in MISSING:
            raise AttributeError(name)
        child = Stub(f"{self.__name__}.{name}")
        setattr(self, name, child)
        return child


STUBBED = ("sglang.kernels", "sglang.jit_kernel", "sglang.srt.utils.custom_op", "sglang.srt.utils.hf_transformers_patches",
           "sglang.srt.layers.attention.fla", "sglang.srt.function_call", "sglang.srt.entrypoints.openai",
           "sglang.srt.managers.io_struct")  # the package's own kernels, no selection code


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.startswith(STUBBED):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        top = name.split(".")[0]
        if top == "sglang" or top in REAL | ABSENT or top in sys.stdlib_module_names:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return StubModule(spec.name)

    def exec_module(self, module):
        module.__dict__.update(VALUES.get(module.__name__, {}))


def machine(sm, cuda, hip=False, mps=False):
    """Installs the stubs and the facts of one machine; before anything of the package is imported."""
    sys.meta_path.insert(0, Finder())
    import dill
    import torch

    dill.dumps = lambda value: b""  # configs serialise a class at import
    present = sm is not None and not hip

    def facts(name, **values):  # as modules, so that a later `import torch.cuda` finds these and not a new stub
        module = importlib.import_module(name)
        module.__dict__.update(values)

    torch.__version__ = "2.14.1"
    facts("torch.version", cuda=cuda if present else None, hip="7.0" if hip else None, musa=None)
    facts("torch.cuda",
          is_available=lambda: present or hip, device_count=lambda: 1 if present or hip else 0,
          current_device=lambda: 0, is_initialized=lambda: True,
          get_device_capability=lambda *a: ((sm or 94) // 10, (sm or 94) % 10),
          get_device_name=lambda *a: "fake", mem_get_info=lambda *a: (170 << 30, 180 << 30),
          get_device_properties=lambda *a: types.SimpleNamespace(
              major=(sm or 94) // 10, minor=(sm or 94) % 10, total_memory=180 << 30, name="fake", gcnArchName="gfx942",
              multi_processor_count=148))
    library = types.SimpleNamespace(ns="stub", define=lambda *a, **k: None, impl=lambda *a, **k: None,
                                    _register_fake=lambda *a, **k: None)
    facts("torch.library", Library=lambda *a: library)
    facts("torch.xpu", is_available=lambda: False, device_count=lambda: 0)
    facts("torch.cpu", is_available=lambda: True)
    if mps:
        MISSING.discard("torch.mps")
        facts("torch.mps", is_available=lambda: True)
    facts("torch.backends.mps", is_available=lambda: mps)


def configuration(row, **more):
    """The Hugging Face configuration of a model, as far as the package's choices ask it; more: what a release asks besides."""
    hf = types.SimpleNamespace(
        architectures=[row["arch"]], model_type="fake", layer_types=["mamba"] * (row["mamba_layers"] == "yes"),
        sliding_window_pattern="LLLG" if row["sliding"] == "yes" else None,
        has_minicpm_sparse_attention=row["sparse"] == "yes", has_lightning_layers=False, **more)
    if row["dsa"] == "yes":
        hf.index_topk = 2048
    if row["nvfp4_experts"] == "yes":
        hf.quantization_config = {"quant_method": "mxfp8", "moe_quant_algo": "NVFP4",
                                  "moe_quant_format": "nvfp4-pack-quantized"}
    return hf
