/* stubs.h -- what the selection code of llama.cpp needs around it to compile on a CPU.
 *
 * ggml.h is the published one.  A device is three numbers; GGML_ABORT, GGML_ASSERT and a kernel without device code
 * throw, so that an outcome of the dispatchers is a value; launching a kernel is nothing.
 */
#ifndef CONFORMANCE_STUBS_H
#define CONFORMANCE_STUBS_H

#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "ggml.h"

struct aborted {};
extern "C" void ggml_abort(const char *, int, const char *, ...) {
    throw aborted();
}
#define NO_DEVICE_CODE throw aborted()
#define GGML_LOG_WARN(...)

typedef int cudaStream_t;
struct ggml_backend_cuda_context {
    int device = 0;
};
struct device {
    int cc, warp_size;
    size_t smpbo;
    int chip, sm, compiled; // what a server asks the table with: found once, at start-up
};
struct device_info {
    device devices[1];
};
static device_info the_device;
static inline const device_info &ggml_cuda_info() {
    return the_device;
}
static inline int ggml_cuda_get_device() {
    return 0;
}
static inline void ggml_cuda_set_device(int) {
}

struct type_row {
    enum ggml_type type;
    const char *name;
    bool quantized;
};
static const type_row type_list[] = {
#include "types.inc"
};
static bool type_quantized[GGML_TYPE_COUNT];
static const char *type_text[GGML_TYPE_COUNT];
static inline void types_init() {
    for (const type_row &row : type_list) {
        type_quantized[row.type] = row.quantized;
        type_text[row.type] = row.name;
    }
}
extern "C" bool ggml_is_quantized(enum ggml_type type) {
    return type_quantized[type];
}
extern "C" const char *ggml_type_name(enum ggml_type type) {
    return type_text[type];
}
static inline int32_t ggml_get_op_params_i32(const ggml_tensor *tensor, uint32_t i) {
    return tensor->op_params[i];
}

#include "common.inc"

#endif
