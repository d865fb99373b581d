/* What to use instead of a flag; a null pointer for a flag that is read. */
#include "retired-flags.h"

#include <string.h>

int main(void) {
    const char *instead = retired_flags_retired("disable-flashinfer");
    return !(instead != 0 && strcmp(instead, "--attention-backend triton") == 0 &&
             retired_flags_retired("disable-flash") == 0 && retired_flags_retired("disable-flashinfer2") == 0 &&
             RETIRED_FLAGS_RETIRED == 2 &&
             strcmp(retired_flags_retired_name(RETIRED_FLAGS_RETIRED_SGLANG_USE_OLD_SAMPLER), "SGLANG_USE_OLD_SAMPLER") == 0 &&
             strcmp(retired_flags_retired_why(RETIRED_FLAGS_RETIRED_DISABLE_FLASHINFER),
                    "one flag for all backends since 0.4") == 0);
}
