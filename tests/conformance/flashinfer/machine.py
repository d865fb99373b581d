"""One machine of FlashInfer 0.7.4 for the harnesses beside: its stubs, tensors that have a shape, strides and a dtype and
nothing else, and which CuTe DSL is installed.

Of the CuTe DSL the package itself says: the Rubin API and the target sm_107a came with 4.8
(flashinfer/cute_dsl/availability.py, flashinfer/topk_varlen/topk_varlen.py).
"""
import importlib.metadata
import os
import sys
import types

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vllm"))
import world  # noqa: E402
import stubs  # noqa: E402

TRIP = os.environ.get("TRIP", "")


class Reached(Exception):
    """The choice is made: what runs next is not asked.  Its argument is what would run."""


def reach(what):
    def call(*args, **kwargs):
        raise Reached(what)
    return call


class Tuner:
    """Of the autotuner: without a tuned entry the first runner runs."""
    _effective_skip_ops = frozenset()
    is_tuning_mode = False

    @staticmethod
    def get():
        return Tuner

    @staticmethod
    def choose_one(op=None, runners=(), *args, custom_op=None, **kwargs):
        raise Reached(runners[0])


def start(root, sm, cuda="13.0"):
    world.start(root, sm, cuda, stubbed=("flashinfer.no_module",), package="flashinfer", version="0.7.4")
    for name in ("__extract_mlir_values__", "__new_from_mlir_values__"):  # the CuTe DSL's dataclasses probe for these
        setattr(stubs.Stub, name, None)
    import torch

    class Tensor(torch.Tensor):
        is_cuda = True

        def __init__(self, shape, dtype, device, strides=None):
            self.shape, self.dtype, self.device, self.ndim = tuple(shape), dtype, device, len(shape)
            self.strides = tuple(strides) if strides else tuple(count(shape[i + 1:]) for i in range(len(shape)))

        def dim(self):
            return self.ndim

        def numel(self):
            return count(self.shape)

        def element_size(self):
            return self.dtype.itemsize

        def data_ptr(self):
            return 4096

        def size(self, dim=None):
            return self.shape if dim is None else self.shape[dim]

        def stride(self, dim=None):
            return self.strides if dim is None else self.strides[dim]

        def is_contiguous(self):
            expected = 1
            for size, stride in zip(reversed(self.shape), reversed(self.strides)):
                if size != 1 and stride != expected:
                    return False
                expected *= size
            return True

        def transpose(self, x, y):
            order = list(range(self.ndim))
            order[x], order[y] = order[y], order[x]
            return Tensor([self.shape[i] for i in order], self.dtype, self.device, [self.strides[i] for i in order])

        def t(self):
            return self.transpose(0, 1)

        T = property(t)

        def unsqueeze(self, dim):
            return Tensor((1, *self.shape), self.dtype, self.device, (self.numel(), *self.strides))

        def contiguous(self, **_):
            return Tensor(self.shape, self.dtype, self.device)

        clone = contiguous

        def reshape(self, *shape):
            return Tensor((self.numel(),), self.dtype, self.device) if shape == (-1,) else Tensor(shape, self.dtype, self.device)

        def same(self, *args, **kwargs):
            return self

        __getitem__ = view = to = copy_ = same

        def __setitem__(self, key, value):
            pass

        def __bool__(self):
            return True

        def __len__(self):
            return self.shape[0]

    def empty(*shape, dtype=world.DTYPES["float32"], device=None, **_):
        return Tensor(shape[0] if shape and isinstance(shape[0], (tuple, list)) else shape, dtype, device)

    torch.Size = tuple
    torch.empty = torch.zeros = torch.ones = empty
    return Tensor


def count(shape):
    product = 1
    for size in shape:
        product *= size
    return product


class Archs(dict):
    """The targets of a CuTe DSL: members by name, as of an enum."""
    __getattr__ = dict.get


def dsl(version):
    """Installs (in the package's eyes) this release of the CuTe DSL; absent: none."""
    from flashinfer.cute_dsl import availability
    from packaging.version import Version

    there = version != "absent"
    rubin = there and Version(version) >= Version("4.8")

    def find_spec(name):
        return object() if there and (rubin or "rubin" not in name) else None

    availability.importlib = types.SimpleNamespace(util=types.SimpleNamespace(find_spec=find_spec))
    import cutlass.base_dsl.arch

    cutlass.base_dsl.arch.Arch = Archs.fromkeys(
        [f"sm_{n}a" for n in (90, 100, 103, 110, 120, 121) + (107,) * rubin] + ["sm_100f", "sm_103f"], stubs.Stub("arch"))
    availability._dsl_captured_arch = lambda: None
    os.environ.pop("CUTE_DSL_ARCH", None)
    for name in ("is_rubin_cute_dsl_available", "is_cute_dsl_experimental_available", "is_cute_dsl_arch_supported"):
        getattr(availability, name).cache_clear()

    def installed(name):
        if not there:
            raise importlib.metadata.PackageNotFoundError(name)
        return version

    return types.SimpleNamespace(metadata=types.SimpleNamespace(
        version=installed, PackageNotFoundError=importlib.metadata.PackageNotFoundError))


def host():
    """Index arrays of a batch, whose numbers are real: numpy's, under torch's names."""
    import numpy
    import torch

    class Host(numpy.ndarray):
        device = types.SimpleNamespace(type="cpu")
        index_type = world.DTYPES["int32"]
        dtype = property(lambda self: self.index_type)

        def same(self, *args, **kwargs):
            return self

        to = cpu = contiguous = copy_ = view = same

        def numel(self):
            return self.size

        def diff(self, dim=0):
            return self[1:] - self[:-1]

        def data_ptr(self):
            return 4096

    def make(values, index_type="int32"):
        array = numpy.array(values).view(Host)
        array.index_type = world.DTYPES[index_type]
        return array

    torch.equal = lambda x, y: bool(numpy.array_equal(x, y))
    torch.is_tensor = lambda x: isinstance(x, (torch.Tensor, Host))
    torch.arange = lambda *shape, **_: make(range(*shape))
    return make


def cudnn(backend, frontend, dsl_version):
    """Installs this cuDNN and its Python frontend; absent: none.  Of the frontend the package says that its FROST engines need
    the CuTe DSL 4.7, that it takes the hint of a CUDA graph's replay from 1.31 and splits packed pages from 1.32."""
    from packaging.version import Version

    if frontend == "absent" or backend == "absent":
        sys.modules["cudnn"] = None
        return None
    at_least = Version(frontend).__ge__
    module = types.ModuleType("cudnn")
    module.__version__, module.backend_version = frontend, lambda: int(backend)

    class Hinted:
        def __init__(self, *, is_cuda_graph_replay_expected=False):
            pass

    class Plain:
        def __init__(self):
            pass

    module.pygraph = Hinted if at_least(Version("1.31")) else Plain
    module.graph = lambda **kwargs: None
    module._pybind_module = types.SimpleNamespace(
        _SdpaThdBinder=types.SimpleNamespace(supports_paged_packed_split=at_least(Version("1.32.0"))))
    frost = types.ModuleType("cudnn.frost.buffers")
    if at_least(Version("1.30")):
        frost.cutedsl_state = lambda: (dsl_version != "absent", dsl_version)
        frost.cutedsl_too_old = lambda version: Version(version) < Version("4.7.0")
    sys.modules.update({"cudnn": module, "cudnn.frost": types.ModuleType("cudnn.frost"), "cudnn.frost.buffers": frost})
    return module
