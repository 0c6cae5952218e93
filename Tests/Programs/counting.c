// What Probe.swift counts with: Callgrind, and allocations.c where it's preloaded.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <valgrind/callgrind.h>

void toggle_counting(void) { CALLGRIND_TOGGLE_COLLECT; }
void report_count(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }

long allocations_of_thread(void) {
    static long (*count)(void);
    if (!count) count = (long (*)(void))dlsym(RTLD_DEFAULT, "allocation_count");
    return count ? count() : -1;
}
