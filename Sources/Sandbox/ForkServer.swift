internal import CSandbox
internal import Foundation
internal import Logging

/// The process that sandbox processes are copies of, with the socket for requests; ended and reaped when it goes out of scope.
///
/// All of its sandbox processes end with it.
struct ForkServer: ~Copyable, Sendable {
    /// The protections that a probe process got when the server started.
    let parts: Set<SandboxPart>
    private let process: pid_t
    private let socket: OwnedDescriptor

    /// Starts the server, before this process has a second thread; returns in this process only.
    ///
    /// Sandbox processes serve their request and exit.
    ///
    /// - Throws: `SandboxError.startedLate`, `.notStarted`.
    init(
        _ kinds: [any SandboxWork.Type], prepare: @escaping @Sendable (Logger) -> Void
    ) throws(SandboxError) {
        var server = vt_fork_server()
        var grant = vt_grant()
        if unsafe vt_start_fork_server(&server, &grant) {
            SandboxProcess.serve(kinds, isLimited: true, prepare: prepare)
        }
        guard server.socket >= 0 else {
            throw errno == EDEADLK
                ? .startedLate : .notStarted(unsafe String(cString: strerror(errno)))
        }
        parts = SandboxPart.decode(server.parts)
        process = server.process
        socket = OwnedDescriptor(owning: server.socket)
    }

    deinit { vt_end_fork_server(socket.number, process) }

    /// Starts a sandbox process; one caller at a time.
    ///
    /// - Parameters:
    ///   - grant: The limits, and which descriptors are given.
    ///   - descriptors: Files in order, then the draft folder and the folder of artifacts; they stay the caller's.
    /// - Returns: A process that waits for its request.
    /// - Throws: `SandboxError.serverEnded`, `.notStarted`.
    func fork(
        _ grant: vt_grant, _ descriptors: [Int32]
    ) throws(SandboxError) -> ChildProcess {
        var child = vt_child()
        let reason = unsafe withUnsafePointer(to: grant) { grant in
            unsafe vt_fork(socket.number, grant, descriptors, &child) == 0 ? 0 : errno
        }
        guard reason == 0 else {
            throw reason == EPIPE
                ? .serverEnded : .notStarted(unsafe String(cString: strerror(reason)))
        }
        return ChildProcess(owning: child)
    }
}
