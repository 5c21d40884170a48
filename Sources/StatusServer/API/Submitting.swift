public import JobModel
public import JobQueue

/// Makes jobs of what clients ask for; the side that knows uploads and presets.
public protocol Submitting: Sendable {
    /// The job of a submission.
    ///
    /// - Throws: `SubmissionRefusal` or `QueueError`; `CancellationError` soon after it is cancelled; anything else is a fault.
    func request(for submission: UploadSubmission) async throws -> JobRequest
}
