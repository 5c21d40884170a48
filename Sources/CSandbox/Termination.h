#include "CSandbox.h"

#include <sys/resource.h>
#include <sys/wait.h>

/// Converts the results of wait4(2).
static inline vt_termination termination_of(int status, const struct rusage *usage) {
#ifdef __APPLE__
    const int64_t unit = 1; // getrusage(2): bytes
#else
    const int64_t unit = 1024;
#endif
    return (vt_termination){
        .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
        .status = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
        .peak = usage->ru_maxrss * unit,
        .cpu_time = (int64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000
            + usage->ru_utime.tv_usec + usage->ru_stime.tv_usec,
    };
}
