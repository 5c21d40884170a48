// What a running sandbox process takes that no limit of the system's counts.
#define _GNU_SOURCE
#include "CSandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
int vt_measure(pid_t process, vt_usage *usage) {
    char path[32], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    const ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return -1;
    text[count] = 0;
    // The second field is a name in parentheses, which may hold anything.
    const char *rest = strrchr(text, ')');
    unsigned long user, system;
    long threads;
    // proc(5): state is the third field, utime the 14th, stime the 15th, num_threads the 20th.
    if (rest == NULL ||
        sscanf(
            rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %*d %*d %*d %*d %ld",
            &user, &system, &threads) != 3) {
        errno = EIO;
        return -1;
    }
    const double ticks = (double)sysconf(_SC_CLK_TCK);
    *usage = (vt_usage){
        .cpu_time = (int64_t)((double)(user + system) * 1e6 / ticks), .threads = (int32_t)threads};
    return 0;
}
#else
int vt_measure(pid_t process, vt_usage *usage) {
    (void)process, (void)usage;
    errno = ENOTSUP;
    return -1;
}
#endif

int vt_exceeds(int folder, int64_t size, int64_t count) {
    const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = copy < 0 ? NULL : fdopendir(copy);
    if (entries == NULL) {
        const int reason = errno;
        if (copy >= 0) close(copy);
        errno = reason;
        return -1;
    }
    bool is_over = false;
    for (struct dirent *entry; !is_over && (entry = readdir(entries)) != NULL;) {
        struct stat status;
        if (fstatat(copy, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (!S_ISREG(status.st_mode)) continue;
        size -= status.st_size;
        is_over = size < 0 || --count < 0;
    }
    closedir(entries);
    return is_over;
}
