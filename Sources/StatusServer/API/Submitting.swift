public import JobQueue
public import MediaUnits

/// Makes jobs of what clients ask for; the side that knows uploads and presets.
public protocol Submitting: Sendable {
    /// The job of a submission.
    ///
    /// - Throws: `SubmissionRefusal` or `QueueError`; `CancellationError` soon after it is cancelled; anything else is a fault.
    func request(for submission: UploadSubmission) async throws -> JobRequest
}

/// What a client asks for, checked as far as it can be without knowing media.
public struct UploadSubmission: Sendable, Hashable {
    /// The whole path of a regular file below the root.
    public let upload: String
    /// The whole path of a folder below the root, which may not exist yet.
    public let output: String
    /// A preset's name, never a path.
    public let preset: String?
    /// One name of a folder, which does not begin with a dot.
    public let name: String?
    /// Seconds: what comes before is left out.
    public let from: Rational
    /// Seconds, above `from`: what comes from here on is left out.
    public let to: Rational?
    public let priority: Int
    public let tenant: String
    public let key: String?
    public let webhook: WebhookURL?
    /// Seconds.
    public let delay: Double
}

/// Why a submission makes no job.
public struct SubmissionRefusal: Error, Sendable, Hashable {
    /// Stable, upper case.
    public let code: String
    public let message: String
    public let advice: String

    public init(code: String, message: String, advice: String) {
        self.code = code
        self.message = message
        self.advice = advice
    }
}
