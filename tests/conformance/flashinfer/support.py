"""FlashInfer 0.7.4: which backend of which API runs on which SM, as its decorators say it, as CSV on standard output.

usage: support.py ROOT SM CUDA     (ROOT: the unpacked wheel; SM, CUDA: the machine at import, which must not matter)

Every API that @backend_requirement or @supported_compute_capability decorates is found by importing the modules that
name them, and asked with its own is_backend_supported and is_compute_capability_supported.  The backend `any` stands
for the API as a whole.  Exit 1 when a module does not import, two APIs have one name, or a stub is asked.
"""
import csv
import importlib
import os
import re
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vllm"))
import world  # noqa: E402
import stubs  # noqa: E402

root, sm, cuda = sys.argv[1], int(sys.argv[2]), sys.argv[3]
TRIP = os.environ.get("TRIP", "")
world.start(root, sm, cuda, stubbed=("flashinfer.no_module",), package="flashinfer", version="0.7.4")
for name in ("__extract_mlir_values__", "__new_from_mlir_values__"):  # the CuTe DSL's dataclasses probe for these
    setattr(stubs.Stub, name, None)
from flashinfer import utils  # noqa: E402

wrapped, checkers, plain = [], set(), []
requirement, capability = utils.backend_requirement, utils.supported_compute_capability


def backend_requirement(backend_checks, common_check=None, heuristic_func=None):
    decorate = requirement(backend_checks, common_check, heuristic_func)
    checkers.update([id(check) for check in backend_checks.values()], [id(common_check)])

    def kept(function):
        wrapper = decorate(function)
        wrapped.append((function, wrapper, list(backend_checks)))
        return wrapper

    return kept


def supported_compute_capability(ccs):
    decorate = capability(ccs)

    def kept(function):
        plain.append(decorate(function))
        return plain[-1]

    return kept


utils.backend_requirement, utils.supported_compute_capability = backend_requirement, supported_compute_capability
package = f"{os.path.abspath(root)}/flashinfer/"
for folder, _, files in sorted(os.walk(package)):
    for file in sorted(files):
        path = os.path.join(folder, file)
        if file.endswith(".py") and re.search("@backend_requirement|supported_compute_capability|[^_]backend_requirement[(]",
                                              open(path, encoding="utf-8").read()):
            importlib.import_module("flashinfer." + path[len(package):-3].replace("/", ".").removesuffix(".__init__"))

def hashed(stub):
    """A stub that is looked up in a set decides as well."""
    stubs.count("hash of a stub")
    return id(stub)


stubs.Stub.__hash__ = hashed
stubs.COUNTED.clear()
apis = {}
for function, wrapper, backends in wrapped:
    assert function.__qualname__ not in apis, function.__qualname__
    apis[function.__qualname__] = (wrapper, backends)
for function in plain:  # what is no check of another API
    if id(function) not in checkers and not function.__qualname__.startswith("_"):
        assert function.__qualname__ not in apis, function.__qualname__
        apis[function.__qualname__] = (function, [])
everyone = sorted({backend for _, backends in apis.values() for backend in backends})
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["api", "backend", "sm", "=support"])
for name, (api, backends) in sorted(apis.items()):
    for backend in ["any", *everyone]:
        for cc in (70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 107, 110, 120, 121, 130):
            asked = stubs.Stub("cc") if TRIP == "stub" else cc
            if backend == "any":
                yes = api.is_compute_capability_supported(asked)
            else:
                yes = bool(backends) and api.is_backend_supported(backend, asked)
            trial = backend in getattr(api, "experimental_backends", ())
            out.writerow([name, backend, cc, "no" if not yes else "experimental" if trial else "yes"])
            if stubs.COUNTED:
                sys.exit(f"a stub decided in {name} {backend}: {stubs.COUNTED[:3]}")
