public import Errors

/// An error of a queue, for its callers.
public struct QueueError: CodedError {
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

    /// A condition for which the command or the API has a remedy of its own, which names options or requests.
    public enum Condition: Sendable, Hashable, CaseIterable {
        /// No job has the id.
        case noSuchJob
        /// The tenant has reached its limit of jobs that wait or run.
        case tenantFull
        /// The queue's file does not exist, and is not to be created.
        case missingFile
        /// The webhook's host is outside of the public internet.
        case privateWebhook
    }

    public let code: Code
    /// The queue, the job or the argument that the error is about; never with a password.
    public let subject: String
    /// The condition, for a person.
    public let message: String
    /// The remedy, for a person.
    public let advice: String
    /// The condition, if the command or the API has a remedy of its own; `nil` if the advice is the remedy.
    public let condition: Condition?
    /// The error that led to this one.
    public let cause: (any Error)?

    public init(
        _ code: Code, _ subject: String, _ message: String, advice: String,
        condition: Condition? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.subject = subject
        self.message = message
        self.advice = advice
        self.condition = condition
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

    public var description: String { "\(subject): \(line)" }
}

extension QueueError {
    /// The advice for an error in this program.
    static let reportAdvice = InternalError.advice
}
