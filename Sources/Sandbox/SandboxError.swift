internal import CSandbox
internal import Foundation

/// Why a sandbox process gave no output.
public enum SandboxError: Error, Hashable, Sendable {
    /// No process could be started, with the reason: a failure of the machine.
    case notStarted(String)
    /// The server that starts processes has ended: none can be started any more.
    case serverEnded
    /// A signal of its own making ended it, or it ended without a reply.
    case crashed(String)
    /// It gave no sign of life for so many seconds.
    case stalled(Int)
    case tooMuchMemory
    case tooMuchTime
    /// A file reached the limit on its size, or the folder that on its files.
    case tooMuchOutput
    /// It started so many threads.
    case tooManyThreads(Int)
    /// Another process sent it a signal.
    case killed(Int32)
    /// It was to be ended, and has not ended.
    case notEnded
    /// What it said breaks the protocol or its limits, with the reason.
    case badReply(String)

    /// Reads how a process ended that gave no reply.
    init(_ ending: vt_ending, within limits: SandboxLimits) {
        let seconds = Double(ending.cpu_time) / 1e6
        self =
            switch ending.signal {
            case SIGXCPU: .tooMuchTime
            // The second limit, for those that ignore the first one's signal.
            case SIGKILL where seconds >= Double(limits.cpuSeconds): .tooMuchTime
            case SIGXFSZ: .tooMuchOutput
            // The kernel chooses the process that holds the most when memory runs out.
            case SIGKILL where Self.isOutOfMemory(Int(ending.peak), limits): .tooMuchMemory
            case SIGKILL, SIGTERM, SIGINT, SIGHUP: .killed(ending.signal)
            // Of any process, since each can exit so: no failure of the machine.
            case 0 where ending.status == VT_STATUS_UNRESTRICTED:
                .crashed("it says that the kernel did not restrict it")
            case let signal:
                if Self.isOutOfMemory(Int(ending.peak), limits) {
                    .tooMuchMemory
                } else {
                    .crashed(signal == 0 ? "exit status \(ending.status)" : "signal \(signal)")
                }
            }
    }

    /// Whether a failure at a peak of resident memory, in bytes, is for lack of memory: honest work needs half of its limit.
    static func isOutOfMemory(_ peak: Int, _ limits: SandboxLimits) -> Bool {
        peak >= limits.memory / 2
    }
}
