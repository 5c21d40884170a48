#define _GNU_SOURCE
#include "CPlatform.h"
#include "Pipes.h"

#include <string.h>

#ifdef __linux__
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

typedef struct {
    bool keeps_errors;
    char word[VT_WORD_SIZE];
} request;

/// What is wanted, with the child's ends of two pipes; false when nobody can ask any more.
static bool receive(int socket, request *wanted, int ends[2]) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(2 * sizeof(int))];
    } control;
    struct iovec data = {.iov_base = wanted, .iov_len = sizeof *wanted};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t count;
    do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (count < 0 && errno == EINTR);
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (count != sizeof *wanted || header == NULL || header->cmsg_type != SCM_RIGHTS ||
        header->cmsg_len != CMSG_LEN(2 * sizeof(int)))
        return false;
    memcpy(ends, CMSG_DATA(header), 2 * sizeof(int));
    return true;
}

static bool ask(int socket, const request *wanted, const int ends[2]) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(2 * sizeof(int))];
    } control = {.header = {
                     .cmsg_level = SOL_SOCKET,
                     .cmsg_type = SCM_RIGHTS,
                     .cmsg_len = CMSG_LEN(2 * sizeof(int))}};
    memcpy(CMSG_DATA(&control.header), ends, 2 * sizeof(int));
    struct iovec data = {.iov_base = (void *)wanted, .iov_len = sizeof *wanted};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    return sendmsg(socket, &message, MSG_NOSIGNAL) == sizeof *wanted;
}

/// Every signal's default action, but for those that are left to the parent.
static void set_signals(void) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTERM);
    sigaddset(&blocked, SIGHUP);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

/// Closes every descriptor from one on; false where the system has no way to. By hand, since neither musl nor an old
/// glibc has closefrom, and a loop over all numbers may take seconds: containers allow a billion.
static bool close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0U, 0) == 0) return true;
#endif
    // Before Linux 5.9.
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) return false;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        int descriptor = atoi(entry->d_name);
        if (descriptor >= first && descriptor != dirfd(folder)) close(descriptor);
    }
    closedir(folder);
    return true;
}

/// Standard input and output are pipes, and nothing else is open but standard error.
static void become_child(const int ends[2], bool keeps_errors) {
    // The pipes may have the lowest numbers, if we were started without those.
    int input = fcntl(ends[0], F_DUPFD, STDERR_FILENO + 1);
    int output = fcntl(ends[1], F_DUPFD, STDERR_FILENO + 1);
    if (input < 0 || output < 0 || dup2(input, STDIN_FILENO) < 0 ||
        dup2(output, STDOUT_FILENO) < 0)
        _exit(1);
    if (!keeps_errors) {
        close(STDERR_FILENO);
        // The lowest number that is free.
        if (open("/dev/null", O_WRONLY) != STDERR_FILENO) _exit(1);
    }
    if (!close_from(STDERR_FILENO + 1)) _exit(1);
    prctl(PR_SET_NAME, VT_CHILD_NAME);
}

/// Serves until the other end closes; returns in each child, and nowhere else.
static void serve(int socket, pid_t *child, char word[VT_WORD_SIZE]) {
    // Of this process, too, children could read it.
    vt_forget_environment();
    prctl(PR_SET_NAME, "vt-fork-server");
    set_signals();
    request wanted;
    int ends[2];
    while (receive(socket, &wanted, ends)) {
        // Forked twice: a child whose parent has gone becomes one of the process that asked, which
        // alone then waits for it.
        *child = -EAGAIN;
        pid_t between = fork();
        if (between == 0) {
            pid_t inner = fork();
            if (inner == 0) {
                become_child(ends, wanted.keeps_errors);
                memcpy(word, wanted.word, VT_WORD_SIZE);
                return;
            }
            *child = inner < 0 ? -errno : inner;
            _exit(0);
        }
        if (between > 0) waitpid(between, NULL, 0);
        close(ends[0]);
        close(ends[1]);
        pid_t answer = *child;
        if (send(socket, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer) break;
    }
    _exit(0);
}

bool vt_start_fork_server(int *server, char word[VT_WORD_SIZE]) {
    int sockets[2];
    *server = -1;
    // Written by the process in between, read by the server.
    pid_t *child = mmap(
        NULL, sizeof *child, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (child == MAP_FAILED) return false;
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 &&
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0) {
        pid_t process = fork();
        if (process == 0) {
            close(sockets[0]);
            serve(sockets[1], child, word);
            munmap(child, sizeof *child);
            return true;
        }
        close(sockets[1]);
        if (process > 0)
            *server = sockets[0];
        else
            close(sockets[0]);
    }
    munmap(child, sizeof *child);
    return false;
}

pid_t vt_fork(
    int server, const char *word, bool keeps_errors, int *to_child, int *from_child) {
    request wanted = {.keeps_errors = keeps_errors};
    strncpy(wanted.word, word, VT_WORD_SIZE - 1);
    int input[2], output[2];
    if (open_pipes(input, output) != 0) return -1;
    int ends[2] = {input[0], output[1]};
    pid_t child = -EPIPE;
    if (ask(server, &wanted, ends)) {
        ssize_t count;
        do count = recv(server, &child, sizeof child, 0);
        while (count < 0 && errno == EINTR);
        if (count != sizeof child) child = -EPIPE;
    }
    close(input[0]);
    close(output[1]);
    if (child < 0) {
        close(input[1]);
        close(output[0]);
        errno = -child;
        return -1;
    }
    *to_child = input[1];
    *from_child = output[0];
    return child;
}

#else
// Elsewhere children are started by vt_spawn: macOS forbids a process that was only forked nearly
// everything, and orphans go to its first process.
bool vt_start_fork_server(int *server, char word[VT_WORD_SIZE]) {
    *server = -1;
    return false;
}

pid_t vt_fork(
    int server, const char *word, bool keeps_errors, int *to_child, int *from_child) {
    errno = ENOTSUP;
    return -1;
}
#endif
