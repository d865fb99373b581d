"""Cuts the selection code out of an unpacked llama.cpp, so that it compiles on a CPU with the stubs of stubs.h.

usage: extract.py LLAMA_CPP OUT     (LLAMA_CPP: the folder that holds ggml/)

Writes OUT/common.inc (compute capabilities and predicates), OUT/select.inc (everything in fattn.cu from the sparse test
to the end of the selection, with the dispatchers in front of it), OUT/tile.inc (the dispatcher of the tile kernel),
OUT/guards.inc (what the kernels say they have no device code for), OUT/patched.inc (select.inc with the body of the
selection replaced by adapter.inc) and OUT/mulmat.inc.  A piece that is not found is an error: the source has changed.
"""
import re
import sys

root, out = sys.argv[1] + "/ggml/src/ggml-cuda/", sys.argv[2] + "/"


def text(name):
    return open(root + name, encoding="utf-8").read()


def span(source, first, last):
    """From the text `first` up to, not including, the text `last`."""
    begin = source.index(first)
    return source[begin:source.index(last, begin)]


def function(source, signature):
    """A definition at the left margin, from its (template) head to the brace that closes it at the left margin."""
    found = re.search(r"^(?:template[^\n]*\n)?" + re.escape(signature) + r".*?^\}\n", source, re.M | re.S)
    if not found:
        sys.exit(f"'{signature}' is not in the source any more")
    return found.group(0)


def replaced(source, old, new):
    if old not in source:
        sys.exit(f"'{old}' is not in the source any more")
    return source.replace(old, new)


def write(name, *parts):
    with open(out + name, "w", encoding="utf-8") as file:
        file.write("\n".join(parts))


common = text("common.cuh")
write("common.inc",
      "\n".join(re.findall(r"^#define WARP_SIZE.*$|^#define GGML_CUDA_CC_.*$", common, re.M)),
      span(common, "#ifdef __CUDA_ARCH_LIST__", "// ----"),
      span(common, "#if !defined(GGML_CUDA_NO_FA)", "static bool fp16_available"),
      "\n".join(re.findall(r"^static bool \w+_available\(const int cc\) \{\n.*?^\}\n", common, re.M | re.S)),
      re.search(r"^#define FATTN_KQ_STRIDE.*$", text("fattn-common.cuh"), re.M).group(0))

mma = text("fattn-mma-f16.cuh")
write("sparse.inc", replaced(function(mma, "static constexpr __host__ __device__ bool ggml_cuda_flash_attn_ext_mma_f16"
                                           "_may_use_sparse("), "__host__ __device__", ""))

fattn = text("fattn.cu")
select = span(fattn, "bool ggml_cuda_flash_attn_ext_mma_f16_shall_use_sparse", "size_t ggml_cuda_flash_attn_ext_get_alloc")
select += function(fattn, "void ggml_cuda_flash_attn_ext(") + function(fattn, "bool ggml_cuda_flash_attn_ext_supported(")
write("select.inc", select)
body = function(select, "static best_fattn_kernel ggml_cuda_get_best_fattn_kernel(")
head = body[:body.index("{") + 1]
write("patched.inc", replaced(select, body, head + '\n#include "adapter.inc"\n}\n'))

tile = text("fattn-tile.cuh")
write("tile.inc", function(tile, "static void launch_fattn_tile_switch_ncols1("),
      function(tile, "static void launch_fattn_tile_switch_ncols2("),
      function(tile, "void ggml_cuda_flash_attn_ext_tile_case("),
      function(text("fattn-tile.cu"), "void ggml_cuda_flash_attn_ext_tile("))

# The guards at the head of each kernel: their own text, with the architecture of the device as a variable.
guards = span(mma[mma.index("static __global__ void flash_attn_ext_f16("):],
              "    // Skip unused kernel variants", "    constexpr int warp_size")
for macro, variable in (("#ifdef VOLTA_MMA_AVAILABLE", "volta"), ("#if __CUDA_ARCH__ == GGML_CUDA_CC_TURING", "turing"),
                        ("#if defined(AMD_WMMA_AVAILABLE)", "wmma"), ("#if defined(AMD_MFMA_AVAILABLE)", "mfma")):
    guards = replaced(guards, macro, f"    if ({variable}) {{")
guards = re.sub(r"^#endif.*$", "    }", guards, flags=re.M)
if "#" in guards:
    sys.exit("the guards of flash_attn_ext_f16 test something new")
alone = re.search(r"use_logit_softcap && !\((DV == [^)]*)\)", tile)
vec = re.search(r"use_logit_softcap && !\((D == [^)]*)\)", text("fattn-vec.cuh"))
if not alone or not vec:
    sys.exit("the guards of the tile or vector kernel have changed")
write("guards.inc", "template <int DKQ, int DV, int ncols1, int ncols2, bool use_logit_softcap, bool use_sparse>",
      "static void mma_guards(bool volta, bool turing, bool wmma, bool mfma) {", guards, "}",
      f"#define TILE_GUARD(DV) (use_logit_softcap && !({alone.group(1)}))",
      f"#define VEC_GUARD(D) (use_logit_softcap && !({vec.group(1)}))")

cuda = text("ggml-cuda.cu")
mmvq = text("mmvq.cu")
limits = [re.search(rf"^#define {name}.*$", text(file), re.M).group(0)
          for name, file in (("MMQ_DP4A_MAX_BATCH_SIZE", "mmq.cuh"), ("MMVQ_MAX_BATCH_SIZE", "mmvq.cuh"),
                             ("MMVF_MAX_BATCH_SIZE", "mmvf.cuh"), ("MMF_ROWS_PER_BLOCK ", "mmf.cuh"),
                             ("MMF_ROWS_PER_BLOCK_CDNA", "mmf.cuh"))]
batches = re.findall(r"^static constexpr __host__ __device__ int get_mmvq_mmid_max_batch_\w+\(.*?^\}\n", mmvq, re.M | re.S)
write("mulmat.inc", *limits,
      replaced(function(text("mmf.cu"), "static __forceinline__ int mmf_get_rows_per_block("), "__forceinline__", "inline"),
      *[b.replace("__host__ __device__", "") for b in batches],
      function(mmvq, "int get_mmvq_mmid_max_batch("), function(mmvq, "bool ggml_cuda_should_use_mmvq("),
      function(text("mmq.cu"), "bool ggml_cuda_should_use_mmq("), function(text("mmf.cu"), "bool ggml_cuda_should_use_mmf("),
      function(text("mmvf.cu"), "bool ggml_cuda_should_use_mmvf("),
      function(cuda, "static void ggml_cuda_mul_mat(ggml_backend_cuda_context & ctx, const ggml_tensor * src0"))
parse = function(cuda, "static int ggml_cuda_parse_id(")
write("parse.inc", parse)

traits = span(open(sys.argv[1] + "/ggml/src/ggml.c", encoding="utf-8").read(), "type_traits[GGML_TYPE_COUNT] = {", "\n};")
rows = []
for name, row in re.findall(r"^    \[(GGML_TYPE_\w+)\]\s*= \{(.*?)^    \}", traits, re.M | re.S):
    spelling, quantized = re.search(r'type_name *= ("[^"]*")', row), re.search(r"is_quantized *= (true|false)", row)
    if not name[10:].isdigit() and quantized and "DEPRECATED" not in row:
        rows.append(f"{{{name}, {spelling.group(1)}, {quantized.group(1)}}},")
write("types.inc", *rows)

# Which vector kernels exist: the default of the build option GGML_CUDA_FA_QUANTS.
cmake = open(sys.argv[1] + "/ggml/CMakeLists.txt", encoding="utf-8").read()
compiled = re.search(r'GGML_CUDA_FA_QUANTS "([^"]*)"', cmake).group(1).upper().split(";")
pairs = sorted(set(re.findall(r"FATTN_VEC_CASES_ALL_D\((\w+), +(\w+)\)", select)) - {("type_K_case", "type_V_case")})
write("instances.inc", *[f"#define GGML_CUDA_FA_{k}_{v} {int(f'{k}-{v}' in compiled)}" for k, v in pairs], "")
