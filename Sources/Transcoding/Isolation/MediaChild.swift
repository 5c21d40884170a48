internal import CPlatform
internal import Dispatch
internal import Foundation
internal import LibAV
internal import Logging

/// The child's side: does the work that it reads from standard input, one piece after the other.
public enum MediaChild {
    /// The command's first argument that asks for it; a level of logging follows.
    public static let argument = "__worker"

    /// Works until standard input ends, which is when the parent ends, in whatever way.
    public static func serve(logging level: String?) -> Never {
        // An upload that takes this process over finds no token or password in it.
        vt_forget_environment()
        OwnLimits.setForGood()
        endOnFaults()
        let replies = WorkReplies(STDOUT_FILENO)
        let level = level.flatMap { Logger.Level(rawValue: $0) } ?? .critical
        let logger = Logger(label: "vtranscode") { _ in
            ReplyLog(replies: replies, logLevel: level)
        }
        LibAVProcess.prepare(logger: logger)
        // Work has a thread of its own, so that this one sees the end of the input at any time.
        let queue = DispatchQueue(label: "vtranscode.work")
        var lines = LineReader(STDIN_FILENO)
        while let request = lines.next(), let work = lines.next() {
            queue.async { answer(request, work, replies) }
        }
        _exit(0)
    }

    /// Lets a fault end the process at once, and its parent see the signal.
    ///
    /// The runtime's own handlers would start another program to print a backtrace (`--in-process` shows it).
    private static func endOnFaults() {
        for fault in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT] {
            signal(fault, SIG_DFL)
        }
    }

    private static func answer(_ request: [UInt8], _ work: [UInt8], _ replies: WorkReplies) {
        do {
            let request = try WorkLine.read(WorkRequest.self, request)
            let usage = try OwnLimits.set(request.limits)
            do {
                let output = try perform(request, request.kind.type, work, replies)
                let (cpuSeconds, peak) = OwnLimits.usage()
                replies.send(
                    .done(peak: peak, cpuSeconds: cpuSeconds - usage.cpuSeconds), output)
            } catch {
                let peak = OwnLimits.usage().peak
                let isOutOfMemory = WorkerEnd.isOutOfMemory(
                    peak, before: usage.peak, request.limits)
                replies.send(.failed(isOutOfMemory ? .outOfMemory : WorkFailure(error)))
            }
        } catch {
            replies.send(.failed(WorkFailure(error)))
        }
    }

    /// - Returns: The line of the output.
    private static func perform<Work: MediaWork>(
        _ request: WorkRequest, _ type: Work.Type, _ work: [UInt8], _ replies: WorkReplies
    ) throws -> [UInt8] {
        let upload = try Upload(
            request.upload, expecting: request.identity, formats: request.formats)
        let output = try WorkLine.read(type, work).run(
            on: upload,
            isStopped: {
                // Stopping is the parent's to do, and needs no help; being asked is a sign of life.
                replies.sendAlive()
                return false
            },
            report: { replies.sendProgress($0) })
        return try WorkLine.of(output)
    }
}
