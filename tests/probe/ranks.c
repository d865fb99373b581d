/* ranks.c -- the emitted gemma4_probe.h in a program: what start-up sees, and one choice for several ranks.
 *
 * Prints the state and each SM; with SMs as arguments instead whether ranks with these agree, and on what.
 */
#include "gemma4_probe.h"

#include <stdio.h>
#include <stdlib.h>

static int ask_driver(void) {
    struct gemma4_probe probe;
    int state = gemma4_probe_all(&probe);
    printf("%d %s (answer %d, cuda %d)", state, gemma4_probe_text(probe.state), probe.answer, probe.cuda);
    for (int i = 0; i < probe.count && i < GEMMA4_PROBE_DEVICES; i++) {
        printf(" %d", probe.sm[i]);
    }
    printf("; first %d, beyond %d %d\n", gemma4_probe_sm(0), gemma4_probe_sm(-1), gemma4_probe_sm(100));
    return state;
}

int main(int argc, char **argv) {
    struct gemma4_in in;
    int sm[16] = {0}, n = argc - 1 < 16 ? argc - 1 : 16, differs = 7, choice;
    if (argc < 2) {
        return ask_driver();
    }
    in.arch = GEMMA4_ARCH_Gemma4ForConditionalGeneration;
    in.sm = -1;
    in.flashinfer = GEMMA4_VERSION(0, 6, 12);
    in.quantization = GEMMA4_QUANTIZATION_OTHER;
    in.moe = 0;
    for (int i = 0; i < n; i++) {
        sm[i] = atoi(argv[i + 1]);
    }
    if (sm[0] == 0) { /* no rank at all */
        n = 0;
    }
    choice = gemma4_attention_sm_ranks(&in, sm, n, &differs);
    printf("%s %d same %d %s\n", gemma4_attention_name(choice), differs, gemma4_probe_same(sm, n),
           gemma4_attention_name(gemma4_attention_sm_ranks(&in, sm, n, NULL)));
    return 0;
}
