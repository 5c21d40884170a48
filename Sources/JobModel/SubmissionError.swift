public import Errors

/// The error of a submission that does not become a job.
public struct SubmissionError: CausedError, CustomStringConvertible {
    /// A code of docs/codes.md.
    public let code: String
    /// The condition, as a sentence for a person.
    public let message: String
    /// The remedy, as a sentence for a person.
    public let advice: String
    /// The error that led to this one.
    public let cause: (any Error)?

    public init(code: String, message: String, advice: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
        self.cause = cause
    }

    public var description: String { "\(code): \(message); \(advice)" }
}
