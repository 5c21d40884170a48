import CSandbox
import Foundation
import Testing

/// The filter of system calls, executed by an interpreter, so that the filter for arm64 is tested on every host.
@Suite struct FilterTests {
    static let architectures = [vt_x86_64, vt_arm64]

    @Test(arguments: architectures, [false, true])
    func callsOfLegitimateWorkAreAllowed(_ architecture: vt_architecture, isStrict: Bool) throws {
        let filter = try SystemCallFilter(architecture, isStrict: isStrict)
        for name in ["read", "write", "pread64", "openat", "futex", "munmap", "exit_group"] {
            #expect(filter.verdict(name) == .allow, "\(name)")
        }
    }

    @Test(arguments: architectures, [false, true])
    func processesSocketsAndLinksAreRefused(_ architecture: vt_architecture, isStrict: Bool) throws
    {
        let filter = try SystemCallFilter(architecture, isStrict: isStrict)
        for name in ["socket", "connect", "execve", "kill", "ptrace", "linkat", "symlinkat"] {
            #expect(filter.verdict(name) == .error(EPERM), "\(name)")
        }
    }

    /// seccomp(2): the architecture must be checked, since numbers differ.
    @Test func callsOfAnotherArchitectureAreFatal() throws {
        for architecture in Self.architectures {
            let other = architecture == vt_x86_64 ? vt_arm64 : vt_x86_64
            let filter = try SystemCallFilter(architecture)
            #expect(filter.verdict(number: 0, architecture: other) == .kill)
        }
        // The x32 form of read(2).
        let filter = try SystemCallFilter(vt_x86_64)
        #expect(filter.verdict(number: 0x4000_0000) == .error(ENOSYS))
    }

    @Test(arguments: architectures)
    func everyUnlistedCallIsUnknown(_ architecture: vt_architecture) throws {
        let (lenient, strict) = (
            try SystemCallFilter(architecture), try SystemCallFilter(architecture, isStrict: true)
        )
        var (unknown, allowed) = (0, 0)
        for number in 0..<600 {
            switch lenient.verdict(number: Int32(number)) {
            case .error(ENOSYS): unknown += 1
            case .allow: allowed += 1
            default: break
            }
            if strict.verdict(number: Int32(number)) == .kill {
                #expect(lenient.verdict(number: Int32(number)) == .error(ENOSYS))
            }
        }
        #expect(unknown > 480 && allowed < 90)
    }

    @Test(arguments: architectures)
    func memoryIsNeverExecutable(_ architecture: vt_architecture) throws {
        let filter = try SystemCallFilter(architecture)
        for name in ["mmap", "mprotect"] {
            for protection in UInt64(0)..<8 {
                let expected: Verdict = protection & 4 == 0 ? .allow : .error(EPERM)
                #expect(filter.verdict(name, [0, 0, protection]) == expected)
            }
        }
        #expect(filter.verdict(number: 329) != .allow)  // pkey_mprotect of x86-64
    }

    /// RLIMIT_DATA does not count shared memory.
    @Test(arguments: architectures)
    func memoryIsPrivate(_ architecture: vt_architecture) throws {
        let filter = try SystemCallFilter(architecture)
        // MAP_PRIVATE | MAP_ANONYMOUS
        #expect(filter.verdict("mmap", [0, 4096, 3, 0x22]) == .allow)
        for flags: UInt64 in [0x21, 0x23, 0x122, 0x4_0022] {  // shared, validated, growing, huge
            #expect(filter.verdict("mmap", [0, 4096, 3, flags]) == .error(EPERM))
        }
        #expect(filter.verdict("mmap", [0, 4096, 7, 0x22]) == .error(EPERM))
        #expect(filter.verdict("mprotect", [0, 4096, 0x100_0003]) == .error(EPERM))
    }

    /// The parent cannot see the size of a file without a name.
    @Test(arguments: architectures)
    func filesHaveNames(_ architecture: vt_architecture) throws {
        let filter = try SystemCallFilter(architecture)
        // O_TMPFILE | O_RDWR
        #expect(filter.verdict("openat", [0, 0, 0x41_0002]) == .error(EPERM))
        #expect(filter.verdict("openat", [0, 0, 0xc2]) == .allow)  // O_RDWR | O_CREAT | O_EXCL
        for name in ["renameat", "renameat2", "unlinkat"] {
            #expect(filter.verdict(name) == .error(EPERM), "\(name)")
        }
    }

    @Test(arguments: architectures)
    func cloneMakesThreadsOnly(_ architecture: vt_architecture) throws {
        let filter = try SystemCallFilter(architecture)
        #expect(filter.verdict("clone", [0x3d0f00]) == .allow)  // as pthread_create(3) calls it
        #expect(filter.verdict("clone", [17]) == .error(EPERM))  // fork(2)
        // A thread with descriptors of its own: CLONE_THREAD | CLONE_SIGHAND | CLONE_VM.
        #expect(filter.verdict("clone", [0x1_0900]) == .error(EPERM))
        #expect(filter.verdict("clone3") == .error(ENOSYS))
    }

    /// Landlock restricts truncation from version 3 on.
    @Test(arguments: architectures)
    func readersCannotTruncateFiles(_ architecture: vt_architecture) throws {
        let filter = try SystemCallFilter(architecture)
        #expect(filter.verdict("openat", [0, 0, 0x200]) == .error(EPERM))  // O_RDONLY | O_TRUNC
        #expect(filter.verdict("openat", [0, 0, 0x241]) == .allow)  // O_WRONLY | O_CREAT | O_TRUNC
        #expect(filter.verdict("openat", [0, 0, 0]) == .allow)
    }

    /// Landlock requires no right for access mode 3, which can truncate a file, and none for O_PATH.
    @Test(arguments: architectures)
    func filesAreOpenedForReadingOrWriting(_ architecture: vt_architecture) throws {
        let filter = try SystemCallFilter(architecture)
        for flags: UInt64 in [3, 0x203, 0x20_0000, 0x20_0002, 0x8_0003] {
            #expect(filter.verdict("openat", [0, 0, flags]) == .error(EPERM), "\(flags)")
        }
        for flags: UInt64 in [1, 2, 0x201, 0x8_0000, 0x1_0000] {
            #expect(filter.verdict("openat", [0, 0, flags]) == .allow, "\(flags)")
        }
    }

    @Test(arguments: architectures)
    func limitsAreReadOnly(_ architecture: vt_architecture) throws {
        let filter = try SystemCallFilter(architecture)
        #expect(filter.verdict("prlimit64", [0, 7, 0, 0x7fff_0000_1000]) == .allow)
        #expect(filter.verdict("prlimit64", [0, 7, 0x1000, 0]) == .error(EPERM))
        // A pointer whose low word is 0.
        #expect(filter.verdict("prlimit64", [0, 7, 0x1_0000_0000, 0]) == .error(EPERM))
    }

    @Test(arguments: architectures)
    func signalsToOtherProcessesAreRefused(_ architecture: vt_architecture) throws {
        let filter = try SystemCallFilter(architecture)
        #expect(filter.verdict("tgkill", [4711, 4712, 6]) == .allow)
        #expect(filter.verdict("tgkill", [4710, 4710, 6]) == .error(EPERM))
        #expect(filter.verdict("tgkill", [4711, 4712, 9]) == .error(EPERM))
        // F_SETOWN has the kernel send SIGIO to any process.
        #expect(filter.verdict("fcntl", [0, 8, 1]) == .error(EPERM))
        // F_SETFL: the description may be shared with the parent.
        #expect(filter.verdict("fcntl", [0, 4, 0x4000]) == .error(EPERM))
        #expect(filter.verdict("fcntl", [0, 3]) == .allow)
        #expect(filter.verdict("prctl", [1, 0]) == .error(EPERM))  // PR_SET_PDEATHSIG
        #expect(filter.verdict("prctl", [15, 0]) == .allow)
        #expect(filter.verdict("ioctl", [0, 0x5412]) == .error(EPERM))  // TIOCSTI
    }
}
