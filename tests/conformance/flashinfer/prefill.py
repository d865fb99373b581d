"""One machine of FlashInfer 0.7.4: what prefill attention chooses with backend="auto", as CSV on standard output.

usage: prefill.py ROOT SM     (ROOT: the unpacked wheel)

The functions and the plan() of the wrappers themselves are called; index arrays are real, tensors have a shape and a dtype
and nothing else.  `backend` is what auto resolves to, `runs` the same where the package goes on to build or load its
kernel, and ERROR where its own code refuses first.  The columns are those of tables/flashinfer-prefill.ini.
"""
import csv
import random
import sys

import machine
import matrix
from machine import Reached, reach, stubs, world

root, sm = sys.argv[1], int(sys.argv[2])
Tensor = machine.start(root, sm)
host = machine.host()
import torch  # noqa: E402
from flashinfer import prefill, sparse  # noqa: E402
from flashinfer.attention import _core as attention  # noqa: E402
from flashinfer.cudnn import prefill as cudnn_prefill, utils as cudnn_utils  # noqa: E402
from flashinfer.jit.attention import modules  # noqa: E402

SINGLE, PAGED = "single_prefill_with_kv_cache", "BatchPrefillWithPagedKVCacheWrapper"
RAGGED, SINK = "BatchPrefillWithRaggedKVCacheWrapper", "BatchAttentionWithAttentionSinkWrapper"
TYPES = matrix.types("fp16", "bf16", "e4m3", "e5m2", "nvfp4")
DEFAULT = {"cuda": "13.0", "cudnn_version": "92700", "frontend": "1.32.0", "cute_dsl": "4.8.0", "q": "bf16", "kv": "bf16", "o": "bf16",
           "head_qk": "128", "head_vo": "128", "encoding": "no", "fp16_qk": "no", "mask": "no", "causal": "yes", "window": "no",
           "soft_cap": "no", "sinks": "no", "multi_item": "no", "split": "no", "token_scales": "no", "layout": "NHD", "group": "4",
           "kv_heads": "8", "page_size": "16", "batch": "1", "q_len": "1024", "kv_len": "1024", "whole": "yes", "empty_rows": "no",
           "graph": "no", "index": "int32", "lengths": "cpu", "q_lengths": "no"}
YES = ["no", "yes"]
ALL, HALF = list(TYPES), ["fp16", "bf16"]
HEADS = [("64", "64"), ("96", "96"), ("128", "128"), ("192", "128"), ("256", "256"), ("128", "64")]
CUDA = ["12.2", "12.3", "12.7", "12.8", "12.9", "13.0"]
MACHINES = [("absent", "absent", "4.8.0"), ("92399", "1.32.0", "4.8.0"), ("92400", "1.24.0", "4.8.0"), ("92400", "1.25.0", "4.8.0"),
            ("92699", "1.32.0", "4.8.0"), ("92700", "1.31.0", "4.8.0"), ("92700", "1.32.0", "4.6.2"), ("92700", "1.32.0", "4.7.0"),
            ("92700", "1.32.0", "absent")]
LIBRARIES = ("cudnn_version", "frontend", "cute_dsl")
PAIR, LENGTHS = ("head_qk", "head_vo"), ("q_len", "kv_len", "whole")


def lengths(*pairs):
    return [(str(q), str(kv), "yes" if q == kv else "no") for q, kv in pairs]


# of each API: the values of one input, or of several together
SPACE = [
    (SINGLE, {"cuda": CUDA[:3], "q": ALL[:4], "kv": ALL, PAIR: HEADS, "encoding": YES, "fp16_qk": YES, "mask": YES,
                        "window": YES}),
    (SINGLE, {"q": ALL[:4], "kv": ["e4m3", "e5m2"], PAIR: [*HEADS, ("72", "72"), ("64", "72")], "token_scales": ["yes"],
                        "mask": YES}),
    (PAGED, {"cuda": CUDA[:3], "q": ALL[:4], "kv": ALL, "o": ["bf16", "e4m3"], PAIR: HEADS, "encoding": YES,
                       "fp16_qk": YES, "mask": YES, LENGTHS: lengths((1, 4096), (64, 64), (65, 65))}),
    (PAGED, {"q": ALL[:4], "kv": ALL, PAIR: [*HEADS, ("72", "72"), ("64", "72")], "token_scales": ["yes"], "mask": YES}),
    (PAGED, {LIBRARIES: MACHINES, "cuda": ["12.7", "12.8"], "layout": ["HND", "NHD"], LENGTHS: lengths((2048, 2048)),
                       "lengths": ["cpu", "gpu"]}),
    (PAGED, {"layout": ["HND"], LENGTHS: lengths(
        (63, 4096), (64, 2047), (64, 2048), (64, 4096), (512, 2048), (513, 2048), (1024, 4095), (1024, 4096), (1025, 8192),
        (1023, 1023), (1024, 1024), (8192, 8192), (8193, 8193), (1024, 32768), (1024, 32769), (2048, 4096)),
        "batch": ["1", "4", "5"], "group": ["1", "3", "4", "16", "32"], "kv_heads": ["1", "2", "7", "8", "16", "64"],
        "lengths": ["cpu", "gpu"], "q_lengths": YES}),
    (PAGED, {"layout": ["HND"], "q": HALF, "kv": HALF, "o": HALF, PAIR: HEADS, "causal": YES, "window": YES, "soft_cap": YES,
                       "page_size": ["8", "16", "32"], LENGTHS: lengths((1024, 4096), (2048, 2048))}),
    (PAGED, {"layout": ["HND"], "encoding": YES, "fp16_qk": YES, "mask": YES, "sinks": YES, "multi_item": YES,
                       "split": YES, LENGTHS: lengths((1024, 4096))}),
    (RAGGED, {"cuda": CUDA, "q": ALL[:4], "kv": ALL, "o": ["bf16", "e4m3"], PAIR: HEADS, "encoding": YES,
                        "fp16_qk": YES, "mask": YES}),
    (RAGGED, {"q": ALL[:4], "kv": ALL, PAIR: [*HEADS, ("72", "72"), ("64", "72")], "token_scales": ["yes"], "mask": YES}),
    (RAGGED, {LIBRARIES: MACHINES, "cuda": ["12.7", "12.8", "13.0"], "q": HALF, "kv": HALF, "o": HALF, PAIR: HEADS,
                        "window": YES, "sinks": YES}),
    (RAGGED, {"cuda": ["12.7", "12.8", "12.9"], "q": HALF, "kv": HALF, PAIR: HEADS, "fp16_qk": YES, "window": YES,
                        "soft_cap": YES, "multi_item": YES, "layout": ["NHD", "HND"], "group": ["1", "4"],
                        LENGTHS: lengths((255, 255), (256, 256), (256, 512))}),
    (RAGGED, {LIBRARIES: MACHINES[1:], "group": ["1", "4"], LENGTHS: lengths((1, 512), (2, 512)), "empty_rows": YES,
                        "graph": YES, "index": ["int32", "int64"], "batch": ["4"]}),
    (RAGGED, {LIBRARIES: MACHINES[:2], "batch": ["1", "128", "256", "257"], LENGTHS: lengths((256, 256), (257, 257), (4096, 4096)),
                        "group": ["4"], "kv_heads": ["8", "32", "128"]}),
    (SINK, {"cuda": CUDA[:3], "q": ALL[:4], "kv": ALL, PAIR: HEADS, "encoding": YES, "fp16_qk": YES, "mask": YES,
                      "window": YES}),
]


class Stop:
    """A wrapper that shows what auto resolves to, and stops where nothing more is chosen."""

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        if name == "_backend":
            chosen.append(value)
            if value in ("cudnn", "fmha_v2"):
                raise Reached(value)


class Paged(Stop, prefill.BatchPrefillWithPagedKVCacheWrapper):
    pass


class Ragged(Stop, prefill.BatchPrefillWithRaggedKVCacheWrapper):
    pass


chosen = []
device = None
determine = prefill.determine_attention_backend


def determined(*args, **kwargs):
    chosen.append(determine(*args, **kwargs))
    return chosen[-1]


prefill.determine_attention_backend = attention.determine_attention_backend = determined
prefill.get_fmha_module = reach("cutlass")
prefill._gen_batch_prefill_independent_paged_module = reach("fa2")
modules.gen_customize_batch_prefill_module = lambda backend, *a, **k: (_ for _ in ()).throw(Reached(backend))
modules.gen_customize_single_prefill_module = modules.gen_customize_batch_prefill_module
prefill.get_customize_batch_prefill_module = reach("sink")
prefill._compute_page_mask_indptr = prefill._compute_mask_indptr = lambda *a: host([0])
prefill.segment_packbits = lambda mask, indptr, **k: (Tensor((8,), TYPES["nvfp4"], device), indptr)
prefill.packbits = lambda mask, **k: mask
prefill.get_seq_lens = lambda indptr, last, page: (indptr[1:] - indptr[:-1] - 1) * page + last
prefill._nvfp4_kv_requires_disabled_split_kv = lambda *a: False


def machine_of(row):
    """The libraries of this row; a device of its own, since what FlashInfer asks of one is cached."""
    global device
    torch.version.cuda, device = row["cuda"], torch.device()
    module = machine.cudnn(row["cudnn_version"], row["frontend"], row["cute_dsl"])
    cudnn_prefill.cudnn, cudnn_prefill.CUDNN_AVAILABLE = module, module is not None
    if machine.TRIP == "stub" and module:
        module.backend_version = lambda: stubs.Stub("cudnn")
    for one in (cudnn_prefill, cudnn_utils):
        for function in vars(one).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


def batch_of(row):
    """Index arrays of a batch of equal requests; with empty_rows the last has no query."""
    batch, q, kv, page = (int(row[x]) for x in ("batch", "q_len", "kv_len", "page_size"))
    queries = [q] * batch
    if row["empty_rows"] == "yes":
        queries[-1] = 0
    ends = [sum(queries[:i]) for i in range(batch + 1)]
    pages = -(-kv // page)
    return (host(ends, row["index"]), host([i * pages for i in range(batch + 1)], row["index"]), host([(kv - 1) % page + 1] * batch),
            host([i * kv for i in range(batch + 1)], row["index"]))


def call(api, row, position):
    yes = {name: row[name] == "yes" for name in row}
    q, kv, o = TYPES[row["q"]], TYPES[row["kv"]], TYPES[row["o"]]
    qk, vo, kv_heads = int(row["head_qk"]), int(row["head_vo"]), int(row["kv_heads"])
    heads = kv_heads * int(row["group"])
    window, cap = 127 if yes["window"] else -1, 30.0 if yes["soft_cap"] else None
    mask = Tensor((64,), world.DTYPES["bool"], device) if yes["mask"] else None
    ints = Tensor((8,), world.DTYPES["int32"], device)
    workspace = Tensor((1 << 20,), TYPES["nvfp4"], device)
    if api == SINGLE:
        packed = 2 if row["kv"] == "nvfp4" else 1
        scales = tuple(Tensor((64, kv_heads), world.DTYPES["float32"], device, strides) for strides in ((kv_heads, 1), (kv_heads, 1)))
        prefill.single_prefill_with_kv_cache(
            Tensor((64, heads, qk), q, device), Tensor((64, kv_heads, qk // packed), kv, device),
            Tensor((64, kv_heads, vo // packed), kv, device), custom_mask=mask, causal=True, pos_encoding_mode=position,
            use_fp16_qk_reduction=yes["fp16_qk"], window_left=window,
            kv_cache_sf=scales if yes["token_scales"] or row["kv"] == "nvfp4" else None)
    elif api == SINK:
        attention.BatchAttentionWithAttentionSinkWrapper(
            workspace, custom_mask_buf=mask, backend="auto", pos_encoding_mode=position, use_fp16_qk_reduction=yes["fp16_qk"],
            q_data_type=q, kv_data_type=kv, head_dim_qk=qk, head_dim_vo=vo, window_left=window)
    else:
        indptr, page_indptr, last, kv_indptr = batch_of(row)
        options = dict(head_dim_vo=vo, custom_mask=mask, causal=yes["causal"], pos_encoding_mode=position,
                       use_fp16_qk_reduction=yes["fp16_qk"], window_left=window, logits_soft_cap=cap, q_data_type=q, kv_data_type=kv,
                       o_data_type=o, use_token_head_sf=yes["token_scales"], prefix_len_ptr=ints if yes["multi_item"] else None)
        if api == PAGED:
            wrapper = Paged(workspace, row["layout"], backend="auto")
            if yes["sinks"]:
                wrapper._sinks = ints
            wrapper.plan(indptr, page_indptr, host([0] * int(page_indptr[-1])), last, heads, kv_heads, qk, int(row["page_size"]),
                         disable_split_kv=yes["split"], max_sequence_kv=int(row["kv_len"]) if row["lengths"] == "gpu" else None,
                         seq_lens=OnDevice([int(row["kv_len"])] * int(row["batch"])) if row["lengths"] == "gpu" else None,
                         seq_lens_q=ints if yes["q_lengths"] else None, **options)
        else:
            buffers = dict(qo_indptr_buf=indptr, kv_indptr_buf=kv_indptr, custom_mask_buf=mask,
                           mask_indptr_buf=host([0]) if mask else None) if yes["graph"] else {}
            wrapper = Ragged(workspace, row["layout"], use_cuda_graph=yes["graph"], backend="auto", **buffers)
            if yes["sinks"]:
                wrapper._sinks = ints
            wrapper.plan(indptr, kv_indptr, heads, kv_heads, qk, **options)


class OnDevice:
    """Lengths that the GPU has: the host copies them only once FA2 or FA3 is chosen."""
    ndim = 1

    def __init__(self, values):
        self.values, self.shape, self.device = values, (len(values),), device

    def contiguous(self):
        return self

    def cpu(self):
        if not chosen or chosen[-1] == "auto":
            sys.exit("lengths of the GPU are read before the choice")
        return host(self.values)


def case(api, row, position):
    chosen.clear()
    runs = "ERROR"
    try:
        call(api, row, position)
        sys.exit(f"nothing runs in {api} {row}")
    except Reached as reached:
        runs = str(reached)
    except (AssertionError, ValueError, NotImplementedError):
        pass
    picks = [pick for pick in chosen if pick != "auto"]
    if api == SINK and runs == "sink":
        runs = picks[-1]
    if api == SINGLE and row["token_scales"] == "yes" and runs != "ERROR":
        picks.append(runs)  # set without a call
    return [picks[-1] if picks else "ERROR", runs]


def answer(row):
    answers = [case(row["api"], row, position) for position in (["ROPE_LLAMA", "ALIBI"] if row["encoding"] == "yes" else ["NONE"])]
    if answers[0] != answers[-1]:
        sys.exit(f"the encodings differ in {row}")
    return answers[0]


def numbers(row):
    """What the choice computes of a batch of equal requests."""
    batch, q, kv, heads = int(row["batch"]), int(row["q_len"]), int(row["kv_len"]), int(row["group"]) * int(row["kv_heads"])
    rows = batch - (row["empty_rows"] == "yes")
    return [str(min(heads * rows * q * kv, 2**31 - 1)), str(heads * rows * -(-q // 256))]


def cells():
    """The products of each API, and cells at random of all that its products name together."""
    for api, space in SPACE:
        for cell in matrix.products(space):
            yield api, cell
    dice = random.Random(sm)
    for api in dict(SPACE):
        for cell in matrix.draws([space for other, space in SPACE if other == api], 4000, dice):
            yield api, cell


def rows():
    for api, cell in cells():
        row = {"api": api, **DEFAULT, **cell}
        if api == SINGLE and row["kv"] not in ("e4m3", "e5m2"):
            row["token_scales"] = "no"  # only an FP8 cache has them
        yield row


def main():
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["sm", "api", *DEFAULT, "work", "tiles", "=backend", "=runs"])
    for row in matrix.by_libraries(rows(), ("cuda", *LIBRARIES), machine_of):
        out.writerow([sm, *row.values(), *numbers(row), *matrix.decided(answer, row)])


main()
