/* SPDX-License-Identifier: Apache-2.0 */

/* A wall clock that steps back by an hour, to the right time and on by an hour, five times a second. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

typedef int (*reader)(clockid_t, struct timespec *);

static int read_clock(clockid_t id, struct timespec *time) {
    static reader real;
    if (!real) {
        real = (reader) dlsym(RTLD_NEXT, "clock_gettime");
    }
    return real(id, time);
}

static long step(void) {
    struct timespec steady;
    read_clock(CLOCK_MONOTONIC, &steady);
    return 3600 * ((steady.tv_sec * 5 + steady.tv_nsec / 200000000) % 3 - 1);
}

int clock_gettime(clockid_t id, struct timespec *time) {
    int result = read_clock(id, time);
    if (result == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
        time->tv_sec += step();
    }
    return result;
}

int gettimeofday(struct timeval *time, void *zone) {
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    (void) zone;
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}
