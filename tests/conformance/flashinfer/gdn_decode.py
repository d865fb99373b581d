"""One machine of FlashInfer 0.7.4: which kernel one step of a Gated DeltaNet decodes with, as CSV on standard output.

usage: gdn_decode.py ROOT SM     (ROOT: the unpacked wheel)

The functions themselves are called, backend="auto", with tensors that have a shape and a dtype and nothing else; the
kernels behind them only tell that they were reached.  A fact is whether Cake's manifest has a variant for the call; what
comes before and after that question is the package's own code.  The columns are those of tables/flashinfer-gdn-decode.ini.
"""
import csv
import random
import sys
import types

import machine
import matrix
from machine import Reached, reach, stubs, world

root, sm = sys.argv[1], int(sys.argv[2])
Tensor = machine.start(root, sm)
import torch  # noqa: E402

machine.dsl("4.8.0")
from flashinfer import gdn_decode as gdn  # noqa: E402

TYPES = matrix.types("fp32", "fp16", "bf16")
INDEX = {"int32": world.DTYPES["int32"], "int64": world.DTYPES["int64"]}
BF16, F32 = TYPES["bf16"], TYPES["fp32"]
DEFAULT = {"api": "gated_delta_rule_decode_pretranspose", "tokens": "1", "batch": "64", "v_heads": "32", "head": "128", "value": "128",
           "q": "bf16", "dt_bias": "fp32", "state": "bf16", "slots": "pool", "index": "int32", "intermediate": "no",
           "disable_update": "no", "cake": "no"}
YES = ["no", "yes"]
HEADS = ["64", "128", "132", "136", "160", "256"]
SPACE = [
    {"tokens": ["1", "2", "4"], "batch": ["1", "15", "16", "17", "64"], "v_heads": ["16", "32"], "q": list(TYPES), "state": ["bf16", "fp32", "fp16"],
     "slots": ["direct", "pool", "ugpu"], "index": list(INDEX), "cake": YES},
    {"tokens": ["1", "2"], "head": HEADS, "value": HEADS, "q": ["bf16", "fp32"], "state": ["bf16", "fp32"], "slots": ["direct", "pool", "ugpu"],
     "cake": YES},
    {"tokens": ["1", "3"], "q": ["fp16", "bf16"], "dt_bias": ["bf16", "fp32"], "state": ["bf16", "fp32"], "slots": ["direct", "pool", "ugpu"],
     "index": list(INDEX), "intermediate": YES, "disable_update": YES, "cake": YES},
    {"api": ["gated_delta_rule_decode"], "tokens": ["1", "2"], "head": HEADS, "value": HEADS, "q": list(TYPES), "dt_bias": ["bf16", "fp32"],
     "state": ["bf16", "fp32"], "cake": YES},
]
gdn.__dict__.update(
    _gated_delta_rule_t1_rubin=reach("rubin"), _run_rubin_t1_ugpu=reach("rubin_ugpu"), _gated_delta_rule_bf16_state=reach("bf16"),
    _gated_delta_rule_bf16_state_mtp=reach("bf16_mtp"), gated_delta_rule_mtp=reach("fp32_mtp"), run_pretranspose_decode=reach("fp32"),
    run_nontranspose_decode=reach("fp32"), _cake_gdn_assert_state_slots=lambda *a, **k: None)
gdn._cake_gdn.load_cake_gdn_kernel = reach("cake")
assert (gdn._CAKE_GDN_AVAILABLE, gdn._GDN_DECODE_BF16_STATE_AVAILABLE, gdn._GDN_DECODE_BF16_STATE_RUBIN_AVAILABLE) == (True,) * 3
device = torch.device()
torch.arange = lambda count, **_: Tensor((count,), INDEX["int32"], device)


def case(row):
    tokens, batch, heads, k, v = (int(row[name]) for name in ("tokens", "batch", "v_heads", "head", "value"))
    state, pool = TYPES[row["state"]], 128

    def variant(**_):
        if row["cake"] == "no":
            raise gdn._cake_gdn.CakeGDNUnsupportedError("no row of the manifest")
        return types.SimpleNamespace(variant_name="variant", route_id="route")

    gdn._cake_gdn.select_cake_gdn_decode_variant = variant
    steps = stubs.Stub("tokens") if machine.TRIP == "stub" else tokens

    def tensor(*shape, dtype=TYPES[row["q"]]):
        return Tensor(shape, dtype, device)

    inputs = dict(q=tensor(batch, steps, 16, k), k=tensor(batch, steps, 16, k), v=tensor(batch, steps, heads, v),
                  A_log=tensor(heads, dtype=F32), a=tensor(batch, steps, heads, dtype=BF16), b=tensor(batch, steps, heads, dtype=BF16),
                  dt_bias=tensor(heads, dtype=TYPES[row["dt_bias"]]))
    try:
        if row["api"] == "gated_delta_rule_decode":
            gdn.gated_delta_rule_decode(**inputs, state=tensor(batch, heads, k, v, dtype=state))
        else:
            slots = {}
            if row["slots"] != "direct":
                shape = (heads, 2, v // 2, k) if row["slots"] == "ugpu" else (heads, v, k)
                slots = dict(initial_state=tensor(pool, *shape, dtype=state), initial_state_indices=tensor(batch, dtype=INDEX[row["index"]]))
            gdn.gated_delta_rule_decode_pretranspose(
                **inputs, state=None if slots else tensor(batch, heads, v, k, dtype=state), **slots,
                intermediate_states_buffer=tensor(batch, steps, heads, v, k, dtype=state) if row["intermediate"] == "yes" else None,
                disable_state_update=row["disable_update"] == "yes")
    except Reached as reached:
        return [str(reached)]
    except (AssertionError, ValueError):
        return ["ERROR"]
    sys.exit(f"nothing runs in {row}")


def rows():
    for space in SPACE:
        for cell in matrix.products(space):
            yield {**DEFAULT, **cell}
    for cell in matrix.draws([*SPACE, {"api": [DEFAULT["api"]] * 3}], 4000, random.Random(sm)):
        yield {**DEFAULT, **cell}


out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["sm", *DEFAULT, "=kernel"])
for row in rows():
    out.writerow([sm, *row.values(), *matrix.decided(case, row)])
