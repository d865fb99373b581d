/* pages.c -- large memory straight from the system.
 *
 * In:  sizes.  Out: zeroed memory, by whole pages.
 * A table of 100,000 rules takes 150 MB.  Page by page that is 40,000 faults, a sixth of the time of check; where Linux
 * has pages of 2 MiB they are asked for, and what begins at a multiple of that gets them.  Elsewhere, and under a
 * sanitizer, which has to know what is whose, it is the memory of everybody else.
 */
#define _GNU_SOURCE /* madvise, mremap */
#include "turnout.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define WATCHED
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || !defined MADV_HUGEPAGE || !defined MREMAP_MAYMOVE
#define WATCHED
#endif

#ifdef WATCHED

void *pages_new(size_t size) {
    return calloc(1, size);
}

void *pages_resize(void *old, size_t size, size_t want) {
    (void)size;
    return realloc(old, want);
}

void pages_free(void *old, size_t size) {
    (void)size;
    free(old);
}

#else

enum { HUGE = 1 << 21 };

/* More is taken than asked for, and given back before and behind what lies well. */
void *pages_new(size_t size) {
    char *all = size > SIZE_MAX - HUGE
                    ? MAP_FAILED
                    : mmap(NULL, size + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) {
        return NULL;
    }
    size_t before = (HUGE - (uintptr_t)all % HUGE) % HUGE, page = (size_t)sysconf(_SC_PAGESIZE),
           kept = (size + page - 1) / page * page;
    if (before) {
        munmap(all, before);
    }
    if (HUGE > before + (kept - size)) {
        munmap(all + before + kept, HUGE - before - (kept - size));
    }
    madvise(all + before, size, MADV_HUGEPAGE); /* only faster: whether it can be had does not matter */
    return all + before;
}

void *pages_resize(void *old, size_t size, size_t want) {
    void *more = mremap(old, size, want, MREMAP_MAYMOVE);
    return more == MAP_FAILED ? NULL : more;
}

void pages_free(void *old, size_t size) {
    munmap(old, size);
}

#endif
