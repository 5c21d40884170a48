internal import CSandbox
internal import Dispatch
internal import Foundation
public import Logging

/// The sandbox process's own side: it does one artifact of work and ends.
public enum SandboxProcess {
    /// The program's first argument that asks for one where there is no fork server.
    public static let argument = "__sandbox"

    /// Does the work that it reads from standard input, and ends with it, or when the parent is gone.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of work that it knows.
    ///   - isLimited: Whether its limits are set already.
    ///   - prepare: Called before the work, with a logger whose lines go to the parent.
    public static func serve(
        _ kinds: [any SandboxWork.Type], isLimited: Bool = false,
        prepare: @escaping @Sendable (Logger) -> Void
    ) -> Never {
        vt_forget_environment()
        endOnFaults()
        let replies = SandboxReplies(STDOUT_FILENO)
        var lines = LineReader(STDIN_FILENO)
        guard let first = lines.next(), let second = lines.next(),
            let request = try? JSONLine.decode(SandboxRequest.self, first),
            let kind = kinds.first(where: { $0.kind == request.kind })
        else { _exit(2) }
        if !isLimited, !setLimits(request) { _exit(VT_STATUS_UNRESTRICTED) }
        let level = Logger.Level(rawValue: request.logLevel) ?? .critical
        prepare(
            Logger(label: "sandbox") { _ in ReplyLog(replies: replies, logLevel: level) })
        // Work has a thread of its own, so that this one sees the end of the input at any time.
        DispatchQueue(label: "sandbox.work").async {
            answer(request, kind, second, replies)
            _exit(0)
        }
        while lines.next() != nil {}
        _exit(0)
    }

    private static func setLimits(_ request: SandboxRequest) -> Bool {
        var limits = vt_limits(request.limits)
        return unsafe vt_limit(&limits, Int32(clamping: request.fileCount)) == 0
    }

    /// Lets a fault end the process at once, and its parent see the signal.
    ///
    /// The runtime's own handlers would start another program to print a backtrace (`--in-process` shows it).
    private static func endOnFaults() {
        for fault in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGSYS] {
            signal(fault, SIG_DFL)
        }
    }

    private static func answer<Work: SandboxWork>(
        _ request: SandboxRequest, _ type: Work.Type, _ work: [UInt8], _ replies: SandboxReplies
    ) {
        let first = STDERR_FILENO + 1
        let behind = first + Int32(clamping: request.fileCount)
        let context = SandboxContext(
            files: Array(first..<behind), folder: ".",
            artifacts: request.hasArtifacts ? behind : nil,
            isStopped: {
                // Stopping is the parent's to do, and needs no help.
                replies.sendAlive()
                return false
            },
            report: { replies.sendProgress($0) })
        do {
            let output = try JSONLine.decode(type, work).run(in: context)
            replies.send(.done, try JSONLine.encode(output))
        } catch {
            // A failure that cannot be encoded is a crash to the parent.
            guard let line = try? JSONLine.encode(Work.failure(for: error)) else { _exit(3) }
            replies.send(.failed, line)
        }
    }
}

extension vt_limits {
    init(_ limits: SandboxLimits) {
        self.init(
            memory: UInt64(max(0, limits.memory)), cpu_seconds: UInt64(max(0, limits.cpuSeconds)),
            file_size: UInt64(max(0, limits.fileSize)))
    }
}
