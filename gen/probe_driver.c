/* probe_driver.c -- the NVIDIA driver of this machine and its devices, through libcuda.so.1.
 *
 * In:  whatever the system's loader finds by that name, or nothing.  Out: the driver's state, and a line of advice for
 * every state but PROBE_READY.
 * The library is opened at run time and never linked: one program runs with and without a GPU.  No context is made, so
 * a probe costs no memory on the device and disturbs nobody.  The library is not closed: drivers keep threads.
 */
#define _GNU_SOURCE /* dladdr */
#include "probe.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

const char *const probe_state_name[] = {"ready", "missing", "too old", "stub", "no device", "failed"};

/* Codes and attributes of cuda.h that are told apart here. */
enum {
    ANSWER_OK = 0,
    ANSWER_STUB = 34,
    ANSWER_OLD = 36,
    ANSWER_NO_DEVICE = 100,
    ATTRIBUTE_MAJOR = 75,
    ATTRIBUTE_MINOR = 76,
    MOST_DEVICES = 1024 /* more are no count */
};

struct calls {
    void *library;
    int (*init)(unsigned flags);
    int (*version)(int *number);
    int (*count)(int *n);
    int (*get)(int *device, int index);
    int (*name)(char *into, int size, int device);
    int (*attribute)(int *into, int attribute, int device);
    int (*uuid)(unsigned char *into, int device);
};

/* What an answer means, for those that a user can do something about. */
static const char *advice(int answer) {
    switch (answer) {
    case 2:
        return "the driver is out of memory";
    case 46:
        return "the device is taken by another process, or is being reset";
    case 101:
        return "CUDA_VISIBLE_DEVICES may name a device that is not there";
    case 304:
        return "the device files in /dev cannot be used; a container has to be given the GPU";
    case 800:
        return "not permitted; a container has to be given the GPU";
    case 802:
        return "the system is not ready; on NVSwitch machines the fabric manager has to run";
    case 803:
        return "the kernel module and libcuda.so.1 are of different releases; restart after an update of the driver";
    case 804:
        return "a CUDA compatibility package comes before the driver's own library, and does not support this device";
    case 999:
        return "unknown to the driver itself; is the kernel module loaded, and /dev/nvidia-uvm there?";
    default:
        return "see CUresult in cuda.h";
    }
}

static enum probe_state no_device(struct probe *p, const char *how) {
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    if (visible) {
        probe_say(p, true, "no device (%s): CUDA_VISIBLE_DEVICES='%s' shows none", how, visible);
    } else {
        probe_say(p, true, "no device (%s); a container has to be given the GPU", how);
    }
    return PROBE_EMPTY;
}

static enum probe_state failed(struct probe *p, const char *call, int answer) {
    switch (answer) {
    case ANSWER_STUB:
        probe_say(p, true,
                  "libcuda.so.1 is the toolkit's stub, which answers nothing (%s: 34); take its folder out of "
                  "LD_LIBRARY_PATH, so that the driver's is found",
                  call);
        return PROBE_STUB;
    case ANSWER_OLD:
        probe_say(p, true, "the driver is too old for this call (%s: 36); install a newer one", call);
        return PROBE_OLD;
    case ANSWER_NO_DEVICE:
        return no_device(p, arena_printf(p->arena, "%s: 100", call));
    default:
        probe_say(p, true, "the driver fails (%s: %d): %s", call, answer, advice(answer));
        return PROBE_FAILED;
    }
}

/* ISO C has no conversion from an object pointer to a function, POSIX has. */
static bool find(struct calls *c, const char *symbol, void *into) {
    void *found = dlsym(c->library, symbol);
    memcpy(into, &found, sizeof found);
    return found != NULL;
}

/* The name of the first function that is not there, or NULL. */
static const char *find_all(struct calls *c) {
    /* a plain cuDeviceGetUuid is that of before MIG, and answers likewise */
    (void)(find(c, "cuDeviceGetUuid_v2", &c->uuid) || find(c, "cuDeviceGetUuid", &c->uuid));
    const struct {
        const char *symbol;
        void *into;
    } need[] = {{"cuInit", &c->init},     {"cuDriverGetVersion", &c->version}, {"cuDeviceGetCount", &c->count},
                {"cuDeviceGet", &c->get}, {"cuDeviceGetName", &c->name},       {"cuDeviceGetAttribute", &c->attribute}};
    for (size_t i = 0; i < sizeof need / sizeof *need; i++) {
        if (!find(c, need[i].symbol, need[i].into)) {
            return need[i].symbol;
        }
    }
    return NULL;
}

/* "580.65.06": digits and at least one dot. */
static const char *release(struct arena *a, const char *text) {
    size_t len = strspn(text, "0123456789.");
    const char *dot = memchr(text, '.', len);
    return len > 0 && dot && text[0] != '.' && text[len - 1] != '.' ? arena_strdup(a, text, len) : NULL;
}

/* The driver's own number: the library's file is called libcuda.so.580.65.06; else the kernel module tells. */
static const char *driver_release(struct arena *a, const struct calls *c) {
    Dl_info info;
    char line[256], *file = NULL, *at;
    const char *found = NULL;
    void *symbol = dlsym(c->library, "cuInit");
    if (symbol && dladdr(symbol, &info) != 0 && info.dli_fname && (file = realpath(info.dli_fname, NULL))) {
        at = strstr(file, "libcuda.so.");
        found = at ? release(a, at + strlen("libcuda.so.")) : NULL;
    }
    free(file);
    FILE *in = found ? NULL : fopen("/proc/driver/nvidia/version", "r");
    if (in && fgets(line, sizeof line, in)) { /* "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  ..." */
        for (at = line; *at && !found; at += strcspn(at, " ") + strspn(at + strcspn(at, " "), " ")) {
            found = release(a, at);
        }
    }
    if (in) {
        fclose(in);
    }
    return found;
}

static const char *uuid_text(struct arena *a, const unsigned char *b) {
    return arena_printf(a, "GPU-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1], b[2],
                        b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
}

/* One device; what it does not tell stays unknown, and is said. */
static bool read_device(struct probe *p, const struct calls *c, int index, struct probe_device *into) {
    int device = 0, major = 0, minor = 0;
    char name[256] = "";
    unsigned char uuid[16] = {0};
    const char *call = "cuDeviceGet";
    int answer = c->get(&device, index);
    into->name = "unknown";
    if (answer == ANSWER_OK && c->name(name, sizeof name - 1, device) == ANSWER_OK && name[0]) {
        name[sizeof name - 1] = 0;
        into->name = arena_strdup(p->arena, name, strlen(name));
    }
    if (answer == ANSWER_OK && c->uuid && c->uuid(uuid, device) == ANSWER_OK) {
        into->uuid = uuid_text(p->arena, uuid);
    }
    if (answer == ANSWER_OK) {
        call = "cuDeviceGetAttribute";
        answer = c->attribute(&major, ATTRIBUTE_MAJOR, device);
    }
    if (answer == ANSWER_OK) {
        answer = c->attribute(&minor, ATTRIBUTE_MINOR, device);
    }
    if (answer != ANSWER_OK) {
        probe_say(p, true, "device %d does not answer (%s: %d): %s", index, call, answer, advice(answer));
        return false;
    }
    if (major < 1 || major > 1000 || minor < 0 || minor > 9) {
        probe_say(p, true, "device %d gives %d.%d as its compute capability, which is none", index, major, minor);
        return false;
    }
    into->sm = major * 10 + minor;
    return true;
}

static void read_devices(struct probe *p, const struct calls *c, int count) {
    struct probe_driver *d = &p->driver;
    bool differ = false;
    for (int i = 0; i < count; i++) {
        struct probe_device *device = PUSH(p->arena, d->device, d->ndevice);
        d->state = read_device(p, c, i, device) ? d->state : PROBE_FAILED;
        differ = differ || (device->sm != 0 && d->device[0].sm != 0 && device->sm != d->device[0].sm);
    }
    if (differ) {
        probe_say(p, false,
                  "the devices differ in their SM: what is chosen for one may not run on another; "
                  "CUDA_VISIBLE_DEVICES shows a process those of one kind");
    }
}

static enum probe_state start(struct probe *p, struct calls *c) {
    struct probe_driver *d = &p->driver;
    int answer, count = 0;
    const char *lacking = find_all(c);
    d->version = driver_release(p->arena, c);
    if (c->version && c->version(&d->cuda_number) == ANSWER_OK && d->cuda_number > 0) {
        d->cuda = arena_printf(p->arena, "%d.%d", d->cuda_number / 1000, d->cuda_number % 1000 / 10);
    } else {
        d->cuda_number = 0;
    }
    if (lacking) {
        probe_say(p, true, "the driver%s%s is too old: its libcuda.so.1 has no %s; install a newer one",
                  d->version ? " " : "", d->version ? d->version : "", lacking);
        return PROBE_OLD;
    }
    if ((answer = c->init(0)) != ANSWER_OK) {
        return failed(p, "cuInit", answer);
    }
    if ((answer = c->count(&count)) != ANSWER_OK) {
        return failed(p, "cuDeviceGetCount", answer);
    }
    if (count == 0) {
        return no_device(p, "cuDeviceGetCount counts 0");
    }
    if (count < 0 || count > MOST_DEVICES) {
        probe_say(p, true, "the driver gives %d as the number of its devices", count);
        return PROBE_FAILED;
    }
    d->state = PROBE_READY;
    read_devices(p, c, count);
    return d->state;
}

void probe_driver(struct probe *p) {
    struct calls c = {.library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)};
    if (!c.library) {
        const char *why = dlerror();
        p->driver.state = PROBE_MISSING;
        probe_say(p, true, "no NVIDIA driver: %s; a container has to be given the GPU",
                  why ? why : "libcuda.so.1 cannot be opened");
        return;
    }
    p->driver.state = start(p, &c);
}
