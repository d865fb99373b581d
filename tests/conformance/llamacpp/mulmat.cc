/* mulmat.cc -- llama.cpp's own choice of a matrix multiplication kernel against the compiled table, cell by cell.
 *
 * usage: mulmat sweep BUILD FILE     compare every cell of the matrix; mismatches go to FILE, a sum to stdout
 *        mulmat rows BUILD STEP      every STEP-th cell as CSV with llama.cpp's answer, for `turnout eval`
 *        mulmat head                 the head line of those rows
 *
 * One program for each build of llama.cpp, as in attention.cc.  ggml_cuda_mul_mat and the functions it asks are the
 * published text; the kernels behind it only note that they were chosen.
 */
#include "stubs.h"

#include "ggml-backend.h"
#include "llamacpp-mulmat.h"

static int weights_id[GGML_TYPE_COUNT];

/* ---- what ggml_cuda_mul_mat asks and calls ---- */
static bool padding_left; /* the padding of src0 cannot be cleared */
extern "C" enum ggml_backend_buffer_usage ggml_backend_buffer_get_usage(ggml_backend_buffer_t) {
    return padding_left ? GGML_BACKEND_BUFFER_USAGE_COMPUTE : GGML_BACKEND_BUFFER_USAGE_WEIGHTS;
}
extern "C" size_t ggml_nbytes(const ggml_tensor *) {
    return 1000;
}
extern "C" size_t ggml_backend_buffer_get_alloc_size(ggml_backend_buffer_t, const ggml_tensor *) {
    return padding_left ? 1024 : 1000;
}
extern "C" size_t ggml_type_size(enum ggml_type type) {
    return type == GGML_TYPE_F32 ? 4 : type == GGML_TYPE_F16 || type == GGML_TYPE_BF16 ? 2 : 18;
}
extern "C" bool ggml_is_contiguous(const ggml_tensor *t) {
    const size_t row = ggml_type_size(t->type) * (size_t)t->ne[0];
    return t->nb[0] == ggml_type_size(t->type) && t->nb[1] == row && t->nb[2] == row * (size_t)t->ne[1] &&
           t->nb[3] == t->nb[2] * (size_t)t->ne[2];
}
static bool ggml_cuda_op_mul_mat_use_fwht(const ggml_tensor *) {
    return false; // a hint of the graph, left out of the table
}
static bool ggml_cuda_op_fwht(ggml_backend_cuda_context &, const ggml_tensor *, ggml_tensor *) {
    return false;
}
static int chosen;
static const ggml_tensor *weights_tensor;
static void ggml_cuda_mul_mat_cublas(ggml_backend_cuda_context &, const ggml_tensor *, const ggml_tensor *,
                                     ggml_tensor *) {
    chosen = LLAMACPP_MULMAT_KERNEL_CUBLAS;
}
static void ggml_cuda_mul_mat_vec_f(ggml_backend_cuda_context &, const ggml_tensor *a, const ggml_tensor *,
                                    const ggml_tensor *, ggml_tensor *) {
    chosen = a == weights_tensor ? LLAMACPP_MULMAT_KERNEL_MMVF : LLAMACPP_MULMAT_KERNEL_MMVF_SWAPPED;
}
static void ggml_cuda_mul_mat_f(ggml_backend_cuda_context &, const ggml_tensor *, const ggml_tensor *,
                                const ggml_tensor *, ggml_tensor *) {
    chosen = LLAMACPP_MULMAT_KERNEL_MMF;
}
static void ggml_cuda_mul_mat_vec_q(ggml_backend_cuda_context &, const ggml_tensor *, const ggml_tensor *,
                                    const ggml_tensor *, ggml_tensor *) {
    chosen = LLAMACPP_MULMAT_KERNEL_MMVQ;
}
static void ggml_cuda_mul_mat_q(ggml_backend_cuda_context &, const ggml_tensor *, const ggml_tensor *,
                                const ggml_tensor *, ggml_tensor *) {
    chosen = LLAMACPP_MULMAT_KERNEL_MMQ;
}
#include "mulmat.inc"

/* ---- the matrix ---- */
#if defined(GGML_USE_HIP)
#include "parse.inc"
static const char *const names[] = {"gfx803",  "gfx900",  "gfx902",  "gfx906",  "gfx908",        "gfx909",
                                    "gfx90a",  "gfx90c",  "gfx940",  "gfx942",  "gfx950",        "gfx1010",
                                    "gfx1012", "gfx1030", "gfx1036", "gfx1100", "gfx11-generic", "gfx1103",
                                    "gfx1150", "gfx1152", "gfx1200", "gfx1201"};
static const int warps[] = {32, 64};
#elif defined(GGML_USE_MUSA)
static const char *const names[] = {"mp_21", "mp_22", "mp_31"};
static const int warps[] = {32, 128};
#else
static const char *const names[] = {"50", "52", "60", "61", "62",  "70",  "72",  "75",  "80",  "86",
                                    "87", "88", "89", "90", "100", "103", "110", "120", "121", "130"};
static const int warps[] = {32};
#endif
#if defined(GGML_CUDA_FORCE_MMQ)
static const int force = LLAMACPP_MULMAT_FORCE_MMQ;
#elif defined(GGML_CUDA_FORCE_CUBLAS)
static const int force = LLAMACPP_MULMAT_FORCE_CUBLAS;
#else
static const int force = LLAMACPP_MULMAT_FORCE_NOTHING;
#endif

static void device_set(const char *name) {
    device &d = the_device.devices[0];
    d.sm = d.compiled = LLAMACPP_MULMAT_SM_NONE;
#if defined(GGML_USE_HIP)
    char copy[32];
    strcpy(copy, name);
    d.cc = ggml_cuda_parse_id(copy);
    d.chip = llamacpp_mulmat_chip_id(name, LLAMACPP_MULMAT_NUL);
#elif defined(GGML_USE_MUSA)
    const int number = atoi(name + 3);
    d.cc = GGML_CUDA_CC_OFFSET_MTHREADS + number / 10 * 0x100 + number % 10 * 0x10;
    d.chip = llamacpp_mulmat_chip_id(name, LLAMACPP_MULMAT_NUL);
#else
    d.cc = atoi(name) * 10;
    d.chip = LLAMACPP_MULMAT_CHIP_nvidia;
    d.sm = d.cc / 10;
    const int arch = ggml_cuda_highest_compiled_arch(d.cc);
    d.compiled = arch < 0 ? LLAMACPP_MULMAT_COMPILED_NONE : arch / 10;
#endif
}

/* strides 1: src0 with a gap between elements, 2: with an odd row; one: which of ne2, src0, src1, dst is not dense */
struct cell {
    int warp, small, type, f32, padded, strides, width, rows, matrices, columns, one;
};
static bool cell_aligned(const cell &c) {
    return c.strides == 0 && (size_t)c.width % 2 == 0;
}

static void dense(ggml_tensor &t, int type, int64_t a, int64_t b, int64_t c) {
    t.type = (enum ggml_type)type;
    t.ne[0] = a, t.ne[1] = b, t.ne[2] = c, t.ne[3] = 1;
    t.nb[0] = ggml_type_size(t.type);
    for (int i = 1; i < 4; i++) {
        t.nb[i] = t.nb[i - 1] * (size_t)t.ne[i - 1];
    }
}

static int theirs(const cell &c) {
    ggml_tensor a = {}, b = {}, dst = {};
    the_device.devices[0].warp_size = c.warp;
    the_device.devices[0].smpbo = c.small ? 47 * 1024 : 48 * 1024;
    dense(a, c.type, c.width, c.rows, c.matrices);
    dense(b, c.f32 == 1 ? GGML_TYPE_F16 : GGML_TYPE_F32, c.width, c.columns, c.one == 1 ? 2 * c.matrices : c.matrices);
    dense(dst, c.f32 == 2 ? GGML_TYPE_F16 : GGML_TYPE_F32, c.rows, c.columns, c.one == 1 ? 2 * c.matrices : c.matrices);
    if (c.strides == 1) {
        a.nb[0] *= 2;
    } else if (c.strides == 2) {
        a.nb[1] += ggml_type_size(a.type);
    }
    if (c.one == 2) {
        a.nb[2] += 64;
    } else if (c.one == 3) {
        b.nb[1] += 64;
    } else if (c.one == 4) {
        dst.nb[1] += 64;
    }
    padding_left = c.padded != 0;
    a.view_src = c.padded ? &b : nullptr;
    weights_tensor = &a;
    chosen = 0;
    ggml_backend_cuda_context ctx;
    ggml_cuda_mul_mat(ctx, &a, &b, &dst);
    return chosen;
}
static bool cell_one_dense(const cell &c) {
    return c.one == 0 && c.strides == 0 && c.matrices == 1;
}

static int direct(const cell &c) {
    const device &d = the_device.devices[0];
    return llamacpp_mulmat_kernel_at(force, d.chip, d.sm, d.compiled, c.warp, !c.small, weights_id[c.type], c.f32 == 0,
                                     c.padded, cell_aligned(c), c.width, c.rows, c.matrices, c.columns,
                                     cell_one_dense(c));
}

template <class Visit> static void matrix(Visit visit) {
    static const int batch[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 63, 64, 128, 129, 256, 257, 4096};
    for (int warp : warps)
        for (int type : {GGML_TYPE_F32, GGML_TYPE_F16, GGML_TYPE_BF16})
            for (int width : {1, 2, 32, 33, 64, 128, 192, 256, 4096})
                for (int rows : {1, 31, 32, 64, 96, 512, 513, 544, 4096})
                    for (int matrices : {1, 3})
                        for (int columns : batch)
                            for (int bits = 0; bits < 15; bits++)
                                visit(cell{warp, 0, type, 0, 0, bits % 3, width, rows, matrices, columns, bits / 3});
    for (const type_row &row : type_list) {
        const int type = row.type;
        if (type == GGML_TYPE_I8 || type == GGML_TYPE_I16 || type == GGML_TYPE_I32 || type == GGML_TYPE_I64 ||
            type == GGML_TYPE_F64) {
            continue; // refused by ggml_backend_cuda_device_supports_op
        }
        for (int warp : warps)
            for (int width : {256, 4096})
                for (int rows : {1, 32, 4096})
                    for (int matrices : {1, 3})
                        for (int columns : batch)
                            for (int bits = 0; bits < 12; bits++)
                                visit(cell{warp, bits & 1, type, bits / 4, bits >> 1 & 1, 0, width, rows, matrices,
                                           columns, 0});
    }
}

static const char *const answers[] = {"ERROR", "mmvf", "mmvf_swapped", "mmf", "mmvq", "mmq", "cublas", "NONE"};
static const char *const flags[] = {"no", "yes"};
static const char *const forces[] = {"", "nothing", "mmq", "cublas"};
#define HEAD "force,chip,sm,compiled,warp,shared,weights,f32,padded_view,aligned,width,rows,matrices,columns,one_dense,"

static void row_print(FILE *out, const char *name, const cell &c, const char *answer) {
    const device &d = the_device.devices[0];
    char sm[16] = "none", compiled[16] = "none";
    if (d.sm >= 0) {
        snprintf(sm, sizeof sm, "%d", d.sm);
    }
    if (d.compiled >= 0) {
        snprintf(compiled, sizeof compiled, "%d", d.compiled);
    }
    fprintf(out, "%s,%s,%s,%s,%d,%s,%s,%s,%s,%s,%d,%d,%d,%d,%s,%s\n", forces[force], d.sm >= 0 ? "nvidia" : name, sm,
            compiled, c.warp, flags[!c.small], type_text[c.type], flags[c.f32 == 0], flags[c.padded != 0],
            flags[cell_aligned(c)], c.width, c.rows, c.matrices, c.columns, flags[cell_one_dense(c)], answer);
}

int main(int argc, char **argv) {
    types_init();
    for (const type_row &row : type_list) {
        weights_id[row.type] = llamacpp_mulmat_weights_id(row.name, LLAMACPP_MULMAT_NUL);
    }
    if (argc == 2 && strcmp(argv[1], "head") == 0) {
        puts(HEAD "=kernel");
        return 0;
    }
    const bool rows = argc == 4 && strcmp(argv[1], "rows") == 0;
    if (argc != 4) {
        return 2;
    }
    const unsigned long long step = rows ? strtoull(argv[3], nullptr, 10) : 0;
    unsigned long long cells = 0, wrong = 0, count[8] = {0};
    FILE *out = rows ? stdout : fopen(argv[3], "w");
    if (!rows) {
        fputs(HEAD "answers\n", out);
    }
    for (const char *name : names) {
        device_set(name);
        matrix([&](const cell &c) {
            cells++;
            if (rows && cells % (step / 32) != 0) {
                return;
            }
            const int published = theirs(c);
            if (rows) { // most of the matrix is cuBLAS
                if (published != LLAMACPP_MULMAT_KERNEL_CUBLAS || cells % (step / 32 * 32) == 0) {
                    row_print(stdout, name, c, answers[published]);
                }
                return;
            }
            const int table = direct(c);
            count[published]++;
            if (published != table && ++wrong <= 200000) {
                char text[64];
                snprintf(text, sizeof text, "llama.cpp %s; look-up %s", answers[published], answers[table]);
                row_print(out, name, c, text);
            }
        });
    }
    if (!rows) {
        fclose(out);
        printf("%s: %llu cells, %llu wrong;", argv[2], cells, wrong);
        for (int i = 1; i < 7; i++) {
            printf(" %llu %s%s", count[i], answers[i], i < 6 ? "," : "\n");
        }
    }
    return wrong != 0;
}
