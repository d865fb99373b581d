"""One machine of vLLM 0.33.0: the prefill backend of MLA layers, as CSV on standard output, and with `vision` as the
last word the backend of vision encoders.

usage: prefill.py ROOT SM FLASHINFER TOKENSPEED [vision]     (ROOT: the unpacked wheel; the two packages: yes or no)

As attention.py; the columns are those of tables/vllm-mla-prefill.ini or tables/vllm-vision.ini.
"""
import csv
import itertools
import os
import sys
import types

import world
import stubs

root, sm, flashinfer, tokenspeed = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
TRIP = os.environ.get("TRIP", "")
absent = {name for name, there in (("flashinfer", flashinfer), ("tokenspeed_mla", tokenspeed)) if there == "no"}
world.start(root, sm + 20 if TRIP == "predicate" else sm, "13.0", absent=absent)
from vllm.platforms import current_platform as platform  # noqa: E402

world.predicates(platform, sm)
from vllm.config import vllm as current  # noqa: E402
from vllm.v1.attention.backends.mla.prefill import selector  # noqa: E402
from vllm.v1.attention.backends.mla.prefill.registry import MLAPrefillBackendEnum  # noqa: E402
from vllm.v1.attention.backends.registry import AttentionBackendEnum  # noqa: E402

BACKENDS = ["FLASH_ATTN", "TRTLLM_RAGGED", "FLASHINFER", "TOKENSPEED_MLA"]
current._current_vllm_config = types.SimpleNamespace(
    attention_config=types.SimpleNamespace(flash_attn_version=None), model_config=None, cache_config=None,
    parallel_config=types.SimpleNamespace(decode_context_parallel_size=1))


def dtype_of(name):
    return stubs.Stub("dtype") if TRIP == "stub" else world.DTYPES[name]


def word(reason):
    for begin, slug in (("compute cap", "capability"), ("dtype", "dtype"), ("Model does not", "dimensions")):
        if reason.startswith(begin):
            return slug
    return "package"


def prefill(dtype, nope, rope, v):
    """get_mla_prefill_backend itself, then each backend as if the user had asked for it."""
    text = types.SimpleNamespace(qk_nope_head_dim=int(nope), qk_rope_head_dim=int(rope), v_head_dim=int(v))
    asked = types.SimpleNamespace(mla_prefill_backend=None)
    config = types.SimpleNamespace(model_config=types.SimpleNamespace(hf_text_config=text, dtype=dtype_of(dtype)),
                                   attention_config=asked)
    try:
        taken = selector.get_mla_prefill_backend(config).get_name()
    except ValueError:
        taken = "ERROR"
    reasons = []
    for name in BACKENDS:
        question = selector.MLAPrefillSelectorConfig(dtype=config.model_config.dtype, mla_dimensions=selector.MLADimensions(
            qk_nope_head_dim=int(nope), qk_rope_head_dim=int(rope), v_head_dim=int(v)))
        told = MLAPrefillBackendEnum[name].get_class().validate_configuration(platform.get_device_capability(), question)
        asked.mla_prefill_backend = MLAPrefillBackendEnum[name]
        try:
            selector.get_mla_prefill_backend(config)
            refused = False
        except ValueError:
            refused = True
        assert refused == bool(told), (name, told)
        reasons.append(" ".join(sorted({word(reason) for reason in told})))
    return [taken, *reasons]


def vision(head, dtype):
    return [platform.get_vit_attn_backend(int(head), dtype_of(dtype)).name]


DTYPE = ["bfloat16", "float16", "float32"]
if sys.argv[-1] == "vision":
    case, values, more = vision, {"head": [str(n) for n in range(1, 641)], "dtype": DTYPE}, {}
    head = ["=backend"]
    for name in ("FLASH_ATTN", "TRITON_ATTN", "FLASHINFER"):
        try:
            AttentionBackendEnum[name].get_class()
        except ImportError:
            pass
else:
    case, more = prefill, {"flashinfer": flashinfer, "tokenspeed": tokenspeed}
    values = {"dtype": DTYPE, "nope": ["0", "64", "128", "192", "256"], "rope": ["0", "32", "64"],
              "v": ["64", "128", "192", "256"]}
    head = ["=backend", *(f"fails:{name}" for name in BACKENDS)]
    for name in BACKENDS:
        MLAPrefillBackendEnum[name].get_class()
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["sm", *values, *more, *head])
for row in itertools.product(*values.values()):
    stubs.COUNTED.clear()
    answer = case(*row)
    if stubs.COUNTED:
        sys.exit(f"a stub decided in {row}: {stubs.COUNTED[:3]}")
    out.writerow([sm, *row, *more.values(), *answer])
