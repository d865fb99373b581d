/* The user's choice reaches both; without one the defaults stand. */
#define A43_RESOLVE
#include "a43.h"

int main(void) {
    const struct a43_in in = {A43_CHIP_GFX1100};
    const struct a43_choices user = {A43_ATTENTION_TRITON_ATTN};
    struct a43_out out;
    int good = a43_resolve(&in, &user, &out) && out.attention.how == A43_CHOSEN &&
               out.attention.value == A43_ATTENTION_TRITON_ATTN && out.drafter.value == A43_DRAFTER_TRITON_ATTN;
    good = good && a43_resolve(&in, 0, &out) && out.drafter.value == A43_DRAFTER_ROCM_ATTN;
    return !good;
}
