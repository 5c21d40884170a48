// System calls that Swift cannot make by itself: each says what is missing there.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// Exchanges two paths of one file system atomically; 0, or -1 with errno.
/// ENOTSUP where the system or the file system cannot. Swift: glibc shows renameat2 to GNU
/// sources only, and macOS has another call.
int vt_rename_exchange(const char *a, const char *b);

/// Opens a regular file for reading and never blocks; a descriptor, or -1 with errno: ELOOP for a
/// link, EISDIR for a folder, ENXIO for a FIFO, socket or device, which are not even opened.
/// The path is found from a `folder` on, or from the current one with AT_FDCWD.
/// Swift: the S_IS... tests are macros.
int vt_open_regular(int folder, const char *path);

/// Opens a folder to find names in it, which takes no right to list it; a descriptor, or -1 with
/// errno, also for a link unless it `follows`: ELOOP or ENOTDIR.
/// Swift: O_PATH is shown to GNU sources only, and is O_SEARCH on macOS.
int vt_open_to_search(int folder, const char *path, bool follows);

/// Writes everything cached for the file system of a descriptor to its disk; 0, or -1 with errno.
/// ENOTSUP where there is no such call. Swift: glibc shows syncfs to GNU sources only.
int vt_sync_filesystem(int descriptor);

/// The name in a directory entry, valid as long as the entry. Swift: an array of 256 elements
/// arrives as a tuple, and the entry may be shorter than that.
const char *vt_entry_name(const struct dirent *entry);

/// The modification time in nanoseconds since 1970. Swift: st_mtim is st_mtimespec on macOS.
int64_t vt_modification_time(const struct stat *status);

/// Starts a program whose standard input and output are pipes; gives its process id and our ends
/// of the two, or -1 with errno.
/// Of our descriptors it gets standard error at the most, and that only if it `keeps_errors`. It
/// has every signal's default action, and blocks those that a terminal or a supervisor sends to
/// the whole group: its parent decides when it ends. Swift: posix_spawn's types differ between
/// systems.
pid_t vt_spawn(
    const char *program, char *_Nullable const *_Nonnull arguments, bool keeps_errors,
    int *to_child, int *from_child);

/// Overwrites this process's environment but for what libraries need (PATH, HOME, TMPDIR, TZ, LANG, LC_*, LD_*):
/// what is left of it in memory must not tell anybody the secrets of the process that started this one.
/// Swift: strings of the environment are not to be written there.
void vt_forget_environment(void);

/// Keeps other processes of the same user, such as children that an upload has taken over, from reading this one's environment
/// and memory; it leaves no core dump either. Does nothing on macOS, whose kernel shows neither to a process without the right
/// to debug. Swift: prctl has a variable number of arguments.
void vt_forbid_inspection(void);

/// Whether other processes of the same user may read this one's environment and memory.
bool vt_is_inspectable(void);

/// Bytes of a word for a child, its zero included.
#define VT_WORD_SIZE 32
/// What the system calls a child that came from the fork server.
#define VT_CHILD_NAME "vt-child"

/// Starts the process that `vt_fork` copies, before this one has a second thread. True in each
/// copy, which has the `word` that it was asked for with; false in the original, which has a
/// descriptor to ask by, or -1 where there is no such server: then `vt_spawn` must do.
/// A copy is ready at once and shares what loading changed in its libraries, which for a program
/// over FFmpeg is 75 ms and 8 MB a child. The server ends with the process that started it.
/// Swift: has no fork.
bool vt_start_fork_server(int *server, char *word);

/// Has a copy of this process made, as it was when the server started; gives what `vt_spawn` does.
/// One caller at a time.
pid_t vt_fork(
    int server, const char *word, bool keeps_errors, int *to_child, int *from_child);

/// How a process ended.
typedef struct {
    /// The signal that ended it, or 0.
    int signal;
    /// Its exit status, if no signal ended it.
    int status;
    /// The most memory that was resident, in bytes.
    int64_t peak;
} vt_ending;

/// Collects a child that has ended, or waits for its end if it `blocks`; 1, or 0 if it has not
/// ended, or -1 with errno. Swift: the W... tests are macros.
int vt_collect(pid_t process, bool blocks, vt_ending *ending);

/// What a process may limit for itself.
typedef enum {
    vt_limit_cpu,       // seconds, from its start on; SIGXCPU
    vt_limit_memory,    // bytes of private writable memory (Linux); allocations fail
    vt_limit_file_size, // bytes; SIGXFSZ
    vt_limit_files,     // descriptors
    vt_limit_core       // bytes of a core dump
} vt_limit;

/// Limits this process, `for_good` or until it is set anew; never above what it was given itself.
/// 0, or -1 with errno. Swift: the resources are constants of another type on each system.
int vt_set_limit(vt_limit limit, uint64_t value, bool for_good);

/// The most private writable memory that this process can allow itself, in bytes.
uint64_t vt_largest_memory_limit(void);

/// CPU time that this process used, in microseconds, and the most memory that was resident, in
/// bytes. Swift: RUSAGE_SELF has another type on each system.
void vt_own_usage(int64_t *cpu_time, int64_t *peak);

#pragma clang assume_nonnull end

#endif
