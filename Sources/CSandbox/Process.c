#define _GNU_SOURCE
#include "CSandbox.h"

#include <sys/resource.h>

#ifdef __linux__
#include <malloc.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>
#endif

extern char **environ;

static int set_limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0) return -1;
    if (hard < limits.rlim_max) limits.rlim_max = hard;
    limits.rlim_cur = soft < limits.rlim_max ? soft : limits.rlim_max;
    return setrlimit(resource, &limits);
}

#ifdef __linux__
/// The number of arenas of glibc's allocator, 64 MiB of addresses each; eight per core by default (mallopt(3)).
enum { most_arenas = 16 };
static const uint64_t arena_size = 64 << 20;

/// Limits memory that RLIMIT_DATA does not count: memory that was written and then made read-only.
static int limit_addresses(uint64_t memory) {
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    const bool is_known = file != NULL && fscanf(file, "%llu", &pages) == 1;
    if (file != NULL) fclose(file);
    if (!is_known) return -1;
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, most_arenas);
#endif
    const uint64_t own = pages * (uint64_t)sysconf(_SC_PAGESIZE) + (most_arenas + 1) * arena_size;
    const uint64_t most = memory < RLIM_INFINITY - own ? memory + own : RLIM_INFINITY;
    return set_limit(RLIMIT_AS, most, most);
}
#endif

int vt_limit(const vt_limits *limits, int file_count) {
    // No core dumps, which are large and contain the upload.
    if (set_limit(RLIMIT_CORE, 0, 0) != 0) return -1;
    // Beside its files: files that it writes, timers and queues of threads.
    const uint64_t files = (uint64_t)file_count + 64;
    if (set_limit(RLIMIT_NOFILE, files, files) != 0) return -1;
    if (set_limit(RLIMIT_DATA, limits->memory, limits->memory) != 0) return -1;
#ifdef __linux__
    if (limit_addresses(limits->memory) != 0) return -1;
#endif
    // SIGXCPU can be ignored; SIGKILL follows two seconds later.
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

#ifdef __GLIBC__
static char **own_arguments;

/// Records where the arguments are in memory, which glibc passes to constructors only.
__attribute__((constructor)) static void note_arguments(int count, char **arguments) {
    (void)count;
    own_arguments = arguments;
}
#endif

/// Overwrites a string; volatile, so that the compiler does not omit writes without a later read.
static void overwrite(volatile char *byte) {
    while (*byte != 0) *byte++ = 0;
}

void vt_erase_environment(void) {
    for (char **variable = environ; *variable != NULL; variable++) overwrite(*variable);
    *environ = NULL;
#ifdef __GLIBC__
    for (char **argument = own_arguments; argument != NULL && *argument != NULL; argument++)
        overwrite(*argument);
#endif
}
