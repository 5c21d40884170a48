#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/// Opens a pipe that no program started at the same time inherits; 0, or -1 with errno.
static inline int open_pipe(int ends[2]) {
#ifdef __linux__
    return pipe2(ends, O_CLOEXEC);
#else
    // macOS has no pipe2; POSIX_SPAWN_CLOEXEC_DEFAULT protects the children of vt_spawn.
    if (pipe(ends) != 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

static inline void close_pipe(const int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

/// Opens both pipes of a child, or neither; 0, or -1 with errno.
static inline int open_pipes(int input[2], int output[2]) {
    if (open_pipe(input) != 0) return -1;
    if (open_pipe(output) == 0) return 0;
    int error = errno;
    close_pipe(input);
    errno = error;
    return -1;
}
