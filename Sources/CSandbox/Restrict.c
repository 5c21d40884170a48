#define _GNU_SOURCE
#include "Restrict.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// linux/landlock.h is outdated in some distributions: numbers as in landlock(7), the same on every architecture.
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };
enum { version_only = 1, rule_path_beneath = 1 };

typedef struct {
    uint64_t files, network, scopes;
} ruleset;

typedef struct __attribute__((packed)) {
    uint64_t allowed;
    int32_t folder;
} path_beneath;

enum {
    write_file = 1 << 1,
    read_file = 1 << 2,
    read_folder = 1 << 3,
    make_file = 1 << 8,
    truncate_file = 1 << 14,
};

/// All rights that a version of Landlock can restrict; landlock(7) lists the versions.
static ruleset everything(long version, size_t *size) {
    ruleset all = {.files = (1 << 13) - 1};
    *size = sizeof all.files;
    if (version >= 2) all.files |= 1 << 13; // REFER
    if (version >= 3) all.files |= truncate_file;
    if (version >= 4) {
        all.network = 3; // BIND_TCP, CONNECT_TCP
        *size = 2 * sizeof all.files;
    }
    if (version >= 5) all.files |= 1 << 15; // IOCTL_DEV
    if (version >= 6) {
        all.scopes = 3; // abstract UNIX sockets, signals
        *size = sizeof all;
    }
    return all;
}

static bool allow(int rules, int folder, uint64_t rights) {
    path_beneath rule = {.allowed = rights, .folder = folder};
    return syscall(add_rule, rules, rule_path_beneath, &rule, 0) == 0;
}

static bool restrict_files(int draft, int artifacts) {
    long version = syscall(create_ruleset, NULL, 0, version_only);
    if (version < 1) return false;
    size_t size;
    ruleset all = everything(version, &size);
    int rules = (int)syscall(create_ruleset, &all, size, 0);
    if (rules < 0) return false;
    bool is_made = true;
    if (draft >= 0) {
        uint64_t rights = read_file | write_file | read_folder | make_file;
        is_made = allow(rules, draft, rights | (all.files & truncate_file));
    }
    if (is_made && artifacts >= 0) is_made = allow(rules, artifacts, read_file | read_folder);
    is_made = is_made && syscall(restrict_self, rules, 0) == 0;
    close(rules);
    return is_made;
}

static bool restrict_calls(bool is_strict) {
#if defined(__x86_64__)
    const vt_architecture architecture = vt_x86_64;
#elif defined(__aarch64__)
    const vt_architecture architecture = vt_arm64;
#else
    return false;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
    vt_instruction program[512];
    _Static_assert(sizeof(vt_instruction) == sizeof(struct sock_filter), "one layout");
    size_t count = vt_write_filter(
        architecture, getpid(), is_strict, program, sizeof program / sizeof *program);
    if (count == 0) return false;
    struct sock_fprog filter = {(unsigned short)count, (struct sock_filter *)program};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
#endif
}

int restrict_process(int draft, int artifacts, bool is_strict) {
    int parts = 0;
    if (prctl(PR_SET_DUMPABLE, 0) == 0 && prctl(PR_GET_DUMPABLE) == 0) parts |= vt_part_process;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) parts |= vt_part_no_new_privileges;
    if (restrict_files(draft, artifacts)) parts |= vt_part_files;
    // Last, since the filter rejects the system calls of the other parts.
    if (restrict_calls(is_strict)) parts |= vt_part_calls;
    return parts;
}
#endif
