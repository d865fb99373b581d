/* The configuration of a part is kept, unchecked, and yet everything that speaks against it is told; what the table would
 * have taken, and by which rule, stays known; what follows sees the choice. */
#define TRANSFORMERS_EXCEPTIONS_EXPLAIN
#define TRANSFORMERS_EXCEPTIONS_RESOLVE
#include "transformers-exceptions.h"

#include <stdio.h>
#include <string.h>

static int wrong;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("transformers-exceptions: %s\n", what);
        wrong++;
    }
}

int main(void) {
    struct transformers_exceptions_in in = {0, TRANSFORMERS_EXCEPTIONS_FLASH_ABSENT, TRANSFORMERS_EXCEPTIONS_PART_VISION,
                                            TRANSFORMERS_EXCEPTIONS_DEVICE_CPU};
    struct transformers_exceptions_choices user = {TRANSFORMERS_EXCEPTIONS_ATTENTION_FLASH_ATTENTION_2};
    struct transformers_exceptions_out out;
    int clause;
    in.arch = transformers_exceptions_arch_id("T5Model", TRANSFORMERS_EXCEPTIONS_NUL);
    expect(transformers_exceptions_resolve(&in, &user, &out), "something comes out");
    expect(out.attention.how == TRANSFORMERS_EXCEPTIONS_CHOSEN && out.attention.value == user.attention, "kept");
    expect(out.attention.decided == TRANSFORMERS_EXCEPTIONS_ATTENTION_EAGER, "what the table would take");
    expect(strcmp(transformers_exceptions_rule_name(out.attention.rule), "eager") == 0, "by which rule");
    expect(out.attention.failed[0] == 1, "one clause fails");
    clause = transformers_exceptions_attention_clause(user.attention, 0);
    expect(strcmp(transformers_exceptions_clause_name(clause), "flash_attention_2 installed") == 0, "its name");
    expect(strcmp(transformers_exceptions_clause_needs(clause), "flash = >=2.3; device = cuda") == 0,
           transformers_exceptions_clause_needs(clause));
    expect(out.mask.value == TRANSFORMERS_EXCEPTIONS_MASK_OFF, "what follows from the choice");
    expect(strcmp(transformers_exceptions_rule_name(out.mask.rule), "off") == 0, "by which rule");
    user.attention = 99;
    expect(!transformers_exceptions_resolve(&in, &user, &out) && out.attention.how == TRANSFORMERS_EXCEPTIONS_REFUSED,
           "no such implementation");
    user.attention = 0;
    expect(transformers_exceptions_resolve(&in, &user, &out) && out.attention.how == TRANSFORMERS_EXCEPTIONS_DECIDED &&
               out.mask.value == TRANSFORMERS_EXCEPTIONS_MASK_BLOCK,
           "no choice");
    return wrong != 0;
}
