"""The shim for SGLang without SGLang: what it asks for stands here as facts (tests/conformance/sglang asks the package)."""

from __future__ import annotations

import logging
import sys
import types
from typing import Any, Dict, List

PLATFORM = types.SimpleNamespace(is_cuda=True, is_hip=False, is_mps=False, has_flashinfer=True)
SM = [(9, 0)]


def module(name: str, **facts: Any) -> None:
    found = types.ModuleType(name)
    found.__dict__.update(facts)
    sys.modules[name] = found


for package in ("sglang", "sglang.srt", "sglang.srt.configs"):
    module(package, __path__=[])
module("torch", cuda=types.SimpleNamespace(get_device_capability=lambda: SM[0]), version=types.SimpleNamespace(cuda="12.8"))
module("sglang.srt.runtime_context", get_platform=lambda: PLATFORM)
module("sglang.srt.configs.model_config", AttentionArch=types.SimpleNamespace(MLA="mla"))

import gemma4_shim  # noqa: E402
import sglang_attention_shim as shim  # noqa: E402

said: List[str] = []
handler = logging.Handler()
handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
for each in (shim, gemma4_shim):
    each.logger.addHandler(handler)
    each.logger.setLevel(logging.INFO)


def model(arch: str, **more: Any) -> Any:
    facts: Dict[str, Any] = dict(
        hf_config=types.SimpleNamespace(architectures=[arch]), hf_text_config=types.SimpleNamespace(), attention_arch="mha",
        has_attention_sinks=False, has_asymmetric_kv=False, quantization=None, get_num_kv_heads=lambda tp: 8)
    return types.SimpleNamespace(**{**facts, **more})


def args(**user: Any) -> Any:
    fields: Dict[str, Any] = dict.fromkeys(
        ("attention_backend", "prefill_attention_backend", "decode_attention_backend", "speculative_algorithm",
         "speculative_eagle_topk", "page_size"))
    fields.update(kv_cache_dtype="auto", tp_size=1, enable_deterministic_inference=False)
    found = types.SimpleNamespace(**{**fields, **user})
    found.get_model_config = lambda: model("LlamaForCausalLM")
    return found


# everything is unset: both are filled, and the log says by which rule, where and why
one = args()
reasons = shim.fill(one)
assert (one.prefill_attention_backend, one.decode_attention_backend, one.attention_backend) == ("fa3", "fa3", None)
assert set(reasons) == {"prefill_attention_backend", "decode_attention_backend"}
assert len(said) == 2 and all("= arch=LlamaForCausalLM platform=cuda sm=(9, 0)" in text for text in said), said
assert all("rule mha-hopper, tables/sglang-attention.ini:" in text and "source: " in text for text in said), said

# what the user has set stays, whichever way it was set
for user in ({"attention_backend": "triton"}, {"prefill_attention_backend": "a", "decode_attention_backend": "b"}):
    said.clear()
    two = args(**user)
    before = dict(vars(two))
    assert shim.fill(two) == {} and vars(two) == before and all("the user's choice" in text for text in said)
three = args(decode_attention_backend="triton")
assert set(shim.fill(three, model("LlamaForCausalLM"))) == {"prefill_attention_backend"}
assert (three.prefill_attention_backend, three.decode_attention_backend) == ("fa3", "triton")

# where the table refuses, nothing is filled and the log says so
said.clear()
SM[0] = (5, 2)
four = args()
assert shim.fill(four) == {} and four.prefill_attention_backend is None
assert len(said) == 2 and all("stays unset" in text and "rule old-gpu" in text for text in said), said

# another table, other inputs: NONE leaves the field to SGLang
SM[0] = (10, 0)
said.clear()
five = args()
assert gemma4_shim.fill(five) == {} and "stays unset" in said[0] and "attention=NONE" in said[0], said
six = args()
gemma4_shim.FACTS["flashinfer"] = lambda a, m: "0.6.10.post1"
assert gemma4_shim.fill(six, model("Gemma4ForCausalLM"))["attention_backend"].value == six.attention_backend == "trtllm_mha"
