public import Errors
public import JobQueue

/// The reason why a worker shut down by itself.
public struct WorkerError: CodedError {
    public enum Reason: Sendable, Hashable {
        /// This number of consecutive jobs failed because of the host.
        case hostErrors(Int)
        /// This number of consecutive tasks stalled.
        case stalledTasks(Int)
        /// The process cannot run tasks any more.
        case unusableProcess
    }

    public let reason: Reason
    /// The failure of the last task.
    public let lastFailure: TaskFailure
    /// The error of the last task; `nil` if it stalled.
    public let cause: (any Error)?

    /// The code of the last failure.
    public var code: RecordedCode { RecordedCode(lastFailure.code) }

    public var message: String {
        let condition =
            switch reason {
            case .hostErrors(let count):
                "the worker shut down after host errors in \(count) consecutive jobs"
            case .stalledTasks(1):
                "the worker shut down after a task stalled and left no free slot"
            case .stalledTasks(let count):
                "the worker shut down after \(count) consecutive tasks stalled"
            case .unusableProcess: "the worker shut down because it cannot run tasks"
            }
        let code = reason == .unusableProcess ? "" : "\(lastFailure.code): "
        return "\(condition): \(code)\(lastFailure.message)"
    }

    public var advice: String { lastFailure.advice }

    /// The message, which names the code, and the advice.
    public var description: String { "\(message); \(advice)" }
}
