/* app.c -- what each sample project builds: the choice, as a constant and at start-up. */
#include "kernel.h"

#include <stdio.h>

int main(int argc, char **argv) {
    const char *sm = argc > 1 ? argv[1] : "90", *lib = argc > 2 ? argv[2] : "1.2";
    enum { AT_BUILD = KERNEL_PATH(90, KERNEL_VERSION(1, 2, 0)) };
    printf("%s %s\n", kernel_path_name(AT_BUILD), kernel_path_name(kernel_path_text(sm, lib)));
    return 0;
}
