/* random.c -- prints the table of a seed: tests/property/gen_constructs.c. */
#include "property.h"

#include <stdlib.h>

int main(int argc, char **argv) {
    struct arena *a = arena_new();
    roll_seed(argc > 1 ? strtoull(argv[1], NULL, 10) : 2);
    fputs(generate_constructs(a), stdout);
    arena_free(a);
    return 0;
}
