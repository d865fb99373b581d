/* One rank or several, in any order: what all of them can hold. */
#define A41_RESOLVE
#include "a41.h"

int main(void) {
    const struct a41_in one = {120}, mixed[] = {{89}, {120}}, turned[] = {{120}, {90}, {89}}, same[] = {{120}, {90}};
    return !(a41_variant_devices(&one, 1) == A41_VARIANT_SM90 && a41_variant_devices(mixed, 2) == A41_VARIANT_PORTABLE &&
             a41_variant_devices(turned, 3) == A41_VARIANT_PORTABLE && a41_variant_devices(same, 2) == A41_VARIANT_SM90);
}
