// SPDX-License-Identifier: Apache-2.0
/*
 * Operations on files of some names fail on command. The file of faults is read at each operation, so that a test can
 * change it. It holds: how many operations still succeed, how many fail after them, the kind of the failure, and
 * which operations count, for example "2 1 EIO pwrite,ftruncate". Each operation that counts takes one off.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REAL(type, name, ...) ((type (*)(__VA_ARGS__)) dlsym(RTLD_NEXT, name))

enum { NONE, SHORT = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* By system calls, which are not replaced here. */
static int take(const char *operation) {
    char text[256], kind[16], operations[160];
    long before, failures;
    int fault = NONE;
    int fd = syscall(SYS_openat, AT_FDCWD, getenv("FAULTS"), O_RDWR | O_CLOEXEC);
    if (fd < 0) return NONE;
    long length = syscall(SYS_read, fd, text, sizeof text - 1);
    text[length < 0 ? 0 : length] = 0;
    if (sscanf(text, "%ld %ld %15s %159s", &before, &failures, kind, operations) == 4
            && strstr(operations, operation) != NULL && failures > 0) {
        if (before > 0) before--;
        else {
            failures--;
            fault = strcmp(kind, "ENOSPC") == 0 ? ENOSPC : strcmp(kind, "SHORT") == 0 ? SHORT : EIO;
            if (strcmp(kind, "STALL") == 0) {
                fault = NONE;
                usleep(300 * 1000);
            }
        }
        length = snprintf(text, sizeof text, "%020ld %020ld %s %s", before, failures, kind, operations);
        if (syscall(SYS_pwrite64, fd, text, length, 0L) != length) abort();
    }
    syscall(SYS_close, fd);
    return fault;
}

/* Returns the error of an operation on a file of this name, or NONE. */
static int fault(const char *operation, const char *name) {
    if (name == NULL || strstr(name, getenv("FAILING_NAME")) == NULL) return NONE;
    pthread_mutex_lock(&lock);
    int fault = take(operation);
    pthread_mutex_unlock(&lock);
    return fault;
}

static int fault_of(const char *operation, int fd) {
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long length = syscall(SYS_readlinkat, AT_FDCWD, link, name, sizeof name - 1);
    name[length < 0 ? 0 : length] = 0;
    return fault(operation, name);
}

static int fails(int fault) {
    if (fault > 0) errno = fault;
    return fault > 0;
}

ssize_t write(int fd, const void *bytes, size_t count) {
    int error = fault_of("write", fd);
    if (fails(error)) return -1;
    return REAL(ssize_t, "write", int, const void *, size_t)(fd, bytes, error == SHORT ? (count + 1) / 2 : count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    int error = fault_of("pwrite", fd);
    if (fails(error)) return -1;
    return REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t)(
            fd, bytes, error == SHORT ? (count + 1) / 2 : count, at);
}

int ftruncate64(int fd, off64_t size) {
    return fails(fault_of("ftruncate", fd)) ? -1 : REAL(int, "ftruncate64", int, off64_t)(fd, size);
}

int fsync(int fd) {
    return fails(fault_of("fsync", fd)) ? -1 : REAL(int, "fsync", int)(fd);
}

int fdatasync(int fd) {
    return fails(fault_of("fsync", fd)) ? -1 : REAL(int, "fdatasync", int)(fd);
}

void *mmap64(void *at, size_t length, int protection, int flags, int fd, off64_t offset) {
    if (fd >= 0 && fails(fault_of("mmap", fd))) return MAP_FAILED;
    return REAL(void *, "mmap64", void *, size_t, int, int, int, off64_t)(
            at, length, protection, flags, fd, offset);
}

void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
    if (fd >= 0 && fails(fault_of("mmap", fd))) return MAP_FAILED;
    return REAL(void *, "mmap", void *, size_t, int, int, int, off_t)(at, length, protection, flags, fd, offset);
}

int rename(const char *from, const char *to) {
    return fails(fault("rename", from)) ? -1 : REAL(int, "rename", const char *, const char *)(from, to);
}

int unlink(const char *name) {
    return fails(fault("unlink", name)) ? -1 : REAL(int, "unlink", const char *)(name);
}

static int opened(const char *name, int flags, mode_t mode) {
    return fails(fault("open", name)) ? -1 : (int) syscall(SYS_openat, AT_FDCWD, name, flags, mode);
}

#define MODE(flags)                                        \
    mode_t mode = 0;                                       \
    if ((flags & O_CREAT) != 0) {                          \
        va_list rest;                                      \
        va_start(rest, flags);                             \
        mode = va_arg(rest, mode_t);                       \
        va_end(rest);                                      \
    }

int open(const char *name, int flags, ...) {
    MODE(flags)
    return opened(name, flags, mode);
}

int open64(const char *name, int flags, ...) {
    MODE(flags)
    return opened(name, flags, mode);
}
