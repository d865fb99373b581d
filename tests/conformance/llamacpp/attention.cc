/* attention.cc -- llama.cpp's own choice of a flash-attention kernel against the compiled table, cell by cell.
 *
 * usage: attention sweep BUILD FILE    compare every cell of the matrix; mismatches go to FILE, a sum to stdout
 *        attention rows BUILD STEP     every STEP-th cell as CSV with llama.cpp's answer, for `turnout eval`
 *        attention bench COUNT         at most COUNT cells, of all devices, through the original and the patched selection,
 *                                      for callgrind; prints how many
 *
 * -DQUICK leaves some batches and most lengths of the KV cache out.
 * One program for each build of llama.cpp: -DGGML_USE_HIP or -DGGML_USE_MUSA, -D__CUDA_ARCH_LIST__=..., and
 * -DGGML_CUDA_NO_FA.  `original` is the published text, `patched` the same text with adapter.inc as the body of the
 * selection.  For every cell: original == patched == a direct look-up, and the dispatcher behind the selection aborts
 * exactly where the table's needs say that the selected kernel cannot run.  llamacpp-fixed answers the same where that
 * kernel runs, and elsewhere NONE or a kernel whose dispatcher takes it.
 */
#include "stubs.h"

/* the table's input flash_attn */
#ifdef FLASH_ATTN_AVAILABLE
#define FLASH_ATTN 1
#else
#define FLASH_ATTN 0
#endif
#include "llamacpp.h"
#include "llamacpp-fixed.h"

static int type_k_id[GGML_TYPE_COUNT], type_v_id[GGML_TYPE_COUNT];

static bool has_softcap(const ggml_tensor *dst) {
    float softcap;
    memcpy(&softcap, (const float *)dst->op_params + 2, sizeof(float));
    return softcap != 0.0f;
}

#include "sparse.inc"
#include "guards.inc"

/* the kernels: nothing but what they refuse */
template <int DKQ, int DV, int ncols1, int ncols2>
static void ggml_cuda_flash_attn_ext_mma_f16_case(ggml_backend_cuda_context &, ggml_tensor *dst) {
    const device &d = the_device.devices[0];
    const int arch = ggml_cuda_highest_compiled_arch(d.cc);
    const bool nvidia = GGML_CUDA_CC_IS_NVIDIA(d.cc);
    const bool volta = nvidia && arch == GGML_CUDA_CC_VOLTA, turing = nvidia && arch == GGML_CUDA_CC_TURING;
    const bool wmma = amd_wmma_available(d.cc), mfma = amd_mfma_available(d.cc);
    if (!FLASH_ATTN || !(volta || turing_mma_available(d.cc) || wmma || mfma)) {
        NO_DEVICE_CODE;
    }
    if (has_softcap(dst)) {
        mma_guards<DKQ, DV, ncols1, ncols2, true, false>(volta, turing, wmma, mfma);
    } else {
        mma_guards<DKQ, DV, ncols1, ncols2, false, false>(volta, turing, wmma, mfma);
    }
}
template <int D, ggml_type type_K, ggml_type type_V>
static void ggml_cuda_flash_attn_ext_vec_case(ggml_backend_cuda_context &, ggml_tensor *dst) {
    const bool use_logit_softcap = has_softcap(dst);
    if (!FLASH_ATTN || VEC_GUARD(D)) {
        NO_DEVICE_CODE;
    }
}
typedef void (*fattn_kernel_t)();
template <int DKQ, int DV, int ncols1, int ncols2, bool use_logit_softcap> static void flash_attn_tile() {
    if (!FLASH_ATTN || TILE_GUARD(DV)) {
        NO_DEVICE_CODE;
    }
}
static int ggml_cuda_fattn_tile_get_nthreads(int, int, int, int) {
    return 32;
}
static int ggml_cuda_fattn_tile_get_nbatch_fa(int, int, int, int) {
    return 32;
}
template <int DV, int ncols1, int ncols2, class... Any>
static void launch_fattn(ggml_backend_cuda_context &, ggml_tensor *, fattn_kernel_t kernel, Any &&...) {
    kernel();
}

/* which vector kernels are compiled: the default of GGML_CUDA_FA_QUANTS */
#include "instances.inc"

namespace original {
#include "tile.inc"
#include "select.inc"
} // namespace original
namespace patched {
#include "tile.inc"
#include "patched.inc"
} // namespace patched

/* ---- the matrix ------------------------------------------------------------------------------------------------ */
struct chip {
    const char *name;
    int cc;
};
#if defined(GGML_USE_HIP)
#include "parse.inc"
static const char *const names[] = {"gfx803",  "gfx900",  "gfx902",  "gfx906",  "gfx908",  "gfx909",  "gfx90a",
                                    "gfx90c",  "gfx940",  "gfx942",  "gfx950",  "gfx1010", "gfx1012", "gfx1030",
                                    "gfx1036", "gfx1100", "gfx1103", "gfx1150", "gfx1152", "gfx1200", "gfx1201"};
#elif defined(GGML_USE_MUSA)
static const char *const names[] = {"mp_21", "mp_22", "mp_31"};
#else
static const char *const names[] = {"50", "52", "60", "61", "62",  "70",  "72",  "75",  "80",  "86",
                                    "87", "88", "89", "90", "100", "103", "110", "120", "121", "130"};
#endif

static void device_set(const char *name) {
    device &d = the_device.devices[0];
    d.warp_size = 32;
    d.sm = d.compiled = LLAMACPP_SM_NONE;
#if defined(GGML_USE_HIP)
    char copy[32];
    strcpy(copy, name);
    d.cc = ggml_cuda_parse_id(copy);
    d.chip = llamacpp_chip_id(name, LLAMACPP_NUL);
#elif defined(GGML_USE_MUSA)
    const int number = atoi(name + 3); // major and minor, as ggml_cuda_init makes cc of them
    d.cc = GGML_CUDA_CC_OFFSET_MTHREADS + number / 10 * 0x100 + number % 10 * 0x10;
    d.chip = llamacpp_chip_id(name, LLAMACPP_NUL);
#else
    d.cc = atoi(name) * 10;
    d.chip = LLAMACPP_CHIP_nvidia;
    d.sm = d.cc / 10;
    const int arch = ggml_cuda_highest_compiled_arch(d.cc);
    d.compiled = arch < 0 ? LLAMACPP_COMPILED_NONE : arch / 10;
#endif
}

struct cell {
    int dk, dv, gqa, batch, sequences, mask, alibi, softcap, kv_len, strides, sparse, type_k, type_v;
};
/* which tensor has an odd stride: none, Q, K, V, the mask */
static bool cell_aligned(const cell &c) {
    return !(c.strides == 1 || (c.strides == 2 && !type_quantized[c.type_k]) ||
             (c.strides == 3 && !type_quantized[c.type_v]) || (c.strides == 4 && c.mask != 0));
}

struct operation {
    ggml_tensor q = {}, k = {}, v = {}, mask = {}, dst = {};
    explicit operation(const cell &c) {
        set(q, GGML_TYPE_F32, c.dk, c.batch, c.gqa * 2, c.sequences, c.strides == 1);
        set(k, (ggml_type)c.type_k, c.dk, c.kv_len, 2, c.sequences, c.strides == 2);
        set(v, (ggml_type)c.type_v, c.dv, c.kv_len, 2, c.sequences, c.strides == 3);
        set(mask, GGML_TYPE_F16, c.kv_len, c.batch, c.mask == 2 ? c.gqa * 2 + 1 : 1, 1, c.strides == 4);
        const float bias = c.alibi ? 8.0f : 0.0f, softcap = c.softcap ? 50.0f : 0.0f;
        memcpy(dst.op_params + 1, &bias, sizeof bias);
        memcpy(dst.op_params + 2, &softcap, sizeof softcap);
        dst.op_params[4] = c.sparse;
        dst.src[0] = &q, dst.src[1] = &k, dst.src[2] = &v, dst.src[3] = c.mask != 0 ? &mask : nullptr;
    }
    static void set(ggml_tensor &t, ggml_type type, int64_t a, int64_t b, int64_t c, int64_t d, bool odd) {
        t.type = type;
        t.ne[0] = a, t.ne[1] = b, t.ne[2] = c, t.ne[3] = d;
        t.nb[0] = 2, t.nb[1] = 1024, t.nb[2] = odd ? 1032 : 4096, t.nb[3] = 8192;
    }
};

static const int heads[][2] = {{40, 40},   {48, 48},   {64, 64},   {72, 72},   {80, 80},   {96, 96},
                               {112, 112}, {128, 128}, {128, 64},  {192, 128}, {192, 192}, {256, 256},
                               {320, 256}, {320, 320}, {512, 512}, {576, 512}, {576, 576}};
static const int types[][2] = {{GGML_TYPE_F16, GGML_TYPE_F16},   {GGML_TYPE_F32, GGML_TYPE_BF16},
                               {GGML_TYPE_Q8_0, GGML_TYPE_Q8_0}, {GGML_TYPE_Q4_0, GGML_TYPE_F16},
                               {GGML_TYPE_F16, GGML_TYPE_Q5_1},  {GGML_TYPE_Q4_K, GGML_TYPE_F16},
                               {GGML_TYPE_F16, GGML_TYPE_I32}};

/* Every cell of the matrix for one device: a large product, and two smaller ones that vary what the large one fixes. */
template <class Visit> static void matrix(Visit visit) {
    static const int ratios[] = {1, 2, 3, 4, 5, 6, 8, 12, 16, 20, 24, 32};
#ifdef QUICK
    static const int batches[] = {1, 2, 3, 5, 8, 9, 17, 64, 129};
    static const int lengths[] = {255, 8192};
#else
    static const int batches[] = {1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33, 64, 65, 128, 129, 512};
    static const int lengths[] = {255, 256, 7936, 8192, 65536};
#endif
    for (const auto &h : heads)
        for (int gqa : ratios)
            for (int batch : batches)
                for (int length : lengths)
                    for (int mask = 0; mask < 3; mask++)
                        for (int bits = 0; bits < 8; bits++)
                            for (const auto &t : {types[0], types[1], types[2], types[3], types[4]})
                                visit(cell{h[0], h[1], gqa, batch, bits & 1 ? 2 : 1, mask, bits >> 1 & 1, 0, length,
                                           bits >> 2, 0, t[0], t[1]});
    static const int few[] = {1, 2, 3, 4, 6, 8, 16, 32};
    static const int short_batches[] = {1, 2, 3, 4, 5, 9, 17, 200};
    for (const auto &h : heads)
        for (int gqa : few)
            for (int batch : short_batches)
                for (int length : {256, 300, 8192})
                    for (int mask = 0; mask < 2; mask++)
                        for (int strides = 0; strides < 5; strides++)
                            for (int extra = 1; extra < 4; extra++)
                                for (const auto &t : types)
                                    visit(cell{h[0], h[1], gqa, batch, 1, mask, 0, extra & 1, length, strides,
                                               extra & 2 ? 512 : 0, t[0], t[1]});
    for (int head : {64, 128, 576})
        for (int gqa : {1, 8})
            for (int batch : {1, 2, 3})
                for (const type_row &k : type_list)
                    for (const type_row &v : type_list)
                        visit(cell{head, head == 576 ? 512 : head, gqa, batch, 1, 1, 0, 0, 512, 0, 0, k.type, v.type});
}

static const char *const answers[] = {"ERROR", "vec", "tile", "mma_f16", "NONE"};
static int outcome(int kernel) {
    return kernel == original::BEST_FATTN_KERNEL_VEC       ? LLAMACPP_KERNEL_VEC
           : kernel == original::BEST_FATTN_KERNEL_TILE    ? LLAMACPP_KERNEL_TILE
           : kernel == original::BEST_FATTN_KERNEL_MMA_F16 ? LLAMACPP_KERNEL_MMA_F16
                                                           : LLAMACPP_KERNEL_NONE;
}
static const char *const masks[] = {"no", "shared", "per_head"};
static const char *const flags[] = {"no", "yes"};

#define HEAD "flash_attn,chip,sm,compiled,dk,dv,gqa,batch,sequences,mask,alibi,softcap,kv_len,aligned,type_k,type_v,"

static void row_print(FILE *out, const char *name, const cell &c, const char *answer) {
    const device &d = the_device.devices[0];
    char sm[16] = "none", compiled[16] = "none";
    if (d.sm >= 0) {
        snprintf(sm, sizeof sm, "%d", d.sm);
    }
    if (d.compiled >= 0) {
        snprintf(compiled, sizeof compiled, "%d", d.compiled);
    }
    fprintf(out, "%s,%s,%s,%s,%d,%d,%d,%d,%d,%s,%s,%s,%d,%s,%s,%s,%s\n", flags[FLASH_ATTN], d.sm >= 0 ? "nvidia" : name,
            sm, compiled, c.dk, c.dv, c.gqa, c.batch, c.sequences, masks[c.mask], flags[c.alibi], flags[c.softcap],
            c.kv_len, flags[cell_aligned(c)], type_text[c.type_k], type_text[c.type_v], answer);
}

/* By its struct: the patched selection is then the only caller of llamacpp_kernel_at, as in a server, and inlines it. */
static int ask_in(int flash_attn, int chip, int sm, int compiled, int dk, int dv, int gqa, int batch, int sequences,
                  int mask, int alibi, int softcap, int kv_len, int aligned, int type_k, int type_v) {
    const llamacpp_in in = {flash_attn, chip, sm,      compiled, dk,     dv,      gqa,    batch,
                            sequences,  mask, alibi, softcap,  kv_len, aligned, type_k, type_v};
    return llamacpp_kernel_in(&in);
}

template <class Form> static auto ask(Form form, const cell &c) {
    const device &d = the_device.devices[0];
    static const int mask_id[] = {LLAMACPP_MASK_NO, LLAMACPP_MASK_SHARED, LLAMACPP_MASK_PER_HEAD};
    return form(FLASH_ATTN, d.chip, d.sm, d.compiled, c.dk, c.dv, c.gqa, c.batch, c.sequences, mask_id[c.mask], c.alibi,
                c.softcap, c.kv_len, cell_aligned(c), type_k_id[c.type_k], type_v_id[c.type_v]);
}

/* does the dispatcher of a kernel take the operation */
static bool dispatched(int kernel, ggml_tensor *dst) {
    ggml_backend_cuda_context ctx;
    try {
        switch (kernel) {
        case LLAMACPP_KERNEL_VEC:
            original::ggml_cuda_flash_attn_ext_vec(ctx, dst);
            return true;
        case LLAMACPP_KERNEL_TILE:
            original::ggml_cuda_flash_attn_ext_tile(ctx, dst);
            return true;
        case LLAMACPP_KERNEL_MMA_F16:
            original::ggml_cuda_flash_attn_ext_mma_f16(ctx, dst);
            return true;
        default:
            return kernel == LLAMACPP_KERNEL_NONE;
        }
    } catch (aborted) {
        return false;
    }
}

static int sweep(const char *build, const char *path) {
    unsigned long long cells = 0, wrong = 0, ran = 0, refused = 0, none = 0;
    FILE *out = fopen(path, "w");
    fputs(HEAD "answers\n", out);
    for (const char *name : names) {
        device_set(name);
        matrix([&](const cell &c) {
            operation op(c);
            const int theirs = outcome(original::ggml_cuda_get_best_fattn_kernel(0, &op.dst));
            const int inside = outcome(patched::ggml_cuda_get_best_fattn_kernel(0, &op.dst));
            const int direct = ask(ask_in, c);
            const char *what = "";
            cells++;
            none += theirs == LLAMACPP_KERNEL_NONE;
            char text[96];
            if (theirs != inside || theirs != direct) {
                snprintf(text, sizeof text, "llama.cpp %s; look-up %s; inside llama.cpp %s", answers[theirs],
                         answers[direct], answers[inside]);
                what = text;
            } else if (theirs != LLAMACPP_KERNEL_NONE) {
                const bool runs = dispatched(theirs, &op.dst);
                runs ? ran++ : refused++;
                const unsigned long long failing =
                    ask([&](auto... in) { return llamacpp_kernel_check(theirs, in...); }, c);
                const int mended = ask(llamacpp_fixed_kernel_at, c);
                if (runs != (failing == 0)) {
                    snprintf(text, sizeof text, "%s %s; needs %s", answers[theirs], runs ? "runs" : "aborts",
                             failing == 0 ? "hold" : "fail");
                    what = text;
                } else if (runs ? mended != theirs : !dispatched(mended, &op.dst)) {
                    snprintf(text, sizeof text, "%s %s; llamacpp-fixed %s", answers[theirs], runs ? "runs" : "aborts",
                             answers[mended]);
                    what = text;
                }
            } else if (ask(llamacpp_fixed_kernel_at, c) != LLAMACPP_KERNEL_NONE) {
                what = "NONE; llamacpp-fixed has a kernel";
            }
            if (*what && ++wrong <= 200000) {
                row_print(out, name, c, what);
            }
        });
    }
    fclose(out);
    printf("%s: %llu cells, %llu wrong, %llu NONE, %llu selected and run, %llu selected and refused\n", build, cells,
           wrong, none, ran, refused);
    return wrong != 0;
}

static void rows(unsigned long long step) {
    unsigned long long i = 0;
    for (const char *name : names) {
        device_set(name);
        matrix([&](const cell &c) {
            if (i++ % step == 0) {
                operation op(c);
                row_print(stdout, name, c, answers[outcome(original::ggml_cuda_get_best_fattn_kernel(0, &op.dst))]);
            }
        });
    }
}

__attribute__((noinline)) static int bench_original(const ggml_tensor *dst) {
    return original::ggml_cuda_get_best_fattn_kernel(0, dst);
}
__attribute__((noinline)) static int bench_patched(const ggml_tensor *dst) {
    return patched::ggml_cuda_get_best_fattn_kernel(0, dst);
}

static int bench(unsigned long long count) {
    unsigned long long i = 0, done = 0, differ = 0;
    for (const char *name : names) {
        device_set(name);
        matrix([&](const cell &c) {
            // cells for which a kernel exists: what is asked again and again while a model runs
            if (i++ % 8677 == 0 && done < count && ask(ask_in, c) != LLAMACPP_KERNEL_NONE) {
                operation op(c);
                done++;
                differ += bench_original(&op.dst) != bench_patched(&op.dst);
            }
        });
    }
    printf("%llu\n", done);
    return differ != 0;
}

static_assert(LLAMACPP_KERNEL_NONE == LLAMACPP_FIXED_KERNEL_NONE &&
                  LLAMACPP_KERNEL_TILE == LLAMACPP_FIXED_KERNEL_TILE &&
                  LLAMACPP_CHIP_OTHER == LLAMACPP_FIXED_CHIP_OTHER &&
                  LLAMACPP_CHIP_gfx90a == LLAMACPP_FIXED_CHIP_gfx90a &&
                  LLAMACPP_MASK_PER_HEAD == LLAMACPP_FIXED_MASK_PER_HEAD,
              "both headers are asked with the same ids");

int main(int argc, char **argv) {
    types_init();
    for (const type_row &row : type_list) {
        type_k_id[row.type] = llamacpp_type_k_id(row.name, LLAMACPP_NUL);
        type_v_id[row.type] = llamacpp_type_v_id(row.name, LLAMACPP_NUL);
        if (type_k_id[row.type] != llamacpp_fixed_type_k_id(row.name, LLAMACPP_FIXED_NUL) ||
            type_v_id[row.type] != llamacpp_fixed_type_v_id(row.name, LLAMACPP_FIXED_NUL)) {
            return 3; // both headers are asked with the same ids
        }
    }
    if (argc == 4 && strcmp(argv[1], "sweep") == 0) {
        return sweep(argv[2], argv[3]);
    }
    if (argc == 4 && strcmp(argv[1], "rows") == 0) {
        rows(strtoull(argv[3], nullptr, 10));
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "head") == 0) {
        puts(HEAD "=kernel");
        return 0;
    }
    if (argc == 3 && strcmp(argv[1], "bench") == 0) {
        return bench(strtoull(argv[2], nullptr, 10));
    }
    return 2;
}
