#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE (1 << 1) // linux/fs.h
#endif
#elif defined(__APPLE__)
#include <sys/mount.h>
#endif

int vt_rename_exchange(const char *a, const char *b) {
#if defined(__linux__)
    // The system call itself, because musl has no function for it.
    if (syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) == 0) return 0;
    // renameat2(2): EINVAL where the file system knows no flags, ENOSYS before Linux 3.15.
    if (errno == EINVAL || errno == ENOSYS) errno = ENOTSUP;
    return -1;
#elif defined(__APPLE__)
    return renamex_np(a, b, RENAME_SWAP);
#else
    errno = ENOTSUP;
    return -1;
#endif
}

int vt_link_open(int file, const char *path, const char *target) {
#ifdef __linux__
    // The method of linkat(2); AT_EMPTY_PATH requires a capability (CAP_DAC_READ_SEARCH).
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (linkat(AT_FDCWD, link, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0) return 0;
    // Without /proc, by path as below.
    if (errno != ENOENT || access(link, F_OK) == 0) return -1;
#endif
    if (linkat(AT_FDCWD, path, AT_FDCWD, target, 0) != 0) return -1;
    struct stat own, linked;
    if (fstat(file, &own) == 0 && lstat(target, &linked) == 0 && own.st_dev == linked.st_dev &&
        own.st_ino == linked.st_ino)
        return 0;
    unlink(target);
    errno = ESTALE;
    return -1;
}

/// Returns 0 for a regular file, else the errno of its type.
static int error_of_type(mode_t mode) {
    if (S_ISREG(mode)) return 0;
    if (S_ISLNK(mode)) return ELOOP;
    return S_ISDIR(mode) ? EISDIR : ENXIO;
}

int vt_open_regular(int folder, const char *path) {
    struct stat status;
    // The type is checked before opening, since opening alone has effects on some devices.
    if (fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) != 0) return -1;
    int reason = error_of_type(status.st_mode);
    if (reason != 0) {
        errno = reason;
        return -1;
    }
    // O_NONBLOCK and a second check, since a FIFO or a link may have replaced the file in between.
    int descriptor = openat(folder, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return -1;
    reason = fstat(descriptor, &status) == 0 ? error_of_type(status.st_mode) : errno;
    if (reason != 0) {
        close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}

int vt_open_to_search(int folder, const char *path, bool follows) {
#ifdef O_PATH
    const int right = O_PATH;
#else
    const int right = O_SEARCH;
#endif
    return openat(folder, path, right | O_DIRECTORY | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW));
}

int vt_sync_filesystem(int descriptor) {
#ifdef __linux__
    return syncfs(descriptor);
#else
    (void)descriptor;
    errno = ENOTSUP;
    return -1;
#endif
}

int64_t vt_file_system_magic(const char *path) {
#ifdef __linux__
    struct statfs status;
    // Unsigned: the numbers of SMB have the highest bit, and `f_type` may be an int.
    return statfs(path, &status) == 0 ? (int64_t)(uint32_t)status.f_type : -1;
#else
    (void)path;
    errno = ENOTSUP;
    return -1;
#endif
}

void vt_file_system_name(const char *path, char *name) {
    name[0] = 0;
#ifdef __APPLE__
    struct statfs status;
    if (statfs(path, &status) == 0) strlcpy(name, status.f_fstypename, 16);
#else
    (void)path;
#endif
}

const char *vt_entry_name(const struct dirent *entry) { return entry->d_name; }

int64_t vt_modification_time(const struct stat *status) {
#ifdef __APPLE__
    const struct timespec time = status->st_mtimespec;
#else
    const struct timespec time = status->st_mtim;
#endif
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int vt_file_creation_mask(void) {
    int mask = -1;
#ifdef __linux__
    FILE *status = fopen("/proc/self/status", "re");
    if (status == NULL) return -1;
    char line[256];
    // proc(5): in octal, since Linux 4.7.
    while (mask < 0 && fgets(line, sizeof line, status) != NULL)
        if (sscanf(line, "Umask: %o", (unsigned *)&mask) != 1) mask = -1;
    fclose(status);
#endif
    return mask;
}

bool vt_has_access_list(int file) {
#ifdef __linux__
    return fgetxattr(file, "system.posix_acl_access", NULL, 0) > 0;
#else
    (void)file;
    return false;
#endif
}

int64_t vt_raise_descriptor_limit(int64_t most) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
    rlim_t wanted = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > (rlim_t)most
                        ? (rlim_t)most
                        : limit.rlim_max;
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < wanted) {
        struct rlimit raised = {.rlim_cur = wanted, .rlim_max = limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit.rlim_cur = wanted;
    }
    return limit.rlim_cur == RLIM_INFINITY ? most : (int64_t)limit.rlim_cur;
}

int vt_punch_hole(int file, int64_t offset, int64_t length) {
#if defined(__linux__)
    if (fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, length) == 0) return 0;
    // fallocate(2): EOPNOTSUPP by file system, ENOSYS by kernel.
    if (errno == EOPNOTSUPP || errno == ENOSYS) errno = ENOTSUP;
    return -1;
#elif defined(__APPLE__)
    struct fpunchhole hole = {.fp_offset = offset, .fp_length = length};
    return fcntl(file, F_PUNCHHOLE, &hole) == 0 ? 0 : -1;
#else
    (void)file, (void)offset, (void)length;
    errno = ENOTSUP;
    return -1;
#endif
}
