public import JobQueue

/// Why a worker took itself out.
public struct WorkerFault: Error, Sendable, CustomStringConvertible {
    /// What happened again and again.
    public enum Cause: Sendable, Hashable {
        /// So many jobs in a row failed for reasons of the machine.
        case failures(Int)
        /// So many tasks in a row made no progress.
        case abandonments(Int)
        /// This process can do no task any more.
        case uselessness
    }

    public let cause: Cause
    public let last: TaskFailure

    public var description: String {
        let cause =
            switch cause {
            case .failures(let count): "\(count) jobs in a row failed on this machine"
            case .abandonments(1): "a task made no progress on this machine, and no slot is left"
            case .abandonments(let count):
                "\(count) tasks in a row made no progress on this machine"
            case .uselessness: "the worker can do no more tasks"
            }
        guard self.cause != .uselessness else {
            return "\(cause): \(last.message); \(last.advice)"
        }
        return "\(cause), the last with \(last.code): \(last.message); \(last.advice)"
    }
}
