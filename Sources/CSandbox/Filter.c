// The filter of system calls, as classic BPF (seccomp(2)), for both architectures, so that tests cover the one that they do not
// run on.
#include "CSandbox.h"
#include "SystemCalls.h"

#include <errno.h>
#include <string.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <sys/syscall.h>
#if defined(__x86_64__)
#define ASSERT_NUMBER(name, x86, arm) _Static_assert((x86) == SYS_##name, #name);
#else
// Calls that this architecture never had.
#define SYS_open -1
#define SYS_stat -1
#define SYS_lstat -1
#define SYS_rename -1
#define SYS_unlink -1
#define SYS_poll -1
#define SYS_epoll_wait -1
#define SYS_time -1
#define SYS_readlink -1
#define SYS_access -1
#define SYS_mkdir -1
#define SYS_link -1
#define SYS_symlink -1
#define SYS_fork -1
#define SYS_vfork -1
#define ASSERT_NUMBER(name, x86, arm) _Static_assert((arm) == SYS_##name, #name);
#endif
ALLOWED_CALLS(ASSERT_NUMBER)
CHECKED_CALLS(ASSERT_NUMBER)
REFUSED_CALLS(ASSERT_NUMBER)
IGNORED_CALLS(ASSERT_NUMBER)
UNKNOWN_CALLS(ASSERT_NUMBER)
#endif

// linux/bpf_common.h, linux/seccomp.h, linux/audit.h: numbers here, since tests interpret the filter on every system.
enum {
    load_word = 0x20,        // BPF_LD | BPF_W | BPF_ABS
    jump_if_equal = 0x15,    // BPF_JMP | BPF_JEQ | BPF_K
    jump_if_any_bit = 0x45,  // BPF_JMP | BPF_JSET | BPF_K
    mask_bits = 0x54,        // BPF_ALU | BPF_AND | BPF_K
    return_value = 0x06,        // BPF_RET | BPF_K
};
static const uint32_t allow = 0x7fff0000, fail = 0x00050000, kill_process = 0x80000000;
static const uint32_t audit_x86_64 = 0xc000003e, audit_arm64 = 0xc00000b7;

/// Offsets of the members of `struct seccomp_data`; both architectures are little-endian.
enum { number_offset = 0, architecture_offset = 4, arguments_offset = 16 };
#define LOW_WORD(argument) (arguments_offset + 8 * (argument))
#define HIGH_WORD(argument) (LOW_WORD(argument) + 4)

typedef struct {
    vt_architecture architecture;
    vt_instruction *program;
    size_t count, capacity;
} writer;

static void emit(writer *to, uint16_t code, uint8_t if_true, uint8_t if_false, uint32_t value) {
    if (to->count < to->capacity)
        to->program[to->count] = (vt_instruction){code, if_true, if_false, value};
    to->count++;
}

static int number(const writer *to, int x86_64, int arm64) {
    return to->architecture == vt_x86_64 ? x86_64 : arm64;
}

/// Emits one verdict on a call, whatever its arguments.
static void decide(writer *to, int call, uint32_t verdict) {
    if (call < 0) return;
    emit(to, jump_if_equal, 0, 1, (uint32_t)call);
    emit(to, return_value, 0, 0, verdict);
}

/// Allows a call if none of the given bits of an argument's low word is set.
static void without_bits(writer *to, int call, int argument, uint32_t bits) {
    emit(to, jump_if_equal, 0, 4, (uint32_t)call);
    emit(to, load_word, 0, 0, LOW_WORD(argument));
    emit(to, jump_if_any_bit, 0, 1, bits);
    emit(to, return_value, 0, 0, fail | EPERM);
    emit(to, return_value, 0, 0, allow);
}

/// Allows a call if none of the given bits of two arguments is set.
static void without_bits_of_both(
    writer *to, int call, int argument, uint32_t bits, int other, uint32_t other_bits) {
    emit(to, jump_if_equal, 0, 6, (uint32_t)call);
    emit(to, load_word, 0, 0, LOW_WORD(argument));
    emit(to, jump_if_any_bit, 2, 0, bits);
    emit(to, load_word, 0, 0, LOW_WORD(other));
    emit(to, jump_if_any_bit, 0, 1, other_bits);
    emit(to, return_value, 0, 0, fail | EPERM);
    emit(to, return_value, 0, 0, allow);
}

/// Allows a call if an argument's low word is one of the given values.
static void with_values(
    writer *to, int call, int argument, const uint32_t *values, uint8_t count) {
    emit(to, jump_if_equal, 0, (uint8_t)(count + 3), (uint32_t)call);
    emit(to, load_word, 0, 0, LOW_WORD(argument));
    for (uint8_t index = 0; index < count; index++)
        emit(to, jump_if_equal, (uint8_t)(count - index), 0, values[index]);
    emit(to, return_value, 0, 0, fail | EPERM);
    emit(to, return_value, 0, 0, allow);
}

/// Allows a call that opens files, except: without a name (O_TMPFILE), since the parent does not see the size of such a file;
/// for the path alone (O_PATH); in access mode 3, which Linux reserves for drivers and Landlock allows without any right, even
/// with O_TRUNC; with O_TRUNC and without write access, which Landlock restricts from version 3 on only.
static void opening(writer *to, int call, int argument) {
    if (call < 0) return;
    emit(to, jump_if_equal, 0, 9, (uint32_t)call);
    emit(to, load_word, 0, 0, LOW_WORD(argument));
    emit(to, jump_if_any_bit, 5, 0, 0x400000 | 0x200000); // the bit that O_TMPFILE alone has, O_PATH
    emit(to, mask_bits, 0, 0, 3);
    emit(to, jump_if_equal, 3, 0, 3);
    emit(to, jump_if_equal, 0, 3, 0); // O_RDONLY
    emit(to, load_word, 0, 0, LOW_WORD(argument));
    emit(to, jump_if_any_bit, 0, 1, 0x200); // O_TRUNC
    emit(to, return_value, 0, 0, fail | EPERM);
    emit(to, return_value, 0, 0, allow);
}

#define NUMBER(name) vt_call_number(to->architecture, #name)

static void check_arguments(writer *to, pid_t process) {
    opening(to, NUMBER(openat), 2);
    opening(to, NUMBER(open), 1);
    // PROT_EXEC: code in an upload cannot be executed. MAP_SHARED, MAP_GROWSDOWN, MAP_HUGETLB: memory that the limits do
    // not count.
    without_bits_of_both(to, NUMBER(mmap), 2, 4, 3, 0x1 | 0x100 | 0x40000);
    // PROT_EXEC, PROT_GROWSDOWN.
    without_bits(to, NUMBER(mprotect), 2, 4 | 0x1000000);
    // CLONE_VM, CLONE_FS, CLONE_FILES, CLONE_SIGHAND, CLONE_THREAD: threads, but no processes, and no threads with
    // descriptors of their own, each of which could open as many as the limit allows.
    emit(to, jump_if_equal, 0, 5, (uint32_t)NUMBER(clone));
    emit(to, load_word, 0, 0, LOW_WORD(0));
    emit(to, mask_bits, 0, 0, 0x10f00);
    emit(to, jump_if_equal, 1, 0, 0x10f00);
    emit(to, return_value, 0, 0, fail | EPERM);
    emit(to, return_value, 0, 0, allow);
    // Allowed to read limits, of any process; a pointer to new limits must be null.
    emit(to, jump_if_equal, 0, 6, (uint32_t)NUMBER(prlimit64));
    emit(to, load_word, 0, 0, LOW_WORD(2));
    emit(to, jump_if_equal, 0, 2, 0);
    emit(to, load_word, 0, 0, HIGH_WORD(2));
    emit(to, jump_if_equal, 1, 0, 0);
    emit(to, return_value, 0, 0, fail | EPERM);
    emit(to, return_value, 0, 0, allow);
    // PR_SET_NAME, PR_GET_NAME: names of threads. PR_SET_VMA: names of memory.
    static const uint32_t options[] = {15, 16, 0x53564d41};
    with_values(to, NUMBER(prctl), 0, options, 3);
    // F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC; F_SETFL would change descriptions that the parent shares, F_SETOWN
    // would send signals to other processes.
    static const uint32_t commands[] = {0, 1, 2, 3, 1030};
    with_values(to, NUMBER(fcntl), 1, commands, 5);
    // TCGETS: isatty(3).
    static const uint32_t requests[] = {0x5401};
    with_values(to, NUMBER(ioctl), 1, requests, 1);
    // SIGABRT to its own threads, as abort(3) sends it: other signals would be attributed to the host.
    emit(to, jump_if_equal, 0, 6, (uint32_t)NUMBER(tgkill));
    emit(to, load_word, 0, 0, LOW_WORD(0));
    emit(to, jump_if_equal, 0, 2, (uint32_t)process);
    emit(to, load_word, 0, 0, LOW_WORD(2));
    emit(to, jump_if_equal, 1, 0, 6);
    emit(to, return_value, 0, 0, fail | EPERM);
    emit(to, return_value, 0, 0, allow);
}

size_t vt_write_filter(
    vt_architecture architecture, pid_t process, bool is_strict, vt_instruction *program,
    size_t capacity) {
    writer to = {architecture, program, 0, capacity};
    // Calls of another architecture have other numbers; those of x32 have a bit that no listed number has.
    emit(&to, load_word, 0, 0, architecture_offset);
    emit(&to, jump_if_equal, 1, 0, architecture == vt_x86_64 ? audit_x86_64 : audit_arm64);
    emit(&to, return_value, 0, 0, kill_process);
    emit(&to, load_word, 0, 0, number_offset);
#define ALLOW(name, x86, arm) decide(&to, number(&to, x86, arm), allow);
#define REFUSE(name, x86, arm) decide(&to, number(&to, x86, arm), fail | EPERM);
#define IGNORE(name, x86, arm) decide(&to, number(&to, x86, arm), fail | 0);
#define UNKNOWN(name, x86, arm) decide(&to, number(&to, x86, arm), fail | ENOSYS);
    ALLOWED_CALLS(ALLOW)
    check_arguments(&to, process);
    REFUSED_CALLS(REFUSE)
    IGNORED_CALLS(IGNORE)
    UNKNOWN_CALLS(UNKNOWN)
    emit(&to, return_value, 0, 0, is_strict ? kill_process : fail | ENOSYS);
    return to.count <= capacity ? to.count : 0;
}

int vt_call_number(vt_architecture architecture, const char *name) {
#define FIND(call, x86, arm) \
    if (strcmp(name, #call) == 0) return architecture == vt_x86_64 ? (x86) : (arm);
    ALLOWED_CALLS(FIND)
    CHECKED_CALLS(FIND)
    REFUSED_CALLS(FIND)
    IGNORED_CALLS(FIND)
    UNKNOWN_CALLS(FIND)
    return -2;
}
