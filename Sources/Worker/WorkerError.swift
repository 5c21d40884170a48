public import JobQueue

/// The reason why a worker shut down by itself.
public struct WorkerError: Error, Sendable, CustomStringConvertible {
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

    public var description: String {
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
        return "\(condition): \(code)\(lastFailure.message); \(lastFailure.advice)"
    }
}
