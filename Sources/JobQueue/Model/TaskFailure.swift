/// The failure of a task, as the queue stores it and clients see it.
public struct TaskFailure: Codable, Sendable, Hashable {
    /// Codes of failures of the queue itself, documented in docs/codes.md.
    public enum Code: String, Sendable, CaseIterable {
        case workerLost = "WORKER_LOST"
        case unknownTask = "UNKNOWN_TASK"
        case timeout = "TASK_TIMEOUT"
        case unreadablePublication = "UNREADABLE_PUBLICATION"
    }

    /// A stable code in upper case.
    public let code: String
    /// The condition, in a sentence for a person.
    public let message: String
    /// The remedy, for a person.
    public let advice: String
    /// Whether a retry cannot succeed.
    public let isPermanent: Bool
    /// The name of the condition, if clients may have a remedy of their own; the queue does not interpret it.
    public let condition: String?

    public init(
        code: String, message: String, advice: String, isPermanent: Bool, condition: String? = nil
    ) {
        self.code = code
        self.message = message
        self.advice = advice
        self.isPermanent = isPermanent
        self.condition = condition
    }

    public init(_ code: Code, message: String, advice: String, isPermanent: Bool) {
        self.init(
            code: code.rawValue, message: message, advice: advice, isPermanent: isPermanent)
    }

    /// Whether the job fails at once, whatever the number of attempts.
    ///
    /// A publication of unknown outcome is not repeated automatically: a person compares the package with the job first.
    var endsJob: Bool { isPermanent || code == Code.unreadablePublication.rawValue }

    /// The failure of a task that reached its maximum crash count.
    static func workerLost(times: Int) -> TaskFailure {
        TaskFailure(
            .workerLost,
            message:
                "\(times) workers crashed or stopped sending heartbeats while they ran only this task",
            advice:
                "check the logs of the workers and their hosts; retry the job when the cause is known",
            isPermanent: false)
    }
}
