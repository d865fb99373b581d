"""Every line with a comment is an error to mypy; run.sh counts them."""

from __future__ import annotations

from typing import Optional

import chain
import gemma4
import kitchen_sink

gemma4.select_attention(arch="x", sm=100, flashinfer=None, quantization="")  # an input is missing
gemma4.select_attention("x", 100, None, "", False)  # inputs are keywords
gemma4.select_attention(arch="x", sm=10.0, flashinfer=None, quantization="", moe=False)  # a float is no SM
gemma4.select_attention(arch="x", sm=100, flashinfer=6, quantization="", moe=False)  # a number is no version
gemma4.check_attention("fa9", arch="x", sm=100, flashinfer=None, quantization="", moe=False)  # no value of the output
value: str = gemma4.select_attention(arch="x", sm=100, flashinfer=None, quantization="", moe=False)  # NONE is None
kitchen_sink.select(arch="x", sm=60, kv="fp9", lib=None, server="1", page=None, mla=False, sinks=None)  # no value of kv
kitchen_sink.select(arch="x", sm=60, kv="fp8", lib=None, server=None, page=None, mla=False, sinks=None)  # server is always there
kitchen_sink.select(arch="x", sm=60, kv="fp8", lib=None, server="1", page=None, mla=None, sinks=None)  # mla is always known
chain.resolve(arch="A", fast=True, heads=1, kv_heads=1, kernel="mma")  # the output takes no choice
same: bool = chain.select_kernel(arch="A", fast=True, heads=1, kv_heads=1) == "mmb"  # never equal
right: Optional[gemma4.AttentionValue] = gemma4.select_attention(arch="x", sm=100, flashinfer=None, quantization="", moe=False)
