/* Two and three devices in one server. */
#define SEVERAL_DEVICES_RESOLVE
#include "several-devices.h"

#include <stdio.h>

static int wrong;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("several-devices: %s\n", what);
        wrong++;
    }
}

static struct several_devices_in device(int arch, int sm, int memory, unsigned long long driver) {
    struct several_devices_in in = {0, 0, 0, 0};
    in.arch = arch;
    in.sm = sm;
    in.memory = memory;
    in.driver = driver;
    return in;
}

int main(void) {
    const unsigned long long v = SEVERAL_DEVICES_VERSION(560, 0, 0), w = SEVERAL_DEVICES_VERSION(570, 0, 0);
    const int other = SEVERAL_DEVICES_ARCH_OTHER, tiny = SEVERAL_DEVICES_ARCH_Tiny;
    struct several_devices_in in[3];
    struct several_devices_choices user = {SEVERAL_DEVICES_ATTENTION_FA3};
    struct several_devices_out out;
    in[0] = device(other, 100, 80, v);
    in[1] = device(other, 90, 80, v);
    in[2] = device(other, 75, 8, v);
    expect(several_devices_attention_devices(in, 1) == SEVERAL_DEVICES_ATTENTION_TRTLLM_MHA, "one");
    expect(several_devices_attention_devices(in, 2) == SEVERAL_DEVICES_ATTENTION_FLASHINFER, "two");
    expect(several_devices_attention_devices(in, 3) == SEVERAL_DEVICES_ATTENTION_TRITON, "three");
    expect(several_devices_page_devices(in, 2) == 64 && several_devices_page_devices(in, 3) == 1, "what follows");
    expect(several_devices_graph_devices(in, 2) == SEVERAL_DEVICES_GRAPH_ON, "the same answer");
    expect(several_devices_graph_devices(in, 3) == SEVERAL_DEVICES_GRAPH_ERROR, "different answers");
    expect(several_devices_attention_devices(in, 0) == SEVERAL_DEVICES_ATTENTION_ERROR, "none");
    in[1].driver = w;
    expect(several_devices_attention_devices(in, 2) == SEVERAL_DEVICES_ATTENTION_ERROR, "another driver");
    in[1].driver = v;
    expect(several_devices_resolve_devices(in, 2, 0, &out) && out.page.value == 64, "the whole table");
    expect(!several_devices_resolve_devices(in, 2, &user, &out), "a choice that one of them cannot run");
    expect(out.attention.how == SEVERAL_DEVICES_REFUSED && out.attention.failed[0] == 1, "why");
    expect(several_devices_resolve(&in[1], &user, &out) && out.attention.value == user.attention, "alone it can");
    in[0] = device(tiny, 90, 80, v);
    in[1] = device(tiny, 75, 80, v);
    expect(several_devices_attention_devices(in, 2) == SEVERAL_DEVICES_ATTENTION_ERROR, "nothing in common");
    return wrong != 0;
}
