"""vLLM's own choice of an attention backend for one layer, and every reason against the others.  After world.start().

The package's get_attn_backend makes the question out of a configuration; its CudaPlatform answers it.  Reasons are told
by the word that the tables use for them: their clauses are named so.
"""
import sys

import stubs
from vllm import envs
from vllm.config import vllm as current
from vllm.platforms import current_platform as platform
from vllm.utils import flashinfer as utils
from vllm.v1.attention import selector
from vllm.v1.attention.backends.registry import AttentionBackendEnum

import vllm.compilation.backends  # noqa: F401  (adaptive verification reads a module of it)

SLUG = {
    "head_size not supported": "head-size", "dtype not supported": "dtype", "kv_cache_dtype not supported": "kv-dtype",
    "block_size not supported": "block-size", "partial multimodal token full attention not supported": "mm-prefix",
    "attention sinks not supported": "sinks", "per-head quant scales not supported": "head-scales",
    "compute capability not supported": "capability", "sliding window not supported": "sliding",
    "R-SWA not supported": "rswa", "non-causal attention not supported": "non-causal",
    "non-causal MLA attention with DCP not supported": "non-causal-dcp", "sparse not supported": "sparse",
    "non-sparse not supported": "sparse", "batch invariance not supported": "batch-invariant",
    "PCP not supported": "pcp", "DCP not supported": "dcp"}


def slug(reason):
    if reason.startswith("attention type "):
        return "attn-type"
    if reason.startswith("device-cpu query lens"):
        return "adaptive"
    if reason.startswith(("ImportError", "ModuleNotFoundError")):
        return "import"
    return SLUG.get(reason, "mix")  # of supports_combination: any other text


_asked, _found = [], []
selector._cached_get_attn_backend = (  # what get_attn_backend asks its platform
    lambda backend, attn_selector_config, num_heads, **k: _asked.append((attn_selector_config, num_heads)))
_get_valid_backends = type(platform).get_valid_backends.__func__


def _kept(cls, **question):
    _found[:] = _get_valid_backends(cls, **question)
    return tuple(_found)


type(platform).get_valid_backends = classmethod(_kept)


def prepare(backends, cubins=True):
    """Imports the classes, so that what an import asks of stubs counts for no case; one that fails is not tried again
    (without FlashInfer: a third of a second each time)."""
    get_class, failed = AttentionBackendEnum.get_class, {}

    def kept(backend):
        if backend in failed:
            raise failed[backend]
        try:
            return get_class(backend)
        except ImportError as fault:
            failed[backend] = fault
            raise

    AttentionBackendEnum.get_class = kept
    for name in backends:
        try:
            AttentionBackendEnum[name].get_class()
        except ImportError:
            pass
    utils.has_nvidia_artifactory = lambda: cubins


def batch_invariant(yes):
    if envs.__dict__.get("VLLM_BATCH_INVARIANT") is not yes:
        envs.VLLM_BATCH_INVARIANT = yes
        utils.supports_trtllm_attention.cache_clear()


def choose(configuration, backends, **layer):
    """The question, the order of valid backends, and for each of `backends` the reasons as words."""
    current._current_vllm_config = configuration
    selector.get_attn_backend(**layer)
    question, num_heads = _asked.pop()
    try:
        taken = platform.get_attn_backend_cls(None, question, num_heads).rsplit(".", 1)[1]
    except ValueError:
        taken = None
    valid, refused = _found
    if [taken] != [candidate.backend_class.__qualname__ for candidate in valid[:1]] and (taken or valid):
        sys.exit(f"{layer}: {taken} is not the first of {valid}")
    order = [candidate.backend.name for candidate in valid]
    reasons = []
    for name in backends:
        backend = AttentionBackendEnum[name]
        if backend in refused:
            told = refused[backend][1]
        elif name in order:
            told = []
        else:  # not in this order; asked for by name
            try:
                told = backend.get_class().validate_configuration(device_capability=platform.get_device_capability(),
                                                                  **question._asdict())
            except ImportError as fault:
                told = [f"{type(fault).__name__}: {fault}"]
        reasons.append(" ".join(sorted({slug(reason) for reason in told})))
    if stubs.COUNTED:
        sys.exit(f"a stub decided in {layer}: {stubs.COUNTED[:3]}")
    return question, order, reasons
