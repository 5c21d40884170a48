public import Errors

/// An error of a queue, for its callers.
public struct QueueError: CausedError, CustomStringConvertible {
    /// A stable code in upper case, documented in docs/codes.md.
    public enum Code: String, Sendable, CaseIterable, Codable {
        case badURL = "QUEUE_URL"
        case unreachable = "QUEUE_UNREACHABLE"
        case refused = "QUEUE_REFUSED"
        case tooNew = "QUEUE_TOO_NEW"
        case corrupt = "QUEUE_CORRUPT"
        case full = "QUEUE_DISK_FULL"
        case internalError = "QUEUE_FAULT"
        case noSuchJob = "NO_SUCH_JOB"
        case badRequest = "BAD_REQUEST"
        case tenantFull = "TENANT_FULL"
        case notFailed = "NOT_FAILED"
    }

    public let code: Code
    /// The queue, the job or the argument that the error is about; never with a password.
    public let subject: String
    /// The condition, for a person.
    public let message: String
    /// The remedy, for a person.
    public let advice: String
    /// The error that led to this one.
    public let cause: (any Error)?

    public init(
        _ code: Code, _ subject: String, _ message: String, advice: String,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.subject = subject
        self.message = message
        self.advice = advice
        self.cause = cause
    }

    /// Whether the same call can succeed later.
    public var retryability: Retryability {
        switch code {
        case .unreachable, .full: .transient
        case .refused, .corrupt, .internalError: .limited
        case .badURL, .tooNew, .noSuchJob, .badRequest, .tenantFull, .notFailed: .never
        }
    }

    public var description: String { "\(subject): \(code.rawValue): \(message); \(advice)" }
}

extension QueueError {
    /// The advice for an error in this program.
    static let reportAdvice = InternalError.advice
}
