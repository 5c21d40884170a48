internal import CSandbox
internal import Dispatch
internal import Foundation
public import Logging
internal import SystemPackage

/// The sandbox process's own side: executes one piece of work and exits.
public enum SandboxProcess {
    /// The first argument of a program that is started as a sandbox process, where there is no fork server.
    public static let argument = "__sandbox"

    /// Executes the work that it reads from standard input and exits, at the latest when the parent closes that pipe.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of work that this program can execute.
    ///   - isLimited: Whether the limits of the request are set already.
    ///   - prepare: Called before the work, with a logger whose messages go to the parent.
    public static func serve(
        _ kinds: [any SandboxWork.Type], isLimited: Bool = false,
        prepare: @escaping @Sendable (Logger) -> Void
    ) -> Never {
        vt_erase_environment()
        restoreDefaultSignals()
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
        let ranges = RangeTable(replies)
        // Work has a thread of its own, so that this one receives answers, and sees the end of the input at any time.
        DispatchQueue(label: "sandbox.work").async {
            run(request, kind, second, replies, ranges)
            _exit(0)
        }
        while let line = lines.next() { ranges.receive(line) }
        _exit(0)
    }

    private static func setLimits(_ request: SandboxRequest) -> Bool {
        var limits = vt_limits(request.limits)
        return unsafe vt_limit(&limits, Int32(clamping: request.fileCount)) == 0
    }

    /// Lets the signal of a crash end the process at once, so that the parent sees it.
    ///
    /// The runtime's own handlers would start another program to print a backtrace (`--in-process` shows it).
    private static func restoreDefaultSignals() {
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGSYS] {
            signal(number, SIG_DFL)
        }
    }

    private static func run<Work: SandboxWork>(
        _ request: SandboxRequest, _ type: Work.Type, _ work: [UInt8], _ replies: SandboxReplies,
        _ ranges: RangeTable
    ) {
        let first = STDERR_FILENO + 1
        let next = first + Int32(clamping: request.fileCount)
        let stages = StageTimes()
        let context = SandboxContext(
            files: Array(first..<next),
            ranges: Dictionary(
                uniqueKeysWithValues: request.requestedFiles.map {
                    ($0, RequestedRanges(table: ranges, file: $0))
                }),
            folder: ".",
            artifacts: request.hasArtifacts ? next : nil,
            isStopped: {
                // The parent stops the work by ending this process.
                replies.sendAlive()
                return false
            },
            report: { replies.sendProgress($0) }, stages: stages)
        do {
            let output = try JSONLine.encode(JSONLine.decode(type, work).run(in: context))
            replies.send(.stages(stages.seconds))
            replies.send(.done, output)
        } catch {
            // The parent reports a failure that cannot be encoded as a crash.
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
