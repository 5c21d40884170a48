#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>

#ifdef __linux__
#include "Pipes.h"
#include "Restrict.h"
#include "Termination.h"

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/// Pipes and control socket, draft folder and artifacts, files.
enum { own_descriptors = 3, most_descriptors = own_descriptors + 2 + VT_MOST_FILES };

/// The timeout of a request, in seconds; the server responds within milliseconds.
enum { server_timeout = 10 };

/// A running process of the server.
typedef struct {
    pid_t process;
    /// The connection that the parent closes to end the process, and that reports its termination.
    int control;
    bool is_killed;
} entry;

typedef struct {
    int socket;
    /// Whether calls that are on no list are fatal.
    bool is_strict;
    int parts;
    entry *entries;
    struct pollfd *polled;
    int count, capacity;
} server_state;

typedef union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(most_descriptors * sizeof(int))];
} rights;

static int descriptor_count(const vt_grant *grant) {
    return own_descriptors + grant->file_count + grant->has_draft + grant->has_artifacts;
}

/// Requests and responses are numbered, so that a late response is not mistaken for that to a later request.
typedef struct {
    uint32_t number;
    vt_grant grant;
} request;

typedef struct {
    uint32_t number;
    /// The process, or the negative errno.
    int32_t process;
} response;

/// Receives a request; 0, the errno for a request that cannot be served, or -1 once the socket is closed.
static int receive(int socket, request *wanted, int *descriptors) {
    rights control;
    struct iovec data = {.iov_base = wanted, .iov_len = sizeof *wanted};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t size;
    do size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (size < 0 && errno == EINTR);
    if (size != sizeof *wanted) return -1;
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    int count = 0;
    if (header != NULL && header->cmsg_type == SCM_RIGHTS) {
        count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        memcpy(descriptors, CMSG_DATA(header), (size_t)count * sizeof(int));
    }
    const vt_grant *grant = &wanted->grant;
    const bool is_right = grant->file_count >= 0 && grant->file_count <= VT_MOST_FILES &&
        count == descriptor_count(grant);
    if (is_right && (message.msg_flags & MSG_CTRUNC) == 0) return 0;
    for (int index = 0; index < count; index++) close(descriptors[index]);
    // MSG_CTRUNC: some were beyond this process's limit on descriptors.
    return (message.msg_flags & MSG_CTRUNC) != 0 ? EMFILE : EINVAL;
}

/// Sends a request; false with errno.
static bool send_request(int socket, const request *wanted, const int *descriptors) {
    const size_t size = (size_t)descriptor_count(&wanted->grant) * sizeof(int);
    rights control;
    memset(&control, 0, sizeof control);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(size);
    memcpy(CMSG_DATA(&control.header), descriptors, size);
    struct iovec data = {.iov_base = (void *)wanted, .iov_len = sizeof *wanted};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control,
        .msg_controllen = CMSG_SPACE(size)};
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == sizeof *wanted;
}

/// Waits for the response with a number; false with errno.
static bool receive_response(int socket, uint32_t number, response *received) {
    while (true) {
        const ssize_t count = recv(socket, received, sizeof *received, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        if (count != sizeof *received) {
            errno = EPIPE;
            return false;
        }
        if (received->number == number) return true;
        // A late response, to a request that timed out: closing its control socket has ended the process.
    }
}

/// Resets signals to their default actions, and blocks those that a terminal or a supervisor sends to the whole process group:
/// the parent handles them.
static void set_signals(void) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTERM);
    sigaddset(&blocked, SIGHUP);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

/// Closes all descriptors from `first` on; false if the system offers no way. Neither musl nor an old glibc has closefrom, and
/// a loop over all numbers may take seconds: containers allow a billion.
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

/// Assigns descriptors: 0 and 1 are pipes, 2 is the null device, files and the folder of artifacts follow; closes all others but
/// `draft`, the number of the draft folder or -1. False if that fails.
static bool take_descriptors(const vt_grant *grant, const int *descriptors, int *draft) {
    const int count = descriptor_count(grant);
    // Copies above all assigned numbers, since received descriptors may have any. The control socket, the third, is the
    // server's.
    const int above = STDERR_FILENO + 3 + grant->file_count;
    int raised[most_descriptors];
    for (int index = 0; index < count; index++) {
        raised[index] = index == 2 ? -1 : fcntl(descriptors[index], F_DUPFD, above);
        if (raised[index] < 0 && index != 2) return false;
    }
    if (dup2(raised[0], STDIN_FILENO) < 0 || dup2(raised[1], STDOUT_FILENO) < 0) return false;
    const int null_device = open("/dev/null", O_WRONLY);
    if (null_device < 0 || dup2(null_device, STDERR_FILENO) < 0) return false;
    int target = STDERR_FILENO + 1, next = own_descriptors;
    for (int index = 0; index < grant->file_count; index++)
        if (dup2(raised[next++], target++) < 0) return false;
    const int folder = grant->has_draft ? raised[next++] : -1;
    if (grant->has_draft ? fchdir(folder) != 0 : chdir("/") != 0) return false;
    if (grant->has_artifacts && dup2(raised[next], target++) < 0) return false;
    // Not opened again, as a file server may be unreachable by now.
    *draft = grant->has_draft ? dup2(folder, target) : -1;
    if (grant->has_draft && *draft < 0) return false;
    return close_from(grant->has_draft ? target + 1 : target);
}

/// Makes this copy of the server, which has one thread, a sandbox process, before it reads anything.
static void become_child(
    const server_state *server, pid_t parent, const vt_grant *grant, const int *descriptors) {
    prctl(PR_SET_NAME, VT_CHILD_NAME);
    // The server may have exited before the parent-death signal was set.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(1);
    int draft;
    if (!take_descriptors(grant, descriptors, &draft)) _exit(1);
    if (vt_limit(&grant->limits, grant->file_count) != 0) _exit(VT_STATUS_UNRESTRICTED);
    const int artifacts =
        grant->has_artifacts ? STDERR_FILENO + 1 + grant->file_count : -1;
    // The same parts as for the probe process, or none of its work is done.
    if (restrict_process(draft, artifacts, server->is_strict) != server->parts)
        _exit(VT_STATUS_UNRESTRICTED);
    if (draft >= 0) close(draft);
}

/// The exit status of a probe process that could not be limited; others are sets of parts.
enum { probe_failed = 255 };

/// Limits and restricts a probe process, which then exits; returns the parts in effect, or -1 on failure.
static int probe_restrictions(void) {
    const pid_t probe = fork();
    if (probe == 0) {
        // Far above its usage; an error here would occur for every upload.
        const vt_limits limits = {.memory = 1ULL << 40, .cpu_seconds = 60, .file_size = 1ULL << 40};
        if (vt_limit(&limits, 0) != 0) _exit(probe_failed);
        _exit(restrict_process(-1, -1, false));
    }
    if (probe < 0) return -1;
    int status = 0;
    while (waitpid(probe, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) && WEXITSTATUS(status) != probe_failed ? WEXITSTATUS(status) : -1;
}

static void note_signal(int number) { (void)number; }

/// Reaps processes, and reports their terminations to the parent.
static void reap(server_state *server) {
    int status;
    struct rusage usage;
    for (pid_t exited; (exited = wait4(-1, &status, WNOHANG, &usage)) > 0;) {
        for (int index = 0; index < server->count; index++) {
            if (server->entries[index].process != exited) continue;
            const vt_termination termination = termination_of(status, &usage);
            send(
                server->entries[index].control, &termination, sizeof termination,
                MSG_NOSIGNAL | MSG_DONTWAIT);
            close(server->entries[index].control);
            server->entries[index] = server->entries[--server->count];
            break;
        }
    }
}

/// Kills all processes, reaps them so that their CPU time counts, and exits.
static _Noreturn void end_children(const server_state *server) {
    for (int index = 0; index < server->count; index++)
        kill(server->entries[index].process, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) {}
    _exit(0);
}

/// Reserves memory for one more process, which is polled after the socket.
static bool make_room(server_state *server) {
    if (server->count < server->capacity) return true;
    const int capacity = 2 * server->capacity + 16;
    entry *entries = realloc(server->entries, capacity * sizeof *entries);
    if (entries == NULL) return false;
    server->entries = entries;
    struct pollfd *polled = realloc(server->polled, (capacity + 1) * sizeof *polled);
    if (polled == NULL) return false;
    server->polled = polled;
    server->capacity = capacity;
    return true;
}

/// Sends a response; without a parent to receive it, the server exits.
static void respond(const server_state *server, uint32_t number, int32_t process) {
    const response given = {number, process};
    ssize_t sent;
    do sent = send(server->socket, &given, sizeof given, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent != sizeof given) end_children(server);
}

/// Forks a sandbox process; true in it.
static bool make_child(server_state *server, const request *wanted, const int *descriptors) {
    const vt_grant *grant = &wanted->grant;
    const pid_t own = getpid();
    errno = ENOMEM;
    const pid_t child = make_room(server) ? fork() : -1;
    if (child == 0) {
        set_signals();
        become_child(server, own, grant, descriptors);
        return true;
    }
    const int reason = errno;
    for (int index = 0; index < descriptor_count(grant); index++)
        if (index != 2 || child < 0) close(descriptors[index]);
    if (child > 0) server->entries[server->count++] = (entry){child, descriptors[2], false};
    respond(server, wanted->number, child > 0 ? child : -reason);
    return false;
}

/// Raises the soft limit on descriptors to the hard one, for one descriptor per process; sandbox processes have limits of their
/// own.
static void raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// Serves requests until the parent closes the socket; returns in sandbox processes only.
static void serve(server_state *server, vt_grant *grant) {
    vt_erase_environment();
    prctl(PR_SET_NAME, VT_SERVER_NAME);
    prctl(PR_SET_DUMPABLE, 0);
    set_signals();
    // SIGCHLD interrupts ppoll only.
    sigset_t blocked, open;
    sigprocmask(SIG_BLOCK, NULL, &open);
    blocked = open;
    sigaddset(&blocked, SIGCHLD);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    const struct sigaction action = {.sa_handler = note_signal};
    sigaction(SIGCHLD, &action, NULL);
    if (!make_room(server)) _exit(1);
    raise_descriptor_limit();
    int descriptors[most_descriptors];
    request wanted;
    while (true) {
        server->polled[0] = (struct pollfd){.fd = server->socket, .events = POLLIN};
        for (int index = 0; index < server->count; index++) {
            const entry *known = &server->entries[index];
            server->polled[index + 1] =
                (struct pollfd){.fd = known->is_killed ? -1 : known->control, .events = POLLIN};
        }
        const int ready = ppoll(server->polled, server->count + 1, NULL, &open);
        // The parent shut down or closed the control socket, or has exited.
        for (int index = 0; ready > 0 && index < server->count; index++) {
            if (server->polled[index + 1].revents == 0) continue;
            kill(server->entries[index].process, SIGKILL);
            server->entries[index].is_killed = true;
        }
        reap(server);
        if (ready <= 0 || server->polled[0].revents == 0) continue;
        const int error = receive(server->socket, &wanted, descriptors);
        if (error < 0) break;
        if (error > 0) {
            respond(server, wanted.number, -error);
        } else if (make_child(server, &wanted, descriptors)) {
            *grant = wanted.grant;
            return;
        }
    }
    end_children(server);
}

/// The server that runs, for `end_running_server`; no process if there is none.
static vt_fork_server running;

/// Ends the server when this process exits.
static void end_running_server(void) {
    // No server runs in the server and its copies, which were forked before `running` was set.
    if (running.process > 0) vt_end_fork_server(running.socket, running.process);
}

void vt_end_fork_server(int server, pid_t process) {
    if (running.process == process) running.process = 0;
    shutdown(server, SHUT_RDWR);
    // The server exits at once, unless it is stopped.
    for (int attempt = 0; attempt < 200; attempt++) {
        if (waitpid(process, NULL, WNOHANG) != 0) return;
        poll(NULL, 0, 5);
    }
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
}

/// The number of threads of this process; 0 if unknown.
static int thread_count(void) {
    DIR *folder = opendir("/proc/self/task");
    if (folder == NULL) return 0;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.') count++;
    closedir(folder);
    return count;
}

bool vt_start_fork_server(vt_fork_server *server, vt_grant *grant) {
    *server = (vt_fork_server){.socket = -1};
    // A copy has one thread, and locks that other threads held stay locked in it.
    if (thread_count() > 1) {
        errno = EDEADLK;
        return false;
    }
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) return false;
    const char *strictness = getenv("VTRANSCODE_SANDBOX_VIOLATIONS");
    const bool is_strict = strictness != NULL && strcmp(strictness, "fatal") == 0;
    const pid_t process = fork();
    if (process == 0) {
        close(sockets[0]);
        server_state state = {.socket = sockets[1], .is_strict = is_strict};
        state.parts = probe_restrictions();
        const int32_t found = state.parts;
        if (send(sockets[1], &found, sizeof found, MSG_NOSIGNAL) != sizeof found) _exit(1);
        if (found < 0) _exit(1);
        serve(&state, grant);
        return true;
    }
    int reason = errno;
    close(sockets[1]);
    int32_t found = 0;
    const struct timeval limit = {.tv_sec = server_timeout};
    setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(sockets[0], SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    ssize_t received = -1;
    if (process > 0) {
        do received = recv(sockets[0], &found, sizeof found, 0);
        while (received < 0 && errno == EINTR);
        reason = received < 0 ? errno : EAGAIN;
    }
    if (received != sizeof found || found < 0) {
        if (process > 0) vt_end_fork_server(sockets[0], process);
        close(sockets[0]);
        errno = reason;
        return false;
    }
    *server = (vt_fork_server){.socket = sockets[0], .process = process, .parts = found};
    running = *server;
    atexit(end_running_server);
    return false;
}

int vt_fork(int server, const vt_grant *grant, const int *descriptors, vt_child *child) {
    int input[2], output[2], control[2], sent[most_descriptors];
    if (open_pipes(input, output) != 0) return -1;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) != 0) {
        close_pipe(input);
        close_pipe(output);
        return -1;
    }
    sent[0] = input[0];
    sent[1] = output[1];
    sent[2] = control[1];
    memcpy(
        sent + own_descriptors, descriptors,
        (descriptor_count(grant) - own_descriptors) * sizeof(int));
    static uint32_t last;
    const request wanted = {.number = ++last, .grant = *grant};
    response given = {.process = 0};
    if (!send_request(server, &wanted, sent) || !receive_response(server, wanted.number, &given))
        given.process = errno == EAGAIN ? -ETIMEDOUT : errno == ECONNRESET ? -EPIPE : -errno;
    for (int index = 0; index < own_descriptors; index++) close(sent[index]);
    if (given.process < 0) {
        close(input[1]);
        close(output[0]);
        close(control[0]);
        errno = -given.process;
        return -1;
    }
    fcntl(input[1], F_SETFL, O_NONBLOCK);
    *child = (vt_child){
        .process = given.process, .control = control[0], .input = input[1], .output = output[0]};
    return 0;
}

#else
// Elsewhere vt_spawn starts children: macOS allows a forked process nearly nothing before exec.
bool vt_start_fork_server(vt_fork_server *server, vt_grant *grant) {
    (void)grant;
    *server = (vt_fork_server){.socket = -1};
    errno = ENOTSUP;
    return false;
}

void vt_end_fork_server(int server, pid_t process) { (void)server, (void)process; }

int vt_fork(int server, const vt_grant *grant, const int *descriptors, vt_child *child) {
    (void)server, (void)grant, (void)descriptors, (void)child;
    errno = ENOTSUP;
    return -1;
}
#endif
