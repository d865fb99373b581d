/* Each of the two flags alone is enough. */
#define A19_RESOLVE
#include "a19.h"

int main(void) {
    const struct a19_in in = {90};
    struct a19_choices user = {0, A19_PREFILL_TRTLLM_MHA};
    struct a19_out out;
    int good = a19_resolve(&in, &user, &out) && out.page.value == A19_PAGE_SIXTY_FOUR &&
               out.base.value == A19_BASE_FLASHINFER;
    user.prefill = 0;
    user.base = A19_BASE_TRTLLM_MHA;
    good = good && a19_resolve(&in, &user, &out) && out.page.value == A19_PAGE_SIXTY_FOUR &&
           out.prefill.value == A19_PREFILL_TRTLLM_MHA;
    good = good && a19_resolve(&in, 0, &out) && out.page.value == A19_PAGE_ONE;
    return !good;
}
