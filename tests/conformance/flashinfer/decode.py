"""One machine of FlashInfer 0.7.4: what decode attention chooses with backend="auto", as CSV on standard output.

usage: decode.py ROOT SM     (ROOT: the unpacked wheel)

As prefill.py: the functions and the plan() of the wrapper themselves are called.  `backend` is what auto resolves to, `runs`
the same where the package goes on to build or load its kernel, and ERROR where its own code refuses first.  The columns are
those of tables/flashinfer-decode.ini.
"""
import csv
import io
import random
import sys
import types

import machine
import matrix
from machine import Reached, reach, stubs, world

root, sm = sys.argv[1], int(sys.argv[2])
Tensor = machine.start(root, sm)
host = machine.host()
import torch  # noqa: E402
from flashinfer import decode, prefill, sparse, xqa  # noqa: E402
from flashinfer.cudnn import utils as cudnn_utils  # noqa: E402
from flashinfer.experimental.cake_qsa_nvfp4 import cake_backend  # noqa: E402
from flashinfer.experimental.qsa_nvfp4 import backend as qsa  # noqa: E402
from flashinfer.jit.attention import modules  # noqa: E402
from flashinfer.mla import _core as mla  # noqa: E402

WRAPPER, TRTLLM = "BatchDecodeWithPagedKVCacheWrapper", "trtllm_batch_decode_with_kv_cache"
DSV4, QSA = "trtllm_batch_decode_sparse_mla_dsv4", "qsa_sparse_paged_attention"
TYPES = matrix.types("fp16", "bf16", "e4m3", "e5m2", "nvfp4")
DEFAULT = {"cuda": "13.0", "frontend": "1.32.0", "cute_dsl": "4.8.0", "q": "bf16", "kv": "bf16", "o": "bf16", "head": "128",
           "encoding": "no", "window": "no", "soft_cap": "no", "tensor_cores": "yes", "graph": "no", "layout": "NHD", "group": "8",
           "kv_heads": "8", "page_size": "16", "batch": "16", "q_len": "1", "kv_len": "1024", "mixed": "no", "split": "none_given",
           "token_scales": "no", "table_len": "unset", "feature": "none_asked", "mask": "no"}
YES = ["no", "yes"]
ALL, HALF = list(TYPES), ["fp16", "bf16"]
HEADS = ["64", "72", "128", "256", "512"]
LIBRARIES = ("frontend", "cute_dsl")
MACHINES = [("absent", "4.8.0"), ("1.29.0", "4.8.0"), ("1.30.0", "4.6.2"), ("1.30.0", "4.7.0"), ("1.30.0", "absent"),
            ("1.31.0", "4.8.0"), ("1.32.0", "4.8.0")]
TRTLLM_ONLY = ["lse", "ragged", "unshared", "device_scale", "transform"]
FEATURES = ["none_asked", "trtllm_only", "sparse", "block_sparse"]
SPACE = [
    (WRAPPER, {"cuda": ["12.2", "12.3", "13.0"], "q": ALL[:4], "kv": ALL, "o": ["bf16", "e4m3"], "head": HEADS, "encoding": YES,
               "tensor_cores": YES, "q_len": ["1", "2"], "group": ["8", "16"]}),
    (WRAPPER, {"q": ALL[:4], "kv": ALL, "head": HEADS, "token_scales": ["yes"], "tensor_cores": YES, "q_len": ["1", "2"]}),
    (WRAPPER, {LIBRARIES: MACHINES, "head": HEADS, "q_len": ["1", "2", "4", "5"], "graph": YES, "tensor_cores": YES,
               "table_len": ["unset", "2032", "2048"], "split": ["none_given", "fixed", "disabled"], "group": ["8", "16"]}),
    (WRAPPER, {"q": HALF, "kv": HALF, "o": HALF, "head": ["128", "256"], "encoding": YES, "window": YES, "soft_cap": YES,
               "tensor_cores": YES, "q_len": ["1", "4"], "group": ["8"]}),
    (WRAPPER, {"head": ["128", "256"], "group": ["1", "2", "3", "4", "8", "16", "32", "64", "128"],
               "kv_heads": ["1", "3", "4", "8"], "batch": ["8", "16", "21", "24", "32", "64", "65"], "q_len": ["1", "2", "3", "4"],
               "graph": YES, "table_len": ["unset", "4096"]}),
    (WRAPPER, {"head": ["128", "256"], "page_size": ["1", "8", "12", "16", "32", "64", "128", "192", "256"], "q_len": ["1", "4"],
               "tensor_cores": YES}),
    (WRAPPER, {"q": ["fp16"], "kv": HALF, "o": ["fp16", "bf16"], "graph": ["yes"], "layout": ["NHD", "HND"], "head": ["64", "128"],
               "page_size": ["16", "32"], "group": ["4", "8"], "kv_heads": ["8", "4"], "batch": ["4", "16", "64"],
               "q_len": ["2", "4", "8"], "kv_len": ["1024", "8192"]}),
    (WRAPPER, {"q": ["fp16"], "kv": ["fp16"], "o": ["fp16"], "graph": YES, "group": ["4"], "batch": ["4", "16", "17", "64"],
               "q_len": ["1", "4", "8"], "kv_len": ["1024", "2048", "8192"], "mixed": YES, "window": YES, "soft_cap": YES,
               "encoding": YES, "split": ["none_given", "fixed", "disabled"]}),
    (WRAPPER, {"cuda": ["12.8"], "q": ["e4m3"], "kv": ["e4m3"], "o": ["fp16", "bf16"], "head": ["128", "256"], "encoding": YES,
               "soft_cap": YES, "q_len": ["1", "2"], "group": ["1", "2", "3", "4", "8", "16"]}),
    (TRTLLM, {"q": ["fp16", "bf16", "e4m3"], "kv": ["fp16", "bf16", "e4m3", "nvfp4"], "o": ["fp16", "bf16", "e4m3", "nvfp4"],
              "feature": FEATURES, "q_len": ["1", "2"], "mask": YES, "window": YES, "layout": ["NHD", "HND"]}),
    (DSV4, {}),
    (QSA, {"kv": ["bf16", "e4m3", "nvfp4"]}),
]


class Wrapper(decode.BatchDecodeWithPagedKVCacheWrapper):
    """Shows what auto resolves to, and stops where nothing more is chosen."""

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        if name == "_backend" and value != "auto":
            chosen.append(value)
        elif name == "_use_xqa_mtp_decode" and value:
            chosen.append("xqa")
            raise Reached("xqa")


chosen = []
device, Device = None, torch.device
decode.get_batch_decode_module = lambda *args: (chosen.append("fa2"), decode.gen_batch_decode_module(*args))
modules.gen_customize_batch_decode_module = reach("fa2")
modules.gen_customize_batch_prefill_module = lambda backend, *a, **k: (_ for _ in ()).throw(Reached(backend))
prefill._gen_batch_prefill_independent_paged_module = reach("fa2")
Wrapper._plan_cudnn = lambda self, *a, **k: (chosen.append("cudnn"), reach("cudnn")())
decode.get_seq_lens = lambda indptr, last, page: (indptr[1:] - indptr[:-1] - 1) * page + last
decode._get_range_buf = lambda count, where: host(range(count))
torch.all = lambda x: bool(x.all())
torch.empty_like = lambda x, dtype=None, **k: Tensor(x.shape, dtype or x.dtype, x.device)
decode.get_device_sm_count = xqa.get_device_sm_count = lambda device: 148
decode.device_support_pdl = lambda device: True
decode.get_trtllm_gen_fmha_module = lambda: types.SimpleNamespace(trtllm_paged_attention_decode=reach("trtllm-gen"))
xqa.get_xqa_module = lambda *a: types.SimpleNamespace(xqa=reach("xqa"))
decode._check_block_tables_shape = lambda *a, **k: None
decode._get_trtllm_gen_multi_ctas_kv_counter_buffer = lambda *a: None
cake_backend.qsa_sparse_paged_attention = reach("cake")
qsa._check = reach("default")  # after the GPU, the first that is asked


def machine_of(row):
    """The libraries of this row; a device of its own, since what FlashInfer asks of one is cached."""
    global device
    torch.version.cuda, device = row["cuda"], Device()
    torch.device = lambda *a, **k: device
    module = machine.cudnn("92700", row["frontend"], row["cute_dsl"])
    decode._CUDNN_GRAPH_AVAILABLE = module is not None
    if machine.TRIP == "stub":
        cudnn_utils.cudnn_frontend_version = lambda: stubs.Stub("cudnn")
    for function in vars(cudnn_utils).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()


def plan(row, position):
    yes = {name: row[name] == "yes" for name in row}
    batch, page, kv, kv_heads = (int(row[x]) for x in ("batch", "page_size", "kv_len", "kv_heads"))
    lens = [kv] * batch
    if yes["mixed"]:
        lens[-1] += 1
    pages = [-(-one // page) for one in lens]
    indptr, last = host([sum(pages[:i]) for i in range(batch + 1)]), host([(one - 1) % page + 1 for one in lens])
    indices = host([0] * sum(pages))
    graph = dict(paged_kv_indptr_buffer=indptr, paged_kv_indices_buffer=indices, paged_kv_last_page_len_buffer=last)
    wrapper = Wrapper(Tensor((1 << 20,), TYPES["nvfp4"], device), row["layout"], use_cuda_graph=yes["graph"],
                      use_tensor_cores=yes["tensor_cores"], **(graph if yes["graph"] else {}))
    table = None if row["table_len"] == "unset" else Tensor((batch, int(row["table_len"]) // page), world.DTYPES["int32"], device)
    wrapper.plan(indptr, indices, last, kv_heads * int(row["group"]), kv_heads, int(row["head"]), page, pos_encoding_mode=position,
                 window_left=127 if yes["window"] else -1, logits_soft_cap=30.0 if yes["soft_cap"] else None, q_data_type=TYPES[row["q"]],
                 kv_data_type=TYPES[row["kv"]], o_data_type=TYPES[row["o"]], block_tables=table, q_len_per_req=int(row["q_len"]),
                 fixed_split_size=4 if row["split"] == "fixed" else None, disable_split_kv=row["split"] == "disabled",
                 use_token_head_sf=yes["token_scales"])


def trtllm(row):
    q_len, batch, kv_heads, page, heads = int(row["q_len"]), 4, 1, 16, 8
    feature, i32, f32 = row["feature"], world.DTYPES["int32"], world.DTYPES["float32"]
    if feature == "sparse":
        page = 1
    packed = 2 if row["kv"] == "nvfp4" else 1
    shape = (64, kv_heads, page, 128 // packed) if row["layout"] == "HND" else (64, page, kv_heads, 128 // packed)
    cache, scales = (Tensor(shape, TYPES[row["kv"]], device) for _ in "kv"), None
    if packed == 2:
        scales = tuple(Tensor((*shape[:-1], 8), TYPES["e4m3"], device) for _ in "kv")
    query = Tensor((batch * q_len, heads, 128), TYPES[row["q"]], device)
    more = {"lse": dict(return_lse=True), "unshared": dict(uses_shared_paged_kv_idx=False), "block_sparse": dict(enable_block_sparse_attention=True),
            "ragged": dict(cum_seq_lens_q=Tensor((batch + 1,), i32, device), max_q_len=q_len),
            "sparse": dict(sparse_top_k=64, uses_shared_paged_kv_idx=False), "device_scale": dict(bmm1_scale_log2=Tensor((1,), f32, device)),
            "transform": dict(bf16q_fp8kv_transform_mode="k_only")}.get(feature, {})
    tables = Tensor((batch, 2, 64) if feature == "sparse" else (batch, 64), i32, device)
    lens = Tensor((kv_heads, batch) if feature == "block_sparse" else (batch,), i32, device)
    o = "nvfp4" if row["o"] == "nvfp4" else TYPES[row["o"]]
    decode.trtllm_batch_decode_with_kv_cache(
        query, tuple(cache), Tensor((1 << 24,), TYPES["nvfp4"], device), tables, lens, 1024, out_dtype=o,
        window_left=127 if row["window"] == "yes" else -1, kv_layout=row["layout"], q_len_per_req=None if feature == "ragged" else q_len,
        o_sf_scale=1.0 if o == "nvfp4" else None, mask=Tensor((8,), TYPES["nvfp4"], device) if row["mask"] == "yes" else None,
        kv_cache_sf=scales, **more)


def call(api, row, position):
    if api == WRAPPER:
        plan(row, position)
    elif api == TRTLLM:
        trtllm(row)
    elif api == DSV4:
        raise Reached(mla._resolve_dsv4_sparse_mla_backend(device, "auto"))
    else:
        q = Tensor((4, 16, 256), TYPES["bf16"], device)
        cache = Tensor((8, 16, 2, 128 if row["kv"] == "nvfp4" else 256), TYPES[row["kv"]], device)
        ints = Tensor((4, 65), world.DTYPES["int32"], device)
        sparse.qsa_sparse_paged_attention(q, cache, cache, ints, ints, ints, False, output_gate=q)


determine = decode.determine_attention_backend
choose_qsa = sparse._qsa_auto_backend


def picked_qsa(asked):
    chosen.append(choose_qsa(asked))
    return chosen[-1]


sparse._qsa_auto_backend = picked_qsa


def case(api, row, position):
    chosen.clear()
    runs = "ERROR"
    try:
        call(api, row, position)
        sys.exit(f"nothing runs in {api} {row}")
    except Reached as reached:
        runs = str(reached)
    except (AssertionError, ValueError, NotImplementedError, RuntimeError):
        pass
    backend = chosen[-1] if chosen else runs
    if api == TRTLLM:
        backend = backend_of_trtllm(row)
    elif api == QSA and not chosen:
        backend = "default"  # set without a call
    return [backend, runs]


def answer(row):
    answers = [case(row["api"], row | {"feature": feature}, position)
               for position in (["ROPE_LLAMA", "ALIBI"] if row["encoding"] == "yes" else ["NONE"])
               for feature in (TRTLLM_ONLY if row["feature"] == "trtllm_only" else [row["feature"]])]
    if answers.count(answers[0]) != len(answers):
        sys.exit(f"what stands for one differs in {row}: {answers}")
    return answers[0]


def backend_of_trtllm(row):
    """What auto resolves to, as a call shows that no check refuses."""
    plain = dict(row, q="bf16", kv="bf16", o="bf16", feature="none_asked", mask="yes", window="no")
    asked = xqa.get_compute_capability
    xqa.get_compute_capability = lambda device: (9, 0)
    try:
        trtllm(plain)
    except Reached as reached:
        return str(reached)
    finally:
        xqa.get_compute_capability = asked
    return "ERROR"


def cells():
    """The products of each API, and cells at random of all that its products name together."""
    for api, space in SPACE:
        for cell in matrix.products(space):
            yield api, cell
    for cell in matrix.draws([space for api, space in SPACE if api == WRAPPER], 6000, random.Random(sm)):
        yield WRAPPER, cell


def rows():
    for api, cell in cells():
        row = {"api": api, **DEFAULT, **cell}
        if row["table_len"] != "unset":  # whole pages
            row["table_len"] = str(int(row["table_len"]) // int(row["page_size"]) * int(row["page_size"]))
        yield row


def main():
    out = csv.writer(sys.stdout, lineterminator="\n")
    sys.stdout = io.StringIO()  # the package prints
    out.writerow(["sm", "api", *DEFAULT, "=backend", "=runs"])
    for row in matrix.by_libraries(rows(), ("cuda", *LIBRARIES), machine_of):
        out.writerow([sm, *row.values(), *matrix.decided(answer, row)])


main()
