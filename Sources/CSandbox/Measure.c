// Resource usage of a running sandbox process that no limit of the system covers.
#define _GNU_SOURCE
#include "CSandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
/// The number of threads of a process; 0 if unknown, as where the system hides processes that this one may not trace (hidepid
/// of proc(5)).
static int32_t thread_count(pid_t process) {
    char path[32], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return 0;
    text[count] = 0;
    // The second field is a name in parentheses with any characters; proc(5): num_threads is the 20th field.
    const char *rest = strrchr(text, ')');
    for (int field = 2; rest != NULL && field < 20; field++) {
        rest = strchr(rest, ' ');
        if (rest != NULL) rest++;
    }
    return rest == NULL ? 0 : (int32_t)strtol(rest, NULL, 10);
}

int vt_measure(pid_t process, vt_usage *usage) {
    clockid_t clock;
    struct timespec time;
    const int error = clock_getcpuclockid(process, &clock);
    if (error != 0) {
        errno = error;
        return -1;
    }
    if (clock_gettime(clock, &time) != 0) return -1;
    *usage = (vt_usage){
        .cpu_time = (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000,
        .threads = thread_count(process)};
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
