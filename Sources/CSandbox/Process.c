#define _GNU_SOURCE
#include "CSandbox.h"

#include <sys/resource.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

static int set_limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0) return -1;
    if (hard < limits.rlim_max) limits.rlim_max = hard;
    limits.rlim_cur = soft < limits.rlim_max ? soft : limits.rlim_max;
    return setrlimit(resource, &limits);
}

int vt_limit(const vt_limits *limits, int file_count) {
    // No core dumps, which are large and hold the upload.
    if (set_limit(RLIMIT_CORE, 0, 0) != 0) return -1;
    // Beside what it is given: what it writes, threads' timers and queues.
    const uint64_t files = (uint64_t)file_count + 64;
    if (set_limit(RLIMIT_NOFILE, files, files) != 0) return -1;
    if (set_limit(RLIMIT_DATA, limits->memory, limits->memory) != 0) return -1;
    // SIGXCPU can be ignored; two seconds later comes SIGKILL.
    if (set_limit(RLIMIT_CPU, limits->cpu_seconds, limits->cpu_seconds + 2) != 0) return -1;
    return set_limit(RLIMIT_FSIZE, limits->file_size, limits->file_size);
}

uint64_t vt_largest_memory_limit(void) {
    struct rlimit limits;
    return getrlimit(RLIMIT_DATA, &limits) == 0 ? limits.rlim_max : RLIM_INFINITY;
}

void vt_forbid_inspection(void) {
#ifdef __linux__
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

bool vt_is_inspectable(void) {
#ifdef __linux__
    return prctl(PR_GET_DUMPABLE) == 1;
#else
    return false;
#endif
}

void vt_forget_environment(void) {
    for (char **variable = environ; *variable != NULL; variable++) {
        // Volatile, so that it is really written although nobody reads it any more.
        volatile char *byte = *variable;
        while (*byte != 0) *byte++ = 0;
    }
    *environ = NULL;
}
