/* The whole order, one after the other; an experimental backend for those who ask. */
#define FLASHINFER_RANKED_RESOLVE
#include "flashinfer-ranked.h"

#include <stdio.h>

static int wrong;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("flashinfer-ranked: %s\n", what);
        wrong++;
    }
}

int main(void) {
    const unsigned long long cudnn = FLASHINFER_RANKED_VERSION_CUDNN(90800);
    static const int order[] = {FLASHINFER_RANKED_BACKEND_TRTLLM, FLASHINFER_RANKED_BACKEND_CUTLASS,
                                FLASHINFER_RANKED_BACKEND_CUDNN, 0};
    struct flashinfer_ranked_in in = {FLASHINFER_RANKED_API_MM_FP4, 100, 8192, 0};
    struct flashinfer_ranked_choices user = {FLASHINFER_RANKED_BACKEND_CUTE_DSL};
    struct flashinfer_ranked_out out;
    in.cudnn = cudnn;
    for (int i = 0; i < 4; i++) {
        expect(flashinfer_ranked_backend_ranked(i, in.api, 100, 8192, cudnn) == order[i], "ranked");
    }
    expect(flashinfer_ranked_backend_ranked(0, in.api, 100, 8200, FLASHINFER_RANKED_CUDNN_ABSENT) ==
               FLASHINFER_RANKED_BACKEND_CUTLASS,
           "filtered");
    expect(flashinfer_ranked_backend_ranked(1, in.api, 100, 8200, FLASHINFER_RANKED_CUDNN_ABSENT) == 0, "one is left");
    expect(flashinfer_ranked_backend_ranked(0, in.api, 80, 8200, cudnn) == FLASHINFER_RANKED_BACKEND_NONE, "none");
    expect(flashinfer_ranked_backend_ranked(1, in.api, 80, 8200, cudnn) == 0, "behind none");
    expect(flashinfer_ranked_resolve(&in, &user, &out) && out.backend.value == user.backend, "experimental");
    in.sm = 120;
    expect(!flashinfer_ranked_resolve(&in, &user, &out) && out.backend.how == FLASHINFER_RANKED_REFUSED, "not there");
    return wrong != 0;
}
