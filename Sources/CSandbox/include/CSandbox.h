// Processes with few rights, for code that reads what strangers sent. System calls that Swift cannot make by itself.
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// Hard limits of a process: it can lower them, never raise them.
typedef struct {
    /// Bytes of private writable memory (Linux: RLIMIT_DATA), and of all memory beside what the process starts with and 1 GiB
    /// that the allocator reserves (RLIMIT_AS); allocations fail beyond.
    uint64_t memory;
    /// Seconds of all its threads together; SIGXCPU.
    uint64_t cpu_seconds;
    /// Bytes of each file that it writes; SIGXFSZ, or EFBIG where that signal is blocked.
    uint64_t file_size;
} vt_limits;

/// The most descriptors of files that one process is given.
#define VT_MOST_FILES 200

/// What a sandbox process is given.
typedef struct {
    vt_limits limits;
    /// How many descriptors of files it is given; they are 3 and those behind it, in order.
    int file_count;
    /// Whether it is given a folder to write files in, which is its current folder.
    bool has_draft;
    /// Whether it is given a folder to read files in; its descriptor is the one behind the files'.
    bool has_artifacts;
} vt_grant;

/// The ends of a sandbox process's pipes that its parent holds.
typedef struct {
    pid_t process;
    /// Whoever closes it, or shuts its writing side, ends the process; it then gives a `vt_ending`. -1 for a process of
    /// `vt_spawn`, which is to be ended by its number.
    int control;
    /// Non-blocking.
    int input;
    int output;
} vt_child;

/// How a process ended.
typedef struct {
    /// The signal that ended it, or 0.
    int32_t signal;
    /// Its exit status, if no signal ended it.
    int32_t status;
    /// The most memory that was resident, in bytes.
    int64_t peak;
    /// CPU time, in microseconds.
    int64_t cpu_time;
} vt_ending;

/// What the kernel takes from a sandbox process, each a bit: what a trial process lost for sure when the server started.
enum {
    vt_part_no_new_privileges = 1,
    /// Files: Landlock.
    vt_part_files = 2,
    /// System calls: seccomp.
    vt_part_calls = 4,
    /// Other processes of the same user cannot read its memory, and it ends with its server.
    vt_part_process = 8,
    vt_part_all = 15
};

/// The names that the system shows.
#define VT_CHILD_NAME "vt-child"
#define VT_SERVER_NAME "vt-fork-server"

/// The exit status of a sandbox process that the kernel refused to restrict.
#define VT_STATUS_UNRESTRICTED 97

/// Starts the process that `vt_fork` copies, before this one has a second thread.
///
/// True in each copy, which is restricted by then and has its `grant`; false in the original, which has a descriptor to ask
/// by and the `parts` that a trial process lost, or -1 with errno where there is no such server. A copy is ready at once and
/// shares what loading changed in its libraries, which for a program over FFmpeg is 75 ms and 8 MB a process. The server and
/// its copies end with the process that started it, which waits for the server when it exits, so that their CPU time counts
/// as its own. Swift: has no fork.
bool vt_start_fork_server(int *server, int *parts, vt_grant *grant);

/// Has a copy of this process made, as it was when the server started, with descriptors of files in order, then of the draft
/// folder and of the folder of artifacts, as the grant says; 0, or -1 with errno: ETIMEDOUT if the server does not answer.
///
/// One caller at a time.
int vt_fork(int server, const vt_grant *grant, const int *descriptors, vt_child *child);

/// Starts a program with what a grant says but its limits, where there is no fork server: unrestricted, without environment
/// but for what finds libraries. 0, or -1 with errno.
/// Swift: posix_spawn's types differ between systems.
int vt_spawn(
    const char *program, char *_Nullable const *_Nonnull arguments, const vt_grant *grant,
    const int *descriptors, vt_child *child);

/// Has a child ended: at once, or by the time its ending is known.
void vt_end(const vt_child *child);

/// Waits for a child's ending, for so many milliseconds at most; 1, or 0 if it has not ended, or -1 with errno: EPIPE if its
/// server is gone.
int vt_collect(const vt_child *child, int milliseconds, vt_ending *ending);

/// What a process that runs has taken so far.
typedef struct {
    /// CPU time of all its threads, in microseconds.
    int64_t cpu_time;
    /// 0 where the system does not tell.
    int32_t threads;
} vt_usage;

/// Measures a process; 0, or -1 with errno: ENOTSUP where the system has no clocks of other processes.
int vt_measure(pid_t process, vt_usage *usage);

/// Whether the files in a folder, without those in folders below it, have more bytes than `size` or are more than `count`; -1
/// with errno if it cannot be read.
int vt_exceeds(int folder, int64_t size, int64_t count);

/// Limits this process for good; 0, or -1 with errno.
int vt_limit(const vt_limits *limits, int file_count);

/// Overwrites this process's environment and, with glibc, its arguments, so that nothing of what is left of them in memory
/// tells the secrets of the process that started this one. Swift: strings of the environment are not to be written there.
void vt_forget_environment(void);

/// Keeps other processes of the same user from reading this one's environment and memory; it leaves no core dump either. Does
/// nothing on macOS, whose kernel shows neither to a process without the right to debug. Swift: prctl has a variable number of
/// arguments.
void vt_forbid_inspection(void);

/// Whether other processes of the same user may read this one's environment and memory.
bool vt_is_inspectable(void);

/// The most private writable memory that this process can allow its children, in bytes.
uint64_t vt_largest_memory_limit(void);

/// The architectures that there is a filter of system calls for.
typedef enum { vt_x86_64, vt_arm64 } vt_architecture;

/// An instruction of classic BPF, as `struct sock_filter` has it.
typedef struct {
    uint16_t code;
    uint8_t if_true;
    uint8_t if_false;
    uint32_t value;
} vt_instruction;

/// Writes the filter of system calls for a process of that number.
///
/// - `is_strict`: a call that is on no list ends the process; else it fails with ENOSYS.
/// - Returns how many instructions there are, at most `capacity`; 0 if they are more.
size_t vt_write_filter(
    vt_architecture architecture, pid_t process, bool is_strict, vt_instruction *program,
    size_t capacity);

/// The number of a system call that the filter knows by name, -1 if the architecture has none, -2 if the name is unknown.
int vt_call_number(vt_architecture architecture, const char *name);

#pragma clang assume_nonnull end

#endif
