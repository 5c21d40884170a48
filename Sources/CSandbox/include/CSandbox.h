// Sandbox processes: limited and restricted, for code that reads untrusted files. System calls that Swift cannot make by
// itself.
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// Hard limits of a process, which it can lower and never raise.
typedef struct {
    /// Private writable memory in bytes (Linux: RLIMIT_DATA); also the address space beyond that of the started process and 1
    /// GiB that the allocator reserves (RLIMIT_AS). Allocations fail beyond.
    uint64_t memory;
    /// CPU time of all threads together, in seconds; SIGXCPU beyond.
    uint64_t cpu_seconds;
    /// The size of each written file, in bytes; SIGXFSZ beyond, or EFBIG where that signal is blocked.
    uint64_t file_size;
} vt_limits;

/// The maximum number of files of a grant; chosen as far above the sidecars of an upload.
#define VT_MOST_FILES 200

/// The limits and descriptors of a sandbox process.
typedef struct {
    vt_limits limits;
    /// The number of files; their descriptors in the process are 3 and the following ones, in order.
    int file_count;
    /// Whether there is a folder to write files in, the current folder of the process.
    bool has_draft;
    /// Whether there is a folder to read files in; its descriptor follows those of the files.
    bool has_artifacts;
} vt_grant;

/// A sandbox process with the parent's ends of its pipes; the caller owns the descriptors.
typedef struct {
    pid_t process;
    /// A connection with the server: closing it, or shutting down its writing side, ends the process; a `vt_termination`
    /// arrives on it. -1 for a process of `vt_spawn`, which is a child of this one.
    int control;
    /// The writing end of its standard input; non-blocking.
    int input;
    /// The reading end of its standard output.
    int output;
} vt_child;

/// The termination of a process.
typedef struct {
    /// The signal that terminated it, or 0.
    int32_t signal;
    /// Its exit status, if no signal terminated it.
    int32_t status;
    /// The peak of resident memory, in bytes.
    int64_t peak;
    /// CPU time, in microseconds.
    int64_t cpu_time;
} vt_termination;

/// The parts of the sandbox, as bits: those that were in effect for a probe process when the server started.
enum {
    vt_part_no_new_privileges = 1,
    /// Files: Landlock.
    vt_part_files = 2,
    /// System calls: seccomp.
    vt_part_calls = 4,
    /// Other processes of the same user cannot read its memory.
    vt_part_process = 8,
    vt_part_all = 15
};

/// The names of processes in ps(1).
#define VT_CHILD_NAME "vt-child"
#define VT_SERVER_NAME "vt-fork-server"

/// The exit status of a sandbox process that the kernel did not restrict.
#define VT_STATUS_UNRESTRICTED 97

/// The server that `vt_fork` sends requests to; the caller owns the socket and the process.
typedef struct {
    /// The socket for requests; -1 if the server could not be started.
    int socket;
    pid_t process;
    /// Bits of `vt_part_...`.
    int parts;
} vt_fork_server;

/// Starts the process that `vt_fork` copies, before this one has a second thread.
///
/// Returns true in each copy, which is restricted by then and has its `grant`; false in the original, which has the `server`,
/// or errno: EDEADLK if this process has several threads. A copy is ready at once and shares the memory that loading libraries
/// changed, measured as 75 ms and 8 MB a process for a program over FFmpeg. The server and its copies end with the process that
/// started it, which reaps the server when it exits, so that their CPU time counts as its own. Swift: has no fork.
bool vt_start_fork_server(vt_fork_server *server, vt_grant *grant);

/// Ends the server with all of its processes and reaps it, within seconds; the socket stays open and the caller's.
void vt_end_fork_server(int server, pid_t process);

/// Copies this process as it was when the server started. The descriptors, which stay the caller's, are those of the files in
/// order, then of the draft folder and of the folder of artifacts, as the grant has them; 0, or -1 with errno: ETIMEDOUT if the
/// server does not respond, EPIPE if it has exited.
///
/// One caller at a time.
int vt_fork(int server, const vt_grant *grant, const int *descriptors, vt_child *child);

/// Starts a program with the descriptors of a grant, which stay the caller's, where there is no fork server: neither limited
/// nor restricted, with those variables of the environment only that the dynamic linker needs; 0, or -1 with errno. Swift:
/// posix_spawn's types differ between systems.
int vt_spawn(
    const char *program, char *_Nullable const *_Nonnull arguments, const vt_grant *grant,
    const int *descriptors, vt_child *child);

/// Kills a child, which `vt_reap` then waits for.
void vt_kill(const vt_child *child);

/// Waits for a child's termination, at most the given time; 1, 0 if the child still runs, or -1 with errno: EPIPE if its server
/// has exited.
int vt_reap(const vt_child *child, int milliseconds, vt_termination *termination);

/// The usage of a running process so far.
typedef struct {
    /// CPU time of all its threads, in microseconds.
    int64_t cpu_time;
    /// The number of threads; 0 where the system does not report it.
    int32_t threads;
} vt_usage;

/// Measures a process; 0, or -1 with errno: ENOTSUP where the system has no CPU clocks of other processes.
int vt_measure(pid_t process, vt_usage *usage);

/// Returns 1 if the files in a folder, without those in folders below it, have more bytes than `size` or are more than `count`;
/// else 0, or -1 with errno if the folder cannot be read.
int vt_exceeds(int folder, int64_t size, int64_t count);

/// Limits this process irrevocably; 0, or -1 with errno.
int vt_limit(const vt_limits *limits, int file_count);

/// Overwrites this process's environment and, with glibc, its arguments in memory, which may hold secrets of the parent. Swift:
/// does not write to strings of the environment.
void vt_erase_environment(void);

/// Prevents other processes of the same user from reading this one's environment and memory; also disables core dumps. Does
/// nothing on macOS, whose kernel shows neither to a process without the right to debug. Swift: prctl is variadic.
void vt_forbid_inspection(void);

/// Whether other processes of the same user may read this one's environment and memory.
bool vt_is_inspectable(void);

/// The largest limit on private writable memory that this process can set for its children, in bytes.
uint64_t vt_largest_memory_limit(void);

/// The architectures with a filter of system calls.
typedef enum { vt_x86_64, vt_arm64 } vt_architecture;

/// An instruction of classic BPF, with the layout of `struct sock_filter`.
typedef struct {
    uint16_t code;
    uint8_t if_true;
    uint8_t if_false;
    uint32_t value;
} vt_instruction;

/// Writes the filter of system calls for a process.
///
/// - `process`: its number, for signals to itself.
/// - `is_strict`: a call that is on no list terminates the process; else it fails with ENOSYS.
/// - Returns the number of instructions, at most `capacity`; 0 if there are more.
size_t vt_write_filter(
    vt_architecture architecture, pid_t process, bool is_strict, vt_instruction *program,
    size_t capacity);

/// The number of a system call that is on a list; -1 if the architecture has none, -2 if the name is on no list.
int vt_call_number(vt_architecture architecture, const char *name);

#pragma clang assume_nonnull end

#endif
