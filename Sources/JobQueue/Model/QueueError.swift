/// Why the queue did not do what it was asked to.
public struct QueueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable, upper case, documented in docs/codes.md.
    public enum Code: String, Sendable, CaseIterable, Codable {
        case badURL = "QUEUE_URL"
        case unreachable = "QUEUE_UNREACHABLE"
        case refused = "QUEUE_REFUSED"
        case tooNew = "QUEUE_TOO_NEW"
        case corrupt = "QUEUE_CORRUPT"
        case full = "QUEUE_DISK_FULL"
        case fault = "QUEUE_FAULT"
        case noSuchJob = "NO_SUCH_JOB"
        case badRequest = "BAD_REQUEST"
        case tenantFull = "TENANT_FULL"
        case notFailed = "NOT_FAILED"
    }

    public let code: Code
    /// The queue or the job that it is about; never with a password.
    public let subject: String
    public let reason: String
    public let advice: String

    public init(_ code: Code, _ subject: String, _ reason: String, advice: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
        self.advice = advice
    }

    public var description: String { "\(subject): \(code.rawValue): \(reason); \(advice)" }
}
