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

/// Gives an open file another name, or -1 with errno. Where the system can link descriptors, the file's path does not matter;
/// elsewhere it is an error, ESTALE, if that leads to another file by now.
/// Swift: which way there is differs between systems.
int vt_link_open(int file, const char *path, const char *target);

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

/// The bits that new files of this process do not get; -1 if the system does not say without changing them.
/// Swift: it is read from /proc line by line; umask(2) would change it for other threads.
int vt_file_creation_mask(void);

/// Whether an open file has an access control list beyond its mode bits.
/// Swift: macOS keeps those elsewhere.
bool vt_has_access_list(int file);

/// Raises the soft limit of descriptors to the hard one, at most to `most`; the limit that holds then.
/// Swift: glibc gives RLIMIT_NOFILE another type than its functions take.
int64_t vt_raise_descriptor_limit(int64_t most);

/// The modification time in nanoseconds since 1970. Swift: st_mtim is st_mtimespec on macOS.
int64_t vt_modification_time(const struct stat *status);

#pragma clang assume_nonnull end

#endif
