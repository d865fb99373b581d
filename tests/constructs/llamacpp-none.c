/* What the build was made for is a macro of the build; the rest are arguments. */
#define LLAMACPP_NONE_COMPILED 75
#define LLAMACPP_NONE_FORCE_MMQ 0
#include "llamacpp-none.h"

#if LLAMACPP_NONE_KERNEL_BUILT(90, 128, 32, 8) != LLAMACPP_NONE_KERNEL_MMA
#error at build time
#endif
#if LLAMACPP_NONE_MMQ_BUILT(61, 128, 32, 8) != LLAMACPP_NONE_MMQ_NO
#error at build time
#endif

int main(void) {
    return !(llamacpp_none_kernel_built(90, 576, 128, 25) == LLAMACPP_NONE_KERNEL_NONE &&
             llamacpp_none_kernel_built(90, 576, 128, 32) == LLAMACPP_NONE_KERNEL_MMA &&
             llamacpp_none_mmq_built(80, 576, 128, 32) == LLAMACPP_NONE_MMQ_YES);
}
