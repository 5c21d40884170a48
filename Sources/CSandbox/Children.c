#define _GNU_SOURCE
#include "CSandbox.h"
#include "Pipes.h"
#include "Termination.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

/// Whether the dynamic linker needs an environment variable to find libraries.
static bool finds_libraries(const char *variable) {
    return strncmp(variable, "LD_LIBRARY_PATH=", 16) == 0 || strncmp(variable, "DYLD_", 5) == 0;
}

/// Prepares the child's descriptors and signals; 0, or an error number. `descriptors` have numbers above those in the child.
static int prepare(
    posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, int input, int output,
    const vt_grant *grant, const int *descriptors) {
    int error = posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
    if (error == 0) error = posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
    if (error == 0)
        error = posix_spawn_file_actions_addopen(
            actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int next = STDERR_FILENO + 1, given = 0;
    for (; error == 0 && given < grant->file_count; given++)
        error = posix_spawn_file_actions_adddup2(actions, descriptors[given], next++);
    if (error == 0 && grant->has_draft)
        error = posix_spawn_file_actions_addfchdir_np(actions, descriptors[given++]);
    if (error == 0 && grant->has_artifacts)
        error = posix_spawn_file_actions_adddup2(actions, descriptors[given], next++);
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#if defined(__APPLE__)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#elif defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    // Descriptors of this process are closed on exec; those that it inherited may not be.
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, next);
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

/// Copies descriptors to numbers above those in the child, since `dup2` in order would overwrite some; 0, or -1 with errno.
static int raise_descriptors(const int *descriptors, int count, int *raised) {
    for (int index = 0; index < count; index++) {
        raised[index] = fcntl(descriptors[index], F_DUPFD_CLOEXEC, VT_MOST_FILES + 16);
        if (raised[index] < 0) {
            while (index > 0) close(raised[--index]);
            return -1;
        }
    }
    return 0;
}

int vt_spawn(
    const char *program, char *const *arguments, const vt_grant *grant, const int *descriptors,
    vt_child *child) {
    char *environment[16];
    int variables = 0;
    for (char **variable = environ; *variable != NULL && variables < 15; variable++)
        if (finds_libraries(*variable)) environment[variables++] = *variable;
    environment[variables] = NULL;

    int count = grant->file_count + grant->has_draft + grant->has_artifacts;
    int input[2], output[2], raised[VT_MOST_FILES + 2];
    if (open_pipes(input, output) != 0) return -1;
    const bool is_raised = raise_descriptors(descriptors, count, raised) == 0;
    int error = is_raised ? 0 : errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (error == 0 && (error = posix_spawn_file_actions_init(&actions)) == 0) {
        if ((error = posix_spawnattr_init(&attributes)) == 0) {
            error = prepare(&actions, &attributes, input[0], output[1], grant, raised);
            if (error == 0)
                error = posix_spawn(
                    &child->process, program, &actions, &attributes, arguments, environment);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    for (int index = 0; is_raised && index < count; index++) close(raised[index]);
    close(input[0]);
    close(output[1]);
    if (error != 0) {
        close(input[1]);
        close(output[0]);
        errno = error;
        return -1;
    }
    child->control = -1;
    child->input = input[1];
    child->output = output[0];
    fcntl(child->input, F_SETFL, O_NONBLOCK);
    return 0;
}

void vt_kill(const vt_child *child) {
    if (child->control < 0)
        kill(child->process, SIGKILL);
    else
        shutdown(child->control, SHUT_WR);
}

static int reap_own(pid_t process, int milliseconds, vt_termination *termination) {
    for (int waited = 0;; waited += 5) {
        int status;
        struct rusage usage;
        pid_t ended;
        do ended = wait4(process, &status, WNOHANG, &usage);
        while (ended < 0 && errno == EINTR);
        if (ended < 0) return -1;
        if (ended > 0) {
            *termination = termination_of(status, &usage);
            return 1;
        }
        if (waited >= milliseconds) return 0;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
}

int vt_reap(const vt_child *child, int milliseconds, vt_termination *termination) {
    if (child->control < 0) return reap_own(child->process, milliseconds, termination);
    struct pollfd readable = {.fd = child->control, .events = POLLIN};
    int ready;
    do ready = poll(&readable, 1, milliseconds);
    while (ready < 0 && errno == EINTR);
    if (ready <= 0) return ready;
    if (recv(child->control, termination, sizeof *termination, 0) == sizeof *termination) return 1;
    errno = EPIPE;
    return -1;
}
