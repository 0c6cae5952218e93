// Preloaded into a program: kills it before, in the middle of, or after a call that writes a file of the splash
// advertisement's stores, or gives it its name. KILL_AT is the number of that moment, from 1. The moments are counted
// in the file that MOMENTS names, a byte for each.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int moments;

static void moment(void) {
    const char *at = getenv("KILL_AT"), *path = getenv("MOMENTS");
    int number = atomic_fetch_add(&moments, 1) + 1;
    if (at && number == atoi(at)) kill(getpid(), SIGKILL);
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (file < 0) return;
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) next = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    next(file, ".", 1);
    close(file);
}

static int is_store(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, "/splash-ad.") != NULL;
}

ssize_t write(int file, const void *bytes, size_t count) {
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) next = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (count < 2 || !is_store(file)) return next(file, bytes, count);
    moment();
    ssize_t half = next(file, bytes, count / 2);
    if (half < 0) return half;
    moment();
    ssize_t rest = next(file, (const char *)bytes + half, count - half);
    moment();
    return rest < 0 ? half : half + rest;
}

int fsync(int file) {
    static int (*next)(int);
    if (!next) next = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    int result = next(file);
    if (is_store(file)) moment();
    return result;
}

int rename(const char *old, const char *new) {
    static int (*next)(const char *, const char *);
    if (!next) next = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    int result = next(old, new);
    if (strstr(new, "/splash-ad.")) moment();
    return result;
}
