internal import CSandbox
public import Errors
internal import Foundation

/// The reason why a sandbox process gave no output.
public enum SandboxError: CodedError, Hashable {
    /// No process could be started, with the reason: an error of the host.
    case notStarted(String)
    /// The process has other threads already: the fork server, a copy of it, starts as the first statement of a program.
    case startedLate
    /// The fork server has exited: no process can be started any more.
    case serverEnded
    /// The process ended by a signal of its own making, or exited without a reply; with the signal or exit status.
    case crashed(String)
    /// The process sent no liveness signal for this many seconds.
    case stalled(Int)
    /// The process needed more memory than its limit.
    case tooMuchMemory
    /// The process exceeded its CPU time, or ran for longer than legitimate work waits.
    case tooMuchTime
    /// A file reached the limit on its size, or the folder one of its limits.
    case tooMuchOutput
    /// The process started this many threads.
    case tooManyThreads(Int)
    /// Another process sent this signal.
    case killed(Int32)
    /// The process was killed and has not exited.
    case notEnded
    /// A reply breaks the protocol or its limits, with the reason.
    case badReply(String)

    /// Interprets the termination of a process that gave no reply.
    init(_ termination: vt_termination, within limits: SandboxLimits) {
        let seconds = Double(termination.cpu_time) / 1e6
        self =
            switch termination.signal {
            case SIGXCPU: .tooMuchTime
            // The hard limit, for processes that ignore the soft limit's signal.
            case SIGKILL where seconds >= Double(limits.cpuSeconds): .tooMuchTime
            case SIGXFSZ: .tooMuchOutput
            // When memory runs out, the kernel kills the process that uses the most.
            case SIGKILL where Self.isOutOfMemory(Int(termination.peak), limits): .tooMuchMemory
            case SIGKILL, SIGTERM, SIGINT, SIGHUP: .killed(termination.signal)
            // Each process can exit with this status, so it is no error of the host.
            case 0 where termination.status == VT_STATUS_UNRESTRICTED:
                .crashed("exit status \(termination.status): not restricted by the kernel")
            case let signal:
                if Self.isOutOfMemory(Int(termination.peak), limits) {
                    .tooMuchMemory
                } else {
                    .crashed(
                        signal == 0 ? "exit status \(termination.status)" : "signal \(signal)")
                }
            }
    }

    /// Whether a failure at a peak of resident memory, in bytes, is for lack of memory: legitimate work needs half
    /// of its limit.
    static func isOutOfMemory(_ peak: Int, _ limits: SandboxLimits) -> Bool {
        peak >= limits.memory / 2
    }
}
