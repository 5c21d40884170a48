internal import CSandbox
internal import Foundation
public import Logging
internal import Synchronization

/// A fork server: a process that is a copy of this one as it was at its start, and makes sandbox processes by copying itself.
///
/// Sandbox processes are ready at once, and share the memory that loading libraries changed. The last reference to this object
/// owns the server: releasing it ends the server with all of its sandbox processes, as the exit of this process does.
public final class SandboxServer: Sendable {
    /// The protections that the kernel gave a probe process when the server started; each sandbox process has the same.
    public let parts: Set<SandboxPart>
    private let server: Mutex<ForkServer>

    private init(_ server: consuming ForkServer) {
        parts = server.parts
        self.server = Mutex(server)
    }

    /// Starts the fork server; to be called first of all, before there is a second thread.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of work that its processes know.
    ///   - prepare: Called in each process before its work.
    /// - Returns: In this process only; a sandbox process does its work and exits.
    /// - Throws: `SandboxError.startedLate` if the process has a second thread already; `.notStarted`.
    public static func start(
        _ kinds: [any SandboxWork.Type], prepare: @escaping @Sendable (Logger) -> Void
    ) throws(SandboxError) -> SandboxServer {
        SandboxServer(try ForkServer(kinds, prepare: prepare))
    }

    func fork(
        _ grant: vt_grant, _ descriptors: [Int32]
    ) throws(SandboxError) -> ChildProcess {
        try server.withLock { server throws(SandboxError) in
            try server.fork(grant, descriptors)
        }
    }
}

/// A mechanism of the sandbox, which some kernels lack.
public enum SandboxPart: String, CaseIterable, Hashable, Sendable {
    /// The process opens no files but those of its grant: Landlock (Linux 5.13).
    case files = "landlock"
    /// The process makes the system calls of a short list and no others: seccomp.
    case calls = "seccomp"
    /// No program that the process starts gains privileges.
    case noNewPrivileges = "no_new_privs"
    /// Other processes of the same user cannot read its memory.
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

/// The method by which sandbox processes are started.
public enum SandboxLauncher: Sendable {
    /// A fork server starts them.
    case server(SandboxServer)
    /// Each is a program that calls `SandboxProcess.serve`, with its arguments: for systems without a fork server, where the
    /// process is limited and not restricted, and for tests.
    case program(String, [String])

    /// Starts a process that waits for its request.
    ///
    /// - Throws: `SandboxError.notStarted`, `.serverEnded`.
    func start(_ grant: SandboxGrant, _ limits: SandboxLimits) throws(SandboxError) -> ChildProcess
    {
        guard grant.files.count <= Int(VT_MOST_FILES) else {
            throw .notStarted("\(grant.files.count) files, at most \(VT_MOST_FILES) are allowed")
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
    ) throws(SandboxError) -> ChildProcess {
        var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var child = vt_child()
        let reason = unsafe withUnsafePointer(to: grant) { grant in
            unsafe vt_spawn(program, &words, grant, descriptors, &child) == 0 ? 0 : errno
        }
        guard reason == 0 else { throw .notStarted(unsafe String(cString: strerror(reason))) }
        return ChildProcess(owning: child)
    }
}
