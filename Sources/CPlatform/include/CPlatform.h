// System calls that Swift cannot make by itself, each with the reason.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// Exchanges two paths of one file system atomically; 0, or -1 with errno.
/// ENOTSUP where the system or the file system does not support it. Swift: glibc declares renameat2 for GNU sources only, and
/// macOS has another call.
int vt_rename_exchange(const char *a, const char *b);

/// Links an open file to another path `target`; 0, or -1 with errno. Where the system can link descriptors, `path` is not used;
/// elsewhere the error is ESTALE if `path` leads to another file. Swift: the method differs between systems.
int vt_link_open(int file, const char *path, const char *target);

/// Opens a regular file for reading and never blocks; a descriptor that the caller owns, or -1 with errno: ELOOP for a link,
/// EISDIR for a folder, ENXIO for a FIFO, socket or device, which are not opened. The path is relative to `folder`, or to the
/// current folder with AT_FDCWD. Swift: the S_IS... tests are macros.
int vt_open_regular(int folder, const char *path);

/// Opens a folder for lookups in it, without permission to list it; a descriptor that the caller owns, or -1 with errno: ELOOP
/// or ENOTDIR for a link, unless it `follows`. Swift: glibc declares O_PATH for GNU sources only, and macOS has O_SEARCH.
int vt_open_to_search(int folder, const char *path, bool follows);

/// Writes everything cached for the file system of a descriptor to its disk; 0, or -1 with errno.
/// ENOTSUP where there is no such call. Swift: glibc declares syncfs for GNU sources only.
int vt_sync_filesystem(int descriptor);

/// The kind of file system that a path is on: `f_type` of Linux (linux/magic.h), -1 where the system has names instead, or with
/// errno. Swift: Glibc's module has no statfs.
int64_t vt_file_system_magic(const char *path);

/// The name of the kind of file system that a path is on: `f_fstypename` of macOS; an empty one where the system has numbers
/// instead, or with errno. `name` has room for 16 bytes. Swift: imports the array of 16 elements as a tuple.
void vt_file_system_name(const char *path, char *name);

/// The name of a directory entry, valid as long as the entry. Swift: imports the array of 256 elements as a tuple, and the
/// entry may be shorter.
const char *vt_entry_name(const struct dirent *entry);

/// The file creation mask of this process (umask); -1 if it cannot be read without changing it. Swift: read from /proc line by
/// line; umask(2) would change it for other threads.
int vt_file_creation_mask(void);

/// Whether an open file has an access control list beyond its mode bits.
/// Swift: macOS stores those elsewhere.
bool vt_has_access_list(int file);

/// Raises the soft limit on descriptors to the hard one, at most to `most`; returns the new limit, or -1 with errno. Swift:
/// glibc's RLIMIT_NOFILE has another type than the parameter of its functions.
int64_t vt_raise_descriptor_limit(int64_t most);

/// Frees the disk space of a range of a file, which then reads as zeros; 0, or -1 with errno: ENOTSUP where the system or the file
/// system has no holes. Offset and length are multiples of the file system's block size, in bytes. Swift: glibc declares fallocate
/// for GNU sources only, and macOS has a command of fcntl.
int vt_punch_hole(int file, int64_t offset, int64_t length);

/// The modification time in nanoseconds since 1970. Swift: st_mtim is st_mtimespec on macOS.
int64_t vt_modification_time(const struct stat *status);

#pragma clang assume_nonnull end

#endif
