/// Why a task ended without a result.
public struct TaskFailure: Codable, Sendable, Hashable {
    /// Codes of failures that no upload has by itself, documented in docs/codes.md.
    public enum Code: String, Sendable, CaseIterable {
        case workerLost = "WORKER_LOST"
        case badPreset = "BAD_PRESET"
        case unknownTask = "UNKNOWN_TASK"
        case timeout = "TASK_TIMEOUT"
    }

    /// Stable, upper case.
    public let code: String
    /// What happened, in a sentence for a person.
    public let message: String
    /// What to do.
    public let advice: String
    /// Trying again cannot help.
    public let isPermanent: Bool

    public init(code: String, message: String, advice: String, isPermanent: Bool) {
        self.code = code
        self.message = message
        self.advice = advice
        self.isPermanent = isPermanent
    }

    public init(_ code: Code, message: String, advice: String, isPermanent: Bool) {
        self.init(
            code: code.rawValue, message: message, advice: advice, isPermanent: isPermanent)
    }

    /// The failure of a task that was given up for the workers that it took down while it ran alone.
    static func lost(times: Int) -> TaskFailure {
        TaskFailure(
            .workerLost,
            message: "\(times) workers were lost while they ran this task and nothing beside it",
            advice: "look at the machines' logs; retry it when the cause is known",
            isPermanent: false)
    }
}
