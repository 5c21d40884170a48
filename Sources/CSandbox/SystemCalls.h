// The system calls of a sandbox process and their verdicts: CALL(name, number on x86-64, number on arm64).
// Numbers: the kernel's arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h; Filter.c compares
// those of the architecture that it is compiled for with the system's headers. -1: the architecture has no such call.

// Allowed with any arguments; the most frequent first.
#define ALLOWED_CALLS(CALL) \
    CALL(futex, 202, 98) \
    CALL(pread64, 17, 67) \
    CALL(read, 0, 63) \
    CALL(write, 1, 64) \
    CALL(munmap, 11, 215) \
    CALL(madvise, 28, 233) \
    CALL(lseek, 8, 62) \
    CALL(close, 3, 57) \
    CALL(fstat, 5, 80) \
    CALL(newfstatat, 262, 79) \
    CALL(statx, 332, 291) \
    CALL(stat, 4, -1) \
    CALL(lstat, 6, -1) \
    CALL(pwrite64, 18, 68) \
    CALL(readv, 19, 65) \
    CALL(writev, 20, 66) \
    CALL(ftruncate, 77, 46) \
    CALL(fsync, 74, 82) \
    CALL(fdatasync, 75, 83) \
    CALL(getdents64, 217, 61) \
    CALL(getcwd, 79, 17) \
    CALL(mremap, 25, 216) \
    CALL(brk, 12, 214) \
    CALL(mincore, 27, 232) \
    CALL(exit, 60, 93) \
    CALL(exit_group, 231, 94) \
    CALL(set_robust_list, 273, 99) \
    CALL(rseq, 334, 293) \
    CALL(sched_yield, 24, 124) \
    CALL(sched_getaffinity, 204, 123) \
    CALL(getcpu, 309, 168) \
    CALL(nanosleep, 35, 101) \
    CALL(clock_nanosleep, 230, 115) \
    CALL(clock_gettime, 228, 113) \
    CALL(clock_getres, 229, 114) \
    CALL(gettimeofday, 96, 169) \
    CALL(time, 201, -1) \
    CALL(getrandom, 318, 278) \
    CALL(getpid, 39, 172) \
    CALL(getppid, 110, 173) \
    CALL(gettid, 186, 178) \
    CALL(getuid, 102, 174) \
    CALL(geteuid, 107, 175) \
    CALL(getgid, 104, 176) \
    CALL(getegid, 108, 177) \
    CALL(getrusage, 98, 165) \
    CALL(times, 100, 153) \
    CALL(uname, 63, 160) \
    CALL(sysinfo, 99, 179) \
    CALL(rt_sigaction, 13, 134) \
    CALL(rt_sigprocmask, 14, 135) \
    CALL(rt_sigreturn, 15, 139) \
    CALL(rt_sigpending, 127, 136) \
    CALL(sigaltstack, 131, 132) \
    CALL(restart_syscall, 219, 128) \
    CALL(poll, 7, -1) \
    CALL(ppoll, 271, 73) \
    CALL(epoll_create1, 291, 20) \
    CALL(epoll_ctl, 233, 21) \
    CALL(epoll_wait, 232, -1) \
    CALL(epoll_pwait, 281, 22) \
    CALL(eventfd2, 290, 19) \
    CALL(timerfd_create, 283, 85) \
    CALL(timerfd_settime, 286, 86) \
    CALL(timerfd_gettime, 287, 87) \
    CALL(membarrier, 324, 283) \
    CALL(dup, 32, 23)

// Allowed with some arguments only, which Filter.c lists.
#define CHECKED_CALLS(CALL) \
    CALL(openat, 257, 56) \
    CALL(open, 2, -1) \
    CALL(mmap, 9, 222) \
    CALL(mprotect, 10, 226) \
    CALL(clone, 56, 220) \
    CALL(prlimit64, 302, 261) \
    CALL(prctl, 157, 167) \
    CALL(fcntl, 72, 25) \
    CALL(ioctl, 16, 29) \
    CALL(tgkill, 234, 131)

// Refused with EPERM, since legitimate libraries make them and continue without: libdispatch's syslog(3), glibc's lookups. A file
// that was removed or replaced could still be written, while the parent does not see its size.
#define REFUSED_CALLS(CALL) \
    CALL(socket, 41, 198) \
    CALL(connect, 42, 203) \
    CALL(readlink, 89, -1) \
    CALL(readlinkat, 267, 78) \
    CALL(access, 21, -1) \
    CALL(faccessat, 269, 48) \
    CALL(rename, 82, -1) \
    CALL(renameat, 264, 38) \
    CALL(renameat2, 316, 276) \
    CALL(unlink, 87, -1) \
    CALL(unlinkat, 263, 35) \
    CALL(mkdir, 83, -1) \
    CALL(mkdirat, 258, 34) \
    CALL(link, 86, -1) \
    CALL(linkat, 265, 37) \
    CALL(symlink, 88, -1) \
    CALL(symlinkat, 266, 36) \
    CALL(fork, 57, -1) \
    CALL(vfork, 58, -1) \
    CALL(execve, 59, 221) \
    CALL(execveat, 322, 281) \
    CALL(kill, 62, 129) \
    CALL(tkill, 200, 130) \
    CALL(ptrace, 101, 117) \
    CALL(setrlimit, 160, 164)

// Skipped with success: the parent decides about priorities, and libdispatch logs a refusal at length.
#define IGNORED_CALLS(CALL) \
    CALL(setpriority, 141, 140)

// Refused with ENOSYS, so that the C library falls back to the calls of older kernels.
#define UNKNOWN_CALLS(CALL) \
    CALL(clone3, 435, 435) \
    CALL(faccessat2, 439, 439) \
    CALL(openat2, 437, 437) \
    CALL(close_range, 436, 436)
