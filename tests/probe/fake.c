/* fake.c -- a libcuda.so.1 that answers what the test asks for in the environment.
 *
 *   FAKE_DEVICES  "NVIDIA H200:9.0,NVIDIA B200:10.0" (default: one H200)
 *   FAKE_CUDA     13000 (default); FAKE_COUNT  what cuDeviceGetCount gives instead of the number of devices
 *   FAKE_FAIL     "cuInit=100,cuDeviceGet.1=999": the answer of a call, of one device with a dot and its index
 *   FAKE_NAME=raw names without an end, and full of control characters
 * As the driver does: CUDA_VISIBLE_DEVICES= makes cuInit answer 100, and every call before cuInit but
 * cuDriverGetVersion answers 3.  -DWITHOUT_x leaves functions out: a driver of before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char bytes[16];
} CUuuid;

static int started;

/* The answer that FAKE_FAIL has for a call; 0 when it has none. */
static int fails(const char *call, int device) {
    const char *at = getenv("FAKE_FAIL");
    char word[80];
    for (; at && *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        size_t len = (size_t)snprintf(word, sizeof word, "%s=", call);
        if (strncmp(at, word, len) == 0) {
            return atoi(at + len);
        }
        len = (size_t)snprintf(word, sizeof word, "%s.%d=", call, device);
        if (strncmp(at, word, len) == 0) {
            return atoi(at + len);
        }
    }
    return started || strcmp(call, "cuInit") == 0 || strcmp(call, "cuDriverGetVersion") == 0 ? 0 : 3;
}

/* "NAME:MAJOR.MINOR" of a device, or NULL. */
static const char *device_words(int device) {
    const char *at = getenv("FAKE_DEVICES");
    at = at ? at : "NVIDIA H200:9.0";
    for (; *at && device > 0; device--) {
        at += strcspn(at, ",");
        at += *at == ',';
    }
    return *at ? at : NULL;
}

int cuInit(unsigned flags);
int cuInit(unsigned flags) {
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    int answer = fails("cuInit", -1);
    if (answer == 0 && (flags != 0 || (visible && !*visible))) {
        answer = flags != 0 ? 1 : 100;
    }
    started = answer == 0;
    return answer;
}

int cuDriverGetVersion(int *number);
int cuDriverGetVersion(int *number) {
    const char *cuda = getenv("FAKE_CUDA");
    *number = cuda ? atoi(cuda) : 13000;
    return fails("cuDriverGetVersion", -1);
}

int cuDeviceGetCount(int *count);
int cuDeviceGetCount(int *count) {
    const char *told = getenv("FAKE_COUNT");
    for (*count = 0; device_words(*count); ++*count) {
    }
    *count = told ? atoi(told) : *count;
    return fails("cuDeviceGetCount", -1);
}

int cuDeviceGet(int *device, int index);
int cuDeviceGet(int *device, int index) {
    *device = 1000 + index; /* a handle, no index */
    return device_words(index) ? fails("cuDeviceGet", index) : 101;
}

int cuDeviceGetName(char *into, int size, int device);
int cuDeviceGetName(char *into, int size, int device) {
    const char *words = device_words(device - 1000), *how = getenv("FAKE_NAME");
    if (how && strcmp(how, "raw") == 0) {
        memset(into, '\033', (size_t)size);
    } else if (words) {
        snprintf(into, (size_t)size, "%.*s", (int)strcspn(words, ":"), words);
    }
    return fails("cuDeviceGetName", device - 1000);
}

#ifndef WITHOUT_ATTRIBUTE
int cuDeviceGetAttribute(int *into, int attribute, int device);
int cuDeviceGetAttribute(int *into, int attribute, int device) {
    const char *words = device_words(device - 1000), *colon = words ? strchr(words, ':') : NULL;
    const char *dot = colon ? strchr(colon, '.') : NULL;
    *into = attribute == 75 && colon ? atoi(colon + 1) : attribute == 76 && dot ? atoi(dot + 1) : -1;
    return fails("cuDeviceGetAttribute", device - 1000);
}
#endif

#ifndef WITHOUT_UUID
static int uuid(CUuuid *into, int device, int first) {
    for (int i = 0; i < 16; i++) {
        into->bytes[i] = (char)(first + 16 * i + device - 1000);
    }
    return fails("cuDeviceGetUuid", device - 1000);
}
int cuDeviceGetUuid(CUuuid *into, int device);
int cuDeviceGetUuid(CUuuid *into, int device) {
    return uuid(into, device, 1);
}
#ifndef WITHOUT_UUID_V2
int cuDeviceGetUuid_v2(CUuuid *into, int device);
int cuDeviceGetUuid_v2(CUuuid *into, int device) {
    return uuid(into, device, 0);
}
#endif
#endif
