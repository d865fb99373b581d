"""How a server uses the module: what it says, and that its types hold (mypy --strict takes this file)."""

from __future__ import annotations

from typing import Dict, Optional, Tuple

import chain
import gemma4
import hard_words
import kitchen_sink

here: gemma4.Inputs = {"arch": "Gemma4ForCausalLM", "sm": 100, "flashinfer": "0.6.10.post1", "quantization": "", "moe": False}

# the choice, as one output and as all of them
attention: Optional[gemma4.AttentionValue] = gemma4.select_attention(**here)
assert attention == "trtllm_mha"
assert gemma4.select(**here).attention == attention
for sm in (100, "100", "sm_100", "sm_100a", "sm100f", "10.0", (10, 0)):
    assert gemma4.select_attention(arch="Gemma4ForCausalLM", sm=sm, flashinfer=gemma4.Version("v0.6.10-1"), quantization="", moe=False) == attention
assert gemma4.select_attention(arch="LlamaForCausalLM", sm=None, flashinfer=None, quantization="", moe=False) is None

# why, and what was rejected
old = gemma4.explain_attention(arch="Gemma4ForCausalLM", sm=100, flashinfer="0.6.9", quantization="", moe=False)
assert (old.value, old.error, old.rule is not None and old.rule.name) == ("triton", None, "gemma4")
assert old.rule is not None and old.rule.place.startswith("tables/gemma4.ini:") and old.rule.why and old.rule.source
(rejected,) = old.rejected
(failure,) = rejected.failures
assert (rejected.value, failure.name, failure.needs, failure.found) == (
    "trtllm_mha", "head-512" if failure.name == "head-512" else failure.name, "flashinfer = >=0.6.10.post1", "flashinfer=0.6.9")
assert "rejected attention=trtllm_mha: needs" in str(old) and failure.why in str(old) and failure.place in str(old)

# a choice of the user's own: every reason, not the first one
bad = gemma4.check_attention("trtllm_mha", arch="Gemma4ForCausalLM", sm=120, flashinfer="0.6.9", quantization="", moe=False)
assert {f.needs.split(" ")[0] for f in bad} >= {"sm", "flashinfer"}, bad
assert gemma4.check_attention("triton", **here) == ()
assert gemma4.check(attention="trtllm_mha", **here) == ()

# what is no value of an input, and what the table refuses
wrong: Dict[str, gemma4.Sm] = {"95": 95, "text": "sm_ten", "pair": (10, 10), "true": True}
for value in wrong.values():
    try:
        raise AssertionError(gemma4.select_attention(arch="Gemma4ForCausalLM", sm=value, flashinfer=None, quantization="", moe=False))
    except gemma4.Refused as refused:
        assert "is no value of this input" in str(refused) and "sm: " in str(refused), refused
try:
    raise AssertionError(gemma4.select_attention(arch="Gemma4ForCausalLM", sm=100, flashinfer="new", quantization="", moe=False))
except gemma4.Refused as refused:
    assert "flashinfer: 'new' is no value" in str(refused)
try:
    raise AssertionError(kitchen_sink.select(arch="x", sm=60, kv="fp8", lib=None, server="1", page=None, mla=False, sinks=None))
except kitchen_sink.Refused as refused:
    assert refused.explanation.rule is not None and refused.explanation.rule.refuses and "too old" in str(refused)
try:
    raise AssertionError(gemma4.Version("one"))
except ValueError as error:
    assert str(error) == "'one' is no version"
assert gemma4.Version("1.0") == gemma4.Version("1.0.0") and hash(gemma4.Version("1.0")) == hash(gemma4.Version("1"))

# decisions that later ones are made from; all outputs are there
both = chain.select(arch="A", fast=True, heads=8, kv_heads=1)
kernel: chain.KernelValue = both.kernel
page: Optional[int] = both.page
assert (kernel, page) == ("mma", 64)
assert [(name, e.value) for name, e in chain.explain(arch="B", fast=False, heads=8, kv_heads=1).items()] == [("kernel", "vec"), ("page", 16)]
try:
    raise AssertionError(chain.select(arch="B", fast=False, heads=6, kv_heads=3))
except chain.Refused as refused:
    assert refused.explanation.output == "page"

# choices: the value, how it came out, and what speaks against it
done = hard_words.resolve(lambda_="x", str="c\\d", sm=None, is_=None, self=3, key=None, nonlocal_=12)
assert (done.len.value, done.len.how, done.nonlocal_.value, done.nonlocal_.decided, done.nonlocal_.how, done.good) == (
    "True", "decided", 12, 3, "chosen", True)
no = hard_words.resolve(lambda_="x", str="a b", sm=None, is_=True, self=3, key=None, nonlocal_=-1)
assert (no.nonlocal_.value, no.nonlocal_.error, no.nonlocal_.how, no.good) == (None, True, "refused", False)
against: Tuple[hard_words.Failure, ...] = no.nonlocal_.against
assert [str(f) for f in against] == ["nonlocal: -1 is no value of it"]

# what was asked is remembered up to a limit, and never wrongly
for i in range(70000):
    hard_words.select_nonlocal(lambda_="x", str="a b", sm=None, is_=True, self=i, key=None)
assert hard_words.select_nonlocal(lambda_="x", str="a b", sm=None, is_=True, self=3, key=None) == 3
assert hard_words.select_nonlocal(lambda_="x", str="a b", sm=None, is_=True, self=6, key=None) == 7
