"""One machine of vLLM 0.33.0: the attention backends of layers without MLA over a matrix of cases, as CSV on standard
output.

usage: attention.py ROOT SM FLASHINFER CUBINS     (ROOT: the unpacked wheel; FLASHINFER, CUBINS: yes or no)

The package's own get_attn_backend builds its question from a plain configuration, and its CudaPlatform answers: the
class it takes, the order of those that are valid, and the reasons of those that are not.  Columns: the inputs of
tables/vllm-attention.ini, the answers (=wanted and so on), the order, then for each backend the reasons, as the names
of clauses.  Exit 1 when a predicate is not as the facts have it or a stub decided anything.
"""
import csv
import os
import sys
import types

import world
import stubs

root, sm, flashinfer, cubins = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
TRIP = os.environ.get("TRIP", "")  # run.sh sees with this that both safety nets hold
world.start(root, sm + 20 if TRIP == "predicate" else sm, "13.0", absent={"flashinfer"} if flashinfer == "no" else ())

from vllm.platforms import current_platform  # noqa: E402

world.predicates(current_platform, sm)
import choose  # noqa: E402
from vllm.v1.attention.backends import fa_utils  # noqa: E402

BACKENDS = ["TRITON_FLASHINFER", "TRITON_FLASH_ATTN", "FLASHINFER", "FLASH_ATTN", "TRITON_ATTN", "FLEX_ATTENTION", "TURBOQUANT"]
KV = ["auto", "float16", "bfloat16", "fp8", "fp8_e4m3", "fp8_e5m2", "fp8_ds_mla", "turboquant_k8v4", "turboquant_3bit_nc",
      "octave_k3v4", "ultraquant_4bit", "int4_per_token_head", "int8_per_token_head", "fp8_per_token_head", "nvfp4",
      "nvfp4_4over6", "nvfp4_ds_mla"]
FLAG = ["no", "yes"]
VALUES = {  # the first is the default
    "head": ["128", "16", "36", "64", "136", "192", "256", "264", "320", "512", "576"],
    "dtype": ["bfloat16", "float16", "float32"],
    "kv": KV,
    "block": ["unset", "16", "24", "32", "64", "128", "192", "1024"],
    "attention": ["decoder", "encoder", "encoder_only", "encoder_decoder"],
    **{name: FLAG for name in ("sinks", "mm_prefix", "head_scales", "sliding", "non_causal", "batch_invariant", "pcp",
                               "dcp", "adaptive", "rswa", "softcap", "diffusion")},
    "model_head": ["128", "256", "512"],
    "model_kv": ["auto", "fp8", "fp8_e4m3", "fp8_e5m2", "bfloat16", "nvfp4", "int8_per_token_head"],
    "flash": ["auto", "2", "3", "4"],
    "trtllm": ["auto", "yes", "no"],
    "heads_divide": ["yes", "no"],
}
SPACES = [  # products; what is not named is the default
    {"head": VALUES["head"], "dtype": VALUES["dtype"], "kv": KV, "block": ["unset", "16", "24", "128"], "mm_prefix": FLAG,
     "sinks": FLAG},
    {"head": ["64", "128", "256", "512"], "block": ["unset", "64", "128"], "flash": VALUES["flash"], "kv": ["auto", "fp8"],
     "batch_invariant": FLAG, "mm_prefix": FLAG, "diffusion": FLAG, "sinks": FLAG, "non_causal": FLAG},
    {"head": ["128", "256", "512"], "block": ["unset", "16", "64", "128"], "flash": ["auto", "4"], "kv": ["auto", "fp8"],
     "model_head": VALUES["model_head"], "model_kv": ["auto", "fp8", "fp8_e5m2"], "dcp": FLAG, "rswa": FLAG,
     "softcap": FLAG, "mm_prefix": FLAG},
    {"kv": ["auto", "nvfp4", "nvfp4_4over6"], "head": ["64", "128"], "sinks": FLAG, "trtllm": VALUES["trtllm"],
     "batch_invariant": FLAG, "adaptive": FLAG, "dcp": FLAG, "heads_divide": ["yes", "no"]},
]
def configuration(row):
    yes = {name: row[name] == "yes" for name in row}
    text = types.SimpleNamespace(attn_logit_softcapping=50.0 if yes["softcap"] else None)
    return types.SimpleNamespace(
        attention_config=types.SimpleNamespace(
            flash_attn_version=None if row["flash"] == "auto" else int(row["flash"]), use_non_causal=yes["non_causal"],
            use_trtllm_attention={"auto": None, "yes": True, "no": False}[row["trtllm"]], backend=None, backend_per_kind={}),
        model_config=types.SimpleNamespace(
            is_diffusion=yes["diffusion"], hf_text_config=text, is_mm_prefix_lm=yes["mm_prefix"],
            rswa_window=1024 if yes["rswa"] else None, get_head_size=lambda: int(row["model_head"]),
            get_num_attention_heads=lambda parallel: 32 if yes["heads_divide"] else 33, get_num_kv_heads=lambda parallel: 8),
        cache_config=types.SimpleNamespace(
            cache_dtype=row["model_kv"], user_specified_block_size=row["block"] != "unset",
            block_size=16 if row["block"] == "unset" else int(row["block"])),
        parallel_config=types.SimpleNamespace(decode_context_parallel_size=1 + yes["dcp"],
                                              prefill_context_parallel_size=1 + yes["pcp"]),
        kv_transfer_config=None,
        speculative_config=types.SimpleNamespace(enable_adaptive_verification=True) if yes["adaptive"] else None)


def case(row):
    choose.batch_invariant(row["batch_invariant"] == "yes")
    head = int(row["head"])
    question, order, reasons = choose.choose(
        configuration(row), BACKENDS, head_size=head, kv_cache_dtype=row["kv"], has_sink=row["sinks"] == "yes",
        dtype=stubs.Stub("dtype") if TRIP == "stub" else world.DTYPES[row["dtype"]],
        use_mm_prefix=row["mm_prefix"] == "yes", use_per_head_quant_scales=row["head_scales"] == "yes",
        attn_type=row["attention"], has_sliding_window=row["sliding"] == "yes")
    any_fa = fa_utils.get_flash_attn_version()
    layer_fa = fa_utils.get_flash_attn_version(head_size=head, has_sinks=question.has_sink,
                                               kv_cache_block_size=question.block_size, supports_fa4_hd256=True)
    return [f"fa{any_fa}" if any_fa else "unsupported", f"fa{layer_fa}" if layer_fa else "unsupported",
            order[0] if order else "ERROR", " ".join(order) or "ERROR", *reasons]


HEAD = ["sm", *VALUES, "flashinfer", "cubins"]
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow([*HEAD, "=fa_any", "=fa_layer", "=backend", "ranked:backend", *(f"fails:{name}" for name in BACKENDS)])
choose.prepare(BACKENDS, cubins == "yes")
seen = set()
for row in sorted(world.rows(VALUES, SPACES, sm), key=lambda row: row["batch_invariant"]):
    row |= {"sm": str(sm), "flashinfer": flashinfer, "cubins": cubins}
    cell = tuple(row[name] for name in HEAD)
    if cell not in seen:
        seen.add(cell)
        stubs.COUNTED.clear()
        out.writerow([*cell, *case(row)])
