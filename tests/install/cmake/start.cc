// start.cc -- a C++ program that asks the machine at start-up.
#include "kernel_probe.h"

#include <cstdio>

int main() {
    const int sm[2] = {90, 100};
    kernel_in in{-1, KERNEL_VERSION(1, 2, 0)};
    std::printf("%s\n", kernel_path_name(kernel_path_sm_ranks(&in, sm, 2, nullptr)));
}
