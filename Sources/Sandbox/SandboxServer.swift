internal import CSandbox
internal import Foundation
public import Logging
internal import Synchronization

/// A process that is a copy of this one as it was at its start, and makes sandbox processes by copying itself.
///
/// They are ready at once, and share the memory that loading libraries changed. All of them end with this process.
public final class SandboxServer: Sendable {
    /// What the kernel takes from sandbox processes, tried out when the server started.
    public let parts: Set<SandboxPart>
    private let descriptor: Mutex<Int32>

    private init(_ descriptor: Int32, parts: Set<SandboxPart>) {
        self.descriptor = Mutex(descriptor)
        self.parts = parts
    }

    deinit { descriptor.withLock { _ = close($0) } }

    /// Starts the server; to be called first of all, before there is a second thread.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of work that its processes know.
    ///   - prepare: Called in each process before its work.
    /// - Returns: In the sandbox processes it never returns.
    /// - Throws: `SandboxError.notStarted`.
    public static func start(
        _ kinds: [any SandboxWork.Type], prepare: @escaping @Sendable (Logger) -> Void
    ) throws(SandboxError) -> SandboxServer {
        var (descriptor, parts) = (Int32(-1), Int32(0))
        var grant = vt_grant()
        if unsafe vt_start_fork_server(&descriptor, &parts, &grant) {
            SandboxProcess.serve(kinds, isLimited: true, prepare: prepare)
        }
        guard descriptor >= 0 else {
            throw .notStarted(
                errno == EDEADLK
                    ? "the process has other threads already; start the sandbox as the first statement of the program, "
                        + "and set OPENBLAS_NUM_THREADS=1 if a library starts threads before"
                    : unsafe String(cString: strerror(errno)))
        }
        return SandboxServer(descriptor, parts: SandboxPart.decode(parts))
    }

    func fork(
        _ grant: vt_grant, _ descriptors: [Int32]
    ) throws(SandboxError) -> vt_child {
        var child = vt_child()
        let reason = descriptor.withLock { descriptor in
            unsafe withUnsafePointer(to: grant) { grant in
                unsafe vt_fork(descriptor, grant, descriptors, &child) == 0 ? 0 : errno
            }
        }
        guard reason == 0 else {
            throw reason == EPIPE
                ? .serverEnded : .notStarted(unsafe String(cString: strerror(reason)))
        }
        return child
    }
}

/// A part of what makes a sandbox process a security boundary; kernels may lack one.
public enum SandboxPart: String, CaseIterable, Hashable, Sendable {
    /// It opens no file but those that it is given: Landlock (Linux 5.13).
    case files = "landlock"
    /// It makes the system calls of a short list and no others: seccomp.
    case calls = "seccomp"
    /// No program that it starts gains rights.
    case noNewPrivileges = "no_new_privs"
    /// Other processes of the same user do not read its memory.
    case process = "not_dumpable"

    static func decode(_ bits: Int32) -> Set<SandboxPart> {
        Set(allCases.filter { bits & $0.bit != 0 })
    }

    private var bit: Int32 {
        switch self {
        case .files: Int32(vt_part_files)
        case .calls: Int32(vt_part_calls)
        case .noNewPrivileges: Int32(vt_part_no_new_privileges)
        case .process: Int32(vt_part_process)
        }
    }
}

/// How sandbox processes are started.
public enum SandboxLauncher: Sendable {
    case server(SandboxServer)
    /// A program that calls `SandboxProcess.serve`, with its arguments: for systems without a fork server, where the process is
    /// limited and not restricted, and for tests.
    case program(String, [String])

    func start(_ grant: SandboxGrant, _ limits: SandboxLimits) throws(SandboxError) -> vt_child {
        guard grant.files.count <= Int(VT_MOST_FILES) else {
            throw .notStarted("it would be given \(grant.files.count) files")
        }
        let descriptors = grant.files + [grant.draft, grant.artifacts].compactMap { $0 }
        let raw = vt_grant(
            limits: vt_limits(limits), file_count: Int32(grant.files.count),
            has_draft: grant.draft != nil, has_artifacts: grant.artifacts != nil)
        switch self {
        case .server(let server): return try server.fork(raw, descriptors)
        case .program(let program, let arguments):
            return try Self.spawn(program, arguments, raw, descriptors)
        }
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ grant: vt_grant, _ descriptors: [Int32]
    ) throws(SandboxError) -> vt_child {
        var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var child = vt_child()
        let reason = unsafe withUnsafePointer(to: grant) { grant in
            unsafe vt_spawn(program, &words, grant, descriptors, &child) == 0 ? 0 : errno
        }
        guard reason == 0 else { throw .notStarted(unsafe String(cString: strerror(reason))) }
        return child
    }
}
