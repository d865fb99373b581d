/* misuse.c -- what must not compile: one mistake per number of MISTAKE, and 0 is none. */
#include "gemma4.h"

#define ON(arch, quantization) GEMMA4_ATTENTION(arch, 100, GEMMA4_VERSION(0, 6, 10), quantization, 0)

#if MISTAKE == 0
#if ON(GEMMA4_ARCH_OTHER, GEMMA4_QUANTIZATION_OTHER) != GEMMA4_ATTENTION_NONE
#error right use
#endif
#elif MISTAKE == 1 /* a name that is no architecture, where the preprocessor would read 0 */
#if ON(GEMMA4_ARCH_Gemma4ForCausallm, GEMMA4_QUANTIZATION_OTHER) == GEMMA4_ATTENTION_TRITON
#endif
#elif MISTAKE == 2 /* the same for an id that is not pasted */
#if ON(GEMMA4_ARCH_OTHER, GEMMA4_QUANTIZATION_fp8) == GEMMA4_ATTENTION_TRITON
#endif
#elif MISTAKE == 3 /* an id that is none */
enum { no_id = ON(17, GEMMA4_QUANTIZATION_OTHER) };
#elif MISTAKE == 4
enum { no_id = ON(GEMMA4_ARCH_OTHER, 17) };
#elif MISTAKE == 5 /* a version that no key holds */
enum { too_large = GEMMA4_ATTENTION(GEMMA4_ARCH_OTHER, 100, GEMMA4_VERSION(1, 300, 0), 1, 0) };
#elif MISTAKE == 6 /* a number of arguments that the table no longer has */
enum { too_few = GEMMA4_ATTENTION(GEMMA4_ARCH_OTHER, 100, GEMMA4_VERSION(1, 3, 0), 1) };
#endif

extern int not_empty;
