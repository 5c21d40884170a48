#define _GNU_SOURCE
#include "CPlatform.h"
#include "Pipes.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

/// What the child gets: an error number, or 0.
static int prepare(
    posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, int input, int output,
    bool keeps_errors) {
    int error = posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
    if (error == 0) error = posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
    if (error == 0 && !keeps_errors)
        error = posix_spawn_file_actions_addopen(
            actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#if defined(__APPLE__)
    if (error == 0 && keeps_errors)
        error = posix_spawn_file_actions_addinherit_np(actions, STDERR_FILENO);
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    // Ours are closed on exec; those that we were started with may not be.
    if (error == 0)
        error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
    sigset_t signals;
    sigfillset(&signals);
    if (error == 0) error = posix_spawnattr_setsigdefault(attributes, &signals);
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    if (error == 0) error = posix_spawnattr_setsigmask(attributes, &signals);
    if (error == 0) error = posix_spawnattr_setflags(attributes, flags);
    return error;
}

pid_t vt_spawn(
    const char *program, char *const *arguments, bool keeps_errors, int *to_child,
    int *from_child) {
    int input[2], output[2];
    if (open_pipes(input, output) != 0) return -1;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t process = -1;
    int error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        error = posix_spawnattr_init(&attributes);
        if (error == 0) {
            error = prepare(&actions, &attributes, input[0], output[1], keeps_errors);
            if (error == 0)
                error = posix_spawn(
                    &process, program, &actions, &attributes, arguments, environ);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    if (error != 0) {
        close_pipe(input);
        close_pipe(output);
        errno = error;
        return -1;
    }
    close(input[0]);
    close(output[1]);
    *to_child = input[1];
    *from_child = output[0];
    return process;
}

/// getrusage(2): kilobytes on Linux, bytes on macOS.
static int64_t peak_of(const struct rusage *usage) {
#ifdef __APPLE__
    return usage->ru_maxrss;
#else
    return (int64_t)usage->ru_maxrss * 1024;
#endif
}

int vt_collect(pid_t process, bool blocks, vt_ending *ending) {
    int status;
    struct rusage usage;
    pid_t ended;
    do ended = wait4(process, &status, blocks ? 0 : WNOHANG, &usage);
    while (ended < 0 && errno == EINTR);
    if (ended <= 0) return ended;
    ending->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    ending->status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    ending->peak = peak_of(&usage);
    return 1;
}

int vt_set_limit(vt_limit limit, uint64_t value, bool for_good) {
    int resource;
    switch (limit) {
    case vt_limit_cpu: resource = RLIMIT_CPU; break;
    case vt_limit_memory: resource = RLIMIT_DATA; break;
    case vt_limit_file_size: resource = RLIMIT_FSIZE; break;
    case vt_limit_files: resource = RLIMIT_NOFILE; break;
    case vt_limit_core: resource = RLIMIT_CORE; break;
    }
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0) return -1;
    limits.rlim_cur = value < limits.rlim_max ? value : limits.rlim_max;
    if (for_good) limits.rlim_max = limits.rlim_cur;
    return setrlimit(resource, &limits);
}

uint64_t vt_largest_memory_limit(void) {
    struct rlimit limits;
    return getrlimit(RLIMIT_DATA, &limits) == 0 ? limits.rlim_max : RLIM_INFINITY;
}

void vt_own_usage(int64_t *cpu_time, int64_t *peak) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    *cpu_time = (int64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000
        + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
    *peak = peak_of(&usage);
}

static bool is_needed(const char *variable) {
    static const char *const names[] = {"PATH=", "HOME=", "TMPDIR=", "TZ=", "LANG=", "LC_", "LD_"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++)
        if (strncmp(variable, names[index], strlen(names[index])) == 0) return true;
    return false;
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
    char **kept = environ;
    for (char **variable = environ; *variable != NULL; variable++) {
        if (is_needed(*variable)) {
            *kept++ = *variable;
            continue;
        }
        // Volatile, so that it is really written although nobody reads it any more.
        volatile char *byte = *variable;
        while (*byte != 0) *byte++ = 0;
    }
    *kept = NULL;
}
