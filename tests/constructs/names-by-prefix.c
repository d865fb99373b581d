/* The text "other" is the word of the type in every form, also where a prefix would take it as a name. */
#include "names-by-prefix.h"

#include <stdio.h>

int main(void) {
    int wrong = names_by_prefix_kernel_text("other") != NAMES_BY_PREFIX_KERNEL_PLAIN;
    wrong += names_by_prefix_kernel_text("olmo") != NAMES_BY_PREFIX_KERNEL_FUSED;
    wrong += names_by_prefix_kernel_text("qwen") != NAMES_BY_PREFIX_KERNEL_PLAIN;
    printf("%d wrong\n", wrong);
    return wrong;
}
