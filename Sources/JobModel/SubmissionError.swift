public import Errors

/// The error of a submission that does not become a job.
public struct SubmissionError: CodedError {
    public enum Code: String, Sendable, CaseIterable {
        /// The preset does not exist, or produces no package.
        case badPreset = "BAD_PRESET"
        /// The upload does not exist, or cannot be read.
        case noSuchUpload = "NO_SUCH_UPLOAD"
        /// The store of the upload does not respond, and may do so later.
        case unresponsiveStore = "SILENT_STORE"
    }

    public let code: Code
    /// The condition, as a sentence for a person.
    public let message: String
    /// The remedy, as a sentence for a person.
    public let advice: String
    /// The error that led to this one.
    public let cause: (any Error)?

    public init(_ code: Code, message: String, advice: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
        self.cause = cause
    }
}
