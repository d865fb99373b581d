"""One machine of FlashInfer 0.7.4: the order in which BatchMLAPagedAttentionWrapper(backend="auto") tries its backends.

usage: mla_order.py ROOT SM     (ROOT: the unpacked wheel)

The automatic policy itself plans, with the facts of a batch; every backend refuses, so that all are tried.  The columns are
those of tables/flashinfer-mla-order.ini.
"""
import csv
import random
import sys
import types

import machine
import matrix
from machine import stubs, world

root, sm = sys.argv[1], int(sys.argv[2])
Tensor = machine.start(root, sm)
host = machine.host()
import torch  # noqa: E402

machine.dsl("4.8.0")
from flashinfer.mla._batch_mla import _auto_policy as policy, _wrapper as wrapper  # noqa: E402
from flashinfer.mla._batch_mla._backends._capabilities import _BackendPlanUnsupportedError  # noqa: E402

E4M3, BF16 = world.DTYPES["float8_e4m3fn"], world.DTYPES["bfloat16"]
FACTS = ["cuda", "graph", "causal", "base2", "fp8", "plain", "page_size", "heads"]
BATCH = ["batch", "total_q", "max_q", "min_q", "total_kv", "max_kv", "min_kv", "work", "near_prefill", "table_tiles",
         "output_work", "query_tile", "even_q", "even_kv", "long_enough", "table_fit"]
YES = ["no", "yes"]
tried = []


def refusing(name, real):
    class Refusing:
        _plan_capabilities = real._plan_capabilities

        @classmethod
        def plan_from_wrapper(cls, args):
            tried.append(name)
            raise _BackendPlanUnsupportedError("asked for its turn only")
    return Refusing


wrapper._BACKEND_TYPES = {name: refusing(name, real) if name in policy._AUTO_BACKEND_CANDIDATES else real
                          for name, real in wrapper._BACKEND_TYPES.items()}


def order(row, queries, lengths):
    torch.version.cuda = row["cuda"]
    device = torch.device()
    offsets = [sum(queries[:i]) for i in range(len(queries) + 1)]
    csr = types.SimpleNamespace(qo_indptr=host(offsets), kv_len_arr=host(lengths))
    kind = E4M3 if row["fp8"] == "yes" else BF16
    heads = stubs.Stub("heads") if machine.TRIP == "stub" else int(row["heads"])
    args = types.SimpleNamespace(
        csr=lambda: csr, num_heads=heads, lse_mode="base2" if row["base2"] == "yes" else "none", causal=row["causal"] == "yes",
        q_data_type=kind, kv_data_type=kind, output_dtype=kind, head_dim_ckv=512, head_dim_kpe=64, page_size=int(row["page_size"]),
        query_layout="packed" if row["plain"] == "yes" else "split", kv_cache_layout="packed", scale_mode="default", sm_scale=0.1,
        output_scale="none", use_sinks=False, use_profiler=False, skip_softmax=False, enable_pdl=None,
        metadata=types.SimpleNamespace(block_tables=None if row["table_tiles"] == "unset" else Tensor(
            (len(lengths), int(row["table_tiles"]) * 128 // int(row["page_size"])), world.DTYPES["int32"], device)),
        _use_cuda_graph=row["graph"] == "yes", _previous_backend_name=None,
        _float_workspace_buffer=types.SimpleNamespace(device=device))
    tried.clear()
    try:
        policy._BatchMLAPagedAttentionAutoBackend.plan_from_wrapper(args)
    except _BackendPlanUnsupportedError:
        return list(tried)
    sys.exit(f"a backend plans in {row}")


def facts(row, queries, lengths):
    """What the policy computes of a batch."""
    heads, batch, q, kv = int(row["heads"]), len(queries), sum(queries), sum(lengths)
    work = heads * sum(x * y for x, y in zip(queries, lengths))
    long, tiles = max(lengths), row["table_tiles"]
    wide = 0 if tiles == "unset" else int(tiles) * 128
    fit = "tight" if wide <= -(-long // 128) * 128 else "double" if wide <= 2 * long else "wide"
    near = (4 if heads <= 8 else 2) * q + 32 * batch >= kv
    return {"batch": batch, "total_q": q, "max_q": max(queries), "min_q": min(queries), "total_kv": kv, "max_kv": max(lengths),
            "min_kv": min(lengths), "work": min(work, 2**31 - 1), "near_prefill": YES[near], "table_tiles": tiles,
            "output_work": heads * q, "query_tile": heads * max(queries), "even_q": YES[min(queries) == max(queries)],
            "even_kv": YES[min(lengths) == long], "long_enough": YES[min(lengths) >= max(queries)], "table_fit": fit}


def batches(dice):
    """Requests alike or of all kinds, with the sizes around every bound of the policy."""
    few = dice.choice([1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 31, 32, 33, 127, 128, 129, 512])
    long = dice.choice([16, 32, 33, 64, 128, 256, 512, 513, 1024, 1025, 2047, 2048, 2049, 4096, 4097, 8191, 8192, 16384, 32767, 32768, 65536])
    count = dice.choice([1, 1, 2, 3, 8, 16, 31, 32, 33, 64, 96, 128, 129])
    queries, lengths = [few] * count, [long] * count
    if dice.random() < 0.3:
        queries = [dice.choice([1, few]) for _ in range(count)]
    if dice.random() < 0.3:
        lengths = [dice.choice([long, max(1, long // 2), long - 1]) for _ in range(count)]
    return queries, lengths


def rows(dice):
    for _ in range(24000 if sm in (100, 103, 107) else 300):
        row = {"cuda": dice.choice(["12.2", "12.3", "12.7", "12.8", "12.9", "13.0"]), "graph": dice.choice(YES), "causal": dice.choice(YES),
               "base2": dice.choice(YES), "fp8": "no", "plain": "yes", "page_size": "64",
               "heads": dice.choice(["1", "8", "9", "16", "17", "31", "32", "63", "64", "96", "127", "128", "129"]), "table_tiles": "unset"}
        queries, lengths = batches(dice)
        if dice.random() < (0.5 if sm == 107 else 0.05):  # what the Rubin kernel was measured for
            count, few, long = dice.choice([31, 32, 64, 127, 128, 129]), dice.choice([1, 2, 3, 4]), dice.choice(
                [1, 3, 4, 32, 100, 128, 256, 257, 1024, 2048, 2049, 8191, 8192, 32767, 32768, 65536, 65537])
            queries, lengths = [few] * count, [long] * count
            if dice.random() < 0.2:
                lengths[0] = max(1, long - 1)
            if dice.random() < 0.1:
                queries[0] += 1
            row |= {"fp8": dice.choice(["yes", "yes", "yes", "no"]), "plain": dice.choice(["yes", "yes", "yes", "no"]), "causal": "yes",
                    "page_size": dice.choice(["64", "128", "32"]), "heads": dice.choice(["128", "128", "128", "64"]),
                    "table_tiles": dice.choice(["unset", str(-(-long // 128)), str(2 * -(-long // 128)), str(2 * -(-long // 128) + 1), "16", "17", "512"])}
        yield row, queries, lengths


def main():
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["sm", *FACTS, *BATCH, "=backend", "ranked:backend"])
    for row, queries, lengths in rows(random.Random(sm)):
        turns = matrix.decided(order, row, queries, lengths)
        out.writerow([sm, *(row[name] for name in FACTS), *facts(row, queries, lengths).values(), turns[0], " ".join(turns)])


main()
